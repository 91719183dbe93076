//! `taquin check`: is it a board, and can it be solved?

use std::fmt::Write as _;

use clap::Args;
use taquin::Goals;
use taquin::notation::file::Instance;

use crate::End;
use crate::cli::{PositionArgs, ThreadsArg};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, Reply, Style};

/// Check whether a position is solvable; if not, say why and which swap fixes it
#[derive(Args)]
#[command(after_help = "Examples:
  taquin check \"1 8 7/4 3 2/6 5 0\"
  taquin check --pairs \"1 8 7/4 3 2/6 5 0\"
  taquin check --goal spiral --format json \"1 2 3/8 0 4/7 6 5\"

The exit code for an unsolvable position is 3.")]
pub(crate) struct Check {
    #[command(flatten)]
    positions: PositionArgs,
    /// List the inversions, pairs of tiles out of order
    #[arg(long)]
    pairs: bool,
    #[command(flatten)]
    threads: ThreadsArg,
}

const COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("goal", "/goal"),
    ("solvable", "/solvable"),
    ("inversions", "/inversions"),
    ("blank_row", "/blank_row"),
    ("parity", "/parity"),
    ("manhattan", "/manhattan"),
    ("fix", "/fix/board"),
];

impl Check {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let chosen = self.positions.goal.chosen();
        let (positions, threads) = (self.positions.clone(), self.threads.threads);
        let answer = move |instance: &Instance| check(chosen.as_ref(), instance, self.pairs);
        super::each_position(&positions, style, threads, COLUMNS, answer)
    }
}

fn check(chosen: Option<&Goals>, instance: &Instance, pairs: bool) -> Result<Reply, Failure> {
    let goals = input::goals_for(chosen, instance);
    let answer = taquin_app::check(&instance.board, &goals)?;
    let reason = &answer.reason;
    // The user may not have named it: files state or mean goals too.
    let goal = if goals == Goals::default() {
        String::new()
    } else {
        format!("; goal {goals}")
    };
    let text = match (&answer.fix, answer.solved) {
        (_, true) => format!("solved: this is the goal{goal}\n"),
        (Some(fix), _) => format!(
            "unsolvable: odd parity ({reason}) for the goal {goals}; swap {} and {} → {}\n",
            fix.swap[0], fix.swap[1], fix.board
        ),
        (None, _) => format!(
            "solvable: even parity ({reason}); at least {}{goal}\n",
            super::count_of(answer.manhattan.unwrap_or(0) as usize, "move")
        ),
    };
    let exit = if answer.solvable {
        Exit::Done
    } else {
        Exit::Unsolvable
    };
    let mut reply = Reply::new(text, &answer).with_exit(exit);
    if pairs {
        let listed = taquin_app::inversion_pairs(&instance.board, &goals)?;
        let shown: Vec<String> = listed.iter().map(|[a, b]| format!("({a},{b})")).collect();
        let _ = writeln!(reply.text, "{}", shown.join(", "));
        reply.value["pairs"] = serde_json::json!(listed);
    }
    Ok(reply)
}
