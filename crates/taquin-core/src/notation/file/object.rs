//! The JSON format: boards, objects that hold one, and lists of either.

use super::{FileFault, Instance};
use crate::notation::ParseError;
use crate::notation::goal::goals_in;
use crate::notation::json::{self, Node, Value};
use crate::notation::position::{board_in, board_of_json, read_size};
use crate::{Board, Goal, Goals, Size};

/// The nesting depth of brackets after a line. Strings do not span lines.
pub(super) fn depth_after(mut depth: usize, line: &str) -> usize {
    let (mut in_string, mut escaped) = (false, false);
    for byte in line.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

/// Gives each instance of a value, with its line counted from the value's first.
pub(super) fn instances(
    text: &str,
    size: Option<Size>,
    mut give: impl FnMut(Result<Instance, ParseError>),
) {
    let (mut line, mut counted) = (1, 0);
    let mut read = |node: &Node| {
        let between = text[counted..node.range.start].bytes();
        line += between.filter(|&byte| byte == b'\n').count();
        counted = node.range.start;
        give(instance(text, node, line, size));
    };
    // Nodes are many times larger than their text: one board of a long list at a time.
    let end = if is_list(text) {
        json::each_item(text, |node| read(&node))
    } else {
        json::document(text, 0..text.len()).map(|node| match list_in(&node) {
            Some(nodes) => nodes.iter().for_each(read),
            None => read(&node),
        })
    };
    if let Err(error) = end {
        give(Err(error));
    }
}

/// The list in an object that is nothing but its wrapping, as generators of boards write it.
fn list_in(node: &Node) -> Option<&[Node]> {
    match &node.member("puzzles")?.value {
        Value::Array(nodes) => Some(nodes),
        _ => None,
    }
}

/// Whether the items of this list are boards, rather than the rows or numbers of one.
fn is_list(text: &str) -> bool {
    inside(text).is_some_and(|items| {
        items.starts_with(['{', '"']) || inside(items).is_some_and(|rows| rows.starts_with('['))
    })
}

/// What follows the bracket that opens this list.
fn inside(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix('[').map(str::trim_start)
}

fn instance(
    text: &str,
    node: &Node,
    line: usize,
    size: Option<Size>,
) -> Result<Instance, ParseError> {
    if !matches!(node.value, Value::Object(_)) {
        return Ok(Instance::new(board(text, node, size)?, line));
    }
    let member = |name| node.member(name).filter(|node| !node.is_null());
    let id = member("id").map(|node| id(text, node)).transpose()?;
    match unnamed(text, node, line, size) {
        Ok(instance) => Ok(Instance { id, ..instance }),
        Err(error) => Err(error.in_instance(id)),
    }
}

/// An instance without its name.
fn unnamed(
    text: &str,
    node: &Node,
    line: usize,
    size: Option<Size>,
) -> Result<Instance, ParseError> {
    let member = |name| node.member(name).filter(|node| !node.is_null());
    let size = match member("size") {
        Some(node) => Some(own_size(text, node)?),
        None => size,
    };
    let Some(position) = member("board") else {
        let brace = node.range.start..node.range.start + 1;
        return Err(ParseError::at(text, brace, FileFault::NoBoard));
    };
    let board = board(text, position, size)?;
    let length = |name| member(name).map(|node| length(text, node)).transpose();
    Ok(Instance {
        goal: member("goal")
            .map(|node| goals(text, node, board.size()))
            .transpose()?,
        optimal: length("optimal")?,
        known: length("known")?,
        steps: length("steps")?,
        ..Instance::new(board, line)
    })
}

fn board(text: &str, node: &Node, size: Option<Size>) -> Result<Board, ParseError> {
    match &node.value {
        Value::Text(position) => in_string(text, node, position, |text, range| {
            board_in(text, range, size)
        }),
        _ => board_of_json(text, node, size),
    }
}

fn goals(text: &str, node: &Node, size: Size) -> Result<Goals, ParseError> {
    match &node.value {
        Value::Text(goals) => in_string(text, node, goals, |text, range| {
            goals_in(text, range, Some(size))
        }),
        _ => board_of_json(text, node, Some(size)).map(|board| Goal::Custom(board).into()),
    }
}

fn own_size(text: &str, node: &Node) -> Result<Size, ParseError> {
    let Value::Text(written) = &node.value else {
        return Err(member_must_be(text, node, "a size like \"2x3\""));
    };
    read_size(written).map_err(|fault| ParseError::at(text, node.range.clone(), fault))
}

fn id(text: &str, node: &Node) -> Result<String, ParseError> {
    match &node.value {
        Value::Text(id) => Ok(id.clone()),
        Value::Number => Ok(text[node.range.clone()].to_owned()),
        _ => Err(member_must_be(text, node, "a string or a number")),
    }
}

fn length(text: &str, node: &Node) -> Result<u32, ParseError> {
    match node.value {
        Value::Number => text[node.range.clone()].parse().ok(),
        _ => None,
    }
    .ok_or_else(|| member_must_be(text, node, "a length"))
}

fn member_must_be(text: &str, node: &Node, what: &'static str) -> ParseError {
    ParseError::at(text, node.range.clone(), FileFault::Member(what))
}

/// Reads the content of a string; a fault has its exact position unless an escape shifted it.
fn in_string<T>(
    text: &str,
    node: &Node,
    content: &str,
    read: impl Fn(&str, std::ops::Range<usize>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let raw = node.range.start + 1..node.range.end - 1;
    if text[raw.clone()] == *content {
        return read(text, raw);
    }
    read(content, 0..content.len())
        .map_err(|error| ParseError::at(text, node.range.clone(), error.fault().clone()))
}
