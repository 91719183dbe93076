//! `taquin moves`: sequences of moves as values.

use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::json;
use taquin::notation::{Notation, format_moves, parse_moves};
use taquin::{Limits, Move, Solution, multi_tile_length};
use taquin_app::{MoveOperation, RefusalKind};

use super::count_of;
use crate::End;
use crate::cli::NotationArg;
use crate::failure::{Exit, Failure};
use crate::output::{Column, Reply, Style};
use crate::{input, interrupt, session, units};

/// Compute with moves: invert, concatenate, slice, transpose, simplify, optimise
#[derive(Args)]
#[command(after_help = "Examples:
  taquin moves invert LUR2D2
  taquin moves concat LUR2 D2L
  taquin moves slice LUR2D2LU 2..5
  taquin moves transpose LUR2
  taquin moves simplify LURLR
  taquin solve --algo human \"8 1 3/4 0 2/7 6 5\" |
    taquin moves optimise --board \"8 1 3/4 0 2/7 6 5\" -

All but optimise work on any board, so they need none; moves are letters then. `-` reads stdin.")]
pub(crate) struct Moves {
    #[command(subcommand)]
    operation: Operation,
    #[command(flatten)]
    notation: NotationArg,
}

#[derive(Subcommand)]
enum Operation {
    /// The moves that lead back
    Invert {
        /// The moves
        moves: String,
    },
    /// Several sequences one after the other
    Concat {
        /// The sequences
        #[arg(required = true)]
        moves: Vec<String>,
    },
    /// Some of the moves, counted from 1, both ends included
    Slice {
        /// The moves
        moves: String,
        /// Like 3..7, 3.. or ..7
        range: String,
    },
    /// The moves mirrored at the main diagonal: up becomes left, down becomes right
    Transpose {
        /// The moves
        moves: String,
    },
    /// The moves without those that undo each other
    Simplify {
        /// The moves
        moves: String,
    },
    /// Shorten the way between the board and where the moves end
    #[command(visible_alias = "optimize")]
    Optimise {
        /// The position that the moves start from
        #[arg(long, value_name = "POSITION")]
        board: String,
        /// Letters, words or tile numbers
        moves: String,
        /// Time to spend, like 500ms, 10s or 2m
        #[arg(long = "time-limit", visible_alias = "time", value_name = "TIME", default_value = "5s", value_parser = units::duration)]
        time: Duration,
    },
}

const COLUMNS: &[Column] = &[
    ("moves", "/moves"),
    ("length", "/length"),
    ("length_mtm", "/length_mtm"),
    ("proven", "/proven"),
];

impl Moves {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let notation = self.notation.notation;
        let (moves, talk, proven) = match &self.operation {
            Operation::Optimise { board, moves, time } => {
                return optimise(board, moves, *time, notation, style);
            }
            Operation::Concat { moves } => {
                let parts: Result<Vec<_>, _> =
                    moves.iter().map(|text| letters(text, notation)).collect();
                (parts?.concat(), String::new(), None::<bool>)
            }
            Operation::Invert { moves } => applied(&MoveOperation::Invert, moves, notation)?,
            Operation::Transpose { moves } => applied(&MoveOperation::Transpose, moves, notation)?,
            Operation::Simplify { moves } => applied(&MoveOperation::Simplify, moves, notation)?,
            Operation::Slice { moves, range } => {
                let (from, to) = read_range(range)?;
                applied(&MoveOperation::Slice(from, to), moves, notation)?
            }
        };
        reply(&moves, notation, talk, proven, style)
    }
}

fn applied(
    operation: &MoveOperation,
    text: &str,
    notation: Notation,
) -> Result<(Vec<Move>, String, Option<bool>), Failure> {
    let moves = letters(text, notation)?;
    let after = operation.apply(&moves);
    let talk = format!("{} of {}", count_of(after.len(), "move"), moves.len());
    Ok((after, talk, None))
}

fn reply(
    moves: &[Move],
    notation: Notation,
    talk: String,
    proven: Option<bool>,
    style: Style,
) -> Result<Exit, End> {
    let text = format_moves(moves, notation);
    let value = json!({
        "moves": text, "length": moves.len(), "length_mtm": multi_tile_length(moves),
        "proven": proven, "notation": notation.name(),
    });
    let reply = Reply::new(format!("{text}\n"), &value).with_talk(talk);
    super::only(style, COLUMNS, reply)
}

/// Moves without a board: directions, not tile numbers.
fn letters(text: &str, notation: Notation) -> Result<Vec<Move>, Failure> {
    let typed;
    let text = if text.trim() == "-" {
        typed = input::all_of_stdin()
            .map_err(|error| Failure::usage(format!("the moves cannot be read: {error}")))?;
        typed.trim_end()
    } else {
        text
    };
    parse_moves(text, notation, None)
        .map_err(|error| input::unreadable(&error, RefusalKind::IllegalMove))
}

/// `3..7`, both ends included and counted from 1, as a half-open range from 0.
fn read_range(text: &str) -> Result<(usize, usize), Failure> {
    let fault = || Failure::usage(format!("`{text}` is not a range; write 3..7, 3.. or ..7"));
    let (from, to) = text.split_once("..").ok_or_else(fault)?;
    let number = |text: &str, usual: usize| match text.trim() {
        "" => Ok(usual),
        text => text.parse::<usize>().map_err(|_| fault()),
    };
    let (from, to) = (number(from, 1)?, number(to, usize::MAX)?);
    if from == 0 || to < from {
        return Err(fault());
    }
    Ok((from - 1, to))
}

fn optimise(
    board: &str,
    moves: &str,
    time: Duration,
    notation: Notation,
    style: Style,
) -> Result<Exit, End> {
    let start = input::board(board)?;
    let moves = super::moves(moves, notation, &start)?;
    let control = Arc::new(session::control(Limits {
        time: Some(time),
        ..Limits::default()
    }));
    interrupt::watch(&control);
    let outcome = taquin_app::optimise(&start, &moves, &control).map_err(Failure::from)?;
    let shorter = outcome.best().map_or(&moves[..], Solution::moves);
    let proven = outcome.is_optimal();
    let worth = if proven {
        "optimal (proven)".to_owned()
    } else {
        format!("at least {}", outcome.lower_bound())
    };
    let talk = format!(
        "{} instead of {}, {worth} · {}",
        count_of(shorter.len(), "move"),
        moves.len(),
        units::show_duration(control.elapsed())
    );
    reply(shorter, notation, talk, Some(proven), style)
}
