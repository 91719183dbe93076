//! Files of positions, read line by line.
//!
//! | format | looks like |
//! | --- | --- |
//! | `lines` | a position on each line |
//! | `grid` | a row on each line, an empty line between positions |
//! | `korf` | an index and then the numbers on each line; the goal is blank-first |
//! | `school42` | a line with n, then n rows; the convention is the spiral goal |
//! | `course` | a line with a number of steps, a line with n, then n rows; the goal is blank-first |
//! | `tsv` | `id rows cols goal tiles optimal known` between tabs |
//! | `csv` | a line of column names, `board` among them, then a row for each position |
//! | `md` | Markdown tables: with a column `board` as for `csv`, else each table is a board |
//! | `matrix` | a row in brackets on each line, as searches print states; other lines are skipped |
//! | `json` | values one after the other: boards, objects with a `board`, lists of either; a list may be the member `puzzles` of an object |
//!
//! Everywhere but in JSON, empty lines are skipped (they end a grid), and so is what follows a `#`.
//!
//! Unless it is named, the format is seen from the first line that has content:
//!
//! 1. `|` in front: `md`. `[` or `{` in front: `json`, unless the line is a list that is closed and no
//!    board by itself: `matrix`. Names between commas, `board` among them: `csv`.
//! 2. At least six fields between tabs, numbers in the second and third, and no number in the
//!    fourth: `tsv`.
//! 3. One number: `course` if the next line is one number too, else `school42`.
//! 4. n² + 1 numbers for n from 3 on: `korf`; 10 numbers only if the last nine are 0 to 8.
//! 5. n² numbers: `lines`; 4 numbers only if they are 0 to 3.
//! 6. Up to 16 numbers of another count: `grid`.
//! 7. All else: `lines`.
//!
//! When the caller knows the size, a line with as many numbers as the board has cells, one more, or
//! as many as it has columns decides for `lines`, `korf` and `grid` before rules 3 to 6.
//!
//! ```
//! use taquin_core::notation::file::{self, Format};
//!
//! let text = "# two boards\n8 1 3/4 0 2/7 6 5\n2x3: 1 2 3 4 0 5\n";
//! let instances = file::parse(text, None)?;
//! assert_eq!(instances[1].board.to_string(), "1 2 3/4 0 5");
//! assert_eq!(instances[1].line, 3);
//! # Ok::<(), taquin_core::notation::ParseError>(())
//! ```

mod detect;
mod line;
mod object;
mod reader;
mod table;

use std::fmt;
use std::str::FromStr;

use super::error::quote;
use super::{NotationFault, ParseError};
use crate::{Board, Goal, Goals, Move, spec};

pub use reader::{LineReader, Reader};

/// A position from a file, with what the file says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Its name in the file.
    pub id: Option<String>,
    /// The position.
    pub board: Board,
    /// The goal the file states, or its format fixes.
    pub goal: Option<Goals>,
    /// The goal that files of this format usually mean: a suggestion where `goal` is none.
    pub convention: Option<Goal>,
    /// Length of a shortest solution.
    pub optimal: Option<u32>,
    /// Length of some solution.
    pub known: Option<u32>,
    /// The most steps a solution may have.
    pub steps: Option<u32>,
    /// Some solution, where the board was made from one.
    pub solution: Option<Vec<Move>>,
    /// The line where it begins, counted from 1.
    pub line: usize,
}

impl Instance {
    /// A position about which nothing else is known.
    pub fn new(board: Board, line: usize) -> Self {
        Self {
            id: None,
            board,
            goal: None,
            convention: None,
            optimal: None,
            known: None,
            steps: None,
            solution: None,
            line,
        }
    }

    /// As a line of the `tsv` format, without the line end; steps and convention have no place there.
    pub fn to_tsv(&self) -> String {
        let absent = || "-".to_owned();
        let id = self.id.as_deref().unwrap_or_default();
        // What would end the field or make the line a comment becomes a `_`.
        let id: String = id
            .trim()
            .chars()
            .map(|c| if c.is_control() || c == '#' { '_' } else { c })
            .collect();
        let size = self.board.size();
        let mut line = [
            if id.is_empty() { absent() } else { id },
            size.rows().to_string(),
            size.cols().to_string(),
            self.goal.as_ref().map_or_else(absent, Goals::to_string),
            self.board.to_string().replace('/', " "),
            self.optimal.map_or_else(absent, |n| n.to_string()),
        ]
        .join("\t");
        if let Some(known) = self.known {
            line.push('\t');
            line.push_str(&known.to_string());
        }
        line
    }
}

