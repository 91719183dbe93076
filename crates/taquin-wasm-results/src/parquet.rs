//! Rows as an Apache Parquet file: one group of rows, plain values, not packed.
//!
//! The layout is that of the format's own description (parquet-format 2): the magic word, a page for each column,
//! and metadata in Thrift's compact protocol.

use serde_json::Value;

use crate::Table;

const MAGIC: &[u8] = b"PAR1";

/// The type of a column's values, with its number in the format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Boolean = 0,
    Integer = 2,
    Number = 5,
    Text = 6,
}

/// How values and levels are written.
const PLAIN: u64 = 0;
const RLE: u64 = 3;
const OPTIONAL: u64 = 1;
const UTF8: u64 = 0;

/* ---- Thrift's compact protocol ---- */

/// A value with the number of its type.
type Item = (u8, Vec<u8>);

const BINARY: u8 = 8;
const STRUCT: u8 = 12;
const I32: u8 = 5;

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 128 {
        bytes.push(value as u8 | 128);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn int(value: u64) -> Item {
    (I32, varint(value * 2))
}

fn long(value: usize) -> Item {
    (6, varint(value as u64 * 2))
}

fn binary(text: &str) -> Item {
    (BINARY, [varint(text.len() as u64), text.into()].concat())
}

fn list(kind: u8, items: &[Item]) -> Item {
    let mut bytes = match items.len() {
        count @ ..15 => vec![(count as u8) << 4 | kind],
        count => [vec![0xf0 | kind], varint(count as u64)].concat(),
    };
    for (_, item) in items {
        bytes.extend_from_slice(item);
    }
    (9, bytes)
}

/// Members by their numbers, which rise.
fn structure(members: &[(u8, Item)]) -> Item {
    let mut bytes = Vec::new();
    let mut before = 0;
    for (number, (kind, content)) in members {
        bytes.push((number - before) << 4 | kind);
        bytes.extend_from_slice(content);
        before = *number;
    }
    bytes.push(0);
    (STRUCT, bytes)
}

/* ---- columns ---- */

fn kind_of(values: &[&Value]) -> Kind {
    let is_integer = |value: &&Value| {
        let whole = |number: f64| number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0;
        value.as_f64().is_some_and(whole)
    };
    if values.is_empty() {
        Kind::Text
    } else if values.iter().all(|value| value.is_boolean()) {
        Kind::Boolean
    } else if values.iter().all(is_integer) {
        Kind::Integer
    } else if values.iter().all(|value| value.is_number()) {
        Kind::Number
    } else {
        Kind::Text
    }
}

/// Which values are there: runs of ones and zeros, after their length.
fn levels(there: &[bool]) -> Vec<u8> {
    let mut runs = Vec::new();
    for run in there.chunk_by(|a, b| a == b) {
        runs.extend(varint(run.len() as u64 * 2));
        runs.push(u8::from(run[0]));
    }
    [(runs.len() as u32).to_le_bytes().to_vec(), runs].concat()
}

fn written(values: &[&Value], kind: Kind) -> Vec<u8> {
    let numbers = || values.iter().filter_map(|value| value.as_f64());
    match kind {
        Kind::Boolean => {
            let bits = |byte: &[&Value]| {
                let bit = |(at, value): (usize, &&Value)| u8::from(**value == true) << at;
                byte.iter().enumerate().map(bit).sum()
            };
            values.chunks(8).map(bits).collect()
        }
        Kind::Integer => numbers()
            .flat_map(|number| (number as i64).to_le_bytes())
            .collect(),
        Kind::Number => numbers().flat_map(f64::to_le_bytes).collect(),
        Kind::Text => values
            .iter()
            .flat_map(|value| {
                let text = crate::text(value);
                [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat()
            })
            .collect(),
    }
}

/// A column as a page, its head first.
fn page(values: &[&Value]) -> (Kind, Vec<u8>) {
    let there: Vec<bool> = values.iter().map(|value| !value.is_null()).collect();
    let known: Vec<&Value> = values
        .iter()
        .copied()
        .filter(|value| !value.is_null())
        .collect();
    let kind = kind_of(&known);
    let content = [levels(&there), written(&known, kind)].concat();
    let size = int(content.len() as u64);
    let about = structure(&[
        (1, int(values.len() as u64)),
        (2, int(PLAIN)),
        (3, int(RLE)),
        (4, int(RLE)),
    ]);
    let (_, head) = structure(&[(1, int(0)), (2, size.clone()), (3, size), (5, about)]);
    (kind, [head, content].concat())
}

/// A table as a file; a value that a row does not have is null.
pub(crate) fn file(table: &Table) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let count = table.rows.len();
    let mut chunks = Vec::new();
    let mut schema = vec![structure(&[
        (4, binary("rows")),
        (5, int(table.columns.len() as u64)),
    ])];
    for name in &table.columns {
        let values: Vec<&Value> = table.rows.iter().map(|row| &row[name]).collect();
        let (kind, page) = page(&values);
        let (start, size) = (long(bytes.len()), long(page.len()));
        bytes.extend_from_slice(&page);
        let about = structure(&[
            (1, int(kind as u64)),
            (2, list(I32, &[int(PLAIN), int(RLE)])),
            (3, list(BINARY, &[binary(name)])),
            (4, int(0)),
            (5, long(count)),
            (6, size.clone()),
            (7, size),
            (9, start.clone()),
        ]);
        chunks.push(structure(&[(2, start), (3, about)]));
        let mut element = vec![(1, int(kind as u64)), (3, int(OPTIONAL)), (4, binary(name))];
        if kind == Kind::Text {
            element.push((6, int(UTF8)));
        }
        schema.push(structure(&element));
    }
    let group = structure(&[
        (1, list(STRUCT, &chunks)),
        (2, long(bytes.len() - MAGIC.len())),
        (3, long(count)),
    ]);
    let (_, foot) = structure(&[
        (1, int(1)),
        (2, list(STRUCT, &schema)),
        (3, long(count)),
        (4, list(STRUCT, &[group])),
        (6, binary("taquin")),
    ]);
    bytes.extend_from_slice(&foot);
    bytes.extend_from_slice(&(foot.len() as u32).to_le_bytes());
    bytes.extend_from_slice(MAGIC);
    bytes
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    /// Ten rows of every kind of value, and of none: the same bytes as in a file that an independent reader reads
    /// (`taquin-lab`, `the_page_writes_what_others_read`).
    #[test]
    fn the_file_is_the_one_that_was_read_elsewhere() {
        let row = |n: i64| {
            let mut row: Map<String, Value> =
                (0..12).map(|k| (format!("c{k}"), json!(n + k))).collect();
            row.insert(
                "name".into(),
                json!((n != 3).then(|| format!("board {n} – ½"))),
            );
            row.insert("moves".into(), json!(n * 1_000_003));
            row.insert("seconds".into(), json!((n != 9).then_some(n as f64 / 8.0)));
            row.insert("proven".into(), json!(n % 3 == 0));
            Value::Object(row)
        };
        let known = ["name", "moves", "seconds", "proven", "nothing"].map(str::to_owned);
        let columns = known
            .into_iter()
            .chain((0..12).map(|k| format!("c{k}")))
            .collect();
        let table = Table {
            columns,
            rows: (0..10).map(row).collect(),
        };
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../web/tests/fixtures/rows.parquet"
        );
        assert_eq!(file(&table), std::fs::read(path).unwrap());
    }

    #[test]
    fn no_rows_are_a_file_too() {
        let bytes = file(&Table {
            columns: vec!["a".into()],
            rows: Vec::new(),
        });
        assert_eq!((&bytes[..4], &bytes[bytes.len() - 4..]), (MAGIC, MAGIC));
    }
}
