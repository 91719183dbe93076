//! Boards by logic: our encoding against the course's, and how far SAT alone goes.
//!
//! A number after the name limits the boards.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use cpu_time::ProcessTime;
use taquin::data::PublishedInstance;
use taquin::generate::{self, Walk};
use taquin::sat::backend::{Choice, Watch};
use taquin::sat::cdcl::Verdict;
use taquin::sat::encodings::Encoding;
use taquin::sat::{Horizon, Task};
use taquin::{Board, Clock, Context, Control, Goal, Goals, Limits, Puzzle, Size, catalogue};

use crate::{median, ms, timed};

/// The board of the course's last example; its goal has the blank first.
const COURSE: &str = "1 5 8 2/4 3 6 11/10 0 7 15/13 9 12 14";

fn most(default: usize) -> usize {
    let given = std::env::args().nth(2).and_then(|most| most.parse().ok());
    given.unwrap_or(default)
}

fn size() -> Size {
    Size::new(4, 4).expect("a size in range")
}

fn puzzle(board: &Board, goal: Goal) -> Puzzle {
    Puzzle::new(board.clone(), &Goals::from(goal)).expect("a board that can be solved")
}

/// Boards at these distances, drawn from random walks; the distances come from tables, not from SAT.
fn boards(distances: &[u32], moves: u32, count: usize) -> Vec<(u32, Board)> {
    let goal = Goal::BlankLast.board(size()).expect("a goal with a name");
    let oracle = catalogue::solver("pdb-ida").expect("a solver of ours");
    let mut found = Vec::new();
    let mut left: Vec<(u32, usize)> = distances.iter().map(|&d| (d, count)).collect();
    let walk = Walk { moves };
    let context = Context::new();
    for board in generate::boards(&walk, &goal, 1) {
        let control = Control::new(Limits::default()).within(&context);
        let outcome = oracle.solve(&puzzle(&board, Goal::BlankLast), &control);
        let length = outcome.expect("4x4 is in its reach").lower_bound();
        if let Some((_, left)) = left.iter_mut().find(|(d, left)| *d == length && *left > 0) {
            *left -= 1;
            found.push((length, board));
        }
        if left.iter().all(|&(_, left)| left == 0) {
            break;
        }
    }
    found.sort_by_key(|&(length, _)| length);
    found
}

/// `course` and `compact` in turns, two moves below the optimum of 33 and at it, by each solver.
pub(crate) fn pair() {
    println!("solver\tboard\tsteps\tanswer\tcourse_ms\tcompact_ms\tratio");
    let mut tasks = vec![(COURSE.parse().expect("a board"), Goal::BlankFirst)];
    let more = boards(&[33], 81, most(5) - 1);
    tasks.extend(more.into_iter().map(|(_, board)| (board, Goal::BlankLast)));
    for solver in ["cdcl", "batsat"] {
        for steps in [31, 33] {
            let (mut theirs, mut ours, mut ratios) = (0.0, 0.0, Vec::new());
            for (board, goal) in &tasks {
                let goal = goal.board(size()).expect("a goal with a name");
                let [course, compact] = [("course", Horizon::AtMost), ("compact", Horizon::NoUndo)]
                    .map(|(encoding, horizon)| {
                        let task = Task::new(board.clone(), goal.clone(), steps, horizon);
                        decide(encoding, solver, &task.expect("sizes agree"))
                    });
                assert_eq!(course.0, steps == 33);
                assert_eq!(compact.0, steps == 33);
                let ratio = course.1 / compact.1;
                println!(
                    "{solver}\t{board}\t{steps}\t{}\t{:.1}\t{:.1}\t{ratio:.1}",
                    if course.0 { "SAT" } else { "UNSAT" },
                    course.1,
                    compact.1
                );
                theirs += course.1;
                ours += compact.1;
                ratios.push(ratio);
            }
            println!(
                "# {solver}, T = {steps}: {theirs:.0} ms against {ours:.0} ms in sum, {:.1} times; median ratio {:.1}",
                theirs / ours,
                median(&mut ratios)
            );
        }
    }
}

