//! Shortest solutions for goals in which some tiles do not matter.
//!
//! A\* over boards whose free tiles all look alike: as few as eleven of sixteen numbers are kept apart
//! where four are named, so far fewer states are there than boards. The estimate is the Manhattan
//! distance of the tiles that are named; a slide changes it by at most one, so it is consistent, and the
//! first goal taken from the open list is a nearest one.

use std::ops::ControlFlow;

use taquin_core::packed::{Bytes, Grid, Packed};
use taquin_core::{
    Board, Cells, Control, Direction, Event, Goal, Goals, Move, Outcome, PartialGoal, Puzzle,
    Solution, Stats, Stop,
};

use crate::informed::path_from;
use crate::memory::{Arrival, Buckets, MAX_G, Reached, State, Ticket, key, make_room};

/// The number that all free tiles have in a state; no tile has it, because boards have at most 256 cells.
const FREE: u8 = 255;

/// Why there is no search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartialError {
    /// Board and goal of different sizes.
    #[error("the board is {board}, but the goal is {goal}")]
    Size {
        /// The board's size.
        board: taquin_core::Size,
        /// The goal's.
        goal: taquin_core::Size,
    },
    /// The named tiles leave no board that can be reached.
    #[error(
        "no board that meets the goal can be reached: its parity is wrong, whatever the free tile does"
    )]
    Unsolvable,
}

/// Finds a shortest way to a board that meets the goal.
///
/// # Errors
/// When the sizes differ or no such board can be reached.
pub fn solve(
    start: &Board,
    goal: &PartialGoal,
    control: &Control,
) -> Result<Outcome, PartialError> {
    let size = start.size();
    if size != goal.size() {
        return Err(PartialError::Size {
            board: size,
            goal: goal.size(),
        });
    }
    if !is_reachable(start, goal) {
        return Err(PartialError::Unsolvable);
    }
    Ok(if size.cells() <= 64 {
        run::<64>(start, goal, control)
    } else {
        run::<256>(start, goal, control)
    })
}

/// Two free tiles can change places, which makes any board solvable. With fewer, there are at most two
/// boards that meet the goal.
fn is_reachable(start: &Board, goal: &PartialGoal) -> bool {
    let cells = goal.size().cells();
    let free: Vec<u8> = (0..cells as u16)
        .map(|number| number as u8)
        .filter(|&number| !goal.names(number))
        .collect();
    if free.iter().filter(|&&number| number != 0).count() > 1 {
        return true;
    }
    let fits = |free: &[u8]| {
        let mut left = free.iter();
        let numbers = goal.cells().iter().map(|cell| {
            let number = cell.or_else(|| left.next().copied());
            u32::from(number.expect("as many free numbers as free cells"))
        });
        let board = Board::new(goal.size(), &numbers.collect::<Vec<u32>>());
        let board = board.expect("each number is named once or free");
        let goals = Goals::new([Goal::Custom(board)]);
        Puzzle::new(start.clone(), &goals).is_ok()
    };
    let back: Vec<u8> = free.iter().rev().copied().collect();
    fits(&free) || fits(&back)
}

fn run<const N: usize>(start: &Board, goal: &PartialGoal, control: &Control) -> Outcome
where
    Bytes<N>: State,
{
    let mut search = Search::<N>::new(start, goal, control);
    let stop = match search.run() {
        ControlFlow::Break(stop) => stop,
        ControlFlow::Continue(()) => Stop::Finished,
    };
    search.stats.time = control.elapsed();
    let solution = search.moves.map(|moves| {
        let end = start.clone().replay(&moves);
        let end = end.expect("a search slides real tiles");
        assert!(goal.is_met(&end), "a search gave moves that do not solve");
        let goals = Goals::new([Goal::Custom(end)]);
        let puzzle = Puzzle::new(start.clone(), &goals).expect("the moves lead there");
        Solution::check(&puzzle, moves).expect("the moves lead there")
    });
    Outcome::new(solution, search.bound, stop, search.stats)
}

struct Search<'a, const N: usize>
where
    Bytes<N>: State,
{
    control: &'a Control,
    grid: Grid,
    goal: &'a PartialGoal,
    start: Bytes<N>,
    /// Distance home by number and cell, `256 * number + cell`; 0 for the blank and free tiles.
    home: Vec<u8>,
    reached: <Bytes<N> as State>::Reached,
    open: Buckets<Ticket<Bytes<N>>>,
    stats: Stats,
    /// No solution is shorter.
    bound: u32,
    moves: Option<Vec<Move>>,
}

