//! The structs that kernels read and write; `kernels/*.h` has the same, field by field.

use bytemuck::{Pod, Zeroable};

/// Patterns of all sums at most, and sums at most, of boards of any width.
const ALL_PATTERNS: usize = 24;
const MOST_SUMS: usize = 6;
pub(crate) const FRONT: usize = 4096;
pub(crate) const BACK: usize = 4096;
pub(crate) const DEEPEST: usize = 160;
pub(crate) const CLASSES: usize = 16;

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct LayoutAt {
    pub(crate) sets: u64,
    pub(crate) front: u64,
    pub(crate) back: u64,
    pub(crate) words: u32,
    pub(crate) tiles: u32,
}

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct PatternAt {
    pub(crate) table: u64,
    pub(crate) sets: u64,
    pub(crate) words: u32,
    pub(crate) small: u32,
}

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Rules {
    pub(crate) layouts: [LayoutAt; 2],
    pub(crate) patterns: [PatternAt; ALL_PATTERNS],
    pub(crate) steps: u64,
    pub(crate) automaton: u64,
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) cells: u32,
    pub(crate) sums: u32,
    pub(crate) layout_count: u32,
    pub(crate) blank: u32,
    pub(crate) first: [u32; MOST_SUMS],
    pub(crate) states: u32,
    pub(crate) unused: u32,
    pub(crate) dealt: [u32; 20],
    pub(crate) number: [u32; 24],
}

/// Bytes of the small tables of a layout.
pub(crate) const SMALL: usize = 2 * FRONT + BACK;

/// Bits of a sum's slack.
pub(crate) const SLACK_BITS: usize = 5;

/// An item of any width; [`crate::width::Width::items`] lays it out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Item {
    pub(crate) board: [u32; 7],
    pub(crate) values: u32,
    pub(crate) slack: u32,
    pub(crate) state: u32,
    pub(crate) back: u32,
    /// The values of the sums that have no place in the first word.
    pub(crate) others: u32,
}

#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Report {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) written: u32,
    pub(crate) next: u32,
    pub(crate) found: u32,
    pub(crate) origin: u32,
    pub(crate) length: u32,
    pub(crate) doubles: u32,
    pub(crate) moves: [u64; DEEPEST / 32],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Expand {
    pub(crate) rules: u64,
    pub(crate) items: u64,
    pub(crate) out: u64,
    pub(crate) parents: u64,
    pub(crate) doubles: u64,
    pub(crate) report: u64,
    pub(crate) count: u32,
    pub(crate) capacity: u32,
    pub(crate) hash_mask: u32,
    pub(crate) unused: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Sort {
    pub(crate) items: u64,
    pub(crate) order: u64,
    pub(crate) counts: u64,
    pub(crate) parts: u64,
    pub(crate) count: u32,
    pub(crate) sums: u32,
    pub(crate) part_count: u32,
    pub(crate) unused: u32,
}

/// The origin of an item, and the moves after it.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Path {
    pub(crate) origin: u32,
    pub(crate) length: u32,
    pub(crate) moves: [u64; DEEPEST / 32],
}

impl Path {
    /// The origin of a path that solves its board.
    pub(crate) const SOLVED: u32 = 1;
}

