//! Formulas in DIMACS, decided as SAT solvers do.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use common::{SAMPLE, output, run, run_with};
use taquin::sat::{dimacs, drat, lrat};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("taquin-sat-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A program that prints this, whatever it is asked.
fn program(folder: &Path, name: &str, prints: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\nprintf '{prints}'\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The second clause leaves one value, the first clause the other.
const SATISFIABLE: &str = "c two clauses\np cnf 2 2\n1 2 0\n-1 0\n";

/// All four clauses over two variables.
const UNSATISFIABLE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// One pigeon more than holes.
fn pigeons(holes: usize) -> String {
    let at = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        let anywhere = (0..holes).map(|hole| at(pigeon, hole).to_string());
        clauses.push(anywhere.collect::<Vec<_>>().join(" "));
        for other in pigeon + 1..=holes {
            let apart = |hole| format!("-{} -{}", at(pigeon, hole), at(other, hole));
            clauses.extend((0..holes).map(apart));
        }
    }
    let header = format!("p cnf {} {}\n", holes * (holes + 1), clauses.len());
    header + &clauses.join(" 0\n") + " 0\n"
}

#[test]
fn answers_are_those_of_sat_solvers() {
    let said = run_with(&["sat", "-q"], SATISFIABLE);
    assert_eq!(said, "s SATISFIABLE\nv -1 2 0\nexit 10\n");
    let said = run_with(&["sat", "-q", "-"], UNSATISFIABLE);
    assert_eq!(said, "s UNSATISFIABLE\nexit 20\n");
    let said = run_with(&["sat", "-q", "--node-limit", "5"], pigeons(8));
    assert_eq!(said, "s UNKNOWN\nexit 4\n");
    // No line of values is longer than 78 characters, and they end with 0.
    let said = run_with(&["sat", "-q"], "p cnf 300 1\n-300 0\n");
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("v ")).collect();
    assert!(lines.len() > 10 && lines.iter().all(|line| line.len() <= 78));
    assert!(lines[lines.len() - 1].ends_with(" -300 0"), "{said}");
}

#[test]
fn a_formula_that_cannot_be_read_is_refused_with_its_line() {
    for (text, expected) in [
        ("", "line 0: there is no header"),
        ("p cnf 1 1\n2 0\n", "line 2: there is no variable 2"),
        ("p cnf 1 1\n1\n", "line 2: the last clause does not end"),
        (
            "p cnf 1 2\n1 0\n",
            "the header has 2 clauses, but there are 1",
        ),
        ("p cnf 1 1\nx 0\n", "line 2: `x` is no literal"),
    ] {
        let said = run_with(&["sat"], text);
        assert!(said.contains(expected), "{text:?}: {said}");
        assert!(said.ends_with("exit 2\n"), "{said}");
    }
    assert!(run(&["sat", "/no/such.cnf"]).ends_with("exit 2\n"));
    // A header asks for more memory than there may be.
    let said = run_with(&["sat", "--memory-limit", "64M"], "p cnf 2000000000 0\n");
    assert!(
        said.starts_with("s UNKNOWN\n! not decided: limit reached (memory)"),
        "{said}"
    );
}

#[test]
fn a_proof_is_written_and_checked() {
    let folder = folder("proof");
    let text = pigeons(5);
    let cnf = dimacs::read(&text).unwrap();
    for name in ["p.drat", "p.lrat"] {
        let path = folder.join(name);
        let said = run_with(&["sat", "--proof", path.to_str().unwrap()], &text);
        assert!(
            said.contains("! unsatisfiable, by cdcl, proof checked"),
            "{said}"
        );
        let proof = fs::read(&path).unwrap();
        let clauses = match name {
            "p.drat" => drat::check(&cnf, &proof[..], drat::ProofSyntax::Drat, &mut ()),
            _ => lrat::check(&cnf, &proof[..], &mut ()),
        };
        assert!(clauses.unwrap() > 5);
    }
    // A formula with a model has no proof, and nothing is left behind.
    let path = folder.join("none.drat");
    run_with(&["sat", "--proof", path.to_str().unwrap()], SATISFIABLE);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let json = run_with(&["sat", "--format", "json"], UNSATISFIABLE);
    assert!(json.contains("\"evidence\": \"built-in\""), "{json}");
    assert!(json.contains("no proof written"), "{json}");
}

#[test]
fn the_word_of_another_program_is_passed_on_as_such() {
    let folder = folder("programs");
    let liar = program(&folder, "liar", "s UNSATISFIABLE\\n");
    let said = run_with(&["sat", "--solver", &liar], SATISFIABLE);
    let label = format!("c unsatisfiable, by {liar}, unchecked\ns UNSATISFIABLE\n");
    assert!(said.starts_with(&label), "{said}");
    let said = run_with(&["sat", "--solver", &liar, "--proof", "x"], SATISFIABLE);
    assert!(
        said.contains("writes no proofs") && said.ends_with("exit 2\n"),
        "{said}"
    );
    // A model is checked against every clause.
    let wrong = program(&folder, "wrong", "s SATISFIABLE\\nv 1 -2 0\\n");
    let said = run_with(&["sat", "--solver", &wrong], SATISFIABLE);
    assert!(
        said.contains("its model does not satisfy the formula"),
        "{said}"
    );
    assert!(said.ends_with("exit 5\n"), "{said}");
    // Its name says that it writes proofs, and it writes none.
    let false_proof = program(&folder, "cadical", "s UNSATISFIABLE\\n");
    let said = run_with(
        &["sat", "--solver", &false_proof, "--proof", "x"],
        SATISFIABLE,
    );
    assert!(said.contains("it wrote no proof"), "{said}");
}

#[test]
fn decide_takes_any_solver_and_says_what_stands_behind_it() {
    let folder = folder("decide");
    let liar = program(&folder, "liar", "s UNSATISFIABLE\\n");
    // The board has a plan of 14 moves.
    let said = run(&["decide", SAMPLE, "--steps", "14", "--solver", &liar]);
    let label = format!("there is no plan of at most 14 moves, by {liar}, unchecked");
    assert!(said.contains(&label), "{said}");
    let json = run(&[
        "decide", SAMPLE, "--steps", "14", "--solver", &liar, "--format", "json",
    ]);
    assert!(json.contains("\"evidence\": \"claim\""), "{json}");
    let said = run(&["decide", SAMPLE, "--steps", "14", "--solver", "batsat"]);
    assert!(
        said.contains("! satisfiable: a plan of 14 moves was found · compact, batsat"),
        "{said}"
    );
    let said = run(&[
        "decide",
        SAMPLE,
        "--steps",
        "14",
        "--solver",
        "no-such-solver",
    ]);
    assert!(said.ends_with("exit 2\n"), "{said}");
    let course = folder.join("course.in");
    fs::write(&course, "7\n3\n1 4 0\n3 7 2\n6 8 5\n").unwrap();
    let cnf = folder.join("course.cnf");
    let paths = [course.to_str().unwrap(), cnf.to_str().unwrap()];
    let said = output(
        &["course", "-i", paths[0], "-o", paths[1], "-s", &liar],
        b"",
    );
    assert_eq!(said.stdout, b"s UNSATISFIABLE\n\n");
    let talk = String::from_utf8(said.stderr).unwrap();
    let unchecked = format!("no solution in 7 steps, by {liar}, unchecked\n");
    assert!(talk.ends_with(&unchecked), "{talk}");
}
