//! A board seen through zero-aware tables: where each pattern is, followed slide by slide.
//!
//! A *look* is one view of the board: direct or mirrored, with the tables of one partition. In each look
//! the patterns share no tile, so their values add up to an estimate; of several looks the largest
//! counts.
#![expect(
    clippy::inline_always,
    reason = "the search is compiled a second time for processors that count bits; what it calls must follow"
)]

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_core::{Board, Cells, Control, Direction, Size};

use super::passes::{Way, code};
use super::slots::{RegionBits, SMALL_CELLS};
use super::{Layout, Spot};
use crate::build::BuildError;
use crate::cache::{PdbCache, PdbCacheError};
use crate::geometry::{CellMasks, bits, is_odd};
use crate::partition::{Partition, PartitionError};
use crate::pattern::Pattern;
use crate::rank::neighbours;
use crate::symmetry::{CellMap, canonical_blank, is_same, towards_canonical};
use crate::table::{Table, TableKind};

/// All look-ups for one goal.
#[derive(Debug)]
pub struct Looks {
    looks: Vec<Look>,
    size: Size,
}

/// One view of the board.
#[derive(Debug)]
pub struct Look {
    sources: Vec<Source>,
    /// By number: the pattern of the tile, or [`Look::NONE`].
    pattern: [u8; 32],
    /// By blank and direction of the slide, `4 · blank + direction`.
    edges: Box<[Edge; 128]>,
    map: CellMap,
}

/// A pattern's table and how it is laid out.
#[derive(Clone, Debug)]
struct Source {
    table: Arc<Table>,
    layout: Arc<Layout>,
    /// By number: which of the pattern's tiles it is.
    index: [u8; 32],
}

/// A slide as a look sees it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edge {
    /// The cells left and entered.
    toggle: u32,
    /// The cells before both.
    below: u32,
    /// The cells between them.
    between: u32,
    /// Which [`Way`] the tile goes.
    way: u8,
    /// The cell left, as the board numbers it.
    pub from: u8,
    /// Where the region of the cell left is, in which the blank is then.
    region: RegionBits,
}

impl Edge {
    fn new(size: Size, from: usize, to: usize) -> Self {
        let below = |cell: usize| (1_u32 << cell) - 1;
        let way = if to > from {
            Way::Forward
        } else {
            Way::Backward
        };
        Self {
            toggle: 1 << from | 1 << to,
            below: below(from.min(to)),
            between: below(from.max(to)) & !below(from.min(to) + 1),
            way: way as u8,
            from: from as u8,
            region: RegionBits::of(size, from),
        }
    }
}

/// A question to a table: what it says of a slide.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// The spot after the slide, if the value goes up.
    up: Spot,
    /// The word that holds the answer, its bits from the lowest of the first byte on.
    word: &'a [u8; 8],
}

impl<'a> Aim<'a> {
    /// No question yet.
    pub const NONE: Self = Self {
        up: Spot(0),
        word: &[0; 8],
    };

    /// The word that holds the answer, for prefetching.
    #[inline(always)]
    pub fn word(self) -> &'a [u8; 8] {
        self.word
    }

    /// What the table says: whether the value goes down (1) or up (0) by one.
    #[inline(always)]
    pub fn answer(self) -> u64 {
        // The second bit of the value says which.
        let bits = u64::from_le_bytes(*self.word) >> ((self.up.0 >> Spot::ORDER_SHIFT) % 64);
        (bits ^ self.up.0 >> (Spot::VALUE_SHIFT + 1)) & 1
    }

    /// The spot after the slide, given the [answer](Self::answer).
    #[inline(always)]
    pub fn spot(self, answer: u64) -> Spot {
        Spot(self.up.0.wrapping_sub(answer << (Spot::VALUE_SHIFT + 1)))
    }
}

/// A table ready for look-ups.
#[derive(Clone, Copy, Debug)]
pub struct PreparedTable<'a> {
    /// Words of 64 bits, the low bytes first.
    words: &'a [[u8; 8]],
    layout: &'a Layout,
}

impl<'a> PreparedTable<'a> {
    /// Table address of the spot after a slide; `SMALL` if the board has at most
    /// [`SMALL_CELLS`](super::SMALL_CELLS) cells.
    #[inline(always)]
    pub fn aim<const SMALL: bool>(&self, spot: Spot, edge: &Edge) -> Aim<'a> {
        let set = if SMALL {
            u32::from(spot.0 as u16)
        } else {
            spot.set()
        };
        let place = (set & edge.below).count_ones();
        let passed = (set & edge.between).count_ones();
        let change = self.layout.passes.change(spot, edge.way, place, passed);
        // The slot needs no change of the order, so the processor looks both up at once.
        let slot = self
            .layout
            .slots
            .slot_at::<SMALL>(set ^ edge.toggle, edge.region);
        let up = Spot((spot.0 ^ u64::from(edge.toggle)).wrapping_add(change));
        // Slots begin with a word, so the order alone tells which bit it is.
        let word = slot * self.layout.words + usize::from(up.order() / 64);
        Aim {
            up,
            word: &self.words[word],
        }
    }

    /// The bit of a state.
    fn bit(&self, slot: usize, order: u16) -> u8 {
        let word = slot * self.layout.words + usize::from(order / 64);
        (u64::from_le_bytes(self.words[word]) >> (order % 64)) as u8 & 1
    }
}