/// Whether there is a plan, and the milliseconds for formula and answer.
fn decide(encoding: &str, solver: &str, task: &Task) -> (bool, f64) {
    let encoding: Encoding = encoding.parse().expect("an encoding of ours");
    let backend: Choice = solver.parse().expect("a solver of ours");
    let control = Control::new(Limits::default());
    let (decision, time) = timed(|| {
        let formula = encoding.formula(task);
        backend.0.decide(&formula, &Watch::new(&control))
    });
    let verdict = decision.expect("it answers").verdict;
    (matches!(verdict, Verdict::Sat(_)), ms(time))
}

/// Ten boards each of optimum 40, 44 and 48, to the proof.
pub(crate) fn far() {
    let boards = boards(&[40, 44, 48], 200, most(10));
    println!("length\tboard\tconflicts\tms");
    for length in [40, 44, 48] {
        let mut times = Vec::new();
        for (_, board) in boards.iter().filter(|(d, _)| *d == length) {
            let puzzle = puzzle(board, Goal::BlankLast);
            let row = solve(&puzzle, Limits::default());
            assert_eq!(row.proven, Some(length), "{board}");
            println!("{length}\t{board}\t{}\t{:.0}", row.conflicts, row.ms);
            times.push(row.ms);
        }
        println!("# optimum {length}: median {:.0} ms", median(&mut times));
    }
}

/// CPU time of the whole program, so that a busy machine does not shorten a limit.
struct CpuTime(ProcessTime);

