//! Reports on rows: sums here, an HTML page with plots and a Markdown summary in [`page`].

mod page;
mod steps;

use crate::data_frame::{DataFrame, Measure, Point};
use crate::folder::Manifest;
use crate::plot::{self, Figure, PlotKind};
use crate::row::Status;
use crate::stats::{self, ConfidenceInterval, Observed, Pairs, Survival};
use crate::suite::Suite;

pub use steps::{StepsAnswer, StepsLine};

/// Options of a report.
#[derive(Clone, Debug, Default)]
pub struct ReportOptions {
    /// Which pictures; all that the rows give if there are none.
    pub plots: Vec<PlotKind>,
    /// Which time counts.
    pub measure: Measure,
    /// The two configurations of the scatter, by place.
    pub pair: Option<(usize, usize)>,
}

/// A configuration in numbers, on one set of instances.
///
/// Sets and sizes are not pooled: of rows from several, only counts are given. Medians treat runs at a
/// limit as censored and are infinite where fewer than half of the runs ended; means are given only
/// where all did. Runs that were refused are counted and nothing else.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneSummary {
    /// Its name.
    pub name: String,
    /// The set; none if the rows are from several.
    pub set: Option<String>,
    /// Its rows.
    pub runs: usize,
    /// Rows with an answer: a solution, or the proof that there is none.
    pub answered: usize,
    /// Rows with a proven shortest solution.
    pub proven: usize,
    /// Rows whose lower bound rests on the word of an outside program.
    pub claimed: usize,
    /// Number of runs by status.
    pub statuses: Vec<(Status, usize)>,
    /// Median time, in seconds.
    pub median: Option<ConfidenceInterval>,
    /// Mean time, where all runs were answered.
    pub mean: Option<f64>,
    /// The longest, where all runs were answered.
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
    /// Mean length of the solutions, where all runs were answered.
    pub length: Option<f64>,
}

/// A published figure next to ours.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedLine {
    /// The configuration that repeats it.
    pub configuration: String,
    /// What it is: `runs below 15 s`, `mean`.
    pub what: String,
    /// As it was published.
    pub published: String,
    /// As it is here; none where it cannot be said.
    pub here: Option<String>,
}

