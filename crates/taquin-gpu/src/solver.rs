//! The searcher as a solver: on the GPU if there is one, else by another solver.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use taquin_core::parts::Journal;
use taquin_core::{Context, Control, Outcome, Plan, Puzzle, SolveError, Solver};
use taquin_pdb::{BuildProgress, Pattern, Table, TableKind};

use crate::batch::{self, CHUNK};
use crate::cuda::Cuda;
use crate::device::GpuError;
use crate::pieces::Pieces;
use crate::searcher::{Prior, SearchSettings, Searcher};

/// IDA\* on the GPU: breadth-first with doubles removed, then depth-first.
#[derive(Clone)]
pub struct GpuIda {
    /// Settings of the search.
    pub settings: SearchSettings,
    /// The solver to use if there is no GPU, or the GPU does not support the board.
    pub otherwise: Arc<dyn Solver>,
    /// Journal of finished thresholds and parts, from which an interrupted solve resumes; none for the
    /// journal of the control, if it has one. On the CPU only that one is used.
    pub journal: Option<Arc<Mutex<dyn Journal>>>,
}

impl GpuIda {
    /// The name in the catalogue.
    pub const NAME: &'static str = "gpu-ida";

    /// The most cells of a board.
    pub const MOST_CELLS: usize = 36;

    fn suits(puzzle: &Puzzle) -> bool {
        puzzle.targets().len() == 1 && puzzle.start().size().cells() <= Self::MOST_CELLS
    }
}

impl Solver for GpuIda {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn plan(&self, puzzle: &Puzzle, context: &Context) -> Plan {
        if !Self::suits(puzzle) || !context.part::<Gpu>().is_there() {
            return self.otherwise.plan(puzzle, context);
        }
        Plan {
            algorithm: Self::NAME.to_owned(),
            heuristic: None,
        }
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let gpu = control.context().part::<Gpu>();
        let Some(Ok(mut searcher)) = Self::suits(puzzle).then(|| gpu.searcher()) else {
            return self.otherwise.solve(puzzle, control);
        };
        // Rows are appended whole, so a journal that a panic left behind is whole too.
        let mut journal = self
            .journal
            .as_ref()
            .map(|journal| journal.lock().unwrap_or_else(PoisonError::into_inner));
        let mut kept = control.keep().map(|keep| (keep, keep.journal()));
        let pieces = match (&mut journal, &mut kept) {
            (Some(journal), _) => Some(Pieces::new(&mut **journal)),
            (None, Some((keep, journal))) => {
                let mut pieces = Pieces::new(&mut ***journal);
                pieces.share = keep.share;
                pieces.part_nodes = keep.part_nodes.unwrap_or(pieces.part_nodes);
                Some(pieces)
            }
            (None, None) => None,
        };
        let known = Prior {
            incumbent: None,
            pieces,
        };
        searcher
            .solve_from(puzzle, control, &self.settings, known, |_| ())
            .map_err(|error| explain(Self::NAME, puzzle, error))
    }

    fn keeps_parts(&self) -> bool {
        true
    }
}

/// Many boards of one size at once on the GPU, a shortest solution for each.
#[derive(Clone)]
pub struct GpuBatch {
    /// Settings of the search.
    pub settings: SearchSettings,
    /// Boards of a stream that are searched together. Every thread of a large device should have one.
    pub together: usize,
    /// The solver to use if there is no GPU, or the GPU does not support the board.
    pub otherwise: Arc<dyn Solver>,
}

impl GpuBatch {
    /// The name in the catalogue.
    pub const NAME: &'static str = "gpu-batch";

    /// The most boards that are searched together: those that the device holds at a time.
    pub const MOST_TOGETHER: usize = CHUNK;
}

impl Solver for GpuBatch {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn plan(&self, puzzle: &Puzzle, context: &Context) -> Plan {
        if !GpuIda::suits(puzzle) || !context.part::<Gpu>().is_there() {
            return self.otherwise.plan(puzzle, context);
        }
        Plan {
            algorithm: Self::NAME.to_owned(),
            heuristic: None,
        }
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let mut outcomes = self.solve_all(std::slice::from_ref(puzzle), control);
        outcomes.pop().expect("one outcome for one puzzle")
    }

