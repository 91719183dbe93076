//! Formulas as files: written, answered, decoded, proved; and the course's program.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::{SAMPLE, command, output, run, transcript};

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
        ("2by2", "2\n2\n1 3\n2 0\n", "Timestep 2:"),
        ("2by2-unsat", "50\n2\n0 1\n3 2\n", "no solution in 50 steps"),
        (
            "3by3-unsat",
            "5\n3\n1 4 0\n3 7 2\n6 8 5\n",
            "no solution in 5 steps",
        ),
        ("3by3", "7\n3\n1 4 0\n3 7 2\n6 8 5\n", "Timestep 7:"),
        (
            "4by4",
            "3\n4\n1 5 2 3\n4 6 0 7\n8 9 10 11\n12 13 14 15\n",
            "Timestep 3:",
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

/// What a SAT solver prints of a formula that has a model.
fn answer(text: &str) -> String {
    let cnf = taquin::sat::dimacs::read(text).unwrap();
    let (verdict, _) = taquin::sat::file::decide(&cnf, None, &mut ());
    let taquin::sat::cdcl::Verdict::Sat(model) = verdict else {
        panic!("{verdict:?}");
    };
    let literals = (1..).zip(model.values()).map(|(number, &holds)| {
        let sign = if holds { "" } else { "-" };
        format!("{sign}{number}")
    });
    let literals: Vec<String> = literals.collect();
    format!("s SATISFIABLE\nv {} 0\n", literals.join(" "))
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
    let answer = answer(&text);
    let model = folder.join("model");
    fs::write(&model, &answer).unwrap();
    let model = model.to_str().unwrap();
    // The only plan of two moves.
    assert!(run(&["decode", "--map", cnf, model]).starts_with("LU\n"));
    // Every clause is looked at, not the blank alone.
    let tile = text.lines().find(|l| l.ends_with("at 5 4 1")).unwrap();
    let variable = tile.split(' ').nth(2).unwrap();
    assert!(answer.contains(&format!(" {variable} ")), "{answer}");
    fs::write(
        model,
        answer.replace(&format!(" {variable} "), &format!(" -{variable} ")),
    )
    .unwrap();
    let said = run(&["decode", "--map", cnf, model]);
    assert!(said.contains("does not hold: it says: "), "{said}");
    fs::write(model, "s UNSATISFIABLE\n").unwrap();
    assert!(run(&["decode", "--map", cnf, model]).contains("no plan of at most 2 moves"));
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
    // What was asked for is wrong in the first two; in the others a program failed.
    for (algo, code) in [
        ("sat:solver=/", 2),
        ("sat:solver=/no/such", 2),
        ("sat:solver=/bin/true", 1),
        ("sat:solver=/bin/false", 1),
        ("smt:solver=/bin/true", 1),
    ] {
        let ended = output(&["solve", "--algo", algo, board], b"");
        assert_eq!(ended.status.code(), Some(code), "{algo}");
    }
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
    assert!(run(&["prove", SAMPLE, "--lrat", "-o", path]).contains("14 moves are optimal"));
    for file in [
        "README.md",
        "shorter.cnf",
        "shorter.drat",
        "shorter.lrat",
        "solution.txt",
    ] {
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
        run(&[&["prove", board, "--lrat", "-o", path], *options].concat());
        let file = |name: &str| folder.join(name);
        let files = [file("shorter.cnf"), file("shorter.drat")];
        let Some(said) = foreign("rate", &files) else {
            return;
        };
        assert!(said.contains("s VERIFIED"), "{board}: {said}");
        if index == 2 {
            // Long for a checker that is built quickly; ours has been through it in any case.
            continue;
        }
        // LRAT without numbers and hints is DRAT: its clauses, fewer than before, still suffice.
        let lrat = fs::read_to_string(file("shorter.lrat")).unwrap();
        let clauses = lrat.lines().filter(|line| !line.contains(" d "));
        let clauses = clauses.map(|line| {
            let (_, rest) = line.split_once(' ').unwrap();
            let end = rest.find("0 ").filter(|&end| end == 0);
            let end = end.or_else(|| rest.find(" 0 ").map(|end| end + 1));
            format!("{}0\n", &rest[..end.unwrap()])
        });
        fs::write(file("trimmed.drat"), clauses.collect::<String>()).unwrap();
        let files = [file("shorter.cnf"), file("trimmed.drat")];
        let said = foreign("rate", &files).unwrap();
        assert!(said.contains("s VERIFIED"), "{board}: {said}");
        // The checker has teeth: a proof that claims too much at once does not pass.
        fs::write(file("empty.drat"), "0\n").unwrap();
        let files = [file("shorter.cnf"), file("empty.drat")];
        let said = foreign("rate", &files).unwrap();
        assert!(!said.contains("s VERIFIED"), "{board}: {said}");
    }
}

/// The path of a program, none where it is not installed; the test then says so.
#[expect(
    clippy::print_stdout,
    reason = "what a test left out is part of its report"
)]
fn installed(program: &str) -> Option<String> {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output()
        .ok()?;
    let path = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    if path.is_empty() {
        println!("{program} is not installed: what it would answer is not looked at");
        return None;
    }
    Some(path)
}

