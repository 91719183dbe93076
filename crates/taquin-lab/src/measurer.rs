//! Makes the runs of one configuration, one after the other, and measures each by itself.
//!
//! What a configuration needs only once, its tables, is built before the first run on boards of a size
//! and a goal; that is the set-up time. Of each run the time is measured, and in a separate process the
//! CPU time of all its threads and the most memory the process held meanwhile.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use taquin::catalogue::CATALOGUE;
use taquin::notation::{Notation, format_moves, parse_board, parse_goals};
use taquin::{Board, Control, Limits, Outcome, Puzzle, PuzzleError, Solver, Stop, catalogue};
use taquin_app::answer;
use taquin_search::heuristic::{Guide, HeuristicSpec};

use crate::cpu_watch::CpuWatch;
use crate::external::{self, Allowance, ProgramAnswer, ProgramEnd};
use crate::lane::{Executor, Lane};
use crate::machine;
use crate::plan::SuiteInstance;
use crate::row::{ResultRow, Status};
use crate::usage::{self, Mark};

/// The inputs of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunSetup {
    /// The configuration.
    pub lane: Lane,
    /// What every row says.
    pub stamp: Stamp,
}

/// The fields that all rows of an experiment share.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stamp {
    /// The suite.
    pub suite: String,
    /// The version of taquin.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// The processor.
    pub host_cpu: String,
}

/// A run to be made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunTask {
    /// Its name.
    pub run_id: String,
    /// The board.
    pub instance: SuiteInstance,
    /// The bound to put into the configuration.
    pub steps: Option<u32>,
    /// Which repeat.
    pub repeat: u32,
}

/// Callbacks of the process that makes the runs.
pub struct Hooks<'a> {
    /// Gives the control of each search, with these limits.
    pub control: &'a dyn Fn(Limits) -> Arc<Control>,
    /// Whether to end.
    pub stopped: &'a dyn Fn() -> bool,
}

/// The process in which runs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerProcess {
    /// In a process where nothing else happens: what it uses is what the run uses.
    Own,
    /// Among other work: rows say nothing of CPU time and of the process' memory.
    Shared,
}

/// Memory left behind by earlier runs beyond this makes a fresh process due, so that the next run is
/// measured by itself.
const LEFTOVER: u64 = 32 << 20;

/// Nodes of the search that makes a solver build its tables.
const SET_UP_NODES: u64 = 100_000;

/// Whether a solver keeps something from one board to the next that a short search builds; those that
/// decide formulas do not, and their short search is not short.
fn has_set_up(name: &str) -> bool {
    CATALOGUE
        .entry(name)
        .is_ok_and(|entry| !entry.takes_program())
}

/// A solver, or why there is none.
type Built = Result<Box<dyn Solver>, String>;

/// Makes the runs of one configuration.
pub struct Measurer<'a> {
    order: RunSetup,
    /// What rows say of the engine; worked out once.
    traits: Traits,
    hooks: &'a Hooks<'a>,
    /// Measures memory; none in a process that is shared.
    mark: Option<Mark>,
    /// Solvers by the bound that was put into their spec.
    solvers: Vec<(Option<u32>, Built)>,
    /// What was set up for which goals, and how long it took.
    ready: Vec<Ready>,
    /// Bytes resident after set-up and a first run.
    floor: Option<u64>,
    /// The most bytes of the last run.
    peak: Option<u64>,
    /// CPU time of all that was set up.
    set_up_cpu: Duration,
}

/// The prepared solver and tables for some goals.
struct Ready {
    targets: Vec<Board>,
    heuristic: Option<String>,
    guide: Option<Box<dyn Guide>>,
    time: Duration,
}

/// The measurements of one run.
#[derive(Default)]
struct Measured {
    time: Duration,
    cpu: Option<Duration>,
    peak: Option<u64>,
    base: Option<u64>,
}

impl<'a> Measurer<'a> {
    /// Makes runs of this order.
    pub fn new(order: RunSetup, process: WorkerProcess, hooks: &'a Hooks<'a>) -> Self {
        Self {
            traits: Traits::of(&order.lane.engine),
            order,
            hooks,
            mark: (process == WorkerProcess::Own).then(Mark::new),
            solvers: Vec::new(),
            ready: Vec::new(),
            floor: None,
            peak: None,
            set_up_cpu: Duration::ZERO,
        }
    }

