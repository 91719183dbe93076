//! A stopwatch.

use std::time::Duration;

/// Adds up the time between starts and stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stopwatch {
    before: Duration,
    since: Option<Duration>,
}

impl Stopwatch {
    /// A stopped stopwatch that shows this time.
    pub const fn at(elapsed: Duration) -> Self {
        Self {
            before: elapsed,
            since: None,
        }
    }

    /// Runs from now on; nothing happens if it runs.
    pub fn start(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    /// Stands still from now on.
    pub fn stop(&mut self, now: Duration) {
        self.before = self.elapsed(now);
        self.since = None;
    }

    /// The time shown when it last stopped.
    pub fn before(&self) -> Duration {
        self.before
    }

    /// Since when it runs; none while it stands still.
    pub fn since(&self) -> Option<Duration> {
        self.since
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// The time shown now.
    pub fn elapsed(&self, now: Duration) -> Duration {
        let running = self
            .since
            .map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.before + running
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_running_time_counts() {
        let second = Duration::from_secs;
        let mut watch = Stopwatch::default();
        assert_eq!(watch.elapsed(second(9)), second(0));
        watch.start(second(10));
        watch.start(second(12));
        assert_eq!(watch.elapsed(second(13)), second(3));
        watch.stop(second(14));
        assert_eq!(watch.elapsed(second(99)), second(4));
        watch.start(second(100));
        assert_eq!(watch.elapsed(second(101)), second(5));
        // A clock that steps back does no harm.
        assert_eq!(watch.elapsed(second(50)), second(4));
    }
}
