//! Groups of tiles and the moves away from home that they cannot avoid.
//!
//! Forget all tiles but those of a group. The projection of a plan is a walk of the blank that sometimes
//! moves a tile of the group. Let `before` be the fewest moves that take a tile of the group away from
//! home on any walk from the start to a placement of the group, `after` the same from the placement to
//! the goal: both are pattern databases, counted in moves away from home instead of all moves, which
//! differ by the Manhattan distance alone. Every plan that has the group in this placement makes at
//! least this many moves away with tiles of this group, before and after. No move belongs to two groups,
//! so the counts of different groups add up.
//!
//! J. Culberson, J. Schaeffer, *Pattern Databases*, 1998; R. Korf, A. Felner, *Disjoint Pattern
//! Database Heuristics*, 2002.

use std::ops::ControlFlow;

use taquin_core::{Size, Stop};

use crate::cdcl::Guard;
use crate::formula::neighbours;

/// No walk leads there.
pub(super) const NEVER: u8 = u8::MAX;

/// Boards of up to this many cells are small: a set of cells is a `u16`.
pub(super) const SMALL: usize = u16::BITS as usize;

/// The most bits a placement may have, on small boards and on others: a table has some bytes for each.
const LARGEST: [usize; 2] = [24, 20];

/// Placements expanded between two checks of the limits.
const LOOK_EVERY: u32 = 1 << 16;

/// A pattern: some of the tiles, with the cost of each placement.
pub struct Group {
    /// The tiles, by number.
    pub(crate) tiles: Vec<u8>,
    cells: usize,
    /// For each subset of the tiles, by bits, and its placement: the first tile's cell counts most.
    pub(crate) before: Vec<Vec<u8>>,
    pub(crate) after: Vec<Vec<u8>>,
    pub(crate) total: Vec<Vec<u8>>,
}

impl Group {
    /// The group of these tiles between boards given by the cell of each number, unless the guard
    /// objects while its tables are built; `held` bytes are taken already.
    pub(super) fn within(
        size: Size,
        tiles: &[usize],
        (start, goal): (&[usize], &[usize]),
        held: u64,
        guard: &mut dyn Guard,
    ) -> ControlFlow<Stop, Self> {
        let walks = Walks {
            size,
            tiles,
            homes: tiles.iter().map(|&a| goal[a]).collect(),
            near: neighbours(size),
        };
        let before = walks.from(start, false, held, guard)?;
        let after = walks.from(goal, true, held, guard)?;
        let total = before
            .iter()
            .zip(&after)
            .map(|(&b, &a)| b.saturating_add(a));
        let total: Vec<u8> = total.collect();
        let cells = size.cells();
        ControlFlow::Continue(Self {
            tiles: tiles.iter().map(|&a| a as u8).collect(),
            cells,
            before: projections(before, tiles.len(), cells),
            after: projections(after, tiles.len(), cells),
            total: projections(total, tiles.len(), cells),
        })
    }

    /// The place of a placement in the table of its subset.
    pub(crate) fn index(&self, subset: usize, places: &[u8]) -> usize {
        let mut index = 0;
        for (slot, &place) in places.iter().enumerate() {
            if subset >> slot & 1 == 1 {
                index = index * self.cells + usize::from(place);
            }
        }
        index
    }

    /// Bytes of its tables.
    pub(super) fn bytes(&self) -> u64 {
        let tables = [&self.before, &self.after, &self.total];
        let entries = tables.into_iter().flatten().map(Vec::len);
        entries.sum::<usize>() as u64
    }

    /// The fewest moves away from home that the group makes in any plan.
    pub(crate) fn least(&self) -> u32 {
        u32::from(self.total[0][0])
    }

    /// The fewest of a plan that has one tile of the group in a cell.
    pub(super) fn least_with(&self, slot: usize, cell: usize) -> u8 {
        self.total[1 << slot][cell]
    }
}

