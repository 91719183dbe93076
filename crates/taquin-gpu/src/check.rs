//! Whether the GPU does what the CPU does: run if there is one, by `taquin doctor --gpu`.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use taquin_core::generate::{Generator, Uniform, Walk};
use taquin_core::{Board, Control, Goal, Goals, Limits, Puzzle, Size, Solution, Solver, Stop};
use taquin_pdb::{Pattern, TableKind};
use taquin_search::algorithms::{Ask, Breadth, Net, PdbIda};
use taquin_search::heuristic::HeuristicSpec;
use taquin_search::nets::Nets;

use crate::iteration::Iteration;
use crate::searcher::{SearchSettings, Searcher};
use crate::solver::Gpu;

/// One comparison of the GPU with the CPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GpuCheck {
    /// The subject of the comparison.
    pub what: &'static str,
    /// What was found, or what is wrong.
    pub result: Result<String, String>,
}

type Check = fn(&mut Searcher, &Control) -> Result<String, String>;

/// All that is compared.
const CHECKS: &[(&str, Check)] = &[
    ("tables, byte by byte", tables),
    ("node counts", node_counts),
    ("batches", batches),
    ("beam scores", beam_scores),
    ("beam rate", beam_rate),
    ("cancel", cancel),
];

/// Compares the GPU of the control's context with the CPU; without a GPU the only finding is why there is
/// none.
pub fn gpu_checks(control: &Control) -> Vec<GpuCheck> {
    let gpu = control.context().part::<Gpu>();
    let mut searcher = match gpu.searcher() {
        Ok(searcher) => searcher,
        Err(error) => {
            // A machine without one is in order.
            return vec![GpuCheck {
                what: "checks",
                result: Ok(format!("none made: {error}")),
            }];
        }
    };
    let check = |&(what, check): &(&'static str, Check)| {
        let began = control.elapsed();
        let result = check(&mut searcher, control);
        let seconds = control.elapsed().saturating_sub(began).as_secs_f64();
        GpuCheck {
            what,
            result: result.map(|found| format!("{found} ({seconds:.1} s)")),
        }
    };
    CHECKS.iter().map(check).collect()
}

fn unlimited(control: &Control) -> Control {
    control.separate(Limits::default())
}

fn goal(rows: usize, cols: usize) -> Board {
    let size = Size::new(rows, cols).expect("a size that boards have");
    Goal::BlankLast
        .board(size)
        .expect("every size has this goal")
}

fn random(rows: usize, cols: usize, seed: u64) -> Puzzle {
    let board = Uniform.board(&goal(rows, cols), seed);
    Puzzle::new(board, &Goals::default()).expect("generators make boards that can be solved")
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Tables of the GPU have the bytes of those that `taquin pdb build` writes.
fn tables(searcher: &mut Searcher, control: &Control) -> Result<String, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut tables, mut entries) = (0, 0);
    let patterns: &[(usize, usize, &[usize])] = &[
        (3, 3, &[0, 1, 4, 6]),
        (2, 12, &[3, 4, 9, 10]),
        (4, 4, &[0, 4, 5, 8, 9, 12, 13]),
        (5, 4, &[0, 1, 4, 5, 8]),
        (5, 5, &[0, 5, 10, 15, 20]),
        (5, 5, &[0, 1, 4, 5, 6, 11]),
    ];
    for &(rows, cols, homes) in patterns {
        let size = Size::new(rows, cols).map_err(text)?;
        let pattern = Pattern::new(size, size.cells() - 1, homes).map_err(text)?;
        // The CPU takes long for large plain ones.
        let is_small = pattern.entries() < 10_000_000;
        for kind in TableKind::ALL {
            if kind == TableKind::Plain && !is_small {
                continue;
            }
            let table = searcher
                .table(&pattern, kind, &unlimited(control), |_| ())
                .map_err(text)?;
            let other = taquin_pdb::build(&pattern, kind, threads, &unlimited(control), |_| ())
                .map_err(text)?;
            if table.header() != other.header() || table[..] != other[..] {
                let kind = kind.name();
                return Err(format!("the {kind} table of {pattern} on {size} differs"));
            }
            tables += 1;
            entries += table.header().entries;
        }
    }
    Ok(format!("{tables} tables alike, {entries} entries"))
}

