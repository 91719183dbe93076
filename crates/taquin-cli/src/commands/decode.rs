//! `taquin decode`: a SAT solver's answer as moves.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use taquin::notation::format_moves;
use taquin::sat::dimacs::{Map, Printed, read_answer};
use taquin::wire::ProblemKind;

use crate::End;
use crate::cli::NotationArg;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, Reply, Style};

/// Turns a SAT solver's answer to a formula of ours back into moves, and replays them
#[derive(Args)]
#[command(after_help = "Examples:
  taquin encode dimacs \"8 1 3/4 0 2/7 6 5\" --steps 14 -o formula.cnf
  glucose -model formula.cnf | taquin decode --map formula.cnf -

Answers are read as SAT solvers print them: lines s and v, or SAT and a line of literals.")]
pub(crate) struct Decode {
    /// The DIMACS file that the answer belongs to
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
        let bad = |what: &PathBuf, error: &dyn ToString| {
            Failure::usage(format!("{}: {}", what.display(), error.to_string()))
        };
        let map = Map::read(&read(&self.map)?).map_err(|error| bad(&self.map, &error))?;
        let answer = read_answer(&read(&self.model)?, map.meanings.len() as u32);
        let (steps, horizon) = (map.task.steps, map.task.horizon.words());
        let reply = match answer.map_err(|error| bad(&self.model, &error))? {
            Printed::Unknown => return Err(bad(&self.model, &"the solver gave up").into()),
            Printed::Unsat => {
                let text = format!("no plan of {horizon} {steps} moves\n");
                Reply::new(text, &json!({ "status": "unsat", "steps": steps }))
            }
            Printed::Sat(model) => {
                let moves = map.decode(&model).map_err(|error| {
                    let detail = format!("{}: {error}", self.model.display());
                    Failure::new(Exit::Verification, ProblemKind::InvalidRequest, detail)
                })?;
                let text = format_moves(&moves, self.notation.notation);
                let value = json!({ "status": "sat", "length": moves.len(), "moves": text });
                let talk = format!(
                    "{} from {} to {}, replayed",
                    super::count_of(moves.len(), "move"),
                    map.task.start(),
                    map.task.goal()
                );
                Reply::new(text + "\n", &value).with_talk(talk)
            }
        };
        super::only(style, COLUMNS, reply)
    }
}
