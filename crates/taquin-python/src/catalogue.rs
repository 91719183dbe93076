//! The names to choose from: solvers, heuristics, instance sets.

use pyo3::prelude::*;
use serde_json::{Value, json};
use taquin::{catalogue, data};
use taquin_app::answer::{self, dataset_rows};
use taquin_app::{Refusal, RefusalKind};

use crate::ask::written;
use crate::problem::raise;

/// The version of the package.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    answer::VERSION
}

/// All solvers, as JSON.
#[pyfunction]
pub(crate) fn solvers() -> String {
    let option = |option: &catalogue::OptionEntry| json!({ "name": option.name, "default": option.default, "help": option.help });
    let entry = |entry: &catalogue::SolverEntry| {
        json!({
            "name": entry.name,
            "summary": entry.summary,
            "guarantee": entry.guarantee.name(),
            "notes": entry.notes,
            "runs": entry.runs.name(),
            "max_cells": entry.max_cells,
            "options": entry.options.iter().map(option).collect::<Vec<_>>(),
        })
    };
    Value::Array(catalogue::solvers().map(entry).collect()).to_string()
}

/// All heuristics, as JSON.
#[pyfunction]
pub(crate) fn heuristics() -> String {
    let entry = |entry: &catalogue::HeuristicEntry| {
        json!({
            "name": entry.name,
            "summary": entry.summary,
            "admissible": entry.admissible,
            "consistent": entry.consistent,
            "argument": entry.argument.as_ref().map(|argument| argument.summary),
        })
    };
    Value::Array(catalogue::heuristics().map(entry).collect()).to_string()
}

/// All instance sets, as JSON.
#[pyfunction]
pub(crate) fn datasets() -> PyResult<String> {
    let sets: Vec<answer::Dataset> = data::DATASETS.iter().map(Into::into).collect();
    written(&sets)
}

/// The instances of a set, as JSON.
#[pyfunction]
pub(crate) fn dataset(py: Python<'_>, name: &str) -> PyResult<String> {
    let set = data::by_name(name).map_err(|error| {
        let refusal = Refusal::new(RefusalKind::NotFound, error.to_string());
        raise(py, &refusal)
    })?;
    written(&dataset_rows(set).collect::<Vec<_>>())
}
