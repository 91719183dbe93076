//! `taquin decide`: one question to a SAT solver: is there a plan of N moves?

use std::sync::Arc;

use clap::Args;
use taquin::notation::file::Instance;
use taquin::sat::Horizon;
use taquin::sat::encodings::Encoding;
use taquin::{Board, Puzzle, PuzzleError};
use taquin_app::DecideOptions;

use crate::End;
use crate::cli::{LimitArgs, NotationArg, PositionArgs};
use crate::failure::{Exit, Failure};
use crate::output::{Column, Reply, Style};
use crate::session;
use crate::{input, interrupt, units};

/// Decide with a SAT solver whether there is a plan of N moves
#[derive(Args)]
#[command(after_help = "Examples:
  taquin decide \"8 1 3/4 0 2/7 6 5\" --steps 13
  taquin decide \"8 1 3/4 0 2/7 6 5\" --steps 14 --encoding course
  taquin decide \"8 1 3/4 0 2/7 6 5\" --steps 15 --horizon exact
  taquin decide \"8 1 3/4 0 2/7 6 5\" --steps 12 --solver cadical
  taquin decide \"1 2 3/4 5 6/8 7 0\" --steps 12 --encoding course --no-parity-check

If there is no plan, the exit code is still 0. Boards of the wrong parity are rejected; with
--no-parity-check the formula itself has to show it, in an encoding that does not use parity:
course or thesis-sat.")]
pub(crate) struct Decide {
    #[command(flatten)]
    positions: PositionArgs,
    /// Number of moves
    #[arg(long, value_name = "N", value_parser = units::moves)]
    steps: u32,
    /// The encoding: compact, course or thesis-sat
    #[arg(long, value_name = "NAME", default_value = "compact")]
    encoding: String,
    /// Which plans: at-most N moves, exact (exactly N), or no-undo (exactly N, no move undone)
    #[arg(long, value_name = "NAME", default_value = taquin_app::HORIZON.name())]
    horizon: Horizon,
    /// The SAT solver: cdcl, batsat, or a program by name or path [default: cdcl]
    #[arg(long, value_name = "PROGRAM")]
    solver: Option<String>,
    /// Accept unsolvable boards too
    #[arg(long)]
    no_parity_check: bool,
    #[command(flatten)]
    notation: NotationArg,
    #[command(flatten)]
    limits: LimitArgs,
}

const COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("bound", "/bound"),
    ("encoding", "/encoding"),
    ("solver", "/solver"),
    ("satisfiable", "/satisfiable"),
    ("evidence", "/evidence"),
    ("moves", "/moves"),
    ("variables", "/variables"),
    ("clauses", "/clauses"),
    ("conflicts", "/conflicts"),
    ("time_ms", "/stats/time_ms"),
];

impl Decide {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let encoding: Encoding = self.encoding.parse().map_err(Failure::from)?;
        let positions = self.positions.clone();
        let answer = move |instance: &Instance| self.decide(instance, encoding);
        super::each_position(&positions, style, 1, COLUMNS, answer)
    }

    fn decide(&self, instance: &Instance, encoding: Encoding) -> Result<Reply, Failure> {
        let goals = input::goals_for(self.positions.goal.chosen().as_ref(), instance);
        let size = instance.board.size();
        let targets = goals.as_slice().iter().map(|goal| goal.board(size));
        let targets: Vec<Board> = targets
            .collect::<Result<_, _>>()
            .map_err(|error| Failure::puzzle(&PuzzleError::from(error), &goals))?;
        if !self.no_parity_check {
            Puzzle::new(instance.board.clone(), &goals)
                .map_err(|error| Failure::puzzle(&error, &goals))?;
        }
        let control = Arc::new(session::control(self.limits.each_of(1)));
        interrupt::watch(&control);
        let options = DecideOptions {
            steps: self.steps,
            horizon: self.horizon,
            encoding,
            notation: self.notation.notation,
            solver: super::formula_solver(self.solver.as_deref())?,
        };
        let answer = taquin_app::decide_between(&instance.board, &targets, &options, &control)
            .map_err(Failure::from)?;
        let text = format!(
            "{}\n",
            answer.moves.as_deref().unwrap_or(answer.label.as_str())
        );
        let (variables, clauses) = (answer.variables, answer.clauses);
        let time = answer.stats.time_ms;
        let effort = super::formula_effort(variables, clauses, answer.conflicts, time);
        let talk = format!(
            "{} · {}, {} · {effort}",
            answer.label, answer.encoding, answer.solver
        );
        let exit = match answer.satisfiable {
            Some(_) => Exit::Done,
            None => Exit::Limit,
        };
        let mut reply = Reply::new(text, &answer).with_talk(talk).with_exit(exit);
        reply.value["board"] = instance.board.to_string().into();
        Ok(reply)
    }
}
