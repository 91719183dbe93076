//! The formats that have an instance on each line.

use std::ops::Range;

use super::{FileFault, Format, Instance};
use crate::Size;
use crate::notation::error::quote;
use crate::notation::goal::goals_in;
use crate::notation::pieces::{split, trim};
use crate::notation::position::board_in;
use crate::notation::{ParseError, PositionFault};

/// An index and the numbers.
pub(super) fn korf(line: &str, number: usize, size: Option<Size>) -> Result<Instance, ParseError> {
    let whole = trim(line, 0..line.len());
    let id_length = line[whole.clone()]
        .find(|c: char| c == ',' || c.is_whitespace())
        .unwrap_or(whole.len());
    let id_end = whole.start + id_length;
    let separator = line[id_end..].chars().next().map_or(0, char::len_utf8);
    let id = Some(line[whole.start..id_end].to_owned());
    let board = board_in(line, id_end + separator..line.len(), size)
        .map_err(|error| error.in_instance(id.clone()))?;
    Ok(Instance {
        id,
        goal: Format::Korf.fixed_goal(),
        convention: Format::Korf.convention(),
        ..Instance::new(board, number)
    })
}

/// `id rows cols goal tiles optimal known` between tabs; the last may be absent.
pub(super) fn tsv(line: &str, number: usize) -> Result<Instance, ParseError> {
    let fields: Vec<Range<usize>> = split(line, 0..line.len(), '\t')
        .map(|field| trim(line, field))
        .collect();
    if !(6..=7).contains(&fields.len()) {
        let fault = FileFault::Fields(fields.len());
        return Err(ParseError::at(line, 0..line.len(), fault));
    }
    let name = &line[fields[0].clone()];
    let id = (!matches!(name, "" | "-")).then(|| name.to_owned());
    let instance = tsv_fields(line, &fields, number);
    match instance {
        Ok(instance) => Ok(Instance { id, ..instance }),
        Err(error) => Err(error.in_instance(id)),
    }
}

/// An instance without its name.
fn tsv_fields(line: &str, fields: &[Range<usize>], number: usize) -> Result<Instance, ParseError> {
    let field = |index: usize| fields[index].clone();
    let is_absent = |index: usize| matches!(&line[field(index)], "" | "-");
    let count = |index: usize, expected| {
        let written = &line[field(index)];
        written.parse::<u32>().map_err(|_| {
            let found = quote(written);
            let fault = FileFault::NotANumber { found, expected };
            ParseError::at(line, field(index), fault)
        })
    };
    let length = |index: usize| {
        if index < fields.len() && !is_absent(index) {
            count(index, "a length; write a number or -").map(Some)
        } else {
            Ok(None)
        }
    };
    let (rows, cols) = (
        count(1, "a number of rows")?,
        count(2, "a number of columns")?,
    );
    let size = Size::new(rows as usize, cols as usize)
        .map_err(|error| ParseError::at(line, field(1), PositionFault::Size(error)))?;
    Ok(Instance {
        goal: if is_absent(3) {
            None
        } else {
            Some(goals_in(line, field(3), Some(size))?)
        },
        optimal: length(5)?,
        known: length(6)?,
        ..Instance::new(board_in(line, field(4), Some(size))?, number)
    })
}
