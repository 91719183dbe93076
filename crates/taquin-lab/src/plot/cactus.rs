//! The cactus plot: runs answered within a time.

use super::axis::{Axis, Unit};
use super::chart::{Chart, Margins, legend, line_sign, picture};
use super::{Figure, colour, dash};
use crate::data_frame::{DataFrame, Measure};

/// Places of a line; more points would not change the picture.
const PLACES: usize = 400;

pub(super) fn draw(frame: &DataFrame, measure: Measure) -> Option<Figure> {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); frame.lanes.len()];
    for point in frame
        .points
        .iter()
        .filter(|point| point.status.is_answered())
    {
        times[usize::from(point.lane)].push(measure.of(point).max(1e-9));
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    let low = times
        .iter()
        .filter_map(|times| times.first())
        .copied()
        .reduce(f64::min)?;
    let high = times
        .iter()
        .filter_map(|times| times.last())
        .copied()
        .reduce(f64::max)?;
    let most = times.iter().map(Vec::len).max()?;
    if most < 3 {
        return None;
    }
    let x = Axis::log(
        format!("{} of one run, at most", measure.word()),
        Unit::Time,
        low,
        high,
    );
    let y = Axis::linear("runs answered", Unit::Count, 0.0, most as f64);
    let mut chart = Chart::new(x, y, 400.0, &Margins::default());
    // Those that answer most, and among them the fastest, come first in the legend.
    let mut order: Vec<usize> = (0..times.len())
        .filter(|&lane| !times[lane].is_empty())
        .collect();
    let middle = |lane: usize| times[lane][times[lane].len() / 2];
    order.sort_by(|&a, &b| {
        times[b]
            .len()
            .cmp(&times[a].len())
            .then(middle(a).total_cmp(&middle(b)))
    });
    let mut keys = Vec::new();
    for &lane in &order {
        let count = times[lane].len();
        let mut line = vec![(times[lane][0], 0.0)];
        // Level until the next run is answered, then up: between two times nothing was.
        let mut level = 0.0;
        for i in 1..=PLACES.min(count) {
            let answered = i * count / PLACES.min(count);
            let time = times[lane][answered - 1];
            line.push((time, level));
            level = answered as f64;
            line.push((time, level));
        }
        line.push((high * 2.0, level));
        chart.line(&line, &colour(lane), dash(lane));
        keys.push((
            line_sign(&colour(lane), dash(lane)),
            format!("{} ({count})", frame.lanes[lane]),
        ));
    }
    let (keys, more) = legend(&keys, 404.0, 72.0);
    let body = chart.into_body() + &keys;
    Some(Figure {
        title: format!("Runs answered within a time ({})", measure.word()),
        caption: "For each time, how many runs took no longer: further left is faster, higher is more answers. Behind each name, how many it answered.".to_owned(),
        svg: picture(super::chart::WIDTH, 404.0 + more, "cactus plot", &body),
    })
}
