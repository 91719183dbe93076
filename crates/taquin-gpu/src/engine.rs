//! IDA\* with its upper part breadth-first, on a device that keeps tables and memory from one search to
//! the next.
//!
//! All boards of an iteration that fit are met once; a threshold whose layers all fit needs no
//! depth-first part.

use std::ops::ControlFlow;

use taquin_core::{Board, Control, Event, Exhausted, Outcome, Puzzle, Solution, Stats, Stop};

use crate::automaton::MakeAutomaton;
use crate::buffers::Buffers;
use crate::choose::{Choose, Trial};
use crate::device::{Device, GpuError};
use crate::frame::{Frame, pack};
use crate::iteration::Iteration;
use crate::sums::Tables;
use crate::tables::TableStore;
use crate::values::{at_threshold, first_threshold};

/// How an engine searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The partitions whose tables are added up; none for those that suit board and device.
    pub tables: Tables,
    /// Other partitions to be tried in place of the first before thresholds that take long.
    pub choose: Option<Choose>,
    /// Which moves may follow which; none to leave out only the way back.
    pub automaton: Option<MakeAutomaton>,
    /// Boards of the last breadth-first layer, at most, doubles counted.
    pub frontier: usize,
    /// Children that a thread looks at in one launch: it bounds the time until a cancel is seen.
    pub nodes: u32,
    /// Children that a thread looks at before it asks whether others have run out of work.
    pub patience: u32,
    /// Threads of a warp, 1 to 32, that wait for each other before they take new boards, and the
    /// rounds they wait at most.
    pub together: (u32, u32),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tables: Tables::default(),
            choose: None,
            automaton: None,
            frontier: 1 << 26,
            nodes: 1 << 15,
            patience: 256,
            together: (8, 16),
        }
    }
}

/// A device, and what is kept on it from one search to the next.
pub struct Engine {
    pub(crate) device: Box<dyn Device>,
    pub(crate) tables: TableStore,
    pub(crate) buffers: Option<Buffers>,
    /// Boards a second that beams did last.
    pub(crate) beam_rate: f64,
}

impl Engine {
    /// An engine on this device.
    pub fn new(device: Box<dyn Device>) -> Self {
        Self {
            device,
            tables: TableStore::default(),
            buffers: None,
            beam_rate: crate::beam::FIRST_RATE,
        }
    }

    /// What the device is called.
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
        settings: &Settings,
        mut listen: impl FnMut(&Iteration),
    ) -> Result<Outcome, GpuError> {
        let goal = &puzzle.targets()[0];
        let frame = Frame::new(goal);
        let mut stats = Stats::default();
        let mut lower = 0;
        let mut exhausted = None;
        let end = self.deepen(
            puzzle,
            goal,
            &frame,
            control,
            settings,
            &mut stats,
            &mut lower,
            &mut exhausted,
            &mut listen,
        );
        let (best, stop) = match end {
            Ok(moves) => {
                let moves = frame.moves(puzzle.start(), &moves);
                let solution = Solution::check(puzzle, moves)
                    .unwrap_or_else(|error| panic!("the GPU's moves do not solve: {error}"));
                control.report(&Event::Improved(solution.clone()));
                (Some(solution), Stop::Finished)
            }
            Err(GpuError::Stopped(stop)) => (None, stop),
            Err(error) => return Err(error),
        };
        stats.time = control.elapsed();
        let outcome = Outcome::new(best, lower, stop, stats);
        Ok(match exhausted {
            Some(exhausted) => outcome.with_exhausted(exhausted),
            None => outcome,
        })
    }

    #[expect(clippy::too_many_arguments, reason = "one search, told in one place")]
    fn deepen(
        &mut self,
        puzzle: &Puzzle,
        goal: &Board,
        frame: &Frame,
        control: &Control,
        settings: &Settings,
        stats: &mut Stats,
        lower: &mut u32,
        exhausted: &mut Option<Exhausted>,
        listen: &mut impl FnMut(&Iteration),
    ) -> Result<Vec<u8>, GpuError> {
        if puzzle.start() == goal {
            stats.generated = 1;
            return Ok(Vec::new());
        }
        let partitions = self.partitions(frame, settings)?;
        let mut ready = self.ready(frame, &partitions, settings, control)?;
        stats.peak_bytes = self.tables.bytes();
        self.reserve(settings)?;
        let start = pack(&frame.tiles(puzzle.start(), goal));
        let mut values = self.values(&ready, &[start])?;
        let mut threshold = first_threshold(&values);
        let mut searched: Vec<(u32, u64)> = Vec::new();
        let mut choose = settings.choose.as_ref();
        // Where nothing is searched in vain, the tables alone tell that no solution is shorter.
        let proof = exhausted.insert(Exhausted {
            bound: threshold.saturating_sub(1),
            nodes: 0,
            tables: self.titles(&ready),
        });
        loop {
            if threshold > *lower {
                *lower = threshold;
                control.report(&Event::LowerBound(threshold));
            }
            let item = at_threshold(start, &values, threshold)?;
            let mut iteration = Iteration {
                threshold,
                ..Iteration::default()
            };
            let found = self.iterate(&ready, item, settings, control, &mut iteration);
            stats.expanded += iteration.expanded;
            stats.generated += iteration.generated;
            stats.peak_open = stats.peak_open.max(iteration.frontier);
            listen(&iteration);
            if let Some(moves) = found? {
                return Ok(moves);
            }
            (proof.bound, proof.nodes) = (threshold, stats.expanded);
            // A child's f is that of its parent or two more, so the least f cut off is this.
            threshold += 2;
            searched.push((iteration.threshold, iteration.generated));
            if let Some(choose) = choose.take_if(|choose| iteration.generated >= choose.after) {
                let trial = Trial {
                    frame,
                    start,
                    settings,
                    control,
                    searched: &searched,
                };
                let chosen = self.choose(choose, &partitions, &trial, stats)?;
                ready = self.ready(frame, &chosen, settings, control)?;
                values = self.values(&ready, &[start])?;
                // What was exhausted with other tables stays so, and rests on them.
                let more = self.titles(&ready).into_iter();
                let more: Vec<String> =
                    more.filter(|title| !proof.tables.contains(title)).collect();
                proof.tables.extend(more);
                if first_threshold(&values) > threshold {
                    threshold = first_threshold(&values);
                    proof.bound = threshold - 1;
                }
            }
        }
    }

    /// Bytes of the tables on the device.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.tables.bytes()
    }
}

pub(crate) fn check(control: &Control) -> Result<(), GpuError> {
    match control.check() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(stop) => Err(GpuError::Stopped(stop)),
    }
}
