//! Numbers that sum rows up: quantiles, survival, intervals, and comparisons of pairs.
//!
//! A run that was ended by a limit is *censored*: its time is known to be longer than what was
//! measured. Quantiles of such runs come from the product-limit estimate ([`Survival`]); leaving them
//! out would make a configuration look the faster the less it solves.

use taquin::generate::Random;

/// Resamples behind an interval.
const RESAMPLES: usize = 1000;

/// Maximum number of values per resample: beyond this an interval is narrower than a pixel, and a
/// million rows would take minutes.
const LARGEST: usize = 20_000;

/// Pairs that differ up to which the signed-rank test is exact, as in scipy.
const EXACT: usize = 50;

/// A value between sorted ones: the share `q` of them lies below.
///
/// Between two values it is as far as the share says, as spreadsheets and most libraries have it.
/// Infinite values represent runs that never ended.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = q.clamp(0.0, 1.0) * last as f64;
    let (low, part) = (place.floor(), place.fract());
    let below = sorted[low as usize];
    let above = sorted[(low as usize + 1).min(last)];
    Some(if part == 0.0 || below.is_infinite() {
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

/// A value and the range it lies in with 95 % confidence. Infinite where it was not reached before
/// the runs were ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfidenceInterval {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// One run as observed: its time, or the limit that censored it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observed {
    /// What it took, or took at least.
    pub value: f64,
    /// Whether it ended by itself; else it was censored at this value.
    pub is_complete: bool,
}

/// The share of runs that take longer than a value, estimated from runs some of which were censored.
///
/// E. Kaplan, P. Meier, *Nonparametric Estimation from Incomplete Observations*, 1958.
#[derive(Clone, Debug, Default)]
pub struct Survival {
    /// By value, at equal ones the complete first.
    sorted: Vec<Observed>,
}

impl Survival {
    /// The estimate from these runs.
    pub fn new(mut runs: Vec<Observed>) -> Self {
        let key = |a: &Observed, b: &Observed| {
            let by_value = a.value.total_cmp(&b.value);
            by_value.then(b.is_complete.cmp(&a.is_complete))
        };
        runs.sort_by(key);
        Self { sorted: runs }
    }

    /// Runs.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Whether there are no runs.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// The share of runs that end within a value.
    pub fn share_within(&self, value: f64) -> Option<f64> {
        if self.sorted.is_empty() {
            return None;
        }
        let mut share = 1.0;
        self.steps(
            |_| 1,
            |at, survival| {
                if at <= value {
                    share = survival;
                }
            },
        );
        Some(1.0 - share)
    }

    /// The value within which half of the runs end; infinite if fewer than half were seen to.
    pub fn median(&self) -> Option<f64> {
        (!self.sorted.is_empty()).then(|| self.median_of(|_| 1))
    }

    /// The median with its interval by the bootstrap: medians of samples drawn from the runs, censored
    /// ones among them. The same seed gives the same interval.
    pub fn median_interval(&self, seed: u64) -> Option<ConfidenceInterval> {
        let value = self.median()?;
        let size = self.sorted.len();
        if size > LARGEST {
            // The ends by the binomial distribution of how many values lie below the median.
            let half = 1.96 * (size as f64).sqrt() / 2.0 / size as f64;
            let values = self.sorted.iter().map(|run| {
                if run.is_complete {
                    run.value
                } else {
                    f64::INFINITY
                }
            });
            let mut values: Vec<f64> = values.collect();
            values.sort_by(f64::total_cmp);
            return Some(ConfidenceInterval {
                value,
                low: quantile(&values, 0.5 - half)?,
                high: quantile(&values, 0.5 + half)?,
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
                self.median_of(|place| drawn[place])
            })
            .collect();
        medians.sort_by(f64::total_cmp);
        Some(ConfidenceInterval {
            value,
            low: quantile(&medians, 0.025)?,
            high: quantile(&medians, 0.975)?,
        })
    }

    /// The median where each run is there as often as `weight` says. Where the curve is level at one
    /// half, the middle of that stretch.
    fn median_of(&self, weight: impl Fn(usize) -> u32) -> f64 {
        const HALF: f64 = 0.5 + 1e-9;
        let mut level = None;
        let mut found = None;
        self.steps(weight, |at, survival| {
            if found.is_none() && survival <= HALF {
                match level {
                    Some(from) => found = Some(f64::midpoint(from, at)),
                    None if survival >= 1.0 - HALF => level = Some(at),
                    None => found = Some(at),
                }
            }
        });
        found.unwrap_or(f64::INFINITY)
    }

    /// Returns the values at which the curve drops, and its level after each drop.
    fn steps(&self, weight: impl Fn(usize) -> u32, mut tell: impl FnMut(f64, f64)) {
        let mut at_risk: u64 = (0..self.sorted.len()).map(|i| u64::from(weight(i))).sum();
        let mut survival = 1.0;
        let mut start = 0;
        while start < self.sorted.len() {
            let value = self.sorted[start].value;
            let (mut ended, mut gone) = (0, 0);
            let mut end = start;
            while end < self.sorted.len() && self.sorted[end].value.total_cmp(&value).is_eq() {
                let count = u64::from(weight(end));
                gone += count;
                ended += count * u64::from(self.sorted[end].is_complete);
                end += 1;
            }
            if ended > 0 {
                survival *= 1.0 - ended as f64 / at_risk as f64;
                tell(value, survival);
            }
            at_risk -= gone;
            start = end;
        }
    }
}

/// The mean time in which a run that was not solved counts twice its limit; none where such a run
/// had no limit. Runs that were refused are none: leave them out.
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
    pub ratio: ConfidenceInterval,
    /// The chance that equal configurations would differ that much or more, by Wilcoxon's
    /// signed-rank test on the logarithms; none if no pair differs.
    pub p: Option<f64>,
}

/// Compares two configurations by pairs of their times, all above zero; infinite where a run was not
/// answered, which makes it worse than every answer. Pairs that neither answered are left out.
pub fn compare(pairs: &[(f64, f64)], seed: u64) -> Option<Pairs> {
    let known = pairs.iter().copied();
    let pairs: Vec<(f64, f64)> = known
        .filter(|(a, b)| a.is_finite() || b.is_finite())
        .collect();
    let ratios = pairs.iter().map(|(first, second)| Observed {
        value: second / first,
        is_complete: second.is_finite(),
    });
    let ratios = Survival::new(ratios.collect());
    let count = |keep: fn(&(f64, f64)) -> bool| pairs.iter().filter(|pair| keep(pair)).count();
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| b.ln() - a.ln()).collect();
    Some(Pairs {
        first: count(|(a, b)| a < b),
        second: count(|(a, b)| a > b),
        ties: count(|(a, b)| a.total_cmp(b).is_eq()),
        ratio: ratios.median_interval(seed)?,
        p: signed_rank(&differences),
    })
}