/// The layout of a file; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A position on each line.
    Lines,
    /// A row on each line, an empty line between positions.
    Grid,
    /// An index and the numbers on each line.
    Korf,
    /// n, then n rows.
    School42,
    /// Steps, n, then n rows.
    Course,
    /// Fields between tabs.
    Tsv,
    /// JSON values, one per line or not.
    Json,
    /// Comma-separated rows below their names.
    Csv,
    /// Markdown tables.
    Md,
    /// Rows in brackets.
    Matrix,
}

impl Format {
    /// The formats by name.
    pub const NAMED: [(&'static str, Self); 10] = [
        ("lines", Self::Lines),
        ("grid", Self::Grid),
        ("korf", Self::Korf),
        ("school42", Self::School42),
        ("course", Self::Course),
        ("tsv", Self::Tsv),
        ("json", Self::Json),
        ("csv", Self::Csv),
        ("md", Self::Md),
        ("matrix", Self::Matrix),
    ];

    /// The goal that files of this format mean, whether they fix it or not.
    pub const fn convention(self) -> Option<Goal> {
        match self {
            Self::Korf | Self::Course => Some(Goal::BlankFirst),
            Self::School42 => Some(Goal::Spiral),
            Self::Lines
            | Self::Grid
            | Self::Tsv
            | Self::Json
            | Self::Csv
            | Self::Md
            | Self::Matrix => None,
        }
    }

    /// The goal that the format itself states, so that it needs no asking.
    fn fixed_goal(self) -> Option<Goals> {
        match self {
            Self::Korf | Self::Course => self.convention().map(Goals::from),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::NAMED.iter().find(|(_, format)| format == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let named = Self::NAMED.into_iter().find(|&(name, _)| name == text);
        named
            .map(|(_, format)| format)
            .ok_or_else(|| UnknownFormat {
                name: quote(text),
                hint: spec::hint(text, &Self::NAMED.map(|(name, _)| name)),
            })
    }
}

/// There is no file format of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no file format `{name}`{hint}")]
pub struct UnknownFormat {
    name: String,
    hint: String,
}

/// Reads a whole file; the format is detected if none is named.
///
/// # Errors
/// The first fault.
pub fn parse(text: &str, format: Option<Format>) -> Result<Vec<Instance>, ParseError> {
    instances(text.lines(), Reader::new(format, None)).collect()
}

/// The instances of a file whose lines arrive one by one, each as soon as it is complete.
///
/// A faulty one is an item too, and the next follows.
pub fn instances<I>(lines: I, reader: Reader) -> Instances<I::IntoIter>
where
    I: IntoIterator,
    I::Item: AsRef<[u8]>,
{
    Instances {
        lines: Some(lines.into_iter()),
        reader,
    }
}

/// The iterator that [`instances`] gives.
#[derive(Clone, Debug)]
pub struct Instances<I> {
    /// None after the last line.
    lines: Option<I>,
    reader: Reader,
}

impl<I> Iterator for Instances<I>
where
    I: Iterator,
    I::Item: AsRef<[u8]>,
{
    type Item = Result<Instance, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(ready) = self.reader.take() {
                return Some(ready);
            }
            if let Some(line) = self.lines.as_mut()?.next() {
                self.reader.push(line.as_ref());
            } else {
                self.lines = None;
                self.reader.finish();
            }
        }
    }
}

/// Why a file does not have its format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The file ends within a board.
    #[error("the file ends before the board does")]
    Unfinished,
    /// Something else than the line with a number that comes before a board.
    #[error("`{0}` is not a number; a line with one number comes before each board")]
    NoHeader(String),
    /// A line of too few or too many fields.
    #[error(
        "{0} fields between tabs; there are 6 or 7: id, rows, cols, goal, tiles, optimal, known"
    )]
    Fields(usize),
    /// Something else than a number.
    #[error("`{found}` is not {expected}")]
    NotANumber {
        /// The value found.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// A table without the required column.
    #[error("this table has no column `board`")]
    NoColumn,
    /// A row without a cell for the board.
    #[error("this row has no cell in the column `board`")]
    NoCell,
    /// A JSON object without the required member.
    #[error("this object has no member `board`")]
    NoBoard,
    /// A JSON member of another type.
    #[error("this member must be {0}")]
    Member(&'static str),
    /// Unterminated JSON.
    #[error("this JSON value has more than {max} bytes; write one board per line")]
    TooLong {
        /// The limit.
        max: usize,
    },
}

impl From<FileFault> for NotationFault {
    fn from(fault: FileFault) -> Self {
        Self::File(fault)
    }
}
