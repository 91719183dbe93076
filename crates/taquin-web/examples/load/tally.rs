//! Times and statuses of answers.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

/// What was measured.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) times: Vec<Duration>,
    pub(crate) statuses: BTreeMap<u16, u64>,
    pub(crate) broken: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, began: Instant, answer: &io::Result<(u16, Vec<u8>)>) {
        match answer {
            Ok((status, _)) => {
                self.times.push(began.elapsed());
                *self.statuses.entry(*status).or_default() += 1;
            }
            Err(_) => self.broken += 1,
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.times.extend(other.times);
        for (status, count) in other.statuses {
            *self.statuses.entry(status).or_default() += count;
        }
        self.broken += other.broken;
    }

    pub(crate) fn line(mut self, seconds: f64, notes: &str) -> String {
        self.times.sort();
        let at = |share: f64| {
            let last = self.times.len().saturating_sub(1);
            let index = (share * last as f64).round() as usize;
            self.times
                .get(index)
                .map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
        };
        let requests = self.times.len();
        let mut statuses: Vec<String> = self
            .statuses
            .iter()
            .map(|(status, count)| format!("{status}:{count}"))
            .collect();
        if self.broken > 0 {
            statuses.push(format!("broken:{}", self.broken));
        }
        format!(
            "{requests}\t{seconds:.1}\t{:.0}\t{:.2}\t{:.2}\t{:.2}\t{:.2}\t{}\t{notes}",
            requests as f64 / seconds,
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0),
            statuses.join(" "),
        )
    }
}
