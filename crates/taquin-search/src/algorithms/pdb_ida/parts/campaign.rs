//! A proof in parts, threshold after threshold: what to search next, and the journal of what is done.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use taquin_core::parts::{
    Conflict, Counts, Deal, DealProgress, Journal, Ledger, Place, Record, Row, Searched, Share,
    Span,
};
use taquin_core::{Control, Event, Exhausted, Halt, Move, Outcome, Solution, Stats, Stop};

use super::super::{LONG_ITERATION, tables_of};
use super::{MOST_PARTS, PartSearch};

/// Default number of nodes per part: a second or two of one core.
pub(super) const PART_NODES: u64 = 1 << 24;

/// Nodes of the smallest parts: some milliseconds.
const FEWEST_NODES: u64 = 1 << 16;

/// Parts for each worker, at least, where a threshold is short.
const PARTS_PER_WORKER: u64 = 32;

/// The factor by which nodes grow from one threshold to the next, roughly.
const GROWTH: u64 = 7;

/// A part may take this many times its intended nodes before it returns the rest.
const PATIENCE: u64 = 4;

/// When fewer spans than this wait for each worker, parts return their rest sooner, so that workers run
/// out of work at about the same time.
const LAST_SPANS: usize = 2;

/// The factor by which that happens sooner.
const HASTE: u64 = 16;

/// The longest time between two syncs of rows, and between two reads of others' rows.
const SYNC: Duration = Duration::from_secs(1);

/// A span to search, with everything that a worker needs apart from the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// The threshold.
    pub threshold: u32,
    /// The part of it.
    pub span: Span,
    /// Nodes after which the rest is to be returned.
    pub budget: u64,
}

/// A proof in parts: threshold after threshold, each dealt until it is done.
///
/// It says what to search next and takes results, which it writes to a journal. It searches nothing
/// itself but thresholds too short to be divided. Who searches is the caller's: threads, ranks of
/// an MPI job, processes that share a folder.
pub struct Campaign<'a> {
    search: Arc<PartSearch>,
    journal: Box<dyn Journal + 'a>,
    ledger: Ledger,
    /// Which parts this process takes first, where several share the journal.
    pub share: Share,
    /// The number of concurrent workers, in all processes.
    pub workers: usize,
    /// Nodes of a part, about.
    pub part_nodes: u64,
    threshold: u32,
    /// Nodes of the threshold before.
    last: u64,
    /// The current threshold, while it is in parts.
    deal: Option<Deal>,
    /// The nodes of a part that returns its rest.
    budget: u64,
    /// The same when few spans are left.
    last_budget: u64,
    /// The time of the last question what comes next, when rows were synced and when others' were read.
    now: Duration,
    synced: Duration,
    learned: Duration,
    stats: Stats,
    /// The highest threshold without a solution, and the nodes up to it.
    exhausted: Option<(u32, u64)>,
    solution: Option<Solution>,
}

/// Why a search in parts ends.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The journal cannot be read or written.
    #[error("the journal: {0}")]
    Journal(#[from] std::io::Error),
    /// The journal contradicts itself.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// Moves that a journal or a worker has do not solve the puzzle.
    #[error("moves that the journal or a worker has do not solve the puzzle: {0}")]
    Moves(String),
    /// A worker has said something that cannot be.
    #[error("a worker says that it searched {0}, which it was not given")]
    Worker(String),
}

/// The progress of a campaign.
#[derive(Clone, Copy, Debug, Default)]
pub struct CampaignProgress {
    /// The current threshold.
    pub threshold: u32,
    /// Its parts.
    pub parts: DealProgress,
    /// Nodes expanded in this threshold so far, by parts that are done.
    pub expanded: u64,
    /// Nodes expanded in all thresholds so far.
    pub total: u64,
    /// The share of this threshold that is done, about.
    pub fraction: f64,
}

/// The next step of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Search a part.
    Search(Dealt),
    /// Ask again when a result has come in.
    Wait,
    /// Nothing: the proof is complete.
    Over,
}

impl<'a> Campaign<'a> {
    /// A proof that resumes from a journal.
    ///
    /// # Errors
    /// When the journal cannot be read or contradicts itself.
    pub fn new(search: Arc<PartSearch>, journal: impl Journal + 'a) -> Result<Self, CampaignError> {
        let threshold = search.first_threshold();
        let mut campaign = Self {
            stats: Stats {
                peak_bytes: search.tools.looks.bytes(),
                ..Stats::default()
            },
            search,
            journal: Box::new(journal),
            ledger: Ledger::default(),
            share: Share::ALL,
            workers: 1,
            part_nodes: PART_NODES,
            threshold,
            last: 0,
            deal: None,
            budget: u64::MAX,
            last_budget: u64::MAX,
            now: Duration::ZERO,
            synced: Duration::ZERO,
            learned: Duration::ZERO,
            exhausted: None,
            solution: None,
        };
        campaign.read()?;
        Ok(campaign)
    }

