//! Patterns that share no tile, by name or tile by tile.

use std::fmt;
use std::str::FromStr;

use taquin_core::Size;

use crate::pattern::{Pattern, PatternError};
use crate::rank::Ranking;

/// A partition of a board's tiles into patterns.
///
/// Written as the numbers of tiles, `6-6-3`, or tile by tile, `1.2.5.6+3.4.7.8`. Tiles are numbered
/// by their places in the goal in reading order, the first cell 1, as on boards with the blank
/// last; other goals with the blank in a corner are turned until it is there.
///
/// ```
/// use taquin_core::Size;
/// use taquin_pdb::Partition;
///
/// let partition: Partition = "6-6-3".parse()?;
/// let patterns = partition.patterns(Size::new(4, 4)?, 15)?;
/// assert_eq!(patterns[0].to_string(), "1.5.6.9.10.13");
/// assert_eq!(patterns[0].entries(), 5_765_760);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Partition {
    /// The number of tiles in each pattern; together all tiles of the board.
    Sizes(Vec<usize>),
    /// The tiles of each pattern, by place from 1; some may be in none.
    Tiles(Vec<Vec<usize>>),
}

/// A size, the numbers of tiles, and the tiles of each pattern for the blank in the last cell.
type Known = (
    (usize, usize),
    &'static [usize],
    &'static [&'static [usize]],
);

/// Partitions that the literature uses, turned so that the blank is last: R. E. Korf, A. Felner,
/// *Disjoint Pattern Database Heuristics*, Artificial Intelligence 134 (2002), and A. Felner, R. E.
/// Korf, S. Hanan, *Additive Pattern Database Heuristics*, JAIR 22 (2004).
const KNOWN: &[Known] = &[
    (
        (4, 4),
        &[5, 5, 5],
        &[&[1, 2, 3, 4, 7], &[5, 6, 9, 10, 13], &[8, 11, 12, 14, 15]],
    ),
    (
        (4, 4),
        &[6, 6, 3],
        &[&[1, 5, 6, 9, 10, 13], &[7, 8, 11, 12, 14, 15], &[2, 3, 4]],
    ),
    (
        (4, 4),
        &[7, 8],
        &[&[9, 10, 11, 12, 13, 14, 15], &[1, 2, 3, 4, 5, 6, 7, 8]],
    ),
    // Ours: of a dozen tried, the one with the fewest nodes on Korf's hundred boards.
    (
        (4, 4),
        &[7, 7, 1],
        &[&[1, 2, 3, 4, 5, 6, 7], &[9, 10, 11, 12, 13, 14, 15], &[8]],
    ),
    (
        (5, 5),
        &[6, 6, 6, 6],
        &[
            &[1, 2, 3, 6, 7, 8],
            &[4, 5, 9, 10, 14, 15],
            &[11, 12, 16, 17, 21, 22],
            &[13, 18, 19, 20, 23, 24],
        ],
    ),
    // T. Döbbelin, T. Schütt, A. Reinefeld, *Building Large Compressed PDBs for the Sliding Tile
    // Puzzle*, 2013, as clausecker/24puzzle lists it, turned by half.
    (
        (5, 5),
        &[8, 8, 8],
        &[
            &[13, 14, 15, 18, 19, 20, 23, 24],
            &[1, 6, 11, 12, 16, 17, 21, 22],
            &[2, 3, 4, 5, 7, 8, 9, 10],
        ],
    ),
    // Ours, of seven tiles for comparison.
    (
        (5, 5),
        &[7, 7, 7, 3],
        &[
            &[1, 2, 3, 6, 7, 11, 12],
            &[4, 5, 8, 9, 10, 14, 15],
            &[16, 17, 18, 21, 22, 23, 24],
            &[13, 19, 20],
        ],
    ),
];

/// Maximum entries per table of an automatically chosen partition: they are built in about a tenth of a
/// second each.
const DEFAULT_ENTRIES: u64 = 700_000;

/// Maximum tiles per pattern of an automatically chosen partition.
const DEFAULT_TILES: usize = 6;

impl Partition {
    /// The most patterns: each is looked up along with every slide of its tiles.
    pub const MAX_PATTERNS: usize = 8;

    /// A partition whose tables are quickly built: `4-4` on 3x3, `6-5` on 3x4, `5-5-5` on 4x4.
    pub fn default_for(size: Size) -> Self {
        let (cells, tiles) = (size.cells(), size.tiles());
        let fits = |&k: &usize| Ranking::count(cells, k) <= DEFAULT_ENTRIES;
        let most = (1..=DEFAULT_TILES.min(tiles)).rev().find(fits);
        let groups = tiles.div_ceil(most.unwrap_or(1));
        let group = |i: usize| tiles / groups + usize::from(i < tiles % groups);
        Self::Sizes((0..groups).map(group).collect())
    }

