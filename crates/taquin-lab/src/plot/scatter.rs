//! Two configurations, instance by instance.

use super::axis::{Axis, Unit};
use super::chart::{Chart, Margins};
use super::{Figure, colour};
use crate::data_frame::{DataFrame, Measure};
use crate::stats;

/// Dots at most; a random choice of more looks the same.
const DOTS: usize = 4000;

/// An instance with its bound, and the two times.
type Pair = ((u32, u32), Option<f64>, Option<f64>);

pub(super) fn draw(
    frame: &DataFrame,
    measure: Measure,
    pair: Option<(usize, usize)>,
) -> Option<Figure> {
    let (first, second) = pair.or_else(|| (frame.lanes.len() > 1).then_some((0, 1)))?;
    let times = frame.by_instance(first, measure);
    let others = frame.by_instance(second, measure);
    let mut pairs: Vec<Pair> = times
        .iter()
        .filter_map(|(key, &time)| Some((*key, time, *others.get(key)?)))
        .filter(|(_, a, b)| a.is_some() || b.is_some())
        .collect();
    pairs.sort_by_key(|pair| pair.0);
    if pairs.len() < 2 {
        return None;
    }
    let known = || {
        pairs
            .iter()
            .flat_map(|(_, a, b)| [*a, *b])
            .flatten()
            .map(|t| t.max(1e-9))
    };
    let (low, high) = (known().reduce(f64::min)?, known().reduce(f64::max)?);
    // Unanswered instances are on a separate line beyond all times.
    let unanswered = pairs.iter().any(|(_, a, b)| a.is_none() || b.is_none());
    let end = if unanswered {
        high * (high / low).powf(0.12).max(2.0)
    } else {
        high
    };
    let axis = |lane: usize| {
        Axis::log(
            format!("{}: {}", frame.lanes[lane], measure.word()),
            Unit::Time,
            low,
            end,
        )
    };
    let margins = Margins {
        left: 130.0,
        right: 130.0,
        top: 12.0,
        bottom: 48.0,
    };
    let mut chart = Chart::new(axis(first), axis(second), 560.0, &margins);
    let bounds = (low / 10.0, end * 10.0);
    for (factor, class) in [(1.0, "even"), (10.0, "tenfold"), (0.1, "tenfold")] {
        diagonal(&mut chart, bounds, factor, class);
    }
    let (_, _, right, bottom) = chart.inside();
    if unanswered {
        chart.rule_x(end, "limit");
        chart.rule_y(end, "limit");
        let at = chart.at_y(end);
        chart.text(right + 6.0, at + 4.0, "tick", "start", "no answer");
    }
    let every = pairs.len().div_ceil(DOTS);
    for (_, a, b) in pairs.iter().step_by(every) {
        let (x, y) = (
            chart.at_x(a.map_or(end, |t| t.max(1e-9))),
            chart.at_y(b.map_or(end, |t| t.max(1e-9))),
        );
        chart.dot(x, y, &colour(0));
    }
    let time = |time: Option<f64>| time.map_or(f64::INFINITY, |time| time.max(1e-9));
    let both: Vec<(f64, f64)> = pairs.iter().map(|&(_, a, b)| (time(a), time(b))).collect();
    let (left, top, ..) = chart.inside();
    let told = stats::compare(&both, 1);
    if let Some(told) = told {
        let above = format!("{} faster: {}", frame.lanes[first], told.first);
        let below = format!("{} faster: {}", frame.lanes[second], told.second);
        chart.text(left + 10.0, top + 18.0, "note", "start", &above);
        chart.text(right - 10.0, bottom - 10.0, "note", "end", &below);
    }
    Some(Figure {
        title: format!("{} against {}", frame.lanes[first], frame.lanes[second]),
        caption: "Each dot is an instance, at the middle of its repeats. On the line both took the same; on the dashed ones, one took ten times the other's time.".to_owned(),
        svg: chart.finish("scatter plot"),
    })
}

/// The line y = factor · x inside the chart.
fn diagonal(chart: &mut Chart, (low, high): (f64, f64), factor: f64, class: &str) {
    // Many short pieces, so that what lies outside is left out instead of bent.
    let places = 400;
    let (left, top, right, bottom) = chart.inside();
    let mut ends: Vec<(f64, f64)> = Vec::new();
    for i in 0..=places {
        let x = low * (high / low).powf(f64::from(i) / f64::from(places));
        let (px, py) = (chart.at_x(x), chart.at_y(x * factor));
        if px > left && px < right && py > top && py < bottom {
            ends.push((px, py));
        }
    }
    if let (Some(first), Some(last)) = (ends.first().copied(), ends.last().copied()) {
        chart.segment(first.0, first.1, last.0, last.1, class);
    }
}
