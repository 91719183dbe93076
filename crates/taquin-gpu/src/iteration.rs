//! One threshold: layers of boards at the same depth made one from the other, every board once, as
//! long as they fit; below the last of them the search goes depth-first.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use taquin_core::parts::{Counts, Part, Record};
use taquin_core::{Control, Move};

use crate::device::{GpuError, LaunchConfig, read_one};
use crate::device_rules::DeviceRules;
use crate::pieces::{self, Rows, Split, part_count, parts, split, unsplit};
use crate::searcher::{Searcher, SolveState, check};
use crate::wire::{CLASSES, DEEPEST, Expand, Item, Report, Search, Sort};

/// The result of one threshold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Iteration {
    /// The threshold.
    pub threshold: u32,
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made.
    pub generated: u64,
    /// Breadth-first layers.
    pub layers: u32,
    /// Boards in the last layer.
    pub frontier: u64,
    /// Launches of the depth-first search.
    pub launches: u32,
    /// Seconds, breadth-first and depth-first.
    pub seconds: [f64; 2],
    /// Parts of the depth-first search: those searched here, and those that the journal had, whose
    /// nodes are counted too.
    pub parts: [u32; 2],
    /// Seconds that the parts of the journal took.
    pub seconds_before: f64,
    /// The way it ended.
    pub ended: Ended,
}

/// How the search of a threshold ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ended {
    /// It was stopped.
    #[default]
    Stopped,
    /// It holds no solution.
    Exhausted,
    /// It holds no solution, as the journal says; it was not searched again.
    Recorded,
    /// It holds a solution.
    Solved,
}

impl Iteration {
    /// A threshold that the journal has.
    pub(crate) fn recorded(threshold: u32, counts: Counts) -> Self {
        Self {
            threshold,
            expanded: counts.expanded,
            generated: counts.generated,
            seconds_before: counts.time.as_secs_f64(),
            ended: Ended::Recorded,
            ..Self::default()
        }
    }

    /// Nodes and time as a row of a journal has them.
    pub(crate) fn counts(&self) -> Counts {
        let seconds = self.seconds.iter().sum::<f64>() + self.seconds_before;
        pieces::counts(self.expanded, self.generated, seconds)
    }
}

/// The findings of the search of a threshold.
pub(crate) enum Found {
    /// Nothing: the threshold is exhausted.
    Nothing,
    /// A solution, as moves of the blank on the turned board.
    Moves(Vec<u8>),
    /// A solution of another process that shares the journal.
    Elsewhere(Vec<Move>),
}

/// The last breadth-first layer: which of the two buffers it is in, its boards, and where the parents
/// of each layer begin.
struct Layer {
    side: usize,
    count: usize,
    parents: Vec<usize>,
}

impl Searcher {
    /// Searches all boards with f up to a threshold.
    pub(crate) fn iterate(
        &mut self,
        ready: &DeviceRules,
        start: Item,
        task: &SolveState<'_>,
        rows: Option<&mut Rows<'_, '_>>,
        iteration: &mut Iteration,
    ) -> Result<Found, GpuError> {
        let control = task.control;
        let buffers = self.buffers.as_ref().expect("reserved before");
        let device = &*self.device;
        let began = control.elapsed();
        device.write(
            &buffers.items[0],
            0,
            bytemuck::cast_slice(&ready.width.items(&[start])),
        )?;
        let mut count = 1_usize;
        let mut side = 0;
        // Where each layer's parents begin; the start has none.
        let mut layers: Vec<usize> = Vec::new();
        let mut used = 0;
        // A board has at most three children that are not its parents, on average fewer than 2.5
        // that the threshold leaves; a layer that might not fit is not begun.
        let capacity = task.frontier.min(buffers.capacity);
        while count > 0 && count * 5 / 2 + 8 <= capacity {
            check(control)?;
            let room = (count * 3 + 8).min(capacity);
            if 4 * (used + room) > buffers.parents.bytes {
                break;
            }
            let hashes = (2 * room).next_power_of_two();
            device.clear(&buffers.doubles, 0, 4 * hashes)?;
            device.clear(&buffers.report, 0, size_of::<Report>())?;
            let parameters = Expand {
                rules: ready.address.address,
                items: buffers.items[side].address,
                out: buffers.items[1 - side].address,
                parents: buffers.parents.address + 4 * used as u64,
                doubles: buffers.doubles.address,
                report: buffers.report.address,
                count: count as u32,
                capacity: room as u32,
                hash_mask: (hashes - 1) as u32,
                unused: 0,
            };
            let kernel = ready.kernel("expand");
            let grid = self.grid(ready, count);
            device.launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
            let report: Report = read_one(device, &buffers.report, 0)?;
            iteration.expanded += report.expanded;
            iteration.generated += report.generated;
            if let ControlFlow::Break(stop) = control.spend(report.expanded) {
                return Err(GpuError::Stopped(stop));
            }
            if report.found != 0 {
                let mut moves = self.way(&layers, report.origin)?;
                moves.push(report.moves[0] as u8);
                return Ok(Found::Moves(moves));
            }
            if report.written as usize > room {
                // It did not fit: its parents are the frontier, and are expanded again there.
                iteration.expanded -= report.expanded;
                iteration.generated -= report.generated;
                break;
            }
            layers.push(used);
            iteration.layers += 1;
            used += report.written as usize;
            count = report.written as usize;
            side = 1 - side;
            iteration.frontier = u64::from(report.written - report.doubles);
        }
        iteration.seconds[0] = since(control, began);
        if count == 0 {
            return Ok(Found::Nothing);
        }
        not_too_deep(iteration)?;
        let layer = Layer {
            side,
            count,
            parents: layers,
        };
        match rows {
            None => {
                let first = self.sort(ready, &layer, &unsplit())?;
                let all = 0..first[CLASSES];
                self.descend(ready, &layer, all, task, iteration)
            }
            Some(rows) => self.in_parts(ready, &layer, task, rows, iteration),
        }
    }

