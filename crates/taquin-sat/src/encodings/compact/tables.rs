//! Tables for a pair of boards, shared by the formulas for all lengths.

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use taquin_core::{Board, Size, Stop};

use super::{Compact, Prune};
use crate::cdcl::Guard;
use crate::distance::places;
use crate::encodings::patterns::{Group, SMALL, Shape, partition};
use crate::encodings::reach::{Allowed, Reach};

/// Least number of moves away from home for which groups of one partition are used, and of all.
const FEW: u32 = 4;
const MANY: u32 = 8;

/// The sizes of groups in plans of this many steps and more: tiles of a group of the first partition, and
/// of the others, which are left out below [`MANY`] moves away from home where it says so. A tile more
/// takes ten times as long to build, and below these lengths the search is over before that.
///
/// On larger boards tables of as many tiles would not fit, and the first tier is for all lengths.
const TIERS: [Tier; 4] = [
    Tier::new(0, 4, 4, false),
    Tier::new(42, 5, 5, false),
    Tier::new(46, 5, 5, true),
    Tier::new(50, 6, 5, true),
];

/// Groups for plans of some length.
struct Tier {
    /// From this many steps on.
    steps: u32,
    /// Tiles of a group of the first partition, and of the others.
    tiles: [usize; 2],
    /// Whether all partitions are used, however few moves go away from home.
    has_all: bool,
}

impl Tier {
    const fn new(steps: u32, first: usize, others: usize, has_all: bool) -> Self {
        Self {
            steps,
            tiles: [first, others],
            has_all,
        }
    }
}

/// The encoding for a pair of boards, with its tables.
pub struct CompactTables {
    pub(super) choices: Compact,
    size: Size,
    /// The cell of each number.
    start: Vec<usize>,
    goal: Vec<usize>,
    reach: Mutex<Reach>,
    /// For each tier the groups of the first partition, and of all, once they are worth their time.
    groups: [[OnceLock<Groups>; 2]; TIERS.len()],
}

/// Groups of tiles by several partitions.
#[derive(Default)]
pub(super) struct Groups {
    pub(super) all: Arc<Vec<Group>>,
    /// The groups of each partition.
    pub(super) parts: Vec<Range<usize>>,
}

impl CompactTables {
    pub(super) fn new(choices: Compact, start: &Board, goal: &Board) -> Self {
        let size = start.size();
        let (start, goal) = (places(start), places(goal));
        Self {
            reach: Mutex::new(Reach::new(size, &start, &goal)),
            size,
            start,
            goal,
            groups: Default::default(),
            choices,
        }
    }

    /// The groups to use in plans of this many steps when this many of them may go away from home:
    /// tables take time, and pay for it only where the search is long.
    pub(super) fn groups(
        &self,
        steps: u32,
        away: u32,
        guard: &mut dyn Guard,
    ) -> ControlFlow<Stop, &Groups> {
        static NONE: OnceLock<Groups> = OnceLock::new();
        let Compact {
            prune,
            counter,
            shapes,
            group,
        } = &self.choices;
        if *prune != Prune::Groups || !counter || away < FEW {
            return ControlFlow::Continue(NONE.get_or_init(Groups::default));
        }
        let is_small = self.size.cells() <= SMALL;
        let reached = TIERS
            .iter()
            .rposition(|tier| steps >= tier.steps && is_small);
        let mut index = reached.unwrap_or(0);
        // Tables that would not fit stay as small as those of shorter plans.
        while index > 0 && !fits(self.size, TIERS[index].tiles[0].min(*group), guard)? {
            index -= 1;
        }
        let tier = &TIERS[index];
        let has_all = away >= MANY || tier.has_all;
        let known = &self.groups[index][usize::from(has_all)];
        if let Some(groups) = known.get() {
            return ControlFlow::Continue(groups);
        }
        let count = if has_all { shapes.len() } else { 1 };
        let tiles = tier.tiles.map(|tiles| tiles.min(*group));
        let groups = self.look(&shapes[..count.min(shapes.len())], tiles, guard)?;
        ControlFlow::Continue(known.get_or_init(|| groups))
    }

