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
use taquin::sat::backend::{Choice, Process, Watch};
use taquin::sat::cdcl::Verdict;
use taquin::sat::cnf::Model;
use taquin::sat::encodings::Encoding;
use taquin::sat::{Formula, Horizon, Meaning, Task, dimacs};

use crate::End;
use crate::draft::cannot_write;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Reply, Style};
use crate::session;
use crate::{input, interrupt};

/// Run like the reference program of a logic course: formula, solver, boards
#[derive(Args)]
#[command(after_help = "Examples:
  taquin dataset get input-3by3.in > input.in && taquin course
  taquin course -i input-4by4.in -o formula.cnf -s glucose-syrup

The input is a line with the number of steps, a line with n, then n rows; the goal has the blank
first. Unsolvable boards are accepted; their formula is unsatisfiable. The formula, its file and the
output are those of the reference program. The current folder is searched for the solver first.")]
pub(crate) struct Course {
    /// The instance file
    #[arg(long, short, value_name = "INPUT", default_value = "input.in")]
    input: PathBuf,
    /// File for the DIMACS formula
    #[arg(long, short, value_name = "OUTPUT", default_value = "formula.cnf")]
    output: PathBuf,
    /// The SAT solver: a program in this folder, a built-in one, or a program by name or path
    /// [default: glucose-syrup if it is in this folder, else cdcl]
    #[arg(long, short, value_name = "SOLVER")]
    solver: Option<String>,
    /// 0: leave out the comments of the solver
    #[arg(long = "verb", short, value_name = "0|1", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
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
        dimacs::write_clauses(&formula.cnf, BufWriter::new(file))
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
        let solver = self.solver();
        let mut unchecked = None;
        let (verdict, mut text) = if solver.contains('/') {
            let process = Process::new(&solver).map_err(failed)?;
            let decided = process.decide_file(&self.output, formula.cnf.variables(), &watch);
            let (verdict, said) = decided.map_err(failed)?;
            // Its word is all there is for that there is no solution.
            unchecked = Some(solver.clone());
            let is_shown = |line: &&str| self.verbosity > 0 || !line.starts_with('c');
            let said: Vec<&str> = said.lines().filter(is_shown).collect();
            (verdict, said.join("\n") + "\n")
        } else {
            let Choice(backend) = solver.parse().map_err(Failure::from)?;
            let decision = backend.decide(&formula, &watch).map_err(failed)?;
            let mut said = String::new();
            if self.verbosity > 0 {
                let conflicts = decision.effort.conflicts;
                let _ = writeln!(said, "c {}: {conflicts} conflicts", backend.name());
            }
            said += &answer_lines(&decision.verdict);
            (decision.verdict, said)
        };
        let reply = match verdict {
            Verdict::Stopped(_) => return Ok(Exit::Interrupted),
            Verdict::Unsat => {
                let by = unchecked.as_ref();
                let by = by.map_or_else(String::new, |by| format!(", by {by}, unchecked"));
                let steps_text = super::count_of(steps as usize, "step");
                let _ = write!(talk, "\nno solution in {steps_text}{by}");
                let value = json!({ "status": "unsat", "steps": steps, "unchecked_by": unchecked });
                Reply::new(text, &value)
            }
            Verdict::Sat(model) => {
                let moves = formula.decode(&model);
                let moves = moves.map_err(|error| Failure::usage(error.to_string()))?;
                text.push_str(BANNER);
                text += &timesteps(&formula, &model);
                let value = json!({ "status": "sat", "steps": steps, "length": moves.len() });
                Reply::new(text, &value)
            }
        };
        super::only(style, COLUMNS, reply.with_talk(talk))
    }

    /// The solver as a built-in name or a path: a file of the current folder goes first.
    fn solver(&self) -> String {
        let here = |name: &str| {
            let path = format!("./{name}");
            std::path::Path::new(&path).is_file().then_some(path)
        };
        match &self.solver {
            None => here("glucose-syrup").unwrap_or_else(|| "cdcl".to_owned()),
            Some(name) => here(name).unwrap_or_else(|| super::program(name)),
        }
    }
}

/// The heading above the boards in the reference program's output.
const BANNER: &str = "
##################################################################
###########[ Human readable result of the tile puzzle ]###########
##################################################################

";

/// The verdict as SAT solvers print it.
fn answer_lines(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Unsat => "s UNSATISFIABLE\n".to_owned(),
        Verdict::Stopped(_) => "s UNKNOWN\n".to_owned(),
        Verdict::Sat(model) => {
            let mut text = String::from("s SATISFIABLE\nv");
            for (number, &holds) in (1..).zip(model.values()) {
                let sign = if holds { "" } else { "-" };
                let _ = write!(text, " {sign}{number}");
            }
            text + " 0\n"
        }
    }
}

/// The board at every step, with the reference program's spaces and empty lines.
fn timesteps(formula: &Formula, model: &Model) -> String {
    let size = formula.task.size();
    let mut boards = vec![vec![0; size.cells()]; formula.task.steps as usize + 1];
    for (meaning, &holds) in formula.meanings.iter().zip(model.values()) {
        if let (&Meaning::At { tile, cell, step }, true) = (meaning, holds) {
            boards[step as usize][usize::from(cell)] = tile;
        }
    }
    let mut text = String::new();
    for (step, board) in boards.iter().enumerate() {
        let _ = writeln!(text, "Timestep {step}:");
        for row in board.chunks(size.cols()) {
            for number in row {
                let _ = write!(text, "{number} ");
            }
            text.push('\n');
        }
        text.push('\n');
    }
    text
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
