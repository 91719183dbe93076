//! Every solvable board with that many inversions, uniformly at random.
//!
//! An inversion is a pair of tiles in the other order than in the goal. A permutation of *m* tiles is
//! a list of *m* digits, its Lehmer code: the digit of a tile is how many later tiles belong before
//! it, and the digits add up to the inversions. The number of codes of each sum (Mahonian numbers) is
//! counted as a share of all permutations, and the digits are drawn one by one by the shares of what
//! can follow. The blank then takes one of the cells that give the board the parity of the goal.
//!
//! Reports grade boards by this number; it says little about the length of a shortest solution.

use super::{Generator, GeneratorEntry, Random};
use crate::Board;
use crate::spec::SpecError;

pub(super) const ENTRY: GeneratorEntry = GeneratorEntry {
    name: "inversions",
    summary: "every board with this many inversions, equally likely",
    options: &[
        ("least", "the fewest inversions (default 0)"),
        ("most", "the most inversions (default any)"),
    ],
    build: |mut options| {
        let least = options.take("least")?.unwrap_or(0);
        let most = options.take("most")?.unwrap_or(u32::MAX);
        options.finish("inversions", &["least", "most"])?;
        if least > most {
            return Err(SpecError::BadValue {
                key: "most".to_owned(),
                value: most.to_string(),
                reason: format!("it is below least={least}"),
            });
        }
        Ok(Box::new(Inversions { least, most }))
    },
};

/// Draws boards by their number of inversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inversions {
    /// The fewest inversions; the most there can be if no board has as many.
    pub least: u32,
    /// The most.
    pub most: u32,
}

impl Inversions {
    /// Whether there is such a board that reaches a goal of this size.
    pub fn exist(self, goal: &Board) -> bool {
        let tiles = goal.size().cells() - 1;
        let most = self.most.min((tiles * (tiles - 1) / 2) as u32);
        let any_parity = goal.size().cols().is_multiple_of(2);
        self.least <= most && (any_parity || self.least < most || self.least.is_multiple_of(2))
    }
}

impl Generator for Inversions {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn draw(&self, goal: &Board, random: &mut Random) -> Board {
        let size = goal.size();
        let tiles = size.cells() - 1;
        let shares = shares(tiles);
        let largest = tiles * (tiles - 1) / 2;
        let any_parity = size.cols().is_multiple_of(2);
        // 1. How many inversions, by how many boards have them.
        let fits = |&sum: &usize| any_parity || sum.is_multiple_of(2);
        let least = (self.least as usize).min(largest);
        let most = (self.most as usize).min(largest);
        let sums: Vec<usize> = (least..=most).filter(fits).collect();
        let weights: Vec<f64> = sums.iter().map(|&sum| shares[tiles][sum]).collect();
        let mut sum = match sums.as_slice() {
            [] => least - least % 2,
            sums => sums[pick(&weights, random)],
        };
        let inversions = sum;
        // 2. The digits of its code, and with them the tiles.
        let mut waiting: Vec<u8> = goal.numbers().filter(|&number| number != 0).collect();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let rest = waiting.len() - 1;
            let digits = 0..waiting.len().min(sum + 1);
            let share = |digit: usize| shares[rest].get(sum - digit).copied().unwrap_or(0.0);
            let weights: Vec<f64> = digits.map(share).collect();
            let digit = pick(&weights, random);
            order.push(u32::from(waiting.remove(digit)));
            sum -= digit;
        }
        // 3. A cell for the blank.
        let home = size.row(goal.blank().index());
        let cells = (0..size.cells()).filter(|&cell| {
            let rows = size.row(cell).abs_diff(home);
            !any_parity || (inversions + rows).is_multiple_of(2)
        });
        let cells: Vec<usize> = cells.collect();
        order.insert(cells[random.below(cells.len())], 0);
        Board::new(size, &order).expect("the tiles of the goal, each once, and the blank")
    }
}

