//! How many shortest solutions a puzzle has.

use std::ops::ControlFlow;

use taquin::algorithms::PdbIda;
use taquin::table::DistanceTable;
use taquin::{Control, Puzzle};

/// How many shortest solutions there are: from complete tables where the board is small, else by
/// searching all boards within the least bound. None where the limits end the counting, or the
/// board is too large to be counted.
pub fn count_shortest(puzzle: &Puzzle, control: &Control) -> Option<u64> {
    if puzzle.start().size().cells() <= DistanceTable::MAX_CELLS {
        return count_in_tables(puzzle, control);
    }
    let mut count = 0;
    let all = PdbIda::default().all_shortest(puzzle, control, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    all.is_ok().then_some(count)
}

fn count_in_tables(puzzle: &Puzzle, control: &Control) -> Option<u64> {
    let start = puzzle.start();
    let mut counted = Vec::new();
    for goal in puzzle.targets() {
        let table = DistanceTable::new(goal, control).ok()?;
        counted.push((table.distance(start)?, table.count_optimal(start)?));
    }
    let least = counted.iter().map(|&(distance, _)| distance).min()?;
    let nearest = counted.iter().filter(|&&(distance, _)| distance == least);
    Some(nearest.map(|&(_, count)| count).sum())
}

#[cfg(test)]
mod tests {
    use super::count_shortest;
    use taquin::{Board, Control, Goals, Limits, Puzzle};

    fn count(text: &str, limits: Limits) -> Option<u64> {
        let board: Board = text.parse().expect("a board");
        let puzzle = Puzzle::new(board, &Goals::default()).expect("it can be solved");
        count_shortest(&puzzle, &Control::new(limits))
    }

    /// Two moves commute nowhere near the goal: one way each; `taquin solve --count` agrees.
    #[test]
    fn near_boards_have_one() {
        assert_eq!(count("1 2 3/4 5 6/0 7 8", Limits::default()), Some(1));
        assert_eq!(
            count("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15", Limits::default()),
            Some(1)
        );
    }

    #[test]
    fn a_limit_ends_the_counting() {
        let limits = Limits {
            nodes: Some(1),
            ..Limits::default()
        };
        let far = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
        assert_eq!(count(far, limits), None);
    }
}
