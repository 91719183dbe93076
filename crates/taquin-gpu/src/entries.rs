//! The catalogue's entries for the GPU's solvers, and what solves if there is no GPU.

use std::sync::Arc;

use taquin_core::catalogue::{Arguments, Guarantee, OptionEntry, OptionKind, Runs, SolverEntry};
use taquin_core::spec::SpecError;
use taquin_core::{Context, Control, Outcome, Plan, Puzzle, Size, SolveError, Solver};
use taquin_search::algorithms::{Automaton, Ida, PdbIda};

use crate::choose::Choose;
use crate::gpu_beam::GpuBeam;
use crate::searcher::SearchSettings;
use crate::solver::{GpuBatch, GpuIda};
use crate::sums::PartitionList;

/// The solvers that work on a GPU, in the order they are listed to users.
pub const SOLVERS: &[&SolverEntry] = &[&IDA, &BATCH, &BEAM];

static IDA: SolverEntry = SolverEntry {
    name: GpuIda::NAME,
    summary: "IDA* on a GPU, duplicates removed near the start; without one, on the CPU",
    guarantee: Guarantee::Optimal,
    notes: "optimal; up to 36 cells on a CUDA device, tables and frontier in its memory; other boards by ida",
    runs: Runs::Device,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: None,
    options: &[
        OptionEntry {
            name: "tables",
            kind: OptionKind::Tables,
            default: "best",
            help: "partitions to add up, like 6-6-6-6/8-8-8, or the best for the board and the GPU's memory",
        },
        OptionEntry {
            name: "choose",
            kind: OptionKind::Integer {
                min: 0,
                max: Choose::MOST as u64,
            },
            default: "0",
            help: "partitions of 5x5 to try in place of the first before long thresholds",
        },
        OptionEntry {
            name: "frontier",
            kind: OptionKind::Integer {
                min: 1,
                max: u32::MAX as u64,
            },
            default: "67108864",
            help: "most boards of the last breadth-first layer",
        },
        OptionEntry {
            name: "automaton",
            kind: OptionKind::Integer {
                min: 2,
                max: Automaton::MAX_LENGTH as u64,
            },
            default: "12",
            help: "maximum length of pruned move sequences",
        },
    ],
    make: |arguments| {
        let settings = SearchSettings {
            tables: tables(arguments)?,
            choose: arguments.take::<Tries>("choose")?.choose(),
            frontier: arguments.take("frontier")?,
            automaton: arguments.take("automaton")?,
            all_from: SearchSettings::ALL_FROM,
            ..SearchSettings::default()
        };
        Ok(Box::new(GpuIda {
            settings,
            otherwise: Arc::new(OnCpu(GpuIda::NAME)),
            journal: None,
        }))
    },
};

/// The partitions that an option names; none for the best.
fn tables(arguments: &mut Arguments<'_>) -> Result<PartitionList, SpecError> {
    let text: String = arguments.take("tables")?;
    if text == "best" {
        return Ok(PartitionList::default());
    }
    let tables = text.parse();
    tables.map_err(|error| arguments.bad_value("tables", &text, error))
}

/// The number of partitions to try.
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

static BATCH: SolverEntry = SolverEntry {
    name: GpuBatch::NAME,
    summary: "IDA* on a GPU for many boards at once; without one, on the CPU board by board",
    guarantee: Guarantee::Optimal,
    notes: "optimal; made for streams of 15-puzzles; a limit holds for all boards that are searched together",
    runs: Runs::Device,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: None,
    options: &[
        OptionEntry {
            name: "tables",
            kind: OptionKind::Tables,
            default: "best",
            help: "partitions to add up, like 7-8, or the best for the board and the GPU's memory",
        },
        OptionEntry {
            name: "automaton",
            kind: OptionKind::Integer {
                min: 2,
                max: Automaton::MAX_LENGTH as u64,
            },
            default: "12",
            help: "maximum length of pruned move sequences",
        },
        OptionEntry {
            name: "together",
            kind: OptionKind::Integer {
                min: 1,
                max: GpuBatch::MOST_TOGETHER as u64,
            },
            default: "262144",
            help: "most boards of a stream that are searched together",
        },
    ],
    make: |arguments| {
        let settings = SearchSettings {
            tables: tables(arguments)?,
            automaton: arguments.take("automaton")?,
            ..SearchSettings::default()
        };
        Ok(Box::new(GpuBatch {
            settings,
            together: arguments.take::<usize>("together")?,
            otherwise: Arc::new(OnCpu(GpuBatch::NAME)),
        }))
    },
};

static BEAM: SolverEntry = SolverEntry {
    name: GpuBeam::NAME,
    summary: "anytime with beams of millions of boards on a GPU; without one, on the CPU",
    guarantee: Guarantee::Solution,
    notes: "always a solution, of any size; optimal only where bound and solution meet",
    runs: Runs::Device,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: None,
    options: &[
        OptionEntry {
            name: "effort",
            kind: OptionKind::Integer {
                min: 0,
                max: u64::MAX,
            },
            default: "2000000000",
            help: "nodes to spend on beams where no limit is set",
        },
        OptionEntry {
            name: "share",
            kind: OptionKind::Integer { min: 1, max: 100 },
            default: "90",
            help: "percent of it for the widest beams, the rest for stretches of their line",
        },
    ],
    make: |arguments| {
        Ok(Box::new(GpuBeam {
            effort: arguments.take("effort")?,
            share: arguments.take("share")?,
        }))
    },
};

/// The fallback without a GPU: IDA\* over pattern databases, or with linear conflicts if a board is
/// too large for them.
struct OnCpu(&'static str);

/// The most cells of a board that has pattern databases on the CPU.
const PDB_CELLS: usize = 25;

impl OnCpu {
    fn solver(puzzle: &Puzzle) -> Box<dyn Solver> {
        let small = puzzle.start().size().cells() <= PDB_CELLS;
        let several = puzzle.targets().len() > 1;
        match (small, several) {
            (true, false) => Box::new(PdbIda::default()),
            _ => Box::new(Ida {
                heuristic: "linear-conflict".parse().expect("a heuristic of ours"),
            }),
        }
    }
}

impl Solver for OnCpu {
    fn name(&self) -> &'static str {
        self.0
    }

    fn plan(&self, puzzle: &Puzzle, context: &Context) -> Plan {
        Self::solver(puzzle).plan(puzzle, context)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        Self::solver(puzzle).solve(puzzle, control)
    }
}
