//! The state of one search according to the rows of a journal.

use std::collections::{BTreeMap, HashMap};

use super::{Counts, Part, Place, Record, Row, SearchKey, Span};
use crate::Move;

/// The known results of one search.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    exhausted: BTreeMap<u32, Counts>,
    parts: HashMap<(u32, Part), Counts>,
    spans: HashMap<u32, HashMap<Span, Counts>>,
    found: HashMap<u32, Place>,
    solved: Option<(u32, Vec<Move>, Counts)>,
}

impl Ledger {
    /// The rows of a search; rows of others are skipped, and repeated ones count once.
    ///
    /// # Errors
    /// When two rows contradict each other: the same part with different counts, or a solution within an
    /// exhausted threshold.
    pub fn new<'a>(
        rows: impl IntoIterator<Item = &'a Row>,
        search: &SearchKey,
    ) -> Result<Self, Conflict> {
        let mut ledger = Self::default();
        for row in rows.into_iter().filter(|row| row.search == *search) {
            ledger.add(row)?;
        }
        Ok(ledger)
    }

    fn add(&mut self, row: &Row) -> Result<(), Conflict> {
        let (threshold, counts) = (row.threshold, row.counts);
        let known = match &row.record {
            Record::Part(part) => *self.parts.entry((threshold, *part)).or_insert(counts),
            Record::Span(span) => self.span(threshold, span, counts),
            Record::Found(span) => {
                if let Some(place) = &span.to {
                    let first = self.found.entry(threshold).or_insert_with(|| place.clone());
                    *first = place.clone().min(first.clone());
                }
                self.span(threshold, span, counts)
            }
            Record::Exhausted => *self.exhausted.entry(threshold).or_insert(counts),
            Record::Solved(moves) => {
                let longer = |(_, known, _): &(u32, Vec<Move>, Counts)| known.len() > moves.len();
                if self.solved.as_ref().is_none_or(longer) {
                    self.solved = Some((threshold, moves.clone(), counts));
                }
                counts
            }
        };
        let last = self.exhausted.last_key_value();
        let solved_below = match (&self.solved, last) {
            (Some((_, moves, _)), Some((&last, _))) => moves.len() <= last as usize,
            _ => false,
        };
        let found_below = self
            .found
            .keys()
            .any(|threshold| self.exhausted.contains_key(threshold));
        if !known.same_nodes(&counts) || solved_below || found_below {
            return Err(Conflict(row.to_string()));
        }
        Ok(())
    }

    /// The counts of a threshold that holds no solution.
    pub fn exhausted(&self, threshold: u32) -> Option<Counts> {
        self.exhausted.get(&threshold).copied()
    }

    /// The counts of a part that holds no solution.
    pub fn part(&self, threshold: u32, part: Part) -> Option<Counts> {
        self.parts.get(&(threshold, part)).copied()
    }

    /// Keeps the counts of a span, and gives those that are known.
    fn span(&mut self, threshold: u32, span: &Span, counts: Counts) -> Counts {
        let spans = self.spans.entry(threshold).or_default();
        *spans.entry(span.clone()).or_insert(counts)
    }

    /// The spans of a threshold that hold no solution, in any order; they may overlap.
    pub fn spans(&self, threshold: u32) -> impl Iterator<Item = (Span, Counts)> {
        let spans = self.spans.get(&threshold).into_iter().flatten();
        spans.map(|(span, counts)| (span.clone(), *counts))
    }

    /// The first solution within a threshold that ends a span.
    pub fn found(&self, threshold: u32) -> Option<&Place> {
        self.found.get(&threshold)
    }

    /// The moves of the shortest solution recorded, and the threshold that was searched. Replay them
    /// before relying on them.
    pub fn solved(&self) -> Option<(u32, &[Move])> {
        let (threshold, moves, _) = self.solved.as_ref()?;
        Some((*threshold, moves))
    }

    /// The counts of the threshold in which that solution was found.
    pub fn solved_counts(&self) -> Option<Counts> {
        self.solved.as_ref().map(|(.., counts)| *counts)
    }
}

/// A row that contradicts an earlier one of the same search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this row contradicts an earlier one: {0}")]
pub struct Conflict(String);

#[cfg(test)]
mod tests {
    use super::super::row::tests::rows;
    use super::*;

    #[test]
    fn rows_of_one_search_are_found_again() {
        let mut rows = rows();
        for row in &mut rows[2..] {
            row.threshold = 9;
        }
        let Record::Solved(moves) = &mut rows[2].record else {
            panic!("the third row is a solution")
        };
        *moves = moves.repeat(4);
        let mut other = rows[1].clone();
        other.search.method.push('x');
        other.threshold = 11;
        let twice = rows.iter().chain(&rows).chain([&other]);
        let ledger = Ledger::new(twice, &rows[0].search).unwrap();
        let Record::Part(part) = rows[0].record else {
            panic!("the first row is a part")
        };
        assert_eq!(ledger.part(7, part), Some(rows[0].counts));
        assert_eq!(ledger.part(9, part), None);
        assert_eq!(ledger.exhausted(7), Some(rows[1].counts));
        assert_eq!(ledger.exhausted(11), None);
        let Record::Found(span) = &rows[4].record else {
            panic!("the last row is a span with a solution")
        };
        let spans: Vec<_> = ledger.spans(9).collect();
        assert_eq!(spans, [(span.clone(), rows[4].counts)]);
        assert_eq!(ledger.found(9), span.to.as_ref());
        assert_eq!((ledger.found(7), ledger.spans(7).count()), (None, 0));
        assert_eq!(ledger.solved().unwrap().0, 9);
    }

    #[test]
    fn contradictions_are_refused() {
        let rows = rows();
        // Two moves solve it, and the threshold 7 is exhausted.
        assert!(Ledger::new(&rows, &rows[0].search).is_err());
        let mut other = rows[0].clone();
        other.counts.time *= 2;
        assert!(Ledger::new([&rows[0], &other], &rows[0].search).is_ok());
        other.counts.expanded += 1;
        assert!(Ledger::new([&rows[0], &other], &rows[0].search).is_err());
        let mut other = rows[3].clone();
        assert!(Ledger::new([&rows[3], &other], &rows[0].search).is_ok());
        other.counts.expanded += 1;
        assert!(Ledger::new([&rows[3], &other], &rows[0].search).is_err());
        // A span of the threshold 7 ends at a solution.
        assert!(Ledger::new([&rows[1], &rows[4]], &rows[0].search).is_err());
    }
}
