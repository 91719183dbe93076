//! Building a plain table: breadth-first search backwards from the goal, where only slides of the
//! pattern's tiles cost anything.
//!
//! The other tiles are alike, so the blank wanders among them for nothing: a state is an
//! arrangement of the pattern's tiles and the region of free cells the blank is in. For each
//! arrangement one word holds two sets of cells: where the blank is known to get, and where it
//! has just arrived. A level of the search goes over all words. Where the blank has arrived, it
//! is spread over its region, and each tile next to the region slides into it, which makes the
//! blank arrive at the tile's cell in another arrangement.
//!
//! Every slide of a pattern's tile changes the parity of the sum of their rows and columns, so a level
//! concerns arrangements of one parity and makes arrivals in the other only. So one set of arrivals is
//! enough, and threads that share a level never write the same word: all they do to it is to add
//! arrivals.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use taquin_core::{Control, Stop};

use crate::geometry::CellMasks;
use crate::map::Owned;
use crate::pattern::Pattern;
use crate::rank::{Ranking, between, between_change, neighbours, own_change};
use crate::table::{Table, TableKind};
use crate::zero::{self, Orders};

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The level that was finished: slides from the goal.
    pub level: u8,
    /// Entries that have their value.
    pub reached: u64,
    /// All entries. The share reached is a fair estimate of the work done.
    pub entries: u64,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The control stopped the work.
    #[error("the table was not finished: {}", match .0 {
        Stop::OutOfMemory => "it needs more memory than is allowed",
        Stop::OutOfTime => "the time limit was reached",
        _ => "the work was cancelled",
    })]
    Stopped(Stop),
    /// A value does not fit into an entry.
    #[error("values of the table exceed 254")]
    TooDeep,
    /// More arrangements than a plain table can number.
    #[error(
        "a plain table has at most {} entries; a zero-aware one may fit",
        u32::MAX
    )]
    TooManyEntries,
    /// More tiles than a zero-aware table can have.
    #[error("a zero-aware table has at most {} tiles", Orders::MAX_TILES)]
    TooManyTiles,
    /// The system gave no memory.
    #[error("there is not enough memory for the table")]
    NoMemory,
}

/// Bytes that building the table of a pattern takes, the table included.
pub fn memory(pattern: &Pattern, kind: TableKind) -> u64 {
    let word = if pattern.size().cells() <= 16 { 4 } else { 8 };
    match kind {
        TableKind::Plain => (word + 2) * pattern.entries() as u64,
        TableKind::ZeroAware => zero::build::memory(pattern),
    }
}

/// Builds the table of a pattern on this many threads; `progress` hears of each level.
///
/// # Errors
/// When the control stops the work or does not allow the [`memory`], or the pattern has too many
/// tiles for the kind.
pub fn build(
    pattern: &Pattern,
    kind: TableKind,
    threads: usize,
    control: &Control,
    progress: impl FnMut(BuildProgress),
) -> Result<Table, BuildError> {
    if kind == TableKind::Plain && !pattern.can_be_ranked() {
        return Err(BuildError::TooManyEntries);
    }
    if let ControlFlow::Break(stop) = control.check_memory(memory(pattern, kind)) {
        return Err(BuildError::Stopped(stop));
    }
    match kind {
        TableKind::Plain if pattern.size().cells() <= 16 => {
            Search::<AtomicU32>::new(pattern).run(pattern, threads, control, progress)
        }
        TableKind::Plain => {
            Search::<AtomicU64>::new(pattern).run(pattern, threads, control, progress)
        }
        TableKind::ZeroAware => zero::build::build(pattern, threads, control, progress),
    }
}

/// Two sets of cells: where the blank gets, and where it has just arrived.
trait Word: Default + Sync {
    fn get(&self) -> (u32, u32);
    /// Where the blank gets; nothing has arrived any more.
    fn settle(&self, known: u32);
    /// Adds an arrival, unless it is known.
    fn arrive(&self, cells: u32);
}

impl Word for AtomicU32 {
    #[inline]
    fn get(&self) -> (u32, u32) {
        let word = self.load(Ordering::Relaxed);
        (word & 0xffff, word >> 16)
    }
    #[inline]
    fn settle(&self, known: u32) {
        self.store(known, Ordering::Relaxed);
    }
    #[inline]
    fn arrive(&self, cells: u32) {
        if self.load(Ordering::Relaxed) & (cells | cells << 16) == 0 {
            self.fetch_or(cells << 16, Ordering::Relaxed);
        }
    }
}

