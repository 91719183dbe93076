//! The search for the least horizon: is there a plan of T moves, for one T after another.
//!
//! Upward from a lower bound by steps of two (each move changes the colour of the blank's cell, so
//! the parity of the length is known) the first formula that can be satisfied gives a shortest
//! plan: all shorter lengths were refuted. Conflicts count as nodes of the solve.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use taquin_core::trace::{Kind, Step};
use taquin_core::{Control, Event, Outcome, Puzzle, Solution, SolveError, Solver, Stats, Stop};

use crate::backend::{Choice, Decision, Watch};
use crate::cdcl::{Cdcl, Verdict};
use crate::cnf::Model;
use crate::encodings::{Encoder, Encoding, Growing};
use crate::formula::{Formula, Horizon, Task, TaskError};

/// Solves by SAT.
#[derive(Clone, Default)]
pub struct Sat {
    /// How a horizon becomes clauses; ours unless told otherwise.
    pub encoding: Encoding,
    /// What decides the clauses; ours unless told otherwise.
    pub backend: Choice,
    /// Which horizons are tried.
    pub schedule: Schedule,
    /// How many horizons are tried at once; at least one.
    pub threads: usize,
    /// No solution is shorter than this says; Manhattan distance is used in any case.
    pub floor: Option<Floor>,
    /// Gives a solution to begin with, for schedules that go down from one.
    pub known: Option<Arc<dyn Solver>>,
    /// Whether going up keeps what was learnt about one horizon for the next: our encoding and our
    /// solver only, one horizon at a time, one goal. Slower than afresh on nine of ten boards measured.
    pub keep: bool,
}

/// A lower bound for puzzles.
pub type Floor = Arc<dyn Fn(&Puzzle) -> Result<u32, SolveError> + Send + Sync>;

/// Which horizons are tried, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// From a lower bound upward by two; the first plan is a shortest one.
    #[default]
    Up,
    /// From a known solution downward by two, until there is no shorter one.
    Down,
    /// Always the middle between the best solution known and the lower bound.
    Bisect,
    /// These, until one has a plan.
    Steps(Vec<u32>),
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "up" => return Ok(Self::Up),
            "down" => return Ok(Self::Down),
            "bisect" => return Ok(Self::Bisect),
            _ => {}
        }
        let steps: Result<Vec<u32>, _> = text.split('+').map(str::parse).collect();
        match steps {
            Ok(steps) if steps.iter().all(|&s| s <= Task::MAX_STEPS) => Ok(Self::Steps(steps)),
            Ok(_) => Err(format!("at most {} steps", Task::MAX_STEPS)),
            Err(_) => {
                Err("write up, down, bisect, a number of steps, or several like 1+2+4+8".to_owned())
            }
        }
    }
}

impl Schedule {
    /// The plans a formula of this schedule is about: a step upward builds on the refutation of
    /// all shorter lengths, every other question stands alone.
    fn horizon(&self, encoding: Encoding) -> Horizon {
        let wanted = match self {
            Self::Up => encoding.0.horizons[0],
            _ => Horizon::AtMost,
        };
        if encoding.0.horizons.contains(&wanted) {
            wanted
        } else {
            encoding.0.horizons[0]
        }
    }
}

impl Solver for Sat {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let begun = control.elapsed();
        let mut search = Search::new(self, puzzle, control)?;
        let stop = match &self.schedule {
            Schedule::Up => search.up()?,
            Schedule::Down => search.down()?,
            Schedule::Bisect => search.bisect()?,
            Schedule::Steps(steps) => search.list(steps)?,
        };
        let mut stats = search.stats;
        stats.time = control.elapsed().saturating_sub(begun);
        let best = search.best;
        if let Some(best) = &best {
            record(puzzle, best, control);
        }
        let stop = match &best {
            // Nothing was left to do, whatever a limit said at the same time.
            Some(best) if best.len() == search.bound => Stop::Finished,
            _ => stop,
        };
        Ok(Outcome::new(best, search.bound, stop, stats))
    }
}

