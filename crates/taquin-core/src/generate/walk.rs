//! Random walks from the goal that never undo the last move.
//!
//! Each move is chosen among those the board allows, in the order U D L R, the one that would undo
//! the move before left out. The walk is a solution read backwards, so its length is an upper bound
//! of the distance; the distance itself may be far less.

use super::{Generator, GeneratorEntry, MOST_STEPS, Random, steps};
use crate::{Board, Move, algebra};

pub(super) const ENTRY: GeneratorEntry = GeneratorEntry {
    name: "walk",
    summary: "random moves from the goal, none taken back",
    options: &[("k", "how many moves (default 100)")],
    build: |mut options| {
        let moves = steps(&mut options, "k", Walk::default().moves)?;
        options.finish("walk", &["k"])?;
        Ok(Box::new(Walk { moves }))
    },
};

/// Walks from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The number of moves.
    pub moves: u32,
}

impl Default for Walk {
    fn default() -> Self {
        Self { moves: 100 }
    }
}

impl Walk {
    /// The next board of a stream of random numbers, and the moves that lead from it back to the goal.
    pub fn draw_with_way_back(&self, goal: &Board, random: &mut Random) -> (Board, Vec<Move>) {
        let mut board = goal.clone();
        let mut way: Vec<Move> = Vec::new();
        for _ in 0..self.moves.min(MOST_STEPS) {
            let last = way.last().copied();
            let allowed = |mv: &Move| Some(mv.inverse()) != last;
            let choices = board.moves().filter(allowed).count();
            let chosen = random.below(choices);
            let mv = board.moves().filter(allowed).nth(chosen);
            let mv = mv.expect("every cell of a board has two neighbours");
            board.slide(mv);
            way.push(mv);
        }
        (board, algebra::inverse(&way))
    }
}

impl Generator for Walk {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn draw(&self, goal: &Board, random: &mut Random) -> Board {
        self.draw_with_way_back(goal, random).0
    }
}
