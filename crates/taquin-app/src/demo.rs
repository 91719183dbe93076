//! Five documents on the puzzle, computed again: each of their figures next to ours.

use std::time::Duration;

use taquin::generate::{Generator, Uniform};
use taquin::notation::file::{self, Format};
use taquin::sat::backend::{Choice, Watch};
use taquin::sat::cdcl::Verdict;
use taquin::sat::encodings::Encoding;
use taquin::sat::{Horizon, Task};
use taquin::trace::StepKind;
use taquin::{Board, Control, Goal, Goals, Limits, Puzzle, Size, Solution, catalogue, data, human};

use crate::{
    Refusal, RefusalKind, Run, answer, check, exhaust, facts, inversion_pairs, run, tile_distances,
    units,
};

/// A document that is replayed.
pub struct Demo {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    figures: &'static [Figure],
}

/// A figure of a document.
struct Figure {
    /// What it is a figure of.
    name: &'static str,
    command: &'static str,
    document: &'static str,
    compute: fn(&Control) -> Result<String, Refusal>,
}

/// The documents, in the order they are listed to users.
pub const DEMOS: &[Demo] = &[
    Demo {
        name: "thesis",
        title: "a bachelor's thesis: A* and SMT on the 8-puzzle",
        figures: THESIS,
    },
    Demo {
        name: "course",
        title: "the example homework of a logic course: the puzzle as SAT",
        figures: COURSE,
    },
    Demo {
        name: "c-solver",
        title: "the README of a C solver: A* with linear conflicts",
        figures: C_SOLVER,
    },
    Demo {
        name: "group",
        title: "a report on the (n²−1)-puzzle: groups, generators, heuristics",
        figures: GROUP,
    },
    Demo {
        name: "uninformed",
        title: "a report on breadth-first and depth-first search",
        figures: UNINFORMED,
    },
];

/// Computes the figures of a document and reports each as soon as it is known.
///
/// # Errors
/// When a search fails or the control is cancelled.
pub fn demo(
    demo: &Demo,
    control: &Control,
    mut tell: impl FnMut(&answer::DemoRow),
) -> Result<(), Refusal> {
    for figure in demo.figures {
        let control = control.separate(Limits::default());
        let taquin = (figure.compute)(&control)?;
        if control.check().is_break() {
            return Err(Refusal::new(RefusalKind::Unsupported, "interrupted"));
        }
        tell(&answer::DemoRow {
            figure: figure.name.to_owned(),
            command: figure.command.to_owned(),
            document: figure.document.to_owned(),
            taquin,
        });
    }
    Ok(())
}