/// SAT solvers of others, each with its own way to take a formula and to print a model.
const OUTSIDE: &[&str] = &[
    "cadical",
    "minisat",
    "picosat",
    "cryptominisat5",
    "clasp",
    "glucose",
    "kissat",
];

/// Those whose proofs are asked for and checked.
const PROVING: &[&str] = &["cadical", "cryptominisat5", "glucose", "kissat"];

#[test]
fn outside_solvers_answer_as_ours_does() {
    let folder = folder("outside");
    let (input, cnf) = (folder.join("in"), folder.join("out.cnf"));
    fs::write(&input, "7\n3\n1 4 0\n3 7 2\n6 8 5\n").unwrap();
    let (input, cnf) = (input.to_str().unwrap(), cnf.to_str().unwrap());
    for program in OUTSIDE {
        let Some(path) = installed(program) else {
            continue;
        };
        let said = run(&["solve", "--solver", &path, SAMPLE]);
        let proves = PROVING.contains(program);
        let expected = if proves {
            "14 moves, optimal (proven)".to_owned()
        } else {
            format!("optimal by {path}, unchecked")
        };
        assert!(said.contains(&expected), "{path}: {said}");
        let algo = "sat:encoding=course,horizon=13+14";
        let said = run(&["solve", "--algo", algo, "--solver", &path, SAMPLE]);
        let found = ["14 moves", "at most 14 "];
        assert!(
            found.iter().any(|found| said.contains(found)),
            "{path}: {said}"
        );
        let said = run(&["course", "-i", input, "-o", cnf, "-s", program]);
        assert!(said.contains("Timestep 7:"), "{path}: {said}");
    }
}

#[test]
fn outside_solvers_of_theories_answer_too() {
    for path in ["z3", "cvc5", "cvc4"]
        .iter()
        .filter_map(|program| installed(program))
    {
        let board = "1 5 2/0 4 3/7 8 6";
        let said = run(&["solve", "--algo", "smt", "--solver", &path, board]);
        assert!(said.contains("5 moves, optimal (proven)"), "{path}: {said}");
    }
}

/// A model goes to a program and its answer comes back; both for a plan and for none.
fn round_trip(language: &str, program: &str, arguments: &[&str]) {
    let Some(path) = installed(program) else {
        return;
    };
    let folder = folder(language);
    for (steps, expected) in [
        (
            "5",
            "5 moves from 1 5 2/0 4 3/7 8 6 to 1 2 3/4 5 6/7 8 0, replayed",
        ),
        ("3", "no plan of exactly 3 moves"),
    ] {
        // MiniZinc needs the extension, Z3 gets the language as an option.
        let file = folder.join(steps).with_extension("mzn");
        let file = file.to_str().unwrap();
        let exact = ["--horizon", "exact", "--steps", steps];
        run(&[
            &["encode", language, "1 5 2/0 4 3/7 8 6", "-o", file],
            &exact[..],
        ]
        .concat());
        let answer = Command::new(&path).args(arguments).arg(file).output();
        let said = transcript(&output(
            &["decode", "--map", file, "-"],
            &answer.unwrap().stdout,
        ));
        assert!(said.contains(expected), "{program}: {said}");
    }
}

