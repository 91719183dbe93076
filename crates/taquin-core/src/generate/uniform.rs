//! Every board that reaches the goal, equally likely.
//!
//! 1. The goal's numbers are shuffled over all cells (Fisher–Yates, from the last cell down), so
//!    each of the n! arrangements is equally likely.
//! 2. If the parity is odd, the first two tiles in reading order change places.
//!
//! The second step keeps the chances equal: changing the first two tiles is its own inverse and
//! changes the parity, so it pairs each board that reaches the goal with one that does not. A
//! reachable board is the outcome of exactly two arrangements, itself and its partner.

use super::{Generator, GeneratorEntry, Random};
use crate::Board;

pub(super) const ENTRY: GeneratorEntry = GeneratorEntry {
    name: "uniform",
    summary: "every board that reaches the goal, equally likely",
    options: &[],
    build: |options| {
        options.finish("uniform", &[])?;
        Ok(Box::new(Uniform))
    },
};

/// Draws uniformly from all boards that reach the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uniform;

impl Generator for Uniform {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn draw(&self, goal: &Board, random: &mut Random) -> Board {
        let mut numbers: Vec<u32> = goal.numbers().map(u32::from).collect();
        self.shuffle(goal, &mut numbers, random);
        Board::new(goal.size(), &numbers).expect("a shuffled permutation is a permutation")
    }
}

impl Uniform {
    /// Turns the numbers of the goal, in reading order, into those of the next board of the stream:
    /// the one that [`Generator::draw`] gives. Callers that draw many boards keep the memory.
    ///
    /// # Panics
    /// When the numbers are not those of the goal's tiles and blank.
    pub fn shuffle<N: Default + PartialEq>(
        self,
        goal: &Board,
        numbers: &mut [N],
        random: &mut Random,
    ) {
        // A board is reachable if its permutation is as odd as the blank's way home is long: each
        // slide swaps two cells and moves the blank by one.
        let mut odd = false;
        for last in (1..numbers.len()).rev() {
            let other = random.below(last + 1);
            numbers.swap(last, other);
            odd ^= last != other;
        }
        let zero = N::default();
        let blank = numbers.iter().position(|n| *n == zero);
        let blank = blank.expect("a goal has a blank");
        let home = goal.blank().index();
        odd ^= !goal.size().distance(blank, home).is_multiple_of(2);
        if odd {
            let first = usize::from(blank == 0);
            let second = first + 1 + usize::from(blank == first + 1);
            numbers.swap(first, second);
        }
    }
}
