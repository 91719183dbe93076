//! Tables on the device, built there and kept.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, OnceLock};

use taquin_core::{Control, Size};
use taquin_pdb::{TableKind, checksum};

use crate::device::{Device, DeviceMemory, GpuError, LaunchConfig, read_one, upload, zeros};
use crate::layout::{DeviceLayout, Layout, binomials};
use crate::width::Width;
use crate::wire::{Level, ROW_WORK};

/// A pattern: the tiles' places in the goal, ascending, on a board with the blank's in some cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DevicePattern {
    pub(crate) shape: Size,
    pub(crate) width: &'static Width,
    pub(crate) blank: usize,
    pub(crate) homes: Vec<u8>,
}

/// All layouts and tables that a device holds.
#[derive(Default)]
pub(crate) struct TableStore {
    layouts: HashMap<(Size, usize), Arc<DeviceLayout>>,
    tables: HashMap<DevicePattern, Arc<DeviceTable>>,
}

/// A finished table.
pub(crate) struct DeviceTable {
    pub(crate) memory: DeviceMemory,
    /// The checksum of its bytes, once computed.
    checksum: OnceLock<Option<u64>>,
}

/// Bytes of a table up to which it is copied back for its checksum: a fraction of a second.
const CHECKED: usize = 1 << 30;

impl DeviceTable {
    /// The name and contents of the table, as its file would be named. A table that is too large to
    /// be copied back has no checksum.
    pub(crate) fn title(&self, device: &dyn Device, pattern: &DevicePattern) -> String {
        let checksum = self.checksum.get_or_init(|| {
            if self.memory.bytes > CHECKED {
                return None;
            }
            let mut bytes = vec![0; self.memory.bytes];
            let read = device.read(&self.memory, 0, &mut bytes);
            read.ok().map(|()| checksum(&bytes))
        });
        let tiles: Vec<String> = pattern.homes.iter().map(|h| (h + 1).to_string()).collect();
        let (size, blank, tiles, kind) = (
            pattern.shape,
            pattern.blank + 1,
            tiles.join("."),
            TableKind::ZeroAware.name(),
        );
        match checksum {
            Some(sum) => format!("{size}-blank{blank}-{tiles}-{kind} {sum:016x}"),
            None => format!("{size}-blank{blank}-{tiles}-{kind} built on the GPU"),
        }
    }
}

