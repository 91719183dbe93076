//! Which tables are added up: partitions of the tiles, by name or by the board's size.

use std::str::FromStr;

use taquin_pdb::{Partition, PartitionError};

use crate::device::GpuError;
use crate::frame::Frame;
use crate::layout::MOST_TILES;
use crate::tables::Pattern;
use crate::wire::{PATTERNS, SUMS};

/// One sum over all tiles.
pub(crate) type Sum = Vec<Pattern>;

/// The sums of these partitions; where the board may be mirrored every one twice, for the board and
/// for the mirrored board.
pub(crate) fn sums(frame: &Frame, partitions: &[Partition]) -> Result<Vec<Sum>, GpuError> {
    let mut sums = Vec::new();
    for partition in partitions {
        let patterns = patterns(frame, partition)?;
        if frame.can_mirror() {
            sums.push(patterns.clone());
        }
        sums.push(patterns);
    }
    if sums.len() > SUMS {
        return Err(GpuError::Tables(format!(
            "{} partitions make {} sums, mirrored boards counted; the GPU takes at most {SUMS}",
            partitions.len(),
            sums.len()
        )));
    }
    Ok(sums)
}

fn patterns(frame: &Frame, partition: &Partition) -> Result<Vec<Pattern>, GpuError> {
    let shape = frame.shape;
    let homes: Vec<Vec<u8>> = match partition {
        Partition::Tiles(sets) => sets
            .iter()
            .map(|set| set.iter().map(|&tile| (tile - 1) as u8).collect())
            .collect(),
        Partition::Sizes(sizes) => by_sizes(frame, sizes),
    };
    let mut all: Vec<u8> = homes.iter().flatten().copied().collect();
    all.sort_unstable();
    let tiles: Vec<u8> = (0..shape.cells() as u8)
        .filter(|&cell| usize::from(cell) != frame.blank)
        .collect();
    let wrong = |reason: String| Err(GpuError::Tables(format!("{partition}: {reason}")));
    if all != tiles {
        return wrong(format!(
            "every one of the {} tiles must be in one pattern, each by its place in the goal",
            tiles.len()
        ));
    }
    if homes.len() > PATTERNS || homes.iter().any(|homes| homes.len() > MOST_TILES) {
        return wrong(format!(
            "the GPU takes at most {PATTERNS} patterns of at most {MOST_TILES} tiles"
        ));
    }
    let pattern = |mut homes: Vec<u8>| {
        homes.sort_unstable();
        Pattern {
            shape,
            blank: frame.blank,
            homes,
        }
    };
    Ok(homes.into_iter().map(pattern).collect())
}

/// The published tiles for these sizes, or the cells one after the other.
fn by_sizes(frame: &Frame, sizes: &[usize]) -> Vec<Vec<u8>> {
    let shape = frame.shape;
    let partition = Partition::Sizes(sizes.to_vec());
    if let Ok(patterns) = partition.patterns(shape, frame.blank) {
        return patterns.iter().map(|p| p.homes().to_vec()).collect();
    }
    let mut cells = (0..shape.cells() as u8).filter(|&cell| usize::from(cell) != frame.blank);
    sizes
        .iter()
        .map(|&count| cells.by_ref().take(count).collect())
        .collect()
}

/// Partitions for a board, by the memory that is free: the largest patterns that can be built.
pub(crate) fn default_for(frame: &Frame, free: usize) -> Vec<Partition> {
    let tiles = frame.shape.cells() - 1;
    let known = |text: &str| Tables::from_str(text).expect("a text that can be read").0;
    let last = frame.blank == tiles;
    let is_square = |side: usize| (frame.shape.rows(), frame.shape.cols()) == (side, side);
    if last && is_square(5) {
        // Eight tiles on 25 cells: three tables of 10.9 GB, and twice as much to build the last.
        return known(if free >= 64 << 30 {
            "6-6-6-6/8-8-8"
        } else {
            "6-6-6-6"
        });
    }
    if last && is_square(4) && free >= 2 << 30 {
        return known("7-8");
    }
    let most = match free {
        _ if tiles <= 8 => 4,
        _ if tiles <= 16 => 7,
        free if free >= 64 << 30 => MOST_TILES,
        free if free >= 8 << 30 => 7,
        _ => 6,
    };
    let groups = tiles.div_ceil(most).max(1);
    let group = |i: usize| tiles / groups + usize::from(i < tiles % groups);
    vec![Partition::Sizes((0..groups).map(group).collect())]
}

/// Partitions as users write them: `6-6-6-6/8-8-8`; nothing for those that suit the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables(pub Vec<Partition>);

impl FromStr for Tables {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Self, PartitionError> {
        Ok(Self(
            text.split('/').map(str::parse).collect::<Result<_, _>>()?,
        ))
    }
}
