//! The process that makes runs, one after the other, and writes down what they took.
//!
//! A worker belongs to one configuration. It reads an [`Order`] and then [`Task`]s, a JSON line each,
//! and answers every task with a line: a word for the keeper of the rows, then the row itself. What
//! a configuration needs only once, its tables, is built before the first run on boards of a size
//! and a goal; that is the set-up time. Each run is measured by itself: its time, the CPU time of all
//! its threads, and the most memory the process held meanwhile.

use std::borrow::Cow;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use taquin::notation::{Notation, format_moves, parse_board, parse_goals};
use taquin::{Board, Control, Limits, Outcome, Puzzle, PuzzleError, Solver, Stop, catalogue, wire};
use taquin_search::heuristic::{Guide, HeuristicSpec};

use crate::external::{self, Allowance, Answer, Ended};
use crate::lane::{Engine, Lane};
use crate::machine;
use crate::plan::Instance;
use crate::row::{Row, Status};
use crate::usage::{self, Mark};

/// What a worker is for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The configuration.
    pub lane: Lane,
    /// What every row says.
    pub stamp: Stamp,
}

/// What every row of an experiment says.
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
pub struct Task {
    /// Its name.
    pub run_id: String,
    /// The board.
    pub instance: Instance,
    /// The bound to put into the configuration.
    pub steps: Option<u32>,
    /// Which repeat.
    pub repeat: u32,
}

/// How the process around a worker ends searches when it is told to end.
pub struct Hooks<'a> {
    /// Called with the control of each search before it begins.
    pub watch: &'a dyn Fn(&Arc<Control>),
    /// Whether the process was told to end.
    pub stopped: &'a dyn Fn() -> bool,
}

/// Memory left behind by earlier runs beyond this makes a worker go, so that the next run is
/// measured in a fresh process.
const LEFTOVER: u64 = 32 << 20;

/// Nodes of the search that makes a solver build its tables.
const SET_UP_NODES: u64 = 100_000;

/// Solvers that keep nothing from one board to the next, or whose short search is not short.
const WITHOUT_SET_UP: &[&str] = &["sat", "smt"];

/// A worker is done, and the keeper starts another for what is left.
pub(crate) const BYE: &str = "B\n";

/// Tables are built and the next run begins.
pub(crate) const READY: &str = "S\n";

/// Makes this process be asked to end when the one that started it is gone, even by a kill.
pub fn follow_parent() {
    #[cfg(target_os = "linux")]
    {
        // Without it a worker ends when it finds nobody to answer to.
        let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGTERM);
    }
}

/// Makes the runs that are asked for until the input ends.
///
/// # Errors
/// When the input is not what a worker gets, or the answer cannot be written.
pub fn serve(input: &mut dyn BufRead, output: &mut dyn Write, hooks: &Hooks) -> io::Result<()> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    let order: Order = serde_json::from_str(&line).map_err(io::Error::other)?;
    let mut worker = Worker::new(order, hooks);
    let mut answers = Answers::new(output);
    let mut known = usize::MAX;
    loop {
        line.clear();
        let is_end = input.read_line(&mut line)? == 0;
        if line.trim().is_empty() {
            // Nothing more was asked for by now.
            answers.flush()?;
            if is_end {
                return Ok(());
            }
            continue;
        }
        let task: Task = serde_json::from_str(&line).map_err(io::Error::other)?;
        let puzzle = puzzle(&task.instance);
        if let Ok(puzzle) = &puzzle {
            worker.prepare(&task, puzzle);
        }
        if worker.ready.len() != known {
            known = worker.ready.len();
            answers.text.extend_from_slice(READY.as_bytes());
            answers.flush()?;
        }
        let Some(row) = worker.run(&task, puzzle) else {
            return answers.flush();
        };
        answers.put(&task.run_id, &row)?;
        if worker.is_worn() {
            answers.text.extend_from_slice(BYE.as_bytes());
            return answers.flush();
        }
    }
}

/// Rows on their way to the keeper. Those of very short runs go together, since each write wakes the
/// keeper, which takes longer than such a run.
struct Answers<'a> {
    output: &'a mut dyn Write,
    text: Vec<u8>,
    last: Instant,
}

