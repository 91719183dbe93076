//! Breadth-first search of everything a board reaches, for boards that are not known to be solvable.
//!
//! A [`Puzzle`](taquin_core::Puzzle) is solvable by construction, so no solver can show that a board
//! is not. This search does: it visits every board that slides reach and looks for a goal among them.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use taquin_core::packed::Grid;
use taquin_core::{Board, Control, Direction, Stats, Stop};

use crate::memory::{Reached, State, Ticket, WithState, for_size, key, make_room};

/// The result of an exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhaustion {
    /// Moves to the nearest goal, if one was reached.
    pub distance: Option<u32>,
    /// Why it ended: [`Stop::Finished`] if it found a goal or saw everything.
    pub stop: Stop,
    /// What it did; `expanded` counts the boards it explored.
    pub stats: Stats,
}

/// Explores boards from `start` on until one of `goals` is met or nothing is left.
///
/// # Panics
/// When a goal has another size than the start.
pub fn exhaust(start: &Board, goals: &[Board], control: &Control) -> Exhaustion {
    let size = start.size();
    assert!(goals.iter().all(|goal| goal.size() == size), "one size");
    let search = Search {
        start,
        goals,
        control,
    };
    for_size(size, search)
}

struct Search<'a> {
    start: &'a Board,
    goals: &'a [Board],
    control: &'a Control,
}

impl WithState for Search<'_> {
    type Output = Exhaustion;

    fn run<S: State>(self) -> Exhaustion {
        let mut stats = Stats::default();
        let (distance, stop) = match self.explore::<S>(&mut stats) {
            ControlFlow::Continue(distance) => (distance, Stop::Finished),
            ControlFlow::Break(stop) => (None, stop),
        };
        stats.time = self.control.elapsed();
        Exhaustion {
            distance,
            stop,
            stats,
        }
    }
}

impl Search<'_> {
    fn explore<S: State>(&self, stats: &mut Stats) -> ControlFlow<Stop, Option<u32>> {
        let grid = Grid::new(self.start.size());
        let goals: Vec<S> = self.goals.iter().map(S::pack).collect();
        let start = S::pack(self.start);
        let mut meter = self.control.meter();
        let mut reached = S::Reached::new(self.start.size());
        make_room::<S>(&mut reached, 0, 0, self.control, stats)?;
        reached.arrive_once(key(start), 0, Direction::Up);
        let mut queue = VecDeque::from([(reached.ticket(start), 0, None)]);
        stats.generated = 1;
        while let Some((ticket, g, last)) = queue.pop_front() {
            let state = reached.state(ticket);
            if goals.contains(&state) {
                return ControlFlow::Continue(Some(g));
            }
            let waiting =
                (queue.capacity() * size_of::<(Ticket<S>, u32, Option<Direction>)>()) as u64;
            make_room::<S>(&mut reached, g + 1, 2 * waiting, self.control, stats)?;
            meter.node()?;
            stats.expanded += 1;
            stats.peak_closed = stats.expanded;
            let blank = state.blank();
            for (direction, from) in grid.slides(blank, last) {
                let child = state.slid(from, blank);
                if reached.arrive_once(key(child), g + 1, direction) {
                    stats.generated += 1;
                    queue.push_back((reached.ticket(child), g + 1, Some(direction)));
                }
            }
            stats.peak_open = stats.peak_open.max(queue.len() as u64);
        }
        ControlFlow::Continue(None)
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::{Goal, Limits};

    use super::*;

    fn explored(board: &str, limits: Limits) -> Exhaustion {
        let board: Board = board.parse().unwrap();
        let goal = Goal::BlankLast.board(board.size()).unwrap();
        exhaust(&board, &[goal], &Control::new(limits))
    }

    #[test]
    fn an_unsolvable_board_reaches_half_of_all_boards_and_no_goal() {
        let seen = explored("1 2 3/4 5 6/8 7 0", Limits::default());
        assert_eq!((seen.distance, seen.stop), (None, Stop::Finished));
        assert_eq!(seen.stats.expanded, 181_440);
        assert_eq!(explored("2 1/3 0", Limits::default()).stats.expanded, 12);
    }

    #[test]
    fn a_solvable_board_has_its_distance() {
        // Breadth-first search by hand: two slides.
        let seen = explored("1 2 3/4 5 6/0 7 8", Limits::default());
        assert_eq!(seen.distance, Some(2));
    }

    #[test]
    fn limits_are_obeyed() {
        let limits = Limits {
            nodes: Some(100),
            ..Limits::default()
        };
        let seen = explored("1 2 3/4 5 6/8 7 0", limits);
        assert_eq!((seen.stop, seen.stats.expanded), (Stop::OutOfNodes, 100));
    }
}
