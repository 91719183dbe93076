//! A search in parts: thresholds cut into spans that any process can search, and a journal of those
//! that are done.
//!
//! Thresholds that follow one of a few nodes are over in no time and stay whole. Every threshold visits
//! the nodes that a search with one thread visits, with the same automaton, so all node counts are equal
//! to that search's, however the work was divided.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taquin_core::parts::{
    Conflict, Counts, Deal, DealProgress, Journal, Keep, Ledger, Place, Record, Row, SearchKey,
    Searched, Share, Span,
};
use taquin_core::{
    Control, Event, Exhausted, Halt, Move, Outcome, Puzzle, Solution, SolveError, Stats, Stop,
};

use super::automaton::Automaton;
use super::goal_search::{End, IterationTask};
use super::spans::{Below, SpanTask, Split};
use super::{
    ENTRY, LANES, LONG_ITERATION, PdbIda, SHORT_STRINGS, Tables, Tools, automaton, tables_of,
};

/// A puzzle with its tables, ready to be searched in parts.
#[derive(Clone)]
pub struct PartSearch {
    puzzle: Puzzle,
    tools: Arc<Tools>,
    short: Arc<Automaton>,
    long: Arc<Automaton>,
    solver: PdbIda,
    key: SearchKey,
}

/// The most parts of a threshold.
const MOST_PARTS: u64 = 1 << 16;

/// Default number of nodes per part: a second or two of one core.
const PART_NODES: u64 = 1 << 24;

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

impl PdbIda {
    /// A puzzle with one goal, ready to be searched in parts. Tables that are missing are built.
    ///
    /// # Errors
    /// As [`taquin_core::Solver::solve`], when there are several goals, or when the control stops the
    /// building of tables.
    pub fn part_search(&self, puzzle: &Puzzle, control: &Control) -> Result<PartSearch, Halt> {
        let [goal] = puzzle.targets() else {
            return Err(Halt::Refused(SolveError::Failed {
                part: ENTRY.name.to_owned(),
                reason: "a search in parts has one goal; name one of them".to_owned(),
            }));
        };
        let cache = control.context().part::<taquin_pdb::PdbCache>();
        let solver = Self {
            tables: Tables::Of(self.tables.partitions(goal, &cache)),
            ..self.clone()
        };
        let tools = solver
            .tools(puzzle, control)?
            .pop()
            .expect("one goal has tools");
        if let ControlFlow::Break(stop) = control.check_memory(tools.looks.bytes()) {
            return Err(Halt::Stopped(stop));
        }
        let key = SearchKey {
            start: puzzle.start().clone(),
            goal: goal.clone(),
            method: format!(
                "{} {} automaton={}",
                ENTRY.name, solver.tables, solver.automaton
            ),
        };
        Ok(PartSearch {
            puzzle: puzzle.clone(),
            tools: Arc::new(tools),
            short: automaton(puzzle, solver.automaton.min(SHORT_STRINGS), control),
            long: automaton(puzzle, solver.automaton, control),
            solver,
            key,
        })
    }

    /// Solves with a journal; threads take part after part.
    pub(super) fn solve_in_parts(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        keep: &Keep,
    ) -> Result<Outcome, SolveError> {
        let search = match self.part_search(puzzle, control) {
            Ok(search) => Arc::new(search),
            Err(Halt::Refused(error)) => return Err(error),
            Err(Halt::Stopped(stop)) => {
                return Ok(Outcome::new(None, 0, stop, Stats::default()));
            }
        };
        let failed = |error: CampaignError| SolveError::Failed {
            part: ENTRY.name.to_owned(),
            reason: error.to_string(),
        };
        let mut journal = keep.journal();
        let mut campaign = Campaign::new(Arc::clone(&search), &mut **journal).map_err(failed)?;
        campaign.share = keep.share;
        campaign.workers = self.threads * keep.share.of.max(1) as usize;
        campaign.part_nodes = keep.part_nodes.unwrap_or(PART_NODES);
        let team = Team {
            campaign: Mutex::new(campaign),
            changed: Condvar::new(),
            running: Mutex::default(),
            halted: AtomicBool::new(false),
            search: &search,
            control,
        };
        let result = team.run(self.threads);
        let Team { campaign, .. } = team;
        let campaign = campaign
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let stop = result.map_err(failed)?;
        Ok(campaign.outcome(stop, control.elapsed()))
    }
}

