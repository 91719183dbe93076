//! Where the depth-first searches of an iteration begin: boards met once, whatever leads there.
//!
//! Breadth-first search from the start, within the bound, one level after the other, until there
//! are enough boards. Of several ways to a board one is kept, and none of the moves that would
//! lead back along any of them may be made first: on a shortest solution no board comes again, and
//! none that was reached with fewer moves.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use taquin_core::packed::Packed;
use taquin_core::{Direction, Meter};

use super::automaton::Automaton;
use super::descent::{End, Field, Node};

/// A board to search below.
pub(super) struct Root<S, const L: usize, const P: usize> {
    pub(super) node: Node<S, L, P>,
    /// The directions of the first move.
    pub(super) first: u8,
    /// The way there: its last move's place among [`Roots::ways`].
    way: u32,
}

/// The roots of one iteration, those that promise most first.
pub(super) struct Roots<S, const L: usize, const P: usize> {
    pub(super) all: Vec<Root<S, L, P>>,
    /// Moves, each with the place of the one before it.
    ways: Vec<(u32, Direction)>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// No move before.
const NONE: u32 = u32::MAX;

impl<S: Packed, const L: usize, const P: usize> Roots<S, L, P> {
    /// At least `wanted` roots, if the bound leaves so many.
    pub(super) fn find(
        field: &Field<'_, S, L, P>,
        start: &Node<S, L, P>,
        bound: u16,
        wanted: usize,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<End, Self> {
        let mut roots = Self {
            all: vec![Root {
                node: *start,
                first: field.legal(start),
                way: NONE,
            }],
            ways: Vec::new(),
            expanded: 0,
            generated: 0,
        };
        while roots.all.len() < wanted && !roots.all.is_empty() {
            if roots.all.iter().any(|root| field.is_goal(&root.node)) {
                break;
            }
            roots.level(field, bound, meter)?;
        }
        roots.all.sort_by_key(|root| root.node.h());
        ControlFlow::Continue(roots)
    }

    /// Replaces the roots by their children.
    fn level(
        &mut self,
        field: &Field<'_, S, L, P>,
        bound: u16,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<End> {
        let mut known: FxHashMap<S, u32> = FxHashMap::default();
        let mut next: Vec<Root<S, L, P>> = Vec::with_capacity(2 * self.all.len());
        for root in std::mem::take(&mut self.all) {
            if root.node.g >= bound {
                continue;
            }
            meter.node().map_break(End::Stopped)?;
            self.expanded += 1;
            let mut children = [root.node; 4];
            let (kept, looked) = field.children(&root.node, root.first, bound, &mut children);
            self.generated += looked;
            for mut child in children.into_iter().take(kept) {
                let back = !(1 << child.via.opposite() as u8);
                if let Some(&i) = known.get(&child.board) {
                    next[i as usize].first &= back;
                    continue;
                }
                known.insert(child.board, next.len() as u32);
                // What was watched on one way says nothing about another.
                child.watched = Automaton::START;
                self.ways.push((root.way, child.via));
                next.push(Root {
                    first: field.legal(&child) & back,
                    way: self.ways.len() as u32 - 1,
                    node: child,
                });
            }
        }
        self.all = next;
        ControlFlow::Continue(())
    }

    /// The moves from the start to a root.
    pub(super) fn way(&self, root: usize) -> Vec<Direction> {
        let mut moves = Vec::new();
        let mut at = self.all[root].way;
        while let Some(&(before, direction)) = self.ways.get(at as usize) {
            moves.push(direction);
            at = before;
        }
        moves.reverse();
        moves
    }

    /// Bytes that the roots take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.all[..]) + size_of_val(&self.ways[..])
    }
}
