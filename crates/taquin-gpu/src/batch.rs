//! Many boards at once: one to a thread, thresholds one after the other.
//!
//! A board takes some ten thousand children on average and some a hundred times as many, so hard ones
//! would keep a few threads busy long after the others. They are put off: each pass allows more
//! children a board than the one before, and what is left after the last is solved board by board.

use std::ops::ControlFlow;

use taquin_core::{Control, Puzzle, Solution};

use crate::device::{GpuError, read_one, upload, zeros};
use crate::engine::{Engine, Settings, at_threshold, check, first_threshold, unpacked};
use crate::frame::{Frame, pack};
use crate::wire::{Batch, Item, PATTERNS, Path, Report};

/// Children a board that each pass allows.
const PASSES: [u32; 3] = [1 << 17, 1 << 20, 1 << 23];

/// Boards on the device at a time.
const CHUNK: usize = 1 << 20;

/// Shortest solutions of many boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// One for each board, in their order.
    pub solutions: Vec<Solution>,
    /// Nodes whose children were made, for all boards together.
    pub expanded: u64,
    /// Children made.
    pub generated: u64,
}

impl Engine {
    /// Solves boards of one size with one target, the same for all: a shortest solution of each.
    ///
    /// # Errors
    /// When the device fails, the boards differ in their target, the tables do not suit them, or the
    /// caller stops it.
    pub fn batch(
        &mut self,
        puzzles: &[Puzzle],
        control: &Control,
        settings: &Settings,
    ) -> Result<Solved, GpuError> {
        let Some(first) = puzzles.first() else {
            return Ok(Solved::default());
        };
        if puzzles.iter().any(|p| p.targets() != first.targets()) || first.targets().len() != 1 {
            let reason = "boards of a batch must have one target, the same for all";
            return Err(GpuError::Tables(reason.to_owned()));
        }
        let mut solved = Solved::default();
        for puzzles in puzzles.chunks(CHUNK) {
            self.chunk(puzzles, control, settings, &mut solved)?;
        }
        Ok(solved)
    }

    fn chunk(
        &mut self,
        puzzles: &[Puzzle],
        control: &Control,
        settings: &Settings,
        solved: &mut Solved,
    ) -> Result<(), GpuError> {
        let goal = &puzzles[0].targets()[0];
        let frame = Frame::new(goal);
        let ready = self.ready(&frame, settings, control)?;
        let boards: Vec<Item> = puzzles
            .iter()
            .map(|puzzle| pack(&frame.tiles(puzzle.start(), goal)))
            .collect();
        let values = self.values(&ready, &boards)?;
        let items = boards
            .iter()
            .zip(values.chunks(ready.sums * PATTERNS))
            .map(|(&board, values)| at_threshold(board, values, first_threshold(values)))
            .collect::<Result<Vec<_>, _>>()?;
        let device = &*self.device;
        let on_device = upload(device, &items)?;
        let paths_at = zeros(device, size_of::<Path>() * items.len())?;
        let report_at = zeros(device, size_of::<Report>())?;
        let mut paths = vec![Path::default(); items.len()];
        // A board that is solved has nothing to do.
        let is_open = |&i: &u32| puzzles[i as usize].start() != goal;
        let mut open: Vec<u32> = (0..items.len() as u32).filter(is_open).collect();
        for nodes in PASSES {
            check(control)?;
            if open.is_empty() {
                break;
            }
            let order = upload(device, &open)?;
            device.clear(&report_at, 0, size_of::<Report>())?;
            let parameters = Batch {
                rules: ready.address.address,
                items: on_device.address,
                order: order.address,
                paths: paths_at.address,
                report: report_at.address,
                count: open.len() as u32,
                nodes,
            };
            let kernel = format!("batch_{}", ready.kernels);
            let grid = self.grid(&ready, open.len());
            device.launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
            let report: Report = read_one(device, &report_at, 0)?;
            solved.expanded += report.expanded;
            solved.generated += report.generated;
            device.read(&paths_at, 0, bytemuck::cast_slice_mut(&mut paths))?;
            if let ControlFlow::Break(stop) = control.spend(report.expanded) {
                return Err(GpuError::Stopped(stop));
            }
            open.retain(|&i| paths[i as usize].length == Path::NO_WAY);
        }
        for (puzzle, path) in puzzles.iter().zip(&paths) {
            let solution = if path.length == Path::NO_WAY {
                let outcome = self.solve(puzzle, control, settings, |_| ())?;
                solved.expanded += outcome.stats.expanded;
                solved.generated += outcome.stats.generated;
                outcome
                    .best()
                    .cloned()
                    .ok_or(GpuError::Stopped(outcome.stop))?
            } else {
                let moves: Vec<u8> = unpacked(&path.moves, path.length).collect();
                let moves = frame.moves(puzzle.start(), &moves);
                Solution::check(puzzle, moves)
                    .unwrap_or_else(|error| panic!("the GPU's moves do not solve: {error}"))
            };
            solved.solutions.push(solution);
        }
        Ok(())
    }
}
