//! The next move, as much of it as is wanted.

use taquin::notation::{Notation, format_moves};
use taquin::{Board, Move, Outcome, Puzzle, human};

use crate::answer;
use crate::letter;

/// Moves of the longest hint.
pub const LINE: usize = 5;

/// What somebody knows who gives a hint: how a solution goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The next moves of a solution, at least [`LINE`] of them unless it ends before.
    pub line: Vec<Move>,
    /// Moves of the whole solution, if it is proven to be a shortest one.
    pub distance: Option<u32>,
}

impl Advice {
    /// What an outcome advises; where a search found nothing, the human method leads on.
    pub fn of(outcome: &Outcome, puzzle: &Puzzle) -> Self {
        match outcome.best() {
            Some(best) => Self {
                line: best.moves().to_vec(),
                distance: outcome.is_optimal().then(|| best.len()),
            },
            None => Self {
                line: human::solve(puzzle).moves().to_vec(),
                distance: None,
            },
        }
    }
}

/// The hint of a grade: 1 names the tile, 2 its way, 3 the next moves.
///
/// # Panics
/// When the advice holds a move that cannot be made on the puzzle's start.
pub fn hint(puzzle: &Puzzle, advice: &Advice, grade: u8, notation: Notation) -> answer::Hint {
    let board = puzzle.start();
    let mut answer = answer::Hint {
        board: board.to_string(),
        tile: None,
        mv: None,
        line: None,
        distance: advice.distance,
        estimate: puzzle.manhattan_distance(),
        label: "solved",
        text: "Solved: there is nothing to do.".to_owned(),
    };
    let Some(&first) = advice.line.first() else {
        return answer::Hint {
            distance: Some(0),
            ..answer
        };
    };
    let end = if let Some(distance) = advice.distance {
        answer.label = "optimal";
        format!("({}, {distance} to go)", answer.label)
    } else {
        answer.label = "good move, not proven";
        format!("({})", answer.label)
    };
    let next = &advice.line[..advice.line.len().min(LINE)];
    let slides = slides(board, next);
    let (tile, way) = slides[0];
    answer.text = match grade {
        1 => format!("Look at tile {tile}."),
        2 => format!("Slide {tile} {way}. {end}"),
        _ => {
            let words: Vec<String> = slides.iter().map(|(t, way)| format!("{t} {way}")).collect();
            format!("Slide {}. {end}", words.join(", "))
        }
    };
    answer.tile = Some(tile);
    answer.mv = (grade >= 2).then(|| letter(first, notation));
    answer.line = (grade >= 3).then(|| format_moves(next, notation));
    answer
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
