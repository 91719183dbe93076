//! Classes of boards whose tiles are labelled only with their goal line, and their ranking.
//!
//! A line is a row for vertical moves and a column for horizontal ones. The tiles are read line by
//! line, the blank left out, and each is written as two bits, the line it belongs to. A move along
//! the lines does not change this *code*; a move by one line across them rotates as many labels as
//! a line has cells. A *class* is a code and the line of the blank.

/// The lines of a board along one axis, and where the blank belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lines {
    /// How many lines there are, at most [`MOST`].
    pub(super) count: usize,
    /// Cells of a line, at most [`MOST`].
    pub(super) length: usize,
    /// The line of the blank in the goal.
    pub(super) home: usize,
    /// The place of the blank in that line.
    pub(super) place: usize,
}

/// The most lines, and the most cells of a line: a label has two bits, an entry four values.
pub(super) const MOST: usize = 4;

impl Lines {
    /// Tiles that belong to a line.
    fn tiles(self, line: usize) -> usize {
        self.length - usize::from(line == self.home)
    }

    /// Tiles of the board.
    fn all(self) -> usize {
        self.count * self.length - 1
    }

    /// The code of labels in reading order.
    pub(super) fn code(labels: impl Iterator<Item = usize>) -> u32 {
        let labels = labels.enumerate();
        labels.fold(0, |code, (at, label)| code | (label as u32) << (2 * at))
    }

    /// The code of the goal.
    pub(super) fn goal(self) -> u32 {
        let labels = (0..self.count).flat_map(|line| vec![line; self.tiles(line)]);
        Self::code(labels)
    }

    /// The code after the blank went from a line to the next, at this place of both.
    #[inline]
    pub(super) fn to_next(self, code: u32, line: usize, place: usize) -> u32 {
        let at = 2 * (self.length * line + place);
        let width = 2 * self.length;
        let labels = (code >> at) & ((1 << width) - 1);
        let rotated = (labels << 2 | labels >> (width - 2)) & ((1 << width) - 1);
        code ^ (labels ^ rotated) << at
    }

    /// The code after the blank went from a line to the one before, at this place of both.
    #[inline]
    pub(super) fn to_last(self, code: u32, line: usize, place: usize) -> u32 {
        let at = 2 * (self.length * (line - 1) + place);
        let width = 2 * self.length;
        let labels = (code >> at) & ((1 << width) - 1);
        let rotated = labels >> 2 | (labels & 3) << (width - 2);
        code ^ (labels ^ rotated) << at
    }
}

/// Numbers the classes of [`Lines`] with two look-ups: one for the first labels and one for the rest.
#[derive(Debug)]
pub(super) struct Ranking {
    pub(super) lines: Lines,
    /// Labels in the first part.
    split: usize,
    /// Codes before those that begin with these labels.
    first: Vec<u32>,
    /// Of the endings with the same labels, the number before this one.
    rest: Vec<u32>,
    codes: usize,
}

/// No code begins with these labels.
const NONE: u32 = u32::MAX;

impl Ranking {
    pub(super) fn new(lines: Lines) -> Self {
        let split = lines.all().div_ceil(2);
        let endings = Endings::new(lines, split);
        let mut first = vec![NONE; 1 << (2 * split)];
        let mut codes = 0;
        for (labels, before) in first.iter_mut().enumerate() {
            let after = endings.after(labels as u32);
            if !after.is_empty() {
                *before = codes as u32;
                codes += after.len();
            }
        }
        let mut rest = vec![0; 1 << (2 * (lines.all() - split))];
        for codes in &endings.by_counts {
            for (before, &labels) in codes.iter().enumerate() {
                rest[labels as usize] = before as u32;
            }
        }
        Self {
            lines,
            split,
            first,
            rest,
            codes,
        }
    }

    /// The number of classes.
    pub(super) fn classes(&self) -> usize {
        self.codes * self.lines.count
    }

    /// The number of a class.
    #[inline]
    pub(super) fn class(&self, code: u32, line: usize) -> usize {
        let bits = 2 * self.split;
        let first = self.first[(code & ((1 << bits) - 1)) as usize];
        let rest = self.rest[(code >> bits) as usize];
        (first + rest) as usize * self.lines.count + line
    }

    /// Calls back with each code, in the order of their numbers.
    pub(super) fn for_each<B>(
        &self,
        mut each: impl FnMut(u32) -> std::ops::ControlFlow<B>,
    ) -> std::ops::ControlFlow<B> {
        let endings = Endings::new(self.lines, self.split);
        for first in 0..self.first.len() as u32 {
            for rest in endings.after(first) {
                each(first | rest << (2 * self.split))?;
            }
        }
        std::ops::ControlFlow::Continue(())
    }
}

/// The second parts of codes by how often each label is in them.
struct Endings {
    lines: Lines,
    split: usize,
    by_counts: Vec<Vec<u32>>,
}

impl Endings {
    fn new(lines: Lines, split: usize) -> Self {
        let length = lines.all() - split;
        let mut by_counts = vec![Vec::new(); 5_usize.pow(MOST as u32)];
        for labels in 0..1 << (2 * length) {
            if let Some(counts) = left(lines, labels, length) {
                by_counts[number(lines, counts)].push(labels);
            }
        }
        Self {
            lines,
            split,
            by_counts,
        }
    }

    /// The endings that can follow these first labels.
    fn after(&self, first: u32) -> &[u32] {
        let Some(left) = left(self.lines, first, self.split) else {
            return &[];
        };
        // An ending is listed under what it leaves for the beginning.
        let mut taken = [0; MOST];
        for (line, taken) in taken.iter_mut().enumerate().take(self.lines.count) {
            *taken = self.lines.tiles(line) - left[line];
        }
        &self.by_counts[number(self.lines, taken)]
    }
}

/// Tiles of each line that are not among these labels; none if there are too many of a line.
fn left(lines: Lines, labels: u32, length: usize) -> Option<[usize; MOST]> {
    let mut left = [0; MOST];
    for (line, left) in left.iter_mut().enumerate().take(lines.count) {
        *left = lines.tiles(line);
    }
    for at in 0..length {
        let line = (labels >> (2 * at) & 3) as usize;
        left[line] = left[line].checked_sub(1)?;
    }
    Some(left)
}

fn number(lines: Lines, counts: [usize; MOST]) -> usize {
    let counts = counts.iter().take(lines.count);
    counts.fold(0, |number, &count| 5 * number + count)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    fn codes_are_numbered_in_order_without_gaps() {
        for (count, length, home, codes) in [(2, 2, 1, 3), (3, 3, 1, 560), (3, 4, 2, 11_550)] {
            let ranking = Ranking::new(Lines {
                count,
                length,
                home,
                place: 0,
            });
            let mut seen = 0;
            let all = ranking.for_each(|code| {
                assert_eq!(ranking.class(code, 0), seen * count);
                seen += 1;
                ControlFlow::<()>::Continue(())
            });
            assert_eq!((all, seen), (ControlFlow::Continue(()), codes));
        }
    }

    #[test]
    fn moves_across_lines_rotate_labels() {
        let lines = Lines {
            count: 3,
            length: 3,
            home: 2,
            place: 2,
        };
        // 0 0 0/1 1 1/2 2 -: the blank goes up its column, and back.
        let up = lines.to_last(lines.goal(), 2, 2);
        assert_eq!(up, Lines::code([0, 0, 0, 1, 1, 2, 2, 1].into_iter()));
        assert_eq!(lines.to_next(up, 1, 2), lines.goal());
    }
}
