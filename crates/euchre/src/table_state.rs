//! The rules of euchre, as far as everybody can see them: whose turn it is, what a hand may do, and what comes next. It
//! knows no hidden card, so what is decided from a table and one hand is decided without peeking.
//!
//! Five cards each, four in the kitty, the top one turned up. First round, from the dealer's left: order the upcard up
//! (the dealer takes it and discards one, the upcard included) or pass. Second round: name another suit. If all pass
//! twice there is no score, and the next player deals. The player at the dealer's left leads, or the next one who does
//! not sit out. One must follow the suit led; the left bower is a trump. Makers: three or four tricks 1 point, all five 2,
//! alone 4; otherwise they are euchred, for 2 points to the others, or 4 to one who defended alone.

use search::Moves;

use crate::moves::Bid;
use crate::{Card, Cards, Points, Rules, Seat, Suit, Trump};

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Order the upcard up, or pass.
    Order,
    /// Name another suit, or pass.
    Name,
    /// Someone goes alone: defend alone, or not.
    Defend,
    /// The dealer has taken the upcard and has six cards.
    Discard,
    /// The lone player's partner gives a card.
    Give,
    /// The lone player gives a card in return.
    Return,
    /// A card is to be played.
    Play,
    /// The hand is over.
    Over,
}

impl Stage {
    /// Its name: `order`, `name`, `defend`, `discard`, `give`, `return`, `play` or `over`.
    pub fn name(self) -> &'static str {
        [
            "order", "name", "defend", "discard", "give", "return", "play", "over",
        ][self as usize]
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
        "Stage".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "enum": ["order", "name", "defend", "discard", "give", "return", "play", "over"]})
    }
}

/// What became trump, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// Who named it.
    pub maker: Seat,
    /// What it is.
    pub trump: Trump,
    /// Whether the upcard was ordered up, and so taken by the dealer.
    pub taken: bool,
    /// Whether the maker plays without the partner.
    pub alone: bool,
    /// Who defends alone.
    pub defender: Option<Seat>,
}

impl Call {
    /// Whether a seat sits out.
    #[inline]
    pub fn sits_out(&self, seat: Seat) -> bool {
        (self.alone && seat == self.maker.partner())
            || self
                .defender
                .is_some_and(|defender| seat == defender.partner())
    }

    /// How many play.
    #[inline]
    pub fn players(&self) -> u8 {
        4 - self.alone as u8 - self.defender.is_some() as u8
    }

    /// Who plays after a seat.
    #[inline]
    pub fn after(&self, seat: Seat) -> Seat {
        let mut next = seat.next();
        while self.sits_out(next) {
            next = next.next();
        }
        next
    }

    /// What the tricks that were taken are worth, as soon as nothing can change it.
    #[inline]
    pub fn points(&self, tricks: [u8; 2]) -> Option<Points> {
        let makers = self.maker.side();
        let (made, lost) = (tricks[makers as usize], tricks[makers.other() as usize]);
        match (made, lost) {
            (_, 3..) => Some(Points::new(
                makers.other(),
                if self.defender.is_some() { 4 } else { 2 },
            )),
            (5, _) => Some(Points::new(makers, if self.alone { 4 } else { 2 })),
            (3.., 1..) => Some(Points::new(makers, 1)),
            _ => None,
        }
    }
}

/// What lies on the table for all to see, as far as it matters for what is to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableState {
    pub rules: Rules,
    pub dealer: Seat,
    pub upcard: Card,
    pub stage: Stage,
    pub turn: Seat,
    pub call: Option<Call>,
    /// How many cards lie in the trick.
    pub in_trick: u8,
    /// The suit led, the seat that is winning, and its card.
    pub best: Option<(Suit, Seat, Card)>,
    /// Tricks by side.
    pub tricks: [u8; 2],
    /// All cards that were played.
    pub played: Cards,
    pub points: Points,
}

impl TableState {
    pub fn new(rules: Rules, dealer: Seat, upcard: Card) -> TableState {
        TableState {
            rules,
            dealer,
            upcard,
            stage: Stage::Order,
            turn: dealer.next(),
            call: None,
            in_trick: 0,
            best: None,
            tricks: [0; 2],
            played: Cards::NONE,
            points: Points(0),
        }
    }

    /// What the player whose turn it is may do with this hand, as a set of move numbers.
    #[inline]
    pub fn legal(&self, hand: Cards) -> Moves {
        match self.stage {
            Stage::Order => self.orders(hand),
            Stage::Name => self.names(),
            Stage::Defend => Moves::one(Bid::Pass.code()) | Moves::one(Bid::Defend.code()),
            Stage::Discard | Stage::Give | Stage::Return => Moves(hand.0 as u64),
            Stage::Play => Moves(self.playable(hand).0 as u64),
            Stage::Over => Moves::NONE,
        }
    }

