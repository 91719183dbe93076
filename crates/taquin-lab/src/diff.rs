//! Two folders of results: what got faster, slower, or wrong.

use std::collections::HashMap;

use serde::Serialize;

use crate::data_frame::{DataFrame, Measure};
use crate::stats;

/// A configuration in both folders.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LaneChange {
    /// Its name.
    pub configuration: String,
    /// Instances that both answered.
    pub instances: usize,
    /// Instances that got faster by more than the threshold.
    pub faster: usize,
    /// Instances that got slower by more than it.
    pub slower: usize,
    /// Median of the new time over the old one, and its interval.
    pub ratio: f64,
    /// Lower end of the interval.
    pub ratio_low: f64,
    /// Upper end.
    pub ratio_high: f64,
    /// The p-value of the change by Wilcoxon's signed-rank test.
    pub p: Option<f64>,
    /// New nodes expanded over old ones, in sum.
    pub nodes_ratio: Option<f64>,
    /// The verdict in a word: faster, slower, same.
    pub verdict: &'static str,
}

/// An instance that changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The configuration.
    pub configuration: String,
    /// The instance.
    pub instance: String,
    /// The bound that was put in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// The change in words.
    pub what: String,
}

/// The difference between two folders.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Difference {
    /// The configurations in both.
    pub lanes: Vec<LaneChange>,
    /// Answers that contradict one another, or failed verification in the second.
    pub wrong: Vec<Change>,
    /// Answered before and not now.
    pub lost: Vec<Change>,
    /// Answered now and not before.
    pub won: Vec<Change>,
    /// The instances that got slower by most, worst first.
    pub slower: Vec<Change>,
    /// The instances that got faster by most, best first.
    pub faster: Vec<Change>,
    /// Configurations of the first folder alone.
    pub only_first: Vec<String>,
    /// Configurations of the second folder alone.
    pub only_second: Vec<String>,
    /// Runs that only one of the folders has, of configurations in both.
    pub unmatched: usize,
}

/// Instances that are listed at most.
const LISTED: usize = 20;

/// The results for one instance in one folder.
#[derive(Clone, Copy, Default)]
struct One {
    time: Option<f64>,
    length: Option<u32>,
    proven: bool,
    none: bool,
    wrong: bool,
    nodes: u64,
}

type Key<'a> = (&'a str, u32);

impl Difference {
    /// Compares two folders; changes of less than `threshold` (0.1 for 10 %) do not count.
    pub fn between(
        first: &DataFrame,
        second: &DataFrame,
        measure: Measure,
        threshold: f64,
    ) -> Self {
        let mut difference = Self::default();
        for (place, name) in first.lanes.iter().enumerate() {
            let Some(other) = second.lanes.iter().position(|lane| lane == name) else {
                difference.only_first.push(name.clone());
                continue;
            };
            let (old, new) = (lane(first, place, measure), lane(second, other, measure));
            difference.lane(name, &old, &new, threshold);
        }
        let missing = second
            .lanes
            .iter()
            .filter(|lane| !first.lanes.contains(lane));
        difference.only_second = missing.cloned().collect();
        difference
    }

