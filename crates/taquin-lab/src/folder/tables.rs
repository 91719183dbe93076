//! The rows once more, as tables that other programs read.

use std::io;
use std::path::Path;

use super::{FolderError, at, each_row, replace};
use crate::parquet;
use crate::row::COLUMNS;

/// The table as text.
pub(super) const TABLE: &str = "rows.csv";

/// Makes the tables of a folder's rows, in one reading of them.
///
/// # Errors
/// When a row cannot be read or a table not be written.
pub fn write_tables(folder: &Path) -> Result<(), FolderError> {
    let (csv, frame) = (folder.join(TABLE), folder.join(parquet::FILE));
    let mut fault = None;
    let written = replace(&csv, |text| {
        replace(&frame, |binary| {
            let names = COLUMNS.map(|(name, _)| name);
            writeln!(text, "{}", names.join(","))?;
            // Many small pieces make a line, and each would be a call through `dyn`.
            let mut line = Vec::new();
            let mut table = parquet::Writer::new(binary, COLUMNS)?;
            let read = each_row(folder, |row| {
                line.clear();
                row.write_csv(&mut line)
                    .and_then(|()| text.write_all(&line))
                    .and_then(|()| table.row(row.cells()))
                    .map_err(at(&csv))
            });
            match read {
                Ok(_) => table.finish(),
                Err(error) => {
                    fault = Some(error);
                    Err(io::ErrorKind::Other.into())
                }
            }
        })
    });
    match (written, fault) {
        (Ok(()), _) => Ok(()),
        (Err(_), Some(fault)) => Err(fault),
        (Err(source), None) => Err(FolderError::Io { path: csv, source }),
    }
}