    /// Depth-first below the boards of the last layer, part after part; those that the journal has
    /// are only counted.
    fn in_parts(
        &self,
        ready: &DeviceRules,
        layer: &Layer,
        task: &SolveState<'_>,
        rows: &mut Rows<'_, '_>,
        iteration: &mut Iteration,
    ) -> Result<Found, GpuError> {
        let boards = self.sort(ready, layer, &unsplit())?;
        let boards: Vec<u32> = boards.windows(2).map(|w| (w[1] - w[0]) as u32).collect();
        let split = split(&boards, rows.wanted);
        let first = self.sort(ready, layer, &split)?;
        let parts: Vec<Part> = parts(&split, iteration.layers).collect();
        let threshold = iteration.threshold;
        for number in rows.order(parts.len()) {
            let roots = first[number]..first[number + 1];
            if roots.is_empty() {
                continue;
            }
            if let Some(counts) = rows.part(threshold, parts[number])? {
                iteration.expanded += counts.expanded;
                iteration.generated += counts.generated;
                iteration.seconds_before += counts.time.as_secs_f64();
                iteration.parts[1] += 1;
                continue;
            }
            if let Some(moves) = rows.solution_within(threshold) {
                return Ok(Found::Elsewhere(moves));
            }
            let before = iteration.clone();
            let found = self.descend(ready, layer, roots, task, iteration)?;
            let Found::Nothing = found else {
                return Ok(found);
            };
            iteration.parts[0] += 1;
            let counts = pieces::counts(
                iteration.expanded - before.expanded,
                iteration.generated - before.generated,
                iteration.seconds[1] - before.seconds[1],
            );
            rows.append(threshold, Record::Part(parts[number]), counts)?;
        }
        Ok(Found::Nothing)
    }

    /// Depth-first below some boards of the last layer, given by their places in its order.
    fn descend(
        &self,
        ready: &DeviceRules,
        layer: &Layer,
        roots: Range<usize>,
        task: &SolveState<'_>,
        iteration: &mut Iteration,
    ) -> Result<Found, GpuError> {
        let began = task.control.elapsed();
        let found = self.launches(ready, layer, roots, task, iteration);
        iteration.seconds[1] += since(task.control, began);
        match found? {
            None => Ok(Found::Nothing),
            Some(report) => {
                let mut moves = self.way(&layer.parents, report.origin)?;
                moves.extend(unpacked(&report.moves, report.length));
                Ok(Found::Moves(moves))
            }
        }
    }