const THESIS: &[Figure] = &[
    Figure {
        name: "figure 1: an unsolved 15-puzzle",
        command: "taquin check \"13 10 11 6/5 7 4 8/1 12 14 9/3 15 2 0\"",
        document: "a board to solve",
        compute: |_| verdict("13 10 11 6/5 7 4 8/1 12 14 9/3 15 2 0"),
    },
    Figure {
        name: "the inversions of the solvable example",
        command: "taquin check --pairs \"1 8 2/0 4 3/7 6 5\"",
        document: "10: (8,2) (8,4) (8,3) (8,7) (8,6) (8,5) (4,3) (7,6) (7,5) (6,5)",
        compute: |_| {
            let pairs = inversion_pairs(&board("1 8 2/0 4 3/7 6 5"), &Goals::default())?;
            let text: Vec<String> = pairs.iter().map(|[a, b]| format!("({a},{b})")).collect();
            Ok(format!("{}: {}", pairs.len(), text.join(" ")))
        },
    },
    Figure {
        name: "its unsolvable twin",
        command: "taquin check \"8 1 2/0 4 3/7 6 5\"",
        document: "11 inversions, not solvable",
        compute: |_| verdict("8 1 2/0 4 3/7 6 5"),
    },
    Figure {
        name: "the method for people, from step 1 on",
        command: "taquin explain \"1 2 13 4/3 0 6 9/7 5 14 12/10 8 11 15\"",
        document: "six steps",
        compute: |_| {
            let puzzle = puzzle("1 2 13 4/3 0 6 9/7 5 14 12/10 8 11 15", &Goals::default())?;
            let plan = human::explain(&puzzle);
            let moves: usize = plan.stages.iter().map(|stage| stage.moves.len()).sum();
            let stages = plan.stages.len();
            Ok(format!("{stages} stages, {moves} moves"))
        },
    },
    Figure {
        name: "A* with misplaced tiles on its hard board",
        command: "taquin solve --algo astar/misplaced \"3 0 2/6 4 7/8 5 1\"",
        document: "2100 s",
        compute: |control| {
            let run = solve("astar/misplaced", "3 0 2/6 4 7/8 5 1", control)?;
            Ok(summary(&run))
        },
    },
    Figure {
        name: "random 8-puzzles by A*, 100 of them",
        command: "taquin bench run thesis-astar",
        document: "1000 boards: 80 s on average, 87 % under 15 s",
        compute: |control| {
            let (mean, share) = random_boards("astar/misplaced", 100, 15.0, control)?;
            Ok(format!("{} on average, {share} % under 15 s", time(mean)))
        },
    },
    Figure {
        name: "the same by SAT, at most 31 steps, 10 boards",
        command: "taquin bench run thesis-smt-fixed",
        document: "25 s on average",
        compute: |control| {
            let (mean, _) = random_boards("sat:horizon=31", 10, 25.0, control)?;
            Ok(format!("{} on average", time(mean)))
        },
    },
    Figure {
        name: "with 1, 2, 4, 8, 16, 21, 26 and 31 steps",
        command: "taquin bench run thesis-smt-steps",
        document: "slower than 31 steps at once",
        compute: |control| {
            let algo = "sat:horizon=1+2+4+8+16+21+26+31";
            let (mean, _) = random_boards(algo, 10, 25.0, control)?;
            Ok(format!("{} on average", time(mean)))
        },
    },
];

const COURSE: &[Figure] = &[
    Figure {
        name: "input-2by2.in, 2 steps",
        command: "taquin dataset get input-2by2.in > input.in && taquin course -s cdcl",
        document: "solvable",
        compute: |control| course_file("input-2by2.in", None, control),
    },
    Figure {
        name: "input-2by2-unsat.in, 50 steps",
        command: "taquin dataset get input-2by2-unsat.in > input.in && taquin course -s cdcl",
        document: "unsolvable",
        compute: |control| course_file("input-2by2-unsat.in", None, control),
    },
    Figure {
        name: "input-3by3-unsat.in, 5 steps",
        command: "taquin dataset get input-3by3-unsat.in > input.in && taquin course -s cdcl",
        document: "unsolvable in 5, solvable in 6",
        compute: |control| course_file("input-3by3-unsat.in", None, control),
    },
    Figure {
        name: "input-3by3.in, 7 steps",
        command: "taquin dataset get input-3by3.in > input.in && taquin course -s cdcl",
        document: "solvable",
        compute: |control| course_file("input-3by3.in", None, control),
    },
    Figure {
        name: "input-4by4.in, 3 steps",
        command: "taquin dataset get input-4by4.in > input.in && taquin course -s cdcl",
        document: "solvable",
        compute: |control| course_file("input-4by4.in", None, control),
    },
    Figure {
        name: "input-4by4-hard.in, 12 steps",
        command: "taquin bench run course-steps",
        document: "N, 0.38 s",
        compute: |control| course_file(HARD, Some(12), control),
    },
    Figure {
        name: "input-4by4-hard.in, 24 steps",
        command: "taquin bench run course-steps",
        document: "N, 1.5 s",
        compute: |control| course_file(HARD, Some(24), control),
    },
    Figure {
        name: "input-4by4-hard.in, 30 steps",
        command: "taquin bench run course-steps",
        document: "N, 9 s",
        compute: |control| course_file(HARD, Some(30), control),
    },
    Figure {
        name: "input-4by4-hard.in, 33 steps",
        command: "taquin dataset get input-4by4-hard.in > input.in && taquin course -s cdcl",
        document: "Y, 18 s",
        compute: |control| course_file(HARD, Some(33), control),
    },
];