/// Rows wait this long at most while runs are made.
const WAIT: Duration = Duration::from_millis(5);

/// Bytes of rows that wait at most.
const WAITING: usize = 16 << 10;

impl<'a> Answers<'a> {
    fn new(output: &'a mut dyn Write) -> Self {
        Self {
            output,
            text: Vec::with_capacity(2 * WAITING),
            last: Instant::now(),
        }
    }

    fn put(&mut self, id: &str, row: &Row<'_>) -> io::Result<()> {
        let nanos = (row.solve_s * 1e9) as u64;
        write!(self.text, "R {id} {} {nanos} ", row.status.word())?;
        serde_json::to_writer(&mut self.text, row)?;
        self.text.push(b'\n');
        if self.text.len() > WAITING || self.last.elapsed() > WAIT {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.text)?;
        self.output.flush()?;
        self.text.clear();
        self.last = Instant::now();
        Ok(())
    }
}

/// A solver, or why there is none.
type Built = Result<Box<dyn Solver>, String>;

struct Worker<'a> {
    order: Order,
    /// What rows say of the engine; worked out once.
    traits: Traits,
    hooks: &'a Hooks<'a>,
    mark: Mark,
    /// Solvers by the bound that was put into their spec.
    solvers: Vec<(Option<u32>, Built)>,
    /// What was set up for which goals, and how long it took.
    ready: Vec<Ready>,
    /// Bytes resident after set-up.
    floor: Option<u64>,
    /// Bytes resident after the last run; none after set-up.
    resident: Option<u64>,
}

/// What is kept for boards of some goals.
struct Ready {
    targets: Vec<Board>,
    heuristic: Option<String>,
    guide: Option<Box<dyn Guide>>,
    time: Duration,
}

/// What was measured of one run.
#[derive(Default)]
struct Measured {
    time: Duration,
    cpu: Option<Duration>,
    peak: Option<u64>,
    base: Option<u64>,
}

impl<'a> Worker<'a> {
    fn new(order: Order, hooks: &'a Hooks<'a>) -> Self {
        Self {
            traits: Traits::of(&order.lane.engine),
            order,
            hooks,
            mark: Mark::new(),
            solvers: Vec::new(),
            ready: Vec::new(),
            floor: None,
            resident: None,
        }
    }

    /// Sets up what a run needs, unless it is there.
    fn prepare(&mut self, task: &Task, puzzle: &Puzzle) {
        if let Engine::Solver(text) = self.order.lane.engine.clone() {
            let place = self.solver(&text, task.steps);
            self.set_up(place, puzzle);
        }
    }

