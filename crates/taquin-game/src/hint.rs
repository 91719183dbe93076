//! The next move, as much of it as is wanted.

use taquin_core::{Board, Move, Tile};

/// Moves of the longest hint.
const LINE: usize = 5;

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Which tile to look at.
    Tile,
    /// And which way it goes.
    Direction,
    /// The next five moves.
    Line,
}

impl Grade {
    /// The next grade; the last one stays.
    pub fn next(self) -> Self {
        match self {
            Self::Tile => Self::Direction,
            Self::Direction | Self::Line => Self::Line,
        }
    }
}

/// What a player is told of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// How much.
    pub grade: Grade,
    /// The tiles to slide next and their ways, one to five.
    pub slides: Vec<(Tile, Move)>,
    /// Moves of the whole solution.
    pub to_go: u32,
    /// Whether that is proven to be the fewest.
    pub proven: bool,
}

impl Hint {
    /// The hint that a solution of the board gives; none when there is nothing to do.
    pub fn new(board: &Board, line: &[Move], proven: bool, grade: Grade) -> Option<Self> {
        let mut board = board.clone();
        let slides: Option<Vec<_>> = line
            .iter()
            .take(LINE)
            .map(|&mv| Some((board.slide(mv)?, mv)))
            .collect();
        Some(Self {
            grade,
            slides: slides.filter(|slides| !slides.is_empty())?,
            to_go: line.len() as u32,
            proven,
        })
    }

    /// The tile to slide first.
    pub fn tile(&self) -> Tile {
        self.slides[0].0
    }

    /// The way it goes, if the grade tells.
    pub fn direction(&self) -> Option<Move> {
        (self.grade >= Grade::Direction).then(|| self.slides[0].1)
    }

    /// The hint in words, with what it is worth.
    pub fn text(&self) -> String {
        let label = if self.proven {
            format!("(optimal, {} to go)", self.to_go)
        } else {
            "(good move, not proven)".to_owned()
        };
        let words = |slides: &[(Tile, Move)]| {
            let words: Vec<String> = slides
                .iter()
                .map(|(tile, mv)| format!("{tile} {}", mv.0.word()))
                .collect();
            words.join(", ")
        };
        match self.grade {
            Grade::Tile => format!("Look at tile {}.", self.tile()),
            Grade::Direction => format!("Slide {}. {label}", words(&self.slides[..1])),
            Grade::Line => format!("Slide {}. {label}", words(&self.slides)),
        }
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::notation::{Notation, parse_moves};

    use super::*;

    #[test]
    fn each_grade_tells_more() {
        let board: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        let line = parse_moves("LUR2D2LURULDLU", Notation::Tile, None).unwrap();
        let text = |grade, proven| Hint::new(&board, &line, proven, grade).unwrap().text();
        assert_eq!(text(Grade::Tile, true), "Look at tile 2.");
        assert_eq!(
            text(Grade::Direction, true),
            "Slide 2 left. (optimal, 14 to go)"
        );
        assert_eq!(
            text(Grade::Direction, false),
            "Slide 2 left. (good move, not proven)"
        );
        assert_eq!(
            text(Grade::Line, true),
            "Slide 2 left, 5 up, 6 right, 7 right, 4 down. (optimal, 14 to go)"
        );
        assert_eq!(Hint::new(&board, &[], true, Grade::Tile), None);
    }
}