    fn lane(
        &mut self,
        name: &str,
        old: &HashMap<Key, One>,
        new: &HashMap<Key, One>,
        threshold: f64,
    ) {
        let mut keys: Vec<Key> = old
            .keys()
            .filter(|key| new.contains_key(*key))
            .copied()
            .collect();
        keys.sort_unstable();
        self.unmatched += old.len() + new.len() - 2 * keys.len();
        let mut pairs = Vec::new();
        let mut changes = Vec::new();
        let mut nodes = (0_u64, 0_u64);
        for key in keys {
            let (a, b) = (&old[&key], &new[&key]);
            let change = |what: String| Change {
                configuration: name.to_owned(),
                instance: key.0.to_owned(),
                steps: (key.1 > 0).then_some(key.1),
                what,
            };
            if let Some(what) = contradiction(a, b) {
                self.wrong.push(change(what));
            }
            match (a.time, b.time) {
                (Some(before), Some(now)) => {
                    let (before, now) = (before.max(1e-9), now.max(1e-9));
                    pairs.push((before, now));
                    nodes = (nodes.0 + a.nodes, nodes.1 + b.nodes);
                    let times = |seconds| crate::plot::show::time(seconds);
                    let what = format!(
                        "{} → {} (×{})",
                        times(before),
                        times(now),
                        crate::plot::show::short(now / before)
                    );
                    changes.push((now / before, change(what)));
                }
                (Some(_), None) => self
                    .lost
                    .push(change("answered before, not now".to_owned())),
                (None, Some(_)) => self.won.push(change("answered now, not before".to_owned())),
                (None, None) => {}
            }
        }
        let Some(told) = stats::compare(&pairs, 1) else {
            return;
        };
        changes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let is_slower = |ratio: f64| ratio > 1.0 + threshold;
        let is_faster = |ratio: f64| ratio < 1.0 / (1.0 + threshold);
        let slower: Vec<_> = changes.iter().rev().filter(|c| is_slower(c.0)).collect();
        let faster: Vec<_> = changes.iter().filter(|c| is_faster(c.0)).collect();
        self.slower
            .extend(slower.iter().take(LISTED).map(|c| c.1.clone()));
        self.faster
            .extend(faster.iter().take(LISTED).map(|c| c.1.clone()));
        // A tendency counts if it is larger than the threshold and no accident.
        let is_sure = told.p.is_some_and(|p| p < 0.01);
        let verdict = match told.ratio.value {
            ratio if is_sure && is_slower(ratio) => "slower",
            ratio if is_sure && is_faster(ratio) => "faster",
            _ => "same",
        };
        self.lanes.push(LaneChange {
            configuration: name.to_owned(),
            instances: pairs.len(),
            faster: faster.len(),
            slower: slower.len(),
            ratio: told.ratio.value,
            ratio_low: told.ratio.low,
            ratio_high: told.ratio.high,
            p: told.p,
            nodes_ratio: (nodes.0 > 0).then(|| nodes.1 as f64 / nodes.0 as f64),
            verdict,
        });
    }
}

fn lane(frame: &DataFrame, place: usize, measure: Measure) -> HashMap<Key<'_>, One> {
    let mut known: HashMap<Key, One> = HashMap::new();
    for point in frame.of_lane(place) {
        let key = (
            frame.instances[point.instance as usize].as_str(),
            point.steps,
        );
        let one = known.entry(key).or_default();
        one.length = one.length.or(point.length);
        one.proven |= point.proven;
        one.none |= point.status == crate::Status::None;
        one.wrong |= point.status == crate::Status::Wrong;
        one.nodes = point.expanded.unwrap_or(0);
    }
    for ((instance, steps), time) in frame.by_instance(place, measure) {
        if let Some(one) = known.get_mut(&(frame.instances[instance as usize].as_str(), steps)) {
            one.time = time;
        }
    }
    known
}

/// Why two answers cannot both be right.
fn contradiction(a: &One, b: &One) -> Option<String> {
    let wrong = |length: Option<u32>| length.map_or("none".to_owned(), |length| length.to_string());
    if b.wrong {
        return Some("the answer of the second failed verification".to_owned());
    }
    match (a.length, b.length) {
        (Some(x), Some(y)) if a.proven && b.proven && x != y => {
            Some(format!("both proven, but {x} moves before and {y} now"))
        }
        (Some(x), Some(y)) if a.proven && y < x || b.proven && x < y => Some(format!(
            "shorter than a proven optimum: {x} moves before and {y} now"
        )),
        (x, y) if (a.none && y.is_some()) || (b.none && x.is_some()) => Some(format!(
            "a plan in one, proven to be none in the other: {} and {}",
            wrong(x),
            wrong(y)
        )),
        _ => None,
    }
}
