//! `taquin solve`: the moves, with their label.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use taquin::catalogue::CATALOGUE;
use taquin::notation::file::Instance;
use taquin::notation::to_grid;
use taquin::parts::{Folder, Keep, Share};
use taquin::{Acceptance, Board, Goals, Limits, Move, PartialGoal, Puzzle, Stop};
use taquin_app::{Run, answer};
use taquin_export::tree::SearchTree;

use crate::End;
use crate::cli::{LimitArgs, MetricArg, NotationArg, PositionArgs, ThreadsArg};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::interrupt;
use crate::limited_solver::{self, LimitedSolver};
use crate::output::{Column, OutputFormat, Reply, Style};
use crate::parallel;
use crate::report;
use crate::session;
use crate::units;

/// Solve positions; moves go to stdout, statistics to stderr
#[derive(Args)]
#[command(after_help = "Examples:
  taquin solve \"8 1 3/4 0 2/7 6 5\"
  taquin solve --algo ida/walking-distance --time-limit 10s \"1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12\"
  taquin generate 6x6 | taquin solve --time 10s
  taquin generate 5x5 | taquin solve --within 5% --time 1m
  taquin solve --metric mtm \"8 1 3/4 0 2/7 6 5\"
  taquin solve --solver /usr/bin/minisat \"8 1 3/4 0 2/7 6 5\"
  taquin solve --algo bfs --trace \"1 2 3/4 6 8/7 5 0\"
  taquin solve --algo astar --tree svg \"1 2 3/4 6 8/7 5 0\" > tree.svg
  taquin solve --beyond 2 --count \"8 1 3/4 0 2/7 6 5\"
  taquin solve --partial \"1 2 3/* * */* * *\" \"8 1 3/4 0 2/7 6 5\"
  taquin solve --goal blank-first --goal blank-last \"1 2 3/4 5 6/7 0 8\"
  taquin generate 3x3 -n 1000 | taquin solve --threads 2 --format csv
  taquin generate 4x4 -n 100000 | taquin solve --algo gpu-batch --quiet
  taquin solve --parts proof --algo pdb-ida:threads=2 -i hard.txt

`taquin list solvers` and `taquin list heuristics` list the values of --algo. Letters name the
direction of the tile: U D L R; R2 is R twice.")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct Solve {
    #[command(flatten)]
    positions: PositionArgs,
    /// The solver and its options, like astar/manhattan or astar:heuristic=manhattan,tie=fifo
    #[arg(long, short, value_name = "SPEC", default_value = "auto", conflicts_with_all = ["all_optimal", "count"])]
    algo: String,
    /// Backend of --algo sat or smt: a built-in solver, or a program by name or path
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["all_optimal", "count"])]
    solver: Option<String>,
    /// Show every board of the solution
    #[arg(long, conflicts_with_all = ["all_optimal", "count", "trace"])]
    steps: bool,
    /// Show the first N steps of the search
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "2000",
          value_parser = clap::value_parser!(u32).range(1..=10_000_000), conflicts_with_all = ["all_optimal", "count"])]
    trace: Option<u32>,
    /// Print the tree of the traced search instead: a picture, or a file for Graphviz
    #[arg(long, value_enum, value_name = "svg|dot", hide_possible_values = true, conflicts_with_all = ["all_optimal", "count", "steps"])]
    tree: Option<TreeFormat>,
    #[command(flatten)]
    metric: MetricArg,
    /// Solutions of up to K moves more than the shortest, one per line, or their number with --count
    #[arg(long, value_name = "K", conflicts_with_all = ["all_optimal", "algo", "solver", "trace", "tree", "steps"],
          value_parser = clap::value_parser!(u32).range(..=i64::from(taquin_app::MOST_BEYOND)))]
    beyond: Option<u32>,
    /// Only these tiles matter, like "1 2 3/* * */* * *"; the others may be anywhere
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["goal", "algo", "solver", "trace", "tree", "all_optimal", "count", "beyond", "no_parity_check"])]
    partial: Option<PartialGoal>,
    /// All optimal solutions, one per line
    #[arg(long)]
    all_optimal: bool,
    /// Only the number of optimal solutions
    #[arg(long, conflicts_with = "all_optimal")]
    count: bool,
    /// Search unsolvable boards too: everything reachable, breadth-first
    #[arg(long, conflicts_with_all = ["all_optimal", "count", "steps", "trace"])]
    no_parity_check: bool,
    #[command(flatten)]
    notation: NotationArg,
    /// Stop at a solution of at most N moves
    #[arg(long, value_name = "N", value_parser = units::moves, help_heading = "Limits", conflicts_with_all = ["all_optimal", "count"])]
    target: Option<u32>,
    /// Stop at a solution at most this much longer than the proven bound, like 5%; 0% requires a proof
    #[arg(long, value_name = "SHARE", value_parser = units::percent, help_heading = "Limits", conflicts_with_all = ["all_optimal", "count"])]
    within: Option<f64>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    parts: PartsArgs,
}

