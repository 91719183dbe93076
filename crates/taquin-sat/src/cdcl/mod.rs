//! A SAT solver: conflict-driven clause learning, written for formulas that describe walks.
//!
//! Two watched literals with blockers and binary clauses in the watch lists (`MiniSat`, N. Eén and
//! N. Sörensson, *An Extensible SAT-solver*, 2003), clauses judged by the levels they join and
//! restarts when recent ones are worse than usual (Glucose, G. Audemard and L. Simon, 2009), learnt
//! clauses shortened by their implication graph. Deterministic: the same formula takes the same
//! steps everywhere. Everything learnt and dropped can be written as a proof in DRAT, because each
//! learnt clause follows by unit propagation.

mod analysis;
mod clauses;
mod heap;
mod lemma_oracle;
mod literal;
mod log;
mod pace;
mod propagation;
mod reduction;
mod search;
mod shortening;
mod stamps;

use std::ops::ControlFlow;

use clauses::{Clauses, Ref};
use heap::Heap;
use literal::{L, inner};
use log::Log;
use propagation::Watcher;
use stamps::Stamps;
use taquin_core::Stop;

use crate::cnf::{Cnf, Lit, Model};
use crate::lemmas::{LemmaOracle, Lemmas};
use crate::proof::ProofLog;

/// Limits and progress: the solver calls it while it works.
pub trait Guard {
    /// Called at every conflict.
    ///
    /// # Errors
    /// Breaks with the reason to stop.
    fn conflict(&mut self) -> ControlFlow<Stop>;

    /// Called every few hundred conflicts and every few thousand decisions, with the bytes held.
    ///
    /// # Errors
    /// Breaks with the reason to stop.
    fn pause(&mut self, bytes: u64) -> ControlFlow<Stop>;
}

/// A guard that lets everything pass.
impl Guard for () {
    fn conflict(&mut self) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    fn pause(&mut self, _: u64) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

/// The answer to a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfiable, by this model.
    Sat(Model),
    /// Unsatisfiable.
    Unsat,
    /// Unknown: the guard stopped the search.
    Stopped(Stop),
}

/// The effort of a solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Conflicts.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Propagated literals.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Most bytes held.
    pub peak_bytes: u64,
}

/// The reason of a literal that was decided, or holds at level 0.
const NO_REASON: Ref = Ref::MAX;

/// Bytes kept for a variable, without its clauses: two watch lists, values, level, reason, phase, and
/// its places in the heap.
const VARIABLE_BYTES: u64 = 2 * size_of::<Vec<Watcher>>() as u64 + 48;

const TRUE: i8 = 1;
const FALSE: i8 = -1;

/// The solver.
pub struct Cdcl<'p> {
    clauses: Clauses,
    /// For each literal the clauses to look at when it becomes true: those that watch its negation.
    watches: Vec<Vec<Watcher>>,
    /// For each literal; 0 while it is unassigned.
    values: Vec<i8>,
    /// For each variable the level at which it got its value.
    levels: Vec<u32>,
    /// For each variable the clause that gave it its value.
    reasons: Vec<Ref>,
    /// For each variable the value it had last: decisions take it again.
    phases: Vec<bool>,
    /// The literals that are true, in the order they became so.
    trail: Vec<L>,
    /// The start of each level on the trail.
    marks: Vec<u32>,
    /// Literals of the trail that have been propagated.
    head: usize,
    heap: Heap,
    /// What a variable's activity grows by, and how fast that grows.
    bump: f64,
    decay: f64,
    unsat: bool,
    effort: Effort,
    log: Log<'p>,
    oracle: Option<LemmaOracle<'p>>,
    /// Literals of the trail that the oracle knows.
    told: usize,
    /// Lemmas taken so far.
    taken: Vec<Vec<Lit>>,
    /// The clause that the last conflict taught.
    learnt: Vec<L>,
    // Work space of the analysis: variables met, the literals to forget them by, levels or variables
    // counted, and literals whose reasons are being looked at, each with a place in its reason.
    seen: Vec<u8>,
    clear: Vec<L>,
    stamps: Stamps,
    stack: Vec<(L, u32)>,
}

