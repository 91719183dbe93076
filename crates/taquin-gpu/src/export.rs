//! Tables for the CPU and for files: built on the device, handed over as `taquin-pdb`'s.

use std::ops::ControlFlow;

use taquin_core::Control;
use taquin_pdb::{BuildProgress, Ranking, Table, TableKind, count, geometry, sizes};

use crate::device::{Device, DeviceMemory, GpuError, upload, zeros};
use crate::layout::{Layout, pack};
use crate::searcher::Searcher;
use crate::tables::{Building, DevicePattern};
use crate::width::Width;
use crate::wire::PlainRows;

/// Bytes copied from the device between two checks of the control: a fraction of a second.
const PIECE: usize = 256 << 20;

impl Searcher {
    /// Builds the table of a pattern, byte for byte the one that [`taquin_pdb::build`] makes;
    /// `progress` hears of each level.
    ///
    /// # Errors
    /// When the device fails or has too little memory, the pattern has too many tiles, or the
    /// control stops the work or does not allow the memory of the table.
    pub fn table(
        &mut self,
        pattern: &taquin_pdb::Pattern,
        kind: TableKind,
        control: &Control,
        mut progress: impl FnMut(BuildProgress),
    ) -> Result<Table, GpuError> {
        let (entries, bytes) = sizes(pattern, kind);
        if kind == TableKind::Plain && !pattern.can_be_ranked() {
            return Err(taquin_pdb::BuildError::TooManyEntries.into());
        }
        if let ControlFlow::Break(stop) = control.check_memory(bytes) {
            return Err(GpuError::Stopped(stop));
        }
        let shape = pattern.size();
        let width = Width::of(shape, false);
        if width.is_wide() {
            return Err(GpuError::Tables(format!(
                "tables of a {shape} board are not handed over: at most 25 cells"
            )));
        }
        let ranking = (kind == TableKind::Plain).then(|| pattern.ranking());
        let pattern_here = DevicePattern {
            shape,
            width,
            blank: pattern.blank(),
            homes: pattern.homes().to_vec(),
        };
        let device = &*self.device;
        let layout = self
            .tables
            .layout(device, (shape, width), pattern.homes().len())?;
        let plain = ranking.as_ref().map_or(0, |_| bytes as usize);
        enough_memory(device, Building::bytes(&layout.layout) + plain)?;
        let mut building = Building::new(device, &layout, &pattern_here)?;
        let plain = match &ranking {
            Some(ranking) => Some(Plain::new(device, &layout.layout, ranking, plain)?),
            None => None,
        };
        // Entries that have their values: arrangements of a plain table may have several states.
        let states: u64 = sizes(pattern, TableKind::ZeroAware).0;
        loop {
            if let Some(plain) = &plain {
                plain.add(&building)?;
            }
            let reached: u64 = building.histogram.iter().sum();
            progress(BuildProgress {
                level: building.level() as u8,
                reached: (u128::from(reached) * u128::from(entries) / u128::from(states)) as u64,
                entries,
            });
            if building.step(control)? == 0 {
                break;
            }
        }
        let histogram = building.histogram.clone();
        let memory = building.into_table().memory;
        Table::filled(pattern, kind, |bytes| match &plain {
            None => {
                read(device, &memory, bytes, control)?;
                Ok(histogram)
            }
            Some(plain) => {
                read(device, &plain.entries, bytes, control)?;
                for entry in bytes.iter_mut() {
                    *entry = entry.wrapping_sub(1);
                }
                Ok(count(bytes).to_vec())
            }
        })
    }
}

fn enough_memory(device: &dyn Device, wanted: usize) -> Result<(), GpuError> {
    let free = device.free()?;
    if wanted > free {
        return Err(GpuError::Memory { wanted, free });
    }
    Ok(())
}

/// Copies a table from the device, piece by piece.
fn read(
    device: &dyn Device,
    memory: &DeviceMemory,
    bytes: &mut [u8],
    control: &Control,
) -> Result<(), GpuError> {
    for (i, piece) in bytes.chunks_mut(PIECE).enumerate() {
        if let ControlFlow::Break(stop) = control.check() {
            return Err(GpuError::Stopped(stop));
        }
        device.read(memory, i * PIECE, piece)?;
    }
    Ok(())
}

/// The entries of a plain table in the making: the value of an arrangement is the minimum over its
/// states, so the first level that contains one of them determines it.
struct Plain {
    orders: DeviceMemory,
    /// One more than the value, or 0 where none is known.
    entries: DeviceMemory,
    weights: [u32; 8],
}

impl Plain {
    fn new(
        device: &dyn Device,
        layout: &Layout,
        ranking: &Ranking,
        entries: usize,
    ) -> Result<Self, GpuError> {
        let mut weights = [0; 8];
        for (i, weight) in weights.iter_mut().enumerate().take(layout.tiles) {
            *weight = ranking.weight(i);
        }
        // A tile's digit is its cell less the tiles before it, by number, in smaller cells: the order
        // alone determines how many there are.
        let order = |order: usize| {
            let sequence = geometry::nth_order(layout.tiles, order);
            let smaller = |(place, &tile): (usize, &u8)| {
                let before = sequence[..place].iter().filter(|&&other| other < tile);
                before.count() as u32 * weights[usize::from(tile)]
            };
            let less: u32 = sequence.iter().enumerate().map(smaller).sum();
            u64::from(pack(&sequence)) | u64::from(less) << 32
        };
        let orders: Vec<u64> = (0..layout.orders).map(order).collect();
        Ok(Self {
            orders: upload(device, &orders)?,
            entries: zeros(device, entries)?,
            weights,
        })
    }

    /// Notes the states of the last level.
    fn add(&self, building: &Building<'_>) -> Result<(), GpuError> {
        let parameters = PlainRows {
            cells: building.cells(),
            fresh: building.fresh.address,
            active: building.active.address,
            orders: self.orders.address,
            entries: self.entries.address,
            weights: self.weights,
            first: building.rows.start as u32,
            last: building.rows.end as u32,
            words: building.layout.words as u32,
            tiles: building.layout.tiles as u32,
            value: building.level(),
            unused: 0,
        };
        let grid = building.grid();
        building
            .device
            .launch("plain_rows", grid, bytemuck::bytes_of(&parameters))
    }
}
