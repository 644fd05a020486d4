//! What the tests share.

use std::path::Path;

use profile::{Combinations, Demand, Demands, LoadedProfile, Profile};
use serde_json::{Value, json};
use space::{Cards, Deck, Quantity, Setup, Space};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The text of one of the profiles among the examples.
pub fn example_text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/profiles");
    std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap()
}

/// One of the profiles among the examples.
pub fn example(name: &str) -> Profile {
    let reading = profile::read(&example_text(name));
    assert_eq!(reading.problems, [], "{name}");
    reading.profile.unwrap()
}

/// A document with these seats, and further fields.
pub fn document(seats: Value, further: Value) -> Value {
    let mut document = json!({"profile_name": "test", "dealer": "N", "tag": "Opener"});
    for (name, value) in further.as_object().unwrap() {
        document[name.as_str()] = value.clone();
    }
    let mut profiles = json!({});
    for (seat, subprofiles) in seats.as_object().unwrap() {
        profiles[seat.as_str()] = json!({"seat": seat, "subprofiles": subprofiles});
    }
    document["seat_profiles"] = profiles;
    document
}

/// A profile with these seats, and further fields.
pub fn made(seats: Value, further: Value) -> Profile {
    let reading = profile::read_document(document(seats, further));
    assert_eq!(reading.errors().count(), 0, "{:?}", reading.problems);
    reading.profile.unwrap()
}

/// Its combinations.
pub fn combined(seats: Value, further: Value) -> (Profile, Combinations) {
    let profile = made(seats, further);
    let combinations = combinations_of(&profile);
    (profile, combinations)
}

/// The combinations of a profile.
pub fn combinations_of(profile: &Profile) -> Combinations {
    Combinations::new(profile, &Default::default()).unwrap()
}

/// A document as it is asked about.
pub fn loaded(document: Value) -> LoadedProfile {
    LoadedProfile::new(profile::read_document(document), &Default::default()).unwrap()
}

fn suit(suit: usize) -> Cards {
    Cards(0x1fff << (16 * suit))
}

/// How many cards of a suit a seat has.
pub fn length(seat: usize, of: usize) -> Quantity {
    Quantity::number(seat, suit(of))
}

/// How many points a seat has.
pub fn points(seat: usize) -> Quantity {
    Quantity::new(seat, |card| (i32::from(card) % 16 - 8).clamp(0, 4))
}

/// The deals for some demands.
pub fn space_of(demands: &Demands) -> Space {
    question(demands).build().unwrap()
}

/// Some demands as a question to the engine, set up in another way than the crate does it.
pub fn question(demands: &Demands) -> Setup {
    let deck = Deck::new((0..4).map(|s| suit(s).iter().collect::<Vec<u8>>())).unwrap();
    let mut setup = Setup::new(deck, [13; 4]).unwrap();
    let range = |range: profile::Range| i64::from(range.min)..=i64::from(range.max);
    for (seat, demand) in demands.hands.iter().enumerate() {
        for s in 0..4 {
            let in_suit = Quantity::new(seat, |card| {
                if suit(s).has(card) {
                    (i32::from(card) % 16 - 8).clamp(0, 4)
                } else {
                    0
                }
            });
            let cards = length(seat, s).within(range(demand.cards[s]));
            setup = setup.require(cards).unwrap();
            let points = in_suit.within(range(demand.points[s]));
            setup = setup.require(points).unwrap();
        }
        let total = points(seat).within(range(demand.total));
        setup = setup.require(total).unwrap();
        let shapes = demand.shapes;
        if shapes != Demand::any().shapes {
            let lengths = (0..4).map(|s| length(seat, s));
            let allowed = space::Rule::test(lengths, move |lengths| {
                let written = [3, 2, 1, 0].map(|s: usize| lengths[s].clamp(0, 13) as u8);
                bridge::Shape::new(written).is_some_and(|shape| shapes.contains(shape))
            });
            setup = setup.require(allowed).unwrap();
        }
    }
    let pairs = demands.pairs.into_iter().enumerate();
    for (side, pair) in pairs.filter(|(_, pair)| !pair.is_any()) {
        let seats = [side, side + 2];
        for s in 0..4 {
            let [one, other] = seats.map(|seat| length(seat, s));
            let cards = (one + other).within(range(pair.cards[s]));
            setup = setup.require(cards).unwrap();
        }
        let [one, other] = seats.map(points);
        let points = (one + other).within(range(pair.points));
        setup = setup.require(points).unwrap();
    }
    setup
}

/// The chance that fair boards are as far from their expected numbers as these, or further.
pub fn chance(cells: &[(f64, f64)]) -> f64 {
    let enough = |cell: &&(f64, f64)| cell.1 >= 5.0;
    let cells: Vec<&(f64, f64)> = cells.iter().filter(enough).collect();
    let chi: f64 = cells
        .iter()
        .map(|(seen, expected)| (seen - expected).powi(2) / expected)
        .sum();
    match cells.len() {
        0 | 1 => 1.0,
        n => 1.0 - ChiSquared::new(n as f64 - 1.0).unwrap().cdf(chi),
    }
}
