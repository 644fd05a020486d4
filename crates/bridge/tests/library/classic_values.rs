//! Hand evaluation, held against what the classic program printed for the same hands.

use bridge::{Hand, Measure, PointCount, Suit};

#[test]
fn every_value_is_what_the_classic_program_computes() {
    let lines = include_str!("../data/classic-values.txt").lines();
    let mut hands = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(' ');
        let hand: Hand = fields.next().unwrap().parse().unwrap();
        let expected: Vec<i32> = fields.map(|field| field.parse().unwrap()).collect();
        let mut values = vec![Measure::FourCs.in_hand(hand)];
        values.extend(Suit::WRITTEN.map(|suit| Measure::Quality.in_suit(hand.holding(suit))));
        values.push(Measure::Losers.in_hand(hand));
        values.push(Measure::Losers.in_suit(hand.holding(Suit::Spades)));
        let counts = [
            PointCount::C13,
            PointCount::CONTROLS,
            PointCount::HCP,
            PointCount::TOP5,
            PointCount::TENS,
        ];
        values.extend(counts.map(|count| count.of_hand(hand)));
        assert_eq!(values, expected, "{hand}");
        hands += 1;
    }
    assert_eq!(hands, 450);
}
