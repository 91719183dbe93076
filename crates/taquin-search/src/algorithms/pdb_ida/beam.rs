//! Beams within a threshold: a solution as long as the next threshold saves the search of that threshold,
//! which has about seven times the nodes of the one before.
//!
//! Level by level from the start, each board once. Children whose estimate exceeds the threshold are
//! dropped, as in the search itself; the [learned score](Learned) chooses among the others. All steps but
//! the removal of duplicates are shared by the threads, and the result does not depend on their number.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use taquin_core::packed::{Nibbles, Packed};
use taquin_core::{Board, Control, Direction, Move, Stop};

use super::automaton::Automaton;
use super::field::{Field, Frame, Located, Lookup, Node};
use super::goal_search::{End, GoalSearch, IterationResult, NodeJob};
use crate::algorithms::anytime::beam_score::{BeamScore, Look};
use crate::algorithms::anytime::learned::{Followed, Learned};
use crate::algorithms::anytime::wide::Seen;
use crate::algorithms::anytime::zobrist::Zobrist;
use crate::heuristic::Slide;
use crate::nets::Nets;

/// Nodes of an iteration for each board of a level of the beam before the next one. The beam then takes
/// about a twentieth of the time of that iteration.
const NODES_PER_BOARD: u64 = 1 << 11;

/// A narrower beam is tried first: on easy boards it finds a solution in a fraction of the time.
const NARROWER: usize = 8;

/// Beams narrower than this rarely find a shortest solution.
const NARROWEST: usize = 1 << 7;

/// The beams of a solve for one goal.
#[derive(Default)]
pub(super) struct Beams(OnceCell<Option<Guide>>);

/// What leads the beams to one goal.
struct Guide {
    score: Learned,
    zobrist: Zobrist,
}

impl Guide {
    fn new(goal: &Board, control: &Control) -> Option<Self> {
        let score = Learned::new(goal, &control.context().part::<Nets>())?;
        Some(Self {
            score,
            zobrist: Zobrist::new(goal.size()),
        })
    }
}

/// What beams before a threshold may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamTask {
    /// Maximum length of the solution.
    pub(super) bound: u16,
    /// Nodes of the iteration before.
    pub(super) after: u64,
    /// The most boards of a level.
    pub(super) widest: usize,
    pub(super) threads: usize,
    /// Bytes of tables that the search holds.
    pub(super) held: u64,
}

impl Beams {
    /// Looks for a solution within the next threshold, if that is expected to take long.
    pub(super) fn look(
        &self,
        search: &GoalSearch<'_>,
        start: &Located<'_>,
        task: BeamTask,
        control: &Control,
    ) -> (IterationResult, ControlFlow<End>) {
        let mut found = IterationResult::default();
        // In a page, a small download matters more than boards whose searches end at their limits anyway.
        if cfg!(target_arch = "wasm32") {
            return (found, ControlFlow::Continue(()));
        }
        let width = usize::try_from(task.after / NODES_PER_BOARD).unwrap_or(usize::MAX);
        let room = control.limits().memory.map_or(u64::MAX, |most| {
            let per_board = search.dispatch(BytesPerBoard { bound: task.bound });
            most.saturating_sub(task.held) / per_board
        });
        let width = width.min(task.widest).min(room as usize);
        if width < NARROWEST {
            return (found, ControlFlow::Continue(()));
        }
        let Some(guide) = self.0.get_or_init(|| Guide::new(search.goal, control)) else {
            return (found, ControlFlow::Continue(()));
        };
        for width in [width / NARROWER, width] {
            let beam = Beam {
                search,
                start,
                guide,
                task,
                width,
                control,
                found: &mut found,
            };
            let end = search.dispatch(beam).map_break(End::Stopped);
            if end.is_break() || found.moves.is_some() {
                return (found, end);
            }
        }
        (found, ControlFlow::Continue(()))
    }
}

/// One beam.
struct Beam<'a> {
    search: &'a GoalSearch<'a>,
    start: &'a Located<'a>,
    guide: &'a Guide,
    task: BeamTask,
    /// Boards kept of a level.
    width: usize,
    control: &'a Control,
    found: &'a mut IterationResult,
}

/// A board of a level.
#[derive(Clone, Copy)]
struct Member<S, const L: usize, const N: usize> {
    node: Node<S, L, N>,
    key: u64,
    /// Its parent's place in the level before.
    parent: u32,
}

/// The children of a board within the threshold.
#[derive(Clone, Copy)]
struct Family<S, const L: usize, const N: usize> {
    children: [Member<S, L, N>; 4],
    count: u8,
    /// Children that were looked up.
    looked: u8,
}

/// Nodes whose table lines, or keys, are under way at a time.
const AHEAD: usize = 8;

/// Keys remembered for each board of a level: some ten levels.
const REMEMBERED: usize = 16;