    fn batch_size(&self, context: &Context) -> usize {
        // Without a GPU nothing is won by waiting for more.
        if context.part::<Gpu>().is_there() {
            self.together
        } else {
            1
        }
    }

    fn solve_all(&self, puzzles: &[Puzzle], control: &Control) -> Vec<Result<Outcome, SolveError>> {
        let gpu = control.context().part::<Gpu>();
        if !gpu.is_there() {
            return self.otherwise.solve_all(puzzles, control);
        }
        // A stream may mix sizes and goals: each run of boards with the same goal is a batch.
        let alike = |a: &Puzzle, b: &Puzzle| a.targets() == b.targets();
        let mut outcomes = Vec::with_capacity(puzzles.len());
        for run in puzzles.chunk_by(alike) {
            if !GpuIda::suits(&run[0]) {
                outcomes.extend(self.otherwise.solve_all(run, control));
                continue;
            }
            match self.batch(&gpu, run, control) {
                Ok(solved) => outcomes.extend(solved.into_iter().map(Ok)),
                Err(error) => outcomes.extend(
                    run.iter()
                        .map(|puzzle| Err(explain(Self::NAME, puzzle, error.clone()))),
                ),
            }
        }
        outcomes
    }
}

impl GpuBatch {
    /// Solves boards with the same target. Moves are replayed while another thread has the device.
    fn batch(
        &self,
        gpu: &Gpu,
        puzzles: &[Puzzle],
        control: &Control,
    ) -> Result<Vec<Outcome>, GpuError> {
        let settings = &self.settings;
        let searched = gpu.searcher()?.search_batch(puzzles, control, settings)?;
        let mut outcomes = searched.outcomes(puzzles);
        for (outcome, puzzle) in batch::left_over(&mut outcomes, puzzles) {
            *outcome = gpu.searcher()?.solve(puzzle, control, settings, |_| ())?;
        }
        Ok(outcomes)
    }
}

/// The error message, with the way out.
fn explain(name: &'static str, puzzle: &Puzzle, error: GpuError) -> SolveError {
    match error {
        GpuError::Tables(reason) => SolveError::Unsupported {
            part: name.to_owned(),
            size: puzzle.start().size(),
            reason,
            alternatives: vec![name.to_owned(), "ida".to_owned()],
        },
        GpuError::Journal(reason) => SolveError::Failed {
            part: name.to_owned(),
            reason,
        },
        error => SolveError::Failed {
            part: name.to_owned(),
            reason: format!("{error}; try smaller tables, or ida"),
        },
    }
}

/// This machine's GPU as a [`Context`] keeps it: tables stay on the device from one solve to the
/// next. It is opened on first use.
#[derive(Default)]
pub struct Gpu(OnceLock<Result<Mutex<Searcher>, GpuError>>);

impl Gpu {
    /// The searcher, for one caller at a time.
    ///
    /// # Errors
    /// Why there is none.
    pub fn searcher(&self) -> Result<MutexGuard<'_, Searcher>, GpuError> {
        let searcher = self.open().as_ref().map_err(Clone::clone)?;
        // A searcher that a panic left behind keeps nothing but tables and buffers, which are whole.
        Ok(searcher.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether there is one.
    pub fn is_there(&self) -> bool {
        self.open().is_ok()
    }

    fn open(&self) -> &Result<Mutex<Searcher>, GpuError> {
        let open = || Cuda::new().map(|cuda| Mutex::new(Searcher::new(Box::new(cuda))));
        self.0.get_or_init(open)
    }
}

/// The name of this machine's GPU.
///
/// # Errors
/// Why there is none.
pub fn gpu_name(context: &Context) -> Result<String, GpuError> {
    Ok(context.part::<Gpu>().searcher()?.name())
}

/// Builds the table of a pattern on this machine's GPU, byte for byte as [`taquin_pdb::build`] does
/// on the CPU; `progress` hears of each level.
///
/// # Errors
/// When there is no GPU, it has too little memory or fails, or the control stops the work.
pub fn gpu_table(
    pattern: &Pattern,
    kind: TableKind,
    control: &Control,
    progress: impl FnMut(BuildProgress),
) -> Result<Table, GpuError> {
    let gpu = control.context().part::<Gpu>();
    gpu.searcher()?.table(pattern, kind, control, progress)
}
