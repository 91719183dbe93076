//! Anytime search with its beams on the GPU.

use std::sync::{Mutex, PoisonError};

use taquin_core::{Context, Control, Outcome, Plan, Puzzle, SolveError, Solver};
use taquin_search::algorithms::{Anytime, Ask, Beams, Effort, Found};

use crate::engine::Engine;
use crate::solver::device;

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
    pub effort: Effort,
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
        match device() {
            Ok(_) => Plan {
                algorithm: Self::NAME.to_owned(),
                heuristic: None,
            },
            Err(_) => Anytime::default().plan(puzzle, context),
        }
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let anytime = Anytime {
            effort: self.effort,
            ..Anytime::default()
        };
        match device() {
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
