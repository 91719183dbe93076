//! Installing the tools of checks on a separate thread, while the first checks run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use crate::steps::Step;
use crate::tools::Tool;

/// The set-up of a run.
///
/// Most of it is downloading and unpacking; the first checks only compile.
pub(crate) struct SetUp(Arc<Progress>);

#[derive(Default)]
struct Progress {
    /// How the set-up of each tool ended, by name.
    done: Mutex<BTreeMap<&'static str, Result<(), String>>>,
    changed: Condvar,
}

impl SetUp {
    /// Starts to install what these steps need, in their order.
    pub(crate) fn start(steps: &[&Step]) -> Self {
        let mut seen = BTreeSet::new();
        let tools: Vec<&'static Tool> = steps
            .iter()
            .flat_map(|step| step.tools())
            .filter(|tool| seen.insert(tool.name))
            .collect();
        let progress = Arc::new(Progress::default());
        let shared = Arc::clone(&progress);
        thread::spawn(move || tools.iter().for_each(|tool| shared.provide(tool)));
        Self(progress)
    }

    /// Waits for a step's tools; gives the reason why one that it cannot do without is missing.
    pub(crate) fn wait_for(&self, step: &Step) -> Option<String> {
        let is_waiting = |done: &mut BTreeMap<_, _>| {
            let mut tools = step.tools();
            tools.any(|tool| !done.contains_key(tool.name))
        };
        let done = self
            .0
            .changed
            .wait_while(self.0.done(), is_waiting)
            .unwrap_or_else(PoisonError::into_inner);
        let mut needs = step.needs.iter();
        needs.find_map(|tool| done.get(tool.name)?.clone().err())
    }
}

impl Progress {
    fn provide(&self, tool: &Tool) {
        let begun = Instant::now();
        let end = tool.provide();
        let seconds = begun.elapsed().as_secs();
        match &end {
            Err(reason) => eprintln!("set-up: {reason}"),
            Ok(()) if seconds > 0 => eprintln!("set-up: {}, {seconds} s", tool.name),
            Ok(()) => {}
        }
        self.done().insert(tool.name, end);
        self.changed.notify_all();
    }

    fn done(&self) -> MutexGuard<'_, BTreeMap<&'static str, Result<(), String>>> {
        // Only `insert` happens under the lock.
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::Verdict;

    static GOOD: Tool = Tool::own("good", || Ok(()));
    static BAD: Tool = Tool::own("bad", || Err("no network".to_owned()));

    static BOTH: [&Tool; 2] = [&GOOD, &BAD];

    fn step(needs: &'static [&'static Tool], uses: &'static [&'static Tool]) -> Step {
        Step {
            name: "step",
            summary: "",
            lanes: &[],
            needs,
            uses,
            run: || Ok(Verdict::Passed),
        }
    }

    #[test]
    fn a_step_is_skipped_for_a_tool_it_needs_but_not_for_one_it_uses() {
        let (needy, content) = (step(&BOTH, &[]), step(&BOTH[..1], &BOTH[1..]));
        let set_up = SetUp::start(&[&needy, &content]);
        let reason = set_up.wait_for(&needy);
        assert_eq!(reason.as_deref(), Some("no network; without it: no test"));
        assert_eq!(set_up.wait_for(&content), None);
    }
}
