//! Reading a position, in any of its forms.

mod assembly;
mod fault;
mod rows;

use std::ops::Range;
use std::str::FromStr;

use assembly::board_of;
pub use fault::PositionFault;
use rows::{bracketed_rows, is_bracketed, json_rows, markdown_rows, plain_rows};
pub(super) use rows::{cells, table_cells};

use super::error::quote;
use super::json::{self, Node};
use super::pieces::trim;
use super::{ParseError, text_from_bytes};
use crate::{Board, Size, SizeError};

/// Reads a position in any form, which is seen from the text alone:
///
/// 1. `ROWSxCOLS:` in front gives the size.
/// 2. What starts with `[` is JSON: a list of rows, or one flat list. Python's `' '` and `None` are the
///    blank there, and each row may be a list on a separate line. What starts with `|` is a Markdown
///    table, where an empty cell is the blank.
/// 3. Otherwise `/` and line ends separate rows, white space and commas separate cells, and each
///    cell is a number or a blank (`0 _ . x X`).
/// 4. One row alone is a flat list: it has the size given, or is square. So is a number per line.
///
/// # Errors
/// Names the fault and where it stands.
pub fn parse_board(text: &str) -> Result<Board, ParseError> {
    board_in(text, 0..text.len(), None)
}

/// Reads a position of this size, so that a flat list need not be square.
///
/// # Errors
/// As [`parse_board`], and when the text has rows or a size of its own that disagree.
pub fn parse_board_sized(text: &str, size: Size) -> Result<Board, ParseError> {
    board_in(text, 0..text.len(), Some(size))
}

/// Reads a position from bytes that may not be text at all.
///
/// # Errors
/// As [`text_from_bytes`] and [`parse_board`].
pub fn parse_board_bytes(bytes: &[u8]) -> Result<Board, ParseError> {
    parse_board(text_from_bytes(bytes)?)
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_board(text)
    }
}

/// Reads the position in these bytes of the text; faults are placed in the whole text.
pub(super) fn board_in(
    text: &str,
    range: Range<usize>,
    size: Option<Size>,
) -> Result<Board, ParseError> {
    let (size, range) = take_size(text, trim(text, range), size)?;
    if range.is_empty() {
        return Err(ParseError::at(text, range, PositionFault::Empty));
    }
    let rows = if text[range.clone()].starts_with('|') {
        markdown_rows(text, range.clone())?
    } else if is_bracketed(&text[range.clone()]) {
        bracketed_rows(text, range.clone())?
    } else if text[range.clone()].starts_with('[') {
        json_rows(text, &json::document(text, range.clone())?)?
    } else {
        plain_rows(text, range.clone())?
    };
    board_of(text, range, rows, size)
}

/// The board of a JSON list that was already read.
pub(super) fn board_of_json(
    text: &str,
    node: &Node,
    size: Option<Size>,
) -> Result<Board, ParseError> {
    board_of(text, node.range.clone(), json_rows(text, node)?, size)
}

/// Takes `2x3:` from the front; a size known already must agree.
fn take_size(
    text: &str,
    range: Range<usize>,
    known: Option<Size>,
) -> Result<(Option<Size>, Range<usize>), ParseError> {
    let has_no_size = text[range.clone()].starts_with(['[', '|']);
    let Some(colon) = text[range.clone()].find(':').filter(|_| !has_no_size) else {
        return Ok((known, range));
    };
    let prefix = range.start..range.start + colon;
    let written = read_size(&text[prefix.clone()])
        .map_err(|fault| ParseError::at(text, prefix.clone(), fault))?;
    if let Some(known) = known.filter(|&known| known != written) {
        let fault = PositionFault::OtherSize {
            known,
            rows: written.rows(),
            cols: written.cols(),
        };
        return Err(ParseError::at(text, prefix, fault));
    }
    Ok((Some(written), trim(text, prefix.end + 1..range.end)))
}