impl Word for AtomicU64 {
    #[inline]
    fn get(&self) -> (u32, u32) {
        let word = self.load(Ordering::Relaxed);
        (word as u32, (word >> 32) as u32)
    }
    #[inline]
    fn settle(&self, known: u32) {
        self.store(u64::from(known), Ordering::Relaxed);
    }
    #[inline]
    fn arrive(&self, cells: u32) {
        let cells = u64::from(cells);
        if self.load(Ordering::Relaxed) & (cells | cells << 32) == 0 {
            self.fetch_or(cells << 32, Ordering::Relaxed);
        }
    }
}

/// The value of an entry that was not reached.
const UNREACHED: u8 = u8::MAX;

/// Blocks of arrangements that a thread takes at a time; a few milliseconds of work.
const SHARE: usize = 1 << 12;

struct Search<W> {
    ranking: Ranking,
    grid: CellMasks,
    near: Vec<u32>,
    /// The parity of each cell: row plus column.
    odd: u32,
    tiles: usize,
    /// The parity of the goal, which level 0 concerns.
    first_odd: bool,
    /// Arrangements that differ in the last tile only have neighbouring ranks: a block.
    block: usize,
    /// By moved tile and tile in between: what the latter adds to the change of the rank.
    between: [[i32; MAX_TILES]; MAX_TILES],
    words: Vec<W>,
    values: Vec<AtomicU8>,
}

/// Nine tiles on 16 cells have the most arrangements that 32 bits can number; smaller boards may
/// have all their tiles in one pattern.
const MAX_TILES: usize = 12;

impl<W: Word> Search<W> {
    fn new(pattern: &Pattern) -> Self {
        let size = pattern.size();
        let ranking = pattern.ranking();
        let tiles = pattern.homes().len();
        let odd = |cell: &usize| (size.row(*cell) + size.col(*cell)) % 2 == 1;
        let add = |moved: usize, other: usize| {
            if moved.max(other) < tiles {
                between_change(&ranking, moved, other)
            } else {
                0
            }
        };
        let search = Self {
            grid: CellMasks::new(size),
            near: neighbours(size),
            odd: (0..size.cells()).filter(odd).map(|cell| 1 << cell).sum(),
            tiles,
            block: size.cells() + 1 - tiles,
            between: std::array::from_fn(|moved| std::array::from_fn(|other| add(moved, other))),
            first_odd: pattern
                .homes()
                .iter()
                .filter(|&&home| odd(&home.into()))
                .count()
                % 2
                == 1,
            words: std::iter::repeat_with(W::default)
                .take(pattern.entries())
                .collect(),
            values: std::iter::repeat_with(|| AtomicU8::new(UNREACHED))
                .take(pattern.entries())
                .collect(),
            ranking,
        };
        let goal = search.ranking.rank(pattern.homes());
        search.words[goal as usize].arrive(1 << pattern.blank());
        search
    }

    /// Level after level, until nothing arrives any more.
    fn run(
        self,
        pattern: &Pattern,
        threads: usize,
        control: &Control,
        mut progress: impl FnMut(BuildProgress),
    ) -> Result<Table, BuildError> {
        let entries = self.values.len() as u64;
        let mut reached = 0;
        for level in 0..UNREACHED {
            let odd = self.first_odd != (level % 2 == 1);
            let found = self.level(level, odd, threads, control)?;
            if found.expanded == 0 {
                drop(self.words);
                let mut bytes =
                    Owned::zeroed(self.values.len()).map_err(|_| BuildError::NoMemory)?;
                for (byte, value) in bytes.iter_mut().zip(self.values) {
                    *byte = value.into_inner();
                }
                return Ok(Table::plain(pattern.clone(), bytes));
            }
            reached += found.reached;
            progress(BuildProgress {
                level,
                reached,
                entries,
            });
        }
        Err(BuildError::TooDeep)
    }

