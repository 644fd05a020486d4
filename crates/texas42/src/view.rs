//! What one seat has seen, and nothing else: its hand, the bids, what was called, and the tricks so far. There is no field
//! for a domino that others hold. A view that was read is one that can have happened as far as the seat can tell; what that
//! leaves open is in [`crate::Worlds`].

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value as Json;

use crate::table_state::TableState;
use crate::{
    Bid, BidError, Call, CallError, Domino, DominoError, Dominoes, Hand, HouseRules, Move, Rules,
    Score, Seat, Stage, Suit, Trump,
};

/// What everybody at the table has seen of a hand. Nothing in here can hold a domino that is hidden from anybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The house rules.
    pub house: HouseRules,
    /// The score before this hand.
    pub score: Score,
    /// Who dealt; not known of a view that says nothing of the bidding.
    pub dealer: Option<Seat>,
    /// What was bid, in order.
    pub bids: Vec<(Seat, Bid)>,
    /// What was called, once it was.
    pub call: Option<Call>,
    /// The tricks, the last one possibly unfinished: who played what, in order.
    pub tricks: Vec<Vec<(Seat, Domino)>>,
}

impl Public {
    pub(crate) fn new(house: HouseRules, score: Score, dealer: Seat) -> Public {
        Public {
            house,
            score,
            dealer: Some(dealer),
            bids: Vec::new(),
            call: None,
            tricks: Vec::new(),
        }
    }

    /// The table as it is now; none if the view says nothing of the bidding.
    pub(crate) fn table(&self) -> Option<TableState> {
        let mut table = TableState::new(self.house, self.dealer?);
        for &(_, bid) in &self.bids {
            table.bid(bid);
        }
        if let Some(call) = self.call {
            table.called(call);
            for &(_, domino) in self.tricks.iter().flatten() {
                table.play(domino);
            }
        }
        Some(table)
    }
}

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    seat: Seat,
    hand: Dominoes,
    public: Public,
    /// What each seat has played.
    played: [Dominoes; 4],
    facts: Vec<Fact>,
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

/// What was seen of a seat's hand, besides the dominoes that it played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// It did not follow a suit.
    Void(Void),
    /// In sevens it played this last: it has nothing closer to seven.
    Closest(Seat, Domino),
    /// It said this, and so had doubles enough.
    Doubles(Seat, Bid),
}

impl Fact {
    /// Whose hand.
    pub fn seat(&self) -> Seat {
        match self {
            Fact::Void(void) => void.seat,
            Fact::Closest(seat, _) | Fact::Doubles(seat, _) => *seat,
        }
    }