impl PartSearch {
    /// Which search the rows of its parts belong to.
    pub fn key(&self) -> &SearchKey {
        &self.key
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Tables and automaton as options of the solver.
    pub fn settings(&self) -> (String, usize) {
        (self.solver.tables.to_string(), self.solver.automaton)
    }

    /// The spec of the solver, with the tables by name: with it other processes search the same parts.
    pub fn spec(&self) -> String {
        let PdbIda {
            tables, automaton, ..
        } = &self.solver;
        format!("{}:tables={tables},automaton={automaton}", ENTRY.name)
    }

    /// The same for a threshold that follows one of this many nodes: after few nodes, a search with one
    /// thread uses a smaller automaton, which is made sooner and prunes less.
    pub fn after(&self, last: u64) -> Self {
        let mut search = self.clone();
        if last <= LONG_ITERATION {
            search.long = Arc::clone(&self.short);
        }
        search
    }

    /// The first threshold: no solution is shorter.
    pub fn first_threshold(&self) -> u32 {
        let search = self.tools.search(&self.short);
        search.estimate(self.puzzle.start()).into()
    }

    /// Cuts a threshold into about this many spans of equal work, at least one. Every process that
    /// searches by the same method finds the same.
    pub fn split(&self, threshold: u32, parts: usize) -> Vec<Span> {
        let search = self.tools.search(&self.long);
        search.dispatch(Split {
            search: &search,
            board: self.puzzle.start(),
            bound: bound(threshold),
            parts: parts.clamp(1, MOST_PARTS as usize),
        })
    }

    /// Searches a span of a threshold. After `budget` nodes, when `abandon` is set or when the control
    /// says so, the rest comes back as spans; what is done is done.
    pub fn search(
        &self,
        threshold: u32,
        span: &Span,
        budget: Option<u64>,
        abandon: &AtomicBool,
        control: &Control,
    ) -> (Searched, ControlFlow<Stop>) {
        let began = control.elapsed();
        let search = self.tools.search(&self.long);
        let (mut searched, end) = search.dispatch(Below {
            search: &search,
            board: self.puzzle.start(),
            task: SpanTask {
                bound: bound(threshold),
                span,
                budget: budget.unwrap_or(u64::MAX).max(1),
                abandon,
                lanes: LANES,
            },
            control,
        });
        // The time of several spans goes by their nodes.
        let time = control.elapsed().saturating_sub(began).as_secs_f64();
        let nodes: u64 = searched
            .done
            .iter()
            .map(|(_, counts)| counts.expanded)
            .sum();
        for (_, counts) in &mut searched.done {
            let share = counts.expanded as f64 / nodes.max(1) as f64;
            counts.time = Duration::from_secs_f64(time * share);
        }
        (searched, end)
    }

    /// Searches a whole threshold after one with this many nodes, as a search with one thread does.
    fn whole(&self, threshold: u32, last: u64, control: &Control) -> Result<Whole, Halt> {
        let began = control.elapsed();
        let search = self.tools.search(&self.short);
        let alone = PdbIda {
            threads: 1,
            ..self.solver.clone()
        };
        let task: IterationTask = alone.task(bound(threshold), last);
        let (found, end) = search.iterate(self.puzzle.start(), task, control);
        if let ControlFlow::Break(End::Stopped(stop)) = end {
            return Err(Halt::Stopped(stop));
        }
        let counts = Counts {
            expanded: found.expanded,
            generated: found.generated,
            time: control.elapsed().saturating_sub(began),
        };
        Ok((counts, found.moves))
    }

    /// The rows of a result, as a journal keeps them.
    pub fn rows(&self, threshold: u32, searched: &Searched) -> Vec<Row> {
        let row = |(span, counts): &(Span, Counts)| Row {
            search: self.key.clone(),
            threshold,
            record: match &searched.solution {
                Some(_) if span.to == searched.solution => Record::Found(span.clone()),
                _ => Record::Span(span.clone()),
            },
            counts: *counts,
        };
        searched.done.iter().map(row).collect()
    }
}

type Whole = (Counts, Option<Vec<Move>>);

fn bound(threshold: u32) -> u16 {
    u16::try_from(threshold).unwrap_or(u16::MAX - 1)
}

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
fn makes_up(span: &Span, searched: &Searched) -> bool {
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

/// Threads of one process that work on a campaign.
struct Team<'a, 'b> {
    campaign: Mutex<Campaign<'b>>,
    /// A result has come in.
    changed: Condvar,
    /// What is being searched, and how to end that.
    running: Mutex<Vec<(Dealt, Arc<AtomicBool>)>>,
    /// A thread has failed or was stopped.
    halted: AtomicBool,
    search: &'a PartSearch,
    control: &'a Control,
}

/// The time between two checks for cancellation while a thread waits.
const NEWS: Duration = Duration::from_millis(50);

impl<'b> Team<'_, 'b> {
    fn run(&self, threads: usize) -> Result<Stop, CampaignError> {
        std::thread::scope(|scope| {
            let spawn = |_| scope.spawn(|| self.work());
            let others: Vec<_> = (1..threads).map(spawn).collect();
            let mut result = self.work();
            for other in others {
                let ended = other.join().expect("no thread panics here");
                result = match (result, ended) {
                    (Ok(Stop::Finished), ended) => ended,
                    (result, _) => result,
                };
            }
            result
        })
    }

    fn campaign(&self) -> MutexGuard<'_, Campaign<'b>> {
        self.campaign.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn running(&self) -> MutexGuard<'_, Vec<(Dealt, Arc<AtomicBool>)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes parts until there are no more, or something stops it; then the others end too.
    fn work(&self) -> Result<Stop, CampaignError> {
        let result = self.take_parts();
        if !matches!(result, Ok(Stop::Finished)) {
            self.halted.store(true, Ordering::Relaxed);
            for (_, abandon) in self.running().iter() {
                abandon.store(true, Ordering::Relaxed);
            }
        }
        self.changed.notify_all();
        result
    }

    fn take_parts(&self) -> Result<Stop, CampaignError> {
        let mut campaign = self.campaign();
        loop {
            if self.halted.load(Ordering::Relaxed) {
                return Ok(Stop::Finished);
            }
            if let ControlFlow::Break(stop) = self.control.check() {
                return Ok(stop);
            }
            let dealt = match campaign.next(self.control)? {
                ControlFlow::Break(stop) => return Ok(stop),
                ControlFlow::Continue(Next::Over) => return Ok(Stop::Finished),
                ControlFlow::Continue(Next::Wait) => {
                    let woken = self.changed.wait_timeout(campaign, NEWS);
                    campaign = woken.unwrap_or_else(PoisonError::into_inner).0;
                    continue;
                }
                ControlFlow::Continue(Next::Search(dealt)) => dealt,
            };
            drop(campaign);
            let (searched, end) = self.search_part(&dealt);
            campaign = self.campaign();
            campaign.finish(&dealt, &searched)?;
            for (other, abandon) in self.running().iter() {
                if campaign.is_moot(other) {
                    abandon.store(true, Ordering::Relaxed);
                }
            }
            self.changed.notify_all();
            if let ControlFlow::Break(stop) = end {
                return Ok(stop);
            }
        }
    }

    fn search_part(&self, dealt: &Dealt) -> (Searched, ControlFlow<Stop>) {
        let abandon = Arc::new(AtomicBool::new(false));
        self.running().push((dealt.clone(), Arc::clone(&abandon)));
        let Dealt {
            threshold,
            span,
            budget,
        } = dealt;
        let found = self
            .search
            .search(*threshold, span, Some(*budget), &abandon, self.control);
        self.running().retain(|(other, _)| other != dealt);
        found
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Uniform};
    use taquin_core::{Context, Goal, Limits, Size, Solver};

    use super::*;

    fn control() -> Control {
        Control::new(Limits::default())
    }

    fn solver(tables: &str) -> PdbIda {
        PdbIda {
            tables: tables.parse().unwrap(),
            ..PdbIda::default()
        }
    }

    /// Searches a threshold in parts that return their rest when the node budget is spent.
    fn in_pieces(search: &PartSearch, threshold: u32, parts: usize, budget: u64) -> Deal {
        let control = control();
        let never = AtomicBool::new(false);
        let spans = search.split(threshold, parts);
        assert_eq!(spans[0].from, Place::default());
        assert!(spans.is_sorted_by(|a, b| a.to.as_ref() == Some(&b.from)));
        assert_eq!(spans[spans.len() - 1].to, None);
        let mut deal = Deal::new(&spans, [], None);
        let mut pieces = 0;
        // Some are taken from the front, some from the back.
        while let Some(span) = deal.take(Share { index: 1, of: 2 }) {
            let (searched, end) = search.search(threshold, &span, Some(budget), &never, &control);
            assert!(end.is_continue());
            assert!(makes_up(&span, &searched), "{span} {searched:?}");
            assert!(searched.rest.len() < 16 + LANES, "{searched:?}");
            assert!(deal.finish(&span, &searched));
            pieces += 1;
            assert!(pieces < 100_000, "it gets no further");
        }
        assert!(deal.is_over());
        deal
    }

    /// However a threshold is cut, and wherever its parts are interrupted, each node counts once.
    #[test]
    fn pieces_of_a_threshold_add_up_on_3x3() {
        let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
        // Weak tables and a short automaton leave something to search.
        let solver = PdbIda {
            automaton: 2,
            ..solver("2-2-2-2")
        };
        let (mut solved, mut most) = (0, 0);
        for seed in 0..12 {
            let board = Uniform.board(&goal, seed);
            let puzzle = Puzzle::new(board, &Goal::BlankLast.into()).unwrap();
            let search = solver.part_search(&puzzle, &control()).unwrap();
            let first = search.first_threshold();
            for threshold in [first, first + 4, first + 6, first + 8] {
                let whole = search.tools.search(&search.long);
                let task = IterationTask::plain(bound(threshold));
                let (found, _) = whole.iterate(puzzle.start(), task, &control());
                solved += usize::from(found.moves.is_some());
                most = most.max(found.expanded);
                for (parts, budget) in [(1, u64::MAX), (7, u64::MAX), (1, 1), (5, 3000)] {
                    let deal = in_pieces(&search, threshold, parts, budget);
                    assert_eq!(deal.solution().map(Place::moves), found.moves);
                    let counts = deal.counts();
                    assert_eq!(
                        (counts.expanded, counts.generated),
                        (found.expanded, found.generated)
                    );
                }
            }
        }
        assert!(solved > 4 && most > 1000, "{solved} {most}");
    }

    fn keep(part_nodes: u64) -> Arc<Keep> {
        Arc::new(Keep::new(Vec::<Row>::new()).with_part_nodes(Some(part_nodes)))
    }

    /// The counts that must not depend on how the work is split.
    #[derive(Debug, PartialEq)]
    struct Numbers {
        moves: Option<Vec<Move>>,
        expanded: u64,
        generated: u64,
        exhausted: Option<(u32, u64)>,
    }

    fn numbers(outcome: &Outcome) -> Numbers {
        Numbers {
            moves: outcome.best().map(|best| best.moves().to_vec()),
            expanded: outcome.stats.expanded,
            generated: outcome.stats.generated,
            exhausted: outcome.exhausted.as_ref().map(|e| (e.bound, e.nodes)),
        }
    }

    /// With a journal, with several threads, and interrupted again and again: the solution and the
    /// counts of one thread without a journal.
    fn compare(board: &str, goal: Goal, tables: &str) {
        let context = Context::new();
        let within = |limits| Control::new(limits).within(&context);
        let puzzle = Puzzle::new(board.parse().unwrap(), &goal.into()).unwrap();
        let one = solver(tables);
        let plain = one.solve(&puzzle, &within(Limits::default())).unwrap();
        assert!(plain.is_optimal());
        let long = plain.stats.expanded;
        assert!(
            long > 4 * LONG_ITERATION,
            "{long} nodes: nothing is in parts"
        );
        for threads in [1, 3] {
            let many = PdbIda {
                threads,
                ..one.clone()
            };
            let control = within(Limits::default()).keeping(keep(1 << 17));
            let outcome = many.solve(&puzzle, &control).unwrap();
            assert!(outcome.is_optimal());
            assert_eq!(numbers(&outcome), numbers(&plain));
        }
        let journal = keep(1 << 18);
        let mut runs = 0;
        let outcome = loop {
            let limits = Limits {
                nodes: Some(300_000 + long / 5),
                ..Limits::default()
            };
            let control = within(limits).keeping(Arc::clone(&journal));
            let outcome = one.solve(&puzzle, &control).unwrap();
            runs += 1;
            assert!(runs < 20, "it gets no further");
            if outcome.is_optimal() {
                break outcome;
            }
            assert_eq!(outcome.stop, Stop::OutOfNodes);
            assert!(outcome.lower_bound() <= plain.lower_bound());
        };
        assert!(runs > 2, "{runs}");
        assert_eq!(numbers(&outcome), numbers(&plain));
        // Nothing is searched again.
        let limits = Limits {
            nodes: Some(1),
            ..Limits::default()
        };
        let control = within(limits).keeping(journal);
        let again = one.solve(&puzzle, &control).unwrap();
        assert_eq!(numbers(&again), numbers(&plain));
    }

    #[test]
    fn a_journal_changes_neither_the_answer_nor_the_counts_on_4x4() {
        // Number 88 of Korf's hundred.
        compare(
            "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4",
            Goal::BlankFirst,
            "5-5-5",
        );
    }

    #[test]
    fn a_journal_changes_neither_the_answer_nor_the_counts_on_5x5() {
        // A walk of 90 moves.
        let board = "7 2 15 13 0/6 11 14 3 4/21 8 12 18 5/22 17 9 19 10/16 23 1 24 20";
        compare(board, Goal::BlankLast, "5-5-5-5-4");
    }

    /// A result that does not fit the part is refused.
    #[test]
    fn results_must_make_up_the_part() {
        let span: Span = "R..L".parse().unwrap();
        let of = |done: &[&str], rest: &[&str], solution: Option<&str>| Searched {
            done: done
                .iter()
                .map(|text| (text.parse().unwrap(), Counts::default()))
                .collect(),
            rest: rest.iter().map(|text| text.parse().unwrap()).collect(),
            solution: solution.map(|text| text.parse::<Span>().unwrap().from),
        };
        assert!(makes_up(&span, &of(&["R..L"], &[], None)));
        assert!(makes_up(&span, &of(&["R..RL"], &["RL..L"], None)));
        assert!(makes_up(&span, &of(&["R..RL"], &[], Some("RL.."))));
        assert!(makes_up(&span, &of(&["RL..RL"], &["R..RL"], Some("RL.."))));
        assert!(!makes_up(&span, &of(&["R..RL"], &[], None)));
        assert!(!makes_up(&span, &of(&["R.."], &[], None)));
        assert!(!makes_up(&span, &of(&["R..RL"], &["RD..L"], None)));
        assert!(!makes_up(&span, &of(&["R..U"], &[], Some("U.."))));
    }
}
