//! The GPU's engine by name, with the CPU's where there is no GPU.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use taquin_core::{Control, Outcome, Plan, Puzzle, Size, SolveError, Solver};
use taquin_gpu::{Choose, Engine, FORBIDDEN, GpuBatch, GpuIda, MakeAutomaton, Settings, Tables};
use taquin_search::algorithms::{Anytime, Ask, Automaton, Beams, Effort, Entry, Found};

use crate::catalogue;

pub(crate) const IDA: Entry = Entry {
    name: GpuIda::NAME,
    summary: "IDA* on a GPU, doubles removed near the start; without one, on the CPU",
    guarantee: "optimal; up to 25 cells on a CUDA device, tables and frontier in its memory; other boards by ida",
    options: &[
        (
            "tables",
            "partitions to add up, like 6-6-6-6/8-8-8; default by the board and the GPU's memory",
        ),
        (
            "choose",
            "partitions of 5x5 to try in place of the first before long thresholds, 0 to 11; default 0",
        ),
        (
            "frontier",
            "boards of the last breadth-first layer at most; default 67108864",
        ),
        (
            "automaton",
            "the longest strings of moves known not to be needed, 2 to 14; default 12",
        ),
    ],
    build: |mut options| {
        let default = Settings::default();
        let length = options.take("automaton", 12)?;
        let settings = Settings {
            tables: options.take("tables", Tables::default())?,
            choose: options.take("choose", Tries(0))?.choose(),
            frontier: options.take("frontier", default.frontier)?,
            automaton: Some(automaton(length)),
            ..default
        };
        options.finish(GpuIda::NAME, &["tables", "choose", "frontier", "automaton"])?;
        Ok(Box::new(GpuIda {
            settings,
            otherwise: Arc::new(OnCpu(GpuIda::NAME)),
        }))
    },
};

/// How many partitions are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tries(usize);

impl Tries {
    fn choose(self) -> Option<Choose> {
        (self.0 > 0).then(|| Choose::known(self.0))
    }
}

impl std::str::FromStr for Tries {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(tries @ 0..=Choose::MOST) => Ok(Self(tries)),
            _ => Err(format!("choose is a number from 0 to {}", Choose::MOST)),
        }
    }
}

pub(crate) const BATCH: Entry = Entry {
    name: GpuBatch::NAME,
    summary: "IDA* on a GPU for many boards at once; without one, on the CPU board by board",
    guarantee: "optimal; made for streams of 15-puzzles; a limit holds for 131,072 boards together",
    options: &[
        (
            "tables",
            "partitions to add up, like 7-8; default by the board and the GPU's memory",
        ),
        (
            "automaton",
            "the longest strings of moves known not to be needed, 2 to 14; default 14",
        ),
    ],
    build: |mut options| {
        let length = options.take("automaton", 14)?;
        let settings = Settings {
            tables: options.take("tables", Tables::default())?,
            automaton: Some(automaton(length)),
            ..Settings::default()
        };
        options.finish(GpuBatch::NAME, &["tables", "automaton"])?;
        Ok(Box::new(GpuBatch {
            settings,
            otherwise: Arc::new(OnCpu(GpuBatch::NAME)),
        }))
    },
};

pub(crate) const BEAM: Entry = Entry {
    name: GpuBeam::NAME,
    summary: "anytime with beams of millions of boards on a GPU; without one, on the CPU",
    guarantee: "always a solution, of any size; optimal only where bound and solution meet",
    options: &[
        (
            "effort",
            "nodes to spend on beams where no limit is set; default 2000000000",
        ),
        (
            "share",
            "percent of it for the widest beams, the rest for stretches of their line, 1 to 100; default 60",
        ),
    ],
    build: |mut options| {
        let default = GpuBeam::default();
        let solver = GpuBeam {
            effort: options.take("effort", default.effort)?,
            share: options.take("share", default.share)?,
        };
        options.finish(GpuBeam::NAME, &["effort", "share"])?;
        Ok(Box::new(solver))
    },
};

/// A part of a whole, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Percent(u8);

