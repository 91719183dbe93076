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
            Event::Nodes(nodes) => known.nodes = *nodes,
            _ => return,
        }
        if self.begun.elapsed() < QUIET_AT_FIRST {
            return;
        }
        let best = match known.at_most {
            Some(length) => format!(", at most {length}"),
            None => String::new(),
        };
        self.bar.set_message(format!(
            "{} expanded, at least {} moves{best}",
            show_count(known.nodes),
            known.at_least
        ));
        self.bar.tick();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
