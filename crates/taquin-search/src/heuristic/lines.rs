//! Conflicts in rows and columns, shared by the heuristics of linear conflicts.
//!
//! A tile counts in a row or column only if its home lies in that same line. Sliding along a line
//! changes no order in it. Sliding across, a tile leaves one line and enters the next, and its home
//! lies in at most one of the two: **each slide changes the conflicts of at most one line.**

use taquin_core::{Board, Cells, Size};

use super::{Slide, homes};

/// The conflicts of one line: how many moves the tiles at home in it, named by their places at
/// home in the order they stand, need beyond their Manhattan distances.
pub(super) type Conflicts = fn(places: &[u8]) -> u8;

/// Lines up to this length get a table, 8 to the power of the length in bytes: 4 KiB for 4, 256 KiB
/// for 6. A longer one would not stay in the cache.
const LONGEST_TABLED: usize = 6;

/// Entry of [`Axis::place`] for a tile whose home is in another line, and for the blank. It fits in
/// the three bits a cell has in a table's index.
const ELSEWHERE: u8 = 7;
/// The same for lines too long for tables.
const ELSEWHERE_LONG: u8 = u8::MAX;

/// The conflicts of all rows and columns.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    rows: Axis,
    cols: Axis,
}

impl Lines {
    pub(super) fn new(goal: &Board, conflicts: Conflicts) -> Self {
        let size = goal.size();
        let home = homes(goal);
        let axis =
            |line_of: fn(Size, usize) -> usize, place_of: fn(Size, usize) -> usize, shape| {
                Axis::new(size, line_of, place_of, shape, &home, conflicts)
            };
        Self {
            rows: axis(
                Size::row,
                Size::col,
                [size.rows(), size.cols(), size.cols(), 1],
            ),
            cols: axis(
                Size::col,
                Size::row,
                [size.cols(), size.rows(), 1, size.cols()],
            ),
        }
    }

    /// The conflicts of all lines together.
    pub(super) fn total<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        [&self.rows, &self.cols]
            .iter()
            .flat_map(|axis| (0..axis.lines).map(|line| u32::from(axis.line(board, line))))
            .sum()
    }

    /// The change of the total by a slide.
    #[inline]
    pub(super) fn change<B: Cells + ?Sized>(&self, after: &B, slide: Slide) -> i32 {
        let along_row = slide.from.abs_diff(slide.to) == 1;
        let crossed = if along_row { &self.cols } else { &self.rows };
        crossed.change(after, slide)
    }

    pub(super) fn table_bytes(&self) -> u64 {
        let bytes = |axis: &Axis| 256 * axis.place.len() + axis.table.len() + 3 * 256;
        (bytes(&self.rows) + bytes(&self.cols)) as u64
    }
}

/// All rows, or all columns.
#[derive(Clone, Debug)]
struct Axis {
    lines: usize,
    length: usize,
    /// From a line's first cell to the next line's.
    across: usize,
    /// From a cell to the next in its line.
    along: usize,
    line_of: [u8; 256],
    place_of: [u8; 256],
    /// The line where each tile's home is.
    home_line: [u8; 256],
    /// By line and tile: the tile's place at home if that is in this line.
    place: Box<[[u8; 256]]>,
    /// Conflicts by the places in a line, three bits each; empty if lines are too long.
    table: Box<[u8]>,
    conflicts: Conflicts,
}

