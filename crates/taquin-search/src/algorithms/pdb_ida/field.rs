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
use taquin_pdb::zero::{Aim, Edge, Look, Looks, PreparedTable, SMALL_CELLS, Spot};

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

/// A node as the depth-first searches have it, with what is left of the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<S, const L: usize, const N: usize> {
    spots: [Spot; N],
    pub(super) board: S,
    /// By look: by how much the bound exceeds the moves so far and the estimate.
    slack: [i32; L],
    /// The bound less the moves so far.
    pub(super) left: i16,
    watched: u16,
    /// Which children are looked up: 16 times the blank's cell, plus a bit for each direction.
    pub(super) exits: u16,
    /// The last slide.
    pub(super) edge: u8,
}

/// Bounds beyond this are no different: no board that is searched needs as many moves.
pub(super) const LONGEST: u16 = 1 << 13;

impl<S: Packed, const L: usize, const N: usize> Frame<S, L, N> {
    /// A node with the directions of its children's moves, of which the automaton allows some.
    pub(super) fn new(
        field: &Field<'_, S, L, N>,
        node: &Node<S, L, N>,
        bound: u16,
        first: u8,
    ) -> Self {
        let left = bound.min(LONGEST) as i16 - node.g as i16;
        let allowed = first & field.automaton.allowed(node.watched);
        Self {
            spots: node.spots,
            board: node.board,
            slack: node.sums.map(|sum| i32::from(left) - i32::from(sum)),
            left,
            watched: node.watched,
            exits: 16 * u16::from(node.blank) + u16::from(allowed),
            edge: node.via as u8,
        }
    }

    /// The node again.
    pub(super) fn node(&self, bound: u16) -> Node<S, L, N> {
        Node {
            spots: self.spots,
            board: self.board,
            sums: self
                .slack
                .map(|slack| (i32::from(self.left) - slack) as u16),
            g: (bound.min(LONGEST) as i16 - self.left) as u16,
            watched: self.watched,
            blank: (self.exits / 16) as u8,
            via: Direction::from_index(self.edge),
        }
    }

    /// Whether the estimate of the first look is at most this.
    #[inline(always)]
    pub(super) fn is_near(&self, most: i32) -> bool {
        self.slack[0] + most >= i32::from(self.left)
    }

    /// The estimate: the largest of the looks'.
    pub(super) fn h(&self) -> u16 {
        (i32::from(self.left) - self.slack.into_iter().min().unwrap_or(0)) as u16
    }
}

