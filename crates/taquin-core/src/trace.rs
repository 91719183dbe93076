//! A search step by step, for teaching: bounded, and off by default.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{Board, Move};

/// Why a search expanded this node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It is the start.
    Start,
    /// It is the oldest open node (breadth-first).
    FirstIn,
    /// It is the newest open node (depth-first).
    LastIn,
    /// Its f is least.
    LeastF,
    /// Its h is least (greedy).
    LeastH,
    /// Its g is least (uniform cost).
    LeastG,
    /// It is the next child whose f is within the threshold (IDA\*).
    WithinThreshold,
    /// It is among the best of its level (beam).
    InBeam,
    /// A fixed method leads here; there was nothing to choose (human).
    Method,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "it is the start",
            Self::FirstIn => "it has waited longest",
            Self::LastIn => "it came last",
            Self::LeastF => "its f is least",
            Self::LeastH => "its h is least",
            Self::LeastG => "its g is least",
            Self::WithinThreshold => "its f is within the threshold",
            Self::InBeam => "it is among the best of its level",
            Self::Method => "the method leads here",
        })
    }
}

/// The kind of a step: what happened to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepKind {
    /// It was expanded.
    Expand(Why),
    /// It was generated and put on the open list.
    Generate,
    /// It was generated, but is a duplicate of a state reached at no greater cost.
    Duplicate,
    /// It was generated, but pruned by the threshold, depth or width.
    Prune,
    /// It was selected and is a goal.
    Goal,
}

impl StepKind {
    /// The kind in one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Expand(_) => "expand",
            Self::Generate => "generate",
            Self::Duplicate => "duplicate",
            Self::Prune => "prune",
            Self::Goal => "goal",
        }
    }
}

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of step.
    pub kind: StepKind,
    /// Number of the node, counted from 0 in order of discovery.
    pub node: u64,
    /// Number of its parent.
    pub parent: Option<u64>,
    /// The move that leads to it.
    pub mv: Option<Move>,
    /// Its board.
    pub board: Board,
    /// Moves from the start.
    pub g: u32,
    /// The heuristic estimate.
    pub h: u32,
    /// The priority.
    pub f: u32,
    /// Size of the open list after this step.
    pub open: u64,
    /// Size of the closed list after this step.
    pub closed: u64,
}

/// A recorded search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Whether the search took more steps than the limit.
    pub truncated: bool,
}

/// Records steps up to a limit; part of a [`Control`](crate::Control).
pub struct Tracer {
    limit: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    trace: Trace,
    ids: HashMap<Board, u64>,
    next: u64,
}

impl Tracer {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            inner: Mutex::default(),
        }
    }

    /// Adds a step, or notes that there was no room for it.
    pub fn record(&self, step: Step) {
        let mut inner = self.lock();
        if inner.trace.steps.len() < self.limit {
            inner.trace.steps.push(step);
        } else {
            inner.trace.truncated = true;
        }
    }

    /// Whether further steps would be dropped, so that a search need not prepare them.
    pub fn is_full(&self) -> bool {
        let inner = self.lock();
        inner.trace.truncated
    }

    /// The number of the node with this board; a new one if the board is new.
    pub fn id_of(&self, board: &Board) -> u64 {
        let inner = &mut *self.lock();
        if let Some(&id) = inner.ids.get(board) {
            return id;
        }
        let id = inner.next;
        inner.next += 1;
        inner.ids.insert(board.clone(), id);
        id
    }

    /// A new node number, for searches without duplicate detection.
    pub fn new_id(&self) -> u64 {
        let mut inner = self.lock();
        inner.next += 1;
        inner.next - 1
    }

    /// The steps recorded so far.
    pub fn take(&self) -> Trace {
        std::mem::take(&mut self.lock().trace)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
