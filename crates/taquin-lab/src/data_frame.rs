//! The rows of a folder in memory, small enough for millions.

use std::collections::HashMap;
use std::path::Path;

use crate::contradictions;
use crate::folder::{FolderError, Manifest, each_row};
use crate::row::{ResultRow, Status};
use crate::stats::Observed;

/// The part of a row that a report needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The name of the run.
    pub id: u64,
    /// Place of the configuration.
    pub lane: u16,
    /// Place of the instance.
    pub instance: u32,
    /// Place of the heuristic, plus one; 0 for none.
    pub heuristic: u16,
    /// The bound that was put in; 0 for none.
    pub steps: u32,
    /// The status of the run.
    pub status: Status,
    /// Place of its set, and of its size where a set has several.
    pub group: u16,
    /// Whether the solution was proven shortest.
    pub proven: bool,
    /// Whether its moves were replayed.
    pub verified: bool,
    /// No solution is shorter, by the solver's proof.
    pub lower_bound: Option<u32>,
    /// No solution is shorter, by the word of an outside program.
    pub claimed: Option<u32>,
    /// Length of the solution.
    pub length: Option<u32>,
    /// The heuristic's value of the start.
    pub h_start: Option<u32>,
    /// Nodes expanded.
    pub expanded: Option<u64>,
    /// Bytes held at most.
    pub peak: Option<u64>,
    /// Set-up, in seconds.
    pub setup: f32,
    /// Time of the search, in seconds.
    pub solve: f64,
    /// CPU time of it.
    pub cpu: Option<f64>,
    /// Its limit.
    pub time_limit: Option<f32>,
}

/// All rows of a folder.
#[derive(Debug)]
pub struct DataFrame {
    /// The manifest of the experiment.
    pub manifest: Manifest,
    /// The configurations, in the order of their first rows.
    pub lanes: Vec<String>,
    /// The names of the instances.
    pub instances: Vec<String>,
    /// The heuristics.
    pub heuristics: Vec<String>,
    /// The sets of instances, one for each size: what may be summed up together.
    pub groups: Vec<String>,
    /// Answers that cannot all be right, in words. Those shown to be wrong by others are marked so.
    pub contradictions: Vec<String>,
    /// The optimum of each instance: as the source says, or as some run has proven.
    pub optima: Vec<Option<u32>>,
    /// The rows.
    pub points: Vec<Point>,
    /// Whether a half-written last line was left out.
    pub torn: bool,
}

/// Which time counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// On the clock.
    #[default]
    Clock,
    /// Of the processor.
    Cpu,
}

impl Measure {
    /// The time of a row; that on the clock if there is no other.
    pub fn of(self, point: &Point) -> f64 {
        match self {
            Self::Clock => point.solve,
            Self::Cpu => point.cpu.unwrap_or(point.solve),
        }
    }

    /// For axes.
    pub fn word(self) -> &'static str {
        match self {
            Self::Clock => "solve time",
            Self::Cpu => "CPU time",
        }
    }
}

/// Gives texts numbers.
#[derive(Default)]
struct Names {
    places: HashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    fn place(&mut self, name: &str) -> u32 {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.names.len() as u32;
        self.places.insert(name.to_owned(), place);
        self.names.push(name.to_owned());
        place
    }
}

/// A frame that is being filled.
#[derive(Default)]
pub struct Filling {
    lanes: Names,
    instances: Names,
    heuristics: Names,
    /// Sets with the size of their boards.
    groups: Names,
    optima: Vec<Option<u32>>,
    points: Vec<Point>,
}

impl Filling {
    /// Takes in a row.
    pub fn add(&mut self, row: &ResultRow<'_>) {
        let instance = self.instances.place(&row.instance_id);
        self.optima.resize(self.instances.names.len(), None);
        let proven = row.length.filter(|_| row.proven);
        let known = &mut self.optima[instance as usize];
        *known = known.or(row.optimal).or(proven);
        let lane = self.lanes.place(&row.configuration) as u16;
        let heuristic = row
            .heuristic
            .as_deref()
            .map_or(0, |name| self.heuristics.place(name) + 1);
        let set = row.instance_id.split_once('/').map_or("", |(set, _)| set);
        let group = self.groups.place(&format!("{set}\t{}", size(&row.board)));
        let point = point(row, lane, instance, heuristic as u16, group as u16);
        self.points.push(point);
    }

