//! Many boards at once: for each threshold all that are open, as the items of one search.
//!
//! A board takes some ten thousand children on average and some a thousand times as many. So a board is
//! no thread's own: pieces of its tree are handed back and dealt out again like those of a single large
//! search, until every open board is searched to its threshold; then all advance to their next ones.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_core::{Control, Exhausted, Outcome, Puzzle, Solution, Stats, Stop};

use crate::device::{DeviceMemory, GpuError, LaunchConfig, read_one, upload};
use crate::device_rules::DeviceRules;
use crate::iteration::unpacked;
use crate::orientation::Orientation;
use crate::parallel::on_all;
use crate::pattern_values::{at_threshold, first_threshold};
use crate::searcher::{SearchSettings, Searcher, check};
use crate::wire::{Batch, DEEPEST, Item, Path, Raise, Report, SLACK_BITS};

/// Boards on the device at a time.
pub(crate) const CHUNK: usize = 1 << 20;

impl Searcher {
    /// Solves boards of one size with one target, the same for all; an outcome for each, in their
    /// order. The control's limits are for all of them together.
    ///
    /// # Errors
    /// When the device fails, the boards differ in their target, or the tables do not suit them.
    pub fn batch(
        &mut self,
        puzzles: &[Puzzle],
        control: &Control,
        settings: &SearchSettings,
    ) -> Result<Vec<Outcome>, GpuError> {
        let searched = self.search_batch(puzzles, control, settings)?;
        let mut outcomes = searched.outcomes(puzzles);
        for (outcome, puzzle) in left_over(&mut outcomes, puzzles) {
            *outcome = self.solve(puzzle, control, settings, |_| ())?;
        }
        Ok(outcomes)
    }

    /// The part of [`batch`](Self::batch) that needs the device: the rest can run while others use
    /// it.
    pub(crate) fn search_batch(
        &mut self,
        puzzles: &[Puzzle],
        control: &Control,
        settings: &SearchSettings,
    ) -> Result<SearchedBatch, GpuError> {
        let Some(first) = puzzles.first() else {
            return Ok(SearchedBatch::Complete(Vec::new()));
        };
        if puzzles.iter().any(|p| p.targets() != first.targets()) || first.targets().len() != 1 {
            let reason = "boards of a batch must have one target, the same for all";
            return Err(GpuError::Tables(reason.to_owned()));
        }
        let orientation = Orientation::new(&first.targets()[0], self.wide);
        let partitions = self.partitions(&orientation, settings)?;
        let ready = match self.ready(&orientation, &partitions, &partitions, (settings, control)) {
            Err(GpuError::Stopped(stop)) => {
                let nothing = |_| Outcome::new(None, 0, stop, Stats::default());
                let nothing = puzzles.iter().map(nothing).collect();
                return Ok(SearchedBatch::Complete(nothing));
            }
            ready => ready?,
        };
        if !ready.batches {
            let solve = |puzzle| self.solve(puzzle, control, settings, |_| ());
            let solved: Result<_, _> = puzzles.iter().map(solve).collect();
            return solved.map(SearchedBatch::Complete);
        }
        let capacity = self.reserve(settings, orientation.width)?.pool_capacity;
        let chunks = puzzles.chunks(CHUNK.min(capacity / 2));
        let chunks = chunks
            .map(|puzzles| self.chunk(puzzles, &orientation, &ready, control, settings))
            .collect::<Result<_, _>>()?;
        Ok(SearchedBatch::Raw {
            orientation,
            chunks,
            bytes: self.table_bytes(),
            tables: self.titles(&ready),
        })
    }

