//! The self-check: build, limits, and known positions solved with every solver.

use std::sync::Arc;
use std::time::Duration;

use taquin::catalogue::Runs;
use taquin::notation::parse_board;
use taquin::table::DistanceTable;
use taquin::{Context, Control, Goals, Limits, Puzzle, Solution, catalogue};

use crate::units::{show_bytes, show_duration};
use crate::{answer, run};

/// Positions with the length of a shortest solution, from breadth-first search over all states.
const KNOWN: &[(&str, u32)] = &[
    ("1 2 3/4 5 6/7 0 8", 1),
    ("8 1 3/4 0 2/7 6 5", 14),
    ("4 5 0/1 2 3", 21),
];

/// Time limit of a solver for one position.
const TIME: Duration = Duration::from_secs(20);

/// Facts about the machine, from the front end.
#[derive(Clone, Debug)]
pub struct MachineFacts {
    /// Name of the processor.
    pub processor: Option<String>,
    /// Its cores.
    pub cores: usize,
    /// Bytes that are free.
    pub free: Option<u64>,
    /// Bytes that searches may take.
    pub memory: u64,
    /// Version of the program that the solver `smt` runs.
    pub smt: Option<String>,
}

/// The resources of a self-check.
pub struct Checkup<'a> {
    /// The machine.
    pub machine: MachineFacts,
    /// Whether the GPU is compared with the CPU, which takes about a minute.
    pub gpu: bool,
    /// A control with these limits.
    pub control: &'a dyn Fn(Limits) -> Arc<Control>,
    /// Time since any moment.
    pub now: &'a dyn Fn() -> Duration,
}

/// Says what this build and machine offer, and tests every solver on known positions.
pub fn doctor(checkup: &Checkup<'_>) -> answer::Doctor {
    let control = (checkup.control)(Limits::default());
    let mut findings = facts(&checkup.machine, control.context());
    for entry in catalogue::solvers() {
        let what = format!("solver {}", entry.name);
        if entry.runs == Runs::Program {
            // Another program of unknown speed: only its presence is checked.
            let version = checkup.machine.smt.clone();
            let value = version.unwrap_or_else(|| "not available: z3 is not installed".to_owned());
            findings.push(answer::Finding::good(what, value));
            continue;
        }
        findings.push(match test(entry.name, checkup) {
            Ok(time) => answer::Finding::good(what, format!("ok, {}", show_duration(time))),
            Err(fault) => answer::Finding::bad(what, fault),
        });
    }
    if checkup.gpu {
        findings.extend(gpu_checks(&control));
    }
    answer::Doctor {
        good: findings.iter().all(|finding| finding.good),
        findings,
    }
}

#[cfg(feature = "gpu")]
fn gpu_checks(control: &Control) -> Vec<answer::Finding> {
    let finding = |check: taquin::GpuCheck| {
        let what = format!("GPU: {}", check.what);
        match check.result {
            Ok(value) => answer::Finding::good(what, value),
            Err(fault) => answer::Finding::bad(what, fault),
        }
    };
    let checks = taquin::gpu_checks(control).into_iter();
    checks.map(finding).collect()
}

#[cfg(feature = "gpu")]
fn gpu_name(context: &Context) -> String {
    taquin::gpu_name(context).unwrap_or_else(|why| why.to_string())
}

#[cfg(not(feature = "gpu"))]
fn gpu_checks(_: &Control) -> Vec<answer::Finding> {
    let what = "GPU: checks".to_owned();
    vec![answer::Finding::good(
        what,
        "none made: not part of this build".to_owned(),
    )]
}

#[cfg(not(feature = "gpu"))]
fn gpu_name(_: &Context) -> String {
    "not part of this build".to_owned()
}

fn facts(machine: &MachineFacts, context: &Context) -> Vec<answer::Finding> {
    let unknown = || "unknown".to_owned();
    let profile = if cfg!(debug_assertions) {
        "development (slow)"
    } else {
        "release"
    };
    let facts = [
        ("version", answer::VERSION.to_owned()),
        ("build", profile.to_owned()),
        (
            "system",
            format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        ),
        (
            "processor",
            machine.processor.clone().unwrap_or_else(unknown),
        ),
        ("cores", machine.cores.to_string()),
        ("GPU", gpu_name(context)),
        ("memory free", machine.free.map_or_else(unknown, show_bytes)),
        ("memory for searches", show_bytes(machine.memory)),
        ("board sizes", "2x2 to 16x16".to_owned()),
        (
            "distance tables",
            format!(
                "boards of up to {} cells, built when needed",
                DistanceTable::MAX_CELLS
            ),
        ),
        ("heuristics", catalogue::heuristics().count().to_string()),
        ("instance sets", taquin::data::DATASETS.len().to_string()),
    ];
    facts
        .into_iter()
        .map(|(what, value)| answer::Finding::good(what.to_owned(), value))
        .collect()
}

/// Solves the known positions, and says how long that took or what is wrong.
fn test(spec: &str, checkup: &Checkup<'_>) -> Result<Duration, String> {
    let begun = (checkup.now)();
    let limits = Limits {
        time: Some(TIME),
        nodes: None,
        memory: Some(checkup.machine.memory),
    };
    let solver = catalogue::solver(spec).map_err(|error| error.to_string())?;
    for &(text, optimum) in KNOWN {
        let board = parse_board(text).map_err(|error| error.to_string())?;
        let puzzle = Puzzle::new(board, &Goals::default()).map_err(|error| error.to_string())?;
        let run = run(&*solver, &puzzle, &(checkup.control)(limits));
        let outcome = run.map_err(|error| error.to_string())?.outcome;
        let bound = outcome.lower_bound();
        match outcome.best().map(Solution::len) {
            None => return Err(format!("found no solution of {text}")),
            Some(length) if length < optimum => {
                return Err(format!("{length} moves for {text}, which needs {optimum}"));
            }
            Some(length) if outcome.is_optimal() && length != optimum => {
                return Err(format!(
                    "calls {length} moves optimal for {text}, which needs {optimum}"
                ));
            }
            Some(_) if bound > optimum => {
                return Err(format!(
                    "claims at least {bound} moves for {text}, which needs {optimum}"
                ));
            }
            Some(_) => {}
        }
    }
    Ok((checkup.now)().saturating_sub(begun))
}