/// Fewer boards than this are not worth a thread.
const WORTH_A_THREAD: usize = 1 << 9;

/// Asks for the bytes of each board kept of a level: its children and their scores, what follows it and
/// its parent, the keys, and the ways of all levels.
struct BytesPerBoard {
    bound: u16,
}

impl NodeJob for BytesPerBoard {
    type Output = u64;

    fn run<S: Packed, const L: usize, const N: usize>(self) -> u64 {
        // Up to three children are new; two levels are held while one is made of the other.
        let members = size_of::<Family<S, L, N>>() + (3 + 2) * size_of::<Member<S, L, N>>();
        let keys = 2 * size_of::<u64>() * REMEMBERED;
        let looks = 3 * (size_of::<Look>() + size_of::<usize>());
        (members + looks + 2 * size_of::<Followed>() + keys) as u64 + 4 * u64::from(self.bound)
    }
}

impl NodeJob for Beam<'_> {
    type Output = ControlFlow<Stop>;

    fn run<S: Packed, const L: usize, const N: usize>(mut self) -> ControlFlow<Stop> {
        // Smaller boards have no learned score.
        if S::CELLS <= Nibbles::CELLS {
            return ControlFlow::Continue(());
        }
        self.levels::<S, L, N>()
    }
}

impl Beam<'_> {
    fn levels<S: Packed, const L: usize, const N: usize>(&mut self) -> ControlFlow<Stop> {
        let field: Field<'_, S, L, N> = self.search.field();
        let node = Node::<S, L, N>::start(self.start);
        let start = Member {
            node,
            key: self.guide.zobrist.key(&node.board),
            parent: 0,
        };
        let mut meter = self.control.meter();
        let mut seen = Seen::new(REMEMBERED * self.width);
        seen.arrive(start.key);
        let (followed, own) = self.guide.score.start(&node.board);
        let (mut level, mut followed) = (vec![start], vec![followed]);
        // With room for a full level, so that none of them grows beyond it.
        let mut families = Vec::with_capacity(self.width);
        let mut fresh = Vec::with_capacity(3 * self.width);
        let (mut looks, mut chosen) = (
            Vec::with_capacity(3 * self.width),
            Vec::with_capacity(self.width),
        );
        // By level: each board's parent and move.
        let mut ways: Vec<Vec<u32>> = Vec::new();
        while !level.is_empty() && level[0].node.g < self.task.bound {
            // 1. The children of all boards.
            let none = Family {
                children: [start; 4],
                count: 0,
                looked: 0,
            };
            families.resize(level.len(), none);
            self.share(&mut families, |first, families| {
                self.expand(&field, &level[first..][..families.len()], families);
            });
            // 2. Those that are new, in order.
            fresh.clear();
            for (parent, family) in (0..).zip(&families) {
                meter.node()?;
                self.found.expanded += 1;
                self.found.generated += u64::from(family.looked);
                let children = family.children.iter().take(family.count.into());
                fresh.extend(children.map(|&child| Member { parent, ..child }));
            }
            let mut new = 0;
            for i in 0..fresh.len() {
                if let Some(soon) = fresh.get(i + AHEAD) {
                    seen.expect(soon.key);
                }
                fresh[new] = fresh[i];
                new += usize::from(seen.arrive(fresh[new].key));
            }
            fresh.truncate(new);
            if let Some(goal) = fresh.iter().find(|child| field.is_goal(&child.node)) {
                self.found.moves = Some(way(&ways, origin(goal)));
                break;
            }
            // 3. Their scores.
            looks.resize(new, own);
            self.share(&mut looks, |first, looks| {
                for (child, look) in fresh[first..].iter().zip(looks) {
                    let slide = led(&level, child);
                    let before = &followed[child.parent as usize];
                    *look = (self.guide.score).look(before, &child.node.board, slide);
                }
            });
            // 4. The best of them.
            self.choose(&looks, &mut chosen);
            let mut next = vec![followed[0]; chosen.len()];
            self.share(&mut next, |first, next| {
                for (&place, next) in chosen[first..].iter().zip(next) {
                    let child = &fresh[place];
                    let slide = led(&level, child);
                    let before = &followed[child.parent as usize];
                    *next = self.guide.score.follow(before, slide, looks[place]);
                }
            });
            followed = next;
            level = chosen.iter().map(|&place| fresh[place]).collect();
            ways.push(level.iter().map(origin).collect());
            self.found.roots = self.found.roots.max(new);
        }
        let bytes = held(&families)
            + held(&fresh)
            + held(&looks)
            + held(&chosen)
            + 2 * (held(&level) + held(&followed))
            + ways.iter().map(held).sum::<usize>()
            + seen.bytes();
        self.found.bytes = self.found.bytes.max(bytes);
        ControlFlow::Continue(())
    }

    /// Lists the children of these boards within the threshold, but not the boards that they come from.
    fn expand<S: Packed, const L: usize, const N: usize>(
        &self,
        field: &Field<'_, S, L, N>,
        level: &[Member<S, L, N>],
        families: &mut [Family<S, L, N>],
    ) {
        let mut lookups = [[Lookup::NONE; 4]; AHEAD];
        let mut frames = [field.placeholder(); AHEAD];
        for (level, families) in level.chunks(AHEAD).zip(families.chunks_mut(AHEAD)) {
            for (i, (Member { node, .. }, family)) in level.iter().zip(&mut *families).enumerate() {
                let mut directions = field.legal(node);
                if node.g > 0 {
                    directions &= !(1 << node.via.opposite() as u8);
                }
                family.looked = directions.count_ones() as u8;
                let frame = Frame::new(field, node, self.task.bound, directions);
                let edges = field.edges(frame.exits).iter().take(family.looked.into());
                for (&edge, lookup) in edges.zip(&mut lookups[i]) {
                    field.ask(&frame, edge, lookup);
                }
                frames[i] = frame;
            }
            for (i, (member, family)) in level.iter().zip(families).enumerate() {
                let frame = &frames[i];
                family.count = 0;
                let edges = field.edges(frame.exits).iter().take(family.looked.into());
                for (&edge, lookup) in edges.zip(&lookups[i]) {
                    let Some(answers) = lookup.answer(frame) else {
                        continue;
                    };
                    let mut child = *frame;
                    field.write(frame, edge, lookup, answers, &mut child);
                    let mut node = child.node(self.task.bound);
                    node.watched = Automaton::START;
                    let (from, to) = (node.blank.into(), member.node.blank.into());
                    let tile = member.node.board.number(from);
                    let place = usize::from(family.count);
                    family.children[place] = Member {
                        node,
                        key: self.guide.zobrist.slid(member.key, tile, from, to),
                        parent: 0,
                    };
                    family.count += 1;
                }
            }
        }
    }

    /// The places of those with the lowest scores; of equals, the first.
    fn choose(&self, looks: &[Look], chosen: &mut Vec<usize>) {
        chosen.clear();
        if looks.len() <= self.width {
            chosen.extend(0..looks.len());
            return;
        }
        let mut scores: Vec<u16> = looks.iter().map(|look| look.score).collect();
        let (lower, &mut cut, _) = scores.select_nth_unstable(self.width);
        let mut equals = self.width - lower.iter().filter(|&&score| score < cut).count();
        for (place, look) in looks.iter().enumerate() {
            if look.score < cut || look.score == cut && equals > 0 {
                equals -= usize::from(look.score == cut);
                chosen.push(place);
            }
        }
    }

    /// Gives each thread a stretch of these, and the place where it begins.
    fn share<T: Send>(&self, items: &mut [T], work: impl Fn(usize, &mut [T]) + Sync) {
        let threads = (items.len() / WORTH_A_THREAD).clamp(1, self.task.threads);
        let stretch = items.len().div_ceil(threads).max(1);
        let mut stretches = items.chunks_mut(stretch).enumerate();
        let own = stretches.next();
        std::thread::scope(|scope| {
            let work = &work;
            for (i, items) in stretches {
                scope.spawn(move || work(i * stretch, items));
            }
            if let Some((_, items)) = own {
                work(0, items);
            }
        });
    }
}

