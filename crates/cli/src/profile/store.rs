//! Where profiles are kept: as told, as the environment says, or where the platform keeps such things.

use std::path::PathBuf;

use clap::Args;
use fairdeal::shelf::{Shelf, usual_folder};

use crate::Failure;

/// The variable that names the folder.
const VARIABLE: &str = "FAIRDEAL_STORE";

#[derive(Args)]
pub(crate) struct StoreArguments {
    /// The folder in which profiles are kept [default: $FAIRDEAL_STORE, or a folder of this user]
    #[arg(long, value_name = "FOLDER", global = true, help_heading = "Profiles")]
    store: Option<PathBuf>,
}

impl StoreArguments {
    /// The shelf in that folder.
    pub(crate) fn shelf(&self) -> Result<Shelf, Failure> {
        let set = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
        let folder = self.store.clone().or(set.map(PathBuf::from));
        match folder.or_else(usual_folder) {
            Some(folder) => Ok(Shelf::at(folder)),
            None => Err(Failure::Usage(
                "this user has no folder for profiles: name one with --store".to_owned(),
            )),
        }
    }
}