const HARD: &str = "input-4by4-hard.in";

/// The C solver's board.
const SAMPLE: &str = "1 7 15 4/0 6 3 8/2 5 14 11/9 13 10 12";

const C_SOLVER: &[Figure] = &[
    Figure {
        name: "Manhattan distance, tile by tile in reading order",
        command: "taquin estimate --tiles --with manhattan \"1 7 15 4/0 6 3 8/2 5 14 11/9 13 10 12\"",
        document: "0 + 2 + 3 + 0 + 0 + 1 + 0 + 3 + 1 + 2 + 1 + 1 + 1 + 2 + 1 = 18",
        compute: |_| {
            let puzzle = puzzle(SAMPLE, &Goals::default())?;
            let ways = tile_distances(puzzle.start(), &Goals::default())?;
            let text: Vec<String> = ways.iter().map(u32::to_string).collect();
            let sum: u32 = ways.iter().sum();
            Ok(format!("{} = {sum}", text.join(" + ")))
        },
    },
    Figure {
        name: "a shortest solution",
        command: "taquin solve --algo astar/linear-conflict-pairs \"1 7 15 4/0 6 3 8/2 5 14 11/9 13 10 12\"",
        document: "24 moves",
        compute: |control| {
            let proven = solve("auto", SAMPLE, control)?;
            Ok(format!("{}; parity excludes 24", proven.label()))
        },
    },
    Figure {
        name: "its heuristic, Manhattan plus pairs in conflict",
        command: "taquin estimate --with linear-conflict-pairs \"3 8 1/6 5 4/0 2 7\"",
        document: "admissible",
        compute: |control| {
            let example = "3 8 1/6 5 4/0 2 7";
            let value = estimate("linear-conflict-pairs", example, control)?;
            let run = solve("auto", example, control)?;
            let optimum = run.outcome.lower_bound();
            Ok(format!("{value} on {example}, which takes {optimum} moves"))
        },
    },
];

const GROUP: &[Figure] = &[
    Figure {
        name: "boards that can be solved, 3x3",
        command: "taquin facts 3x3",
        document: "(n²−1)!/2 = 20,160 with the blank at rest",
        compute: |control| {
            let facts = facts(Size::new(3, 3).expect("a size"), &Goals::default(), control)?;
            Ok(format!(
                "{} = 9 · 20160, wherever the blank is",
                facts.reachable
            ))
        },
    },
    Figure {
        name: "the most moves, 8-puzzle",
        command: "taquin facts 3x3",
        document: "31",
        compute: |control| {
            let facts = facts(Size::new(3, 3).expect("a size"), &Goals::default(), control)?;
            Ok(facts
                .radius
                .map_or_else(String::new, |radius| radius.to_string()))
        },
    },
    Figure {
        name: "figure 2: the farthest 15-puzzles",
        command: "taquin dataset get hardest-15",
        document: "17 boards at 80",
        compute: |_| {
            let set = data::by_name("hardest-15")?;
            let optima: Vec<u32> = set.instances().filter_map(|one| one.optimal).collect();
            let most = optima.iter().max().copied().unwrap_or(0);
            Ok(format!("{} boards at {most}", optima.len()))
        },
    },
    Figure {
        name: "a board from 100 cycles of three tiles",
        command: "taquin generate 4x4 --generator cycles:n=100 --seed 1",
        document: "always solvable",
        compute: |_| {
            let goal = Goal::BlankLast.board(Size::new(4, 4).expect("a size"));
            let goal = goal.expect("a goal of every size");
            let cycles = taquin::generate::by_name("cycles:n=100")?;
            let solvable = |seed: &u64| {
                let board = cycles.board(&goal, *seed);
                Puzzle::new(board, &Goals::default()).is_ok()
            };
            let count = (1..=1000).filter(solvable).count();
            Ok(format!("{count} of 1000 boards solvable"))
        },
    },
    Figure {
        name: "proposition 4: α = 2 is admissible",
        command: "taquin estimate --with weighted-inversion:2 BOARD",
        document: "true",
        compute: |control| {
            let (board, value, distance) = overestimate("weighted-inversion:2", control)?;
            Ok(format!(
                "false: {value} on {board}, {distance} from the goal"
            ))
        },
    },
    Figure {
        name: "figure 3: Euclidean and Manhattan distance",
        command: "taquin compare --with astar/euclidean,astar/manhattan \"8 1 3/4 0 2/7 6 5\"",
        document: "Manhattan is the larger",
        compute: |control| {
            let example = "8 1 3/4 0 2/7 6 5";
            let euclidean = estimate("euclidean", example, control)?;
            let manhattan = estimate("manhattan", example, control)?;
            Ok(format!("{euclidean} and {manhattan}"))
        },
    },
];