    fn chunk(
        &self,
        puzzles: &[Puzzle],
        orientation: &Orientation,
        ready: &DeviceRules,
        control: &Control,
        settings: &SearchSettings,
    ) -> Result<SearchedChunk, GpuError> {
        let goal = &puzzles[0].targets()[0];
        let began = control.elapsed();
        let boards = on_all(puzzles, |_, p| orientation.pack(p.start(), goal));
        let values = self.values(ready, &boards)?;
        let values: Vec<&[u8]> = values.chunks(ready.sums * ready.width.patterns).collect();
        let first = on_all(&values, |_, values| first_threshold(values, ready.width));
        let items = on_all(&boards, |i, &board| {
            at_threshold(board, values[i], first[i], ready.width)
        });
        let items = items.into_iter().collect::<Result<Vec<Item>, _>>()?;
        let mut ways: Vec<Path> = on_all(puzzles, |_, puzzle| Path {
            // A board that is solved has nothing to do.
            origin: u32::from(puzzle.start() == goal) * Path::SOLVED,
            ..Path::default()
        });
        let mut counts = vec![[0_u64; 2]; puzzles.len()];
        let device = &*self.device;
        let on_device = OnDevice {
            items: upload(device, &ready.width.items(&items))?,
            ways: upload(device, &ways)?,
            counts: upload(device, &counts)?,
        };
        let (rounds, stop) =
            self.rounds(ready, &on_device, most_rounds(&items), control, settings)?;
        device.read(&on_device.ways, 0, bytemuck::cast_slice_mut(&mut ways))?;
        device.read(&on_device.counts, 0, bytemuck::cast_slice_mut(&mut counts))?;
        Ok(SearchedChunk {
            first,
            ways,
            counts,
            rounds,
            stop,
            time: control.elapsed().saturating_sub(began),
        })
    }

    /// Threshold after threshold until no board is open; says how many were searched to their ends,
    /// and why no more.
    fn rounds(
        &self,
        ready: &DeviceRules,
        boards: &OnDevice,
        most: u32,
        control: &Control,
        settings: &SearchSettings,
    ) -> Result<(u32, Stop), GpuError> {
        let buffers = self.buffers.as_ref().expect("reserved before");
        let device = &*self.device;
        let count = boards.items.bytes / ready.width.item_bytes();
        for round in 0..most {
            device.clear(&buffers.report, 0, size_of::<Report>())?;
            let parameters = Raise {
                items: boards.items.address,
                ways: boards.ways.address,
                pool: buffers.pool[0].address,
                paths: buffers.paths[0].address,
                report: buffers.report.address,
                count: count as u32,
                sums: ready.sums as u32,
                round,
                unused: 0,
            };
            let grid = LaunchConfig {
                shared: 0,
                ..self.grid(ready, count)
            };
            device.launch("raise", grid, bytemuck::bytes_of(&parameters))?;
            let report: Report = read_one(device, &buffers.report, 0)?;
            match self.exhaust(ready, boards, report.written as usize, control, settings) {
                Ok(()) if report.written == 0 => break,
                Ok(()) => {}
                Err(GpuError::Stopped(stop)) => return Ok((round, stop)),
                Err(error) => return Err(error),
            }
        }
        Ok((most, Stop::Finished))
    }

    /// Searches all items of the pool to their thresholds.
    fn exhaust(
        &self,
        ready: &DeviceRules,
        boards: &OnDevice,
        count: usize,
        control: &Control,
        settings: &SearchSettings,
    ) -> Result<(), GpuError> {
        let buffers = self.buffers.as_ref().expect("reserved before");
        let device = &*self.device;
        let kernel = ready.kernel("batch");
        let (mut from, mut pool_count) = (0, count);
        while pool_count > 0 {
            check(control)?;
            let to = 1 - from;
            device.clear(&buffers.report, 0, size_of::<Report>())?;
            let parameters = Batch {
                rules: ready.address.address,
                pool: buffers.pool[from].address,
                paths: buffers.paths[from].address,
                rest: buffers.pool[to].address,
                rest_paths: buffers.paths[to].address,
                ways: boards.ways.address,
                counts: boards.counts.address,
                report: buffers.report.address,
                pool_count: pool_count as u32,
                capacity: buffers.pool_capacity as u32,
                nodes: buffers.nodes_of_a_launch(pool_count, settings),
                patience: settings.patience,
                together: settings.refill.packed(),
                unused: 0,
            };
            let grid = self.grid(ready, pool_count);
            device.launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
            let report: Report = read_one(device, &buffers.report, 0)?;
            pool_count = buffers.rejoin(device, &report, pool_count, from)?;
            from = to;
            if let ControlFlow::Break(stop) = control.spend(report.expanded) {
                return Err(GpuError::Stopped(stop));
            }
        }
        Ok(())
    }
}

