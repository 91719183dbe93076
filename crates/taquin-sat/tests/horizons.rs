//! A question means the same in every encoding: whether there is a walk of exactly, of at most, or
//! of exactly this many moves without undone ones, as counted by following all walks.

use std::collections::HashSet;

use taquin_core::generate::{Generator, Uniform};
use taquin_core::{Board, Goal, Move, Size};
use taquin_sat::cdcl::{Cdcl, Verdict};
use taquin_sat::encodings::{Compact, ENCODINGS, Encoder, Prune};
use taquin_sat::{Horizon, Task};

/// Whether some walk of each length up to `most` ends on a goal, by horizon.
struct Walks {
    exact: Vec<bool>,
    no_undo: Vec<bool>,
}

impl Walks {
    fn new(start: &Board, goals: &[Board], most: usize) -> Self {
        let mut exact = Vec::new();
        let mut no_undo = Vec::new();
        let mut boards = HashSet::from([start.clone()]);
        let mut walks: HashSet<(Board, Option<Move>)> = HashSet::from([(start.clone(), None)]);
        for _ in 0..=most {
            exact.push(goals.iter().any(|goal| boards.contains(goal)));
            no_undo.push(walks.iter().any(|(board, _)| goals.contains(board)));
            boards = boards
                .iter()
                .flat_map(|board| after(board, None))
                .map(|(b, _)| b)
                .collect();
            walks = walks
                .iter()
                .flat_map(|(board, last)| after(board, *last))
                .map(|(board, mv)| (board, Some(mv)))
                .collect();
        }
        Self { exact, no_undo }
    }

    fn has(&self, horizon: Horizon, steps: usize) -> bool {
        match horizon {
            Horizon::Exact => self.exact[steps],
            Horizon::AtMost => self.exact[..=steps].contains(&true),
            Horizon::NoUndo => self.no_undo[steps],
        }
    }

    fn distance(&self) -> usize {
        self.exact.iter().position(|&is| is).unwrap()
    }
}

/// The boards a move away, without the one that undoes `last`.
fn after(board: &Board, last: Option<Move>) -> Vec<(Board, Move)> {
    let moves = board.moves().filter(|mv| last != Some(mv.inverse()));
    moves
        .map(|mv| {
            let mut next = board.clone();
            next.slide(mv);
            (next, mv)
        })
        .collect()
}

/// Every encoding of the table, and the variants of ours.
fn encoders(start: &Board, goal: &Board) -> Vec<(String, Box<dyn Encoder>)> {
    let listed = ENCODINGS.iter();
    let mut all: Vec<(String, Box<dyn Encoder>)> = listed
        .map(|entry| (entry.name.to_owned(), (entry.open)(start, goal)))
        .collect();
    for (name, prune, counter) in [
        ("plain", Prune::Nothing, false),
        ("counted", Prune::Nothing, true),
        ("pruned by tiles", Prune::Tiles, true),
    ] {
        let compact = Compact {
            prune,
            counter,
            ..Compact::default()
        };
        all.push((
            format!("compact, {name}"),
            Box::new(compact.open(start, goal)),
        ));
    }
    all
}

/// Asks every encoding about the lengths from two below the distance to three above it.
fn same_meaning(start: &Board, goals: &[Board], reach: usize) {
    let walks = Walks::new(start, goals, reach + 3);
    let distance = walks.distance();
    for (name, encoder) in encoders(start, &goals[0]) {
        for steps in distance.saturating_sub(2)..=distance + 3 {
            for horizon in [Horizon::Exact, Horizon::AtMost, Horizon::NoUndo] {
                let asked = format!("{start} {name} {} {steps}", horizon.name());
                let task = Task::to_any(start.clone(), goals.to_vec(), steps as u32, horizon);
                let formula = encoder.formula(&task.unwrap());
                let mut solver = Cdcl::new(&formula.cnf, formula.lemmas.as_deref(), None);
                let verdict = solver.solve(&mut ());
                let expected = walks.has(horizon, steps);
                let Verdict::Sat(model) = verdict else {
                    assert!(!expected, "{asked}: there is a plan");
                    continue;
                };
                assert!(expected, "{asked}: there is no plan");
                let moves = formula.decode(&model).expect(&asked);
                let last = start.clone().replay(&moves).unwrap();
                assert!(goals.contains(&last), "{asked}");
                match horizon {
                    Horizon::AtMost => assert!(moves.len() <= steps, "{asked}"),
                    Horizon::Exact | Horizon::NoUndo => assert_eq!(moves.len(), steps, "{asked}"),
                }
            }
        }
    }
}

fn goal(rows: usize, cols: usize, name: &Goal) -> Board {
    name.board(Size::new(rows, cols).unwrap()).unwrap()
}

#[test]
fn every_board_of_2x2_is_asked_in_every_way() {
    let goal = goal(2, 2, &Goal::BlankLast);
    let mut boards = HashSet::from([goal.clone()]);
    for _ in 0..6 {
        let next: Vec<Board> = boards
            .iter()
            .flat_map(|b| after(b, None))
            .map(|(b, _)| b)
            .collect();
        boards.extend(next);
    }
    assert_eq!(boards.len(), 12);
    for board in &boards {
        same_meaning(board, std::slice::from_ref(&goal), 6);
    }
}

