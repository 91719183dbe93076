//! Pattern databases built on the GPU, the same as those built on the CPU.

use std::sync::PoisonError;

use taquin_core::Control;
use taquin_gpu::GpuError;
use taquin_pdb::{Kind, Pattern, Progress, Table};

/// Builds the table of a pattern on this machine's GPU, byte for byte as
/// [`taquin_pdb::build`] does on the CPU; `progress` hears of each level.
///
/// # Errors
/// When there is no GPU, it has too little memory or fails, or the control stops the work.
pub fn gpu_table(
    pattern: &Pattern,
    kind: Kind,
    control: &Control,
    progress: impl FnMut(Progress),
) -> Result<Table, GpuError> {
    let mut engine = taquin_gpu::device()?
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    engine.table(pattern, kind, control, progress)
}