/// A batch as the device left it.
pub(crate) enum SearchedBatch {
    /// Outcomes that are complete.
    Complete(Vec<Outcome>),
    /// Moves that were not replayed yet.
    Raw {
        orientation: Orientation,
        chunks: Vec<SearchedChunk>,
        /// Bytes of the tables, and their names.
        bytes: u64,
        tables: Vec<String>,
    },
}

/// By board: its first threshold, its moves and its nodes, expanded and generated.
pub(crate) struct SearchedChunk {
    first: Vec<u32>,
    ways: Vec<Path>,
    counts: Vec<[u64; 2]>,
    /// Thresholds that were exhausted for every open board, and why no more.
    rounds: u32,
    stop: Stop,
    time: Duration,
}

impl SearchedBatch {
    /// The outcomes for these boards, the same that were searched; all moves are replayed.
    pub(crate) fn outcomes(self, puzzles: &[Puzzle]) -> Vec<Outcome> {
        let (orientation, chunks, bytes, tables) = match self {
            Self::Complete(outcomes) => return outcomes,
            Self::Raw {
                orientation,
                chunks,
                bytes,
                tables,
            } => (orientation, chunks, bytes, tables),
        };
        let mut outcomes = Vec::with_capacity(puzzles.len());
        for chunk in &chunks {
            let puzzles = &puzzles[outcomes.len()..][..chunk.ways.len()];
            outcomes.extend(on_all(puzzles, |i, puzzle| {
                chunk.outcome(i, puzzle, &orientation, bytes, &tables)
            }));
        }
        outcomes
    }
}

impl SearchedChunk {
    fn outcome(
        &self,
        i: usize,
        puzzle: &Puzzle,
        orientation: &Orientation,
        bytes: u64,
        tables: &[String],
    ) -> Outcome {
        let [expanded, generated] = self.counts[i];
        let stats = Stats {
            expanded,
            generated,
            peak_bytes: bytes,
            time: self.time,
            ..Stats::default()
        };
        let way = &self.ways[i];
        if way.origin != Path::SOLVED {
            // Every threshold before this round is exhausted.
            let bound = self.first[i] + 2 * self.rounds;
            return Outcome::new(None, bound, self.stop, stats);
        }
        let moves: Vec<u8> = unpacked(&way.moves, way.length).collect();
        let moves = orientation.moves(puzzle.start(), &moves);
        let solution = Solution::check(puzzle, moves)
            .unwrap_or_else(|error| panic!("the GPU's moves do not solve: {error}"));
        let length = solution.len();
        let outcome = Outcome::new(Some(solution), length, Stop::Finished, stats);
        match length.checked_sub(1) {
            Some(bound) => outcome.with_exhausted(Exhausted {
                bound,
                nodes: expanded,
                tables: tables.to_vec(),
            }),
            None => outcome,
        }
    }
}

/// Boards whose thresholds are too far above a sum for a batch: the search for single boards has to
/// solve them.
pub(crate) fn left_over<'a>(
    outcomes: &'a mut [Outcome],
    puzzles: &'a [Puzzle],
) -> impl Iterator<Item = (&'a mut Outcome, &'a Puzzle)> {
    outcomes
        .iter_mut()
        .zip(puzzles)
        .filter(|(outcome, _)| outcome.stop == Stop::Finished && outcome.best().is_none())
}

/// The boards of a chunk, their ways and their counts.
struct OnDevice {
    items: DeviceMemory,
    ways: DeviceMemory,
    counts: DeviceMemory,
}

/// How often all slacks can be raised, and all thresholds before they are too deep.
fn most_rounds(items: &[Item]) -> u32 {
    let mask = (1 << SLACK_BITS) - 1;
    let slacks = |item: &Item| (0..6).map(|s| item.slack >> (SLACK_BITS * s) & mask).max();
    let most = items.iter().filter_map(slacks).max().unwrap_or(0);
    let threshold = items.iter().map(|item| item.state >> 16).max().unwrap_or(0);
    let deep = (DEEPEST as u32 + 2).saturating_sub(threshold) / 2;
    deep.min(mask - most + 1)
}
