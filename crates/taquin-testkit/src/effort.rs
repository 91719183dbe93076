//! Effort of a piece of work, distinguished from waiting on a busy machine.

use std::time::{Duration, Instant};

/// Time on the clock that nothing may take, times the limit: enough for a machine that has twelve
/// times as much to do as it can, and an end for what waits without computing.
const BUSY: u32 = 12;

/// The effort since the start: wall time, and CPU time of this process.
pub(crate) struct Effort {
    begun: Instant,
    cpu: Option<Duration>,
}

impl Effort {
    pub(crate) fn begin() -> Self {
        Self {
            begun: Instant::now(),
            cpu: cpu_time(),
        }
    }

    /// Whether it has taken longer than this.
    pub(crate) fn is_beyond(&self, limit: Duration) -> bool {
        let cpu = cpu_time()
            .zip(self.cpu)
            .map(|(now, then)| now.saturating_sub(then));
        is_beyond(self.begun.elapsed(), cpu, limit)
    }
}

/// Wall time includes other processes, and CPU time includes tests that run at the same time in this
/// process; what is slow is slow by both.
fn is_beyond(clock: Duration, cpu: Option<Duration>, limit: Duration) -> bool {
    (clock > limit && cpu.is_none_or(|cpu| cpu > limit)) || clock > limit * BUSY
}

fn cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID);
        now.ok().map(Duration::from)
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_is_what_is_slow_by_clock_and_processor() {
        let seconds = Duration::from_secs;
        for (clock, cpu, slow) in [
            (9, Some(9), false),
            (11, Some(11), true),
            // A busy machine.
            (100, Some(9), false),
            // Many tests at once in one process.
            (9, Some(100), false),
            // Something that never comes.
            (121, Some(0), true),
            // A system that does not tell.
            (11, None, true),
        ] {
            let found = is_beyond(seconds(clock), cpu.map(seconds), seconds(10));
            assert_eq!(found, slow, "{clock} s on the clock, {cpu:?} of CPU");
        }
    }

    #[cfg(unix)]
    #[test]
    fn computing_is_noticed() {
        let effort = Effort::begin();
        let mut rounds = 0_u64;
        while !effort.is_beyond(Duration::from_millis(1)) {
            rounds = std::hint::black_box(rounds + 1);
        }
        assert!(rounds > 0);
    }
}
