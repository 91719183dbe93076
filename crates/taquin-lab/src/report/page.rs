//! A report as one page with all its pictures, and as Markdown.

use std::fmt::Write;

use taquin_app::units::show_bytes;

use super::{PairSummary, Report, StepsAnswer};
use crate::data_frame::Measure;
use crate::plot::{escape, show};
use crate::row::Status;
use crate::stats::ConfidenceInterval;
use crate::suite::Suite;

/// Placeholder for a missing value.
const NOTHING: &str = "–";

/// Placeholder for a value that was not reached.
const NOT_REACHED: &str = "not reached";

/// The note on how runs without an answer are counted.
const CENSORED: &str = "runs ended by a limit are censored, and medians are those of the product-limit estimate. Means stand where all runs were answered.";

/// Contradictions that are shown one by one: a lane that is always wrong would fill the page.
const MOST_CONTRADICTIONS: usize = 8;

/// A time, if it was reached.
fn reached(seconds: f64) -> String {
    if seconds.is_finite() {
        show::time(seconds)
    } else {
        NOT_REACHED.to_owned()
    }
}

/// A table: titles, then rows of cells.
struct Table {
    titles: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(titles: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Self {
        Self {
            titles: titles.iter().map(|&title| title.to_owned()).collect(),
            rows: rows.collect(),
        }
    }

    /// Leaves a column out that says nothing in any row.
    fn drop_empty(&mut self, title: &str) {
        let place = self.titles.iter().position(|other| other == title);
        if let Some(place) = place
            && self.rows.iter().all(|row| row[place] == NOTHING)
        {
            self.titles.remove(place);
            for row in &mut self.rows {
                row.remove(place);
            }
        }
    }
}

impl Report {
    fn lanes_table(&self) -> Table {
        let mut sets: Vec<&str> = self.lanes.iter().filter_map(|l| l.set.as_deref()).collect();
        sets.sort_unstable();
        sets.dedup();
        let sets = sets.len();
        let time = |seconds: Option<f64>| seconds.map_or(NOTHING.to_owned(), reached);
        let rows = self.lanes.iter().map(|lane| {
            let others: Vec<String> = lane
                .statuses
                .iter()
                .filter(|(status, _)| !status.is_solved())
                .map(|(status, count)| format!("{count} {}", status.word()))
                .collect();
            let set = lane.set.as_deref().filter(|_| sets > 1);
            vec![
                lane.name.clone(),
                set.unwrap_or(NOTHING).to_owned(),
                lane.runs.to_string(),
                lane.answered.to_string(),
                lane.proven.to_string(),
                match lane.claimed {
                    0 => NOTHING.to_owned(),
                    count => count.to_string(),
                },
                if others.is_empty() {
                    NOTHING.to_owned()
                } else {
                    others.join(", ")
                },
                lane.median
                    .map_or(NOTHING.to_owned(), |median| interval(&median)),
                time(lane.mean),
                time(lane.longest),
                time(lane.par2),
                time(lane.cpu),
                if lane.setup > 0.0 {
                    show::time(lane.setup)
                } else {
                    NOTHING.to_owned()
                },
                match lane.expanded {
                    Some(nodes) if nodes.is_finite() => show::count(nodes, nodes),
                    Some(_) => NOT_REACHED.to_owned(),
                    None => NOTHING.to_owned(),
                },
                match lane.peak {
                    Some(bytes) if bytes.is_finite() => show_bytes(bytes as u64),
                    Some(_) => NOT_REACHED.to_owned(),
                    None => NOTHING.to_owned(),
                },
                lane.length
                    .map_or(NOTHING.to_owned(), |length| format!("{length:.2}")),
            ]
        });
        let mut table = Table::new(
            &[
                "configuration",
                "set",
                "runs",
                "answered",
                "proven",
                "unchecked claims",
                "others",
                "median (95 %)",
                "mean",
                "longest",
                "PAR-2",
                "median CPU",
                "set-up",
                "median expanded",
                "median peak memory",
                "mean length",
            ],
            rows,
        );
        for title in ["set", "unchecked claims", "others"] {
            table.drop_empty(title);
        }
        table
    }

