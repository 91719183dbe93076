//! The sentences that go with the stages.

use taquin_core::{Direction, Size, Tile};

use super::pair::Ending;
use super::plan::{Corner, Line, Part};
use super::square::Turn;

/// The name of a stage.
pub(super) fn name(part: &Part, tiles: &[Tile]) -> String {
    match part {
        Part::Single { line, .. } | Part::Pair { line, .. } => {
            format!("{}, {}", line_name(*line), tiles_name(&numbers(tiles)))
        }
        Part::Square { .. } => "last 2×2".to_owned(),
    }
}

/// Tiles carried one after the other: tile, cell, and whether it had to be moved.
pub(super) fn place(size: Size, carried: &[(u8, usize, bool)]) -> String {
    let in_place: Vec<u8> = carried.iter().filter(|c| !c.2).map(|c| c.0).collect();
    let moved: Vec<String> = carried
        .iter()
        .filter(|c| c.2)
        .map(|&(tile, cell, _)| {
            let (row, col) = (size.row(cell) + 1, size.col(cell) + 1);
            format!("{tile} to row {row}, column {col}")
        })
        .collect();
    match (in_place.is_empty(), moved.is_empty()) {
        (true, _) => format!("Bring {}.", moved.join(", then ")),
        (false, true) => already(&in_place),
        (false, false) => {
            let already = already(&in_place);
            format!("{already} Bring {}.", moved.join(", then "))
        }
    }
}

/// The last two tiles of a line.
pub(super) fn pair(corner: &Corner, [first, last]: [u8; 2], ending: Ending) -> String {
    let (along, back) = (corner.along.word(), corner.along.opposite().word());
    let (beside, out) = (beside(corner.inward), corner.inward.opposite().word());
    match ending {
        Ending::InPlace => already(&[first, last]),
        Ending::Straight { tile } => format!("Slide {tile} {out} into its place."),
        Ending::SetUp => format!(
            "Set up {last} at the place of {first} and {first} just {beside} it, with the blank in \
             the corner; then slide {last} {along} and {first} {out}."
        ),
        Ending::Mirrored => format!(
            "Set up {first} in the corner and {last} just {beside} it, with the blank at the place \
             of {first}; then slide {first} {back} and {last} {out}."
        ),
    }
}

/// The last 2x2.
pub(super) fn turn(tiles: &[Tile], turn: Turn) -> String {
    let tiles = numbers(tiles);
    let way = match turn {
        Turn::InPlace => return already(&tiles),
        Turn::Clockwise => "clockwise",
        Turn::Anticlockwise => "anticlockwise",
    };
    format!(
        "Turn the last three tiles {way} until {} are in place.",
        list(&tiles)
    )
}

fn numbers(tiles: &[Tile]) -> Vec<u8> {
    tiles.iter().map(|tile| tile.number()).collect()
}

fn already(tiles: &[u8]) -> String {
    let verb = if tiles.len() == 1 { "is" } else { "are" };
    format!(
        "{} {verb} already in place.",
        capitalised(&tiles_name(tiles))
    )
}

fn line_name(line: Line) -> String {
    match line {
        Line::Row(row) => format!("row {row}"),
        Line::Column(col) => format!("column {col}"),
    }
}

fn tiles_name(tiles: &[u8]) -> String {
    let noun = if tiles.len() == 1 { "tile" } else { "tiles" };
    format!("{noun} {}", list(tiles))
}

/// `1`, `1 and 2`, `1, 2 and 3`.
fn list(tiles: &[u8]) -> String {
    let words: Vec<String> = tiles.iter().map(u8::to_string).collect();
    match words.as_slice() {
        [start @ .., last] if !start.is_empty() => format!("{} and {last}", start.join(", ")),
        words => words.concat(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

const fn beside(inward: Direction) -> &'static str {
    match inward {
        Direction::Up => "above",
        Direction::Down => "below",
        Direction::Left => "left of",
        Direction::Right => "right of",
    }
}
