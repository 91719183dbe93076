//! The way people solve it: line by line, in stages that can be explained.
//!
//! Rows are finished from the top, two tiles at a time, the last two of a row through a set-up
//! position; the last two rows column by column in the same way; the last 2x2 by turning its
//! three tiles. This is the six-step strategy that many players use on the 15-puzzle, here for
//! every size and every goal: a goal is a labelling of the cells, so "tile 1" above means the
//! tile whose place is the first cell. When the goal's blank is not in the bottom right corner,
//! rows are also finished from the bottom and columns from the right, so that the blank's place
//! lies in the last 2x2; a tile once in place never moves again.
//!
//! The work is linear in the moves: nothing is searched but the way of the blank and of the one
//! tile in hand, and the two tiles at the end of a line. Solutions are a few times longer than
//! the shortest ones.

mod carry;
mod hand;
mod pair;
mod plan;
mod sentence;
mod square;
mod text;

use taquin_core::{Board, Cells, Move, Puzzle, Solution, Tile};

use crate::heuristic::{Guide, Manhattan};
use hand::{Hand, Spot, spot};
use pair::{Finish, Window};
use plan::{Part, plan};

pub use sentence::Sentence;

/// A solution in stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The stages in order, those that need no moves included; their moves together solve the
    /// puzzle.
    pub stages: Vec<Stage>,
}

/// Some tiles brought to their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The line and the tiles: `row 1, tiles 1 and 2`, `column 1, tiles 9 and 13`, `last 2×2`.
    pub name: String,
    /// The tiles that are in place from the end of this stage on.
    pub goal_tiles: Vec<Tile>,
    /// A sentence or two for a player.
    pub text: String,
    /// The same sentences with their values apart, to be said in other languages.
    pub sentences: Vec<Sentence>,
    /// The moves of this stage, to be made on the board after the stage before.
    pub moves: Vec<Move>,
    /// The board after them.
    pub board_after: Board,
}

/// Solves a puzzle stage by stage, towards the goal with the least Manhattan distance.
///
/// ```
/// use taquin_core::{Board, Goals, Puzzle, Size};
/// use taquin_search::human;
///
/// let board = Board::new(Size::new(3, 3)?, &[8, 1, 3, 4, 0, 2, 7, 6, 5])?;
/// let explanation = human::explain(&Puzzle::new(board, &Goals::default())?);
/// let names: Vec<&str> = explanation.stages.iter().map(|stage| stage.name.as_str()).collect();
/// assert_eq!(
///     names,
///     ["row 1, tile 1", "row 1, tiles 2 and 3", "column 1, tiles 4 and 7", "last 2×2"]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(puzzle: &Puzzle) -> Explanation {
    Explanation {
        stages: Stages::new(puzzle).collect(),
    }
}

/// Solves a puzzle by the human method: the moves of all stages of [`explain`].
pub fn solve(puzzle: &Puzzle) -> Solution {
    let moves = Stages::new(puzzle).flat_map(|stage| stage.moves).collect();
    Solution::check(puzzle, moves).expect("the last stage ends on the goal")
}

/// The goal that is nearest by Manhattan distance, the first of equals.
fn nearest_goal(puzzle: &Puzzle) -> &Board {
    let distance = |goal: &&Board| Guide::estimate(&Manhattan::new(goal), puzzle.start());
    match puzzle.targets() {
        [only] => only,
        goals => goals
            .iter()
            .min_by_key(distance)
            .expect("a puzzle has a goal"),
    }
}

/// The stages of a solution, each computed on demand.
pub(crate) struct Stages<'a> {
    goal: &'a Board,
    board: Board,
    hand: Hand,
    finish: Finish,
    parts: std::vec::IntoIter<Part>,
}

impl<'a> Stages<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle) -> Self {
        let goal = nearest_goal(puzzle);
        Self {
            goal,
            board: puzzle.start().clone(),
            hand: Hand::new(puzzle.start()),
            finish: Finish::new(),
            parts: plan(goal.size(), goal.blank().index()).into_iter(),
        }
    }

    /// The tile whose place is this cell, 0 for the blank's.
    fn owner(&self, cell: usize) -> u8 {
        self.goal.number(cell)
    }

    /// The tiles that a stage puts in place.
    fn tiles(&self, part: &Part) -> Vec<Tile> {
        let cells = part.cells().into_iter();
        cells
            .filter_map(|cell| Tile::new(self.owner(cell)))
            .collect()
    }

    fn spot(&self, cell: usize) -> Spot {
        spot(self.goal.size(), cell)
    }

    /// Does a stage, locks its cells, and says in words what was done.
    fn run(&mut self, part: &Part) -> Vec<Sentence> {
        let sentences = match part {
            Part::Single { cells, .. } => self.place(cells),
            Part::Pair { corner, .. } => {
                let tiles = [corner.first, corner.last].map(|cell| self.owner(cell));
                let window = Window::new(self.spot(corner.first), corner.along, corner.inward);
                let ending = self.finish.run(&mut self.hand, &window, tiles);
                vec![text::pair(corner, tiles, ending)]
            }
            Part::Square { cells } => {
                let spots = cells.map(|cell| self.spot(cell));
                let goal = cells.map(|cell| self.owner(cell));
                vec![text::turn(&self.tiles(part), self.hand.turn(spots, goal))]
            }
        };
        for cell in part.cells() {
            self.hand.lock(self.spot(cell));
        }
        sentences
    }

    /// Carries tiles to their cells one after the other.
    fn place(&mut self, cells: &[usize]) -> Vec<Sentence> {
        let mut carried = Vec::new();
        for &cell in cells {
            let (tile, before) = (self.owner(cell), self.hand.moves().len());
            self.hand
                .carry(tile, &[self.spot(cell)])
                .expect("three open lines leave room to get round a tile");
            self.hand.lock(self.spot(cell));
            carried.push((tile, cell, self.hand.moves().len() > before));
        }
        text::place(self.goal.size(), &carried)
    }
}

impl Iterator for Stages<'_> {
    type Item = Stage;

    fn next(&mut self) -> Option<Stage> {
        let part = self.parts.next()?;
        let sentences = self.run(&part);
        let moves = self.hand.take_moves();
        for &mv in &moves {
            self.board
                .slide(mv)
                .expect("the hand moves tiles of this board");
        }
        let goal_tiles = self.tiles(&part);
        let spoken: Vec<String> = sentences.iter().map(Sentence::to_string).collect();
        Some(Stage {
            name: text::name(&part, &goal_tiles),
            goal_tiles,
            text: spoken.join(" "),
            sentences,
            moves,
            board_after: self.board.clone(),
        })
    }
}
