//! Euchre as plain structs of numbers, so that a bot can be asked many times a second without any text. Numbers that mean
//! nothing are refused here; whether what they say holds together is for the library.

use std::ffi::c_char;

use fairdeal::euchre::{
    Bid, Call, Card, Cards, LegalMoves, Move, Public, Rules, Score, Seat, Seen, Side, Stage, Trick,
    Trump, View, ViewError,
};

use crate::guard::{Failure, FairdealStatus, Out, guarded, shared, text};

/// Where there is no seat, card, trump or side.
pub const FAIRDEAL_NONE: u8 = 255;

/// The move: says nothing, and asked to defend alone, no.
pub const FAIRDEAL_PASS: u8 = 32;
/// The move: throws the hand in, where the house lets one.
pub const FAIRDEAL_THROW_IN: u8 = 33;
/// The move: defends alone.
pub const FAIRDEAL_DEFEND: u8 = 34;
/// The move: orders the upcard up.
pub const FAIRDEAL_ORDER: u8 = 35;
/// The move: orders the upcard up, and plays alone.
pub const FAIRDEAL_ORDER_ALONE: u8 = 36;
/// The move: this and a trump (clubs 0, diamonds 1, hearts 2, spades 3, no trump 4) names it.
pub const FAIRDEAL_NAME: u8 = 40;
/// The move: this and a trump names it, and plays alone.
pub const FAIRDEAL_NAME_ALONE: u8 = 48;

/// What is to be done: order the upcard up, or pass.
pub const FAIRDEAL_STAGE_ORDER: u8 = 0;
/// What is to be done: name another suit, or pass.
pub const FAIRDEAL_STAGE_NAME: u8 = 1;
/// What is to be done: defend alone, or not.
pub const FAIRDEAL_STAGE_DEFEND: u8 = 2;
/// What is to be done: the dealer, with six cards, lays one away.
pub const FAIRDEAL_STAGE_DISCARD: u8 = 3;
/// What is to be done: the lone player's partner gives a card.
pub const FAIRDEAL_STAGE_GIVE: u8 = 4;
/// What is to be done: the lone player gives a card in return.
pub const FAIRDEAL_STAGE_RETURN: u8 = 5;
/// What is to be done: a card is to be played.
pub const FAIRDEAL_STAGE_PLAY: u8 = 6;
/// Nothing: the hand is over.
pub const FAIRDEAL_STAGE_OVER: u8 = 7;

/// The house rules, each 0 or 1; docs/euchre.md says what they are.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FairdealRules {
    /// When all others have passed twice, the dealer must name a suit.
    pub stick_the_dealer: u8,
    /// In the second round 'no trump' may be named as well.
    pub no_trump: u8,
    /// The partner of a lone player gives that player one card, and gets one back.
    pub partners_best: u8,
    /// A hand of nothing but nines and tens may be thrown in.
    pub farmers_hand: u8,
    /// So may a hand with an ace and no other card above the ten.
    pub ace_no_face: u8,
    /// An opponent of a lone player may defend alone.
    pub defend_alone: u8,
    /// Whoever orders the upcard into the partner's hand must go alone.
    pub must_go_alone: u8,
}

/// Everything that one seat has seen, and nothing else. Seats are North 0, East 1, South 2, West 3. A card is 8 * suit + rank, with
/// clubs 0, diamonds 1, hearts 2, spades 3, and nine 0, ten 1, jack 2, queen 3, king 4, ace 5; a set of cards has the bits of
/// its cards. What is not there is FAIRDEAL_NONE.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FairdealView {
    /// The cards that the seat holds, as a set.
    pub hand: u32,
    /// Face-down cards of the kitty that it has rightly seen, as a set; usually none.
    pub kitty: u32,
    /// Whose view it is.
    pub seat: u8,
    /// Who dealt.
    pub dealer: u8,
    /// The card turned up.
    pub upcard: u8,
    /// The card that the seat laid away, as dealer.
    pub discard: u8,
    /// Where 'partner's best' is played, the card that it gave to its partner,
    pub given: u8,
    /// and the card that it got.
    pub received: u8,
    /// What is trump: clubs 0, diamonds 1, hearts 2, spades 3, no trump 4. FAIRDEAL_NONE: as the bids say, and then the four fields
    /// that follow are passed over.
    pub trump: u8,
    /// Who made it.
    pub maker: u8,
    /// Whether the dealer took the upcard.
    pub taken: u8,
    /// Whether the maker plays alone.
    pub alone: u8,
    /// Who defends alone.
    pub defender: u8,
    /// How many bids there were. They may be left out where trump and maker are given.
    pub bid_count: u8,
    /// Who bid, in order,
    pub bid_seats: [u8; 10],
    /// and what: FAIRDEAL_PASS to FAIRDEAL_NAME_ALONE.
    pub bids: [u8; 10],
    /// How many cards were played.
    pub play_count: u8,
    /// Who played, in order; where a trick ends follows from how many play,
    pub play_seats: [u8; 20],
    /// and which card.
    pub plays: [u8; 20],
    /// The points before this hand: those of North and South, and those of East and West.
    pub score: [u8; 2],
    /// The house rules.
    pub rules: FairdealRules,
}

