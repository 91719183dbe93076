//! Faults in a text, and the place they point at.

use std::fmt;
use std::ops::Range;

use super::file::FileFault;
use super::{GoalFault, JsonFault, MovesFault, PositionFault, TextFault};

/// Characters of the source line kept on each side of a fault; lines may have millions.
const CONTEXT: usize = 36;

/// An error in a text, with its position.
///
/// `Display` gives one line, `line 1, column 5: …`; [`ParseError::caret`] shows the place.
/// Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Box<Located>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Located {
    fault: NotationFault,
    line: usize,
    column: usize,
    excerpt: Excerpt,
    id: Option<String>,
}

/// The part of the source line around a fault, fit for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Excerpt {
    line: String,
    indent: usize,
    width: usize,
}

/// The error, by the kind of text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationFault {
    /// The bytes are not text.
    #[error(transparent)]
    Text(TextFault),
    /// The position is not a board.
    #[error(transparent)]
    Position(PositionFault),
    /// The JSON is malformed.
    #[error(transparent)]
    Json(JsonFault),
    /// The moves cannot be read.
    #[error(transparent)]
    Moves(MovesFault),
    /// There is no such goal.
    #[error(transparent)]
    Goal(GoalFault),
    /// The file does not have its format.
    #[error(transparent)]
    File(FileFault),
}

impl ParseError {
    /// A fault in these bytes of the text; both ends lie between characters.
    pub(super) fn at(text: &str, range: Range<usize>, fault: impl Into<NotationFault>) -> Self {
        let before = &text[..range.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[range.start..]
            .find('\n')
            .map_or(text.len(), |newline| range.start + newline);
        let line = line_start..line_end;
        Self(Box::new(Located {
            fault: fault.into(),
            line: 1 + before.bytes().filter(|&b| b == b'\n').count(),
            column: 1 + text[line_start..range.start].chars().count(),
            excerpt: Excerpt::new(text, line, range),
            id: None,
        }))
    }

    /// The same fault in a text whose first line is this one of the file.
    pub(super) fn in_lines_from(mut self, first: usize) -> Self {
        self.0.line += first - 1;
        self
    }

    /// The same fault in the instance of this name.
    pub(super) fn in_instance(mut self, id: Option<String>) -> Self {
        self.0.id = id;
        self
    }

    /// The name of the instance, where a file gives one and the fault is elsewhere.
    pub fn id(&self) -> Option<&str> {
        self.0.id.as_deref()
    }

    /// The error without its position.
    pub fn fault(&self) -> &NotationFault {
        &self.0.fault
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// The source line, shortened around the fault, and below it a line with carets under the
    /// fault.
    pub fn caret(&self) -> String {
        let Excerpt {
            line,
            indent,
            width,
        } = &self.0.excerpt;
        format!("{line}\n{:indent$}{}", "", "^".repeat(*width))
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Located {
            fault,
            line,
            column,
            ..
        } = &*self.0;
        write!(f, "line {line}, column {column}: {fault}")
    }
}

impl std::error::Error for ParseError {}

impl Excerpt {
    fn new(text: &str, line: Range<usize>, fault: Range<usize>) -> Self {
        // A control character would move the cursor and so the caret, or worse.
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        let mut before = text[line.start..fault.start].chars().rev();
        let mut left: Vec<char> = before.by_ref().take(CONTEXT).collect();
        if before.next().is_some() {
            left.push('…');
        }
        let rest = text[fault.start..line.end].trim_end_matches('\r');
        let mut after = rest.chars();
        let right: String = after.by_ref().take(CONTEXT).collect();
        let shown: String = left.iter().rev().copied().chain(right.chars()).collect();
        let end = fault.end.min(fault.start + right.len());
        Self {
            line: shown
                .chars()
                .map(printable)
                .chain(after.next().map(|_| '…'))
                .collect(),
            indent: left.len(),
            width: text[fault.start..end.max(fault.start)]
                .chars()
                .count()
                .max(1),
        }
    }
}

/// A piece of the user's text as messages quote it: short, and without control characters.
pub(super) fn quote(token: &str) -> String {
    const LONGEST: usize = 24;
    let mut chars = token.chars();
    let mut quoted = String::new();
    for c in chars.by_ref().take(LONGEST) {
        if c.is_control() {
            quoted.extend(c.escape_debug());
        } else {
            quoted.push(c);
        }
    }
    if chars.next().is_some() {
        quoted.push('…');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, range: Range<usize>) -> ParseError {
        ParseError::at(text, range, TextFault::Nul { offset: 0 })
    }

    #[test]
    fn counts_lines_and_columns_in_characters() {
        let text = "äö\r\nü x\ty\n";
        let error = at(text, text.find('y').unwrap()..text.len() - 1);
        assert_eq!((error.line(), error.column()), (2, 5));
        assert_eq!(error.caret(), "ü x y\n    ^");
        assert_eq!(at(text, text.len()..text.len()).line(), 3);
        assert_eq!(at("", 0..0).caret(), "\n^");
    }

    #[test]
    fn a_million_characters_are_shortened_around_the_fault() {
        let text = "7 ".repeat(500_000);
        let caret = at(&text, 600_000..600_001).caret();
        let (line, mark) = caret.split_once('\n').unwrap();
        assert_eq!(line.chars().count(), 2 * CONTEXT + 2);
        assert!(line.starts_with('…') && line.ends_with('…'));
        assert_eq!(line.chars().nth(mark.len() - 1), Some('7'));
        assert!(at(&text, 0..text.len()).caret().len() < 200);
    }

    #[test]
    fn escapes_do_not_reach_the_terminal() {
        assert!(!at("\u{1b}[2J", 0..4).caret().contains('\u{1b}'));
        assert_eq!(quote("\u{1b}[2J\0"), "\\u{1b}[2J\\0");
    }
}
