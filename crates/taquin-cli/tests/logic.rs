//! Formulas as files: written, answered, decoded, proved; and the course's program.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::{output, run};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("taquin-logic-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The six examples of the course, with the verdicts its text gives.
#[test]
fn the_course_examples_work() {
    let folder = folder("course");
    for (name, text, expected) in [
        ("2by2", "2\n2\n1 3\n2 0\n", "2. Slide"),
        ("2by2-unsat", "50\n2\n0 1\n3 2\n", "no solution in 50 steps"),
        (
            "3by3-unsat",
            "5\n3\n1 4 0\n3 7 2\n6 8 5\n",
            "no solution in 5 steps",
        ),
        ("3by3", "7\n3\n1 4 0\n3 7 2\n6 8 5\n", "6. Slide"),
        (
            "4by4",
            "3\n4\n1 5 2 3\n4 6 0 7\n8 9 10 11\n12 13 14 15\n",
            "3. Slide",
        ),
    ] {
        let input = folder.join(name);
        fs::write(&input, text).unwrap();
        let cnf = folder.join("out.cnf");
        let args = [
            "course",
            "-i",
            input.to_str().unwrap(),
            "-o",
            cnf.to_str().unwrap(),
            "-v",
            "1",
        ];
        let said = run(&args);
        assert!(said.contains(expected), "{name}: {said}");
        assert!(fs::read_to_string(&cnf).unwrap().contains("p cnf "));
    }
}

/// A program that answers as told stands for any solver.
#[test]
fn an_answer_is_decoded_and_a_wrong_one_refused() {
    let folder = folder("decode");
    let cnf = folder.join("f.cnf");
    let cnf = cnf.to_str().unwrap();
    run(&[
        "encode",
        "dimacs",
        "1 2 3/4 0 5/7 8 6",
        "--steps",
        "2",
        "-o",
        cnf,
    ]);
    let text = fs::read_to_string(cnf).unwrap();
    // The blank is in cell 5 at step 1: the only plan of two moves.
    let middle = text.lines().find(|l| l.ends_with("at 0 5 1")).unwrap();
    let variable = middle.split(' ').nth(2).unwrap();
    let model = folder.join("model");
    fs::write(&model, format!("s SATISFIABLE\nv {variable} 0\n")).unwrap();
    let model = model.to_str().unwrap();
    assert!(run(&["decode", "--map", cnf, model]).starts_with("LU\n"));
    fs::write(model, "s UNSATISFIABLE\n").unwrap();
    assert!(run(&["decode", "--map", cnf, model]).contains("no plan of exactly 2 moves"));
    fs::write(model, "s SATISFIABLE\nv -1 0\n").unwrap();
    assert_eq!(
        output(&["decode", "--map", cnf, model], b"").status.code(),
        Some(5)
    );
    fs::write(model, "c rubbish\n").unwrap();
    assert!(run(&["decode", "--map", cnf, model]).contains("there is no line `s SATISFIABLE`"));
    assert!(run(&["decode", "--map", model, model]).contains("has no variable map"));
}

#[test]
fn bad_questions_are_refused_with_a_reason() {
    let board = "1 2 3/4 0 5/7 8 6";
    assert!(run(&["encode", "dimacs", board]).contains("say how many with --steps"));
    assert!(run(&["encode", "dimacs", board, "--steps", "99999"]).contains("too many"));
    assert!(
        run(&["encode", "dimacs", "2 1 3/4 5 6/7 8 0", "--steps", "4"])
            .contains("unsolvable (parity)")
    );
    let unchecked = [
        "encode",
        "dimacs",
        "2 1 3/4 5 6/7 8 0",
        "--steps",
        "4",
        "--no-parity-check",
    ];
    assert!(run(&unchecked).contains("p cnf "));
    assert!(run(&["encode", "dimacs", board, "--steps", "0"]).contains("\n0\n"));
    assert!(run(&["solve", "--algo", "sat:solver=/", board]).contains("it is a folder"));
    assert!(
        run(&["solve", "--algo", "sat:solver=/no/such", board]).contains("there is no such file")
    );
    assert!(
        run(&["solve", "--algo", "sat:solver=/bin/true", board])
            .contains("there is no line `s SAT")
    );
    assert!(
        run(&["solve", "--algo", "smt:solver=/no/z3", board]).contains("there is no such program")
    );
    let unwritable = [
        "encode",
        "smtlib",
        board,
        "--steps",
        "2",
        "-o",
        "/no/such/f",
    ];
    assert!(run(&unwritable).contains("cannot write /no/such/f"));
}