    fn published_table(&self) -> Table {
        let rows = self.published.iter().map(|line| {
            vec![
                line.configuration.clone(),
                line.what.clone(),
                line.published.clone(),
                line.here.clone().unwrap_or_else(|| NOTHING.to_owned()),
            ]
        });
        Table::new(&["configuration", "figure", "published", "here"], rows)
    }

    /// The table of answers by bound on the steps, a column for each configuration.
    fn steps_table(&self) -> Table {
        let (names, lines) = &self.steps;
        let first = lines.first().map(|line| &line.instance);
        let is_one = lines.iter().all(|line| Some(&line.instance) == first);
        let answer = |answer: &Option<StepsAnswer>| match answer {
            None => NOTHING.to_owned(),
            Some(StepsAnswer {
                verdict,
                time: None,
            }) => (*verdict).to_owned(),
            Some(StepsAnswer {
                verdict,
                time: Some(time),
            }) => format!("{verdict} {}", show::time(*time)),
        };
        let rows = lines.iter().map(|line| {
            let instance = if is_one { NOTHING } else { &line.instance };
            let fixed = [line.steps.to_string(), instance.to_owned()];
            let answers = line.answers.iter().map(answer);
            fixed.into_iter().chain(answers).collect()
        });
        let names = names.iter().map(String::as_str);
        let titles: Vec<&str> = ["steps", "instance"].into_iter().chain(names).collect();
        let mut table = Table::new(&titles, rows);
        table.drop_empty("instance");
        table
    }

    fn pairs_table(&self) -> Table {
        let first = self.pairs.first().map(|pair| &pair.set);
        let sets = 1 + usize::from(self.pairs.iter().any(|pair| Some(&pair.set) != first));
        let rows = self.pairs.iter().map(
            |PairSummary {
                 first,
                 second,
                 set,
                 pairs,
                 adjusted,
             }| {
                let p = |p: Option<f64>| match p {
                    None => NOTHING.to_owned(),
                    Some(p) if p < 1e-5 => "< 0.00001".to_owned(),
                    Some(p) => format!("{p:.5}"),
                };
                vec![
                    format!("{second} over {first}"),
                    if sets > 1 {
                        set.clone()
                    } else {
                        NOTHING.to_owned()
                    },
                    (pairs.first + pairs.second + pairs.ties).to_string(),
                    pairs.second.to_string(),
                    pairs.first.to_string(),
                    ratio(&pairs.ratio),
                    p(pairs.p),
                    p(*adjusted),
                ]
            },
        );
        let mut table = Table::new(
            &[
                "configurations",
                "set",
                "instances either answered",
                "faster",
                "slower",
                "median ratio of times (95 %)",
                "p (Wilcoxon)",
                "p (Holm)",
            ],
            rows,
        );
        table.drop_empty("set");
        table
    }

    fn dominance_table(&self) -> Table {
        let rows = self.dominance.iter().map(|d| {
            vec![
                d.strong.clone(),
                d.weak.clone(),
                d.above.to_string(),
                d.boards.to_string(),
            ]
        });
        Table::new(&["never below", "than", "above it on", "of boards"], rows)
    }

    /// Names and values of what was run where.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let manifest = &self.manifest;
        let mut facts = vec![
            ("suite", manifest.suite.clone()),
            ("rows", format!("{} of {} runs", self.rows, manifest.runs)),
            ("seed", manifest.seed.to_string()),
        ];
        if let Some(shard) = manifest.shard {
            facts.push(("part", shard.to_string()));
        }
        for session in &manifest.sessions {
            let machine = &session.machine;
            let memory = machine.memory.map_or("?".to_owned(), show_bytes);
            let load = machine
                .load
                .map_or(String::new(), |load| format!(", load {load} at the start"));
            let build = &session.build;
            facts.push(("command", session.command.clone()));
            facts.push((
                "when",
                format!(
                    "{} to {}",
                    session.started_at,
                    session.ended_at.as_deref().unwrap_or("a kill")
                ),
            ));
            facts.push((
                "machine",
                format!(
                    "{}, {} cores, {memory}, {}{load}",
                    machine.cpu, machine.cores, machine.system
                ),
            ));
            facts.push((
                "program",
                format!(
                    "taquin {}, commit {}, {} build, {}, binary {}",
                    build.version, build.commit, build.profile, build.compiler, build.binary
                ),
            ));
            facts.push(("runs at once", session.jobs.to_string()));
            if !machine.unenforced.is_empty() {
                facts.push(("not enforced", machine.unenforced.join("; ")));
            }
        }
        facts
    }