const UNINFORMED: &[Figure] = &[
    Figure {
        name: "figure 15: BFS",
        command: "taquin solve --algo bfs --trace \"[[1,2,3],[4,6,8],[7,5,' ']]\"",
        document: "23 explored, 4 moves",
        compute: |control| explored("bfs", "1 2 3/4 6 8/7 5 0", control),
    },
    Figure {
        name: "the same in the other orders of moves",
        command: "taquin solve --algo bfs:order=… \"[[1,2,3],[4,6,8],[7,5,' ']]\"",
        document: "changes from run to run",
        compute: |control| {
            let mut counts = Vec::new();
            for order in orders() {
                let spec = format!("bfs:order={order}");
                counts.push(explored_count(&spec, "1 2 3/4 6 8/7 5 0", control)?.0);
            }
            let (least, most) = (counts.iter().min(), counts.iter().max());
            Ok(format!(
                "{} to {} explored",
                least.copied().unwrap_or(0),
                most.copied().unwrap_or(0)
            ))
        },
    },
    Figure {
        name: "figure 14: DFS, the blank up, left, down",
        command: "taquin solve --algo dfs:order=DRLU --trace \"[[1,2,3],[4,5,' '],[7,8,6]]\"",
        document: "2 explored, 1 move",
        compute: |control| explored("dfs:order=DRLU", "1 2 3/4 5 0/7 8 6", control),
    },
    Figure {
        name: "two goals, blank first or last",
        command: "taquin solve --goal blank-first --goal blank-last \"[[1,2,4],[3,' ',5],[7,6,8]]\"",
        document: "an intermediate board",
        compute: |control| {
            let both = Goals::new([Goal::BlankFirst, Goal::BlankLast]);
            let puzzle = puzzle("1 2 4/3 0 5/7 6 8", &both)?;
            Ok(summary(&run_spec("bfs", &puzzle, control)?))
        },
    },
    Figure {
        name: "an unsolvable board",
        command: "taquin solve --no-parity-check \"1 2 3/4 5 6/8 7 0\"",
        document: "\"No solution\" after a long run",
        compute: |control| {
            let seen = exhaust(&board("1 2 3/4 5 6/8 7 0"), &Goals::default(), control)?;
            let explored = units::show_count(seen.explored);
            Ok(format!(
                "no solution, {explored} explored in {} ms",
                seen.stats.time_ms
            ))
        },
    },
];

fn board(text: &str) -> Board {
    text.parse()
        .expect("the boards of the documents are boards")
}

fn puzzle(text: &str, goals: &Goals) -> Result<Puzzle, Refusal> {
    Ok(Puzzle::new(board(text), goals)?)
}

fn run_spec(spec: &str, puzzle: &Puzzle, control: &Control) -> Result<Run, Refusal> {
    let solver = catalogue::solver(spec)?;
    Ok(run(&*solver, puzzle, control)?)
}

fn solve(spec: &str, text: &str, control: &Control) -> Result<Run, Refusal> {
    run_spec(spec, &puzzle(text, &Goals::default())?, control)
}

