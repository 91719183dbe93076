//! What a search tells while it runs; only on a terminal.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use taquin::Event;
use taquin::notation::Notation;
use taquin_app::answer;

use crate::units::{count_of, show_count};

/// Searches shorter than this show nothing, so that quick answers do not flicker.
const QUIET_AT_FIRST: Duration = Duration::from_millis(400);

/// A line on the terminal that follows a search and goes when it is dropped.
pub(crate) struct ProgressLine {
    /// Made when it is first shown, which most searches never come to.
    bar: OnceLock<ProgressBar>,
    name: String,
    known: Mutex<answer::Progress>,
    begun: std::time::Instant,
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
        bar.set_message(message(&known));
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
