//! The upward search with several threads, each at a different length.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use taquin_core::{Solution, SolveError, Stop};

use super::question::Answer;
use super::search::Search;
use super::too_many;
use crate::backend::Evidence;
use crate::formula::Task;

impl Search<'_> {
    /// Each thread takes the next length; one with a plan makes all longer ones pointless.
    pub(super) fn up_in_parallel(&mut self) -> Result<Stop, SolveError> {
        let threads = self.solver.threads;
        let flags: Vec<AtomicBool> = (0..threads).map(|_| AtomicBool::new(false)).collect();
        let state = Mutex::new(Portfolio {
            search: self,
            next: 0,
            refuted: Vec::new(),
            asked: vec![None; threads],
            end: None,
        });
        std::thread::scope(|scope| {
            for own in 0..threads {
                let (state, flags) = (&state, &flags);
                scope.spawn(move || work(own, state, flags));
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.end.unwrap_or(Ok(Stop::Finished))
    }
}

/// The state of several threads that go up together.
struct Portfolio<'s, 'a> {
    search: &'s mut Search<'a>,
    /// The next length to ask about; 0 before the first.
    next: u32,
    /// Lengths refuted above the bound.
    refuted: Vec<(u32, Evidence)>,
    /// The horizon that each thread is deciding.
    asked: Vec<Option<u32>>,
    end: Option<Result<Stop, SolveError>>,
}

impl Portfolio<'_, '_> {
    /// Raises the bound over the lengths that follow it without a gap.
    fn advance(&mut self) -> Result<(), SolveError> {
        loop {
            let bound = self.search.bound;
            let known = self.refuted.iter().find(|&&(steps, _)| steps == bound);
            let Some(&(steps, evidence)) = known else {
                return Ok(());
            };
            self.search.refute(steps, evidence)?;
        }
    }
}

/// Solves one question after another until none is left.
fn work(own: usize, state: &Mutex<Portfolio<'_, '_>>, flags: &[AtomicBool]) {
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let (question, steps) = {
            let mut state = lock();
            let search = &state.search;
            let best = search.best.as_ref().map_or(u32::MAX, Solution::len);
            let steps = match state.next {
                0 => search.bound,
                next => next,
            };
            if state.end.is_some() || search.is_done() || steps >= best {
                return;
            }
            if steps > Task::MAX_STEPS {
                let error = too_many(search.puzzle);
                state.end = Some(Err(error));
                return;
            }
            let question = search.question();
            state.next = state.search.fit(steps + 1);
            state.asked[own] = Some(steps);
            flags[own].store(false, Ordering::Relaxed);
            (question, steps)
        };
        let answer = question.ask(steps, Some(&flags[own]));
        let mut state = lock();
        state.asked[own] = None;
        match answer {
            Err(error) => state.end = Some(Err(error)),
            Ok((answer, stats)) => {
                state.search.add(&stats);
                let taken = match answer {
                    Answer::Plan(plan) => state.search.improve(plan),
                    Answer::None(evidence) => {
                        state.refuted.push((steps, evidence));
                        state.advance()
                    }
                    // A pointless question says it is finished.
                    Answer::Stopped(Stop::Finished) => Ok(()),
                    Answer::Stopped(stop) => {
                        state.end = Some(Ok(stop));
                        Ok(())
                    }
                };
                if let Err(error) = taken {
                    state.end = Some(Err(error));
                }
            }
        }
        let best = state.search.best.as_ref().map_or(u32::MAX, Solution::len);
        for (flag, asked) in flags.iter().zip(&state.asked) {
            let longer = asked.is_some_and(|steps| steps >= best);
            if longer || state.end.is_some() {
                flag.store(true, Ordering::Relaxed);
            }
        }
    }
}
