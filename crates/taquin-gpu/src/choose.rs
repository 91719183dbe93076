//! A partition for one board: others are tried in place of the first, and the one with the fewest
//! nodes at a threshold that was searched already is used from then on.
//!
//! Which partition is best differs from board to board, and low thresholds tell it: see the manual, *A
//! partition for each instance*. Trying one takes its tables and a short search, so it is done only
//! before thresholds that take long: all of them at a low one, the best few at a higher one.

use taquin_pdb::Partition;

use crate::device::GpuError;
use crate::iteration::Iteration;
use crate::pattern_values::{at_threshold, first_threshold};
use crate::searcher::{Searcher, SolveState};
use crate::wire::Item;

/// Partitions to be tried in place of the first; those that do not suit the board are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choose {
    /// The partitions.
    pub among: Vec<Partition>,
    /// Children of a threshold after which they are tried.
    pub after: u64,
}

/// Partitions of 5x5 other than 6-6-6-6: of 40 drawn at random, those with the largest estimates on random
/// boards, the largest first (`docs/notebook/gpu.md` has the measurements).
const KNOWN: &[&str] = &[
    "1.2.3.6.7.8+4.5.9.10.14.15+11.12.13.16.17.18+19.20.21.22.23.24",
    "1.2.7.8.12.13+3.4.5.9.10.14+6.11.16.17.21.22+15.18.19.20.23.24",
    "1.2.6.7.8.12+3.4.5.9.10.14+11.13.16.17.18.21+15.19.20.22.23.24",
    "1.2.6.7.8.9+3.4.5.10.14.15+11.12.16.17.21.22+13.18.19.20.23.24",
    "1.2.3.6.7.11+4.5.8.9.10.14+12.13.16.17.18.21+15.19.20.22.23.24",
    "1.2.3.7.8.13+4.5.9.10.14.15+6.11.12.16.17.21+18.19.20.22.23.24",
    "1.2.3.4.6.11+5.7.8.9.10.13+12.16.17.18.21.22+14.15.19.20.23.24",
    "1.2.3.7.8.12+4.5.9.10.13.14+6.11.16.17.18.21+15.19.20.22.23.24",
    "1.2.3.4.7.8+5.9.10.13.14.15+6.11.12.16.17.21+18.19.20.22.23.24",
    "1.2.3.4.6.8+5.9.10.13.14.15+7.11.12.16.17.21+18.19.20.22.23.24",
    "1.2.3.6.7.8+4.5.9.10.14.15+11.12.13.16.18.21+17.19.20.22.23.24",
];

impl Choose {
    /// The most partitions that are known.
    pub const MOST: usize = KNOWN.len();

    /// The known partitions of 5x5 that are tried before a threshold that is likely to take
    /// seconds.
    pub fn known(count: usize) -> Self {
        let read = |text: &&str| text.parse().expect("partitions that can be read");
        Self {
            among: KNOWN.iter().take(count).map(read).collect(),
            // The next threshold has some eight times as many: seconds at ten billion a
            // second, and a try takes some tenths.
            after: 4_000_000_000,
        }
    }

    /// Of the exhausted thresholds, each with its children, the last that has no more than
    /// this part of a long one; else the first.
    fn threshold(&self, searched: &[(u32, u64)], part: u64) -> Option<(u32, u64)> {
        let is_short = |(_, children): &&(u32, u64)| *children <= self.after / part;
        let short = searched.iter().rev().find(is_short);
        short.or(searched.first()).copied()
    }
}

/// Partitions that are tried a second time, at a higher threshold.
const FINALISTS: usize = 3;

/// What part of a long threshold the children of the first and of the second try are: all partitions
/// are tried, and bad ones have many times the nodes.
const PARTS: [u64; 2] = [512, 8];

/// The boards on which partitions are tried.
pub(crate) struct Trial<'a> {
    pub(crate) start: Item,
    /// Exhausted thresholds, and their children.
    pub(crate) searched: &'a [(u32, u64)],
}

