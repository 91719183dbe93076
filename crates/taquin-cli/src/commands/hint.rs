//! `taquin hint`: the next move, as much of it as is wanted.

use clap::Args;
use taquin::Goals;
use taquin::notation::Notation;
use taquin::notation::file::Instance;
use taquin_app::Advice;

use crate::End;
use crate::cli::{LimitArgs, NotationArg, PositionArgs, ThreadsArg};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::limited_solver::LimitedSolver;
use crate::output::{Column, Reply, Style};

/// Give a hint: which tile, which direction, or the next five moves
#[derive(Args)]
#[command(after_help = "Examples:
  taquin hint --grade 1 \"8 1 3/4 0 2/7 6 5\"     # Look at tile …
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

impl Hint {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let threads = self.threads.threads;
        let mut limits = self.limits.each_of(threads);
        limits.time = limits.time.or(Some(taquin_app::PROOF));
        let solver =
            LimitedSolver::new("auto", limits)?.with_progress(threads == 1 && !style.quiet);
        let chosen = self.positions.goal.chosen();
        let (grade, notation) = (self.grade, self.notation.notation);
        let answer =
            move |instance: &Instance| reply(&solver, chosen.as_ref(), instance, grade, notation);
        super::each_position(&self.positions, style, threads, COLUMNS, answer)
    }
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
