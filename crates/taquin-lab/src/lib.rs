//! Experiments with solvers of the sliding-tile puzzle that anyone can repeat.
//!
//! A [`Suite`] says which boards are solved by what under which limits; [`RunPlan`] lays out its runs;
//! [`runner::run`] makes them in separate processes and writes one row per run to a folder ([`folder`]),
//! from which it resumes after a kill; [`Report`] evaluates the rows, [`Difference`] compares two
//! folders, and [`verify`] checks answers with other engines.
//!
//! The machine is measured here, so this crate reads the system's own accounts of time and memory
//! and starts processes; it prints nothing.

mod cgroup;
mod contradictions;
mod cpu_watch;
mod data_frame;
pub mod diff;
pub mod external;
pub mod folder;
pub mod isolation;
mod lane;
pub mod machine;
pub mod measurer;
pub mod parquet;
mod plan;
mod plot;
mod process;
mod report;
mod row;
pub mod runner;
mod shipped;
pub mod stats;
mod suite;
pub mod tables;
pub mod usage;
pub mod verify;
pub mod worker;

pub use data_frame::{DataFrame, Filling, Measure, Point};
pub use diff::Difference;
pub use folder::{Build, FolderError, Manifest, Results, RunSession};
pub use lane::{Executor, Lane};
pub use machine::Machine;
pub use measurer::Measurer;
pub use plan::{Choices, Extent, PlanError, PlannedRun, RunPlan, Shard, SuiteInstance};
pub use plot::{Figure, PlotKind};
pub use report::{
    Dominance, LaneSummary, PairSummary, PublishedLine, Report, ReportOptions, StepsAnswer,
    StepsLine,
};
pub use row::{COLUMNS, CellKind, CellValue, ResultRow, Status};
pub use shipped::{SUITES, Shipped, by_name};
pub use suite::{
    Configuration, InstanceSet, LimitSpec, Published, Source, Suite, SuiteError, check_memory,
};

/// A checksum that identifies files. The file is read in pieces: what this process holds, those that it
/// starts seem to hold.
///
/// # Errors
/// Those of the system.
pub fn checksum(path: &std::path::Path) -> std::io::Result<String> {
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    let mut file = std::fs::File::open(path)?;
    let mut piece = vec![0; 1 << 16];
    loop {
        match std::io::Read::read(&mut file, &mut piece)? {
            0 => return Ok(format!("{:016x}", hash.digest())),
            count => hash.update(&piece[..count]),
        }
    }
}
