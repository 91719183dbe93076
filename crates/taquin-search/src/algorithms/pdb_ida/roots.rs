//! The roots of an iteration's depth-first searches.
//!
//! Nodes in depth-first order, so that several searches can be interleaved and threads can share them; or,
//! if wanted, boards met once, whatever leads there: breadth-first search from the start, within the
//! bound, one level after the other, until there are enough boards. Of several paths to a
//! board one is kept, and none of the moves that would lead back along any of them may come first: on a
//! shortest solution no board comes again, and none that was reached with fewer moves.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use taquin_core::packed::Packed;
use taquin_core::{Direction, Meter, Stop};

use super::automaton::Automaton;
use super::descent::Count;
use super::field::{Field, Node};

/// A board to search below.
pub(super) struct Root<S, const L: usize, const N: usize> {
    pub(super) node: Node<S, L, N>,
    /// The directions of the first move.
    pub(super) first: u8,
    /// The way there: its last move's place among [`Roots::ways`].
    way: u32,
    /// Nodes that a depth-first search meets after the root before and before this one.
    pub(super) before: Count,
}

/// The roots of one iteration.
pub(super) struct Roots<S, const L: usize, const N: usize> {
    pub(super) all: Vec<Root<S, L, N>>,
    /// Moves, each with the place of the one before it.
    ways: Vec<(u32, Direction)>,
    /// Nodes that are no root's, and that come before all of them.
    pub(super) shared: Count,
    /// Nodes that a depth-first search meets after the last root.
    pub(super) after: Count,
}

/// No move before.
const NONE: u32 = u32::MAX;

impl<S: Packed, const L: usize, const N: usize> Roots<S, L, N> {
    fn new(field: &Field<'_, S, L, N>, start: &Node<S, L, N>) -> Self {
        Self {
            all: vec![Root {
                node: *start,
                first: field.legal(start),
                way: NONE,
                before: Count::default(),
            }],
            ways: Vec::new(),
            shared: Count::default(),
            after: Count::default(),
        }
    }

    /// At least `wanted` boards, each met once, if the bound leaves this many; those that promise most
    /// first.
    pub(super) fn unique(
        field: &Field<'_, S, L, N>,
        start: &Node<S, L, N>,
        bound: u16,
        wanted: usize,
        meter: &mut Meter<'_>,
    ) -> (Self, ControlFlow<Stop>) {
        let mut roots = Self::new(field, start);
        let mut end = ControlFlow::Continue(());
        while roots.all.len() < wanted && !roots.all.is_empty() && end.is_continue() {
            if roots.all.iter().any(|root| field.is_goal(&root.node)) {
                break;
            }
            end = roots.level(field, bound, meter);
        }
        roots.all.sort_by_key(|root| root.node.h());
        (roots, end)
    }

    /// At least `wanted` nodes that a depth-first search from the start meets at some depth, in its
    /// order, if the bound leaves this many. What is searched below them one after the other is what
    /// it searches, node by node.
    pub(super) fn in_order(
        field: &Field<'_, S, L, N>,
        start: &Node<S, L, N>,
        bound: u16,
        wanted: usize,
    ) -> Self {
        let mut roots = Self::new(field, start);
        while roots.all.len() < wanted && roots.level_in_order(field, bound) > 0 {}
        roots
    }

    /// Replaces the roots by their children in the order of a depth-first search, and gives the
    /// number of those that were expanded.
    fn level_in_order(&mut self, field: &Field<'_, S, L, N>, bound: u16) -> usize {
        let mut next: Vec<Root<S, L, N>> = Vec::with_capacity(2 * self.all.len());
        let mut before = Count::default();
        let mut expanded = 0;
        for root in std::mem::take(&mut self.all) {
            before += root.before;
            if field.is_goal(&root.node) {
                next.push(Root {
                    before: std::mem::take(&mut before),
                    ..root
                });
                continue;
            }
            if root.node.g >= bound {
                continue;
            }
            expanded += 1;
            let mut children = [root.node; 4];
            let (kept, looked) = field.children(&root.node, root.first, bound, &mut children);
            before += Count {
                expanded: 1,
                generated: looked,
            };
            for &child in children[..kept].iter().rev() {
                self.ways.push((root.way, child.via));
                next.push(Root {
                    first: field.legal(&child),
                    way: self.ways.len() as u32 - 1,
                    node: child,
                    before: std::mem::take(&mut before),
                });
            }
        }
        self.after += before;
        self.all = next;
        expanded
    }

    /// Replaces the roots by their children.
    fn level(
        &mut self,
        field: &Field<'_, S, L, N>,
        bound: u16,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        let mut known: FxHashMap<S, u32> = FxHashMap::default();
        let mut next: Vec<Root<S, L, N>> = Vec::with_capacity(2 * self.all.len());
        for root in std::mem::take(&mut self.all) {
            if root.node.g >= bound {
                continue;
            }
            meter.node()?;
            let mut children = [root.node; 4];
            let (kept, looked) = field.children(&root.node, root.first, bound, &mut children);
            self.shared += Count {
                expanded: 1,
                generated: looked,
            };
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
                    before: Count::default(),
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