/// For each number of tiles, the share of its permutations that has each number of inversions.
///
/// The digit of a further tile is one of `count` values, so a share is the sum of as many of those
/// before, a sliding window. The shares rise up to half of the inversions and fall symmetrically:
/// only sums are taken that rise, which loses no digits.
fn shares(tiles: usize) -> Vec<Vec<f64>> {
    let mut shares = vec![vec![1.0]];
    for count in 1..=tiles {
        let before: &Vec<f64> = &shares[count - 1];
        let most = count * (count - 1) / 2;
        let mut next = vec![0.0; most + 1];
        let mut window = 0.0;
        for sum in 0..=most / 2 {
            window += before[sum];
            if sum >= count {
                window -= before[sum - count];
            }
            next[sum] = window / count as f64;
            next[most - sum] = next[sum];
        }
        shares.push(next);
    }
    shares
}

/// An index, by the weights.
fn pick(weights: &[f64], random: &mut Random) -> usize {
    const STEPS: usize = 1 << 30;
    let total: f64 = weights.iter().sum();
    let mut left = random.below(STEPS) as f64 / STEPS as f64 * total;
    for (index, weight) in weights.iter().enumerate() {
        if left < *weight {
            return index;
        }
        left -= weight;
    }
    // Rounding may leave a remainder: the last that is possible.
    weights
        .iter()
        .rposition(|&weight| weight > 0.0)
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::{Goal, Parity, Size};

    #[test]
    fn boards_have_the_inversions_asked_for_and_reach_the_goal() {
        for (rows, cols) in [(2, 2), (3, 3), (3, 4), (4, 3), (4, 4), (16, 16)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral] {
                let goal = goal.board(size).unwrap();
                for (least, most) in [(0, 0), (2, 3), (0, 1000)] {
                    let drawn = Inversions { least, most };
                    for seed in 0..20 {
                        let board = drawn.board(&goal, seed);
                        let parity = Parity::of(&board, &goal);
                        assert!(!parity.is_odd(), "{board}");
                        assert!((least..=most).contains(&parity.inversions), "{board}");
                    }
                }
            }
        }
    }

    #[test]
    fn all_boards_with_a_number_of_inversions_are_equally_likely() {
        // On 2x2, of the 24 arrangements 12 reach the goal, of them 4 with one inversion.
        let goal = Goal::BlankLast.board(Size::new(2, 2).unwrap()).unwrap();
        let drawn = Inversions { least: 1, most: 1 };
        let mut counts: HashMap<String, u32> = HashMap::new();
        for seed in 0..4000 {
            *counts
                .entry(drawn.board(&goal, seed).to_string())
                .or_default() += 1;
        }
        assert_eq!(counts.len(), 4, "{counts:?}");
        assert!(
            counts.values().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }

    /// The shares of each digit added up one by one.
    #[test]
    fn shares_are_those_of_all_codes() {
        let mut expected = vec![1.0];
        let shares = shares(60);
        for count in 1..=60 {
            let mut next = vec![0.0; count * (count - 1) / 2 + 1];
            for (sum, share) in expected.iter().enumerate() {
                for digit in 0..count {
                    next[sum + digit] += share / count as f64;
                }
            }
            expected = next;
            assert_eq!(shares[count].len(), expected.len());
            for (share, expected) in shares[count].iter().zip(&expected) {
                assert!((share / expected - 1.0).abs() < 1e-12, "{share} {expected}");
            }
        }
    }

    #[test]
    fn ranges_without_a_board_are_known() {
        let goal = |rows, cols| {
            Goal::BlankLast
                .board(Size::new(rows, cols).unwrap())
                .unwrap()
        };
        let exist = |least, most, goal: &Board| Inversions { least, most }.exist(goal);
        assert!(exist(28, 28, &goal(3, 3)) && exist(1, 2, &goal(3, 3)));
        assert!(!exist(29, 40, &goal(3, 3)) && !exist(1, 1, &goal(3, 3)));
        assert!(exist(1, 1, &goal(4, 4)) && exist(105, 105, &goal(4, 4)));
    }
}
