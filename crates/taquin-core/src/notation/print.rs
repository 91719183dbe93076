//! Writing a position in the forms that [`parse_board`](super::parse_board) reads.
//!
//! The position text itself, `8 1 3/4 0 2/7 6 5`, is `Board`'s `Display`.

use std::fmt::Write;

use crate::Board;

/// The form for links, where a space would need escaping: `8,1,3/4,0,2/7,6,5`.
pub fn to_link(board: &Board) -> String {
    board.to_string().replace(' ', ",")
}

/// Rows as JSON: `[[8,1,3],[4,0,2],[7,6,5]]`.
pub fn to_json(board: &Board) -> String {
    format!("[[{}]]", to_link(board).replace('/', "],["))
}

/// The numbers in reading order, `8 1 3 4 0 2 7 6 5`; with the size in front, `2x3:…`, where the
/// board is not square.
pub fn to_flat(board: &Board) -> String {
    let size = board.size();
    let numbers = board.to_string().replace('/', " ");
    if size.rows() == size.cols() {
        numbers
    } else {
        format!("{size}:{numbers}")
    }
}

/// One line per row with the numbers under one another, for terminals; no line end after the last.
///
/// Blanks `0 _ . x` are read back, others are for the eye only.
///
/// ```
/// let board = "8 1 3 12/4 0 2 11/7 6 5 10/9 13 14 15".parse()?;
/// let grid = taquin_core::notation::to_grid(&board, '.');
/// assert_eq!(grid, " 8  1  3 12\n 4  .  2 11\n 7  6  5 10\n 9 13 14 15");
/// # Ok::<(), taquin_core::notation::ParseError>(())
/// ```
pub fn to_grid(board: &Board, blank: char) -> String {
    let size = board.size();
    let width = size.tiles().to_string().len();
    let mut grid = String::new();
    for (cell, number) in board.numbers().enumerate() {
        match (cell, size.col(cell)) {
            (0, _) => {}
            (_, 0) => grid.push('\n'),
            _ => grid.push(' '),
        }
        let written = match number {
            0 => write!(grid, "{blank:>width$}"),
            _ => write!(grid, "{number:>width$}"),
        };
        written.expect("writing to a string cannot fail");
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_look_as_documented() {
        let board: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        assert_eq!(to_link(&board), "8,1,3/4,0,2/7,6,5");
        assert_eq!(to_json(&board), "[[8,1,3],[4,0,2],[7,6,5]]");
        assert_eq!(to_flat(&board), "8 1 3 4 0 2 7 6 5");
        assert_eq!(to_grid(&board, '_'), "8 1 3\n4 _ 2\n7 6 5");
        let board: Board = "1 2 3/4 5 0".parse().unwrap();
        assert_eq!(to_flat(&board), "2x3:1 2 3 4 5 0");
    }
}
