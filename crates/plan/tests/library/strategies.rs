//! What is asked for by name is done, or refused with a reason; and each deal once means each deal once.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use bridge::Deal;
use condition::{Evaluator, NoOracle};
use plan::{
    DrawMethod, Enumeration, Finder, Inexact, Plan, PlanError, Plans, Run, Strategy, Watch,
};
use script::Compiled;

fn compiled(text: &str) -> Compiled {
    let input = script::Input::from_text("test", text).unwrap();
    let options = script::CompileOptions {
        double_dummy: true,
        ..Default::default()
    };
    let loaded = script::load(&input, &Default::default(), &options);
    loaded.compiled.expect(text)
}

fn planned(text: &str, strategy: Strategy, boards: u64) -> Result<Arc<Plan>, PlanError> {
    let script = compiled(text);
    let (condition, predeal) = (&script.condition, &script.predeal);
    Plan::new(strategy, condition, predeal, boards, &Watch::default()).map(Arc::new)
}

fn boards(plans: &Arc<Plans>, numbers: std::ops::Range<u64>) -> Vec<Deal> {
    let run = Run {
        key: 5.into(),
        boards: numbers,
        generate: None,
        threads: 2,
        distinct: true,
    };
    let mut deals = Vec::new();
    let add = |deals: &mut Vec<Deal>, dealt: &mut plan::Dealt| {
        deals.push(dealt.deal);
        Ok(())
    };
    let sink = |chunk: plan::Chunk<Vec<Deal>>| {
        deals.extend(chunk.made);
        Ok::<_, ()>(ControlFlow::Continue(()))
    };
    let consumer = plan::consumer(Vec::new, add);
    plan::run(&run, || plans.finder(), &consumer, &Watch::default(), sink).unwrap();
    deals
}

const TWO_SEATS: &str = "condition spades(north) >= 6 and hcp(north) >= 10 and hearts(south) >= 5";

#[test]
fn strategies_are_followed() {
    let method = |strategy| planned(TWO_SEATS, strategy, 10).unwrap().method();
    assert_eq!(method(Strategy::Auto), DrawMethod::Plain);
    assert_eq!(method(Strategy::Reject), DrawMethod::Plain);
    assert_eq!(method(Strategy::Exact), DrawMethod::Count);
    let exact = planned(TWO_SEATS, Strategy::Exact, 10).unwrap();
    assert!(exact.is_exact() && exact.tries_a_board() == 1.0);
    let none_in_vain = |number| {
        let found = exact.worker().board(3.into(), number, 1, &Watch::default());
        found.unwrap().deal.is_some()
    };
    assert!((1..100).all(none_in_vain));
}

/// The first boards of a pinned plan are the same, however many follow; every name comes back as it was written.
#[test]
fn pinned_plans_do_not_depend_on_the_number_of_boards() {
    for method in DrawMethod::all() {
        assert_eq!(method.to_string().parse(), Ok(method));
        let text = match method {
            DrawMethod::Cases => &format!("{TWO_SEATS} and (hcp(south) > 9 or rnd(10) < 3)"),
            _ => TWO_SEATS,
        };
        let first = |boards| {
            let plan = planned(text, Strategy::Pinned(method), boards).unwrap();
            assert_eq!(plan.method(), method);
            let mut worker = plan.worker();
            let mut board = |k| {
                worker
                    .board(1.into(), k, u64::MAX, &Watch::default())
                    .unwrap()
                    .deal
            };
            (1..6).map(&mut board).collect::<Vec<_>>()
        };
        assert_eq!(first(5), first(1_000_000_000), "{method}");
    }
}

#[test]
fn what_cannot_be_exact_is_refused() {
    let refused = |text| planned(text, Strategy::Exact, 10).unwrap_err();
    let random = refused("condition hcp(north) > 12 and rnd(10) > 3");
    assert!(matches!(random, PlanError::Inexact(Inexact::Opaque(_))));
    let tricks = refused("condition hcp(north) > 12 and tricks(north, spades) > 9");
    assert!(matches!(tricks, PlanError::Inexact(Inexact::Opaque(_))));
    let impossible = refused("condition hcp(north) > 30 and hcp(south) > 9");
    assert_eq!(impossible, PlanError::Never);
    let pinned = planned(
        SMALL,
        Strategy::Pinned(DrawMethod::Hands(bridge::Seat::South, bridge::Seat::West)),
        1,
    );
    assert!(matches!(pinned, Err(PlanError::Unfit(..))));
}

/// Every deal of a small space, by going through all of them.
fn listed_by_hand(text: &str) -> BTreeSet<String> {
    let script = compiled(text);
    let mut evaluator = Evaluator::new(&script.condition);
    let fixed = script.predeal.hands;
    let free: Vec<bridge::Card> = script.predeal.free().cards().collect();
    let mut found = BTreeSet::new();
    for code in 0..4u32.pow(free.len() as u32) {
        let mut deal = Deal(fixed);
        for (i, card) in free.iter().enumerate() {
            let seat = (code >> (2 * i) & 3) as usize;
            deal.0[seat] = deal.0[seat].union(bridge::Hand::from_bits(1 << card.id()));
        }
        let full = deal.0.iter().all(|hand| hand.len() == 13);
        evaluator.next_deal();
        if full && evaluator.holds(&deal, &mut NoOracle).unwrap() {
            found.insert(deal.to_string());
        }
    }
    found
}

/// Few cards are left to deal.
const SMALL: &str = "predeal north SAKQJT98765432 south HAKQJT98765 west CAKQJT98765 east DAKQJT98 \
    condition hascard(south, H4) and not hascard(west, D7)";

#[test]
fn each_deal_comes_once() {
    let script = compiled(SMALL);
    let all = listed_by_hand(SMALL);
    let (condition, predeal) = (&script.condition, &script.predeal);
    let once = |order| {
        let (budget, watch) = Default::default();
        let plan = Plan::each_once(order, condition, predeal, budget, &watch).unwrap();
        assert_eq!(plan.count(), Some(all.len() as u128));
        Arc::new(Plans::of(plan, condition, predeal))
    };
    let (listed, shuffled) = (once(Enumeration::InOrder), once(Enumeration::Shuffled));
    assert!(all.len() > 100, "{}", all.len());
    let number = all.len() as u64;
    let in_order = boards(&listed, 1..number + 1);
    let mixed = boards(&shuffled, 1..number + 1);
    for deals in [&in_order, &mixed] {
        let texts: BTreeSet<String> = deals.iter().map(Deal::to_string).collect();
        assert_eq!(texts, all);
    }
    assert_ne!(in_order, mixed);
    // Parts joined are the whole, and after the last there is none.
    let parts = [1..40, 40..number + 1].map(|part| boards(&shuffled, part));
    assert_eq!(parts.concat(), mixed);
    let mut finder = shuffled.finder();
    let after = finder.find(5.into(), number + 1, 10, &Watch::default());
    assert_eq!(after.unwrap().deal, None);
}

/// Where nothing can be counted, deals that came before are passed over, and the search ends when no new one comes.
#[test]
fn deals_seen_before_are_passed_over() {
    let text = format!("{SMALL} and rnd(3) < 2");
    let script = compiled(&text);
    let plans = Plans::new(Strategy::Auto, &script.condition, &script.predeal);
    let plans = Arc::new(plans);
    let all = listed_by_hand(SMALL);
    let deals = boards(&plans, 1..100_000);
    let texts: BTreeSet<String> = deals.iter().map(Deal::to_string).collect();
    assert_eq!(deals.len(), texts.len());
    assert_eq!(texts, all);
    assert_eq!(boards(&plans, 11..21), deals[10..20]);
}
