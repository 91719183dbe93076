//! The times of a sitting, with the averages that speed players compare.

use std::collections::BTreeMap;
use std::time::Duration;

use taquin_core::Size;

/// Times of games won without help in one sitting, by size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Averages {
    times: BTreeMap<Size, Vec<Duration>>,
}

impl Averages {
    /// Adds a time.
    pub fn count(&mut self, size: Size, time: Duration) {
        self.times.entry(size).or_default().push(time);
    }

    /// The times of a size, in the order they were made.
    pub fn times(&self, size: Size) -> &[Duration] {
        self.times.get(&size).map_or(&[], Vec::as_slice)
    }

    /// The sizes with times, small ones first.
    pub fn sizes(&self) -> impl Iterator<Item = Size> {
        self.times.keys().copied()
    }

    /// The mean of all times of a size.
    pub fn mean(&self, size: Size) -> Option<Duration> {
        mean(self.times(size))
    }

    /// The average of the last `count` times without the best and the worst of them, as *ao5* and *ao12* are
    /// defined; none until there are that many.
    pub fn average_of(&self, size: Size, count: usize) -> Option<Duration> {
        let times = self.times(size);
        let mut last = times[times.len().checked_sub(count)?..].to_vec();
        last.sort_unstable();
        match last[..] {
            [_, ref middle @ .., _] => mean(middle),
            _ => None,
        }
    }
}

fn mean(times: &[Duration]) -> Option<Duration> {
    let count = u32::try_from(times.len()).ok().filter(|&count| count > 0)?;
    Some(times.iter().sum::<Duration>() / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 10, 20, 30, 40 and 60 seconds the middle three average 30.
    #[test]
    fn averages_leave_out_the_best_and_the_worst() {
        let size = Size::new(3, 3).unwrap();
        let mut averages = Averages::default();
        for seconds in [99, 20, 60, 10, 40] {
            averages.count(size, Duration::from_secs(seconds));
        }
        assert_eq!(averages.average_of(size, 5), Some(Duration::from_secs(40)));
        averages.count(size, Duration::from_secs(30));
        assert_eq!(averages.average_of(size, 5), Some(Duration::from_secs(30)));
        assert_eq!(averages.average_of(size, 12), None);
        let sum = 99 + 20 + 60 + 10 + 40 + 30;
        assert_eq!(averages.mean(size), Some(Duration::from_secs(sum) / 6));
        assert_eq!(averages.mean(Size::new(4, 4).unwrap()), None);
    }
}
