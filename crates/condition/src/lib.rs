//! A condition on a deal, and its one evaluator.
//!
//! A [`Condition`] is a [`Graph`] of atoms (what one hand shows) and operators, in which equal subexpressions are
//! one node. Scripts and profiles compile to it, planners read it, and an [`Evaluator`] answers for a deal. It knows
//! no syntax: where a node came from is a number that its maker understands.
//!
//! ```
//! use bridge::{Deal, Measure, PointCount, Seat, Suit};
//! use condition::{Comparison, Condition, Evaluator, Graph, NoOracle};
//!
//! // North has five spades and at least eleven points.
//! let mut graph = Graph::default();
//! let spades = graph.measure(Seat::North, Measure::Length, Some(Suit::Spades));
//! let five = graph.constant(5);
//! let points = graph.measure(Seat::North, Measure::Points(PointCount::HCP), None);
//! let eleven = graph.constant(11);
//! let long = graph.compare(Comparison::Equal, spades, five);
//! let strong = graph.compare(Comparison::AtLeast, points, eleven);
//! let root = graph.all(vec![long, strong]);
//! let condition = Condition::new(graph, root, vec![points]);
//!
//! let mut deal = Deal::default();
//! deal[Seat::North] = "AK432.Q32.J32.Q2".parse().unwrap();
//! let mut evaluator = Evaluator::new(&condition);
//! assert_eq!(evaluator.holds(&deal, &mut NoOracle), Ok(true));
//! assert_eq!(evaluator.value(0, &deal, &mut NoOracle), Ok(12));
//! ```

#![forbid(unsafe_code)]

mod evaluator;
mod graph;
mod node;
mod program;

pub use evaluator::{EvalError, EvalErrorKind, Evaluator, NoOracle, Oracle};
pub use graph::{Condition, Facts, Graph};
pub use node::{Arithmetic, Asked, Comparison, Node, NodeId, Origin, Seats};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
