//! The shapes of answers as JSON: what `--format json` prints and the REST service sends.
//!
//! Core types are not serialised; each answer has a type here, whose members are a promise to
//! users. A member that is `None` is left out.

mod clause;

use serde::Serialize;

pub use self::clause::{CellAt, Clause, Statement};
use crate::trace::Trace as SearchTrace;
use crate::{Board, Outcome, Parity, PuzzleError, Stop, Unsolvable, human};

/// The version of this library, part of every solve answer.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A shortest solution, proven.
    Optimal,
    /// A solution, not proven to be shortest.
    Solved,
    /// A limit was reached, or the search was cancelled, before it was done.
    Limit,
}

impl Status {
    /// The status of an outcome.
    pub fn of(outcome: &Outcome) -> Self {
        match (outcome.is_optimal(), outcome.best(), outcome.stop) {
            (true, ..) => Self::Optimal,
            (false, Some(_), Stop::Finished) => Self::Solved,
            _ => Self::Limit,
        }
    }
}

/// Which limit ended a search.
pub fn stop_word(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Finished => None,
        Stop::Cancelled => Some("cancelled"),
        Stop::OutOfTime => Some("time"),
        Stop::OutOfNodes => Some("nodes"),
        Stop::OutOfMemory => Some("memory"),
    }
}

/// What a search did; the words are defined at [`crate::Stats`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stats {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// States put back on the open list.
    pub reopened: u64,
    /// Most nodes waiting.
    pub peak_open: u64,
    /// Most states remembered.
    pub peak_closed: u64,
    /// Most memory, in millions of bytes.
    pub peak_mb: f64,
    /// Time, in milliseconds.
    pub time_ms: f64,
}

impl From<&crate::Stats> for Stats {
    fn from(stats: &crate::Stats) -> Self {
        Self {
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            peak_open: stats.peak_open,
            peak_closed: stats.peak_closed,
            peak_mb: (stats.peak_bytes as f64 / 1e3).round() / 1e3,
            time_ms: (stats.time.as_secs_f64() * 1e6).round() / 1e3,
        }
    }
}

/// What was searched in vain.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Exhausted {
    /// There is no solution of so many moves or fewer.
    pub bound: u32,
    /// Nodes expanded up to there.
    pub nodes: u64,
    /// The tables used, by name and checksum.
    pub tables: Vec<String>,
}

impl From<&taquin_core::Exhausted> for Exhausted {
    fn from(exhausted: &taquin_core::Exhausted) -> Self {
        Self {
            bound: exhausted.bound,
            nodes: exhausted.nodes,
            tables: exhausted.tables.clone(),
        }
    }
}

/// The answer to *solve*, and one run of *compare*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Solve {
    /// What the answer is worth.
    pub status: Status,
    /// Whether the length is proven to be the least.
    pub proven: bool,
    /// Length in single-tile moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Length in multi-tile moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_mtm: Option<u32>,
    /// The moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// Which limit was reached: `time`, `nodes`, `memory`, or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// Where the answer was known from, if nothing was searched: `lookup`, the table of solved positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
    /// The solver.
    pub algorithm: String,
    /// Its heuristic, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// The heuristic's value for the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h_start: Option<u32>,
    /// How many shortest solutions there are, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_count: Option<u64>,
    /// All shortest solutions, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_optimal: Option<Vec<String>>,
    /// What the lower bound rests on, where the solver tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhausted: Option<Exhausted>,
    /// What the search did.
    pub stats: Stats,
    /// Whether the moves were replayed; always so.
    pub verified: bool,
    /// The position asked about.
    pub board: String,
    /// The goal asked for.
    pub goal: String,
    /// Whose way the letters say: `tile` or `blank`.
    pub notation: &'static str,
    /// Version of the solver.
    pub version: &'static str,
}

/// The answer to *generate*: one puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Generated {
    /// The game ID, from which the same board can be made again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position.
    pub board: String,
    /// The goal it is meant for.
    pub goal: String,
    /// The seed.
    pub seed: u64,
    /// The level asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The length of a shortest solution, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<u32>,
    /// Whether that length is proven.
    pub optimal_proven: bool,
    /// A length that certainly suffices, where one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_bound: Option<u32>,
}

