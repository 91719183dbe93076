//! Upper bounds from beams: a solution as long as the next threshold saves the search of that threshold,
//! which on average takes as long as all thresholds before it.

use taquin_core::Solution;
use taquin_search::algorithms::{Ask, Breadth, Net};
use taquin_search::nets::Nets;

use crate::device::GpuError;
use crate::searcher::{Searcher, SolveState};

/// Children of a threshold for each board of the beam's levels. A beam has about a hundred levels of two children
/// per board and runs at a quarter of the search's rate, so it takes a tenth of the threshold's time.
const CHILDREN_PER_BOARD: u64 = 1 << 13;

/// Narrower beams rarely find a shortest solution, and wider ones rarely find one that this one misses.
const WIDTHS: [u64; 2] = [1 << 16, 1 << 22];

/// A beam is run again only if it is this many times wider than the last.
const WIDER: u64 = 4;

/// Solutions within this margin above the lower bound are of interest.
const MARGIN: u32 = 40;

/// The beams of one solve.
#[derive(Debug, Default)]
pub(crate) struct Incumbents {
    /// The width of the last beam.
    width: u64,
}

impl Incumbents {
    /// The width of a beam before a threshold with this many children, if one is worth its time.
    fn width(&self, children: u64) -> Option<u64> {
        let [narrowest, widest] = WIDTHS;
        let width = (children / CHILDREN_PER_BOARD).clamp(narrowest, widest);
        (width >= WIDER * self.width).then_some(width)
    }
}

impl Searcher {
    /// Looks for a solution with a beam if the next threshold, which is expected to have this many
    /// children, takes long.
    pub(crate) fn look_for_incumbent(
        &mut self,
        incumbents: &mut Incumbents,
        children: u64,
        threshold: u32,
        task: &mut SolveState<'_>,
    ) -> Result<(), GpuError> {
        if children < task.settings.beam_from {
            return Ok(());
        }
        let Some(width) = incumbents.width(children) else {
            return Ok(());
        };
        incumbents.width = width;
        let best = task.best.as_ref().map(Solution::len);
        let net = Net::new(task.goal, &task.control.context().part::<Nets>());
        let ask = Ask {
            start: task.puzzle.start(),
            goal: task.goal,
            net: net.as_ref(),
            // All solutions have the same parity.
            longest: best.map_or(threshold + MARGIN, |best| best - 2),
            width: Breadth::Boards(width as usize),
        };
        let found = match self.beam(&ask, task.control) {
            // The tables may leave too little memory for a beam.
            Err(GpuError::Memory { .. }) => return Ok(()),
            found => found?,
        };
        task.stats.expanded += found.expanded;
        task.stats.generated += found.generated;
        if let Some(stop) = found.stopped {
            return Err(GpuError::Stopped(stop));
        }
        found.moves.map_or(Ok(()), |moves| task.improve(moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beam_is_repeated_only_much_wider() {
        let mut incumbents = Incumbents::default();
        assert_eq!(incumbents.width(1 << 32), Some(1 << 19));
        incumbents.width = 1 << 19;
        assert_eq!(incumbents.width(1 << 33), None);
        assert_eq!(incumbents.width(1 << 34), Some(1 << 21));
        assert_eq!(incumbents.width(u64::MAX), Some(1 << 22));
    }
}
