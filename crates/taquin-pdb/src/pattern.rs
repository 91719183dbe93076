//! A set of tiles, known by their places in the goal.

use std::fmt;

use taquin_core::Size;

use crate::rank::Ranking;
use crate::zero::Orders;

/// Tiles that a table is about, by the cells of their places in the goal.
///
/// Numbers on tiles do not matter here, so one pattern serves every goal with the blank in the
/// same cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    size: Size,
    blank: u8,
    homes: Vec<u8>,
}

impl Pattern {
    /// The most cells of a board with tables: a set of cells is kept in 32 bits, and two such sets fit
    /// in one word.
    pub const MAX_CELLS: usize = 25;

    /// The pattern of the tiles whose places in the goal are these cells; `blank` is the blank's.
    ///
    /// # Errors
    /// When the board is too large, a cell does not lie on it, is the blank's, or is named twice,
    /// there is none, or there are too many for either kind of table.
    pub fn new(size: Size, blank: usize, homes: &[usize]) -> Result<Self, PatternError> {
        let cells = size.cells();
        if cells > Self::MAX_CELLS {
            return Err(PatternError::TooLarge { size });
        }
        if homes.is_empty() {
            return Err(PatternError::Empty);
        }
        let mut sorted = homes.to_vec();
        sorted.sort_unstable();
        if let Some(&home) = sorted.iter().find(|&&home| home >= cells) {
            return Err(PatternError::NotOnBoard {
                size,
                tile: home + 1,
            });
        }
        if blank >= cells || sorted.contains(&blank) {
            return Err(PatternError::Blank { tile: blank + 1 });
        }
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PatternError::Twice { tile: pair[0] + 1 });
        }
        let pattern = Self {
            size,
            blank: blank as u8,
            homes: sorted.iter().map(|&home| home as u8).collect(),
        };
        if sorted.len() > Orders::MAX_TILES && !pattern.can_be_ranked() {
            return Err(PatternError::TooMany {
                tiles: sorted.len(),
                size,
            });
        }
        Ok(pattern)
    }

    /// Whether its arrangements can be numbered in 32 bits, as a plain table does.
    pub fn can_be_ranked(&self) -> bool {
        let entries = Ranking::count(self.size.cells(), self.homes.len());
        u32::try_from(entries).is_ok()
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The blank's place in the goal.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The tiles' places in the goal, ascending. A tile's rank in this list is its number in the
    /// [`Ranking`].
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// Number of entries of its plain table: the placements of its tiles.
    pub fn entries(&self) -> usize {
        Ranking::count(self.size.cells(), self.homes.len()) as usize
    }

    /// The ranking of its arrangements, if they [can be](Self::can_be_ranked) ranked.
    ///
    /// # Panics
    /// When there are too many; plain tables of such patterns do not exist.
    pub fn ranking(&self) -> Ranking {
        assert!(self.can_be_ranked(), "the pattern of a plain table");
        Ranking::new(self.size.cells(), self.homes.len())
    }
}

/// `1.5.6`: the tiles as they are numbered where the goal has them in reading order, first cell 1.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, home) in self.homes.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { "." } else { "" }, home + 1)?;
        }
        Ok(())
    }
}

/// Why there is no such pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The board has too many cells.
    #[error("pattern databases are for boards of at most {} cells, and {size} has {}", Pattern::MAX_CELLS, size.cells())]
    TooLarge {
        /// The size of the board.
        size: Size,
    },
    /// No tile at all.
    #[error("a pattern has at least one tile")]
    Empty,
    /// A tile that the board does not have.
    #[error("there is no place {tile} on a {size} board")]
    NotOnBoard {
        /// The size of the board.
        size: Size,
        /// The place, counted from 1.
        tile: usize,
    },
    /// The blank is not a tile.
    #[error("place {tile} is the blank's, which is in no pattern")]
    Blank {
        /// The place, counted from 1.
        tile: usize,
    },
    /// A tile named twice.
    #[error("tile {tile} is named twice; each tile may be in one pattern only")]
    Twice {
        /// The tile.
        tile: usize,
    },
    /// More entries than an index can number.
    #[error("{tiles} tiles on {size} have more than {} arrangements", u32::MAX)]
    TooMany {
        /// The number of tiles.
        tiles: usize,
        /// The size of the board.
        size: Size,
    },
}
