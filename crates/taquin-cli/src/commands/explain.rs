//! `taquin explain`: the way people solve it, stage by stage.

use std::fmt::Write;

use clap::Args;
use taquin::Goals;
use taquin::human::{Explanation, explain};
use taquin::notation::file::Instance;
use taquin::notation::{Notation, format_moves, to_grid};

use super::count_of;
use crate::End;
use crate::cli::{NotationArg, PositionArgs, ThreadsArg};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, Reply, Style};

/// Solve positions the way people do, and explain it stage by stage
#[derive(Args)]
#[command(after_help = "Examples:
  taquin explain \"8 1 3/4 0 2/7 6 5\"
  taquin generate 16x16 | taquin explain --format json")]
pub(crate) struct Explain {
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    notation: NotationArg,
    #[command(flatten)]
    threads: ThreadsArg,
}

const COLUMNS: &[Column] = &[
    ("name", "/name"),
    ("goal_tiles", "/goal_tiles"),
    ("moves", "/moves"),
    ("board_after", "/board_after"),
    ("text", "/text"),
];

impl Explain {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let chosen = self.positions.goal.chosen();
        let notation = self.notation.notation;
        let answer = move |instance: &Instance| reply(chosen.as_ref(), instance, notation);
        let threads = self.threads.threads;
        super::each_position(&self.positions, style, threads, COLUMNS, answer)
    }
}

fn reply(
    chosen: Option<&Goals>,
    instance: &Instance,
    notation: Notation,
) -> Result<Reply, Failure> {
    let (puzzle, goals) = input::puzzle(chosen, instance)?;
    let explanation = explain(&puzzle);
    let answer = taquin_app::explain(&puzzle, &goals, &explanation, notation);
    let talk = format!(
        "at most {} (found, not proven) · human method · {}",
        answer.length,
        count_of(explanation.stages.len(), "stage")
    );
    let reply = Reply::new(text(&explanation, notation), &answer).with_talk(talk);
    Ok(reply.with_rows_at("/stages"))
}

fn text(explanation: &Explanation, notation: Notation) -> String {
    let mut text = String::new();
    for (index, stage) in explanation.stages.iter().enumerate() {
        let _ = writeln!(
            text,
            "{}. {} ({})\n   {}",
            index + 1,
            stage.name,
            count_of(stage.moves.len(), "move"),
            stage.text
        );
        if !stage.moves.is_empty() {
            let _ = writeln!(text, "   {}", format_moves(&stage.moves, notation));
            for row in to_grid(&stage.board_after, '.').lines() {
                let _ = writeln!(text, "     {row}");
            }
        }
        text.push('\n');
    }
    text
}
