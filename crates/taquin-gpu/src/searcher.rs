//! IDA\* with its upper part breadth-first, on a device that keeps tables and memory from one search to
//! the next.
//!
//! All boards of an iteration that fit are met once; a threshold whose layers all fit needs no
//! depth-first part.

use std::ops::ControlFlow;

use taquin_core::parts::Record;
use taquin_core::{Board, Control, Event, Exhausted, Move, Outcome, Puzzle, Solution, Stats, Stop};

use crate::automaton::PackedAutomata;
use crate::buffers::Buffers;
use crate::choose::{Choose, Trial};
use crate::device::{Device, GpuError};
use crate::device_rules::DeviceRules;
use crate::forecast::{self, expected_children};
use crate::incumbent::Incumbents;
use crate::iteration::{Ended, Found, Iteration};
use crate::orientation::Orientation;
use crate::pattern_values::{at_threshold, first_threshold};
use crate::pieces::{self, Pieces, Rows};
use crate::sums::PartitionList;
use crate::tables::TableStore;

/// Options of a search.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The partitions whose tables are added up; none for those that suit board and device.
    pub tables: PartitionList,
    /// Other partitions to be tried in place of the first before thresholds that take long.
    pub choose: Option<Choose>,
    /// Maximum length of pruned move sequences, 2 to 14; with 2 only moves back are pruned.
    pub automaton: usize,
    /// Boards of the last breadth-first layer, at most, doubles counted; short thresholds have fewer,
    /// unless there is a journal.
    pub frontier: usize,
    /// Expected children of a threshold from which the tables of all partitions are used; before, those
    /// of the first alone. A search with a journal uses all from the start.
    pub all_from: u64,
    /// Expected children of a threshold from which a beam looks for a solution first.
    pub beam_from: u64,
    /// Children per thread and launch: it bounds the time until a cancel is seen.
    pub nodes: u32,
    /// Children per thread between two checks whether other threads are idle.
    pub patience: u32,
    /// When threads that ran out of work take new boards.
    pub refill: Refill,
}

/// How the threads of a warp take new boards: together, since one alone keeps the others waiting.
#[derive(Clone, Copy, Debug)]
pub struct Refill {
    /// Threads, 1 to 32, that have to be without work.
    pub threads: u32,
    /// Rounds that they wait for each other at most.
    pub rounds: u32,
}

impl Refill {
    /// As kernels read it.
    pub(crate) fn packed(self) -> u32 {
        self.threads | self.rounds << 8
    }
}

impl SearchSettings {
    /// Tables of eight tiles on 5x5 take seconds to build; a threshold of this many children takes a tenth of
    /// a second with those of six.
    pub const ALL_FROM: u64 = 2_000_000_000;
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            tables: PartitionList::default(),
            choose: None,
            automaton: 2,
            frontier: 1 << 26,
            all_from: 0,
            // A tenth of a second.
            beam_from: 1_000_000_000,
            nodes: 1 << 15,
            patience: 256,
            refill: Refill {
                threads: 8,
                rounds: 16,
            },
        }
    }
}

/// A device, and what is kept on it from one search to the next.
pub struct Searcher {
    pub(crate) device: Box<dyn Device>,
    pub(crate) tables: TableStore,
    pub(crate) automata: PackedAutomata,
    pub(crate) buffers: Option<Buffers>,
    /// Whether small boards are packed like large ones.
    pub(crate) wide: bool,
    /// Boards a second that beams did last.
    pub(crate) beam_rate: f64,
}

impl Searcher {
    /// A searcher on this device.
    pub fn new(device: Box<dyn Device>) -> Self {
        Self {
            device,
            tables: TableStore::default(),
            automata: PackedAutomata::default(),
            buffers: None,
            wide: false,
            beam_rate: crate::beam::FIRST_RATE,
        }
    }

    /// The same with boards of up to 25 cells packed like larger ones, so that tests can compare the
    /// kernels of larger boards with known truths.
    #[doc(hidden)]
    #[must_use]
    pub fn with_wide_boards(mut self) -> Self {
        self.wide = true;
        self
    }

    /// The name of the device.
    pub fn name(&self) -> String {
        self.device.name()
    }

    /// Solves a puzzle with one target; `listen` hears of each threshold.
    ///
    /// # Errors
    /// When the device fails, has too little memory, or the tables do not suit the board.
    pub fn solve(
        &mut self,
        puzzle: &Puzzle,
        control: &Control,
        settings: &SearchSettings,
        listen: impl FnMut(&Iteration),
    ) -> Result<Outcome, GpuError> {
        self.solve_from(puzzle, control, settings, Prior::default(), listen)
    }

