//! The rules of Texas 42, as far as everybody can see them: whose turn it is, what a hand may do, and what comes next. It
//! knows no hidden domino, so what is decided from a table and one hand is decided without peeking.
//!
//! Seven dominoes each, partners opposite. From the dealer's left everybody speaks once: pass, or bid higher than all
//! before. Points are bid from 30 to 41, and then marks, which are bids to take all seven tricks: one or two, and after that
//! one more at a time. If all pass, the next player deals. Whoever bid most calls trumps and leads; trumps are a pip, the
//! doubles, or none ('follow me'). One must follow the suit led, and a domino that is no trump is led as its higher end.
//! Each trick counts one point, 5-5 and 6-4 ten, 5-0, 4-1 and 3-2 five: 42 in all. A hand ends as soon as nothing can
//! change what it brings. Made or not, it is worth one mark, or the marks that were bid, to one of the sides; the game goes
//! to seven.
//!
//! Houses differ ([`HouseRules`]), and these are the ways here:
//! - *Minimum bid*: something else than 30. *Forced bid*: when all others have passed, the dealer must bid.
//! - *Follow me* and *doubles* as trumps may be left out.
//! - *Plunge*: with four doubles or more, for four marks, or one more than was bid. The partner calls trumps and leads,
//!   without having been told anything else; all tricks must be taken. *Splash*: the same with three doubles or more for
//!   two marks, or three if two were bid.
//! - *Nel-o*, called by someone who bid marks: no trumps, the partner turns the hand down and sits out, the bidder leads and
//!   must not take a trick. Doubles are high, low, or a suit of their own.
//! - *Sevens*, called by someone who bid marks: everybody, the leader too, plays what is closest to seven pips; the
//!   closest takes the trick, the first of equals. All tricks must be taken.
//! - *Points* instead of marks, to 250: both sides count what they took; if the bidders fail, the others count the bid
//!   too, and the bidders nothing. A bid of marks is worth 42 for each, to one side alone. If both get there with the
//!   same hand, more is better, and after a tie another hand is played.

use search::Moves;

use crate::{
    ALL_POINTS, Bid, Call, Domino, Dominoes, HouseRules, Move, Rules, Score, Scoring, Seat, Side,
    Suit, Trump,
};

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Bid, or pass.
    Bid,
    /// Say what is played.
    Call,
    /// Play a domino.
    Play,
    /// The hand is over.
    Over,
}

impl Stage {
    /// Its name: `bid`, `call`, `play` or `over`.
    pub fn name(self) -> &'static str {
        ["bid", "call", "play", "over"][self as usize]
    }
}

/// On the wire a stage is its name.
impl serde::Serialize for Stage {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Stage {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Texas42Stage".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "enum": ["bid", "call", "play", "over"]})
    }
}

/// The bid that stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contract {
    /// Who bid.
    pub bidder: Seat,
    /// What was said.
    pub bid: Bid,
    /// What it is worth: one mark, or as many as were bid.
    pub marks: u8,
}

impl Contract {
    /// The marks that were bid; none for points.
    #[inline]
    fn marks_bid(&self) -> u8 {
        match self.bid {
            Bid::Points(_) => 0,
            _ => self.marks,
        }
    }

    /// Who says what is played.
    #[inline]
    pub fn caller(&self) -> Seat {
        if self.bid.is_partners_call() {
            self.bidder.partner()
        } else {
            self.bidder
        }
    }
}

/// What lies on the table for all to see, as far as it matters for what is to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableState {
    pub house: HouseRules,
    pub dealer: Seat,
    pub stage: Stage,
    pub turn: Seat,
    /// The highest bid so far.
    pub contract: Option<Contract>,
    /// The rules of what was called; with no trumps as long as nothing was.
    pub rules: &'static Rules,
    /// How many dominoes lie in the trick, and what they count.
    pub in_trick: u8,
    pub trick_count: u8,
    /// The suit led, the seat that is winning, and its domino.
    pub best: Option<(Suit, Seat, Domino)>,
    /// Tricks and points by side.
    pub tricks: [u8; 2],
    pub points: [u8; 2],
    /// All dominoes that were played.
    pub played: Dominoes,
}

