//! Time against the bound on the steps.

use super::axis::{Axis, Unit};
use super::chart::{Chart, Margins, WIDTH, legend, picture};
use super::{Figure, colour, dash};
use crate::data_frame::{DataFrame, Measure};
use crate::row::Status;

pub(super) fn draw(frame: &DataFrame, measure: Measure) -> Option<Figure> {
    let asked = || frame.points.iter().filter(|point| point.steps > 0);
    let time = |point: &crate::Point| measure.of(point).max(1e-9);
    let (low, high) = (
        asked().map(time).reduce(f64::min)?,
        asked().map(time).reduce(f64::max)?,
    );
    let (least, most) = (
        asked().map(|p| p.steps).min()?,
        asked().map(|p| p.steps).max()?,
    );
    let x = Axis::linear(
        "bound on the steps",
        Unit::Count,
        f64::from(least),
        f64::from(most),
    );
    let y = Axis::log(measure.word(), Unit::Time, low, high);
    let mut chart = Chart::new(x, y, 400.0, &Margins::default());
    let mut keys = Vec::new();
    for (lane, name) in frame.lanes.iter().enumerate() {
        let mut points: Vec<_> = frame
            .of_lane(lane)
            .filter(|point| point.steps > 0)
            .collect();
        if points.is_empty() {
            continue;
        }
        points.sort_by_key(|point| (point.instance, point.steps));
        for one in points.chunk_by(|a, b| a.instance == b.instance) {
            let mut line: Vec<(f64, f64)> = Vec::new();
            for same in one.chunk_by(|a, b| a.steps == b.steps) {
                let mut times: Vec<f64> = same.iter().map(|p| time(p)).collect();
                times.sort_by(f64::total_cmp);
                line.push((f64::from(same[0].steps), times[times.len() / 2]));
            }
            chart.line(&line, &format!("thin {}", colour(lane)), dash(lane));
        }
        for point in points {
            let (x, y) = (chart.at_x(f64::from(point.steps)), chart.at_y(time(point)));
            let class = match point.status {
                status if status.is_solved() => format!("full {}", colour(lane)),
                Status::None => format!("hollow {}", colour(lane)),
                _ => {
                    chart.cross(x, y, &colour(lane));
                    continue;
                }
            };
            chart.mark(x, y, lane, &class);
        }
        let mut sign = Chart::loose();
        sign.segment(2.0, 0.0, 26.0, 0.0, &format!("line thin {}", colour(lane)));
        sign.mark(14.0, 0.0, lane, &format!("full {}", colour(lane)));
        keys.push((sign.into_body(), name.clone()));
    }
    for (class, name) in [("full c7", "solvable"), ("hollow c7", "not solvable")] {
        let mut sign = Chart::loose();
        sign.mark(14.0, 0.0, 0, class);
        keys.push((sign.into_body(), name.to_owned()));
    }
    let mut sign = Chart::loose();
    sign.cross(14.0, 0.0, "c7");
    keys.push((sign.into_body(), "no answer".to_owned()));
    let (keys, more) = legend(&keys, 404.0, 72.0);
    Some(Figure {
        title: format!("{} against the bound on the steps", capital(measure.word())),
        caption: "Full marks: there is a plan within the bound. Hollow marks: there is none, as was proven or as an outside program claims. Crosses: a limit was reached.".to_owned(),
        svg: picture(WIDTH, 404.0 + more, "time against steps", &(chart.into_body() + &keys)),
    })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
