//! The guide of a beam: the linear conflicts of a board, and a learned score if there is one.

use taquin_core::{Board, Size};
use taquin_search::algorithms::Net;
use taquin_search::heuristic::Slide;

use crate::device::{Device, DeviceMemory, GpuError, upload};
use crate::net::laid_out;
use crate::wire::{self, ENTERS, GROWS, LEAVES, Step};

/// The tables of a goal on a device.
pub(crate) struct BeamGuide<'a> {
    size: Size,
    learned: Option<DeviceScore<'a>>,
    words: Vec<u64>,
    homes: Vec<usize>,
    pub(crate) on_device: wire::Guide,
    kept: Vec<DeviceMemory>,
}

/// A learned score, here and on the device.
pub(crate) struct DeviceScore<'a> {
    here: &'a Net,
    /// What every slide adds to the sum.
    pub(crate) vectors: DeviceMemory,
    /// All other numbers.
    pub(crate) net: DeviceMemory,
}

impl<'a> BeamGuide<'a> {
    pub(crate) fn new(
        device: &dyn Device,
        goal: &Board,
        net: Option<&'a Net>,
    ) -> Result<Self, GpuError> {
        let size = goal.size();
        let cells = size.cells();
        let mut homes = vec![0; cells];
        for (cell, number) in goal.numbers().enumerate() {
            homes[usize::from(number)] = cell;
        }
        let words = (1..=(cells * cells) as u64).map(word).collect();
        let learned = net
            .map(|here| -> Result<_, GpuError> {
                Ok(DeviceScore {
                    here,
                    vectors: upload(device, &here.slides)?,
                    net: upload(device, std::slice::from_ref(&laid_out(here)))?,
                })
            })
            .transpose()?;
        let mut guide = Self {
            size,
            learned,
            words,
            homes,
            on_device: bytemuck::Zeroable::zeroed(),
            kept: Vec::new(),
        };
        let steps = upload(device, &guide.steps())?;
        let lines = |line: fn(Size, usize) -> usize| -> Vec<u8> {
            let home = |&home: &usize| line(size, home) as u8;
            guide.homes.iter().map(home).collect()
        };
        let (rows, cols) = (
            upload(device, &lines(Size::row))?,
            upload(device, &lines(Size::col))?,
        );
        let at = &mut guide.on_device;
        at.steps = steps.address;
        (at.home_rows, at.home_cols) = (rows.address, cols.address);
        (at.rows, at.cols) = (size.rows() as u32, size.cols() as u32);
        at.words = cells.div_ceil(4) as u32;
        guide.kept = vec![steps, rows, cols];
        Ok(guide)
    }

