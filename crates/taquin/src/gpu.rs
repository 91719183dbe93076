//! The GPU's engine by name, with the CPU's where there is no GPU.

use std::sync::Arc;

use taquin_core::{Control, Outcome, Plan, Puzzle, SolveError, Solver};
use taquin_gpu::{GpuIda, Settings, Tables};
use taquin_search::algorithms::Entry;

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
    ],
    build: |mut options| {
        let default = Settings::default();
        let settings = Settings {
            tables: options.take("tables", Tables::default())?,
            frontier: options.take("frontier", default.frontier)?,
            ..default
        };
        options.finish(GpuIda::NAME, &["tables", "frontier"])?;
        Ok(Box::new(GpuIda {
            settings,
            otherwise: Arc::new(OnCpu),
        }))
    },
};

/// What solves without a GPU: IDA\* with pattern databases, or with linear conflicts where a board
/// is too large for them.
struct OnCpu;

impl OnCpu {
    fn solver(puzzle: &Puzzle) -> Box<dyn Solver> {
        let small = puzzle.start().size().cells() <= GpuIda::MOST_CELLS;
        let several = puzzle.targets().len() > 1;
        let spec = match (small, several) {
            (true, false) => "ida/pdb",
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