    fn launches(
        &self,
        ready: &DeviceRules,
        layer: &Layer,
        roots: Range<usize>,
        task: &SolveState<'_>,
        iteration: &mut Iteration,
    ) -> Result<Option<Report>, GpuError> {
        let SolveState {
            settings, control, ..
        } = *task;
        let buffers = self.buffers.as_ref().expect("reserved before");
        let device = &*self.device;
        let mut taken = roots.start;
        let mut pool_count = 0;
        let mut pool = 0;
        let kernel = ready.kernel("search");
        while pool_count > 0 || taken < roots.end {
            check(control)?;
            device.clear(&buffers.report, 0, size_of::<Report>())?;
            let parameters = Search {
                rules: ready.address.address,
                pool: buffers.pool[pool].address,
                paths: buffers.paths[pool].address,
                frontier: buffers.items[layer.side].address,
                order: buffers.order.address + 4 * taken as u64,
                rest: buffers.pool[1 - pool].address,
                rest_paths: buffers.paths[1 - pool].address,
                report: buffers.report.address,
                pool_count: pool_count as u32,
                frontier_count: (roots.end - taken) as u32,
                capacity: buffers.pool_capacity as u32,
                nodes: buffers.nodes_of_a_launch(pool_count, settings),
                patience: settings.patience,
                together: settings.refill.packed(),
            };
            let grid = self.grid(ready, usize::MAX);
            device.launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
            let report: Report = read_one(device, &buffers.report, 0)?;
            iteration.launches += 1;
            iteration.expanded += report.expanded;
            iteration.generated += report.generated;
            if report.found != 0 {
                return Ok(Some(report));
            }
            if let ControlFlow::Break(stop) = control.spend(report.expanded) {
                return Err(GpuError::Stopped(stop));
            }
            let next = report.next as usize;
            taken = (taken + next.saturating_sub(pool_count)).min(roots.end);
            pool_count = buffers.rejoin(device, &report, pool_count, pool)?;
            pool = 1 - pool;
        }
        Ok(None)
    }

    /// Puts the live boards of a layer in order, part by part; gives where each part begins, and at
    /// last their number.
    fn sort(
        &self,
        ready: &DeviceRules,
        layer: &Layer,
        split: &Split,
    ) -> Result<Vec<usize>, GpuError> {
        let buffers = self.buffers.as_ref().expect("reserved before");
        let device = &*self.device;
        let parts = part_count(split);
        let parameters = Sort {
            items: buffers.items[layer.side].address,
            order: buffers.order.address,
            counts: buffers.counts.address,
            parts: buffers.parts.address,
            count: layer.count as u32,
            sums: ready.sums as u32,
            part_count: parts as u32,
            unused: 0,
        };
        let grid = LaunchConfig {
            shared: 4 * 2 * parts as u32,
            ..self.grid(ready, layer.count)
        };
        device.write(&buffers.parts, 0, bytemuck::cast_slice(split))?;
        device.clear(&buffers.counts, 0, 4 * parts)?;
        device.launch(
            &ready.width.kernel("sort_count"),
            grid,
            bytemuck::bytes_of(&parameters),
        )?;
        let mut counts = vec![0_u32; parts];
        device.read(&buffers.counts, 0, bytemuck::cast_slice_mut(&mut counts))?;
        let mut first = vec![0];
        for count in &mut counts {
            let begin = first[first.len() - 1];
            first.push(begin + *count as usize);
            *count = begin as u32;
        }
        device.write(&buffers.counts, 0, bytemuck::cast_slice(&counts))?;
        device.launch(
            &ready.width.kernel("sort_place"),
            grid,
            bytemuck::bytes_of(&parameters),
        )?;
        Ok(first)
    }

    /// The moves from the start to a board of the last layer.
    fn way(&self, layers: &[usize], origin: u32) -> Result<Vec<u8>, GpuError> {
        let buffers = self.buffers.as_ref().expect("reserved before");
        let mut at = origin;
        let mut moves = Vec::new();
        for &layer in layers.iter().rev() {
            let parent: u32 = read_one(&*self.device, &buffers.parents, layer + at as usize)?;
            moves.push((parent & 3) as u8);
            at = parent >> 2;
        }
        moves.reverse();
        Ok(moves)
    }
}

/// The moves below the last layer that a thread's stack has room for.
fn not_too_deep(iteration: &Iteration) -> Result<(), GpuError> {
    let Iteration {
        threshold, layers, ..
    } = *iteration;
    if threshold - layers > DEEPEST as u32 {
        return Err(GpuError::Tables(format!(
            "a solution has {threshold} moves or more, and below the {layers} breadth-first layers \
             that fit the GPU goes at most {DEEPEST} moves deep"
        )));
    }
    Ok(())
}

/// Moves of the blank, two bits each.
pub(crate) fn unpacked(moves: &[u64], length: u32) -> impl Iterator<Item = u8> {
    (0..length as usize).map(|i| (moves[i / 32] >> (2 * (i % 32)) & 3) as u8)
}

/// Seconds of the control's clock since a moment.
fn since(control: &Control, began: Duration) -> f64 {
    control.elapsed().saturating_sub(began).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_deeper_than_a_stack_are_refused() {
        let at = |threshold, layers| Iteration {
            threshold,
            layers,
            ..Iteration::default()
        };
        assert_eq!(not_too_deep(&at(172, 12)), Ok(()));
        let refused = not_too_deep(&at(174, 12)).unwrap_err().to_string();
        assert!(
            refused.starts_with("a solution has 174 moves or more"),
            "{refused}"
        );
    }
}
