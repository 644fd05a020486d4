//! The search against brute force: the game as it stands, over every layout and every play, with a few dominoes.

use std::collections::HashMap;

use texas42::{Domino, Dominoes, Proof, Rules, Trump, is_laydown, prove};

type Layout = [Dominoes; 3];

/// Every way to give these dominoes to three players, as many each.
fn layouts(others: Dominoes) -> Vec<Layout> {
    let each = others.len() / 3;
    let mut all = Vec::new();
    for first in others.subsets(each) {
        for second in (others - first).subsets(each) {
            all.push([first, second, others - first - second]);
        }
    }
    all
}

/// Whether some way of choosing leads takes every trick in all of these layouts, which look alike so far.
fn takes_all(rules: &Rules, hand: Dominoes, layouts: &[Layout]) -> bool {
    hand.is_empty()
        || hand.iter().any(|lead| {
            let rest = hand - lead.alone();
            outcomes(rules, lead, layouts)
                .is_some_and(|seen| seen.values().all(|alike| takes_all(rules, rest, alike)))
        })
}

/// What may be seen when a domino is led, and the layouts that it leaves; nothing, if the lead may be beaten.
fn outcomes(
    rules: &Rules,
    lead: Domino,
    layouts: &[Layout],
) -> Option<HashMap<[Domino; 3], Vec<Layout>>> {
    let led = rules.led_as(lead);
    let mut seen: HashMap<[Domino; 3], Vec<Layout>> = HashMap::new();
    for &[a, b, c] in layouts {
        let playable = [a, b, c].map(|hand| rules.playable(hand, led));
        let mut any = playable.iter().flat_map(|choice| choice.iter());
        if any.any(|domino| rules.beats(domino, lead, led)) {
            return None;
        }
        for x in playable[0].iter() {
            for y in playable[1].iter() {
                for z in playable[2].iter() {
                    let left = [a - x.alone(), b - y.alone(), c - z.alone()];
                    seen.entry([x, y, z]).or_default().push(left);
                }
            }
        }
    }
    Some(seen)
}

/// How often the search says win, lose and nothing, for hands of `size` from these dominoes.
fn compare(deck: Dominoes, size: usize, step: usize, tally: &mut [usize; 3]) {
    for trump in Trump::all() {
        let rules = Rules::new(trump);
        for hand in deck.subsets(size).step_by(step) {
            let others = deck - hand;
            let truth = takes_all(&rules, hand, &layouts(others));
            let name = || format!("{trump}: {:?} of {deck:?}", rules.shown(hand));
            match prove(&rules, hand, others) {
                Proof::Wins => {
                    assert!(truth, "{}", name());
                    tally[0] += 1;
                }
                Proof::Loses(plan) => {
                    assert!(!truth, "{} {plan:?}", name());
                    tally[1] += 1;
                }
                Proof::Open => tally[2] += 1,
            }
            assert!(truth || !is_laydown(&rules, hand, others), "{}", name());
        }
    }
}

#[test]
fn two_dominoes_each() {
    let mut tally = [0; 3];
    for deck in Dominoes::ALL.subsets(8).step_by(189_989) {
        compare(deck, 2, 1, &mut tally);
    }
    let [wins, losses, open] = tally;
    assert!(wins > 100 && losses > 1_000, "{tally:?}");
    // With two dominoes each, a hand cannot always be filled as a plan wants it.
    assert!(open * 10 < wins + losses, "{tally:?}");
}

#[test]
fn three_dominoes_each() {
    let mut tally = [0; 3];
    let double_four = Dominoes::from_bits((1 << 15) - 1);
    for deck in double_four.subsets(12).step_by(151) {
        compare(deck, 3, 11, &mut tally);
    }
    let [wins, losses, open] = tally;
    assert!(
        wins > 20 && losses > 300 && open * 20 < wins + losses,
        "{tally:?}"
    );
}

#[test]
fn leads_draw_what_would_beat_later_ones() {
    let deck = Dominoes::from_bits((1 << 15) - 1) - Dominoes::from_bits((1 << 3) - 1);
    let rules = Rules::new(Trump::None);
    // 4-2 and 4-0 are out: two leads draw them, and 4-1 is good. With 4-3 and 4-0 out, one lead does not.
    for (text, wins) in [("4-4 4-3 4-1", true), ("4-4 4-2 4-1", false)] {
        let dominoes = text.split(' ').map(|word| word.parse::<Domino>());
        let hand: Dominoes = dominoes.map(Result::unwrap).collect();
        assert_eq!(takes_all(&rules, hand, &layouts(deck - hand)), wins);
        assert_eq!(prove(&rules, hand, deck - hand) == Proof::Wins, wins);
    }
}

#[test]
fn four_dominoes_each() {
    let deck = Dominoes::ALL - Dominoes::from_bits((1 << 12) - 1);
    let mut tally = [0; 3];
    compare(deck, 4, 211, &mut tally);
    assert!(tally[1] > 50, "{tally:?}");
}