impl TableState {
    pub fn new(house: HouseRules, dealer: Seat) -> TableState {
        TableState {
            house,
            dealer,
            stage: Stage::Bid,
            turn: dealer.next(),
            contract: None,
            rules: Rules::of(Call::Trumps(Trump::None)),
            in_trick: 0,
            trick_count: 0,
            best: None,
            tricks: [0; 2],
            points: [0; 2],
            played: Dominoes::NONE,
        }
    }

    /// What was called.
    #[inline]
    pub fn call(&self) -> Call {
        self.rules.call()
    }

    /// What the player whose turn it is may do with this hand, as a set of move numbers.
    #[inline]
    pub fn legal(&self, hand: Dominoes) -> Moves {
        match self.stage {
            Stage::Bid => self.bids(hand),
            Stage::Call => self.calls(),
            Stage::Play => Moves(u64::from(self.playable(hand).bits())),
            Stage::Over => Moves::NONE,
        }
    }

    fn bids(&self, hand: Dominoes) -> Moves {
        let mut moves = Moves::NONE;
        let mut add = |bid: Bid| moves = moves | Moves::one(bid.code());
        let stands = self.contract.map(|contract| contract.bid);
        if !(self.house.forced_bid && self.turn == self.dealer && stands.is_none()) {
            add(Bid::Pass);
        }
        let marks = self.contract.map_or(0, |contract| contract.marks_bid());
        if marks == 0 {
            let least = match stands {
                Some(Bid::Points(points)) => points + 1,
                _ => self.house.minimum_bid,
            };
            (least..=41).map(Bid::Points).for_each(&mut add);
            add(Bid::Marks(1));
            add(Bid::Marks(2));
        } else if marks < crate::moves::MOST_MARKS {
            add(Bid::Marks(marks + 1));
        }
        let doubles = (hand & Dominoes::DOUBLES).len();
        for bid in [Bid::Splash, Bid::Plunge] {
            if doubles >= bid.doubles() && self.marks_of(bid).is_some() {
                add(bid);
            }
        }
        moves
    }

    /// The marks that a bid would be worth now; none if it cannot be said.
    fn marks_of(&self, bid: Bid) -> Option<u8> {
        let stands = self.contract.map_or(0, |contract| contract.marks_bid());
        match bid {
            Bid::Pass => None,
            Bid::Points(_) => Some(1),
            Bid::Marks(marks) => Some(marks),
            Bid::Splash => Some(2.max(stands + 1)).filter(|&n| self.house.splash && n <= 3),
            Bid::Plunge => Some(4.max(stands + 1))
                .filter(|&n| self.house.plunge && n <= crate::moves::MOST_MARKS),
        }
    }

    fn calls(&self) -> Moves {
        let marks = matches!(
            self.contract,
            Some(Contract {
                bid: Bid::Marks(_),
                ..
            })
        );
        let may = |call: &Call| match call {
            Call::Trumps(trump) => self.house.allows_trump(*trump),
            _ => marks && self.house.allows(*call),
        };
        let calls = Call::all().filter(may);
        calls.fold(Moves::NONE, |moves, call| {
            moves | Moves::one(Move::Call(call).code())
        })
    }

    /// The dominoes of a hand that may be played.
    #[inline]
    pub fn playable(&self, hand: Dominoes) -> Dominoes {
        match self.best {
            None => self.rules.leads(hand),
            Some((led, ..)) => self.rules.playable(hand, led),
        }
    }

    /// After a bid.
    pub fn bid(&mut self, bid: Bid) {
        if let Some(marks) = self.marks_of(bid) {
            let bidder = self.turn;
            self.contract = Some(Contract { bidder, bid, marks });
        }
        if self.turn != self.dealer {
            self.turn = self.turn.next();
            return;
        }
        match self.contract {
            None => self.stage = Stage::Over,
            Some(contract) => {
                self.stage = Stage::Call;
                self.turn = contract.caller();
            }
        }
    }