    /// Makes a run; none if the process was told to end.
    fn run<'t>(
        &'t mut self,
        task: &'t Task,
        puzzle: Result<Puzzle, (Status, String)>,
    ) -> Option<Row<'t>> {
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err((status, reason)) => {
                let mut row = self.row(task);
                row.status = status;
                row.error = Some(reason.into());
                return Some(row);
            }
        };
        let row = match self.order.lane.engine.clone() {
            Engine::Solver(text) => self.solve(task, &text, &puzzle),
            Engine::Command(words) => self.command(task, &words, &puzzle),
        };
        row.map(|row| check_optimum(row, task.instance.optimal))
    }

    /// Whether earlier runs left so much behind that a fresh process is due.
    fn is_worn(&mut self) -> bool {
        if self.traits.is_outside {
            return true;
        }
        let now = self.mark.resident();
        self.resident = now;
        let floor = *self.floor.get_or_insert(now.unwrap_or_default());
        now.is_some_and(|now| now > floor + LEFTOVER)
    }

    fn solve<'t>(&'t mut self, task: &'t Task, text: &str, puzzle: &Puzzle) -> Option<Row<'t>> {
        let place = self.solver(text, task.steps);
        let refused = |worker: &'t Self, status, reason: String| {
            let mut row = worker.row(task);
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
        let is_outside = self.traits.is_outside;
        let before = is_outside.then(usage::children);
        let base = self.resident.or_else(|| self.mark.resident());
        self.mark.reset();
        let cpu = usage::cpu_time();
        let begun = Instant::now();
        let control = Arc::new(Control::new(Limits {
            time: limits.time,
            nodes: limits.nodes,
            memory: limits.memory,
        }));
        (self.hooks.watch)(&control);
        let outcome = solver.solve(puzzle, &control);
        let mut measured = Measured {
            time: begun.elapsed(),
            cpu: usage::cpu_time()
                .zip(cpu)
                .map(|(after, before)| after.saturating_sub(before)),
            peak: None,
            base,
        };
        measured.peak = self.mark.peak();
        if let Some(before) = before {
            let after = usage::children();
            measured.cpu = measured
                .cpu
                .map(|cpu| cpu + after.cpu.saturating_sub(before.cpu));
            measured.peak = measured.peak.max(Some(after.peak));
        }
        let outcome = match outcome {
            Ok(outcome) if outcome.stop == Stop::Cancelled => return None,
            Ok(outcome) => outcome,
            Err(error) => {
                let status = match error {
                    taquin::SolveError::Unsupported { .. } => Status::Refused,
                    _ => Status::Crash,
                };
                return refused(self, status, error.to_string());
            }
        };
        let plan = solver.plan(puzzle);
        let h_start = self.ready[ready]
            .guide
            .as_ref()
            .map(|guide| guide.estimate(puzzle.start()));
        let mut row = self.row(task);
        row.started_at = started.into();
        row.algorithm = plan.algorithm.into();
        row.heuristic = plan.heuristic.map(Cow::from);
        row.h_start = h_start;
        row.setup_s = self.ready[ready].time.as_secs_f64();
        put(&mut row, &measured);
        answer(&mut row, &outcome);
        Some(row)
    }

    /// The place of the solver for a bound.
    fn solver(&mut self, text: &str, steps: Option<u32>) -> usize {
        if let Some(place) = self.solvers.iter().position(|(known, _)| *known == steps) {
            return place;
        }
        let engine = Engine::Solver(text.to_owned());
        let engine = steps.map_or(engine.clone(), |steps| engine.with_steps(steps));
        let Engine::Solver(text) = engine else {
            unreachable!("a solver with a bound is a solver");
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
        if let Ok(solver) = &self.solvers[place].1 {
            let begun = Instant::now();
            let plan = solver.plan(puzzle);
            if !WITHOUT_SET_UP.contains(&solver.name()) {
                self.try_out(solver.as_ref(), puzzle);
                // One that chooses among others may leave its main search for later.
                if plan.algorithm != solver.name()
                    && let Ok(main) = catalogue::solver(&plan.algorithm)
                {
                    self.try_out(main.as_ref(), puzzle);
                }
            }
            let spec = plan.heuristic.as_deref().map(str::parse::<HeuristicSpec>);
            let spec = spec.and_then(Result::ok);
            ready.guide = spec.and_then(|spec| spec.guide(puzzle).ok());
            ready.heuristic = plan.heuristic;
            ready.time = begun.elapsed();
        }
        self.ready.push(ready);
        self.floor = None;
        self.resident = None;
        self.ready.len() - 1
    }

    /// Solves a board next to the goal, which makes a solver build its tables.
    fn try_out(&self, solver: &dyn Solver, puzzle: &Puzzle) {
        let control = Arc::new(Control::new(Limits {
            time: None,
            nodes: Some(SET_UP_NODES),
            memory: self.order.lane.limits.memory,
        }));
        (self.hooks.watch)(&control);
        if let Ok(near) = puzzle.with_start(near(&puzzle.targets()[0])) {
            // Whether it was solved does not matter.
            let _ = solver.solve(&near, &control);
        }
    }

    fn command<'t>(
        &'t mut self,
        task: &'t Task,
        words: &[String],
        puzzle: &Puzzle,
    ) -> Option<Row<'t>> {
        let engine = Engine::Command(words.to_vec());
        let engine = task
            .steps
            .map_or(engine.clone(), |steps| engine.with_steps(steps));
        let Engine::Command(words) = engine else {
            unreachable!("a command with a bound is a command");
        };
        let (words, input) = external::arguments(&words, puzzle, &task.instance.goal);
        let limits = self.order.lane.limits;
        let allowance = Allowance {
            time: limits.time,
            memory: limits.memory,
        };
        let started = machine::now();
        let ran = external::run(&words, input, allowance, self.hooks.stopped);
        let mut row = self.row(task);
        row.started_at = started.into();
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
            Ended::Stopped => return None,
            Ended::Limit(which) => {
                row.status = Status::Limit;
                row.limit = Some(which.into());
                return Some(row);
            }
            Ended::Badly(reason) => {
                row.status = Status::Crash;
                row.error = Some(reason.into());
                return Some(row);
            }
            Ended::Well(printed) => printed,
        };
        match external::read(&printed, puzzle) {
            Answer::Moves(solution) => {
                row.status = Status::Solved;
                row.length = Some(solution.len());
                row.verified = true;
                row.moves = Some(format_moves(solution.moves(), Notation::Tile).into());
            }
            Answer::Length(length) => {
                row.status = Status::Solved;
                row.length = Some(length);
            }
            Answer::Wrong(reason) => {
                row.status = Status::Wrong;
                row.error = Some(reason.into());
            }
            Answer::Rubbish(reason) => {
                row.status = Status::Rubbish;
                row.error = Some(reason.into());
            }
        }
        Some(row)
    }

    /// A row with what is known before the run.
    fn row<'t>(&'t self, task: &'t Task) -> Row<'t> {
        blank_row(&self.order, &self.traits, task)
    }
}

