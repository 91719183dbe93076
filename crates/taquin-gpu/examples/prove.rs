//! Proves shortest solutions of hard boards on the GPU, in as many runs as it takes.
//!
//! ```text
//! cargo run --release -p taquin-gpu --example prove -- BOARDS FOLDER time=570 incumbents=FILE
//! ```
//! BOARDS has a line for each board, columns with tabs between them: id, rows, columns, goal, tiles in
//! reading order; a seventh may have a length that someone found, by which the work left is estimated. FOLDER keeps finished thresholds and parts: run the
//! same command again to continue. Settings, all optional:
//!
//! - `time`: seconds after which the run stops;
//! - `incumbents`: a file of known solutions, id and moves in the first and last column: only shorter
//!   ones are searched for;
//! - `only`: ids separated by commas;
//! - `each`: seconds for one board, after which the next has its turn;
//! - `tables`, `automaton`, `frontier`: as for `gpu-ida`;
//! - `part`: children of a part, in thousands of millions;
//! - `survey`: all boards are first searched up to a threshold of this many billion children; then
//!   the one with the least work left is finished, then the next;
//! - `share`: `1/4` for the first of four processes that share FOLDER.
//!
//! It prints a line for each threshold searched, and one for each board at the end.
#![expect(clippy::print_stdout, reason = "a program that prints rows")]

use std::collections::HashMap;
use std::error::Error;
use std::time::{Duration, Instant};

use taquin_core::notation::{Notation, format_moves, parse_goals, parse_moves};
use taquin_core::parts::{Folder, Share};
use taquin_core::{Board, Control, Limits, Outcome, Puzzle, Size, Solution};
use taquin_gpu::{Cuda, Ended, Iteration, Pieces, Prior, SearchSettings, Searcher};

type Fault = Box<dyn Error>;

fn main() -> Result<(), Fault> {
    let began = Instant::now();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [boards, folder, options @ ..] = arguments.as_slice() else {
        return Err("usage: prove BOARDS FOLDER [key=value]…".into());
    };
    let options = Options::read(options)?;
    let mut boards = read_boards(&std::fs::read_to_string(boards)?, &options)?;
    let share = options.share;
    let writer = format!("rows-{}-of-{}", share.index + 1, share.of);
    let mut run = Run {
        searcher: Searcher::new(Box::new(Cuda::new()?)),
        folder: Folder::open(folder, &writer)?,
        options,
        began,
    };
    println!("# {}, {}", run.searcher.name(), arguments[2..].join(" "));
    println!(
        "# id threshold layers frontier parts recorded expanded generated breadth_s depth_s G/s end"
    );
    // 1. Some thresholds of every board tell how hard it is.
    for board in &mut boards {
        run.solve(board, Some(run.options.survey))?;
    }
    // 2. The rest, the easiest first.
    boards.sort_by(|a, b| a.work_left().total_cmp(&b.work_left()));
    for board in boards.iter().filter(|board| !board.is_done()) {
        let (left, bound) = (board.work_left(), board.bound());
        println!("# {}: bound {bound}, about {left:.0} G left", board.id);
    }
    for board in boards.iter_mut().filter(|board| !board.is_done()) {
        if began.elapsed() >= run.options.time {
            break;
        }
        run.solve(board, None)?;
    }
    println!("# id\tlength\tbound\texpanded\tgenerated\tmoves");
    for board in &boards {
        board.tell();
    }
    println!("# {:.1} s", began.elapsed().as_secs_f64());
    Ok(())
}

/// A board, and what is known of it.
struct Instance {
    id: String,
    puzzle: Puzzle,
    incumbent: Option<Solution>,
    /// The length of a solution that someone found, its moves not known.
    expected: Option<u32>,
    outcome: Option<Outcome>,
    /// Children of the last thresholds that were exhausted.
    searched: Vec<f64>,
}

impl Instance {
    fn best(&self) -> Option<&Solution> {
        let found = self.outcome.as_ref().and_then(Outcome::best);
        found.or(self.incumbent.as_ref())
    }

    fn bound(&self) -> u32 {
        self.outcome.as_ref().map_or(0, Outcome::lower_bound)
    }

    fn is_done(&self) -> bool {
        self.outcome.as_ref().is_some_and(Outcome::is_optimal)
    }

    /// Children still to be looked at, in thousands of millions, if no solution is shorter than the
    /// best one: each threshold has as many times more as the last had.
    fn work_left(&self) -> f64 {
        let best = self.best().map(Solution::len).or(self.expected);
        let (Some(best), [.., before, last]) = (best, self.searched.as_slice()) else {
            return f64::INFINITY;
        };
        let growth = (last / before).clamp(5.0, 10.0);
        let thresholds = best.saturating_sub(self.bound()).div_ceil(2);
        let of = |n: u32| last * growth.powi(n.cast_signed());
        (1..=thresholds).map(of).sum::<f64>() / 1e9
    }

    fn tell(&self) {
        let length = self.best().map_or("-".to_owned(), |s| s.len().to_string());
        let moves = self.best().map_or("-".to_owned(), |solution| {
            format_moves(solution.moves(), Notation::Tile)
        });
        let stats = self.outcome.as_ref().map(|outcome| outcome.stats);
        let stats = stats.unwrap_or_default();
        println!(
            "{}\t{length}\t{}\t{}\t{}\t{moves}",
            self.id,
            self.bound(),
            stats.expanded,
            stats.generated
        );
    }
}

