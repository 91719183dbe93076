//! The GPU's engine by name, with the CPU's where there is no GPU.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use taquin_core::{Control, Outcome, Plan, Puzzle, Size, SolveError, Solver};
use taquin_gpu::{FORBIDDEN, GpuIda, MakeAutomaton, Settings, Tables};
use taquin_search::algorithms::{Automaton, Entry};

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
            frontier: options.take("frontier", default.frontier)?,
            automaton: Some(automaton(length)),
            ..default
        };
        options.finish(GpuIda::NAME, &["tables", "frontier", "automaton"])?;
        Ok(Box::new(GpuIda {
            settings,
            otherwise: Arc::new(OnCpu),
        }))
    },
};

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
struct OnCpu;

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
        GpuIda::NAME
    }

    fn plan(&self, puzzle: &Puzzle) -> Plan {
        Self::solver(puzzle).plan(puzzle)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        Self::solver(puzzle).solve(puzzle, control)
    }
}
