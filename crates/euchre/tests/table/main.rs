//! Euchre as it is played: the rules hold in random play, views hold nothing but what was seen, and the worlds of a view
//! are all that fit it, each equally likely.

mod bots;
mod coverage;
mod egn;
mod random;
mod referee;
mod rules;
#[cfg(feature = "schema")]
mod schemas;
mod traps;
mod views;
mod worlds;

use euchre::{Card, Cards, View};

/// Cards written with spaces between them.
fn cards(text: &str) -> Cards {
    text.split_whitespace().map(card).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// The example of the documentation.
const EXAMPLE: &str = r#"{"seat":"S","dealer":"E","hand":["9S","QS","TD","AH"],"upcard":"JH","taken":true,
    "discard":null,"bids":[["S","pass"],["W","pass"],["N","order"]],"trump":"H","maker":"N","alone":false,
    "defend_alone":null,"tricks":[[["S","KC"],["W","9C"],["N","AC"],["E","9D"]],[["N","AD"],["E","JH"]]],
    "score":{"NS":7,"EW":9},"rules":{"stick_the_dealer":true}}"#;

fn view(text: &str) -> View {
    View::from_json(text).unwrap_or_else(|error| panic!("{error}"))
}
