//! Reachability in plans of a given length, from one tile and the blank alone.
//!
//! Forget all other tiles. A plan of T moves then is a walk of the blank, and the tile moves when
//! the blank comes to its cell. A plan whose tiles are M cells from home in sum has exactly
//! k = (T - M) / 2 moves that take a tile away from home, so the walk may take this one away at
//! most k times. Let `from` be the fewest such moves of a walk that begins at the start and has
//! tile and blank in given cells after t moves, and `to` the same for the rest of the walk. Where
//! their sum exceeds k, no plan has the tile there with the blank there.

use std::ops::ControlFlow;

use taquin_core::{Size, Stop};

use crate::cdcl::Guard;
use crate::formula::neighbours;

/// No walk at all.
const NEVER: u8 = u8::MAX;

/// Fewest moves away from home, for one tile: by number of moves, then tile's cell and blank's.
struct Walks {
    cells: usize,
    home: usize,
    layers: Vec<Vec<u8>>,
    size: Size,
    near: Vec<Vec<usize>>,
    /// Whether walks are followed against their direction, from the goal.
    backward: bool,
}

impl Walks {
    fn new(size: Size, tile: usize, blank: usize, home: usize, backward: bool) -> Self {
        let cells = size.cells();
        let mut first = vec![NEVER; cells * cells];
        first[tile * cells + blank] = 0;
        Self {
            cells,
            home,
            layers: vec![first],
            size,
            near: neighbours(size),
            backward,
        }
    }

    /// Makes sure that walks of this many moves are known.
    fn extend(&mut self, moves: usize) {
        while self.layers.len() <= moves {
            let cells = self.cells;
            let before = &self.layers[self.layers.len() - 1];
            let mut next = vec![NEVER; cells * cells];
            for tile in 0..cells {
                let row = &before[tile * cells..(tile + 1) * cells];
                for (blank, &cost) in row.iter().enumerate().filter(|&(_, &cost)| cost != NEVER) {
                    for &to in &self.near[blank] {
                        let (place, cost) = if to == tile {
                            let away = self.is_away(tile, blank);
                            (blank, cost.saturating_add(u8::from(away)))
                        } else {
                            (tile, cost)
                        };
                        let entry = &mut next[place * cells + to];
                        *entry = (*entry).min(cost);
                    }
                }
            }
            self.layers.push(next);
        }
    }

    /// Whether a slide between these cells takes the tile away from home.
    fn is_away(&self, from: usize, to: usize) -> bool {
        let before = self.size.distance(from, self.home);
        let after = self.size.distance(to, self.home);
        (after > before) != self.backward
    }
}

/// The walks of every tile from both ends, kept while the horizon grows.
pub(super) struct Reach {
    cells: usize,
    from: Vec<Walks>,
    to: Vec<Walks>,
}

/// The cells that tiles and the blank can be in, in a plan of a given length.
pub(super) struct Allowed {
    /// By step, tile (from 1) and cell.
    pub(super) tiles: Vec<Vec<Vec<bool>>>,
    /// By step and cell.
    pub(super) blank: Vec<Vec<bool>>,
}

impl Reach {
    /// For boards given by the cell of each number.
    pub(super) fn new(size: Size, start: &[usize], goal: &[usize]) -> Self {
        let walks = |places: &[usize], backward: bool| {
            (1..size.cells())
                .map(|a| Walks::new(size, places[a], places[0], goal[a], backward))
                .collect()
        };
        Self {
            cells: size.cells(),
            from: walks(start, false),
            to: walks(goal, true),
        }
    }

    /// Reachability in plans of `steps` moves in which each tile moves away from home at most as
    /// often as its budget, by number, allows.
    pub(super) fn allowed(
        &mut self,
        steps: usize,
        budgets: &[u32],
        guard: &mut dyn Guard,
    ) -> ControlFlow<Stop, Allowed> {
        let cells = self.cells;
        let layer = (cells * cells) as u64;
        // What is to be returned, a byte an entry and a vector a tile; it is made at once.
        let own = (steps as u64 + 1) * (layer + 24 * cells as u64);
        guard.pause(own)?;
        let mut layers = 0;
        let mut allowed = Allowed {
            tiles: vec![vec![vec![false; cells]; cells]; steps + 1],
            blank: vec![vec![true; cells]; steps + 1],
        };
        for (index, (from, to)) in self.from.iter_mut().zip(&mut self.to).enumerate() {
            for walks in [&mut *from, &mut *to] {
                for moves in walks.layers.len()..=steps {
                    walks.extend(moves);
                    guard.pause(own + (layers + walks.layers.len() as u64) * layer)?;
                }
                layers += walks.layers.len() as u64;
            }
            for step in 0..=steps {
                let (before, after) = (&from.layers[step], &to.layers[steps - step]);
                let mut blanks = vec![false; cells];
                for tile in 0..cells {
                    for (blank, seen) in blanks.iter_mut().enumerate() {
                        let state = tile * cells + blank;
                        if before[state] != NEVER
                            && after[state] != NEVER
                            && u32::from(before[state]) + u32::from(after[state])
                                <= budgets[index + 1]
                        {
                            allowed.tiles[step][index + 1][tile] = true;
                            *seen = true;
                        }
                    }
                }
                let known = allowed.blank[step].iter_mut().zip(&blanks);
                known.for_each(|(known, &seen)| *known &= seen);
            }
        }
        ControlFlow::Continue(allowed)
    }
}