    /// Sets up what a run needs, unless it is there.
    pub(crate) fn prepare(&mut self, task: &RunTask, puzzle: &Puzzle) {
        if matches!(self.order.lane.engine, Executor::Solver(_)) {
            let place = self.solver(task.steps);
            self.set_up(place, puzzle);
        }
    }

    /// The number of set-ups and their CPU time.
    pub(crate) fn prepared(&self) -> (usize, Duration) {
        (self.ready.len(), self.set_up_cpu)
    }

    /// CPU time so far of a process where nothing else happens.
    fn cpu(&self) -> Option<Duration> {
        self.mark.as_ref().and_then(|_| usage::cpu_time())
    }

    /// Makes a run; none if it was ended before its own end.
    pub fn make<'t>(&'t mut self, task: &'t RunTask) -> Option<ResultRow<'t>> {
        self.run(task, puzzle(&task.instance))
    }

    /// Makes a run on a board that was read.
    pub(crate) fn run<'t>(
        &'t mut self,
        task: &'t RunTask,
        puzzle: Result<Puzzle, (Status, String)>,
    ) -> Option<ResultRow<'t>> {
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err((status, reason)) => {
                let mut row = self.row(task, machine::now());
                row.status = status;
                row.error = Some(reason.into());
                return Some(row);
            }
        };
        let row = match &self.order.lane.engine {
            Executor::Solver(_) => self.solve(task, &puzzle),
            Executor::Command(words) => {
                let words = words.clone();
                self.command(task, &words, &puzzle)
            }
        };
        row.map(|row| check_optimum(row, task.instance.optimal))
    }

    /// Whether earlier runs left so much behind that a fresh process is due.
    pub(crate) fn is_worn(&mut self) -> bool {
        if self.traits.is_outside {
            return true;
        }
        let Some(mark) = &mut self.mark else {
            return false;
        };
        // What was never held is not left behind; so the system is hardly ever asked.
        if let (Some(floor), Some(peak)) = (self.floor, self.peak)
            && peak <= floor + LEFTOVER
        {
            return false;
        }
        let now = mark.resident();
        let floor = *self.floor.get_or_insert(now.unwrap_or_default());
        now.is_some_and(|now| now > floor + LEFTOVER)
    }

    fn solve<'t>(&'t mut self, task: &'t RunTask, puzzle: &Puzzle) -> Option<ResultRow<'t>> {
        let place = self.solver(task.steps);
        let refused = |measurer: &'t Self, status, reason: String| {
            let mut row = measurer.row(task, machine::now());
            row.status = status;
            row.error = Some(reason.into());
            Some(row)
        };
        if let Err(reason) = &self.solvers[place].1 {
            return refused(self, Status::Refused, reason.clone());
        }
        let ready = self.set_up(place, puzzle);
        if (self.hooks.stopped)() {
            return None;
        }
        let limits = self.order.lane.limits;
        let Ok(solver) = &self.solvers[place].1 else {
            return None;
        };
        let started = machine::now();
        let before = self.traits.is_outside.then(usage::children);
        let base = self.mark.as_mut().and_then(Mark::reset);
        let cpu_before = self.cpu();
        let begun = Instant::now();
        let control = (self.hooks.control)(Limits {
            time: limits.time,
            nodes: limits.nodes,
            memory: limits.memory,
        });
        let watched = limits.cpu.filter(|_| self.mark.is_some());
        let watched = watched.map(|limit| CpuWatch::start(limit, &control, self.traits.is_outside));
        let outcome = solver.solve(puzzle, &control);
        let is_out_of_cpu = watched.is_some_and(CpuWatch::end);
        let mut measured = Measured {
            time: begun.elapsed(),
            cpu: self
                .cpu()
                .zip(cpu_before)
                .map(|(now, then)| now.saturating_sub(then)),
            peak: self.mark.as_mut().and_then(Mark::peak),
            base,
        };
        self.peak = measured.peak;
        if let Some(before) = before {
            let after = usage::children();
            measured.cpu = measured
                .cpu
                .map(|cpu| cpu + after.cpu.saturating_sub(before.cpu));
            measured.peak = measured.peak.max(Some(after.peak));
        }
        let outcome = match outcome {
            Ok(outcome) if outcome.stop == Stop::Cancelled && !is_out_of_cpu => return None,
            Ok(outcome) => outcome,
            Err(error) => {
                let status = match error {
                    taquin::SolveError::Unsupported { .. } => Status::Refused,
                    _ => Status::Crash,
                };
                return refused(self, status, error.to_string());
            }
        };
        let plan = solver.plan(puzzle, control.context());
        let h_start = self.ready[ready]
            .guide
            .as_ref()
            .map(|guide| guide.estimate(puzzle.start()));
        let mut row = self.row(task, started);
        row.algorithm = plan.algorithm.into();
        row.heuristic = plan.heuristic.map(Cow::from);
        row.h_start = h_start;
        row.setup_s = self.ready[ready].time.as_secs_f64();
        put(&mut row, &measured);
        answer(&mut row, &outcome);
        if is_out_of_cpu && outcome.stop == Stop::Cancelled {
            row.limit = Some("cpu".into());
        }
        Some(row)
    }

    /// The place of the solver for a bound.
    fn solver(&mut self, steps: Option<u32>) -> usize {
        if let Some(place) = self.solvers.iter().position(|(known, _)| *known == steps) {
            return place;
        }
        let engine = &self.order.lane.engine;
        let engine = steps.map_or_else(|| engine.clone(), |steps| engine.with_steps(steps));
        let Executor::Solver(text) = engine else {
            unreachable!("only solvers are asked for their place");
        };
        let solver = catalogue::solver(&text).map_err(|error| error.to_string());
        self.solvers.push((steps, solver));
        self.solvers.len() - 1
    }

    /// Builds what the solver needs for boards of these goals, once: the place of what is ready.
    fn set_up(&mut self, place: usize, puzzle: &Puzzle) -> usize {
        let known = self
            .ready
            .iter()
            .position(|ready| ready.targets == puzzle.targets());
        if let Some(known) = known {
            return known;
        }
        let mut ready = Ready {
            targets: puzzle.targets().to_vec(),
            heuristic: None,
            guide: None,
            time: Duration::ZERO,
        };
        let cpu_before = self.cpu();
        if let Ok(solver) = &self.solvers[place].1 {
            let begun = Instant::now();
            let control = (self.hooks.control)(Limits::default());
            let plan = solver.plan(puzzle, control.context());
            if has_set_up(solver.name()) {
                self.try_out(solver.as_ref(), puzzle);
                // A portfolio may defer its main search.
                if plan.algorithm != solver.name()
                    && let Ok(main) = catalogue::solver(&plan.algorithm)
                {
                    self.try_out(main.as_ref(), puzzle);
                }
            }
            let spec = plan.heuristic.as_deref().map(str::parse::<HeuristicSpec>);
            let spec = spec.and_then(Result::ok);
            ready.guide = spec.and_then(|spec| spec.guide(puzzle, &control).ok());
            ready.heuristic = plan.heuristic;
            ready.time = begun.elapsed();
        }
        if let Some((now, then)) = self.cpu().zip(cpu_before) {
            self.set_up_cpu += now.saturating_sub(then);
        }
        self.ready.push(ready);
        self.floor = None;
        self.peak = None;
        self.ready.len() - 1
    }

    /// Solves a board next to the goal, which makes a solver build its tables.
    fn try_out(&self, solver: &dyn Solver, puzzle: &Puzzle) {
        let control = (self.hooks.control)(Limits {
            time: None,
            nodes: Some(SET_UP_NODES),
            memory: self.order.lane.limits.memory,
        });
        if let Ok(near) = puzzle.with_start(near(&puzzle.targets()[0])) {
            // Whether it was solved does not matter.
            let _ = solver.solve(&near, &control);
        }
    }

    fn command<'t>(
        &'t mut self,
        task: &'t RunTask,
        words: &[String],
        puzzle: &Puzzle,
    ) -> Option<ResultRow<'t>> {
        let engine = Executor::Command(words.to_vec());
        let engine = task
            .steps
            .map_or(engine.clone(), |steps| engine.with_steps(steps));
        let Executor::Command(words) = engine else {
            unreachable!("a command with a bound is a command");
        };
        let (words, input) = external::arguments(&words, puzzle, &task.instance.goal);
        let limits = self.order.lane.limits;
        let allowance = Allowance {
            time: limits.time,
            cpu: limits.cpu,
            memory: limits.memory,
        };
        let started = machine::now();
        let ran = external::run(&words, input, allowance, self.hooks.stopped);
        let mut row = self.row(task, started);
        let name = std::path::Path::new(&words[0])
            .file_name()
            .unwrap_or_default();
        row.algorithm = name.to_string_lossy().into_owned().into();
        let ran = match ran {
            Ok(ran) => ran,
            Err(error) => {
                row.status = Status::Crash;
                row.error = Some(format!("{} cannot be started: {error}", words[0]).into());
                return Some(row);
            }
        };
        put(
            &mut row,
            &Measured {
                time: ran.time,
                cpu: Some(ran.cpu),
                peak: ran.peak,
                base: None,
            },
        );
        let printed = match ran.ended {
            ProgramEnd::Stopped => return None,
            ProgramEnd::Limit(which) => {
                row.status = Status::Limit;
                row.limit = Some(which.into());
                return Some(row);
            }
            ProgramEnd::Badly(reason) => {
                row.status = Status::Crash;
                row.error = Some(reason.into());
                return Some(row);
            }
            ProgramEnd::Well(printed) => printed,
        };
        match external::read(&printed, puzzle) {
            ProgramAnswer::Moves(solution) => {
                row.status = Status::Solved;
                row.length = Some(solution.len());
                row.verified = true;
                row.moves = Some(format_moves(solution.moves(), Notation::Tile).into());
            }
            ProgramAnswer::Length(length) => {
                row.status = Status::Solved;
                row.length = Some(length);
            }
            ProgramAnswer::Wrong(reason) => {
                row.status = Status::Wrong;
                row.error = Some(reason.into());
            }
            ProgramAnswer::Rubbish(reason) => {
                row.status = Status::Rubbish;
                row.error = Some(reason.into());
            }
        }
        Some(row)
    }

    /// A row with what is known before the run.
    fn row<'t>(&'t self, task: &'t RunTask, started: String) -> ResultRow<'t> {
        blank_row(&self.order, &self.traits, task, started)
    }
}