#[test]
fn families_are_named_and_counted() {
    let said = run(&[
        "encode",
        "dimacs",
        "1 2 3/4 0 5/7 8 6",
        "--steps",
        "2",
        "--encoding",
        "course",
        "--explain",
    ]);
    assert!(said.contains("one tile a place (972 clauses)"), "{said}");
    assert!(said.contains("then"), "{said}");
}

#[test]
fn a_proof_is_written_with_its_readme() {
    let folder = folder("prove");
    let path = folder.to_str().unwrap();
    assert!(run(&["prove", "8 1 3/4 0 2/7 6 5", "-o", path]).contains("14 moves are optimal"));
    for file in ["README.md", "shorter.cnf", "shorter.drat", "solution.txt"] {
        assert!(fs::metadata(folder.join(file)).unwrap().len() > 0, "{file}");
    }
}

/// What a foreign program says of a formula and a proof; `None` where it is not installed.
fn foreign(program: &str, files: &[PathBuf]) -> Option<String> {
    let output = Command::new(program).args(files).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn proofs_stand_up_to_a_foreign_checker() {
    let boards: &[(&str, &[&str])] = &[
        ("8 1 3/4 0 2/7 6 5", &[]),
        ("8 1 3/4 0 2/7 6 5", &["--plain"]),
        ("2 6 8 3/0 9 10 7/1 5 13 4/11 14 15 12", &[]),
    ];
    for (index, (board, options)) in boards.iter().enumerate() {
        let folder = folder(&format!("foreign-{index}"));
        let path = folder.to_str().unwrap();
        run(&[&["prove", board, "-o", path], *options].concat());
        let file = |name: &str| folder.join(name);
        let files = [file("shorter.cnf"), file("shorter.drat")];
        let Some(said) = foreign("rate", &files) else {
            return;
        };
        assert!(said.contains("s VERIFIED"), "{board}: {said}");
        // The checker has teeth: a proof that claims too much at once does not pass.
        fs::write(file("empty.drat"), "0\n").unwrap();
        let files = [file("shorter.cnf"), file("empty.drat")];
        let said = foreign("rate", &files).unwrap();
        assert!(!said.contains("s VERIFIED"), "{board}: {said}");
    }
}

#[test]
fn an_outside_solver_answers_as_ours_does() {
    let Ok(found) = Command::new("sh")
        .args(["-c", "command -v cadical"])
        .output()
    else {
        return;
    };
    let path = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    if path.is_empty() {
        return;
    }
    for encoding in ["compact", "course"] {
        let spec = format!("sat:encoding={encoding},solver={path}");
        let said = run(&["solve", "--algo", &spec, "8 1 3/4 0 2/7 6 5"]);
        assert!(said.contains("14 moves, optimal (proven)"), "{said}");
    }
}

#[test]
fn one_formula_is_asked_and_parity_is_looked_at_only_if_wanted() {
    let board = "8 1 3/4 0 2/7 6 5";
    assert!(run(&["decide", board, "--steps", "13"]).contains("unsatisfiable"));
    let found = run(&["decide", board, "--steps", "14", "--encoding", "course"]);
    assert!(found.contains("a plan of 14 moves was found"), "{found}");
    let odd = "1 2/0 3";
    let asked = [
        "decide",
        odd,
        "--goal",
        "2 1/3 0",
        "--steps",
        "8",
        "--encoding",
        "course",
    ];
    assert!(run(&asked).contains("parity"));
    let shown = run(&[&asked[..], &["--no-parity-check"]].concat());
    assert!(shown.contains("unsatisfiable"), "{shown}");
}
