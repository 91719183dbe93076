//! Breadth-first search that keeps the best nodes of each level.

use std::ops::ControlFlow;

use taquin_core::packed::Grid;
use taquin_core::trace::{StepKind, Why};
use taquin_core::{Control, Direction, Outcome, Puzzle, Stats, Stop};

use super::best_first::path_from;
use super::{Incremental, Slide};
use crate::incumbent::{Incumbent, answer};
use crate::memory::{Reached, State, WithState, key, make_room};
use crate::tracing::{Recorder, Seen};

/// A search to be run with the state that fits the puzzle.
pub(crate) struct BeamSearch<'a, H> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) control: &'a Control,
    pub(crate) heuristic: &'a H,
    pub(crate) width: usize,
}

impl<H: Incremental> WithState for BeamSearch<'_, H> {
    type Output = Outcome;

    fn run<S: State>(self) -> Outcome {
        answer(self.puzzle, self.control, |incumbent, stats| {
            let mut width = self.width;
            while !self.pass::<S>(width, incumbent, stats)? {
                width *= 2;
            }
            ControlFlow::Continue(())
        })
    }
}

/// A node of the present level.
#[derive(Clone, Copy)]
struct Node<S, T> {
    state: S,
    via: Direction,
    estimate: T,
}

impl<H: Incremental> BeamSearch<'_, H> {
    /// One run with a beam of this width; says whether it reached a goal.
    fn pass<S: State>(
        &self,
        width: usize,
        incumbent: &mut Incumbent<'_>,
        stats: &mut Stats,
    ) -> ControlFlow<Stop, bool> {
        let size = self.puzzle.start().size();
        let (grid, recorder) = (Grid::new(size), Recorder::new(self.control, size));
        let start = S::pack(self.puzzle.start());
        let goals: Vec<S> = self.puzzle.targets().iter().map(S::pack).collect();
        let mut meter = self.control.meter();
        let mut reached = S::Reached::new(size);
        let mut level = vec![Node {
            state: start,
            via: Direction::Up,
            estimate: self.heuristic.start(&start),
        }];
        let mut next: Vec<Node<S, H::State>> = Vec::new();
        let mut order = Vec::new();
        make_room::<S>(
            &mut reached,
            0,
            self.heuristic.table_bytes(),
            self.control,
            stats,
        )?;
        reached.arrive_once(key(start), 0, Direction::Up);
        stats.generated += 1;
        stats.peak_open = stats.peak_open.max(1);
        let mut closed = 0;
        for g in 0.. {
            let seen = |node: &Node<S, H::State>, g: u32| {
                let h = self.heuristic.estimate(node.estimate);
                let via = (g > 0).then_some(node.via);
                Seen {
                    state: node.state,
                    via,
                    g,
                    h,
                    f: h,
                }
            };
            for (done, node) in level.iter().enumerate() {
                let is_goal = goals.contains(&node.state);
                let left = level.len() - done - 1;
                if recorder.is_on() {
                    let (open, closed) = ((left + next.len()) as u64, closed + u64::from(!is_goal));
                    recorder.taken(seen(node, g), Why::InBeam, is_goal, open, closed);
                }
                if is_goal {
                    incumbent.offer(path_from(&reached, &grid, start, node.state));
                    return ControlFlow::Continue(true);
                }
                // The next level may double.
                let nodes = level.capacity() + 3 * next.capacity();
                let keys = 3 * next.capacity() * size_of::<u64>();
                let others = (nodes * size_of::<Node<S, H::State>>() + keys) as u64;
                let others = others + self.heuristic.table_bytes();
                make_room::<S>(&mut reached, g + 1, others, self.control, stats)?;
                meter.node()?;
                stats.expanded += 1;
                closed += 1;
                let blank = node.state.blank();
                for (direction, from) in grid.slides(blank, (g > 0).then_some(node.via)) {
                    let child = node.state.slid(from, blank);
                    let is_new = reached.arrive_once(key(child), g + 1, direction);
                    if !is_new && !recorder.is_on() {
                        continue;
                    }
                    let slide = Slide {
                        tile: node.state.number(from),
                        from,
                        to: blank,
                    };
                    let child = Node {
                        state: child,
                        via: direction,
                        estimate: self.heuristic.step(node.estimate, &child, slide),
                    };
                    if recorder.is_on() {
                        let kind = if is_new {
                            StepKind::Generate
                        } else {
                            StepKind::Duplicate
                        };
                        let open = (left + next.len()) as u64 + u64::from(is_new);
                        recorder.record(kind, seen(&child, g + 1), open, closed);
                    }
                    if is_new {
                        stats.generated += 1;
                        next.push(child);
                    }
                }
                stats.peak_open = stats.peak_open.max((left + next.len()) as u64);
                stats.peak_closed = stats.peak_closed.max(closed);
            }
            if next.is_empty() {
                return ControlFlow::Continue(false);
            }
            let estimates = next
                .iter()
                .map(|node| self.heuristic.estimate(node.estimate));
            rank(estimates, &mut order);
            if recorder.is_on() {
                for &key in order.iter().skip(width) {
                    let node = &next[index(key)];
                    recorder.record(StepKind::Prune, seen(node, g + 1), width as u64, closed);
                }
            }
            level.clear();
            level.extend(order.iter().take(width).map(|&key| next[index(key)]));
            next.clear();
        }
        unreachable!("levels go on until a beam ends")
    }
}

/// Fills `order` with the nodes' places, least estimate first; among equal estimates, first made first.
///
/// Sorting these keys instead of the nodes compiles one sort for all kinds of nodes.
fn rank(estimates: impl Iterator<Item = u32>, order: &mut Vec<u64>) {
    order.clear();
    order.extend(
        (0..)
            .zip(estimates)
            .map(|(place, h)| u64::from(h) << 32 | place),
    );
    order.sort_unstable();
}

/// The place of a node in the list that [`rank`] ranked.
fn index(key: u64) -> usize {
    key as u32 as usize
}