struct Walks<'a> {
    size: Size,
    tiles: &'a [usize],
    homes: Vec<usize>,
    near: Vec<Vec<usize>>,
}

impl Walks<'_> {
    /// Fewest moves away from home from a board to each placement, the blank anywhere; against
    /// the direction of the walk if `backward`.
    fn from(
        &self,
        board: &[usize],
        backward: bool,
        held: u64,
        guard: &mut dyn Guard,
    ) -> ControlFlow<Stop, Vec<u8>> {
        // The sets of cells take most of the memory: small boards have small ones.
        if self.size.cells() <= SMALL {
            self.search::<u16>(board, backward, held, guard)
        } else {
            self.search::<u64>(board, backward, held, guard)
        }
    }

    fn search<S: CellSet>(
        &self,
        board: &[usize],
        backward: bool,
        held: u64,
        guard: &mut dyn Guard,
    ) -> ControlFlow<Stop, Vec<u8>> {
        // A placement is the tiles' cells, a few bits each. The blank walks freely through the
        // cells that hold no tile of the group: what counts is the region it is in.
        let (cells, count) = (self.size.cells(), self.tiles.len());
        let bits = bits(self.size);
        let mask = (1 << bits) - 1;
        let shift: Vec<u32> = (0..count).map(|i| bits * (count - 1 - i) as u32).collect();
        let mut regions = Regions::new(self.size);
        let all = u64::MAX >> (u64::BITS as usize - cells);
        let near: Vec<u64> = self
            .near
            .iter()
            .map(|near| near.iter().fold(0, |set, &cell| set | 1 << cell))
            .collect();
        let apart: Vec<Vec<u8>> = self
            .homes
            .iter()
            .map(|&home| {
                let from = |cell| self.size.distance(cell, home) as u8;
                (0..cells).map(from).collect()
            })
            .collect();
        let mut least = vec![NEVER; 1 << (bits as usize * count)];
        let mut visited = vec![S::default(); least.len()];
        let first = self.tiles.iter().zip(&shift);
        let first = first.fold(0, |placement, (&a, &s)| placement | board[a] << s);
        let mut layer = vec![(first, board[0])];
        let mut cost = 0;
        let held = held + (least.len() * (1 + size_of::<S>())) as u64;
        let mut looked = 0_u32;
        while !layer.is_empty() && cost < NEVER - 1 {
            let mut next = Vec::new();
            while let Some((placement, blank)) = layer.pop() {
                looked = looked.wrapping_add(1);
                if looked.is_multiple_of(LOOK_EVERY) {
                    guard.pause(held)?;
                }
                if visited[placement].has(blank) {
                    continue;
                }
                let occupied = shift
                    .iter()
                    .fold(0, |set, &s| set | 1 << (placement >> s & mask));
                let region = regions.around(blank, all & !occupied);
                visited[placement].join(region);
                least[placement] = least[placement].min(cost);
                for (slot, &s) in shift.iter().enumerate() {
                    let from = placement >> s & mask;
                    let mut free = near[from] & region;
                    while free != 0 {
                        let to = free.trailing_zeros() as usize;
                        free &= free - 1;
                        let after = placement ^ ((from ^ to) << s);
                        if visited[after].has(from) {
                            continue;
                        }
                        // The tile goes from `from` to `to`, or the other way round against time.
                        let farther = apart[slot][to] > apart[slot][from];
                        if farther == backward {
                            layer.push((after, from));
                        } else {
                            next.push((after, from));
                        }
                    }
                }
            }
            layer = next;
            cost += 1;
        }
        let mut dense = Vec::with_capacity(cells.pow(count as u32));
        pack(&least, cells, bits, count, 0, &mut dense);
        ControlFlow::Continue(dense)
    }
}

/// A set of cells, a bit each.
trait CellSet: Copy + Default {
    fn has(self, cell: usize) -> bool;
    fn join(&mut self, cells: u64);
}

impl CellSet for u16 {
    fn has(self, cell: usize) -> bool {
        self >> cell & 1 == 1
    }

