//! Reading and writing moves.

use std::fmt::Write;
use std::ops::Range;
use std::str::FromStr;

use super::error::quote;
use super::{NotationFault, ParseError};
use crate::{Board, Direction, IllegalMove, Move, Tile, spec};

/// The maximum number of moves in a text; `R999999999` is a mistake, not a solution.
///
/// The longest lists that make sense, a whole 16x16 board solved by hand, have some ten thousand.
pub const MAX_MOVES: usize = 1 << 20;

/// The meaning of the letters U D L R. It is chosen, never guessed from the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The direction of the tile.
    #[default]
    Tile,
    /// The direction of the blank, which is the opposite.
    Blank,
}

impl Notation {
    /// The notations by name.
    pub const NAMED: [(&'static str, Self); 2] = [("tile", Self::Tile), ("blank", Self::Blank)];

    /// The notation's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tile => "tile",
            Self::Blank => "blank",
        }
    }

    fn read(self, direction: Direction) -> Move {
        match self {
            Self::Tile => Move(direction),
            Self::Blank => Move(direction.opposite()),
        }
    }

    fn write(self, mv: Move) -> Direction {
        match self {
            Self::Tile => mv.0,
            Self::Blank => mv.blank_direction(),
        }
    }
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<Self, UnknownNotation> {
        let named = Self::NAMED.into_iter().find(|&(name, _)| name == text);
        named
            .map(|(_, notation)| notation)
            .ok_or_else(|| UnknownNotation {
                name: quote(text),
                hint: spec::hint(text, &Self::NAMED.map(|(name, _)| name)),
            })
    }
}

/// There is no notation of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no notation `{name}`{hint}")]
pub struct UnknownNotation {
    name: String,
    hint: String,
}

/// Reads moves: letters `U D L R` in either case or the words `up down left right`, each with a
/// count behind it if wanted (`R2`), or a list of tile numbers (`2 5 6`).
///
/// White space and commas may stand between moves. Tile numbers need the board the moves start
/// from; a number in the blank's row or column slides all tiles between. Letters are not played, so
/// they need no board; [`Board::replay`] says whether they can be.
///
/// # Errors
/// Names the fault and where it stands.
pub fn parse_moves(
    text: &str,
    notation: Notation,
    start: Option<&Board>,
) -> Result<Vec<Move>, ParseError> {
    match next_token(text, 0) {
        Some(first) if text.as_bytes()[first.start].is_ascii_digit() => {
            let board = start.ok_or_else(|| ParseError::at(text, first, MovesFault::NoBoard))?;
            tiles(text, board.clone())
        }
        _ => letters(text, notation),
    }
}

fn letters(text: &str, notation: Notation) -> Result<Vec<Move>, ParseError> {
    let mut moves = Vec::new();
    let mut at = prefix(text, is_separator);
    // Each step looks only as far as it goes: a line may be a million characters without a gap.
    while at < text.len() {
        let rest = &text[at..];
        let fail = |range, fault| Err(ParseError::at(text, range, fault));
        // 1. A word, or letters.
        let run = at..at + prefix(rest, char::is_alphabetic);
        if run.is_empty() {
            let token = at..at + prefix(rest, |c| !is_separator(c));
            let rest = &text[token.clone()];
            let fault = match prefix(rest, |c| c.is_ascii_digit()) {
                0 => MovesFault::Unknown(quote(rest)),
                digits => MovesFault::Mixed(quote(&rest[..digits])),
            };
            return fail(token, fault);
        }
        let word = word(&text[run.clone()]);
        match word {
            Some(direction) => moves.push(notation.read(direction)),
            None => {
                for (offset, c) in text[run.clone()].char_indices() {
                    let Some(direction) = letter(c) else {
                        let place = run.start + offset;
                        let fault = MovesFault::Unknown(quote(&text[place..run.end]));
                        return fail(place..place + c.len_utf8(), fault);
                    };
                    moves.push(notation.read(direction));
                }
            }
        }
        // 2. A count for the last of them.
        at = run.end + prefix(&text[run.end..], |c| c.is_ascii_digit());
        let count = run.end..at;
        if !count.is_empty() {
            match text[count.clone()].parse() {
                Ok(0) => return fail(count, MovesFault::NoTimes),
                Ok(times) if times <= MAX_MOVES => {
                    let last = *moves.last().expect("a run of letters pushed one");
                    moves.extend(std::iter::repeat_n(last, times - 1));
                }
                _ => return fail(count, MovesFault::TooMany),
            }
        }
        if moves.len() > MAX_MOVES {
            return fail(run, MovesFault::TooMany);
        }
        at += prefix(&text[at..], is_separator);
    }
    Ok(moves)
}