/// The bytes of a list.
fn held<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// The slide that leads to a child from its parent in this level.
fn led<S: Packed, const L: usize, const N: usize>(
    level: &[Member<S, L, N>],
    child: &Member<S, L, N>,
) -> Slide {
    let to = level[child.parent as usize].node.blank.into();
    Slide {
        tile: child.node.board.number(to),
        from: child.node.blank.into(),
        to,
    }
}

/// A board's parent and the move from there, in one number.
fn origin<S, const L: usize, const N: usize>(member: &Member<S, L, N>) -> u32 {
    member.parent << 2 | member.node.via as u32
}

/// The moves that end with this one.
fn way(ways: &[Vec<u32>], last: u32) -> Vec<Move> {
    let mut moves = Vec::with_capacity(ways.len() + 1);
    let mut origin = last;
    for level in ways.iter().rev() {
        moves.push(Move(Direction::from_index(origin as u8)));
        origin = level[(origin >> 2) as usize];
    }
    moves.push(Move(Direction::from_index(origin as u8)));
    moves.reverse();
    moves
}

#[cfg(all(test, feature = "nets"))]
mod tests {
    use taquin_core::generate::{Generator, Walk};
    use taquin_core::{Goal, Limits, Puzzle, Size, Solution};
    use taquin_pdb::PdbCache;
    use taquin_pdb::zero::Looks;

    use super::super::goal_search::IterationTask;
    use super::*;