    /// Reads the journal again: others may write to it.
    fn read(&mut self) -> Result<(), CampaignError> {
        let rows = self.journal.rows()?;
        self.ledger = Ledger::new(&rows, &self.search.key)?;
        Ok(())
    }

    /// The next step. A threshold too short to be divided is searched at once.
    ///
    /// # Errors
    /// When the journal fails.
    pub fn next(&mut self, control: &Control) -> Result<ControlFlow<Stop, Next>, CampaignError> {
        loop {
            if self.solution.is_some() {
                return Ok(ControlFlow::Continue(Next::Over));
            }
            self.now = control.elapsed();
            self.learn()?;
            if let Some(deal) = &mut self.deal {
                if deal.is_over() {
                    self.close()?;
                    continue;
                }
                let few = deal.open() < LAST_SPANS * self.workers;
                return Ok(ControlFlow::Continue(match deal.take(self.share) {
                    Some(span) => Next::Search(Dealt {
                        threshold: self.threshold,
                        span,
                        budget: if few { self.last_budget } else { self.budget },
                    }),
                    None => Next::Wait,
                }));
            }
            control.report(&Event::LowerBound(self.threshold));
            if let ControlFlow::Break(stop) = self.open(control)? {
                return Ok(ControlFlow::Break(stop));
            }
        }
    }

    /// Takes notice of what others who share the journal have done: from time to time, and before
    /// parts of their shares are taken.
    fn learn(&mut self) -> Result<(), CampaignError> {
        let Some(deal) = &mut self.deal else {
            return Ok(());
        };
        let is_due = self.now >= self.learned + SYNC || !deal.has_own(self.share);
        if self.share.of < 2 || !is_due {
            return Ok(());
        }
        let rows = self.journal.rows()?;
        self.ledger = Ledger::new(&rows, &self.search.key)?;
        let found = self.ledger.found(self.threshold).cloned();
        deal.learn(self.ledger.spans(self.threshold), found);
        self.learned = self.now;
        Ok(())
    }

    /// Begins with the current threshold.
    fn open(&mut self, control: &Control) -> Result<ControlFlow<Stop>, CampaignError> {
        let threshold = self.threshold;
        if let Some(counts) = self.ledger.exhausted(threshold) {
            self.exhaust(counts);
            return Ok(ControlFlow::Continue(()));
        }
        if let Some((at, moves)) = self.ledger.solved()
            && at == threshold
        {
            let moves = moves.to_vec();
            let counts = self.ledger.solved_counts().unwrap_or_default();
            self.solve(moves, counts)?;
            return Ok(ControlFlow::Continue(()));
        }
        if self.last <= LONG_ITERATION {
            let (counts, moves) = match self.search.whole(threshold, self.last, control) {
                Ok(whole) => whole,
                Err(Halt::Stopped(stop)) => return Ok(ControlFlow::Break(stop)),
                Err(Halt::Refused(error)) => return Err(CampaignError::Moves(error.to_string())),
            };
            self.end(moves, counts)?;
            return Ok(ControlFlow::Continue(()));
        }
        let expected = self.last.saturating_mul(GROWTH);
        let shared = expected / (PARTS_PER_WORKER * self.workers.max(1) as u64);
        let nodes = self.part_nodes.min(shared).max(FEWEST_NODES);
        let parts = (expected / nodes).clamp(1, MOST_PARTS) as usize;
        let nodes = nodes.max(expected / parts as u64);
        self.budget = PATIENCE * nodes;
        self.last_budget = (nodes / HASTE).max(FEWEST_NODES);
        let spans = self.search.split(threshold, parts);
        self.deal = Some(Deal::new(
            &spans,
            self.ledger.spans(threshold),
            self.ledger.found(threshold).cloned(),
        ));
        Ok(ControlFlow::Continue(()))
    }

    /// Takes the result of a part.
    ///
    /// # Errors
    /// When the journal fails, or the result cannot be one of this part.
    pub fn finish(&mut self, dealt: &Dealt, searched: &Searched) -> Result<(), CampaignError> {
        let (threshold, span) = (dealt.threshold, &dealt.span);
        if threshold != self.threshold {
            return Ok(());
        }
        if !makes_up(span, searched) {
            return Err(CampaignError::Worker(span.to_string()));
        }
        if let Some(place) = &searched.solution {
            self.check(place.moves())?;
        }
        let Some(deal) = &mut self.deal else {
            return Ok(());
        };
        if !deal.finish(span, searched) {
            return Ok(());
        }
        let is_due = self.now >= self.synced + SYNC;
        for row in self.search.rows(threshold, searched) {
            if is_due {
                self.journal.append(&row)?;
                self.synced = self.now;
            } else {
                self.journal.append_unsynced(&row)?;
            }
        }
        if deal.is_over() {
            self.close()?;
        }
        Ok(())
    }

