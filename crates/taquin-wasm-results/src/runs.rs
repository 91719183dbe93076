//! Solver runs: reading their rows, and statistics over them.
//!
//! A folder of `taquin bench run` holds `rows.jsonl` (one JSON object a line) and the same as `rows.csv`.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{Table, archive, csv, parquet};

/// Rows beyond this many are left to the command line.
const MOST: usize = 200_000;

/// Columns of the rows that a page measures by itself.
const COLUMNS: [&str; 20] = [
    "instance_id",
    "board",
    "goal",
    "configuration",
    "seed",
    "repeat",
    "status",
    "length",
    "proven",
    "lower_bound",
    "h_start",
    "expanded",
    "generated",
    "reopened",
    "peak_mem_bytes",
    "solve_s",
    "time_limit_s",
    "verified",
    "version",
    "started_at",
];

/// Columns of the rows of a file, as far as they are kept.
const KEPT: [&str; 10] = [
    "configuration",
    "instance",
    "status",
    "length",
    "proven",
    "expanded",
    "generated",
    "seconds",
    "memory",
    "limit",
];

/// The columns of one run that statistics use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Run {
    pub(crate) configuration: String,
    pub(crate) instance: String,
    status: String,
    length: Option<f64>,
    proven: bool,
    expanded: Option<f64>,
    generated: Option<f64>,
    seconds: f64,
    memory: Option<f64>,
    limit: Option<f64>,
}

/// The measure that statistics and plots compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    Time,
    Nodes,
}

impl Run {
    /// A run from the columns of a row; none where it is none.
    fn of(row: &Value) -> Option<Self> {
        let seconds = number(&row["solve_s"])?;
        let word = |name: &str| Some(crate::text(&row[name])).filter(|text| !text.is_empty());
        let algorithm = word("algorithm").unwrap_or_default();
        let plain = match word("heuristic") {
            Some(heuristic) => format!("{algorithm}/{heuristic}"),
            None => algorithm,
        };
        let repeat = word("repeat").unwrap_or_else(|| "0".to_owned());
        Some(Self {
            configuration: word("configuration").unwrap_or(plain),
            instance: format!("{}#{repeat}", word("instance_id")?),
            status: word("status")?,
            length: number(&row["length"]),
            proven: crate::text(&row["proven"]) == "true",
            expanded: number(&row["expanded"]),
            generated: number(&row["generated"]),
            seconds,
            memory: number(&row["peak_mem_bytes"]),
            limit: number(&row["time_limit_s"]),
        })
    }

    /// Whether it gave a solution.
    pub(crate) fn is_solved(&self) -> bool {
        matches!(self.status.as_str(), "optimal" | "solved")
    }

    /// What it took.
    pub(crate) fn value(&self, measure: Measure) -> Option<f64> {
        match measure {
            Measure::Time => Some(self.seconds),
            Measure::Nodes => self.expanded,
        }
    }
}

/// A finite number: a text like `1e999` or `NaN` is none, for it has no place on an axis.
fn number(value: &Value) -> Option<f64> {
    let number: f64 = crate::text(value).parse().ok()?;
    number.is_finite().then_some(number)
}

/// The runs a page shows: those of a file, or those that it measures itself.
#[derive(Default)]
pub(crate) struct Runs {
    all: Vec<Run>,
    /// The rows of those that were measured here.
    rows: Vec<Value>,
    /// Column names, if the file begins with a line of them.
    columns: Option<Vec<String>>,
    is_begun: bool,
    /// The beginning of a line whose end has not arrived.
    rest: String,
    /// Number of lines that are not rows.
    bad: u32,
}

impl Runs {
    /// Forgets all, for other runs.
    pub(crate) fn open(&mut self) -> String {
        *self = Self::default();
        self.count()
    }

    /// The number of runs, the number of lines that were not rows, and whether no more runs are kept.
    fn count(&self) -> String {
        crate::json(
            &json!({ "count": self.all.len(), "bad": self.bad, "full": self.all.len() >= MOST }),
        )
    }

