//! Tables as Parquet files, the form that data frames read fastest: optional columns of four kinds.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use crate::row::{CellKind, CellValue};

/// The file's name in a folder of results.
pub const FILE: &str = "rows.parquet";

/// Its media type.
pub const MEDIA_TYPE: &str = "application/vnd.apache.parquet";

/// Rows that are held in memory until they are written.
const GROUP: usize = 50_000;

/// Writes a table row by row.
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Column>,
    /// Rows in `columns`.
    pending: usize,
}

impl<W: Write + Send> Writer<W> {
    /// Begins a table with these columns.
    ///
    /// # Errors
    /// Those of the system.
    pub fn new<'a>(
        out: W,
        columns: impl IntoIterator<Item = (&'a str, CellKind)>,
    ) -> io::Result<Self> {
        let columns: Vec<(&str, CellKind)> = columns.into_iter().collect();
        let fields: Result<Vec<_>, ParquetError> = columns
            .iter()
            .map(|(name, kind)| field(name, *kind).map(Arc::new))
            .collect();
        let schema = fields
            .and_then(|fields| Type::group_type_builder("row").with_fields(fields).build())
            .map_err(fault)?;
        let properties = WriterProperties::builder()
            // What every reader knows.
            .set_writer_version(WriterVersion::PARQUET_1_0)
            .set_created_by(concat!("taquin version ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        Ok(Self {
            file: SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))
                .map_err(fault)?,
            columns: columns.iter().map(|(_, kind)| Column::new(*kind)).collect(),
            pending: 0,
        })
    }

    /// Appends a row. A value that is not of its column's kind counts as none, as does one that is
    /// missing at the end.
    ///
    /// # Errors
    /// Those of the system.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = CellValue<'a>>) -> io::Result<()> {
        let cells = cells.into_iter().chain(std::iter::repeat(CellValue::Empty));
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.pending += 1;
        if self.pending == GROUP {
            self.flush().map_err(fault)?;
        }
        Ok(())
    }

    /// Ends the table.
    ///
    /// # Errors
    /// Those of the system.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()
            .and_then(|()| self.file.close())
            .map_err(fault)?;
        Ok(())
    }

    /// Writes the rows that are held as a group of their own.
    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.pending == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            let writer = group
                .next_column()?
                .expect("a writer for each column of the schema");
            column.write(writer)?;
            *column = Column::new(column.kind());
        }
        group.close()?;
        self.pending = 0;
        Ok(())
    }
}

/// The system's error, if it was one.
fn fault(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(source) => io::Error::other(source),
        },
        other => io::Error::other(other),
    }
}

/// A column's line in the schema.
fn field(name: &str, kind: CellKind) -> Result<Type, ParquetError> {
    let (physical, logical) = match kind {
        CellKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        // Seeds use all 64 bits.
        CellKind::Number => (Physical::INT64, Some(LogicalType::integer(64, false))),
        CellKind::Seconds => (Physical::DOUBLE, None),
        CellKind::Truth => (Physical::BOOLEAN, None),
    };
    Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}

/// The values of a column that are there.
enum Values {
    Text(Vec<ByteArray>),
    Number(Vec<i64>),
    Seconds(Vec<f64>),
    Truth(Vec<bool>),
}

/// A column of the rows that are held.
struct Column {
    values: Values,
    /// 1 where a row has a value, 0 where it has none.
    levels: Vec<i16>,
}

impl Column {
    fn new(kind: CellKind) -> Self {
        let values = match kind {
            CellKind::Text => Values::Text(Vec::new()),
            CellKind::Number => Values::Number(Vec::new()),
            CellKind::Seconds => Values::Seconds(Vec::new()),
            CellKind::Truth => Values::Truth(Vec::new()),
        };
        Self {
            values,
            levels: Vec::new(),
        }
    }

    fn kind(&self) -> CellKind {
        match self.values {
            Values::Text(_) => CellKind::Text,
            Values::Number(_) => CellKind::Number,
            Values::Seconds(_) => CellKind::Seconds,
            Values::Truth(_) => CellKind::Truth,
        }
    }

