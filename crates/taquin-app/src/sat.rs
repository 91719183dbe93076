//! Any formula in clauses, decided by a SAT solver, with a proof on request.

use std::io::{BufRead, Write};

use taquin::sat::backend::{Choice, Evidence, Watch};
use taquin::sat::cdcl::{Effort, Verdict};
use taquin::sat::certificate::ProofFormat;
use taquin::sat::cnf::{Cnf, Model};
use taquin::sat::dimacs::{self, DimacsReadError};
use taquin::sat::drat::{self, ProofError, ProofSyntax};
use taquin::sat::lrat;
use taquin::{Control, Stop};

use crate::decide::{USUAL, conflicts, failed, false_model, rests_on, stats, undecided};
use crate::{App, Prepared, ProofFiles, Refusal, RefusalKind, answer, question};

/// Default memory limit of a solver: a header alone may name two billion variables.
const MEMORY: u64 = 256 << 20;

impl App {
    /// Whether clauses can be satisfied, by the built-in SAT solver.
    ///
    /// # Errors
    /// When the formula is no DIMACS, or a limit is out of range.
    pub fn sat(&self, question: &question::Sat) -> Result<Prepared<answer::Sat>, Refusal> {
        let cnf = dimacs::read(&question.formula)
            .map_err(|error| Refusal::member("/formula", "dimacs", error.to_string()))?;
        let mut limits = question.limits.limits(USUAL, self.policy.longest)?;
        limits.memory.get_or_insert(MEMORY);
        Ok(Prepared::new(limits, move |_, control| {
            sat(&cnf, &Choice::default(), None, control)
        }))
    }
}

/// A proof that is to be written: its format, and where its files go.
///
/// The proof is the file `proof.drat` or `proof.lrat`; one in LRAT is made from one in DRAT, which is
/// written too.
#[derive(Clone, Copy)]
pub struct ProofOrder<'a> {
    /// The format.
    pub format: ProofFormat,
    /// The destination of the files.
    pub files: &'a dyn ProofFiles,
}

/// The name of the file with the proof.
pub fn proof_name(format: ProofFormat) -> &'static str {
    match format {
        ProofFormat::Drat => "proof.drat",
        ProofFormat::Lrat => "proof.lrat",
    }
}

/// Decides the clauses of a DIMACS file that is read under the same limits.
///
/// # Errors
/// When the file is no DIMACS, the solver fails, or its answer does not stand up to the check.
pub fn sat_file(
    source: impl BufRead,
    solver: &Choice,
    proof: Option<ProofOrder<'_>>,
    control: &Control,
) -> Result<answer::Sat, Refusal> {
    let read = dimacs::read_within(source, &mut Watch::new(control).guard());
    match read {
        Ok(cnf) => sat(&cnf, solver, proof, control),
        Err(DimacsReadError::Stopped(stop)) => {
            let label = format!("{} while the formula was read", undecided(stop));
            Ok(open(&Cnf::default(), solver, label, control))
        }
        Err(error) => Err(Refusal::request(error.to_string())),
    }
}

/// Decides clauses. A model is checked against all of them, and a requested proof
/// before the answer says that it holds.
///
/// # Errors
/// When the solver fails, its answer does not stand up to the check, or the proof cannot be written.
pub fn sat(
    cnf: &Cnf,
    solver: &Choice,
    proof: Option<ProofOrder<'_>>,
    control: &Control,
) -> Result<answer::Sat, Refusal> {
    if proof.is_some() && !solver.0.writes_proofs() {
        let detail = format!(
            "{} writes no proofs that can be checked here",
            solver.0.name()
        );
        return Err(Refusal::new(RefusalKind::Unsupported, detail));
    }
    let mut watch = Watch::new(control);
    watch.base_bytes = cnf.bytes();
    let decided = match proof {
        None => solver.0.decide_cnf(cnf, None, &watch),
        Some(order) => {
            let mut output = create(order.files, ProofFormat::Drat)?;
            solver.0.decide_proving(cnf, &mut *output, &watch)
        }
    };
    let decision = decided.map_err(|error| failed(&error))?;
    let mut answer = open(cnf, solver, String::new(), control);
    answer.conflicts = conflicts(&decision);
    match &decision.verdict {
        Verdict::Sat(model) => {
            if !cnf.is_satisfied_by(model) {
                return Err(false_model(&answer.solver));
            }
            answer.satisfiable = Some(true);
            answer.model = Some(literals(model));
            "satisfiable: the values satisfy every clause".clone_into(&mut answer.label);
        }
        Verdict::Unsat => unsatisfiable(&mut answer, decision.evidence, cnf, proof, &watch)?,
        Verdict::Stopped(stop) => answer.label = undecided(*stop),
    }
    answer.stats = stats(&decision.effort, control);
    Ok(answer)
}

