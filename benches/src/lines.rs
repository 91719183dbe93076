//! What the learned score is fitted with, and how good it is: short lines of random boards, and boards
//! of the beams that found them or did not.
//!
//! ```text
//! cargo run --release -p taquin-benches -- lines 7 from=1 boards=500 out=7.lines
//! cargo run --release -p taquin-benches -- lines 7 from=1 boards=40 widths=16384,262144
//! ```
//! Every board has its blank in a corner, so that beams can be led both ways, by the weights that are
//! kept or by those of a file (`weights=FILE`). With `out` a beam looks for a line (`width=262144`), and one
//! from the other end for a shorter one. The better is written for either direction, turned and
//! renamed as if it led to the goal in order: the number of its moves in two bytes, then for every board
//! from the start to the goal its numbers and its linear conflicts, then, level by level up to the one
//! before the goal, four boards of the beam in the same form, zeros where it had fewer. Sixteen-bit numbers
//! have their low byte first. `benches/fit.py` reads these files. Without `out` only lengths are printed.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

use taquin::generate::{Generator, Uniform, Walk};
use taquin::{Board, Control, Direction, Goal, Goals, Limits, Move, Puzzle, Size};
use taquin_gpu::{Beam, Cuda, Engine, Score, Width};
use taquin_search::algorithms::Weights;
use taquin_search::heuristic::{Guide, HeuristicSpec};

/// Moves of a line at most.
const LONGEST: u32 = 900;

/// Boards of a level that a line is compared with.
const SAMPLES: usize = 4;

struct Settings {
    from: u64,
    boards: u64,
    weights: Option<Vec<u8>>,
    width: usize,
    widths: Vec<usize>,
    out: Option<BufWriter<File>>,
}

pub(crate) fn run() {
    if let Err(error) = try_run() {
        println!("# {error}");
    }
}

fn try_run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(2);
    let side = arguments.next().ok_or("the side of the board, 5 to 7")?;
    let side = side.parse()?;
    let size = Size::new(side, side)?;
    let mut settings = Settings {
        from: 1,
        boards: 10,
        weights: None,
        width: 1 << 18,
        widths: Vec::new(),
        out: None,
    };
    for option in arguments {
        let (key, value) = option.split_once('=').ok_or("an option is key=value")?;
        match key {
            "from" => settings.from = value.parse()?,
            "boards" => settings.boards = value.parse()?,
            "weights" => settings.weights = Some(std::fs::read(value)?),
            "width" => settings.width = value.parse()?,
            "widths" => {
                let widths: Result<_, _> = value.split(',').map(str::parse).collect();
                settings.widths = widths?;
            }
            "out" => settings.out = Some(BufWriter::new(File::create(value)?)),
            _ => return Err(format!("there is no setting {key}").into()),
        }
    }
    let mut tool = Tool {
        engine: Engine::new(Box::new(Cuda::new()?)),
        goal: Goal::BlankLast.board(size)?,
        settings,
    };
    if tool.settings.out.is_some() {
        return tool.write();
    }
    tool.measure()
}

struct Tool {
    engine: Engine,
    goal: Board,
    settings: Settings,
}

/// What a beam gave.
struct Tried {
    moves: Option<Vec<Move>>,
    samples: Vec<Vec<Vec<u8>>>,
}

impl Tool {
    /// The mean length that beams of the asked widths find.
    fn measure(&mut self) -> Result<(), Box<dyn Error>> {
        for width in self.settings.widths.clone() {
            let (mut sum, mut missed) = (0, 0);
            for seed in self.seeds() {
                let (start, goal) = (self.draw(seed), self.goal.clone());
                match self.beam(&start, &goal, width, LONGEST, 0)?.moves {
                    Some(moves) => sum += moves.len() as u64,
                    None => missed += 1,
                }
            }
            let found = (self.settings.boards - missed).max(1);
            let mean = sum as f64 / found as f64;
            println!("{width}\t{mean:.3}\t{missed} missed");
        }
        Ok(())
    }

    /// Writes the lines of all boards.
    fn write(&mut self) -> Result<(), Box<dyn Error>> {
        let (mut lines, mut moves) = (0_u32, 0);
        let width = self.settings.width;
        for seed in self.seeds() {
            let (start, goal) = (self.draw(seed), self.goal.clone());
            let forward = self.beam(&start, &goal, width, LONGEST, SAMPLES)?;
            let shorter = |length: usize| (length as u32).saturating_sub(2);
            let longest = forward.moves.as_ref().map_or(LONGEST, |m| shorter(m.len()));
            let backward = self.beam(&goal, &start, width, longest, SAMPLES)?;
            // What the second beam finds is shorter.
            let line = backward.moves.map(|moves| back(&moves)).or(forward.moves);
            let Some(line) = line.filter(|line| !line.is_empty()) else {
                continue;
            };
            (lines, moves) = (lines + 1, moves + line.len());
            self.record(&start, &line, &forward.samples)?;
            self.record(&goal, &back(&line), &backward.samples)?;
        }
        println!(
            "{lines} lines, mean {:.2}",
            moves as f64 / f64::from(lines.max(1))
        );
        if let Some(out) = &mut self.settings.out {
            out.flush()?;
        }
        Ok(())
    }

    fn seeds(&self) -> std::ops::Range<u64> {
        self.settings.from..self.settings.from + self.settings.boards
    }

