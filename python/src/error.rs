//! What went wrong, as an exception with its code, places and help.

use fairdeal::Error;
use fairdeal::answer::{ErrorBody, Explained};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The exception for an error of the library.
pub(crate) fn raised(py: Python, error: &Error) -> PyErr {
    of_body(py, &error.body())
}

/// The exception for any other error that knows its word for programs.
pub(crate) fn explained(py: Python, error: &impl Explained) -> PyErr {
    of_body(py, &error.body())
}

/// The exception for something that was asked wrongly.
pub(crate) fn asked_wrongly(py: Python, message: impl Into<String>) -> PyErr {
    of_body(py, &ErrorBody::new("bad-request", message))
}

fn of_body(py: Python, body: &ErrorBody) -> PyErr {
    // The class is written in Python, where its fields have their types.
    let made = || -> PyResult<PyErr> {
        let class = py.import("fairdeal._errors")?.getattr("FairdealError")?;
        let class = class.cast_into::<PyType>()?;
        let json = serde_json::to_string(body).unwrap_or_default();
        let error = class.call_method1("_of", (json,))?;
        Ok(PyErr::from_value(error))
    };
    made().unwrap_or_else(|failed| failed)
}
