//! `taquin course`: the program of a logic course, with its arguments and files.

use std::fmt::Write;
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use taquin::Limits;
use taquin::notation::file::{self, Format, Instance};
use taquin::notation::to_grid;
use taquin::sat::backend::{Choice, Process, Watch};
use taquin::sat::cdcl::Verdict;
use taquin::sat::encodings::Encoding;
use taquin::sat::{Horizon, Task, dimacs};

use crate::End;
use crate::draft::cannot_write;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Reply, Style};
use crate::session;
use crate::{input, interrupt};

/// Run like the reference program of a logic course: formula, solver, boards
#[derive(Args)]
#[command(after_help = "Examples:
  taquin course -i input-3by3.in -o formula.cnf
  taquin course -i input-4by4.in -o formula.cnf -s /usr/bin/glucose -v 1

The input is a line with the number of steps, a line with n, then n rows; the goal has the blank
first. Unsolvable boards are accepted; their formula is unsatisfiable.")]
pub(crate) struct Course {
    /// The instance file
    #[arg(long, short, value_name = "INPUT", default_value = "input.in")]
    input: PathBuf,
    /// File for the DIMACS formula
    #[arg(long, short, value_name = "OUTPUT", default_value = "formula.cnf")]
    output: PathBuf,
    /// The SAT solver: a built-in one, or a program by name or path
    #[arg(long, short, value_name = "SOLVER", default_value = "cdcl")]
    solver: String,
    /// 1: also print the solver's own output
    #[arg(long = "verb", short, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    verbosity: u8,
}

const COLUMNS: &[Column] = &[
    ("status", "/status"),
    ("steps", "/steps"),
    ("length", "/length"),
];

impl Course {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let path = self.input.display();
        let text = std::fs::read(&self.input)
            .map_err(|error| Failure::usage(format!("cannot read {path}: {error}")))?;
        let text = String::from_utf8_lossy(&text);
        let instances = file::parse(&text, Some(Format::Course))
            .map_err(|error| Failure::usage(format!("{path}: {error}")))?;
        let [instance] = &instances[..] else {
            return Err(Failure::usage(format!("{path}: one instance is needed")).into());
        };
        let steps = instance.steps.unwrap_or(0);
        let task = task(instance, steps)?;
        let encoding: Encoding = "course".parse().map_err(Failure::from)?;
        let formula = encoding.formula(&task);
        let file =
            File::create(&self.output).map_err(|error| cannot_write(&self.output, &error))?;
        dimacs::write(&formula, BufWriter::new(file))
            .map_err(|error| cannot_write(&self.output, &error))?;

        let control = Arc::new(session::control(Limits::default()));
        interrupt::watch(&control);
        let watch = Watch::new(&control);
        let mut talk = format!(
            "{} variables, {} clauses, written to {}",
            formula.cnf.variables(),
            formula.cnf.len(),
            self.output.display()
        );
        let failed = |error: taquin::sat::backend::BackendError| Failure::usage(error.to_string());
        let solver = super::program(&self.solver);
        let mut unchecked = None;
        let verdict = if solver.contains('/') {
            let process = Process::new(&solver).map_err(failed)?;
            let decided = process.decide_file(&self.output, formula.cnf.variables(), &watch);
            let (verdict, said) = decided.map_err(failed)?;
            if self.verbosity > 0 {
                let _ = write!(talk, "\n{said}");
            }
            // Its word is all there is for that there is no solution.
            unchecked = Some(solver.clone());
            verdict
        } else {
            let Choice(backend) = solver.parse().map_err(Failure::from)?;
            let decision = backend.decide(&formula, &watch).map_err(failed)?;
            if self.verbosity > 0 {
                let _ = write!(
                    talk,
                    "\n{}: {} conflicts",
                    backend.name(),
                    decision.effort.conflicts
                );
            }
            decision.verdict
        };
        let reply = match verdict {
            Verdict::Stopped(_) => return Ok(Exit::Interrupted),
            Verdict::Unsat => {
                let by = unchecked.as_ref();
                let by = by.map_or_else(String::new, |by| format!(", by {by}, unchecked"));
                Reply::new(
                    format!(
                        "no solution in {}{by}\n",
                        super::count_of(steps as usize, "step")
                    ),
                    &json!({ "status": "unsat", "steps": steps, "unchecked_by": unchecked }),
                )
            }
            Verdict::Sat(model) => {
                let moves = formula.decode(&model);
                let moves = moves.map_err(|error| Failure::usage(error.to_string()))?;
                let start = task.start();
                let boards = super::solve::steps(start, &moves);
                let text = format!("{}\n{boards}", to_grid(start, '.'));
                let value = json!({ "status": "sat", "steps": steps, "length": moves.len() });
                Reply::new(text, &value)
            }
        };
        super::only(style, COLUMNS, reply.with_talk(talk))
    }
}

/// The task that a file of the course states; its boards need not be solvable.
fn task(instance: &Instance, steps: u32) -> Result<Task, Failure> {
    let goals = input::goals_for(None, instance);
    let [goal] = goals.as_slice() else {
        return Err(Failure::usage("a formula has one goal"));
    };
    let fault = |error: &dyn std::fmt::Display| Failure::usage(error.to_string());
    let board = &instance.board;
    let goal = goal.board(board.size()).map_err(|error| fault(&error))?;
    Task::new(board.clone(), goal, steps, Horizon::AtMost).map_err(|error| fault(&error))
}
