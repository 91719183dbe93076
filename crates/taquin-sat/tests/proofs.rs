//! Refutations are checked by a small checker that shares nothing with the solver: every clause of
//! the proof must follow by unit propagation from the formula and the clauses before it.

use std::collections::HashSet;

use taquin_core::notation::parse_board;
use taquin_sat::cdcl::{Cdcl, Verdict};
use taquin_sat::cnf::{Cnf, Lit};
use taquin_sat::encodings::{Compact, Encoder, Prune};
use taquin_sat::proof::Proof;
use taquin_sat::{Horizon, Task};

/// Keeps a proof as lists.
#[derive(Default)]
struct Recorded(Vec<(bool, Vec<i32>)>);

impl Proof for Recorded {
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

/// Shows that a board needs more than so many moves, and checks the proof.
fn refuted(board: &str, steps: u32, compact: &Compact) {
    let goal = parse_board("1 2 3/4 5 6/7 8 0").unwrap();
    let task = Task::new(parse_board(board).unwrap(), goal, steps, Horizon::AtMost).unwrap();
    let mut formula = compact.open(task.start(), task.goal()).formula(&task);
    let lemmas = formula.lemmas.take();
    let mut proof = Recorded::default();
    let mut solver = Cdcl::new(&formula.cnf, lemmas.as_deref(), Some(&mut proof));
    assert_eq!(solver.solve(&mut ()), Verdict::Unsat);
    let asked = solver.lemmas().to_vec();
    drop(solver);
    formula.cnf.family("lemmas", "what the solver asked for");
    for lemma in asked {
        formula.cnf.add(lemma);
    }
    check(&formula.cnf, &proof);
}

/// The sample of the manual needs 14 moves; the other board 20.
#[test]
fn a_proof_that_no_plan_is_shorter_holds() {
    refuted("8 1 3/4 0 2/7 6 5", 12, &Compact::default());
    refuted("0 1 3/8 2 6/7 4 5", 12, &Compact::default());
}

#[test]
fn a_plain_proof_holds() {
    let plain = Compact {
        prune: Prune::Nothing,
        counter: false,
        ..Compact::default()
    };
    refuted("1 2 3/4 0 5/7 8 6", 0, &plain);
    refuted("1 3 0/4 2 5/7 8 6", 2, &plain);
}
