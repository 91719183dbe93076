//! What is found out about two boards before formulas are written.

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use taquin_core::{Board, Size, Stop};

use super::{Compact, Prune};
use crate::cdcl::Guard;
use crate::distance::places;
use crate::encodings::patterns::{Group, Shape, partition};
use crate::encodings::reach::{Allowed, Reach};

/// Moves away from home from which on groups of one partition are looked at, and of all.
const FEW: u32 = 4;
const MANY: u32 = 8;

/// The encoding between two boards, with what was found out about them.
pub struct Opened {
    pub(super) choices: Compact,
    size: Size,
    /// The cell of each number.
    start: Vec<usize>,
    goal: Vec<usize>,
    reach: Mutex<Reach>,
    /// The groups of the first partition, and of all, once they are worth their time.
    few: OnceLock<Groups>,
    many: OnceLock<Groups>,
}

/// Groups of tiles by several partitions.
#[derive(Default)]
pub(super) struct Groups {
    pub(super) all: Arc<Vec<Group>>,
    /// The groups of each partition.
    pub(super) parts: Vec<Range<usize>>,
}

impl Opened {
    pub(super) fn new(choices: Compact, start: &Board, goal: &Board) -> Self {
        let size = start.size();
        let (start, goal) = (places(start), places(goal));
        Self {
            reach: Mutex::new(Reach::new(size, &start, &goal)),
            size,
            start,
            goal,
            few: OnceLock::new(),
            many: OnceLock::new(),
            choices,
        }
    }

    /// The groups to use when this many moves may go away from home: tables take time, and pay for
    /// it only where the search is long.
    pub(super) fn groups(&self, away: u32, guard: &mut dyn Guard) -> ControlFlow<Stop, &Groups> {
        static NONE: OnceLock<Groups> = OnceLock::new();
        let Compact {
            prune,
            counter,
            shapes,
            ..
        } = &self.choices;
        if *prune != Prune::Groups || !counter || away < FEW {
            return ControlFlow::Continue(NONE.get_or_init(Groups::default));
        }
        let (known, shapes) = if away < MANY {
            (&self.few, &shapes[..shapes.len().min(1)])
        } else {
            (&self.many, &shapes[..])
        };
        if let Some(groups) = known.get() {
            return ControlFlow::Continue(groups);
        }
        let groups = self.look(shapes, guard)?;
        ControlFlow::Continue(known.get_or_init(|| groups))
    }

    /// Where tiles and the blank can be in a plan of this many steps, `away` of them away from home,
    /// and of each group at most its share.
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

    /// The groups of these partitions, with their tables.
    fn look(&self, shapes: &[Shape], guard: &mut dyn Guard) -> ControlFlow<Stop, Groups> {
        let mut all = Vec::new();
        let mut parts = Vec::new();
        for &shape in shapes {
            let begin = all.len();
            for tiles in partition(self.size, &self.goal, self.choices.group, shape) {
                guard.pause(all.iter().map(Group::bytes).sum())?;
                all.push(Group::new(self.size, &tiles, &self.start, &self.goal));
            }
            parts.push(begin..all.len());
        }
        ControlFlow::Continue(Groups {
            all: Arc::new(all),
            parts,
        })
    }
}
