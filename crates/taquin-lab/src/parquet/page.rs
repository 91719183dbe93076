//! The values of one column in one group of rows, and the pages they become.

use std::collections::HashMap;

use super::thrift::{Record, unsigned};
use crate::row::{Cell, CellKind};

/// How things are written, by the format's numbers.
const PLAIN: i32 = 0;
const RUNS: i32 = 3;
const DICTIONARY: i32 = 8;

/// The values of one column; a level of 0 stands for none.
pub(super) struct Column {
    values: Values,
    levels: Vec<u32>,
}

enum Values {
    Text(Texts),
    Number(Vec<u64>),
    Seconds(Vec<f64>),
    Truth(Vec<bool>),
}

/// Texts by their place among the different ones.
#[derive(Default)]
struct Texts {
    places: HashMap<String, u32>,
    different: Vec<String>,
    order: Vec<u32>,
}

/// A column's pages.
pub(super) struct Pages {
    /// The page of different texts; empty where there is none.
    pub(super) dictionary: Vec<u8>,
    /// The page of values.
    pub(super) values: Vec<u8>,
    /// How the pages are written.
    pub(super) encodings: &'static [i32],
}

impl Column {
    pub(super) fn new(kind: CellKind) -> Self {
        let values = match kind {
            CellKind::Text => Values::Text(Texts::default()),
            CellKind::Number => Values::Number(Vec::new()),
            CellKind::Seconds => Values::Seconds(Vec::new()),
            CellKind::Truth => Values::Truth(Vec::new()),
        };
        Self {
            values,
            levels: Vec::new(),
        }
    }

    pub(super) fn kind(&self) -> CellKind {
        match self.values {
            Values::Text(_) => CellKind::Text,
            Values::Number(_) => CellKind::Number,
            Values::Seconds(_) => CellKind::Seconds,
            Values::Truth(_) => CellKind::Truth,
        }
    }

