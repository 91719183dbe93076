//! What a search tells while it runs; only on a terminal.

use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use taquin::Event;

use crate::units::show_count;

/// Searches shorter than this show nothing, so that quick answers do not flicker.
const QUIET_AT_FIRST: Duration = Duration::from_millis(400);

/// A line on the terminal that follows a search and goes when it is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    known: Mutex<Known>,
    begun: std::time::Instant,
}

#[derive(Default)]
struct Known {
    nodes: u64,
    at_least: u32,
    at_most: Option<u32>,
    /// The formula being decided: its steps, variables and clauses.
    formula: Option<(u32, u64, u64)>,
    /// The table being built: its tiles, and how many percent are done.
    table: Option<(String, u64)>,
}

impl Known {
    /// The line: bounds, and what was expanded or, with a formula, its size and the conflicts.
    fn message(&self) -> String {
        if let Some((tiles, percent)) = &self.table {
            return format!("building the table of tiles {tiles}, {percent} %");
        }
        let best = match self.at_most {
            Some(length) => format!(", at most {length}"),
            None => String::new(),
        };
        let at_least = self.at_least;
        match self.formula {
            None => format!(
                "{} expanded, at least {at_least} moves{best}",
                show_count(self.nodes)
            ),
            Some((steps, variables, clauses)) => format!(
                "is there a plan of {steps} moves? {} variables, {} clauses, {} conflicts in all; \
                 at least {at_least} moves{best}",
                show_count(variables),
                show_count(clauses),
                show_count(self.nodes)
            ),
        }
    }
}

impl Progress {
    /// A line for a search with this name; nothing where stderr is no terminal.
    pub(crate) fn new(name: &str) -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}: {msg} ({elapsed})") {
            bar.set_style(style);
        }
        bar.set_prefix(name.to_owned());
        Self {
            bar,
            known: Mutex::default(),
            begun: std::time::Instant::now(),
        }
    }

    /// Takes an event of the search.
    pub(crate) fn tell(&self, event: &Event) {
        let Ok(mut known) = self.known.lock() else {
            return;
        };
        match event {
            Event::LowerBound(bound) => known.at_least = known.at_least.max(*bound),
            Event::Improved(solution) => known.at_most = Some(solution.len()),
            Event::Nodes(nodes) => {
                known.nodes = *nodes;
                known.table = None;
            }
            Event::Table {
                tiles,
                reached,
                entries,
            } => known.table = Some((tiles.clone(), 100 * reached / (*entries).max(1))),
            Event::Formula {
                steps,
                variables,
                clauses,
            } => known.formula = Some((*steps, *variables, *clauses)),
            _ => return,
        }
        if self.begun.elapsed() < QUIET_AT_FIRST {
            return;
        }
        self.bar.set_message(known.message());
        self.bar.tick();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_in_the_making_is_shown_until_nodes_are_expanded() {
        let progress = Progress::new("astar");
        progress.tell(&Event::Table {
            tiles: "1.2.3".to_owned(),
            reached: 1,
            entries: 3,
        });
        let message = || progress.known.lock().unwrap().message();
        assert_eq!(message(), "building the table of tiles 1.2.3, 33 %");
        progress.tell(&Event::Nodes(7));
        assert_eq!(message(), "7 expanded, at least 0 moves");
    }

    #[test]
    fn a_formula_is_shown_with_its_size_and_the_conflicts() {
        let mut known = Known {
            nodes: 12_000,
            at_least: 31,
            ..Known::default()
        };
        assert_eq!(known.message(), "12\u{202f}000 expanded, at least 31 moves");
        known.formula = Some((31, 2611, 37_638));
        assert_eq!(
            known.message(),
            "is there a plan of 31 moves? 2611 variables, 37\u{202f}638 clauses, 12\u{202f}000 conflicts in all; \
             at least 31 moves"
        );
    }
}