impl std::str::FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(percent @ 1..=100) => Ok(Self(percent)),
            _ => Err("share is a number from 1 to 100".to_owned()),
        }
    }
}

/// Anytime search whose beams are searched on the GPU.
#[derive(Clone, Copy, Debug)]
struct GpuBeam {
    effort: Effort,
    share: Percent,
}

impl Default for GpuBeam {
    fn default() -> Self {
        Self {
            effort: Effort(2_000_000_000),
            share: Percent(60),
        }
    }
}

impl GpuBeam {
    const NAME: &'static str = "gpu-beam";
}

impl Solver for GpuBeam {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn plan(&self, puzzle: &Puzzle) -> Plan {
        match taquin_gpu::device() {
            Ok(_) => Plan {
                algorithm: Self::NAME.to_owned(),
                heuristic: None,
            },
            Err(_) => Anytime::default().plan(puzzle),
        }
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let anytime = Anytime {
            effort: self.effort,
            ..Anytime::default()
        };
        match taquin_gpu::device() {
            Ok(engine) => {
                let share = f64::from(self.share.0) / 100.0;
                anytime.solve_with(&GpuBeams { engine, share }, puzzle, control)
            }
            // What a GPU does in seconds would take the CPU an hour.
            Err(_) => Anytime::default().solve(puzzle, control),
        }
    }
}

/// The GPU's beams, as the anytime search asks for them.
struct GpuBeams {
    engine: &'static Mutex<Engine>,
    share: f64,
}

impl Beams for GpuBeams {
    fn share(&self) -> f64 {
        self.share
    }

    fn beam(&self, ask: &Ask<'_>, control: &Control) -> Result<Found, SolveError> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        engine
            .beam(ask, control)
            .map_err(|error| SolveError::Failed {
                part: GpuBeam::NAME.to_owned(),
                reason: format!("{error}; try anytime"),
            })
    }
}

/// What the GPU that `gpu-ida` works on is called.
///
/// # Errors
/// Why there is none.
pub fn gpu_name() -> Result<String, String> {
    let engine = taquin_gpu::device().map_err(|error| error.to_string())?;
    let engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(engine.name())
}

/// What is known of strings of up to so many moves; made once for a size.
fn automaton(length: usize) -> MakeAutomaton {
    type Made = Mutex<HashMap<(Size, usize), taquin_gpu::Automaton>>;
    static MADE: OnceLock<Made> = OnceLock::new();
    MakeAutomaton(Arc::new(move |rows, cols| {
        let size = Size::new(rows, cols).expect("the rows and columns of a board");
        let made = MADE.get_or_init(Made::default);
        let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || table(&Automaton::new(size, length));
        made.entry((size, length)).or_insert_with(make).clone()
    }))
}

/// The automaton as the GPU's engine takes it.
fn table(automaton: &Automaton) -> taquin_gpu::Automaton {
    let row = |state: u16| {
        let (next, allowed) = (automaton.followers(state), automaton.allowed(state));
        std::array::from_fn(|d| {
            if allowed >> d & 1 == 1 {
                next[d]
            } else {
                FORBIDDEN
            }
        })
    };
    (0..automaton.states() as u16).map(row).collect()
}

/// What solves without a GPU: IDA\* over pattern databases, or with linear conflicts where a board
/// is too large for them.
struct OnCpu(&'static str);

impl OnCpu {
    fn solver(puzzle: &Puzzle) -> Box<dyn Solver> {
        let small = puzzle.start().size().cells() <= GpuIda::MOST_CELLS;
        let several = puzzle.targets().len() > 1;
        let spec = match (small, several) {
            (true, false) => "pdb-ida",
            _ => "ida/linear-conflict",
        };
        catalogue::solver(spec).expect("a spec of the catalogue")
    }
}

impl Solver for OnCpu {
    fn name(&self) -> &'static str {
        self.0
    }

    fn plan(&self, puzzle: &Puzzle) -> Plan {
        Self::solver(puzzle).plan(puzzle)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        Self::solver(puzzle).solve(puzzle, control)
    }
}
