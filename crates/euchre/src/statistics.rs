//! What is kept between games: how calls went, what was lost against the hints, and whether odds came true as often as
//! they should. One row a game in a small embedded database, so that a game that is cut off spoils nothing.

use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};

/// Odds are put into so many bins of equal width.
pub const BINS: usize = 10;

/// What happened to one player, in one game or in many.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Statistics {
    /// Games that were finished.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Hands that were finished.
    pub hands: u64,
    /// Hands in which the player made trump.
    pub calls: u64,
    /// Of those, hands that were made.
    pub made: u64,
    /// Of those, hands that were euchred.
    pub euchred: u64,
    /// Hands in which the player went alone.
    pub alone: u64,
    /// Of those, hands with all five tricks.
    pub marched: u64,
    /// Decisions that a hint was worked out for.
    pub decisions: u64,
    /// Points lost in them against the hint, together.
    pub points_lost: f64,
    /// How odds came true: for chances from 0 to 10%, 10 to 20% and so on.
    pub calibration: [Bin; BINS],
}

/// Odds of about the same size.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Bin {
    /// How often such odds were given.
    pub cases: u64,
    /// Their sum.
    pub said: f64,
    /// How often they came true.
    pub true_cases: u64,
}

impl Statistics {
    /// Adds what happened elsewhere.
    pub fn add(&mut self, other: &Statistics) {
        self.games += other.games;
        self.won += other.won;
        self.hands += other.hands;
        self.calls += other.calls;
        self.made += other.made;
        self.euchred += other.euchred;
        self.alone += other.alone;
        self.marched += other.marched;
        self.decisions += other.decisions;
        self.points_lost += other.points_lost;
        for (bin, more) in self.calibration.iter_mut().zip(&other.calibration) {
            bin.cases += more.cases;
            bin.said += more.said;
            bin.true_cases += more.true_cases;
        }
    }

    /// A chance was said, and came true or not.
    pub fn note_odds(&mut self, chance: f64, came_true: bool) {
        let bin = &mut self.calibration[((chance * BINS as f64) as usize).min(BINS - 1)];
        bin.cases += 1;
        bin.said += chance;
        bin.true_cases += came_true as u64;
    }
}

/// Why statistics cannot be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StatisticsError {
    /// The database refused.
    #[error("the statistics cannot be kept: {0}")]
    Database(#[from] redb::Error),
    /// A row that is none of ours.
    #[error("the statistics cannot be read: {0}")]
    Row(#[from] serde_json::Error),
}

const GAMES: TableDefinition<u64, &[u8]> = TableDefinition::new("euchre games");

/// A file of statistics, one row a game.
pub struct StatisticsFile(Database);

impl StatisticsFile {
    /// Opens the file, or begins it.
    ///
    /// # Errors
    /// A file that is no such database, or that another program is using.
    pub fn open(path: &Path) -> Result<StatisticsFile, StatisticsError> {
        let database = Database::create(path).map_err(redb::Error::from)?;
        Ok(StatisticsFile(database))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written to.
    pub fn add(&self, game: &Statistics) -> Result<(), StatisticsError> {
        let row = serde_json::to_vec(game)?;
        let add = || -> Result<(), redb::Error> {
            let transaction = self.0.begin_write()?;
            {
                let mut table = transaction.open_table(GAMES)?;
                let next = table
                    .last()?
                    .map_or(1, |(number, _)| number.value().saturating_add(1));
                table.insert(next, row.as_slice())?;
            }
            transaction.commit()?;
            Ok(())
        };
        Ok(add()?)
    }

    /// All games together.
    ///
    /// # Errors
    /// The file cannot be read, or holds something else.
    pub fn total(&self) -> Result<Statistics, StatisticsError> {
        let rows = || -> Result<Vec<Vec<u8>>, redb::Error> {
            let transaction = self.0.begin_read()?;
            let table = match transaction.open_table(GAMES) {
                Err(redb::TableError::TableDoesNotExist(_)) => return Ok(Vec::new()),
                table => table?,
            };
            let mut rows = Vec::new();
            for row in table.iter()? {
                rows.push(row?.1.value().to_vec());
            }
            Ok(rows)
        };
        let mut total = Statistics::default();
        for row in rows()? {
            total.add(&serde_json::from_slice(&row)?);
        }
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_add_up_and_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("euchre.redb");
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
            Bin {
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
}
