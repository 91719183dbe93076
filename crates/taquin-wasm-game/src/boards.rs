//! Questions about boards, moves and goals. Boards come and go as text.

use taquin_core::algebra::simplified;
use taquin_core::generate::GameId;
use taquin_core::notation::{
    Notation, NotationFault, PositionFault, format_moves, parse_board, parse_board_sized,
    parse_goal, parse_moves,
};
use taquin_core::{Board, Move, Parity, Size, SwapFix, Tile};

use crate::{Answer, faults, field, joined};

/// Answers one question.
type Question = fn(&[&str]) -> Answer;

/// The questions by name.
pub(crate) const QUESTIONS: &[(&str, Question)] = &[
    ("board", read_board),
    ("goal", goal_board),
    ("id", read_id),
    ("moves", read_moves),
    ("line", write_line),
    ("ways", ways),
    ("play", play),
    ("boards", boards),
    ("simplify", simplify),
    ("replay", replay),
    ("press", press),
    ("swap", swap),
    ("parity", parity),
    ("pairs", pairs),
    ("mend", mend),
    ("away", away),
];

/// A board that the page has from here; anything else gives no answer.
pub(crate) fn board(text: &str) -> Result<Board, String> {
    parse_board(text).map_err(|_| String::new())
}

/// Moves as letters, one each.
pub(crate) fn moves(text: &str) -> Result<Vec<Move>, String> {
    parse_moves(text, Notation::Tile, None).map_err(|_| String::new())
}

/// Moves as letters, one each: `LURR`.
pub(crate) fn letters(moves: &[Move]) -> String {
    moves.iter().map(|mv| mv.0.letter()).collect()
}

/// Reads a position in any form. A size that is known decides how a flat list is read, if it fits.
fn read_board(fields: &[&str]) -> Answer {
    let (text, size) = (field(fields, 0), field(fields, 1));
    let read = match size.parse::<Size>() {
        Ok(size) => parse_board_sized(text, size).or_else(|of_size| {
            parse_board(text).map_err(|error| match error.fault() {
                NotationFault::Position(PositionFault::NotSquare { .. }) => of_size,
                _ => error,
            })
        }),
        Err(_) => parse_board(text),
    };
    read.map(|board| board.to_string())
        .map_err(|error| faults::fault(&error, text))
}

/// The board of a goal, named or a position, in a size.
fn goal_board(fields: &[&str]) -> Answer {
    let (name, size) = (field(fields, 0), field(fields, 1));
    let size: Size = size.parse().map_err(|error| faults::size(&error))?;
    let goal = parse_goal(name).map_err(|error| faults::fault(&error, name))?;
    // A position of another size is its own goal; the caller compares the sizes.
    let board = goal.board(size).or_else(|_| parse_board(name));
    board
        .map(|board| board.to_string())
        .map_err(|error| faults::fault(&error, name))
}

/// Reads a game ID in both forms: size, level, seed, and the forms for people and for links.
fn read_id(fields: &[&str]) -> Answer {
    let id: GameId = field(fields, 0).parse().map_err(|_| String::new())?;
    let GameId { size, level, seed } = id;
    Ok(joined(&[
        &size.to_string(),
        &level.to_string(),
        &seed.to_string(),
        &id.to_string(),
        &id.link(),
    ]))
}

fn read_moves(fields: &[&str]) -> Answer {
    Ok(letters(&moves(field(fields, 0))?))
}

fn write_line(fields: &[&str]) -> Answer {
    Ok(format_moves(&moves(field(fields, 0))?, Notation::Tile))
}

/// The moves that can be made, in the order U D L R, each with the cell of its tile: `D5 R7`.
fn ways(fields: &[&str]) -> Answer {
    let board = board(field(fields, 0))?;
    let ways = board.moves().filter_map(|mv| {
        let cell = board.source(mv)?;
        Some(format!("{}{}", mv.0.letter(), cell.index()))
    });
    Ok(ways.collect::<Vec<_>>().join(" "))
}

/// The board after moves.
fn play(fields: &[&str]) -> Answer {
    let start = board(field(fields, 0))?;
    let end = start.replay(&moves(field(fields, 1))?);
    end.map(|board| board.to_string())
        .map_err(|_| String::new())
}

/// The boards after each of some moves.
fn boards(fields: &[&str]) -> Answer {
    let mut board = board(field(fields, 0))?;
    let mut boards = Vec::new();
    for mv in moves(field(fields, 1))? {
        board.slide(mv).ok_or_else(String::new)?;
        boards.push(board.to_string());
    }
    Ok(boards.join("\0"))
}

