//! Messages for the player, full screen and line by line.

use std::time::Duration;

use taquin::{Board, Cell, Direction, Move, Unsolvable};
use taquin_app::units::count_of;
use taquin_game::{Best, Game, Phase};

/// Dealt, not begun.
pub(crate) const READY: &str = "The clock starts with your first move.";
/// A tile that is not in the blank's row or column, or a way no tile can go.
pub(crate) const CANNOT_MOVE: &str = "That tile cannot move.";
/// Another game was begun.
pub(crate) const UNDO_NEW: &str = "New game. Undo brings the last one back.";

/// A time as clocks show it: `0:41`, `1:02:03`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `1 move`, `2 moves`.
pub(crate) fn moves(count: usize) -> String {
    format!("{count} move{}", if count == 1 { "" } else { "s" })
}

/// A best game: `12 moves in 0:41`.
pub(crate) fn best(best: &Best) -> String {
    let time = time(Duration::from_millis(best.millis));
    format!("{} in {time}", moves(best.moves as usize))
}

/// The message at the end of a game; `best` is the fewest moves possible, once it is known.
pub(crate) fn won(game: &Game, best: Option<u32>, now: Duration) -> String {
    let count = moves(game.moves());
    let time = time(game.elapsed(now));
    match (game.phase(), best) {
        (Phase::WonAssisted, _) => format!("YOU WON! (with help) {count} in {time}."),
        (_, Some(best)) if game.moves() == best as usize => {
            format!("YOU WON! {count} in {time} — the fewest possible.")
        }
        (_, Some(best)) => {
            format!("YOU WON! {count} in {time}. Best possible: {best}. Review?")
        }
        (_, None) => format!("YOU WON! {count} in {time}."),
    }
}

/// A search at work.
pub(crate) fn searching(nodes: u64) -> String {
    format!("Searching… {} positions looked at.", grouped(nodes))
}

/// A search that is building a table first, and how many of its entries are done.
pub(crate) fn building(tiles: &str, reached: u64, entries: u64) -> String {
    let percent = 100 * reached / entries.max(1);
    format!("Building the table of tiles {tiles}, {percent} %.")
}

/// A search that ended at its time limit.
pub(crate) fn limit(seconds: u64, best: Option<u32>) -> String {
    match best {
        Some(best) => {
            let best = count_of(best.into(), "move");
            format!("No proof within {seconds} s. Best found: {best}. Search on?")
        }
        None => format!("No solution within {seconds} s. Search on?"),
    }
}

/// A board of the wrong parity.
pub(crate) fn unsolvable(reason: &Unsolvable) -> String {
    let (a, b) = reason.fix.swap;
    format!(
        "This board cannot be solved: its parity is odd, the goal's is even, and no slide ever \
         changes that. Swap {a} and {b} to make it solvable?"
    )
}

/// The position of the blank: `The blank is in row 2, column 3.`
pub(crate) fn blank(board: &Board) -> String {
    let (row, col) = place(board, board.blank());
    format!("The blank is in row {row}, column {col}.")
}

/// The row of the blank: `Row 2: 4 blank 2.`
pub(crate) fn row(board: &Board) -> String {
    let row = board.size().row(board.blank().index());
    let cells = board
        .cells()
        .filter(|cell| board.size().row(cell.index()) == row);
    format!("Row {}: {}.", row + 1, list(board, cells))
}

/// The column of the blank: `Column 2: 1 blank 6.`
pub(crate) fn column(board: &Board) -> String {
    let col = board.size().col(board.blank().index());
    let cells = board
        .cells()
        .filter(|cell| board.size().col(cell.index()) == col);
    format!("Column {}: {}.", col + 1, list(board, cells))
}

/// The whole board: `8 1 3; 4 blank 2; 7 6 5.`
pub(crate) fn board(board: &Board) -> String {
    let cols = board.size().cols();
    let cells: Vec<Cell> = board.cells().collect();
    let rows: Vec<String> = cells
        .chunks(cols)
        .map(|row| list(board, row.iter().copied()))
        .collect();
    format!("{}.", rows.join("; "))
}

/// The last move: `2 left.`
pub(crate) fn last_move(game: &Game) -> String {
    let Some(slide) = game.made().last() else {
        return "No move was made yet.".to_owned();
    };
    // The tile that slid lies where the blank was: one cell on in its direction.
    let mut before = game.board().clone();
    match before.slide(slide.mv.inverse()) {
        Some(tile) => format!("{tile} {}.", slide.mv.0.word()),
        None => "No move was made yet.".to_owned(),
    }
}

/// An arrow for a move, or a letter where arrows cannot be shown.
pub(crate) fn arrow(mv: Move, ascii: bool) -> char {
    match (mv.0, ascii) {
        (Direction::Up, false) => '↑',
        (Direction::Down, false) => '↓',
        (Direction::Left, false) => '←',
        (Direction::Right, false) => '→',
        (Direction::Up, true) => '^',
        (Direction::Down, true) => 'v',
        (Direction::Left, true) => '<',
        (Direction::Right, true) => '>',
    }
}

/// A count with its digits in groups of three: `1 234 567`.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn place(board: &Board, cell: Cell) -> (usize, usize) {
    let size = board.size();
    (size.row(cell.index()) + 1, size.col(cell.index()) + 1)
}

fn list(board: &Board, cells: impl Iterator<Item = Cell>) -> String {
    let names: Vec<String> = cells
        .map(|cell| match board.tile(cell) {
            Some(tile) => tile.to_string(),
            None => "blank".to_owned(),
        })
        .collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_counts_are_written_as_people_do() {
        assert_eq!(time(Duration::from_millis(41_900)), "0:41");
        assert_eq!(time(Duration::from_secs(3723)), "1:02:03");
        assert_eq!(moves(1), "1 move");
        for (count, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1 000"),
            (1_234_567, "1 234 567"),
        ] {
            assert_eq!(grouped(count), text);
        }
    }

    #[test]
    fn a_board_can_be_read_aloud() {
        let sample: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        assert_eq!(blank(&sample), "The blank is in row 2, column 2.");
        assert_eq!(row(&sample), "Row 2: 4 blank 2.");
        assert_eq!(column(&sample), "Column 2: 1 blank 6.");
        assert_eq!(board(&sample), "8 1 3; 4 blank 2; 7 6 5.");
    }
}
