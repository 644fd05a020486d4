//! Euchre and Texas 42: what is asked goes in as the JSON of a request, and comes back as the JSON of an answer and its words.

use fairdeal::euchre::{self, BidWeighing};
use fairdeal::{Error, Request, space, texas42};
use pyo3::prelude::*;

use crate::question::{Told, read, told};
use crate::work::{Listener, work};

/// Answers a request that is about no script and no profile.
#[pyfunction]
#[pyo3(signature = (request, progress=None))]
pub(crate) fn ask(py: Python, request: &str, progress: Listener) -> PyResult<Told> {
    let request: Request = read(py, request)?;
    work(py, &progress, |watch| {
        let answer = fairdeal::ask(&request, watch)?;
        watch.look()?;
        Ok(told(&answer))
    })
}

/// Worlds that fit a view of euchre, as JSON: the same as the command draws with the same seed.
#[pyfunction]
pub(crate) fn euchre_worlds(
    py: Python,
    view: &str,
    number: u64,
    seed: Option<u64>,
    weigh_bids: bool,
) -> PyResult<Vec<String>> {
    work(py, &None, |watch| {
        let view = euchre::View::from_json(view).map_err(|error| Error::other(&error))?;
        let worlds = euchre::Worlds::new(&view).map_err(|error| Error::other(&error))?;
        let weighing = weigh_bids.then(|| BidWeighing::new(&view));
        let mut random = space::stream(seed.unwrap_or(euchre::limits::SEED), 0);
        let weighed = weighing.map(|weighing| weighing.usual(&worlds, &mut random, watch));
        let weighed = weighed.transpose()?;
        let draw = |_| {
            watch.look()?;
            let world = worlds.draw(weighed.as_ref(), &mut random);
            Ok(serde_json::to_string(&world).unwrap_or_default())
        };
        (0..number).map(draw).collect()
    })
}

/// Worlds that fit a view of Texas 42, as JSON: the same as the command draws with the same seed.
#[pyfunction]
pub(crate) fn texas42_worlds(
    py: Python,
    view: &str,
    number: u64,
    seed: Option<u64>,
) -> PyResult<Vec<String>> {
    work(py, &None, |watch| {
        let view = texas42::View::from_json(view).map_err(|error| Error::other(&error))?;
        let worlds = texas42::Worlds::new(&view, watch).map_err(|error| Error::other(&error))?;
        let seed = seed.unwrap_or(texas42::limits::SEED);
        let draw = |number| {
            watch.look()?;
            Ok(serde_json::to_string(&worlds.draw(seed, number)).unwrap_or_default())
        };
        (1..=number).map(draw).collect()
    })
}
