//! What boards are dealt by: a seed that may be told, or a key that may not.

use std::path::PathBuf;

use clap::Args;
use fairdeal::{SecretKey, Seed};

use crate::Failure;

#[derive(Args)]
pub(crate) struct SeedArguments {
    /// The seed, a number or any text: the same seed gives the same boards [default: a script's own, or a random one]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<Seed>,

    /// Instead of a seed, a file with a secret key: 32 bytes, or 64 hexadecimal digits. What is written names only its mark
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    key: Option<PathBuf>,

    /// Mix this value into the key, which was made public after the key was chosen
    #[arg(
        long,
        value_name = "VALUE",
        requires = "key",
        allow_negative_numbers = true
    )]
    public: Option<String>,
}

impl SeedArguments {
    /// Whether anything was told.
    pub(crate) fn is_given(&self) -> bool {
        self.seed.is_some() || self.key.is_some()
    }

    /// What was told.
    pub(crate) fn read(&self) -> Result<Option<Seed>, Failure> {
        let Some(file) = &self.key else {
            return Ok(self.seed.clone());
        };
        let key = SecretKey::open(file)?;
        Ok(Some(key.seed(self.public.as_deref()).map_err(Failure::of)?))
    }
}
