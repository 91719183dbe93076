//! Reads the embedded files: comments, then `id rows cols goal tiles optimal [known]` per line.

use taquin_core::{Board, Goal, Size};

use crate::Instance;

/// The instances of a file; an error names the line.
pub(crate) fn instances(text: &'static str) -> impl Iterator<Item = Result<Instance, String>> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| instance(line).map_err(|reason| format!("{reason} in `{line}`")))
}

fn instance(line: &'static str) -> Result<Instance, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let (&[id, rows, cols, goal, tiles, optimal], known) =
        fields.split_first_chunk().ok_or("fewer than six fields")?;
    let size = Size::new(number(rows)? as usize, number(cols)? as usize);
    let size = size.map_err(|error| error.to_string())?;
    let numbers: Vec<u32> = tiles.split(' ').map(number).collect::<Result<_, _>>()?;
    let goal = Goal::NAMED.into_iter().find(|(name, _)| *name == goal);
    Ok(Instance {
        id,
        board: Board::new(size, &numbers).map_err(|error| error.to_string())?,
        goal: goal.ok_or("an unknown goal")?.1,
        optimal: length(optimal)?,
        known: match known {
            [] => None,
            [known] => length(known)?,
            _ => return Err("more than seven fields".to_owned()),
        },
    })
}

fn length(text: &str) -> Result<Option<u32>, String> {
    match text {
        "-" => Ok(None),
        _ => number(text).map(Some),
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|error| format!("`{text}`: {error}"))
}