    /// The frame of all rows taken in.
    pub fn finish(self, manifest: Manifest, torn: bool) -> DataFrame {
        let mut frame = DataFrame {
            groups: group_names(&self.groups.names),
            contradictions: Vec::new(),
            manifest,
            lanes: self.lanes.names,
            instances: self.instances.names,
            heuristics: self.heuristics.names,
            optima: self.optima,
            points: self.points,
            torn,
        };
        frame.contradictions = contradictions::mark(&mut frame);
        frame
    }
}

/// The size of a board, if its text determines it.
fn size(board: &str) -> String {
    let rows = board.split('/').count();
    let cols = board.split('/').next().unwrap_or_default();
    format!("{rows}x{}", cols.split_whitespace().count())
}

/// Names of sets; with the size where a set has several.
fn group_names(groups: &[String]) -> Vec<String> {
    let parts: Vec<(&str, &str)> = groups
        .iter()
        .map(|group| group.split_once('\t').unwrap_or((group, "")))
        .collect();
    let name = |&(set, size): &(&str, &str)| {
        if parts.iter().filter(|(other, _)| *other == set).count() > 1 {
            format!("{set} {size}")
        } else {
            set.to_owned()
        }
    };
    parts.iter().map(name).collect()
}

impl DataFrame {
    /// Reads a folder.
    ///
    /// # Errors
    /// When it is none, or a row cannot be read.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let manifest = Manifest::read(folder)?;
        let mut filling = Filling::default();
        let torn = each_row(folder, |row| {
            filling.add(row);
            Ok(())
        })?;
        Ok(filling.finish(manifest, torn))
    }

    /// The rows of a configuration.
    pub fn of_lane(&self, lane: usize) -> impl Iterator<Item = &Point> {
        self.points
            .iter()
            .filter(move |point| usize::from(point.lane) == lane)
    }

    /// The same with the rows of one set alone. Places of configurations and instances stay.
    pub fn of_group(&self, group: usize) -> Self {
        let is_in = |point: &&Point| usize::from(point.group) == group;
        Self {
            manifest: self.manifest.clone(),
            lanes: self.lanes.clone(),
            instances: self.instances.clone(),
            heuristics: self.heuristics.clone(),
            groups: self.groups.clone(),
            contradictions: Vec::new(),
            optima: self.optima.clone(),
            points: self.points.iter().filter(is_in).copied().collect(),
            torn: self.torn,
        }
    }

    /// One time for each instance and bound that a configuration answered: the middle of its
    /// repeats. Those it did not answer have none, those it refused are not there.
    pub fn by_instance(&self, lane: usize, measure: Measure) -> HashMap<(u32, u32), Option<f64>> {
        let mut times: HashMap<(u32, u32), Vec<Option<f64>>> = HashMap::new();
        let made = |point: &&Point| point.status != Status::Refused;
        for point in self.of_lane(lane).filter(made) {
            let time = point.status.is_answered().then(|| measure.of(point));
            times
                .entry((point.instance, point.steps))
                .or_default()
                .push(time);
        }
        let middle = |mut times: Vec<Option<f64>>| {
            // What was not answered is slower than all else.
            times.sort_by(|a, b| {
                a.unwrap_or(f64::INFINITY)
                    .total_cmp(&b.unwrap_or(f64::INFINITY))
            });
            times[(times.len() - 1) / 2]
        };
        times
            .into_iter()
            .map(|(key, times)| (key, middle(times)))
            .collect()
    }
}

impl Point {
    /// A measured value as statistics see it: complete where the run was answered, censored where a
    /// limit ended it, never reached where it failed; none for a run that was refused.
    pub fn observe(&self, value: f64) -> Option<Observed> {
        match self.status {
            Status::Refused => None,
            status if status.is_answered() => Some(Observed {
                value,
                is_complete: true,
            }),
            Status::Limit => Some(Observed {
                value,
                is_complete: false,
            }),
            _ => Some(Observed {
                value: f64::INFINITY,
                is_complete: false,
            }),
        }
    }
}

fn point(row: &ResultRow<'_>, lane: u16, instance: u32, heuristic: u16, group: u16) -> Point {
    Point {
        group,
        verified: row.verified,
        lower_bound: row.lower_bound,
        claimed: row.claimed_bound,
        id: u64::from_str_radix(&row.run_id, 16).unwrap_or_default(),
        lane,
        instance,
        heuristic,
        steps: row.steps.unwrap_or(0),
        status: row.status,
        proven: row.proven,
        length: row.length,
        h_start: row.h_start,
        expanded: row.expanded,
        peak: row.peak_mem_bytes,
        setup: row.setup_s as f32,
        solve: row.solve_s,
        cpu: row.cpu_s,
        time_limit: row.time_limit_s.map(|limit| limit as f32),
    }
}