fn summary(run: &Run) -> String {
    format!(
        "{}, {} expanded, {}",
        run.label(),
        units::show_count(run.outcome.stats.expanded),
        time(run.outcome.stats.time)
    )
}

fn time(duration: Duration) -> String {
    units::show_duration(duration)
}

/// Whether a board can be solved, with its inversions.
fn verdict(text: &str) -> Result<String, Refusal> {
    let check = check(&board(text), &Goals::default())?;
    let word = if check.solvable {
        "solvable"
    } else {
        "unsolvable"
    };
    Ok(format!("{word}, {} inversions", check.inversions))
}

fn estimate(heuristic: &str, text: &str, control: &Control) -> Result<u32, Refusal> {
    let puzzle = puzzle(text, &Goals::default())?;
    let value = catalogue::estimate(heuristic, &puzzle, control);
    let value = value.map_err(|error| Refusal::new(RefusalKind::Internal, error.to_string()))?;
    value.ok_or_else(|| Refusal::new(RefusalKind::Internal, "the estimate was interrupted"))
}

/// Solves uniform 8-puzzles and returns the mean time and the percentage solved within a time
/// limit.
fn random_boards(
    spec: &str,
    count: u64,
    within: f64,
    control: &Control,
) -> Result<(Duration, u64), Refusal> {
    let goal = Goal::BlankLast.board(Size::new(3, 3).expect("a size"));
    let goal = goal.expect("a goal of every size");
    let (mut sum, mut quick) = (Duration::ZERO, 0);
    for seed in 1..=count {
        let puzzle = Puzzle::new(Uniform.board(&goal, seed), &Goals::default())?;
        let one = control.separate(Limits::default());
        let time = run_spec(spec, &puzzle, &one)?.outcome.stats.time;
        sum += time;
        quick += u64::from(time.as_secs_f64() < within);
    }
    Ok((sum / count as u32, 100 * quick / count))
}

/// Decides the formula of one of the course's files by our SAT solver.
fn course_file(name: &str, steps: Option<u32>, control: &Control) -> Result<String, Refusal> {
    let text = data::course_file(name).expect("one of the course's files");
    let instances = file::parse(text, Some(Format::Course));
    let instances = instances.expect("the tests read every file");
    let instance = &instances[0];
    let steps = steps.or(instance.steps).unwrap_or(0);
    let goal = Goal::BlankFirst.board(instance.board.size());
    let goal = goal.expect("a goal of every size");
    let fault = |error: String| Refusal::new(RefusalKind::Internal, error);
    let task = Task::new(instance.board.clone(), goal, steps, Horizon::AtMost);
    let task = task.map_err(|error| fault(error.to_string()))?;
    let encoding: Encoding = "course".parse()?;
    let formula = encoding.formula(&task);
    let began = control.elapsed();
    let Choice(backend) = "cdcl".parse::<Choice>()?;
    let decided = backend.decide(&formula, &Watch::new(control));
    let decided = decided.map_err(|error| fault(error.to_string()))?;
    let took = time(control.elapsed().saturating_sub(began));
    let clauses = units::show_count(formula.cnf.len() as u64);
    Ok(match decided.verdict {
        Verdict::Sat(_) => format!("solvable, {took}, {clauses} clauses"),
        Verdict::Unsat => format!("unsolvable, {took}, {clauses} clauses"),
        Verdict::Stopped(_) => "interrupted".to_owned(),
    })
}

/// The nearest board on which a heuristic says too much, in the order of a breadth-first search.
fn overestimate(heuristic: &str, control: &Control) -> Result<(Board, u32, u32), Refusal> {
    let goal = Goal::BlankLast.board(Size::new(3, 3).expect("a size"));
    let goal = goal.expect("a goal of every size");
    let mut level = vec![goal];
    for distance in 1..8 {
        let mut next = Vec::new();
        for before in &level {
            for mv in before.moves() {
                let mut board = before.clone();
                board.slide(mv);
                let puzzle = Puzzle::new(board.clone(), &Goals::default())?;
                let value = catalogue::estimate(heuristic, &puzzle, control);
                if let Ok(Some(value)) = value
                    && value > distance
                {
                    return Ok((board, value, distance));
                }
                next.push(board);
            }
        }
        level = next;
    }
    Err(Refusal::new(
        RefusalKind::Internal,
        "no board near the goal is overestimated",
    ))
}

