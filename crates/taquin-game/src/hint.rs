//! Hints: the next move, in grades.

use taquin_core::{Board, Move, Tile};

/// Moves of the longest hint.
pub const LINE: usize = 5;

/// The grade of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Which tile to look at.
    Tile,
    /// And its direction.
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

/// The part of a solution that a hint reveals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The amount revealed.
    pub grade: Grade,
    /// The next one to five tiles and their directions.
    pub slides: Vec<(Tile, Move)>,
    /// Moves of the whole solution, if it is proven to be a shortest one.
    pub distance: Option<u32>,
}

impl Hint {
    /// The hint that the next moves of a solution give; none when there is nothing to do.
    pub fn new(board: &Board, line: &[Move], distance: Option<u32>, grade: Grade) -> Option<Self> {
        let mut board = board.clone();
        let slides: Option<Vec<_>> = line
            .iter()
            .take(LINE)
            .map(|&mv| Some((board.slide(mv)?, mv)))
            .collect();
        Some(Self {
            grade,
            slides: slides.filter(|slides| !slides.is_empty())?,
            distance,
        })
    }

    /// The tile to slide first.
    pub fn tile(&self) -> Tile {
        self.slides[0].0
    }

    /// Its direction, if the grade includes it.
    pub fn direction(&self) -> Option<Move> {
        (self.grade >= Grade::Direction).then(|| self.slides[0].1)
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
        let hint = |grade| Hint::new(&board, &line, Some(14), grade).unwrap();
        assert_eq!(hint(Grade::Tile).tile().number(), 2);
        assert_eq!(hint(Grade::Tile).direction(), None);
        assert_eq!(hint(Grade::Direction).direction(), Some(line[0]));
        assert_eq!(hint(Grade::Line).slides.len(), LINE);
        assert_eq!(Hint::new(&board, &[], Some(0), Grade::Tile), None);
    }
}