    fn join(&mut self, cells: u64) {
        *self |= cells as Self;
    }
}

impl CellSet for u64 {
    fn has(self, cell: usize) -> bool {
        self >> cell & 1 == 1
    }

    fn join(&mut self, cells: u64) {
        *self |= cells;
    }
}

/// The free cells around a blank, looked up on boards that are small enough to remember all of them.
struct Regions {
    steps: Steps,
    cells: usize,
    /// By the free cells and the blank; 0 if not computed yet.
    known: Vec<u16>,
}

impl Regions {
    fn new(size: Size) -> Self {
        let cells = size.cells();
        let is_small = cells <= SMALL;
        Self {
            steps: Steps::new(size),
            cells,
            known: vec![0; if is_small { cells << cells } else { 0 }],
        }
    }

    fn around(&mut self, blank: usize, free: u64) -> u64 {
        let place = free as usize * self.cells + blank;
        match self.known.get(place) {
            None => self.steps.flood(blank, free),
            Some(0) => {
                let region = self.steps.flood(blank, free);
                self.known[place] = region as u16;
                region
            }
            Some(&region) => region.into(),
        }
    }
}

/// The entries of placements in order, without those of cells that the board does not have.
fn pack(least: &[u8], cells: usize, bits: u32, left: usize, begun: usize, dense: &mut Vec<u8>) {
    let begin = begun << bits;
    if left == 1 {
        dense.extend_from_slice(&least[begin..begin + cells]);
        return;
    }
    for cell in 0..cells {
        pack(least, cells, bits, left - 1, begin + cell, dense);
    }
}

/// Steps of many cells at once, a bit each.
struct Steps {
    cols: u32,
    first_column: u64,
    last_column: u64,
}

impl Steps {
    fn new(size: Size) -> Self {
        let cells = 0..size.cells();
        let column = |col: usize| {
            let here = cells.clone().filter(|&cell| size.col(cell) == col);
            here.fold(0, |set, cell| set | 1 << cell)
        };
        Self {
            cols: size.cols() as u32,
            first_column: column(0),
            last_column: column(size.cols() - 1),
        }
    }

    /// The free cells that a blank reaches.
    fn flood(&self, blank: usize, free: u64) -> u64 {
        let mut region = 1 << blank;
        loop {
            let beside = (region & !self.last_column) << 1 | (region & !self.first_column) >> 1;
            let grown = region | (beside | region << self.cols | region >> self.cols) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }
}

/// Bits that hold a cell of a board.
fn bits(size: Size) -> u32 {
    size.cells().next_power_of_two().trailing_zeros()
}

/// The tables of all subsets: the least over the places of the tiles left out.
fn projections(full: Vec<u8>, count: usize, cells: usize) -> Vec<Vec<u8>> {
    let all = (1 << count) - 1;
    let mut tables = vec![Vec::new(); all + 1];
    tables[all] = full;
    for subset in (0..all).rev() {
        // The larger subset with one more tile: its table comes first, as its bits count more.
        let added = (0..count).find(|&i| subset >> i & 1 == 0).unwrap_or(0);
        let larger = &tables[subset | 1 << added];
        // Slots behind the added one count less in the index.
        let behind = (added + 1..count).filter(|&i| subset >> i & 1 == 1).count();
        let stride = cells.pow(behind as u32);
        let mut table = vec![NEVER; larger.len() / cells];
        for (table, larger) in table.chunks_mut(stride).zip(larger.chunks(stride * cells)) {
            for places in larger.chunks(stride) {
                for (entry, &value) in table.iter_mut().zip(places) {
                    *entry = (*entry).min(value);
                }
            }
        }
        tables[subset] = table;
    }
    tables
}

/// Which tiles are likely to block one another: those whose homes are close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Two by two cells after one another.
    Blocks,
    /// Row by row.
    Rows,
    /// Column by column.
    Columns,
}

