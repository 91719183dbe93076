//! The default solver keeps the promises of every solver, and its stages are all used.

use std::sync::{Arc, Weak};

use taquin::generate::{Generator, Walk};
use taquin::{
    Acceptance, Auto, Context, Control, Event, Goal, Goals, Limits, Outcome, Puzzle, Size,
    Solution, Solver, Stop, catalogue,
};
use taquin_testkit::{Promise, conform};

#[test]
fn auto_conforms() {
    conform(&Auto, Promise::Shortest, 31);
}

/// On the GPU or, where there is none, on the CPU.
#[test]
fn gpu_ida_conforms_with_and_without_a_gpu() {
    let solver = catalogue::solver("gpu-ida:frontier=4096").unwrap();
    for (rows, cols, moves) in [(3, 3, 50), (2, 6, 30)] {
        let puzzle = walked(rows, cols, moves, 1);
        let outcome = solver.solve(&puzzle, &Control::new(Limits::default()));
        assert!(outcome.unwrap().is_optimal(), "{rows}x{cols}");
    }
    let plan = solver
        .plan(&walked(4, 4, 20, 1), &Context::new())
        .to_string();
    let gpu = Context::new().part::<taquin_gpu::Gpu>();
    assert_eq!(plan.starts_with("gpu-ida"), gpu.is_there(), "{plan}");
    assert!(catalogue::solver("gpu-ida:tables=5+").is_err());
}

/// Batches of mixed sizes and goals are answered in order, and beams always have an answer.
#[test]
fn gpu_batch_and_gpu_beam_answer_with_and_without_a_gpu() {
    let control = Control::new(Limits::default());
    let batch = catalogue::solver("gpu-batch").unwrap();
    let mut puzzles: Vec<Puzzle> = (0..5).map(|seed| walked(3, 3, 40, seed)).collect();
    puzzles.push(walked(2, 4, 30, 1));
    puzzles.push(walked(3, 3, 40, 9));
    let outcomes = batch.solve_all(&puzzles, &control);
    assert_eq!(outcomes.len(), puzzles.len());
    let shortest = catalogue::solver("bfs").unwrap();
    for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
        let outcome = outcome.unwrap();
        let expected = shortest.solve(puzzle, &control).unwrap();
        let length = |outcome: &Outcome| outcome.best().map(Solution::len);
        assert_eq!(length(&outcome), length(&expected));
        assert!(outcome.is_optimal());
    }
    let beam = catalogue::solver("gpu-beam:effort=100000").unwrap();
    let limited = Control::new(Limits {
        nodes: Some(200_000),
        ..Limits::default()
    });
    let outcome = beam.solve(&walked(6, 6, 60, 1), &limited).unwrap();
    assert!(outcome.best().unwrap().len() <= 60);
    let device = Context::new().part::<taquin_gpu::Gpu>().is_there();
    for (solver, name) in [(batch, "gpu-batch"), (beam, "gpu-beam")] {
        let plan = solver
            .plan(&walked(4, 4, 20, 1), &Context::new())
            .to_string();
        assert_eq!(plan == name, device, "{plan}");
    }
    assert!(catalogue::solver("gpu-beam:share=0").is_err());
}

fn walked(rows: usize, cols: usize, moves: u32, seed: u64) -> Puzzle {
    let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap());
    let board = Walk { moves }.board(&goal.unwrap(), seed);
    Puzzle::new(board, &Goals::default()).unwrap()
}

/// A board of 5x5 that is near is proven; one that is far is solved and says that it is not.
#[test]
fn auto_proves_what_is_near_and_solves_what_is_far() {
    let solve = |puzzle: &Puzzle| Auto.solve(puzzle, &Control::new(Limits::default()));
    assert!(solve(&walked(5, 5, 20, 1)).unwrap().is_optimal());
    let limits = Limits {
        nodes: Some(500_000),
        ..Limits::default()
    };
    let far = Auto.solve(&walked(5, 5, 100_000, 1), &Control::new(limits));
    let far = far.unwrap();
    let best = far.best().unwrap();
    assert!(far.lower_bound() < best.len() && far.stop == Stop::OutOfNodes);
}

#[test]
fn a_cancelled_auto_has_an_answer() {
    let control = Control::new(Limits::default());
    control.cancel();
    let outcome = Auto.solve(&walked(5, 5, 1000, 1), &control).unwrap();
    assert_eq!(outcome.stop, Stop::Cancelled);
}

/// The first length comes from tables that no other test has built. Whoever hears of them cancels.
#[test]
fn a_sat_solve_can_be_stopped_while_its_heuristic_builds_tables() {
    let spec = "sat:heuristic=pdb:1.2.5.6.9.10+3.4.7.8.11.12+13.14.15";
    let (solver, puzzle) = (catalogue::solver(spec).unwrap(), walked(4, 4, 1000, 1));
    let control = Arc::new_cyclic(|control: &Weak<Control>| {
        let control = control.clone();
        Control::new(Limits::default()).on_event(move |event| {
            if let (Event::Table { .. }, Some(control)) = (event, control.upgrade()) {
                control.cancel();
            }
        })
    });
    let outcome = solver.solve(&puzzle, &control).unwrap();
    assert_eq!((outcome.stop, outcome.stats.expanded), (Stop::Cancelled, 0));
    assert!(outcome.best().is_none() && outcome.lower_bound() > 0);
    // Nor are they begun with less memory than they take.
    let limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let outcome = solver.solve(&puzzle, &Control::new(limits)).unwrap();
    assert_eq!(outcome.stop, Stop::OutOfMemory);
}

