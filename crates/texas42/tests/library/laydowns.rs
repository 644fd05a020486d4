//! The rule and the search give the same answer for every hand of every trump.

use std::collections::BTreeSet;

use texas42::{Hand, Plan, Proof, Rules, Trump, is_gold, is_laydown, prove};

#[test]
fn rule_and_proof_agree_for_every_hand() {
    let mut together = BTreeSet::new();
    let mut distinct = Vec::new();
    for trump in Trump::all() {
        let rules = Rules::new(trump);
        let mut laydowns = 0;
        for hand in Hand::all() {
            let (dominoes, others) = (hand.dominoes(), hand.others());
            let by_rule = is_laydown(&rules, dominoes, others);
            match prove(&rules, dominoes, others) {
                Proof::Wins => assert!(by_rule, "{trump}: {}", rules.shown(dominoes)),
                Proof::Loses(Plan::Siege(siege)) => {
                    assert!(!by_rule, "{trump}: {}", rules.shown(dominoes));
                    assert_eq!(siege.hand().len(), 7);
                    assert!(!siege.hand().meets(dominoes) && !siege.beaters.meets(siege.fodder));
                }
                Proof::Loses(Plan::Ruff) => {
                    assert!(!by_rule, "{trump}: {}", rules.shown(dominoes));
                }
                Proof::Open => panic!("{trump}: {} is open", rules.shown(dominoes)),
            }
            if by_rule {
                laydowns += 1;
                together.insert(hand);
            }
            assert!(by_rule || !is_gold(&rules, hand), "gold is a lay-down");
        }
        assert_eq!(
            laydowns,
            match trump {
                Trump::Pip(_) => 301,
                Trump::Doubles => 39,
                Trump::None => 406,
            }
        );
        distinct.push(together.len());
    }
    assert_eq!(distinct[6..], [2106, 2137, 2148]);
}
