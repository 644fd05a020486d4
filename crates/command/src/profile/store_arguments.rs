//! Where profiles are kept: as told, as the environment says, or where the platform keeps such things.

use std::path::PathBuf;

use clap::Args;
use fairdeal::store::{ProfileStore, STORE_VARIABLE};

use crate::Failure;

#[derive(Args)]
pub(crate) struct StoreArguments {
    /// The folder in which profiles are kept [default: $FAIRDEAL_STORE, or a folder of this user]
    #[arg(long, value_name = "FOLDER", global = true, help_heading = "Profiles")]
    store: Option<PathBuf>,
}

impl StoreArguments {
    /// The option as it was given, for commands that are printed.
    pub(crate) fn as_given(&self) -> Vec<String> {
        let given = self.store.iter();
        given
            .flat_map(|folder| ["--store".to_owned(), folder.display().to_string()])
            .collect()
    }

    /// The store in that folder.
    pub(crate) fn open(&self) -> Result<ProfileStore, Failure> {
        let variable = std::env::var_os(STORE_VARIABLE);
        Ok(ProfileStore::usual(self.store.clone(), variable)?)
    }
}
