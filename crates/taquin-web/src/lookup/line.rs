//! Lines through the table: followed from a board to its goal, and checked on the way.

use taquin::{Board, Move, Puzzle};

use super::{Entry, Lookup, LookupError, PositionKey};

/// A table's line for a board.
#[derive(Default)]
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    /// The entry of the first board.
    pub(super) start: Option<Entry>,
    /// The keys that were read.
    pub(super) keys: Vec<PositionKey>,
    /// Whether it leads where it says, as far as it was followed.
    pub(super) sound: bool,
}

/// Follows the entries from the start of a puzzle: to the goal where they claim a proof, else for at
/// least this many moves. Each must say one move less than the one before if both are proven, and fewer
/// moves in any case.
pub(super) fn follow(
    table: &dyn Lookup,
    puzzle: &Puzzle,
    goal: &Board,
    least: usize,
) -> Result<Line, LookupError> {
    let mut board = puzzle.start().clone();
    let mut line = Line::default();
    let mut before: Option<Entry> = None;
    let first = PositionKey::new(&board, goal);
    line.keys.push(first.clone());
    table.walk(first, &mut |entry| {
        // Lines go in as a whole: one that breaks off was not written here.
        let entry = entry?;
        let nearer = before.is_none_or(|before| {
            let step = before.length.checked_sub(entry.length);
            match (before.proven, entry.proven) {
                (true, true) => step == Some(1),
                (true, false) => false,
                (false, _) => step.is_some_and(|step| step > 0),
            }
        });
        line.start.get_or_insert(entry);
        let bound = manhattan(&board, goal);
        let slid = entry.first.and_then(|first| {
            board.slide(first)?;
            Some(first)
        });
        let right_parity = (u32::from(entry.length) + bound).is_multiple_of(2);
        let (true, Some(first)) = (
            nearer && right_parity && u32::from(entry.length) >= bound,
            slid,
        ) else {
            return None;
        };
        line.moves.push(first);
        before = Some(entry);
        let enough = line.moves.len() >= least && !entry.proven;
        if board == *goal || enough {
            line.sound = entry.length == 1 || board != *goal;
            return None;
        }
        let key = PositionKey::new(&board, goal);
        line.keys.push(key.clone());
        Some(key)
    })?;
    Ok(line)
}

/// The sum of the tiles' distances from home: every solution has at least this many moves, and an even
/// number more.
fn manhattan(board: &Board, goal: &Board) -> u32 {
    let size = board.size();
    let mut homes = [0_usize; 256];
    for (cell, number) in goal.numbers().enumerate() {
        homes[usize::from(number)] = cell;
    }
    let tiles = board.numbers().enumerate().filter(|&(_, n)| n != 0);
    let distances = tiles.map(|(cell, n)| size.distance(cell, homes[usize::from(n)]) as u32);
    distances.sum()
}