/// The answer as long as nothing is known.
fn open(cnf: &Cnf, solver: &Choice, label: String, control: &Control) -> answer::Sat {
    answer::Sat {
        satisfiable: None,
        model: None,
        solver: solver.0.name().to_owned(),
        evidence: None,
        proof: None,
        variables: cnf.variables(),
        clauses: cnf.len(),
        conflicts: None,
        stats: stats(&Effort::default(), control),
        label,
    }
}

fn literals(model: &Model) -> Vec<i32> {
    let literal = |(number, &holds): (i32, &bool)| if holds { number } else { -number };
    (1..).zip(model.values()).map(literal).collect()
}

/// Checks the proof, if one was to be written, and says what the answer rests on.
fn unsatisfiable(
    answer: &mut answer::Sat,
    mut evidence: Evidence,
    cnf: &Cnf,
    proof: Option<ProofOrder<'_>>,
    watch: &Watch<'_>,
) -> Result<(), Refusal> {
    if let Some(order) = proof {
        match checked(cnf, order, watch) {
            Ok(clauses) => {
                evidence = Evidence::Proof;
                answer.proof = Some(answer::SatProof {
                    format: order.format.name(),
                    clauses,
                    outside: Vec::new(),
                });
            }
            Err(Unchecked::Stopped(stop)) => {
                answer.label = format!("{} while the proof was checked", undecided(stop));
                return Ok(());
            }
            Err(Unchecked::Refused(refusal)) => return Err(refusal),
        }
    }
    answer.satisfiable = Some(false);
    answer.evidence = Some(evidence.name());
    answer.label = match evidence {
        Evidence::BuiltIn => format!("unsatisfiable, by {}, no proof written", answer.solver),
        evidence => format!("unsatisfiable{}", rests_on(evidence, &answer.solver)),
    };
    Ok(())
}

/// Checks the proof that the clauses of a DIMACS file cannot be satisfied.
///
/// # Errors
/// When either file cannot be read, the proof does not hold, or a limit comes first.
pub fn check_sat_proof(
    formula: impl BufRead,
    proof: impl BufRead,
    format: ProofFormat,
    control: &Control,
) -> Result<answer::SatProofCheck, Refusal> {
    let stopped = || Refusal::new(RefusalKind::Unsupported, "not checked within the limits");
    let mut watch = Watch::new(control);
    let cnf = match dimacs::read_within(formula, &mut watch.guard()) {
        Ok(cnf) => cnf,
        Err(DimacsReadError::Stopped(_)) => return Err(stopped()),
        Err(error) => return Err(Refusal::request(error.to_string())),
    };
    watch.base_bytes = cnf.bytes();
    let guard = &mut watch.guard();
    let checked = match format {
        ProofFormat::Drat => drat::check(&cnf, proof, ProofSyntax::Drat, guard),
        ProofFormat::Lrat => lrat::check(&cnf, proof, guard),
    };
    let proof_clauses = checked.map_err(|error| match error {
        ProofError::Stopped(_) => stopped(),
        ProofError::Io(error) => Refusal::request(format!("cannot read the proof: {error}")),
        error => Refusal::new(
            RefusalKind::Verification,
            format!("the proof does not hold: {error}"),
        ),
    })?;
    Ok(answer::SatProofCheck {
        format: format.name(),
        proof_clauses,
        variables: cnf.variables(),
        clauses: cnf.len(),
        outside: Vec::new(),
    })
}

/// Why a proof was not found to hold.
enum Unchecked {
    Stopped(Stop),
    Refused(Refusal),
}

