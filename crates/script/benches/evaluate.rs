//! How long one deal takes to check, for the example scripts: deals are made beforehand, so only evaluation counts.

use std::hint::black_box;
use std::path::Path;

use bridge::{Card, Deal, Hand};
use condition::{Evaluator, NoOracle};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const DEALS: usize = 10_000;

/// Deals from a small generator of our own: a benchmark needs the same ones each time, and nothing more.
fn deals() -> Vec<Deal> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    let mut cards: Vec<Card> = Card::all().collect();
    let mut deal = || {
        for i in (1..52).rev() {
            cards.swap(i, below(i + 1));
        }
        let hand = |seat: usize| {
            cards[13 * seat..13 * (seat + 1)]
                .iter()
                .copied()
                .collect::<Hand>()
        };
        Deal([hand(0), hand(1), hand(2), hand(3)])
    };
    (0..DEALS).map(|_| deal()).collect()
}

fn evaluate(criterion: &mut Criterion) {
    let deals = deals();
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(DEALS as u64));
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    for name in ["one-notrump", "weak-two", "major-raise"] {
        let input = script::Input::from_path(&folder.join(name).with_extension("dlr")).unwrap();
        let (script, _) = script::parse(&input, &script::Settings::default());
        let compiled = script::compile(&script, &script::CompileOptions::default()).unwrap();
        let mut evaluator = Evaluator::new(&compiled.condition);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let holds = |deal: &&Deal| evaluator.holds(deal, &mut NoOracle) == Ok(true);
                black_box(deals.iter().filter(holds).count())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
