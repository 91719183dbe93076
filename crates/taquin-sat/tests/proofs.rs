//! Refutations are checked by a small checker that shares nothing with the solver: every clause of
//! the proof must follow by unit propagation from the formula and the clauses before it.

use std::collections::{HashMap, HashSet};

use taquin_core::notation::parse_board;
use taquin_sat::cdcl::{Cdcl, Verdict};
use taquin_sat::cnf::{Cnf, Lit};
use taquin_sat::drat::ProofError;
use taquin_sat::encodings::{Compact, Encoder, Prune};
use taquin_sat::lrat;
use taquin_sat::proof::{Drat, ProofLog};
use taquin_sat::{Horizon, Task};

/// Keeps a proof as lists.
#[derive(Default)]
struct Recorded(Vec<(bool, Vec<i32>)>);

impl ProofLog for Recorded {
    fn add(&mut self, clause: &[Lit]) {
        self.0
            .push((true, clause.iter().map(|l| l.dimacs()).collect()));
    }
    fn delete(&mut self, clause: &[Lit]) {
        self.0
            .push((false, clause.iter().map(|l| l.dimacs()).collect()));
    }
}

/// Whether the clauses lead to a contradiction by unit propagation once these literals hold.
fn refutes(clauses: &[Vec<i32>], given: impl Iterator<Item = i32>) -> bool {
    let mut holds: HashSet<i32> = given.collect();
    loop {
        let mut changed = false;
        for clause in clauses {
            if clause.iter().any(|l| holds.contains(l)) {
                continue;
            }
            let mut open = clause.iter().filter(|l| !holds.contains(&-**l));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&unit), None) => changed |= holds.insert(unit),
                _ => {}
            }
        }
        if !changed {
            return false;
        }
    }
}

fn check(cnf: &Cnf, proof: &Recorded) {
    let mut clauses: Vec<Vec<i32>> = cnf
        .clauses()
        .map(|clause| clause.iter().map(|l| l.dimacs()).collect())
        .collect();
    for (added, clause) in &proof.0 {
        // Deleting is not needed for a check this small.
        if *added {
            assert!(
                refutes(&clauses, clause.iter().map(|l| -l)),
                "{clause:?} does not follow"
            );
            clauses.push(clause.clone());
        }
    }
    assert_eq!(proof.0.last(), Some(&(true, Vec::new())), "no empty clause");
}

/// Shows that a board needs more than this many moves: the formula with the lemmas that were asked
/// for.
fn refutation(board: &str, steps: u32, compact: &Compact, proof: &mut dyn ProofLog) -> Cnf {
    let goal = parse_board("1 2 3/4 5 6/7 8 0").unwrap();
    let task = Task::new(parse_board(board).unwrap(), goal, steps, Horizon::AtMost).unwrap();
    let mut formula = compact.open(task.start(), task.goal()).formula(&task);
    let lemmas = formula.lemmas.take();
    let mut solver = Cdcl::new(&formula.cnf, lemmas.as_deref(), Some(proof));
    assert_eq!(solver.solve(&mut ()), Verdict::Unsat);
    let asked = solver.lemmas().to_vec();
    drop(solver);
    formula.cnf.family("lemmas", "what the solver asked for");
    for lemma in asked {
        formula.cnf.add(lemma);
    }
    formula.cnf
}

/// The same, with the proof checked.
fn refuted(board: &str, steps: u32, compact: &Compact) {
    let mut proof = Recorded::default();
    let cnf = refutation(board, steps, compact, &mut proof);
    check(&cnf, &proof);
}

/// The sample of the manual needs 14 moves; the other board 20.
#[test]
fn a_proof_that_no_plan_is_shorter_holds() {
    refuted("8 1 3/4 0 2/7 6 5", 12, &Compact::default());
    refuted("0 1 3/8 2 6/7 4 5", 12, &Compact::default());
}

/// Only the rules of the puzzle.
fn plain() -> Compact {
    Compact {
        prune: Prune::Nothing,
        counter: false,
        ..Compact::default()
    }
}

