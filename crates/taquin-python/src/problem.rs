//! Refusals as Python exceptions.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use taquin_app::Refusal;

/// The exception of a refusal: its class follows from the kind, its attributes are the members of the
/// problem that the REST API sends.
pub(crate) fn raise(py: Python<'_>, refusal: &Refusal) -> PyErr {
    make(py, refusal).unwrap_or_else(|error| error)
}

fn make(py: Python<'_>, refusal: &Refusal) -> PyResult<PyErr> {
    let problem = serde_json::to_string(refusal)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let errors = py.import("taquin.errors")?;
    let exception = errors.call_method1("from_problem", (refusal.kind.name(), problem))?;
    Ok(PyErr::from_value(exception))
}

/// Anything the library refuses with, as an exception.
pub(crate) fn refuse(py: Python<'_>, refusal: impl Into<Refusal>) -> PyErr {
    raise(py, &refusal.into())
}
