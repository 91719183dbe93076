//! The packing of boards for the kernels, which are compiled twice: for boards of up to 25 cells and,
//! `wide`, for those of up to 36. `kernels/width.h` has the same numbers.

use taquin_core::Size;

use crate::wire::{Item, Rules};

/// The numbers that a board's cells decide.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Width {
    /// How the names of its kernels begin.
    prefix: &'static str,
    /// The most cells of a board; a board of that many has the tile of its last cell not written.
    pub(crate) cells: usize,
    /// The most patterns in a sum, the most sums, and the most tiles of a pattern.
    pub(crate) patterns: usize,
    pub(crate) sums: usize,
    pub(crate) tiles: usize,
    /// Cells that a slide down can start from, and ways to fill the cells it passes.
    lows: usize,
    pub(crate) betweens: usize,
    /// Bits of a region's number; sets with more regions have the last ones as one.
    pub(crate) region_bits: usize,
    pub(crate) regions_per_word: usize,
    pub(crate) tile_bits: usize,
    pub(crate) tiles_per_word: usize,
    board_words: usize,
    /// Sums whose values share a word.
    pub(crate) sums_per_word: usize,
    /// Bits and words that deal the tiles to the patterns of a sum, and words of their numbers.
    pub(crate) dealt_bits: usize,
    pub(crate) dealt_words: usize,
    pub(crate) number_words: usize,
    /// Whether the values behind the first word have a word of their own in an item.
    pub(crate) has_more: bool,
}

static NARROW: Width = Width {
    prefix: "",
    cells: 25,
    patterns: 4,
    sums: 6,
    tiles: 8,
    lows: 22,
    betweens: 16,
    region_bits: 3,
    regions_per_word: 10,
    tile_bits: 5,
    tiles_per_word: 6,
    board_words: 4,
    sums_per_word: 4,
    dealt_bits: 2,
    dealt_words: 2,
    number_words: 4,
    has_more: false,
};

static WIDE: Width = Width {
    prefix: "wide_",
    cells: 36,
    patterns: 6,
    sums: 4,
    tiles: 7,
    lows: 34,
    betweens: 32,
    region_bits: 2,
    regions_per_word: 16,
    tile_bits: 6,
    tiles_per_word: 5,
    board_words: 7,
    sums_per_word: 2,
    dealt_bits: 4,
    dealt_words: 5,
    number_words: 5,
    has_more: true,
};

/// The bit offset of the values of further sums in an item without a separate word for them.
const VALUES_SHIFT: usize = 8;

impl Width {
    /// The width of a board; the larger one if `wide`, whatever the board's size.
    pub(crate) fn of(shape: Size, wide: bool) -> &'static Self {
        if shape.cells() <= NARROW.cells && !wide {
            &NARROW
        } else {
            &WIDE
        }
    }

    pub(crate) fn is_wide(&self) -> bool {
        self.has_more
    }

    /// A kernel's name.
    pub(crate) fn kernel(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// One more than the most tiles below another one.
    pub(crate) fn below(&self) -> usize {
        self.tiles + 1
    }

    /// Changes of rank by slides down, and by slides to the right as well.
    pub(crate) fn down(&self) -> usize {
        self.lows * self.betweens * self.below()
    }

    pub(crate) fn steps(&self) -> usize {
        self.down() + (self.cells - 1) * self.below()
    }

    /// Bytes of a block's copy of all small tables but those of the layouts, which follow.
    pub(crate) fn block(&self) -> usize {
        let words = self.cells * self.below() + self.steps();
        let cells = 2 * self.cells.next_multiple_of(4) + 8 * self.patterns;
        (size_of::<Rules>() + 4 * words + cells).next_multiple_of(16)
    }

    /// Bytes of an item.
    pub(crate) fn item_bytes(&self) -> usize {
        4 * (self.board_words + 4 + usize::from(self.has_more))
    }

    /// Items as the kernels have them.
    pub(crate) fn items(&self, items: &[Item]) -> Vec<u32> {
        let mut words = Vec::with_capacity(items.len() * self.item_bytes() / 4);
        for item in items {
            words.extend_from_slice(&item.board[..self.board_words]);
            words.extend([item.values, item.slack, item.state]);
            if self.has_more {
                words.extend([item.back, item.others]);
            } else {
                words.push(item.back | item.others << VALUES_SHIFT);
            }
        }
        words
    }

    /// Masks of cells as the kernels have them.
    pub(crate) fn masks(&self, masks: &[u64]) -> Vec<u8> {
        if self.is_wide() {
            return bytemuck::cast_slice(masks).to_vec();
        }
        let low: Vec<u32> = masks.iter().map(|&mask| mask as u32).collect();
        bytemuck::cast_slice(&low).to_vec()
    }

    /// Packs a board of tiles.
    pub(crate) fn pack(&self, tiles: &[u8]) -> Item {
        let mut item = Item::default();
        for (cell, &tile) in tiles.iter().enumerate().take(self.cells - 1) {
            let shift = self.tile_bits * (cell % self.tiles_per_word);
            item.board[cell / self.tiles_per_word] |= u32::from(tile) << shift;
        }
        item
    }
}
