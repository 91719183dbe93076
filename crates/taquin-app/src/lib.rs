//! Questions and their answers: what the command line prints and the web service sends.
//!
//! One file a question. Each function gets what was asked for as values of this crate, and gives
//! the answer's JSON shape ([`crate::answer`]) or a [`Refusal`]. Front ends read the question, choose
//! the limits, and show the answer; what is true is found out here, once.

mod analyze;
pub mod answer;
mod apply;
mod check;
mod compare;
mod count;
mod daily;
mod decode;
mod encode;
mod estimate;
mod explain;
mod hint;
mod puzzles;
mod refusal;
mod run;
mod small;
mod trace;

pub use analyze::analyze;
pub use apply::apply;
pub use check::check;
pub use compare::{compare_one, split_specs};
pub use count::count_shortest;
pub use daily::{Day, DayError, daily};
pub use decode::{DecodeFault, Decoded, decode};
pub use encode::{
    HORIZON, Language, Question, Writing, decide, decide_between, encode, families, formula,
};
pub use estimate::estimate;
pub use explain::explain;
pub use hint::{Advice, LINE, hint};
pub use puzzles::{Puzzles, generated, new_seed};
pub use refusal::{Refusal, RefusalKind};
pub use run::{Run, letter, run};
pub use small::SmallTables;
pub use trace::traced;
