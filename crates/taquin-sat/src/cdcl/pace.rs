//! Schedules of restarts and of clause database reductions.

/// Moving averages of the quality (LBD) of learnt clauses.
pub(super) struct Pace {
    /// Quality of the latest clauses, and of all.
    fast: f64,
    slow: f64,
    /// Length of the trail at conflicts.
    trail: f64,
    conflicts: u64,
    since: u64,
    reductions: u64,
    next_reduction: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            fast: 0.0,
            slow: 0.0,
            trail: 0.0,
            conflicts: 0,
            since: 0,
            reductions: 0,
            next_reduction: 2000,
        }
    }
}

impl Pace {
    /// Takes in a conflict: the quality of the clause learnt, and how many literals were assigned.
    pub(super) fn note(&mut self, quality: u32, trail: usize) {
        self.conflicts += 1;
        self.since += 1;
        let follow = |average: &mut f64, value: f64, window: f64, count: u64| {
            let weight = (1.0 / window).max(1.0 / count as f64);
            *average += (value - *average) * weight;
        };
        follow(&mut self.fast, f64::from(quality), 32.0, self.conflicts);
        follow(&mut self.slow, f64::from(quality), 8192.0, self.conflicts);
        follow(&mut self.trail, trail as f64, 4096.0, self.conflicts);
        // A trail much longer than usual may be about to become a model: let it.
        if self.conflicts > 10_000 && trail as f64 > 1.4 * self.trail {
            self.since = 0;
        }
    }

    /// Whether recent clauses are so much worse than usual that another try is better.
    pub(super) fn restarts_now(&mut self) -> bool {
        let now = self.since >= 50 && self.fast * 0.8 > self.slow;
        if now {
            self.since = 0;
        }
        now
    }

    /// Whether this many conflicts have come together that clauses are to be dropped.
    pub(super) fn reduces_now(&mut self, conflicts: u64) -> bool {
        let now = conflicts >= self.next_reduction;
        if now {
            self.reductions += 1;
            self.next_reduction = conflicts + 2000 + 300 * self.reductions;
        }
        now
    }
}
