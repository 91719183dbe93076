//! What rows say, for people: sums here, a page with pictures and a summary as Markdown in [`page`].

mod page;

use crate::folder::Manifest;
use crate::frame::{Frame, Measure, Point};
use crate::plot::{self, Figure, Kind};
use crate::row::Status;
use crate::stats::{self, Interval, Pairs};

/// What a report shows.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which pictures; all that the rows give if there are none.
    pub plots: Vec<Kind>,
    /// Which time counts.
    pub measure: Measure,
    /// The two configurations of the scatter, by place.
    pub pair: Option<(usize, usize)>,
}

/// A configuration in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneSummary {
    /// Its name.
    pub name: String,
    /// Its rows.
    pub runs: usize,
    /// Rows with an answer: a solution, or the proof that there is none.
    pub answered: usize,
    /// Rows with a proven shortest solution.
    pub proven: usize,
    /// How many ended in which way.
    pub statuses: Vec<(Status, usize)>,
    /// Median time of the answered rows, in seconds.
    pub median: Option<Interval>,
    /// Their mean.
    pub mean: Option<f64>,
    /// Their longest.
    pub longest: Option<f64>,
    /// Mean time in which a run without an answer counts twice its limit.
    pub par2: Option<f64>,
    /// Median CPU time.
    pub cpu: Option<f64>,
    /// Longest set-up.
    pub setup: f64,
    /// Median nodes expanded.
    pub expanded: Option<f64>,
    /// Median of the most memory held.
    pub peak: Option<f64>,
    /// Mean length of the solutions.
    pub length: Option<f64>,
}

/// A configuration against the first one.
#[derive(Clone, Debug, PartialEq)]
pub struct PairSummary {
    /// The first.
    pub first: String,
    /// The other.
    pub second: String,
    /// What the pairs say.
    pub pairs: Pairs,
}

/// A heuristic that says less than another somewhere, or is never below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Dominance {
    /// The one that is never below.
    pub strong: String,
    /// The one that is never above.
    pub weak: String,
    /// On how many boards it says more.
    pub above: usize,
    /// On how many boards both were asked.
    pub boards: usize,
}

/// What a folder's rows say.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was run.
    pub manifest: Manifest,
    /// Rows.
    pub rows: usize,
    /// Which time counts.
    pub measure: Measure,
    /// The configurations.
    pub lanes: Vec<LaneSummary>,
    /// Each against the first.
    pub pairs: Vec<PairSummary>,
    /// Which heuristics are never below which others on the boards of the rows.
    pub dominance: Vec<Dominance>,
    /// Boards on which a heuristic said more than the true distance.
    pub inadmissible: Vec<(String, usize)>,
    /// The pictures.
    pub figures: Vec<Figure>,
    /// Whether a half-written last line was left out.
    pub torn: bool,
}

impl Report {
    /// Sums a folder up.
    pub fn new(frame: &Frame, options: &Options) -> Self {
        let lanes =
            (0..frame.lanes.len()).map(|lane| LaneSummary::of(frame, lane, options.measure));
        let kinds: Vec<Kind> = match &options.plots[..] {
            [] => Kind::ALL.map(|(_, kind)| kind).to_vec(),
            chosen => chosen.to_vec(),
        };
        let figures = kinds
            .into_iter()
            .flat_map(|kind| plot::draw(kind, frame, options.measure, options.pair));
        let (dominance, inadmissible) = heuristics(frame);
        Self {
            manifest: frame.manifest.clone(),
            rows: frame.points.len(),
            measure: options.measure,
            lanes: lanes.collect(),
            pairs: pairs(frame, options.measure),
            dominance,
            inadmissible,
            figures: figures.collect(),
            torn: frame.torn,
        }
    }
}