    fn push(&mut self, cell: CellValue<'_>) {
        let before = self.len();
        match (&mut self.values, cell) {
            // Most texts are those of the row before, and a copy of the same bytes is cheap.
            (Values::Text(list), CellValue::Text(text)) => list.push(match list.last() {
                Some(last) if last.data() == text.as_bytes() => last.clone(),
                _ => ByteArray::from(text),
            }),
            (Values::Number(list), CellValue::Number(number)) => list.push(number.cast_signed()),
            (Values::Seconds(list), CellValue::Seconds(seconds)) => list.push(seconds),
            (Values::Truth(list), CellValue::Truth(truth)) => list.push(truth),
            _ => {}
        }
        self.levels.push(i16::from(self.len() > before));
    }

    /// Values that are there.
    fn len(&self) -> usize {
        match &self.values {
            Values::Text(list) => list.len(),
            Values::Number(list) => list.len(),
            Values::Seconds(list) => list.len(),
            Values::Truth(list) => list.len(),
        }
    }

    fn write(&self, mut writer: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        fn put<T: DataType>(
            writer: &mut SerializedColumnWriter<'_>,
            values: &[T::T],
            levels: &[i16],
        ) -> Result<usize, ParquetError> {
            writer.typed::<T>().write_batch(values, Some(levels), None)
        }
        match &self.values {
            Values::Text(list) => put::<ByteArrayType>(&mut writer, list, &self.levels)?,
            Values::Number(list) => put::<Int64Type>(&mut writer, list, &self.levels)?,
            Values::Seconds(list) => put::<DoubleType>(&mut writer, list, &self.levels)?,
            Values::Truth(list) => put::<BoolType>(&mut writer, list, &self.levels)?,
        };
        writer.close()
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    /// A sink with no room left.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    const KINDS: [(&str, CellKind); 4] = [
        ("id", CellKind::Text),
        ("n", CellKind::Number),
        ("s", CellKind::Seconds),
        ("ok", CellKind::Truth),
    ];

    #[test]
    fn rows_come_back_across_groups() {
        let count = GROUP as u64 + 3;
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, KINDS).unwrap();
        for number in 0..count {
            let id = number.to_string();
            let cells = [
                CellValue::Text(&id),
                CellValue::Number(u64::MAX - number),
                CellValue::Seconds(number as f64 / 4.0),
                CellValue::Truth(number % 3 == 0),
            ];
            writer.row(cells).unwrap();
        }
        writer.row([CellValue::Empty]).unwrap();
        writer.finish().unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.num_row_groups(), 2);
        let rows: Vec<_> = reader
            .get_row_iter(None)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(rows.len() as u64, count + 1);
        for (number, row) in (0..count).zip(&rows) {
            assert_eq!(row.get_string(0).unwrap(), &number.to_string());
            assert_eq!(row.get_ulong(1).unwrap(), u64::MAX - number);
            assert_eq!(
                row.get_double(2).unwrap().to_bits(),
                (number as f64 / 4.0).to_bits()
            );
            assert_eq!(row.get_bool(3).unwrap(), number % 3 == 0);
        }
        assert!(
            rows[count as usize].get_string(0).is_err(),
            "an empty cell is null"
        );
    }

    #[test]
    fn a_full_disk_is_the_systems_own_error() {
        let writer = Writer::new(Full, KINDS);
        let error = writer.and_then(Writer::finish).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }

    /// The browser page writes such files by itself (`taquin-wasm-results`), whose test compares with the same one.
    #[test]
    fn the_page_writes_what_others_read() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../web/tests/fixtures/rows.parquet"
        );
        let bytes = bytes::Bytes::from(std::fs::read(path).unwrap());
        let reader = SerializedFileReader::new(bytes).unwrap();
        let rows: Vec<_> = reader
            .get_row_iter(None)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(rows.len(), 10);
        for (n, row) in rows.iter().enumerate() {
            let name = row.get_string(0).ok().map(String::as_str);
            assert_eq!(name, (n != 3).then(|| format!("board {n} – ½")).as_deref());
            assert_eq!(row.get_long(1).unwrap(), n as i64 * 1_000_003);
            let seconds = row.get_double(2).ok().map(f64::to_bits);
            assert_eq!(seconds, (n != 9).then(|| (n as f64 / 8.0).to_bits()));
            assert_eq!(row.get_bool(3).unwrap(), n % 3 == 0);
            assert!(row.get_string(4).is_err(), "nothing at all");
            for column in 0..12 {
                let number = row.get_long(5 + column).unwrap();
                assert_eq!(number, (n + column) as i64);
            }
        }
    }
}