/// What has been found out.
struct Search<'a> {
    solver: &'a Sat,
    puzzle: &'a Puzzle,
    control: &'a Control,
    horizon: Horizon,
    /// One for each goal.
    encoders: Arc<[Box<dyn Encoder>]>,
    /// No solution is shorter.
    bound: u32,
    best: Option<Solution>,
    stats: Stats,
}

/// The answer for one horizon.
enum Answer {
    Plan(Solution),
    None,
    Stopped(Stop),
}

impl<'a> Search<'a> {
    fn new(solver: &'a Sat, puzzle: &'a Puzzle, control: &'a Control) -> Result<Self, SolveError> {
        let floor = match &solver.floor {
            Some(floor) => floor(puzzle)?,
            None => 0,
        };
        let goals = puzzle.targets().iter();
        let encoders = goals.map(|goal| (solver.encoding.0.open)(puzzle.start(), goal));
        let mut search = Self {
            solver,
            puzzle,
            control,
            horizon: solver.schedule.horizon(solver.encoding),
            encoders: encoders.collect(),
            bound: 0,
            best: None,
            stats: Stats::default(),
        };
        search.raise(search.fit(least_length(puzzle).max(floor)));
        Ok(search)
    }

    /// The least length from `steps` up that the parity of some goal allows.
    fn fit(&self, steps: u32) -> u32 {
        fit(self.puzzle, steps)
    }

    fn raise(&mut self, bound: u32) {
        if bound > self.bound || bound == 0 {
            self.bound = bound;
            self.control.report(&Event::LowerBound(bound));
        }
    }

    fn improve(&mut self, plan: Solution) {
        if self
            .best
            .as_ref()
            .is_none_or(|best| plan.len() < best.len())
        {
            self.control.report(&Event::Improved(plan.clone()));
            self.best = Some(plan);
        }
    }