    /// The dominoes that the seat cannot hold any more.
    pub(crate) fn excludes(&self, rules: &Rules) -> Dominoes {
        match self {
            Fact::Void(void) => rules.members(void.suit),
            Fact::Closest(_, played) => {
                let nearer = |domino: &Domino| domino.from_seven() < played.from_seven();
                Domino::all().filter(nearer).collect()
            }
            Fact::Doubles(..) => Dominoes::NONE,
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fact::Void(void) => void.fmt(f),
            Fact::Closest(seat, domino) => {
                write!(f, "{seat} had nothing closer to seven than {domino}")
            }
            Fact::Doubles(seat, bid) => {
                write!(
                    f,
                    "{seat} said {bid} and had {} doubles or more",
                    bid.doubles()
                )
            }
        }
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
    /// A call that is none.
    #[error(transparent)]
    Call(#[from] CallError),
    /// A bid that is none.
    #[error(transparent)]
    Bid(#[from] BidError),
    /// House rules that cannot be played.
    #[error("the lowest bid of a house is 30 to 42")]
    House,
    /// A bid without a dealer, or nel-o, where somebody sits out.
    #[error("the view does not say who dealt: add \"dealer\" and \"bids\"")]
    NoDealer,
    /// What was said cannot have been.
    #[error("{seat} cannot {made} there: {reason}")]
    Bidding {
        /// Who.
        seat: Seat,
        /// What is said to have been done.
        made: Move,
        /// Why not.
        reason: String,
    },
    /// More tricks than the hand has.
    #[error("trick {0} was not played: the hand was over")]
    Over(usize),
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
    /// A domino that is closer to seven than one that its player has played before.
    #[error("{fact}, but plays {domino} in trick {trick}")]
    Closer {
        /// The fact.
        fact: Fact,
        /// What is played all the same.
        domino: Domino,
        /// The trick, from 1.
        trick: usize,
    },
    /// The seat itself held something that it should have played, or not the doubles that it said.
    #[error("{fact}, but that does not fit its own dominoes")]
    Own {
        /// The fact.
        fact: Fact,
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
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "an object with seat and hand")]
struct WrittenView {
    /// Whose view it is: `N`, `E`, `S` or `W`.
    seat: String,
    /// Who dealt; it may be missing where nothing is said of the bidding.
    #[serde(default)]
    dealer: Option<String>,
    /// The dominoes that the seat holds.
    hand: Vec<String>,
    /// What was bid, in order, each with its seat: `["W","30"]`.
    #[serde(default)]
    bids: Vec<(String, String)>,
    /// What was called: `0` to `6`, `doubles`, `none`, `nel-o high`, `nel-o low`, `nel-o own` or `sevens`.
    #[serde(default)]
    trump: Option<String>,
    /// The tricks, the last one possibly unfinished: who played what, in order.
    #[serde(default)]
    tricks: Vec<Vec<(String, String)>>,
    /// The marks or points before this hand.
    #[serde(default)]
    score: Score,
    /// The house rules; those not given are as tournaments have them.
    #[serde(default)]
    house: HouseRules,
}

/// On the wire a view is what it is read from.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let public = &self.public;
        let letter = |seat: Seat| seat.letter().to_string();
        let play = |&(seat, domino): &(Seat, Domino)| (letter(seat), domino.to_string());
        let written = WrittenView {
            seat: letter(self.seat),
            dealer: public.dealer.map(letter),
            hand: self.rules().names(self.hand),
            bids: public
                .bids
                .iter()
                .map(|&(seat, bid)| (letter(seat), bid.to_string()))
                .collect(),
            trump: public.call.map(|call| call.to_string()),
            tricks: public
                .tricks
                .iter()
                .map(|trick| trick.iter().map(play).collect())
                .collect(),
            score: public.score,
            house: public.house,
        };
        written.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for View {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Texas42View".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        WrittenView::json_schema(generator)
    }
}

impl View {
    /// The view of a seat that has been dealt a hand, and seen nothing else.
    pub fn opening(seat: Seat, hand: Hand) -> View {
        let mut public = Public::new(HouseRules::default(), Score::default(), seat);
        public.dealer = None;
        View::of(public, seat, hand.dominoes())
    }

    /// The view of a seat of a hand that was played by the rules.
    pub(crate) fn of(public: Public, seat: Seat, hand: Dominoes) -> View {
        let mut view = View {
            seat,
            hand,
            public,
            played: [Dominoes::NONE; 4],
            facts: Vec::new(),
            voids: Vec::new(),
        };
        for &(seat, bid) in &view.public.bids {
            if bid.doubles() > 0 {
                view.facts.push(Fact::Doubles(seat, bid));
            }
        }
        let tricks = std::mem::take(&mut view.public.tricks);
        for (i, trick) in tricks.iter().enumerate() {
            for &(seat, domino) in trick {
                view.note(i + 1, trick[0].1, seat, domino);
            }
        }
        view.public.tricks = tricks;
        view
    }

    /// Reads a view.
    ///
    /// # Errors
    /// A text that is no view, or a view that cannot have happened.
    pub fn from_json(text: &str) -> Result<View, ViewError> {
        let written: WrittenView =
            serde_json::from_str(text).map_err(|error| ViewError::Json(error.to_string()))?;
        View::read(written)
    }

    /// Reads a view that is a part of something.
    ///
    /// # Errors
    /// As with [`View::from_json`].
    pub fn from_value(value: &Json) -> Result<View, ViewError> {
        let written =
            WrittenView::deserialize(value).map_err(|error| ViewError::Json(error.to_string()))?;
        View::read(written)
    }

    fn read(written: WrittenView) -> Result<View, ViewError> {
        if !written.house.are_sound() {
            return Err(ViewError::House);
        }
        let call: Option<Call> = written.trump.as_deref().map(str::parse).transpose()?;
        if call.is_none() && !written.tricks.is_empty() {
            return Err(ViewError::NoTrump);
        }
        let dealer = written.dealer.as_deref().map(seat_of).transpose()?;
        if dealer.is_none()
            && (!written.bids.is_empty() || call.is_some_and(|call| call.is_nel_o()))
        {
            return Err(ViewError::NoDealer);
        }
        let seat = seat_of(&written.seat)?;
        let mut hand = Dominoes::NONE;
        for text in &written.hand {
            let domino: Domino = text.parse()?;
            if hand.has(domino) {
                return Err(ViewError::Twice(domino));
            }
            hand = hand | domino.alone();
        }
        let public = Public {
            house: written.house,
            score: written.score,
            dealer,
            bids: Vec::new(),
            call: None,
            tricks: Vec::new(),
        };
        let mut view = View::of(public, seat, hand);
        let leader = view.read_bids(&written.bids, call)?;
        view.public.call = call;
        view.read_tricks(leader, &written.tricks)?;
        view.check_own()?;
        Ok(view)
    }

    /// Adds the bids, and says who leads to the first trick, if that is known.
    fn read_bids(
        &mut self,
        bids: &[(String, String)],
        call: Option<Call>,
    ) -> Result<Option<Seat>, ViewError> {
        let Some(mut table) = self.public.table() else {
            return Ok(None);
        };
        let legal_there = |table: &TableState, seat: Seat, made: Move| {
            let reason = if table.turn != seat {
                format!("it was {}'s turn", table.turn)
            } else if table.legal(Dominoes::ALL).has(made.code()) {
                return Ok(());
            } else {
                let legal = table.legal(Dominoes::ALL);
                let legal: Vec<String> = legal
                    .iter()
                    .filter_map(Move::from_code)
                    .map(|made| made.to_string())
                    .collect();
                if legal.is_empty() {
                    "the hand was over".to_owned()
                } else {
                    format!("by the rules it could be {}", legal.join(", "))
                }
            };
            Err(ViewError::Bidding { seat, made, reason })
        };
        for (seat, bid) in bids {
            let (seat, bid) = (seat_of(seat)?, bid.parse::<Bid>()?);
            legal_there(&table, seat, Move::Bid(bid))?;
            table.bid(bid);
            self.public.bids.push((seat, bid));
            if bid.doubles() > 0 {
                self.facts.push(Fact::Doubles(seat, bid));
            }
        }
        if let Some(call) = call {
            legal_there(&table, table.turn, Move::Call(call))?;
            return Ok(Some(table.turn));
        }
        Ok(None)
    }

    /// Adds the tricks.
    fn read_tricks(
        &mut self,
        mut leader: Option<Seat>,
        tricks: &[Vec<(String, String)>],
    ) -> Result<(), ViewError> {
        let out = match (self.public.table(), self.public.call) {
            (Some(table), Some(_)) => Seat::ALL.into_iter().find(|&seat| table.sits_out(seat)),
            _ => None,
        };
        let players = if out.is_some() { 3 } else { 4 };
        for (i, plays) in tricks.iter().enumerate() {
            let unfinished = plays.len() < players && i + 1 < tricks.len();
            if plays.is_empty() || plays.len() > players || unfinished || i >= Hand::SIZE {
                return Err(ViewError::Trick {
                    trick: i + 1,
                    dominoes: plays.len(),
                });
            }
            let over = |table: TableState| table.stage == Stage::Over;
            if self.public.table().is_some_and(over) {
                return Err(ViewError::Over(i + 1));
            }
            leader = Some(self.read_trick(i + 1, leader, out, plays)?);
        }
        Ok(())
    }

    /// Adds a trick, and says who leads to the next.
    fn read_trick(
        &mut self,
        trick: usize,
        leader: Option<Seat>,
        out: Option<Seat>,
        plays: &[(String, String)],
    ) -> Result<Seat, ViewError> {
        let rules = self.rules();
        let mut turn = leader.map_or_else(|| seat_of(&plays[0].0), Ok)?;
        let mut best: Option<(Seat, Domino)> = None;
        self.public.tricks.push(Vec::new());
        for (seat, domino) in plays {
            let (seat, domino) = (seat_of(seat)?, domino.parse()?);
            if seat != turn {
                return Err(ViewError::Turn { trick, turn, seat });
            }
            turn = turn.next();
            if Some(turn) == out {
                turn = turn.next();
            }
            if self.seen().has(domino) {
                return Err(ViewError::Twice(domino));
            }
            let of_seat = self.facts.iter().filter(|fact| fact.seat() == seat);
            let clashing = of_seat
                .copied()
                .find(|fact| fact.excludes(rules).has(domino));
            match clashing {
                Some(Fact::Void(void)) => {
                    return Err(ViewError::Revoke {
                        void,
                        domino,
                        trick,
                    });
                }
                Some(fact) => {
                    return Err(ViewError::Closer {
                        fact,
                        domino,
                        trick,
                    });
                }
                None => {}
            }
            let first = self.public.tricks.last().and_then(|plays| plays.first());
            let first = first.map_or(domino, |&(_, domino)| domino);
            self.note(trick, first, seat, domino);
            if let Some(plays) = self.public.tricks.last_mut() {
                plays.push((seat, domino));
            }
            let led = rules.led_as(first);
            if best.is_none_or(|(_, best)| rules.beats(domino, best, led)) {
                best = Some((seat, domino));
            }
        }
        Ok(best.map_or(turn, |(seat, _)| seat))
    }

    /// What a play tells, when the trick began with `first`.
    fn note(&mut self, trick: usize, first: Domino, seat: Seat, domino: Domino) {
        let rules = self.rules();
        let played = &mut self.played[seat as usize];
        *played = *played | domino.alone();
        if rules.call() == Call::Sevens {
            let last = |fact: &Fact| !matches!(fact, Fact::Closest(who, _) if *who == seat);
            self.facts.retain(last);
            self.facts.push(Fact::Closest(seat, domino));
            return;
        }
        let suit = rules.led_as(first);
        let known = |void: &Void| void.seat == seat && void.suit == suit;
        if !rules.members(suit).has(domino) && !self.voids.iter().any(known) {
            let void = Void { seat, suit, trick };
            self.voids.push(void);
            self.facts.push(Fact::Void(void));
        }
    }

    /// The seat's own hand must fit its bids and its play: seven dominoes in all, doubles enough, and suit followed where it
    /// could be.
    fn check_own(&self) -> Result<(), ViewError> {
        let played = self.played[self.seat as usize];
        if self.hand.len() + played.len() != Hand::SIZE {
            return Err(ViewError::Size {
                seat: self.seat,
                held: self.hand.len(),
                played: played.len(),
            });
        }
        let own_after = |trick: usize| -> Dominoes {
            let later = self.public.tricks[trick..].iter().flatten();
            let own = later.filter(|(seat, _)| *seat == self.seat);
            own.fold(self.hand, |held, (_, domino)| held | domino.alone())
        };
        for fact in self.facts.iter().filter(|fact| fact.seat() == self.seat) {
            match *fact {
                Fact::Void(void) => {
                    let could = own_after(void.trick) & self.rules().members(void.suit);
                    if let Some(domino) = could.first() {
                        return Err(ViewError::Held { void, domino });
                    }
                }
                Fact::Closest(..) if self.hand.meets(fact.excludes(self.rules())) => {
                    return Err(ViewError::Own { fact: *fact });
                }
                Fact::Doubles(_, bid)
                    if ((self.hand | played) & Dominoes::DOUBLES).len() < bid.doubles() =>
                {
                    return Err(ViewError::Own { fact: *fact });
                }
                _ => {}
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

    /// What everybody has seen.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// What was called, if that is known yet.
    pub fn call(&self) -> Option<Call> {
        self.public.call
    }

    /// What is trumps, if that is known yet: nothing, in nel-o and sevens.
    pub fn trump(&self) -> Option<Trump> {
        self.public.call.map(Call::trump)
    }

    /// The rules of the game; with no trumps as long as they are not known.
    pub fn rules(&self) -> &'static Rules {
        Rules::of(self.public.call.unwrap_or(Call::Trumps(Trump::None)))
    }

    /// Its hand, and all that was played.
    pub fn seen(&self) -> Dominoes {
        let played = self.played.iter();
        played.fold(self.hand, |seen, &played| seen | played)
    }

    /// What a seat has played.
    pub fn played(&self, seat: Seat) -> Dominoes {
        self.played[seat as usize]
    }

    /// How many dominoes a seat still holds.
    pub fn holds(&self, seat: Seat) -> usize {
        Hand::SIZE.saturating_sub(self.played[seat as usize].len())
    }

    /// Who did not follow what, in the order in which it was seen.
    pub fn voids(&self) -> &[Void] {
        &self.voids
    }

    /// All that was seen of hands besides the dominoes that were played.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The same view of someone who does not watch who is out of what.
    pub fn without_voids(mut self) -> View {
        self.voids.clear();
        self.facts.retain(|fact| !matches!(fact, Fact::Void(_)));
        self
    }

    /// What is to be done next; none if the view says nothing of the bidding.
    pub fn stage(&self) -> Option<Stage> {
        self.public.table().map(|table| table.stage)
    }

    /// Whether it is the seat's turn.
    pub fn is_to_move(&self) -> bool {
        let turn = |table: TableState| table.stage != Stage::Over && table.turn == self.seat;
        self.public.table().is_some_and(turn)
    }

    /// What the seat can do; nothing if it is not its turn.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.public.table() {
            Some(table) if self.is_to_move() => {
                let legal = table.legal(self.hand);
                legal.iter().filter_map(Move::from_code).collect()
            }
            _ => Vec::new(),
        }
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
