//! Answers of other programs are checked against every rule, and the first that is broken is named.

use std::fmt::Write as _;

use taquin_core::notation::parse_board;
use taquin_sat::cdcl::Verdict;
use taquin_sat::cnf::Model;
use taquin_sat::dimacs::{self, Map, Printed};
use taquin_sat::encodings::ENCODINGS;
use taquin_sat::smt::{self, Theory};
use taquin_sat::{Horizon, Task, file};

fn task(steps: u32, horizon: Horizon) -> Task {
    let start = parse_board("1 2 3/4 5 6/0 7 8").unwrap();
    let goal = parse_board("1 2 3/4 5 6/7 8 0").unwrap();
    Task::new(start, goal, steps, horizon).unwrap()
}

/// Flips each value of a model in turn: what is no model any more is refused with the clause.
#[test]
fn every_flip_that_breaks_a_clause_is_seen() {
    for entry in ENCODINGS {
        let formula = taquin_sat::encodings::Encoding(entry).formula(&task(4, Horizon::AtMost));
        let mut text = Vec::new();
        dimacs::write(&formula, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let (map, cnf) = (Map::read(&text).unwrap(), dimacs::read(&text).unwrap());
        assert_eq!(cnf.len(), formula.cnf.len());
        let (Verdict::Sat(model), _) = file::decide(&cnf, None, &mut ()) else {
            panic!("there is a plan");
        };
        map.decode_checked(&cnf, &model).unwrap();
        let mut refused = 0;
        for index in 0..model.values().len() {
            let mut values = model.values().to_vec();
            values[index] = !values[index];
            let flipped = Model::new(values);
            let decoded = map.decode_checked(&cnf, &flipped);
            assert_eq!(
                decoded.is_ok(),
                cnf.is_satisfied_by(&flipped),
                "{}",
                entry.name
            );
            if let Err(error) = decoded {
                refused += 1;
                let said = error.to_string();
                assert!(
                    said.starts_with("clause ") && said.contains("it says: "),
                    "{said}"
                );
            }
        }
        assert!(
            refused > model.values().len() / 2,
            "{}: {refused}",
            entry.name
        );
    }
}

#[test]
fn both_values_of_a_variable_are_no_model() {
    let answer = "s SATISFIABLE\nv 1 -2 0\nv 2 0\n";
    assert!(
        dimacs::read_answer(answer, 2)
            .unwrap_err()
            .contains("variable 2")
    );
    let answer = "s SATISFIABLE\nv 1 -2 -2 0\n";
    assert!(matches!(
        dimacs::read_answer(answer, 2),
        Ok(Printed::Sat(_))
    ));
}

#[test]
fn a_file_that_is_no_dimacs_is_refused_with_its_line() {
    for (text, said) in [
        ("", "there is no header"),
        ("1 2 0\n", "line 1: there is no header"),
        ("c x\np cnf 2\n", "line 2: a header looks like"),
        ("p cnf 2 1\n1 3 0\n", "line 2: there is no variable 3"),
        ("p cnf 2 1\n1 x 0\n", "line 2: `x` is no literal"),
        ("p cnf 2 1\n1 2\n", "line 2: the last clause does not end"),
        (
            "p cnf 2 2\n1 2 0\n",
            "the header has 2 clauses, but there are 1",
        ),
        ("p cnf 1 0\np cnf 1 0\n", "line 2: there is a second header"),
    ] {
        let error = dimacs::read(text).unwrap_err().to_string();
        assert!(error.contains(said), "{text:?}: {error}");
    }
    let cnf = dimacs::read("c x\np cnf 3 3\n1 -2\n0 3 0\n0\n%\n0\n").unwrap();
    let clauses: Vec<usize> = cnf.clauses().map(<[_]>::len).collect();
    assert_eq!(clauses, [2, 1, 0]);
}

/// What a solver would print of these states.
fn printed(states: &[&str], show: impl Fn(usize) -> String) -> String {
    let mut text = "sat\n(".to_owned();
    for (t, state) in states.iter().enumerate() {
        let numbers = state.replace('/', " ");
        for (p, number) in numbers.split_whitespace().enumerate() {
            let number = show(number.parse().unwrap());
            writeln!(text, "(x_{t}_{p} {number})").unwrap();
        }
    }
    text + ")\n"
}

const STATES: [&str; 3] = [
    "1 2 3/4 5 6/0 7 8",
    "1 2 3/4 5 6/7 0 8",
    "1 2 3/4 5 6/7 8 0",
];

#[test]
fn values_of_an_smt_solver_are_read_in_all_notations() {
    let task = task(2, Horizon::Exact);
    let shows: [fn(usize) -> String; 4] = [
        |n| n.to_string(),
        |n| format!("#b{n:04b}"),
        |n| format!("#x{n:x}"),
        |n| format!("(_ bv{n} 4)"),
    ];
    for show in shows {
        let moves = smt::read(&task, &printed(&STATES, show)).unwrap().unwrap();
        assert_eq!(moves.len(), 2);
    }
}

#[test]
fn the_first_rule_that_an_smt_answer_breaks_is_named() {
    let read = |horizon, states: &[&str]| {
        let task = task(states.len() as u32 - 1, horizon);
        let printed = printed(states, |n| n.to_string());
        smt::read(&task, &printed).map_err(|error| error.to_string())
    };
    let [first, second, third] = STATES;
    for (states, said) in [
        (
            vec![first, "1 2 3/4 5 6/7 7 8", third],
            "isState(1) does not hold",
        ),
        (vec![second, second, third], "the start does not hold"),
        (
            vec![first, "1 2 3/0 5 6/4 7 8", third],
            "transition 1 does not hold",
        ),
        (vec![first, second, first], "isFinalState does not hold"),
    ] {
        let error = read(Horizon::Exact, &states).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
    let undone = [first, second, first, second, third];
    assert_eq!(read(Horizon::Exact, &undone).unwrap().unwrap().len(), 4);
    let error = read(Horizon::AtMost, &undone).unwrap_err();
    assert!(error.contains("notEquals(2, 0)"), "{error}");
    let short = smt::read(&task(2, Horizon::Exact), "sat\n((x_0_0 1))").unwrap_err();
    assert!(short.to_string().contains("x_0_1 has no value"), "{short}");
}

#[test]
fn both_theories_state_the_same_rules() {
    let task = task(2, Horizon::NoUndo);
    let write = |theory| {
        smt::write_within(&task, theory, &mut ())
            .continue_value()
            .unwrap()
    };
    let (integers, vectors) = (write(Theory::Integers), write(Theory::BitVectors));
    assert_eq!(integers, smt::write(&task));
    assert!(vectors.contains("(set-logic QF_BV)") && vectors.contains("(bvult x_0_0 (_ bv9 4))"));
    for rule in [
        "isState(2)",
        "; the start",
        "; transition 1",
        "notEquals(2, 0)",
        "isFinalState",
    ] {
        assert!(integers.contains(rule) && vectors.contains(rule), "{rule}");
    }
}