    const GOAL: Goal = Goal::BlankFirst;

    /// Calls `check` with some boards, a search for their goal, and their distances from it.
    fn for_boards(check: impl Fn(&Puzzle, &GoalSearch<'_>, &Located<'_>, u16)) {
        let goal = GOAL.board(Size::new(5, 5).unwrap()).unwrap();
        let partition = "4-4-4-4-4-4".parse().unwrap();
        let control = Control::new(Limits::default());
        let looks = Looks::new(&goal, &[partition], &PdbCache::default(), &control).unwrap();
        let automaton = Automaton::new(goal.size(), 8);
        let search = GoalSearch {
            goal: &goal,
            looks: &looks,
            automaton: &automaton,
        };
        for seed in 0..4 {
            let board = Walk { moves: 60 }.board(&goal, seed);
            let start = Located::new(&looks, &board);
            let mut bounds = (search.estimate(&start)..).step_by(2);
            let is_solved = |&bound: &u16| {
                let task = IterationTask::plain(bound);
                search.iterate(&start, task, &control).0.moves.is_some()
            };
            let distance = bounds.find(is_solved).unwrap();
            let puzzle = Puzzle::new(board.clone(), &GOAL.into()).unwrap();
            check(&puzzle, &search, &start, distance);
        }
    }

    fn task(bound: u16, threads: usize) -> BeamTask {
        BeamTask {
            bound,
            after: u64::MAX,
            widest: 2000,
            threads,
            held: 1000,
        }
    }

    fn limited(nodes: Option<u64>, memory: Option<u64>) -> Control {
        Control::new(Limits {
            nodes,
            memory,
            ..Limits::default()
        })
    }

    #[test]
    fn beams_find_shortest_solutions_and_none_below() {
        for_boards(|puzzle, search, start, distance| {
            let control = limited(None, None);
            let look = |bound| {
                let (found, end) = Beams::default().look(search, start, task(bound, 1), &control);
                assert!(end.is_continue());
                found
            };
            let found = look(distance);
            let moves = found.moves.expect("2000 boards are many for these boards");
            assert_eq!(moves.len(), distance.into());
            Solution::check(puzzle, moves).unwrap();
            assert!(found.expanded > 0 && found.generated > found.expanded);
            assert_eq!(look(distance - 2).moves, None);
        });
    }

    #[test]
    fn threads_do_not_change_a_beam() {
        for_boards(|puzzle, search, start, distance| {
            let guide = Guide::new(search.goal, &limited(None, None)).unwrap();
            let run = |threads| {
                let mut found = IterationResult::default();
                let beam = Beam {
                    search,
                    start,
                    guide: &guide,
                    task: task(distance + 12, threads),
                    width: 3000,
                    control: &limited(None, None),
                    found: &mut found,
                };
                assert!(search.dispatch(beam).is_continue());
                found
            };
            let one = run(1);
            // Levels are wide enough to be shared.
            assert!(one.roots > 3000);
            Solution::check(puzzle, one.moves.clone().unwrap()).unwrap();
            // What it held is no more than what a memory limit counts.
            let per_board = search.dispatch(BytesPerBoard {
                bound: distance + 12,
            });
            assert!(one.bytes as u64 <= 3000 * per_board, "{} bytes", one.bytes);
            for threads in [2, 5] {
                let many = run(threads);
                assert_eq!(many.moves, one.moves);
                assert_eq!(many.expanded, one.expanded);
                assert_eq!(many.generated, one.generated);
            }
        });
    }

    #[test]
    fn beams_obey_the_limits() {
        for_boards(|_, search, start, distance| {
            let look =
                |task, control: &Control| Beams::default().look(search, start, task, control);
            let (found, end) = look(task(distance, 2), &limited(Some(50), None));
            assert_eq!(end, ControlFlow::Break(End::Stopped(Stop::OutOfNodes)));
            assert_eq!((found.moves, found.expanded), (None, 50));
            // A limit makes beams narrower, and none is searched where that would be too narrow.
            let per_board = search.dispatch(BytesPerBoard { bound: distance });
            let boards = |boards: u64| 1000 + boards * per_board;
            let wide = look(task(distance + 8, 1), &limited(None, None)).0;
            let memory = boards(200);
            let narrow = look(task(distance + 8, 1), &limited(None, Some(memory))).0;
            assert!(narrow.expanded > 0 && narrow.expanded < wide.expanded);
            assert!(1000 + narrow.bytes as u64 <= memory);
            let none = look(task(distance, 1), &limited(None, Some(boards(100)))).0;
            assert_eq!(none.expanded, 0);
            let none = BeamTask {
                after: 100 * NODES_PER_BOARD,
                ..task(distance, 1)
            };
            assert_eq!(look(none, &limited(None, None)).0.expanded, 0);
        });
    }
}
