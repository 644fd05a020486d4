//! What one seat has seen, and nothing else: its hand, trumps, and the tricks so far. A view that was read is one that
//! can have happened as far as the seat can tell; what that leaves open is in [`crate::Worlds`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Domino, DominoError, Dominoes, Hand, Rules, Seat, Suit, Trump, TrumpError};

/// What one seat has seen.
///
/// ```
/// use texas42::View;
/// let view = View::from_json(r#"{"seat": "S", "hand": ["6-6", "6-5", "6-3", "5-5", "4-4"], "trump": "6",
///     "tricks": [[["S", "6-4"], ["W", "6-0"], ["N", "5-0"], ["E", "6-1"]], [["S", "3-3"], ["W", "3-1"]]]}"#)?;
/// assert_eq!(view.voids().len(), 1);
/// assert_eq!(view.voids()[0].to_string(), "North did not follow trumps in trick 1");
/// # Ok::<(), texas42::ViewError>(())
/// ```
#[derive(Clone, Debug)]
pub struct View {
    seat: Seat,
    hand: Dominoes,
    rules: Rules,
    trump: Option<Trump>,
    /// What each seat has played.
    played: [Dominoes; 4],
    voids: Vec<Void>,
}

/// A seat that did not follow a suit has none of it left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Void {
    /// The seat.
    pub seat: Seat,
    /// The suit that was led.
    pub suit: Suit,
    /// The trick in which it was seen first, from 1.
    pub trick: usize,
}

impl fmt::Display for Void {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Void { seat, suit, trick } = self;
        write!(f, "{seat} did not follow {} in trick {trick}", suit.name())
    }
}

/// Why a text is no view, or one that cannot have happened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The text is no JSON of the right form.
    #[error("this is no view: {0}")]
    Json(String),
    /// A seat that is none.
    #[error("there is no seat '{0}': write N, E, S or W")]
    Seat(String),
    /// A domino that is none.
    #[error(transparent)]
    Domino(#[from] DominoError),
    /// A trump that is none.
    #[error(transparent)]
    Trump(#[from] TrumpError),
    /// Tricks without trumps.
    #[error("the view has tricks, but does not say what is trumps: add \"trump\"")]
    NoTrump,
    /// A domino in two places.
    #[error("{0} is there twice")]
    Twice(Domino),
    /// A hand that is too large or too small for the tricks.
    #[error(
        "{seat} holds {held} and has played {played}: that makes {}, not 7",
        held + played
    )]
    Size {
        /// The seat.
        seat: Seat,
        /// How many dominoes it holds.
        held: usize,
        /// How many it has played.
        played: usize,
    },
    /// Too many tricks, or an unfinished one before the last, or one with too many dominoes.
    #[error(
        "trick {trick} has {dominoes} dominoes: only the last trick may have fewer than 4, and there are 7 tricks"
    )]
    Trick {
        /// The trick, from 1.
        trick: usize,
        /// How many dominoes it has.
        dominoes: usize,
    },
    /// Someone plays out of turn.
    #[error("in trick {trick} it was {turn}'s turn, not {seat}'s")]
    Turn {
        /// The trick, from 1.
        trick: usize,
        /// Whose turn it was.
        turn: Seat,
        /// Who played.
        seat: Seat,
    },
    /// A domino of a suit that its player did not follow before.
    #[error("{void}, but plays {domino} in trick {trick}")]
    Revoke {
        /// The fact.
        void: Void,
        /// What is played all the same.
        domino: Domino,
        /// The trick, from 1.
        trick: usize,
    },
    /// The seat itself could have followed.
    #[error("{void}, but held {domino}")]
    Held {
        /// What it did.
        void: Void,
        /// What it held.
        domino: Domino,
    },
}

/// The text of a view.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with seat and hand")]
struct WrittenView {
    seat: String,
    hand: Vec<String>,
    trump: Option<String>,
    #[serde(default)]
    tricks: Vec<Vec<(String, String)>>,
}