    /// Caveats to read before the numbers.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let sessions = &self.manifest.sessions;
        if self.rows < self.manifest.runs && self.manifest.shard.is_none() {
            let (rows, runs) = (self.rows, self.manifest.runs);
            warnings.push(format!(
                "{rows} of {runs} runs have their rows; the experiment is not complete."
            ));
        }
        if self.torn {
            warnings.push("The last line of the rows is half written and left out.".to_owned());
        }
        if sessions
            .iter()
            .any(|session| session.build.profile != "release")
        {
            warnings.push("Some rows are from a debug build; its times say nothing.".to_owned());
        }
        if sessions.iter().any(|session| session.jobs > 1) {
            warnings.push(
                "Several runs were made at once and may have disturbed one another.".to_owned(),
            );
        }
        let busy = |machine: &crate::Machine| machine.load.is_some_and(|load| load > 0.7);
        if sessions.iter().any(|session| busy(&session.machine)) {
            warnings.push("Other programs ran on the machine: CPU times and node counts are more reliable than times on the clock.".to_owned());
        }
        let wrong: usize = self
            .lanes
            .iter()
            .flat_map(|lane| &lane.statuses)
            .filter(|(s, _)| *s == Status::Wrong)
            .map(|(_, n)| n)
            .sum();
        if wrong > 0 {
            warnings.push(format!("{wrong} answers failed verification."));
        }
        for (name, boards) in &self.inadmissible {
            warnings.push(format!(
                "{name} said more than the true distance on {boards} boards."
            ));
        }
        warnings
    }

    /// The summary as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", self.manifest.suite);
        if let Some(summary) = self.summary() {
            let _ = writeln!(text, "{summary}\n");
        }
        for contradiction in self.contradictions.iter().take(MOST_CONTRADICTIONS) {
            let _ = writeln!(text, "> **Contradiction.** {contradiction}.\n");
        }
        if let Some(rest) = self.other_contradictions() {
            let _ = writeln!(text, "> **{rest}**\n");
        }
        for warning in self.warnings() {
            let _ = writeln!(text, "> {warning}\n");
        }
        let _ = writeln!(text, "{}; {CENSORED}\n", self.what());
        text += &markdown(&self.lanes_table());
        for (title, table) in [
            ("Published figures", self.published_table()),
            ("Answers by the bound on the steps", self.steps_table()),
            ("Pairs", self.pairs_table()),
            (
                "Heuristics that dominate others on these boards",
                self.dominance_table(),
            ),
        ] {
            if !table.rows.is_empty() {
                let _ = write!(text, "\n## {title}\n\n{}", markdown(&table));
            }
        }
        let _ = write!(text, "\n## What was run\n\n| | |\n| --- | --- |\n");
        for (name, value) in self.facts() {
            let _ = writeln!(text, "| {name} | {} |", cell(&value));
        }
        text
    }

    /// The number of contradictions that are not listed.
    fn other_contradictions(&self) -> Option<String> {
        let more = self.contradictions.len().checked_sub(MOST_CONTRADICTIONS)?;
        (more > 0).then(|| {
            let rows = if more == 1 {
                "row contradicts"
            } else {
                "rows contradict"
            };
            format!("{more} more {rows} others.")
        })
    }

    /// A one-sentence summary of the suite.
    fn summary(&self) -> Option<String> {
        let suite = Suite::parse(&self.manifest.suite_text).ok()?;
        let mut letters = suite.summary.chars();
        let first = letters.next()?.to_uppercase();
        Some(first.chain(letters).collect::<String>() + ".")
    }

    fn what(&self) -> &'static str {
        match self.measure {
            Measure::Clock => "Times on the clock",
            Measure::Cpu => "CPU times",
        }
    }

    /// The page.
    pub fn html(&self) -> String {
        let name = escape(&self.manifest.suite);
        let mut body = format!("<h1>{name}</h1>");
        if let Some(summary) = self.summary() {
            let _ = write!(body, "<p>{}</p>", escape(&summary));
        }
        for contradiction in self.contradictions.iter().take(MOST_CONTRADICTIONS) {
            let text = with_code(&escape(contradiction));
            let _ = write!(body, "<p class=\"error\"><b>Contradiction.</b> {text}.</p>");
        }
        if let Some(rest) = self.other_contradictions() {
            let _ = write!(body, "<p class=\"error\"><b>{rest}</b></p>");
        }
        for warning in self.warnings() {
            let _ = write!(body, "<p class=\"warning\">{}</p>", escape(&warning));
        }
        let _ = write!(body, "<h2>Configurations</h2>{}", html(&self.lanes_table()));
        let _ = write!(
            body,
            "<p class=\"caption\">{}; {CENSORED} The interval of a median is by the bootstrap, 1000 resamples. PAR-2 is the mean time in which a run without an answer counts twice its limit; refused runs are not charged. Set-up is building or loading tables, once for each process, and is in no other time.</p>",
            self.what()
        );
        let published = self.published_table();
        if !published.rows.is_empty() {
            let _ = write!(body, "<h2>Published figures</h2>{}", html(&published));
        }
        let steps = self.steps_table();
        if !steps.rows.is_empty() {
            let title = "Answers by the bound on the steps";
            let _ = write!(body, "<h2>{title}</h2>{}", html(&steps));
            body += "<p class=\"caption\">plan: there is one within the bound; none: there is none, as was proven or as an outside program claims. Times are those of the repeat in the middle.</p>";
        }
        for (i, figure) in self.figures.iter().enumerate() {
            let _ = write!(
                body,
                "<figure><h2>{}</h2>{}<figcaption><b>Figure {}.</b> {}</figcaption></figure>",
                escape(&figure.title),
                figure.svg,
                i + 1,
                escape(&figure.caption)
            );
        }
        let pairs = self.pairs_table();
        if !pairs.rows.is_empty() {
            let _ = write!(body, "<h2>Pairs</h2>{}", html(&pairs));
            body += "<p class=\"caption\">Each configuration against the first, on the instances that either answered, at the middle of their repeats; no answer is slower than every answer. A ratio below 1 is faster. p is the chance of such a difference between equals, by Wilcoxon's signed-rank test on the logarithms of the times, exact up to 50 pairs; the last column corrects it for the number of tests in the table (Holm).</p>";
        }
        let dominance = self.dominance_table();
        if !dominance.rows.is_empty() {
            let _ = write!(
                body,
                "<h2>Heuristics that dominate others on these boards</h2>{}",
                html(&dominance)
            );
        }
        body += "<h2>What was run</h2><table class=\"facts\">";
        for (name, value) in self.facts() {
            let _ = write!(body, "<tr><th>{name}</th><td>{}</td></tr>", escape(&value));
        }
        let _ = write!(
            body,
            "</table><details><summary>The suite's file</summary><pre>{}</pre></details>",
            escape(&self.manifest.suite_text)
        );
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{name}: taquin bench</title><style>{STYLE}</style></head><body><main>{body}</main></body></html>\n"
        )
    }
}

