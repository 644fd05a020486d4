//! Bots: from a view as a plain struct to a move, and what the bot thinks of each.

use std::ffi::c_char;
use std::time::Instant;

use fairdeal::euchre::{BotSettings, Judgement, Player};

use crate::guard::{Failure, FairdealStatus, Out, guarded, shared, take_back, text};
use crate::plain::{FAIRDEAL_NONE, FairdealView};
use crate::watch::{FairdealWatch, watch};

/// A player of euchre.
pub struct FairdealBot(BotSettings);

/// What a bot does, and what it thinks.
#[repr(C)]
pub struct FairdealJudgement {
    /// How many worlds fit what it has seen; 0 if it did not ask.
    pub worlds: u64,
    /// How many games it played out.
    pub iterations: u64,
    /// What each move is worth to its side, in points or as the chance to win the game, the best first;
    pub values: [f64; 12],
    /// half the width of the 95% interval of that;
    pub intervals: [f64; 12],
    /// how often it tried the move;
    pub visits: [u64; 12],
    /// and which move that is.
    pub moves: [u8; 12],
    /// How many moves it thought about; 0 if it did not search.
    pub count: u8,
    /// What it does: a card, or FAIRDEAL_PASS to FAIRDEAL_NAME_ALONE.
    pub best: u8,
}

impl FairdealJudgement {
    pub(crate) fn of(judgement: &Judgement) -> FairdealJudgement {
        let mut plain = FairdealJudgement {
            worlds: judgement.worlds.unwrap_or(0),
            iterations: judgement.iterations,
            values: [0.0; 12],
            intervals: [0.0; 12],
            visits: [0; 12],
            moves: [FAIRDEAL_NONE; 12],
            count: 0,
            best: judgement.best.code(),
        };
        // There are at most nine moves: three suits and no trump, alone or not, and passing.
        for (place, of) in judgement.values.iter().take(12).enumerate() {
            plain.values[place] = of.value;
            plain.intervals[place] = of.interval;
            plain.visits[place] = of.visits;
            plain.moves[place] = of.made.code();
            plain.count += 1;
        }
        plain
    }
}

/// A bot by its level, `random`, `beginner`, `casual`, `club`, `strong` or `expert`, with its habits behind it: `expert,bold,time=10`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_bot_new(
    settings: *const c_char,
    bot: *mut *mut FairdealBot,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, settings) = unsafe { (Out::empty(bot, "bot")?, text(settings, "settings")?) };
        let settings = settings.parse();
        let settings =
            settings.map_err(|error: fairdeal::euchre::BotSettingsError| Failure::of(&error))?;
        out.give(FairdealBot(settings))
    })
}

/// What a bot does with a view, if the view holds together and it is the seat's turn. The same view and seed give the same move,
/// unless the bot plays by the clock. Any number of threads may ask the same bot. The watch may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_bot_decide(
    bot: *const FairdealBot,
    view: *const FairdealView,
    seed: u64,
    watch: *const FairdealWatch,
    judgement: *mut FairdealJudgement,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, bot, view, watch) = unsafe {
            let out = Out::new(judgement, "judgement")?;
            let (bot, view) = (shared(bot, "bot")?, shared(view, "view")?);
            (out, bot, view, self::watch(watch))
        };
        let view = view.view()?;
        let began = Instant::now();
        let clock = || began.elapsed();
        let judgement = bot.0.with_clock(&clock).play(&view, seed, &watch);
        let judgement = judgement.map_err(|error| Failure::of(&error))?;
        out.fill(FairdealJudgement::of(&judgement))
    })
}

/// Frees a bot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_bot_free(bot: *mut FairdealBot) {
    // SAFETY: the caller keeps to the header.
    unsafe { take_back(bot) }
}
