//! What can be asked of what a file says of a board: its auction, by a pattern of calls, its contract and its result.
//!
//! Patterns are texts of a small language of their own, read once and asked of any number of boards. Nothing here knows where
//! a pattern stands; a file that says nothing of a board answers no pattern.

use std::fmt;

use answer::Explained;

use crate::auction::{Auction, call};
use crate::score::{Contract, Doubling, Strain};
use crate::{FinalContract, Record, Seat};

/// A question about what a file says of a board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Told {
    /// Whether the auction is like this: 1 or 0.
    Auction {
        /// Who makes the first call of the pattern, if that matters.
        first: Option<Seat>,
        /// The calls.
        pattern: AuctionPattern,
    },
    /// Whether the contract is like this: 1 or 0.
    Contract {
        /// Who plays it, if that matters.
        declarer: Option<Seat>,
        /// The contracts.
        pattern: ContractPattern,
    },
    /// How many tricks declarer took; -1 where the file does not say.
    Result,
}

impl Told {
    /// The answer for a board.
    ///
    /// ```
    /// use bridge::{AuctionPattern, Format, Told};
    /// let pbn = b"[Deal \"N:AKQJT98765432... - - -\"]\n[Auction \"N\"]\nPass Pass 1NT Pass\n2C Pass 2H AP\n";
    /// let board = &Format::Pbn.read(pbn).boards[0];
    /// let asked = |text| Told::Auction { first: None, pattern: AuctionPattern::new(text).unwrap() };
    /// assert_eq!(asked("1N -P- 2C").answer(board.record.as_deref()), 1);
    /// assert_eq!(asked("1N 2C 2H/2S").answer(board.record.as_deref()), 1);
    /// assert_eq!(asked("1N (X)").answer(board.record.as_deref()), 0);
    /// ```
    pub fn answer(&self, record: Option<&Record>) -> i64 {
        match self {
            Told::Auction { first, pattern } => {
                let auction = record.and_then(Record::auction);
                let fits = auction.is_some_and(|auction| pattern.fits(&auction, *first));
                i64::from(fits)
            }
            Told::Contract { declarer, pattern } => {
                let played = record.and_then(Record::final_contract);
                let fits = played.is_some_and(|played| pattern.fits(played, *declarer));
                i64::from(fits)
            }
            Told::Result => {
                let tricks = record.and_then(Record::tricks_taken);
                tricks.map_or(-1, i64::from)
            }
        }
    }

    /// Its highest and lowest answer.
    pub fn range(&self) -> [i64; 2] {
        match self {
            Told::Auction { .. } | Told::Contract { .. } => [0, 1],
            Told::Result => [-1, 13],
        }
    }
}

/// A text that is no pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PatternError(String);

impl Explained for PatternError {
    fn code(&self) -> &'static str {
        "pattern"
    }
}

/// Longer patterns than any auction are refused.
const MOST_STEPS: usize = 64;

/// A pattern of calls, as they come one after the other.
///
/// Calls have spaces between: `1N`, `2C`, `P`, `X`, `XX`. Those of the other side stand between dashes or in parentheses: `-P-`,
/// `(1S)`. A side that is left out between two calls of the other passes. `?` is any one call, `*` any number of them, `1H/1S`
/// one of some, and `AP` at the end says that all pass. The first call is the opening bid, whoever passed before it; a pattern
/// that begins with `P` or `*` begins with the dealer. What follows the last call is not asked about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AuctionPattern {
    text: String,
    steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Step {
    /// One call: of the side that has no marks or of the other, one of these or, if there are none, any.
    Call { marked: bool, calls: Vec<String> },
    /// Any number of calls.
    Any,
    /// Passes to the end.
    AllPass,
}

