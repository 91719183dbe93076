//! The rows of a folder in memory, small enough for millions.

use std::collections::HashMap;
use std::path::Path;

use crate::folder::{FolderError, Manifest, each_row};
use crate::row::{Row, Status};

/// What a report needs of a row.
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
    /// How the run ended.
    pub status: Status,
    /// Whether the solution was proven shortest.
    pub proven: bool,
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
pub struct Frame {
    /// What was run.
    pub manifest: Manifest,
    /// The configurations, in the order of their first rows.
    pub lanes: Vec<String>,
    /// The names of the instances.
    pub instances: Vec<String>,
    /// The heuristics.
    pub heuristics: Vec<String>,
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
    /// The time of a row; that on the clock where there is no other.
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
    optima: Vec<Option<u32>>,
    points: Vec<Point>,
}

impl Filling {
    /// Takes in a row.
    pub fn add(&mut self, row: &Row<'_>) {
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
        self.points
            .push(point(row, lane, instance, heuristic as u16));
    }

    /// The frame of all rows taken in.
    pub fn finish(self, manifest: Manifest, torn: bool) -> Frame {
        Frame {
            manifest,
            lanes: self.lanes.names,
            instances: self.instances.names,
            heuristics: self.heuristics.names,
            optima: self.optima,
            points: self.points,
            torn,
        }
    }
}

impl Frame {
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

    /// One time for each instance and bound that a configuration answered: the middle of its
    /// repeats. Those it did not answer have none.
    pub fn by_instance(&self, lane: usize, measure: Measure) -> HashMap<(u32, u32), Option<f64>> {
        let mut times: HashMap<(u32, u32), Vec<Option<f64>>> = HashMap::new();
        for point in self.of_lane(lane) {
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

fn point(row: &Row<'_>, lane: u16, instance: u32, heuristic: u16) -> Point {
    Point {
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
