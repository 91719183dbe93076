//! The table behind one half of the walking distance: all distributions of the tiles over the rows (or
//! columns), and their distances from home.
//!
//! Forget the columns: a board becomes a matrix that says how many tiles whose home is row *j* lie in
//! row *i*, and the blank's row, which is the row with one tile less. A vertical slide takes a tile of
//! any kind present next to the blank's row into it. A breadth-first search from the goal numbers these
//! matrices and computes their distances.

use rustc_hash::FxHashMap;

/// The longest lines, by their number, whose matrices are few enough for a table: at most
/// [`MAX_STATES`]. Two lines are bounded by the board's size alone.
const LONGEST: [usize; 7] = [0, 0, 16, 16, 8, 3, 2];

/// The most matrices of a table, at some 70 bytes each.
pub(super) const MAX_STATES: usize = 1 << 22;

/// A number of a matrix; two bytes keep the table of 4x4 in the cache.
pub trait Index: Copy + Send + Sync + Eq + 'static {
    /// The index for a place in the table that fits.
    fn new(index: usize) -> Self;
    /// The place in the table.
    fn get(self) -> usize;
}

impl Index for u16 {
    fn new(index: usize) -> Self {
        index as Self
    }
    #[inline]
    fn get(self) -> usize {
        usize::from(self)
    }
}

impl Index for u32 {
    fn new(index: usize) -> Self {
        index as Self
    }
    #[inline]
    fn get(self) -> usize {
        self as usize
    }
}

/// Whether a board of `lines` lines of this length has few enough matrices.
pub(super) fn fits(lines: usize, length: usize) -> bool {
    LONGEST.get(lines).is_some_and(|&longest| length <= longest)
}

/// The matrices of a goal whose blank is in line `home`, found by breadth-first search.
pub(super) struct Reached {
    shape: Shape,
    keys: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
    distances: Vec<u8>,
    /// By matrix, side and kind; `NOWHERE` where no tile of that kind is on that side.
    next: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Reached {
    /// # Panics
    /// When the shape does not [fit](fits).
    pub(super) fn new(lines: usize, length: usize, home: usize) -> Self {
        assert!(fits(lines, length), "{lines} lines of {length}");
        let shape = Shape::new(lines, length);
        let mut reached = Self {
            keys: vec![shape.goal(home)],
            numbers: FxHashMap::default(),
            distances: vec![0],
            next: Vec::new(),
            shape,
        };
        reached.numbers.insert(reached.keys[0], 0);
        let mut current = 0;
        while current < reached.keys.len() {
            reached.expand(current);
            current += 1;
        }
        reached
    }

    fn expand(&mut self, current: usize) {
        let (key, distance) = (self.keys[current], self.distances[current]);
        let lines = self.shape.lines;
        let blank = blank_line(key);
        for side in [blank.wrapping_sub(1), blank + 1] {
            for kind in 0..lines {
                if side >= lines || self.shape.count(key, side, kind) == 0 {
                    self.next.push(NOWHERE);
                    continue;
                }
                let after = self.shape.slid(key, kind, side, blank);
                let fresh = self.keys.len() as u32;
                let number = *self.numbers.entry(after).or_insert(fresh);
                if number == fresh {
                    self.keys.push(after);
                    self.distances.push(distance + 1);
                }
                self.next.push(number);
            }
        }
    }

    pub(super) fn states(&self) -> usize {
        self.keys.len()
    }

    #[cfg(test)]
    pub(super) fn depth(&self) -> u8 {
        *self.distances.last().expect("the goal is there")
    }
}

/// The table ready for use, with indices as small as they can be.
#[derive(Clone, Debug)]
pub(super) struct Table<I> {
    shape: Shape,
    numbers: FxHashMap<u64, I>,
    distances: Box<[u8]>,
    next: Box<[I]>,
    /// Twice the lines: entries of `next` for each matrix.
    stride: usize,
}

impl<I: Index> Table<I> {
    pub(super) fn new(reached: Reached) -> Self {
        let numbers = reached.numbers.iter();
        Self {
            numbers: numbers
                .map(|(&key, &n)| (key, I::new(n as usize)))
                .collect(),
            distances: reached.distances.into(),
            next: reached.next.iter().map(|&n| I::new(n as usize)).collect(),
            stride: 2 * reached.shape.lines,
            shape: reached.shape,
        }
    }

    /// The number of the matrix with this key, the sum of what its tiles and blank add to it.
    pub(super) fn find(&self, key: u64) -> I {
        self.numbers[&key]
    }

    /// The contribution of a tile of this kind to a key in this line, or of the blank.
    pub(super) fn unit(&self, line: usize, kind: Option<usize>) -> u64 {
        kind.map_or(blank_unit(line), |kind| self.shape.unit(line, kind))
    }

    /// The matrix after a tile of this kind slid into the blank's line, from the line after it if
    /// `from_after` and else from the line before.
    #[inline]
    pub(super) fn step(&self, matrix: I, kind: usize, from_after: bool) -> I {
        let side = if from_after { self.stride / 2 } else { 0 };
        self.next[matrix.get() * self.stride + side + kind]
    }

