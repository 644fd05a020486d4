//! What people look for and the language has no word for: how it is written with the words there are.

use crate::word::{self, Word};

/// Something that people look for, and how it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Idea {
    /// What it is.
    pub means: &'static str,
    /// How it is written.
    pub written: &'static str,
    /// What people type who look for it, in lower case and without spaces.
    sought: &'static [&'static str],
    /// The words that say it.
    words: &'static [&'static str],
}

const IDEAS: [Idea; 13] = [
    Idea {
        means: "a balanced hand",
        written: "shape(north, any 4333 + any 4432 + any 5332)",
        sought: &["balanced", "notrumpshape", "flat"],
        words: &["shape"],
    },
    Idea {
        means: "an opening of one notrump",
        written: "shape(north, any 4333 + any 4432 + any 5332) and hcp(north) >= 15 and hcp(north) <= 17",
        sought: &["1nt", "1n", "onenotrump", "notrumpopening", "strongnotrump"],
        words: &["shape", "hcp"],
    },
    Idea {
        means: "a weak two in spades",
        written: "spades(north) == 6 and hcp(north) >= 6 and hcp(north) <= 10",
        sought: &["weaktwo", "weak2", "2s", "preempt"],
        words: &["spades", "hcp"],
    },
    Idea {
        means: "a strong opening of two clubs",
        written: "hcp(north) >= 22",
        sought: &["2c", "strongtwo", "gameforce"],
        words: &["hcp"],
    },
    Idea {
        means: "an opening hand with a five-card major",
        written: "hcp(north) >= 12 and (spades(north) >= 5 or hearts(north) >= 5)",
        sought: &[
            "opening",
            "opener",
            "fivecardmajor",
            "5cardmajor",
            "major",
            "1s",
            "1h",
        ],
        words: &["hcp", "spades", "hearts"],
    },
    Idea {
        means: "a fit of eight cards",
        written: "spades(north) + spades(south) >= 8",
        sought: &["fit", "support", "44fit"],
        words: &["spades"],
    },
    Idea {
        means: "a two-suiter, five cards or more in both",
        written: "shape(north, any 55xx + any 65xx + any 66xx + any 75xx)",
        sought: &["twosuiter", "twosuited", "55", "michaels"],
        words: &["shape"],
    },
    Idea {
        means: "a void, or a singleton",
        written: "shape(north, any 0xxx + any 1xxx)",
        sought: &["void", "singleton", "shortness", "splinter"],
        words: &["shape"],
    },
    Idea {
        means: "the points for a game",
        written: "hcp(north) + hcp(south) >= 25",
        sought: &["game", "3nt"],
        words: &["hcp"],
    },
    Idea {
        means: "the points for a slam, and twelve tricks double dummy",
        written: "hcp(north) + hcp(south) >= 33 and tricks(south, notrump) >= 12",
        sought: &["slam", "6nt"],
        words: &["hcp", "tricks"],
    },
    Idea {
        means: "a stopper in spades",
        written: "hascard(north, AS) or (hascard(north, KS) and spades(north) >= 2) or (hascard(north, QS) and spades(north) >= 3)",
        sought: &["stopper", "stop"],
        words: &["hascard", "spades"],
    },
    Idea {
        means: "three deals of ten, at random",
        written: "rnd(100) < 30",
        sought: &["percent", "chance", "random", "coin"],
        words: &["rnd"],
    },
    Idea {
        means: "a hand type that leveling gives its share",
        written: "HandType_Weak = hcp(north) < 10",
        sought: &["handtype", "level", "leveling", "types"],
        words: &["="],
    },
];

impl Idea {
    /// Those that someone may be looking for who types this.
    pub(crate) fn about(text: &str) -> Vec<&'static Idea> {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        let text: String = letters.flat_map(char::to_lowercase).collect();
        let is_sought = |sought: &&str| {
            *sought == text
                || text.len() >= 3 && (sought.starts_with(&text) || text.contains(sought))
        };
        let mut found: Vec<&Idea> = Vec::new();
        for idea in &IDEAS {
            if idea.sought.iter().any(is_sought) {
                found.push(idea);
            }
        }
        found
    }

    /// The words that say it.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static Word> {
        self.words.iter().filter_map(|name| word::find(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompileOptions, Input, Settings, lint, load};

    #[test]
    fn what_is_shown_can_be_written() {
        for idea in IDEAS {
            let input = Input::from_text("idea", idea.written).unwrap();
            let options = CompileOptions {
                double_dummy: true,
                ..CompileOptions::default()
            };
            let loaded = load(&input, &Settings::default(), &options);
            assert_eq!(loaded.diagnostics, [], "{}", idea.written);
            assert_eq!(lint(&loaded.script), [], "{}", idea.written);
        }
    }

    #[test]
    fn people_find_what_they_look_for() {
        for (text, means) in [
            ("balanced", "a balanced hand"),
            ("1nt", "an opening of one notrump"),
            ("1 NT", "an opening of one notrump"),
            ("Weak Two", "a weak two in spades"),
            ("4-4 fit", "a fit of eight cards"),
            ("weak 2", "a weak two in spades"),
        ] {
            let found = Idea::about(text);
            assert!(found.iter().any(|idea| idea.means == means), "{text}");
        }
        assert!(Idea::about("xyzzy").is_empty());
        assert!(Idea::about("").is_empty());
    }
}
