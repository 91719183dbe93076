//! The shapes of answers as JSON: what `--format json` prints and the REST service sends.
//!
//! Core types are not serialised; each answer has a type here, whose members are a promise to
//! users. A member that is `None` is left out.

mod beyond;
mod check;
mod clause;
mod demo;
mod estimate;
mod explain;
mod facts;
mod logic;
mod moves;
mod mtm;
mod part;
mod pdb;
mod problem;
mod progress;
mod proof;
mod puzzles;
mod solve;
mod trace;

pub use self::beyond::{Beyond, LengthCount};
pub use self::check::{Check, Fix, blank_row, parity_word};
pub use self::clause::{CellAt, Clause, Statement};
pub use self::demo::DemoRow;
pub use self::estimate::{Conflict, Estimate, Estimates, HeuristicValue, PatternGroup, TileWay};
pub use self::explain::{Carried, Explain, Sentence, Stage};
pub use self::facts::Facts;
pub use self::logic::{
    Decide, DecideStats, Decode, Encode, EncodedFile, EncodedText, Family, Sat, SatProof,
};
pub use self::moves::{Analyze, Apply, Hint, JudgedMove};
pub use self::mtm::{AnalyzeMtm, HintMtm, JudgedRun};
pub use self::part::{Part, Parts};
pub use self::pdb::PdbTable;
pub use self::problem::{ParityFacts, Place, Problem};
pub use self::progress::{Best, FormulaSize, PartsProgress, Progress, TableProgress};
pub use self::proof::{CheckedProof, Doctor, Finding, OutsideCheck, Prove, SatProofCheck, Verify};
pub use self::puzzles::{Daily, Dataset, DatasetRow, Generated, Puzzles, dataset_rows};
pub use self::solve::{
    Claim, Compare, Exhaust, Exhausted, Run, RunAnswer, Solve, SolveMtm, Stats, Status, stop_word,
};
pub use self::trace::{Trace, TraceEvent, Traced};

/// The version of this library, part of every solve answer.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
