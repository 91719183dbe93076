//! `taquin verify`: is this solution a shortest one? Proven again, by another search.

use std::fmt::Write as _;

use clap::Args;
use taquin::{Puzzle, Solution};
use taquin_app::{Optimality, Verification, answer};

use super::count_of;
use crate::End;
use crate::cli::{BoardArg, LimitArgs, NotationArg};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::limited_solver::LimitedSolver;
use crate::output::{Column, Reply, Style};
use crate::units::{show_count, show_duration};

/// Prove a solution optimal a second time, with a different heuristic
#[derive(Args)]
#[command(after_help = "Examples:
  taquin verify --board \"8 1 3/4 0 2/7 6 5\" --moves LUR2D2LURULDLU
  taquin solve \"8 1 3/4 0 2/7 6 5\" |
    taquin verify --board \"8 1 3/4 0 2/7 6 5\" --moves -

The moves are replayed, then a search that shares neither tables nor heuristic with the default
solver looks for a shorter solution. Exit code 0 if there is none, 5 if the moves do not solve the
position or a shorter solution was found, 4 if a limit came first.")]
pub(crate) struct Verify {
    #[command(flatten)]
    board: BoardArg,
    /// Letters like LUR2D2, words, or tile numbers; `-` reads stdin
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: String,
    /// The search that proves it [default: chosen by size, different from that of solve]
    #[arg(long, short, value_name = "SPEC")]
    algo: Option<String>,
    #[command(flatten)]
    notation: NotationArg,
    #[command(flatten)]
    limits: LimitArgs,
}

const COLUMNS: &[Column] = &[
    ("verified", "/verified"),
    ("length", "/length"),
    ("lower_bound", "/lower_bound"),
    ("algorithm", "/algorithm"),
    ("heuristic", "/heuristic"),
    ("expanded", "/expanded"),
    ("time_ms", "/time_ms"),
    ("fault", "/fault"),
];

impl Verify {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let start = input::board(&self.board.board)?;
        let moves = super::moves(&self.moves, self.notation.notation, &start)?;
        let goals = self.board.goal.chosen().unwrap_or_default();
        let puzzle = Puzzle::new(start, &goals).map_err(|error| Failure::puzzle(&error, &goals))?;
        let solution = match Solution::check(&puzzle, moves) {
            Ok(solution) => solution,
            Err(error) => {
                let answer = answer::Verify::no_solution(&error);
                let reply = Reply::new("not verified\n".to_owned(), &answer)
                    .with_talk(format!("not a solution: {error}"))
                    .with_exit(Exit::Verification);
                return super::only(style, COLUMNS, reply);
            }
        };
        let usual = taquin_app::independent_solver(puzzle.start().size());
        let spec = self.algo.as_deref().unwrap_or(usual);
        let solver = LimitedSolver::new(spec, self.limits.each_of(1))?.with_progress(!style.quiet);
        let verification = Verification::new(&solution, solver.run(&puzzle, None)?);
        let (run, length) = (&verification.run, verification.length);
        let (word, mut said, exit) = match verification.verdict() {
            Optimality::Shorter(shorter) => (
                "not verified",
                format!(
                    "a solution of {} is shorter",
                    count_of(shorter as usize, "move")
                ),
                Exit::Verification,
            ),
            Optimality::Shortest => (
                "verified",
                format!("{length} is optimal: no shorter solution exists"),
                Exit::Done,
            ),
            Optimality::Unknown => (
                "not verified",
                format!(
                    "limit reached: at least {} of {length} are needed",
                    run.outcome.lower_bound()
                ),
                Exit::Limit,
            ),
        };
        let stats = &run.outcome.stats;
        let _ = write!(
            said,
            " · {} · {} expanded · {}",
            run.plan,
            show_count(stats.expanded),
            show_duration(stats.time)
        );
        let reply = Reply::new(format!("{word}\n"), &verification.answer())
            .with_talk(said)
            .with_exit(exit);
        super::only(style, COLUMNS, reply)
    }
}
