//! Threads of one process that share the parts of a search.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taquin_core::parts::{Keep, Searched};
use taquin_core::{Control, Event, Halt, Outcome, Puzzle, SolveError, Stats, Stop};

use super::super::{ENTRY, PdbIda};
use super::PartSearch;
use super::campaign::{Campaign, CampaignError, CampaignProgress, Dealt, Next, PART_NODES};

impl PdbIda {
    /// Solves with a journal; threads take part after part.
    pub(in super::super) fn solve_in_parts(
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
            told: Mutex::default(),
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

/// Threads of one process that work on a campaign.
struct Team<'a, 'b> {
    campaign: Mutex<Campaign<'b>>,
    /// A result has come in.
    changed: Condvar,
    /// What is being searched, and how to end that.
    running: Mutex<Vec<(Dealt, Arc<AtomicBool>)>>,
    /// A thread has failed or was stopped.
    halted: AtomicBool,
    /// When it was last said how far the threshold is.
    told: Mutex<Duration>,
    search: &'a PartSearch,
    control: &'a Control,
}

/// Time between two [`Event::Parts`].
const TELL: Duration = Duration::from_millis(200);

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
            self.tell(&campaign);
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

    /// Says how much of the threshold is done, unless that was said a moment ago.
    fn tell(&self, campaign: &Campaign) {
        let now = self.control.elapsed();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let CampaignProgress {
            threshold, parts, ..
        } = campaign.progress();
        if parts.of == 0 || now < *told + TELL {
            return;
        }
        *told = now;
        self.control.report(&Event::Parts {
            threshold,
            done: parts.done as u64,
            of: parts.of as u64,
        });
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
