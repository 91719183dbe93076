//! Which tables are added up: partitions of the tiles, by name or by the board's size.

use std::str::FromStr;

use taquin_pdb::{Partition, PartitionError};

use crate::device::GpuError;
use crate::orientation::Orientation;
use crate::tables::DevicePattern;

/// One sum over all tiles.
pub(crate) type Sum = Vec<DevicePattern>;

/// The sums of these partitions; where the board may be mirrored every one twice, for the board and
/// for the mirrored board.
pub(crate) fn sums(
    orientation: &Orientation,
    partitions: &[Partition],
) -> Result<Vec<Sum>, GpuError> {
    let mut sums = Vec::new();
    for partition in partitions {
        let patterns = patterns(orientation, partition)?;
        if orientation.can_mirror() {
            sums.push(patterns.clone());
        }
        sums.push(patterns);
    }
    let most = orientation.width.sums;
    if sums.len() > most {
        return Err(GpuError::Tables(format!(
            "{} partitions make {} sums, mirrored boards counted; the GPU takes at most {most}",
            partitions.len(),
            sums.len()
        )));
    }
    Ok(sums)
}

fn patterns(
    orientation: &Orientation,
    partition: &Partition,
) -> Result<Vec<DevicePattern>, GpuError> {
    let shape = orientation.shape;
    let homes: Vec<Vec<u8>> = match partition {
        Partition::Tiles(sets) => sets
            .iter()
            .map(|set| set.iter().map(|&tile| (tile - 1) as u8).collect())
            .collect(),
        Partition::Sizes(sizes) => by_sizes(orientation, sizes),
    };
    let mut all: Vec<u8> = homes.iter().flatten().copied().collect();
    all.sort_unstable();
    let tiles: Vec<u8> = (0..shape.cells() as u8)
        .filter(|&cell| usize::from(cell) != orientation.blank)
        .collect();
    let wrong = |reason: String| Err(GpuError::Tables(format!("{partition}: {reason}")));
    if all != tiles {
        return wrong(format!(
            "every one of the {} tiles must be in one pattern, each by its place in the goal",
            tiles.len()
        ));
    }
    let width = orientation.width;
    if homes.len() > width.patterns || homes.iter().any(|homes| homes.len() > width.tiles) {
        return wrong(format!(
            "the GPU takes at most {} patterns of at most {} tiles",
            width.patterns, width.tiles
        ));
    }
    let pattern = |mut homes: Vec<u8>| {
        homes.sort_unstable();
        DevicePattern {
            shape,
            width: orientation.width,
            blank: orientation.blank,
            homes,
        }
    };
    Ok(homes.into_iter().map(pattern).collect())
}

/// Compact blocks of 6x6 by their sizes, row by row; the blank is last.
const BLOCKS: &[(&[usize], &str)] = &[
    (&[7, 7, 7, 7, 7], "aaabbbaaabbbaccccbddccceddeeeedddee"),
    (&[6, 6, 6, 6, 6, 5], "aaabbbaaabbbcccdddcccdddeeefffeeeff"),
];

/// The published tiles for these sizes, compact blocks, or the cells one after the other.
fn by_sizes(orientation: &Orientation, sizes: &[usize]) -> Vec<Vec<u8>> {
    let shape = orientation.shape;
    let partition = Partition::Sizes(sizes.to_vec());
    if let Ok(patterns) = partition.patterns(shape, orientation.blank) {
        return patterns.iter().map(|p| p.homes().to_vec()).collect();
    }
    let last = shape.cells() - 1;
    if (shape.rows(), shape.cols(), orientation.blank) == (6, 6, last)
        && let Some((_, blocks)) = BLOCKS.iter().find(|(known, _)| *known == sizes)
    {
        let block = |name: char| {
            let cells = blocks.chars().zip(0..).filter(|&(found, _)| found == name);
            cells.map(|(_, cell)| cell).collect()
        };
        return ('a'..).take(sizes.len()).map(block).collect();
    }
    let mut cells = (0..shape.cells() as u8).filter(|&cell| usize::from(cell) != orientation.blank);
    sizes
        .iter()
        .map(|&count| cells.by_ref().take(count).collect())
        .collect()
}

/// Partitions for a board, by the memory that is free: the largest patterns that can be built.
pub(crate) fn default_for(orientation: &Orientation, free: usize) -> Vec<Partition> {
    let tiles = orientation.shape.cells() - 1;
    let known = |text: &str| {
        PartitionList::from_str(text)
            .expect("a text that can be read")
            .0
    };
    let last = orientation.blank == tiles;
    let is_square =
        |side: usize| (orientation.shape.rows(), orientation.shape.cols()) == (side, side);
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
    if last && is_square(6) && free >= 96 << 30 {
        return known("7-7-7-7-7");
    }
    let most = match free {
        _ if tiles > 24 => 6,
        _ if tiles <= 8 => 4,
        _ if tiles <= 16 => 7,
        free if free >= 64 << 30 => 8,
        free if free >= 8 << 30 => 7,
        _ => 6,
    };
    let groups = tiles.div_ceil(most).max(1);
    let group = |i: usize| tiles / groups + usize::from(i < tiles % groups);
    vec![Partition::Sizes((0..groups).map(group).collect())]
}

/// Partitions as users write them: `6-6-6-6/8-8-8`; nothing for those that suit the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartitionList(pub Vec<Partition>);

impl FromStr for PartitionList {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Self, PartitionError> {
        Ok(Self(
            text.split('/').map(str::parse).collect::<Result<_, _>>()?,
        ))
    }
}
