//! Where the states of patterns have their bits: the numbering of `taquin-pdb`'s zero-aware tables,
//! as the kernels use it.
//!
//! A row for each set of cells and region of the blank, a bit for each order of the tiles. Sets with
//! an even sum of rows and columns come first; tests compare all of it with `taquin-pdb`.

use crate::device::{Device, GpuError, Memory, upload};
use crate::wire::{BACK, BELOW, DOWN, FRONT, LayoutAt, STEPS};

/// A board's rows and columns; kernels want no more columns than rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
}

impl Shape {
    pub(crate) fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// Whether the rows and columns of a set's cells have an odd sum.
    pub(crate) fn is_odd(self, set: u32) -> bool {
        bits(set)
            .map(|cell| cell / self.cols + cell % self.cols)
            .sum::<usize>()
            % 2
            == 1
    }

    /// The cells that the blank reaches from `seed` without entering `taken`.
    fn flood(self, seed: u32, taken: u32) -> u32 {
        let all = (1_u32 << self.cells()) - 1;
        let first: u32 = (0..self.rows).map(|row| 1 << (row * self.cols)).sum();
        let last = first << (self.cols - 1);
        let mut reached = seed;
        loop {
            let aside = (reached & !last) << 1 | (reached & !first) >> 1;
            let along = reached << self.cols | reached >> self.cols;
            let next = reached | (aside | along) & all & !taken;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

/// The layout of patterns with so many tiles.
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
    pub(crate) fn new(shape: Shape, tiles: usize) -> Result<Self, GpuError> {
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

    fn number_sets(&mut self, shape: Shape) -> Result<(), GpuError> {
        let masks: Vec<u32> = subsets(shape.cells(), self.tiles).collect();
        self.sets = vec![[0; 4]; masks.len()];
        for odd in [false, true] {
            for (rank, &set) in masks.iter().enumerate() {
                if shape.is_odd(set) != odd {
                    continue;
                }
                let entry = &mut self.sets[rank];
                entry[0] = self.cells.len() as u32;
                let mut rest = ((1_u32 << shape.cells()) - 1) & !set;
                let mut number = 0;
                while rest != 0 {
                    if number == MOST_REGIONS {
                        return Err(GpuError::Tables(format!(
                            "{} tiles cut a {}x{} board into more than {MOST_REGIONS} regions",
                            self.tiles, shape.rows, shape.cols
                        )));
                    }
                    let region = shape.flood(rest & rest.wrapping_neg(), set);
                    for cell in bits(region) {
                        entry[1 + cell / 10] |= number << (3 * (cell % 10));
                    }
                    self.cells.push(set);
                    self.regions.push(region);
                    rest &= !region;
                    number += 1;
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
            let sequence = unrank(self.tiles, order);
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
        let sequences: Vec<Vec<u8>> = (0..self.orders).map(|o| unrank(self.tiles, o)).collect();
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
pub(crate) fn steps(shape: Shape) -> Vec<u32> {
    let mut steps = vec![0; STEPS];
    let (cells, cols) = (shape.cells(), shape.cols);
    let part = |cell: usize, place: usize| binomial(cell, place + 1);
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
        .flat_map(|n| (0..BELOW).map(move |k| binomial(n, k)))
        .collect()
}

fn binomial(n: usize, k: usize) -> u32 {
    if k > n {
        return 0;
    }
    (0..k).fold(1_u64, |c, i| c * (n - i) as u64 / (i + 1) as u64) as u32
}

pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

/// All sets of so many of the first cells, ascending as numbers: a set's place is its rank.
fn subsets(cells: usize, tiles: usize) -> impl Iterator<Item = u32> {
    let mut next = Some((1_u32 << tiles) - 1);
    std::iter::from_fn(move || {
        let set = next.filter(|&set| set >> cells == 0)?;
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        next = Some((((carried ^ set) >> 2) / lowest) | carried);
        Some(set)
    })
}

pub(crate) fn pack(sequence: &[u8]) -> u32 {
    let tiles = sequence.iter().enumerate();
    tiles.map(|(i, &tile)| u32::from(tile) << (3 * i)).sum()
}

pub(crate) fn unrank(tiles: usize, mut rank: usize) -> Vec<u8> {
    let mut digits = vec![0; tiles];
    for (i, digit) in digits.iter_mut().enumerate().rev() {
        *digit = rank % (tiles - i);
        rank /= tiles - i;
    }
    let mut left: Vec<u8> = (0..tiles as u8).collect();
    digits.into_iter().map(|digit| left.remove(digit)).collect()
}