impl<'p> Cdcl<'p> {
    /// A solver for a formula; it may ask for `lemmas`, and logs what it learns to `proof`.
    pub fn new(cnf: &Cnf, lemmas: Option<&'p Lemmas>, proof: Option<&'p mut dyn ProofLog>) -> Self {
        match Self::within(cnf, lemmas, proof, &mut ()) {
            ControlFlow::Continue(solver) => solver,
            ControlFlow::Break(_) => unreachable!("the empty guard lets everything pass"),
        }
    }

    /// The same, unless the guard objects while the formula is taken in.
    ///
    /// # Errors
    /// Breaks when the guard does.
    pub fn within(
        cnf: &Cnf,
        lemmas: Option<&'p Lemmas>,
        proof: Option<&'p mut dyn ProofLog>,
        guard: &mut impl Guard,
    ) -> ControlFlow<Stop, Self> {
        let mut solver = Self {
            clauses: Clauses::default(),
            watches: Vec::new(),
            values: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            phases: Vec::new(),
            trail: Vec::with_capacity(cnf.variables() as usize),
            marks: Vec::new(),
            head: 0,
            heap: Heap::default(),
            bump: 1.0,
            decay: 0.8,
            unsat: false,
            effort: Effort::default(),
            log: Log(proof),
            oracle: lemmas.map(Lemmas::oracle),
            told: 0,
            taken: Vec::new(),
            learnt: Vec::new(),
            seen: Vec::new(),
            clear: Vec::new(),
            stamps: Stamps::default(),
            stack: Vec::new(),
        };
        solver.load(cnf, guard)?;
        ControlFlow::Continue(solver)
    }

    /// Takes the variables and clauses of a formula.
    fn load(&mut self, cnf: &Cnf, guard: &mut impl Guard) -> ControlFlow<Stop> {
        let variables = cnf.variables() as usize;
        guard.pause(variables as u64 * VARIABLE_BYTES)?;
        self.watches.resize_with(2 * variables, Vec::new);
        self.values.resize(2 * variables, 0);
        self.levels.resize(variables, 0);
        self.reasons.resize(variables, NO_REASON);
        self.phases.resize(variables, false);
        self.seen.resize(variables, 0);
        self.stamps.grow(variables + 1);
        self.heap.grow(variables);
        for (index, clause) in cnf.clauses().enumerate() {
            if index.is_multiple_of(1 << 16) {
                guard.pause(self.bytes())?;
            }
            self.give(clause);
        }
        ControlFlow::Continue(())
    }

    /// The effort spent so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Searches until the formula is decided or the guard objects.
    pub fn solve(&mut self, guard: &mut impl Guard) -> Verdict {
        self.search(guard)
    }

    /// The lemmas that were taken: they belong to the formula when its proof is checked.
    pub fn lemmas(&self) -> &[Vec<Lit>] {
        &self.taken
    }

    /// Takes a clause of the formula: without literals known to be false, nor twice the same.
    fn give(&mut self, clause: &[Lit]) {
        if self.unsat {
            return;
        }
        let mut literals: Vec<L> = clause.iter().map(|&l| inner(l)).collect();
        literals.sort_unstable();
        literals.dedup();
        let tautology = literals.windows(2).any(|pair| pair[0] ^ pair[1] == 1);
        if tautology || literals.iter().any(|&l| self.values[l as usize] == TRUE) {
            return;
        }
        literals.retain(|&l| self.values[l as usize] != FALSE);
        if literals.len() != clause.len() {
            self.log.added(&literals);
        }
        match literals[..] {
            [] => self.unsat = true,
            [unit] => {
                self.assign(unit, NO_REASON);
                self.unsat = self.propagate().is_some();
            }
            _ => {
                let reference = self.clauses.add(&literals, None);
                self.watch(reference);
            }
        }
    }

    /// Bytes held by clauses, watches and what is kept for each variable.
    fn bytes(&mut self) -> u64 {
        let watches: usize = self.watches.iter().map(Vec::capacity).sum();
        let watches =
            watches * size_of::<Watcher>() + self.watches.len() * size_of::<Vec<Watcher>>();
        let variables = self.levels.len() * 24 + self.heap.bytes();
        let bytes = (self.clauses.bytes() + watches + variables) as u64;
        self.effort.peak_bytes = self.effort.peak_bytes.max(bytes);
        bytes
    }
}