    pub(super) fn push(&mut self, cell: Cell<'_>) {
        let is_there = match (&mut self.values, cell) {
            (Values::Text(texts), Cell::Text(text)) => {
                texts.push(text);
                true
            }
            (Values::Number(list), Cell::Number(number)) => {
                list.push(number);
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
        self.levels.push(u32::from(is_there));
    }

    /// The pages of this column.
    pub(super) fn encode(&self) -> Pages {
        // Which rows have a value, its length in front.
        let levels = runs(&self.levels, 1);
        let mut page = (levels.len() as u32).to_le_bytes().to_vec();
        page.extend(levels);
        let plain = |page: Vec<u8>| Pages {
            dictionary: Vec::new(),
            values: data_page(&page, self.levels.len(), PLAIN),
            encodings: &[PLAIN, RUNS],
        };
        match &self.values {
            Values::Number(list) => {
                page.extend(list.iter().flat_map(|number| number.to_le_bytes()));
                plain(page)
            }
            Values::Seconds(list) => {
                page.extend(list.iter().flat_map(|seconds| seconds.to_le_bytes()));
                plain(page)
            }
            Values::Truth(list) => {
                let eight = |truths: &[bool]| {
                    let bits = truths.iter().enumerate();
                    bits.fold(0, |byte, (place, &truth)| byte | u8::from(truth) << place)
                };
                page.extend(list.chunks(8).map(eight));
                plain(page)
            }
            Values::Text(texts) if texts.repeat() => {
                let most = texts.different.len() as u32 - 1;
                let width = (u32::BITS - most.leading_zeros()).max(1);
                page.push(width as u8);
                page.extend(runs(&texts.order, width));
                let mut different = Vec::new();
                for text in &texts.different {
                    put_text(&mut different, text);
                }
                Pages {
                    dictionary: dictionary_page(&different, texts.different.len()),
                    values: data_page(&page, self.levels.len(), DICTIONARY),
                    encodings: &[PLAIN, RUNS, DICTIONARY],
                }
            }
            Values::Text(texts) => {
                for &place in &texts.order {
                    put_text(&mut page, &texts.different[place as usize]);
                }
                plain(page)
            }
        }
    }
}

impl Texts {
    fn push(&mut self, text: &str) {
        // Most texts are those of the row before.
        if let Some(&last) = self.order.last()
            && self.different[last as usize] == text
        {
            self.order.push(last);
            return;
        }
        let place = self.places.get(text).copied().unwrap_or_else(|| {
            let place = self.different.len() as u32;
            self.places.insert(text.to_owned(), place);
            self.different.push(text.to_owned());
            place
        });
        self.order.push(place);
    }

    /// Whether a dictionary pays: most texts are there at least twice.
    fn repeat(&self) -> bool {
        !self.order.is_empty() && 2 * self.different.len() <= self.order.len().max(2)
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
}

fn data_page(content: &[u8], rows: usize, encoding: i32) -> Vec<u8> {
    let mut about = Record::default();
    about.i32(1, rows as i32);
    about.enumerated(2, encoding);
    about.enumerated(3, RUNS);
    about.enumerated(4, RUNS);
    page(0, 5, about, content)
}

fn dictionary_page(content: &[u8], texts: usize) -> Vec<u8> {
    let mut about = Record::default();
    about.i32(1, texts as i32);
    about.enumerated(2, PLAIN);
    page(2, 7, about, content)
}

/// A page with its head: its type, its length before and after compression, and what it is about.
fn page(of: i32, field: i16, about: Record, content: &[u8]) -> Vec<u8> {
    let mut head = Record::default();
    head.enumerated(1, of);
    head.i32(2, content.len() as i32);
    head.i32(3, content.len() as i32);
    head.record(field, about);
    let mut bytes = head.finish();
    bytes.extend_from_slice(content);
    bytes
}

/// Small numbers of so many bits: runs of the same one by their length, others side by side in eights.
fn runs(numbers: &[u32], width: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut singles: Vec<u32> = Vec::new();
    for run in numbers.chunk_by(|a, b| a == b) {
        let number = run[0];
        // Eights that were begun are filled up first.
        let filling = (8 - singles.len() % 8) % 8;
        let (filling, rest) = run.split_at(filling.min(run.len()));
        singles.extend(filling);
        if rest.len() < 8 {
            singles.extend(rest);
            continue;
        }
        put_singles(&mut bytes, &mut singles, width);
        unsigned(&mut bytes, (rest.len() as u64) << 1);
        let size = width.div_ceil(8) as usize;
        bytes.extend_from_slice(&number.to_le_bytes()[..size]);
    }
    put_singles(&mut bytes, &mut singles, width);
    bytes
}

fn put_singles(bytes: &mut Vec<u8>, singles: &mut Vec<u32>, width: u32) {
    if singles.is_empty() {
        return;
    }
    let groups = singles.len().div_ceil(8);
    unsigned(bytes, (groups as u64) << 1 | 1);
    singles.resize(8 * groups, 0);
    let (mut held, mut bits) = (0_u64, 0);
    for number in singles.drain(..) {
        held |= u64::from(number) << bits;
        bits += width;
        while bits >= 8 {
            bytes.push(held as u8);
            held >>= 8;
            bits -= 8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_packed_as_in_the_format_s_example() {
        // The description's own: 0 to 7 in three bits each.
        let packed = runs(&[0, 1, 2, 3, 4, 5, 6, 7], 3);
        assert_eq!(packed, [0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010]);
    }

    #[test]
    fn long_runs_are_told_by_their_length() {
        assert_eq!(runs(&[1; 100], 1), [200, 1, 1]);
        // Three are packed with five of the run; what is left of it, 95, is a run.
        let mut numbers = vec![1, 0, 1];
        numbers.extend([0; 100]);
        assert_eq!(runs(&numbers, 1), [3, 0b101, 190, 1, 0]);
    }
}