fn tiles(text: &str, mut board: Board) -> Result<Vec<Move>, ParseError> {
    let mut moves = Vec::new();
    let mut at = 0;
    while let Some(token) = next_token(text, at) {
        at = token.end;
        let presses = press(&board, &text[token.clone()])
            .map_err(|fault| ParseError::at(text, token.clone(), fault))?;
        for mv in presses {
            board
                .slide(mv)
                .expect("a press makes moves that can be made");
            moves.push(mv);
        }
        if moves.len() > MAX_MOVES {
            return Err(ParseError::at(text, token, MovesFault::TooMany));
        }
    }
    Ok(moves)
}

fn press(board: &Board, token: &str) -> Result<Vec<Move>, MovesFault> {
    if token.bytes().any(|b| !b.is_ascii_digit()) {
        return Err(if token.starts_with(char::is_alphabetic) {
            MovesFault::Mixed(quote(token))
        } else {
            MovesFault::Unknown(quote(token))
        });
    }
    let tile = token.parse().ok().and_then(Tile::new);
    let found = tile.and_then(|tile| Some((tile, board.find(tile)?)));
    let Some((tile, cell)) = found else {
        return Err(MovesFault::NoTile {
            token: quote(token),
            max: board.size().tiles(),
        });
    };
    board.press(cell).ok_or_else(|| MovesFault::CannotMove {
        tile,
        board: board.clone(),
    })
}

/// The bytes of the next move or moves without a gap, from `at` on.
fn next_token(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = &text[at..];
    let start = at + prefix(rest, is_separator);
    let length = prefix(&text[start..], |c| !is_separator(c));
    (length > 0).then_some(start..start + length)
}

fn is_separator(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

/// The length of the prefix of bytes of this kind.
fn prefix(text: &str, is_kind: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_kind(c)).unwrap_or(text.len())
}

fn word(text: &str) -> Option<Direction> {
    Direction::ALL
        .into_iter()
        .find(|direction| text.eq_ignore_ascii_case(direction.word()))
}

fn letter(c: char) -> Option<Direction> {
    Direction::ALL
        .into_iter()
        .find(|direction| direction.letter() == c.to_ascii_uppercase())
}

/// Writes moves as letters, repeats as counts: `LUR2D2LURULDLU`.
pub fn format_moves(moves: &[Move], notation: Notation) -> String {
    let mut text = String::new();
    for repeats in moves.chunk_by(|a, b| a == b) {
        text.push(notation.write(repeats[0]).letter());
        if repeats.len() > 1 {
            write!(text, "{}", repeats.len()).expect("writing to a string cannot fail");
        }
    }
    text
}

/// Writes moves as the numbers of the tiles that slide, one for each move: `2 5 6`.
///
/// # Errors
/// When a move cannot be made from this board on.
pub fn format_tiles(moves: &[Move], start: &Board) -> Result<String, IllegalMove> {
    let mut board = start.clone();
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        let Some(tile) = board.slide(mv) else {
            return Err(IllegalMove { index, mv, board });
        };
        let gap = if index == 0 { "" } else { " " };
        write!(text, "{gap}{tile}").expect("writing to a string cannot fail");
    }
    Ok(text)
}

/// Why a text is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovesFault {
    /// No move.
    #[error("`{0}` is not a move; write U D L R, R2 for two, or tile numbers")]
    Unknown(String),
    /// Letters among tile numbers, or numbers among letters.
    #[error("`{0}` mixes letters and tile numbers; write a count right after its letter, like R2")]
    Mixed(String),
    /// A count of 0.
    #[error("a move is made at least once")]
    NoTimes,
    /// More than [`MAX_MOVES`].
    #[error("these are more than {MAX_MOVES} moves")]
    TooMany,
    /// Tile numbers, and no board to play them on.
    #[error("tile numbers say nothing without the board they start from; write U D L R")]
    NoBoard,
    /// A number no tile of the board has.
    #[error("there is no tile {token} on this board; its tiles are 1–{max}")]
    NoTile {
        /// The number.
        token: String,
        /// The largest tile.
        max: usize,
    },
    /// A tile that is not in line with the blank.
    #[error("tile {tile} cannot move: on {board} it is not in the blank's row or column")]
    CannotMove {
        /// The tile.
        tile: Tile,
        /// The board when its turn came.
        board: Board,
    },
}

