//! How long spaces of the 52-card deck take to build, and deals to draw from them.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use space::{Cards, Deck, Quantity, Rule, Setup, stream};

fn suit(suit: usize) -> Cards {
    Cards(0x1fff << (16 * suit))
}

fn length(place: usize, of: usize, least: i64) -> Rule {
    Quantity::number(place, suit(of)).within(least..=13)
}

fn points(place: usize, least: i64, most: i64) -> Rule {
    let hcp = |card: u8| (card as i32 % 16 - 8).clamp(0, 4);
    Quantity::new(place, hcp).within(least..=most)
}

fn question(rules: Vec<Rule>) -> Setup {
    let deck = Deck::new((0..4).map(|s| suit(s).iter().collect::<Vec<u8>>())).unwrap();
    let setup = Setup::new(deck, [13; 4]).unwrap();
    rules
        .into_iter()
        .fold(setup, |setup, rule| setup.require(rule).unwrap())
}

fn spaces(criterion: &mut Criterion) {
    let one = vec![length(0, 3, 6), points(0, 10, 12)];
    let two = [one.clone(), vec![length(2, 2, 5), points(2, 12, 14)]].concat();
    let three = [two.clone(), vec![points(1, 0, 7)]].concat();
    for (name, rules) in [
        ("one seat", one),
        ("two seats", two),
        ("three seats", three),
    ] {
        let setup = question(rules);
        criterion.bench_function(&format!("build {name}"), |b| {
            b.iter(|| black_box(&setup).build().unwrap().count());
        });
        let space = setup.build().unwrap();
        let mut rng = stream(1, 1);
        criterion.bench_function(&format!("sample {name}"), |b| {
            b.iter(|| space.sample(&mut rng));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = spaces
}
criterion_main!(benches);