/// The name of an engine in rows.
pub(crate) struct Traits {
    is_outside: bool,
    threads: u32,
    params: String,
}

impl Traits {
    pub(crate) fn of(engine: &Executor) -> Self {
        Self {
            is_outside: engine.is_outside(),
            threads: engine.threads(),
            params: engine.params(),
        }
    }
}

/// A row with what is known before the run.
pub(crate) fn blank_row<'t>(
    order: &'t RunSetup,
    traits: &'t Traits,
    task: &'t RunTask,
    started: String,
) -> ResultRow<'t> {
    let RunSetup { lane, stamp } = order;
    let instance = &task.instance;
    let algorithm = match &lane.engine {
        Executor::Solver(text) => text.split([':', '/']).next().unwrap_or_default(),
        Executor::Command(words) => words.first().map_or("", String::as_str),
    };
    ResultRow {
        run_id: task.run_id.as_str().into(),
        suite: stamp.suite.as_str().into(),
        instance_id: instance.id.as_str().into(),
        board: instance.board.as_str().into(),
        goal: instance.goal.as_str().into(),
        algorithm: algorithm.into(),
        heuristic: None,
        params: traits.params.as_str().into(),
        seed: instance.seed,
        repeat: task.repeat,
        status: Status::Refused,
        length: None,
        proven: false,
        lower_bound: None,
        h_start: None,
        expanded: None,
        generated: None,
        reopened: None,
        peak_mem_bytes: None,
        setup_s: 0.0,
        solve_s: 0.0,
        cpu_s: None,
        time_limit_s: lane.limits.time.map(|time| time.as_secs_f64()),
        mem_limit_bytes: lane.limits.memory,
        threads: traits.threads,
        verified: false,
        version: stamp.version.as_str().into(),
        commit: stamp.commit.as_str().into(),
        host_cpu: stamp.host_cpu.as_str().into(),
        started_at: started.into(),
        configuration: lane.name.as_str().into(),
        steps: task.steps,
        optimal: instance.optimal,
        node_limit: lane.limits.nodes,
        limit: None,
        base_mem_bytes: None,
        solver_bytes: None,
        moves: None,
        error: None,
        claimed_bound: None,
        claimed_by: None,
        cpu_limit_s: lane.limits.cpu.map(|cpu| cpu.as_secs_f64()),
    }
}

