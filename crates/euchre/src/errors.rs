//! The words by which programs know our errors: they stay the same when the sentences are improved.

use answer::Explained;

use crate::{
    BotSettingsError, CardError, Clash, EgnError, GameFileError, IllegalMove, NoMove, ViewError,
};

impl Explained for CardError {
    fn code(&self) -> &'static str {
        "no-such-card"
    }
}

impl Explained for Clash {
    fn code(&self) -> &'static str {
        "view-contradicts-itself"
    }
}

impl Explained for ViewError {
    fn code(&self) -> &'static str {
        match self {
            ViewError::Unreadable(_) => "not-a-view",
            ViewError::Clash(clash) => clash.code(),
        }
    }
}

impl Explained for NoMove {
    fn code(&self) -> &'static str {
        match self {
            NoMove::NotToMove(_) => "not-to-move",
            NoMove::Clash(clash) => clash.code(),
            NoMove::Stopped(_) => "stopped",
        }
    }
}

impl Explained for IllegalMove {
    fn code(&self) -> &'static str {
        "illegal-move"
    }
}

impl Explained for EgnError {
    fn code(&self) -> &'static str {
        match self {
            EgnError::OtherRules(_) => "other-rules",
            EgnError::Unreadable(_) | EgnError::Deal(..) => "not-egn",
            EgnError::Unwritable(_) => "not-writable-as-egn",
        }
    }
}

impl Explained for GameFileError {
    fn code(&self) -> &'static str {
        match self {
            GameFileError::Record(error) => error.code(),
            GameFileError::Egn(error) => error.code(),
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

#[cfg(feature = "files")]
impl Explained for crate::StatisticsError {
    fn code(&self) -> &'static str {
        match self {
            crate::StatisticsError::Database(_) => "statistics-not-kept",
            crate::StatisticsError::Row(_) => "statistics-not-read",
        }
    }
}
