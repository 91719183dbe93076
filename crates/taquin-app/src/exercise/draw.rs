//! Boards for exercises.

use std::ops::RangeInclusive;

use taquin::generate::{Generator, Random, Uniform};
use taquin::table::{DistanceTable, DistanceTables};
use taquin::{Board, Control, Goal, Goals, Puzzle, Size};

use crate::{Refusal, RefusalKind};

/// Three rows and columns.
pub(crate) fn three() -> Size {
    Size::new(3, 3).expect("3x3 is a size")
}

/// Two rows, three columns.
pub(crate) fn small() -> Size {
    Size::new(2, 3).expect("2x3 is a size")
}

/// The goal `blank-last` of a size.
pub(crate) fn goal(size: Size) -> Board {
    let goal = Goal::BlankLast.board(size);
    goal.expect("every size has this goal")
}

/// The distances to that goal.
pub(crate) fn table(size: Size, control: &Control) -> Result<DistanceTable, Refusal> {
    let tables = control.context().part::<DistanceTables>();
    let table = tables.get(&goal(size), control);
    table.map_err(|error| Refusal::new(RefusalKind::Unsupported, error.to_string()))
}

/// A solvable board whose distance from the goal lies in the range.
pub(crate) fn board(
    size: Size,
    distances: RangeInclusive<u32>,
    random: &mut Random,
    control: &Control,
) -> Result<Board, Refusal> {
    let (goal, table) = (goal(size), table(size, control)?);
    // A range holds at least one board in a thousand; a million draws miss it never.
    let mut boards = (0..1_000_000).map(|_| Uniform.draw(&goal, random));
    let is_near = |board: &Board| {
        let distance = table.distance(board);
        distance.is_some_and(|distance| distances.contains(&distance))
    };
    boards
        .find(is_near)
        .ok_or_else(|| fault("no board was drawn"))
}

/// The puzzle of a board.
pub(crate) fn puzzle(board: &Board) -> Result<Puzzle, Refusal> {
    Ok(Puzzle::new(board.clone(), &Goals::default())?)
}

/// All 3x3 boards at a distance from the goal, breadth-first.
pub(crate) fn boards_at(distance: u32, control: &Control) -> Result<Vec<Board>, Refusal> {
    let table = table(three(), control)?;
    let mut level = vec![goal(three())];
    for depth in 1..=distance {
        let mut next: Vec<Board> = Vec::new();
        for board in &level {
            for mv in board.moves() {
                let mut child = board.clone();
                child.slide(mv);
                if table.distance(&child) == Some(depth) && !next.contains(&child) {
                    next.push(child);
                }
            }
        }
        level = next;
    }
    Ok(level)
}

/// A board as lines of aligned numbers, the blank as a dot.
pub(crate) fn picture(board: &Board) -> String {
    let width = board.size().cells().to_string().len();
    let columns = board.size().cols();
    let numbers: Vec<String> = board
        .numbers()
        .map(|number| match number {
            0 => format!("{:>width$}", "."),
            number => format!("{number:>width$}"),
        })
        .collect();
    let rows: Vec<String> = numbers.chunks(columns).map(|row| row.join(" ")).collect();
    rows.join("\n")
}

/// A fault of an exercise itself.
pub(crate) fn fault(what: &str) -> Refusal {
    Refusal::new(
        RefusalKind::Internal,
        format!("the exercise failed: {what}"),
    )
}