/// Wilcoxon's signed-rank test: the two-sided probability that differences of no tendency would lean
/// to one side as these do. Exact for up to 50 differences, ties included; beyond by the normal
/// approximation, corrected for ties and for continuity.
pub fn signed_rank(differences: &[f64]) -> Option<f64> {
    let mut values: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    let n = values.len();
    if n == 0 {
        return None;
    }
    values.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    // Ranks twice over, so that those shared by ties are whole.
    let mut ranks = vec![0_usize; n];
    let mut tied = 0.0;
    let mut start = 0;
    while start < n {
        let same = |value: &&f64| value.abs().total_cmp(&values[start].abs()).is_eq();
        let count = values[start..].iter().take_while(same).count();
        ranks[start..start + count].fill(2 * start + count + 1);
        tied += (count as f64).powi(3) - count as f64;
        start += count;
    }
    let signed = values.iter().zip(&ranks);
    let positive: usize = signed.filter(|(v, _)| **v > 0.0).map(|(_, r)| r).sum();
    if n <= EXACT {
        return Some(exact(&ranks, positive));
    }
    let size = n as f64;
    let away = (positive as f64 / 2.0 - size * (size + 1.0) / 4.0).abs();
    let variance = size * (size + 1.0) * (2.0 * size + 1.0) / 24.0 - tied / 48.0;
    let z = (away - 0.5).max(0.0) / variance.sqrt();
    Some((2.0 * upper_tail(z)).min(1.0))
}

/// The share of all choices of signs whose sum of positive ranks is at least as far from the middle.
fn exact(ranks: &[usize], positive: usize) -> f64 {
    let total: usize = ranks.iter().sum();
    // By sum: the share of the choices of signs made so far.
    let mut shares = vec![0.0; total + 1];
    shares[0] = 1.0;
    let mut most = 0;
    for &rank in ranks {
        most += rank;
        for sum in (0..=most).rev() {
            let with = sum
                .checked_sub(rank)
                .map_or(0.0, |rest: usize| shares[rest]);
            shares[sum] = f64::midpoint(shares[sum], with);
        }
    }
    let smaller = positive.min(total - positive);
    let tail: f64 = shares[..=smaller].iter().sum();
    (2.0 * tail).min(1.0)
}

/// Probabilities of several tests, each raised so that the chance of any false alarm among all is
/// kept; in the order given.
///
/// S. Holm, *A Simple Sequentially Rejective Multiple Test Procedure*, 1979.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let count = probabilities.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut adjusted = vec![0.0; count];
    let mut least = 0.0_f64;
    for (place, &test) in order.iter().enumerate() {
        least = least
            .max((count - place) as f64 * probabilities[test])
            .min(1.0);
        adjusted[test] = least;
    }
    adjusted
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

    fn complete(value: f64) -> Observed {
        Observed {
            value,
            is_complete: true,
        }
    }

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
        let survival = Survival::new(values.into_iter().map(complete).collect());
        let interval = survival.median_interval(7).unwrap();
        assert_eq!(Some(interval), survival.median_interval(7));
        assert!(close(interval.value, 50.0, 0.0));
        // The distribution-free interval of a median of 101 values is from the 41st to the 61st.
        assert!(
            close(interval.low, 40.0, 3.0) && close(interval.high, 60.0, 3.0),
            "{interval:?}"
        );
        let one = Survival::new(vec![complete(3.0)]);
        let one = one.median_interval(1).unwrap();
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
        // Beyond the exact ones: 1 to 60 with every fifth from 3 on negative, W = 366. From the same
        // formula by hand: z = (549 - 0.5) / sqrt(18452.5) = 4.03786, erfc(z / sqrt(2)) = 5.394e-5.
        let values: Vec<f64> = (1..=60)
            .map(|i| {
                if i % 5 == 3 {
                    -f64::from(i)
                } else {
                    f64::from(i)
                }
            })
            .collect();
        let p = signed_rank(&values).unwrap();
        assert!(close(p, 5.394e-5, 1e-7), "{p}");
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
