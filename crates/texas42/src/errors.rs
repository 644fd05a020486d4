//! The words by which programs know our errors: they stay the same when the sentences are improved.

use answer::Explained;

use crate::{
    BidError, BotSettingsError, CallError, DominoError, HandError, IllegalMove, NoMove, TrumpError,
    ViewError, WorldsError,
};

impl Explained for DominoError {
    fn code(&self) -> &'static str {
        "no-such-domino"
    }
}

impl Explained for TrumpError {
    fn code(&self) -> &'static str {
        "no-such-trump"
    }
}

impl Explained for CallError {
    fn code(&self) -> &'static str {
        "no-such-trump"
    }
}

impl Explained for BidError {
    fn code(&self) -> &'static str {
        "no-such-bid"
    }
}

impl Explained for IllegalMove {
    fn code(&self) -> &'static str {
        "illegal-move"
    }
}

impl Explained for HandError {
    fn code(&self) -> &'static str {
        match self {
            HandError::Domino(error) => error.code(),
            HandError::Twice(_) | HandError::Number(_) => "not-a-hand",
        }
    }
}

impl Explained for ViewError {
    fn code(&self) -> &'static str {
        match self {
            ViewError::Json(_)
            | ViewError::Seat(_)
            | ViewError::NoTrump
            | ViewError::NoDealer
            | ViewError::House => "not-a-view",
            ViewError::Domino(error) => error.code(),
            ViewError::Call(error) => error.code(),
            ViewError::Bid(error) => error.code(),
            _ => "view-contradicts-itself",
        }
    }
}

impl Explained for WorldsError {
    fn code(&self) -> &'static str {
        match self {
            WorldsError::Contradiction(_) => "view-contradicts-itself",
            WorldsError::Space(_) => "worlds-not-counted",
            WorldsError::Stopped(_) => "stopped",
        }
    }
}

impl Explained for NoMove {
    fn code(&self) -> &'static str {
        match self {
            NoMove::NotToMove(_) => "not-to-move",
            NoMove::NoDealer => "not-a-view",
            NoMove::Worlds(error) => error.code(),
            NoMove::Illegal(error) => error.code(),
            NoMove::Stopped(_) => "stopped",
        }
    }
}

impl Explained for BotSettingsError {
    fn code(&self) -> &'static str {
        match self {
            BotSettingsError::Level(_) => "no-such-level",
            BotSettingsError::Number(_) => "not-in-range",
            BotSettingsError::Habit(_) => "no-such-habit",
        }
    }
}