impl AuctionPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// The first thing in it that is no call.
    pub fn new(text: &str) -> Result<AuctionPattern, PatternError> {
        let mut steps: Vec<Step> = Vec::new();
        for word in text.split_whitespace() {
            if let Some(Step::AllPass) = steps.last() {
                return Err(PatternError("after AP nobody calls any more".to_owned()));
            }
            if steps.len() >= MOST_STEPS {
                return Err(PatternError(format!(
                    "a pattern has at most {MOST_STEPS} calls"
                )));
            }
            let step = step(word)?;
            // Whoever is not mentioned passes.
            if let (Some(Step::Call { marked: before, .. }), Step::Call { marked, .. }) =
                (steps.last(), &step)
                && before == marked
            {
                let calls = vec!["Pass".to_owned()];
                let marked = !marked;
                steps.push(Step::Call { marked, calls });
            }
            steps.push(step);
        }
        match steps.first() {
            None => Err(PatternError("the pattern has no call".to_owned())),
            Some(_) => Ok(AuctionPattern {
                text: text.to_owned(),
                steps,
            }),
        }
    }

    /// Whether an auction is like this; and whether this seat makes the first call of the pattern, if one is named.
    pub fn fits(&self, auction: &Auction, first: Option<Seat>) -> bool {
        let calls = &auction.calls;
        let starts_at_once = match &self.steps[0] {
            Step::Call { calls, .. } => calls.iter().any(|call| call == "Pass"),
            Step::Any | Step::AllPass => true,
        };
        let start = if starts_at_once {
            0
        } else {
            let opening = calls.iter().position(|call| call.call != "Pass");
            opening.unwrap_or(calls.len())
        };
        if first.is_some_and(|seat| auction.starter.turned(start) != seat) {
            return false;
        }
        // Which side has no marks: that of the first call, unless the pattern leaves it open.
        match self.steps[0] {
            Step::Call { marked, .. } => self.fits_from(auction, start, marked),
            Step::Any | Step::AllPass => {
                self.fits_from(auction, start, false) || self.fits_from(auction, start, true)
            }
        }
    }

    /// Whether the calls from some place on fit, the first of them being of the side with marks or of the other. Every step is
    /// tried at every place at most once.
    fn fits_from(&self, auction: &Auction, start: usize, first_marked: bool) -> bool {
        let calls = &auction.calls;
        // The places that can be reached before the next step.
        let mut reached = vec![false; calls.len() + 1];
        reached[start] = true;
        for step in &self.steps {
            let mut next = vec![false; calls.len() + 1];
            match step {
                Step::Call {
                    marked,
                    calls: known,
                } => {
                    for (place, call) in calls.iter().enumerate().filter(|(i, _)| reached[*i]) {
                        let its_side = (place - start) % 2 == usize::from(*marked != first_marked);
                        let is_it = known.is_empty() || known.contains(&call.call);
                        next[place + 1] |= its_side && is_it;
                    }
                }
                Step::Any => {
                    let from = reached.iter().position(|&reached| reached);
                    next[from.unwrap_or(calls.len() + 1)..].fill(true);
                }
                Step::AllPass => {
                    let passes = calls.iter().rev();
                    let passes = passes.take_while(|call| call.call == "Pass").count();
                    let ends = auction.is_complete()
                        && reached[calls.len() - passes..].iter().any(|&place| place);
                    next[calls.len()] = ends;
                }
            }
            reached = next;
        }
        reached.contains(&true)
    }
}

/// A word of a pattern.
fn step(word: &str) -> Result<Step, PatternError> {
    let inside = |open: char, close: char| word.strip_prefix(open)?.strip_suffix(close);
    let marked = inside('-', '-').or_else(|| inside('(', ')'));
    let text = marked.unwrap_or(word);
    match text {
        "*" if marked.is_none() => return Ok(Step::Any),
        "AP" if marked.is_none() => return Ok(Step::AllPass),
        _ => {}
    }
    let mut calls = Vec::new();
    if text != "?" {
        for one in text.split('/') {
            let plain = one.chars().all(|letter| letter.is_ascii_alphanumeric());
            let known = call(one).filter(|_| plain);
            calls.push(known.ok_or_else(|| {
                PatternError(format!(
                    "'{word}' is no call: write calls like 1N, P or X, those of the other side like -P- or (1S)"
                ))
            })?);
        }
    }
    Ok(Step::Call {
        marked: marked.is_some(),
        calls,
    })
}