impl Axis {
    fn new(
        size: Size,
        line_of: fn(Size, usize) -> usize,
        place_of: fn(Size, usize) -> usize,
        [lines, length, across, along]: [usize; 4],
        home: &[u8; 256],
        conflicts: Conflicts,
    ) -> Self {
        let tabled = length <= LONGEST_TABLED;
        let elsewhere = if tabled { ELSEWHERE } else { ELSEWHERE_LONG };
        let mut axis = Self {
            lines,
            length,
            across,
            along,
            line_of: [0; 256],
            place_of: [0; 256],
            home_line: [u8::MAX; 256],
            place: vec![[elsewhere; 256]; lines].into(),
            table: vec![0; if tabled { 1 << (3 * length) } else { 0 }].into(),
            conflicts,
        };
        for cell in 0..size.cells() {
            axis.line_of[cell] = line_of(size, cell) as u8;
            axis.place_of[cell] = place_of(size, cell) as u8;
        }
        for tile in 1..size.cells() {
            let home = usize::from(home[tile]);
            axis.home_line[tile] = axis.line_of[home];
            axis.place[line_of(size, home)][tile] = axis.place_of[home];
        }
        if tabled {
            axis.tabulate(0, 0, &mut Vec::new());
        }
        axis
    }

    /// Fills the table for every continuation of the cells before `place`.
    fn tabulate(&mut self, place: usize, index: usize, standing: &mut Vec<u8>) {
        if place == self.length {
            self.table[index] = (self.conflicts)(standing);
            return;
        }
        let shift = 3 * place;
        self.tabulate(place + 1, index | usize::from(ELSEWHERE) << shift, standing);
        for tile in 0..self.length as u8 {
            if !standing.contains(&tile) {
                standing.push(tile);
                self.tabulate(place + 1, index | usize::from(tile) << shift, standing);
                standing.pop();
            }
        }
    }

    /// The conflicts of one line.
    fn line<B: Cells + ?Sized>(&self, board: &B, line: usize) -> u8 {
        if self.table.is_empty() {
            self.count(&self.places(board, line))
        } else {
            self.table[self.index(board, line)]
        }
    }

    #[inline]
    fn change<B: Cells + ?Sized>(&self, after: &B, slide: Slide) -> i32 {
        let home = self.home_line[usize::from(slide.tile)];
        let (enters, leaves) = (
            home == self.line_of[slide.to],
            home == self.line_of[slide.from],
        );
        if !enters && !leaves {
            return 0;
        }
        let place = usize::from(self.place_of[slide.to]);
        let (with, without) = self.with_and_without(after, slide.tile, usize::from(home), place);
        let gain = i32::from(with) - i32::from(without);
        if enters { gain } else { -gain }
    }

    /// The conflicts of the tile's home line with the tile at a place in it, and without the tile.
    #[inline]
    fn with_and_without<B: Cells + ?Sized>(
        &self,
        board: &B,
        tile: u8,
        line: usize,
        place: usize,
    ) -> (u8, u8) {
        let own = self.place[line][usize::from(tile)];
        if self.table.is_empty() {
            let mut places = self.places(board, line);
            places[place] = own;
            let with = self.count(&places);
            places[place] = ELSEWHERE_LONG;
            (with, self.count(&places))
        } else {
            let rest = self.index(board, line) | usize::from(ELSEWHERE) << (3 * place);
            let with = rest ^ usize::from(ELSEWHERE ^ own) << (3 * place);
            (self.table[with], self.table[rest])
        }
    }

    #[inline]
    fn index<B: Cells + ?Sized>(&self, board: &B, line: usize) -> usize {
        let own = &self.place[line];
        let (mut cell, mut index) = (line * self.across, 0);
        for place in 0..self.length {
            index |= usize::from(own[usize::from(board.number(cell))]) << (3 * place);
            cell += self.along;
        }
        index
    }

    fn places<B: Cells + ?Sized>(&self, board: &B, line: usize) -> [u8; Size::MAX] {
        let mut places = [ELSEWHERE_LONG; Size::MAX];
        for (i, place) in places[..self.length].iter_mut().enumerate() {
            let tile = board.number(line * self.across + i * self.along);
            *place = self.place[line][usize::from(tile)];
        }
        places
    }

    fn count(&self, places: &[u8; Size::MAX]) -> u8 {
        let mut standing = [0; Size::MAX];
        let mut count = 0;
        for &place in places.iter().filter(|&&place| place != ELSEWHERE_LONG) {
            standing[count] = place;
            count += 1;
        }
        (self.conflicts)(&standing[..count])
    }
}