/// The boards of a day.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Daily {
    /// The day, in UTC.
    pub date: String,
    /// A 3x3 and a 4x4 board.
    pub puzzles: Vec<Generated>,
}

/// The answer to *puzzles*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Puzzles {
    /// The puzzles, in the order of their seeds.
    pub puzzles: Vec<Generated>,
}

/// The answer to *check*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Check {
    /// The position.
    pub board: String,
    /// Its size, rows first.
    pub size: String,
    /// The goal asked about.
    pub goal: String,
    /// Whether a goal can be reached.
    pub solvable: bool,
    /// Whether the position is a goal already.
    pub solved: bool,
    /// Pairs of tiles in the other order than in the goal.
    pub inversions: u32,
    /// The blank's row, counted from 1 at the top.
    pub blank_row: usize,
    /// Rows between the blank and its place in the goal.
    pub blank_rows_from_home: u32,
    /// `even` or `odd`.
    pub parity: &'static str,
    /// The numbers in words.
    pub reason: String,
    /// The swap that makes it solvable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
    /// Manhattan distance to the nearest goal that can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manhattan: Option<u32>,
}

/// A swap of two tiles that gives a board the other parity.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fix {
    /// The tiles.
    pub swap: [u8; 2],
    /// The board after it.
    pub board: String,
}

impl From<&crate::Mend> for Fix {
    fn from(mend: &crate::Mend) -> Self {
        Self {
            swap: [mend.swap.0.number(), mend.swap.1.number()],
            board: mend.board.to_string(),
        }
    }
}

/// `even` or `odd`.
pub fn parity_word(parity: Parity) -> &'static str {
    if parity.is_odd() { "odd" } else { "even" }
}

/// The answer to *apply*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Apply {
    /// The position after the moves.
    pub board: String,
    /// Length in single-tile moves.
    pub moves_stm: u32,
    /// Length in multi-tile moves.
    pub moves_mtm: u32,
    /// Whether the position is a goal.
    pub solved: bool,
}

/// The answer to *hint*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The position asked about.
    pub board: String,
    /// The tile to look at; none on a solved board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<u8>,
    /// Which way to slide it, from grade 2.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The next moves, at most five, from grade 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Moves to go on a shortest way, where that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The least it can be, by an estimate that never exceeds the distance.
    pub estimate: u32,
    /// `optimal`, `good move, not proven` or `solved`.
    pub label: &'static str,
    /// The sentence for a player.
    pub text: String,
}

/// The answer to *analyze*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analyze {
    /// Whether every move can be made and the last board is a goal.
    pub valid: bool,
    /// Length in single-tile moves.
    pub length: u32,
    /// Length in multi-tile moves.
    pub length_mtm: u32,
    /// The length of a shortest solution, where it is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// Whether the moves are a shortest solution; unknown where no proof could be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// Moves more than needed, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<u32>,
    /// Why the moves are no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The position after the moves, as far as they can be made.
    pub board: String,
    /// Whether that is a goal.
    pub solved: bool,
    /// What each move did.
    pub per_move: Vec<JudgedMove>,
}

/// What one move did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgedMove {
    /// Which move, counted from 1.
    pub i: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The tile that slid.
    pub tile: u8,
    /// Moves to go after it: exact, or the least it can be.
    pub distance: u32,
    /// Whether the distance is exact.
    pub exact: bool,
    /// Moves lost by it: 0 for a move on a shortest way, 2 for one away from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<u32>,
}

/// The answer to *explain*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explain {
    /// The position.
    pub board: String,
    /// The goal reached.
    pub goal: String,
    /// Length in single-tile moves.
    pub length: u32,
    /// Length in multi-tile moves.
    pub length_mtm: u32,
    /// The steps of the method in order.
    pub stages: Vec<Stage>,
}