    /// The cells that tiles and the blank can be in, in a plan of this many steps with `away` moves away
    /// from home, of which each group makes at most its share.
    pub(super) fn allowed(
        &self,
        steps: u32,
        away: u32,
        groups: &[Group],
        most: &[u32],
        guard: &mut dyn Guard,
    ) -> ControlFlow<Stop, Allowed> {
        let mut budgets = vec![away; self.size.cells()];
        for (group, &most) in groups.iter().zip(most) {
            for &tile in &group.tiles {
                let budget = &mut budgets[usize::from(tile)];
                *budget = most.min(*budget);
            }
        }
        let mut reach = self.reach.lock().unwrap_or_else(PoisonError::into_inner);
        let mut allowed = reach.allowed(steps as usize, &budgets, guard)?;
        for (group, &most) in groups.iter().zip(most) {
            for (slot, &tile) in group.tiles.iter().enumerate() {
                for step in &mut allowed.tiles {
                    for (cell, can) in step[usize::from(tile)].iter_mut().enumerate() {
                        *can &= u32::from(group.least_with(slot, cell)) <= most;
                    }
                }
            }
        }
        ControlFlow::Continue(allowed)
    }

    /// The groups of these partitions with their tables, of at most this many tiles each in the first
    /// and in the others.
    fn look(
        &self,
        shapes: &[Shape],
        most: [usize; 2],
        guard: &mut dyn Guard,
    ) -> ControlFlow<Stop, Groups> {
        let mut all = Vec::new();
        let mut parts = Vec::new();
        for (index, &shape) in shapes.iter().enumerate() {
            let begin = all.len();
            for tiles in partition(self.size, &self.goal, most[index.min(1)], shape) {
                let held = all.iter().map(Group::bytes).sum();
                guard.pause(held)?;
                let boards = (&self.start[..], &self.goal[..]);
                all.push(Group::within(self.size, &tiles, boards, held, guard)?);
            }
            parts.push(begin..all.len());
        }
        ControlFlow::Continue(Groups {
            all: Arc::new(all),
            parts,
        })
    }
}

/// Whether the guard would let tables for groups of this many tiles be built.
fn fits(size: Size, tiles: usize, guard: &mut dyn Guard) -> ControlFlow<Stop, bool> {
    // Three tables of each group with those of its parts, and three bytes for each index while one is
    // built.
    let (cells, tiles) = (size.cells() as u64, tiles as u32);
    let groups = (cells - 1).div_ceil(tiles.into());
    let tables = (cells + 1).saturating_pow(tiles).saturating_mul(3 * groups);
    let indices = cells.next_power_of_two().saturating_pow(tiles);
    match guard.pause(tables.saturating_add(indices.saturating_mul(3))) {
        ControlFlow::Break(Stop::OutOfMemory) => ControlFlow::Continue(false),
        ControlFlow::Break(stop) => ControlFlow::Break(stop),
        ControlFlow::Continue(()) => ControlFlow::Continue(true),
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::Goal;

    use super::*;

    /// Lets this many bytes be held.
    struct Bytes(u64);

    impl Guard for Bytes {
        fn conflict(&mut self) -> ControlFlow<Stop> {
            ControlFlow::Continue(())
        }

        fn pause(&mut self, bytes: u64) -> ControlFlow<Stop> {
            if bytes > self.0 {
                return ControlFlow::Break(Stop::OutOfMemory);
            }
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn groups_grow_with_the_plan_as_far_as_memory_allows() {
        let start: Board = "0 1 3/4 2 5/7 8 6".parse().unwrap();
        let goal = Goal::BlankLast.board(start.size()).unwrap();
        let opened = Compact::default().open(&start, &goal);
        let sizes = |steps: u32, away: u32, bytes: u64| -> Vec<usize> {
            match opened.groups(steps, away, &mut Bytes(bytes)) {
                ControlFlow::Continue(groups) => {
                    groups.all.iter().map(|group| group.tiles.len()).collect()
                }
                ControlFlow::Break(stop) => panic!("{stop:?}"),
            }
        };
        let plenty = 1 << 30;
        assert_eq!(sizes(60, 3, plenty), [0; 0], "too few moves away");
        assert_eq!(sizes(40, 4, plenty), [4, 4]);
        assert_eq!(sizes(40, 8, plenty), [4; 6]);
        assert_eq!(sizes(42, 4, plenty), [5, 3]);
        assert_eq!(sizes(46, 4, plenty), [5, 3, 5, 3, 5, 3]);
        // Building tables of six tiles takes 50 MB, of five 3 MB.
        assert_eq!(sizes(50, 4, 8 << 20), [5, 3, 5, 3, 5, 3]);
        assert_eq!(sizes(50, 4, plenty), [6, 2, 5, 3, 5, 3]);
    }
}
