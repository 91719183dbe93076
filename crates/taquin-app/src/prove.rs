//! A shortest solution and a proof that none is shorter, as files for other programs to check.

use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;

use taquin::notation::{Notation, format_moves};
use taquin::sat::backend::Watch;
use taquin::sat::cdcl::{Cdcl, Verdict};
use taquin::sat::certificate::{self, CertificateError, ProofFormat};
use taquin::sat::drat::ProofError;
use taquin::sat::encodings::{Compact, Encoder, Prune};
use taquin::sat::lrat;
use taquin::sat::proof::Drat;
use taquin::sat::{Formula, Horizon, Sat, Task, TaskError, dimacs};
use taquin::{Board, Control, Puzzle, Solution, SolveError, Solver};

use crate::{answer, units};

/// The formula that states that a shorter plan exists.
const CNF: &str = "shorter.cnf";
/// The proof that it cannot be satisfied.
const DRAT: &str = "shorter.drat";
/// The same, with the clauses that each clause follows from.
const LRAT: &str = "shorter.lrat";
/// Start, goal and moves.
const SOLUTION: &str = "solution.txt";
/// Instructions for checking all of them.
const README: &str = "README.md";

/// The destination of the files of a proof.
pub trait ProofFiles {
    /// Begins a file.
    ///
    /// # Errors
    /// When it cannot be written.
    fn create(&self, name: &str) -> io::Result<Box<dyn Write>>;

    /// Reads a file that was written before.
    ///
    /// # Errors
    /// When it cannot be read.
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead>>;
}

/// Options for writing a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofOptions {
    /// A formula without pruning, for small cases.
    pub plain: bool,
    /// The proof in LRAT too.
    pub lrat: bool,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The puzzle has several goals.
    #[error("a proof is about one goal")]
    SeveralGoals,
    /// The solver refused or failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The puzzle is too large for a formula.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// A limit came before the length was proven.
    #[error("no proof within the limits; a solution has at least {}", units::count_of((*.0).into(), "move"))]
    NoLength(u32),
    /// A limit came before the proof was written.
    #[error("no proof within the limits of {0}")]
    NoProof(String),
    /// A limit came before the proof was written in LRAT.
    #[error("no LRAT proof within the limits; omit LRAT")]
    NoLrat,
    /// A file could not be written.
    #[error("cannot write {name}: {error}")]
    Write {
        /// The file.
        name: &'static str,
        /// Why not.
        error: io::Error,
    },
    /// A file could not be read again.
    #[error("cannot read {name}: {error}")]
    Read {
        /// The file.
        name: &'static str,
        /// Why not.
        error: io::Error,
    },
    /// The solver has a shorter plan than it proved possible.
    #[error("a shorter plan contradicts the bound")]
    Contradiction,
    /// The proof does not hold.
    #[error(transparent)]
    Lrat(ProofError),
    /// A proof that was to be checked does not hold, or not for a formula of ours.
    #[error("{name}: {error}")]
    Certificate {
        /// The file.
        name: &'static str,
        /// Why it does not hold.
        error: CertificateError,
    },
    /// A limit came before a proof was checked.
    #[error("not checked within the limits")]
    NotChecked,
}