/// A step of the human method.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stage {
    /// What it is called.
    pub name: String,
    /// The tiles it brings home.
    pub goal_tiles: Vec<u8>,
    /// What is done and why.
    pub text: String,
    /// The same sentences with their values apart, to be said in other languages.
    pub sentences: Vec<Sentence>,
    /// The moves.
    pub moves: String,
    /// The position after it.
    pub board_after: String,
}

/// A sentence about a stage: what it says by its id, and the values in it. Ways and sides are `up`,
/// `down`, `left` or `right`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "id", rename_all = "kebab-case")]
pub enum Sentence {
    /// These tiles need no move.
    Already {
        /// The tiles.
        tiles: Vec<u8>,
    },
    /// Tiles are carried to their places, one after the other.
    Bring {
        /// The tiles and their places.
        places: Vec<Carried>,
    },
    /// A tile slides into its place.
    Straight {
        /// The tile.
        tile: u8,
        /// Which way it slides.
        way: &'static str,
    },
    /// `last` is set up at the place of `first`, which waits beside it; then both slide in.
    SetUp {
        /// The last tile but one of the line.
        first: u8,
        /// The last tile of the line.
        last: u8,
        /// On which side of the one the other waits.
        beside: &'static str,
        /// Which way `last` slides.
        last_way: &'static str,
        /// Which way `first` slides.
        first_way: &'static str,
    },
    /// `first` is set up in the corner, with `last` beside it; then both slide in.
    Mirrored {
        /// The last tile but one of the line.
        first: u8,
        /// The last tile of the line.
        last: u8,
        /// On which side of the one the other waits.
        beside: &'static str,
        /// Which way `first` slides.
        first_way: &'static str,
        /// Which way `last` slides.
        last_way: &'static str,
    },
    /// The last three tiles are turned until they are in place.
    Turn {
        /// Which way they go round.
        clockwise: bool,
        /// The tiles.
        tiles: Vec<u8>,
    },
    /// A sentence that has no id yet; the text says it.
    Other,
}

/// A tile and where it belongs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Carried {
    /// The tile.
    pub tile: u8,
    /// Its row, counted from 1.
    pub row: u8,
    /// Its column, counted from 1.
    pub column: u8,
}

impl From<&human::Sentence> for Sentence {
    fn from(sentence: &human::Sentence) -> Self {
        use human::Sentence as Said;
        match sentence {
            Said::Already { tiles } => Self::Already {
                tiles: tiles.clone(),
            },
            Said::Bring { places } => {
                let place = |&[tile, row, column]: &[u8; 3]| Carried { tile, row, column };
                Self::Bring {
                    places: places.iter().map(place).collect(),
                }
            }
            Said::Straight { tile, way } => Self::Straight {
                tile: *tile,
                way: way.word(),
            },
            Said::SetUp {
                first,
                last,
                beside,
                last_way,
                first_way,
            } => Self::SetUp {
                first: *first,
                last: *last,
                beside: beside.word(),
                last_way: last_way.word(),
                first_way: first_way.word(),
            },
            Said::Mirrored {
                first,
                last,
                beside,
                first_way,
                last_way,
            } => Self::Mirrored {
                first: *first,
                last: *last,
                beside: beside.word(),
                first_way: first_way.word(),
                last_way: last_way.word(),
            },
            Said::Turn { clockwise, tiles } => Self::Turn {
                clockwise: *clockwise,
                tiles: tiles.clone(),
            },
            _ => Self::Other,
        }
    }
}

/// The answer to *trace*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Trace {
    /// The steps in order.
    pub events: Vec<TraceEvent>,
    /// Whether there were more.
    pub truncated: bool,
}

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TraceEvent {
    /// Which step, counted from 1.
    pub n: usize,
    /// `expand`, `generate`, `duplicate`, `prune` or `goal`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Number of the node.
    pub node: u64,
    /// Number of the node it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// The move that made it, tile view.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Its position.
    pub board: String,
    /// Moves from the start.
    pub g: u32,
    /// Estimate of the moves to go.
    pub h: u32,
    /// What the search orders by.
    pub f: u32,
    /// Nodes waiting.
    pub open: u64,
    /// States expanded.
    pub closed: u64,
    /// Why it was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The line of the pseudocode, counted from 0, where that is shown beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// A search step by step, with its answer and its pseudocode.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Traced {
    /// The steps in order.
    pub events: Vec<TraceEvent>,
    /// Whether there were more.
    pub truncated: bool,
    /// What the search found.
    pub answer: Solve,
    /// The algorithm, line by line.
    pub pseudocode: Vec<&'static str>,
}