/// Exhausted thresholds have the nodes of a textbook IDA\* over tables of its own.
fn node_counts(searcher: &mut Searcher, control: &Control) -> Result<String, String> {
    /// Thresholds above this take the textbook too long.
    const MOST: u64 = 200_000;
    type Case = (usize, usize, &'static str, &'static [&'static [usize]]);
    let cases: &[Case] = &[
        (3, 3, "1.2.4.5+3.6.7.8", &[&[0, 1, 3, 4], &[2, 5, 6, 7]]),
        (
            4,
            3,
            "1.2.4.5+3.6.9+7.8.10.11",
            &[&[0, 1, 3, 4], &[2, 5, 8], &[6, 7, 9, 10]],
        ),
        (
            4,
            4,
            "1.2.5.6+3.4.7.8+9.10.13.14+11.12.15",
            &[&[0, 1, 4, 5], &[2, 3, 6, 7], &[8, 9, 12, 13], &[10, 11, 14]],
        ),
    ];
    let (mut boards, mut thresholds, mut nodes) = (0, 0, 0);
    for &(rows, cols, tables, homes) in cases {
        let twin = Twin::new(Size::new(rows, cols).map_err(text)?, homes);
        for seed in 0..12 {
            let puzzle = random(rows, cols, seed);
            let settings = SearchSettings {
                tables: tables.parse().map_err(text)?,
                frontier: 16,
                ..SearchSettings::default()
            };
            let mut iterations: Vec<Iteration> = Vec::new();
            let control = control.separate(Limits {
                nodes: Some(200 * MOST),
                ..Limits::default()
            });
            searcher
                .solve(&puzzle, &control, &settings, |i| iterations.push(i.clone()))
                .map_err(text)?;
            // The last was not searched to its end.
            iterations.pop();
            for iteration in iterations.iter().filter(|i| i.generated <= MOST) {
                let counted = twin.count(puzzle.start(), iteration.threshold);
                let found = (iteration.expanded, iteration.generated);
                if counted != found {
                    let Iteration { threshold, .. } = iteration;
                    return Err(format!(
                        "{} at {threshold}: {found:?} nodes on the GPU, {counted:?} on the CPU",
                        puzzle.start()
                    ));
                }
                thresholds += 1;
                nodes += found.1;
            }
            boards += 1;
        }
    }
    Ok(format!(
        "{boards} boards, {thresholds} thresholds, {nodes} nodes alike"
    ))
}

/// IDA\* as in textbooks with pattern tables of its own, for the blank last.
struct Twin {
    size: Size,
    near: Vec<Vec<usize>>,
    patterns: Vec<(Vec<usize>, Vec<u8>)>,
}

impl Twin {
    fn new(size: Size, patterns: &[&[usize]]) -> Self {
        let table = |homes: &&[usize]| (homes.to_vec(), Self::table(size, homes));
        Self {
            size,
            near: (0..size.cells())
                .map(|cell| near(size, cell).collect())
                .collect(),
            patterns: patterns.iter().map(table).collect(),
        }
    }

    /// By places of the tiles and of the blank: the fewest slides of these tiles.
    fn table(size: Size, homes: &[usize]) -> Vec<u8> {
        const NOT_REACHED: u8 = u8::MAX;
        let cells = size.cells();
        let mut values = vec![NOT_REACHED; cells.pow(homes.len() as u32 + 1)];
        // Steps of the blank alone cost nothing: they go to the front.
        let mut queue = std::collections::VecDeque::from([(homes.to_vec(), cells - 1, 0)]);
        while let Some((tiles, blank, value)) = queue.pop_front() {
            let index = Self::index(cells, &tiles, blank);
            if values[index] != NOT_REACHED {
                continue;
            }
            values[index] = value;
            for next in near(size, blank) {
                match tiles.iter().position(|&cell| cell == next) {
                    None => queue.push_front((tiles.clone(), next, value)),
                    Some(tile) => {
                        let mut tiles = tiles.clone();
                        tiles[tile] = blank;
                        queue.push_back((tiles, next, value + 1));
                    }
                }
            }
        }
        values
    }

    fn index(cells: usize, tiles: &[usize], blank: usize) -> usize {
        tiles
            .iter()
            .fold(blank, |index, &cell| index * cells + cell)
    }

    /// Nodes expanded and generated up to a threshold without a solution.
    fn count(&self, board: &Board, threshold: u32) -> (u64, u64) {
        let mut places = vec![0; self.size.cells()];
        for (cell, number) in board.numbers().enumerate() {
            places[usize::from(number)] = cell;
        }
        let mut numbers: Vec<u8> = board.numbers().collect();
        let blank = board.blank().index();
        let mut counts = (0, 0);
        self.descend(
            &mut numbers,
            &mut places,
            blank,
            blank,
            threshold,
            &mut counts,
        );
        counts
    }

    fn descend(
        &self,
        numbers: &mut [u8],
        places: &mut [usize],
        blank: usize,
        before: usize,
        left: u32,
        counts: &mut (u64, u64),
    ) {
        counts.0 += 1;
        for &next in self.near[blank].iter().filter(|&&next| next != before) {
            counts.1 += 1;
            let number = numbers[next];
            numbers.swap(blank, next);
            places[usize::from(number)] = blank;
            if self.estimate(places, next) < left {
                self.descend(numbers, places, next, blank, left - 1, counts);
            }
            places[usize::from(number)] = next;
            numbers.swap(blank, next);
        }
    }

    /// The larger of the sums for the board and, on squares, the mirrored board.
    fn estimate(&self, places: &[usize], blank: usize) -> u32 {
        let side = self.size.cols();
        let sum = |turn: &dyn Fn(usize) -> usize| -> u32 {
            let value = |(homes, table): &(Vec<usize>, Vec<u8>)| {
                let tiles: Vec<usize> = homes
                    .iter()
                    .map(|&home| turn(places[turn(home) + 1]))
                    .collect();
                u32::from(table[Self::index(self.size.cells(), &tiles, turn(blank))])
            };
            self.patterns.iter().map(value).sum()
        };
        let plain = sum(&|cell| cell);
        if self.size.rows() != side {
            return plain;
        }
        plain.max(sum(&|cell| cell % side * side + cell / side))
    }
}

/// The neighbours of a cell.
fn near(size: Size, cell: usize) -> impl Iterator<Item = usize> {
    (0..size.cells()).filter(move |&other| size.distance(cell, other) == 1)
}

/// A batch of random 15-puzzles has the lengths that the CPU finds.
fn batches(searcher: &mut Searcher, control: &Control) -> Result<String, String> {
    const BOARDS: u64 = 20_000;
    const SAMPLE: usize = 100;
    let puzzles: Vec<Puzzle> = (0..BOARDS).map(|seed| random(4, 4, seed)).collect();
    let settings = SearchSettings::default();
    let solved = searcher
        .batch(&puzzles, &unlimited(control), &settings)
        .map_err(text)?;
    let cpu = PdbIda::default();
    let every = puzzles.len() / SAMPLE;
    for (puzzle, outcome) in puzzles.iter().zip(&solved).step_by(every) {
        let other = cpu.solve(puzzle, &unlimited(control)).map_err(text)?;
        let lengths = [outcome, &other].map(|outcome| outcome.best().map(Solution::len));
        if lengths[0].is_none() || lengths[0] != lengths[1] || !outcome.is_optimal() {
            return Err(format!("{}: {lengths:?} moves", puzzle.start()));
        }
    }
    let moves: u32 = solved
        .iter()
        .filter_map(|o| o.best().map(Solution::len))
        .sum();
    let mean = f64::from(moves) / BOARDS as f64;
    Ok(format!(
        "{BOARDS} boards, mean {mean:.2}; {SAMPLE} as on the CPU"
    ))
}

/// All boards some moves away have the score that the CPU works out afresh.
fn beam_scores(searcher: &mut Searcher, control: &Control) -> Result<String, String> {
    const MOVES: u32 = 10;
    let (mut boards, mut compared) = (0, 0);
    for side in [5, 6, 7, 10] {
        let goal = goal(side, side);
        let net = Net::new(&goal, &Nets::default());
        for start in [
            Uniform.board(&goal, 1),
            Uniform.board(&goal, 2),
            Walk { moves: 100 }.board(&goal, 3),
        ] {
            let puzzle = Puzzle::new(start.clone(), &Goals::default()).map_err(text)?;
            let floor: HeuristicSpec = "linear-conflict".parse().map_err(text)?;
            let floor = floor.guide(&puzzle, &unlimited(control)).map_err(text)?;
            let found = searcher
                .beam_scores(&start, &goal, net.as_ref(), MOVES)
                .map_err(text)?;
            let score = |board: &Board| {
                let floor = floor.estimate(board);
                let score = net.as_ref().map_or(floor, |net| net.score(board, floor));
                (score, floor)
            };
            let shell = shell(&start, MOVES);
            let mut expected: Vec<(u32, u32)> = shell.iter().map(score).collect();
            expected.sort_unstable();
            expected.dedup();
            if found != expected {
                return Err(format!("scores differ on {side}x{side}"));
            }
            boards += shell.len();
            compared += expected.len();
        }
    }
    Ok(format!("{boards} boards, {compared} scores alike"))
}

/// Children per second that beams of a million boards generate and score; nothing is compared.
fn beam_rate(searcher: &mut Searcher, control: &Control) -> Result<String, String> {
    const BOARDS: usize = 1 << 20;
    let goal = goal(7, 7);
    let (start, net) = (Uniform.board(&goal, 1), Net::new(&goal, &Nets::default()));
    let ask = Ask {
        start: &start,
        goal: &goal,
        net: net.as_ref(),
        longest: 1000,
        width: Breadth::Boards(BOARDS),
    };
    let control = control.separate(Limits {
        nodes: Some(100 * BOARDS as u64),
        ..Limits::default()
    });
    let found = searcher.beam(&ask, &control).map_err(text)?;
    let rate = found.generated as f64 / control.elapsed().as_secs_f64();
    Ok(format!("7x7, {:.2} G children a second", rate / 1e9))
}

/// All boards at exactly this distance.
fn shell(start: &Board, moves: u32) -> Vec<Board> {
    let mut seen = HashSet::from([start.to_string()]);
    let mut level = vec![start.clone()];
    for _ in 0..moves {
        let mut next = Vec::new();
        for board in &level {
            for mv in board.moves() {
                let mut child = board.clone();
                child.slide(mv);
                if seen.insert(child.to_string()) {
                    next.push(child);
                }
            }
        }
        level = next;
    }
    level
}

/// Instance 14 of Korf and Felner's 24-puzzles, one of the hardest of them.
const HARD: &str = "24 1 17 10 15/14 3 13 8 0/22 16 20 7 21/4 12 9 2 11/5 23 6 18 19";

/// A cancel is seen within a second, while tables are built and in a search of minutes.
fn cancel(searcher: &mut Searcher, control: &Control) -> Result<String, String> {
    const SOON: Duration = Duration::from_secs(1);
    let hard = HARD.parse().map_err(text)?;
    let puzzle = Puzzle::new(hard, &Goals::from(Goal::BlankFirst)).map_err(text)?;
    let mut took = Vec::new();
    for (tables, wait) in [("6-6-6-6", 2500), ("8-8-8", 700)] {
        let settings = SearchSettings {
            tables: tables.parse().map_err(text)?,
            ..SearchSettings::default()
        };
        let control = Arc::new(control.detached(Limits::default()));
        let other = control.clone();
        let clock = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(wait));
            other.cancel();
            other.elapsed()
        });
        let outcome = searcher
            .solve(&puzzle, &control, &settings, |_| ())
            .map_err(text)?;
        let ended = control.elapsed();
        let cancelled = clock.join().map_err(|_| "the clock stopped")?;
        let late = ended.saturating_sub(cancelled);
        if outcome.stop != Stop::Cancelled || late > SOON {
            return Err(format!("{tables}: ended {late:?} after the cancel"));
        }
        took.push(format!("{tables} {:.0} ms", late.as_secs_f64() * 1e3));
    }
    Ok(took.join(", "))
}
