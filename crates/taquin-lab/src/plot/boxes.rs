//! The spread of times and of nodes, a box for each configuration.

use super::axis::{Axis, Unit};
use super::chart::{Chart, Margins, WIDTH};
use super::{Figure, colour};
use crate::data_frame::{DataFrame, Measure};
use crate::stats::quantile;

const ROW: f64 = 27.0;

pub(super) fn draw(frame: &DataFrame, measure: Measure) -> Vec<Figure> {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); frame.lanes.len()];
    let mut nodes = times.clone();
    // What was not answered is longer than all that was; what was refused is no run.
    let known = |point: &crate::Point, value: f64| {
        let observed = point.observe(value)?;
        Some(if observed.is_complete {
            observed.value
        } else {
            f64::INFINITY
        })
    };
    for point in &frame.points {
        let lane = usize::from(point.lane);
        times[lane].extend(known(point, measure.of(point)));
        let count = point.expanded.map(|count| count as f64);
        nodes[lane].extend(count.and_then(|count| known(point, count)));
    }
    let caption = "The box holds the middle half of the runs, its line is the median, the whiskers reach from the 5th to the 95th percentile, dots are the least and the most. Runs without an answer count as longer than all others; what reaches into them ends at the right edge.";
    let mut figures = Vec::new();
    let parts = [
        (
            format!("Spread of the {}", measure.word()),
            measure.word().to_owned(),
            Unit::Time,
            times,
        ),
        (
            "Spread of the nodes expanded".to_owned(),
            "nodes expanded".to_owned(),
            Unit::Count,
            nodes,
        ),
    ];
    for (title, name, unit, mut values) in parts {
        for values in &mut values {
            values.sort_by(f64::total_cmp);
        }
        if let Some(svg) = boxes(frame, name, unit, &values) {
            figures.push(Figure {
                title,
                caption: caption.to_owned(),
                svg,
            });
        }
    }
    figures
}

fn boxes(frame: &DataFrame, name: String, unit: Unit, values: &[Vec<f64>]) -> Option<String> {
    let lanes: Vec<usize> = (0..values.len())
        .filter(|&lane| values[lane].len() > 1)
        .collect();
    let least = lanes.iter().map(|&lane| values[lane][0]);
    let low = least.filter(|value| value.is_finite()).reduce(f64::min)?;
    let finite = |lane: &usize| values[*lane].iter().copied().filter(|v| v.is_finite());
    let high = lanes.iter().flat_map(finite).reduce(f64::max)?;
    if high <= 0.0 {
        return None;
    }
    // A search may expand nothing; on an axis of powers that is less than one.
    let low = if unit == Unit::Count {
        low.max(0.5)
    } else {
        low.max(1e-9)
    };
    let longest = lanes
        .iter()
        .map(|&lane| frame.lanes[lane].chars().count())
        .max()?;
    let margins = Margins {
        left: (longest as f64 * 6.9 + 22.0).clamp(70.0, WIDTH * 0.45),
        right: 78.0,
        top: 10.0,
        bottom: 48.0,
    };
    let height = ROW * lanes.len() as f64 + 62.0;
    let x = Axis::fitting(name, unit, low, high);
    let y = Axis::linear("", Unit::Count, 0.0, lanes.len() as f64);
    let mut chart = Chart::empty(x.clone(), y, height, &margins);
    chart.grid_x();
    let (left, top, right, _) = chart.inside();
    for (i, &lane) in lanes.iter().enumerate() {
        let values = &values[lane];
        let middle =
            top + (i as f64 + 0.5) * (height - margins.top - margins.bottom) / lanes.len() as f64;
        let at = |q: f64| chart.at_x(quantile(values, q).unwrap_or(low).max(low));
        let [least, p5, q1, median, q3, p95, most] =
            [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0].map(at);
        let class = colour(lane);
        let stroke = format!("line {class}");
        chart.segment(p5, middle, q1, middle, &stroke);
        chart.segment(q3, middle, p95, middle, &stroke);
        for end in [p5, p95] {
            chart.segment(end, middle - 5.0, end, middle + 5.0, &stroke);
        }
        chart.rect(
            q1,
            middle - 8.0,
            (q3 - q1).max(1.0),
            16.0,
            &format!("box {class}"),
        );
        chart.segment(median, middle - 8.0, median, middle + 8.0, "middle");
        for end in [least, most] {
            chart.dot(end, middle, &class);
        }
        chart.text(
            left - 8.0,
            middle + 4.0,
            "key",
            "end",
            &shorten(&frame.lanes[lane], 46),
        );
        let value = quantile(values, 0.5).unwrap_or_default();
        let value = if value.is_finite() {
            x.show(value)
        } else {
            "not reached".to_owned()
        };
        chart.text(right + 8.0, middle + 4.0, "tick", "start", &value);
    }
    Some(chart.finish("box plot"))
}

/// At most this many letters.
fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    start + "…"
}