/// What may be done now.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FairdealLegal {
    /// The moves, as a set: bit m is the move m. A card is its own number.
    pub moves: u64,
    /// Whose turn it is; FAIRDEAL_NONE if that is not the seat that asks, or the hand is over.
    pub turn: u8,
    /// What is to be done: FAIRDEAL_STAGE_ORDER and so on.
    pub stage: u8,
}

fn wrong(number: u8, what: &str) -> Failure {
    let message = format!("{number} is not the number of a {what}");
    Failure::of(&ViewError::Unreadable(message))
}

pub(crate) fn seat(number: u8) -> Result<Seat, Failure> {
    let seat = Seat::ALL.get(number as usize);
    seat.copied().ok_or_else(|| wrong(number, "seat"))
}

pub(crate) fn card(number: u8) -> Result<Card, Failure> {
    Card::from_id(number).ok_or_else(|| wrong(number, "card"))
}

/// What a number means, or nothing where it says that there is none.
pub(crate) fn optional<T>(
    number: u8,
    meaning: impl FnOnce(u8) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    (number != FAIRDEAL_NONE)
        .then(|| meaning(number))
        .transpose()
}

fn trump(number: u8) -> Result<Trump, Failure> {
    let trump = Trump::ALL.get(number as usize);
    trump.copied().ok_or_else(|| wrong(number, "trump"))
}

fn bid(number: u8) -> Result<Bid, Failure> {
    match Move::from_code(number, Stage::Order) {
        Some(Move::Bid(bid)) => Ok(bid),
        _ => Err(wrong(number, "bid")),
    }
}

/// The cards of a set. Bits that are no card's are refused.
fn cards(set: u32) -> Result<Vec<Card>, Failure> {
    let numbers = (0..32).filter(|&number| set >> number & 1 == 1);
    numbers.map(card).collect()
}

/// A set of cards as bits.
pub(crate) fn bits(cards: Cards) -> u32 {
    cards.iter().fold(0, |bits, card| bits | 1 << card.id())
}

pub(crate) fn number(card: Option<Card>) -> u8 {
    card.map_or(FAIRDEAL_NONE, Card::id)
}

pub(crate) fn seat_number(seat: Option<Seat>) -> u8 {
    seat.map_or(FAIRDEAL_NONE, |seat| seat as u8)
}

pub(crate) fn side_number(side: Option<Side>) -> u8 {
    side.map_or(FAIRDEAL_NONE, |side| side as u8)
}

impl FairdealRules {
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            stick_the_dealer: self.stick_the_dealer != 0,
            no_trump: self.no_trump != 0,
            partners_best: self.partners_best != 0,
            farmers_hand: self.farmers_hand != 0,
            ace_no_face: self.ace_no_face != 0,
            defend_alone: self.defend_alone != 0,
            must_go_alone: self.must_go_alone != 0,
        }
    }

    fn of(rules: Rules) -> FairdealRules {
        FairdealRules {
            stick_the_dealer: rules.stick_the_dealer.into(),
            no_trump: rules.no_trump.into(),
            partners_best: rules.partners_best.into(),
            farmers_hand: rules.farmers_hand.into(),
            ace_no_face: rules.ace_no_face.into(),
            defend_alone: rules.defend_alone.into(),
            must_go_alone: rules.must_go_alone.into(),
        }
    }
}

pub(crate) fn score([north_south, east_west]: [u8; 2]) -> Score {
    Score {
        north_south,
        east_west,
    }
}

/// The first so many of a list, each with its seat.
fn listed<T>(
    (seats, things): (&[u8], &[u8]),
    count: u8,
    what: &str,
    meaning: fn(u8) -> Result<T, Failure>,
) -> Result<Vec<(Seat, T)>, Failure> {
    if count as usize > things.len() {
        let message = format!("{count} {what} are more than a hand can have");
        return Err(Failure::of(&ViewError::Unreadable(message)));
    }
    let both = seats.iter().zip(things).take(count as usize);
    both.map(|(&who, &what)| Ok((seat(who)?, meaning(what)?)))
        .collect()
}

