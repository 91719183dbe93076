//! `taquin bench diff`: what changed from one folder of results to another.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use taquin_lab::Difference;
use taquin_lab::diff::{Change, LaneChange};

use super::By;
use crate::End;
use crate::failure::Exit;
use crate::output::{Column, Reply, Style, aligned};
use crate::units;

/// Compare two folders: what got faster, slower or wrong
#[derive(Args)]
#[command(after_help = "Example:
  taquin bench diff runs/before runs/after --by cpu

Runs are matched by configuration, instance and bound. A configuration is called faster or slower
if its median ratio is beyond the threshold and Wilcoxon's signed-rank test gives p < 0.01. The exit
code is 5 if answers contradict one another.")]
pub(super) struct Diff {
    /// The folder before
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// The folder after
    #[arg(value_name = "AFTER")]
    after: PathBuf,
    /// Time to compare
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Smallest change that counts
    #[arg(long, value_name = "SHARE", default_value = "10%", value_parser = units::percent)]
    threshold: f64,
}

const COLUMNS: &[Column] = &[
    ("configuration", "/configuration"),
    ("verdict", "/verdict"),
    ("instances", "/instances"),
    ("faster", "/faster"),
    ("slower", "/slower"),
    ("ratio", "/ratio"),
    ("low", "/ratio_low"),
    ("high", "/ratio_high"),
    ("p", "/p"),
    ("nodes", "/nodes_ratio"),
];

impl Diff {
    pub(super) fn run(self, style: Style) -> Result<Exit, End> {
        let before = super::frame(&self.before, style)?;
        let after = super::frame(&self.after, style)?;
        let difference = Difference::between(&before, &after, self.by.into(), self.threshold);
        let rows: Vec<Value> = difference.lanes.iter().map(row).collect();
        let mut reply = Reply::new(text(&difference, &rows), &difference);
        reply.rows = Some(rows);
        if !difference.wrong.is_empty() {
            reply = reply.with_exit(Exit::Verification);
        }
        super::super::only(style, COLUMNS, reply)
    }
}

fn row(lane: &LaneChange) -> Value {
    let short = |value: f64| (value * 1e4).round() / 1e4;
    json!({
        "configuration": lane.configuration,
        "verdict": lane.verdict,
        "instances": lane.instances,
        "faster": lane.faster,
        "slower": lane.slower,
        "ratio": short(lane.ratio),
        "ratio_low": short(lane.ratio_low),
        "ratio_high": short(lane.ratio_high),
        "p": lane.p.map(short),
        "nodes_ratio": lane.nodes_ratio.map(short),
    })
}

fn text(difference: &Difference, rows: &[Value]) -> String {
    let mut text = if rows.is_empty() {
        "no run was answered in both folders\n".to_owned()
    } else {
        aligned(COLUMNS, rows)
    };
    let lists: [(&str, &[Change]); 5] = [
        ("wrong", &difference.wrong),
        ("no longer answered", &difference.lost),
        ("newly answered", &difference.won),
        ("slower", &difference.slower),
        ("faster", &difference.faster),
    ];
    for (name, changes) in lists {
        if !changes.is_empty() {
            let _ = writeln!(text, "\n{name}:");
        }
        for change in changes.iter().take(10) {
            let steps = change.steps.map_or(String::new(), |steps| {
                format!(", {}", units::count_of(steps.into(), "step"))
            });
            let _ = writeln!(
                text,
                "  {} · {}{steps}: {}",
                change.configuration, change.instance, change.what
            );
        }
        if changes.len() > 10 {
            let _ = writeln!(text, "  and {} more", changes.len() - 10);
        }
    }
    for (name, lanes) in [
        ("before", &difference.only_first),
        ("after", &difference.only_second),
    ] {
        if !lanes.is_empty() {
            let _ = writeln!(text, "\nonly {name}: {}", lanes.join(", "));
        }
    }
    if difference.unmatched > 0 {
        let _ = writeln!(
            text,
            "\n{} runs are in one folder only",
            difference.unmatched
        );
    }
    text
}
