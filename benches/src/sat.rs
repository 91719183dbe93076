//! Boards by logic: our encoding against the course's, and how far SAT alone goes.
//!
//! A number behind the name takes so many boards only.

use std::time::Duration;

use cpu_time::ProcessTime;
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

/// Boards at these distances, as they come out of walks of so many moves; by tables, not by SAT.
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

/// Korf's boards, 300 CPU seconds each, easiest first; a second number begins with that board.
pub(crate) fn korf() {
    let first = std::env::args().nth(3).and_then(|first| first.parse().ok());
    let before = first.map_or(0, |first: usize| first.saturating_sub(1));
    let set = taquin::data::by_name("korf-15-100").expect("a set of ours");
    let mut instances: Vec<_> = set.instances().collect();
    instances.sort_by_key(|instance| instance.optimal);
    println!("id\toptimal\tproven\tconflicts\tms");
    let mut proven = 0;
    for instance in instances.into_iter().take(most(100)).skip(before) {
        let puzzle = puzzle(&instance.board, instance.goal);
        let limits = Limits {
            time: Some(Duration::from_mins(5)),
            ..Limits::default()
        };
        let row = solve(&puzzle, limits);
        let optimal = instance.optimal.expect("the set says how long");
        assert!(row.proven.is_none_or(|length| length == optimal));
        println!(
            "{}\t{optimal}\t{}\t{}\t{:.0}",
            instance.id,
            row.proven.map_or("-".to_owned(), |n| n.to_string()),
            row.conflicts,
            row.ms
        );
        proven += u32::from(row.proven.is_some());
    }
    println!("# {proven} proven within 300 s each");
}

struct Row {
    proven: Option<u32>,
    conflicts: u64,
    ms: f64,
}

fn solve(puzzle: &Puzzle, limits: Limits) -> Row {
    let solver = catalogue::solver("sat").expect("a solver of ours");
    let control = Control::with_clock(limits, CpuTime(ProcessTime::now()));
    let (outcome, time) = timed(|| solver.solve(puzzle, &control));
    let outcome = outcome.expect("SAT takes every board");
    Row {
        proven: outcome.is_optimal().then(|| outcome.lower_bound()),
        conflicts: outcome.stats.expanded,
        ms: ms(time),
    }
}