/// How a long search keeps its finished parts.
#[derive(Args, Clone)]
struct PartsArgs {
    /// Keep finished parts of the search in this folder; the same command continues from there
    #[arg(long, value_name = "FOLDER", help_heading = "Parts", conflicts_with_all = ["all_optimal", "count", "trace", "threads"])]
    parts: Option<PathBuf>,
    /// Search the I-th of N shares first, in parallel with other processes on the same folder
    #[arg(
        long,
        value_name = "I/N",
        help_heading = "Parts",
        requires = "parts",
        default_value = "1/1",
        hide_default_value = true
    )]
    share: Share,
    /// Approximate expanded nodes per part, like 1e7; generated nodes on the GPU
    #[arg(long, value_name = "COUNT", value_parser = units::count, help_heading = "Parts", requires = "parts")]
    part_nodes: Option<u64>,
}

impl PartsArgs {
    /// The journal, if there is one.
    fn keep(&self) -> Result<Option<Arc<Keep>>, Failure> {
        let Some(path) = &self.parts else {
            return Ok(None);
        };
        let Share { index, of } = self.share;
        let writer = format!("rows-{}-of-{of}", index + 1);
        let folder = Folder::open(path, &writer)
            .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
        let keep = Keep::new(folder)
            .with_share(self.share)
            .with_part_nodes(self.part_nodes);
        Ok(Some(Arc::new(keep)))
    }
}

const COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("goal", "/goal"),
    ("algorithm", "/algorithm"),
    ("heuristic", "/heuristic"),
    ("status", "/status"),
    ("length", "/length"),
    ("proven", "/proven"),
    ("lower_bound", "/lower_bound"),
    ("h_start", "/h_start"),
    ("moves", "/moves"),
    ("expanded", "/stats/expanded"),
    ("generated", "/stats/generated"),
    ("reopened", "/stats/reopened"),
    ("peak_mb", "/stats/peak_mb"),
    ("time_ms", "/stats/time_ms"),
    ("optimal_count", "/optimal_count"),
];

/// For all shortest solutions or their number.
const SHORTEST_COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("goal", "/goal"),
    ("algorithm", "/algorithm"),
    ("heuristic", "/heuristic"),
    ("status", "/status"),
    ("length", "/length"),
    ("proven", "/proven"),
    ("lower_bound", "/lower_bound"),
    ("expanded", "/stats/expanded"),
    ("generated", "/stats/generated"),
    ("time_ms", "/stats/time_ms"),
    ("optimal_count", "/optimal_count"),
    ("all_optimal", "/all_optimal"),
];

/// For goals in which some tiles do not matter; the length of such a way is no length to a goal.
const PARTIAL_COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("partial", "/partial"),
    ("algorithm", "/algorithm"),
    ("heuristic", "/heuristic"),
    ("status", "/status"),
    ("length", "/length"),
    ("proven", "/proven"),
    ("lower_bound", "/lower_bound"),
    ("moves", "/moves"),
    ("expanded", "/stats/expanded"),
    ("generated", "/stats/generated"),
    ("peak_mb", "/stats/peak_mb"),
    ("time_ms", "/stats/time_ms"),
];

