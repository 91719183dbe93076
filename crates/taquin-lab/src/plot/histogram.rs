//! The histogram of run times: a panel for each configuration, all on one axis of time.

use std::fmt::Write;

use super::axis::{self, Axis, Unit};
use super::chart::{Chart, Margins, WIDTH, picture};
use super::{Figure, colour};
use crate::data_frame::{DataFrame, Measure};
use crate::stats::{Observed, Survival};

/// Bars across the axis.
const BINS: usize = 36;

/// Panels at most; more would be unreadable.
const PANELS: usize = 12;

const PANEL: f64 = 128.0;

pub(super) fn draw(frame: &DataFrame, measure: Measure) -> Option<Figure> {
    let shown = (0..frame.lanes.len()).filter(|&lane| frame.of_lane(lane).next().is_some());
    let shown: Vec<usize> = shown.take(PANELS).collect();
    let lanes = shown.len();
    let runs = |lane: usize| {
        let points = frame.of_lane(lane);
        points.filter_map(|point| point.observe(measure.of(point)))
    };
    let all = || {
        let complete = shown.iter().flat_map(|&lane| runs(lane));
        complete.filter(|run| run.is_complete).map(|run| run.value)
    };
    let (low, high) = (all().reduce(f64::min)?, all().reduce(f64::max)?);
    let x = Axis::fitting(measure.word(), Unit::Time, low, high);
    let mut body = String::new();
    let height = PANEL * lanes as f64 + 34.0;
    for (place, &lane) in shown.iter().enumerate() {
        let panel = Panel {
            name: &frame.lanes[lane],
            runs: runs(lane).collect(),
            lane,
            place,
            is_last: place + 1 == lanes,
        };
        body.push_str(&panel.draw(&x));
    }
    Some(Figure {
        title: format!("How many runs took how long ({})", measure.word()),
        caption: "One panel for each configuration, all on the same axis of time; the line is the median, with runs that a limit ended as censored. Runs without an answer are counted at the right.".to_owned(),
        svg: picture(WIDTH, height, "histogram of times", &body),
    })
}

/// The runs of one configuration.
struct Panel<'a> {
    name: &'a str,
    runs: Vec<Observed>,
    /// Its place among all configurations, for the colour.
    lane: usize,
    /// Its place among the panels.
    place: usize,
    is_last: bool,
}

impl Panel<'_> {
    fn draw(self, x: &Axis) -> String {
        let Self {
            name,
            runs,
            lane,
            place,
            is_last,
        } = self;
        let mut counts = [0_usize; BINS];
        let times = runs.iter().filter(|run| run.is_complete);
        for time in times.clone() {
            counts[((x.place(time.value) * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        let (answered, all) = (times.count(), runs.len());
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
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
        let plural = if answered == 1 { "" } else { "s" };
        let mut note = format!("{answered} run{plural}");
        match Survival::new(runs).median() {
            Some(median) if median.is_finite() => {
                chart.rule_x(median, "median");
                let _ = write!(note, ", median {}", axis::time(median));
            }
            Some(_) => note.push_str(", median not reached"),
            None => {}
        }
        if all > answered {
            let _ = write!(note, ", {} without an answer", all - answered);
        }
        chart.text(left, top - 9.0, "name", "start", name);
        chart.text(right, top - 9.0, "tick", "end", &note);
        let down = PANEL * place as f64;
        format!(
            "<g transform=\"translate(0 {down})\">{}</g>",
            chart.into_body()
        )
    }
}
