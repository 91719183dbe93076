//! Nodes of the search, and the table values of their children.
//!
//! The tile that slides belongs to one pattern of each look, and no other pattern changes. So a child
//! costs one table lookup per look. The lookups of all children are issued at once and used later, while
//! the cache lines are on their way.
#![expect(
    clippy::inline_always,
    reason = "the loop is compiled a second time for processors that count bits; what it calls must follow"
)]

use taquin_core::packed::{Grid, Packed};
use taquin_core::{Board, Direction, Size};
use taquin_pdb::zero::{Aim, Look, Looks, PreparedTable, SMALL_CELLS, Spot};

use super::automaton::Automaton;
use crate::memory::prefetch;

/// A board and where the patterns of each look are on it. To find that takes a walk through each table, so
/// it is done once for all iterations.
pub(super) struct Located<'a> {
    board: &'a Board,
    /// By look and pattern: the spot, and the slides it needs.
    spots: Vec<Vec<(Spot, u8)>>,
}

impl<'a> Located<'a> {
    pub(super) fn new(looks: &Looks, board: &'a Board) -> Self {
        let spots = |look: &Look| (0..look.patterns()).map(|p| look.spot(p, board)).collect();
        Self {
            board,
            spots: looks.as_slice().iter().map(spots).collect(),
        }
    }
}

/// A board within the search: `L` partitions with up to `N` patterns each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<S, const L: usize, const N: usize> {
    pub(super) board: S,
    /// Where the patterns are, look after look.
    spots: [Spot; N],
    /// The estimate of each look.
    sums: [u16; L],
    /// Moves from the start.
    pub(super) g: u16,
    /// What the automaton remembers of them.
    pub(super) watched: u16,
    pub(super) blank: u8,
    /// The last move.
    pub(super) via: Direction,
}

impl<S: Packed, const L: usize, const N: usize> Node<S, L, N> {
    /// The node of a board before any move.
    pub(super) fn start(located: &Located<'_>) -> Self {
        let board = S::pack(located.board);
        let mut node = Self {
            board,
            spots: [Spot::default(); N],
            sums: [0; L],
            g: 0,
            watched: Automaton::START,
            blank: board.blank() as u8,
            via: Direction::Up,
        };
        for l in 0..L {
            // Where there are fewer looks than room, the last counts twice.
            let spots = &located.spots[l.min(located.spots.len() - 1)];
            for (p, &(spot, value)) in spots.iter().enumerate() {
                node.spots[l * (N / L) + p] = spot;
                node.sums[l] += u16::from(value);
            }
        }
        node
    }

    /// The estimate: the largest of the looks'.
    #[inline]
    pub(super) fn h(&self) -> u16 {
        self.sums.into_iter().max().unwrap_or(0)
    }

    /// The least length of a solution through this node, as far as is known.
    pub(super) fn f(&self) -> u16 {
        self.g + self.h()
    }
}