    /// The learned score, if it is one that leads.
    pub(crate) fn learned(&self) -> Option<&DeviceScore<'a>> {
        self.learned.as_ref()
    }

    /// Words of a board of a level.
    pub(crate) fn level_words(&self) -> usize {
        self.on_device.words as usize + 3 + usize::from(self.learned.is_some())
    }

    /// The suffix of its kernels' names.
    pub(crate) fn kernels(&self) -> &'static str {
        match self.learned {
            Some(_) => "learned",
            None => "plain",
        }
    }

    /// The words of a board that no move has led to, and its sum.
    pub(crate) fn start(&self, board: &Board) -> (Vec<u32>, Vec<i16>) {
        const NO_MOVE: u32 = 255;
        let cells = self.size.cells();
        let numbers: Vec<u8> = board.numbers().collect();
        let mut words = vec![0_u32; self.on_device.words as usize];
        let mut key = 0;
        for (cell, &number) in numbers.iter().enumerate() {
            words[cell / 4] |= u32::from(number) << (8 * (cell % 4));
            if number != 0 {
                key ^= self.words[cells * usize::from(number) + cell];
            }
        }
        let blank = board.blank().index() as u32;
        words.extend([key as u32, (key >> 32) as u32]);
        words.push(blank | NO_MOVE << 8 | self.floor(&numbers) << 16);
        let Some(learned) = &self.learned else {
            return (words, Vec::new());
        };
        let (sum, direct) = learned.here.sums(board);
        words.push(direct as u32);
        (words, sum.to_vec())
    }

    /// Manhattan distance and linear conflicts.
    fn floor(&self, numbers: &[u8]) -> u32 {
        let size = self.size;
        let distance = |(cell, &number): (usize, &u8)| match number {
            0 => 0,
            number => size.distance(cell, self.homes[usize::from(number)]),
        };
        let manhattan: usize = numbers.iter().enumerate().map(distance).sum();
        let rows = (0..size.rows()).map(|row| {
            let line = (0..size.cols()).map(|col| numbers[row * size.cols() + col]);
            self.conflicts(line, row, Size::row, Size::col)
        });
        let cols = (0..size.cols()).map(|col| {
            let line = (0..size.rows()).map(|row| numbers[row * size.cols() + col]);
            self.conflicts(line, col, Size::col, Size::row)
        });
        manhattan as u32 + rows.chain(cols).sum::<u32>()
    }

    /// Two moves for each tile of a line that must leave it, the fewest that can.
    fn conflicts(
        &self,
        numbers: impl Iterator<Item = u8>,
        line: usize,
        line_of: fn(Size, usize) -> usize,
        place_of: fn(Size, usize) -> usize,
    ) -> u32 {
        let homes = numbers
            .filter(|&number| number != 0)
            .map(|number| self.homes[usize::from(number)]);
        let own = homes.filter(|&home| line_of(self.size, home) == line);
        let (mut count, mut piles) = (0, Vec::new());
        for place in own.map(|home| place_of(self.size, home)) {
            let pile = piles.partition_point(|&top| top < place);
            match piles.get_mut(pile) {
                Some(top) => *top = place,
                None => piles.push(place),
            }
            count += 1;
        }
        2 * (count - piles.len() as u32)
    }

    /// The change by every slide, by tile, cell and the blank's move.
    fn steps(&self) -> Vec<Step> {
        let mut steps = vec![Step::default(); 4 * self.size.cells().pow(2)];
        self.for_slides(|index, number, from, to| {
            let (size, cells) = (self.size, self.size.cells());
            let home = self.homes[number];
            let upright = from.abs_diff(to) != 1;
            let line: fn(Size, usize) -> usize = if upright { Size::row } else { Size::col };
            let grows = size.distance(to, home) > size.distance(from, home);
            let enters = line(size, home) == line(size, to);
            let leaves = line(size, home) == line(size, from);
            let slide = Slide {
                tile: number as u8,
                from,
                to,
            };
            let learned = self.learned.as_ref();
            let direct = learned.map_or(0, |learned| learned.here.slide_direct(slide));
            steps[index] = Step {
                key: self.words[cells * number + from] ^ self.words[cells * number + to],
                direct,
                how: u32::from(grows) * GROWS
                    + u32::from(enters) * ENTERS
                    + u32::from(leaves) * LEAVES,
            };
        });
        steps
    }

    /// Calls `each` with the index, the number, the cell it comes from and the one it goes to.
    fn for_slides(&self, mut each: impl FnMut(usize, usize, usize, usize)) {
        let (size, cells) = (self.size, self.size.cells());
        for number in 1..cells {
            for from in 0..cells {
                let (row, col) = (size.row(from), size.col(from));
                // The blank's move up brings the tile down, and so on.
                let targets = [
                    (row + 1 < size.rows()).then(|| from + size.cols()),
                    (col + 1 < size.cols()).then(|| from + 1),
                    (col > 0).then(|| from - 1),
                    (row > 0).then(|| from - size.cols()),
                ];
                for (blank_move, to) in targets.into_iter().enumerate() {
                    if let Some(to) = to {
                        each(4 * (cells * number + from) + blank_move, number, from, to);
                    }
                }
            }
        }
    }
}

/// `SplitMix64` (Steele, Lea, Flood 2014).
fn word(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
