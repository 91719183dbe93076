//! The checkers of proofs accept what holds and refuse what does not.

use taquin_sat::cdcl::{Cdcl, Verdict};
use taquin_sat::cnf::{Cnf, Lit};
use taquin_sat::drat::{self, ProofError, ProofSyntax};
use taquin_sat::lrat;
use taquin_sat::proof::Drat;

fn cnf(variables: usize, clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::default();
    for _ in 0..variables {
        cnf.variable();
    }
    cnf.family("all", "given");
    for clause in clauses {
        cnf.add(clause.iter().filter_map(|&number| Lit::from_dimacs(number)));
    }
    cnf
}

fn check(cnf: &Cnf, proof: &str) -> Result<usize, ProofError> {
    drat::check(cnf, proof.as_bytes(), ProofSyntax::Drat, &mut ())
}

/// The example of Wetzler, Heule and Hunt (SAT 2014): its first clause is a RAT and does not follow
/// by unit propagation.
#[test]
fn a_resolution_asymmetric_tautology_is_accepted() {
    let clauses: [&[i32]; 8] = [
        &[1, 2, -3],
        &[-1, -2, 3],
        &[2, 3, -4],
        &[-2, -3, 4],
        &[-1, -3, -4],
        &[1, 3, 4],
        &[-1, 2, 4],
        &[1, -2, -4],
    ];
    let formula = cnf(4, &clauses);
    let proof = "-1 0\nd -1 -2 3 0\nd -1 -3 -4 0\nd -1 2 4 0\n2 0\n0\n";
    assert_eq!(check(&formula, proof).unwrap(), 2);
    // Explaining it clause by clause takes unit propagation.
    let explained = lrat::elaborate(&formula, proof.as_bytes(), &mut Vec::new(), &mut ());
    assert!(matches!(explained, Err(ProofError::NotImplied { line: 1 })));
    // Without its last clause the formula has a model, and the proof no longer holds.
    let open = cnf(4, &clauses[..7]);
    assert!(check(&open, proof).is_err());
}

#[test]
fn a_new_variable_may_be_defined() {
    // 3 is defined as 1 and 2: each clause is a RAT on it.
    let formula = cnf(2, &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    assert!(check(&formula, "3 -1 -2 0\n-3 1 0\n-3 2 0\n1 0\n0\n").is_ok());
}

#[test]
fn what_does_not_follow_is_refused() {
    let formula = cnf(2, &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    assert!(check(&formula, "1 0\n0\n").is_ok());
    assert!(matches!(
        check(&formula, "0\n"),
        Err(ProofError::NotImplied { line: 1 })
    ));
    assert!(matches!(check(&formula, ""), Err(ProofError::NoEnd)));
    assert!(matches!(
        check(&formula, "1 0\n2 1"),
        Ok(_) | Err(ProofError::Line { .. })
    ));
    assert!(matches!(
        check(&formula, "x 0\n"),
        Err(ProofError::Line { line: 1, .. })
    ));
    // A deleted clause is gone.
    assert!(check(&formula, "d 1 -2 0\n1 0\n0\n").is_err());
    // A formula with a model has no proof.
    let open = cnf(2, &[&[1, 2], &[1, -2], &[-1, 2]]);
    for proof in ["0\n", "1 0\n0\n", "1 0\n2 0\n-1 0\n0\n"] {
        assert!(check(&open, proof).is_err(), "{proof}");
    }
}

#[test]
fn frat_is_read_without_its_hints() {
    let formula = cnf(2, &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let proof = "o 1 1 2 0\na 5 1 0 l 1 2 0\nd 2 1 -2 0\na 6 0\nf 6 0\n";
    let checked = drat::check(&formula, proof.as_bytes(), ProofSyntax::Frat, &mut ());
    assert_eq!(checked.unwrap(), 1, "the contradiction shows before line 6");
}

/// A proof of our solver, checked both ways; every damaged one is refused or still a proof.
#[test]
fn a_damaged_proof_never_refutes_a_formula_with_a_model() {
    // Four pigeons in three holes, and the same with one pigeon free to stay away.
    let sits = |pigeon: i32, hole: i32| 3 * pigeon + hole + 1;
    let mut clauses: Vec<Vec<i32>> = (0..4)
        .map(|pigeon| (0..3).map(|hole| sits(pigeon, hole)).collect())
        .collect();
    for hole in 0..3 {
        for first in 0..4 {
            for second in first + 1..4 {
                clauses.push(vec![-sits(first, hole), -sits(second, hole)]);
            }
        }
    }
    let views: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
    let (closed, open) = (cnf(12, &views), cnf(12, &views[1..]));
    let mut drat = Drat::new(Vec::new());
    assert_eq!(
        Cdcl::new(&closed, None, Some(&mut drat)).solve(&mut ()),
        Verdict::Unsat
    );
    let drat = String::from_utf8(drat.into_inner().unwrap()).unwrap();
    assert!(check(&closed, &drat).is_ok());
    let mut text = Vec::new();
    lrat::elaborate(&closed, drat.as_bytes(), &mut text, &mut ()).unwrap();
    lrat::check(&closed, &text[..], &mut ()).unwrap();
    assert!(lrat::check(&open, &text[..], &mut ()).is_err());
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = drat.lines().collect();
    for left_out in 0..lines.len() {
        let mut damaged = lines.clone();
        damaged.remove(left_out);
        assert!(
            check(&open, &damaged.join("\n")).is_err(),
            "without line {left_out}"
        );
    }
    let lines: Vec<&str> = text.lines().collect();
    for left_out in 0..lines.len() {
        let mut damaged = lines.clone();
        damaged.remove(left_out);
        let checked = lrat::check(&open, damaged.join("\n").as_bytes(), &mut ());
        assert!(checked.is_err(), "without line {left_out}");
    }
}

/// `CryptoMiniSat` writes FRAT, Glucose a header; both become plain DRAT.
#[test]
fn other_proofs_are_written_as_plain_drat() {
    let written = |proof: &str, format| {
        let mut drat = Vec::new();
        drat::transcribe(proof.as_bytes(), format, &mut drat).map(|()| drat)
    };
    let frat = "o 1 1 2 0\na 5 1 0 l 1 2 0\nd 1 1 2 0\nf 5 1 0\na 6 0 l 5 3 4 0\n";
    assert_eq!(
        written(frat, ProofSyntax::Frat).unwrap(),
        b"1 0\nd 1 2 0\n0\n"
    );
    let drup = "o proof DRUP\n1 0\n0\n";
    assert_eq!(written(drup, ProofSyntax::Drat).unwrap(), b"1 0\n0\n");
    assert!(written("1 0\nrubbish\n", ProofSyntax::Drat).is_err());
}
