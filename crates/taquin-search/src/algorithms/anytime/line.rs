//! A path of moves, and the cheapest way to shorten it: remove segments that lead back to an earlier
//! board of the path.

use std::collections::HashMap;

use taquin_core::{Board, Move};

use super::zobrist::Zobrist;

/// The line without its loops: each board is passed once. An undone move is the smallest loop.
pub(super) fn without_loops(start: &Board, moves: &[Move], zobrist: &Zobrist) -> Vec<Move> {
    let mut board = start.clone();
    let mut kept: Vec<(Move, u64)> = Vec::new();
    let mut key = zobrist.key(&board);
    // By key: how many kept moves lead to the board. A key that two boards share would make a line
    // that does not solve, which the check of every solution finds.
    let mut passed = HashMap::from([(key, 0)]);
    for &mv in moves {
        let to = board.blank().index();
        let Some(tile) = board.slide(mv) else {
            return moves.to_vec();
        };
        key = zobrist.slid(key, tile.number(), board.blank().index(), to);
        if let Some(&before) = passed.get(&key) {
            for (_, key) in kept.drain(before..) {
                passed.remove(&key);
            }
            passed.insert(key, before);
        } else {
            kept.push((mv, key));
            passed.insert(key, kept.len());
        }
    }
    kept.into_iter().map(|(mv, _)| mv).collect()
}

/// All boards of a line, the start first.
pub(super) fn boards(start: &Board, moves: &[Move]) -> Vec<Board> {
    let mut board = start.clone();
    let mut boards = vec![start.clone()];
    for &mv in moves {
        board.slide(mv);
        boards.push(board.clone());
    }
    boards
}

/// The last place of a line up to `end`, but not much before, where the blank is in a corner: the
/// learned score leads to such boards. Else the next such place, else the line's end.
pub(super) fn stop_near(boards: &[Board], from: usize, end: usize) -> usize {
    let last = boards.len() - 1;
    let is_stop = |&place: &usize| place == last || is_in_corner(&boards[place]);
    let end = end.min(last);
    let middle = from + (end - from) / 2;
    let before = (middle + 1..=end).rev().find(is_stop);
    before
        .or_else(|| (end..=last).find(is_stop))
        .unwrap_or(last)
}

/// The first place of a line from `from` on where the blank is in a corner, or its end.
pub(super) fn stop_after(boards: &[Board], from: usize) -> usize {
    let last = boards.len() - 1;
    (from.min(last)..last)
        .find(|&place| is_in_corner(&boards[place]))
        .unwrap_or(last)
}

fn is_in_corner(board: &Board) -> bool {
    let (size, blank) = (board.size(), board.blank().index());
    size.row(blank) % (size.rows() - 1) == 0 && size.col(blank) % (size.cols() - 1) == 0
}

/// The moves that lead back.
pub(super) fn backwards(moves: &[Move]) -> Vec<Move> {
    let back = |mv: &Move| Move(mv.0.opposite());
    moves.iter().rev().map(back).collect()
}

#[cfg(test)]
mod tests {
    use taquin_core::{Direction::*, Goal, Size};

    use super::*;

    #[test]
    fn stops_have_the_blank_in_a_corner() {
        let size = Size::new(3, 3).unwrap();
        let start = Goal::BlankLast.board(size).unwrap();
        let moves = [Right, Right, Down, Down, Left, Left, Up, Up].map(Move);
        let boards = boards(&start, &moves);
        assert_eq!(boards.len(), 9);
        assert_eq!(stop_near(&boards, 0, 5), 4);
        assert_eq!(stop_near(&boards, 0, 100), 8);
        assert_eq!((stop_after(&boards, 0), stop_after(&boards, 1)), (0, 2));
        assert_eq!(stop_after(&boards, 100), 8);
        let back = backwards(&moves);
        assert_eq!(boards[8].clone().replay(&back), Ok(start));
    }

    #[test]
    fn loops_go_and_the_end_stays() {
        let size = Size::new(3, 3).unwrap();
        let start = Goal::BlankLast.board(size).unwrap();
        let cut = |moves: &[taquin_core::Direction]| {
            let moves: Vec<Move> = moves.iter().copied().map(Move).collect();
            let cut = without_loops(&start, &moves, &Zobrist::new(size));
            let end = |moves: &[Move]| start.clone().replay(moves).unwrap();
            assert_eq!(end(&cut), end(&moves));
            cut.len()
        };
        assert_eq!(cut(&[Right, Left]), 0);
        assert_eq!(cut(&[Right, Down, Up, Left]), 0);
        assert_eq!(cut(&[Right, Right, Left, Down]), 2);
        // Twelve moves around a 2x2 bring all back.
        let round = [Right, Down, Left, Up];
        assert_eq!(cut(&round.repeat(3)), 0);
        assert_eq!(cut(&round.repeat(2)), 8);
        // A loop inside a loop, and the boards of a loop cut out may be passed later.
        assert_eq!(cut(&[Right, Right, Left, Left, Down, Right, Left]), 1);
    }
}