/// Checks the proofs among these files with our own checkers: DRAT, and LRAT if there is one.
///
/// # Errors
/// When a file cannot be read, a proof does not hold, or a limit comes first.
pub fn check_proofs(
    files: &dyn ProofFiles,
    control: &Control,
) -> Result<Vec<answer::CheckedProof>, ProveError> {
    let read = |name: &'static str| move |error| ProveError::Read { name, error };
    let mut formula = String::new();
    files
        .open(CNF)
        .and_then(|mut file| file.read_to_string(&mut formula))
        .map_err(read(CNF))?;
    let watch = Watch::new(control);
    let mut checked = Vec::new();
    for (name, format) in [(DRAT, ProofFormat::Drat), (LRAT, ProofFormat::Lrat)] {
        let file = match files.open(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !checked.is_empty() => break,
            file => file.map_err(read(name))?,
        };
        let certificate = certificate::check(&formula, file, format, &mut watch.guard());
        let certificate = certificate.map_err(|error| match error {
            CertificateError::Proof(ProofError::Stopped(_)) => ProveError::NotChecked,
            error => ProveError::Certificate { name, error },
        })?;
        checked.push(answer::CheckedProof {
            file: name,
            format,
            start: certificate.task.start().to_string(),
            plans: certificate.task.horizon.plans(certificate.task.steps),
            steps: certificate.task.steps,
            plain: certificate.is_plain,
            proof_lines: certificate.steps as u64,
            outside: Vec::new(),
        });
    }
    Ok(checked)
}

/// A length that can be proven.
#[derive(Clone, Debug)]
pub struct Proof {
    start: Board,
    goal: Board,
    solution: Solution,
}

impl Proof {
    /// Finds a shortest solution, and that it is one.
    ///
    /// # Errors
    /// When the puzzle has several goals, or a limit comes first.
    pub fn find(puzzle: &Puzzle, control: &Control) -> Result<Self, ProveError> {
        let [goal] = puzzle.targets() else {
            return Err(ProveError::SeveralGoals);
        };
        let outcome = Sat::default().solve(puzzle, control)?;
        match outcome.best().filter(|_| outcome.is_optimal()) {
            Some(solution) => Ok(Self {
                start: puzzle.start().clone(),
                goal: goal.clone(),
                solution: solution.clone(),
            }),
            None => Err(ProveError::NoLength(outcome.lower_bound())),
        }
    }

    /// Writes the solution, the formula that states that a shorter plan exists, and its refutation.
    ///
    /// # Errors
    /// When a file cannot be written, or a limit comes first; what was written until then is for the
    /// caller to discard.
    pub fn write(
        &self,
        options: ProofOptions,
        files: &dyn ProofFiles,
        control: &Control,
    ) -> Result<answer::Prove, ProveError> {
        let length = self.solution.len();
        let moves = format_moves(self.solution.moves(), Notation::Tile);
        let solution = format!("{}\n{}\n{moves}\n", self.start, self.goal);
        write_text(files, SOLUTION, &solution)?;
        write_text(files, README, &self.readme(options))?;
        if length < 2 {
            // No shorter plan has the same parity: there is nothing to refute.
            return Ok(answer::Prove {
                length,
                moves,
                steps: None,
                variables: None,
                clauses: None,
                proof_lines: None,
                lrat_clauses: None,
            });
        }
        // All plans have the same parity.
        let steps = length - 2;
        let watch = Watch::new(control);
        let mut formula = self.formula(steps, options.plain, &watch, &moves)?;
        let lemmas = formula.lemmas.take();
        let mut proof = Drat::new(create(files, DRAT)?);
        let mut solver = Cdcl::new(&formula.cnf, lemmas.as_deref(), Some(&mut proof));
        let verdict = solver.solve(&mut watch.guard());
        let used = solver.lemmas().to_vec();
        drop(solver);
        let lines = proof.finish().map_err(cannot_write(DRAT))?;
        match verdict {
            Verdict::Unsat => {}
            Verdict::Sat(_) => return Err(ProveError::Contradiction),
            Verdict::Stopped(_) => return Err(ProveError::NoProof(moves)),
        }
        formula.cnf.family(
            "lemmas",
            "what the tables of groups of tiles told the solver while it worked",
        );
        for lemma in used {
            formula.cnf.add(lemma);
        }
        dimacs::write(&formula, create(files, CNF)?).map_err(cannot_write(CNF))?;
        let lrat_clauses = if options.lrat {
            let drat = files.open(DRAT);
            let drat = drat.map_err(|error| ProveError::Read { name: DRAT, error })?;
            let output = create(files, LRAT)?;
            let written = lrat::elaborate(&formula.cnf, drat, output, &mut watch.guard());
            Some(written.map_err(|error| match error {
                ProofError::Io(error) => ProveError::Write { name: LRAT, error },
                ProofError::Stopped(_) => ProveError::NoLrat,
                error => ProveError::Lrat(error),
            })?)
        } else {
            None
        };
        Ok(answer::Prove {
            length,
            moves,
            steps: Some(steps),
            variables: Some(formula.cnf.variables()),
            clauses: Some(formula.cnf.len()),
            proof_lines: Some(lines),
            lrat_clauses,
        })
    }