impl Searcher {
    /// These partitions with the first replaced by a better one, if there is one.
    pub(crate) fn choose(
        &mut self,
        choose: &Choose,
        partitions: &[Partition],
        trial: &Trial<'_>,
        task: &mut SolveState<'_>,
    ) -> Result<Vec<Partition>, GpuError> {
        let [first, second] = PARTS.map(|part| choose.threshold(trial.searched, part));
        let (Some((low, _)), Some((high, usual))) = (first, second) else {
            return Ok(partitions.to_vec());
        };
        let with = |candidate: &Partition| {
            let mut tried = partitions.to_vec();
            tried[0] = candidate.clone();
            tried
        };
        let all = choose.among.iter().map(with).collect();
        let mut finalists = self.tried(all, low, trial, task)?;
        finalists.sort_by_key(|(children, _)| *children);
        finalists.truncate(FINALISTS);
        let finalists = finalists.into_iter().map(|(_, tried)| tried).collect();
        let finalists = self.tried(finalists, high, trial, task)?;
        let best = finalists.into_iter().min_by_key(|(children, _)| *children);
        let better = best.filter(|(children, _)| *children < usual);
        Ok(better.map_or_else(|| partitions.to_vec(), |(_, tried)| tried))
    }

    /// The children of a threshold with each of these; without those that are no partitions of this
    /// board, or not for these thresholds.
    fn tried(
        &mut self,
        all: Vec<Vec<Partition>>,
        threshold: u32,
        trial: &Trial<'_>,
        task: &mut SolveState<'_>,
    ) -> Result<Vec<(u64, Vec<Partition>)>, GpuError> {
        let mut counted = Vec::new();
        for partitions in all {
            match self.children(&partitions, threshold, trial, task) {
                Err(GpuError::Tables(_)) => {}
                Err(error) => return Err(error),
                Ok(children) => counted.push((children, partitions)),
            }
        }
        Ok(counted)
    }

    /// Children of a threshold that has no solution, with these partitions.
    fn children(
        &mut self,
        partitions: &[Partition],
        threshold: u32,
        trial: &Trial<'_>,
        task: &mut SolveState<'_>,
    ) -> Result<u64, GpuError> {
        let ready = self.ready(
            task.orientation,
            partitions,
            partitions,
            (task.settings, task.control),
        )?;
        let values = self.values(&ready, &[trial.start])?;
        if first_threshold(&values, ready.width) > threshold {
            return Ok(0);
        }
        let item = at_threshold(trial.start, &values, threshold, ready.width)?;
        let mut iteration = Iteration {
            threshold,
            ..Iteration::default()
        };
        let searched = self.iterate(&ready, item, task, None, &mut iteration);
        task.stats.expanded += iteration.expanded;
        task.stats.generated += iteration.generated;
        searched?;
        Ok(iteration.generated)
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::Size;

    use super::*;

    #[test]
    fn known_partitions_hold_every_tile_once() {
        let size = Size::new(5, 5).unwrap();
        let known = Choose::known(Choose::MOST).among;
        for (i, partition) in known.iter().enumerate() {
            let patterns = partition.patterns(size, 24).unwrap();
            assert!(patterns.iter().all(|pattern| pattern.homes().len() == 6));
            let mut all: Vec<u8> = patterns.iter().flat_map(|p| p.homes().to_vec()).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..24), "{partition}");
            assert!(!known[..i].contains(partition));
        }
    }

    #[test]
    fn a_short_threshold_is_tried() {
        let choose = Choose {
            among: Vec::new(),
            after: 800,
        };
        assert_eq!(choose.threshold(&[], 8), None);
        assert_eq!(choose.threshold(&[(60, 900)], 8), Some((60, 900)));
        let searched = [(60, 10), (62, 100), (64, 101), (66, 900)];
        assert_eq!(choose.threshold(&searched, 8), Some((62, 100)));
        assert_eq!(choose.threshold(&searched, 80), Some((60, 10)));
    }
}
