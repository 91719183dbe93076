//! `taquin doctor`: what this build is, what it may use, and whether it answers right.

use std::fmt::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};
use taquin::notation::parse_board;
use taquin::{Goals, Limits, Puzzle, catalogue};
use taquin_app::answer;

use crate::End;
use crate::engine::Engine;
use crate::failure::{Exit, Failure};
use crate::memory;
use crate::output::{Column, Reply, Style};
use crate::units::{show_bytes, show_duration};

/// Says what this build and machine offer, and tests every solver on known positions
#[derive(Args)]
#[command(after_help = "Example:
  taquin doctor
  taquin doctor --gpu

A solver that gives a wrong answer ends with exit code 5.")]
pub(crate) struct Doctor {
    /// Compare the GPU's tables, node counts, batches and beams with the CPU's; about a minute
    #[arg(long)]
    gpu: bool,
}

/// Positions with the length of a shortest solution, from breadth-first search over all states.
const KNOWN: &[(&str, u32)] = &[
    ("1 2 3/4 5 6/7 0 8", 1),
    ("8 1 3/4 0 2/7 6 5", 14),
    ("4 5 0/1 2 3", 21),
];

const COLUMNS: &[Column] = &[("what", "/what"), ("value", "/value"), ("good", "/good")];

impl Doctor {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let mut rows: Vec<(String, String, bool)> = facts()
            .into_iter()
            .map(|(what, value)| (what.to_owned(), value, true))
            .collect();
        for entry in catalogue::solvers() {
            if entry.name == "smt" {
                // An outside program of unknown speed: that it is there is all that is asked.
                rows.push(("solver smt".to_owned(), z3(), true));
                continue;
            }
            let (value, good) = match test(entry.name) {
                Ok(time) => (format!("ok, {}", show_duration(time)), true),
                Err(fault) => (fault, false),
            };
            rows.push((format!("solver {}", entry.name), value, good));
        }
        if self.gpu {
            rows.extend(taquin::gpu_checks().into_iter().map(|check| {
                let good = check.result.is_ok();
                let value = check.result.unwrap_or_else(|fault| fault);
                (format!("GPU: {}", check.what), value, good)
            }));
        }
        let good = rows.iter().all(|row| row.2);
        let mut text = String::new();
        for (what, value, _) in &rows {
            let _ = writeln!(text, "{what:<22} {value}");
        }
        let rows: Vec<Value> = rows
            .into_iter()
            .map(|(what, value, good)| json!({ "what": what, "value": value, "good": good }))
            .collect();
        let mut reply = Reply::new(text, &json!({ "good": good, "findings": rows }));
        reply.rows = Some(rows);
        let (talk, exit) = if good {
            ("all is well", Exit::Done)
        } else {
            ("error: something gave a wrong answer", Exit::Verification)
        };
        super::only(style, COLUMNS, reply.with_talk(talk).with_exit(exit))
    }
}

fn facts() -> Vec<(&'static str, String)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let free = memory::available().map_or_else(|| "unknown".to_owned(), show_bytes);
    let profile = if cfg!(debug_assertions) {
        "development (slow)"
    } else {
        "release"
    };
    vec![
        ("version", answer::VERSION.to_owned()),
        ("build", profile.to_owned()),
        (
            "system",
            format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        ),
        ("processor", processor()),
        ("cores", cores.to_string()),
        ("GPU", taquin::gpu_name().unwrap_or_else(|why| why)),
        ("memory free", free),
        ("memory for searches", show_bytes(memory::default_limit())),
        ("board sizes", "2x2 to 16x16".to_owned()),
        (
            "distance tables",
            format!(
                "boards of up to {} cells, built when needed",
                taquin::table::DistanceTable::MAX_CELLS
            ),
        ),
        ("heuristics", catalogue::heuristics().count().to_string()),
        ("instance sets", taquin::data::DATASETS.len().to_string()),
    ]
}

/// The processor's name, where the system tells it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split_once(':'))
        .map(|(_, name)| name.trim().to_owned());
    name.unwrap_or_else(|| "unknown".to_owned())
}

/// The version of the program that the solver `smt` runs.
fn z3() -> String {
    let output = std::process::Command::new("z3").arg("--version").output();
    match output {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(_) => "not available: z3 is not installed".to_owned(),
    }
}

/// Solves the known positions, and says how long that took or what is wrong.
fn test(solver: &str) -> Result<Duration, String> {
    let begun = Instant::now();
    let limits = Limits {
        time: Some(Duration::from_secs(20)),
        nodes: None,
        memory: Some(memory::default_limit()),
    };
    let fault = |failure: Failure| failure.problem.detail;
    let engine = Engine::new(solver, limits).map_err(fault)?;
    for &(text, optimum) in KNOWN {
        let board = parse_board(text).map_err(|error| error.to_string())?;
        let puzzle = Puzzle::new(board, &Goals::default()).map_err(|error| error.to_string())?;
        let outcome = engine.run(&puzzle).map_err(fault)?.outcome;
        let found = outcome.best().map(taquin::Solution::len);
        match found {
            None => return Err(format!("found no solution of {text}")),
            Some(length) if length < optimum => {
                return Err(format!("{length} moves for {text}, which needs {optimum}"));
            }
            Some(length) if outcome.is_optimal() && length != optimum => {
                return Err(format!(
                    "calls {length} moves optimal for {text}, which needs {optimum}"
                ));
            }
            Some(_) if outcome.lower_bound() > optimum => {
                return Err(format!(
                    "claims at least {} moves for {text}, which needs {optimum}",
                    outcome.lower_bound()
                ));
            }
            Some(_) => {}
        }
    }
    Ok(begun.elapsed())
}