impl LaneSummary {
    /// Sums up the rows of a configuration, by its place.
    pub fn of(frame: &Frame, lane: usize, measure: Measure) -> Self {
        let points: Vec<&Point> = frame.of_lane(lane).collect();
        let answered: Vec<&&Point> = points.iter().filter(|p| p.status.is_answered()).collect();
        let sorted = |value: &dyn Fn(&Point) -> Option<f64>| {
            let mut values: Vec<f64> = answered.iter().filter_map(|point| value(point)).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let times = sorted(&|point| Some(measure.of(point)));
        let middle = |values: Vec<f64>| stats::median(&values);
        let statuses = Status::ALL.map(|status| {
            (
                status,
                points.iter().filter(|point| point.status == status).count(),
            )
        });
        let par2 = points.iter().map(|point| {
            let solved = point.status.is_answered().then(|| measure.of(point));
            (solved, point.time_limit.map(f64::from))
        });
        Self {
            name: frame.lanes[lane].clone(),
            runs: points.len(),
            answered: answered.len(),
            proven: points.iter().filter(|point| point.proven).count(),
            statuses: statuses
                .into_iter()
                .filter(|(_, count)| *count > 0)
                .collect(),
            median: stats::median_interval(&times, lane as u64),
            mean: stats::mean(&times),
            longest: times.last().copied(),
            par2: stats::par2(par2),
            cpu: middle(sorted(&|point| point.cpu)),
            setup: points
                .iter()
                .map(|point| f64::from(point.setup))
                .fold(0.0, f64::max),
            expanded: middle(sorted(&|point| point.expanded.map(|count| count as f64))),
            peak: middle(sorted(&|point| point.peak.map(|bytes| bytes as f64))),
            length: stats::mean(&sorted(&|point| point.length.map(f64::from))),
        }
    }
}

/// Each configuration against the first, on the instances that both answered.
fn pairs(frame: &Frame, measure: Measure) -> Vec<PairSummary> {
    let Some((first, others)) = frame.lanes.split_first() else {
        return Vec::new();
    };
    let base = frame.by_instance(0, measure);
    let compare = |(i, other): (usize, &String)| {
        let times = frame.by_instance(i + 1, measure);
        let mut both: Vec<((u32, u32), f64, f64)> = base
            .iter()
            .filter_map(|(key, a)| Some((*key, (*a)?.max(1e-9), (*times.get(key)?)?.max(1e-9))))
            .collect();
        both.sort_by_key(|pair| pair.0);
        let both: Vec<(f64, f64)> = both.into_iter().map(|(_, a, b)| (a, b)).collect();
        let pairs = stats::compare(&both, i as u64)?;
        Some(PairSummary {
            first: first.clone(),
            second: other.clone(),
            pairs,
        })
    };
    others.iter().enumerate().filter_map(compare).collect()
}

/// Which heuristics are never below which others, and which were above the true distance.
fn heuristics(frame: &Frame) -> (Vec<Dominance>, Vec<(String, usize)>) {
    let count = frame.heuristics.len();
    let mut said: Vec<Vec<Option<u32>>> = vec![Vec::new(); frame.instances.len()];
    for point in &frame.points {
        let (Some(h), Some(heuristic)) =
            (point.h_start, usize::from(point.heuristic).checked_sub(1))
        else {
            continue;
        };
        let values = &mut said[point.instance as usize];
        values.resize(count, None);
        values[heuristic] = Some(h);
    }
    let mut above = vec![0; count];
    for (values, optimum) in said.iter().zip(&frame.optima) {
        for (heuristic, value) in values.iter().enumerate() {
            above[heuristic] += usize::from(value.zip(*optimum).is_some_and(|(h, best)| h > best));
        }
    }
    let mut dominance = Vec::new();
    for strong in 0..count {
        for weak in (0..count).filter(|&weak| weak != strong && count <= 40) {
            let both = || {
                said.iter()
                    .filter(|v| !v.is_empty())
                    .filter_map(|v| v[strong].zip(v[weak]))
            };
            let boards = both().count();
            let more = both().filter(|(a, b)| a > b).count();
            if boards > 1 && more > 0 && both().all(|(a, b)| a >= b) {
                dominance.push(Dominance {
                    strong: frame.heuristics[strong].clone(),
                    weak: frame.heuristics[weak].clone(),
                    above: more,
                    boards,
                });
            }
        }
    }
    let names = frame.heuristics.iter().cloned().zip(above);
    (dominance, names.filter(|(_, boards)| *boards > 0).collect())
}
