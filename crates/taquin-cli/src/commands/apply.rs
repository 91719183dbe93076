//! `taquin apply`: play moves and show where they lead.

use clap::Args;

use super::count_of;
use crate::End;
use crate::cli::{BoardArg, NotationArg};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, Reply, Style};

/// Apply moves to a position and print the resulting position
#[derive(Args)]
#[command(after_help = "Examples:
  taquin apply --board \"8 1 3/4 0 2/7 6 5\" --moves LUR2
  taquin apply --board \"1 2 3/4 5 6/7 8 0\" --moves \"8 5 6\"     # tiles by number
  taquin solve \"8 1 3/4 0 2/7 6 5\" | taquin apply --board \"8 1 3/4 0 2/7 6 5\" --moves -")]
pub(crate) struct Apply {
    #[command(flatten)]
    board: BoardArg,
    /// Letters like LUR2D2, words, or tile numbers; `-` reads stdin
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: String,
    #[command(flatten)]
    notation: NotationArg,
}

const COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("moves_stm", "/moves_stm"),
    ("moves_mtm", "/moves_mtm"),
    ("solved", "/solved"),
];

impl Apply {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let start = input::board(&self.board.board)?;
        let moves = super::moves(&self.moves, self.notation.notation, &start)?;
        let goals = self.board.goal.chosen().unwrap_or_default();
        let answer = taquin_app::apply(&start, &goals, &moves).map_err(Failure::from)?;
        let talk = format!(
            "{} ({} MTM), {}",
            count_of(moves.len(), "move"),
            answer.moves_mtm,
            if answer.solved {
                "solved"
            } else {
                "not solved"
            }
        );
        let reply = Reply::new(format!("{}\n", answer.board), &answer).with_talk(talk);
        super::only(style, COLUMNS, reply)
    }
}
