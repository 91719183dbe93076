//! Rotations and reflections of a board, so that one table serves several goals and gives two look-ups
//! per board.

use taquin_core::Size;

use crate::pattern::Pattern;

/// A cell of each cell, the same board turned or mirrored.
pub type CellMap = Vec<usize>;

/// Turns and mirrors cells of a row and column: the last row, the last column, row, column.
type Turn = fn(usize, usize, usize, usize) -> (usize, usize);

/// The symmetries that keep rows and columns.
const STRAIGHT: [Turn; 4] = [
    |_, _, r, c| (r, c),
    |h, w, r, c| (h - r, w - c),
    |_, w, r, c| (r, w - c),
    |h, _, r, c| (h - r, c),
];

/// The symmetries that exchange rows and columns.
const CROSSED: [Turn; 4] = [
    |_, _, r, c| (c, r),
    |h, w, r, c| (w - c, h - r),
    |h, _, r, c| (c, h - r),
    |_, w, r, c| (w - c, r),
];

/// The image of each cell under a symmetry, on a board with this many columns afterwards.
fn map(size: Size, turn: Turn, cols: usize) -> CellMap {
    let mapped = |cell| {
        let (row, col) = turn(
            size.rows() - 1,
            size.cols() - 1,
            size.row(cell),
            size.col(cell),
        );
        row * cols + col
    };
    (0..size.cells()).map(mapped).collect()
}

/// All symmetries of a board, the identity first.
pub(crate) fn symmetries(size: Size) -> Vec<CellMap> {
    let is_square = size.rows() == size.cols();
    let crossed = if is_square { &CROSSED[..] } else { &[] };
    // A transposition right after the identity: it is the reflection of the literature.
    let turns = STRAIGHT[..1].iter().chain(crossed).chain(&STRAIGHT[1..]);
    turns.map(|&turn| map(size, turn, size.cols())).collect()
}

/// The ways to turn and mirror a board so that it is at least as high as wide, and its size then; the
/// first is the identity or the transposition.
pub fn upright(size: Size) -> (Size, [CellMap; 4]) {
    let (turns, upright) = if size.rows() >= size.cols() {
        (STRAIGHT, size)
    } else {
        let turned = Size::new(size.cols(), size.rows());
        (
            CROSSED,
            turned.expect("rows and columns have the same limits"),
        )
    };
    (upright, turns.map(|turn| map(size, turn, upright.cols())))
}

/// The representative of a cell under the board's symmetries: the last.
///
/// Tables are made for a blank whose place in the goal is such a cell. A goal with the blank in the
/// first cell is turned by half, and its boards use the tables of the goal with the blank last.
pub fn canonical_blank(size: Size, blank: usize) -> usize {
    let images = symmetries(size).into_iter().map(|map| map[blank]);
    images.max().unwrap_or(blank)
}

/// The maps that take this cell to its canonical one.
pub(crate) fn towards_canonical(size: Size, blank: usize) -> Vec<CellMap> {
    let canonical = canonical_blank(size, blank);
    let mut maps = symmetries(size);
    maps.retain(|map| map[blank] == canonical);
    maps
}

/// Whether two maps look up the same patterns with the same arrangements: the second shows nothing
/// that the first does not.
pub(crate) fn is_same<'a>(
    first: &CellMap,
    second: &CellMap,
    mut patterns: impl Iterator<Item = &'a Pattern> + Clone,
) -> bool {
    let set = |homes: &mut dyn Iterator<Item = usize>| homes.map(|home| 1_u32 << home).sum::<u32>();
    let back = |home: usize| first.iter().position(|&cell| cell == home);
    let of = |pattern: &Pattern| set(&mut pattern.homes().iter().map(|&home| home.into()));
    let sets: Vec<u32> = patterns.clone().map(of).collect();
    patterns.all(|pattern| {
        let homes = pattern.homes().iter();
        let mirrored = homes.filter_map(|&home| Some(second[back(home.into())?]));
        sets.contains(&set(&mut mirrored.into_iter()))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn neighbours_stay_neighbours() {
        for (rows, cols, ways) in [(3, 3, 8), (4, 4, 8), (2, 3, 4), (5, 2, 4)] {
            let size = Size::new(rows, cols).unwrap();
            let maps: HashSet<CellMap> = symmetries(size).into_iter().collect();
            assert_eq!(maps.len(), ways, "{size}");
            for map in maps {
                for a in 0..size.cells() {
                    for b in 0..size.cells() {
                        assert_eq!(size.distance(a, b), size.distance(map[a], map[b]));
                    }
                }
            }
        }
    }

    #[test]
    fn corners_are_one() {
        let size = Size::new(4, 4).unwrap();
        for corner in [0, 3, 12, 15] {
            assert_eq!(canonical_blank(size, corner), 15);
            assert_eq!(towards_canonical(size, corner).len(), 2);
        }
        assert_eq!(canonical_blank(Size::new(3, 3).unwrap(), 4), 4);
    }
}