    /// Solves a puzzle with one target from what is known of it: thresholds and parts that a journal
    /// has are not searched again, and thresholds from the incumbent's length on not at all. `listen`
    /// hears of each threshold that is searched.
    ///
    /// # Errors
    /// As for [`Searcher::solve`], and when the journal fails or contradicts itself.
    pub fn solve_from(
        &mut self,
        puzzle: &Puzzle,
        control: &Control,
        settings: &SearchSettings,
        known: Prior<'_>,
        mut listen: impl FnMut(&Iteration),
    ) -> Result<Outcome, GpuError> {
        let goal = &puzzle.targets()[0];
        let Prior {
            incumbent,
            mut pieces,
        } = known;
        if let Some(incumbent) = &incumbent {
            control.report(&Event::Improved(incumbent.clone()));
        }
        let mut task = SolveState {
            puzzle,
            goal,
            orientation: &Orientation::new(goal, self.wide),
            control,
            settings,
            best: incumbent,
            stats: Stats::default(),
            lower: 0,
            expanded: 0,
            frontier: settings.frontier,
            exhausted: None,
        };
        let stop = match self.deepen(&mut task, pieces.as_mut(), &mut listen) {
            Ok(()) => Stop::Finished,
            Err(GpuError::Stopped(stop)) => stop,
            Err(error) => return Err(error),
        };
        task.stats.time = control.elapsed();
        let outcome = Outcome::new(task.best, task.lower, stop, task.stats);
        Ok(match task.exhausted {
            Some(exhausted) => outcome.with_exhausted(exhausted),
            None => outcome,
        })
    }

    /// Searches threshold after threshold until the best solution is no longer than the next.
    fn deepen(
        &mut self,
        task: &mut SolveState<'_>,
        mut pieces: Option<&mut Pieces<'_>>,
        listen: &mut impl FnMut(&Iteration),
    ) -> Result<(), GpuError> {
        let SolveState {
            puzzle,
            goal,
            orientation,
            control,
            settings,
            ..
        } = *task;
        if puzzle.start() == goal {
            task.stats.generated = 1;
            task.improve(Vec::new())?;
            return Ok(());
        }
        let partitions = self.partitions(orientation, settings)?;
        // Rows of a journal are valid only for the tables and the frontier that they name.
        let is_staged = pieces.is_none() && settings.choose.is_none();
        let mut all_from = (is_staged && partitions.len() > 1 && settings.all_from > 0)
            .then_some(settings.all_from);
        let first = match all_from {
            Some(_) => &partitions[..1],
            None => &partitions[..],
        };
        let mut ready = self.ready(orientation, first, &partitions, (settings, control))?;
        task.stats.peak_bytes = self.tables.bytes();
        self.reserve(settings, orientation.width)?;
        let start = orientation.pack(puzzle.start(), goal);
        let mut values = self.values(&ready, &[start])?;
        let mut threshold = first_threshold(&values, ready.width);
        let mut rows = task.rows(pieces.as_deref_mut(), &ready)?;
        let mut searched: Vec<(u32, u64)> = Vec::new();
        let mut choose = settings.choose.as_ref();
        let mut incumbents = Incumbents::default();
        // If no threshold was exhausted, the tables alone prove that no solution is shorter.
        task.exhausted = Some(Exhausted {
            bound: threshold.saturating_sub(1),
            nodes: 0,
            tables: self.titles(&ready),
        });
        loop {
            if task.raise(threshold) {
                return Ok(());
            }
            let recorded = rows.as_ref().and_then(|r| r.ledger.exhausted(threshold));
            let iteration = if let Some(counts) = recorded {
                let iteration = Iteration::recorded(threshold, counts);
                task.count(&iteration);
                listen(&iteration);
                iteration
            } else {
                check(control)?;
                let children = expected_children(&searched);
                self.look_for_incumbent(&mut incumbents, children, threshold, task)?;
                if task.raise(threshold) {
                    return Ok(());
                }
                task.frontier = match &rows {
                    Some(_) => settings.frontier,
                    None => forecast::frontier(children, settings),
                };
                let item = at_threshold(start, &values, threshold, ready.width)?;
                let mut iteration = Iteration {
                    threshold,
                    ..Iteration::default()
                };
                let found = self.iterate(&ready, item, task, rows.as_mut(), &mut iteration);
                iteration.ended = match &found {
                    Ok(Found::Nothing) => Ended::Exhausted,
                    Ok(Found::Moves(_) | Found::Elsewhere(_)) => Ended::Solved,
                    Err(_) => Ended::Stopped,
                };
                task.count(&iteration);
                listen(&iteration);
                if let Some(moves) = task.keep(found?, &iteration, rows.as_mut())? {
                    return task.improve(moves);
                }
                iteration
            };
            let generated = iteration.generated;
            searched.push((threshold, generated));
            task.exhaust(threshold);
            if let Some(rows) = &mut rows {
                rows.after(generated);
            }
            // A child's f is that of its parent or two more, so the least f cut off is this.
            threshold += 2;
            let next = if let Some(choose) = choose.take_if(|choose| generated >= choose.after) {
                let trial = Trial {
                    start,
                    searched: &searched,
                };
                Some(self.choose(choose, &partitions, &trial, task)?)
            } else {
                let children = expected_children(&searched);
                all_from
                    .take_if(|from| children >= *from)
                    .map(|_| partitions.clone())
            };
            let Some(next) = next else {
                continue;
            };
            ready = match self.ready(orientation, &next, &partitions, (settings, control)) {
                // The tables in use do as well, if more slowly.
                Err(GpuError::Memory { .. }) => continue,
                ready => ready?,
            };
            values = self.values(&ready, &[start])?;
            // What was exhausted with other tables stays so, and rests on them.
            task.rests_on(self.titles(&ready));
            task.stats.peak_bytes = self.tables.bytes();
            drop(rows);
            rows = task.rows(pieces.as_deref_mut(), &ready)?;
            if let Some(rows) = &mut rows {
                rows.after(generated);
            }
            if first_threshold(&values, ready.width) > threshold {
                threshold = first_threshold(&values, ready.width);
                task.exhaust(threshold - 1);
            }
        }
    }

