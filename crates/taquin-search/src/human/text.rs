//! The names and the sentences that go with the stages.

use taquin_core::{Size, Tile};

use super::pair::Ending;
use super::plan::{Corner, Line, Part};
use super::sentence::{Sentence, list};
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
pub(super) fn place(size: Size, carried: &[(u8, usize, bool)]) -> Vec<Sentence> {
    let tiles: Vec<u8> = carried.iter().filter(|c| !c.2).map(|c| c.0).collect();
    let place = |&(tile, cell, _): &(u8, usize, bool)| {
        [tile, size.row(cell) as u8 + 1, size.col(cell) as u8 + 1]
    };
    let places: Vec<_> = carried.iter().filter(|c| c.2).map(place).collect();
    let mut sentences = Vec::new();
    if !tiles.is_empty() {
        sentences.push(Sentence::Already { tiles });
    }
    if !places.is_empty() {
        sentences.push(Sentence::Bring { places });
    }
    sentences
}

/// The last two tiles of a line.
pub(super) fn pair(corner: &Corner, [first, last]: [u8; 2], ending: Ending) -> Sentence {
    let (along, back) = (corner.along, corner.along.opposite());
    let (beside, out) = (corner.inward, corner.inward.opposite());
    match ending {
        Ending::InPlace => Sentence::Already {
            tiles: vec![first, last],
        },
        Ending::Straight { tile } => Sentence::Straight { tile, way: out },
        Ending::SetUp => Sentence::SetUp {
            first,
            last,
            beside,
            last_way: along,
            first_way: out,
        },
        Ending::Mirrored => Sentence::Mirrored {
            first,
            last,
            beside,
            first_way: back,
            last_way: out,
        },
    }
}

/// The last 2x2.
pub(super) fn turn(tiles: &[Tile], turn: Turn) -> Sentence {
    let tiles = numbers(tiles);
    match turn {
        Turn::InPlace => Sentence::Already { tiles },
        Turn::Clockwise => Sentence::Turn {
            clockwise: true,
            tiles,
        },
        Turn::Anticlockwise => Sentence::Turn {
            clockwise: false,
            tiles,
        },
    }
}

fn numbers(tiles: &[Tile]) -> Vec<u8> {
    tiles.iter().map(|tile| tile.number()).collect()
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