/// What each heuristic says of a board, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Estimate {
    /// The heuristics that can be had for this size.
    pub heuristics: Vec<HeuristicValue>,
    /// Each tile's way home.
    pub tiles: Vec<TileWay>,
    /// Lines whose tiles stand in each other's way.
    pub conflicts: Vec<Conflict>,
    /// Groups of tiles of the pattern database.
    pub groups: Vec<PatternGroup>,
    /// Whether it can be solved, and the numbers behind that.
    pub parity: Check,
}

/// A heuristic's value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HeuristicValue {
    /// The heuristic.
    pub name: &'static str,
    /// What it says.
    pub value: u32,
    /// Whether it never exceeds the distance.
    pub admissible: bool,
    /// One line about it.
    pub summary: &'static str,
}

/// A tile's way home.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TileWay {
    /// The tile.
    pub tile: u8,
    /// Where it is, counted from 0 in reading order.
    pub cell: usize,
    /// Where it belongs.
    pub home: usize,
    /// Slides between the two.
    pub distance: usize,
}

/// A line whose tiles stand in each other's way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Conflict {
    /// `row 2` or `column 1`.
    pub line: String,
    /// The tiles in the wrong order.
    pub tiles: Vec<u8>,
    /// What they add to Manhattan.
    pub adds: u32,
}

/// A partition of the tiles into groups.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PatternGroup {
    /// Its name: `5-5-5`.
    pub name: String,
    /// The tiles of each group.
    pub patterns: Vec<Vec<u8>>,
    /// The slides each group needs.
    pub values: Vec<u32>,
}

/// The answer to *decide*: is there a plan of so many moves?
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Decide {
    /// The moves asked about.
    pub bound: u32,
    /// `at-most` or `exact`.
    pub horizon: &'static str,
    /// How the question became clauses.
    pub encoding: &'static str,
    /// The answer; `null` where a limit came first.
    pub satisfiable: Option<bool>,
    /// The plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Variables of the formula.
    pub variables: u32,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Conflicts of the solver.
    pub conflicts: u64,
    /// Families of clauses, in words.
    pub families: Vec<Family>,
    /// What the solver did.
    pub stats: DecideStats,
    /// What the answer is worth.
    pub label: String,
}

/// What a solver of formulas did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DecideStats {
    /// Values it chose.
    pub decisions: u64,
    /// Values that followed.
    pub propagations: u64,
    /// Times it began again.
    pub restarts: u64,
    /// Time, in milliseconds.
    pub time_ms: f64,
}

/// A family of clauses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What its clauses say.
    pub words: &'static str,
    /// How many there are.
    pub clauses: usize,
    /// One of them, read aloud.
    pub sample: String,
    /// The same one with its values apart, to be said in other languages.
    pub clause: Clause,
}

impl From<&SearchTrace> for Trace {
    fn from(trace: &SearchTrace) -> Self {
        let event = |(index, step): (usize, &crate::trace::Step)| TraceEvent {
            n: index + 1,
            kind: step.kind.word(),
            node: step.node,
            parent: step.parent,
            mv: step.mv.map(|mv| mv.0.letter().to_string()),
            board: step.board.to_string(),
            g: step.g,
            h: step.h,
            f: step.f,
            open: step.open,
            closed: step.closed,
            why: match step.kind {
                crate::trace::Kind::Expand(why) => Some(why.to_string()),
                _ => None,
            },
            line: None,
        };
        Self {
            events: trace.steps.iter().enumerate().map(event).collect(),
            truncated: trace.truncated,
        }
    }
}

