//! The numbers of a position, row by row, as they were written.

use std::ops::Range;

use super::fault::PositionFault;
use crate::notation::error::quote;
use crate::notation::json::{self, Node, Value};
use crate::notation::pieces::{split, trim, words};
use crate::notation::{JsonFault, NotationFault, ParseError};

/// A number as it was written.
pub(in crate::notation) struct Number {
    pub(super) number: u32,
    pub(super) range: Range<usize>,
}

/// Rows between `/` and line ends; numbers on separate lines form one row.
#[inline]
pub(super) fn plain_rows(text: &str, range: Range<usize>) -> Result<Vec<Vec<Number>>, ParseError> {
    let mut rows = Vec::new();
    for part in split(text, range.clone(), '/') {
        let before = rows.len();
        for line in split(text, part.clone(), '\n') {
            let row = cells(text, line)?;
            if !row.is_empty() {
                rows.push(row);
            }
        }
        if rows.len() == before {
            let fault = PositionFault::EmptyRow { row: before + 1 };
            return Err(ParseError::at(text, part.start..part.start, fault));
        }
    }
    let is_number_per_line = rows.iter().all(|row| row.len() == 1);
    if is_number_per_line && !text[range].contains('/') {
        rows = vec![rows.into_iter().flatten().collect()];
    }
    Ok(rows)
}

/// Whether the text is bracketed rows, one per line, as many programs print states.
pub(super) fn is_bracketed(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_row = |line: &str| line.starts_with('[') && !line[1..].trim_start().starts_with('[');
    text.contains('\n')
        && lines
            .by_ref()
            .all(|line| is_row(line) && line.ends_with(']'))
}

/// Bracketed rows, one per line: `[1, 2, 3]`.
pub(super) fn bracketed_rows(
    text: &str,
    range: Range<usize>,
) -> Result<Vec<Vec<Number>>, ParseError> {
    let mut rows = Vec::new();
    for line in split(text, range, '\n').map(|line| trim(text, line)) {
        if !line.is_empty() {
            rows.extend(json_rows(text, &json::document(text, line)?)?);
        }
    }
    Ok(rows)
}

/// The rows of a Markdown table: the rule below the header is skipped, an empty cell is the blank, and
/// the asterisks of bold numbers are ignored.
pub(super) fn markdown_rows(
    text: &str,
    range: Range<usize>,
) -> Result<Vec<Vec<Number>>, ParseError> {
    let mut rows = Vec::new();
    for line in split(text, range, '\n').map(|line| trim(text, line)) {
        let fields = table_cells(text, line.clone());
        let is_rule = |field: &Range<usize>| {
            !field.is_empty()
                && text[field.clone()]
                    .bytes()
                    .all(|b| matches!(b, b'-' | b':'))
        };
        if fields.is_empty() || fields.iter().all(is_rule) {
            continue;
        }
        let entry = |field: Range<usize>| {
            let content = text[field.clone()].trim_matches('*').trim();
            let before = text[field.clone()].find(content).unwrap_or(0);
            let place = field.start + before..field.start + before + content.len();
            match content {
                "" => Ok(Number {
                    number: 0,
                    range: place,
                }),
                _ => cell(text, place),
            }
        };
        rows.push(fields.into_iter().map(entry).collect::<Result<_, _>>()?);
    }
    Ok(rows)
}

/// The cells between the bars of a line of a Markdown table, trimmed.
pub(in crate::notation) fn table_cells(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let line = trim(text, line);
    let inner = text[line.clone()].strip_prefix('|').map_or(0, |_| 1);
    let has_end = line.len() > 1 && text[line.clone()].ends_with('|');
    let inner = line.start + inner..line.end - usize::from(has_end);
    if inner.is_empty() {
        return Vec::new();
    }
    split(text, inner, '|')
        .map(|field| trim(text, field))
        .collect()
}

/// The cells of one row. A comma stands between two cells, or after the last.
pub(in crate::notation) fn cells(
    text: &str,
    range: Range<usize>,
) -> Result<Vec<Number>, ParseError> {
    let mut entries = Vec::new();
    for part in split(text, range.clone(), ',') {
        let before = entries.len();
        for token in words(text, part.clone()) {
            entries.push(cell(text, token)?);
        }
        let is_last = part.end == range.end;
        if entries.len() == before && !(is_last && (before > 0 || part.start == range.start)) {
            return Err(ParseError::at(
                text,
                part.end..part.end,
                PositionFault::LoneComma,
            ));
        }
    }
    Ok(entries)
}

/// One cell: a number or a blank.
fn cell(text: &str, range: Range<usize>) -> Result<Number, ParseError> {
    let token = &text[range.clone()];
    let is_digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let number = match token {
        "_" | "." | "x" | "X" => Ok(0),
        _ if is_digits(token) => token
            .parse()
            .map_err(|_| PositionFault::TooLarge(quote(token))),
        _ if token.strip_prefix('-').is_some_and(is_digits) => {
            Err(PositionFault::Negative(quote(token)))
        }
        _ => Err(PositionFault::NotATile(quote(token))),
    };
    match number {
        Ok(number) => Ok(Number { number, range }),
        Err(fault) => Err(ParseError::at(text, range, fault)),
    }
}

/// The rows of a JSON list; a flat list is one row.
pub(super) fn json_rows(text: &str, node: &Node) -> Result<Vec<Vec<Number>>, ParseError> {
    let fail = |node: &Node, fault: NotationFault| ParseError::at(text, node.range.clone(), fault);
    let Value::Array(items) = &node.value else {
        return Err(fail(node, JsonFault::NotABoard.into()));
    };
    let row = |items: &[Node]| -> Result<Vec<Number>, ParseError> {
        let entry = |item: &Node| match item.value {
            Value::Number => cell(text, item.range.clone()),
            Value::Blank | Value::Null => Ok(Number {
                number: 0,
                range: item.range.clone(),
            }),
            _ => Err(fail(item, JsonFault::NotABoard.into())),
        };
        items.iter().map(entry).collect()
    };
    if !matches!(items.first().map(|item| &item.value), Some(Value::Array(_))) {
        return Ok(vec![row(items)?]);
    }
    let mut rows = Vec::new();
    for item in items {
        match &item.value {
            Value::Array(numbers) if numbers.is_empty() => {
                let row = rows.len() + 1;
                return Err(fail(item, PositionFault::EmptyRow { row }.into()));
            }
            Value::Array(numbers) => rows.push(row(numbers)?),
            _ => return Err(fail(item, JsonFault::NotABoard.into())),
        }
    }
    Ok(rows)
}