/// The first board of `DeepCubeA`'s 24-puzzles, of which 100 moves are the least.
fn far() -> Puzzle {
    let set = taquin::data::by_name("deepcubea-24").unwrap();
    let instance = set.instances().next().unwrap();
    Puzzle::new(instance.board, &Goals::from(instance.goal)).unwrap()
}

#[test]
fn what_is_enough_ends_the_search() {
    let solve = |enough| {
        let control = Control::new(Limits::default()).with_enough(enough);
        let outcome = Auto.solve(&far(), &control).unwrap();
        assert_eq!(outcome.stop, Stop::Finished);
        (outcome.best().unwrap().len(), outcome.lower_bound())
    };
    let target = Acceptance {
        target: Some(130),
        within: None,
    };
    assert!(solve(target).0 <= 130);
    let within = Acceptance {
        target: None,
        within: Some(0.5),
    };
    let (length, bound) = solve(within);
    assert!(2 * length <= 3 * bound && bound <= 100);
}

/// The same nodes on one thread give the same answer, whatever its speed. With several, one may be
/// refused nodes that another hands back a moment later, so a few may be left over.
#[test]
fn anytime_repeats_itself() {
    for threads in [1_u64, 2, 3] {
        let solver = catalogue::solver(&format!("anytime:threads={threads}")).unwrap();
        let solve = || {
            let limits = Limits {
                nodes: Some(600_000),
                ..Limits::default()
            };
            let outcome = solver.solve(&far(), &Control::new(limits)).unwrap();
            assert_eq!(outcome.stop, Stop::OutOfNodes);
            let left = 600_000 - outcome.stats.expanded;
            assert!(left == 0 || threads > 1 && left < 4096 * threads, "{left}");
            assert!(outcome.lower_bound() <= 100 && outcome.best().unwrap().len() >= 100);
            (outcome.best().cloned(), outcome.lower_bound())
        };
        let (first, second) = (solve(), solve());
        assert!(threads > 1 || first == second);
    }
}

/// Every improvement is reported, and is an improvement.
#[test]
fn anytime_tells_of_improvements_only() {
    use std::sync::{Arc, Mutex};
    let told = Arc::new(Mutex::new((Vec::new(), Vec::new())));
    let hear = told.clone();
    let limits = Limits {
        nodes: Some(400_000),
        ..Limits::default()
    };
    let control = Control::new(limits).on_event(move |event| {
        let mut told = hear.lock().unwrap();
        match event {
            taquin::Event::Improved(solution) => told.0.push(solution.len()),
            taquin::Event::LowerBound(bound) => told.1.push(*bound),
            _ => {}
        }
    });
    let outcome = Auto.solve(&far(), &control).unwrap();
    let (lengths, bounds) = &*told.lock().unwrap();
    assert!(lengths.len() > 2 && lengths.is_sorted_by(|a, b| a > b));
    assert!(!bounds.is_empty() && bounds.is_sorted_by(|a, b| a < b));
    assert_eq!(lengths.last(), Some(&outcome.best().unwrap().len()));
    assert_eq!(bounds.last(), Some(&outcome.lower_bound()));
}

/// The solver of theories is another's program, so this is left out where it is not installed.
#[test]
fn smt_agrees_with_true_distances() {
    let is_there = std::process::Command::new("z3").arg("--version").output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        return;
    }
    let smt = catalogue::solver("smt").unwrap();
    for (rows, cols, step, reach) in [(2, 2, 1, 6), (2, 3, 29, 12), (3, 3, 101, 9)] {
        let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap());
        let distances = taquin_testkit::Distances::from_goal(&goal.unwrap());
        let near = distances.iter().filter(|(_, distance)| *distance <= reach);
        let mut asked = 0;
        for (board, distance) in near.step_by(step) {
            let puzzle = Puzzle::new(board, &Goals::default()).unwrap();
            let outcome = smt.solve(&puzzle, &Control::new(Limits::default()));
            let outcome = outcome.unwrap();
            let start = puzzle.start();
            assert_eq!(outcome.best().map(Solution::len), Some(distance), "{start}");
            // What Z3 says of shorter plans is its word, not a proof.
            let is_claimed = outcome.optimal_by() == Some("z3");
            assert!(outcome.is_optimal() || is_claimed, "{start}");
            assert!(outcome.lower_bound() <= distance, "{start}");
            asked += 1;
        }
        assert!(asked >= 3, "{rows}x{cols}: {asked}");
    }
}

/// Two engines that share no idea: clauses, and tables.
#[test]
fn sat_agrees_with_tables_on_fifty_boards() {
    let goal = Goal::BlankLast.board(Size::new(4, 4).unwrap()).unwrap();
    let sat = catalogue::solver("sat").unwrap();
    let tables = catalogue::solver("pdb-ida:tables=5-5-5").unwrap();
    for seed in 0..50 {
        let board = Walk { moves: 26 }.board(&goal, seed);
        let puzzle = Puzzle::new(board, &Goals::default()).unwrap();
        let solve = |solver: &dyn Solver| {
            let outcome = solver.solve(&puzzle, &Control::new(Limits::default()));
            let outcome = outcome.unwrap();
            assert!(outcome.is_optimal(), "{}", puzzle.start());
            outcome.lower_bound()
        };
        assert_eq!(solve(&*sat), solve(&*tables), "{}", puzzle.start());
    }
}