    /// One level on several threads.
    fn level(
        &self,
        level: u8,
        odd: bool,
        threads: usize,
        control: &Control,
    ) -> Result<Found, BuildError> {
        let next = AtomicUsize::new(0);
        let sum = Mutex::new(Ok(Found::default()));
        let blocks = self.words.len() / self.block;
        let work = || {
            let mut found = Found::default();
            loop {
                let first = next.fetch_add(SHARE, Ordering::Relaxed);
                if first >= blocks {
                    break;
                }
                if let ControlFlow::Break(stop) = control.check() {
                    *sum.lock().expect("no thread panics while it adds") =
                        Err(BuildError::Stopped(stop));
                    return;
                }
                let mut prefix = Prefix::new(&self.ranking, self.grid, first * self.block);
                for block in first..blocks.min(first + SHARE) {
                    self.expand_block(block * self.block, &prefix, level, odd, &mut found);
                    prefix.advance();
                }
            }
            if let Ok(sum) = &mut *sum.lock().expect("no thread panics while it adds") {
                sum.add(found);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        sum.into_inner().expect("no thread panicked")
    }

    /// The arrangements from `first` on that differ in the last tile only.
    #[inline]
    fn expand_block(&self, first: usize, prefix: &Prefix, level: u8, odd: bool, found: &mut Found) {
        let words = &self.words[first..first + self.block];
        if words.iter().all(|word| word.get().1 == 0) {
            return;
        }
        let last = self.tiles - 1;
        let (mut at, taken) = (prefix.at, prefix.taken);
        let prefix_odd = (taken & self.odd).count_ones() % 2 == 1;
        let mut free = self.grid.without(taken);
        for (offset, word) in words.iter().enumerate() {
            let cell = free.trailing_zeros();
            free &= free - 1;
            if odd != (prefix_odd != (self.odd & (1 << cell) != 0)) {
                continue;
            }
            let (known, arrived) = word.get();
            if arrived == 0 {
                continue;
            }
            at[last] = cell as u8;
            let taken = taken | 1 << cell;
            let region = self.grid.flood(arrived, self.grid.without(taken)) & !known;
            word.settle(known | region);
            let value = &self.values[first + offset];
            if value.load(Ordering::Relaxed) == UNREACHED {
                value.store(level, Ordering::Relaxed);
                found.reached += 1;
            }
            found.expanded += 1;
            self.slide_all((first + offset) as u32, &at[..self.tiles], region);
        }
    }

    /// Slides each tile next to the region into it.
    #[inline]
    fn slide_all(&self, rank: u32, at: &[u8], region: u32) {
        for (moved, &from) in at.iter().enumerate() {
            let from = usize::from(from);
            let mut targets = self.near[from] & region;
            while targets != 0 {
                let to = targets.trailing_zeros() as usize;
                targets &= targets - 1;
                let span = between(from, to);
                let mut change = own_change(self.ranking.weight(moved), from, to);
                if span != 0 {
                    let mut adds = 0;
                    for (&add, &cell) in self.between[moved].iter().zip(at) {
                        // Without a branch: whether a tile is in between is anyone's guess.
                        adds += add & -((span >> cell & 1) as i32);
                    }
                    change += if to > from { adds } else { -adds };
                }
                self.words[rank.wrapping_add_signed(change) as usize].arrive(1 << from);
            }
        }
    }
}

/// The cells of all tiles but the last, as they change from block to block: counting on is much
/// cheaper than unranking.
struct Prefix {
    grid: CellMasks,
    tiles: usize,
    at: [u8; MAX_TILES],
    taken: u32,
}

impl Prefix {
    fn new(ranking: &Ranking, grid: CellMasks, first: usize) -> Self {
        let mut at = [0; MAX_TILES];
        let tiles = ranking.tiles() - 1;
        let taken = ranking.unrank(first as u32, &mut at[..tiles]);
        Self {
            grid,
            tiles,
            at,
            taken,
        }
    }

    /// Goes to the next arrangement of these tiles; after the last one it is of no use.
    #[inline]
    fn advance(&mut self) {
        let mut i = self.tiles;
        while i > 0 {
            i -= 1;
            let cell = self.at[i];
            self.taken &= !(1 << cell);
            let later = self.grid.without(self.taken) & !((2 << cell) - 1);
            if later != 0 {
                self.put(i, later);
                for j in i + 1..self.tiles {
                    self.put(j, self.grid.without(self.taken));
                }
                return;
            }
        }
    }

    /// Lays a tile on the first of these cells.
    #[inline]
    fn put(&mut self, i: usize, cells: u32) {
        self.at[i] = cells.trailing_zeros() as u8;
        self.taken |= 1 << self.at[i];
    }
}

/// The states found on a level.
#[derive(Clone, Copy, Default)]
struct Found {
    /// Regions spread out.
    expanded: u64,
    /// Arrangements met for the first time.
    reached: u64,
}

impl Found {
    fn add(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.reached += other.reached;
    }
}