impl Clock for CpuTime {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Korf's boards, 300 CPU seconds each, easiest first: `sat-korf [BOARDS] [FILE [PROCESSES]]`.
///
/// BOARDS is a number or a range of places in that order, `18..40`. With FILE, each board has a
/// separate process, PROCESSES of them at a time, and its row is appended as soon as it ends; boards
/// that have a row already are left out, so the same command goes on after an interruption.
pub(crate) fn korf() {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let set = taquin::data::by_name("korf-15-100").expect("a set of ours");
    let mut instances: Vec<_> = set.instances().collect();
    instances.sort_by_key(|instance| instance.optimal);
    let places = match arguments.first().map(|text| places(text)) {
        None => 1..=instances.len(),
        Some(Some(places)) if *places.start() > 0 && *places.end() <= instances.len() => places,
        Some(_) => {
            println!(
                "# BOARDS is a number or a range like 18..40 of 1 to {}",
                instances.len()
            );
            return;
        }
    };
    let chosen = &instances[*places.start() - 1..*places.end()];
    let rows = match &arguments[1.min(arguments.len())..] {
        [] => {
            println!("{COLUMNS}");
            let rows = chosen.iter().map(korf_row);
            rows.inspect(|row| println!("{row}")).collect()
        }
        [file, processes @ ..] => {
            let processes = processes.first().map_or(Ok(1), |text| text.parse());
            let processes = processes.expect("a number of processes");
            let ids: Vec<String> = chosen.iter().map(|one| one.id.clone()).collect();
            match in_processes(&ids, *places.start(), Path::new(file), processes) {
                Ok(rows) => rows,
                Err(error) => {
                    println!("# {file}: {error}");
                    return;
                }
            }
        }
    };
    let proven = rows
        .iter()
        .filter(|row| row.split('\t').nth(2) != Some("-"));
    println!(
        "# {} of {} proven within 300 CPU s each",
        proven.count(),
        rows.len()
    );
}

const COLUMNS: &str = "id\toptimal\tproven\tlower_bound\tconflicts\tcpu_ms\tpeak_mb";

/// `7` is the first seven places, `3..7` the third to the seventh.
fn places(text: &str) -> Option<RangeInclusive<usize>> {
    match text.split_once("..") {
        Some((first, last)) => Some(first.parse().ok()?..=last.parse().ok()?),
        None => Some(1..=text.parse().ok()?),
    }
    .filter(|places| !places.is_empty())
}

/// The row of one board, solved here.
fn korf_row(instance: &PublishedInstance) -> String {
    let limits = Limits {
        time: Some(Duration::from_mins(5)),
        ..Limits::default()
    };
    let row = solve(&puzzle(&instance.board, instance.goal.clone()), limits);
    let optimal = instance.optimal.expect("the set says how long");
    assert!(row.proven.is_none_or(|length| length == optimal));
    assert!(row.lower <= optimal);
    let proven = row.proven.map_or("-".to_owned(), |n| n.to_string());
    let (id, lower, conflicts, megabytes) = (&instance.id, row.lower, row.conflicts, row.megabytes);
    format!(
        "{id}\t{optimal}\t{proven}\t{lower}\t{conflicts}\t{:.0}\t{megabytes}",
        row.ms
    )
}

/// The rows of some boards, the first of them at this place: those that the file has, and the others
/// from processes of this program.
fn in_processes(
    ids: &[String],
    first: usize,
    path: &Path,
    processes: usize,
) -> std::io::Result<Vec<String>> {
    let known = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        text => text?,
    };
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    if known.is_empty() {
        writeln!(file, "{COLUMNS}")?;
    }
    let is_of = |row: &&str, id: &String| row.split('\t').next() == Some(id);
    let has_row = |id: &String| known.lines().find(|row| is_of(row, id)).map(str::to_owned);
    let left = ids
        .iter()
        .enumerate()
        .filter(|(_, id)| has_row(id).is_none());
    let left = Mutex::new(left.map(|(number, _)| first + number));
    let rows = Mutex::new(ids.iter().filter_map(has_row).collect());
    let file = Mutex::new(file);
    std::thread::scope(|scope| {
        let work = || -> std::io::Result<()> {
            loop {
                let Some(place) = left.lock().expect("no thread panics").next() else {
                    return Ok(());
                };
                let row = in_process(place)?;
                println!("{row}");
                let mut file = file.lock().expect("no thread panics");
                writeln!(file, "{row}")?;
                file.flush()?;
                rows.lock()
                    .map(|mut rows: std::sync::MutexGuard<'_, Vec<String>>| rows.push(row))
                    .expect("no thread panics");
            }
        };
        let threads: Vec<_> = (0..processes.max(1)).map(|_| scope.spawn(work)).collect();
        let ends = threads
            .into_iter()
            .map(|thread| thread.join().expect("no thread panics"));
        ends.collect::<std::io::Result<()>>()
    })?;
    Ok(rows.into_inner().expect("no thread panics"))
}

/// The row of the board at this place, from a separate process.
fn in_process(place: usize) -> std::io::Result<String> {
    let program = std::env::current_exe()?;
    let output = Command::new(program)
        .args(["sat-korf", &format!("{place}..{place}")])
        .stderr(Stdio::inherit())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut rows = text
        .lines()
        .filter(|line| !line.starts_with('#') && *line != COLUMNS);
    match rows.next() {
        Some(row) if output.status.success() => Ok(row.to_owned()),
        _ => Err(std::io::Error::other(format!(
            "board {place} ended with {}",
            output.status
        ))),
    }
}

struct Solved {
    proven: Option<u32>,
    lower: u32,
    conflicts: u64,
    ms: f64,
    megabytes: u64,
}

fn solve(puzzle: &Puzzle, limits: Limits) -> Solved {
    let solver = catalogue::solver("sat").expect("a solver of ours");
    let began = ProcessTime::now();
    let control = Control::with_clock(limits, CpuTime(began));
    let outcome = solver.solve(puzzle, &control);
    let time = began.elapsed();
    let outcome = outcome.expect("SAT takes every board");
    Solved {
        proven: outcome.is_optimal().then(|| outcome.lower_bound()),
        lower: outcome.lower_bound(),
        conflicts: outcome.stats.expanded,
        ms: ms(time),
        megabytes: outcome.stats.peak_bytes / 1_000_000,
    }
}