    /// Takes a part back that will not be searched.
    pub fn give_back(&mut self, dealt: &Dealt) {
        if let Some(deal) = &mut self.deal
            && dealt.threshold == self.threshold
        {
            deal.give_back(&dealt.span);
        }
    }

    /// Whether the result of a part is of no interest any more.
    pub fn is_moot(&self, dealt: &Dealt) -> bool {
        let beyond = |deal: &Deal| deal.is_beyond(&dealt.span.from);
        dealt.threshold != self.threshold || self.deal.as_ref().is_none_or(beyond)
    }

    /// Ends the current threshold.
    fn close(&mut self) -> Result<(), CampaignError> {
        if let Some(deal) = self.deal.take() {
            let moves = deal.solution().map(Place::moves);
            self.end(moves, deal.counts())?;
        }
        Ok(())
    }

    fn end(&mut self, moves: Option<Vec<Move>>, counts: Counts) -> Result<(), CampaignError> {
        let record = match &moves {
            Some(moves) => Record::Solved(moves.clone()),
            None => Record::Exhausted,
        };
        self.journal.append(&Row {
            search: self.search.key.clone(),
            threshold: self.threshold,
            record,
            counts,
        })?;
        if let Some(moves) = moves {
            return self.solve(moves, counts);
        }
        self.exhaust(counts);
        Ok(())
    }

    fn count(&mut self, counts: Counts) {
        self.stats.expanded += counts.expanded;
        self.stats.generated += counts.generated;
    }

    fn exhaust(&mut self, counts: Counts) {
        self.count(counts);
        self.exhausted = Some((self.threshold, self.stats.expanded));
        self.last = counts.expanded;
        // A child's f is that of its parent or two more, so the least f cut off is this.
        self.threshold += 2;
    }

    fn check(&self, moves: Vec<Move>) -> Result<Solution, CampaignError> {
        let solution = Solution::check(&self.search.puzzle, moves);
        solution.map_err(|error| CampaignError::Moves(error.to_string()))
    }

    fn solve(&mut self, moves: Vec<Move>, counts: Counts) -> Result<(), CampaignError> {
        self.solution = Some(self.check(moves)?);
        self.count(counts);
        Ok(())
    }

    /// The current threshold.
    pub fn threshold(&self) -> u32 {
        self.threshold
    }

    /// The progress so far.
    pub fn progress(&self) -> CampaignProgress {
        let deal = self.deal.as_ref();
        let parts = deal.map(Deal::progress).unwrap_or_default();
        let expanded = deal.map(Deal::counts).unwrap_or_default().expanded;
        CampaignProgress {
            threshold: self.threshold,
            parts,
            expanded,
            total: self.stats.expanded + expanded,
            fraction: parts.done as f64 / parts.of.max(1) as f64,
        }
    }

    /// Whether the proof is complete.
    pub fn is_over(&self) -> bool {
        self.solution.is_some()
    }

    /// The outcome as known after this time.
    pub fn outcome(&self, stop: Stop, time: Duration) -> Outcome {
        let stats = Stats { time, ..self.stats };
        let bound = self.threshold;
        let stop = if self.is_over() { Stop::Finished } else { stop };
        let outcome = Outcome::new(self.solution.clone(), bound, stop, stats);
        let by_tables = bound.checked_sub(1).map(|bound| (bound, 0));
        match self.exhausted.or(by_tables) {
            Some((bound, nodes)) => outcome.with_exhausted(Exhausted {
                bound,
                nodes,
                tables: tables_of(std::slice::from_ref(&*self.search.tools)),
            }),
            None => outcome,
        }
    }
}

/// Whether a result's spans make up the one that was dealt, as far as the solution.
pub(super) fn makes_up(span: &Span, searched: &Searched) -> bool {
    let done = searched.done.iter().map(|(span, _)| span);
    let mut all: Vec<&Span> = done.chain(&searched.rest).collect();
    all.sort_by(|a, b| a.from.cmp(&b.from).then(b.is_empty().cmp(&a.is_empty())));
    let mut at = Some(span.from.clone());
    for part in all {
        if at.as_ref() != Some(&part.from) {
            return false;
        }
        at.clone_from(&part.to);
    }
    match &searched.solution {
        Some(_) => at == searched.solution && (span.to.is_none() || at <= span.to),
        None => at == span.to,
    }
}