/// The tiles of a board in groups of at most `most`: neighbours in the goal together. Fewer where
/// the tables would grow too large, none on boards whose cells are too many for a word.
pub(super) fn partition(size: Size, goal: &[usize], most: usize, shape: Shape) -> Vec<Vec<usize>> {
    let cells = size.cells();
    if cells > u64::BITS as usize {
        return Vec::new();
    }
    let largest = LARGEST[usize::from(cells > SMALL)];
    let fits = |count: &usize| bits(size) as usize * count <= largest;
    let most = (1..=most).filter(fits).max().unwrap_or(1);
    let mut tiles: Vec<usize> = (1..cells).collect();
    tiles.sort_by_key(|&a| {
        let (row, col) = (size.row(goal[a]), size.col(goal[a]));
        match shape {
            Shape::Blocks => (row / 2, col / 2, row, col),
            Shape::Rows => (row, col, 0, 0),
            Shape::Columns => (col, row, 0, 0),
        }
    });
    tiles.chunks(most).map(<[usize]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use taquin_core::{Board, Direction, Goal, Move};

    use super::*;
    use crate::distance::places;

    fn walks<'a>(board: &Board, tiles: &'a [usize], goal: &[usize]) -> Walks<'a> {
        Walks {
            size: board.size(),
            tiles,
            homes: tiles.iter().map(|&a| goal[a]).collect(),
            near: neighbours(board.size()),
        }
    }

    /// The fewest moves away from home of these tiles on the way from a board to every board, by a
    /// search through all boards.
    fn least_by_search(start: &Board, tiles: &[usize], goal: &[usize]) -> HashMap<Vec<usize>, u8> {
        let size = start.size();
        let mut least: HashMap<Board, u8> = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start.clone()]);
        while let Some(board) = queue.pop_front() {
            let cost = least[&board];
            let from = places(&board);
            for direction in Direction::ALL {
                let mut after = board.clone();
                if after.slide(Move(direction)).is_none() {
                    continue;
                }
                let to = places(&after);
                let away = tiles
                    .iter()
                    .any(|&a| size.distance(to[a], goal[a]) > size.distance(from[a], goal[a]));
                let cost = cost + u8::from(away);
                if least.get(&after).is_none_or(|&known| known > cost) {
                    least.insert(after.clone(), cost);
                    queue.push_back(after);
                }
            }
        }
        let mut placements = HashMap::new();
        for (board, cost) in least {
            let places = places(&board);
            let placement = tiles.iter().map(|&a| places[a]).collect();
            let known = placements.entry(placement).or_insert(cost);
            *known = cost.min(*known);
        }
        placements
    }

    #[test]
    fn costs_are_those_of_a_search_through_all_boards() {
        let start: Board = "5 0 1/3 2 4".parse().unwrap();
        let goal = places(&Goal::BlankLast.board(start.size()).unwrap());
        for tiles in [&[1, 2, 4][..], &[1, 2, 3, 4, 5]] {
            let walks = walks(&start, tiles, &goal);
            let from = places(&start);
            let ControlFlow::Continue(table) = walks.from(&from, false, 0, &mut ()) else {
                panic!("the empty guard lets everything pass");
            };
            for (placement, cost) in least_by_search(&start, tiles, &goal) {
                let index = placement.iter().fold(0, |index, &cell| index * 6 + cell);
                assert_eq!(table[index], cost, "{tiles:?} in {placement:?}");
            }
        }
    }

    #[test]
    fn small_and_large_sets_of_cells_agree() {
        let start: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        let goal = places(&Goal::BlankLast.board(start.size()).unwrap());
        let tiles = [1, 2, 5, 8];
        let walks = walks(&start, &tiles, &goal);
        for backward in [false, true] {
            let from = places(&start);
            let small = walks.search::<u16>(&from, backward, 0, &mut ());
            assert_eq!(small, walks.search::<u64>(&from, backward, 0, &mut ()));
        }
    }
}
