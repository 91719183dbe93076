//! The same formulas for every solver, in turns: what decides which one is the default; and a solver
//! that keeps what it learnt against a fresh one.

use std::fs;
use std::time::Duration;

use taquin::sat::backend::{BACKENDS, Choice, Watch};
use taquin::sat::cdcl::Verdict;
use taquin::sat::encodings::{Compact, Encoder, Encoding, Shape};
use taquin::sat::{Formula, Horizon, Task};
use taquin::{Board, Control, Goal, Limits};

use crate::sat::{boards, size};
use crate::{ms, timed};

/// What a question may take, on the clock.
const LONGEST: Duration = Duration::from_mins(30);

/// Every solver on the formulas of `compact` and `course`, at the optimum and two moves below.
///
/// Words behind the name: a number takes so many boards of each optimum, `compact` or `course` that
/// encoding alone, paths are programs to ask too.
pub(crate) fn solvers() {
    let words: Vec<String> = std::env::args().skip(2).collect();
    let count = words.iter().find_map(|word| word.parse().ok()).unwrap_or(2);
    let mut asked: Vec<(String, Choice, bool)> = Vec::new();
    for entry in BACKENDS {
        asked.push((entry.name.to_owned(), Choice((entry.build)()), true));
    }
    let own = Choice((BACKENDS[0].build)());
    asked.push((format!("{}, no lemmas", BACKENDS[0].name), own, false));
    for path in words.iter().filter(|word| word.contains('/')) {
        let name = path.rsplit('/').next().unwrap_or(path);
        let choice = path.parse().expect("the path of a program");
        asked.push((name.to_owned(), choice, false));
    }
    println!("encoding\toptimum\tboard\tsteps\tanswer\tvariables\tclauses\tsolver\tcpu_ms");
    let mut sums = vec![[0.0; 4]; asked.len()];
    let only = |name: &str| words.iter().any(|word| word == name);
    let (mut far, mut near) = (Vec::new(), Vec::new());
    if !only("course") {
        far = boards(&[32, 36, 40, 44], 200, count);
    }
    if !only("compact") {
        near = boards(&[24, 28], 60, count);
    }
    let tasks = near
        .iter()
        .map(|board| ("course", board))
        .chain(far.iter().map(|board| ("compact", board)));
    for (name, &(optimum, ref board)) in tasks {
        for steps in [optimum - 2, optimum] {
            let formula = formula(name, board, steps);
            for (index, (solver, choice, has_lemmas)) in asked.iter().enumerate() {
                let mut formula = formula.clone();
                formula.lemmas = formula.lemmas.filter(|_| *has_lemmas);
                let (found, ms) = decide(choice, &formula);
                assert!(found.is_none_or(|found| found == (steps == optimum)));
                println!(
                    "{name}\t{optimum}\t{board}\t{steps}\t{}\t{}\t{}\t{solver}\t{ms:.0}{}",
                    if steps == optimum { "SAT" } else { "UNSAT" },
                    formula.cnf.variables(),
                    formula.cnf.len(),
                    if found.is_none() { " (limit)" } else { "" }
                );
                let kind = 2 * usize::from(name == "course") + usize::from(steps == optimum);
                sums[index][kind] += ms;
            }
        }
    }
    println!("# sums in ms: solver, compact UNSAT, compact SAT, course UNSAT, course SAT");
    for ((solver, ..), [a, b, c, d]) in asked.iter().zip(sums) {
        println!("# {solver}: {a:.0} {b:.0} {c:.0} {d:.0}");
    }
}

fn formula(encoding: &str, board: &Board, steps: u32) -> Formula {
    let encoding: Encoding = encoding.parse().expect("an encoding of ours");
    let goal = Goal::BlankLast.board(size()).expect("a goal with a name");
    let horizon = encoding.0.horizon;
    let task = Task::new(board.clone(), goal, steps, horizon);
    encoding.formula(&task.expect("sizes agree"))
}

/// The answer, none at the limit, and the CPU milliseconds of this thread and of programs it ran.
fn decide(choice: &Choice, formula: &Formula) -> (Option<bool>, f64) {
    let limits = Limits {
        time: Some(LONGEST),
        ..Limits::default()
    };
    let control = Control::new(limits);
    let before = programs();
    let (decision, time) = timed(|| choice.0.decide(formula, &Watch::new(&control)));
    let found = match decision.expect("it answers").verdict {
        Verdict::Sat(_) => Some(true),
        Verdict::Unsat => Some(false),
        Verdict::Stopped(_) => None,
    };
    (found, ms(time) + programs() - before)
}

/// CPU milliseconds of all programs that were run and have ended, in steps of ten.
fn programs() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    // User and system time of children, in hundredths of a second: fields 16 and 17, the state
    // behind the name being field 3.
    let fields = behind_name.split(' ').skip(13).take(2);
    fields
        .filter_map(|field| field.parse::<f64>().ok())
        .sum::<f64>()
        * 10.0
}

/// Groups of four and of five tiles, and fewer partitions, on Korf's boards with these numbers.
pub(crate) fn groups() {
    let wanted: Vec<usize> = std::env::args()
        .skip(2)
        .filter_map(|number| number.parse().ok())
        .collect();
    let wanted = if wanted.is_empty() {
        vec![61, 9, 13, 16]
    } else {
        wanted
    };
    let set = taquin::data::by_name("korf-15-100").expect("a set of ours");
    let all = [Shape::Blocks, Shape::Rows, Shape::Columns];
    let choices = [(4, &all[..]), (5, &all[..]), (5, &all[..1])];
    println!("id\toptimum\ttiles\tpartitions\tms\tconflicts");
    for instance in set.instances() {
        let id = &instance.id;
        if !wanted.iter().any(|n| *id == format!("korf15-{n:03}")) {
            continue;
        }
        let optimum = instance.optimal.expect("the set says how long");
        let goal = instance.goal.board(size()).expect("a goal with a name");
        for (group, shapes) in choices {
            let compact = Compact {
                group,
                shapes: shapes.to_vec(),
                ..Compact::default()
            };
            let (ms, conflicts) = upward(&compact, &instance.board, &goal, optimum);
            let partitions = shapes.len();
            println!("{id}\t{optimum}\t{group}\t{partitions}\t{ms:.0}\t{conflicts}");
        }
    }
}

/// CPU milliseconds and conflicts of going upward to the optimum with a fresh solver each time.
fn upward(compact: &Compact, board: &Board, goal: &Board, optimum: u32) -> (f64, u64) {
    let own = Choice::default();
    let (opened, mut total) = timed(|| compact.open(board, goal));
    let mut conflicts = 0;
    for steps in (optimum % 2..=optimum).step_by(2) {
        let task = Task::new(board.clone(), goal.clone(), steps, Horizon::NoUndo);
        let task = task.expect("sizes agree");
        let (decision, time) = timed(|| {
            let formula = opened.formula(&task);
            let control = Control::new(Limits::default());
            own.0.decide(&formula, &Watch::new(&control))
        });
        let decision = decision.expect("ours answers");
        let found = matches!(decision.verdict, Verdict::Sat(_));
        assert_eq!(found, steps == optimum);
        total += time;
        conflicts += decision.effort.conflicts;
    }
    (ms(total), conflicts)
}
