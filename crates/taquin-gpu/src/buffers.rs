//! The memory of a search on the device: layers of boards, and pools of pieces handed back.

use crate::device::{Device, DeviceMemory, GpuError, zeros};
use crate::pieces::MOST_PARTS;
use crate::searcher::{SearchSettings, Searcher};
use crate::width::Width;
use crate::wire::{CLASSES, DEEPEST, PATH, Report};

/// Device memory of a search.
pub(crate) struct Buffers {
    /// The boards that a layer needs, and those there is room for.
    wanted: usize,
    /// Bytes of an item.
    item: usize,
    pub(crate) capacity: usize,
    /// Bytes of all of it, more or less.
    pub(crate) bytes: usize,
    pub(crate) items: [DeviceMemory; 2],
    pub(crate) parents: DeviceMemory,
    pub(crate) doubles: DeviceMemory,
    pub(crate) order: DeviceMemory,
    /// Boards of the last layer by part, and by class its first part and how many it has.
    pub(crate) counts: DeviceMemory,
    pub(crate) parts: DeviceMemory,
    pub(crate) report: DeviceMemory,
    pub(crate) pool_capacity: usize,
    pub(crate) pool: [DeviceMemory; 2],
    pub(crate) paths: [DeviceMemory; 2],
}

impl Buffers {
    /// Children that a thread may look at in one launch over this many items.
    pub(crate) fn nodes_of_a_launch(&self, pool_count: usize, settings: &SearchSettings) -> u32 {
        // A launch that might hand back more than fits continues until it has taken all.
        if pool_count > self.pool_capacity / 2 {
            u32::MAX
        } else {
            settings.nodes
        }
    }

    /// Joins the items of a pool that a launch did not take to those it handed back, which are in
    /// the other one; gives the number of all.
    pub(crate) fn rejoin(
        &self,
        device: &dyn Device,
        report: &Report,
        pool_count: usize,
        from: usize,
    ) -> Result<usize, GpuError> {
        let (next, written) = (report.next as usize, report.written as usize);
        assert!(written <= self.pool_capacity, "what is handed back fits");
        let rest = pool_count.saturating_sub(next);
        for (memory, bytes) in [(&self.pool, self.item), (&self.paths, PATH)] {
            let (old, new) = (&memory[from], &memory[1 - from]);
            device.copy(old, bytes * next, new, bytes * written, bytes * rest)?;
        }
        Ok(written + rest)
    }
}

impl Searcher {
    /// Takes the memory of a search, unless it is there.
    pub(crate) fn reserve(
        &mut self,
        settings: &SearchSettings,
        width: &Width,
    ) -> Result<&Buffers, GpuError> {
        let wanted = (settings.frontier.max(16), width.item_bytes());
        let held = self.buffers.as_ref().map(|b| (b.wanted, b.item));
        if held != Some(wanted) {
            self.buffers = None;
            self.buffers = Some(self.take_buffers(wanted.0, wanted.1)?);
        }
        Ok(self.buffers.as_ref().expect("just taken, or there before"))
    }

    fn take_buffers(&self, wanted: usize, items: usize) -> Result<Buffers, GpuError> {
        let device = &*self.device;
        // Two layers, parents of eight, hashes and the order: 124 bytes per board of 32 bytes.
        let board = 2 * items + 60;
        let capacity = wanted.min(device.free()? / 2 / board).max(16);
        let threads = (device.blocks() * device.threads()) as usize;
        // Every thread returns at most one board of each depth, in addition to those that wait.
        let pool_capacity = 2 * threads * DEEPEST;
        Ok(Buffers {
            wanted,
            item: items,
            bytes: board * capacity + 2 * (items + PATH) * pool_capacity,
            capacity,
            items: [
                device.take(items * capacity)?,
                device.take(items * capacity)?,
            ],
            parents: device.take(4 * 8 * capacity)?,
            doubles: device.take(4 * (2 * capacity).next_power_of_two())?,
            order: device.take(4 * capacity)?,
            counts: device.take(4 * MOST_PARTS)?,
            parts: device.take(4 * 2 * CLASSES)?,
            report: zeros(device, size_of::<Report>())?,
            pool_capacity,
            pool: [
                device.take(items * pool_capacity)?,
                device.take(items * pool_capacity)?,
            ],
            paths: [
                device.take(PATH * pool_capacity)?,
                device.take(PATH * pool_capacity)?,
            ],
        })
    }
}