/// What rows say of an engine.
pub(crate) struct Traits {
    is_outside: bool,
    threads: u32,
    params: String,
}

impl Traits {
    pub(crate) fn of(engine: &Engine) -> Self {
        Self {
            is_outside: engine.is_outside(),
            threads: engine.threads(),
            params: engine.params(),
        }
    }
}

/// A row with what is known before the run.
pub(crate) fn blank_row<'t>(order: &'t Order, traits: &'t Traits, task: &'t Task) -> Row<'t> {
    let Order { lane, stamp } = order;
    let instance = &task.instance;
    let algorithm = match &lane.engine {
        Engine::Solver(text) => text.split([':', '/']).next().unwrap_or_default(),
        Engine::Command(words) => words.first().map_or("", String::as_str),
    };
    Row {
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
        started_at: machine::now().into(),
        configuration: lane.name.as_str().into(),
        steps: task.steps,
        optimal: instance.optimal,
        node_limit: lane.limits.nodes,
        limit: None,
        base_mem_bytes: None,
        solver_bytes: None,
        moves: None,
        error: None,
    }
}

fn put(row: &mut Row<'_>, measured: &Measured) {
    row.solve_s = measured.time.as_secs_f64();
    row.cpu_s = measured.cpu.map(|cpu| cpu.as_secs_f64());
    row.peak_mem_bytes = measured.peak;
    row.base_mem_bytes = measured.base;
}