struct Run {
    searcher: Searcher,
    folder: Folder,
    options: Options,
    began: Instant,
}

impl Run {
    /// Searches until the board is solved, the time is up, or a threshold has had this many billion
    /// children.
    fn solve(&mut self, board: &mut Instance, enough: Option<f64>) -> Result<(), Fault> {
        let left = self.options.time.saturating_sub(self.began.elapsed());
        let limits = Limits {
            time: Some(left.min(self.options.each)),
            ..Limits::default()
        };
        let control = Control::new(limits);
        let pieces = Pieces {
            share: self.options.share,
            part_nodes: (self.options.part * 1e9) as u64,
            journal: &mut self.folder,
        };
        let known = Prior {
            incumbent: board.incumbent.clone(),
            pieces: Some(pieces),
        };
        let mut searched = Vec::new();
        let listen = |iteration: &Iteration| {
            if iteration.ended != Ended::Recorded {
                tell(&board.id, iteration);
            }
            if matches!(iteration.ended, Ended::Stopped | Ended::Solved) {
                return;
            }
            searched.push(iteration.generated as f64);
            if enough.is_some_and(|enough| iteration.generated as f64 >= enough * 1e9) {
                control.cancel();
            }
        };
        let settings = &self.options.settings;
        let outcome = self
            .searcher
            .solve_from(&board.puzzle, &control, settings, known, listen)?;
        if outcome.is_optimal() {
            println!("# {} solved", board.id);
        }
        board.searched = searched;
        board.outcome = Some(outcome);
        Ok(())
    }
}

fn tell(id: &str, iteration: &Iteration) {
    let [breadth, depth] = iteration.seconds;
    let [parts, recorded] = iteration.parts;
    println!(
        "{id}\t{}\t{}\t{}\t{parts}\t{recorded}\t{}\t{}\t{breadth:.2}\t{depth:.2}\t{:.2}\t{:?}",
        iteration.threshold,
        iteration.layers,
        iteration.frontier,
        iteration.expanded,
        iteration.generated,
        iteration.generated as f64 / 1e9 / (breadth + depth + iteration.seconds_before),
        iteration.ended
    );
}

struct Options {
    settings: SearchSettings,
    time: Duration,
    each: Duration,
    part: f64,
    survey: f64,
    share: Share,
    only: Option<Vec<String>>,
    incumbents: HashMap<String, String>,
}

impl Options {
    fn read(given: &[String]) -> Result<Self, Fault> {
        let mut options = Self {
            settings: SearchSettings {
                automaton: 14,
                ..SearchSettings::default()
            },
            time: Duration::from_secs(u32::MAX.into()),
            each: Duration::from_secs(u32::MAX.into()),
            part: 50.0,
            survey: 5.0,
            share: Share::ALL,
            only: None,
            incumbents: HashMap::new(),
        };
        for option in given {
            let (key, value) = option.split_once('=').ok_or("a setting is key=value")?;
            match key {
                "tables" => options.settings.tables = value.parse()?,
                "automaton" => options.settings.automaton = value.parse()?,
                "frontier" => options.settings.frontier = value.parse()?,
                "time" => options.time = Duration::try_from_secs_f64(value.parse()?)?,
                "each" => options.each = Duration::try_from_secs_f64(value.parse()?)?,
                "part" => options.part = value.parse()?,
                "survey" => options.survey = value.parse()?,
                "share" => options.share = value.parse()?,
                "only" => options.only = Some(value.split(',').map(str::to_owned).collect()),
                "incumbents" => options.incumbents = incumbents(&std::fs::read_to_string(value)?),
                _ => return Err(format!("there is no setting {key}").into()),
            }
        }
        Ok(options)
    }
}

/// Moves by id.
fn incumbents(text: &str) -> HashMap<String, String> {
    let line = |line: &str| {
        let (id, rest) = line.split_once('\t')?;
        let moves = rest.rsplit('\t').next()?;
        Some((id.to_owned(), moves.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

fn read_boards(text: &str, options: &Options) -> Result<Vec<Instance>, Fault> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut boards = Vec::new();
    for line in lines {
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, rows, cols, goal, tiles, ..] = columns.as_slice() else {
            return Err(format!("not a board: {line}").into());
        };
        let wanted = |only: &Vec<String>| only.iter().any(|wanted| wanted == id);
        if !options.only.as_ref().is_none_or(wanted) {
            continue;
        }
        let size = Size::new(rows.parse()?, cols.parse()?)?;
        let board: Board = format!("{size}:{tiles}").parse()?;
        let puzzle = Puzzle::new(board, &parse_goals(goal)?)?;
        let incumbent = match options.incumbents.get(*id) {
            Some(moves) => {
                let moves = parse_moves(moves, Notation::Tile, None)?;
                Some(Solution::check(&puzzle, moves)?)
            }
            None => None,
        };
        boards.push(Instance {
            id: (*id).to_owned(),
            puzzle,
            incumbent,
            expected: columns.get(6).and_then(|length| length.parse().ok()),
            outcome: None,
            searched: Vec::new(),
        });
    }
    Ok(boards)
}
