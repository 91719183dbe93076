//! The nodes that a search may still spend, whatever unit the caller's limit has.

use std::time::Duration;

use taquin_core::Control;

use super::beams::Breadth;

/// The limits of a solve as one number that falls.
pub(super) struct Budget<'a> {
    control: &'a Control,
    /// The effort if there is no other limit.
    effort: u64,
    /// Nodes that beams expanded, and the time that took.
    expanded: u64,
    time: Duration,
}

/// Nodes a second before anything was measured: too few, so that the first look does no harm.
const SLOW: f64 = 1e6;

/// How long a beam runs before its own speed tells anything.
const TELLING: Duration = Duration::from_millis(50);

/// The share of the time that is kept back for what comes after the last beam.
const KEPT_BACK: f64 = 0.04;

/// Boards of a level where nothing limits it.
const WIDEST: usize = 1 << 23;

/// The purpose of an external beam.
#[derive(Clone, Copy, Debug)]
pub(super) enum Share {
    /// A first look.
    First,
    /// The widest of all; the share of the remaining budget that it may use.
    Widest(f64),
    /// A stretch of the line.
    Stretch,
}

impl<'a> Budget<'a> {
    pub(super) fn new(control: &'a Control, effort: u64) -> Self {
        Self {
            control,
            effort,
            expanded: 0,
            time: Duration::ZERO,
        }
    }

    /// Notes what a beam has taken.
    pub(super) fn note(&mut self, expanded: u64, time: Duration) {
        // Small beams tell little of large ones, so what was measured last weighs most.
        self.expanded = self.expanded / 4 + expanded;
        self.time = self.time / 4 + time;
        self.effort = self.effort.saturating_sub(expanded);
    }

    /// Whether something other than the effort will end the search.
    pub(super) fn is_limited(&self) -> bool {
        let limits = self.control.limits();
        limits.time.is_some() || limits.nodes.is_some() || self.control.enough().is_set()
    }

    /// Nodes that may still be expanded.
    pub(super) fn left(&self) -> u64 {
        self.left_at(self.rate())
    }

    /// The width that uses up the budget on this many levels to come, when this beam has expanded this many
    /// nodes in this time.
    pub(super) fn width(&self, levels: u32, expanded: u64, time: Duration) -> usize {
        let levels = u64::from(levels.max(1));
        let left = if self.control.limits().time.is_none() {
            self.left().saturating_sub(expanded)
        } else {
            // A wide beam is faster than the narrow ones before it: threads wait less for one another.
            // Its first levels are narrow too, so a low rate tells nothing.
            let own = expanded as f64 / time.max(TELLING).as_secs_f64();
            self.left_at(self.rate().max(own))
        };
        (left / levels).max(64) as usize
    }

    /// The most boards per level that a beam may come to, whose width uses up the budget.
    pub(super) fn widest(&self, levels: u32) -> usize {
        let width = self.width(levels, 0, Duration::ZERO);
        if self.control.limits().time.is_some() {
            // It may find that it is several times faster than thought.
            8 * width
        } else {
            width * 3 / 2
        }
    }

    /// The width of an external beam, for a path of `longest` moves; none if too little budget is left
    /// for it.
    pub(super) fn breadth(&self, longest: u32, share: Share) -> Option<Breadth> {
        const NARROW: usize = 1 << 16;
        let limits = self.control.limits();
        let levels = u64::from(longest.max(1));
        let nodes = match (self.control.nodes_left(), limits.time) {
            (Some(nodes), _) => nodes,
            (None, None) if !self.is_limited() => self.effort,
            (None, None) => u64::MAX,
            (None, Some(limit)) => {
                let left = limit.saturating_sub(self.control.elapsed());
                return match share {
                    Share::First => Some(Breadth::Boards(NARROW)),
                    Share::Widest(share) => Some(Breadth::Within(left.mul_f64(share))),
                    // The last is for windows.
                    Share::Stretch if left < limit / 20 => None,
                    Share::Stretch => Some(Breadth::Within((limit / 20).min(left.mul_f64(0.6)))),
                };
            }
        };
        let boards = |part: f64| ((nodes as f64 * part) as u64 / levels).max(16) as usize;
        match share {
            Share::First => Some(Breadth::Boards(NARROW.min(boards(0.05)))),
            Share::Widest(share) => Some(Breadth::Boards(boards(share).min(WIDEST))),
            Share::Stretch if nodes < 1000 * levels => None,
            Share::Stretch => Some(Breadth::Boards(boards(0.1).min(WIDEST / 8))),
        }
    }

    fn rate(&self) -> f64 {
        if self.expanded == 0 || self.time.is_zero() {
            return SLOW;
        }
        self.expanded as f64 / self.time.as_secs_f64()
    }

    fn left_at(&self, rate: f64) -> u64 {
        let limits = self.control.limits();
        let by_time = limits.time.map(|limit| {
            let left = limit.mul_f64(1.0 - KEPT_BACK);
            let left = left.saturating_sub(self.control.elapsed());
            (left.as_secs_f64() * rate) as u64
        });
        let by_nodes = self.control.nodes_left();
        let by_limit = by_time.into_iter().chain(by_nodes).min();
        by_limit.unwrap_or(if self.is_limited() {
            u64::MAX
        } else {
            self.effort
        })
    }
}