    #[inline]
    pub(super) fn distance(&self, matrix: I) -> u32 {
        u32::from(self.distances[matrix.get()])
    }

    pub(super) fn bytes(&self) -> u64 {
        let entry = size_of::<(u64, I)>() + 1;
        let map = self.numbers.capacity() * 8 / 7 * entry;
        (map + self.distances.len() + self.next.len() * size_of::<I>()) as u64
    }
}

/// The packing of a matrix into 64 bits: the blank's line lowest, then the counts of all kinds but
/// the last, which follows from the rest of its line.
#[derive(Clone, Copy, Debug)]
struct Shape {
    lines: usize,
    length: usize,
    bits: usize,
}

const BLANK_BITS: usize = 3;

/// The contribution of the blank to a key.
fn blank_unit(line: usize) -> u64 {
    line as u64
}

/// The blank's line.
fn blank_line(key: u64) -> usize {
    key as usize & ((1 << BLANK_BITS) - 1)
}

impl Shape {
    fn new(lines: usize, length: usize) -> Self {
        let bits = length.ilog2() as usize + 1;
        debug_assert!(BLANK_BITS + lines * (lines - 1) * bits <= 64);
        Self {
            lines,
            length,
            bits,
        }
    }

    fn goal(self, home: usize) -> u64 {
        let line = |line| {
            let tiles = self.length - usize::from(line == home);
            self.unit(line, line) * tiles as u64
        };
        (0..self.lines).map(line).sum::<u64>() + blank_unit(home)
    }

    /// The contribution of a tile to the key.
    fn unit(self, line: usize, kind: usize) -> u64 {
        if kind + 1 == self.lines {
            return 0;
        }
        1 << self.place(line, kind)
    }

    fn place(self, line: usize, kind: usize) -> usize {
        BLANK_BITS + self.bits * (line * (self.lines - 1) + kind)
    }

    fn count(self, key: u64, line: usize, kind: usize) -> usize {
        let packed = |kind| (key >> self.place(line, kind)) as usize & ((1 << self.bits) - 1);
        if kind + 1 < self.lines {
            return packed(kind);
        }
        let tiles = self.length - usize::from(blank_line(key) == line);
        tiles - (0..kind).map(packed).sum::<usize>()
    }

    /// The key after a tile of this kind slid from one line to the blank's.
    fn slid(self, key: u64, kind: usize, from: usize, to: usize) -> u64 {
        key - self.unit(from, kind) - blank_unit(to) + self.unit(to, kind) + blank_unit(from)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// The number of matrices with the right sums, counted line by line without any slide.
    fn matrices(lines: usize, length: usize, home: usize) -> usize {
        (0..lines)
            .map(|blank| {
                let mut left = vec![length; lines];
                left[home] -= 1;
                let mut ways = HashMap::from([(left, 1_usize)]);
                for line in 0..lines {
                    let tiles = length - usize::from(line == blank);
                    let mut next = HashMap::new();
                    for (left, count) in ways {
                        for rest in takings(&left, tiles) {
                            *next.entry(rest).or_default() += count;
                        }
                    }
                    ways = next;
                }
                ways.values().sum::<usize>()
            })
            .sum()
    }

    /// All ways to take this many from the heaps.
    fn takings(left: &[usize], take: usize) -> Vec<Vec<usize>> {
        let Some((&first, rest)) = left.split_first() else {
            return if take == 0 {
                vec![Vec::new()]
            } else {
                Vec::new()
            };
        };
        (0..=take.min(first))
            .flat_map(|n| {
                takings(rest, take - n).into_iter().map(move |mut tail| {
                    tail.insert(0, first - n);
                    tail
                })
            })
            .collect()
    }

    /// 24,964 for 4x4 is the number that K. Takahashi, who invented the walking distance, gives.
    #[test]
    fn the_tables_have_their_known_sizes() {
        let reached = Reached::new(4, 4, 3);
        assert_eq!(reached.states(), 24_964);
        assert_eq!(reached.states(), matrices(4, 4, 3));
        assert_eq!(Reached::new(3, 3, 2).states(), matrices(3, 3, 2));
        assert_eq!(Reached::new(3, 5, 1).states(), matrices(3, 5, 1));
        assert_eq!(Reached::new(2, 16, 0).states(), matrices(2, 16, 0));
        assert_eq!(Reached::new(5, 2, 2).states(), matrices(5, 2, 2));
        assert!(reached.depth() > 0);
    }

    #[test]
    fn the_longest_lines_are_those_whose_matrices_fit() {
        for (lines, &longest) in LONGEST.iter().enumerate().skip(2) {
            assert!(
                matrices(lines, longest, 0) <= MAX_STATES,
                "{lines}x{longest}"
            );
            if longest < 16 {
                assert!(
                    matrices(lines, longest + 1, 0) > MAX_STATES,
                    "{lines}x{longest}"
                );
            }
        }
        assert!(matrices(7, 2, 0) > MAX_STATES);
    }
}
