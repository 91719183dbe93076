//! `taquin bench report`: a page with pictures and a summary.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use taquin_lab::{DataFrame, LaneSummary, PlotKind, ReportOptions, Suite};

use super::{By, FolderArg};
use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{Column, OutputFormat, Reply, Style, aligned};
use crate::units;

/// Write a report: report.html with plots, report.md as a summary
#[derive(Args)]
#[command(after_help = "Examples:
  taquin bench report runs/a
  taquin bench report runs/a --plot cactus,scatter --pair 'astar/manhattan,bfs' --by cpu
  taquin bench report runs/a --out page.html --format md

The report is one file with all plots, light and dark, printable. The configurations are also
printed as a table, in any --format.")]
pub(super) struct Report {
    #[command(flatten)]
    folder: FolderArg,
    /// Plots: histogram, steps, cactus, scatter, box, estimate [default: chosen by the suite]
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    plot: Vec<PlotKind>,
    /// The two configurations of the scatter plot, separated by a comma [default: the first two]
    #[arg(long, value_name = "A,B")]
    pair: Option<String>,
    /// Time to compare
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// File of the report [default: report.html and report.md in the folder]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

const COLUMNS: &[Column] = &[
    ("configuration", "/configuration"),
    ("set", "/set"),
    ("runs", "/runs"),
    ("answered", "/answered"),
    ("proven", "/proven"),
    ("median s", "/median_s"),
    ("low s", "/median_low_s"),
    ("high s", "/median_high_s"),
    ("PAR-2 s", "/par2_s"),
    ("cpu s", "/cpu_s"),
    ("expanded", "/expanded"),
    ("length", "/length"),
];

/// The columns for people: times have their units with them.
const SHOWN: &[Column] = &[
    ("configuration", "/configuration"),
    ("set", "/set"),
    ("runs", "/runs"),
    ("answered", "/answered"),
    ("proven", "/proven"),
    ("median", "/median_s"),
    ("low", "/median_low_s"),
    ("high", "/median_high_s"),
    ("PAR-2", "/par2_s"),
    ("cpu", "/cpu_s"),
    ("expanded", "/expanded"),
    ("length", "/length"),
];

impl Report {
    pub(super) fn run(self, style: Style) -> Result<Exit, End> {
        let frame = super::frame(&self.folder.folder, style)?;
        let suite = Suite::parse(&frame.manifest.suite_text);
        let chosen = suite.map(|suite| suite.plots).unwrap_or_default();
        let options = ReportOptions {
            plots: if self.plot.is_empty() {
                chosen
            } else {
                self.plot.clone()
            },
            measure: self.by.into(),
            pair: self
                .pair
                .as_deref()
                .map(|text| pair(text, &frame))
                .transpose()?,
        };
        let report = taquin_lab::Report::new(&frame, &options);
        let page = self
            .out
            .unwrap_or_else(|| self.folder.folder.join("report.html"));
        let summary = page.with_extension("md");
        write(&page, &report.html())?;
        write(&summary, &report.markdown())?;
        let rows: Vec<Value> = report.lanes.iter().map(row).collect();
        let value = json!({
            "suite": report.manifest.suite,
            "rows": report.rows,
            "page": page.display().to_string(),
            "summary": summary.display().to_string(),
            "configurations": rows,
            "contradictions": report.contradictions,
        });
        let shown: Vec<Value> = rows.iter().map(with_units).collect();
        let mut reply = Reply::new(aligned(SHOWN, &shown), &value)
            .with_rows_at("/configurations")
            .with_talk(format!("{} and {}", page.display(), summary.display()));
        if style.format == OutputFormat::Md {
            reply.rows = Some(rows);
        }
        super::super::only(style, COLUMNS, reply)
    }
}

/// A row whose times are texts like `0.8 ms`.
fn with_units(row: &Value) -> Value {
    let mut row = row.clone();
    for (name, value) in row.as_object_mut().into_iter().flatten() {
        let time = value.as_f64().filter(|_| name.ends_with("_s"));
        let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        if let Some(time) = time {
            *value = Value::String(match time.as_secs_f64() {
                s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
                _ => units::show_duration(time),
            });
        }
    }
    row
}

/// The places of two configurations.
fn pair(text: &str, frame: &DataFrame) -> Result<(usize, usize), Failure> {
    let place = |name: &str| frame.lanes.iter().position(|lane| lane == name.trim());
    // A name may have commas of its own.
    let mut commas = text.match_indices(',').map(|(at, _)| at);
    let found = commas.find_map(|at| Some((place(&text[..at])?, place(&text[at + 1..])?)));
    found.ok_or_else(|| {
        Failure::usage(format!(
            "--pair {text}: name two of {}",
            frame.lanes.join(", ")
        ))
    })
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::internal(format!("cannot write {}: {error}", path.display())))
}

fn row(lane: &LaneSummary) -> Value {
    let round = |value: f64| (value * 1e9).round() / 1e9;
    let two = |value: f64| (value * 100.0).round() / 100.0;
    json!({
        "configuration": lane.name,
        "set": lane.set,
        "runs": lane.runs,
        "answered": lane.answered,
        "proven": lane.proven,
        "claimed": lane.claimed,
        "median_s": lane.median.map(|median| round(median.value)),
        "median_low_s": lane.median.map(|median| round(median.low)),
        "median_high_s": lane.median.map(|median| round(median.high)),
        "mean_s": lane.mean.map(round),
        "longest_s": lane.longest.map(round),
        "par2_s": lane.par2.map(round),
        "cpu_s": lane.cpu.map(round),
        "setup_s": round(lane.setup),
        "expanded": lane.expanded.filter(|nodes| nodes.is_finite()).map(|nodes| nodes.round() as u64),
        "peak_mem_bytes": lane.peak.filter(|bytes| bytes.is_finite()).map(|bytes| bytes as u64),
        "length": lane.length.map(two),
    })
}