/// A size as users write it.
pub(super) fn read_size(text: &str) -> Result<Size, PositionFault> {
    text.parse().map_err(|error| {
        PositionFault::Size(match error {
            SizeError::Unreadable(_) => SizeError::Unreadable(quote(text)),
            SizeError::OutOfRange { .. } => error,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "8 1 3/4 0 2/7 6 5";

    #[test]
    fn every_form_is_read() {
        for text in [
            SAMPLE,
            "8,1,3/4,0,2/7,6,5",
            "8, 1, 3,\n4, 0, 2,\n7, 6, 5,\n",
            "8 1 3\n4 _ 2\n7 6 5",
            "\r\n 8\t1\t3\r\n\r\n 4\t.\t2\r\n 7\t6\t5\r\n",
            "8 1 3 /\n4 x 2 /\n7 6 5",
            "8 1 3 4 X 2 7 6 5",
            "8,1,3,4,0,2,7,6,5",
            "8\n1\n3\n4\n0\n2\n7\n6\n5\n",
            "08 01 03/04 00 02/07 06 05",
            "3x3: 8 1 3 4 0 2 7 6 5",
            "3:8 1 3/4 0 2/7 6 5",
            "[[8,1,3],[4,0,2],[7,6,5]]",
            " [ 8, 1, 3, 4, 0, 2, 7, 6, 5 ] ",
            "3x3:[8,1,3,4,0,2,7,6,5]",
            "[[8,1,3],[4,' ',2],[7,6,5]]",
            "[[8,1,3],[4,None,2],[7,6,5]]",
            "[[8,1,3],[4,null,2],[7,6,5]]",
            "[8, 1, 3]\n[4, ' ', 2]\n[7, 6, 5]\n",
            "| 8 | 1 | 3 |\n|--|---|:-:|\n|**4**|**0**|**2**|  \n|**7**|6|**5**|\n",
            "|8|1|3|\n|4||2|\n|7|6|5|",
        ] {
            let board = parse_board(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(board.to_string(), SAMPLE, "{text:?}");
        }
        assert_eq!(
            parse_board("2x3:1 2 3 4 5 0").unwrap().to_string(),
            "1 2 3/4 5 0"
        );
        let size = Size::new(3, 2).unwrap();
        assert_eq!(
            parse_board_sized("1 2 3 4 5 0", size).unwrap().to_string(),
            "1 2/3 4/5 0"
        );
    }

    #[test]
    fn faults_are_named_and_placed() {
        for (text, message) in [
            (
                "",
                "line 1, column 1: there is no position here; write one like 1 2 3/4 5 6/7 8 0",
            ),
            (
                " \n\t\n",
                "line 3, column 1: there is no position here; write one like 1 2 3/4 5 6/7 8 0",
            ),
            (
                "1 2 2/4 5 6/7 8 0",
                "line 1, column 5: tile 2 appears 2 times; each of 1–8 must appear once",
            ),
            (
                "1 2\n3 3",
                "line 2, column 3: tile 3 appears 2 times; each of 1–3 must appear once",
            ),
            (
                "1 0/_ 2",
                "line 1, column 5: the blank appears 2 times; a board has exactly one",
            ),
            (
                "1 2/3 4",
                "line 1, column 7: 4 is not a tile of this board; its tiles are 1–3 and 0 is the blank",
            ),
            (
                "1 2 3\n4 5\n6 7 0",
                "line 2, column 3: row 2 has 2 numbers, but row 1 has 3",
            ),
            (
                "1 2/3 4 0",
                "line 1, column 9: row 2 has 3 numbers, but row 1 has 2",
            ),
            ("1 2//3 0", "line 1, column 5: row 2 is empty"),
            ("1 2/3 0/", "line 1, column 9: row 3 is empty"),
            (
                "1,,2/3,0",
                "line 1, column 3: a number is missing before this comma",
            ),
            (
                ",1,2/3,0",
                "line 1, column 1: a number is missing before this comma",
            ),
            (
                "1 -2/3 0",
                "line 1, column 3: -2 is negative; tiles are numbered from 1, and 0 is the blank",
            ),
            (
                "1 2/3 99999999999999999999999",
                "line 1, column 7: 99999999999999999999999 is too large; the largest board has the tiles 1–255",
            ),
            (
                "1 2/3 4294967295",
                "line 1, column 7: 4294967295 is not a tile of this board; its tiles are 1–3 and 0 is the blank",
            ),
            (
                "1 2/three 0",
                "line 1, column 5: `three` is neither a tile number nor a blank (0 _ . x)",
            ),
            (
                "1 +2/3 0",
                "line 1, column 3: `+2` is neither a tile number nor a blank (0 _ . x)",
            ),
            (
                "1 \0/3 0",
                "line 1, column 3: `\\0` is neither a tile number nor a blank (0 _ . x)",
            ),
            (
                "1 2 3 4 5 0",
                "line 1, column 12: 6 numbers do not make a square; separate rows by / or put the size in front, like 2x3:",
            ),
            (
                "2x3:1 2 3 4 0",
                "line 1, column 14: 5 numbers do not fill a 2x3 board (6 needed)",
            ),
            (
                "2x2:1 2 3 0 4",
                "line 1, column 13: 5 numbers do not fill a 2x2 board (4 needed)",
            ),
            (
                "2x3:1 2/3 0",
                "line 1, column 5: this is a 2x2 board, but the requested size is 2x3",
            ),
            (
                "4y4:1 2/3 0",
                "line 1, column 1: `4y4` is not a board size; write rows x columns, like 4x4 or 2x3",
            ),
            (
                "1x9:1 2/3 0",
                "line 1, column 1: a board has 2 to 16 rows and 2 to 16 columns, not 1x9",
            ),
            (
                "0",
                "line 1, column 2: a board has 2 to 16 rows and 2 to 16 columns, not 1x1",
            ),
            (
                "1/0",
                "line 1, column 1: a board has 2 to 16 rows and 2 to 16 columns, not 2x1",
            ),
            (
                "[[1,2],[3]]",
                "line 1, column 9: row 2 has 1 number, but row 1 has 2",
            ),
            ("[[1,2],[]]", "line 1, column 8: row 2 is empty"),
            (
                "[]",
                "line 1, column 3: there is no position here; write one like 1 2 3/4 5 6/7 8 0",
            ),
            (
                "[[1,2],[3,1.5]]",
                "line 1, column 11: `1.5` is neither a tile number nor a blank (0 _ . x)",
            ),
            (
                "[[1,2],3,0]",
                "line 1, column 8: a board in JSON is a list of rows, or a flat list of numbers",
            ),
            (
                "[[1,2],[3,\"0\"]]",
                "line 1, column 11: a board in JSON is a list of rows, or a flat list of numbers",
            ),
            (
                "[[1,2],[3,0]",
                "line 1, column 13: expected `,` or `]`, found the end of the text",
            ),
            (
                "| 1 | 2 |\n|---|---|\n| 3 | 3 |",
                "line 3, column 7: tile 3 appears 2 times; each of 1–3 must appear once",
            ),
            (
                "[1, 2]\n[3, 'a']",
                "line 2, column 5: expected a JSON value, found `'`",
            ),
            (
                "[[1,2],[3,0]] x",
                "line 1, column 15: expected the end, found `x`",
            ),
        ] {
            let error = parse_board(text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text:?}");
            assert_eq!(error.caret().lines().count(), 2, "{text:?}");
        }
    }

    #[test]
    fn a_size_given_twice_must_agree() {
        let size = Size::new(2, 3).unwrap();
        assert!(parse_board_sized("2x3:1 2 3 4 5 0", size).is_ok());
        assert_eq!(
            parse_board_sized("3x2:1 2 3 4 5 0", size)
                .unwrap_err()
                .to_string(),
            "line 1, column 1: this is a 3x2 board, but the requested size is 2x3"
        );
    }

    #[test]
    fn a_board_of_17_rows_or_columns_is_refused() {
        let refusal = |rows: usize, cols: usize| {
            format!("a board has 2 to 16 rows and 2 to 16 columns, not {rows}x{cols}")
        };
        let numbers: Vec<String> = (0..289).map(|n| n.to_string()).collect();
        let flat = parse_board(&numbers.join(" ")).unwrap_err();
        assert!(flat.to_string().ends_with(&refusal(17, 17)), "{flat}");
        for (rows, cols) in [(17, 17), (17, 4), (4, 17)] {
            let text: Vec<String> = numbers[..rows * cols]
                .chunks(cols)
                .map(|row| row.join(" "))
                .collect();
            let error = parse_board(&text.join("\n")).unwrap_err();
            assert!(error.to_string().ends_with(&refusal(rows, cols)), "{error}");
            let (line, column) = (error.line(), error.column());
            assert_eq!(line == 17, rows == 17, "line {line}");
            assert_eq!(column == 1, rows == 17, "column {column}");
        }
    }

    #[test]
    fn a_million_characters_get_a_short_answer() {
        let many = "7 ".repeat(500_000);
        for (text, message) in [
            (
                many.as_str(),
                "500000 numbers are more than the 256 cells of the largest board",
            ),
            (
                &"7".repeat(1_000_000),
                "777777777777777777777777… is too large; the largest board has the tiles 1–255",
            ),
            (
                &"y".repeat(1_000_000),
                "`yyyyyyyyyyyyyyyyyyyyyyyy…` is neither a tile number nor a blank (0 _ . x)",
            ),
            (&"[".repeat(1_000_000), "the lists are nested too deeply"),
            (&"/".repeat(1_000_000), "row 1 is empty"),
        ] {
            let error = parse_board(text).unwrap_err();
            assert_eq!(error.fault().to_string(), message);
            assert!(error.caret().len() < 300);
        }
    }
}