/// The answer to *compare*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Compare {
    /// One run for each configuration, in the order asked for.
    pub runs: Vec<Run>,
}

/// A configuration and its answer, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Run {
    /// The configuration as it was written.
    pub configuration: String,
    /// The answer.
    #[serde(flatten)]
    pub answer: RunAnswer,
}

/// An answer, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum RunAnswer {
    /// The solver's answer.
    Solved(Box<Solve>),
    /// Why the solver gave none.
    Refused(Box<Problem>),
}

/// The answer to *encode*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Encode {
    /// The language: `pddl`, `dimacs`, `smtlib` or `minizinc`.
    #[serde(rename = "as")]
    pub language: &'static str,
    /// The files: name and text.
    pub files: Vec<EncodedFile>,
    /// Moves of the plans it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// `at-most` or `exact`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<&'static str>,
    /// How the question became clauses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// Variables of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<u32>,
    /// Clauses of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<usize>,
    /// Families of clauses, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub families: Option<Vec<Family>>,
}

/// A file of an encoding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EncodedFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// An instance set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Dataset {
    /// Its name.
    pub name: &'static str,
    /// How many instances it has.
    pub count: usize,
    /// One line about it.
    pub summary: &'static str,
    /// Who published it.
    pub source: &'static str,
    /// Under what terms it may be used.
    pub licence: &'static str,
}

impl From<&crate::data::Dataset> for Dataset {
    fn from(set: &crate::data::Dataset) -> Self {
        Self {
            name: set.name,
            count: set.count,
            summary: set.summary,
            source: set.source,
            licence: set.licence,
        }
    }
}

/// The rows of a set, in the order of the source.
pub fn dataset_rows(set: &'static crate::data::Dataset) -> impl Iterator<Item = DatasetRow> {
    set.instances().map(|instance| DatasetRow {
        id: instance.id,
        board: instance.board.to_string(),
        goal: instance.goal.to_string(),
        optimal: instance.optimal,
        known: instance.known,
        source: set.source.to_owned(),
    })
}

/// A row of a dataset.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DatasetRow {
    /// The instance's name in its set.
    pub id: String,
    /// The position.
    pub board: String,
    /// The goal.
    pub goal: String,
    /// The length of a shortest solution, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<u32>,
    /// The length of the best solution known, where no shorter one is excluded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<u32>,
    /// Where it comes from.
    pub source: String,
}

/// What can be wrong, as users and programs meet it; each has a help page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// An argument or member is missing, unknown or has a wrong value.
    InvalidRequest,
    /// Not a board.
    InvalidBoard,
    /// No goal can be reached.
    Unsolvable,
    /// A move that cannot be made, or moves that cannot be read.
    IllegalMove,
    /// A solver that cannot work on this board.
    Unsupported,
    /// Not JSON at all.
    MalformedJson,
    /// No such dataset, game or page.
    NotFound,
    /// The address is there, but does not do that.
    MethodNotAllowed,
    /// It did not come within the time there is for it.
    TooSlow,
    /// More than is taken: of bytes, of cells, of steps.
    TooLarge,
    /// A body in a language that is not read.
    UnsupportedMediaType,
    /// More requests from one address than are answered.
    TooManyRequests,
    /// More work from all than is done at a time.
    Busy,
    /// An answer did not stand up to its check.
    Verification,
    /// A fault of ours.
    Internal,
}

impl ProblemKind {
    /// All kinds, in the order they are listed to users.
    pub const ALL: [Self; 15] = [
        Self::MalformedJson,
        Self::InvalidRequest,
        Self::InvalidBoard,
        Self::Unsolvable,
        Self::IllegalMove,
        Self::Unsupported,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::TooSlow,
        Self::TooLarge,
        Self::UnsupportedMediaType,
        Self::TooManyRequests,
        Self::Busy,
        Self::Verification,
        Self::Internal,
    ];

