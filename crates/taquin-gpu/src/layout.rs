//! The positions of pattern states in a table: the numbering of `taquin-pdb`'s zero-aware tables,
//! as the kernels use it.
//!
//! A row for each set of cells and region of the blank, a bit for each order of the tiles. Sets with
//! an even sum of rows and columns come first; tests compare all of it with `taquin-pdb`.

use taquin_core::Size;
use taquin_pdb::geometry::{CellMasks, binomial, bits, is_odd, nth_order, regions, subsets};

use crate::device::{Device, DeviceMemory, GpuError, upload};
use crate::parallel::on_all;
use crate::width::Width;
use crate::wire::{BACK, FRONT, LayoutAt};

/// The layout of patterns with this many tiles.
pub(crate) struct Layout {
    pub(crate) width: &'static Width,
    pub(crate) tiles: usize,
    /// By rank of a set: its first row, then for each cell the number of its region.
    sets: Vec<[u32; 4]>,
    /// By row: the cells of the tiles, and the region of the blank.
    pub(crate) cells: Vec<u64>,
    pub(crate) regions: Vec<u64>,
    /// Rows of even sets; they come first.
    pub(crate) even: usize,
    /// Words of 32 bits in a row; an even number.
    pub(crate) words: usize,
    pub(crate) orders: usize,
    front: Vec<u16>,
    back: Vec<u8>,
}

impl Layout {
    pub(crate) fn new(shape: Size, tiles: usize, width: &'static Width) -> Result<Self, GpuError> {
        if tiles > width.tiles {
            return Err(GpuError::Tables(format!(
                "a pattern of {tiles} tiles: on the GPU a table of a {shape} board has at most {}",
                width.tiles
            )));
        }
        let orders = (1..=tiles).product();
        let mut layout = Self {
            width,
            tiles,
            sets: Vec::new(),
            cells: Vec::new(),
            regions: Vec::new(),
            even: 0,
            words: 2 * usize::div_ceil(orders, 64),
            orders,
            front: vec![0; FRONT],
            back: vec![0; BACK],
        };
        layout.number_sets(shape)?;
        layout.number_orders();
        Ok(layout)
    }

    fn number_sets(&mut self, shape: Size) -> Result<(), GpuError> {
        let (grid, width) = (CellMasks::new(shape), self.width);
        let most = 1_usize << width.region_bits;
        let masks: Vec<u64> = subsets(shape.cells() as u32, self.tiles as u32).collect();
        // A set cuts the board into few regions, on every processor at the same time.
        let cut: Vec<[u64; MOST_REGIONS]> = on_all(&masks, |_, &set| {
            let mut found = [0; MOST_REGIONS];
            for (number, region) in regions(grid, set).enumerate() {
                // On wide boards the last number covers all further regions: the blank may be in any of
                // them, so values stay lower bounds, and slides still change them by one.
                let number = number.min(if width.is_wide() { most - 1 } else { most });
                found[number] |= region;
            }
            found
        });
        if cut.iter().any(|found| found[most] != 0) {
            return Err(GpuError::Tables(format!(
                "{} tiles cut a {shape} board into more than {most} regions",
                self.tiles
            )));
        }
        self.sets = vec![[0; 4]; masks.len()];
        for odd in [false, true] {
            for ((entry, &set), found) in self.sets.iter_mut().zip(&masks).zip(&cut) {
                if is_odd(shape, set) != odd {
                    continue;
                }
                entry[0] = self.cells.len() as u32;
                for (number, &region) in (0_u32..).zip(found.iter().take_while(|&&r| r != 0)) {
                    for cell in bits(region) {
                        let (word, place) =
                            (cell / width.regions_per_word, cell % width.regions_per_word);
                        entry[1 + word] |= number << (width.region_bits * place);
                    }
                    self.cells.push(set);
                    self.regions.push(region);
                }
            }
            if !odd {
                self.even = self.cells.len();
            }
        }
        Ok(())
    }

    fn number_orders(&mut self) {
        let head = self.tiles.min(4);
        let tail: usize = (1..=self.tiles - head).product();
        for order in 0..self.orders {
            let sequence = nth_order(self.tiles, order);
            let packed = pack(&sequence);
            self.front[packed as usize & (FRONT - 1)] = (order / tail * tail) as u16;
            self.back[packed as usize >> 12] = (order % tail) as u8;
        }
    }