fn put(row: &mut ResultRow<'_>, measured: &Measured) {
    row.solve_s = measured.time.as_secs_f64();
    row.cpu_s = measured.cpu.map(|cpu| cpu.as_secs_f64());
    row.peak_mem_bytes = measured.peak;
    row.base_mem_bytes = measured.base;
}

/// The solver's answer.
fn answer(row: &mut ResultRow<'_>, outcome: &Outcome) {
    let stats = &outcome.stats;
    row.status = match (outcome.best(), outcome.stop) {
        (Some(_), _) if outcome.is_optimal() => Status::Optimal,
        (Some(_), _) => Status::Solved,
        (None, Stop::Finished) => Status::None,
        (None, _) => Status::Limit,
    };
    row.limit = answer::stop_word(outcome.stop).map(Cow::from);
    row.proven = outcome.is_optimal();
    row.lower_bound = Some(outcome.lower_bound());
    if let Some(claim) = &outcome.claim {
        row.claimed_bound = Some(claim.bound);
        row.claimed_by = Some(claim.by.clone().into());
    }
    row.expanded = Some(stats.expanded);
    row.generated = Some(stats.generated);
    row.reopened = Some(stats.reopened);
    row.solver_bytes = Some(stats.peak_bytes);
    if let Some(best) = outcome.best() {
        row.length = Some(best.len());
        row.moves = Some(format_moves(best.moves(), Notation::Tile).into());
        // A solution is made by replaying its moves.
        row.verified = true;
    }
}

