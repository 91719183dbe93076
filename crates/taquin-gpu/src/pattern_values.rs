//! A board's table values, and its slack below a threshold.

use crate::device::{GpuError, upload, zeros};
use crate::device_rules::DeviceRules;
use crate::searcher::Searcher;
use crate::width::Width;
use crate::wire::{Item, SLACK_BITS, Values};

impl Searcher {
    /// The values of all patterns of some boards, board by board.
    pub(crate) fn values(&self, ready: &DeviceRules, items: &[Item]) -> Result<Vec<u8>, GpuError> {
        let device = &*self.device;
        let on_device = upload(device, &ready.width.items(items))?;
        let count = items.len() * ready.sums * ready.width.patterns;
        let values = zeros(device, count)?;
        let parameters = Values {
            rules: ready.address.address,
            items: on_device.address,
            results: values.address,
            count: items.len() as u32,
            unused: 0,
        };
        let kernel = ready.kernel("values");
        let grid = self.grid(ready, items.len());
        device.launch(&kernel, grid, bytemuck::bytes_of(&parameters))?;
        let mut result = vec![0; count];
        device.read(&values, 0, &mut result)?;
        Ok(result)
    }
}

/// The sums of a board's values.
fn sums_of(values: &[u8], width: &Width) -> impl Iterator<Item = u32> {
    let of_sum = |values: &[u8]| values.iter().map(|&value| u32::from(value)).sum();
    values.chunks(width.patterns).map(of_sum)
}

/// The first threshold of a board with these values.
pub(crate) fn first_threshold(values: &[u8], width: &Width) -> u32 {
    sums_of(values, width).max().expect("there is a sum")
}

/// A board with these values, to be searched up to a threshold.
pub(crate) fn at_threshold(
    board: Item,
    values: &[u8],
    threshold: u32,
    width: &Width,
) -> Result<Item, GpuError> {
    let mut item = board;
    for (p, &value) in values.iter().enumerate() {
        let low = u32::from(value & 3);
        match p.checked_sub(width.sums_per_word * width.patterns) {
            None => item.values |= low << (2 * p),
            Some(p) => item.others |= low << (2 * p),
        }
    }
    for (s, sum) in sums_of(values, width).enumerate() {
        // Every sum has the parity of the true distance, so this is a whole number.
        let slack = (threshold - sum) / 2;
        if slack >> SLACK_BITS != 0 {
            return Err(GpuError::Tables(format!(
                "a sum of {sum} is too far below the threshold {threshold}; name other tables"
            )));
        }
        item.slack |= slack << (SLACK_BITS * s);
    }
    item.state = threshold << 16;
    Ok(item)
}
