//! The rules of euchre, as a position in which every card is known: whose turn it is, what is legal, and what a move
//! leads to. It holds what matters for what is to come and no history, in a few words that are cheap to copy. What one
//! player knows of it is a [`crate::View`].
//!
//! Five cards each, four in the kitty, the top one turned up. First round, from the dealer's left: order the upcard up
//! (the dealer takes it and discards one, the upcard included) or pass. Second round: name another suit. If all pass
//! twice there is no score, and the next player deals. The player at the dealer's left leads, or the next one who does
//! not sit out. One must follow the suit led; the left bower is a trump. Makers: three or four tricks 1 point, all five 2,
//! alone 4; otherwise they are euchred, for 2 points to the others, or 4 to one who defended alone.

use search::Moves;

use crate::moves::Bid;
use crate::{Card, Cards, Move, Points, Rules, Seat, Side, Trump};

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

    /// Who leads to the first trick.
    pub fn first_leader(&self, dealer: Seat) -> Seat {
        self.after(dealer)
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

/// A hand of euchre with every card known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) dealer: Seat,
    pub(crate) upcard: Card,
    pub(crate) hands: [Cards; 4],
    pub(crate) stage: Stage,
    pub(crate) turn: Seat,
    pub(crate) call: Option<Call>,
    pub(crate) trick: Trick,
    /// Tricks by side.
    pub(crate) tricks: [u8; 2],
    /// The cards of finished tricks and of the one on the table, which all have seen.
    pub(crate) played: Cards,
    pub(crate) points: Points,
}

/// The trick on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Trick {
    /// How many cards lie there.
    pub cards: u8,
    /// The suit led, the seat that is winning, and its card.
    pub best: Option<(crate::Suit, Seat, Card)>,
}

impl Position {
    /// The beginning of a hand.
    pub fn new(rules: Rules, dealer: Seat, hands: [Cards; 4], upcard: Card) -> Position {
        Position {
            rules,
            dealer,
            upcard,
            hands,
            stage: Stage::Order,
            turn: dealer.next(),
            call: None,
            trick: Trick::default(),
            tricks: [0; 2],
            played: Cards::NONE,
            points: Points(0),
        }
    }

    /// What is to be done next.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Who does it.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The cards that a seat holds.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat as usize]
    }

    /// What is trump, once it is known.
    #[inline]
    pub fn call(&self) -> Option<Call> {
        self.call
    }

    /// How many tricks a side has.
    pub fn tricks(&self, side: Side) -> u8 {
        self.tricks[side as usize]
    }

    /// What the hand brought, once it is over.
    pub fn points(&self) -> Option<Points> {
        (self.stage == Stage::Over).then_some(self.points)
    }

    /// What is legal, as a set of move numbers.
    #[inline]
    pub fn legal(&self) -> Moves {
        let hand = self.hand(self.turn);
        match self.stage {
            Stage::Order => self.orders(hand),
            Stage::Name => self.names(),
            Stage::Defend => Moves::one(Bid::Pass.code()) | Moves::one(Bid::Defend.code()),
            Stage::Discard | Stage::Give | Stage::Return => Moves(hand.0 as u64),
            Stage::Play => Moves(self.playable(hand).0 as u64),
            Stage::Over => Moves::NONE,
        }
    }

    /// What is legal, as moves.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let stage = self.stage;
        self.legal()
            .iter()
            .filter_map(move |code| Move::from_code(code, stage))
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
        for trump in Trump::ALL {
            let allowed = match trump.suit() {
                Some(suit) => suit != self.upcard.suit(),
                None => self.rules.no_trump,
            };
            if allowed {
                moves = moves
                    | Moves::one(
                        Bid::Name {
                            trump,
                            alone: false,
                        }
                        .code(),
                    )
                    | Moves::one(Bid::Name { trump, alone: true }.code());
            }
        }
        if !(self.rules.stick_the_dealer && self.turn == self.dealer) {
            moves = moves | Moves::one(Bid::Pass.code());
        }
        moves
    }

    /// The cards of a hand that follow the suit led, or all of them.
    #[inline]
    pub(crate) fn playable(&self, hand: Cards) -> Cards {
        let (Some(call), Some((led, ..))) = (self.call, self.trick.best) else {
            return hand;
        };
        let follow = hand & call.trump.cards_of(led);
        if follow.is_empty() { hand } else { follow }
    }

    /// Makes a move that is legal. What is not is for [`crate::Hand::make`] to refuse: here it is not checked.
    #[inline]
    pub fn make(&mut self, code: u8) {
        match (self.stage, Card::from_id(code)) {
            (Stage::Play, Some(card)) => self.play(card),
            (Stage::Discard, Some(card)) => {
                self.take_from(self.turn, card);
                self.after_discard();
            }
            (Stage::Give, Some(card)) => {
                self.take_from(self.turn, card);
                self.turn = self.turn.partner();
                self.give_to(self.turn, card);
                self.stage = Stage::Return;
            }
            (Stage::Return, Some(card)) => {
                self.take_from(self.turn, card);
                self.give_to(self.turn.partner(), card);
                self.begin_play();
            }
            _ => {
                if let Some(bid) = Bid::from_code(code) {
                    self.bid(bid);
                }
            }
        }
    }

    fn take_from(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.hands[seat as usize];
        *hand = *hand - Cards::one(card);
    }

    fn give_to(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.hands[seat as usize];
        *hand = *hand | Cards::one(card);
    }

    fn bid(&mut self, bid: Bid) {
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
            Bid::Pass => self.pass(),
        }
    }

    fn pass(&mut self) {
        match self.stage {
            Stage::Defend => {
                // The maker's left hand opponent is asked first, then the other.
                match self.call.is_some_and(|call| self.turn == call.maker.next()) {
                    true => self.turn = self.turn.partner(),
                    false => self.after_calls(),
                }
            }
            stage => {
                if self.turn == self.dealer {
                    self.stage = match stage {
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
            self.give_to(self.dealer, self.upcard);
            self.turn = self.dealer;
            self.stage = Stage::Discard;
        } else {
            self.after_discard();
        }
    }

    fn after_discard(&mut self) {
        match self.call {
            Some(call) if call.alone && self.rules.partners_best => {
                self.turn = call.maker.partner();
                self.stage = Stage::Give;
            }
            _ => self.begin_play(),
        }
    }

    pub(crate) fn begin_play(&mut self) {
        if let Some(call) = self.call {
            self.turn = call.first_leader(self.dealer);
            self.stage = Stage::Play;
        }
    }

    #[inline]
    fn play(&mut self, card: Card) {
        let Some(call) = self.call else { return };
        self.take_from(self.turn, card);
        self.played = self.played | Cards::one(card);
        self.trick.cards += 1;
        let (led, winner, best) = match self.trick.best {
            None => (call.trump.suit_of(card), self.turn, card),
            Some((led, winner, best)) => {
                match call.trump.power(led, card) > call.trump.power(led, best) {
                    true => (led, self.turn, card),
                    false => (led, winner, best),
                }
            }
        };
        if self.trick.cards < call.players() {
            self.trick.best = Some((led, winner, best));
            self.turn = call.after(self.turn);
            return;
        }
        self.tricks[winner.side() as usize] += 1;
        self.trick = Trick::default();
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
            (Stage::Play, Some(call)) if self.trick.cards == 0 => call.points(self.tricks),
            _ => None,
        }
    }
}
