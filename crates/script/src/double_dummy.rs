//! Actions on double dummy results, put into terms of values: `trix` is up to twenty of them in a report, and
//! `evalcontract` is some averages.
//!
//! It knows what each stands for; where the results come from is for whoever evaluates the condition.

use bridge::score::{Contract, Doubling, Strain};
use bridge::{Seat, Side, Suit};
use condition::{Arithmetic, Comparison, Graph, NodeId};

use crate::compile::Value;
use crate::syntax::{Action, EvaluatedContract, ReportItem};

/// An action as others that need nothing but values. Most stay what they are.
pub(crate) fn expand(
    action: Action<Value>,
    graph: &mut Graph,
    values: &mut Vec<NodeId>,
) -> Vec<Action<Value>> {
    match action {
        Action::EvalContract(Some(asked)) => contract_averages(asked, graph, values),
        Action::CsvReport(items) => vec![Action::CsvReport(report(items, graph, values))],
        Action::PrintReport(items) => vec![Action::PrintReport(report(items, graph, values))],
        other => vec![other],
    }
}

fn value(node: NodeId, values: &mut Vec<NodeId>) -> Value {
    values.push(node);
    Value(values.len() - 1)
}

/// `trix` as values: clubs, diamonds, hearts, spades and notrump, of one seat or of North, East, South and West.
fn report(
    items: Vec<ReportItem<Value>>,
    graph: &mut Graph,
    values: &mut Vec<NodeId>,
) -> Vec<ReportItem<Value>> {
    let mut expanded = Vec::with_capacity(items.len());
    for item in items {
        let ReportItem::Tricks(seat) = item else {
            expanded.push(item);
            continue;
        };
        let seats = Seat::ALL.into_iter();
        for seat in seats.filter(|&other| seat.is_none_or(|seat| seat == other)) {
            for strain in Strain::ALL {
                let tricks = graph.tricks(seat, strain);
                expanded.push(ReportItem::Value(value(tricks, values)));
            }
        }
    }
    expanded
}

/// The tricks, the percentage made and the score of a contract, and what it misses: how often the game or the slam in its
/// strain makes that it stays below, and how many IMPs that is a board.
fn contract_averages(
    asked: EvaluatedContract,
    graph: &mut Graph,
    values: &mut Vec<NodeId>,
) -> Vec<Action<Value>> {
    let EvaluatedContract {
        side,
        contract,
        vulnerable,
        better,
    } = asked;
    let declarers = match (better, side) {
        (true, side) => side.seats().to_vec(),
        (false, Side::NorthSouth) => vec![Seat::South],
        (false, Side::EastWest) => vec![Seat::West],
    };
    let mut tricks = graph.constant(0);
    for seat in declarers {
        let other = graph.tricks(seat, contract.strain());
        let more = graph.compare(Comparison::More, other, tricks);
        tricks = if graph.as_constant(tricks).is_some() {
            other
        } else {
            graph.choose(more, other, tricks)
        };
    }
    let [hundred, zero] = [100, 0].map(|number| graph.constant(number));
    let makes = |level: u8, graph: &mut Graph| {
        let needed = graph.constant(i64::from(level) + 6);
        graph.compare(Comparison::AtLeast, tricks, needed)
    };
    let made = makes(contract.level(), graph);
    let made = graph.choose(made, hundred, zero);
    let score = graph.score(contract, vulnerable, tricks);
    let mut parts = vec![
        ("tricks".to_owned(), tricks),
        ("made, percent".to_owned(), made),
        ("score".to_owned(), score),
    ];
    for (what, level) in [("game", game_level(contract.strain())), ("slam", 6)] {
        if contract.level() >= level {
            continue;
        }
        // What doubling would change is the defenders' affair: both contracts are compared as if nobody had doubled.
        let undoubled = |level| Contract::new(level, contract.strain(), Doubling::Undoubled);
        let (Some(reached), Some(bid)) = (undoubled(level), undoubled(contract.level())) else {
            continue;
        };
        let missed = makes(level, graph);
        let percent = graph.choose(missed, hundred, zero);
        let [more, less] = [reached, bid].map(|bid| graph.score(bid, vulnerable, tricks));
        let difference = graph.arithmetic(Arithmetic::Subtract, more, less);
        let imps = graph.imps(difference);
        let imps = graph.choose(missed, imps, zero);
        parts.push((format!("missed {what}, percent"), percent));
        parts.push((format!("missed {what}, IMPs a board"), imps));
    }
    let name = contract.to_string();
    let name = name.trim_start_matches('x');
    let average = |(what, node): (String, NodeId)| Action::Average {
        label: Some(format!("{side} {name} {what}")),
        value: value(node, values),
    };
    parts.into_iter().map(average).collect()
}

/// The lowest level that is a game.
fn game_level(strain: Strain) -> u8 {
    match strain {
        Strain::Notrump => 3,
        Strain::Suit(Suit::Hearts | Suit::Spades) => 4,
        Strain::Suit(Suit::Clubs | Suit::Diamonds) => 5,
    }
}
