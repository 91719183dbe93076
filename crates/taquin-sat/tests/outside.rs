//! Programs of others: what they say is a claim until a proof of theirs has been checked, and a lie
//! never becomes a result.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use taquin_core::notation::parse_board;
use taquin_core::{Claim, Control, Goals, Limits, Outcome, Puzzle, SolveError, Solver};
use taquin_sat::Smt;
use taquin_sat::backend::{Choice, Process};
use taquin_sat::cdcl::{Cdcl, Verdict};
use taquin_sat::encodings::{ENCODINGS, Encoding};
use taquin_sat::proof::Drat;
use taquin_sat::{Formula, Horizon, Sat, Task};

/// 14 moves are optimal; the Manhattan distance is 10.
const BOARD: &str = "8 1 3/4 0 2/7 6 5";

/// A folder with programs that are shell scripts.
struct Programs(PathBuf);

impl Programs {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("taquin-outside-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// A program that does this; `$n` counts its runs from 0, `$here` is the folder.
    fn add(&self, name: &str, script: &str) -> PathBuf {
        let path = self.0.join(name);
        let text = format!(
            "#!/bin/sh\nhere={}\nn=$(cat $here/{name}.count 2>/dev/null || echo 0)\n\
             echo $((n + 1)) > $here/{name}.count\n{script}\n",
            self.0.display()
        );
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn puzzle() -> Puzzle {
    Puzzle::new(parse_board(BOARD).unwrap(), &Goals::default()).unwrap()
}

fn solve(program: &Path, encoding: &'static str) -> Result<Outcome, SolveError> {
    let sat = Sat {
        encoding: encoding.parse().unwrap(),
        backend: Choice(Arc::new(Process::new(program).unwrap())),
        ..Sat::default()
    };
    sat.solve(&puzzle(), &Control::new(Limits::default()))
}

/// The formula that the solver asks about next with this encoding going up.
fn formula(encoding: &str, steps: u32) -> Formula {
    let encoding: Encoding = encoding.parse().unwrap();
    let puzzle = puzzle();
    let goal = puzzle.targets()[0].clone();
    let horizon = encoding.0.horizon;
    let task = Task::new(puzzle.start().clone(), goal, steps, horizon).unwrap();
    encoding.formula(&task)
}

/// A model of the formula as programs print it.
fn model(formula: &Formula) -> String {
    let mut solver = Cdcl::new(&formula.cnf, None, None);
    let Verdict::Sat(model) = solver.solve(&mut ()) else {
        panic!("there is a plan");
    };
    let literal = |(index, &holds): (usize, &bool)| {
        let number = index as i32 + 1;
        if holds { number } else { -number }.to_string()
    };
    let literals: Vec<String> = model.values().iter().enumerate().map(literal).collect();
    format!("s SATISFIABLE\nv {} 0\n", literals.join(" "))
}

#[test]
fn a_lie_about_shorter_plans_is_no_proof() {
    let programs = Programs::new("lie");
    fs::write(programs.0.join("model"), model(&formula("compact", 20))).unwrap();
    // Lies about 12, 14, 16 and 18; the encoder refutes 10 by itself.
    let script = "if [ $n -lt 4 ]; then echo 's UNSATISFIABLE'; else cat $here/model; fi";
    let path = programs.add("liar", script);
    let outcome = solve(&path, "compact").unwrap();
    assert_eq!(outcome.best().unwrap().len(), 20);
    assert!(!outcome.is_optimal());
    assert_eq!(outcome.lower_bound(), 12);
    let by = path.display().to_string();
    assert_eq!(outcome.optimal_by(), Some(by.as_str()));
    assert_eq!(outcome.claim, Some(Claim { bound: 20, by }));
}

#[test]
fn a_program_that_contradicts_itself_is_refused() {
    let programs = Programs::new("contradiction");
    for encoding in ["course", "thesis-sat"] {
        // 14 is refuted; then a plan of 14 moves answers the question about at most 16.
        let sixteen = formula(encoding, 16);
        let mut long = sixteen.clone();
        // Pins the goal at step 14, so that the plan found is the short one.
        long.cnf
            .family("pinned", "the goal is reached after 14 steps");
        for (index, meaning) in sixteen.meanings.iter().enumerate() {
            if let taquin_sat::Meaning::At {
                tile,
                cell,
                step: 14,
            } = *meaning
                && sixteen.task.goal().numbers().nth(usize::from(cell)) == Some(tile)
            {
                long.cnf
                    .add(taquin_sat::cnf::Lit::from_dimacs(index as i32 + 1));
            }
        }
        fs::write(programs.0.join("model"), model(&long)).unwrap();
        let name = format!("liar-{encoding}");
        let script = "if [ $n -lt 3 ]; then echo 's UNSATISFIABLE'; else cat $here/model; fi";
        let error = solve(&programs.add(&name, script), encoding).unwrap_err();
        assert!(
            error.to_string().contains("contradicts itself"),
            "{encoding}: {error}"
        );
    }
}

#[test]
fn refuting_everything_is_refused() {
    let programs = Programs::new("never");
    for entry in ENCODINGS {
        let path = programs.add(&format!("never-{}", entry.name), "echo 's UNSATISFIABLE'");
        let error = solve(&path, entry.name).unwrap_err();
        assert!(error.to_string().contains("can be solved in 31"), "{error}");
    }
    let path = programs.add("never-z3", "cat > /dev/null; echo unsat");
    let smt = Smt {
        program: path.display().to_string(),
        steps: Some(vec![12, 14, 16]),
        ..Smt::default()
    };
    let outcome = smt
        .solve(&puzzle(), &Control::new(Limits::default()))
        .unwrap();
    assert_eq!(outcome.lower_bound(), 10, "the Manhattan distance");
    assert_eq!(outcome.claim.map(|claim| claim.bound), Some(18));
}

/// The proof that there is no plan, as our solver writes it.
fn proof(formula: &Formula) -> Vec<u8> {
    let mut drat = Drat::new(Vec::new());
    let mut solver = Cdcl::new(&formula.cnf, None, Some(&mut drat));
    assert_eq!(solver.solve(&mut ()), Verdict::Unsat);
    drat.into_inner().unwrap()
}

#[test]
fn a_proof_that_holds_makes_a_bound() {
    let programs = Programs::new("proof");
    fs::write(programs.0.join("proof0"), proof(&formula("compact", 12))).unwrap();
    fs::write(programs.0.join("model"), model(&formula("compact", 14))).unwrap();
    // As CaDiCaL is called: options, formula, proof.
    let script = "if [ $n -lt 1 ]; then cp $here/proof$n $4; echo 's UNSATISFIABLE'\n\
                  else cat $here/model; fi";
    let outcome = solve(&programs.add("cadical-like", script), "compact").unwrap();
    assert!(outcome.is_optimal());
    assert_eq!((outcome.lower_bound(), outcome.claim), (14, None));
    // The same without its proof is a claim.
    let silent = script.replace("cp $here/proof$n $4; ", "");
    let outcome = solve(&programs.add("cadical-silent", &silent), "compact").unwrap();
    assert!(!outcome.is_optimal() && outcome.optimal_by().is_some());
    // And with a proof that proves nothing it is refused.
    let false_one = "echo 0 > $4; echo 's UNSATISFIABLE'";
    let error = solve(&programs.add("cadical-false", false_one), "compact").unwrap_err();
    assert!(
        error.to_string().contains("its proof does not hold"),
        "{error}"
    );
}

/// A wrapper script whose program begins a session of its own is ended at the limit, with all that it
/// started.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outlives_the_limit() {
    use std::time::{Duration, Instant};

    let programs = Programs::new("wrapper");
    let path = programs.add("wrapper", "setsid sleep 4711 & sleep 4712");
    let sat = Sat {
        backend: Choice(Arc::new(Process::new(&path).unwrap())),
        ..Sat::default()
    };
    let limits = Limits {
        time: Some(Duration::from_millis(300)),
        ..Limits::default()
    };
    let begun = Instant::now();
    let outcome = sat.solve(&puzzle(), &Control::new(limits)).unwrap();
    assert_eq!(outcome.stop, taquin_core::Stop::OutOfTime);
    assert!(begun.elapsed() < Duration::from_mins(1));
    for entry in fs::read_dir("/proc").unwrap() {
        let command = fs::read(entry.unwrap().path().join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command).into_owned();
        assert!(!command.contains("sleep\u{0}471"), "{command} is alive");
    }
}

/// Formulas of thousands of steps end at the limits while they are written.
#[test]
fn limits_hold_while_a_formula_is_written() {
    use taquin_core::Stop;
    use taquin_sat::backend::Watch;

    for (limits, expected) in [
        (
            Limits {
                memory: Some(4 << 20),
                ..Limits::default()
            },
            Stop::OutOfMemory,
        ),
        (
            Limits {
                time: Some(std::time::Duration::ZERO),
                ..Limits::default()
            },
            Stop::OutOfTime,
        ),
    ] {
        for entry in ENCODINGS {
            let control = Control::new(limits);
            let watch = Watch::new(&control);
            let start = parse_board(BOARD).unwrap();
            let goal = puzzle().targets()[0].clone();
            let task = Task::new(start, goal, 2000, Horizon::AtMost).unwrap();
            let written = Encoding(entry).formula_within(&task, &mut watch.guard());
            assert_eq!(written.break_value(), Some(expected), "{}", entry.name);
        }
    }
}

/// Real programs, where they are installed: all that write proofs have them checked.
#[test]
#[expect(
    clippy::print_stdout,
    reason = "what a test left out is part of its report"
)]
fn installed_programs_prove_what_they_say() {
    for (name, is_proven) in [
        ("cadical", true),
        ("kissat", true),
        ("glucose", true),
        ("cryptominisat5", true),
        ("minisat", false),
        ("picosat", false),
        ("clasp", false),
    ] {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&folders)
            .map(|folder| folder.join(name))
            .find(|path| path.is_file());
        let Some(path) = found else {
            println!("{name} is not installed: what it would answer is not looked at");
            continue;
        };
        for encoding in ["compact", "course"] {
            let outcome = solve(&path, encoding).unwrap();
            assert_eq!(outcome.best().unwrap().len(), 14, "{name}");
            assert_eq!(outcome.is_optimal(), is_proven, "{name}, {encoding}");
            assert_eq!(
                outcome.optimal_by().is_some(),
                !is_proven,
                "{name}, {encoding}"
            );
        }
    }
}

/// Keeps the horizon of the helper above in step with the solver's.
#[test]
fn going_up_asks_for_exact_lengths_in_compact() {
    assert_ne!(formula("compact", 12).task.horizon, Horizon::AtMost);
    assert_eq!(formula("course", 12).task.horizon, Horizon::AtMost);
}
