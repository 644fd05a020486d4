//! The file that statistics are kept in between games: a line of JSON a game, which is written at once and whole, so that a game that
//! is cut off spoils nothing.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crate::Statistics;

/// Why statistics cannot be kept or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StatisticsError {
    /// The file cannot be read or written to.
    #[error("the statistics cannot be kept: {0}")]
    File(#[from] io::Error),
    /// Another program has it.
    #[error("the statistics are being used by another program")]
    Used,
    /// A line that is none of ours.
    #[error("the statistics cannot be read: line {line} is not the statistics of a game")]
    Line {
        /// Which one, from 1.
        line: usize,
    },
}

/// How every line begins: the first field of a game's statistics.
const BEGINNING: &str = "{\"games\":";

/// A file of statistics, a line a game. Nobody else has it meanwhile.
pub struct StatisticsFile(File);

impl StatisticsFile {
    /// Opens the file, or begins it.
    ///
    /// # Errors
    /// A file of something else, or one that another program is using.
    pub fn open(path: &Path) -> Result<StatisticsFile, StatisticsError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path)?;
        file.try_lock().map_err(|_| StatisticsError::Used)?;
        let file = StatisticsFile(file);
        file.read()?;
        Ok(file)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written to.
    pub fn add(&self, game: &Statistics) -> Result<(), StatisticsError> {
        let mut line = serde_json::to_vec(game).map_err(io::Error::from)?;
        line.push(b'\n');
        let (_, end) = self.read()?;
        let mut file = &self.0;
        // A line that was cut off makes room.
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        file.write_all(&line)?;
        Ok(file.sync_data()?)
    }

    /// All games together.
    ///
    /// # Errors
    /// The file cannot be read, or holds something else.
    pub fn total(&self) -> Result<Statistics, StatisticsError> {
        Ok(self.read()?.0)
    }

    /// All games together, and where the last whole line ends.
    fn read(&self) -> Result<(Statistics, u64), StatisticsError> {
        let mut file = &self.0;
        let mut bytes = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        let (mut total, mut end) = (Statistics::default(), 0);
        for (at, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let wrong = || StatisticsError::Line { line: at + 1 };
            let begins = &BEGINNING.as_bytes()[..BEGINNING.len().min(line.len())];
            if !line.starts_with(begins) {
                return Err(wrong());
            }
            // Only the last line may have been cut off.
            if line.ends_with(b"\n") {
                total.add(&serde_json::from_slice(line).map_err(|_| wrong())?);
                end += line.len() as u64;
            }
        }
        Ok((total, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CalibrationBin;

    #[test]
    fn games_add_up_and_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("euchre.jsonl");
        let mut game = Statistics {
            games: 1,
            calls: 3,
            points_lost: 0.25,
            ..Statistics::default()
        };
        game.note_odds(0.34, true);
        game.note_odds(1.0, true);
        {
            let file = StatisticsFile::open(&path).unwrap();
            assert_eq!(file.total().unwrap(), Statistics::default());
            file.add(&game).unwrap();
        }
        let file = StatisticsFile::open(&path).unwrap();
        file.add(&game).unwrap();
        let total = file.total().unwrap();
        assert_eq!((total.games, total.calls, total.points_lost), (2, 6, 0.5));
        assert_eq!(
            total.calibration[3],
            CalibrationBin {
                cases: 2,
                said: 0.68,
                true_cases: 2
            }
        );
        assert_eq!(total.calibration[9].cases, 2);
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter.txt");
        std::fs::write(&path, "Dear aunt, ".repeat(1000)).unwrap();
        assert!(StatisticsFile::open(&path).is_err());
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "Dear aunt, ".repeat(1000)
        );
    }

    #[test]
    fn a_line_that_was_cut_off_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("euchre.jsonl");
        let game = Statistics {
            games: 1,
            ..Statistics::default()
        };
        let whole = serde_json::to_string(&game).unwrap() + "\n";
        for length in 0..whole.len() {
            std::fs::write(&path, format!("{whole}{}", &whole[..length])).unwrap();
            let file = StatisticsFile::open(&path).unwrap();
            assert_eq!(file.total().unwrap().games, 1, "{length}");
            file.add(&game).unwrap();
            assert_eq!(file.total().unwrap().games, 2, "{length}");
            drop(file);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), whole.repeat(2));
        }
    }

    #[test]
    fn it_is_used_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("euchre.jsonl");
        let _first = StatisticsFile::open(&path).unwrap();
        let second = StatisticsFile::open(&path);
        assert!(matches!(second.err(), Some(StatisticsError::Used)));
    }
}
