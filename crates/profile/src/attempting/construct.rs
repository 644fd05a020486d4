//! The method `construct`, older than `help` and kept for the same comparison: the seat that failed most so far, and no
//! other, is given exactly its minima, and everything else is dealt at random. So far means on this board: a board depends
//! on its seed and number alone.

use bridge::{Deal, Seat, Suit};
use space::Stream;

use crate::attempting::failures::Failures;
use crate::attempting::help::{some_of, suit_cards};
use crate::attempting::settings::Settings;
use crate::combining::combination::Combination;
use crate::document::model::{Further, Profile};

/// The least cards that a seat needs of each suit, clubs first, if it is a standard seat in this combination: one that
/// neither draws a suit nor looks at another's.
fn standard_minima(profile: &Profile, combination: &Combination, seat: Seat) -> Option<[u8; 4]> {
    let one = &profile.seat(seat)[combination.subprofiles[seat as usize]];
    let minima = one.standard.suits.map(|range| range.cards.min);
    (one.further == Further::Nothing && !profile.bypassed).then_some(minima)
}

/// The seat that `construct` gives its minima after these failures on a board: the one that was the first to fail most
/// often. There is none before the first failure, and none where that seat draws a suit or looks at another's, where its
/// failures are not mostly of shape, and where its minima are nothing, or more than [`Settings::construct_cards`].
pub fn helper_seat(
    profile: &Profile,
    combination: &Combination,
    failures: &Failures,
    settings: &Settings,
) -> Option<Seat> {
    let seat = failures.hardest_seat()?;
    let minima = standard_minima(profile, combination, seat)?;
    let failed = failures.seats[seat as usize];
    let of_shape = failed.shape as f64 > settings.construct_shape * failed.as_seat as f64;
    let cards = minima.iter().map(|&least| u64::from(least)).sum::<u64>();
    (of_shape && (1..=settings.construct_cards).contains(&cards)).then_some(seat)
}

/// What the helper seat gets before the rest is dealt at random: exactly the minimum of each suit.
pub(crate) fn give(
    profile: &Profile,
    combination: &Combination,
    seat: Seat,
    stream: &mut Stream,
) -> Deal {
    let mut given = Deal::default();
    let minima = standard_minima(profile, combination, seat).unwrap_or_default();
    for suit in Suit::WRITTEN {
        let left = suit_cards(given.rest(), suit);
        let cards = some_of(left, minima[suit as usize].into(), stream);
        given[seat] = given[seat].union(cards);
    }
    given
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::combining::combination::Combinations;
    use serde_json::json;

    /// Exactly the minimum of each suit, of random cards, for the helper seat and nobody else.
    #[test]
    fn exactly_the_minima_are_given() {
        let document = json!({"profile_name": "test", "dealer": "N", "tag": "Opener", "seat_profiles": {
            "S": {"seat": "S", "subprofiles": [{"standard": {
                "spades": {"min_cards": 5}, "diamonds": {"min_cards": 1, "max_cards": 4}, "clubs": {"min_cards": 3}}}]},
            "N": {"seat": "N", "subprofiles": [{"standard": {"hearts": {"min_cards": 6}}}]}}});
        let profile = crate::read_document(document).profile.unwrap();
        let combinations = Combinations::new(&profile, &Default::default()).unwrap();
        let mut stream = space::stream(1, 1);
        let mut seen = HashSet::new();
        for _ in 0..200 {
            let given = give(&profile, &combinations.all()[0], Seat::South, &mut stream);
            let south = given[Seat::South];
            assert_eq!(Suit::WRITTEN.map(|suit| south.length(suit)), [5, 0, 1, 3]);
            assert_eq!(given.rest().len(), 52 - 9, "nobody else is given any");
            seen.insert(south);
        }
        assert!(seen.len() > 190, "they are drawn at random");
    }
}
