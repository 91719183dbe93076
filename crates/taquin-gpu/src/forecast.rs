//! The expected cost of the next threshold, and the preparations that pay for it.

use crate::searcher::SearchSettings;

/// The growth from one threshold to the next where only one was searched, and its usual range.
const GROWTH: f64 = 7.0;
const GROWTHS: [f64; 2] = [4.0, 11.0];

/// Children of a threshold for each board of its last breadth-first layer: breadth-first layers have no
/// duplicates but run at an eighth of the depth-first rate.
const CHILDREN_PER_BOARD: u64 = 1 << 10;

/// Boards of the last breadth-first layer that are worth their time before any threshold.
const SMALL_FRONTIER: usize = 1 << 22;

/// Children of the next threshold, from those of the thresholds before it.
pub(crate) fn expected_children(searched: &[(u32, u64)]) -> u64 {
    match *searched {
        [] => 0,
        [(_, last)] => (last as f64 * GROWTH) as u64,
        [.., (_, before), (_, last)] => {
            let growth = last as f64 / before.max(1) as f64;
            (last as f64 * growth.clamp(GROWTHS[0], GROWTHS[1])) as u64
        }
    }
}

/// Boards of the last breadth-first layer for a threshold with this many children.
pub(crate) fn frontier(children: u64, settings: &SearchSettings) -> usize {
    let wanted = (children / CHILDREN_PER_BOARD) as usize;
    wanted.max(SMALL_FRONTIER).min(settings.frontier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_grow_as_the_last_two_did_within_bounds() {
        assert_eq!(expected_children(&[]), 0);
        assert_eq!(expected_children(&[(90, 100)]), 700);
        assert_eq!(expected_children(&[(90, 100), (92, 800)]), 6400);
        assert_eq!(expected_children(&[(90, 1), (92, 800)]), 8800);
        assert_eq!(expected_children(&[(90, 0), (92, 10)]), 100);
    }

    #[test]
    fn long_thresholds_have_large_frontiers() {
        let most = |frontier| SearchSettings {
            frontier,
            ..SearchSettings::default()
        };
        assert_eq!(frontier(0, &most(1 << 26)), 1 << 22);
        assert_eq!(frontier(1 << 34, &most(1 << 26)), 1 << 24);
        assert_eq!(frontier(1 << 40, &most(1 << 26)), 1 << 26);
        assert_eq!(frontier(1 << 40, &most(16)), 16);
    }
}