impl View {
    /// The view of a seat that has been dealt a hand, and seen nothing else.
    pub fn opening(seat: Seat, hand: Hand) -> View {
        View {
            seat,
            hand: hand.dominoes(),
            rules: Rules::new(Trump::None),
            trump: None,
            played: [Dominoes::NONE; 4],
            voids: Vec::new(),
        }
    }

    /// Reads a view.
    ///
    /// # Errors
    /// A text that is no view, or a view that cannot have happened.
    pub fn from_json(text: &str) -> Result<View, ViewError> {
        let written: WrittenView =
            serde_json::from_str(text).map_err(|error| ViewError::Json(error.to_string()))?;
        let trump = written.trump.as_deref().map(str::parse).transpose()?;
        if trump.is_none() && !written.tricks.is_empty() {
            return Err(ViewError::NoTrump);
        }
        let mut view = View {
            seat: seat_of(&written.seat)?,
            hand: Dominoes::NONE,
            rules: Rules::new(trump.unwrap_or(Trump::None)),
            trump,
            played: [Dominoes::NONE; 4],
            voids: Vec::new(),
        };
        for text in &written.hand {
            let domino: Domino = text.parse()?;
            if view.hand.has(domino) {
                return Err(ViewError::Twice(domino));
            }
            view.hand = view.hand | domino.alone();
        }
        let mut leader = None;
        for (i, trick) in written.tricks.iter().enumerate() {
            let unfinished = trick.len() < 4 && i + 1 < written.tricks.len();
            if trick.is_empty() || trick.len() > 4 || unfinished || i >= Hand::SIZE {
                return Err(ViewError::Trick {
                    trick: i + 1,
                    dominoes: trick.len(),
                });
            }
            leader = Some(view.play(i + 1, leader, trick)?);
        }
        view.check_own_play(&written)?;
        Ok(view)
    }

    /// Adds a trick, and says who leads to the next.
    fn play(
        &mut self,
        trick: usize,
        leader: Option<Seat>,
        plays: &[(String, String)],
    ) -> Result<Seat, ViewError> {
        let leader = leader.map_or_else(|| seat_of(&plays[0].0), Ok)?;
        let mut best: Option<(Seat, Domino)> = None;
        let mut led = None;
        for (i, (seat, domino)) in plays.iter().enumerate() {
            let (seat, domino) = (seat_of(seat)?, domino.parse()?);
            let turn = leader.turned(i);
            if seat != turn {
                return Err(ViewError::Turn { trick, turn, seat });
            }
            if self.seen().has(domino) {
                return Err(ViewError::Twice(domino));
            }
            let mut facts = self.voids.iter().filter(|void| void.seat == seat);
            if let Some(&void) = facts.find(|void| self.rules.members(void.suit).has(domino)) {
                return Err(ViewError::Revoke {
                    void,
                    domino,
                    trick,
                });
            }
            let played = &mut self.played[seat as usize];
            *played = *played | domino.alone();
            let led = *led.get_or_insert(self.rules.led_as(domino));
            let known = |void: &&Void| void.seat == seat && void.suit == led;
            if !self.rules.members(led).has(domino) && !self.voids.iter().any(|void| known(&void)) {
                self.voids.push(Void {
                    seat,
                    suit: led,
                    trick,
                });
            }
            if best.is_none_or(|(_, best)| self.rules.beats(domino, best, led)) {
                best = Some((seat, domino));
            }
        }
        Ok(best.map_or(leader, |(seat, _)| seat))
    }

    /// The seat's own hand must fit its play: seven dominoes in all, and suit followed where it could be.
    fn check_own_play(&self, written: &WrittenView) -> Result<(), ViewError> {
        let (held, played) = (self.hand.len(), self.played[self.seat as usize].len());
        if held + played != Hand::SIZE {
            return Err(ViewError::Size {
                seat: self.seat,
                held,
                played,
            });
        }
        // From the last play back, the hand as it was then.
        for void in self.voids.iter().filter(|void| void.seat == self.seat) {
            let later = written.tricks[void.trick..].iter().flatten();
            let own = later.filter(|(seat, _)| seat_of(seat) == Ok(self.seat));
            let then = own.filter_map(|(_, domino)| domino.parse::<Domino>().ok());
            let then: Dominoes = then.collect();
            let could = (self.hand | then) & self.rules.members(void.suit);
            if let Some(domino) = could.first() {
                return Err(ViewError::Held {
                    void: *void,
                    domino,
                });
            }
        }
        Ok(())
    }