    fn is_done(&self) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|best| best.len() <= self.bound)
    }

    /// Lower bound upward, several at once if asked for.
    fn up(&mut self) -> Result<Stop, SolveError> {
        if self.solver.keep {
            return self.up_keeping();
        }
        if self.solver.threads > 1 {
            return self.up_together();
        }
        while !self.is_done() {
            if self.bound > Task::MAX_STEPS {
                return Err(too_many(self.puzzle));
            }
            match self.ask(self.bound, None)? {
                Answer::Plan(plan) => self.improve(plan),
                Answer::None => self.raise(self.fit(self.bound + 1)),
                Answer::Stopped(stop) => return Ok(stop),
            }
        }
        Ok(Stop::Finished)
    }

    /// Lower bound upward with one solver, which keeps what it learnt.
    fn up_keeping(&mut self) -> Result<Stop, SolveError> {
        let [goal] = self.puzzle.targets() else {
            return Err(failed(
                "sat",
                &"to keep what was learnt takes a single goal",
            ));
        };
        let growing = Growing::new(self.puzzle.start(), goal);
        let mut growing = growing.ok_or_else(|| failed("sat", &"start and goal differ in size"))?;
        let mut solver = Cdcl::new(&growing.formula().cnf, None, None);
        while !self.is_done() {
            if self.bound > Task::MAX_STEPS {
                return Err(too_many(self.puzzle));
            }
            let asked = growing.ask(self.bound);
            let formula = growing.formula();
            self.control.report(&Event::Formula {
                steps: self.bound,
                variables: u64::from(formula.cnf.variables()),
                clauses: formula.cnf.len() as u64,
            });
            let watch = Watch {
                base_bytes: formula.cnf.bytes() + 16 * u64::from(formula.cnf.variables()),
                ..Watch::new(self.control)
            };
            let before = solver.effort();
            let mut guard = watch.guard();
            let verdict = match asked {
                None => Verdict::Unsat,
                Some(asked) => {
                    solver.extend(&formula.cnf);
                    solver.solve_assuming(asked, &mut guard)
                }
            };
            self.stats.expanded += guard.conflicts;
            self.stats.generated += solver.effort().decisions - before.decisions;
            let bytes = watch.base_bytes + guard.peak_bytes;
            self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
            match verdict {
                Verdict::Unsat => self.raise(self.fit(self.bound + 1)),
                Verdict::Stopped(stop) => return Ok(stop),
                Verdict::Sat(model) => {
                    let plan = plan(self.puzzle, "cdcl", formula, &model)?;
                    self.improve(plan);
                }
            }
        }
        Ok(Stop::Finished)
    }

    /// Each thread takes the next length; one with a plan makes all longer ones pointless.
    fn up_together(&mut self) -> Result<Stop, SolveError> {
        let threads = self.solver.threads;
        let encoders = self.encoders.clone();
        let flags: Vec<AtomicBool> = (0..threads).map(|_| AtomicBool::new(false)).collect();
        let state = Mutex::new(Together {
            search: self,
            next: 0,
            refuted: Vec::new(),
            asked: vec![None; threads],
            end: None,
        });
        std::thread::scope(|scope| {
            for own in 0..threads {
                let (state, flags, encoders) = (&state, &flags, &*encoders);
                scope.spawn(move || work(own, encoders, state, flags));
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.end.unwrap_or(Ok(Stop::Finished))
    }

    fn down(&mut self) -> Result<Stop, SolveError> {
        if let Some(stop) = self.begin_with_known()? {
            return Ok(stop);
        }
        while !self.is_done() {
            let Some(best) = &self.best else {
                break;
            };
            let steps = best.len().saturating_sub(1);
            match self.ask_at_most(steps)? {
                Answer::Plan(plan) => self.improve(plan),
                Answer::None => self.raise(self.fit(steps + 1)),
                Answer::Stopped(stop) => return Ok(stop),
            }
        }
        Ok(Stop::Finished)
    }

    fn bisect(&mut self) -> Result<Stop, SolveError> {
        if let Some(stop) = self.begin_with_known()? {
            return Ok(stop);
        }
        while !self.is_done() {
            let Some(best) = &self.best else {
                break;
            };
            let middle = self.bound.midpoint(best.len() - 1);
            match self.ask_at_most(middle)? {
                Answer::Plan(plan) => self.improve(plan),
                Answer::None => self.raise(self.fit(middle + 1)),
                Answer::Stopped(stop) => return Ok(stop),
            }
        }
        Ok(Stop::Finished)
    }

    fn list(&mut self, steps: &[u32]) -> Result<Stop, SolveError> {
        for &steps in steps {
            match self.ask_at_most(steps)? {
                Answer::Plan(plan) => {
                    self.improve(plan);
                    break;
                }
                Answer::None => self.raise(self.fit(steps + 1)),
                Answer::Stopped(stop) => return Ok(stop),
            }
        }
        Ok(Stop::Finished)
    }

    /// Takes a solution from another solver, for schedules that go down from one.
    fn begin_with_known(&mut self) -> Result<Option<Stop>, SolveError> {
        let Some(known) = &self.solver.known else {
            return Err(SolveError::Failed {
                part: "sat".to_owned(),
                reason: "going down needs a solution to begin with; name a solver for it with known=NAME"
                    .to_owned(),
            });
        };
        let part = self.control.part(None);
        let outcome = known.solve(self.puzzle, &part)?;
        self.control.absorb(&part);
        self.stats.expanded += outcome.stats.expanded;
        self.raise(self.fit(outcome.lower_bound()));
        match outcome.best() {
            Some(best) => {
                self.improve(best.clone());
                Ok(None)
            }
            None => Ok(Some(outcome.stop)),
        }
    }

    /// Whether there is a plan of at most so many moves, by lengths of both parities where goals
    /// of both are asked for.
    fn ask_at_most(&mut self, steps: u32) -> Result<Answer, SolveError> {
        for steps in [Some(steps), steps.checked_sub(1)].into_iter().flatten() {
            let answer = self.ask(steps, None)?;
            if !matches!(answer, Answer::None) {
                return Ok(answer);
            }
        }
        Ok(Answer::None)
    }

    /// Whether there is a plan for this horizon, to any of the goals that its parity allows.
    fn ask(&mut self, steps: u32, pointless: Option<&AtomicBool>) -> Result<Answer, SolveError> {
        let question = Question {
            solver: self.solver,
            puzzle: self.puzzle,
            control: self.control,
            horizon: self.horizon,
            encoders: &self.encoders,
        };
        let (answer, stats) = question.ask(steps, pointless)?;
        add(&mut self.stats, &stats);
        Ok(answer)
    }
}

/// What is needed to ask, apart from what has been found out.
#[derive(Clone, Copy)]
struct Question<'a> {
    solver: &'a Sat,
    puzzle: &'a Puzzle,
    control: &'a Control,
    horizon: Horizon,
    encoders: &'a [Box<dyn Encoder>],
}

impl Question<'_> {
    fn ask(
        &self,
        steps: u32,
        pointless: Option<&AtomicBool>,
    ) -> Result<(Answer, Stats), SolveError> {
        let mut stats = Stats::default();
        for (index, goal) in self.puzzle.targets().iter().enumerate() {
            let start = self.puzzle.start().clone();
            let task = Task::new(start, goal.clone(), steps, self.horizon);
            let task = task.map_err(|error| failed("sat", &error))?;
            if !task.has_right_parity() {
                continue;
            }
            if let std::ops::ControlFlow::Break(stop) = self.control.check() {
                return Ok((Answer::Stopped(stop), stats));
            }
            let formula = self.encoders[index].formula(&task);
            self.control.report(&Event::Formula {
                steps,
                variables: u64::from(formula.cnf.variables()),
                clauses: formula.cnf.len() as u64,
            });
            let watch = Watch {
                control: self.control,
                pointless,
                base_bytes: formula.cnf.bytes() + 16 * u64::from(formula.cnf.variables()),
            };
            let decision = self.solver.backend.0.decide(&formula, &watch);
            let decision = decision.map_err(|error| SolveError::Failed {
                part: error.solver,
                reason: error.reason,
            })?;
            note(&mut stats, &decision, watch.base_bytes);
            match decision.verdict {
                Verdict::Unsat => {}
                Verdict::Stopped(stop) => return Ok((Answer::Stopped(stop), stats)),
                Verdict::Sat(model) => {
                    let name = self.solver.backend.0.name();
                    let plan = plan(self.puzzle, name, &formula, &model)?;
                    return Ok((Answer::Plan(plan), stats));
                }
            }
        }
        Ok((Answer::None, stats))
    }
}