/// The moves without those that undo each other.
fn simplify(fields: &[&str]) -> Answer {
    Ok(letters(&simplified(&moves(field(fields, 0))?)))
}

/// The moves of a replay and the time of each in milliseconds, from the words of presses (`L,U2`) and the
/// milliseconds before each press in base 36 (`0,ci`).
fn replay(fields: &[&str]) -> Answer {
    let (words, waits) = (field(fields, 0).split(','), field(fields, 1).split(','));
    if words.clone().count() != waits.clone().count() {
        return Err(String::new());
    }
    let (mut line, mut times, mut at) = (String::new(), Vec::new(), 0);
    for (word, wait) in words.zip(waits) {
        let is_wait = |sign: u8| sign.is_ascii_digit() || sign.is_ascii_lowercase();
        let moves = moves(word)?;
        if moves.is_empty() || wait.len() > 8 || !wait.bytes().all(is_wait) {
            return Err(String::new());
        }
        at += u64::from_str_radix(wait, 36).map_err(|_| String::new())?;
        line += &letters(&moves);
        times.extend(moves.iter().map(|_| at.to_string()));
    }
    Ok(joined(&[&line, &times.join(" ")]))
}

/// The moves of a press on a cell.
fn press(fields: &[&str]) -> Answer {
    let board = board(field(fields, 0))?;
    let index: usize = field(fields, 1).parse().map_err(|_| String::new())?;
    let cell = board.cells().nth(index).ok_or_else(String::new)?;
    board
        .press(cell)
        .map(|moves| letters(&moves))
        .ok_or_else(String::new)
}

fn tile(text: &str) -> Result<Tile, String> {
    let number = text.parse().ok().and_then(Tile::new);
    number.ok_or_else(String::new)
}

fn swap(fields: &[&str]) -> Answer {
    let board = board(field(fields, 0))?;
    let (a, b) = (tile(field(fields, 1))?, tile(field(fields, 2))?);
    if board.find(a).is_none() || board.find(b).is_none() {
        return Err(String::new());
    }
    Ok(board.with_swapped(a, b).to_string())
}

fn pair(fields: &[&str]) -> Result<(Board, Board), String> {
    let pair = (board(field(fields, 0))?, board(field(fields, 1))?);
    if pair.0.size() == pair.1.size() {
        Ok(pair)
    } else {
        Err(String::new())
    }
}

/// Inversions, the blank's rows from home, whether the width is even, whether the parity is odd.
fn parity(fields: &[&str]) -> Answer {
    let (board, goal) = pair(fields)?;
    let parity = Parity::of(&board, &goal);
    Ok(joined(&[
        &parity.inversions.to_string(),
        &parity.blank_rows.to_string(),
        &u8::from(parity.even_width).to_string(),
        &u8::from(parity.is_odd()).to_string(),
    ]))
}

/// The inversions as pairs of tiles, `8 1` and so on, one a field.
fn pairs(fields: &[&str]) -> Answer {
    let (board, goal) = pair(fields)?;
    let place = |tile: u8| goal.numbers().filter(|&n| n != 0).position(|n| n == tile);
    let order: Vec<u8> = board.numbers().filter(|&n| n != 0).collect();
    let mut pairs = Vec::new();
    for (at, &first) in order.iter().enumerate() {
        for &later in &order[at + 1..] {
            if place(later) < place(first) {
                pairs.push(format!("{first} {later}"));
            }
        }
    }
    Ok(pairs.join("\0"))
}

/// The swap that fixes the parity: both tiles and the board after it.
fn mend(fields: &[&str]) -> Answer {
    let (board, goal) = pair(fields)?;
    let SwapFix {
        swap: (a, b),
        board,
    } = SwapFix::of(&board, &goal);
    Ok(joined(&[
        &a.to_string(),
        &b.to_string(),
        &board.to_string(),
    ]))
}

/// Rows and columns between each cell's tile and its home, 0 for the blank.
fn away(fields: &[&str]) -> Answer {
    let (board, goal) = pair(fields)?;
    let distances = board.cells().map(|cell| {
        let home = board.tile(cell).and_then(|tile| goal.find(tile));
        let distance = home.map_or(0, |home| board.size().distance(cell.index(), home.index()));
        distance.to_string()
    });
    Ok(distances.collect::<Vec<_>>().join(" "))
}