const MTM_COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("goal", "/goal"),
    ("metric", "/metric"),
    ("algorithm", "/algorithm"),
    ("heuristic", "/heuristic"),
    ("status", "/status"),
    ("length", "/length"),
    ("proven", "/proven"),
    ("lower_bound", "/lower_bound"),
    ("length_stm", "/length_stm"),
    ("moves", "/moves"),
    ("expanded", "/stats/expanded"),
    ("generated", "/stats/generated"),
    ("peak_mb", "/stats/peak_mb"),
    ("time_ms", "/stats/time_ms"),
];

const BEYOND_COLUMNS: &[Column] = &[
    ("board", "/board"),
    ("goal", "/goal"),
    ("optimal", "/optimal"),
    ("beyond", "/beyond"),
    ("count", "/count"),
    ("time_ms", "/time_ms"),
    ("solutions", "/solutions"),
];

/// How a search tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TreeFormat {
    /// A picture
    Svg,
    /// For Graphviz
    Dot,
}

/// Steps of a search whose tree is drawn unless --trace says how many.
const TREE_STEPS: u32 = 300;

impl Solve {
    /// The solver's spec, with the program that --solver names in it.
    fn spec(&self) -> Result<String, Failure> {
        let Some(program) = &self.solver else {
            return Ok(match (self.algo.as_str(), &self.parts.parts) {
                // What `auto` would choose for a search that is worth keeping.
                ("auto", Some(_)) => "pdb-ida".to_owned(),
                _ => self.algo.clone(),
            });
        };
        let algo = match self.algo.as_str() {
            "auto" => "sat",
            algo => algo,
        };
        let name = algo.split([':', '/']).next().unwrap_or_default();
        if !CATALOGUE.entry(name)?.takes_program() {
            let takers = CATALOGUE.entries().filter(|entry| entry.takes_program());
            let takers: Vec<&str> = takers.map(|entry| entry.name).collect();
            return Err(Failure::usage(format!(
                "--solver names what decides formulas; it goes with --algo {}, not {name}",
                takers.join(" or ")
            )));
        }
        if program.contains(',') {
            return Err(Failure::usage(format!(
                "{program}: a comma ends an option; make a link without one"
            )));
        }
        let joint = if algo.contains(':') { ',' } else { ':' };
        let program = super::program(program);
        Ok(format!("{algo}{joint}solver={program}"))
    }

    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let threads = self.threads.threads;
        let limits = self.limits.each_of(threads);
        let chosen = self.positions.goal.chosen();
        let positions = self.positions.clone();
        if self.tree.is_some() {
            style.only_text("--tree chooses between svg and dot")?;
        }
        if self.steps {
            style.only_text("--steps is for reading; the moves are in every answer")?;
        }
        if self.trace.is_some() && matches!(style.format, OutputFormat::Csv | OutputFormat::Md) {
            let way_out = "a trace is no table; write it as text, json or ndjson";
            return Err(Failure::usage(way_out).into());
        }
        if let Some(goal) = self.partial.clone() {
            self.refuse_beside_partial()?;
            let answer = move |instance: &Instance| self.partly(&goal, instance, limits);
            return super::each_position(&positions, style, threads, PARTIAL_COLUMNS, answer);
        }
        if let Some(beyond) = self.beyond.filter(|_| !self.metric.is_mtm()) {
            let answer =
                move |instance: &Instance| self.within(beyond, chosen.as_ref(), instance, limits);
            return super::each_position(&positions, style, threads, BEYOND_COLUMNS, answer);
        }
        if self.metric.is_mtm() {
            self.refuse_beside_mtm()?;
            let answer =
                move |instance: &Instance| self.multi_tile(chosen.as_ref(), instance, limits);
            return super::each_position(&positions, style, threads, MTM_COLUMNS, answer);
        }
        if self.all_optimal || self.count {
            let answer =
                move |instance: &Instance| self.shortest(chosen.as_ref(), instance, limits);
            return super::each_position(&positions, style, threads, SHORTEST_COLUMNS, answer);
        }
        let solver = LimitedSolver::new(&self.spec()?, limits)?
            .with_parts(self.parts.keep()?)?
            .with_trace(self.trace_steps() as usize)
            .with_enough(Acceptance {
                target: self.target,
                within: self.within,
            })?
            .with_progress(threads == 1 && !style.quiet);
        let at_once = solver.batch_size();
        // While some are solved together, others are read and written.
        let threads = if at_once > 1 { threads.max(4) } else { threads };
        let answer = move |instances: &[&Instance]| {
            let puzzle = |instance: &&Instance| input::puzzle(chosen.as_ref(), instance);
            let (mut puzzles, mut goals, mut known) = (Vec::new(), Vec::new(), Vec::new());
            let asked = parallel::map(instances, puzzle).into_iter().zip(instances);
            let asked = asked.map(|(asked, instance)| {
                let (puzzle, of_puzzle) = asked?;
                puzzles.push(puzzle);
                goals.push(of_puzzle);
                known.push(instance.solution.as_deref());
                Ok(())
            });
            let asked: Vec<Result<(), Failure>> = asked.collect();
            let mut replies = solver
                .run_all(&puzzles, &known, |i, run| {
                    Ok(self.reply(&run?, &puzzles[i], &goals[i], chosen.is_none(), style))
                })
                .into_iter();
            let replies = asked
                .into_iter()
                .zip(instances)
                .map(|(asked, instance)| match asked {
                    Ok(()) => replies.next().expect("a reply for every puzzle"),
                    Err(failure) if self.no_parity_check && is_unsolvable(&failure) => {
                        exhaust(chosen.as_ref(), instance, limits)
                    }
                    Err(failure) => Err(failure),
                });
            replies.collect()
        };
        super::each_group(&positions, style, at_once, threads, COLUMNS, answer)
    }

    /// The multi-tile metric has one search of its own: an option for another is a mistake.
    fn refuse_beside_mtm(&self) -> Result<(), Failure> {
        let given = [
            ("--algo", self.algo != "auto"),
            ("--solver", self.solver.is_some()),
            ("--all-optimal", self.all_optimal),
            ("--count", self.count),
            ("--trace", self.trace.is_some()),
            ("--tree", self.tree.is_some()),
            ("--beyond", self.beyond.is_some()),
            ("--target", self.target.is_some()),
            ("--within", self.within.is_some()),
            ("--no-parity-check", self.no_parity_check),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => Err(Failure::usage(format!(
                "{option} is for single-tile moves and does not go with --metric mtm"
            ))),
        }
    }

    /// The search for a partial goal is one of its own.
    fn refuse_beside_partial(&self) -> Result<(), Failure> {
        let given = [
            ("--metric mtm", self.metric.is_mtm()),
            ("--target", self.target.is_some()),
            ("--within", self.within.is_some()),
            ("--parts", self.parts.parts.is_some()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => Err(Failure::usage(format!(
                "{option} does not go with --partial"
            ))),
        }
    }

    /// Steps of the search to record.
    fn trace_steps(&self) -> u32 {
        match (self.trace, self.tree) {
            (Some(steps), _) => steps,
            (None, Some(_)) => TREE_STEPS,
            (None, None) => 0,
        }
    }

    /// A shortest way to a partial goal.
    fn partly(
        &self,
        goal: &PartialGoal,
        instance: &Instance,
        limits: Limits,
    ) -> Result<Reply, Failure> {
        let control = Arc::new(session::control(limits));
        interrupt::watch(&control);
        let notation = self.notation.notation;
        let solved = taquin_app::solve_partial(&instance.board, goal, notation, &control);
        let (run, answer) = solved.map_err(Failure::from)?;
        let text = self.text(&run, &instance.board);
        let talk = format!("{} · goal {goal}", limited_solver::summary(&run));
        let exit = limited_solver::exit(&run);
        let mut reply = Reply::new(text, &answer).with_talk(talk).with_exit(exit);
        if let Some(members) = reply.value.as_object_mut() {
            // A partial goal cannot be read by other commands, so it has a column of its own.
            members.remove("goal");
            members.insert("partial".to_owned(), goal.to_string().into());
        }
        Ok(reply)
    }

    /// All solutions of up to `beyond` moves more than the shortest, or their number.
    fn within(
        &self,
        beyond: u32,
        chosen: Option<&Goals>,
        instance: &Instance,
        limits: Limits,
    ) -> Result<Reply, Failure> {
        let (puzzle, goals) = input::puzzle(chosen, instance)?;
        let control = Arc::new(session::control(limits));
        interrupt::watch(&control);
        let notation = self.notation.notation;
        let answer =
            taquin_app::solutions_within(&puzzle, &goals, beyond, !self.count, notation, &control)?;
        let text = match &answer.solutions {
            Some(solutions) => solutions.iter().flat_map(|line| [line, "\n"]).collect(),
            None => format!("{}\n", answer.count),
        };
        let lengths: Vec<String> = answer
            .by_length
            .iter()
            .map(|entry| format!("{} of {}", units::show_count(entry.count), entry.length))
            .collect();
        let talk = format!(
            "{} of at most {} ({}), the shortest proven · {}",
            super::count_of(answer.count as usize, "solution"),
            super::count_of((answer.optimal + beyond) as usize, "move"),
            lengths.join(", "),
            units::show_duration(control.elapsed())
        );
        Ok(Reply::new(text, &answer).with_talk(talk))
    }

    /// A shortest solution in multi-tile moves.
    fn multi_tile(
        &self,
        chosen: Option<&Goals>,
        instance: &Instance,
        limits: Limits,
    ) -> Result<Reply, Failure> {
        let (puzzle, goals) = input::puzzle(chosen, instance)?;
        let control = Arc::new(session::control(limits));
        interrupt::watch(&control);
        let notation = self.notation.notation;
        let (outcome, answer) = taquin_app::solve_mtm(&puzzle, &goals, notation, &control)?;
        let mut text = answer
            .moves
            .clone()
            .map_or_else(String::new, |moves| moves + "\n");
        if let (true, Some(best)) = (self.steps, outcome.best()) {
            let _ = writeln!(text, "\n{}", to_grid(puzzle.start(), '.'));
            let steps = taquin_app::mtm_steps(puzzle.start(), best.moves());
            for (index, (words, board)) in steps.iter().enumerate() {
                let grid = to_grid(board, '.');
                let _ = writeln!(text, "\n{}. {words}\n{grid}", index + 1);
            }
        }
        let worth = match (outcome.length(), answer.limit) {
            (Some(length), _) => {
                let moves = super::count_of(length as usize, "multi-tile move");
                format!("{moves}, optimal (proven)")
            }
            (None, limit) => {
                let reached = match limit {
                    Some("cancelled") | None => "interrupted".to_owned(),
                    Some(limit) => format!("limit reached ({limit})"),
                };
                let least = super::count_of(answer.lower_bound as usize, "multi-tile move");
                format!("{reached}: no solution found, at least {least}")
            }
        };
        let mut talk = format!(
            "{worth} · {}/{} · {} expanded · {}",
            answer.algorithm,
            answer.heuristic,
            units::show_count(outcome.stats.expanded),
            units::show_duration(outcome.stats.time)
        );
        if chosen.is_none() && goals != Goals::default() {
            let _ = write!(talk, " · goal {goals}");
        }
        let exit = match (outcome.stop, outcome.best()) {
            (Stop::Cancelled, _) => Exit::Interrupted,
            (_, Some(_)) => Exit::Done,
            (_, None) => Exit::Limit,
        };
        Ok(Reply::new(text, &answer).with_talk(talk).with_exit(exit))
    }

    /// The answer to one position; `is_meant` if the user did not name the goals.
    fn reply(
        &self,
        run: &Run,
        puzzle: &Puzzle,
        goals: &Goals,
        is_meant: bool,
        style: Style,
    ) -> Reply {
        let exit = limited_solver::exit(run);
        if style.format == OutputFormat::Text {
            let mut reply = Reply::only_text(self.text(run, puzzle.start()));
            if !style.quiet {
                reply.talk = limited_solver::summary(run);
                if is_meant && *goals != Goals::default() {
                    // The user did not name it: the file stated or meant it.
                    let _ = write!(reply.talk, " · goal {goals}");
                }
            }
            return reply.with_exit(exit);
        }
        let mut answer = run.answer(puzzle, goals, self.notation.notation);
        answer.h_start = run.h_start(puzzle, &session::control(Limits::default()));
        if style.format == OutputFormat::Ndjson && self.trace.is_none() {
            return Reply::only_line(&answer).with_exit(exit);
        }
        let mut reply = Reply::new("", &answer);
        if self.trace.is_some() {
            let trace = answer::Trace::from(&run.trace);
            reply.value["trace"] = serde_json::to_value(trace).expect("a trace is plain data");
        }
        reply.with_exit(exit)
    }

    /// The moves; before them the trace and after them the boards, if requested.
    fn text(&self, run: &Run, start: &Board) -> String {
        if let Some(format) = self.tree {
            let tree = SearchTree::new(&run.trace, run.plan.heuristic.is_some());
            return match format {
                TreeFormat::Svg => tree.svg(),
                TreeFormat::Dot => tree.dot(),
            };
        }
        if self.trace.is_some() {
            return report::search(run, start);
        }
        let Some(moves) = run.moves(self.notation.notation) else {
            return String::new();
        };
        let mut text = moves + "\n";
        if self.steps
            && let Some(best) = run.outcome.best()
        {
            let _ = write!(
                text,
                "\n{}\n{}",
                to_grid(start, '.'),
                steps(start, best.moves())
            );
        }
        text
    }

    /// All shortest solutions, or their number.
    fn shortest(
        &self,
        chosen: Option<&Goals>,
        instance: &Instance,
        limits: Limits,
    ) -> Result<Reply, Failure> {
        let (puzzle, goals) = input::puzzle(chosen, instance)?;
        let notation = self.notation.notation;
        let control = Arc::new(session::control(limits));
        interrupt::watch(&control);
        let found = taquin_app::shortest(&puzzle, &control, !self.count)?;
        let mut answer = found.run.answer(&puzzle, &goals, notation);
        answer.optimal_count = Some(found.count);
        let mut text = format!("{}\n", found.count);
        if !self.count {
            let lines = found.lines(puzzle.start(), notation);
            text = lines.join("\n") + "\n";
            answer.all_optimal = Some(lines);
        }
        let talk = format!(
            "{} of {}",
            super::count_of(found.count as usize, "shortest solution"),
            limited_solver::summary(&found.run)
        );
        Ok(Reply::new(text, &answer).with_talk(talk))
    }
}

