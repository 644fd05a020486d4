//! Where no solver can be had: a build without the feature `double-dummy`.

use super::solver::SolverError;
use crate::score::Strain;
use crate::{Deal, Seat};

/// There is none, so nothing can be asked of it.
#[derive(Debug)]
pub(super) enum Dds {}

impl Dds {
    pub(super) fn load() -> Result<&'static Dds, SolverError> {
        Err(SolverError::NotInThisBuild)
    }

    pub(super) fn threads(&self) -> usize {
        match *self {}
    }

    pub(super) fn solve<const N: usize>(
        &self,
        _: &Deal,
        _: Strain,
        _: [Seat; N],
    ) -> Result<[u8; N], SolverError> {
        match *self {}
    }
}
