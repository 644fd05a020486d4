//! Locks that keep two editors apart. The system gives a lock back when its process ends, however it ends, so that a
//! crash never leaves a profile locked.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::error::StoreError;

/// A lock that is held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// The lock goes with the file.
    _file: File,
}

/// How often a lock that is held for moments only is tried again.
const PATIENCE: u32 = 200;

impl Lock {
    /// Takes a lock if nobody has it; `None` if somebody does.
    pub(crate) fn try_take(store: &Path, name: &str) -> Result<Option<Lock>, StoreError> {
        let folder = store.join(".locks");
        let path = folder.join(format!("{name}.lock"));
        // The shelf is what people know; that there are lock files on it is our business.
        let failed = |cause: io::Error| StoreError::Write {
            path: store.to_owned(),
            cause,
        };
        fs::create_dir_all(&folder).map_err(failed)?;
        let mut options = File::options();
        let file = options.create(true).truncate(false).write(true);
        let file = file.open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some network file systems have no locks: their users would rather work than be safe from themselves.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Some(Lock { _file: file }))
            }
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Takes a lock that others hold for moments only.
    pub(crate) fn take(folder: &Path, name: &str) -> Result<Lock, StoreError> {
        for _ in 0..PATIENCE {
            if let Some(lock) = Lock::try_take(folder, name)? {
                return Ok(lock);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(StoreError::Busy {
            what: "the shelf".to_owned(),
        })
    }
}