impl From<MovesFault> for NotationFault {
    fn from(fault: MovesFault) -> Self {
        Self::Moves(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        "8 1 3/4 0 2/7 6 5".parse().unwrap()
    }

    fn read(text: &str) -> String {
        let moves = parse_moves(text, Notation::Tile, Some(&board()));
        format_moves(&moves.unwrap(), Notation::Tile)
    }

    #[test]
    fn the_sample_solves_its_board() {
        let moves = parse_moves("LUR2D2LURULDLU", Notation::Tile, None).unwrap();
        let solved = board().replay(&moves).unwrap();
        assert_eq!(solved.to_string(), "1 2 3/4 5 6/7 8 0");
        let tiles = format_tiles(&moves, &board()).unwrap();
        assert_eq!(tiles, "2 5 6 7 4 8 1 2 8 4 7 8 5 6");
        let again = parse_moves(&tiles, Notation::Blank, Some(&board())).unwrap();
        assert_eq!(again, moves, "tile numbers mean the same in each notation");
    }

    #[test]
    fn letters_words_counts_and_gaps_are_read() {
        assert_eq!(read("LURRDD"), "LUR2D2");
        assert_eq!(read("l u,r2, d"), "LUR2D");
        assert_eq!(read("up,Down LEFT right2\n"), "UDLR2");
        assert_eq!(read("R1R1L12"), "R2L12");
        assert_eq!(read(" , \n"), "");
        assert_eq!(
            parse_moves("UDLR", Notation::Blank, None).unwrap(),
            parse_moves("DURL", Notation::Tile, None).unwrap()
        );
    }

    #[test]
    fn a_farther_tile_slides_those_between() {
        let board: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let moves = parse_moves("7, 1", Notation::Tile, Some(&board)).unwrap();
        assert_eq!(format_moves(&moves, Notation::Tile), "R2D2");
    }

    #[test]
    fn faults_are_named_and_placed() {
        for (text, message) in [
            (
                "LUX",
                "line 1, column 3: `X` is not a move; write U D L R, R2 for two, or tile numbers",
            ),
            (
                "L\nupp",
                "line 2, column 2: `pp` is not a move; write U D L R, R2 for two, or tile numbers",
            ),
            (
                "L -",
                "line 1, column 3: `-` is not a move; write U D L R, R2 for two, or tile numbers",
            ),
            (
                "R 2",
                "line 1, column 3: `2` mixes letters and tile numbers; write a count right after its letter, like R2",
            ),
            (
                "2 R",
                "line 1, column 3: `R` mixes letters and tile numbers; write a count right after its letter, like R2",
            ),
            (
                "2 -5",
                "line 1, column 3: `-5` is not a move; write U D L R, R2 for two, or tile numbers",
            ),
            ("R0", "line 1, column 2: a move is made at least once"),
            (
                "LR999999999",
                "line 1, column 3: these are more than 1048576 moves",
            ),
            (
                "R99999999999999999999999999",
                "line 1, column 2: these are more than 1048576 moves",
            ),
            (
                "R1048576 L",
                "line 1, column 10: these are more than 1048576 moves",
            ),
            (
                "9",
                "line 1, column 1: there is no tile 9 on this board; its tiles are 1–8",
            ),
            (
                "0",
                "line 1, column 1: there is no tile 0 on this board; its tiles are 1–8",
            ),
            (
                "999999",
                "line 1, column 1: there is no tile 999999 on this board; its tiles are 1–8",
            ),
            (
                "2 8",
                "line 1, column 3: tile 8 cannot move: on 8 1 3/4 2 0/7 6 5 it is not in the blank's row or column",
            ),
        ] {
            let error = parse_moves(text, Notation::Tile, Some(&board())).unwrap_err();
            assert_eq!(error.to_string(), message, "{text:?}");
        }
        let error = parse_moves(" 2 5", Notation::Tile, None).unwrap_err();
        assert_eq!(error.fault(), &NotationFault::Moves(MovesFault::NoBoard));
        assert_eq!(
            "blnk".parse::<Notation>().unwrap_err().to_string(),
            "there is no notation `blnk`; did you mean `blank`?"
        );
    }

    #[test]
    fn moves_that_cannot_be_made_have_no_tile() {
        let error = format_tiles(&[Move(Direction::Up); 2], &board()).unwrap_err();
        assert_eq!(error.index, 1);
    }
}
