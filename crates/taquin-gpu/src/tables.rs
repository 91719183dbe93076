//! Tables on the device, built there and kept.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_core::Control;

use crate::device::{Device, GpuError, Grid, Memory, read_one, upload, zeros};
use crate::layout::{DeviceLayout, Layout, Shape, binomials};
use crate::wire::{Level, ROW_WORK};

/// A pattern: the tiles' places in the goal, ascending, on a board with the blank's in some cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pattern {
    pub(crate) shape: Shape,
    pub(crate) blank: usize,
    pub(crate) homes: Vec<u8>,
}

/// All layouts and tables that a device holds.
#[derive(Default)]
pub(crate) struct TableStore {
    layouts: HashMap<(Shape, usize), Arc<DeviceLayout>>,
    tables: HashMap<Pattern, Arc<Table>>,
}

/// A finished table.
pub(crate) struct Table {
    pub(crate) memory: Memory,
    /// How many states have each value.
    pub(crate) histogram: Vec<u64>,
}

impl TableStore {
    pub(crate) fn layout(
        &mut self,
        device: &dyn Device,
        shape: Shape,
        tiles: usize,
    ) -> Result<Arc<DeviceLayout>, GpuError> {
        if let Some(layout) = self.layouts.get(&(shape, tiles)) {
            return Ok(layout.clone());
        }
        let layout = DeviceLayout::new(device, Layout::new(shape, tiles))?;
        let layout = Arc::new(layout);
        self.layouts.insert((shape, tiles), layout.clone());
        Ok(layout)
    }

    /// The tables of these patterns, those built that are missing. Others are given back.
    pub(crate) fn get(
        &mut self,
        device: &dyn Device,
        patterns: &[Pattern],
        control: &Control,
    ) -> Result<Vec<Arc<Table>>, GpuError> {
        self.tables.retain(|pattern, _| patterns.contains(pattern));
        for (i, pattern) in patterns.iter().enumerate() {
            if self.tables.contains_key(pattern) || patterns[..i].contains(pattern) {
                continue;
            }
            let layout = self.layout(device, pattern.shape, pattern.homes.len())?;
            let table = build(device, &layout, pattern, control)?;
            self.tables.insert(pattern.clone(), Arc::new(table));
        }
        Ok(patterns
            .iter()
            .map(|pattern| self.tables[pattern].clone())
            .collect())
    }

    /// Bytes of the tables held.
    pub(crate) fn bytes(&self) -> u64 {
        self.tables
            .values()
            .map(|table| table.memory.bytes as u64)
            .sum()
    }
}

/// Builds a table, level by level: even and odd rows take turns.
pub(crate) fn build(
    device: &dyn Device,
    layout: &DeviceLayout,
    pattern: &Pattern,
    control: &Control,
) -> Result<Table, GpuError> {
    let rows = &layout.layout;
    let bits = zeros(device, rows.bytes())?;
    let seen = zeros(device, rows.bytes())?;
    let fresh = zeros(device, rows.bytes())?;
    let active = zeros(device, rows.rows())?;
    let cells = upload(device, &rows.cells)?;
    let regions = upload(device, &rows.regions)?;
    let moved = upload(device, &rows.moved())?;
    let binomial = upload(device, &binomials())?;
    let at = upload(device, &[layout.at()])?;
    let found = zeros(device, 8 * 256)?;

    let set: u32 = pattern.homes.iter().map(|&home| 1 << home).sum();
    let goal = rows
        .cells
        .iter()
        .zip(&rows.regions)
        .position(|(&cells, &region)| cells == set && region >> pattern.blank & 1 == 1)
        .expect("the goal's row is one of all rows");
    // The tiles are numbered along their homes: their order is the first, bit 0 of its row.
    let first = 4 * rows.words * goal;
    device.write(&seen, first, &[1])?;
    device.write(&fresh, first, &[1])?;
    device.write(&active, goal, &[1])?;

    let threads = (rows.words as u32)
        .next_multiple_of(32)
        .min(256)
        .min(device.threads());
    let grid = Grid {
        blocks: device.processors() * (2048 / threads).min(24),
        threads,
        shared: (ROW_WORK.next_multiple_of(16) + 4 * rows.words) as u32,
    };
    let mut odd = goal >= rows.even;
    let mut histogram = vec![1];
    for level in 1..=254_u32 {
        if let ControlFlow::Break(stop) = control.check() {
            return Err(GpuError::Stopped(stop));
        }
        odd = !odd;
        let (first, last) = if odd {
            (rows.even, rows.rows())
        } else {
            (0, rows.even)
        };
        let parameters = Level {
            layout: at.address,
            binomial: binomial.address,
            cells: cells.address,
            regions: regions.address,
            moved: moved.address,
            seen: seen.address,
            fresh: fresh.address,
            bits: bits.address,
            active: active.address,
            found: found.address + 8 * u64::from(level),
            first: first as u32,
            last: last as u32,
            second: level >> 1 & 1,
            rows: pattern.shape.rows as u32,
            cols: pattern.shape.cols as u32,
            orders: rows.orders as u32,
        };
        device.launch("level", grid, bytemuck::bytes_of(&parameters))?;
        let count: u64 = read_one(device, &found, level as usize)?;
        if count == 0 {
            return Ok(Table {
                memory: bits,
                histogram,
            });
        }
        histogram.push(count);
    }
    Err(GpuError::Tables(format!(
        "a table of {} tiles has values above 254",
        pattern.homes.len()
    )))
}