impl Look {
    /// No pattern has this tile.
    pub const NONE: u8 = u8::MAX;

    fn new(goal: &Board, map: CellMap, tables: &[(Arc<Table>, Arc<Layout>)]) -> Self {
        let size = goal.size();
        let mut pattern = [Self::NONE; 32];
        let mut sources = Vec::new();
        for (table, layout) in tables {
            let homes = table.pattern().homes();
            let mut index = [0; 32];
            for (home, number) in goal.numbers().enumerate() {
                let place = homes
                    .iter()
                    .position(|&cell| usize::from(cell) == map[home]);
                if let Some(place) = place {
                    index[usize::from(number)] = place as u8;
                    pattern[usize::from(number)] = sources.len() as u8;
                }
            }
            sources.push(Source {
                table: Arc::clone(table),
                layout: Arc::clone(layout),
                index,
            });
        }
        let mut edges = Box::new([Edge::default(); 128]);
        for to in 0..size.cells() {
            for from in (0..size.cells()).filter(|&from| size.distance(from, to) == 1) {
                edges[4 * to + direction(size, from, to) as usize] = Edge {
                    from: from as u8,
                    ..Edge::new(size, map[from], map[to])
                };
            }
        }
        Self {
            sources,
            pattern,
            edges,
            map,
        }
    }

    /// The pattern of the tile with this number, or [`Look::NONE`].
    #[inline(always)]
    pub fn pattern(&self, number: u8) -> u8 {
        self.pattern[usize::from(number) % 32]
    }

    /// A slide into the blank's cell.
    #[inline(always)]
    pub fn edge(&self, blank: usize, direction: Direction) -> &Edge {
        &self.edges[(4 * blank + direction as usize) % 128]
    }

    /// The slides into the blank's cell, by four times its number plus the direction.
    pub fn edges(&self) -> &[Edge; 128] {
        &self.edges
    }

    /// The number of patterns.
    pub fn patterns(&self) -> usize {
        self.sources.len()
    }

    /// The table of a pattern.
    pub fn table(&self, pattern: usize) -> &Arc<Table> {
        &self.sources[pattern].table
    }

    /// The table of a pattern for look-ups. Beyond the last it is the last once more, so that
    /// arrays can be filled.
    pub fn prepared(&self, pattern: usize) -> PreparedTable<'_> {
        let source = &self.sources[pattern.min(self.sources.len() - 1)];
        PreparedTable {
            words: source.table.as_chunks().0,
            layout: &source.layout,
        }
    }

    /// The spot of a pattern on a board, and the number of slides its tiles need.
    pub fn spot<B: Cells + ?Sized>(&self, pattern: usize, board: &B) -> (Spot, u8) {
        let source = &self.sources[pattern];
        let homes = source.table.pattern().homes();
        let mut cells = vec![0; homes.len()];
        let mut blank = 0;
        for (cell, &mapped) in self.map.iter().enumerate() {
            let number = board.number(cell);
            if number == 0 {
                blank = mapped;
            } else if usize::from(self.pattern(number)) == pattern {
                cells[usize::from(source.index[usize::from(number)])] = mapped as u8;
            }
        }
        let set = cells.iter().map(|&cell| 1 << cell).sum();
        let order = source.layout.place(&cells, blank).order;
        let code = code(homes.len(), order.into());
        let value = self.value(pattern, Spot::new(set, code, order, 0), blank);
        (Spot::new(set, code, order, value % 64), value)
    }

    /// The value of a state: the length of a way home along which it goes down by one each time.
    fn value(&self, pattern: usize, mut spot: Spot, mut blank: usize) -> u8 {
        let source = &self.sources[pattern];
        let layout = &source.layout;
        let prepared = self.prepared(pattern);
        let pattern = source.table.pattern();
        let (size, goal) = (pattern.size(), layout.goal(pattern));
        let (grid, near) = (CellMasks::new(size), neighbours(size));
        let home: u32 = pattern.homes().iter().map(|&home| 1 << home).sum();
        let odd = is_odd(size, spot.set()) != is_odd(size, home);
        let mut slot = layout.slots.slot(spot.set(), blank);
        // What is known of the value: its remainder by four.
        let rest = 2 * prepared.bit(slot, spot.order()) + u8::from(odd);
        spot = Spot(spot.0 | u64::from(rest) << Spot::VALUE_SHIFT);
        let aim = |spot, edge: &Edge| match size.cells() {
            ..=SMALL_CELLS => prepared.aim::<true>(spot, edge),
            _ => prepared.aim::<false>(spot, edge),
        };
        let mut value = 0_u8;
        while (slot, spot.order()) != (goal.slot, goal.order) {
            let set = spot.set();
            let region = grid.flood(1 << blank, grid.without(set));
            let slides =
                bits(set).flat_map(|from| bits(near[from] & region).map(move |to| (from, to)));
            let lower = slides
                .map(|(from, to)| (from, aim(spot, &Edge::new(size, from, to))))
                .find(|(_, aim)| aim.answer() == 1);
            let (from, aim) = lower.expect("a checked table shows a way home from everywhere");
            (spot, blank) = (aim.spot(1), from);
            slot = layout.slots.slot(spot.set(), blank);
            value = value.saturating_add(1);
        }
        value
    }
}

