//! Numbers that sum rows up: quantiles, intervals, and comparisons of pairs.

use taquin::generate::Random;

/// Resamples behind an interval.
const RESAMPLES: usize = 1000;

/// Values of one sample that a resample draws at most: beyond this an interval is narrower than a
/// pixel, and a million rows would take minutes.
const LARGEST: usize = 20_000;

/// A value between sorted ones: the share `q` of them lies below.
///
/// Between two values it is as far as the share says, as spreadsheets and most libraries have it.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = q.clamp(0.0, 1.0) * last as f64;
    let (low, part) = (place.floor(), place.fract());
    let below = sorted[low as usize];
    let above = sorted[(low as usize + 1).min(last)];
    // Infinite values stand for runs that never ended.
    Some(if part == 0.0 {
        below
    } else {
        below + (above - below) * part
    })
}

/// The middle of sorted values.
pub fn median(sorted: &[f64]) -> Option<f64> {
    quantile(sorted, 0.5)
}

/// The mean.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A value and the range it lies in with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The median with its interval by the bootstrap: medians of samples drawn from the sample. The same
/// seed gives the same interval.
pub fn median_interval(sorted: &[f64], seed: u64) -> Option<Interval> {
    let value = median(sorted)?;
    let size = sorted.len();
    if size > LARGEST {
        // The ends by the binomial distribution of how many values lie below the median.
        let half = 1.96 * (size as f64).sqrt() / 2.0 / size as f64;
        return Some(Interval {
            value,
            low: quantile(sorted, 0.5 - half)?,
            high: quantile(sorted, 0.5 + half)?,
        });
    }
    let mut random = Random::new(seed);
    let mut drawn = vec![0_u32; size];
    let mut medians: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            drawn.fill(0);
            for _ in 0..size {
                drawn[random.below(size)] += 1;
            }
            middle_of(sorted, &drawn)
        })
        .collect();
    medians.sort_by(f64::total_cmp);
    Some(Interval {
        value,
        low: quantile(&medians, 0.025)?,
        high: quantile(&medians, 0.975)?,
    })
}

/// The median of a sample in which each sorted value is there as often as `drawn` says.
fn middle_of(sorted: &[f64], drawn: &[u32]) -> f64 {
    let size = sorted.len() as u32;
    let at = |place: u32| {
        let mut before = 0;
        let found = drawn.iter().position(|&count| {
            before += count;
            before > place
        });
        sorted[found.unwrap_or(sorted.len() - 1)]
    };
    if size % 2 == 1 {
        at(size / 2)
    } else {
        let (low, high) = (at(size / 2 - 1), at(size / 2));
        if low.is_finite() && high.is_finite() {
            f64::midpoint(low, high)
        } else {
            high
        }
    }
}

/// The mean time in which a run that was not solved counts twice its limit; none where such a run
/// had no limit.
pub fn par2(runs: impl Iterator<Item = (Option<f64>, Option<f64>)>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u64);
    for (solved, limit) in runs {
        sum += solved.or(limit.map(|limit| 2.0 * limit))?;
        count += 1;
    }
    (count > 0).then(|| sum / count as f64)
}

/// Two configurations on the same instances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairs {
    /// Instances where the first was faster.
    pub first: usize,
    /// Instances where the second was.
    pub second: usize,
    /// Instances where both took the same.
    pub ties: usize,
    /// The median of the second's time over the first's, with its interval.
    pub ratio: Interval,
    /// The chance that equal configurations would differ that much or more, by Wilcoxon's
    /// signed-rank test on the logarithms; none with fewer than six pairs that differ.
    pub p: Option<f64>,
}

/// Compares two configurations by pairs of their times, all above zero.
pub fn compare(pairs: &[(f64, f64)], seed: u64) -> Option<Pairs> {
    let mut ratios: Vec<f64> = pairs.iter().map(|(first, second)| second / first).collect();
    ratios.sort_by(f64::total_cmp);
    let count = |keep: fn(&(f64, f64)) -> bool| pairs.iter().filter(|pair| keep(pair)).count();
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| b.ln() - a.ln()).collect();
    Some(Pairs {
        first: count(|(a, b)| a < b),
        second: count(|(a, b)| a > b),
        ties: count(|(a, b)| a.total_cmp(b).is_eq()),
        ratio: median_interval(&ratios, seed)?,
        p: signed_rank(&differences),
    })
}

