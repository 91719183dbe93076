//! Tables as Parquet files, the form that data frames read fastest.
//!
//! What is written is the plain part of the format, which every reader knows: optional columns of four
//! kinds, one page a column and group of rows, texts that repeat by a dictionary, no compression. That
//! is little enough to be written here; the usual library would take as long to build as an engine of
//! ours. Reference: the [format's description](https://parquet.apache.org/docs/file-format/).

mod page;
mod thrift;

use std::io::{self, Write};

use crate::row::{Cell, CellKind};
use page::Column;
use thrift::Record;

/// The file's name in a folder of results.
pub const FILE: &str = "rows.parquet";

/// Its media type.
pub const MEDIA_TYPE: &str = "application/vnd.apache.parquet";

/// Rows that are held in memory until they are written.
const GROUP: usize = 50_000;

/// What a file begins and ends with.
const MAGIC: &[u8] = b"PAR1";

/// Writes a table row by row.
pub struct Writer<W> {
    out: W,
    /// Bytes written.
    at: u64,
    names: Vec<(String, CellKind)>,
    columns: Vec<Column>,
    /// Rows in `columns`.
    pending: usize,
    rows: usize,
    groups: Vec<Record>,
}

impl<W: Write> Writer<W> {
    /// Begins a table with these columns.
    ///
    /// # Errors
    /// Those of the system.
    pub fn new<'a>(
        mut out: W,
        columns: impl IntoIterator<Item = (&'a str, CellKind)>,
    ) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        let names: Vec<(String, CellKind)> = columns
            .into_iter()
            .map(|(name, kind)| (name.to_owned(), kind))
            .collect();
        Ok(Self {
            out,
            at: MAGIC.len() as u64,
            columns: fresh(&names),
            names,
            pending: 0,
            rows: 0,
            groups: Vec::new(),
        })
    }

    /// Appends a row. A value that is not of its column's kind counts as none, as does one that is
    /// missing at the end.
    ///
    /// # Errors
    /// Those of the system.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) -> io::Result<()> {
        let cells = cells.into_iter().chain(std::iter::repeat(Cell::Empty));
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.pending += 1;
        if self.pending == GROUP {
            self.flush()?;
        }
        Ok(())
    }

    /// Ends the table and gives back what it was written to.
    ///
    /// # Errors
    /// Those of the system.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        let footer = self.footer();
        self.write(&footer)?;
        self.write(&(footer.len() as u32).to_le_bytes())?;
        self.write(MAGIC)?;
        Ok(self.out)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Writes the rows that are held as a group of their own.
    fn flush(&mut self) -> io::Result<()> {
        if self.pending == 0 {
            return Ok(());
        }
        let begin = self.at;
        let columns = std::mem::replace(&mut self.columns, fresh(&self.names));
        let mut chunks = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            let written = column.encode();
            let (at, name) = (self.at, self.names[index].0.clone());
            let dictionary = written.dictionary.len() as u64;
            self.write(&written.dictionary)?;
            self.write(&written.values)?;
            let size = (self.at - at) as i64;
            let mut about = Record::default();
            about.enumerated(1, physical(column.kind()));
            about.list_of_enumerated(2, written.encodings);
            about.list_of_texts(3, &[&name]);
            about.enumerated(4, 0);
            about.i64(5, self.pending as i64);
            about.i64(6, size);
            about.i64(7, size);
            about.i64(9, (at + dictionary) as i64);
            if dictionary > 0 {
                about.i64(11, at as i64);
            }
            let mut chunk = Record::default();
            chunk.i64(2, at as i64);
            chunk.record(3, about);
            chunks.push(chunk);
        }
        let mut group = Record::default();
        group.list_of_records(1, chunks);
        group.i64(2, (self.at - begin) as i64);
        group.i64(3, self.pending as i64);
        self.groups.push(group);
        self.rows += self.pending;
        self.pending = 0;
        Ok(())
    }

    /// What the file says of itself.
    fn footer(&mut self) -> Vec<u8> {
        let mut root = Record::default();
        root.text(4, "row");
        root.i32(5, self.names.len() as i32);
        let mut schema = vec![root];
        schema.extend(self.names.iter().map(|(name, kind)| element(name, *kind)));
        let mut file = Record::default();
        file.i32(1, 1);
        file.list_of_records(2, schema);
        file.i64(3, self.rows as i64);
        file.list_of_records(4, std::mem::take(&mut self.groups));
        file.text(6, concat!("taquin version ", env!("CARGO_PKG_VERSION")));
        file.finish()
    }
}

fn fresh(names: &[(String, CellKind)]) -> Vec<Column> {
    names.iter().map(|(_, kind)| Column::new(*kind)).collect()
}

/// How values of a kind are stored.
fn physical(kind: CellKind) -> i32 {
    match kind {
        CellKind::Truth => 0,
        CellKind::Number => 2,
        CellKind::Seconds => 5,
        CellKind::Text => 6,
    }
}

/// A column's line in the schema, with its meaning in the old words and in the new ones.
fn element(name: &str, kind: CellKind) -> Record {
    const OPTIONAL: i32 = 1;
    let mut element = Record::default();
    element.enumerated(1, physical(kind));
    element.enumerated(3, OPTIONAL);
    element.text(4, name);
    let mut meaning = Record::default();
    match kind {
        CellKind::Text => {
            element.enumerated(6, 0);
            meaning.record(1, Record::default());
        }
        // Seeds use all 64 bits.
        CellKind::Number => {
            element.enumerated(6, 14);
            let mut integer = Record::default();
            integer.byte(1, 64);
            integer.truth(2, false);
            meaning.record(10, integer);
        }
        CellKind::Seconds | CellKind::Truth => return element,
    }
    element.record(10, meaning);
    element
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_frame_and_names() {
        let columns = [("id", CellKind::Text), ("n", CellKind::Number)];
        let mut writer = Writer::new(Vec::new(), columns).unwrap();
        for number in 0..3 {
            writer.row([Cell::Text("a"), Cell::Number(number)]).unwrap();
        }
        writer.row([Cell::Empty]).unwrap();
        let bytes = writer.finish().unwrap();
        assert!(bytes.starts_with(MAGIC) && bytes.ends_with(MAGIC));
        let end = bytes.len() - 8;
        let length = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
        let footer = &bytes[end - length..end];
        for name in [&b"id"[..], b"n", b"taquin version"] {
            assert!(footer.windows(name.len()).any(|part| part == name));
        }
    }
}