/// States that a traced search takes until it ends, and the length of its solution.
fn explored_count(spec: &str, text: &str, control: &Control) -> Result<(usize, u32), Refusal> {
    let control = control.separate(Limits::default()).with_trace(1_000_000);
    let both = Goals::new([Goal::BlankFirst, Goal::BlankLast]);
    let run = run_spec(spec, &puzzle(text, &both)?, &control)?;
    let taken = |kind: StepKind| matches!(kind, StepKind::Expand(_) | StepKind::Goal);
    let count = run
        .trace
        .steps
        .iter()
        .filter(|step| taken(step.kind))
        .count();
    Ok((count, run.outcome.best().map_or(0, Solution::len)))
}

fn explored(spec: &str, text: &str, control: &Control) -> Result<String, Refusal> {
    let (count, moves) = explored_count(spec, text, control)?;
    let moves = units::count_of(u64::from(moves), "move");
    Ok(format!("{count} explored, {moves}"))
}

/// All orders of the four directions.
fn orders() -> Vec<String> {
    let mut orders = vec![String::new()];
    for _ in 0..4 {
        let longer = orders.iter().flat_map(|order| {
            let left = "UDLR".chars().filter(|letter| !order.contains(*letter));
            left.map(move |letter| format!("{order}{letter}"))
        });
        orders = longer.collect();
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of the documents that are right, and what ours say where they are not.
    #[test]
    fn quick_figures_are_those_of_the_documents() {
        let control = Control::new(Limits::default());
        let ours = |name: &str, figure: usize| {
            let demo = DEMOS.iter().find(|demo| demo.name == name).unwrap();
            let figure = &demo.figures[figure];
            ((figure.compute)(&control).unwrap(), figure.document)
        };
        assert_eq!(ours("thesis", 0).0, "unsolvable, 59 inversions");
        let (pairs, document) = ours("thesis", 1);
        assert_eq!(pairs, document);
        assert_eq!(ours("thesis", 2).0, "unsolvable, 11 inversions");
        assert!(ours("course", 2).0.starts_with("unsolvable"));
        assert!(ours("course", 3).0.starts_with("solvable"));
        // Tile 5 is two cells from home; the document says 1, and so 18 for the sum.
        assert_eq!(
            ours("c-solver", 0).0,
            "0 + 2 + 3 + 0 + 0 + 1 + 0 + 3 + 2 + 2 + 1 + 1 + 1 + 2 + 1 = 19"
        );
        assert!(ours("c-solver", 1).0.starts_with("23 moves, optimal"));
        assert_eq!(ours("group", 1), ("31".to_owned(), "31"));
        assert_eq!(ours("group", 2).0, ours("group", 2).1);
        assert_eq!(ours("group", 3).0, "1000 of 1000 boards solvable");
        assert!(ours("group", 4).0.starts_with("false: 5 on"));
        assert_eq!(ours("uninformed", 2).0, "2 explored, 1 move");
        assert!(
            ours("uninformed", 4)
                .0
                .starts_with("no solution, 181\u{202f}440")
        );
    }

    /// The report's own count is among those of some order of moves.
    #[test]
    fn the_reports_order_changes_its_count() {
        assert_eq!(orders().len(), 24);
        let control = Control::new(Limits::default());
        let mut counts = Vec::new();
        for order in orders() {
            let spec = format!("bfs:order={order}");
            counts.push(
                explored_count(&spec, "1 2 3/4 6 8/7 5 0", &control)
                    .unwrap()
                    .0,
            );
        }
        assert!(
            counts.iter().min() <= Some(&23) && counts.iter().max() >= Some(&23),
            "{counts:?}"
        );
    }
}
