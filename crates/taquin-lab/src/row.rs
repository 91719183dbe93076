//! One run as stored: everything that was measured, nothing averaged.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A shortest solution, proven.
    Optimal,
    /// A solution without a proof; a limit may have ended the search for a shorter one.
    Solved,
    /// A limit was reached and there is no solution.
    Limit,
    /// The search ended without a solution, as a bound on the steps can make it.
    None,
    /// The board reaches no goal.
    Unsolvable,
    /// The solver does not do this board.
    Refused,
    /// The program ended badly, or had to be ended.
    Crash,
    /// The program printed nothing that is an answer.
    Rubbish,
    /// The answer failed verification.
    Wrong,
}

impl Status {
    /// All of them, best first.
    pub const ALL: [Self; 9] = [
        Self::Optimal,
        Self::Solved,
        Self::None,
        Self::Limit,
        Self::Unsolvable,
        Self::Refused,
        Self::Crash,
        Self::Rubbish,
        Self::Wrong,
    ];

    /// The word for it in rows.
    pub fn word(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Solved => "solved",
            Self::Limit => "limit",
            Self::None => "none",
            Self::Unsolvable => "unsolvable",
            Self::Refused => "refused",
            Self::Crash => "crash",
            Self::Rubbish => "rubbish",
            Self::Wrong => "wrong",
        }
    }

    /// Whether there is a solution.
    pub fn is_solved(self) -> bool {
        matches!(self, Self::Optimal | Self::Solved)
    }

    /// Whether the question was answered: by a solution, or by the proof that there is none.
    pub fn is_answered(self) -> bool {
        matches!(
            self,
            Self::Optimal | Self::Solved | Self::None | Self::Unsolvable
        )
    }
}

/// One run. The names are those of the columns; the manual says what each means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the manual has a table of the columns, and repeats would drift"
)]
pub struct ResultRow<'a> {
    pub run_id: Cow<'a, str>,
    #[serde(borrow)]
    pub suite: Cow<'a, str>,
    #[serde(borrow)]
    pub instance_id: Cow<'a, str>,
    #[serde(borrow)]
    pub board: Cow<'a, str>,
    #[serde(borrow)]
    pub goal: Cow<'a, str>,
    #[serde(borrow)]
    pub algorithm: Cow<'a, str>,
    pub heuristic: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub params: Cow<'a, str>,
    pub seed: u64,
    pub repeat: u32,
    pub status: Status,
    pub length: Option<u32>,
    pub proven: bool,
    pub lower_bound: Option<u32>,
    pub h_start: Option<u32>,
    pub expanded: Option<u64>,
    pub generated: Option<u64>,
    pub reopened: Option<u64>,
    pub peak_mem_bytes: Option<u64>,
    pub setup_s: f64,
    pub solve_s: f64,
    pub cpu_s: Option<f64>,
    pub time_limit_s: Option<f64>,
    pub mem_limit_bytes: Option<u64>,
    pub threads: u32,
    pub verified: bool,
    #[serde(borrow)]
    pub version: Cow<'a, str>,
    #[serde(borrow)]
    pub commit: Cow<'a, str>,
    #[serde(borrow)]
    pub host_cpu: Cow<'a, str>,
    #[serde(borrow)]
    pub started_at: Cow<'a, str>,
    #[serde(borrow)]
    pub configuration: Cow<'a, str>,
    pub steps: Option<u32>,
    pub optimal: Option<u32>,
    pub node_limit: Option<u64>,
    pub limit: Option<Cow<'a, str>>,
    pub base_mem_bytes: Option<u64>,
    pub solver_bytes: Option<u64>,
    pub moves: Option<Cow<'a, str>>,
    pub error: Option<Cow<'a, str>>,
    pub claimed_bound: Option<u32>,
    pub claimed_by: Option<Cow<'a, str>>,
    pub cpu_limit_s: Option<f64>,
}

/// The type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Words and texts.
    Text,
    /// Counts.
    Number,
    /// Times.
    Seconds,
    /// Truths.
    Truth,
}

