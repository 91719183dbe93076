//! `taquin hint`: the next move, in grades.

use std::sync::Arc;

use clap::Args;
use taquin::notation::Notation;
use taquin::notation::file::Instance;
use taquin::{Goals, Limits};
use taquin_app::Advice;

use crate::End;
use crate::cli::{LimitArgs, MetricArg, NotationArg, PositionArgs, ThreadsArg};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::interrupt;
use crate::limited_solver::LimitedSolver;
use crate::output::{Column, Reply, Style};
use crate::session;

/// Give a hint: which tile, which direction, or the next five moves
#[derive(Args)]
#[command(after_help = "Examples:
  taquin hint --grade 1 \"8 1 3/4 0 2/7 6 5\"     # Look at tile …
  taquin hint --metric mtm \"8 1 3/4 0 2/7 6 5\"
  taquin hint \"8 1 3/4 0 2/7 6 5\"               # Slide … (optimal, 14 to go)

A move is called optimal only if that is proven within the time limit (default 5 s);
otherwise it is the first move of the best solution found, \"good move, not proven\".")]
pub(crate) struct Hint {
    #[command(flatten)]
    positions: PositionArgs,
    /// 1: the tile; 2: and its direction; 3: the next five moves
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=3), value_name = "1|2|3")]
    grade: u8,
    #[command(flatten)]
    metric: MetricArg,
    #[command(flatten)]
    notation: NotationArg,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadsArg,
}

const COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("tile", "/tile"),
    ("move", "/move"),
    ("line", "/line"),
    ("distance", "/distance"),
    ("label", "/label"),
];

const MTM_COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("metric", "/metric"),
    ("tiles", "/tiles"),
    ("move", "/move"),
    ("line", "/line"),
    ("distance", "/distance"),
    ("label", "/label"),
];

impl Hint {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let threads = self.threads.threads;
        let mut limits = self.limits.each_of(threads);
        limits.time = limits.time.or(Some(taquin_app::PROOF));
        if self.metric.is_mtm() {
            let chosen = self.positions.goal.chosen();
            let (grade, notation) = (self.grade, self.notation.notation);
            let answer = move |instance: &Instance| {
                multi_tile(chosen.as_ref(), instance, grade, notation, limits)
            };
            return super::each_position(&self.positions, style, threads, MTM_COLUMNS, answer);
        }
        let solver =
            LimitedSolver::new("auto", limits)?.with_progress(threads == 1 && !style.quiet);
        let chosen = self.positions.goal.chosen();
        let (grade, notation) = (self.grade, self.notation.notation);
        let answer =
            move |instance: &Instance| reply(&solver, chosen.as_ref(), instance, grade, notation);
        super::each_position(&self.positions, style, threads, COLUMNS, answer)
    }
}

/// The next multi-tile move.
fn multi_tile(
    chosen: Option<&Goals>,
    instance: &Instance,
    grade: u8,
    notation: Notation,
    limits: Limits,
) -> Result<Reply, Failure> {
    let (puzzle, _) = input::puzzle(chosen, instance)?;
    let control = Arc::new(session::control(limits));
    interrupt::watch(&control);
    let answer = taquin_app::hint_mtm(&puzzle, grade, notation, &control)?;
    Ok(Reply::new(format!("{}\n", answer.text), &answer))
}

fn reply(
    solver: &LimitedSolver,
    chosen: Option<&Goals>,
    instance: &Instance,
    grade: u8,
    notation: Notation,
) -> Result<Reply, Failure> {
    let (puzzle, _) = input::puzzle(chosen, instance)?;
    let run = solver.hint(&puzzle)?;
    let advice = Advice::of(&run.outcome, &puzzle);
    let answer = taquin_app::hint(&puzzle, &advice, grade, notation);
    Ok(Reply::new(format!("{}\n", answer.text), &answer))
}