/// Data shared by all nodes of a search.
pub(super) struct Field<'a, S, const L: usize, const N: usize> {
    looks: [&'a Look; L],
    tables: [PreparedTable<'a>; N],
    /// By number: the table of the tile in each look, or [`Look::NONE`].
    table_of: [[u8; L]; 32],
    automaton: &'a Automaton,
    grid: Grid,
    pub(super) size: Size,
    goal: S,
}

impl<'a, S: Packed, const L: usize, const N: usize> Field<'a, S, L, N> {
    pub(super) fn new(looks: &'a Looks, automaton: &'a Automaton, goal: S) -> Self {
        // Where there are fewer looks than room, the last counts twice.
        let look = |l: usize| &looks.as_slice()[l.min(looks.as_slice().len() - 1)];
        Self {
            looks: std::array::from_fn(look),
            tables: std::array::from_fn(|c| look(c / (N / L)).prepared(c % (N / L))),
            table_of: std::array::from_fn(|number| {
                std::array::from_fn(|l| match look(l).pattern(number as u8) {
                    Look::NONE => Look::NONE,
                    pattern => (l * (N / L)) as u8 + pattern,
                })
            }),
            automaton,
            grid: Grid::new(looks.size()),
            size: looks.size(),
            goal,
        }
    }

    /// A node for a lane that has no root yet.
    pub(super) fn placeholder(&self) -> Node<S, L, N> {
        Node {
            board: self.goal,
            spots: [Spot::default(); N],
            sums: [0; L],
            g: 0,
            watched: Automaton::START,
            blank: 0,
            via: Direction::Up,
        }
    }

    /// The directions that are possible after a node.
    pub(super) fn legal(&self, node: &Node<S, L, N>) -> u8 {
        self.grid.legal(node.blank.into())
    }

    /// Whether a node is the goal.
    #[inline(always)]
    pub(super) fn is_goal(&self, node: &Node<S, L, N>) -> bool {
        node.sums[0] == 0 && node.board == self.goal
    }

    /// The directions of these that the automaton leaves after a node.
    #[inline(always)]
    pub(super) fn allowed(&self, node: &Node<S, L, N>, directions: u8) -> u8 {
        directions & self.automaton.allowed(node.watched)
    }

    /// Writes the children within the bound to the front of `out`. Returns their number and how many
    /// were looked up.
    pub(super) fn children(
        &self,
        node: &Node<S, L, N>,
        directions: u8,
        bound: u16,
        out: &mut [Node<S, L, N>; 4],
    ) -> (usize, u64) {
        let allowed = self.allowed(node, directions);
        let mut lookups = [Lookup::NONE; 4];
        for (direction, lookup) in (0_u8..).zip(&mut lookups) {
            if allowed & 1 << direction != 0 {
                self.ask(node, direction, lookup);
            }
        }
        let mut kept = 0;
        for (direction, lookup) in (0_u8..).zip(&lookups) {
            if allowed & 1 << direction != 0 {
                kept +=
                    usize::from(self.answer(node, direction, lookup, bound, &mut out[kept % 4]));
            }
        }
        (kept, allowed.count_ones().into())
    }

    /// Computes the table addresses of a node's child and prefetches their lines.
    #[inline(always)]
    pub(super) fn ask(&self, node: &Node<S, L, N>, direction: u8, lookup: &mut Lookup<'a, L>) {
        let edge = 4 * usize::from(node.blank) + usize::from(direction);
        lookup.from = self.looks[0].edge_at(edge).from;
        let tile = usize::from(node.board.number(lookup.from.into()));
        lookup.table = self.table_of[tile % 32];
        for l in 0..L {
            let table = usize::from(lookup.table[l]);
            if let Some(&spot) = node.spots.get(table) {
                let edge = self.looks[l].edge_at(edge);
                let aim = if S::CELLS <= SMALL_CELLS {
                    self.tables[table].aim::<true>(spot, edge)
                } else {
                    self.tables[table].aim::<false>(spot, edge)
                };
                prefetch(aim.byte());
                lookup.aims[l] = aim;
            }
        }
    }

    /// Whether a child is within the bound; if it is, writes it to `child`.
    #[inline(always)]
    pub(super) fn answer(
        &self,
        node: &Node<S, L, N>,
        direction: u8,
        lookup: &Lookup<'a, L>,
        bound: u16,
        child: &mut Node<S, L, N>,
    ) -> bool {
        let left = bound - node.g - 1;
        let mut sums = node.sums;
        let mut after = [Spot::default(); L];
        let mut is_within = true;
        for l in 0..L {
            if usize::from(lookup.table[l]) < N {
                let down;
                (after[l], down) = lookup.aims[l].answer();
                sums[l] = sums[l] + 1 - down;
            }
            is_within &= sums[l] <= left;
        }
        if !is_within {
            return false;
        }
        child.spots = node.spots;
        for (&table, after) in lookup.table.iter().zip(after) {
            if let Some(spot) = child.spots.get_mut(usize::from(table)) {
                *spot = after;
            }
        }
        child.board = node.board.slid(lookup.from.into(), node.blank.into());
        child.sums = sums;
        child.g = node.g + 1;
        child.watched = self.automaton.followers(node.watched)[usize::from(direction) % 4];
        child.blank = lookup.from;
        child.via = Direction::from_index(direction);
        true
    }
}

/// The table look-ups of one child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<'a, const L: usize> {
    aims: [Aim<'a>; L],
    table: [u8; L],
    /// The cell that the tile leaves.
    from: u8,
}

impl<const L: usize> Lookup<'_, L> {
    /// No look-ups yet.
    pub(super) const NONE: Self = Self {
        aims: [Aim::NONE; L],
        table: [Look::NONE; L],
        from: 0,
    };
}
