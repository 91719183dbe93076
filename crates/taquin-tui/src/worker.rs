//! Worker threads for questions that take time.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use taquin::trace::Tracer;
use taquin::{Auto, Context, Control, Limits, Outcome, Plan, Puzzle, Solver, catalogue, human};

use crate::deal::deal;
use crate::task::{Answer, Message, Request, SearchResult, Ticket, Traced};

/// The name of threads that search.
pub(crate) const THREAD: &str = "search";

/// Time limit for a search that is watched: few steps are kept, but the search goes on to its end.
const WATCHED: Duration = Duration::from_mins(1);

/// Answers questions, each on a separate thread.
pub(crate) struct Worker {
    answers: Sender<Message>,
    /// Bytes for each search.
    memory: Option<u64>,
    /// State shared by searches.
    context: Context,
    running: Arc<Mutex<HashMap<Ticket, Arc<Control>>>>,
}

impl Worker {
    pub(crate) fn new(answers: Sender<Message>, memory: Option<u64>, context: Context) -> Self {
        Self {
            answers,
            memory,
            context,
            running: Arc::default(),
        }
    }

    /// Begins to look for the answer.
    pub(crate) fn ask(&self, ticket: Ticket, question: Request) {
        let answers = self.answers.clone();
        // The receiver may be gone.
        let send = move |answer| drop(answers.send(Message::Answer(ticket, answer)));
        let control = self.control(&question, send.clone());
        let control = Arc::new(control);
        lock(&self.running).insert(ticket, control.clone());
        let running = self.running.clone();
        let failed = send.clone();
        let work = move || {
            let found = catch_unwind(AssertUnwindSafe(|| answer(question, &control)));
            lock(&running).remove(&ticket);
            send(found.unwrap_or_else(|_| {
                Answer::Refused("The search failed; this is a fault of taquin.".to_owned())
            }));
        };
        let started = thread::Builder::new().name(THREAD.to_owned()).spawn(work);
        if let Err(error) = started {
            failed(Answer::Refused(format!(
                "No search can be started: {error}."
            )));
        }
    }

    /// Ends a search; its answer comes all the same, and soon.
    pub(crate) fn cancel(&self, ticket: Ticket) {
        if let Some(control) = lock(&self.running).get(&ticket) {
            control.cancel();
        }
    }

    /// Ends all searches.
    pub(crate) fn cancel_all(&self) {
        for control in lock(&self.running).values() {
            control.cancel();
        }
    }

    fn control(
        &self,
        question: &Request,
        send: impl Fn(Answer) + Send + Sync + 'static,
    ) -> Control {
        let time = match question {
            Request::Deal { .. } => None,
            Request::Solve { patience, .. } => Some(*patience),
            Request::Trace { .. } => Some(WATCHED),
        };
        let limits = Limits {
            time,
            nodes: None,
            memory: self.memory,
        };
        let control = Control::new(limits)
            .within(&self.context)
            .on_event(move |event| send(Answer::Event(event.clone())));
        match question {
            Request::Trace { steps, .. } => control.with_trace(*steps),
            _ => control,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(question: Request, control: &Control) -> Answer {
    match question {
        Request::Deal {
            size,
            level,
            seed,
            goal,
        } => match deal(size, level, seed, &goal, control) {
            Ok(game) => Answer::Dealt(Box::new(game)),
            Err(error) => Answer::Refused(sentence(&error.to_string())),
        },
        Request::Solve { puzzle, hint, .. } => match search(&puzzle, hint, control) {
            Ok(mut found) => {
                // A player always gets something: rows and columns never fail.
                let line = found.line.take();
                found.line = line.or_else(|| Some(human::solve(&puzzle).moves().to_vec()));
                Answer::Found(found)
            }
            Err(reason) => Answer::Refused(reason),
        },
        Request::Trace { spec, puzzle, .. } => {
            let solver = catalogue::solver(&spec).map_err(|error| sentence(&error.to_string()));
            let solved = solver.and_then(|solver| solve(&*solver, &puzzle, control));
            match solved {
                Ok((found, expanded)) => Answer::Traced(Box::new(Traced {
                    found,
                    trace: control.tracer().map(Tracer::take).unwrap_or_default(),
                    expanded,
                })),
                Err(reason) => Answer::Refused(reason),
            }
        }
    }
}

fn search(puzzle: &Puzzle, hint: bool, control: &Control) -> Result<SearchResult, String> {
    if !hint {
        return Ok(solve(&Auto, puzzle, control)?.0);
    }
    let run = taquin_app::hint_search(puzzle, 1, control);
    let run = run.map_err(|error| sentence(&error.to_string()))?;
    Ok(found(&run.outcome, &run.plan))
}

fn solve(
    solver: &dyn Solver,
    puzzle: &Puzzle,
    control: &Control,
) -> Result<(SearchResult, u64), String> {
    let outcome = solver.solve(puzzle, control);
    let outcome = outcome.map_err(|error| sentence(&error.to_string()))?;
    let found = found(&outcome, &solver.plan(puzzle, control.context()));
    Ok((found, outcome.stats.expanded))
}

fn found(outcome: &Outcome, plan: &Plan) -> SearchResult {
    SearchResult {
        line: outcome.best().map(|best| best.moves().to_vec()),
        least: outcome.lower_bound(),
        stop: outcome.stop,
        plan: plan.to_string(),
    }
}

/// An error as a sentence of its own: capital letter, full stop.
pub(crate) fn sentence(error: &str) -> String {
    let mut letters = error.chars();
    let first = letters.next().map(char::to_uppercase);
    let text: String = first.into_iter().flatten().chain(letters).collect();
    format!("{text}.")
}