/// Wilcoxon's signed-rank test: the two-sided probability that differences of no tendency would lean
/// to one side as these do. By the normal approximation, corrected for ties and for continuity;
/// exact up to twelve differences.
pub fn signed_rank(differences: &[f64]) -> Option<f64> {
    let mut values: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    let n = values.len();
    if n < 6 {
        return None;
    }
    values.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let mut ranks = vec![0.0; n];
    let mut tied = 0.0;
    let mut start = 0;
    while start < n {
        let same = |value: &&f64| value.abs().total_cmp(&values[start].abs()).is_eq();
        let count = values[start..].iter().take_while(same).count();
        let rank = start as f64 + f64::midpoint(count as f64, 1.0);
        ranks[start..start + count].fill(rank);
        tied += (count as f64).powi(3) - count as f64;
        start += count;
    }
    let positive: f64 = values
        .iter()
        .zip(&ranks)
        .filter(|(v, _)| **v > 0.0)
        .map(|(_, r)| r)
        .sum();
    let size = n as f64;
    let middle = size * (size + 1.0) / 4.0;
    let away = (positive - middle).abs();
    if n <= 12 {
        return Some(exact(&ranks, middle, away));
    }
    let variance = size * (size + 1.0) * (2.0 * size + 1.0) / 24.0 - tied / 48.0;
    let z = (away - 0.5).max(0.0) / variance.sqrt();
    Some((2.0 * upper_tail(z)).min(1.0))
}

/// The share of all choices of signs whose sum is at least as far from the middle.
fn exact(ranks: &[f64], middle: f64, away: f64) -> f64 {
    let choices = 1_u32 << ranks.len();
    let is_far = |signs: u32| {
        let chosen = ranks
            .iter()
            .enumerate()
            .filter(|(i, _)| signs >> i & 1 == 1);
        let sum: f64 = chosen.map(|(_, rank)| rank).sum();
        (sum - middle).abs() >= away - 1e-9
    };
    let far = (0..choices).filter(|&signs| is_far(signs)).count();
    far as f64 / f64::from(choices)
}

/// The probability that a standard normal variable exceeds `z` ≥ 0.
fn upper_tail(z: f64) -> f64 {
    // Zelen and Severo, formula 26.2.17 of Abramowitz and Stegun; the error is below 7.5e-8.
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let coefficients = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let series: f64 = coefficients.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (density * series).clamp(0.0, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, error: f64) -> bool {
        (a - b).abs() <= error
    }

    #[test]
    fn quantiles_are_those_of_numpy() {
        // numpy.quantile([1, 2, 4, 8], [0, 0.25, 0.5, 0.9, 1])
        let values = [1.0, 2.0, 4.0, 8.0];
        for (q, expected) in [(0.0, 1.0), (0.25, 1.75), (0.5, 3.0), (0.9, 6.8), (1.0, 8.0)] {
            assert!(close(quantile(&values, q).unwrap(), expected, 1e-12), "{q}");
        }
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(median(&[1.0, 2.0, f64::INFINITY]), Some(2.0));
    }

    #[test]
    fn intervals_hold_the_median_and_repeat() {
        let mut values: Vec<f64> = (0..101).map(f64::from).collect();
        values.sort_by(f64::total_cmp);
        let interval = median_interval(&values, 7).unwrap();
        assert_eq!(Some(interval), median_interval(&values, 7));
        assert!(close(interval.value, 50.0, 0.0));
        // The distribution-free interval of a median of 101 values is from the 41st to the 61st.
        assert!(
            close(interval.low, 40.0, 3.0) && close(interval.high, 60.0, 3.0),
            "{interval:?}"
        );
        let one = median_interval(&[3.0], 1).unwrap();
        assert!(close(one.low, 3.0, 0.0) && close(one.high, 3.0, 0.0));
    }

    #[test]
    fn par2_doubles_the_limit_of_what_is_not_solved() {
        let runs = [(Some(1.0), Some(10.0)), (None, Some(10.0))];
        assert_eq!(par2(runs.into_iter()), Some(10.5));
        assert_eq!(par2([(None, None)].into_iter()), None);
        assert_eq!(par2([].into_iter()), None);
    }

    #[test]
    fn the_signed_rank_test_agrees_with_tables() {
        // All of n = 6 on one side: 2 of 64 choices of signs are as far.
        let p = signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert!(close(p, 2.0 / 64.0, 1e-12), "{p}");
        // 1 to 20 with 3, 8, 13 and 18 negative: W = 42, z = (63 - 0.5) / sqrt(717.5) = 2.3333, and
        // erfc(z / sqrt(2)) = 0.019633.
        let values: Vec<f64> = (1..=20)
            .map(|i| {
                if i % 5 == 3 {
                    -f64::from(i)
                } else {
                    f64::from(i)
                }
            })
            .collect();
        let p = signed_rank(&values).unwrap();
        assert!(close(p, 0.019_633, 1e-6), "{p}");
        assert_eq!(signed_rank(&[0.0; 10]), None);
        assert!(close(upper_tail(1.959_964), 0.025, 1e-6));
        assert!(close(upper_tail(0.0), 0.5, 1e-6));
    }

    #[test]
    fn pairs_are_counted_and_weighed() {
        let pairs: Vec<(f64, f64)> = (1..=20)
            .map(|i| (f64::from(i), 2.0 * f64::from(i)))
            .collect();
        let told = compare(&pairs, 1).unwrap();
        assert_eq!((told.first, told.second, told.ties), (20, 0, 0));
        assert!(close(told.ratio.value, 2.0, 1e-12) && told.p.unwrap() < 0.001);
    }
}