    /// Address of the help page, title and HTTP status.
    pub fn parts(self) -> (&'static str, &'static str, u16) {
        match self {
            Self::InvalidRequest => ("/problems/invalid-request", "The request is not valid", 422),
            Self::InvalidBoard => ("/problems/invalid-board", "This is not a whole board", 422),
            Self::Unsolvable => ("/problems/unsolvable", "The board cannot be solved", 422),
            Self::IllegalMove => ("/problems/illegal-move", "The moves cannot be made", 422),
            Self::Unsupported => (
                "/problems/unsupported-combination",
                "The solver does not do this board",
                422,
            ),
            Self::MalformedJson => ("/problems/malformed-json", "The body is not JSON", 400),
            Self::NotFound => ("/problems/not-found", "There is no such thing", 404),
            Self::MethodNotAllowed => (
                "/problems/method-not-allowed",
                "This address does not do that",
                405,
            ),
            Self::TooSlow => ("/problems/too-slow", "The request came too slowly", 408),
            Self::TooLarge => ("/problems/too-large", "This is too much", 413),
            Self::UnsupportedMediaType => (
                "/problems/unsupported-media-type",
                "The body is not in a language that is read",
                415,
            ),
            Self::TooManyRequests => (
                "/problems/too-many-requests",
                "Too many requests from one address",
                429,
            ),
            Self::Busy => ("/problems/busy", "The server is busy", 503),
            Self::Verification => (
                "/problems/verification",
                "The answer did not stand up to its check",
                500,
            ),
            Self::Internal => ("/problems/internal", "Something went wrong here", 500),
        }
    }
}

/// Why there is no answer, with the members of RFC 9457.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Address of the help page.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What kind of problem it is.
    pub title: &'static str,
    /// The HTTP status that goes with it.
    pub status: u16,
    /// What is wrong here, and the way out.
    pub detail: String,
    /// The address asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The number of the request, as the server's log has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The line of the input it is about, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The places in the request it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Place>,
    /// The tile it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<u32>,
    /// Which move cannot be made, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The move that cannot be made.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The board on which it cannot be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board_before: Option<String>,
    /// Solvers that would do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The numbers behind an unsolvable board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parity: Option<ParityFacts>,
    /// The swap that makes an unsolvable board solvable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

/// A place in a request, and what is wrong there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Place {
    /// The member, as a JSON pointer: `/limits/time_ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The byte of the body, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// The kind of fault in one word.
    pub code: &'static str,
    /// What is wrong.
    pub detail: String,
}

/// The numbers behind an unsolvable board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ParityFacts {
    /// Pairs of tiles in the other order than in the goal.
    pub inversions: u32,
    /// Rows between the blank and its place in the goal.
    pub blank_rows_from_home: u32,
    /// Always `false`.
    pub solvable: bool,
}

impl Problem {
    /// A problem of a kind.
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        let (kind, title, status) = kind.parts();
        Self {
            kind,
            title,
            status,
            detail: detail.into(),
            instance: None,
            request_id: None,
            line: None,
            errors: Vec::new(),
            tile: None,
            index: None,
            mv: None,
            board_before: None,
            alternatives: Vec::new(),
            parity: None,
            fix: None,
        }
    }

    /// The problem of a board that reaches no goal.
    pub fn unsolvable(error: &Unsolvable) -> Self {
        Self {
            parity: Some(ParityFacts {
                inversions: error.parity.inversions,
                blank_rows_from_home: error.parity.blank_rows,
                solvable: false,
            }),
            fix: Some(Fix::from(&error.mend)),
            ..Self::new(ProblemKind::Unsolvable, error.to_string())
        }
    }
}

impl From<&PuzzleError> for Problem {
    fn from(error: &PuzzleError) -> Self {
        match error {
            PuzzleError::Unsolvable(unsolvable) => Self::unsolvable(unsolvable),
            _ => Self::new(ProblemKind::InvalidRequest, error.to_string()),
        }
    }
}

/// The blank's row, counted from 1 at the top.
pub fn blank_row(board: &Board) -> usize {
    board.size().row(board.blank().index()) + 1
}
