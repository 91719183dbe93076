//! Formulas of growing bounds: what each configuration answered to each bound, and in which time.

use crate::data_frame::{DataFrame, Measure, Point};
use crate::row::Status;

/// The answers to one bound on the steps of an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct StepsLine {
    /// The instance.
    pub instance: String,
    /// The bound.
    pub steps: u32,
    /// What each configuration of the report answered, in order; none where it was not asked.
    pub answers: Vec<Option<StepsAnswer>>,
}

/// The answer to a bound.
#[derive(Clone, Debug, PartialEq)]
pub struct StepsAnswer {
    /// `plan`, `none` if there is none, else how the runs ended.
    pub verdict: &'static str,
    /// The time of the middle repeat, where it ended by itself.
    pub time: Option<f64>,
}

/// The configurations that were asked about bounds, and the answers, ordered by instance and bound.
pub(super) fn table(frame: &DataFrame, measure: Measure) -> (Vec<String>, Vec<StepsLine>) {
    let asked = |point: &&Point| point.steps > 0;
    let lanes: Vec<usize> = (0..frame.lanes.len())
        .filter(|&lane| frame.of_lane(lane).any(|point| asked(&point)))
        .collect();
    let mut keys: Vec<(u32, u32)> = frame
        .points
        .iter()
        .filter(asked)
        .map(|point| (point.instance, point.steps))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    let line = |&(instance, steps): &(u32, u32)| StepsLine {
        instance: frame.instances[instance as usize].clone(),
        steps,
        answers: lanes
            .iter()
            .map(|&lane| {
                let is_same = |point: &&Point| (point.instance, point.steps) == (instance, steps);
                answer(frame.of_lane(lane).filter(is_same).collect(), measure)
            })
            .collect(),
    };
    let names = lanes.iter().map(|&lane| frame.lanes[lane].clone());
    (names.collect(), keys.iter().map(line).collect())
}

/// The answer of the repeat in the middle by time.
fn answer(mut repeats: Vec<&Point>, measure: Measure) -> Option<StepsAnswer> {
    repeats.sort_by(|a, b| measure.of(a).total_cmp(&measure.of(b)));
    let middle = *repeats.get(repeats.len().checked_sub(1)? / 2)?;
    let verdict = match middle.status {
        status if status.is_solved() => "plan",
        Status::None => "none",
        status => status.word(),
    };
    Some(StepsAnswer {
        verdict,
        time: middle.status.is_answered().then(|| measure.of(middle)),
    })
}