impl FairdealView {
    /// The view, if it holds together.
    pub(crate) fn view(&self) -> Result<View, Failure> {
        let rules = self.rules.rules();
        let mut public = Public::new(
            rules,
            score(self.score),
            seat(self.dealer)?,
            card(self.upcard)?,
        );
        public.bids = listed((&self.bid_seats, &self.bids), self.bid_count, "bids", bid)?;
        public.call = match optional(self.trump, trump)? {
            None => public.called(),
            Some(trump) => Some(Call {
                trump,
                maker: seat(self.maker)?,
                taken: self.taken != 0,
                alone: self.alone != 0,
                defender: optional(self.defender, seat)?,
            }),
        };
        let plays = listed(
            (&self.play_seats, &self.plays),
            self.play_count,
            "plays",
            card,
        )?;
        let players = public.call.map_or(4, |call| call.players());
        let tricks = plays
            .chunks(players.into())
            .map(|trick| Trick(trick.to_vec()));
        public.tricks = tricks.collect();
        let seen = Seen {
            public,
            seat: seat(self.seat)?,
            hand: cards(self.hand)?,
            discard: optional(self.discard, card)?,
            given: optional(self.given, card)?,
            received: optional(self.received, card)?,
            kitty: cards(self.kitty)?,
        };
        View::new(seen).map_err(|clash| Failure::of(&ViewError::from(clash)))
    }

    pub(crate) fn of(view: &View) -> FairdealView {
        let public = view.public();
        let call = public.call;
        let mut plain = FairdealView {
            hand: bits(view.hand()),
            kitty: bits(view.kitty()),
            seat: view.seat() as u8,
            dealer: public.dealer as u8,
            upcard: public.upcard.id(),
            discard: number(view.discard()),
            given: number(view.given()),
            received: number(view.received()),
            trump: call.map_or(FAIRDEAL_NONE, |call| call.trump as u8),
            maker: seat_number(call.map(|call| call.maker)),
            taken: call.is_some_and(|call| call.taken).into(),
            alone: call.is_some_and(|call| call.alone).into(),
            defender: seat_number(call.and_then(|call| call.defender)),
            bid_count: 0,
            bid_seats: [FAIRDEAL_NONE; 10],
            bids: [FAIRDEAL_NONE; 10],
            play_count: 0,
            play_seats: [FAIRDEAL_NONE; 20],
            plays: [FAIRDEAL_NONE; 20],
            score: [public.score.north_south, public.score.east_west],
            rules: FairdealRules::of(public.rules),
        };
        let bids = public
            .bids
            .iter()
            .map(|&(who, bid)| (who, Move::Bid(bid).code()));
        plain.bid_count = filled(bids, &mut plain.bid_seats, &mut plain.bids);
        let plays = public.tricks.iter().flat_map(|trick| &trick.0);
        let plays = plays.map(|&(who, card)| (who, card.id()));
        plain.play_count = filled(plays, &mut plain.play_seats, &mut plain.plays);
        plain
    }
}

/// Fills two lists from the front; a hand has at most ten bids and twenty cards.
fn filled(from: impl Iterator<Item = (Seat, u8)>, seats: &mut [u8], things: &mut [u8]) -> u8 {
    let places = seats.iter_mut().zip(things);
    let filled = from.zip(places).map(|((who, what), (seat, thing))| {
        (*seat, *thing) = (who as u8, what);
    });
    filled.count() as u8
}

/// Moves as a set.
pub(crate) fn move_bits(moves: &[Move]) -> u64 {
    moves.iter().fold(0, |bits, made| bits | 1 << made.code())
}

impl FairdealLegal {
    pub(crate) fn of(legal: &LegalMoves) -> FairdealLegal {
        FairdealLegal {
            moves: move_bits(&legal.legal),
            turn: seat_number(legal.turn),
            stage: legal.stage as u8,
        }
    }
}

/// Reads a view that is written in JSON, as docs/euchre.md has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_view_read(
    json: *const c_char,
    view: *mut FairdealView,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, json) = unsafe { (Out::new(view, "view")?, text(json, "json")?) };
        let view = View::from_json(json).map_err(|error| Failure::of(&error))?;
        out.fill(FairdealView::of(&view))
    })
}

/// Writes a view in JSON, if it holds together.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_view_json(
    view: *const FairdealView,
    json: *mut *mut c_char,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, view) = unsafe { (Out::empty(json, "json")?, shared(view, "view")?) };
        out.give_json(&view.view()?)
    })
}

/// What the seat of a view may do, if the view holds together; nothing if it is not its turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_view_legal(
    view: *const FairdealView,
    legal: *mut FairdealLegal,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, view) = unsafe { (Out::new(legal, "legal")?, shared(view, "view")?) };
        out.fill(FairdealLegal::of(&LegalMoves::of_view(&view.view()?)))
    })
}

/// A move in words, `order alone` or `JH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_move_text(made: u8, words: *mut *mut c_char) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let out = unsafe { Out::empty(words, "words") }?;
        let made = Move::from_code(made, Stage::Play).ok_or_else(|| wrong(made, "move"))?;
        out.give_text(&made.name())
    })
}
