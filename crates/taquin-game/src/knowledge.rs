//! Search results, kept valid while the player moves.

use std::collections::HashMap;

use taquin_core::{Board, Move, Puzzle};

/// Boards remembered; far more than any game has, and a few dozen megabytes at most.
const KEPT: usize = 1 << 16;

/// A board's distance as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownDistance {
    /// No solution is shorter.
    pub least: u32,
    /// The shortest solution found so far.
    pub line: Option<Vec<Move>>,
}

impl KnownDistance {
    /// Moves that suffice, if a solution was found.
    pub fn most(&self) -> Option<u32> {
        self.line.as_ref().map(|line| line.len() as u32)
    }

    /// The exact distance, where it is proven.
    pub fn exact(&self) -> Option<u32> {
        self.most().filter(|&most| most == self.least)
    }
}

/// Known distances of the boards around a game.
///
/// A solution covers every board on its path: so a hint or a distance stays good for the player who
/// follows it, and the next hint never leads back.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    targets: Vec<Board>,
    boards: HashMap<Board, KnownDistance>,
}

impl Knowledge {
    /// Known facts about a puzzle's start.
    pub fn about(&self, puzzle: &Puzzle) -> Option<&KnownDistance> {
        if puzzle.targets() != self.targets {
            return None;
        }
        self.boards.get(puzzle.start())
    }

    /// The exact distance of a puzzle's start, where it is proven.
    pub fn exact(&self, puzzle: &Puzzle) -> Option<u32> {
        self.about(puzzle).and_then(KnownDistance::exact)
    }

    /// Takes in what a search found: a solution, if any, and a proven lower bound.
    pub fn learn(&mut self, puzzle: &Puzzle, line: Option<&[Move]>, least: u32) {
        if puzzle.targets() != self.targets || self.boards.len() > KEPT {
            self.boards.clear();
            self.targets = puzzle.targets().to_vec();
        }
        let mut board = puzzle.start().clone();
        let line = line.unwrap_or_default();
        let solves = board
            .clone()
            .replay(line)
            .is_ok_and(|last| puzzle.is_solved_by(&last));
        if !solves {
            return self.merge(board, least, None);
        }
        for (index, &mv) in line.iter().enumerate() {
            // A board that many moves on is at most that much nearer.
            let least = least.saturating_sub(index as u32);
            self.merge(board.clone(), least, Some(&line[index..]));
            board.slide(mv);
        }
        self.merge(board, 0, Some(&[]));
    }

    fn merge(&mut self, board: Board, least: u32, line: Option<&[Move]>) {
        let known = self.boards.entry(board).or_default();
        known.least = known.least.max(least);
        if let Some(line) = line
            && known.most().is_none_or(|most| line.len() < most as usize)
        {
            known.line = Some(line.to_vec());
        }
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::notation::{Notation, parse_moves};
    use taquin_core::{Goals, Puzzle};

    use super::*;

    #[test]
    fn a_solution_tells_of_every_board_on_its_way() {
        let start: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        let puzzle = Puzzle::new(start, &Goals::default()).unwrap();
        let line = parse_moves("LUR2D2LURULDLU", Notation::Tile, None).unwrap();
        let mut knowledge = Knowledge::default();
        assert_eq!(knowledge.about(&puzzle), None);
        knowledge.learn(&puzzle, Some(&line), 14);
        let mut board = puzzle.start().clone();
        for (index, &mv) in line.iter().enumerate() {
            let here = puzzle.with_start(board.clone()).unwrap();
            let known = knowledge.about(&here).unwrap();
            assert_eq!(known.exact(), Some(14 - index as u32));
            board.slide(mv);
        }
        // Another goal is another matter.
        let other = Goals::new([taquin_core::Goal::Custom(puzzle.start().clone())]);
        let other = Puzzle::new(puzzle.start().clone(), &other).unwrap();
        assert_eq!(knowledge.about(&other), None);
    }

    #[test]
    fn what_is_worse_than_known_changes_nothing() {
        let start: Board = "1 2 3/4 5 6/0 7 8".parse().unwrap();
        let puzzle = Puzzle::new(start, &Goals::default()).unwrap();
        let line = |text| parse_moves(text, Notation::Tile, None).unwrap();
        let mut knowledge = Knowledge::default();
        knowledge.learn(&puzzle, Some(&line("DRULDL")), 1);
        knowledge.learn(&puzzle, None, 2);
        // Not a solution: no line is taken from it.
        knowledge.learn(&puzzle, Some(&line("L")), 0);
        assert_eq!(knowledge.about(&puzzle).unwrap().exact(), None);
        knowledge.learn(&puzzle, Some(&line("L2")), 0);
        knowledge.learn(&puzzle, Some(&line("LRL2")), 0);
        assert_eq!(knowledge.about(&puzzle).unwrap().exact(), Some(2));
    }
}