    /// The formula that states that a plan of at most this many moves exists.
    fn formula(
        &self,
        steps: u32,
        plain: bool,
        watch: &Watch<'_>,
        moves: &str,
    ) -> Result<Formula, ProveError> {
        let (start, goal) = (self.start.clone(), self.goal.clone());
        let task = Task::new(start, goal, steps, Horizon::AtMost)?;
        let mut compact = Compact::default();
        if plain {
            compact.prune = Prune::Nothing;
            compact.counter = false;
        }
        let opened = compact.open(task.start(), task.goal());
        match opened.formula_within(&task, &mut watch.guard()) {
            ControlFlow::Continue(formula) => Ok(formula),
            ControlFlow::Break(_) => Err(ProveError::NoProof(moves.to_owned())),
        }
    }

    fn readme(&self, options: ProofOptions) -> String {
        let (start, goal, length) = (&self.start, &self.goal, self.solution.len());
        if length < 2 {
            return format!(
                "# {length} moves are optimal\n\n\
                 Start `{start}`, goal `{goal}`; 0 is the blank, rows are separated by `/`.\n\n\
                 - `solution.txt`: start, goal, and the moves; letters are the way the tile goes.\n\n\
                 Every move changes the colour of the blank's cell on a chequered board, so all plans have the parity \
                 of {length}, and no shorter length has it: there is nothing to refute.\n"
            );
        }
        let steps = length.saturating_sub(2);
        let rules = if options.plain {
            "The formula has only the rules of the puzzle: variables for half the cells at each step, because each move \
             changes the colour of the blank's cell."
        } else {
            "The formula also leaves out what no plan of this length can do, and has lemmas about groups of tiles. These \
             rules are not part of the proof; the manual of taquin gives the argument for each. `taquin prove --plain` \
             does without them."
        };
        let (file, check) = if options.lrat {
            (
                "- `shorter.lrat`: the same with the clauses that each one follows from, in LRAT.\n",
                ", or `lrat-check shorter.cnf shorter.lrat`",
            )
        } else {
            ("", "")
        };
        format!(
            "# {length} moves are optimal\n\n\
             Start `{start}`, goal `{goal}`; 0 is the blank, rows are separated by `/`.\n\n\
             - `solution.txt`: start, goal, and {length} moves; letters are the way the tile goes.\n\
             - `shorter.cnf`: is there a plan of at most {steps} moves? DIMACS; the comments say what each variable means.\n\
             - `shorter.drat`: the proof that there is none, in DRAT.\n{file}\n\
             Every move changes the colour of the blank's cell on a chequered board, so all plans have the parity of \
             {length}, and {steps} is the next shorter length. {rules}\n\n\
             To check: `drat-trim shorter.cnf shorter.drat`, or `rate shorter.cnf shorter.drat`{check}; and replay the moves, by \
             hand or with `taquin apply`.\n"
        )
    }
}

fn create(files: &dyn ProofFiles, name: &'static str) -> Result<Box<dyn Write>, ProveError> {
    files.create(name).map_err(cannot_write(name))
}

fn write_text(files: &dyn ProofFiles, name: &'static str, text: &str) -> Result<(), ProveError> {
    let mut file = create(files, name)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
    written.map_err(cannot_write(name))
}

fn cannot_write(name: &'static str) -> impl Fn(io::Error) -> ProveError {
    move |error| ProveError::Write { name, error }
}