    /// After a call: whoever called leads.
    pub fn called(&mut self, call: Call) {
        self.rules = Rules::of(call);
        self.stage = Stage::Play;
    }

    /// Whether a seat sits out.
    #[inline]
    pub fn sits_out(&self, seat: Seat) -> bool {
        self.call().is_nel_o()
            && self
                .contract
                .is_some_and(|contract| seat == contract.bidder.partner())
    }

    /// How many play.
    #[inline]
    pub fn players(&self) -> u8 {
        if self.call().is_nel_o() { 3 } else { 4 }
    }

    /// After a domino was played.
    #[inline]
    pub fn play(&mut self, domino: Domino) {
        self.played = self.played | domino.alone();
        self.in_trick += 1;
        self.trick_count += domino.count() as u8;
        let (led, winner, best) = match self.best {
            None => (self.rules.led_as(domino), self.turn, domino),
            Some((led, ..)) if self.beats_best(domino) => (led, self.turn, domino),
            Some(best) => best,
        };
        if self.in_trick < self.players() {
            self.best = Some((led, winner, best));
            self.turn = self.turn.next();
            if self.sits_out(self.turn) {
                self.turn = self.turn.next();
            }
            return;
        }
        let side = winner.side() as usize;
        self.tricks[side] += 1;
        self.points[side] += 1 + self.trick_count;
        (self.in_trick, self.trick_count, self.best) = (0, 0, None);
        self.turn = winner;
        if self.settled().is_some() {
            self.stage = Stage::Over;
        }
    }

    /// Whether a domino would win the trick as it lies.
    #[inline]
    pub fn beats_best(&self, domino: Domino) -> bool {
        self.best
            .is_none_or(|(led, _, best)| self.rules.beats(domino, best, led))
    }

    /// Whether the bid was made, as soon as that is certain.
    #[inline]
    pub fn is_made(&self) -> Option<bool> {
        let contract = self.contract?;
        let side = contract.bidder.side() as usize;
        let (ours, theirs) = (self.tricks[side], self.tricks[1 - side]);
        if self.call().is_nel_o() {
            return match (ours, theirs) {
                (1.., _) => Some(false),
                (_, 7) => Some(true),
                _ => None,
            };
        }
        match contract.bid {
            Bid::Points(bid) => {
                if self.points[side] >= bid {
                    Some(true)
                } else if self.points[1 - side] > ALL_POINTS as u8 - bid {
                    Some(false)
                } else {
                    None
                }
            }
            _ if theirs > 0 => Some(false),
            _ => (ours == 7).then_some(true),
        }
    }

    /// What the hand brings, as soon as nothing can change it; nothing for a hand that all passed.
    #[inline]
    pub fn settled(&self) -> Option<Score> {
        let Some(contract) = self.contract else {
            return (self.stage == Stage::Over).then(Score::default);
        };
        let made = self.is_made()?;
        let side = contract.bidder.side();
        let winners = if made { side } else { side.other() };
        let marks = u16::from(contract.marks);
        match (self.house.scoring, contract.bid) {
            (Scoring::Marks, _) => Some(Score::for_side(winners, marks)),
            (Scoring::Points, Bid::Points(bid)) => {
                // Everything counts, to the last trick.
                if self.tricks[0] + self.tricks[1] < 7 {
                    return None;
                }
                let [north_south, east_west] = self.points.map(u16::from);
                let taken = Score {
                    north_south,
                    east_west,
                };
                Some(if made {
                    taken
                } else {
                    Score::for_side(winners, taken.of(winners) + u16::from(bid))
                })
            }
            (Scoring::Points, _) => Some(Score::for_side(winners, ALL_POINTS as u16 * marks)),
        }
    }

    /// The points of a side so far.
    pub fn points_of(&self, side: Side) -> u8 {
        self.points[side as usize]
    }
}
