//! Plots of runs as SVG: cactus, scatter, boxes. Lines differ by colour, dashes and marks.

use std::fmt::Write;

use crate::field;
use crate::runs::{Measure, Run, Runs, quantile, solved_values};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = HEIGHT - 46.0;

/// Most points of a line or cloud; more cannot be told apart.
const MOST_POINTS: usize = 1500;
/// Most points of a line that are marked one by one; a line of a single point would not be seen without.
const MOST_MARKS: usize = 30;
/// Colours of both themes by number; the style sheet has them.
const TONES: usize = 6;
const DASHES: [&str; TONES] = ["", "7 4", "2 3", "10 3 2 3", "5 5", "1 4"];

/// A plot by its kind: what is measured, the titles of the axes across and up, and for a scatter two
/// configurations. The number of lines or points, then the picture.
pub(crate) fn plot(runs: &Runs, fields: &[&str]) -> Option<String> {
    let measure = match field(fields, 1) {
        "nodes" => Measure::Nodes,
        _ => Measure::Time,
    };
    let titles = (field(fields, 2), field(fields, 3));
    let groups = runs.groups();
    let lines: Vec<Line> = groups
        .iter()
        .map(|(name, runs)| Line {
            name,
            values: solved_values(runs, measure),
        })
        .collect();
    let (count, body) = match field(fields, 0) {
        "cactus" => (lines.len(), cactus(&lines, titles)),
        "boxes" => boxes(lines, titles),
        "scatter" => {
            let group = |index| {
                groups
                    .iter()
                    .find(|(name, _)| *name == field(fields, index))
            };
            let points = pairs(&group(4)?.1, &group(5)?.1, measure);
            (points.len(), scatter(&points, titles))
        }
        _ => return None,
    };
    Some(format!(
        "{count}\0<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" class=\"plot\" role=\"img\">{body}</svg>"
    ))
}

/// The solved values of a configuration, sorted.
struct Line<'a> {
    name: &'a str,
    values: Vec<f64>,
}

/// A logarithmic axis over values: its ends are powers of ten.
struct Axis {
    first: i32,
    last: i32,
    from: f64,
    to: f64,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let logs: Vec<f64> = values
            .filter(|&value| value > 0.0)
            .map(f64::log10)
            .collect();
        let low = logs.iter().copied().reduce(f64::min).unwrap_or(0.0).floor() as i32;
        let high = logs.iter().copied().reduce(f64::max).unwrap_or(0.0).ceil() as i32;
        Self {
            first: low,
            last: high.max(low + 1),
            from,
            to,
        }
    }

    fn place(&self, value: f64) -> f64 {
        let first = f64::from(self.first);
        let part =
            (value.max(1e-12).log10().max(first) - first) / f64::from(self.last - self.first);
        self.from + part * (self.to - self.from)
    }

    /// At most nine powers of ten with their texts.
    fn ticks(&self) -> Vec<(f64, String)> {
        let step = (self.last - self.first).unsigned_abs().div_ceil(8) as usize;
        let powers = (self.first..=self.last).step_by(step);
        powers
            .map(|power| {
                let value = 10_f64.powi(power);
                let digits = power.min(0).unsigned_abs() as usize;
                let text = match power {
                    -3..=4 => format!("{value:.digits$}"),
                    _ => format!("1e{power}"),
                };
                (self.place(value), text)
            })
            .collect()
    }
}

