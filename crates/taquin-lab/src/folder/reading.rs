//! The rows of a folder, one at a time.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;

use super::{FolderError, ROWS, at};
use crate::row::ResultRow;

/// The contents of a file of rows.
pub(super) struct RowFile {
    pub(super) ids: HashSet<u64>,
    pub(super) rows: usize,
    /// Bytes of the complete lines.
    pub(super) length: u64,
    /// Bytes behind them.
    pub(super) torn: u64,
}

/// The names of the runs that have their row. The last line may be half written.
pub(super) fn known_rows(path: &Path) -> Result<RowFile, FolderError> {
    #[derive(Deserialize)]
    struct Name<'a> {
        run_id: &'a str,
    }
    let mut known = RowFile {
        ids: HashSet::new(),
        rows: 0,
        length: 0,
        torn: 0,
    };
    each_line(path, |line, text| {
        let name = serde_json::from_str::<Name>(text).map_err(|error| error.to_string());
        let id = name.and_then(|name| {
            u64::from_str_radix(name.run_id, 16).map_err(|_| "its run_id is no number".to_owned())
        });
        let id = id.map_err(|reason| FolderError::Row {
            path: path.to_owned(),
            line,
            reason,
        })?;
        known.ids.insert(id);
        known.rows += 1;
        Ok(())
    })
    .map(|(length, torn)| {
        known.length = length;
        known.torn = torn;
        known
    })
}

/// Calls `each` with every complete line and its number; gives the bytes of the complete lines and
/// of the half-written one behind them.
pub(super) fn each_line(
    path: &Path,
    mut each: impl FnMut(usize, &str) -> Result<(), FolderError>,
) -> Result<(u64, u64), FolderError> {
    let file = File::open(path).map_err(at(path))?;
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let mut bytes = Vec::new();
    let (mut length, mut line) = (0_u64, 0);
    loop {
        bytes.clear();
        let count = reader.read_until(b'\n', &mut bytes).map_err(at(path))?;
        if count == 0 {
            return Ok((length, 0));
        }
        line += 1;
        if bytes.last() != Some(&b'\n') {
            return Ok((length, count as u64));
        }
        let text = std::str::from_utf8(&bytes[..count - 1]).map_err(|error| FolderError::Row {
            path: path.to_owned(),
            line,
            reason: error.to_string(),
        })?;
        each(line, text)?;
        length += count as u64;
    }
}

/// Calls `each` with every row of a folder, one at a time; says whether a half-written last line was
/// left out.
///
/// # Errors
/// When a row cannot be read, or `each` says so.
pub fn each_row(
    folder: &Path,
    mut each: impl FnMut(&ResultRow<'_>) -> Result<(), FolderError>,
) -> Result<bool, FolderError> {
    let path = folder.join(ROWS);
    let (_, torn) = each_line(&path, |line, text| {
        let row: ResultRow<'_> = serde_json::from_str(text).map_err(|error| FolderError::Row {
            path: path.clone(),
            line,
            reason: error.to_string(),
        })?;
        each(&row)
    })?;
    Ok(torn > 0)
}
