//! How many runs took how long: a panel for each configuration, all on one axis of time.

use std::fmt::Write;

use super::axis::{self, Axis, Unit};
use super::chart::{Chart, Margins, WIDTH, picture};
use super::{Figure, colour};
use crate::frame::{Frame, Measure};
use crate::stats;

/// Bars across the axis.
const BINS: usize = 36;

/// Panels at most; more would be read by nobody.
const PANELS: usize = 12;

const PANEL: f64 = 128.0;

pub(super) fn draw(frame: &Frame, measure: Measure) -> Option<Figure> {
    let lanes = frame.lanes.len().min(PANELS);
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); lanes];
    let mut others = vec![0_usize; lanes];
    for point in &frame.points {
        let lane = usize::from(point.lane);
        if lane >= lanes {
            continue;
        }
        if point.status.is_answered() {
            times[lane].push(measure.of(point));
        } else {
            others[lane] += 1;
        }
    }
    let all = || times.iter().flatten().copied();
    let (low, high) = (all().reduce(f64::min)?, all().reduce(f64::max)?);
    let x = Axis::fitting(measure.word(), Unit::Time, low, high);
    let mut body = String::new();
    let height = PANEL * lanes as f64 + 34.0;
    for (lane, times) in times.iter_mut().enumerate() {
        times.sort_by(f64::total_cmp);
        body.push_str(&panel(
            &frame.lanes[lane],
            times,
            others[lane],
            &x,
            lane,
            lanes,
        ));
    }
    Some(Figure {
        title: format!("How many runs took how long ({})", measure.word()),
        caption: "One panel for each configuration, all on the same axis of time; the line is the median. Runs without an answer are counted at the right.".to_owned(),
        svg: picture(WIDTH, height, "histogram of times", &body),
    })
}

fn panel(name: &str, times: &[f64], others: usize, x: &Axis, lane: usize, lanes: usize) -> String {
    let mut counts = [0_usize; BINS];
    for &time in times {
        counts[((x.place(time) * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let is_last = lane + 1 == lanes;
    let margins = Margins {
        left: 58.0,
        right: 18.0,
        top: 26.0,
        bottom: if is_last { 48.0 } else { 22.0 },
    };
    let y = Axis::linear("runs", Unit::Count, 0.0, most as f64);
    let axis = if is_last { x.clone() } else { x.untitled() };
    let height = if is_last { PANEL + 26.0 } else { PANEL };
    let mut chart = Chart::new(axis, y, height, &margins);
    let (left, top, right, bottom) = chart.inside();
    let bar = (right - left) / BINS as f64;
    for (i, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let at = chart.at_y(count as f64);
        let class = format!("bar {}", colour(lane));
        chart.rect(
            left + i as f64 * bar + 0.6,
            at,
            bar - 1.2,
            bottom - at,
            &class,
        );
    }
    let mut note = format!("{} runs", times.len());
    if let Some(median) = stats::median(times) {
        chart.rule_x(median, "median");
        let _ = write!(note, ", median {}", axis::time(median));
    }
    if others > 0 {
        let _ = write!(note, ", {others} without an answer");
    }
    chart.text(left, top - 9.0, "name", "start", name);
    chart.text(right, top - 9.0, "tick", "end", &note);
    let down = PANEL * lane as f64;
    format!(
        "<g transform=\"translate(0 {down})\">{}</g>",
        chart.into_body()
    )
}