#[test]
fn a_constraint_solver_finds_the_plan() {
    round_trip("minizinc", "minizinc", &[]);
}

#[test]
fn a_solver_of_theories_reads_the_file() {
    round_trip("smtlib", "z3", &["-smt2"]);
}

#[test]
fn a_planner_finds_a_plan() {
    let Some(path) = installed("pyperplan") else {
        return;
    };
    let folder = folder("pddl");
    run(&["encode", "pddl", SAMPLE, "-o", folder.to_str().unwrap()]);
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (domain, problem) = (file("domain.pddl"), file("problem.pddl"));
    // A* with an admissible heuristic: a shortest plan.
    let options = ["-H", "hmax", "-s", "astar"];
    let ended = Command::new(path)
        .args(options)
        .args([&domain, &problem])
        .output();
    assert!(ended.unwrap().status.success());
    let said = run(&["decode", "--map", &problem, &file("problem.pddl.soln")]);
    assert!(said.contains("! 14 moves from 8 1 3/4 0 2/7 6 5"), "{said}");
    // The plan of another board.
    let other = self::folder("pddl-other");
    run(&[
        "encode",
        "pddl",
        "1 2 3/4 0 5/7 8 6",
        "-o",
        other.to_str().unwrap(),
    ]);
    let problem = other.join("problem.pddl");
    let args = [
        "decode",
        "--map",
        problem.to_str().unwrap(),
        &file("problem.pddl.soln"),
    ];
    assert_eq!(output(&args, b"").status.code(), Some(5));
}

