//! Where the states of patterns have their bits: the numbering of `taquin-pdb`'s zero-aware tables,
//! as the kernels use it.
//!
//! A row for each set of cells and region of the blank, a bit for each order of the tiles. Sets with
//! an even sum of rows and columns come first; tests compare all of it with `taquin-pdb`.

use taquin_core::Size;
use taquin_pdb::geometry::{Grid, binomial, bits, is_odd, nth_order, regions, subsets};

use crate::device::{Device, GpuError, Memory, upload};
use crate::wire::{BACK, BELOW, DOWN, FRONT, LayoutAt, STEPS};

/// The layout of patterns with this many tiles.
pub(crate) struct Layout {
    pub(crate) tiles: usize,
    /// By rank of a set: its first row, then three bits a cell for its region, ten cells a word.
    pub(crate) sets: Vec<[u32; 4]>,
    /// By row: the cells of the tiles, and the region of the blank.
    pub(crate) cells: Vec<u32>,
    pub(crate) regions: Vec<u32>,
    /// Rows of even sets; they come first.
    pub(crate) even: usize,
    /// Words of 32 bits in a row; an even number.
    pub(crate) words: usize,
    pub(crate) orders: usize,
    front: Vec<u16>,
    back: Vec<u8>,
}

/// The most tiles: an order has three bits for each.
pub(crate) const MOST_TILES: usize = 8;

/// The most regions of a set: a cell's has three bits.
const MOST_REGIONS: u32 = 8;

impl Layout {
    pub(crate) fn new(shape: Size, tiles: usize) -> Result<Self, GpuError> {
        if tiles > MOST_TILES {
            return Err(GpuError::Tables(format!(
                "a pattern of {tiles} tiles: on the GPU a table has at most {MOST_TILES}"
            )));
        }
        let orders = (1..=tiles).product();
        let mut layout = Self {
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
        let grid = Grid::new(shape);
        let masks: Vec<u32> = subsets(shape.cells() as u32, self.tiles as u32).collect();
        self.sets = vec![[0; 4]; masks.len()];
        for odd in [false, true] {
            for (rank, &set) in masks.iter().enumerate() {
                if is_odd(shape, set) != odd {
                    continue;
                }
                let entry = &mut self.sets[rank];
                entry[0] = self.cells.len() as u32;
                for (number, region) in (0..).zip(regions(grid, set)) {
                    if number == MOST_REGIONS {
                        return Err(GpuError::Tables(format!(
                            "{} tiles cut a {shape} board into more than {MOST_REGIONS} regions",
                            self.tiles
                        )));
                    }
                    for cell in bits(region) {
                        entry[1 + cell / 10] |= number << (3 * (cell % 10));
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
    pub(crate) fn moved(&self) -> Vec<u16> {
        let mut moved = Vec::with_capacity(self.tiles * self.tiles * self.orders);
        let sequences: Vec<Vec<u8>> = (0..self.orders).map(|o| nth_order(self.tiles, o)).collect();
        for was in 0..self.tiles {
            for is in 0..self.tiles {
                for sequence in &sequences {
                    let mut after = sequence.clone();
                    let tile = after.remove(was);
                    after.insert(is, tile);
                    moved.push(self.order(&after) as u16);
                }
            }
        }
        moved
    }
}

/// A layout on a device.
pub(crate) struct DeviceLayout {
    pub(crate) layout: Layout,
    sets: Memory,
    front: Memory,
    back: Memory,
}

impl DeviceLayout {
    pub(crate) fn new(device: &dyn Device, layout: Layout) -> Result<Self, GpuError> {
        Ok(Self {
            sets: upload(device, &layout.sets)?,
            front: upload(device, &layout.front)?,
            back: upload(device, &layout.back)?,
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

/// What a slide adds to the rank of a set: slides down by the cells between, then slides right.
pub(crate) fn steps(shape: Size) -> Vec<u32> {
    let mut steps = vec![0; STEPS];
    let (cells, cols) = (shape.cells(), shape.cols());
    let part = |cell: usize, place: usize| binomial(cell as u32, place as u32 + 1);
    for low in 0..cells.saturating_sub(cols) {
        for between in 0..1_u32 << (cols - 1) {
            for below in 0..BELOW {
                let passed = bits(between).enumerate().map(|(i, cell)| {
                    let cell = low + 1 + cell;
                    part(cell, below + i).wrapping_sub(part(cell, below + i + 1))
                });
                let moved = part(low + cols, below + between.count_ones() as usize)
                    .wrapping_sub(part(low, below));
                let index = (low * 16 + between as usize) * BELOW + below;
                steps[index] = passed.fold(moved, u32::wrapping_add);
            }
        }
    }
    for low in 0..cells - 1 {
        for below in 0..BELOW {
            steps[DOWN + low * BELOW + below] = part(low + 1, below).wrapping_sub(part(low, below));
        }
    }
    steps
}

/// Binomials by number and choice.
pub(crate) fn binomials() -> Vec<u32> {
    (0..25)
        .flat_map(|n| (0..BELOW as u32).map(move |k| binomial(n, k)))
        .collect()
}

pub(crate) fn pack(sequence: &[u8]) -> u32 {
    let tiles = sequence.iter().enumerate();
    tiles.map(|(i, &tile)| u32::from(tile) << (3 * i)).sum()
}