impl TableStore {
    pub(crate) fn layout(
        &mut self,
        device: &dyn Device,
        (shape, width): (Size, &'static Width),
        tiles: usize,
    ) -> Result<Arc<DeviceLayout>, GpuError> {
        if let Some(layout) = self.layouts.get(&(shape, tiles)) {
            return Ok(layout.clone());
        }
        let layout = DeviceLayout::new(device, Layout::new(shape, tiles, width)?)?;
        let layout = Arc::new(layout);
        self.layouts.insert((shape, tiles), layout.clone());
        Ok(layout)
    }

    /// Gives back all tables but these.
    pub(crate) fn keep(&mut self, is_kept: impl Fn(&DevicePattern) -> bool) {
        self.tables.retain(|pattern, _| is_kept(pattern));
    }

    /// The tables of these patterns, those built that are missing.
    pub(crate) fn get(
        &mut self,
        device: &dyn Device,
        patterns: &[DevicePattern],
        control: &Control,
    ) -> Result<Vec<Arc<DeviceTable>>, GpuError> {
        for (i, pattern) in patterns.iter().enumerate() {
            if self.tables.contains_key(pattern) || patterns[..i].contains(pattern) {
                continue;
            }
            let layout =
                self.layout(device, (pattern.shape, pattern.width), pattern.homes.len())?;
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

/// Builds a table.
pub(crate) fn build(
    device: &dyn Device,
    layout: &DeviceLayout,
    pattern: &DevicePattern,
    control: &Control,
) -> Result<DeviceTable, GpuError> {
    let mut building = Building::new(device, layout, pattern)?;
    while building.step(control)? > 0 {}
    Ok(building.into_table())
}

/// A table in the making, level by level: even and odd rows take turns.
pub(crate) struct Building<'a> {
    pub(crate) device: &'a dyn Device,
    pub(crate) layout: &'a Layout,
    shape: Size,
    /// The rows that the last level was about.
    pub(crate) rows: Range<usize>,
    /// The number of states with each value, up to the last level.
    pub(crate) histogram: Vec<u64>,
    on_device: &'a DeviceLayout,
    /// The states of the last level, and which rows have any.
    pub(crate) fresh: DeviceMemory,
    pub(crate) active: DeviceMemory,
    bits: DeviceMemory,
    seen: DeviceMemory,
    binomial: DeviceMemory,
    at: DeviceMemory,
    found: DeviceMemory,
}

impl<'a> Building<'a> {
    pub(crate) fn new(
        device: &'a dyn Device,
        layout: &'a DeviceLayout,
        pattern: &DevicePattern,
    ) -> Result<Self, GpuError> {
        let rows = &layout.layout;
        let set: u64 = pattern.homes.iter().map(|&home| 1 << home).sum();
        let goal = rows
            .cells
            .iter()
            .zip(&rows.regions)
            .position(|(&cells, &region)| cells == set && region >> pattern.blank & 1 == 1)
            .expect("the goal's row is one of all rows");
        let building = Self {
            device,
            layout: rows,
            shape: pattern.shape,
            rows: goal..goal + 1,
            histogram: vec![1],
            bits: zeros(device, rows.bytes())?,
            seen: zeros(device, rows.bytes())?,
            fresh: zeros(device, rows.bytes())?,
            active: zeros(device, rows.rows())?,
            on_device: layout,
            binomial: upload(device, &binomials(rows.width))?,
            at: upload(device, &[layout.at()])?,
            found: zeros(device, 8 * 256)?,
        };
        // The tiles are numbered along their homes: their order is the first, bit 0 of its row.
        let first = 4 * rows.words * goal;
        device.write(&building.seen, first, &[1])?;
        device.write(&building.fresh, first, &[1])?;
        device.write(&building.active, goal, &[1])?;
        Ok(building)
    }

    /// Bytes on the device for a table and what it is made from.
    pub(crate) fn bytes(layout: &Layout) -> usize {
        3 * layout.bytes() + layout.rows()
    }

    /// The value of the states of the last level.
    pub(crate) fn level(&self) -> u32 {
        self.histogram.len() as u32 - 1
    }

    /// Finds the states with the next value; gives their number.
    pub(crate) fn step(&mut self, control: &Control) -> Result<u64, GpuError> {
        if let ControlFlow::Break(stop) = control.check() {
            return Err(GpuError::Stopped(stop));
        }
        let level = self.level() + 1;
        if level > 254 {
            return Err(GpuError::Tables(format!(
                "a table of {} tiles has values above 254",
                self.layout.tiles
            )));
        }
        let even = self.layout.even;
        self.rows = if self.rows.start < even {
            even..self.layout.rows()
        } else {
            0..even
        };
        let parameters = Level {
            layout: self.at.address,
            binomial: self.binomial.address,
            cells: self.on_device.cells.address,
            regions: self.on_device.regions.address,
            moved: self.on_device.moved.address,
            seen: self.seen.address,
            fresh: self.fresh.address,
            bits: self.bits.address,
            active: self.active.address,
            found: self.found.address + 8 * u64::from(level),
            first: self.rows.start as u32,
            last: self.rows.end as u32,
            second: level >> 1 & 1,
            rows: self.shape.rows() as u32,
            cols: self.shape.cols() as u32,
            orders: self.layout.orders as u32,
        };
        let grid = LaunchConfig {
            shared: (ROW_WORK.next_multiple_of(16) + 4 * self.layout.words) as u32,
            ..self.grid()
        };
        let kernel = self.layout.width.kernel("level");
        self.device
            .launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
        let count = read_one(self.device, &self.found, level as usize)?;
        if count > 0 {
            self.histogram.push(count);
        }
        Ok(count)
    }

    /// By row, the cells of the tiles.
    pub(crate) fn cells(&self) -> u64 {
        self.on_device.cells.address
    }

    /// A block for each row, and as many as run at the same time.
    pub(crate) fn grid(&self) -> LaunchConfig {
        let threads = (self.layout.words as u32)
            .next_multiple_of(32)
            .min(256)
            .min(self.device.threads());
        LaunchConfig {
            blocks: self.device.processors() * (2048 / threads).min(24),
            threads,
            shared: 0,
        }
    }

    /// The table, once there are no more states.
    pub(crate) fn into_table(self) -> DeviceTable {
        DeviceTable {
            memory: self.bits,
            checksum: OnceLock::new(),
        }
    }
}