    /// A partition whose zero-aware tables are built in about a second and show much: `7-7-1` on
    /// 4x4, `6-6-6-6` on 5x5.
    pub fn quick(size: Size) -> Self {
        let (cells, tiles) = (size.cells(), size.tiles());
        let most = if cells <= 16 { 7 } else { 6 };
        let mut left = tiles;
        let mut sizes = Vec::new();
        // On 4x4 two large patterns and a single tile beat three of a size.
        let even = (cells != 16).then(|| tiles.div_ceil(tiles.div_ceil(most)));
        while left > 0 {
            let next = even.unwrap_or(most).min(left);
            sizes.push(next);
            left -= next;
        }
        Self::Sizes(sizes)
    }

    /// Partitions with large tables that show more than the [quick](Self::quick) one, the best first;
    /// they are used if they have been built.
    pub fn large(size: Size) -> Vec<Self> {
        match (size.rows(), size.cols()) {
            (4, 4) => vec![Self::Sizes(vec![7, 8])],
            _ => Vec::new(),
        }
    }

    /// Its patterns on boards of a size with the blank's place in this cell, which must be a
    /// [canonical](crate::canonical_blank) one.
    ///
    /// Sizes that the literature has no tiles for are dealt out along the board's longer side, line by
    /// line.
    ///
    /// # Errors
    /// When the board has other tiles than the partition.
    pub fn patterns(&self, size: Size, blank: usize) -> Result<Vec<Pattern>, PartitionError> {
        let pattern = |homes: &[usize]| Pattern::new(size, blank, homes);
        match self {
            Self::Sizes(sizes) => {
                let tiles: usize = sizes.iter().sum();
                if size.cells() > Pattern::MAX_CELLS {
                    return Err(PatternError::TooLarge { size }.into());
                }
                if tiles != size.tiles() {
                    return Err(PartitionError::WrongSum {
                        partition: self.to_string(),
                        tiles,
                        size,
                    });
                }
                let homes = known(size, blank, sizes).unwrap_or_else(|| deal(size, blank, sizes));
                Ok(homes
                    .iter()
                    .map(|homes| pattern(homes))
                    .collect::<Result<_, _>>()?)
            }
            Self::Tiles(sets) => {
                let all: Vec<usize> = sets.iter().flatten().map(|tile| tile - 1).collect();
                let twice = all
                    .iter()
                    .enumerate()
                    .find(|(i, home)| all[..*i].contains(home));
                if let Some((_, home)) = twice {
                    return Err(PatternError::Twice { tile: home + 1 }.into());
                }
                let homes = |set: &Vec<usize>| set.iter().map(|tile| tile - 1).collect::<Vec<_>>();
                let patterns = sets.iter().map(|set| pattern(&homes(set)));
                Ok(patterns.collect::<Result<_, _>>()?)
            }
        }
    }
}

/// The cells of a published partition.
fn known(size: Size, blank: usize, sizes: &[usize]) -> Option<Vec<Vec<usize>>> {
    let shape = (size.rows(), size.cols());
    let (_, _, sets) = KNOWN
        .iter()
        .find(|known| known.0 == shape && known.1 == sizes && blank + 1 == size.cells())?;
    let homes = |set: &&[usize]| set.iter().map(|tile| tile - 1).collect();
    Some(sets.iter().map(homes).collect())
}

/// The cells but the blank's, in short lines one after the other, cut into pieces.
fn deal(size: Size, blank: usize, sizes: &[usize]) -> Vec<Vec<usize>> {
    let (rows, cols) = (size.rows(), size.cols());
    let cell = |i: usize| {
        if rows >= cols {
            i
        } else {
            (i % rows) * cols + i / rows
        }
    };
    let mut cells = (0..size.cells()).map(cell).filter(|&cell| cell != blank);
    let piece = |&count: &usize| cells.by_ref().take(count).collect();
    sizes.iter().map(piece).collect()
}

