//! The search on tiny games whose answers are known.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rand::Rng;
use search::{
    Budget, Moves, Options, Position, SearchResult, Side, WORLDS_A_TIME, Watch, search, solve,
};
use space::{Stopped, Stream};

/// Nim with one heap: take one, two or three; whoever takes the last wins.
#[derive(Clone)]
struct Nim {
    left: u8,
    turn: Side,
}

impl Position for Nim {
    fn to_move(&self) -> Option<Side> {
        (self.left > 0).then_some(self.turn)
    }

    fn moves(&self) -> Moves {
        (1..=self.left.min(3)).fold(Moves::NONE, |moves, n| moves | Moves::one(n))
    }

    fn make(&mut self, number: u8) {
        self.left -= number;
        self.turn = match self.turn {
            Side::First => Side::Second,
            Side::Second => Side::First,
        };
    }

    fn value(&self) -> f64 {
        // Whoever is to move has lost.
        if self.turn == Side::First { -1.0 } else { 1.0 }
    }

    fn heuristic_move(&self, rng: &mut Stream) -> u8 {
        1 + (rng.next_u32() % self.left.min(3) as u32) as u8
    }
}

fn nim(left: u8, turn: Side) -> Nim {
    Nim { left, turn }
}

fn options() -> Options {
    Options {
        ripe: 5,
        ..Options::default()
    }
}

/// A search of so many walks that nobody stops.
fn searched<P: Position>(
    worlds: &(impl Fn(&mut Stream) -> P + Sync),
    range: std::ops::RangeInclusive<f64>,
    options: &Options,
    iterations: u64,
    seed: u64,
) -> SearchResult {
    let budget = Budget::Iterations(iterations);
    search(worlds, range, options, budget, seed, &Watch::default())
}

fn solved(position: &Nim, range: std::ops::RangeInclusive<f64>) -> f64 {
    solve(position, range, &Watch::default()).unwrap()
}

#[test]
fn the_solver_knows_nim() {
    for left in 1..16 {
        let first = solved(&nim(left, Side::First), -1.0..=1.0);
        assert_eq!(first, if left % 4 == 0 { -1.0 } else { 1.0 }, "{left}");
        assert_eq!(solved(&nim(left, Side::Second), -1.0..=1.0), -first);
    }
    // Exact within the range, and its bound beyond.
    assert_eq!(solved(&nim(5, Side::First), -1.0..=0.5), 0.5);
}

#[test]
fn the_search_finds_the_move_that_wins_for_either_side() {
    for left in [5, 6, 7, 9, 10, 11] {
        for turn in [Side::First, Side::Second] {
            let found = searched(&|_| nim(left, turn), -1.0..=1.0, &options(), 4000, 1);
            assert_eq!(found.best().unwrap().number, left % 4, "{left} {turn:?}");
            let best = found.best().unwrap();
            let sign = if turn == Side::First { 1.0 } else { -1.0 };
            assert!(best.value * sign > 0.5, "{best:?}");
        }
    }
}

/// A card lies face down: red three times in four. Guess its colour, or look, for a small price, and then guess.
#[derive(Clone)]
struct Guess {
    red: bool,
    looked: bool,
    value: Option<f64>,
}

const LOOK: u8 = 2;

impl Position for Guess {
    fn to_move(&self) -> Option<Side> {
        self.value.is_none().then_some(Side::First)
    }

    fn moves(&self) -> Moves {
        // Having looked, one can only say what one has seen.
        if self.looked {
            Moves::one(self.red as u8)
        } else {
            Moves(0b111)
        }
    }

    fn make(&mut self, number: u8) {
        match number {
            LOOK => self.looked = true,
            guess => {
                let right = (guess == 1) == self.red;
                self.value = Some(right as u8 as f64 - self.looked as u8 as f64 * 0.1);
            }
        }
    }

    fn value(&self) -> f64 {
        self.value.unwrap_or_default()
    }

    fn heuristic_move(&self, _: &mut Stream) -> u8 {
        self.red as u8
    }
}

fn guess(rng: &mut Stream) -> Guess {
    Guess {
        red: !rng.next_u32().is_multiple_of(4),
        looked: false,
        value: None,
    }
}