/// Lines and numbers of an axis to the left.
fn y_axis(axis: &Axis, title: &str) -> String {
    let mut drawn = "<g>".to_owned();
    for (y, text) in axis.ticks() {
        let _ = write!(
            drawn,
            "<path d=\"M{LEFT} {y} H{RIGHT}\" class=\"grid-line\"/><text x=\"{}\" y=\"{}\" class=\"tick\" text-anchor=\"end\">{text}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
    let middle = f64::midpoint(BOTTOM, TOP);
    let title = escaped(title);
    drawn
        + &format!(
            "<text x=\"14\" y=\"{middle}\" class=\"axis-title\" text-anchor=\"middle\" transform=\"rotate(-90 14 {middle})\">{title}</text></g>"
        )
}

fn x_axis(ticks: &[(f64, String)], title: &str) -> String {
    let mut drawn = format!("<g><path d=\"M{LEFT} {BOTTOM} H{RIGHT}\" class=\"axis-line\"/>");
    for (x, text) in ticks {
        let y = BOTTOM + 18.0;
        let text = escaped(text);
        let _ = write!(
            drawn,
            "<text x=\"{x}\" y=\"{y}\" class=\"tick\" text-anchor=\"middle\">{text}</text>"
        );
    }
    let (x, y, title) = (f64::midpoint(LEFT, RIGHT), HEIGHT - 6.0, escaped(title));
    drawn
        + &format!(
            "<text x=\"{x}\" y=\"{y}\" class=\"axis-title\" text-anchor=\"middle\">{title}</text></g>"
        )
}

/// An axis from the least to the largest value of all lines.
fn axis_over(lines: &[Line]) -> Axis {
    let ends = lines
        .iter()
        .flat_map(|Line { values, .. }| [values.first(), values.last()]);
    Axis::new(ends.flatten().copied(), BOTTOM, TOP)
}

/// How many boards were solved within which time.
fn cactus(lines: &[Line], (across, up): (&str, &str)) -> String {
    let most = lines
        .iter()
        .map(|line| line.values.len())
        .max()
        .unwrap_or(0)
        .max(1);
    let axis = axis_over(lines);
    let x = |count: usize| LEFT + count as f64 / most as f64 * (RIGHT - LEFT);
    let ticks: Vec<(f64, String)> = (0..=most)
        .step_by(most.div_ceil(6))
        .map(|count| (x(count), count.to_string()))
        .collect();
    let mut drawn = y_axis(&axis, up) + &x_axis(&ticks, across);
    for (i, Line { name, values }) in lines.iter().enumerate() {
        let every = values.len().div_ceil(MOST_POINTS).max(1);
        let is_shown = |at: &usize| at.is_multiple_of(every) || at + 1 == values.len();
        let points: Vec<(f64, f64)> = (0..values.len())
            .filter(is_shown)
            .map(|at| (x(at + 1), axis.place(values[at])))
            .collect();
        let path: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1} {y:.1}"))
            .collect();
        let start = if path.is_empty() { "" } else { "M" };
        let _ = write!(
            drawn,
            "<g class=\"tone-{}\"><title>{}</title><path d=\"{start}{}\" class=\"line\" stroke-dasharray=\"{}\"/>",
            i % TONES,
            escaped(name),
            path.join("L"),
            DASHES[i % TONES]
        );
        if points.len() <= MOST_MARKS {
            for (x, y) in points {
                let _ = write!(
                    drawn,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" class=\"mark\"/>"
                );
            }
        }
        drawn += "</g>";
    }
    drawn
}

/// A board that two configurations were given; one without a solution is at its limit and marked.
struct Point<'a> {
    x: f64,
    y: f64,
    is_out: bool,
    instance: &'a str,
}

/// Two configurations instance by instance.
fn pairs<'a>(a: &[&'a Run], b: &[&Run], measure: Measure) -> Vec<Point<'a>> {
    let others: std::collections::HashMap<&str, &Run> =
        b.iter().map(|run| (run.instance.as_str(), *run)).collect();
    let point = |run: &&'a Run| {
        let other = others.get(run.instance.as_str())?;
        Some(Point {
            x: run.value(measure)?,
            y: other.value(measure)?,
            is_out: !run.is_solved() || !other.is_solved(),
            instance: &run.instance,
        })
    };
    a.iter().filter_map(point).collect()
}