/// The plan that a model stands for, checked in every way.
fn plan(
    puzzle: &Puzzle,
    name: &str,
    formula: &Formula,
    model: &Model,
) -> Result<Solution, SolveError> {
    if !formula.cnf.is_satisfied_by(model) {
        return Err(failed(name, &"its model does not satisfy the formula"));
    }
    let moves = formula
        .decode(model)
        .map_err(|error| failed(name, &error))?;
    Solution::check(puzzle, moves).map_err(|error| failed(name, &error))
}

/// The state of several threads that go up together.
struct Together<'s, 'a> {
    search: &'s mut Search<'a>,
    /// The next length to ask about; 0 before the first.
    next: u32,
    /// Lengths refuted above the bound.
    refuted: Vec<u32>,
    /// What each thread is asking.
    asked: Vec<Option<u32>>,
    end: Option<Result<Stop, SolveError>>,
}

fn work(
    own: usize,
    encoders: &[Box<dyn Encoder>],
    state: &Mutex<Together<'_, '_>>,
    flags: &[AtomicBool],
) {
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
            let question = Question {
                solver: search.solver,
                puzzle: search.puzzle,
                control: search.control,
                horizon: search.horizon,
                encoders,
            };
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
                add(&mut state.search.stats, &stats);
                match answer {
                    Answer::Plan(plan) => state.search.improve(plan),
                    Answer::None => {
                        state.refuted.push(steps);
                        while state.refuted.contains(&state.search.bound) {
                            let next = state.search.fit(state.search.bound + 1);
                            state.search.raise(next);
                        }
                    }
                    // A pointless question says it is finished.
                    Answer::Stopped(Stop::Finished) => {}
                    Answer::Stopped(stop) => state.end = Some(Ok(stop)),
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

/// Puts the boards of the plan into the trace: a formula has no other nodes.
pub(crate) fn record(puzzle: &Puzzle, plan: &Solution, control: &Control) {
    let Some(tracer) = control.tracer() else {
        return;
    };
    let mut board = puzzle.start().clone();
    let mut parent = None;
    for g in 0..=plan.len() {
        let mv = g.checked_sub(1).map(|index| plan.moves()[index as usize]);
        if let Some(mv) = mv {
            board.slide(mv);
        }
        let node = tracer.new_id();
        let is_last = g == plan.len();
        tracer.record(Step {
            kind: if is_last { Kind::Goal } else { Kind::Generate },
            node,
            parent,
            mv,
            board: board.clone(),
            g,
            h: plan.len() - g,
            f: plan.len(),
            open: 0,
            closed: 0,
        });
        parent = Some(node);
    }
}

fn note(stats: &mut Stats, decision: &Decision, base: u64) {
    stats.expanded += decision.effort.conflicts;
    stats.generated += decision.effort.decisions;
    if decision.effort.peak_bytes > 0 {
        stats.peak_bytes = stats.peak_bytes.max(base + decision.effort.peak_bytes);
    }
}

fn add(sum: &mut Stats, part: &Stats) {
    sum.expanded += part.expanded;
    sum.generated += part.generated;
    sum.peak_bytes = sum.peak_bytes.max(part.peak_bytes);
}

/// The least Manhattan distance to a goal: no solution is shorter.
pub(crate) fn least_length(puzzle: &Puzzle) -> u32 {
    let goals = puzzle.targets().iter();
    goals.map(|goal| distance(puzzle, goal)).min().unwrap_or(0)
}

/// The least length from `steps` up that the parity of some goal allows.
pub(crate) fn fit(puzzle: &Puzzle, steps: u32) -> u32 {
    let odd = |goal| distance(puzzle, goal).abs_diff(steps) % 2;
    let fits = puzzle.targets().iter().any(|goal| odd(goal) == 0);
    if fits { steps } else { steps + 1 }
}

/// The sum of the tiles' distances from their places in a goal.
fn distance(puzzle: &Puzzle, goal: &taquin_core::Board) -> u32 {
    let start = puzzle.start();
    let size = start.size();
    let mut places = [0; 256];
    for (cell, number) in goal.numbers().enumerate() {
        places[usize::from(number)] = cell;
    }
    let tiles = start
        .numbers()
        .enumerate()
        .filter(|&(_, number)| number != 0);
    tiles
        .map(|(cell, number)| size.distance(cell, places[usize::from(number)]) as u32)
        .sum()
}

fn failed(part: &str, error: &impl ToString) -> SolveError {
    SolveError::Failed {
        part: part.to_owned(),
        reason: error.to_string(),
    }
}

fn too_many(puzzle: &Puzzle) -> SolveError {
    let steps = Task::MAX_STEPS + 1;
    let error = TaskError::Steps { steps };
    let size = puzzle.start().size();
    SolveError::Unsupported {
        part: "sat".to_owned(),
        size,
        reason: error.to_string(),
        alternatives: "ida, human".to_owned(),
    }
}