fn interval(interval: &ConfidenceInterval) -> String {
    let ConfidenceInterval { value, low, high } = *interval;
    if low.total_cmp(&high).is_eq() {
        // One run, or none that ended: there is no spread to tell of.
        return reached(value);
    }
    format!("{} ({} – {})", reached(value), reached(low), reached(high))
}

fn ratio(interval: &ConfidenceInterval) -> String {
    let ConfidenceInterval { value, low, high } = *interval;
    let short = |value: f64| match value {
        v if v.is_infinite() => "∞".to_owned(),
        // Three places behind the point would say that it is nothing.
        v if v > 0.0 && v < 0.01 => format!("{v:.1e}"),
        v => show::short(v),
    };
    format!("{} ({} – {})", short(value), short(low), short(high))
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn markdown(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(table.titles.iter().map(|title| cell(title)).collect());
    text += &line(vec!["---".to_owned(); table.titles.len()]);
    for row in &table.rows {
        text += &line(row.iter().map(|value| cell(value)).collect());
    }
    text
}

/// Text that is escaped already, with what stands between backticks as code.
fn with_code(text: &str) -> String {
    let mut parts = text.split('`');
    let mut html = parts.next().unwrap_or_default().to_owned();
    while let (Some(code), Some(after)) = (parts.next(), parts.next()) {
        let _ = write!(html, "<code>{code}</code>{after}");
    }
    html
}

fn html(table: &Table) -> String {
    let mut text = "<div class=\"scroll\"><table><thead><tr>".to_owned();
    for title in &table.titles {
        let _ = write!(text, "<th>{}</th>", escape(title));
    }
    text += "</tr></thead><tbody>";
    for row in &table.rows {
        text += "<tr>";
        for (i, cell) in row.iter().enumerate() {
            let (open, close) = match i {
                0 => ("<th>", "</th>"),
                // A number stays with its unit; only lists may be broken.
                _ if cell.contains(", ") => ("<td class=\"list\">", "</td>"),
                _ => ("<td>", "</td>"),
            };
            let _ = write!(text, "{open}{}{close}", escape(cell));
        }
        text += "</tr>";
    }
    text + "</tbody></table></div>"
}

/// Colours are safe for colour-blind readers; the dark set is the same in lighter tones. On paper the
/// light set is used.
const STYLE: &str = include_str!("page.css");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lists_are_broken_into_lines() {
        let page = html(&Table {
            titles: ["name", "others", "median"].map(str::to_owned).to_vec(),
            rows: vec![
                ["a", "2 limit, 1 crash", "2 ms (1 ms – 3 ms)"]
                    .map(str::to_owned)
                    .to_vec(),
            ],
        });
        assert!(
            page.contains("<th>a</th><td class=\"list\">2 limit, 1 crash</td><td>2 ms"),
            "{page}"
        );
    }

    #[test]
    fn one_run_has_no_interval() {
        let of = |value, low, high| interval(&ConfidenceInterval { value, low, high });
        assert_eq!(of(2.0, 1.0, 3.0), "2 s (1 s – 3 s)");
        assert_eq!(of(2.0, 2.0, 2.0), "2 s");
        let never = f64::INFINITY;
        assert_eq!(of(never, never, never), "not reached");
        assert_eq!(of(2.0, 1.0, never), "2 s (1 s – not reached)");
    }

    #[test]
    fn names_of_lanes_are_set_as_code() {
        let text = with_code("s/1: `a &lt;b&gt;` prints 3, but `c` proves 4");
        let expected = "s/1: <code>a &lt;b&gt;</code> prints 3, but <code>c</code> proves 4";
        assert_eq!(text, expected);
        assert_eq!(with_code("none"), "none");
    }

    #[test]
    fn a_small_ratio_is_not_nothing() {
        let (value, low, high) = (0.000_123, 0.0, 0.5);
        assert_eq!(
            ratio(&ConfidenceInterval { value, low, high }),
            "1.2e-4 (0 – 0.5)"
        );
    }

    #[test]
    fn a_column_that_says_nothing_is_left_out() {
        let table = |second: &str| Table {
            titles: ["name", "others"].map(str::to_owned).to_vec(),
            rows: vec![
                vec!["a".to_owned(), NOTHING.to_owned()],
                vec!["b".to_owned(), second.to_owned()],
            ],
        };
        for (second, columns) in [(NOTHING, 1), ("2 limit", 2)] {
            let mut table = table(second);
            table.drop_empty("others");
            assert_eq!(table.titles.len(), columns);
            assert!(table.rows.iter().all(|row| row.len() == columns));
        }
    }
}