    /// The seat whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What it holds.
    pub fn hand(&self) -> Dominoes {
        self.hand
    }

    /// What is trumps, if that is known yet.
    pub fn trump(&self) -> Option<Trump> {
        self.trump
    }

    /// The rules of the game; with no trumps as long as they are not known.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Its hand, and all that was played.
    pub fn seen(&self) -> Dominoes {
        let played = self.played.iter();
        played.fold(self.hand, |seen, &played| seen | played)
    }

    /// How many dominoes a seat still holds.
    pub fn holds(&self, seat: Seat) -> usize {
        Hand::SIZE.saturating_sub(self.played[seat as usize].len())
    }

    /// Who did not follow what, in the order in which it was seen.
    pub fn voids(&self) -> &[Void] {
        &self.voids
    }
}

fn seat_of(text: &str) -> Result<Seat, ViewError> {
    let unknown = |_| ViewError::Seat(text.chars().take(40).collect());
    text.parse().map_err(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        View::from_json(text).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_have_happened_is_said() {
        assert!(error("{").starts_with("this is no view: "));
        assert!(error(r#"{"seat":"S","hand":[],"tricsk":[]}"#).contains("tricsk"));
        assert_eq!(
            error(r#"{"seat":"X","hand":[]}"#),
            "there is no seat 'X': write N, E, S or W"
        );
        assert_eq!(
            error(r#"{"seat":"S","hand":["6-4","4-6"]}"#),
            "6-4 is there twice"
        );
        assert_eq!(
            error(r#"{"seat":"S","hand":["6-4"]}"#),
            "South holds 1 and has played 0: that makes 1, not 7"
        );
        let hand = r#""seat":"S","hand":["6-5","5-5","4-4","3-3","2-2","1-1"]"#;
        let with = |tricks: &str| error(&format!("{{{hand},\"trump\":\"6\",\"tricks\":{tricks}}}"));
        assert!(error(&format!("{{{hand},\"tricks\":[[[\"S\",\"6-6\"]]]}}")).contains("trumps"));
        assert_eq!(
            with(r#"[[["S","6-6"],["N","6-0"]]]"#),
            "in trick 1 it was West's turn, not North's"
        );
        assert_eq!(with(r#"[[["S","6-6"],["W","6-5"]]]"#), "6-5 is there twice");
        assert_eq!(
            with(r#"[[["S","6-6"]],[["W","6-1"]]]"#),
            "trick 1 has 1 dominoes: only the last trick may have fewer than 4, and there are 7 tricks"
        );
        // A trump was led, and South had one.
        assert_eq!(
            with(r#"[[["E","6-6"],["S","1-0"]]]"#),
            "South did not follow trumps in trick 1, but held 6-5"
        );
        assert_eq!(
            with(
                r#"[[["S","6-6"],["W","5-0"],["N","6-0"],["E","6-1"]],[["S","2-0"],["W","6-2"]]]"#
            ),
            "West did not follow trumps in trick 1, but plays 6-2 in trick 2"
        );
    }

    #[test]
    fn the_winner_leads_and_voids_count_once() {
        let view = View::from_json(
            r#"{"seat":"N","hand":["5-4","5-3","4-3","4-2","3-2"],"trump":"6","tricks":[
                [["S","5-5"],["W","6-0"],["N","5-0"],["E","5-1"]],
                [["W","6-6"],["N","1-0"],["E","0-0"],["S","6-1"]],
                [["W","6-4"]]]}"#,
        )
        .unwrap();
        let facts: Vec<String> = view.voids().iter().map(Void::to_string).collect();
        assert_eq!(
            facts,
            [
                "West did not follow fives in trick 1",
                "North did not follow trumps in trick 2",
                "East did not follow trumps in trick 2"
            ]
        );
        assert_eq!(Seat::ALL.map(|seat| view.holds(seat)), [5, 5, 5, 4]);
    }
}
