//! A board seen through zero-aware tables: where each pattern is, followed slide by slide.
//!
//! A *look* is one way to see the board: as it is or mirrored, with the tables of one partition.
//! In each look the patterns share no tile, so their values add up to an estimate; of several
//! looks the largest counts.
#![expect(
    clippy::inline_always,
    reason = "the search is compiled a second time for processors that count bits; what it calls must follow"
)]

use std::sync::Arc;

use taquin_core::{Board, Cells, Control, Direction, Size};

use super::Layout;
use crate::cache::{PdbCache, PdbCacheError};
use crate::geometry::{Grid, bits, is_odd};
use crate::partition::{Partition, PartitionError};
use crate::rank::neighbours;
use crate::symmetry::{CellMap, canonical_blank, is_same, towards_canonical};
use crate::table::{Kind, Table};

/// Where the tiles of a pattern are, and how many slides they need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The cells they lie in.
    pub set: u32,
    /// Which is in which.
    pub order: u16,
    /// The value, known from the start and from slide to slide.
    pub value: u8,
}

/// All looks at boards with one goal.
#[derive(Debug)]
pub struct Looks {
    looks: Vec<Look>,
    size: Size,
}

/// One way to see the board.
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
    /// The cells before the one left.
    below_from: u32,
    /// The cells before the one entered.
    below_to: u32,
    /// The cell left, where the blank is then.
    blank: u32,
}

/// A table ready for look-ups: no indirection that can be done beforehand.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    bytes: &'a [u8],
    layout: &'a Layout,
    /// Bits of one slot.
    row: usize,
}

impl Chart<'_> {
    /// The spot after a slide of one of the pattern's tiles.
    #[inline(always)]
    pub fn step(&self, spot: Spot, edge: &Edge) -> Spot {
        let set = spot.set ^ edge.toggle;
        let was = (spot.set & edge.below_from).count_ones();
        let is = (set & edge.below_to).count_ones();
        let order = self
            .layout
            .orders
            .step(spot.order, was as usize, is as usize);
        let slot = self.layout.slots.slot(set, edge.blank as usize);
        // The value goes up or down by one, and its second bit tells which.
        let up = (spot.value + 1) >> 1 & 1;
        let down = 2 * (up ^ self.bit(slot, order));
        Spot {
            set,
            order,
            value: (spot.value + 1).wrapping_sub(down),
        }
    }

    #[inline(always)]
    fn bit(&self, slot: usize, order: u16) -> u8 {
        let index = slot * self.row + usize::from(order);
        self.bytes[index / 8] >> (index % 8) & 1
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
                let (a, b) = (map[from], map[to]);
                edges[4 * to + direction(size, from, to) as usize] = Edge {
                    toggle: 1 << a | 1 << b,
                    below_from: (1 << a) - 1,
                    below_to: (1 << b) - 1,
                    blank: a as u32,
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

    /// How many patterns it has.
    pub fn patterns(&self) -> usize {
        self.sources.len()
    }

    /// The table of a pattern.
    pub fn table(&self, pattern: usize) -> &Arc<Table> {
        &self.sources[pattern].table
    }

    /// The table of a pattern for look-ups. Beyond the last it is the last once more, so that
    /// arrays can be filled.
    pub fn chart(&self, pattern: usize) -> Chart<'_> {
        let source = &self.sources[pattern.min(self.sources.len() - 1)];
        Chart {
            bytes: &source.table,
            layout: &source.layout,
            row: 64 * source.layout.words,
        }
    }

    /// Where a pattern is on a board.
    pub fn spot<B: Cells + ?Sized>(&self, pattern: usize, board: &B) -> Spot {
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
        Spot {
            set,
            order,
            value: self.value(pattern, set, order, blank),
        }
    }

    /// The value of a state: the length of a way home along which it goes down by one each time.
    fn value(&self, pattern: usize, mut set: u32, mut order: u16, mut blank: usize) -> u8 {
        let source = &self.sources[pattern];
        let layout = &source.layout;
        let chart = self.chart(pattern);
        let pattern = source.table.pattern();
        let (size, goal) = (pattern.size(), layout.goal(pattern));
        let (grid, near) = (Grid::new(size), neighbours(size));
        let home = pattern.homes().iter().map(|&home| 1 << home).sum();
        let odd = is_odd(size, set) != is_odd(size, home);
        let mut slot = layout.slots.slot(set, blank);
        let mut rest = 2 * chart.bit(slot, order) + u8::from(odd);
        let mut value = 0_u8;
        while (slot, order) != (goal.slot, goal.order) {
            rest = (rest + 3) % 4;
            let region = grid.flood(1 << blank, grid.without(set));
            let slides =
                bits(set).flat_map(|from| bits(near[from] & region).map(move |to| (from, to)));
            let lower = slides
                .map(|(from, to)| {
                    let after = set ^ 1 << from ^ 1 << to;
                    let was = (set & ((1 << from) - 1)).count_ones() as usize;
                    let is = (after & ((1 << to) - 1)).count_ones() as usize;
                    let order = layout.orders.step(order, was, is);
                    (after, order, from, layout.slots.slot(after, from))
                })
                .find(|&(_, order, _, slot)| chart.bit(slot, order) == rest / 2)
                .expect("a checked table shows a way home from everywhere");
            (set, order, blank, slot) = lower;
            value = value.saturating_add(1);
        }
        value
    }
}

impl Looks {
    /// The looks through the tables of some partitions at boards with this goal.
    ///
    /// # Errors
    /// When a partition is not for boards of this size, or a table is not to be had.
    pub fn new(
        goal: &Board,
        partitions: &[Partition],
        cache: &PdbCache,
        control: &Control,
    ) -> Result<Self, LooksError> {
        let (size, blank) = (goal.size(), goal.blank().index());
        let maps = towards_canonical(size, blank);
        let mut looks = Vec::new();
        for partition in partitions {
            let patterns = partition.patterns(size, canonical_blank(size, blank))?;
            let mut tables = Vec::new();
            for pattern in &patterns {
                let table = cache.get(pattern, Kind::ZeroAware, control)?;
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