impl From<Refusal> for Unchecked {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Checks the proof in DRAT or turns it into LRAT and checks that; gives the number of its clauses.
fn checked(cnf: &Cnf, order: ProofOrder<'_>, watch: &Watch<'_>) -> Result<usize, Unchecked> {
    let guard = &mut watch.guard();
    let drat = read(order.files, ProofFormat::Drat)?;
    let fault = |error| match error {
        ProofError::Stopped(stop) => Unchecked::Stopped(stop),
        ProofError::Io(error) => cannot("read or write", order.format, &error).into(),
        error => Refusal::new(
            RefusalKind::Verification,
            format!("the proof does not hold: {error}"),
        )
        .into(),
    };
    if order.format == ProofFormat::Drat {
        return drat::check(cnf, drat, ProofSyntax::Drat, guard).map_err(fault);
    }
    let output = create(order.files, ProofFormat::Lrat)?;
    lrat::elaborate(cnf, drat, output, guard).map_err(|error| match error {
        ProofError::NotImplied { line } => Refusal::new(
            RefusalKind::Unsupported,
            format!(
                "line {line} of the proof does not follow by unit propagation, which is all that our \
                 LRAT says; ask for a proof in DRAT"
            ),
        )
        .into(),
        error => fault(error),
    })?;
    let lrat = read(order.files, ProofFormat::Lrat)?;
    lrat::check(cnf, lrat, guard).map_err(fault)
}

fn create(files: &dyn ProofFiles, format: ProofFormat) -> Result<Box<dyn Write>, Refusal> {
    let file = files.create(proof_name(format));
    file.map_err(|error| cannot("write", format, &error))
}

fn read(files: &dyn ProofFiles, format: ProofFormat) -> Result<Box<dyn BufRead>, Refusal> {
    let file = files.open(proof_name(format));
    file.map_err(|error| cannot("read", format, &error))
}

fn cannot(verb: &str, format: ProofFormat, error: &std::io::Error) -> Refusal {
    let name = format.name();
    Refusal::new(
        RefusalKind::Internal,
        format!("cannot {verb} the proof in {name}: {error}"),
    )
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::HashMap;
    use std::io::{self, Cursor};
    use std::rc::Rc;

    use taquin::Limits;

    use super::*;

    /// Files in memory.
    #[derive(Default)]
    struct Memory(RefCell<HashMap<String, Rc<RefCell<Vec<u8>>>>>);

    struct Writer(Rc<RefCell<Vec<u8>>>);

    impl Write for Writer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl ProofFiles for Memory {
        fn create(&self, name: &str) -> io::Result<Box<dyn Write>> {
            let file = Rc::<RefCell<Vec<u8>>>::default();
            self.0.borrow_mut().insert(name.to_owned(), file.clone());
            Ok(Box::new(Writer(file)))
        }

        fn open(&self, name: &str) -> io::Result<Box<dyn BufRead>> {
            let files = self.0.borrow();
            let file = files.get(name).ok_or(io::ErrorKind::NotFound)?;
            Ok(Box::new(Cursor::new(file.borrow().clone())))
        }
    }

    /// One pigeon more than holes: unsatisfiable by counting.
    fn pigeons(holes: usize) -> String {
        let at = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
        let mut clauses: Vec<String> = (0..=holes)
            .map(|pigeon| {
                let anywhere: Vec<String> = (0..holes)
                    .map(|hole| at(pigeon, hole).to_string())
                    .collect();
                anywhere.join(" ")
            })
            .collect();
        for hole in 0..holes {
            for first in 0..=holes {
                for second in first + 1..=holes {
                    clauses.push(format!("-{} -{}", at(first, hole), at(second, hole)));
                }
            }
        }
        let header = format!("p cnf {} {}\n", holes * (holes + 1), clauses.len());
        header + &clauses.join(" 0\n") + " 0\n"
    }

    #[test]
    fn pigeons_do_not_fit_and_the_proof_says_why() {
        let control = Control::new(Limits::default());
        let text = pigeons(5);
        let files = Memory::default();
        for format in [ProofFormat::Drat, ProofFormat::Lrat] {
            let order = ProofOrder {
                format,
                files: &files,
            };
            let answer =
                sat_file(text.as_bytes(), &Choice::default(), Some(order), &control).unwrap();
            assert_eq!(answer.satisfiable, Some(false));
            assert_eq!(answer.evidence, Some("proof"));
            assert_eq!(answer.proof.unwrap().format, format.name());
        }
        let answer = sat_file(text.as_bytes(), &Choice::default(), None, &control).unwrap();
        assert_eq!(answer.evidence, Some("built-in"));
        assert!(
            answer.label.contains("no proof written"),
            "{}",
            answer.label
        );
    }

    #[test]
    fn limits_hold_while_reading_and_solving() {
        let within = |limits, text: &str| {
            let control = Control::new(limits);
            sat_file(text.as_bytes(), &Choice::default(), None, &control).unwrap()
        };
        let nodes = Limits {
            nodes: Some(10),
            ..Limits::default()
        };
        let answer = within(nodes, &pigeons(8));
        assert_eq!(answer.label, "not decided: limit reached (nodes)");
        let memory = Limits {
            memory: Some(1 << 20),
            ..Limits::default()
        };
        // The header alone exceeds the limit.
        let answer = within(memory, "p cnf 2000000000 0\n");
        assert_eq!(answer.label, "not decided: limit reached (memory)");
        let many = format!("p cnf 1 500000\n{}", "1 0\n".repeat(500_000));
        let answer = within(memory, &many);
        assert!(
            answer.label.ends_with("while the formula was read"),
            "{}",
            answer.label
        );
    }
}
