//! Actions on double dummy results, put into terms of values: `trix` is up to twenty of them in a report, and
//! `evalcontract` is three averages.
//!
//! It knows what each stands for; where the results come from is for whoever evaluates the condition.

use bridge::score::{Contract, Strain};
use bridge::{Seat, Side};
use condition::{Comparison, Graph, NodeId};

use crate::compile::Value;
use crate::syntax::{Action, ReportItem};

/// An action as others that need nothing but values. Most stay what they are.
pub(crate) fn expand(
    action: Action<Value>,
    graph: &mut Graph,
    values: &mut Vec<NodeId>,
) -> Vec<Action<Value>> {
    match action {
        Action::EvalContract(Some((side, contract, vulnerable))) => {
            contract_averages(side, contract, vulnerable, graph, values)
        }
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

/// The tricks, the percentage made and the score of a contract, played by the better of two partners.
fn contract_averages(
    side: Side,
    contract: Contract,
    vulnerable: bool,
    graph: &mut Graph,
    values: &mut Vec<NodeId>,
) -> Vec<Action<Value>> {
    let [one, other] = side
        .seats()
        .map(|seat| graph.tricks(seat, contract.strain()));
    let better = graph.compare(Comparison::AtLeast, one, other);
    let tricks = graph.choose(better, one, other);
    let [needed, hundred, zero] =
        [i64::from(contract.level()) + 6, 100, 0].map(|number| graph.constant(number));
    let makes = graph.compare(Comparison::AtLeast, tricks, needed);
    let made = graph.choose(makes, hundred, zero);
    let score = graph.score(contract, vulnerable, tricks);
    let name = contract.to_string();
    let name = name.trim_start_matches('x');
    [
        ("tricks", tricks),
        ("made, percent", made),
        ("score", score),
    ]
    .map(|(what, node)| Action::Average {
        label: Some(format!("{side} {name} {what}")),
        value: value(node, values),
    })
    .into()
}
