//! Our SAT solver on formulas that are no puzzles: its verdicts against trying everything, and the
//! steps it takes.

use taquin_core::notation::parse_board;
use taquin_sat::cdcl::{Cdcl, Verdict};
use taquin_sat::cnf::{Cnf, Lit};
use taquin_sat::encodings::Encoding;
use taquin_sat::lemmas::Lemmas;
use taquin_sat::lrat;
use taquin_sat::proof::Drat;
use taquin_sat::{Horizon, Task};

/// Numbers that look drawn (G. Marsaglia, *Xorshift RNGs*, 2003).
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }
}

/// Adds clauses of one to four literals, some with a literal twice or with its negation.
fn add_clauses(cnf: &mut Cnf, variables: &[Lit], count: usize, draw: &mut Draw) {
    for _ in 0..count {
        let length = [1, 2, 3, 3, 3, 3, 3, 4][draw.below(8)];
        let clause: Vec<Lit> = (0..length)
            .map(|_| {
                let literal = variables[draw.below(variables.len())];
                if draw.below(2) == 0 {
                    literal
                } else {
                    !literal
                }
            })
            .collect();
        cnf.add(clause);
    }
}

/// Whether some values satisfy the clauses and all of these literals, found by trying all.
fn has_model(cnf: &Cnf) -> bool {
    let holds = |l: &Lit, values: u32| (values >> (l.variable() - 1) & 1 == 1) == l.is_positive();
    (0..1_u32 << cnf.variables()).any(|values| {
        cnf.clauses()
            .all(|clause| clause.iter().any(|l| holds(l, values)))
    })
}

#[track_caller]
fn agrees(verdict: &Verdict, cnf: &Cnf) {
    match verdict {
        Verdict::Sat(model) => {
            assert!(cnf.is_satisfied_by(model));
        }
        Verdict::Unsat => assert!(!has_model(cnf), "there is a model"),
        Verdict::Stopped(stop) => panic!("{stop:?}"),
    }
}

#[test]
fn random_formulas_are_decided_as_by_trying_all() {
    let mut draw = Draw(20_261_116);
    let mut refuted = 0;
    for _ in 0..400 {
        let mut cnf = Cnf::default();
        cnf.family("all", "drawn");
        let mut variables: Vec<Lit> = (0..6 + draw.below(5)).map(|_| cnf.variable()).collect();
        let count = 2 * variables.len();
        add_clauses(&mut cnf, &variables, count, &mut draw);
        agrees(&Cdcl::new(&cnf, None, None).solve(&mut ()), &cnf);
        variables.push(cnf.variable());
        let count = 1 + draw.below(2 * variables.len());
        add_clauses(&mut cnf, &variables, count, &mut draw);
        let verdict = Cdcl::new(&cnf, None, None).solve(&mut ());
        agrees(&verdict, &cnf);
        refuted += usize::from(verdict == Verdict::Unsat);
    }
    assert!((100..300).contains(&refuted), "{refuted} of 400 refuted");
}

/// More pigeons than holes (S. Cook, R. Reckhow, 1979): short to say, long to refute.
fn pigeons(holes: usize) -> Cnf {
    let mut cnf = Cnf::default();
    let sits: Vec<Vec<Lit>> = (0..=holes)
        .map(|_| (0..holes).map(|_| cnf.variable()).collect())
        .collect();
    cnf.family("somewhere", "every pigeon sits in a hole");
    for pigeon in &sits {
        cnf.add(pigeon.iter().copied());
    }
    cnf.family("alone", "no hole holds two");
    for hole in 0..holes {
        let here: Vec<Lit> = sits.iter().map(|pigeon| pigeon[hole]).collect();
        cnf.at_most_one(&here);
    }
    cnf
}

/// Enough conflicts that clauses are dropped: what is dropped must not be used afterwards.
#[test]
fn a_long_proof_holds_without_what_was_dropped() {
    let cnf = pigeons(7);
    let mut drat = Drat::new(Vec::new());
    let mut solver = Cdcl::new(&cnf, None, Some(&mut drat));
    assert_eq!(solver.solve(&mut ()), Verdict::Unsat);
    let drat = drat.into_inner().unwrap();
    let dropped = drat.split(|&byte| byte == b'\n');
    assert!(dropped.filter(|line| line.starts_with(b"d ")).count() > 100);
    lrat::elaborate(&cnf, &drat[..], &mut Vec::new(), &mut ()).unwrap();
}

/// What a refutation takes: conflicts, decisions, propagations, restarts.
fn steps(cnf: &Cnf, lemmas: Option<&Lemmas>) -> [u64; 4] {
    let mut solver = Cdcl::new(cnf, lemmas, None);
    assert_eq!(solver.solve(&mut ()), Verdict::Unsat);
    let effort = solver.effort();
    [
        effort.conflicts,
        effort.decisions,
        effort.propagations,
        effort.restarts,
    ]
}

/// The same formula takes the same steps everywhere. Whoever changes how the solver learns, restarts
/// or forgets, or what the encoding says, changes these numbers and measures whether they are worth it.
#[test]
fn the_steps_are_always_the_same() {
    assert_eq!(steps(&pigeons(7), None), [4378, 5508, 56326, 19]);
    // One of the two boards of 3x3 that need 31 moves.
    let start = parse_board("8 6 7/2 5 4/3 0 1").unwrap();
    let goal = parse_board("1 2 3/4 5 6/7 8 0").unwrap();
    let task = Task::new(start, goal, 29, Horizon::NoUndo).unwrap();
    let formula = Encoding::default().formula(&task);
    assert_eq!(
        steps(&formula.cnf, formula.lemmas.as_deref()),
        [506, 1119, 77329, 1]
    );
}