impl fmt::Display for AuctionPattern {
    /// As it was written.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A pattern of contracts: `3N`, `4S/5C`; `?` is any level or any strain, and `pass` a board that was passed out. With `x` or `xx`
/// after it, it was doubled or redoubled; without, either may be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ContractPattern {
    text: String,
    contracts: Vec<OneContract>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum OneContract {
    PassedOut,
    Played {
        level: Option<u8>,
        strain: Option<Strain>,
        doubling: Option<Doubling>,
    },
}

impl ContractPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// The first thing in it that is no contract.
    ///
    /// ```
    /// assert!(bridge::ContractPattern::new("3N/4?/?Sx").is_ok());
    /// assert!(bridge::ContractPattern::new("8N").is_err());
    /// ```
    pub fn new(text: &str) -> Result<ContractPattern, PatternError> {
        let wrong = |one: &str| {
            PatternError(format!(
                "'{one}' is no contract: write a level and a strain like 3N, ? for any of them, or pass"
            ))
        };
        let one = |one: &str| one_contract(one.trim()).ok_or_else(|| wrong(one));
        let contracts = text.split('/').take(MOST_STEPS).map(one);
        Ok(ContractPattern {
            text: text.to_owned(),
            contracts: contracts.collect::<Result<_, _>>()?,
        })
    }

    /// Whether a contract is like this, and played by this seat if one is named.
    pub fn fits(&self, played: FinalContract, by: Option<Seat>) -> bool {
        self.contracts.iter().any(|one| match (one, played) {
            (OneContract::PassedOut, FinalContract::PassedOut) => by.is_none(),
            (
                OneContract::Played {
                    level,
                    strain,
                    doubling,
                },
                FinalContract::Played { contract, declarer },
            ) => {
                by.is_none_or(|by| by == declarer)
                    && level.is_none_or(|level| level == contract.level())
                    && strain.is_none_or(|strain| strain == contract.strain())
                    && doubling.is_none_or(|doubling| doubling == contract.doubling())
            }
            _ => false,
        })
    }
}

fn one_contract(text: &str) -> Option<OneContract> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(OneContract::PassedOut);
    }
    let (level, rest) = text.split_at_checked(1)?;
    let bid = rest.trim_end_matches(['x', 'X']);
    let any_level = level == "?";
    let any_strain = bid == "?";
    // What is open is read as something, and forgotten.
    let level = if any_level { "1" } else { level };
    let bid = if any_strain { "C" } else { bid };
    let contract = Contract::at_the_table(&format!(
        "{level}{bid}{}",
        &rest[rest.trim_end_matches(['x', 'X']).len()..]
    ))
    .ok()?;
    Some(OneContract::Played {
        level: (!any_level).then_some(contract.level()),
        strain: (!any_strain).then_some(contract.strain()),
        doubling: Some(contract.doubling()).filter(|doubling| *doubling != Doubling::Undoubled),
    })
}