    /// Bytes of the tables on the device.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.tables.bytes()
    }
}

/// Prior knowledge about a puzzle, and the journal for more.
#[derive(Default)]
pub struct Prior<'a> {
    /// A solution: the search only has to find a shorter one or exhaust all thresholds below.
    pub incumbent: Option<Solution>,
    /// Where finished thresholds and parts are kept, if they are.
    pub pieces: Option<Pieces<'a>>,
}

/// One solve: what is searched, and what was found so far.
pub(crate) struct SolveState<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) goal: &'a Board,
    pub(crate) orientation: &'a Orientation,
    pub(crate) control: &'a Control,
    pub(crate) settings: &'a SearchSettings,
    pub(crate) best: Option<Solution>,
    pub(crate) stats: Stats,
    lower: u32,
    /// Nodes expanded by the thresholds alone.
    expanded: u64,
    /// Boards of the last breadth-first layer of this threshold, at most.
    pub(crate) frontier: usize,
    exhausted: Option<Exhausted>,
}

impl SolveState<'_> {
    /// The rows that a journal has of this solve with these tables; solutions among them are
    /// replayed.
    fn rows<'p, 'j>(
        &mut self,
        pieces: Option<&'p mut Pieces<'j>>,
        ready: &DeviceRules,
    ) -> Result<Option<Rows<'j, 'p>>, GpuError> {
        let Some(pieces) = pieces else {
            return Ok(None);
        };
        let (method, frontier) = (&ready.method, self.settings.frontier);
        let method = format!("gpu-ida {method} frontier={frontier}");
        let rows = Rows::new(pieces, self.puzzle, method)?;
        if let Some((_, moves)) = rows.ledger.solved() {
            let solution =
                Solution::check(self.puzzle, moves.to_vec()).map_err(|e| pieces::failed(&e))?;
            let shorter = |best: &Solution| solution.len() < best.len();
            if self.best.as_ref().is_none_or(shorter) {
                self.best = Some(solution);
            }
        }
        Ok(Some(rows))
    }

    /// Counts the nodes of a threshold.
    fn count(&mut self, iteration: &Iteration) {
        self.expanded += iteration.expanded;
        self.stats.expanded += iteration.expanded;
        self.stats.generated += iteration.generated;
        self.stats.peak_open = self.stats.peak_open.max(iteration.frontier);
    }

    /// Keeps what a threshold gave in the journal; gives the moves of a solution.
    fn keep(
        &self,
        found: Found,
        iteration: &Iteration,
        rows: Option<&mut Rows<'_, '_>>,
    ) -> Result<Option<Vec<Move>>, GpuError> {
        let (record, moves) = match found {
            Found::Nothing => (Record::Exhausted, None),
            Found::Moves(moves) => {
                let moves = self.orientation.moves(self.puzzle.start(), &moves);
                (Record::Solved(moves.clone()), Some(moves))
            }
            Found::Elsewhere(moves) => return Ok(Some(moves)),
        };
        if let Some(rows) = rows {
            rows.append(iteration.threshold, record, iteration.counts())?;
        }
        Ok(moves)
    }

    /// Raises the lower bound; returns whether the incumbent is no longer.
    fn raise(&mut self, threshold: u32) -> bool {
        let best = self.best.as_ref().map_or(u32::MAX, Solution::len);
        let lower = threshold.min(best);
        if lower > self.lower {
            self.lower = lower;
            self.control.report(&Event::LowerBound(lower));
        }
        best <= threshold
    }

    /// A solution within the threshold.
    pub(crate) fn improve(&mut self, moves: Vec<Move>) -> Result<(), GpuError> {
        let solution = Solution::check(self.puzzle, moves).map_err(|error| GpuError::Failed {
            call: "search",
            reason: format!("its moves do not solve the puzzle: {error}"),
        })?;
        self.control.report(&Event::Improved(solution.clone()));
        self.best = Some(solution);
        Ok(())
    }

    /// There is no solution of this many moves or fewer.
    fn exhaust(&mut self, bound: u32) {
        if let Some(proof) = &mut self.exhausted {
            (proof.bound, proof.nodes) = (bound, self.expanded);
        }
    }

    fn rests_on(&mut self, tables: Vec<String>) {
        if let Some(proof) = &mut self.exhausted {
            for table in tables {
                if !proof.tables.contains(&table) {
                    proof.tables.push(table);
                }
            }
        }
    }
}

pub(crate) fn check(control: &Control) -> Result<(), GpuError> {
    match control.check() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(stop) => Err(GpuError::Stopped(stop)),
    }
}