impl Looks {
    /// The looks through the tables of some partitions at boards with this goal.
    ///
    /// # Errors
    /// When a partition is not for boards of this size, or a table is not available.
    pub fn new(
        goal: &Board,
        partitions: &[Partition],
        cache: &PdbCache,
        control: &Control,
    ) -> Result<Self, LooksError> {
        let (size, blank) = (goal.size(), goal.blank().index());
        let maps = towards_canonical(size, blank);
        let mut looks = Vec::new();
        // Check the memory limit for all tables before the first is built.
        let patterns =
            |partition: &Partition| partition.patterns(size, canonical_blank(size, blank));
        let all: Vec<_> = partitions.iter().map(patterns).collect::<Result<_, _>>()?;
        let patterns = all.iter().flatten();
        if let ControlFlow::Break(stop) =
            cache.check_memory(patterns, TableKind::ZeroAware, control)
        {
            return Err(PdbCacheError::from(BuildError::Stopped(stop)).into());
        }
        for (partition, patterns) in partitions.iter().zip(&all) {
            let mut tables = Vec::new();
            for pattern in patterns {
                let table = cache
                    .get(pattern, TableKind::ZeroAware, control)
                    .map_err(|error| error.for_partition(partition, goal))?;
                let layout = cache.layout(pattern).ok_or(LooksError::TooManyTiles)?;
                tables.push((table, layout));
            }
            looks.push(Look::new(goal, maps[0].clone(), &tables));
            // A mirror that takes every pattern to one of the patterns shows nothing new.
            let second = maps[1..]
                .iter()
                .find(|map| !is_same(&maps[0], map, patterns.iter()));
            looks.extend(second.map(|map| Look::new(goal, map.clone(), &tables)));
        }
        Ok(Self { looks, size })
    }

    /// The patterns of some partitions for a goal.
    ///
    /// # Errors
    /// When a partition is not for boards of this size.
    pub fn patterns(goal: &Board, partitions: &[Partition]) -> Result<Vec<Pattern>, LooksError> {
        let (size, blank) = (goal.size(), goal.blank().index());
        let mut patterns = Vec::new();
        for partition in partitions {
            patterns.extend(partition.patterns(size, canonical_blank(size, blank))?);
        }
        Ok(patterns)
    }

    /// The looks, the cheapest and best to be tried first.
    pub fn as_slice(&self) -> &[Look] {
        &self.looks
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Bytes of the tables, each counted once.
    pub fn bytes(&self) -> u64 {
        self.tables().iter().map(|table| table.len() as u64).sum()
    }

    /// The tables, each once.
    pub fn tables(&self) -> Vec<Arc<Table>> {
        let mut tables: Vec<Arc<Table>> = Vec::new();
        for source in self.looks.iter().flat_map(|look| &look.sources) {
            if !tables.iter().any(|table| Arc::ptr_eq(table, &source.table)) {
                tables.push(Arc::clone(&source.table));
            }
        }
        tables
    }
}

/// The direction of a slide between neighbours.
pub(crate) fn direction(size: Size, from: usize, to: usize) -> Direction {
    match (to > from, size.row(from) == size.row(to)) {
        (false, false) => Direction::Up,
        (true, false) => Direction::Down,
        (false, true) => Direction::Left,
        (true, true) => Direction::Right,
    }
}

/// Why there are no such looks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LooksError {
    /// The partition is not for this size.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// A table is not available.
    #[error(transparent)]
    Cache(#[from] PdbCacheError),
    /// A pattern has too many tiles.
    #[error("a zero-aware table has at most {} tiles", super::Orders::MAX_TILES)]
    TooManyTiles,
}
