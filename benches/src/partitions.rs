//! Whether a partition chosen for each board beats one for all: nodes of 24-puzzles under many
//! partitions into four patterns of six tiles, and what would have told beforehand.
//!
//! Tables are kept as files in a folder of their own from one run to the next; it is named in the
//! first line. A partition behind the name, like 7-7-7-3, stands beside each of the others: its tables
//! are in that folder by `taquin pdb build 7-7-7-3 --size 5x5 --folder …`. The word `hard` takes hard
//! boards instead, from their first threshold on.

use taquin::generate::{Generator, Random, Uniform};
use taquin::pdb::{Partition, Shelf};
use taquin::{Board, Control, Goal, Goals, Limits, Move, Puzzle, Size};
use taquin_search::algorithms::{PdbIda, Tables};

/// Partitions drawn at random; those whose estimates are largest on random boards take part.
const DRAWN: usize = 40;
const TAKING_PART: usize = 12;

/// Boards that tell how large the estimates of a partition are.
const RANDOM_BOARDS: u64 = 100;

/// The easiest of the 50 by the nodes published in 2002.
const INSTANCES: [usize; 12] = [38, 40, 25, 32, 44, 37, 30, 13, 1, 28, 36, 5];

/// Some of the hardest, and the nodes of a threshold after which they are left.
const HARD: [usize; 6] = [50, 14, 48, 10, 9, 17];
const ENOUGH: u64 = 20_000_000;

/// Nodes of a threshold before which a partition is not left.
const WORTH_COMPARING: u64 = 10_000;

/// The first threshold at which the usual partition has so many nodes is the lower of the two that
/// are counted.
const MANY: u64 = 1_000_000;

/// Boards along random walks from the start, and their length: what the search meets first.
const SAMPLE: u64 = 200;
const WALK: usize = 30;

/// Children of a board of 5x5 without the one before, on average: R. E. Korf, S. Edelkamp, *The
/// Branching Factor of Regular Search Spaces*, 1998.
const BRANCHING: f64 = 2.3676;

pub(crate) fn run() {
    let folder = std::env::temp_dir().join("taquin-partitions");
    println!("# tables in {}", folder.display());
    Shelf::shared().set_folder(Some(folder));
    let partitions = candidates();
    println!("kind\tinstance\tthreshold\tpartition\troot_h\tsampled\tnodes");
    match std::env::args().nth(2).as_deref() {
        None => INSTANCES
            .iter()
            .for_each(|&number| Instance::new(number).rows(&partitions)),
        Some("hard") => HARD
            .iter()
            .for_each(|&number| Instance::new(number).rows_of_all(&partitions)),
        Some(beside) => {
            let beside = beside.parse().expect("a partition");
            for number in INSTANCES {
                Instance::new(number).rows_beside(&beside, &partitions);
            }
        }
    }
}

fn size() -> Size {
    Size::new(5, 5).expect("a size of ours")
}

fn goal() -> Board {
    Goal::BlankLast.board(size()).expect("a goal of every size")
}

fn solver(partitions: &[&Partition]) -> PdbIda {
    let partitions = partitions.iter().map(|&p| p.clone()).collect();
    PdbIda {
        tables: Tables::Of(partitions),
        ..PdbIda::default()
    }
}

fn estimate(partition: &Partition, puzzle: &Puzzle) -> u32 {
    let control = Control::new(Limits::default());
    let estimate = solver(&[partition]).estimate(puzzle, &control);
    estimate
        .expect("tables of six tiles are built")
        .expect("nothing stops it")
}

fn puzzle(board: Board) -> Puzzle {
    Puzzle::new(board, &Goals::default()).expect("a board that can be solved")
}