#[test]
fn a_plain_proof_holds() {
    refuted("1 2 3/4 0 5/7 8 6", 0, &plain());
    refuted("1 3 0/4 2 5/7 8 6", 2, &plain());
}

/// Checks LRAT line by line: once a clause is denied, each of its hints has to be unit in turn, and
/// the last one false. Gives the number of clauses.
fn check_lrat(cnf: &Cnf, text: &str) -> usize {
    let mut clauses: HashMap<usize, Vec<i32>> = cnf
        .clauses()
        .map(|clause| clause.iter().map(|l| l.dimacs()).collect())
        .enumerate()
        .map(|(index, clause)| (index + 1, clause))
        .collect();
    let (mut last, mut added) = (Vec::from([0]), 0);
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let numbers = |words: &[&str]| -> Vec<i32> {
            assert_eq!(words.last(), Some(&"0"), "{line}");
            let words = &words[..words.len() - 1];
            words.iter().map(|word| word.parse().unwrap()).collect()
        };
        if words[1] == "d" {
            for id in numbers(&words[2..]) {
                let found = clauses.remove(&(id as usize));
                assert!(found.is_some(), "{line}: {id} is not there");
            }
            continue;
        }
        let end = words.iter().position(|&word| word == "0").unwrap();
        let clause = numbers(&words[1..=end]);
        let hints = numbers(&words[end + 1..]);
        let mut holds: HashSet<i32> = clause.iter().map(|l| -l).collect();
        for (index, id) in hints.iter().enumerate() {
            let hint = &clauses[&(*id as usize)];
            let open: Vec<&i32> = hint.iter().filter(|&&l| !holds.contains(&-l)).collect();
            let is_last = index + 1 == hints.len();
            match open[..] {
                [] => assert!(is_last, "{line}: false too early"),
                [&unit] => assert!(!is_last && holds.insert(unit), "{line}: {id} says nothing"),
                _ => panic!("{line}: {id} is not unit"),
            }
        }
        added += 1;
        clauses.insert(words[0].parse().unwrap(), clause.clone());
        last = clause;
    }
    assert!(last.is_empty(), "no empty clause at the end");
    added
}

#[test]
fn a_proof_says_what_each_clause_follows_from() {
    for (board, steps, compact) in [
        ("8 1 3/4 0 2/7 6 5", 12, Compact::default()),
        ("8 1 3/4 0 2/7 6 5", 12, plain()),
        ("6 4 7/8 5 0/3 2 1", 26, Compact::default()),
    ] {
        let mut drat = Drat::new(Vec::new());
        let cnf = refutation(board, steps, &compact, &mut drat);
        let drat = drat.into_inner().unwrap();
        let mut text = Vec::new();
        let lines = lrat::elaborate(&cnf, &drat[..], &mut text, &mut ()).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(check_lrat(&cnf, &text), lines, "{board}");
    }
}

#[test]
fn a_proof_that_leaves_something_out_is_refused() {
    let mut cnf = Cnf::default();
    let (a, b) = (cnf.variable(), cnf.variable());
    cnf.family("all", "every combination is excluded");
    for clause in [[a, b], [a, !b], [!a, b], [!a, !b]] {
        cnf.add(clause);
    }
    let elaborate = |drat: &str| lrat::elaborate(&cnf, drat.as_bytes(), &mut Vec::new(), &mut ());
    assert_eq!(elaborate("1 0\n0\n").unwrap(), 3, "1, then 2, then nothing");
    assert!(matches!(
        elaborate("0\n"),
        Err(ProofError::NotImplied { line: 1 })
    ));
    assert!(matches!(elaborate(""), Err(ProofError::NoEnd)));
    for rubbish in ["1\n", "1 x 0\n", "1 0 2\n", "d\n", "9 0\n"] {
        assert!(elaborate(rubbish).is_err(), "{rubbish}");
    }
}
