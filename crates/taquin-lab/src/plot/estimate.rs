//! Heuristic values against the true distance.

use std::collections::BTreeMap;

use super::axis::{Axis, Unit};
use super::chart::{Chart, Margins, WIDTH, legend, line_sign, picture};
use super::{Figure, colour, dash};
use crate::data_frame::DataFrame;

/// The estimates for the boards at one distance.
#[derive(Clone, Copy, Default)]
struct Said {
    count: u32,
    sum: u64,
}

pub(super) fn draw(frame: &DataFrame) -> Option<Figure> {
    let mut said: Vec<BTreeMap<u32, Said>> = vec![BTreeMap::new(); frame.heuristics.len()];
    let mut shares = vec![(0.0, 0_u32); frame.heuristics.len()];
    for point in &frame.points {
        let optimum = frame.optima[point.instance as usize];
        let (Some(h), Some(optimum), Some(heuristic)) = (
            point.h_start,
            optimum,
            usize::from(point.heuristic).checked_sub(1),
        ) else {
            continue;
        };
        let one = said[heuristic].entry(optimum).or_default();
        one.count += 1;
        one.sum += u64::from(h);
        if optimum > 0 {
            shares[heuristic].0 += f64::from(h) / f64::from(optimum);
            shares[heuristic].1 += 1;
        }
    }
    let distances = || said.iter().flat_map(BTreeMap::keys).copied();
    let (low, high) = (distances().min()?, distances().max()?);
    if high - low < 2 {
        return None;
    }
    let mean = |one: &Said| one.sum as f64 / f64::from(one.count);
    let most = said
        .iter()
        .flat_map(BTreeMap::values)
        .map(mean)
        .fold(f64::from(high), f64::max);
    let least = said
        .iter()
        .flat_map(BTreeMap::values)
        .map(mean)
        .fold(f64::from(low), f64::min);
    let x = Axis::linear(
        "true distance h*, moves",
        Unit::Count,
        f64::from(low),
        f64::from(high),
    );
    let y = Axis::linear("mean estimate h, moves", Unit::Count, least, most);
    let mut chart = Chart::new(x, y, 420.0, &Margins::default());
    chart.line(
        &[
            (f64::from(low), f64::from(low)),
            (f64::from(high), f64::from(high)),
        ],
        "even",
        "",
    );
    let share = |heuristic: usize| shares[heuristic].0 / f64::from(shares[heuristic].1.max(1));
    let mut order: Vec<usize> = (0..said.len()).filter(|&i| !said[i].is_empty()).collect();
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    let mut keys = vec![(
        "<line class=\"even\" x1=\"2\" y1=\"0\" x2=\"26\" y2=\"0\"/>".to_owned(),
        "h = h*".to_owned(),
    )];
    for &heuristic in &order {
        let line: Vec<(f64, f64)> = said[heuristic]
            .iter()
            .map(|(&d, one)| (f64::from(d), mean(one)))
            .collect();
        chart.line(&line, &colour(heuristic), dash(heuristic));
        let name = format!(
            "{}: h/h* {:.3}",
            frame.heuristics[heuristic],
            share(heuristic)
        );
        keys.push((line_sign(&colour(heuristic), dash(heuristic)), name));
    }
    let (keys, more) = legend(&keys, 424.0, 72.0);
    Some(Figure {
        title: "What heuristics say of the true distance".to_owned(),
        caption: "The mean estimate over the boards at each true distance; nearer to h = h* is better, and above it would not be admissible. Behind each name the mean of h/h* over all boards.".to_owned(),
        svg: picture(WIDTH, 424.0 + more, "estimates against true distances", &(chart.into_body() + &keys)),
    })
}