    /// Reads the next piece of a file; its first line tells whether it is JSON or CSV.
    pub(crate) fn push(&mut self, piece: &str, is_last: bool) -> String {
        let text = std::mem::take(&mut self.rest) + piece;
        let (lines, rest) = match text.rfind('\n') {
            _ if is_last => (text.as_str(), ""),
            Some(end) => text.split_at(end + 1),
            None => ("", text.as_str()),
        };
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            self.line(line);
        }
        rest.clone_into(&mut self.rest);
        self.count()
    }

    fn line(&mut self, line: &str) {
        if !std::mem::replace(&mut self.is_begun, true) && !line.starts_with('{') {
            self.columns = Some(csv::fields(line));
            return;
        }
        if self.all.len() >= MOST {
            return;
        }
        let row = match &self.columns {
            Some(columns) => {
                let values = csv::fields(line).into_iter().map(Value::from);
                Some(
                    columns
                        .iter()
                        .cloned()
                        .zip(values)
                        .collect::<Map<_, _>>()
                        .into(),
                )
            }
            None => serde_json::from_str(line).ok(),
        };
        match row.as_ref().and_then(Run::of) {
            Some(run) => self.all.push(run),
            None => self.bad += 1,
        }
    }

    /// Takes the row of a run that was measured here.
    pub(crate) fn take(&mut self, row: &str) -> Option<String> {
        let row: Value = serde_json::from_str(row).ok()?;
        self.all.extend(Run::of(&row));
        self.rows.push(row);
        Some(self.count())
    }

    /// Runs by configuration, in the order they first appear.
    pub(crate) fn groups(&self) -> Vec<(&str, Vec<&Run>)> {
        let mut groups: Vec<(&str, Vec<&Run>)> = Vec::new();
        for run in &self.all {
            match groups
                .iter_mut()
                .find(|(name, _)| *name == run.configuration)
            {
                Some((_, group)) => group.push(run),
                None => groups.push((&run.configuration, vec![run])),
            }
        }
        groups
    }

    /// Statistics for each configuration: times in milliseconds, memory in megabytes. PAR-2 is the mean time, with
    /// twice the limit for a run without a solution.
    pub(crate) fn summary(&self) -> String {
        let lines = self.groups().into_iter().map(|(name, runs)| {
            let solved = || runs.iter().filter(|run| run.is_solved());
            let median = |measure| quantile(&solved_values(&runs, measure), 0.5);
            let penalised = |run: &&Run| {
                if run.is_solved() {
                    run.seconds
                } else {
                    2.0 * run.limit.unwrap_or(run.seconds)
                }
            };
            let memory = runs.iter().filter_map(|run| run.memory).fold(0.0, f64::max);
            json!({
                "name": name,
                "runs": runs.len(),
                "solved": solved().count(),
                "proven": runs.iter().filter(|run| run.proven).count(),
                "length": mean(solved().map(|run| run.length.unwrap_or_default())),
                "time": median(Measure::Time).map(|time| time * 1e3),
                "par2": mean(runs.iter().map(penalised)).map(|time| time * 1e3),
                "nodes": median(Measure::Nodes),
                "memory": memory / 1e6,
            })
        });
        crate::json(&lines.collect::<Vec<_>>())
    }

    /// The rows as they go into files.
    pub(crate) fn table(&self) -> Table {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        if !self.rows.is_empty() {
            return Table {
                columns: names(&COLUMNS),
                rows: self.rows.clone(),
            };
        }
        let rows = self.all.iter().map(|run| json!(run)).collect();
        Table {
            columns: names(&KEPT),
            rows,
        }
    }

    /// An archive of the rows, as CSV and as Parquet, and of more texts by their names.
    pub(crate) fn bundle(&self, texts: &str) -> Option<String> {
        let table = self.table();
        let mut files = vec![
            ("rows.csv".to_owned(), table.csv().into_bytes()),
            ("rows.parquet".to_owned(), parquet::file(&table)),
        ];
        files.extend(archive::texts(texts)?);
        Some(archive::base64(&archive::zip(&files)))
    }
}