impl<'a, const N: usize> Search<'a, N>
where
    Bytes<N>: State,
{
    fn new(start: &Board, goal: &'a PartialGoal, control: &'a Control) -> Self {
        let size = goal.size();
        let mut home = vec![0; 256 * 256];
        for (place, number) in goal.cells().iter().enumerate() {
            if let Some(number @ 1..) = *number {
                for cell in 0..size.cells() {
                    home[256 * usize::from(number) + cell] = size.distance(place, cell) as u8;
                }
            }
        }
        let mut state = Bytes::<N>::pack(start);
        for number in &mut state.0[..size.cells()] {
            if *number != 0 && !goal.names(*number) {
                *number = FREE;
            }
        }
        Self {
            control,
            grid: Grid::new(size),
            goal,
            start: state,
            home,
            reached: <Bytes<N> as State>::Reached::new(size),
            open: Buckets::new(),
            stats: Stats::default(),
            bound: 0,
            moves: None,
        }
    }

    fn estimate(&self, state: &Bytes<N>) -> u32 {
        let cells = self.goal.size().cells();
        (0..cells)
            .map(|cell| u32::from(self.home[256 * usize::from(state.number(cell)) + cell]))
            .sum()
    }

    fn is_goal(&self, state: &Bytes<N>) -> bool {
        let cells = self.goal.cells().iter().enumerate();
        cells
            .filter_map(|(cell, wanted)| wanted.map(|wanted| (cell, wanted)))
            .all(|(cell, wanted)| state.number(cell) == wanted)
    }

    fn run(&mut self) -> ControlFlow<Stop> {
        let mut meter = self.control.meter();
        self.make_room(0)?;
        self.reached.arrive(key(self.start), 0, Direction::Up);
        let first = self.estimate(&self.start) as usize;
        self.open.push(first, 0, self.reached.ticket(self.start));
        (self.stats.generated, self.stats.peak_open) = (1, 1);
        while let Some((f, _, ticket)) = self.open.pop() {
            let state = self.reached.state(ticket);
            let mark = self.reached.close(key(state));
            let mark = mark.expect("an open state was reached");
            if mark.closed {
                continue;
            }
            if f as u32 > self.bound {
                self.bound = f as u32;
                self.control.report(&Event::LowerBound(self.bound));
            }
            if self.is_goal(&state) {
                self.bound = mark.g;
                self.moves = Some(path_from(&self.reached, &self.grid, self.start, state));
                return ControlFlow::Continue(());
            }
            self.make_room(mark.g + 1)?;
            meter.node()?;
            self.stats.expanded += 1;
            let last = (mark.g > 0).then_some(mark.via);
            let (blank, g) = (state.blank(), mark.g + 1);
            for (direction, from) in self.grid.slides(blank, last) {
                let child = state.slid(from, blank);
                if self.reached.arrive(key(child), g, direction) == Arrival::Known {
                    continue;
                }
                self.stats.generated += 1;
                let f = g + self.estimate(&child);
                let ticket = self.reached.ticket(child);
                self.open.push(f as usize, g.min(MAX_G) as usize, ticket);
            }
            self.stats.peak_open = self.stats.peak_open.max(self.open.len());
            self.stats.peak_closed = self.stats.expanded;
        }
        // Every board can be solved, so the open list ends only after a goal.
        ControlFlow::Continue(())
    }

    fn make_room(&mut self, g: u32) -> ControlFlow<Stop> {
        let others = self.open.bytes() + self.home.len() as u64;
        make_room::<Bytes<N>>(&mut self.reached, g, others, self.control, &mut self.stats)
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Uniform};
    use taquin_core::{Limits, Size};
    use taquin_testkit::Distances;

    use super::*;

    fn solve(board: &Board, goal: &str) -> Outcome {
        let goal: PartialGoal = goal.parse().unwrap();
        super::solve(board, &goal, &Control::new(Limits::default())).unwrap()
    }

    /// The least of the true distances to all boards that meet the goal, by breadth-first search from
    /// the start.
    #[test]
    fn lengths_are_those_of_the_nearest_board() {
        let goals = [
            "1 2 3/* * */* * *",
            "* * */* 0 */* * *",
            "1 2 3/4 * */7 * *",
        ];
        let size = Size::new(3, 3).unwrap();
        let home = Goal::BlankLast.board(size).unwrap();
        for seed in 0..12 {
            let board = Uniform.board(&home, seed);
            let distances = Distances::from_goal(&board);
            for text in goals {
                let goal: PartialGoal = text.parse().unwrap();
                let nearest = distances
                    .iter()
                    .filter(|(other, _)| goal.is_met(other))
                    .map(|(_, distance)| distance)
                    .min();
                let outcome = solve(&board, text);
                assert!(outcome.is_optimal(), "{board} {text}");
                assert_eq!(outcome.best().map(Solution::len), nearest, "{board} {text}");
            }
        }
    }

    #[test]
    fn one_free_tile_leaves_the_parity() {
        let control = Control::new(Limits::default());
        let solved: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let odd: PartialGoal = "2 1 3/4 5 6/7 * 0".parse().unwrap();
        let wrong = super::solve(&solved, &odd, &control);
        assert_eq!(wrong, Err(PartialError::Unsolvable));
        let even: PartialGoal = "1 2 3/4 5 6/7 * 0".parse().unwrap();
        let outcome = super::solve(&solved, &even, &control).unwrap();
        assert_eq!(outcome.best().map(Solution::len), Some(0));
    }

    #[test]
    fn limits_end_the_search_with_a_bound() {
        let control = Control::new(Limits {
            nodes: Some(50),
            ..Limits::default()
        });
        let board: Board = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0".parse().unwrap();
        let goal: PartialGoal = "1 2 3 4/5 6 7 8/* * * */* * * *".parse().unwrap();
        let outcome = super::solve(&board, &goal, &control).unwrap();
        assert_eq!((outcome.stop, outcome.best()), (Stop::OutOfNodes, None));
        assert!(outcome.lower_bound() > 0);
    }
}
