//! Where no solver can be had: a build without the feature `double-dummy`.

use super::solver::SolverError;
use crate::score::Strain;
use crate::{Card, Deal, Seat};

/// There are none, so nothing can be asked of them.
#[derive(Debug)]
pub(super) enum Engines {}

impl Engines {
    pub(super) fn all() -> Result<&'static Engines, SolverError> {
        Err(SolverError::NotInThisBuild)
    }

    pub(super) fn threads(&self) -> usize {
        match *self {}
    }

    pub(super) fn all_declarers(&self, _: &Deal, _: Strain) -> Result<[u8; 4], SolverError> {
        match *self {}
    }

    pub(super) fn one_declarer(&self, _: &Deal, _: Strain, _: Seat) -> Result<u8, SolverError> {
        match *self {}
    }

    pub(super) fn leads(
        &self,
        _: &Deal,
        _: Strain,
        _: Seat,
    ) -> Result<Vec<(Card, u8)>, SolverError> {
        match *self {}
    }

    pub(super) fn along(
        &self,
        _: &Deal,
        _: Strain,
        _: Seat,
        _: &[Card],
    ) -> Result<Vec<u8>, SolverError> {
        match *self {}
    }
}
