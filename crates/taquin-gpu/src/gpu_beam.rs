//! Anytime search with its beams on the GPU.

use std::sync::Arc;

use taquin_core::{Context, Control, Outcome, Plan, Puzzle, SolveError, Solver};
use taquin_search::algorithms::{Anytime, Ask, BeamResult, Beams, NodeBudget};

use crate::solver::Gpu;

/// A part of a whole, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Percent(u8);

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
pub struct GpuBeam {
    /// Nodes to spend on beams where no limit is set.
    pub effort: NodeBudget,
    /// How much of it the widest beams take; the rest is for stretches of their line.
    pub share: Percent,
}

impl GpuBeam {
    /// The name in the catalogue.
    pub const NAME: &'static str = "gpu-beam";
}

impl Solver for GpuBeam {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn plan(&self, puzzle: &Puzzle, context: &Context) -> Plan {
        if !context.part::<Gpu>().is_there() {
            return Anytime::default().plan(puzzle, context);
        }
        Plan {
            algorithm: Self::NAME.to_owned(),
            heuristic: None,
        }
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let gpu = control.context().part::<Gpu>();
        if !gpu.is_there() {
            // What a GPU does in seconds would take the CPU an hour.
            return Anytime::default().solve(puzzle, control);
        }
        let anytime = Anytime {
            effort: self.effort,
            ..Anytime::default()
        };
        let share = f64::from(self.share.0) / 100.0;
        anytime.solve_with(&GpuBeams { gpu, share }, puzzle, control)
    }
}

/// The GPU's beams for the anytime search.
struct GpuBeams {
    gpu: Arc<Gpu>,
    share: f64,
}

impl Beams for GpuBeams {
    fn share(&self) -> f64 {
        self.share
    }

    fn beam(&self, ask: &Ask<'_>, control: &Control) -> Result<BeamResult, SolveError> {
        let searcher = self.gpu.searcher();
        let found = searcher.and_then(|mut searcher| searcher.beam(ask, control));
        found.map_err(|error| SolveError::Failed {
            part: GpuBeam::NAME.to_owned(),
            reason: format!("{error}; try anytime"),
        })
    }
}