/// The names of the columns, in order, and what is in them.
pub const COLUMNS: [(&str, CellKind); 42] = [
    ("run_id", CellKind::Text),
    ("suite", CellKind::Text),
    ("instance_id", CellKind::Text),
    ("board", CellKind::Text),
    ("goal", CellKind::Text),
    ("algorithm", CellKind::Text),
    ("heuristic", CellKind::Text),
    ("params", CellKind::Text),
    ("seed", CellKind::Number),
    ("repeat", CellKind::Number),
    ("status", CellKind::Text),
    ("length", CellKind::Number),
    ("proven", CellKind::Truth),
    ("lower_bound", CellKind::Number),
    ("h_start", CellKind::Number),
    ("expanded", CellKind::Number),
    ("generated", CellKind::Number),
    ("reopened", CellKind::Number),
    ("peak_mem_bytes", CellKind::Number),
    ("setup_s", CellKind::Seconds),
    ("solve_s", CellKind::Seconds),
    ("cpu_s", CellKind::Seconds),
    ("time_limit_s", CellKind::Seconds),
    ("mem_limit_bytes", CellKind::Number),
    ("threads", CellKind::Number),
    ("verified", CellKind::Truth),
    ("version", CellKind::Text),
    ("commit", CellKind::Text),
    ("host_cpu", CellKind::Text),
    ("started_at", CellKind::Text),
    ("configuration", CellKind::Text),
    ("steps", CellKind::Number),
    ("optimal", CellKind::Number),
    ("node_limit", CellKind::Number),
    ("limit", CellKind::Text),
    ("base_mem_bytes", CellKind::Number),
    ("solver_bytes", CellKind::Number),
    ("moves", CellKind::Text),
    ("error", CellKind::Text),
    ("claimed_bound", CellKind::Number),
    ("claimed_by", CellKind::Text),
    ("cpu_limit_s", CellKind::Seconds),
];

/// A value of a row, for tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellValue<'a> {
    /// Nothing.
    Empty,
    /// A word or text.
    Text(&'a str),
    /// A count.
    Number(u64),
    /// A time.
    Seconds(f64),
    /// A truth.
    Truth(bool),
}

