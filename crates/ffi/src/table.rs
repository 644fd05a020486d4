//! The referee: a game by handle, in which moves are made that the rules allow, and of which is told how it stands and what a
//! seat sees.

use std::ffi::c_char;

use fairdeal::euchre::{
    Game, GameRecord, HandScore, LegalMoves, Move, NewGame, NumberOrDigits, RefereeError,
    ScoreAnswer, Seat, Side, Stage, World,
};

use crate::guard::{Failure, FairdealStatus, Out, changed, guarded, shared, take_back, text};
use crate::plain::{
    FAIRDEAL_NONE, FairdealLegal, FairdealRules, FairdealView, card, optional, score, seat,
    seat_number, side_number,
};
use crate::worlds::FairdealWorld;

/// A game of euchre, to ten points, with its referee.
pub struct FairdealTable(Game);

/// How a game begins.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FairdealNewGame {
    /// The seed of its deals.
    pub seed: u64,
    /// Who deals first; FAIRDEAL_NONE: as the seed has it.
    pub dealer: u8,
    /// The points to begin with: those of North and South, and those of East and West.
    pub score: [u8; 2],
    /// The house rules.
    pub rules: FairdealRules,
}

/// How a game stands. What is not there is FAIRDEAL_NONE.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FairdealState {
    /// What may be done, by whom.
    pub legal: FairdealLegal,
    /// The number of the hand that is played, from 1.
    pub hand: u32,
    /// Who dealt it.
    pub dealer: u8,
    /// The card turned up.
    pub upcard: u8,
    /// What is trump: clubs 0, diamonds 1, hearts 2, spades 3, no trump 4.
    pub trump: u8,
    /// Who made it.
    pub maker: u8,
    /// Whether the dealer took the upcard.
    pub taken: u8,
    /// Whether the maker plays alone.
    pub alone: u8,
    /// Who defends alone.
    pub defender: u8,
    /// The tricks of North and South, and those of East and West.
    pub tricks: [u8; 2],
    /// Who took the trick, if the last move finished one,
    pub trick_winner: u8,
    /// Whether the hand is over,
    pub is_over: u8,
    /// whether it was thrown in,
    pub is_thrown_in: u8,
    /// and the points that it brought each side.
    pub points: [u8; 2],
    /// The points of the game so far.
    pub score: [u8; 2],
    /// The side that has won the game: North and South 0, East and West 1.
    pub winner: u8,
}

/// A new game, with its first hand dealt.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_new(
    how: *const FairdealNewGame,
    table: *mut *mut FairdealTable,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, how) = unsafe { (Out::empty(table, "table")?, shared(how, "how")?) };
        let asked = NewGame {
            seed: NumberOrDigits::Number(how.seed),
            rules: how.rules.rules(),
            dealer: optional(how.dealer, seat)?,
            score: score(how.score),
        };
        let game = asked.game().map_err(RefereeError::from);
        let game = game.map_err(|error| Failure::of(&error))?;
        out.give(FairdealTable(game))
    })
}

/// A game as fairdeal_table_record gave it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_read(
    record: *const c_char,
    table: *mut *mut FairdealTable,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, record) = unsafe { (Out::empty(table, "table")?, text(record, "record")?) };
        let game = GameRecord::from_json(record).and_then(|record| record.replay());
        out.give(FairdealTable(game.map_err(|error| Failure::of(&error))?))
    })
}

/// All of a game as JSON, to be kept, or given to fairdeal_ask. It holds all cards, so it is not for players.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_record(
    table: *const FairdealTable,
    record: *mut *mut c_char,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, table) = unsafe { (Out::empty(record, "record")?, shared(table, "table")?) };
        out.give_json(&table.0.record())
    })
}

/// How a game stands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_state(
    table: *const FairdealTable,
    state: *mut FairdealState,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, table) = unsafe { (Out::new(state, "state")?, shared(table, "table")?) };
        out.fill(FairdealState::of(&table.0))
    })
}

/// What a seat sees.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_view(
    table: *const FairdealTable,
    seat: u8,
    view: *mut FairdealView,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, table) = unsafe { (Out::new(view, "view")?, shared(table, "table")?) };
        let seen = table.0.hand().view(self::seat(seat)?);
        out.fill(FairdealView::of(&seen))
    })
}

/// Where all cards lie now: for whoever draws the table, and not for players.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_cards(
    table: *const FairdealTable,
    cards: *mut FairdealWorld,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, table) = unsafe { (Out::new(cards, "cards")?, shared(table, "table")?) };
        let hand = table.0.hand();
        out.fill(FairdealWorld::of(&World {
            hands: Seat::ALL.map(|seat| hand.position().hand(seat)),
            kitty: hand.deal().kitty,
            discard: hand.discard().into_iter().collect(),
        }))
    })
}

/// Makes a move of a seat: a card, or FAIRDEAL_PASS to FAIRDEAL_NAME_ALONE. FAIRDEAL_NONE is whoever has the turn. What the rules do
/// not allow is refused, and the game is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_play(
    table: *mut FairdealTable,
    seat: u8,
    made: u8,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let game = &mut unsafe { changed(table, "table") }?.0;
        let seat = optional(seat, self::seat)?;
        let stage = game.hand().position().stage();
        // A card that is no answer to what is asked is played, and that is refused with the reason.
        let made = Move::from_code(made, stage).map_or_else(|| card(made).map(Move::Play), Ok)?;
        let done = game.make_by(seat, made);
        done.map_err(|error: RefereeError| Failure::of(&error))?;
        Ok(FairdealStatus::Ok)
    })
}

/// Deals the next hand, if this one is over and nobody has won.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_next(table: *mut FairdealTable) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let game = &mut unsafe { changed(table, "table") }?.0;
        game.deal_next()
            .map_err(|error| Failure::of(&RefereeError::from(error)))?;
        Ok(FairdealStatus::Ok)
    })
}

/// What the hands of a game, and the game, came to, as JSON with the words for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_scores(
    table: *const FairdealTable,
    scores: *mut *mut c_char,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, table) = unsafe { (Out::empty(scores, "scores")?, shared(table, "table")?) };
        out.give_json(&ScoreAnswer::of(&table.0))
    })
}

/// Frees a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_table_free(table: *mut FairdealTable) {
    // SAFETY: the caller keeps to the header.
    unsafe { take_back(table) }
}

impl FairdealState {
    fn of(game: &Game) -> FairdealState {
        let hand = game.hand();
        let (public, call) = (hand.public(), hand.public().call);
        let result = HandScore::of(hand);
        let points = |side: Side| {
            let points = result.as_ref().and_then(|result| result.points.get(&side));
            points.copied().unwrap_or(0)
        };
        FairdealState {
            legal: FairdealLegal::of(&LegalMoves::of(hand)),
            hand: game.number() as u32,
            dealer: public.dealer as u8,
            upcard: public.upcard.id(),
            trump: call.map_or(FAIRDEAL_NONE, |call| call.trump as u8),
            maker: seat_number(call.map(|call| call.maker)),
            taken: call.is_some_and(|call| call.taken).into(),
            alone: call.is_some_and(|call| call.alone).into(),
            defender: seat_number(call.and_then(|call| call.defender)),
            tricks: Side::ALL.map(|side| hand.position().tricks(side)),
            trick_winner: seat_number(hand.trick_taken().map(|taken| taken.winner)),
            is_over: (hand.position().stage() == Stage::Over).into(),
            is_thrown_in: hand.is_thrown_in().into(),
            points: Side::ALL.map(points),
            score: Side::ALL.map(|side| game.score().of(side)),
            winner: side_number(game.winner()),
        }
    }
}