/// Marks an answer that contradicts what is known of the board.
fn check_optimum(mut row: ResultRow<'_>, optimal: Option<u32>) -> ResultRow<'_> {
    let Some(optimal) = optimal else {
        return row;
    };
    let fault = match (row.length, row.lower_bound) {
        (Some(length), _) if length < optimal => {
            format!("{length} moves, but the optimum is {optimal}")
        }
        (Some(length), _) if row.proven && length != optimal => {
            format!("{length} moves called optimal, but the optimum is {optimal}")
        }
        (_, Some(bound)) if bound > optimal => {
            format!("no solution below {bound} claimed, but the optimum is {optimal}")
        }
        _ => match (row.claimed_bound, &row.claimed_by) {
            (Some(bound), Some(by)) if bound > optimal => {
                format!("no solution below {bound} by {by}, but the optimum is {optimal}")
            }
            _ => return row,
        },
    };
    row.status = Status::Wrong;
    row.error = Some(fault.into());
    row
}

/// The puzzle of an instance.
pub(crate) fn puzzle(instance: &SuiteInstance) -> Result<Puzzle, (Status, String)> {
    let board = parse_board(&instance.board).map_err(|e| (Status::Refused, e.to_string()))?;
    let goals = parse_goals(&instance.goal).map_err(|e| (Status::Refused, e.to_string()))?;
    Puzzle::new(board, &goals).map_err(|error| match error {
        PuzzleError::Unsolvable(_) => (Status::Unsolvable, error.to_string()),
        error => (Status::Refused, error.to_string()),
    })
}

/// A board some moves from the goal.
fn near(goal: &Board) -> Board {
    let mut board = goal.clone();
    let mut last = None;
    for _ in 0..8 {
        // The first move that does not undo the one before; every board of 2x2 and more has one.
        let back = last.map(|mv: taquin::Move| mv.inverse());
        let Some(mv) = board.moves().find(|mv| Some(*mv) != back) else {
            break;
        };
        board.slide(mv);
        last = Some(mv);
    }
    board
}