impl ResultRow<'_> {
    /// The values in the order of [`COLUMNS`].
    pub fn cells(&self) -> [CellValue<'_>; 42] {
        fn word(text: Option<&str>) -> CellValue<'_> {
            text.map_or(CellValue::Empty, CellValue::Text)
        }
        fn number<T: Into<u64>>(value: Option<T>) -> CellValue<'static> {
            value.map_or(CellValue::Empty, |value| CellValue::Number(value.into()))
        }
        let seconds = |value: Option<f64>| value.map_or(CellValue::Empty, CellValue::Seconds);
        [
            CellValue::Text(&self.run_id),
            CellValue::Text(&self.suite),
            CellValue::Text(&self.instance_id),
            CellValue::Text(&self.board),
            CellValue::Text(&self.goal),
            CellValue::Text(&self.algorithm),
            word(self.heuristic.as_deref()),
            CellValue::Text(&self.params),
            CellValue::Number(self.seed),
            CellValue::Number(self.repeat.into()),
            CellValue::Text(self.status.word()),
            number(self.length),
            CellValue::Truth(self.proven),
            number(self.lower_bound),
            number(self.h_start),
            number(self.expanded),
            number(self.generated),
            number(self.reopened),
            number(self.peak_mem_bytes),
            CellValue::Seconds(self.setup_s),
            CellValue::Seconds(self.solve_s),
            seconds(self.cpu_s),
            seconds(self.time_limit_s),
            number(self.mem_limit_bytes),
            CellValue::Number(self.threads.into()),
            CellValue::Truth(self.verified),
            CellValue::Text(&self.version),
            CellValue::Text(&self.commit),
            CellValue::Text(&self.host_cpu),
            CellValue::Text(&self.started_at),
            CellValue::Text(&self.configuration),
            number(self.steps),
            number(self.optimal),
            number(self.node_limit),
            word(self.limit.as_deref()),
            number(self.base_mem_bytes),
            number(self.solver_bytes),
            word(self.moves.as_deref()),
            word(self.error.as_deref()),
            number(self.claimed_bound),
            word(self.claimed_by.as_deref()),
            seconds(self.cpu_limit_s),
        ]
    }

    /// The same row, with texts of its own.
    pub fn into_owned(self) -> ResultRow<'static> {
        fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
            Cow::Owned(text.into_owned())
        }
        ResultRow {
            run_id: owned(self.run_id),
            suite: owned(self.suite),
            instance_id: owned(self.instance_id),
            board: owned(self.board),
            goal: owned(self.goal),
            algorithm: owned(self.algorithm),
            heuristic: self.heuristic.map(owned),
            params: owned(self.params),
            seed: self.seed,
            repeat: self.repeat,
            status: self.status,
            length: self.length,
            proven: self.proven,
            lower_bound: self.lower_bound,
            h_start: self.h_start,
            expanded: self.expanded,
            generated: self.generated,
            reopened: self.reopened,
            peak_mem_bytes: self.peak_mem_bytes,
            setup_s: self.setup_s,
            solve_s: self.solve_s,
            cpu_s: self.cpu_s,
            time_limit_s: self.time_limit_s,
            mem_limit_bytes: self.mem_limit_bytes,
            threads: self.threads,
            verified: self.verified,
            version: owned(self.version),
            commit: owned(self.commit),
            host_cpu: owned(self.host_cpu),
            started_at: owned(self.started_at),
            configuration: owned(self.configuration),
            steps: self.steps,
            optimal: self.optimal,
            node_limit: self.node_limit,
            limit: self.limit.map(owned),
            base_mem_bytes: self.base_mem_bytes,
            solver_bytes: self.solver_bytes,
            moves: self.moves.map(owned),
            error: self.error.map(owned),
            claimed_bound: self.claimed_bound,
            claimed_by: self.claimed_by.map(owned),
            cpu_limit_s: self.cpu_limit_s,
        }
    }

    /// Writes the row as a line of CSV.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        for (i, cell) in self.cells().iter().enumerate() {
            if i > 0 {
                out.write_all(b",")?;
            }
            match cell {
                CellValue::Empty => {}
                CellValue::Text(text) if text.contains([',', '"', '\n', '\r']) => {
                    write!(out, "\"{}\"", text.replace('"', "\"\""))?;
                }
                CellValue::Text(text) => out.write_all(text.as_bytes())?,
                CellValue::Number(number) => write!(out, "{number}")?,
                CellValue::Seconds(seconds) => write!(out, "{seconds}")?,
                CellValue::Truth(truth) => write!(out, "{truth}")?,
            }
        }
        out.write_all(b"\n")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A row to begin with.
    pub(crate) fn example() -> ResultRow<'static> {
        ResultRow {
            run_id: "00000000000000ff".into(),
            suite: "t".into(),
            instance_id: "set/1".into(),
            board: "1 2/3 0".into(),
            goal: "blank-last".into(),
            algorithm: "bfs".into(),
            heuristic: None,
            params: "".into(),
            seed: 1,
            repeat: 0,
            status: Status::Optimal,
            length: Some(0),
            proven: true,
            lower_bound: Some(0),
            h_start: None,
            expanded: Some(0),
            generated: Some(1),
            reopened: Some(0),
            peak_mem_bytes: Some(1 << 20),
            setup_s: 0.0,
            solve_s: 0.001,
            cpu_s: Some(0.001),
            time_limit_s: Some(10.0),
            mem_limit_bytes: None,
            threads: 1,
            verified: true,
            version: "0".into(),
            commit: "c".into(),
            host_cpu: "a, b".into(),
            started_at: "2026-01-01T00:00:00Z".into(),
            configuration: "bfs".into(),
            steps: None,
            optimal: Some(0),
            node_limit: None,
            limit: None,
            base_mem_bytes: None,
            solver_bytes: Some(0),
            moves: Some("".into()),
            error: None,
            claimed_bound: None,
            claimed_by: None,
            cpu_limit_s: None,
        }
    }

    #[test]
    fn the_columns_are_the_fields_in_their_order() {
        let value = serde_json::to_value(example()).unwrap();
        let names: Vec<&String> = value.as_object().unwrap().keys().collect();
        assert_eq!(names, COLUMNS.map(|(name, _)| name));
        for ((name, kind), cell) in COLUMNS.into_iter().zip(example().cells()) {
            let is_so = match cell {
                CellValue::Empty => true,
                CellValue::Text(_) => kind == CellKind::Text,
                CellValue::Number(_) => kind == CellKind::Number,
                CellValue::Seconds(_) => kind == CellKind::Seconds,
                CellValue::Truth(_) => kind == CellKind::Truth,
            };
            assert!(is_so, "{name}");
        }
    }

    #[test]
    fn csv_quotes_what_a_reader_would_stumble_over() {
        let mut line = Vec::new();
        example().write_csv(&mut line).unwrap();
        let line = String::from_utf8(line).unwrap();
        assert!(line.contains(",\"a, b\","), "{line}");
        assert_eq!(
            line.replace("\"a, b\"", "x").matches(',').count(),
            COLUMNS.len() - 1
        );
    }

    #[test]
    fn a_row_comes_back_as_it_was() {
        let text = serde_json::to_string(&example()).unwrap();
        assert_eq!(serde_json::from_str::<ResultRow>(&text).unwrap(), example());
    }
}