/// A program with this script, as if it were a SAT solver.
fn script(folder: &std::path::Path, name: &str, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_solver_that_dies_or_lies_is_named() {
    let folder = folder("liars");
    for (name, text, expected, code) in [
        ("dies", "kill -9 $$", "it was killed", 1),
        (
            "fails",
            "echo out of order >&2; exit 3",
            "it said: out of order",
            1,
        ),
        ("rubbish", "echo s MAYBE", "`MAYBE` is no verdict", 1),
        (
            "wrong",
            "echo s SATISFIABLE; echo v 1 0",
            "does not satisfy the formula",
            1,
        ),
        (
            "large",
            "echo s SATISFIABLE; echo v 99999999 0",
            "has variable 99999999",
            1,
        ),
        ("unknown", "echo s UNKNOWN", "it gave up (UNKNOWN)", 1),
        ("slow", "exec sleep 60", "limit reached", 4),
    ] {
        let path = script(&folder, name, text);
        let limit = if name == "slow" { "1s" } else { "5m" };
        let args = ["solve", "--solver", &path, "--time-limit", limit, SAMPLE];
        let output = output(&args, b"");
        let said = transcript(&output);
        assert!(said.contains(expected), "{name}: {said}");
        assert_eq!(output.status.code(), Some(code), "{name}: {said}");
    }
    let path = script(&folder, "fine", "true");
    let args = ["solve", "--algo", "ida", "--solver", &path, SAMPLE];
    assert!(run(&args).contains("it goes with --algo sat or smt, not ida"));
}

#[test]
fn proofs_are_checked_by_our_own_checkers() {
    let folder = folder("checked");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let board = "1 3 0/4 2 5/7 8 6";
    run(&["prove", board, "-o", &path("full"), "--lrat"]);
    run(&["prove", board, "-o", &path("plain"), "--plain"]);
    let said = run(&["prove", "--check", &path("full")]);
    assert!(
        said.contains("shorter.drat holds, checked by taquin")
            && said.contains(": no plan of at most 2 moves"),
        "{said}"
    );
    assert!(said.contains("shorter.lrat holds"), "{said}");
    let said = run(&["prove", "--check", &path("plain")]);
    assert!(said.contains("by the rules of the puzzle alone"), "{said}");
    // A formula that unit propagation alone does not refute needs its proof.
    run(&["prove", SAMPLE, "-o", &path("long"), "--plain"]);
    assert!(run(&["prove", "--check", &path("long")]).contains("at most 12 moves"));
    fs::write(folder.join("long/shorter.drat"), "0\n").unwrap();
    let refused = output(&["prove", "--check", &path("long")], b"");
    assert_eq!(refused.status.code(), Some(5));
    assert!(run(&["prove", "--check", &path("none")]).contains("cannot read"));
    assert!(run(&["prove", board]).contains("--output"));
}

/// Outside checkers are not trusted more than solvers: a rejection and a missing verdict are both
/// distinguished from a valid proof, for every checker.
#[test]
fn who_checked_a_proof_is_said() {
    let folder = folder("checkers");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    run(&["prove", SAMPLE, "-o", &path("proof"), "--lrat"]);
    let cases = [
        ("fine", "echo 's VERIFIED'", 0, "checked by taquin and fine"),
        (
            "no-sayer",
            "echo 's NOT VERIFIED'; exit 1",
            5,
            "no-sayer rejects the proof",
        ),
        (
            "two-faced",
            "echo 's VERIFIED'; echo 's NOT VERIFIED'",
            5,
            "two-faced rejects the proof",
        ),
        ("silent", "true", 5, "silent gives no verdict"),
        ("crashing", "kill -9 $$", 5, "crashing gives no verdict"),
        (
            "slow",
            "sleep 60; echo 's VERIFIED'",
            4,
            "not checked by slow within the limits",
        ),
    ];
    for (name, script_text, code, expected) in cases {
        let checker = script(&folder, name, script_text);
        let (cnf, drat) = (path("proof/shorter.cnf"), path("proof/shorter.drat"));
        let limit = ["--time-limit", if name == "slow" { "1s" } else { "1m" }];
        for args in [
            &["prove", "--check", &path("proof"), "--checker", &checker][..],
            &["sat", &cnf, "--check", &drat, "--checker", &checker],
        ] {
            let output = output(&[args, &limit].concat(), b"");
            let said = transcript(&output);
            assert!(said.contains(expected), "{name}: {said}");
            assert_eq!(output.status.code(), Some(code), "{name}: {said}");
        }
        // A proof that was not accepted is not left behind.
        let own = path(&format!("{name}.drat"));
        let args = ["sat", &cnf, "--proof", &own, "--checker", &checker];
        let output = output(&[&args[..], &limit].concat(), b"");
        let is_verified = code == 0;
        let code = if is_verified { 20 } else { code };
        assert_eq!(output.status.code(), Some(code), "{name}");
        assert_eq!(fs::exists(&own).unwrap(), is_verified, "{name}");
    }
    // Checkers that are only found, not named, may be silent; the answer says so.
    let installed = |name: &str, text: &str| script(&folder.join("bin"), name, text);
    fs::create_dir_all(folder.join("bin")).unwrap();
    installed("rate", "true");
    installed("lrat-check", "echo 'c VERIFIED'");
    let mut command = common::command(&["prove", "--check", &path("proof")]);
    command.env("PATH", format!("{}:/usr/bin:/bin", path("bin")));
    let said = transcript(&command.output().unwrap());
    let (drat, lrat) = said.split_once("shorter.lrat").unwrap();
    assert!(
        drat.contains("checked by taquin alone; rate gave no verdict"),
        "{said}"
    );
    assert!(lrat.contains("checked by taquin and lrat-check"), "{said}");
    // What cannot be asked is refused.
    for (args, expected) in [
        (vec!["--checker", "no-such-checker"], "there is no checker"),
        (vec!["--checker", "none"], "checked by taquin alone"),
    ] {
        let said = run(&[&["prove", "--check", &path("proof")], &args[..]].concat());
        assert!(said.contains(expected), "{said}");
    }
    let lrat = script(&folder, "lrat-check", "echo 'c VERIFIED'");
    let cnf = path("proof/shorter.cnf");
    let drat = path("proof/shorter.drat");
    let said = run(&["sat", &cnf, "--check", &drat, "--checker", &lrat]);
    assert!(said.contains("lrat-check does not read DRAT"), "{said}");
    let said = run(&["sat", &cnf, "--checker", &lrat]);
    assert!(
        said.contains("--checker goes with --proof or --check"),
        "{said}"
    );
    // Our own checker comes first, whatever others would say.
    fs::write(&drat, "0\n").unwrap();
    let liar = path("fine");
    let refused = output(&["sat", &cnf, "--check", &drat, "--checker", &liar], b"");
    assert_eq!(refused.status.code(), Some(5));
}

/// The checkers that are installed agree with ours on proofs of ours.
#[test]
fn installed_checkers_verify_our_proofs() {
    let folder = folder("installed-checkers");
    let proof = folder.join("proof").to_str().unwrap().to_owned();
    run(&["prove", SAMPLE, "-o", &proof, "--lrat"]);
    for name in ["rate", "drat-trim", "lrat-check", "lrat-trim", "cake_lpr"] {
        let Some(path) = installed(name) else {
            continue;
        };
        let said = run(&["prove", "--check", &proof, "--checker", &path]);
        assert!(
            said.contains(&format!(
                "checked by taquin and {name}: no plan of at most 12"
            )),
            "{said}"
        );
    }
}

#[test]
fn a_full_disk_is_said() {
    let folder = folder("full");
    let full = "No space left on device";
    let encoded = run(&[
        "encode",
        "dimacs",
        SAMPLE,
        "--steps",
        "14",
        "-o",
        "/dev/full",
    ]);
    assert!(encoded.contains(full), "{encoded}");
    let input = folder.join("in");
    fs::write(&input, "7\n3\n1 4 0\n3 7 2\n6 8 5\n").unwrap();
    let course = run(&["course", "-i", input.to_str().unwrap(), "-o", "/dev/full"]);
    assert!(course.contains(full), "{course}");
    // A proof that cannot be written leaves nothing behind.
    let said = run(&["prove", SAMPLE, "--lrat", "-o", "/dev/full/proof"]);
    assert!(said.contains("cannot write"), "{said}");
    let proof = folder.join("proof");
    let path = proof.to_str().unwrap();
    let said = run(&["prove", SAMPLE, "--node-limit", "1", "-o", path]);
    assert!(said.contains("within the limits"), "{said}");
    let left: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .filter_map(Result::ok)
        .collect();
    assert!(left.iter().all(|file| file.file_name() == "in"), "{left:?}");
    // Nowhere to write the formula for an outside program.
    let path = script(&folder, "fine", "true");
    let mut outside = command(&["solve", "--solver", &path, SAMPLE]);
    let outside = transcript(&outside.env("TMPDIR", "/no/such").output().unwrap());
    assert!(
        outside.contains("cannot write the formula to /no/such"),
        "{outside}"
    );
}

/// What a solver said of one board is no plan for another of the same size and number of steps.
#[test]
fn a_model_for_another_board_is_refused() {
    let folder = folder("other");
    let write = |name: &str, board: &str| {
        let path = folder.join(name).to_str().unwrap().to_owned();
        let options = ["--encoding", "course", "--steps", "2", "-o", &path];
        run(&[&["encode", "dimacs", board], &options[..]].concat());
        path
    };
    let own = write("own", "1 2 3/4 0 5/7 8 6");
    let other = write("other", "1 2 3/4 5 6/0 7 8");
    let model = answer(&fs::read_to_string(&other).unwrap());
    let decode = |map: &str| output(&["decode", "--map", map, "-"], model.as_bytes());
    assert_eq!(transcript(&decode(&other)).lines().next(), Some("L2"));
    let refused = decode(&own);
    assert_eq!(refused.status.code(), Some(5));
    assert!(transcript(&refused).contains("does not hold: it says: "));
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
