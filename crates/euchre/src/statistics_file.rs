//! The file that statistics are kept in between games: one row a game in a small embedded database, so that a game that is
//! cut off spoils nothing.

use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use crate::Statistics;

/// Why statistics cannot be kept or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    use crate::CalibrationBin;

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
}
