//! The application: every question a front end can ask, and its answer.
//!
//! A [`question`] and an [`answer`] are plain data that serialise as JSON; [`App`] has a method for each
//! question, one file each. Below the methods are functions on values of the library, for front ends
//! that read their input themselves. Front ends read the question, choose limits and show the answer; a
//! [`Refusal`] says why there is none. Nothing here knows HTTP or a terminal.

mod algebra;
mod analyze;
pub mod answer;
mod app;
mod apply;
mod beyond;
mod check;
mod compare;
mod daily;
mod decide;
mod decode;
mod demo;
mod distance_tables;
mod doctor;
mod encode;
mod estimate;
mod estimates;
mod exercise;
mod exhaust;
mod explain;
mod facts;
mod hint;
mod json;
mod mtm;
#[cfg(feature = "programs")]
mod outside;
mod part;
mod partial;
#[cfg(feature = "files")]
mod pdb;
mod policy;
mod prove;
mod puzzles;
pub mod question;
mod refusal;
mod run;
mod sat;
mod shortest;
mod solve;
mod trace;
pub mod units;
mod verify;

pub use algebra::{MoveOperation, optimise};
pub use analyze::analyze;
pub use app::{App, Prepared, SolutionStore};
pub use apply::apply;
pub use beyond::{MOST_BEYOND, solutions_within};
pub use check::{check, inversion_pairs, tile_distances};
pub use compare::{PreparedCompare, compare_one, split_specs};
pub use daily::{Day, DayError, daily};
pub use decide::{DecideOptions, decide, decide_between};
pub use decode::{DecodeFault, Decoded, decode};
pub use demo::{DEMOS, Demo, demo};
pub use distance_tables::{build_distance_tables, has_distance_table, table_advice};
pub use doctor::{Checkup, MachineFacts, doctor};
pub use encode::{EncodeOptions, HORIZON, Language, encode, families, formula};
pub use estimate::estimate;
pub use estimates::{EstimateError, Estimator};
pub use exercise::{AskedExercise, EXERCISES, Exercise, MarkedExercise};
pub use exhaust::exhaust;
pub use explain::explain;
pub use facts::facts;
pub use hint::{
    Advice, LINE, MOST_PROVEN, PROOF, PreparedHint, hint, hint_search, hint_text, hint_time,
};
pub use json::{MakeControl, QuestionError, read};
pub use mtm::{analyze_mtm, hint_mtm, mtm_steps, solve_mtm};
#[cfg(feature = "programs")]
pub use outside::outside_checks;
pub use part::{PartName, PartOrder, PartRun, search_part};
pub use partial::solve_partial;
#[cfg(feature = "files")]
pub use pdb::{Builder, PdbError, PdbFolder, pdb_patterns};
pub use policy::Policy;
pub use prove::{Proof, ProofFiles, ProofOptions, ProveError, check_proofs};
pub use puzzles::{BoardSource, generated, multi_tile_level, new_seed};
pub use refusal::{Refusal, RefusalKind};
pub use run::{Run, letter, run};
pub use sat::{ProofOrder, check_sat_proof, proof_name, sat, sat_file};
pub use shortest::{Shortest, ShortestError, count_shortest, shortest};
pub use solve::PreparedSolve;
pub use trace::traced;
pub use verify::{Optimality, Verification, independent_solver};
