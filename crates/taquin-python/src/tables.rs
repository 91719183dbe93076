//! Pattern databases as files.

use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Value, json};
use taquin::pdb::{FileError, Partition, Pattern, TableKind};
use taquin_app::answer::PdbTable;
use taquin_app::{Builder, PdbError, PdbFolder, Refusal, pdb_patterns};

use crate::ask::written;
use crate::goal::{self, GoalArgument};
use crate::problem::{raise, refuse};
use crate::session::{control, tables_folder, threads};
use crate::waiting::wait;

/// Which tables: a partition for boards of a size with a goal.
#[derive(FromPyObject)]
pub(crate) struct TablesArgument {
    partition: String,
    size: (usize, usize),
    kind: String,
    goal: Option<GoalArgument>,
    folder: Option<PathBuf>,
}

/// Tables that were read and checked.
struct Chosen {
    folder: PdbFolder,
    patterns: Vec<Pattern>,
    kind: TableKind,
}

impl TablesArgument {
    fn read(&self, py: Python<'_>) -> PyResult<Chosen> {
        let request = |text: String| refuse(py, Refusal::request(text));
        let size = goal::size(py, self.size.0, self.size.1)?;
        let goals = goal::goals(py, self.goal.as_ref())?;
        let partition = self.partition.parse::<Partition>();
        let partition = partition.map_err(|error| request(error.to_string()))?;
        let kind = self.kind.parse::<TableKind>();
        let kind = kind.map_err(|error| request(error.clone()))?;
        let patterns = pdb_patterns(&partition, size, &goals);
        Ok(Chosen {
            folder: folder(self.folder.clone())?,
            patterns: patterns.map_err(|refusal| raise(py, &refusal))?,
            kind,
        })
    }
}

/// Builds the tables that are not there yet, or all with `force`; rows as JSON.
#[pyfunction]
pub(crate) fn pdb_build(
    py: Python<'_>,
    tables: TablesArgument,
    force: bool,
    workers: Option<usize>,
    gpu: bool,
) -> PyResult<String> {
    let Chosen {
        folder,
        patterns,
        kind,
    } = tables.read(py)?;
    let builder = if gpu {
        Builder::Gpu
    } else {
        Builder::Cpu(threads(workers))
    };
    let control = control();
    let rows = wait(py, &control, &|| Ok(()), || {
        let build = |pattern: &Pattern| {
            let there = folder.table(pattern, kind).ok().flatten();
            match there.filter(|_| !force) {
                Some(row) => Ok(row),
                None => folder.build(pattern, kind, builder, &control, |_| ()),
            }
        };
        patterns
            .iter()
            .map(build)
            .collect::<Result<Vec<PdbTable>, PdbError>>()
    })?;
    written(&rows.map_err(|error| PyRuntimeError::new_err(error.to_string()))?)
}

/// Describes the tables of a partition, built or not.
#[pyfunction]
pub(crate) fn pdb_info(py: Python<'_>, tables: TablesArgument) -> PyResult<String> {
    let chosen = tables.read(py)?;
    written(&chosen.folder.info(&chosen.patterns, chosen.kind))
}

/// Removes the tables of a partition.
#[pyfunction]
pub(crate) fn pdb_remove(py: Python<'_>, tables: TablesArgument) -> PyResult<String> {
    let chosen = tables.read(py)?;
    let removed = chosen.folder.remove(&chosen.patterns, chosen.kind);
    written(
        &removed
            .map_err(|(path, error)| PyOSError::new_err(format!("{}: {error}", path.display())))?,
    )
}

/// The files of a folder.
#[pyfunction]
#[pyo3(name = "pdb_list", signature = (place=None))]
pub(crate) fn pdb_list(place: Option<PathBuf>) -> PyResult<String> {
    let folder = folder(place)?;
    if !folder.0.exists() {
        return Ok("[]".to_owned());
    }
    rows(folder.list()?)
}

/// Builds every table of a folder again and compares.
#[pyfunction]
#[pyo3(signature = (place=None, workers=None))]
pub(crate) fn pdb_verify(
    py: Python<'_>,
    place: Option<PathBuf>,
    workers: Option<usize>,
) -> PyResult<String> {
    let folder = folder(place)?;
    let control = control();
    let verified = wait(py, &control, &|| Ok(()), || {
        folder.verify(threads(workers), &control)
    })?;
    rows(verified?)
}

fn folder(given: Option<PathBuf>) -> PyResult<PdbFolder> {
    let folder = given.or_else(tables_folder).map(PdbFolder);
    folder.ok_or_else(|| PyValueError::new_err("this system names no cache folder; name one"))
}

/// A row for each file; one that cannot be used has its fault as its state.
fn rows(files: Vec<Result<PdbTable, FileError>>) -> PyResult<String> {
    let row = |file: Result<PdbTable, FileError>| match file {
        Ok(row) => serde_json::to_value(row),
        Err(error) => Ok(json!({
            "file": error.path.display().to_string(),
            "state": error.kind.to_string(),
        })),
    };
    let rows: Result<Vec<Value>, _> = files.into_iter().map(row).collect();
    written(&rows.map_err(|error| PyRuntimeError::new_err(error.to_string()))?)
}