impl FromStr for Partition {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Self, PartitionError> {
        let unreadable = || PartitionError::Unreadable(text.chars().take(60).collect());
        let number = |part: &str| match part.parse::<usize>() {
            Ok(number @ 1..=255) => Ok(number),
            _ => Err(unreadable()),
        };
        let partition = if text.contains(['.', '+']) {
            let set = |set: &str| set.split('.').map(number).collect::<Result<Vec<_>, _>>();
            Self::Tiles(text.split('+').map(set).collect::<Result<_, _>>()?)
        } else {
            Self::Sizes(text.split('-').map(number).collect::<Result<_, _>>()?)
        };
        let patterns = match &partition {
            Self::Sizes(sizes) => sizes.len(),
            Self::Tiles(sets) => sets.len(),
        };
        if patterns > Self::MAX_PATTERNS {
            return Err(PartitionError::TooMany { patterns });
        }
        Ok(partition)
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |numbers: &[usize], between: &str| {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            numbers.join(between)
        };
        match self {
            Self::Sizes(sizes) => f.write_str(&join(sizes, "-")),
            Self::Tiles(sets) => {
                let sets: Vec<String> = sets.iter().map(|set| join(set, ".")).collect();
                f.write_str(&sets.join("+"))
            }
        }
    }
}

/// Why a text or a partition names no patterns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// Not a partition.
    #[error(
        "`{0}` is not a partition; write how many tiles are in each pattern, like 6-6-3, or which, like 1.2.5.6+3.4.7.8"
    )]
    Unreadable(String),
    /// More patterns than can be followed.
    #[error(
        "a partition has at most {} patterns, not {patterns}",
        Partition::MAX_PATTERNS
    )]
    TooMany {
        /// The number of patterns named.
        patterns: usize,
    },
    /// Made for another size.
    #[error("{partition} is for {tiles} tiles, and a {size} board has {}", size.tiles())]
    WrongSum {
        /// The partition.
        partition: String,
        /// Its tiles.
        tiles: usize,
        /// The size of the board.
        size: Size,
    },
    /// One of its patterns cannot be.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes_and_refuses_the_rest() {
        for text in ["6-6-3", "15", "1.2.5.6+3.4.7.8", "1+2.3", "7.8"] {
            let partition: Partition = text.parse().unwrap();
            assert_eq!(partition.to_string(), text);
        }
        for text in [
            "", "-", "6-", "0-3", "a", "1..2", "1.2+", "999", "6 6 3", "6-6.3",
        ] {
            let error = text.parse::<Partition>().unwrap_err();
            assert!(
                matches!(error, PartitionError::Unreadable(_)),
                "{text}: {error}"
            );
        }
        assert!("1-1-1-1-1-1-1-1-1".parse::<Partition>().is_err());
    }

    #[test]
    fn defaults_hold_every_tile_once() {
        for rows in 2..=12 {
            for cols in 2..=12 {
                let size = Size::new(rows, cols).unwrap();
                if size.cells() > Pattern::MAX_CELLS {
                    continue;
                }
                for blank in 0..size.cells() {
                    let partition = Partition::default_for(size);
                    assert_eq!(partition.to_string().parse(), Ok(partition.clone()));
                    let patterns = partition.patterns(size, blank).unwrap();
                    let mut homes: Vec<u8> =
                        patterns.iter().flat_map(Pattern::homes).copied().collect();
                    homes.push(blank as u8);
                    homes.sort_unstable();
                    let all: Vec<u8> = (0..size.cells() as u8).collect();
                    assert_eq!(homes, all, "{size}");
                }
            }
        }
        let name = |rows, cols| Partition::default_for(Size::new(rows, cols).unwrap()).to_string();
        assert_eq!(
            [name(3, 3), name(3, 4), name(4, 4)],
            ["4-4", "6-5", "5-5-5"]
        );
    }

    #[test]
    fn known_partitions_hold_every_tile_once() {
        for ((rows, cols), sizes, sets) in KNOWN {
            let lengths: Vec<usize> = sets.iter().map(|set| set.len()).collect();
            assert_eq!(&lengths, sizes);
            let mut all: Vec<usize> = sets.concat();
            all.sort_unstable();
            assert_eq!(all, (1..rows * cols).collect::<Vec<_>>());
        }
    }

    #[test]
    fn faults_are_named() {
        let patterns = |text: &str, rows, cols| {
            let partition: Partition = text.parse().unwrap();
            let size = Size::new(rows, cols).unwrap();
            partition
                .patterns(size, rows * cols - 1)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            patterns("6-6-3", 3, 3),
            "6-6-3 is for 15 tiles, and a 3x3 board has 8"
        );
        assert_eq!(
            patterns("1.2+2.3", 3, 3),
            "tile 2 is named twice; each tile may be in one pattern only"
        );
        assert_eq!(
            patterns("1.9", 3, 3),
            "place 9 is the blank's, which is in no pattern"
        );
        assert_eq!(
            patterns("1.10", 3, 3),
            "there is no place 10 on a 3x3 board"
        );
        assert!(patterns("9-9-6", 5, 5).contains("arrangements"));
        assert!(patterns("1.2", 6, 6).contains("at most 25 cells"));
    }
}