#[test]
fn boards_near_the_goal_are_asked_in_every_way() {
    for (rows, cols, far) in [(2, 3, 9), (3, 2, 6), (3, 3, 8)] {
        let goal = goal(rows, cols, &Goal::BlankLast);
        let mut board = goal.clone();
        let mut last = None;
        same_meaning(&board, std::slice::from_ref(&goal), far);
        for step in 0..far {
            let ways = after(&board, last);
            let (next, mv) = ways[(7 * step + 3) % ways.len()].clone();
            (board, last) = (next, Some(mv));
            if step % 3 != 1 {
                same_meaning(&board, std::slice::from_ref(&goal), far);
            }
        }
    }
}

#[test]
fn any_of_several_goals_may_be_reached() {
    // The second goal has the blank on a cell of the other colour: another parity.
    let first = goal(2, 3, &Goal::BlankLast);
    let (second, _) = after(&first, None).remove(0);
    let third = goal(2, 3, &Goal::BlankFirst);
    for seed in 0..6 {
        let start = Uniform.board(&first, seed);
        let walks = Walks::new(&start, std::slice::from_ref(&first), 21);
        if walks.distance() > 14 {
            continue;
        }
        same_meaning(&start, &[first.clone(), second.clone()], 21);
        same_meaning(&start, &[third.clone(), first.clone()], 21);
    }
}

/// Undoing a move is a way to spend two: `decide --steps 3 --horizon exact` of a board one move
/// away has a plan.
#[test]
fn a_move_may_be_undone_where_exactly_so_many_are_asked_for() {
    let start: Board = "1 2 3/4 5 6/7 0 8".parse().unwrap();
    let goal = goal(3, 3, &Goal::BlankLast);
    let walks = Walks::new(&start, std::slice::from_ref(&goal), 4);
    assert!(walks.exact[3] && !walks.no_undo[3]);
    same_meaning(&start, std::slice::from_ref(&goal), 1);
    same_meaning(&goal, std::slice::from_ref(&goal), 0);
}

/// A plain formula leaves every decision to the solver: no clause of it is empty, and a refutation
/// needs the rules of the puzzle.
#[test]
fn a_plain_formula_decides_nothing_by_itself() {
    let goal = goal(3, 3, &Goal::BlankLast);
    let plain = Compact {
        prune: Prune::Nothing,
        counter: false,
        ..Compact::default()
    };
    for (start, steps) in [
        ("1 2 3/4 5 6/0 7 8", 0),
        ("1 2 3/4 5 6/7 0 8", 0),
        ("8 1 3/4 0 2/7 6 5", 2),
        ("8 1 3/4 0 2/7 6 5", 8),
        ("1 2 3/4 5 6/7 8 0", 0),
    ] {
        let start: Board = start.parse().unwrap();
        for horizon in [Horizon::AtMost, Horizon::Exact] {
            let task = Task::new(start.clone(), goal.clone(), steps, horizon).unwrap();
            let formula = plain.open(&start, &goal).formula(&task);
            assert!(!formula.is_refuted(), "{start} in {steps}");
            assert!(formula.cnf.variables() >= 40, "{start} in {steps}");
            let verdict = Cdcl::new(&formula.cnf, None, None).solve(&mut ());
            assert_eq!(
                matches!(verdict, Verdict::Sat(_)),
                start == goal,
                "{start} in {steps}"
            );
        }
    }
}

/// Pairs of moves that cancel fill up a shorter plan, one pair or several, and only at its end.
#[test]
fn a_plan_of_at_most_so_many_moves_may_be_much_shorter() {
    let size = Size::new(3, 3).unwrap();
    for (name, goal) in [
        ("last", Goal::BlankLast),
        ("first", Goal::BlankFirst),
        ("spiral", Goal::Spiral),
    ] {
        let goal = goal.board(size).unwrap();
        let mut start = goal.clone();
        let mut last = None;
        // A walk through the corner, without undone moves; its boards are at most so far away.
        for length in 0..9_u32 {
            for more in [0, 2, 4, 6] {
                let steps = length + more;
                let task = Task::new(start.clone(), goal.clone(), steps, Horizon::AtMost).unwrap();
                for (encoder, opened) in encoders(&start, &goal) {
                    let formula = opened.formula(&task);
                    let verdict =
                        Cdcl::new(&formula.cnf, formula.lemmas.as_deref(), None).solve(&mut ());
                    let Verdict::Sat(model) = verdict else {
                        panic!("{encoder}, blank {name}: {start} in {steps}");
                    };
                    let moves = formula.decode(&model).unwrap();
                    assert!(moves.len() <= steps as usize, "{encoder}: {moves:?}");
                }
            }
            let (next, mv) = after(&start, last).swap_remove(0);
            (start, last) = (next, Some(mv));
        }
    }
}