/// A quantile of sorted numbers, between neighbours in proportion.
pub(crate) fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let at = sorted.len().checked_sub(1)? as f64 * part;
    let low = sorted[at as usize];
    let high = sorted.get(at as usize + 1).copied().unwrap_or(low);
    Some(low + (high - low) * at.fract())
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The values of solved runs, sorted.
pub(crate) fn solved_values(runs: &[&Run], measure: Measure) -> Vec<f64> {
    let solved = runs.iter().filter(|run| run.is_solved());
    let mut values: Vec<f64> = solved.filter_map(|run| run.value(measure)).collect();
    values.sort_by(f64::total_cmp);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(configuration: &str, instance: &str, status: &str, seconds: f64) -> String {
        json!({
            "instance_id": instance, "algorithm": "bfs", "heuristic": null, "status": status, "length": 4,
            "proven": status == "optimal", "expanded": 17, "generated": 35, "peak_mem_bytes": 8e6,
            "solve_s": seconds, "time_limit_s": 10, "configuration": configuration,
        })
        .to_string()
    }

    #[test]
    fn lines_may_be_cut_anywhere_and_damaged_ones_are_counted() {
        let rows = [
            row("bfs", "a/1", "optimal", 0.5),
            row("bfs", "a/2", "limit", 10.0),
            row("x", "a/1", "solved", 1.0),
        ];
        let text = format!("{}\n{}\r\n{{\"half\":\n{}\n", rows[0], rows[1], rows[2]);
        for size in [1, 7, 100, 10_000] {
            let mut runs = Runs::default();
            for piece in text.as_bytes().chunks(size) {
                runs.push(std::str::from_utf8(piece).unwrap(), false);
            }
            let counts: Value = serde_json::from_str(&runs.push("", true)).unwrap();
            assert_eq!(counts, json!({ "count": 3, "bad": 1, "full": false }));
            let groups: Vec<_> = runs
                .groups()
                .iter()
                .map(|(name, group)| (*name, group.len()))
                .collect();
            assert_eq!(groups, [("bfs", 2), ("x", 1)]);
        }
    }

    #[test]
    fn csv_is_read_by_the_names_of_its_columns() {
        let mut runs = Runs::default();
        runs.push(
            "instance_id,status,solve_s,algorithm,heuristic,expanded,length,proven,repeat\n\
             \"a \"\"1\"\"\",optimal,0.25,astar,manhattan,38,14,true,2\nb,limit,1,bfs,,,,false,0",
            true,
        );
        let expected = Run {
            configuration: "astar/manhattan".to_owned(),
            instance: "a \"1\"#2".to_owned(),
            status: "optimal".to_owned(),
            length: Some(14.0),
            proven: true,
            expanded: Some(38.0),
            generated: None,
            seconds: 0.25,
            memory: None,
            limit: None,
        };
        assert_eq!(runs.all[0], expected);
        assert_eq!(runs.all[1].expanded, None);
    }

    #[test]
    fn numbers_without_a_place_on_an_axis_are_none() {
        let mut runs = Runs::default();
        let counts = runs.push(
            "instance_id,status,solve_s,expanded\na,optimal,1e999,1\nb,optimal,NaN,1\nc,optimal,-inf,1\nd,optimal,1,inf",
            true,
        );
        let counts: Value = serde_json::from_str(&counts).unwrap();
        assert_eq!(counts, json!({ "count": 1, "bad": 3, "full": false }));
        assert_eq!(runs.all[0].expanded, None);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.5), Some(2.5));
        assert_eq!(quantile(&[7.0], 0.25), Some(7.0));
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn a_run_without_a_solution_counts_twice_its_limit() {
        let mut runs = Runs::default();
        for line in [
            row("bfs", "1", "optimal", 0.5),
            row("bfs", "2", "optimal", 1.5),
            row("bfs", "3", "limit", 10.0),
        ] {
            runs.take(&line).unwrap();
        }
        let summary: Value = serde_json::from_str(&runs.summary()).unwrap();
        let line = &summary[0];
        assert_eq!(
            [&line["runs"], &line["solved"], &line["proven"]].map(Value::as_u64),
            [Some(3), Some(2), Some(2)]
        );
        assert_eq!(line["time"].as_f64(), Some(1000.0));
        assert_eq!(line["par2"].as_f64(), Some((0.5 + 1.5 + 20.0) / 3.0 * 1e3));
    }
}
