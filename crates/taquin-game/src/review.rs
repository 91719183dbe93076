//! A finished game, move by move: what each move gained or lost.

use taquin_core::{Board, Move, Puzzle};

/// The known bounds of a distance, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// It is no less.
    pub least: u32,
    /// It is no more.
    pub most: u32,
}

impl Interval {
    /// The distance, where it is known.
    pub fn exact(self) -> Option<u32> {
        (self.least == self.most).then_some(self.least)
    }
}

/// The boards of a game with what is known of their distances.
///
/// Neighbouring distances differ by exactly one, so a result for one board narrows all others;
/// [`Review::question`] names the board that is worth a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    puzzle: Puzzle,
    moves: Vec<Move>,
    boards: Vec<Board>,
    known: Vec<Interval>,
    given_up: bool,
}

impl Review {
    /// The review of moves from a puzzle's start; moves that cannot be made are left out with all
    /// after them.
    pub fn new(puzzle: &Puzzle, moves: &[Move]) -> Self {
        let mut boards = vec![puzzle.start().clone()];
        for &mv in moves {
            let mut board = boards[boards.len() - 1].clone();
            if board.slide(mv).is_none() {
                break;
            }
            boards.push(board);
        }
        let known = boards
            .iter()
            .map(|board| Interval {
                least: u32::from(!puzzle.is_solved_by(board)),
                // Far beyond every distance, and far from overflowing.
                most: if puzzle.is_solved_by(board) {
                    0
                } else {
                    u32::MAX / 2
                },
            })
            .collect();
        let mut review = Self {
            puzzle: puzzle.clone(),
            moves: moves[..boards.len() - 1].to_vec(),
            boards,
            known,
            given_up: false,
        };
        review.narrow();
        review
    }

    /// The moves judged.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The boards, one more than moves.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// The known distance of each board.
    pub fn known(&self) -> &[Interval] {
        &self.known
    }

    /// The task from one of the boards.
    pub fn from(&self, index: usize) -> Puzzle {
        self.puzzle
            .with_start(self.boards[index].clone())
            .expect("slides keep size and parity")
    }

    /// The board to ask a solver about next: the last whose distance is open, because searches are short
    /// there and their answers bound the harder ones before. `None` if all are known or nothing more can
    /// be learned.
    pub fn question(&self) -> Option<usize> {
        if self.given_up {
            return None;
        }
        self.known.iter().rposition(|known| known.exact().is_none())
    }

    /// Takes in what a solver said of a board. An answer that settles nothing ends the questions.
    pub fn answer(&mut self, index: usize, least: u32, most: Option<u32>) {
        let known = &mut self.known[index];
        known.least = known.least.max(least);
        known.most = known.most.min(most.unwrap_or(u32::MAX));
        self.given_up = known.exact().is_none();
        self.narrow();
    }

    /// Whether the questions ended before all distances were known.
    pub fn is_given_up(&self) -> bool {
        self.given_up
    }

    /// The number of moves by which a move lengthened the solution; none if unknown. Never odd: a move
    /// that does not lead nearer leads away by one.
    pub fn loss(&self, mv: usize) -> Option<u32> {
        let before = self.known[mv].exact()?;
        let after = self.known[mv + 1].exact()?;
        Some(after + 1 - before)
    }

    /// Mistakes, and the sum of their losses, as far as known.
    pub fn lost(&self) -> (usize, u32) {
        let losses = (0..self.moves.len()).filter_map(|mv| self.loss(mv).filter(|&loss| loss > 0));
        losses.fold((0, 0), |(count, sum), loss| (count + 1, sum + loss))
    }

    /// Carries what is known of each board to its neighbours, forth and back.
    fn narrow(&mut self) {
        let carry = |from: Interval, to: &mut Interval| {
            to.least = to.least.max(from.least.saturating_sub(1));
            to.most = to.most.min(from.most.saturating_add(1));
        };
        let known = &mut self.known;
        for i in 1..known.len() {
            carry(known[i - 1], &mut known[i]);
        }
        for i in (1..known.len()).rev() {
            carry(known[i], &mut known[i - 1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::Goals;
    use taquin_core::notation::{Notation, parse_moves};
    use taquin_testkit::Distances;

    use super::*;

    #[test]
    fn losses_are_those_of_the_oracle() {
        let start: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        let puzzle = Puzzle::new(start, &Goals::default()).unwrap();
        let oracle = Distances::from_goal(&puzzle.targets()[0]);
        let moves = parse_moves("UDLRLUR2D2LURULDLU", Notation::Tile, None).unwrap();
        let mut review = Review::new(&puzzle, &moves);
        let mut asked = 0;
        while let Some(index) = review.question() {
            let distance = oracle.get(&review.boards()[index]).unwrap();
            review.answer(index, distance, Some(distance));
            asked += 1;
        }
        for (board, known) in review.boards().iter().zip(review.known()) {
            assert_eq!(known.exact(), oracle.get(board));
        }
        assert_eq!(review.lost(), (2, 4));
        // What is known of neighbours saves questions.
        assert!(asked < moves.len(), "{asked}");
    }

    #[test]
    fn an_answer_that_settles_nothing_ends_the_questions() {
        let start: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        let puzzle = Puzzle::new(start, &Goals::default()).unwrap();
        let mut review = Review::new(&puzzle, &[]);
        assert_eq!(review.question(), Some(0));
        review.answer(0, 10, Some(20));
        assert_eq!((review.question(), review.is_given_up()), (None, true));
    }
}
