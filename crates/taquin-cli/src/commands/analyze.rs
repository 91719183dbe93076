//! `taquin analyze`: how good is this solution, move by move?

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use taquin::notation::Notation;
use taquin::{Control, Move, Puzzle};
use taquin_app::answer;

use super::count_of;
use crate::End;
use crate::cli::{BoardArg, LimitArgs, MetricArg, NotationArg};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::interrupt;
use crate::output::{Column, Reply, Style, aligned};
use crate::session;

/// Analyze moves: do they solve the position, are they optimal, where are the mistakes?
#[derive(Args)]
#[command(after_help = "Examples:
  taquin analyze --board \"8 1 3/4 0 2/7 6 5\" --moves LUR2D2LURULDLU
  taquin solve --algo greedy \"8 1 3/4 0 2/7 6 5\" |
    taquin analyze --board \"8 1 3/4 0 2/7 6 5\" --moves -

The length is in single-tile moves; in multi-tile moves (MTM) tiles that slide together count once.
Distances are exact where a table or a quick search proves them within the time limit for all
moves together (default 10 s); otherwise a lower bound is shown, marked with >=.
Moves that do not solve the position end with exit code 5.")]
pub(crate) struct Analyze {
    #[command(flatten)]
    board: BoardArg,
    /// Letters like LUR2D2, words, or tile numbers; `-` reads stdin
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: String,
    #[command(flatten)]
    metric: MetricArg,
    #[command(flatten)]
    notation: NotationArg,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Time limit for all searches together unless the user sets one.
const PATIENCE: Duration = Duration::from_secs(10);

const COLUMNS: &[Column] = &[
    ("i", "/i"),
    ("move", "/move"),
    ("tile", "/tile"),
    ("distance", "/distance"),
    ("exact", "/exact"),
    ("loss", "/loss"),
];

impl Analyze {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let start = input::board(&self.board.board)?;
        let notation = self.notation.notation;
        let moves = super::moves(&self.moves, notation, &start)?;
        let goals = self.board.goal.chosen().unwrap_or_default();
        let puzzle = Puzzle::new(start, &goals).map_err(|error| Failure::puzzle(&error, &goals))?;
        let mut limits = self.limits.each_of(1);
        limits.time = limits.time.or(Some(PATIENCE));

        let control = Arc::new(session::control(limits));
        interrupt::watch(&control);
        if self.metric.is_mtm() {
            return multi_tile(&puzzle, &moves, notation, &control, style);
        }
        let answer = taquin_app::analyze(&puzzle, &moves, notation, &control);
        let answer = answer.map_err(Failure::from)?;
        let exit = if answer.valid {
            Exit::Done
        } else {
            Exit::Verification
        };
        let reply = Reply::new(text(&answer), &answer)
            .with_talk(verdict(&answer))
            .with_exit(exit)
            .with_rows_at("/per_move");
        super::only(style, COLUMNS, reply)
    }
}

const MTM_COLUMNS: &[Column] = &[
    ("i", "/i"),
    ("move", "/move"),
    ("tiles", "/tiles"),
    ("distance", "/distance"),
    ("exact", "/exact"),
    ("loss", "/loss"),
];

/// The review in multi-tile moves.
fn multi_tile(
    puzzle: &Puzzle,
    moves: &[Move],
    notation: Notation,
    control: &Control,
    style: Style,
) -> Result<Exit, End> {
    let answer = taquin_app::analyze_mtm(puzzle, moves, notation, control);
    let answer = answer.map_err(Failure::from)?;
    let exit = if answer.valid {
        Exit::Done
    } else {
        Exit::Verification
    };
    let rows: Vec<serde_json::Value> = answer
        .per_move
        .iter()
        .map(|judged| {
            let tiles: Vec<String> = judged.tiles.iter().map(u8::to_string).collect();
            serde_json::json!({
                "i": judged.i, "move": judged.mv, "tiles": tiles.join(" "),
                "distance": distance(judged.distance, judged.exact), "loss": loss(judged.loss),
            })
        })
        .collect();
    let columns = [
        ("i", "/i"),
        ("move", "/move"),
        ("tiles", "/tiles"),
        ("to go", "/distance"),
        ("loss", "/loss"),
    ];
    let length = count_of(answer.length as usize, "multi-tile move");
    let verdict = match (&answer.fault, answer.optimal, answer.best) {
        (Some(fault), ..) => format!("not a solution: {fault}"),
        (None, Some(true), _) => format!("{length}, optimal (proven)"),
        (None, _, Some(best)) => format!(
            "{length}, {} more than the shortest ({best}, proven)",
            answer.length - best
        ),
        (None, ..) => format!(
            "at most {length} (found, not proven), at least {}",
            answer.lower_bound
        ),
    };
    let reply = Reply::new(aligned(&columns, &rows), &answer)
        .with_talk(format!(
            "{verdict}; {}",
            count_of(moves.len(), "single-tile move")
        ))
        .with_exit(exit)
        .with_rows_at("/per_move");
    super::only(style, MTM_COLUMNS, reply)
}

/// A distance, marked if it is only a bound.
fn distance(distance: u32, exact: bool) -> serde_json::Value {
    if exact {
        serde_json::json!(distance)
    } else {
        serde_json::json!(format!(">={distance}"))
    }
}

fn loss(loss: Option<u32>) -> String {
    match loss {
        None => "?".to_owned(),
        Some(0) => String::new(),
        Some(loss) => format!("+{loss}"),
    }
}

/// The table of moves; a distance that is only a bound is marked.
fn text(answer: &answer::Analyze) -> String {
    let rows: Vec<serde_json::Value> = answer
        .per_move
        .iter()
        .map(|judged| {
            serde_json::json!({
                "i": judged.i, "move": judged.mv, "tile": judged.tile,
                "distance": distance(judged.distance, judged.exact), "loss": loss(judged.loss),
            })
        })
        .collect();
    let columns = [
        ("i", "/i"),
        ("move", "/move"),
        ("tile", "/tile"),
        ("to go", "/distance"),
        ("loss", "/loss"),
    ];
    aligned(&columns, &rows)
}

fn verdict(answer: &answer::Analyze) -> String {
    let length = format!(
        "{} ({} MTM)",
        count_of(answer.length as usize, "move"),
        answer.length_mtm
    );
    match (&answer.fault, answer.optimal, answer.best) {
        (Some(fault), ..) => format!("not a solution: {fault}"),
        (None, Some(true), _) => format!("{length}, optimal (proven)"),
        (None, _, Some(best)) => format!(
            "{length}, {} more than the shortest ({best}, proven)",
            answer.length - best
        ),
        (None, Some(false), None) => format!(
            "{length}, not shortest; the shortest has at least {}",
            answer.lower_bound
        ),
        (None, ..) => format!(
            "at most {length} (found, not proven), at least {}",
            answer.lower_bound
        ),
    }
}