/// Data shared by all nodes of a search.
pub(super) struct Field<'a, S, const L: usize, const N: usize> {
    /// By look: the slides as it sees them.
    slides: [&'a [Edge; EDGES]; L],
    tables: [PreparedTable<'a>; N],
    /// By number: the table of the tile in each look, or [`Look::NONE`].
    table_of: [[u8; L]; 32],
    /// By slide, `4 · blank + direction`: the cell that the tile leaves.
    from: [u8; EDGES],
    /// By slide: 16 times that cell, plus a bit for each direction possible then.
    exits: [u16; EDGES],
    /// By [exits](Frame::exits): the slides.
    edges: [[u8; 4]; 16 * CELLS],
    automaton: &'a Automaton,
    grid: Grid,
    pub(super) size: Size,
    goal: S,
}

/// No fewer than the cells of a board with tables.
const CELLS: usize = 32;
const EDGES: usize = 4 * CELLS;

impl<'a, S: Packed, const L: usize, const N: usize> Field<'a, S, L, N> {
    pub(super) fn new(looks: &'a Looks, automaton: &'a Automaton, goal: S) -> Self {
        // Where there are fewer looks than room, the last counts twice.
        let look = |l: usize| &looks.as_slice()[l.min(looks.as_slice().len() - 1)];
        let grid = Grid::new(looks.size());
        let mut field = Self {
            slides: std::array::from_fn(|l| look(l).edges()),
            tables: std::array::from_fn(|c| look(c / (N / L)).prepared(c % (N / L))),
            table_of: std::array::from_fn(|number| {
                std::array::from_fn(|l| match look(l).pattern(number as u8) {
                    Look::NONE => Look::NONE,
                    pattern => (l * (N / L)) as u8 + pattern,
                })
            }),
            from: [0; EDGES],
            exits: [0; EDGES],
            edges: [[0; 4]; 16 * CELLS],
            automaton,
            size: looks.size(),
            goal,
            grid,
        };
        for blank in 0..looks.size().cells() {
            for (direction, from) in field.grid.slides(blank, None) {
                let edge = 4 * blank + direction as usize;
                field.from[edge] = from as u8;
                field.exits[edge] = 16 * from as u16 + u16::from(field.grid.legal(from));
            }
            for directions in 0..16 {
                let edges = &mut field.edges[16 * blank + directions];
                let listed = (0..4).filter(|direction| directions & 1 << direction != 0);
                for (edge, direction) in edges.iter_mut().zip(listed) {
                    *edge = 4 * blank as u8 + direction;
                }
            }
        }
        field
    }

    /// The directions that are possible after a node.
    pub(super) fn legal(&self, node: &Node<S, L, N>) -> u8 {
        self.grid.legal(node.blank.into())
    }

    /// Whether a node is the goal.
    pub(super) fn is_goal(&self, node: &Node<S, L, N>) -> bool {
        self.is_goal_board(node.board)
    }

    /// Whether this is the goal.
    pub(super) fn is_goal_board(&self, board: S) -> bool {
        board == self.goal
    }

    /// A frame for a lane that has no root yet.
    pub(super) fn placeholder(&self) -> Frame<S, L, N> {
        Frame {
            spots: [Spot::default(); N],
            board: self.goal,
            slack: [0; L],
            left: 0,
            watched: Automaton::START,
            exits: 0,
            edge: 0,
        }
    }

    /// The slides to the children of a node, as many as there are directions in its exits.
    #[inline(always)]
    pub(super) fn edges(&self, exits: u16) -> &[u8; 4] {
        &self.edges[usize::from(exits) % (16 * CELLS)]
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
        let frame = Frame::new(self, node, bound, directions);
        let looked = (frame.exits % 16).count_ones() as usize;
        let mut child = frame;
        let mut kept = 0;
        for &edge in &self.edges(frame.exits)[..looked] {
            let mut lookup = Lookup::NONE;
            self.ask(&frame, edge, &mut lookup);
            if let Some(answers) = lookup.answer(&frame) {
                self.write(&frame, edge, &lookup, answers, &mut child);
                out[kept % 4] = child.node(bound);
                kept += 1;
            }
        }
        (kept, looked as u64)
    }

    /// Computes the table addresses of a node's child and prefetches their lines.
    #[inline(always)]
    pub(super) fn ask(&self, node: &Frame<S, L, N>, edge: u8, lookup: &mut Lookup<'a, L>) {
        let edge = usize::from(edge) % EDGES;
        let tile = usize::from(node.board.number(self.from[edge].into()));
        lookup.table = self.table_of[tile % 32];
        for l in 0..L {
            let table = usize::from(lookup.table[l]);
            if let Some(&spot) = node.spots.get(table) {
                let edge = &self.slides[l][edge];
                let aim = if S::CELLS <= SMALL_CELLS {
                    self.tables[table].aim::<true>(spot, edge)
                } else {
                    self.tables[table].aim::<false>(spot, edge)
                };
                prefetch(aim.word());
                lookup.aims[l] = aim;
            }
        }
    }

    /// Writes a child.
    #[inline(always)]
    pub(super) fn write(
        &self,
        node: &Frame<S, L, N>,
        edge: u8,
        lookup: &Lookup<'a, L>,
        answers: Answers<L>,
        child: &mut Frame<S, L, N>,
    ) {
        let number = usize::from(edge) % EDGES;
        let step = self.automaton.step(node.watched, edge);
        child.spots = node.spots;
        for l in 0..L {
            if let Some(spot) = child.spots.get_mut(usize::from(lookup.table[l])) {
                *spot = lookup.aims[l].spot(answers.down[l]);
            }
        }
        let blank = usize::from(node.exits / 16);
        child.board = node.board.slid(self.from[number].into(), blank);
        child.slack = answers.slack;
        child.left = node.left - 1;
        child.watched = step.state;
        child.exits = self.exits[number] & step.mask;
        child.edge = edge;
    }
}

/// What the tables say of one child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answers<const L: usize> {
    /// Whether the value goes down: 1, else 0.
    down: [u64; L],
    slack: [i32; L],
}

/// The table look-ups of one child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<'a, const L: usize> {
    aims: [Aim<'a>; L],
    table: [u8; L],
}

impl<const L: usize> Lookup<'_, L> {
    /// No look-ups yet.
    pub(super) const NONE: Self = Self {
        aims: [Aim::NONE; L],
        table: [Look::NONE; L],
    };

    /// What the tables say of the child of a node; none if it is beyond the bound.
    #[inline(always)]
    pub(super) fn answer<S, const N: usize>(&self, node: &Frame<S, L, N>) -> Option<Answers<L>> {
        let mut answers = Answers {
            down: [0; L],
            slack: node.slack,
        };
        let mut least = 0;
        for l in 0..L {
            // A move of a tile that is in no pattern leaves the estimate as it is.
            let mut less = 1;
            if usize::from(self.table[l]) < N {
                answers.down[l] = self.aims[l].answer();
                less = 2 - 2 * answers.down[l] as i32;
            }
            answers.slack[l] -= less;
            // Negative if one of them is.
            least |= answers.slack[l];
        }
        (least >= 0).then_some(answers)
    }
}