    /// A board that is often far from the goal and sometimes near, the blank in a corner.
    fn draw(&self, seed: u64) -> Board {
        let mut board = if seed.is_multiple_of(4) {
            Uniform.board(&self.goal, seed)
        } else {
            // 200 to 10,000 moves, every factor as often as any other.
            let part = (seed / 4).wrapping_mul(0x9e37_79b9_7f4a_7c15) as f64 / u64::MAX as f64;
            let moves = (200.0 * 50_f64.powf(part)) as u32;
            Walk { moves }.board(&self.goal, seed)
        };
        let size = board.size();
        let corner = |board: &Board| {
            let blank = board.blank().index();
            (size.row(blank), size.col(blank))
        };
        // Up or down, then left or right: the direction in which the tile moves is the blank's turned.
        for upright in [true, false] {
            loop {
                let (row, col) = corner(&board);
                let (at, last) = if upright {
                    (row, size.rows() - 1)
                } else {
                    (col, size.cols() - 1)
                };
                if at % last == 0 {
                    break;
                }
                let to_first = (seed / 7).is_multiple_of(2);
                let direction = match (upright, to_first) {
                    (true, true) => Direction::Down,
                    (true, false) => Direction::Up,
                    (false, true) => Direction::Right,
                    (false, false) => Direction::Left,
                };
                if board.slide(Move(direction)).is_none() {
                    break;
                }
            }
        }
        board
    }

    fn beam(
        &mut self,
        start: &Board,
        goal: &Board,
        width: usize,
        longest: u32,
        samples: usize,
    ) -> Result<Tried, Box<dyn Error>> {
        let weights = match &self.settings.weights {
            Some(bytes) => Weights::read(goal, bytes)?,
            None => Weights::new(goal).ok_or("no weights are kept for this size")?,
        };
        let score = Score {
            vectors: weights.vectors,
            direct: weights.direct,
            bias: weights.bias,
            layer: weights.layer,
            layer_bias: weights.layer_bias,
            last: weights.last,
            last_bias: weights.last_bias,
            conflicts: weights.conflicts,
        };
        let beam = Beam {
            start,
            goal,
            score: Some(&score),
            longest,
            width: Width::Boards(width),
            samples,
        };
        let control = Control::new(Limits::default());
        let done = self.engine.beam(&beam, &control)?;
        Ok(Tried {
            moves: done.moves,
            samples: done.samples,
        })
    }

    /// Writes a line and the samples beside it as seen from its end.
    fn record(
        &mut self,
        start: &Board,
        line: &[Move],
        samples: &[Vec<Vec<u8>>],
    ) -> Result<(), Box<dyn Error>> {
        let Some(out) = &mut self.settings.out else {
            return Ok(());
        };
        let mut boards = vec![start.clone()];
        for &mv in line {
            let mut board = boards[boards.len() - 1].clone();
            board.slide(mv).ok_or("a beam's moves are legal")?;
            boards.push(board);
        }
        let seen = Seen::new(&boards[line.len()])?;
        out.write_all(&(line.len() as u16).to_le_bytes())?;
        for board in &boards {
            seen.write(board.numbers().collect(), out)?;
        }
        for g in 1..line.len() {
            let level = samples.get(g - 1).map_or(&[][..], |level| level);
            for i in 0..SAMPLES {
                match level.get(i) {
                    Some(board) => seen.write(board.clone(), out)?,
                    None => out.write_all(&vec![0; seen.size.cells() + 2])?,
                }
            }
        }
        Ok(())
    }
}

/// How boards look when a line's end is the goal in order.
struct Seen {
    size: Size,
    /// By cell: where it lies then.
    cells: Vec<usize>,
    /// By number: what it is called then.
    names: Vec<u8>,
    floor: Box<dyn Guide>,
}

impl Seen {
    fn new(end: &Board) -> Result<Self, Box<dyn Error>> {
        let size = end.size();
        let blank = end.blank().index();
        let turn = |line: usize, lines: usize, turned: bool| {
            if turned { lines - 1 - line } else { line }
        };
        let cells: Vec<usize> = (0..size.cells())
            .map(|cell| {
                let row = turn(size.row(cell), size.rows(), size.row(blank) == 0);
                let col = turn(size.col(cell), size.cols(), size.col(blank) == 0);
                row * size.cols() + col
            })
            .collect();
        let mut names = vec![0; size.cells()];
        for (home, number) in end.numbers().enumerate() {
            if number != 0 {
                names[usize::from(number)] = cells[home] as u8 + 1;
            }
        }
        let goal = Goal::BlankLast.board(size)?;
        let puzzle = Puzzle::new(goal, &Goals::default())?;
        let floor: HeuristicSpec = "linear-conflict".parse()?;
        Ok(Self {
            size,
            cells,
            names,
            floor: floor.guide(&puzzle)?,
        })
    }

    fn write(&self, numbers: Vec<u8>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
        let mut turned = vec![0_u8; numbers.len()];
        for (cell, number) in numbers.into_iter().enumerate() {
            turned[self.cells[cell]] = self.names[usize::from(number)];
        }
        let as_numbers: Vec<u32> = turned.iter().map(|&number| number.into()).collect();
        let board = Board::new(self.size, &as_numbers)?;
        out.write_all(&turned)?;
        out.write_all(&(self.floor.estimate(&board) as u16).to_le_bytes())?;
        Ok(())
    }
}

fn back(moves: &[Move]) -> Vec<Move> {
    let back = |mv: &Move| Move(mv.0.opposite());
    moves.iter().rev().map(back).collect()
}
