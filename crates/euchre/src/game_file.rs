//! Games as files: a record of ours, or EGN where the name ends in `.egn`.

use ::game::GameRecordError;

use crate::{Egn, EgnError, EgnNames, Game, GameRecord};

/// How a game is written to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFile {
    /// As our record, which holds the seed too.
    Record,
    /// In Euchre Game Notation.
    Egn,
}

/// Why a file is no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameFileError {
    /// It is no record.
    #[error(transparent)]
    Record(#[from] GameRecordError),
    /// It is no EGN, or no game that EGN can hold.
    #[error(transparent)]
    Egn(#[from] EgnError),
}

impl GameFile {
    /// As the name of a file says.
    ///
    /// ```
    /// use euchre::{Game, GameFile, Rules};
    /// let game = Game::new(Rules::default(), 7);
    /// for name in ["game.json", "game.egn"] {
    ///     let file = GameFile::of_name(name);
    ///     let (again, filled_in) = file.read(&file.written(&game)?)?;
    ///     assert_eq!((again.hand(), filled_in.len()), (game.hand(), 0));
    /// }
    /// # Ok::<(), euchre::GameFileError>(())
    /// ```
    pub fn of_name(name: &str) -> GameFile {
        if name.to_ascii_lowercase().ends_with(".egn") {
            GameFile::Egn
        } else {
            GameFile::Record
        }
    }

    /// The text of a game.
    ///
    /// # Errors
    /// A game that EGN cannot hold.
    pub fn written(self, game: &Game) -> Result<String, GameFileError> {
        let text = match self {
            GameFile::Record => serde_json::to_string_pretty(&game.record()),
            GameFile::Egn => serde_json::to_string_pretty(&Egn::of(game, &EgnNames::default())?),
        };
        Ok(text.unwrap_or_default() + "\n")
    }

    /// The game of a text, and what had to be filled in because the text does not tell it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(self, text: &str) -> Result<(Game, Vec<String>), GameFileError> {
        match self {
            GameFile::Record => Ok((GameRecord::from_json(text)?.replay()?, Vec::new())),
            GameFile::Egn => {
                let read = Egn::from_json(text)?.read()?;
                Ok((read.game, read.filled_in))
            }
        }
    }
}