/// Two configurations against one another.
fn scatter(points: &[Point], (across_title, up_title): (&str, &str)) -> String {
    let values = || points.iter().flat_map(|point| [point.x, point.y]);
    let across = Axis::new(values(), LEFT, RIGHT);
    let up = Axis::new(values(), BOTTOM, TOP);
    let mut drawn = y_axis(&up, up_title) + &x_axis(&across.ticks(), across_title);
    let (x, y) = (across.place(0.0), up.place(0.0));
    let _ = write!(
        drawn,
        "<path d=\"M{x} {y} L{RIGHT} {TOP}\" class=\"diagonal\"/>"
    );
    for point in points
        .iter()
        .step_by(points.len().div_ceil(MOST_POINTS).max(1))
    {
        let (x, y) = (across.place(point.x), up.place(point.y));
        let title = escaped(point.instance);
        let _ = if point.is_out {
            let (left, right, over) = (x - 4.0, x + 4.0, y - 4.0);
            write!(
                drawn,
                "<path d=\"M{left} {over}l8 8M{right} {over}l-8 8\" class=\"cross\"><title>{title}</title></path>"
            )
        } else {
            write!(
                drawn,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.2\" class=\"dot\"><title>{title}</title></circle>"
            )
        };
    }
    drawn
}

/// The spread of each configuration: middle half, median, ends.
fn boxes(mut lines: Vec<Line>, (across, up): (&str, &str)) -> (usize, String) {
    lines.retain(|line| !line.values.is_empty());
    let axis = axis_over(&lines);
    let room = (RIGHT - LEFT) / lines.len().max(1) as f64;
    let x = |i: usize| LEFT + room * (i as f64 + 0.5);
    let ticks: Vec<(f64, String)> = lines
        .iter()
        .enumerate()
        .map(|(i, line)| (x(i), fitting(line.name, room)))
        .collect();
    let mut drawn = y_axis(&axis, up) + &x_axis(&ticks, across);
    for (i, Line { name, values }) in lines.iter().enumerate() {
        let place = |part| axis.place(quantile(values, part).unwrap_or_default());
        let [low, q1, middle, q3, high] = [0.0, 0.25, 0.5, 0.75, 1.0].map(place);
        let (x, half) = (x(i), (room * 0.3).min(34.0));
        let _ = write!(
            drawn,
            "<g class=\"tone-{}\"><title>{}</title>\
             <path d=\"M{x} {low}V{q1}M{x} {q3}V{high}M{} {low}h{half}M{} {high}h{half}\" class=\"whisker\"/>\
             <rect x=\"{}\" y=\"{q3}\" width=\"{}\" height=\"{}\" class=\"box\"/>\
             <path d=\"M{} {middle}h{}\" class=\"median\"/></g>",
            i % TONES,
            escaped(name),
            x - half / 2.0,
            x - half / 2.0,
            x - half,
            half * 2.0,
            (q1 - q3).max(1.0),
            x - half,
            half * 2.0
        );
    }
    (lines.len(), drawn)
}

/// A name that is cut where it has no room.
fn fitting(name: &str, room: f64) -> String {
    let most = (room / 7.0) as usize;
    if name.chars().count() as f64 <= room / 7.0 {
        return name.to_owned();
    }
    let kept: String = name.chars().take(most.saturating_sub(1).max(3)).collect();
    kept + "…"
}

/// Text that stands between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_its_values_between_powers_of_ten() {
        let axis = Axis::new([0.02, 350.0, 0.0].into_iter(), 0.0, 100.0);
        let texts: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["0.01", "0.1", "1", "10", "100", "1000"]);
        let close = |value, place: f64| (axis.place(value) - place).abs() < 1e-9;
        assert!(close(0.0, 0.0) && close(0.01, 0.0) && close(1000.0, 100.0));
        let far = Axis::new([1e-9, 1e9].into_iter(), 0.0, 1.0);
        assert!(far.ticks().len() <= 9);
    }

    #[test]
    fn names_with_signs_of_the_format_are_drawn_as_they_are() {
        let mut runs = Runs::default();
        runs.take(r#"{"instance_id":"1","status":"optimal","solve_s":1,"configuration":"a<b&c"}"#)
            .unwrap();
        for kind in ["cactus", "boxes", "scatter"] {
            let drawn = plot(&runs, &[kind, "time", "x", "y", "a<b&c", "a<b&c"]).unwrap();
            assert!(drawn.starts_with("1\0<svg"), "{drawn}");
            assert!(
                kind == "scatter" || drawn.contains("<title>a&lt;b&amp;c</title>"),
                "{drawn}"
            );
        }
    }
}