/// The usual partition, then others, the ones with large estimates first.
fn candidates() -> Vec<Partition> {
    let usual: Partition = "6-6-6-6".parse().expect("a partition");
    let mut random = Random::new(1);
    let mut drawn: Vec<Vec<Vec<usize>>> = Vec::new();
    while drawn.len() < DRAWN {
        if let Some(sets) = tiling(&mut random)
            && !drawn.contains(&sets)
        {
            drawn.push(sets);
        }
    }
    let others = drawn.into_iter().map(Partition::Tiles);
    let boards: Vec<Puzzle> = (0..RANDOM_BOARDS)
        .map(|seed| puzzle(Uniform.board(&goal(), seed)))
        .collect();
    let mean = |partition: &Partition| {
        let sum: u32 = boards.iter().map(|board| estimate(partition, board)).sum();
        let mean = f64::from(sum) / boards.len() as f64;
        println!("# mean estimate of random boards: {mean:.2} {partition}");
        mean
    };
    mean(&usual);
    let mut ranked: Vec<(f64, Partition)> = others.map(|p| (mean(&p), p)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = ranked.into_iter().map(|(_, partition)| partition);
    std::iter::once(usual)
        .chain(best)
        .take(TAKING_PART)
        .collect()
}

/// Four connected patterns of six tiles, grown at random; none where one cannot grow. Of a
/// partition and its mirror image, which have the same estimates, one stands for both.
fn tiling(random: &mut Random) -> Option<Vec<Vec<usize>>> {
    let size = size();
    let mut free: Vec<usize> = (0..size.tiles()).collect();
    let mut sets = Vec::new();
    while let Some(&first) = free.first() {
        let mut set = vec![first];
        free.remove(0);
        while set.len() < 6 {
            let beside = |cell: &usize| set.iter().any(|&other| size.distance(other, *cell) == 1);
            let near: Vec<usize> = free.iter().copied().filter(beside).collect();
            if near.is_empty() {
                return None;
            }
            let next = near[random.below(near.len())];
            free.retain(|&cell| cell != next);
            set.push(next);
        }
        sets.push(set);
    }
    let named = |mirrored: bool| {
        let turn = |cell: usize| {
            if mirrored {
                cell % 5 * 5 + cell / 5
            } else {
                cell
            }
        };
        let mut sets: Vec<Vec<usize>> = sets
            .iter()
            .map(|set| set.iter().map(|&cell| turn(cell) + 1).collect())
            .collect();
        for set in &mut sets {
            set.sort_unstable();
        }
        sets.sort();
        sets
    };
    Some(named(false).min(named(true)))
}

/// One board, the lower threshold, and boards near it.
struct Instance {
    number: usize,
    puzzle: Puzzle,
    optimal: u32,
    sample: Vec<Puzzle>,
}

impl Instance {
    fn new(number: usize) -> Self {
        let set = taquin::data::by_name("korf-24-50").expect("a set of ours");
        let instance = set.instances().nth(number - 1).expect("one of the 50");
        let goals = Goals::from(instance.goal);
        let with_goal = |board| Puzzle::new(board, &goals).expect("these boards can be solved");
        let walked = |seed| with_goal(walked(&instance.board, seed));
        let sample = (0..SAMPLE).map(walked).collect();
        let puzzle = with_goal(instance.board);
        Self {
            number,
            puzzle,
            optimal: instance.optimal.expect("solved long ago"),
            sample,
        }
    }

    /// Nodes expanded up to a threshold below the optimum.
    fn nodes(&self, partitions: &[&Partition], threshold: u32) -> u64 {
        const MOST: u64 = 1 << 40;
        let control = Control::new(Limits {
            nodes: Some(MOST),
            ..Limits::default()
        });
        let found = solver(partitions).within(&self.puzzle, threshold, &control);
        let found = found
            .expect("tables of six tiles are built")
            .expect("no limit");
        assert!(found.is_none() && threshold < self.optimal);
        MOST - control.nodes_left().expect("there is a limit")
    }

    /// The mean over boards near the start of what their subtrees are expected to have, as an
    /// estimate: one more is a branching factor fewer nodes.
    fn sampled(&self, partition: &Partition) -> f64 {
        let weight = |board: &Puzzle| BRANCHING.powf(-f64::from(estimate(partition, board)));
        let mean = self.sample.iter().map(weight).sum::<f64>() / self.sample.len() as f64;
        -mean.ln() / BRANCHING.ln()
    }

    /// The lower threshold.
    fn threshold(&self, usual: &Partition) -> u32 {
        let mut threshold = estimate(usual, &self.puzzle);
        while threshold + 4 < self.optimal && self.nodes(&[usual], threshold) < MANY {
            threshold += 2;
        }
        threshold
    }

    /// Thresholds from the first on with each of the partitions, until the usual one has many nodes.
    /// Those that are far worse than it are left on the way.
    fn rows_of_all(&self, partitions: &[Partition]) {
        let (usual, mut others) = (&partitions[0], partitions[1..].to_vec());
        let mut threshold = estimate(usual, &self.puzzle);
        loop {
            let counted = |partition: &Partition| {
                let nodes = self.nodes(&[partition], threshold);
                println!(
                    "hard\t{}\t{threshold}\t{partition}\t\t\t{nodes}",
                    self.number
                );
                nodes
            };
            let usual = counted(usual);
            others.retain(|other| counted(other) < 2 * usual || usual < WORTH_COMPARING);
            threshold += 2;
            if usual >= ENOUGH || threshold >= self.optimal {
                return;
            }
        }
    }

    /// Both thresholds with each of the partitions and another one.
    fn rows_beside(&self, beside: &Partition, partitions: &[Partition]) {
        let threshold = self.threshold(&partitions[0]);
        for partition in partitions {
            for threshold in [threshold, threshold + 2] {
                let nodes = self.nodes(&[partition, beside], threshold);
                let number = self.number;
                println!("beside\t{number}\t{threshold}\t{partition}/{beside}\t\t\t{nodes}");
            }
        }
    }

    /// Both thresholds with each of the partitions, and the lower one with every two.
    fn rows(&self, partitions: &[Partition]) {
        let threshold = self.threshold(&partitions[0]);
        for partition in partitions {
            let (h, sampled) = (estimate(partition, &self.puzzle), self.sampled(partition));
            for threshold in [threshold, threshold + 2] {
                let nodes = self.nodes(&[partition], threshold);
                let number = self.number;
                println!("one\t{number}\t{threshold}\t{partition}\t{h}\t{sampled:.3}\t{nodes}");
            }
        }
        for (i, first) in partitions.iter().enumerate() {
            for second in &partitions[i + 1..] {
                let nodes = self.nodes(&[first, second], threshold);
                println!(
                    "two\t{}\t{threshold}\t{first}/{second}\t\t\t{nodes}",
                    self.number
                );
            }
        }
    }
}

/// A board some random moves away, none of which is taken back at once.
fn walked(start: &Board, seed: u64) -> Board {
    let mut random = Random::new(seed);
    let mut board = start.clone();
    let mut before = None;
    for _ in 0..WALK {
        let forwards = |mv: &Move| board.source(*mv) != before;
        let moves: Vec<Move> = board.moves().filter(forwards).collect();
        before = Some(board.blank());
        board.slide(moves[random.below(moves.len())]);
    }
    board
}