#[test]
fn what_is_hidden_is_not_used() {
    // A search that peeked would guess right every time and think a guess worth 1; looking is worth 0.9, red 0.75.
    let curious = Options {
        exploration: 2.0,
        ..options()
    };
    let found = searched(&guess, -0.1..=1.0, &curious, 20_000, 3);
    assert_eq!(found.best().unwrap().number, LOOK);
    for weighed in &found.moves {
        let truth = [0.25, 0.75, 0.9][weighed.number as usize];
        let off = (weighed.value - truth).abs();
        assert!(off < 3.0 * weighed.interval + 1e-9, "{weighed:?}");
    }
}

#[test]
fn moves_that_are_not_seen_do_not_part_ways() {
    // The second player hides a coin in one of two hands; the first says where it is. Nobody can know.
    #[derive(Clone)]
    struct Coin {
        hidden: Option<u8>,
        said: Option<u8>,
    }
    impl Position for Coin {
        fn to_move(&self) -> Option<Side> {
            match (self.hidden, self.said) {
                (_, Some(_)) => None,
                (None, _) => Some(Side::Second),
                _ => Some(Side::First),
            }
        }
        fn moves(&self) -> Moves {
            Moves(0b11)
        }
        fn make(&mut self, number: u8) {
            match self.hidden {
                None => self.hidden = Some(number),
                Some(_) => self.said = Some(number),
            }
        }
        fn value(&self) -> f64 {
            (self.hidden == self.said) as u8 as f64
        }
        fn heuristic_move(&self, rng: &mut Stream) -> u8 {
            (rng.next_u32() % 2) as u8
        }
        fn is_hidden(&self) -> bool {
            self.hidden.is_none()
        }
    }
    let found = searched(
        &|_| Coin {
            hidden: None,
            said: None,
        },
        0.0..=1.0,
        &options(),
        4000,
        5,
    );
    for weighed in &found.moves {
        assert!((weighed.value - 0.5).abs() < 0.1, "{weighed:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_answer_with_any_number_of_trees() {
    for trees in [1, 3] {
        let options = Options { trees, ..options() };
        let once = searched(&guess, -0.1..=1.0, &options, 3000, 11);
        assert_eq!(once, searched(&guess, -0.1..=1.0, &options, 3000, 11));
        assert_ne!(once, searched(&guess, -0.1..=1.0, &options, 3000, 12));
        // Up to three moves at the root, and no world is left half tried.
        let least = 3000 - 2 * trees as u64;
        assert!((least..=3000).contains(&once.iterations), "{once:?}");
    }
}

/// What a bet brings is nearly all luck: the world's, and that of how the game goes on. Move 1 is a little better.
#[derive(Clone)]
struct Bet {
    luck: f64,
    placed: Option<u8>,
    drawn: Option<u8>,
}

impl Position for Bet {
    fn to_move(&self) -> Option<Side> {
        match (self.placed, self.drawn) {
            (None, _) => Some(Side::Second),
            (_, None) => Some(Side::First),
            _ => None,
        }
    }

    fn moves(&self) -> Moves {
        Moves(0b11)
    }

    fn make(&mut self, number: u8) {
        match self.placed {
            None => self.placed = Some(number),
            Some(_) => self.drawn = Some(number),
        }
    }

    fn value(&self) -> f64 {
        let drawn = self.drawn.unwrap_or_default() as f64;
        0.5 * self.luck + 0.4 * drawn - 0.01 * (self.placed == Some(1)) as u8 as f64
    }

    fn heuristic_move(&self, rng: &mut Stream) -> u8 {
        (rng.next_u32() % 2) as u8
    }
}

#[test]
fn moves_are_compared_in_the_same_worlds_with_the_same_luck() {
    let worlds = |rng: &mut Stream| Bet {
        luck: rng.next_u32() as f64 / u32::MAX as f64,
        placed: None,
        drawn: None,
    };
    // Flat, so that luck does not part ways. Twenty worlds each would tell means apart that differ by 0.2, not by 0.01.
    let flat = Options {
        depth: 1,
        ..options()
    };
    for seed in 0..100 {
        let found = searched(&worlds, -0.1..=1.0, &flat, 40, seed);
        assert_eq!(found.best().unwrap().number, 1, "{found:?}");
    }
}

#[test]
fn a_move_that_is_clearly_behind_leaves_the_race() {
    let found = searched(&guess, -0.1..=1.0, &options(), 3000, 1);
    let visits = |number: u8| {
        let of = found.moves.iter().find(|weighed| weighed.number == number);
        of.unwrap().visits
    };
    assert_eq!(visits(0) + visits(1) + visits(LOOK), found.iterations);
    assert_eq!(visits(LOOK), found.worlds);
    assert!(visits(0) < 100 && visits(0) <= visits(1), "{found:?}");
}

#[test]
fn a_search_by_the_clock_ends_and_has_an_answer() {
    let asked = AtomicU64::new(0);
    let third_time = || asked.fetch_add(1, Relaxed) == 2;
    let budget = Budget::Until(&third_time);
    let found = search(&guess, -0.1..=1.0, &options(), budget, 1, &Watch::default());
    assert_eq!(found.worlds, 3 * WORLDS_A_TIME);
    assert!(found.best().is_some() && !found.stopped);
    let past = Budget::Until(&|| true);
    let found = search(&guess, -0.1..=1.0, &options(), past, 1, &Watch::default());
    assert_eq!(found.worlds, WORLDS_A_TIME);
}

#[test]
fn a_stopped_search_comes_back_with_what_it_has() {
    for trees in [1, 3] {
        let options = Options { trees, ..options() };
        let watch = Watch::default();
        let drawn = AtomicU64::new(0);
        let worlds = |rng: &mut Stream| {
            if drawn.fetch_add(1, Relaxed) == 10 {
                watch.stop();
            }
            guess(rng)
        };
        let endless = Budget::Iterations(u64::MAX);
        let found = search(&worlds, -0.1..=1.0, &options, endless, 1, &watch);
        assert!(found.stopped && found.best().is_some());
        // No tree begins another world, and each world was looked at.
        assert!(found.worlds <= 10 + trees as u64, "{found:?}");
        assert!(watch.looks() >= found.worlds);
        let nothing = search(&guess, -0.1..=1.0, &options, endless, 1, &watch);
        assert!(nothing.stopped && nothing.moves.is_empty() && nothing.worlds == 0);
    }
}

#[test]
fn solving_a_large_position_can_be_stopped() {
    /// Fifty moves to the left or to the right, and nothing to be cut off: it would take for ever.
    #[derive(Clone)]
    struct Endless<'a> {
        left: u8,
        made: &'a AtomicU64,
        watch: &'a Watch,
    }
    impl Position for Endless<'_> {
        fn to_move(&self) -> Option<Side> {
            (self.left > 0).then_some(Side::First)
        }
        fn moves(&self) -> Moves {
            Moves(0b11)
        }
        fn make(&mut self, _: u8) {
            self.left -= 1;
            if self.made.fetch_add(1, Relaxed) == 10_000 {
                self.watch.stop();
            }
        }
        fn value(&self) -> f64 {
            0.0
        }
        fn heuristic_move(&self, _: &mut Stream) -> u8 {
            0
        }
        fn is_endgame(&self) -> bool {
            true
        }
    }
    let (made, watch) = (AtomicU64::new(0), Watch::default());
    let endless = Endless {
        left: 50,
        made: &made,
        watch: &watch,
    };
    assert_eq!(solve(&endless, -1.0..=1.0, &watch), Err(Stopped));
    // A thousand positions, and the ends that they lead to.
    assert!(made.load(Relaxed) <= 10_000 + 3_000);
    // The same within a search: the first world is not even finished.
    let (made, watch) = (AtomicU64::new(0), Watch::default());
    let budget = Budget::Iterations(100);
    let worlds = |_: &mut Stream| Endless {
        left: 50,
        made: &made,
        watch: &watch,
    };
    let found = search(&worlds, -1.0..=1.0, &options(), budget, 1, &watch);
    assert!(found.stopped && made.load(Relaxed) <= 10_000 + 3_000);
}