impl fmt::Display for ContractPattern {
    /// As it was written.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    fn record(lines: &str) -> Record {
        let pbn = format!("[Deal \"N:AKQJT98765432... - - -\"]\n{lines}\n");
        let boards = Format::Pbn.read(pbn.as_bytes()).boards;
        boards[0].record.as_deref().unwrap().clone()
    }

    fn fits(pattern: &str, first: Option<Seat>, calls: &str) -> bool {
        let record = record(&format!("[Auction \"W\"]\n{calls}"));
        let pattern = AuctionPattern::new(pattern).unwrap();
        Told::Auction { first, pattern }.answer(Some(&record)) == 1
    }

    #[test]
    fn patterns_of_calls() {
        let stayman = "Pass 1NT Pass 2C Pass 2D Pass 3NT AP";
        for (pattern, calls, fit) in [
            ("1N -P- 2C", stayman, true),
            ("1NT (Pass) 2C (P) 2D", stayman, true),
            // Whoever is left out passes.
            ("1N 2C 2D 3N", stayman, true),
            ("1N 2C 2D 3N AP", stayman, true),
            ("1N 2C AP", stayman, false),
            ("1N 2D", stayman, false),
            ("P 1N", stayman, false),
            ("P (1N) P (2C)", stayman, true),
            ("P -1N- -2C-", stayman, true),
            ("1N ? 2D", stayman, true),
            ("1N ? 3N", stayman, false),
            ("1N (?) ?", stayman, true),
            ("1N * 3N", stayman, true),
            ("1N * (3N)", stayman, false),
            ("* 2C * 3N AP", stayman, true),
            ("* (2C) * (3N) AP", stayman, true),
            ("* 2C * (3N)", stayman, false),
            ("1C/1N 2C/2D", stayman, true),
            ("1C/1D", stayman, false),
            ("1S (X)", "1S X 2S AP", true),
            ("(1S) X", "1S X 2S AP", true),
            ("(1S) X (2S) AP", "1S X 2S AP", true),
            ("1S X", "1S X 2S AP", false),
            ("1S -X- XX", "1S D R AP", true),
            ("P AP", "Pass Pass Pass Pass", true),
            ("AP", "Pass Pass Pass Pass", true),
            ("AP", stayman, false),
            ("*", stayman, true),
            // An auction that is not over has not been passed out.
            ("1S AP", "1S Pass Pass *", false),
            ("1S", "1S Pass Pass *", true),
            ("1S", "Pass Pass Pass Pass", false),
        ] {
            assert_eq!(fits(pattern, None, calls), fit, "{pattern} in {calls}");
        }
        assert!(fits("1N 2C", Some(Seat::North), stayman));
        assert!(!fits("1N 2C", Some(Seat::South), stayman));
        assert!(fits("P (1N)", Some(Seat::West), stayman));
    }

    #[test]
    fn what_is_no_pattern() {
        for text in [
            "", "  ", "1N 8C", "1N -P", "1N P-", "AP 1N", "(*)", "1N//2C", "1N?",
        ] {
            assert!(AuctionPattern::new(text).is_err(), "{text}");
        }
        assert!(AuctionPattern::new(&"1C ".repeat(1_000)).is_err());
        for text in ["", "3", "?", "3NN", "3Nxxx", "é", "0N"] {
            assert!(ContractPattern::new(text).is_err(), "{text}");
        }
    }

    #[test]
    fn patterns_of_contracts() {
        let asked = |pattern: &str, declarer, lines: &str| {
            let pattern = ContractPattern::new(pattern).unwrap();
            Told::Contract { declarer, pattern }.answer(Some(&record(lines))) == 1
        };
        let doubled = "[Declarer \"S\"]\n[Contract \"4SX\"]\n[Result \"9\"]";
        for (pattern, fit) in [
            ("4S", true),
            ("4Sx", true),
            ("4Sxx", false),
            ("?S", true),
            ("4?", true),
            ("??x", true),
            ("3N/4S", true),
            ("3N/5S", false),
            ("pass", false),
        ] {
            assert_eq!(asked(pattern, None, doubled), fit, "{pattern}");
        }
        assert!(asked("4S", Some(Seat::South), doubled));
        assert!(!asked("4S", Some(Seat::North), doubled));
        assert!(asked("pass", None, "[Auction \"N\"]\nAP"));
        assert!(asked(
            "1N",
            Some(Seat::East),
            "[Auction \"N\"]\nPass 1NT AP"
        ));
        assert_eq!(Told::Result.answer(Some(&record(doubled))), 9);
        assert_eq!(Told::Result.answer(Some(&record("[Result \"\"]"))), -1);
        assert_eq!(Told::Result.answer(None), -1);
    }
}
