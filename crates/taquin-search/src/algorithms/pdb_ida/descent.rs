//! The inner loop: depth-first search below one node, within a bound.
//!
//! A node is popped, its children are looked up, and those within the bound are pushed. What a
//! child costs is, for each look, one step of a [`Chart`]: the tile that slid belongs to one
//! pattern, and no other changes. The first look that cuts a child off spares the rest.
#![expect(
    clippy::inline_always,
    reason = "the loop is compiled a second time for processors that count bits; what it calls must follow"
)]

use std::ops::ControlFlow;

use taquin_core::packed::{Grid, Packed};
use taquin_core::trace::{Kind, Step, Tracer, Why};
use taquin_core::{Control, Direction, Meter, Move, Size, Stop};
use taquin_pdb::zero::{Chart, Look, Looks, Spot};

use super::automaton::Automaton;

/// A board within the search: `L` looks at it with up to `P` patterns each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<S, const L: usize, const P: usize> {
    pub(super) board: S,
    spots: [[Spot; P]; L],
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

impl<S: Packed, const L: usize, const P: usize> Node<S, L, P> {
    /// The node of a board before any move.
    pub(super) fn start(field: &Field<'_, S, L, P>, board: S) -> Self {
        let spots: [[Spot; P]; L] = std::array::from_fn(|l| {
            let look = field.looks[l];
            std::array::from_fn(|p| {
                if p < look.patterns() {
                    look.spot(p, &board)
                } else {
                    Spot::default()
                }
            })
        });
        Self {
            board,
            spots,
            sums: spots.map(|spots| spots.iter().map(|spot| u16::from(spot.value)).sum()),
            g: 0,
            watched: Automaton::START,
            blank: board.blank() as u8,
            via: Direction::Up,
        }
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

/// What all nodes of a search share.
pub(super) struct Field<'a, S, const L: usize, const P: usize> {
    looks: [&'a Look; L],
    charts: [[Chart<'a>; P]; L],
    automaton: &'a Automaton,
    grid: Grid,
    size: Size,
    goal: S,
}

impl<'a, S: Packed, const L: usize, const P: usize> Field<'a, S, L, P> {
    pub(super) fn new(looks: &'a Looks, automaton: &'a Automaton, goal: S) -> Self {
        // Where there are fewer looks than room, the last counts twice.
        let look = |l: usize| &looks.as_slice()[l.min(looks.as_slice().len() - 1)];
        Self {
            looks: std::array::from_fn(look),
            charts: std::array::from_fn(|l| std::array::from_fn(|p| look(l).chart(p))),
            automaton,
            grid: Grid::new(looks.size()),
            size: looks.size(),
            goal,
        }
    }

    /// The directions that are possible after a node.
    pub(super) fn legal(&self, node: &Node<S, L, P>) -> u8 {
        self.grid.legal(node.blank.into())
    }

    /// Whether a node is the goal.
    #[inline(always)]
    pub(super) fn is_goal(&self, node: &Node<S, L, P>) -> bool {
        node.sums[0] == 0 && node.board == self.goal
    }

    /// Writes the children within the bound to the front of `out`, which has room for four. Gives
    /// their number and how many were looked at.
    #[inline(always)]
    pub(super) fn children(
        &self,
        node: &Node<S, L, P>,
        directions: u8,
        bound: u16,
        out: &mut [Node<S, L, P>],
    ) -> (usize, u64) {
        let followers = self.automaton.followers(node.watched);
        let left = bound - node.g - 1;
        let blank = usize::from(node.blank);
        let (mut kept, mut looked) = (0, 0);
        let mut rest = directions & self.automaton.allowed(node.watched);
        while rest != 0 {
            let direction = Direction::from_index(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            looked += 1;
            let from = self.grid.source(blank, direction);
            let tile = node.board.number(from);
            let mut spots = [Spot::default(); L];
            let mut sums = node.sums;
            let mut within = true;
            for l in 0..L {
                let p = usize::from(self.looks[l].pattern(tile));
                if p < P {
                    let before = node.spots[l][p];
                    let edge = self.looks[l].edge(blank, direction);
                    let after = self.charts[l][p].step(before, edge);
                    sums[l] = sums[l] + u16::from(after.value) - u16::from(before.value);
                    spots[l] = after;
                }
                if sums[l] > left {
                    within = false;
                    break;
                }
            }
            if !within {
                continue;
            }
            let child = &mut out[kept];
            kept += 1;
            *child = *node;
            child.board = node.board.slid(from, blank);
            child.sums = sums;
            child.g = node.g + 1;
            child.watched = followers[direction as usize];
            child.blank = from as u8;
            child.via = direction;
            for (l, spot) in spots.into_iter().enumerate() {
                let p = usize::from(self.looks[l].pattern(tile));
                if p < P {
                    child.spots[l][p] = spot;
                }
            }
        }
        (kept, looked)
    }
}

/// A search below one node, with what it needs again for the next.
pub(super) struct Descent<'a, 'b, S, const L: usize, const P: usize> {
    pub(super) field: &'b Field<'a, S, L, P>,
    pub(super) meter: Meter<'b>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    stack: Vec<Node<S, L, P>>,
    path: Vec<Direction>,
    record: Option<Record<'b>>,
}

/// What a recorded search keeps besides: a number for each node of the current path.
struct Record<'a> {
    tracer: &'a Tracer,
    size: Size,
    ids: Vec<u64>,
}

/// Why a descent ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Whoever was told of a goal wants no more.
    Enough,
    /// The control said so.
    Stopped(Stop),
}

impl<'a, 'b, S: Packed, const L: usize, const P: usize> Descent<'a, 'b, S, L, P> {
    pub(super) fn new(field: &'b Field<'a, S, L, P>, control: &'b Control) -> Self {
        Self {
            field,
            meter: control.meter(),
            record: control.tracer().map(|tracer| Record {
                tracer,
                size: field.size,
                ids: Vec::new(),
            }),
            expanded: 0,
            generated: 0,
            stack: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Searches all nodes with f up to `bound` below `root`, whose moves may be `first`. Tells
    /// `goal` the moves from there to each goal met, and `pause` is asked now and then whether to
    /// go on.
    #[inline]
    pub(super) fn run(
        &mut self,
        root: &Node<S, L, P>,
        first: u8,
        bound: u16,
        pause: impl Fn() -> ControlFlow<End>,
        goal: impl FnMut(&[Direction]) -> ControlFlow<End>,
    ) -> ControlFlow<End> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
        {
            #[expect(
                unsafe_code,
                reason = "counting bits is one instruction, where there is one"
            )]
            // SAFETY: the processor has just said that it has these instructions.
            return unsafe { self.run_counting(root, first, bound, pause, goal) };
        }
        self.run_anywhere(root, first, bound, pause, goal)
    }

    /// The same code for processors that count bits by an instruction.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn run_counting(
        &mut self,
        root: &Node<S, L, P>,
        first: u8,
        bound: u16,
        pause: impl Fn() -> ControlFlow<End>,
        goal: impl FnMut(&[Direction]) -> ControlFlow<End>,
    ) -> ControlFlow<End> {
        self.run_anywhere(root, first, bound, pause, goal)
    }

    #[inline(always)]
    fn run_anywhere(
        &mut self,
        root: &Node<S, L, P>,
        first: u8,
        bound: u16,
        pause: impl Fn() -> ControlFlow<End>,
        mut goal: impl FnMut(&[Direction]) -> ControlFlow<End>,
    ) -> ControlFlow<End> {
        // Every move leaves at most three others to be tried later, and four need room at once.
        let depth = usize::from(bound.saturating_sub(root.g)) + 1;
        self.stack.resize(3 * depth + 4, *root);
        self.path.resize(depth, Direction::Up);
        let mut top = 1;
        self.stack[0] = *root;
        while top > 0 {
            top -= 1;
            let node = self.stack[top];
            let moves = usize::from(node.g - root.g);
            let directions = if moves == 0 {
                first
            } else {
                self.path[moves - 1] = node.via;
                self.field.grid.legal(node.blank.into())
            };
            if self.field.is_goal(&node) {
                self.record(Kind::Goal, &node, moves);
                goal(&self.path[..moves])?;
                continue;
            }
            if node.g >= bound {
                continue;
            }
            if self.expanded.is_multiple_of(PAUSE) {
                pause()?;
            }
            self.meter.node().map_break(End::Stopped)?;
            if self.record.is_some() {
                let why = if moves == 0 {
                    Why::Start
                } else {
                    Why::WithinThreshold
                };
                self.record(Kind::Expand(why), &node, moves);
            }
            self.expanded += 1;
            let room = &mut self.stack[top..];
            let (kept, looked) = self.field.children(&node, directions, bound, room);
            top += kept;
            self.generated += looked;
        }
        ControlFlow::Continue(())
    }
}

impl<S: Packed, const L: usize, const P: usize> Descent<'_, '_, S, L, P> {
    #[cold]
    fn record(&mut self, kind: Kind, node: &Node<S, L, P>, moves: usize) {
        let Some(record) = self.record.as_mut().filter(|r| !r.tracer.is_full()) else {
            return;
        };
        record.ids.truncate(moves);
        let parent = record.ids.last().copied();
        let id = record.tracer.new_id();
        record.ids.push(id);
        record.tracer.record(Step {
            kind,
            node: id,
            parent,
            mv: (moves > 0).then_some(Move(node.via)),
            board: node.board.unpack(record.size),
            g: node.g.into(),
            h: node.h().into(),
            f: node.f().into(),
            open: moves as u64,
            closed: self.expanded,
        });
    }
}

/// Nodes between two questions whether to go on.
const PAUSE: u64 = 1 << 10;

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Uniform};
    use taquin_core::packed::Nibbles;
    use taquin_core::{Goal, Limits};
    use taquin_pdb::{Partition, PdbCache};

    use super::*;

    /// The loop compiled for processors that count bits does what the other does, node by node.
    #[test]
    fn both_ways_to_count_bits_agree() {
        let size = Size::new(3, 3).unwrap();
        let goal = Goal::BlankLast.board(size).unwrap();
        let control = Control::new(Limits::default());
        let partition = Partition::default_for(size);
        let looks = Looks::new(&goal, &[partition], &PdbCache::default(), &control).unwrap();
        let automaton = Automaton::new(size, 8);
        let field = Field::<Nibbles, 2, 4>::new(&looks, &automaton, Nibbles::pack(&goal));
        for seed in 0..20 {
            let board = Nibbles::pack(&Uniform.board(&goal, seed));
            let root = Node::start(&field, board);
            let count = |anywhere: bool| {
                let mut descent = Descent::new(&field, &control);
                let mut lines = Vec::new();
                let (first, bound) = (field.legal(&root), root.f() + 4);
                let pause = || ControlFlow::Continue(());
                let goal = |moves: &[Direction]| {
                    lines.push(moves.to_vec());
                    ControlFlow::Continue(())
                };
                let end = if anywhere {
                    descent.run_anywhere(&root, first, bound, pause, goal)
                } else {
                    descent.run(&root, first, bound, pause, goal)
                };
                assert!(end.is_continue());
                (descent.expanded, descent.generated, lines)
            };
            assert_eq!(count(true), count(false));
        }
    }
}