    fn orders(&self, hand: Cards) -> Moves {
        let bid = |bid: Bid| Moves::one(bid.code());
        let mut moves = bid(Bid::Pass) | bid(Bid::Order { alone: true });
        if !(self.rules.must_go_alone && self.turn == self.dealer.partner()) {
            moves = moves | bid(Bid::Order { alone: false });
        }
        if self.rules.may_throw_in(hand) {
            moves = moves | bid(Bid::ThrowIn);
        }
        moves
    }

    fn names(&self) -> Moves {
        let mut moves = Moves::NONE;
        for trump in Trump::ALL.into_iter().filter(|&trump| self.may_name(trump)) {
            for alone in [false, true] {
                moves = moves | Moves::one(Bid::Name { trump, alone }.code());
            }
        }
        if !(self.rules.stick_the_dealer && self.turn == self.dealer) {
            moves = moves | Moves::one(Bid::Pass.code());
        }
        moves
    }

    /// Whether a trump may be named in the second round.
    pub fn may_name(&self, trump: Trump) -> bool {
        match trump.suit() {
            Some(suit) => suit != self.upcard.suit(),
            None => self.rules.no_trump,
        }
    }

    /// The cards of a hand that follow the suit led, or all of them.
    #[inline]
    pub fn playable(&self, hand: Cards) -> Cards {
        let (Some(call), Some((led, ..))) = (self.call, self.best) else {
            return hand;
        };
        let follow = hand & call.trump.cards_of(led);
        if follow.is_empty() { hand } else { follow }
    }

    /// After a bid.
    pub fn bid(&mut self, bid: Bid) {
        match bid {
            Bid::ThrowIn => self.stage = Stage::Over,
            Bid::Order { alone } => self.called(self.upcard.suit().into(), true, alone),
            Bid::Name { trump, alone } => self.called(trump, false, alone),
            Bid::Defend => {
                if let Some(call) = &mut self.call {
                    call.defender = Some(self.turn);
                }
                self.after_calls();
            }
            Bid::Pass if self.stage == Stage::Defend => {
                // The maker's left hand opponent is asked first, then the other.
                if self.call.is_some_and(|call| self.turn == call.maker.next()) {
                    self.turn = self.turn.partner()
                } else {
                    self.after_calls()
                }
            }
            Bid::Pass => {
                if self.turn == self.dealer {
                    self.stage = match self.stage {
                        Stage::Order => Stage::Name,
                        _ => Stage::Over,
                    };
                }
                self.turn = self.turn.next();
            }
        }
    }

    fn called(&mut self, trump: Trump, taken: bool, alone: bool) {
        self.call = Some(Call {
            maker: self.turn,
            trump,
            taken,
            alone,
            defender: None,
        });
        if alone && self.rules.defend_alone {
            self.stage = Stage::Defend;
            self.turn = self.turn.next();
        } else {
            self.after_calls();
        }
    }

    fn after_calls(&mut self) {
        if self.call.is_some_and(|call| call.taken) {
            self.turn = self.dealer;
            self.stage = Stage::Discard;
        } else {
            self.discarded();
        }
    }

    /// After the dealer's discard.
    pub fn discarded(&mut self) {
        match self.call {
            Some(call) if call.alone && self.rules.partners_best => {
                self.turn = call.maker.partner();
                self.stage = Stage::Give;
            }
            _ => self.begin_play(),
        }
    }

    /// After a card went from the lone player's partner to the lone player.
    pub fn gave(&mut self) {
        self.turn = self.turn.partner();
        self.stage = Stage::Return;
    }

    /// The first card is to be played.
    pub fn begin_play(&mut self) {
        if let Some(call) = self.call {
            self.turn = call.after(self.dealer);
            self.stage = Stage::Play;
        }
    }

    /// After a card was played.
    #[inline]
    pub fn play(&mut self, card: Card) {
        let Some(call) = self.call else { return };
        self.played = self.played | Cards::one(card);
        self.in_trick += 1;
        let (led, winner, best) = match self.best {
            None => (call.trump.suit_of(card), self.turn, card),
            Some((led, winner, best)) => {
                if call.trump.power(led, card) > call.trump.power(led, best) {
                    (led, self.turn, card)
                } else {
                    (led, winner, best)
                }
            }
        };
        if self.in_trick < call.players() {
            self.best = Some((led, winner, best));
            self.turn = call.after(self.turn);
            return;
        }
        self.tricks[winner.side() as usize] += 1;
        self.in_trick = 0;
        self.best = None;
        self.turn = winner;
        if self.tricks[0] + self.tricks[1] == 5 {
            self.stage = Stage::Over;
            self.points = call.points(self.tricks).unwrap_or_default();
        }
    }

    /// What the hand brings, as soon as nothing can change it: three tricks lost are enough to be euchred.
    #[inline]
    pub fn settled(&self) -> Option<Points> {
        match (self.stage, self.call) {
            (Stage::Over, _) => Some(self.points),
            (Stage::Play, Some(call)) if self.in_trick == 0 => call.points(self.tricks),
            _ => None,
        }
    }
}
