//! One row of a journal, and its text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::Span;
use crate::notation::{Notation, format_moves, parse_moves};
use crate::{Board, Move};

/// Which search a row belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SearchKey {
    /// The board it starts from.
    pub start: Board,
    /// The board it looks for.
    pub goal: Board,
    /// Algorithm, tables and all settings that change node counts; no tabs or line ends.
    pub method: String,
}

/// A set of roots below which a threshold is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Moves from the start to the roots.
    pub depth: u32,
    /// The class of the roots, which the method defines.
    pub class: u32,
    /// The bucket of the roots' hashes, counted from 0.
    pub index: u32,
    /// The number of buckets of the class.
    pub of: u32,
}

/// Nodes of a part or of a whole threshold, and the time they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes whose successors were made.
    pub expanded: u64,
    /// Successors made.
    pub generated: u64,
    /// Time spent, in whole milliseconds once written.
    pub time: Duration,
}

impl Counts {
    /// Whether both counted the same nodes; times differ from run to run.
    pub fn same_nodes(&self, other: &Self) -> bool {
        (self.expanded, self.generated) == (other.expanded, other.generated)
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.time += other.time;
    }
}

/// The contents of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// This part of the threshold holds no solution.
    Part(Part),
    /// This span of the threshold holds no solution.
    Span(Span),
    /// This span holds no solution, and the place where it ends is one.
    Found(Span),
    /// The whole threshold holds no solution; the counts are those of all its parts and of the
    /// search above them.
    Exhausted,
    /// A solution within the threshold.
    Solved(Vec<Move>),
}

/// One row of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The search.
    pub search: SearchKey,
    /// The threshold: the search looks for solutions of up to this many moves.
    pub threshold: u32,
    /// The result.
    pub record: Record,
    /// The effort.
    pub counts: Counts,
}

impl Row {
    /// The names of the columns.
    pub const HEADER: &str = "start\tgoal\tmethod\tthreshold\trecord\tdepth\tclass\tindex\tof\t\
                              expanded\tgenerated\tms\tmoves";
}

/// Columns with tabs between them, without a line end.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchKey {
            start,
            goal,
            method,
        } = &self.search;
        write!(f, "{start}\t{goal}\t{method}\t{}\t", self.threshold)?;
        match &self.record {
            Record::Part(part) => {
                let Part {
                    depth,
                    class,
                    index,
                    of,
                } = part;
                write!(f, "part\t{depth}\t{class}\t{index}\t{of}")?;
            }
            Record::Span(_) => f.write_str("span\t-\t-\t-\t-")?,
            Record::Found(_) => f.write_str("found\t-\t-\t-\t-")?,
            Record::Exhausted => f.write_str("exhausted\t-\t-\t-\t-")?,
            Record::Solved(_) => f.write_str("solved\t-\t-\t-\t-")?,
        }
        let Counts {
            expanded,
            generated,
            time,
        } = self.counts;
        write!(f, "\t{expanded}\t{generated}\t{}\t", time.as_millis())?;
        match &self.record {
            Record::Solved(moves) => f.write_str(&format_moves(moves, Notation::Tile)),
            Record::Span(span) | Record::Found(span) => write!(f, "{span}"),
            Record::Part(_) | Record::Exhausted => f.write_str("-"),
        }
    }
}

impl FromStr for Row {
    type Err = RowError;

    fn from_str(line: &str) -> Result<Self, RowError> {
        let wrong = |column: &'static str| RowError {
            column,
            line: line.to_owned(),
        };
        let columns: Vec<&str> = line.split('\t').collect();
        let Ok::<[&str; 13], _>(columns) = columns.try_into() else {
            return Err(wrong("the number of columns"));
        };
        let [
            start,
            goal,
            method,
            threshold,
            record,
            depth,
            class,
            index,
            of,
            counts @ ..,
            moves,
        ] = columns;
        let number = |text: &str, column| text.parse::<u64>().map_err(|_| wrong(column));
        let small = |text: &str, column| text.parse::<u32>().map_err(|_| wrong(column));
        let record = match record {
            "part" => Record::Part(Part {
                depth: small(depth, "depth")?,
                class: small(class, "class")?,
                index: small(index, "index")?,
                of: small(of, "of")?,
            }),
            "span" => Record::Span(moves.parse().map_err(|_| wrong("moves"))?),
            "found" => {
                let span: Span = moves.parse().map_err(|_| wrong("moves"))?;
                if span.to.is_none() {
                    return Err(wrong("moves"));
                }
                Record::Found(span)
            }
            "exhausted" => Record::Exhausted,
            "solved" => {
                let moves = parse_moves(moves, Notation::Tile, None);
                Record::Solved(moves.map_err(|_| wrong("moves"))?)
            }
            _ => return Err(wrong("record")),
        };
        let [expanded, generated, milliseconds] = counts;
        Ok(Self {
            search: SearchKey {
                start: start.parse().map_err(|_| wrong("start"))?,
                goal: goal.parse().map_err(|_| wrong("goal"))?,
                method: method.to_owned(),
            },
            threshold: small(threshold, "threshold")?,
            record,
            counts: Counts {
                expanded: number(expanded, "expanded")?,
                generated: number(generated, "generated")?,
                time: Duration::from_millis(number(milliseconds, "ms")?),
            },
        })
    }
}

/// A line that is no row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{column} cannot be read in the row `{line}`")]
pub struct RowError {
    column: &'static str,
    line: String,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Direction;

    /// Rows of each kind.
    pub(in crate::parts) fn rows() -> Vec<Row> {
        let search = SearchKey {
            start: "1 2/0 3".parse().unwrap(),
            goal: "1 2/3 0".parse().unwrap(),
            method: "ida 6-6 automaton=2".to_owned(),
        };
        let part = Part {
            depth: 2,
            class: 3,
            index: 4,
            of: 5,
        };
        let moves = vec![Move(Direction::Left), Move(Direction::Up)];
        let span: Span = "L..LU".parse().unwrap();
        let records = [
            Record::Part(part),
            Record::Exhausted,
            Record::Solved(moves),
            Record::Span(span.clone()),
            Record::Found(span),
        ];
        let row = |record| Row {
            search: search.clone(),
            threshold: 7,
            record,
            counts: Counts {
                expanded: 10,
                generated: 20,
                time: Duration::from_millis(30),
            },
        };
        records.map(row).into()
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        for row in rows() {
            let line = row.to_string();
            assert_eq!(
                line.split('\t').count(),
                Row::HEADER.split('\t').count(),
                "{line}"
            );
            assert_eq!(line.parse(), Ok(row));
        }
    }

    #[test]
    fn a_faulty_column_is_named() {
        let line = rows()[0].to_string();
        for (from, to, column) in [
            ("part", "port", "record"),
            ("1 2/0 3", "1 2/0 0", "start"),
            ("\t10\t", "\t-10\t", "expanded"),
            ("\t20", "", "the number of columns"),
        ] {
            let error = line.replacen(from, to, 1).parse::<Row>().unwrap_err();
            assert_eq!(error.column, column);
        }
    }
}
