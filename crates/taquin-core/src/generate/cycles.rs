//! Random 3-cycles of tiles; the blank stays at home.
//!
//! Each turn takes three different tile cells *a*, *b*, *c*, all choices equally likely, and moves
//! the tile in *a* to *b*, that in *b* to *c* and that in *c* to *a*. A 3-cycle is even, so the
//! goal stays reachable, and 3-cycles reach every board whose blank is at home. This is the shuffle
//! of the report on the (n²−1)-puzzle; its boards are no more than near to uniform, and only among
//! those with the blank at home.

use super::{Generator, GeneratorEntry, MOST_STEPS, Random, steps};
use crate::Board;

pub(super) const ENTRY: GeneratorEntry = GeneratorEntry {
    name: "cycles",
    summary: "random turns of three tiles; the blank stays at home",
    options: &[("n", "how many turns (default 100)")],
    build: |mut options| {
        let turns = steps(&mut options, "n", Cycles::default().turns)?;
        options.finish("cycles", &["n"])?;
        Ok(Box::new(Cycles { turns }))
    },
};

/// Turns three random tiles, again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycles {
    /// The number of turns.
    pub turns: u32,
}

impl Default for Cycles {
    fn default() -> Self {
        Self { turns: 100 }
    }
}

impl Generator for Cycles {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn draw(&self, goal: &Board, random: &mut Random) -> Board {
        let mut numbers: Vec<u32> = goal.numbers().map(u32::from).collect();
        let mut places: Vec<usize> = (0..numbers.len())
            .filter(|&cell| cell != goal.blank().index())
            .collect();
        for _ in 0..self.turns.min(MOST_STEPS) {
            // The first three steps of a shuffle from the front: three different places.
            for i in 0..3 {
                let other = i + random.below(places.len() - i);
                places.swap(i, other);
            }
            numbers.swap(places[0], places[1]);
            numbers.swap(places[2], places[0]);
        }
        Board::new(goal.size(), &numbers).expect("a shuffled permutation is a permutation")
    }
}
