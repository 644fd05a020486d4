//! Boards as the crate deals them, with what it says that it drew for each: what the checker is given.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use bridge::{Seat, Suit};
use plan::{Finder, Watch};
use profile::{Combination, LoadedProfile, ProfileStrategy, Settings};
use serde_json::Value;

use super::checker::{Drawn, Hand, Mistake, fault, hands};
use super::generator::{Numbers, document};
use super::shares;

/// How many documents are generated.
pub const GENERATED: usize = 200;
/// One with more combinations than this is passed over: it would only take longer.
const MOST_COMBINATIONS: usize = 1_000;

/// A board, and what the dealer says of it.
pub struct Board {
    pub drawn: Drawn,
    pub turned: bool,
    pub dealer: &'static str,
    pub hands: [Hand; 4],
    pub tries: u64,
}

/// A document, how it was read, and its first boards.
pub struct Dealt {
    pub name: String,
    pub document: Value,
    pub loaded: LoadedProfile,
    pub boards: Vec<Board>,
}

impl Dealt {
    /// A document with so many boards.
    pub fn new(document: Value, boards: u64) -> Dealt {
        let name = document["profile_name"].as_str().unwrap().to_string();
        let reading = profile::read_document(document.clone());
        assert_eq!(
            reading.errors().count(),
            0,
            "{name}: {:?}",
            reading.problems
        );
        let loaded = LoadedProfile::new(reading, &Watch::default()).unwrap();
        let mut dealt = Dealt {
            name,
            document,
            loaded,
            boards: Vec::new(),
        };
        dealt.boards = dealt.deal(boards);
        dealt
    }

    /// Its first boards; none if it cannot be dealt.
    pub fn deal(&self, boards: u64) -> Vec<Board> {
        let combinations = self.loaded.combinations.all();
        if !combinations.iter().any(Combination::is_dealable) {
            return Vec::new();
        }
        let (strategy, settings) = (ProfileStrategy::default(), Settings::default());
        let source = self
            .loaded
            .source(strategy, &settings, self.rotates(), false);
        let mut finder = source.finder();
        // A seed for each, so that boards of different profiles have nothing to do with each other.
        let seed = self.name.bytes().fold(0, |seed: u64, byte| {
            seed.wrapping_mul(257) + u64::from(byte)
        });
        let board = |number| {
            let found = finder
                .find(seed.into(), number, u64::MAX, &Watch::default())
                .unwrap();
            let drawn = found.about.drawn.unwrap();
            Board {
                drawn: drawn_for(&combinations[drawn.combination]),
                turned: drawn.turned,
                dealer: match drawn.dealer(&self.loaded.profile) {
                    Seat::North => "N",
                    Seat::East => "E",
                    Seat::South => "S",
                    Seat::West => "W",
                },
                hands: hands(&found.deal.unwrap().to_string()),
                tries: found.tries,
            }
        };
        (1..=boards).map(board).collect()
    }

    /// Whether its boards are turned: unless it says no.
    pub fn rotates(&self) -> bool {
        self.document["rotate_deals_by_default"] != false
    }

    /// The combinations of the crate, by what is drawn for them.
    pub fn combinations(&self) -> BTreeMap<Drawn, &Combination> {
        let all = self.loaded.combinations.all().iter();
        all.map(|one| (drawn_for(one), one)).collect()
    }

    /// What is wrong with a board.
    pub fn fault(&self, board: &Board, mistake: Option<Mistake>) -> Option<String> {
        let Board {
            drawn,
            turned,
            dealer,
            hands,
            ..
        } = board;
        fault(&self.document, drawn, *turned, dealer, hands, mistake)
    }
}

/// What a combination of the crate is said to have drawn.
fn drawn_for(combination: &Combination) -> Drawn {
    let place = |suit: &Suit| match suit {
        Suit::Spades => 0,
        Suit::Hearts => 1,
        Suit::Diamonds => 2,
        Suit::Clubs => 3,
    };
    let suits = combination.suits.each_ref();
    Drawn {
        subprofiles: combination.subprofiles,
        suits: suits.map(|suits| suits.iter().map(place).collect()),
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the repository.
pub fn file(path: &str) -> Value {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Whether most deals will do: of those at random, for draws at random, more than a third.
fn is_trivial(document: &Value) -> bool {
    let draws: Vec<Drawn> = shares::choices(document, None)
        .into_iter()
        .flat_map(|choice| choice.draws)
        .collect();
    let numbers = &mut Numbers::new(0);
    let dealer = document["dealer"].as_str().unwrap();
    let fits = |_: &usize| {
        let drawn = &draws[numbers.below(draws.len())];
        fault(document, drawn, false, dealer, &numbers.deal(), None).is_none()
    };
    (0..150).filter(fits).count() > 50
}

/// The generated profiles, with forty boards each. What cannot be dealt, or asks for next to nothing, is generated again.
pub static GENERATED_PROFILES: LazyLock<Vec<Dealt>> = LazyLock::new(|| {
    let documents = (1..).map(document).filter(|document| {
        let choices = shares::choices(document, None);
        let combinations: usize = choices.iter().map(|choice| choice.draws.len()).sum();
        (1..=MOST_COMBINATIONS).contains(&combinations) && !is_trivial(document)
    });
    let dealt = documents.map(|document| Dealt::new(document, 40));
    dealt
        .filter(|dealt| !dealt.boards.is_empty())
        .take(GENERATED)
        .collect()
});

/// The profiles among the examples, with forty boards each.
pub static EXAMPLES: LazyLock<Vec<Dealt>> = LazyLock::new(|| {
    let folder = std::fs::read_dir(root().join("examples/profiles")).unwrap();
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    paths.sort();
    let read =
        |path: &PathBuf| serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    paths
        .iter()
        .map(|path| Dealt::new(read(path), 40))
        .collect()
});

/// Both.
pub fn all() -> impl Iterator<Item = &'static Dealt> {
    EXAMPLES.iter().chain(GENERATED_PROFILES.iter())
}
