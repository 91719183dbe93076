//! `taquin decode`: another program's answer as moves.

use std::path::PathBuf;

use clap::Args;
use taquin_app::{DecodeFault, RefusalKind, answer};

use crate::End;
use crate::cli::NotationArg;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, Reply, Style};

/// Turn another solver's answer to an exported problem into moves, and replay them
#[derive(Args)]
#[command(after_help = "Examples:
  taquin encode dimacs \"8 1 3/4 0 2/7 6 5\" --steps 14 -o formula.cnf
  glucose -model formula.cnf | taquin decode --map formula.cnf -
  taquin encode minizinc \"8 1 3/4 0 2/7 6 5\" --steps 14 -o puzzle.mzn
  minizinc puzzle.mzn | taquin decode --map puzzle.mzn -
  z3 formula.smt2 | taquin decode --map formula.smt2 -
  taquin decode --map out/problem.pddl sas_plan

Answers are read as SAT solvers print them (lines s and v, or SAT and a line of literals), as SMT
solvers and MiniZinc do, and as planners write plans, one action per line.")]
pub(crate) struct Decode {
    /// The file written by `taquin encode` that the answer belongs to
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// The file with the answer; `-`: read stdin
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    notation: NotationArg,
}

const COLUMNS: &[Column] = &[
    ("status", "/status"),
    ("length", "/length"),
    ("moves", "/moves"),
];

impl Decode {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let read = |path: &PathBuf| {
            let text = match path.to_str() {
                Some("-") => input::all_of_stdin(),
                _ => std::fs::read_to_string(path),
            };
            text.map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))
        };
        let decoded = taquin_app::decode(&read(&self.map)?, &read(&self.model)?);
        let decoded = decoded.map_err(|fault| match &fault {
            DecodeFault::File(_) => Failure::usage(format!("{}: {fault}", self.map.display())),
            DecodeFault::Plan(_) => Failure::new(
                Exit::Verification,
                RefusalKind::InvalidRequest,
                format!("{}: {fault}", self.model.display()),
            ),
            _ => Failure::usage(format!("{}: {fault}", self.model.display())),
        })?;
        let answer = decoded.answer(self.notation.notation);
        let reply = match &answer {
            answer::Decode::Unsat { .. } => {
                Reply::new(format!("no plan {}\n", decoded.asked), &answer)
            }
            answer::Decode::Sat { length, moves } => {
                let goals: Vec<String> = decoded.goals.iter().map(ToString::to_string).collect();
                let talk = format!(
                    "{} from {} to {}, replayed",
                    super::count_of(*length, "move"),
                    decoded.start,
                    goals.join(" or ")
                );
                Reply::new(format!("{moves}\n"), &answer).with_talk(talk)
            }
        };
        super::only(style, COLUMNS, reply)
    }
}
