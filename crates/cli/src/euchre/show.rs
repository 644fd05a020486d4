//! What the odds of a view look like, for people and for programs.

use fairdeal::euchre::{
    Card, Judgement, Move, Odds, Place, Suit, View, WeighedOdds, Worlds, move_json,
};
use serde_json::{Map, Value, json};

/// Odds, counted or weighed.
pub(crate) enum Chances<'a> {
    Counted(Odds<'a>),
    Weighed(WeighedOdds),
}

impl Chances<'_> {
    fn chance(&self, card: Card, place: Place) -> f64 {
        match self {
            Chances::Counted(odds) => odds.chance(card, place),
            Chances::Weighed(odds) => odds.chance(card, place),
        }
    }

    fn mean(&self, worlds: &Worlds, suit: Suit, place: Place) -> f64 {
        match self {
            Chances::Counted(odds) => odds.mean(suit, place),
            Chances::Weighed(odds) => odds.mean(worlds.suit(suit), place),
        }
    }

    fn void(&self, worlds: &Worlds, suit: Suit, place: Place) -> f64 {
        match self {
            Chances::Counted(odds) => odds.void(suit, place),
            Chances::Weighed(odds) => odds.void(worlds.suit(suit), place),
        }
    }
}

/// The places that are hands.
fn hands(worlds: &Worlds) -> impl Iterator<Item = Place> {
    worlds
        .places()
        .map(|(place, _)| place)
        .filter(|place| matches!(place, Place::Hand(_)))
}

/// Everything about the worlds of a view, for programs.
pub(crate) fn worlds_json(view: &View, worlds: &Worlds, chances: &Chances) -> Map<String, Value> {
    let places: Map<_, _> = worlds
        .places()
        .map(|(place, size)| (place.name().to_owned(), json!(size)))
        .collect();
    let of_card = |card: Card| -> Map<_, _> {
        let each = worlds
            .places()
            .map(|(place, _)| (place.name().to_owned(), json!(chances.chance(card, place))));
        each.collect()
    };
    let odds: Map<_, _> = worlds
        .unseen()
        .iter()
        .map(|card| (card.to_string(), json!(of_card(card))))
        .collect();
    let of_suits = |place: Place| -> Map<_, _> {
        let each = Suit::ALL.map(|suit| {
            let void = chances.void(worlds, suit, place);
            let mean = chances.mean(worlds, suit, place);
            (
                suit.letter().to_string(),
                json!({"void": void, "mean": mean}),
            )
        });
        each.into_iter().collect()
    };
    let suits: Map<_, _> = hands(worlds)
        .map(|place| (place.name().to_owned(), json!(of_suits(place))))
        .collect();
    let voids: Vec<Value> = view
        .voids()
        .iter()
        .map(|void| json!({"seat": void.seat.letter().to_string(), "suit": void.suit.letter().to_string(), "trick": void.trick}))
        .collect();
    let object = json!({
        "count": worlds.count().to_string(), "places": places, "odds": odds, "suits": suits, "voids": voids,
    });
    let mut object = match object {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    if let Chances::Weighed(odds) = chances {
        object.insert(
            "weighed".to_owned(),
            json!({"policy": fairdeal::euchre::POLICY, "exact": false, "effective_samples": odds.effective().round()}),
        );
    }
    object
}

/// The odds as tables, for people.
pub(crate) fn worlds_text(view: &View, worlds: &Worlds, chances: &Chances) -> String {
    let mut text = match chances {
        Chances::Counted(_) => format!(
            "{} worlds fit what {} has seen: counted exactly\n",
            worlds.count(),
            view.seat()
        ),
        Chances::Weighed(odds) => format!(
            "{} worlds fit what {} has seen; the chances below are estimates, weighed by the bids\n({}; worth {:.0} equal worlds)\n",
            worlds.count(),
            view.seat(),
            fairdeal::euchre::POLICY,
            odds.effective()
        ),
    };
    for void in view.voids() {
        text += &format!("{void}\n");
    }
    text += "\ncard  ";
    for (place, size) in worlds.places() {
        text += &format!("{:>13}", format!("{place} ({size})"));
    }
    text += "\n";
    for card in worlds.unseen().iter() {
        text += &format!("{card}    ");
        for (place, _) in worlds.places() {
            text += &percent(chances.chance(card, place));
        }
        text += "\n";
    }
    text += "\nout of";
    for place in hands(worlds) {
        text += &format!("{:>13}", place.name());
    }
    text += "\n";
    for suit in Suit::ALL {
        text += &format!("{}     ", suit.symbol());
        for place in hands(worlds) {
            text += &percent(chances.void(worlds, suit, place));
        }
        text += "\n";
    }
    text
}

/// A chance in thirteen columns; nothing for what cannot be.
fn percent(chance: f64) -> String {
    match chance {
        0.0 => format!("{:>13}", "-"),
        chance => format!("{:>12.1}%", 100.0 * chance),
    }
}

/// A bot's answer, for programs.
pub(crate) fn judgement_json(judgement: &Judgement) -> Map<String, Value> {
    let mut object = move_json(judgement.best);
    let values: Map<_, _> = judgement
        .values
        .iter()
        .map(|valued| {
            let about = json!({"value": valued.value, "interval": valued.interval, "visits": valued.visits});
            (name(valued.made), about)
        })
        .collect();
    object.insert("values".to_owned(), json!(values));
    object.insert("reason".to_owned(), json!(judgement.reason));
    object
}

/// A move in one word, as a key: the card, or the bid.
pub(crate) fn name(made: Move) -> String {
    match made.card() {
        Some(card) => card.to_string(),
        None => made.to_string(),
    }
}

/// What a bot thinks of each move, for people.
pub(crate) fn values_text(judgement: &Judgement) -> String {
    let mut text = format!("{}: {}\n", judgement.best, judgement.reason);
    for valued in &judgement.values {
        text += &format!(
            "  {:<16}{:>+7.2} ± {:.2}   tried {} times\n",
            valued.made.to_string(),
            valued.value,
            valued.interval,
            valued.visits
        );
    }
    text
}