/// Bytes of a path.
pub(crate) const PATH: usize = size_of::<Path>();

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Raise {
    pub(crate) items: u64,
    pub(crate) ways: u64,
    pub(crate) pool: u64,
    pub(crate) paths: u64,
    pub(crate) report: u64,
    pub(crate) count: u32,
    pub(crate) sums: u32,
    pub(crate) round: u32,
    pub(crate) unused: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Batch {
    pub(crate) rules: u64,
    pub(crate) pool: u64,
    pub(crate) paths: u64,
    pub(crate) rest: u64,
    pub(crate) rest_paths: u64,
    pub(crate) ways: u64,
    pub(crate) counts: u64,
    pub(crate) report: u64,
    pub(crate) pool_count: u32,
    pub(crate) capacity: u32,
    pub(crate) nodes: u32,
    pub(crate) patience: u32,
    pub(crate) together: u32,
    pub(crate) unused: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Search {
    pub(crate) rules: u64,
    pub(crate) pool: u64,
    pub(crate) paths: u64,
    pub(crate) frontier: u64,
    pub(crate) order: u64,
    pub(crate) rest: u64,
    pub(crate) rest_paths: u64,
    pub(crate) report: u64,
    pub(crate) pool_count: u32,
    pub(crate) frontier_count: u32,
    pub(crate) capacity: u32,
    pub(crate) nodes: u32,
    pub(crate) patience: u32,
    pub(crate) together: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Values {
    pub(crate) rules: u64,
    pub(crate) items: u64,
    pub(crate) results: u64,
    pub(crate) count: u32,
    pub(crate) unused: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Level {
    pub(crate) layout: u64,
    pub(crate) binomial: u64,
    pub(crate) cells: u64,
    pub(crate) regions: u64,
    pub(crate) moved: u64,
    pub(crate) seen: u64,
    pub(crate) fresh: u64,
    pub(crate) bits: u64,
    pub(crate) active: u64,
    pub(crate) found: u64,
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) second: u32,
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) orders: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct PlainRows {
    pub(crate) cells: u64,
    pub(crate) fresh: u64,
    pub(crate) active: u64,
    pub(crate) orders: u64,
    pub(crate) entries: u64,
    pub(crate) weights: [u32; 8],
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) words: u32,
    pub(crate) tiles: u32,
    pub(crate) value: u32,
    pub(crate) unused: u32,
}

/// Bytes of what a block notes of a row while it fills it.
pub(crate) const ROW_WORK: usize = 8 + 40 * 12;

pub(crate) const NET_SUM: usize = 256;
pub(crate) const NET_LAYER: usize = 32;
/// Boards that a warp scores at once.
pub(crate) const NET_ROWS: usize = 16;
pub(crate) const NET_STEPS: usize = NET_SUM / 32;
pub(crate) const NET_TILES: usize = NET_LAYER / 8;
pub(crate) const WARP_LANES: usize = 32;
pub(crate) const BEAM_SCORES: usize = 8192;
pub(crate) const SLOT: usize = 4;
pub(crate) const GROWS: u32 = 1;
pub(crate) const ENTERS: u32 = 2;
pub(crate) const LEAVES: u32 = 4;

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Step {
    pub(crate) key: u64,
    pub(crate) direct: i32,
    pub(crate) how: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Guide {
    pub(crate) steps: u64,
    pub(crate) home_rows: u64,
    pub(crate) home_cols: u64,
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) words: u32,
    pub(crate) unused: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Ahead {
    pub(crate) guide: Guide,
    pub(crate) level: u64,
    pub(crate) scores: u64,
    pub(crate) origins: u64,
    pub(crate) slides: u64,
    pub(crate) directs: u64,
    pub(crate) seen: u64,
    pub(crate) histogram: u64,
    pub(crate) report: u64,
    pub(crate) count: u32,
    pub(crate) stride: u32,
    pub(crate) capacity: u32,
    pub(crate) slot_mask: u32,
    pub(crate) moves: u32,
    pub(crate) longest: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Keep {
    pub(crate) guide: Guide,
    pub(crate) level: u64,
    pub(crate) next: u64,
    pub(crate) scores: u64,
    pub(crate) origins: u64,
    pub(crate) kept: u64,
    pub(crate) slides: u64,
    pub(crate) report: u64,
    pub(crate) count: u32,
    pub(crate) stride: u32,
    pub(crate) cut: u32,
    pub(crate) some: u32,
    pub(crate) capacity: u32,
    pub(crate) unused: u32,
}

/// The bytes of a weight's high part and low part, for the eight that a lane gives to a product.
pub(crate) type NetBytes = [[i8; 8]; 2];

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Net {
    pub(crate) first: [[[NetBytes; WARP_LANES]; NET_STEPS]; NET_TILES],
    pub(crate) second: [[[NetBytes; WARP_LANES]; 1]; NET_TILES],
    pub(crate) first_bias: [i32; NET_LAYER],
    pub(crate) second_bias: [i32; NET_LAYER],
    pub(crate) last: [i32; NET_LAYER],
    pub(crate) last_bias: i32,
    pub(crate) conflicts: i32,
    pub(crate) unused: [i32; 2],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Rank {
    pub(crate) net: u64,
    pub(crate) vectors: u64,
    pub(crate) sums: u64,
    pub(crate) scores: u64,
    pub(crate) origins: u64,
    pub(crate) slides: u64,
    pub(crate) directs: u64,
    pub(crate) histogram: u64,
    pub(crate) report: u64,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Follow {
    pub(crate) vectors: u64,
    pub(crate) sums: u64,
    pub(crate) next: u64,
    pub(crate) kept: u64,
    pub(crate) slides: u64,
    pub(crate) report: u64,
}
