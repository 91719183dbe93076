//! `taquin verify`: is this solution a shortest one? Proven again, by another search.

use std::fmt::Write as _;

use clap::Args;
use serde_json::json;
use taquin::{Puzzle, Size, Solution};

use super::count_of;
use crate::End;
use crate::cli::{BoardArg, LimitArgs, NotationArg};
use crate::engine::Engine;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, Reply, Style};
use crate::units::{show_count, show_duration};

/// Proves again that a solution is a shortest one, by a search with another heuristic
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
    /// The search that proves it [default: by size, another than solve takes]
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
];

impl Verify {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let start = input::board(&self.board.board)?;
        let moves = super::moves(&self.moves, self.notation.notation, &start)?;
        let goals = self.board.goal.chosen().unwrap_or_default();
        let puzzle = Puzzle::new(start, &goals).map_err(Failure::from)?;
        let solution = match Solution::check(&puzzle, moves) {
            Ok(solution) => solution,
            Err(error) => {
                let answer = json!({ "verified": false, "fault": error.to_string() });
                let reply = Reply::new("not verified\n".to_owned(), &answer)
                    .with_talk(format!("not a solution: {error}"))
                    .with_exit(Exit::Verification);
                return super::only(style, COLUMNS, reply);
            }
        };
        let spec = self.algo.as_deref();
        let spec = spec.unwrap_or_else(|| second(puzzle.start().size()));
        let engine = Engine::new(spec, self.limits.each_of(1))?.with_progress(!style.quiet);
        let run = engine.run(&puzzle)?;
        let (length, bound) = (solution.len(), run.outcome.lower_bound());
        let shorter = run.outcome.best().filter(|best| best.len() < length);
        let verified = length == bound;
        let stats = &run.outcome.stats;
        let answer = json!({
            "verified": verified,
            "length": length,
            "lower_bound": bound,
            "shorter": shorter.map(Solution::len),
            "algorithm": run.plan.algorithm,
            "heuristic": run.plan.heuristic,
            "expanded": stats.expanded,
            "time_ms": stats.time.as_secs_f64() * 1000.0,
        });
        let (word, mut said, exit) = match shorter {
            Some(best) => (
                "not verified",
                format!(
                    "a solution of {} is shorter",
                    count_of(best.len() as usize, "move")
                ),
                Exit::Verification,
            ),
            None if verified => (
                "verified",
                format!("{length} is the least: fewer moves were searched in vain"),
                Exit::Done,
            ),
            None => (
                "not verified",
                format!("limit reached: at least {bound} of {length} are needed"),
                Exit::Limit,
            ),
        };
        let _ = write!(
            said,
            " · {} · {} expanded · {}",
            run.plan,
            show_count(stats.expanded),
            show_duration(stats.time)
        );
        let reply = Reply::new(format!("{word}\n"), &answer)
            .with_talk(said)
            .with_exit(exit);
        super::only(style, COLUMNS, reply)
    }
}

/// A search for boards of a size that shares nothing with what `auto` does there: no heuristic on
/// the smallest, plain tables and walking distance on those like 4x4, other tiles without any
/// pruning of equal strings on 5x5.
fn second(size: Size) -> &'static str {
    match (size.rows(), size.cols(), size.cells()) {
        (_, _, ..=10) => "bfs",
        (_, _, 11..=16) => "ida/max(walking-distance,pdb)",
        (5, 5, _) => {
            "pdb-ida:tables=1.2.3.6.7.8+4.5.9.10.14.15+11.12.13.16.17.18+19.20.21.22.23.24,automaton=2,roots=0"
        }
        _ => "ida/linear-conflict",
    }
}