    /// Rows of a table.
    pub(crate) fn rows(&self) -> usize {
        self.cells.len()
    }

    /// Bytes of a table.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.words * self.rows()
    }

    /// The number of an order.
    pub(crate) fn order(&self, sequence: &[u8]) -> usize {
        let packed = pack(sequence) as usize;
        usize::from(self.front[packed & (FRONT - 1)]) + usize::from(self.back[packed >> 12])
    }

    /// By places before and after and order, the order that a slide leads to.
    fn moved(&self) -> Vec<u16> {
        let mut moved = Vec::with_capacity(self.tiles * self.tiles * self.orders);
        let sequences: Vec<Vec<u8>> = (0..self.orders).map(|o| nth_order(self.tiles, o)).collect();
        let mut after = vec![0; self.tiles];
        for was in 0..self.tiles {
            for is in 0..self.tiles {
                for sequence in &sequences {
                    after.copy_from_slice(sequence);
                    if was <= is {
                        after[was..=is].rotate_left(1);
                    } else {
                        after[is..=was].rotate_right(1);
                    }
                    moved.push(self.order(&after) as u16);
                }
            }
        }
        moved
    }
}

/// Room for a set's regions, and one more to see that there are too many.
const MOST_REGIONS: usize = 9;

/// A layout on a device.
pub(crate) struct DeviceLayout {
    pub(crate) layout: Layout,
    sets: DeviceMemory,
    front: DeviceMemory,
    back: DeviceMemory,
    /// What tables are built from: the rows' cells and regions, and what slides do to orders.
    pub(crate) cells: DeviceMemory,
    pub(crate) regions: DeviceMemory,
    pub(crate) moved: DeviceMemory,
}

impl DeviceLayout {
    pub(crate) fn new(device: &dyn Device, layout: Layout) -> Result<Self, GpuError> {
        Ok(Self {
            sets: upload(device, &layout.sets)?,
            front: upload(device, &layout.front)?,
            back: upload(device, &layout.back)?,
            cells: upload(device, &layout.width.masks(&layout.cells))?,
            regions: upload(device, &layout.width.masks(&layout.regions))?,
            moved: upload(device, &layout.moved())?,
            layout,
        })
    }

    pub(crate) fn at(&self) -> LayoutAt {
        LayoutAt {
            sets: self.sets.address,
            front: self.front.address,
            back: self.back.address,
            words: self.layout.words as u32,
            tiles: self.layout.tiles as u32,
        }
    }
}

/// The change of a set's rank by a slide: slides down by the cells between, then slides right.
pub(crate) fn steps(shape: Size, width: &Width) -> Vec<u32> {
    let below_count = width.below();
    let mut steps = vec![0; width.steps()];
    let (cells, cols) = (shape.cells(), shape.cols());
    let part = |cell: usize, place: usize| binomial(cell as u32, place as u32 + 1);
    for low in 0..cells.saturating_sub(cols) {
        for between in 0..1_u64 << (cols - 1) {
            for below in 0..below_count {
                let passed = bits(between).enumerate().map(|(i, cell)| {
                    let cell = low + 1 + cell;
                    part(cell, below + i).wrapping_sub(part(cell, below + i + 1))
                });
                let moved = part(low + cols, below + between.count_ones() as usize)
                    .wrapping_sub(part(low, below));
                let index = (low * width.betweens + between as usize) * below_count + below;
                steps[index] = passed.fold(moved, u32::wrapping_add);
            }
        }
    }
    for low in 0..cells - 1 {
        for below in 0..below_count {
            steps[width.down() + low * below_count + below] =
                part(low + 1, below).wrapping_sub(part(low, below));
        }
    }
    steps
}

/// Binomials by number and choice.
pub(crate) fn binomials(width: &Width) -> Vec<u32> {
    (0..width.cells as u32)
        .flat_map(|n| (0..width.below() as u32).map(move |k| binomial(n, k)))
        .collect()
}

pub(crate) fn pack(sequence: &[u8]) -> u32 {
    let tiles = sequence.iter().enumerate();
    tiles.map(|(i, &tile)| u32::from(tile) << (3 * i)).sum()
}
