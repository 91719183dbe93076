//! A threshold in parts: which boards of the last layer make up a part, and the rows of a journal.
//!
//! Roots are divided by their least slack first, in the order in which they are searched, and a
//! class that has much work below it by the hashes of its boards. A root's class and hash are its own,
//! so every device finds the same parts, whatever the order of its threads.

use std::time::Duration;

use taquin_core::parts::{Counts, Journal, Ledger, Part, Record, Row, SearchKey, Share};
use taquin_core::{Move, Puzzle};

use crate::device::GpuError;
use crate::wire::CLASSES;

/// The journal of a search's finished parts.
pub struct Pieces<'a> {
    /// Their journal.
    pub journal: &'a mut dyn Journal,
    /// Which parts are searched first, where several processes share the journal.
    pub share: Share,
    /// Children of a part, about: what an interruption loses at most. At ten billion a second
    /// the default takes some five seconds.
    pub part_nodes: u64,
}

impl<'a> Pieces<'a> {
    /// Keeps everything in this journal.
    pub fn new(journal: &'a mut dyn Journal) -> Self {
        Self {
            journal,
            share: Share::ALL,
            part_nodes: 50_000_000_000,
        }
    }
}

/// The most parts of a threshold: a block counts the boards of each in its fast memory.
pub(crate) const MOST_PARTS: usize = 1024;

/// The factor by which one more unit of slack multiplies a board's nodes, roughly; thresholds two
/// moves apart differ by as much.
const GROWTH: u64 = 7;

/// By class, its first part and how many it has.
pub(crate) type Split = [[u32; 2]; CLASSES];

/// One part for each class.
pub(crate) fn unsplit() -> Split {
    std::array::from_fn(|class| [class as u32, 1])
}

/// The number of parts of a split.
pub(crate) fn part_count(split: &Split) -> usize {
    split.iter().map(|[_, parts]| *parts as usize).sum()
}

/// Classes with these numbers of boards, divided into about `wanted` parts of equal work.
pub(crate) fn split(boards: &[u32], wanted: usize) -> Split {
    let wanted = wanted.min(MOST_PARTS - CLASSES) as u128;
    let slack = |class: usize| (CLASSES - 1 - class) as u32;
    let work = |class: usize| {
        let boards = boards.get(class).copied().unwrap_or(0);
        u128::from(boards) * u128::from(GROWTH).pow(slack(class))
    };
    let all = (0..CLASSES).map(work).sum::<u128>().max(1);
    let mut first = 0;
    std::array::from_fn(|class| {
        let parts = (work(class) * wanted / all).max(1) as u32;
        first += parts;
        [first - parts, parts]
    })
}

/// The parts of a split whose roots are so deep, in their order.
pub(crate) fn parts(split: &Split, depth: u32) -> impl Iterator<Item = Part> {
    split.iter().enumerate().flat_map(move |(class, &[_, of])| {
        (0..of).map(move |index| Part {
            depth,
            class: (CLASSES - 1 - class) as u32,
            index,
            of,
        })
    })
}

/// The rows of one search in a journal.
pub(crate) struct Rows<'a, 'b> {
    pub(crate) pieces: &'b mut Pieces<'a>,
    pub(crate) search: SearchKey,
    pub(crate) ledger: Ledger,
    /// Parts that the threshold is divided into, about.
    pub(crate) wanted: usize,
}

impl<'a, 'b> Rows<'a, 'b> {
    /// The rows of a puzzle's search by a method.
    pub(crate) fn new(
        pieces: &'b mut Pieces<'a>,
        puzzle: &Puzzle,
        method: String,
    ) -> Result<Self, GpuError> {
        let search = SearchKey {
            start: puzzle.start().clone(),
            goal: puzzle.targets()[0].clone(),
            method,
        };
        let mut rows = Self {
            pieces,
            search,
            ledger: Ledger::default(),
            wanted: 1,
        };
        rows.read()?;
        Ok(rows)
    }

    /// Reads the journal again.
    pub(crate) fn read(&mut self) -> Result<(), GpuError> {
        let rows = self.pieces.journal.rows().map_err(|e| failed(&e))?;
        self.ledger = Ledger::new(&rows, &self.search).map_err(|e| failed(&e))?;
        Ok(())
    }

    /// Divides the next threshold by what the one before took.
    pub(crate) fn after(&mut self, generated: u64) {
        let expected = u128::from(generated) * u128::from(GROWTH);
        let parts = expected.div_ceil(u128::from(self.pieces.part_nodes.max(1)));
        self.wanted = usize::try_from(parts).unwrap_or(MOST_PARTS).max(1);
    }

    /// The numbers of all parts, those of this process first.
    pub(crate) fn order(&self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let share = self.pieces.share;
        let own = (0..count).filter(move |&part| share.has(part));
        own.chain((0..count).filter(move |&part| !share.has(part)))
    }

    /// The counts of a part that was searched before, by this process or another.
    pub(crate) fn part(&mut self, threshold: u32, part: Part) -> Result<Option<Counts>, GpuError> {
        if self.pieces.share.of > 1 && self.ledger.part(threshold, part).is_none() {
            self.read()?;
        }
        Ok(self.ledger.part(threshold, part))
    }

    /// A solution within a threshold that another process has found.
    pub(crate) fn solution_within(&self, threshold: u32) -> Option<Vec<Move>> {
        let (_, moves) = self.ledger.solved()?;
        (moves.len() <= threshold as usize).then(|| moves.to_vec())
    }

    /// Keeps a row.
    pub(crate) fn append(
        &mut self,
        threshold: u32,
        record: Record,
        counts: Counts,
    ) -> Result<(), GpuError> {
        let row = Row {
            search: self.search.clone(),
            threshold,
            record,
            counts,
        };
        self.pieces.journal.append(&row).map_err(|e| failed(&e))
    }
}

pub(crate) fn failed(error: &dyn std::error::Error) -> GpuError {
    GpuError::Journal(error.to_string())
}

/// Nodes and seconds as a row has them.
pub(crate) fn counts(expanded: u64, generated: u64, seconds: f64) -> Counts {
    Counts {
        expanded,
        generated,
        time: Duration::from_secs_f64(seconds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_with_much_work_have_many_parts() {
        // Slack 3, 2 and 1: work in the ratio of 49 · 10 to 7 · 70 to 490.
        let mut boards = [0; CLASSES];
        (boards[12], boards[13], boards[14]) = (10, 70, 490);
        let split = split(&boards, 30);
        assert_eq!(&split[12..15], [[12, 10], [22, 10], [32, 10]]);
        assert_eq!(part_count(&split), 30 + CLASSES - 3);
        assert_eq!(parts(&split, 5).count(), part_count(&split));
        let parts: Vec<Part> = parts(&split, 5).collect();
        assert_eq!((parts[13].class, parts[13].index, parts[13].of), (3, 1, 10));
    }

    #[test]
    fn no_split_has_too_many_parts() {
        let full = [u32::MAX; CLASSES];
        assert!(part_count(&split(&full, usize::MAX)) <= MOST_PARTS);
        assert_eq!(split(&full, 1), unsplit());
        assert_eq!(split(&[0; CLASSES], 9), unsplit());
    }
}
