//! Rows as a Parquet file: the columns of the table, each of one type, all optional.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use crate::folder::{FolderError, each_row};
use crate::row::{COLUMNS, Cell};

/// The file's name in a folder of results.
pub const FILE: &str = "rows.parquet";

/// Rows that are held in memory until they are written.
const GROUP: usize = 50_000;

/// Columns that are no text.
const SECONDS: &[&str] = &["setup_s", "solve_s", "cpu_s", "time_limit_s"];
const TRUTHS: &[&str] = &["proven", "verified"];
const NUMBERS: &[&str] = &[
    "seed",
    "repeat",
    "length",
    "lower_bound",
    "h_start",
    "expanded",
    "generated",
    "reopened",
    "peak_mem_bytes",
    "mem_limit_bytes",
    "threads",
    "steps",
    "optimal",
    "node_limit",
    "base_mem_bytes",
    "solver_bytes",
];

/// The values of one column; a level of 0 stands for none.
enum Values {
    Text(Vec<ByteArray>),
    Number(Vec<i64>),
    Seconds(Vec<f64>),
    Truth(Vec<bool>),
}

struct Column {
    values: Values,
    levels: Vec<i16>,
}

impl Column {
    fn new(name: &str) -> Self {
        let values = match name {
            name if SECONDS.contains(&name) => Values::Seconds(Vec::new()),
            name if TRUTHS.contains(&name) => Values::Truth(Vec::new()),
            name if NUMBERS.contains(&name) => Values::Number(Vec::new()),
            _ => Values::Text(Vec::new()),
        };
        Self {
            values,
            levels: Vec::new(),
        }
    }

    fn push(&mut self, cell: Cell<'_>) {
        let is_there = match (&mut self.values, cell) {
            (Values::Text(list), Cell::Text(text)) => {
                list.push(ByteArray::from(text));
                true
            }
            (Values::Number(list), Cell::Number(number)) => {
                // Seeds use all 64 bits; they come back when read as unsigned.
                list.push(number as i64);
                true
            }
            (Values::Seconds(list), Cell::Seconds(seconds)) => {
                list.push(seconds);
                true
            }
            (Values::Truth(list), Cell::Truth(truth)) => {
                list.push(truth);
                true
            }
            _ => false,
        };
        self.levels.push(i16::from(is_there));
    }

    fn write(&self, column: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        match &self.values {
            Values::Text(list) => put::<ByteArrayType>(column, list, &self.levels),
            Values::Number(list) => put::<Int64Type>(column, list, &self.levels),
            Values::Seconds(list) => put::<DoubleType>(column, list, &self.levels),
            Values::Truth(list) => put::<BoolType>(column, list, &self.levels),
        }
    }
}

fn put<T: DataType>(
    mut column: SerializedColumnWriter<'_>,
    values: &[T::T],
    levels: &[i16],
) -> Result<(), ParquetError> {
    column
        .typed::<T>()
        .write_batch(values, Some(levels), None)?;
    column.close()
}

/// The layout of the file.
fn schema() -> String {
    let field = |name: &&str| {
        let kind = match Column::new(name).values {
            Values::Text(_) => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
            Values::Number(_) => format!("OPTIONAL INT64 {name};"),
            Values::Seconds(_) => format!("OPTIONAL DOUBLE {name};"),
            Values::Truth(_) => format!("OPTIONAL BOOLEAN {name};"),
        };
        kind + "\n"
    };
    format!(
        "message row {{\n{}}}",
        COLUMNS.iter().map(field).collect::<String>()
    )
}

/// Makes the Parquet file of a folder's rows.
///
/// # Errors
/// When a row cannot be read or the file not be written.
pub fn write(folder: &Path) -> Result<(), FolderError> {
    let path = folder.join(FILE);
    let fault = |error: ParquetError| FolderError::Io {
        path: path.clone(),
        source: std::io::Error::other(error),
    };
    let file = File::create(&path).map_err(|source| FolderError::Io {
        path: path.clone(),
        source,
    })?;
    let schema = parse_message_type(&schema()).map_err(fault)?;
    let properties = WriterProperties::builder().build();
    let mut writer =
        SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).map_err(fault)?;
    let fresh = || COLUMNS.map(Column::new);
    let mut columns = fresh();
    let mut flush = |columns: &[Column]| -> Result<(), ParquetError> {
        let mut group = writer.next_row_group()?;
        for column in columns {
            match group.next_column()? {
                Some(place) => column.write(place)?,
                None => break,
            }
        }
        group.close().map(|_| ())
    };
    each_row(folder, |row| {
        for (column, cell) in columns.iter_mut().zip(row.cells()) {
            column.push(cell);
        }
        if columns[0].levels.len() == GROUP {
            flush(&columns).map_err(fault)?;
            columns = fresh();
        }
        Ok(())
    })?;
    if !columns[0].levels.is_empty() {
        flush(&columns).map_err(fault)?;
    }
    writer.close().map(|_| ()).map_err(fault)
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;
    use crate::row::tests::example;

    #[test]
    fn rows_come_back_from_the_file() {
        let folder = std::env::temp_dir().join(format!("taquin-parquet-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let line = serde_json::to_string(&example()).unwrap();
        std::fs::write(folder.join("rows.jsonl"), format!("{line}\n{line}\n")).unwrap();
        write(&folder).unwrap();
        let reader = SerializedFileReader::new(File::open(folder.join(FILE)).unwrap()).unwrap();
        let metadata = reader.metadata().file_metadata();
        let names: Vec<&str> = metadata
            .schema_descr()
            .columns()
            .iter()
            .map(|column| column.name())
            .collect();
        assert_eq!(names, COLUMNS);
        assert_eq!(metadata.num_rows(), 2);
        let row = reader
            .get_row_iter(None)
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .to_string();
        assert!(
            row.contains("run_id: \"00000000000000ff\"") && row.contains("solve_s: 0.001"),
            "{row}"
        );
        assert!(
            row.contains("heuristic: null") && row.contains("proven: true"),
            "{row}"
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
