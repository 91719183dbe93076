//! `taquin hint`: the next move, as much of it as is wanted.

use std::time::Duration;

use clap::Args;
use taquin::notation::file::Instance;
use taquin::notation::{Notation, format_moves};
use taquin::{Board, Goals, Move, Puzzle, human, wire};

use super::solve::letter;
use crate::End;
use crate::cli::{LimitArgs, NotationArg, PositionArgs, ThreadsArg};
use crate::engine::Engine;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, Reply, Style};

/// Gives a hint: which tile, which way, or the next five moves
#[derive(Args)]
#[command(after_help = "Examples:
  taquin hint --grade 1 \"8 1 3/4 0 2/7 6 5\"     # Look at tile …
  taquin hint \"8 1 3/4 0 2/7 6 5\"               # Slide … (optimal, 14 to go)

A move is called optimal only where that was proven within the time limit (5 s unless given);
else it is the first move of the best solution found, \"good move, not proven\".")]
pub(crate) struct Hint {
    #[command(flatten)]
    positions: PositionArgs,
    /// 1: the tile; 2: and its way; 3: the next five moves
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=3), value_name = "1|2|3")]
    grade: u8,
    #[command(flatten)]
    notation: NotationArg,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadsArg,
}

/// How long a proof may take unless a limit is given: a player waits for it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Moves of the longest hint.
const LINE: usize = 5;

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
        limits.time = limits.time.or(Some(PATIENCE));
        let engine = Engine::new("auto", limits)?.with_progress(threads == 1 && !style.quiet);
        let chosen = self.positions.goal.chosen();
        let (grade, notation) = (self.grade, self.notation.notation);
        let answer =
            move |instance: &Instance| reply(&engine, chosen.as_ref(), instance, grade, notation);
        super::each_position(&self.positions, style, threads, COLUMNS, answer)
    }
}

fn reply(
    engine: &Engine,
    chosen: Option<&Goals>,
    instance: &Instance,
    grade: u8,
    notation: Notation,
) -> Result<Reply, Failure> {
    let (puzzle, _) = input::puzzle(chosen, instance)?;
    let (line, proven) = line(engine, &puzzle)?;
    let answer = hint(puzzle.start(), &line, proven, grade, notation);
    Ok(Reply::new(format!("{}\n", answer.text), &answer))
}

/// A solution, and whether it is proven to be a shortest one.
fn line(engine: &Engine, puzzle: &Puzzle) -> Result<(Vec<Move>, bool), Failure> {
    let run = engine.run(puzzle)?;
    Ok(match run.outcome.best() {
        Some(best) => (best.moves().to_vec(), run.outcome.is_optimal()),
        None => (human::solve(puzzle).moves().to_vec(), false),
    })
}

fn hint(board: &Board, line: &[Move], proven: bool, grade: u8, notation: Notation) -> wire::Hint {
    let Some(&first) = line.first() else {
        return wire::Hint {
            board: board.to_string(),
            tile: None,
            mv: None,
            line: None,
            distance: Some(0),
            label: "solved",
            text: "Solved: there is nothing to do.".to_owned(),
        };
    };
    let label = if proven {
        "optimal"
    } else {
        "good move, not proven"
    };
    let end = if proven {
        format!("({label}, {} to go)", line.len())
    } else {
        format!("({label})")
    };
    let next = &line[..line.len().min(LINE)];
    let slides = slides(board, next);
    let tile = slides[0].0;
    let text = match grade {
        1 => format!("Look at tile {tile}."),
        2 => format!("Slide {tile} {}. {end}", slides[0].1),
        _ => {
            let words: Vec<String> = slides.iter().map(|(t, way)| format!("{t} {way}")).collect();
            format!("Slide {}. {end}", words.join(", "))
        }
    };
    wire::Hint {
        board: board.to_string(),
        tile: Some(tile),
        mv: (grade >= 2).then(|| letter(first, notation)),
        line: (grade >= 3).then(|| format_moves(next, notation)),
        distance: proven.then_some(line.len() as u32),
        label,
        text,
    }
}

/// The tile of each move and the way it goes.
fn slides(board: &Board, moves: &[Move]) -> Vec<(u8, &'static str)> {
    let mut board = board.clone();
    moves
        .iter()
        .map(|&mv| {
            let tile = board.slide(mv).expect("a solution was replayed");
            (tile.number(), mv.0.word())
        })
        .collect()
}