/// What the solver answered.
fn answer(row: &mut Row<'_>, outcome: &Outcome) {
    let stats = &outcome.stats;
    row.status = match (outcome.best(), outcome.stop) {
        (Some(_), _) if outcome.is_optimal() => Status::Optimal,
        (Some(_), _) => Status::Solved,
        (None, Stop::Finished) => Status::None,
        (None, _) => Status::Limit,
    };
    row.limit = wire::stop_word(outcome.stop).map(Cow::from);
    row.proven = outcome.is_optimal();
    row.lower_bound = Some(outcome.lower_bound());
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
fn check_optimum(mut row: Row<'_>, optimal: Option<u32>) -> Row<'_> {
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
        _ => return row,
    };
    row.status = Status::Wrong;
    row.error = Some(fault.into());
    row
}

/// The puzzle of an instance.
pub(crate) fn puzzle(instance: &Instance) -> Result<Puzzle, (Status, String)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::LimitSpec;

    /// What a worker answers to these boards.
    fn rows(
        engine: Engine,
        limits: LimitSpec,
        boards: &[(&str, Option<u32>)],
    ) -> Vec<Row<'static>> {
        let order = Order {
            lane: Lane {
                name: "lane".to_owned(),
                engine,
                limits,
            },
            stamp: Stamp {
                suite: "s".to_owned(),
                version: "v".to_owned(),
                commit: "c".to_owned(),
                host_cpu: "h".to_owned(),
            },
        };
        let mut input = serde_json::to_string(&order).unwrap() + "\n";
        for (i, &(board, optimal)) in boards.iter().enumerate() {
            let task = Task {
                run_id: format!("{i:016x}"),
                instance: Instance {
                    id: format!("t/{i}"),
                    board: board.to_owned(),
                    goal: "blank-last".to_owned(),
                    seed: 0,
                    optimal,
                },
                steps: None,
                repeat: 0,
            };
            input += &(serde_json::to_string(&task).unwrap() + "\n");
        }
        let hooks = Hooks {
            watch: &|_| {},
            stopped: &|| false,
        };
        let mut output = Vec::new();
        serve(&mut input.as_bytes(), &mut output, &hooks).unwrap();
        let text: &'static str = String::from_utf8(output).unwrap().leak();
        text.lines()
            .filter_map(|line| line.strip_prefix("R ")?.splitn(4, ' ').nth(3))
            .map(|json| serde_json::from_str(json).unwrap())
            .collect()
    }

    #[test]
    fn a_run_becomes_a_row_with_everything_measured() {
        let engine = Engine::solver("astar/manhattan").unwrap();
        let rows = rows(
            engine,
            LimitSpec::default(),
            &[
                ("8 1 3/4 0 2/7 6 5", Some(14)),
                ("1 2/3 0", None),
                ("1 8 7/4 3 2/6 5 0", None),
            ],
        );
        let first = &rows[0];
        // The values that `taquin solve` shows in the manual.
        assert_eq!(
            (
                first.status,
                first.length,
                first.expanded,
                first.generated,
                first.h_start
            ),
            (Status::Optimal, Some(14), Some(38), Some(67), Some(10))
        );
        assert_eq!(first.moves.as_deref(), Some("LUR2D2LURULDLU"));
        assert!(first.verified && first.proven && first.solve_s > 0.0);
        assert_eq!(rows[1].length, Some(0));
        assert_eq!(rows[2].status, Status::Unsolvable);
    }

    #[test]
    fn limits_refusals_and_contradictions_are_rows_too() {
        let bfs = Engine::solver("bfs").unwrap();
        let nodes = LimitSpec {
            nodes: Some(10),
            ..LimitSpec::default()
        };
        let limited = rows(bfs.clone(), nodes, &[("8 1 3/4 0 2/7 6 5", None)]);
        assert_eq!(
            (limited[0].status, limited[0].limit.as_deref()),
            (Status::Limit, Some("nodes"))
        );
        assert_eq!(limited[0].expanded, Some(10));
        // A false optimum in the data must not go unseen.
        let wrong = rows(
            bfs,
            LimitSpec::default(),
            &[("8 1 3/4 0 2/7 6 5", Some(12))],
        );
        assert_eq!(wrong[0].status, Status::Wrong);
        let table = Engine::solver("table").unwrap();
        let large = taquin::Goal::BlankLast
            .board(taquin::Size::new(5, 5).unwrap())
            .unwrap();
        let refused = rows(table, LimitSpec::default(), &[(&large.to_string(), None)]);
        assert_eq!(refused[0].status, Status::Refused);
    }

    #[cfg(unix)]
    #[test]
    fn other_programs_are_read_and_checked() {
        let lane = |script: &str| {
            Engine::Command(vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()])
        };
        let board = [("1 2 3/4 5 6/0 7 8", Some(2))];
        for (script, status, verified) in [
            ("echo LL", Status::Solved, true),
            ("echo 2", Status::Solved, false),
            ("echo 1", Status::Wrong, false),
            ("echo RR; echo U", Status::Solved, true),
            ("echo LLL", Status::Wrong, false),
            ("echo hm", Status::Rubbish, false),
            ("kill -9 $$", Status::Crash, false),
            ("exit 1", Status::Crash, false),
        ] {
            let rows = rows(lane(script), LimitSpec::default(), &board);
            assert_eq!(
                (rows[0].status, rows[0].verified),
                (status, verified),
                "{script}"
            );
        }
    }
}
