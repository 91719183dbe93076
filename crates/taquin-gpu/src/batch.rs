//! Many boards at once: for each threshold all that are open, as the items of one search.
//!
//! A board takes some ten thousand children on average and some a thousand times as many. So a board
//! is no thread's own: pieces of its tree are handed back and dealt out again like those of a
//! single large search, until every open board is searched to its threshold; then all go on to their
//! next ones.

use std::ops::ControlFlow;

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
const CHUNK: usize = 1 << 20;

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
        let Some(first) = puzzles.first() else {
            return Ok(Vec::new());
        };
        if puzzles.iter().any(|p| p.targets() != first.targets()) || first.targets().len() != 1 {
            let reason = "boards of a batch must have one target, the same for all";
            return Err(GpuError::Tables(reason.to_owned()));
        }
        let orientation = Orientation::new(&first.targets()[0], self.wide);
        let partitions = self.partitions(&orientation, settings)?;
        let ready = match self.ready(&orientation, &partitions, settings, control) {
            Err(GpuError::Stopped(stop)) => {
                let nothing = |_| Outcome::new(None, 0, stop, Stats::default());
                return Ok(puzzles.iter().map(nothing).collect());
            }
            ready => ready?,
        };
        if !ready.batches {
            let solve = |puzzle| self.solve(puzzle, control, settings, |_| ());
            return puzzles.iter().map(solve).collect();
        }
        let capacity = self.reserve(settings, orientation.width)?.pool_capacity;
        let mut outcomes = Vec::with_capacity(puzzles.len());
        for puzzles in puzzles.chunks(CHUNK.min(capacity / 2)) {
            outcomes.extend(self.chunk(puzzles, &orientation, &ready, control, settings)?);
        }
        Ok(outcomes)
    }

    fn chunk(
        &mut self,
        puzzles: &[Puzzle],
        orientation: &Orientation,
        ready: &DeviceRules,
        control: &Control,
        settings: &SearchSettings,
    ) -> Result<Vec<Outcome>, GpuError> {
        let goal = &puzzles[0].targets()[0];
        let began = control.elapsed();
        let boards = on_all(puzzles, |_, p| orientation.pack(p.start(), goal));
        let values = self.values(ready, &boards)?;
        let values: Vec<&[u8]> = values.chunks(ready.sums * ready.width.patterns).collect();
        let items = boards.iter().zip(&values);
        let items = items
            .map(|(&board, values)| {
                let first = first_threshold(values, ready.width);
                at_threshold(board, values, first, ready.width)
            })
            .collect::<Result<Vec<Item>, _>>()?;
        let mut ways: Vec<Path> = vec![Path::default(); puzzles.len()];
        for (way, puzzle) in ways.iter_mut().zip(puzzles) {
            // A board that is solved has nothing to do.
            way.origin = u32::from(puzzle.start() == goal) * Path::SOLVED;
        }
        let mut counts = vec![[0_u64; 2]; puzzles.len()];
        let device = &*self.device;
        let on_device = OnDevice {
            items: upload(device, &ready.width.items(&items))?,
            ways: upload(device, &ways)?,
            counts: upload(device, &counts)?,
        };
        let (rounds, stop) =
            self.rounds(ready, &on_device, most_rounds(&items), control, settings)?;
        let device = &*self.device;
        device.read(&on_device.ways, 0, bytemuck::cast_slice_mut(&mut ways))?;
        device.read(&on_device.counts, 0, bytemuck::cast_slice_mut(&mut counts))?;
        let (bytes, tables) = (self.table_bytes(), self.titles(ready));
        let time = control.elapsed().saturating_sub(began);
        let outcomes = on_all(puzzles, |i, puzzle| {
            let stats = Stats {
                expanded: counts[i][0],
                generated: counts[i][1],
                peak_bytes: bytes,
                time,
                ..Stats::default()
            };
            if ways[i].origin != Path::SOLVED {
                // Every threshold before this round is exhausted.
                let bound = first_threshold(values[i], ready.width) + 2 * rounds;
                return Outcome::new(None, bound, stop, stats);
            }
            let moves: Vec<u8> = unpacked(&ways[i].moves, ways[i].length).collect();
            let moves = orientation.moves(puzzle.start(), &moves);
            let solution = Solution::check(puzzle, moves)
                .unwrap_or_else(|error| panic!("the GPU's moves do not solve: {error}"));
            let length = solution.len();
            let outcome = Outcome::new(Some(solution), length, Stop::Finished, stats);
            match length.checked_sub(1) {
                Some(bound) => outcome.with_exhausted(Exhausted {
                    bound,
                    nodes: counts[i][0],
                    tables: tables.clone(),
                }),
                None => outcome,
            }
        });
        if stop != Stop::Finished {
            return Ok(outcomes);
        }
        // Thresholds too far above a sum are left to the search for single boards.
        let mut outcomes = outcomes;
        for (outcome, puzzle) in outcomes.iter_mut().zip(puzzles) {
            if outcome.best().is_none() {
                *outcome = self.solve(puzzle, control, settings, |_| ())?;
            }
        }
        Ok(outcomes)
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