/// A configuration against the first one.
#[derive(Clone, Debug, PartialEq)]
pub struct PairSummary {
    /// The first.
    pub first: String,
    /// The other.
    pub second: String,
    /// The set they were compared on.
    pub set: String,
    /// What the pairs say.
    pub pairs: Pairs,
    /// The probability of the pairs, corrected for the number of such tests in the report.
    pub adjusted: Option<f64>,
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

/// The report on a folder's rows.
#[derive(Clone, Debug)]
pub struct Report {
    /// The manifest of the experiment.
    pub manifest: Manifest,
    /// Rows.
    pub rows: usize,
    /// Which time counts.
    pub measure: Measure,
    /// The configurations, on each set.
    pub lanes: Vec<LaneSummary>,
    /// Each against the first, on each set.
    pub pairs: Vec<PairSummary>,
    /// What the original of the experiment says.
    pub published: Vec<PublishedLine>,
    /// The configurations that were asked about bounds on the steps, and their answers.
    pub steps: (Vec<String>, Vec<StepsLine>),
    /// Answers that cannot all be right.
    pub contradictions: Vec<String>,
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
    pub fn new(frame: &DataFrame, options: &ReportOptions) -> Self {
        let groups: Vec<DataFrame> = (0..frame.groups.len()).map(|g| frame.of_group(g)).collect();
        let lanes = (0..frame.lanes.len()).flat_map(|lane| {
            let sets = groups.iter().map(move |group| (lane, group));
            sets.filter(|&(lane, group)| group.of_lane(lane).next().is_some())
        });
        let lanes = lanes.map(|(lane, group)| LaneSummary::of(group, lane, options.measure));
        let kinds: Vec<PlotKind> = match &options.plots[..] {
            [] => PlotKind::ALL.map(|(_, kind)| kind).to_vec(),
            chosen => chosen.to_vec(),
        };
        let figures = kinds
            .into_iter()
            .flat_map(|kind| figures(kind, frame, &groups, options));
        let (dominance, inadmissible) = heuristics(frame);
        Self {
            manifest: frame.manifest.clone(),
            rows: frame.points.len(),
            measure: options.measure,
            lanes: lanes.collect(),
            pairs: pairs(frame, &groups, options.measure),
            published: published(frame, &groups, options.measure),
            steps: steps::table(frame, options.measure),
            contradictions: frame.contradictions.clone(),
            dominance,
            inadmissible,
            figures: figures.collect(),
            torn: frame.torn,
        }
    }
}

/// The pictures of a kind: one for each set, but for those that show instances apart.
fn figures(
    kind: PlotKind,
    frame: &DataFrame,
    groups: &[DataFrame],
    options: &ReportOptions,
) -> Vec<Figure> {
    let ReportOptions { measure, pair, .. } = *options;
    if groups.len() < 2 || kind == PlotKind::Steps {
        return plot::draw(kind, frame, measure, pair);
    }
    let named = frame.groups.iter().zip(groups);
    let of_group = |(name, group): (&String, &DataFrame)| {
        let drawn = plot::draw(kind, group, measure, pair).into_iter();
        let titled = |figure: Figure| Figure {
            title: format!("{}: {}", name, figure.title),
            ..figure
        };
        drawn.map(titled).collect::<Vec<Figure>>()
    };
    named.flat_map(of_group).collect()
}

/// The published figures next to ours.
fn published(frame: &DataFrame, groups: &[DataFrame], measure: Measure) -> Vec<PublishedLine> {
    let Ok(suite) = Suite::parse(&frame.manifest.suite_text) else {
        return Vec::new();
    };
    let show = |time: std::time::Duration| plot::show::time(time.as_secs_f64());
    let mut lines = Vec::new();
    for line in suite.published {
        let lane = frame
            .lanes
            .iter()
            .position(|name| *name == line.configuration);
        let group = frame.groups.iter().position(|name| *name == line.set);
        let (Some(lane), Some(group)) = (lane, group) else {
            continue;
        };
        let group = &groups[group];
        let mut add = |what: String, published: String, here: Option<String>| {
            lines.push(PublishedLine {
                configuration: line.configuration.clone(),
                what,
                published,
                here,
            });
        };
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        if let (Some(share), Some(below)) = (line.share, line.below) {
            let points = group.of_lane(lane);
            let runs = points.filter_map(|point| point.observe(measure.of(point)));
            let here = Survival::new(runs.collect()).share_within(below.as_secs_f64());
            let what = format!("runs below {}", show(below));
            add(what, percent(share), here.map(percent));
        }
        if let Some(mean) = line.mean {
            let here = LaneSummary::of(group, lane, measure).mean;
            add("mean".to_owned(), show(mean), here.map(plot::show::time));
        }
    }
    lines
}

impl LaneSummary {
    /// Sums up the rows of a configuration, by its place.
    pub fn of(frame: &DataFrame, lane: usize, measure: Measure) -> Self {
        let points: Vec<&Point> = frame.of_lane(lane).collect();
        let made = points.iter().filter(|p| p.status != Status::Refused);
        let (made, answered) = (
            made.count(),
            points.iter().filter(|p| p.status.is_answered()).count(),
        );
        let group = points.first().map(|point| point.group);
        let is_one_set = points.iter().all(|point| Some(point.group) == group);
        // Complete and censored values; of rows from several sets none.
        let observed = |value: &dyn Fn(&Point) -> Option<f64>| {
            let one_set = points.iter().filter(|_| is_one_set);
            let runs: Vec<Observed> = one_set
                .filter_map(|point| point.observe(value(point)?))
                .collect();
            Survival::new(runs)
        };
        let all = |value: &dyn Fn(&Point) -> Option<f64>| -> Vec<f64> {
            let complete = points.iter().filter(|_| is_one_set && answered == made);
            let complete = complete.filter(|point| point.status.is_answered());
            complete.filter_map(|point| value(point)).collect()
        };
        let times = all(&|point| Some(measure.of(point)));
        let statuses = Status::ALL.map(|status| {
            (
                status,
                points.iter().filter(|point| point.status == status).count(),
            )
        });
        let charged = points
            .iter()
            .filter(|p| is_one_set && p.status != Status::Refused);
        let par2 = charged.map(|point| {
            let solved = point.status.is_answered().then(|| measure.of(point));
            (solved, point.time_limit.map(f64::from))
        });
        Self {
            name: frame.lanes[lane].clone(),
            set: group
                .filter(|_| is_one_set)
                .map(|group| frame.groups[usize::from(group)].clone()),
            runs: points.len(),
            answered,
            proven: points.iter().filter(|point| point.proven).count(),
            claimed: points.iter().filter(|p| p.claimed.is_some()).count(),
            statuses: statuses
                .into_iter()
                .filter(|(_, count)| *count > 0)
                .collect(),
            median: observed(&|point| Some(measure.of(point))).median_interval(lane as u64),
            mean: stats::mean(&times),
            longest: times.iter().copied().reduce(f64::max),
            par2: stats::par2(par2),
            cpu: observed(&|point| point.cpu).median(),
            setup: points
                .iter()
                .map(|point| f64::from(point.setup))
                .fold(0.0, f64::max),
            expanded: observed(&|point| point.expanded.map(|count| count as f64)).median(),
            peak: observed(&|point| point.peak.map(|bytes| bytes as f64)).median(),
            length: stats::mean(&all(&|point| point.length.map(f64::from))),
        }
    }
}

/// Each configuration against the first, on the instances of each set that either answered.
fn pairs(frame: &DataFrame, groups: &[DataFrame], measure: Measure) -> Vec<PairSummary> {
    let Some((first, others)) = frame.lanes.split_first() else {
        return Vec::new();
    };
    let mut pairs = Vec::new();
    for (set, group) in frame.groups.iter().zip(groups) {
        let base = group.by_instance(0, measure);
        for (i, other) in others.iter().enumerate() {
            let times = group.by_instance(i + 1, measure);
            let time = |time: Option<f64>| time.map_or(f64::INFINITY, |time| time.max(1e-9));
            let both = base.iter();
            let both = both.filter_map(|(key, a)| Some((*key, time(*a), time(*times.get(key)?))));
            let mut both: Vec<((u32, u32), f64, f64)> = both.collect();
            both.sort_by_key(|pair| pair.0);
            let both: Vec<(f64, f64)> = both.into_iter().map(|(_, a, b)| (a, b)).collect();
            pairs.extend(stats::compare(&both, i as u64).map(|pairs| PairSummary {
                first: first.clone(),
                second: other.clone(),
                set: set.clone(),
                pairs,
                adjusted: None,
            }));
        }
    }
    let tested = pairs.iter().filter_map(|pair| pair.pairs.p);
    let mut adjusted = stats::holm(&tested.collect::<Vec<f64>>()).into_iter();
    for pair in pairs.iter_mut().filter(|pair| pair.pairs.p.is_some()) {
        pair.adjusted = adjusted.next();
    }
    pairs
}

/// Which heuristics are never below which others, and which were above the true distance.
fn heuristics(frame: &DataFrame) -> (Vec<Dominance>, Vec<(String, usize)>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_frame::Filling;
    use crate::plan::Choices;
    use crate::row::ResultRow;
    use crate::row::tests::example;

    fn report(rows: &[ResultRow<'_>]) -> Report {
        let manifest = Manifest {
            format: 1,
            suite: "t".to_owned(),
            suite_text: include_str!("../suites/thesis-astar.toml").to_owned(),
            choices: Choices::default(),
            shard: None,
            seed: 1,
            runs: rows.len(),
            sessions: Vec::new(),
        };
        let mut filling = Filling::default();
        for row in rows {
            filling.add(row);
        }
        Report::new(&filling.finish(manifest, false), &ReportOptions::default())
    }

    /// A run that was answered in this many seconds.
    fn run(lane: &'static str, instance: &'static str, seconds: f64) -> ResultRow<'static> {
        ResultRow {
            configuration: lane.into(),
            instance_id: instance.into(),
            solve_s: seconds,
            length: Some(10),
            lower_bound: Some(10),
            optimal: None,
            ..example()
        }
    }

    /// The same ended in another way, without an answer.
    fn ended(row: ResultRow<'static>, status: Status) -> ResultRow<'static> {
        ResultRow {
            status,
            length: None,
            proven: false,
            verified: false,
            moves: None,
            ..row
        }
    }

    #[test]
    fn a_configuration_does_not_look_faster_by_solving_less() {
        let limit = |instance| ended(run("b", instance, 10.0), Status::Limit);
        let report = report(&[
            run("a", "s/1", 2.0),
            run("a", "s/2", 3.0),
            run("a", "s/3", 4.0),
            run("b", "s/1", 1.0),
            limit("s/2"),
            limit("s/3"),
        ]);
        let [a, b] = &report.lanes[..] else {
            panic!("two configurations");
        };
        assert_eq!((a.median.unwrap().value, a.mean), (3.0, Some(3.0)));
        assert!(b.median.unwrap().value.is_infinite());
        assert_eq!((b.mean, b.longest, b.length), (None, None, None));
        assert_eq!(b.par2, Some(41.0 / 3.0));
        assert!(report.markdown().contains("not reached"));
        // The pairs have all three instances, two of them slower without an end.
        let pairs = &report.pairs[0].pairs;
        assert_eq!((pairs.first, pairs.second), (2, 1));
    }

    #[test]
    fn refused_runs_are_not_charged() {
        let report = report(&[
            run("a", "s/1", 2.0),
            ended(run("a", "s/2", 0.0), Status::Refused),
            ended(run("b", "s/1", 0.0), Status::Refused),
        ]);
        assert_eq!(report.lanes[0].par2, Some(2.0));
        assert_eq!(report.lanes[0].mean, Some(2.0));
        assert_eq!((report.lanes[1].par2, report.lanes[1].median), (None, None));
    }

    #[test]
    fn sets_and_sizes_are_summed_up_apart() {
        let large = ResultRow {
            board: "1 2 3/4 5 6/7 8 0".into(),
            ..run("a", "s/2", 8.0)
        };
        let report = report(&[run("a", "s/1", 2.0), large, run("a", "t/1", 4.0)]);
        let sets = report
            .lanes
            .iter()
            .map(|lane| (lane.set.as_deref(), lane.mean));
        assert_eq!(
            sets.collect::<Vec<_>>(),
            [
                (Some("s 2x2"), Some(2.0)),
                (Some("s 3x3"), Some(8.0)),
                (Some("t"), Some(4.0))
            ]
        );
    }

    #[test]
    fn answers_that_cannot_all_be_right_are_shown_in_red() {
        // One proves 10, one prints 3 without moves, and one claims 12 by an outside program.
        let printed = ResultRow {
            status: Status::Solved,
            proven: false,
            verified: false,
            moves: None,
            length: Some(3),
            lower_bound: None,
            ..run("printed", "s/1", 1.0)
        };
        let claimed = ResultRow {
            status: Status::Solved,
            proven: false,
            length: Some(12),
            lower_bound: Some(8),
            claimed_bound: Some(12),
            claimed_by: Some("./liar".into()),
            ..run("claimed", "s/1", 1.0)
        };
        let report = report(&[run("a", "s/1", 2.0), printed, claimed]);
        assert_eq!(
            report.contradictions,
            [
                "s/1: `printed` prints a length of 3, but `a` proves at least 10",
                "s/1: `claimed` claims at least 12 moves, but `a` has a solution of 10",
            ]
        );
        let answered: Vec<usize> = report.lanes.iter().map(|lane| lane.answered).collect();
        assert_eq!(answered, [1, 0, 0]);
        assert!(report.html().contains("class=\"error\""));
    }

    #[test]
    fn answers_to_each_bound_stand_in_a_table() {
        let asked = |lane, steps, seconds, status| ResultRow {
            steps: Some(steps),
            ..ended(run(lane, "s/1", seconds), status)
        };
        let report = report(&[
            asked("a", 7, 2.0, Status::None),
            asked("b", 7, 10.0, Status::Limit),
            asked("a", 9, 0.5, Status::Solved),
            // Of three repeats the one in the middle counts.
            asked("a", 9, 0.25, Status::Solved),
            asked("a", 9, 8.0, Status::Solved),
        ]);
        assert_eq!(report.steps.0, ["a", "b"]);
        let text = report.markdown();
        assert!(text.contains("| steps | a | b |"), "{text}");
        assert!(text.contains("| 7 | none 2 s | limit |"), "{text}");
        assert!(text.contains("| 9 | plan 500 ms | – |"), "{text}");
        assert!(report.html().contains("<td>none 2 s</td>"));
    }

    #[test]
    fn published_figures_stand_beside_ours() {
        let of_suite = |instance, seconds| run("astar/misplaced", instance, seconds);
        let report = report(&[
            of_suite("random/1", 3.0),
            of_suite("random/2", 5.0),
            of_suite("random/3", 16.0),
            ended(of_suite("random/4", 60.0), Status::Limit),
        ]);
        let share = &report.published[0];
        assert_eq!(
            (share.what.as_str(), share.published.as_str()),
            ("runs below 15 s", "87 %")
        );
        assert_eq!(share.here.as_deref(), Some("50 %"));
        assert_eq!(report.published[1].here, None, "not all runs were answered");
    }
}