fn is_unsolvable(failure: &Failure) -> bool {
    failure.exit == Exit::Unsolvable
}

/// Each move in words and the board after it.
pub(crate) fn steps(start: &Board, moves: &[Move]) -> String {
    let mut board = start.clone();
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        let Some(tile) = board.slide(mv) else {
            break;
        };
        let _ = writeln!(
            text,
            "\n{}. Slide {tile} {}.\n{}",
            index + 1,
            mv.0.word(),
            to_grid(&board, '.')
        );
    }
    text
}

/// Shows by search, not by parity, that a board reaches no goal.
fn exhaust(chosen: Option<&Goals>, instance: &Instance, limits: Limits) -> Result<Reply, Failure> {
    let goals = input::goals_for(chosen, instance);
    let control = Arc::new(session::control(limits));
    interrupt::watch(&control);
    let answer = taquin_app::exhaust(&instance.board, &goals, &control)?;
    let explored = units::show_count(answer.explored);
    let exit = match answer.limit {
        None => Exit::Unsolvable,
        Some("cancelled") => Exit::Interrupted,
        Some(_) => Exit::Limit,
    };
    let text = match answer.limit {
        None => format!(
            "No solution found.\nNumber of explored states: {}\n",
            answer.explored
        ),
        Some(_) => String::new(),
    };
    let talk = match answer.limit {
        None => {
            format!("unsolvable (all {explored} boards it reaches were explored), goal {goals}")
        }
        Some(limit) => {
            format!("limit reached ({limit}): {explored} boards explored, no goal among them")
        }
    };
    Ok(Reply::new(text, &answer).with_talk(talk).with_exit(exit))
}
