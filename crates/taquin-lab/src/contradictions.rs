//! Rows of one folder that cannot all be right.
//!
//! Moves that were replayed are beyond doubt, so a bound above their length is wrong. The remaining
//! bounds rule out shorter lengths without moves.

use crate::data_frame::{DataFrame, Point};
use crate::row::Status;

/// The statements of the rows about one instance.
#[derive(Clone, Default)]
struct Stated {
    /// The shortest solution that was replayed, and whose it is.
    shortest: Option<(u32, u16)>,
    /// The greatest proven bound that no replayed solution refutes, and whose it is.
    bound: Option<(u32, u16)>,
}

/// Marks rows that others refute as wrong, and says which they are.
pub(crate) fn mark(frame: &mut DataFrame) -> Vec<String> {
    let mut known = vec![Stated::default(); frame.instances.len()];
    for point in frame.points.iter().filter(|point| point.verified) {
        let known = &mut known[point.instance as usize];
        let length = point.length.map(|length| (length, point.lane));
        known.shortest = match (known.shortest, length) {
            (Some(old), Some(new)) if old.0 <= new.0 => Some(old),
            (old, new) => new.or(old),
        };
    }
    for point in &frame.points {
        let known = &mut known[point.instance as usize];
        let holds = |bound: &u32| known.shortest.is_none_or(|(length, _)| *bound <= length);
        if let Some(bound) = point.lower_bound.filter(holds)
            && known.bound.is_none_or(|(old, _)| old < bound)
        {
            known.bound = Some((bound, point.lane));
        }
    }
    let mut told = Vec::new();
    for point in &mut frame.points {
        let Some(reason) = refuted(point, &known[point.instance as usize], &frame.lanes) else {
            continue;
        };
        let (instance, lane) = (point.instance as usize, usize::from(point.lane));
        told.push(format!(
            "{}: `{}` {reason}",
            frame.instances[instance], frame.lanes[lane]
        ));
        point.status = Status::Wrong;
        point.proven = false;
    }
    told
}

/// Why a row cannot be right, given the others on its instance.
fn refuted(point: &Point, known: &Stated, lanes: &[String]) -> Option<String> {
    if let Some((shortest, lane)) = known.shortest {
        let by = &lanes[usize::from(lane)];
        let bounds = [(point.lower_bound, "proves"), (point.claimed, "claims")];
        for (bound, verb) in bounds {
            if let Some(bound) = bound.filter(|&bound| bound > shortest) {
                return Some(format!(
                    "{verb} at least {bound} moves, but `{by}` has a solution of {shortest}"
                ));
            }
        }
        let steps = Some(point.steps).filter(|&steps| point.status == Status::None && steps > 0);
        if let Some(steps) = steps.filter(|&steps| shortest <= steps) {
            return Some(format!(
                "finds no plan of at most {steps} moves, but `{by}` has one of {shortest}"
            ));
        }
    }
    let (bound, lane) = known.bound?;
    let length = point.length.filter(|&length| length < bound)?;
    (!point.verified).then(|| {
        format!(
            "prints a length of {length}, but `{}` proves at least {bound}",
            lanes[usize::from(lane)]
        )
    })
}
