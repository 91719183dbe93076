//! The progress of a search; shown only on a terminal.

use std::io::{IsTerminal, stderr, stdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use taquin::Event;
use taquin::notation::Notation;
use taquin_app::answer;

use crate::units::{count_of, show_count};

/// The progress of a stream: the number of answers, their rate, and the time left if the size of the
/// input is known.
pub(crate) struct StreamLine {
    bar: OnceLock<ProgressBar>,
    begun: std::time::Instant,
    /// Bytes of the input, and those read so far.
    total: Option<u64>,
    read: Arc<AtomicU64>,
    last: std::time::Instant,
}

/// Streams shorter than this show nothing, and the line changes this often.
const STREAM_QUIET: Duration = Duration::from_secs(1);
const STREAM_STEP: Duration = Duration::from_millis(200);

impl StreamLine {
    /// A line for a stream whose answers do not stand on the same terminal.
    pub(crate) fn new(total: Option<u64>, read: Arc<AtomicU64>) -> Option<Self> {
        let is_shown = stderr().is_terminal() && !stdout().is_terminal();
        let now = std::time::Instant::now();
        is_shown.then(|| Self {
            bar: OnceLock::new(),
            begun: now,
            total,
            read,
            last: now,
        })
    }

    /// Says how many answers there are.
    pub(crate) fn tell(&mut self, answers: u64) {
        if self.begun.elapsed() < STREAM_QUIET || self.last.elapsed() < STREAM_STEP {
            return;
        }
        self.last = std::time::Instant::now();
        let bar = self.bar.get_or_init(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        let read = self.read.load(Ordering::Relaxed);
        bar.set_message(stream_message(
            answers,
            self.begun.elapsed(),
            read,
            self.total,
        ));
        bar.tick();
    }
}

impl Drop for StreamLine {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// `1200 positions, 400 a second, 2 s left`.
fn stream_message(answers: u64, elapsed: Duration, read: u64, total: Option<u64>) -> String {
    let positions = count_of(answers, "position");
    let rate = answers as f64 / elapsed.as_secs_f64().max(1e-9);
    let rate = if rate < 10.0 {
        format!("{rate:.1}")
    } else {
        show_count(rate as u64)
    };
    let left = total.filter(|&total| read > 0 && total >= read);
    let left = left.map_or_else(String::new, |total| {
        let seconds = elapsed.as_secs_f64() * (total - read) as f64 / read as f64;
        format!(", {seconds:.0} s left")
    });
    format!("{positions}, {rate} a second{left}")
}

/// Searches shorter than this show nothing, so that quick answers do not flicker.
const QUIET_AT_FIRST: Duration = Duration::from_millis(400);

/// A line on the terminal that follows a search and goes when it is dropped.
pub(crate) struct ProgressLine {
    /// Created when it is first shown, which most searches never need.
    bar: OnceLock<ProgressBar>,
    name: String,
    known: Mutex<answer::Progress>,
    begun: std::time::Instant,
    /// The first that was heard of the parts of the present threshold, and when.
    first_parts: Mutex<Option<(answer::PartsProgress, std::time::Instant)>>,
}

/// `threshold 88: 62 of 167 parts, 3 s left`, after this long since the first of these parts.
fn parts_message(
    now: &answer::PartsProgress,
    first: &answer::PartsProgress,
    since: Duration,
) -> String {
    let done = now.done.saturating_sub(first.done);
    let left = now.of.saturating_sub(now.done);
    let left = if done == 0 {
        String::new()
    } else {
        let seconds = since.as_secs_f64() * left as f64 / done as f64;
        format!(", {seconds:.0} s left")
    };
    format!(
        "threshold {}: {} of {}{left}",
        now.threshold,
        show_count(now.done),
        count_of(now.of, "part")
    )
}

/// The line: bounds, and what was expanded or, with a formula, its size and the conflicts.
fn message(known: &answer::Progress) -> String {
    if let Some(table) = &known.table {
        let percent = table.percent();
        return format!("building the table of tiles {}, {percent} %", table.tiles);
    }
    let best = match &known.best {
        Some(best) => format!(", at most {}", best.length),
        None => String::new(),
    };
    let at_least = count_of(known.lower_bound.into(), "move");
    match &known.formula {
        None => format!(
            "{} expanded, at least {at_least}{best}",
            show_count(known.expanded)
        ),
        Some(formula) => format!(
            "is there a plan of {}? {}, {}, {} in all; at least {at_least}{best}",
            count_of(formula.bound.into(), "move"),
            count_of(formula.variables, "variable"),
            count_of(formula.clauses, "clause"),
            count_of(formula.conflicts, "conflict")
        ),
    }
}

impl ProgressLine {
    /// A line for a search with this name; nothing where stderr is no terminal.
    pub(crate) fn new(name: &str) -> Self {
        Self {
            bar: OnceLock::new(),
            name: name.to_owned(),
            known: Mutex::default(),
            begun: std::time::Instant::now(),
            first_parts: Mutex::default(),
        }
    }

    /// Whether there is anywhere to show a line.
    pub(crate) fn is_shown() -> bool {
        stderr().is_terminal()
    }

    fn bar(&self) -> &ProgressBar {
        self.bar.get_or_init(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}: {msg} ({elapsed})")
            {
                bar.set_style(style);
            }
            bar.set_prefix(self.name.clone());
            bar.with_elapsed(self.begun.elapsed())
        })
    }

    /// How far the present threshold is, in a search in parts.
    fn parts(&self, known: &answer::Progress) -> Option<String> {
        let now = known.parts.as_ref()?;
        let mut first = self.first_parts.lock().ok()?;
        if first
            .as_ref()
            .is_none_or(|(parts, _)| parts.threshold != now.threshold)
        {
            *first = Some((now.clone(), std::time::Instant::now()));
        }
        let (parts, when) = first.as_ref()?;
        Some(parts_message(now, parts, when.elapsed()))
    }

    /// Takes an event of the search.
    pub(crate) fn tell(&self, event: &Event) {
        let Ok(mut known) = self.known.lock() else {
            return;
        };
        known.update(event, Notation::Tile);
        if self.begun.elapsed() < QUIET_AT_FIRST {
            return;
        }
        let bar = self.bar();
        let mut line = message(&known);
        if let Some(parts) = self.parts(&known) {
            line = format!("{line}; {parts}");
        }
        bar.set_message(line);
        bar.tick();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_shows_count_rate_and_time_left() {
        let shown = |read, total| stream_message(1200, Duration::from_secs(3), read, total);
        assert_eq!(
            shown(60, Some(100)),
            "1200 positions, 400 a second, 2 s left"
        );
        assert_eq!(shown(60, None), "1200 positions, 400 a second");
        let slow = stream_message(1, Duration::from_secs(2), 0, Some(9));
        assert_eq!(slow, "1 position, 0.5 a second");
    }

    #[test]
    fn parts_of_a_threshold_show_how_many_are_done_and_the_time_left() {
        let parts = |threshold, done| answer::PartsProgress {
            threshold,
            done,
            of: 167,
        };
        let after = Duration::from_secs(20);
        assert_eq!(
            parts_message(&parts(63, 67), &parts(63, 27), after),
            "threshold 63: 67 of 167 parts, 50 s left"
        );
        assert_eq!(
            parts_message(&parts(63, 27), &parts(63, 27), after),
            "threshold 63: 27 of 167 parts"
        );
        let progress = ProgressLine::new("pdb-ida");
        let told = |done| {
            progress.tell(&Event::Parts {
                threshold: 63,
                done,
                of: 167,
            });
            progress.parts(&progress.known.lock().unwrap())
        };
        assert_eq!(told(3).unwrap(), "threshold 63: 3 of 167 parts");
        progress.tell(&Event::LowerBound(65));
        assert_eq!(progress.parts(&progress.known.lock().unwrap()), None);
    }

    #[test]
    fn a_table_in_the_making_is_shown_until_nodes_are_expanded() {
        let progress = ProgressLine::new("astar");
        progress.tell(&Event::Table {
            tiles: "1.2.3".to_owned(),
            reached: 1,
            entries: 3,
        });
        let message = || message(&progress.known.lock().unwrap());
        assert_eq!(message(), "building the table of tiles 1.2.3, 33 %");
        progress.tell(&Event::Nodes(7));
        assert_eq!(message(), "7 expanded, at least 0 moves");
    }

    #[test]
    fn a_formula_is_shown_with_its_size_and_the_conflicts() {
        let mut known = answer::Progress {
            expanded: 12_000,
            lower_bound: 31,
            ..answer::Progress::default()
        };
        assert_eq!(message(&known), "12\u{202f}000 expanded, at least 31 moves");
        known.update(
            &Event::Formula {
                steps: 31,
                variables: 2611,
                clauses: 37_638,
            },
            Notation::Tile,
        );
        assert_eq!(
            message(&known),
            "is there a plan of 31 moves? 2611 variables, 37\u{202f}638 clauses, 12\u{202f}000 conflicts in all; \
             at least 31 moves"
        );
    }
}
