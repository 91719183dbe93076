//! All solutions that are at most some moves longer than a shortest one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use taquin::algorithms::PdbIda;
use taquin::notation::{Notation, format_moves};
use taquin::pdb::Pattern;
use taquin::{Control, Goals, Halt, Move, Puzzle, Solution, Stop};

use crate::answer;
use crate::shortest::ShortestError;

/// The most solutions that are listed.
const MOST: usize = 1_000_000;

/// The most moves beyond the optimum: the number of solutions grows by a factor for each.
pub const MOST_BEYOND: u32 = 30;

/// Finds every solution of at most `beyond` moves more than a shortest one: sequences that end at the
/// first goal they meet and take no move back at once. They are kept only if `listed`.
///
/// # Errors
/// When the control stops the search, there are too many solutions to list, or the board is too large.
pub fn solutions_within(
    puzzle: &Puzzle,
    goals: &Goals,
    beyond: u32,
    listed: bool,
    notation: Notation,
    control: &Control,
) -> Result<answer::Beyond, ShortestError> {
    let size = puzzle.start().size();
    if size.cells() > Pattern::MAX_CELLS {
        return Err(ShortestError::TooLarge { size });
    }
    let beyond = beyond.min(MOST_BEYOND);
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    let mut list: Vec<Vec<Move>> = Vec::new();
    let mut each = |solution: Solution| {
        if meets_a_goal_early(puzzle, solution.moves()) {
            return ControlFlow::Continue(());
        }
        *counts.entry(solution.len()).or_default() += 1;
        if listed {
            list.push(solution.moves().to_vec());
        }
        if list.len() > MOST {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let least = PdbIda::default().all_within(puzzle, control, beyond as u16, &mut each);
    let least = least.map_err(|halt| match halt {
        Halt::Stopped(Stop::Cancelled) => ShortestError::Cancelled,
        Halt::Stopped(stop) => ShortestError::Limit(stop),
        Halt::Refused(error) => ShortestError::Solve(error),
    })?;
    if list.len() > MOST {
        return Err(ShortestError::TooMany);
    }
    list.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let solutions = list.iter().map(|moves| format_moves(moves, notation));
    Ok(answer::Beyond {
        optimal: least,
        beyond,
        count: counts.values().sum(),
        by_length: counts
            .into_iter()
            .map(|(length, count)| answer::LengthCount { length, count })
            .collect(),
        solutions: listed.then(|| solutions.collect()),
        time_ms: (control.elapsed().as_secs_f64() * 1e6).round() / 1e3,
        board: puzzle.start().to_string(),
        goal: goals.to_string(),
        notation: notation.name(),
    })
}

/// Whether a goal is met before the last move; with several goals one may lie on the way to another.
fn meets_a_goal_early(puzzle: &Puzzle, moves: &[Move]) -> bool {
    let mut board = puzzle.start().clone();
    moves.iter().any(|&mv| {
        let before = puzzle.is_solved_by(&board);
        board.slide(mv);
        before
    })
}

#[cfg(test)]
mod tests {
    use taquin::{Board, Goal, Limits};

    use super::*;

    /// All sequences without an undone move, by plain depth-first search.
    fn enumerate(puzzle: &Puzzle, most: u32) -> BTreeMap<u32, u64> {
        fn go(
            puzzle: &Puzzle,
            board: &Board,
            last: Option<Move>,
            g: u32,
            most: u32,
            counts: &mut BTreeMap<u32, u64>,
        ) {
            if puzzle.is_solved_by(board) {
                *counts.entry(g).or_default() += 1;
                return;
            }
            if g == most {
                return;
            }
            for mv in board.moves().filter(|mv| Some(mv.inverse()) != last) {
                let mut next = board.clone();
                next.slide(mv);
                go(puzzle, &next, Some(mv), g + 1, most, counts);
            }
        }
        let mut counts = BTreeMap::new();
        go(puzzle, puzzle.start(), None, 0, most, &mut counts);
        counts
    }

    #[test]
    fn counts_are_those_of_a_plain_enumeration() {
        let both = Goals::new([Goal::BlankLast, Goal::BlankFirst]);
        let one = Goals::default();
        for (board, goals, beyond) in [
            ("8 1 3/4 0 2/7 6 5", &one, 4),
            ("1 2 3/4 5 6/0 7 8", &one, 12),
            ("1 2 3/4 5 6/7 8 0", &one, 12),
            ("1 2 3/4 6 8/7 5 0", &both, 6),
            ("1 4 2/3 0 5", &both, 8),
            ("3 1/2 0", &one, 6),
        ] {
            let Ok(puzzle) = Puzzle::new(board.parse().unwrap(), goals) else {
                panic!("{board} can be solved");
            };
            let control = Control::new(Limits::default());
            let found =
                solutions_within(&puzzle, goals, beyond, true, Notation::Tile, &control).unwrap();
            let expected = enumerate(&puzzle, found.optimal + beyond);
            let counts: BTreeMap<u32, u64> = found
                .by_length
                .iter()
                .map(|entry| (entry.length, entry.count))
                .collect();
            assert_eq!(counts, expected, "{board} {goals}");
            assert_eq!(expected.keys().next(), Some(&found.optimal), "{board}");
            let listed = found.solutions.unwrap();
            assert_eq!(listed.len() as u64, found.count, "{board}");
        }
    }
}
