//! Which kernels a search uses: those kept for its sums and columns or for any columns, or else those
//! that are compiled for it here and now.
//!
//! Columns that the compiler knows save up to 3 % of a kernel's instructions. That is not worth the
//! second that compiling takes, so it is done only where no kernels are kept.

use std::fmt;

use crate::device::{Device, GpuError};
use crate::orientation::Orientation;

/// The parameters that kernels are specialised for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kernels {
    /// Sums that are looked up.
    pub sums: usize,
    /// Columns of the board; 0 for any, which only the rules know then.
    pub cols: usize,
    /// Whether every other sum is a mirrored look-up.
    pub mirror: bool,
}

/// How their names end.
impl fmt::Display for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.sums, self.cols, self.mirror)
    }
}

/// The precompiled kernels, as `kernels/kernels.h` lists them: sums, columns, mirrored, and whether
/// they do many boards at once.
const KEPT: &[(usize, usize, bool, bool)] = &[
    (1, 0, false, true),
    (2, 0, false, false),
    (2, 0, true, true),
    (4, 0, true, false),
    (2, 4, true, true),
    (2, 5, true, false),
    (4, 5, true, false),
    (6, 5, true, false),
];

/// The same for boards of more than 25 cells.
const KEPT_WIDE: &[(usize, usize, bool, bool)] = &[
    (1, 0, false, false),
    (2, 0, false, false),
    (2, 0, true, false),
    (2, 6, true, false),
    (4, 6, true, false),
];

/// The kernels for this many sums on a board, and whether they search many boards at once.
pub(crate) fn choose(
    device: &dyn Device,
    orientation: &Orientation,
    sums: usize,
) -> Result<(Kernels, bool), GpuError> {
    let exact = Kernels {
        sums,
        cols: orientation.shape.cols(),
        mirror: orientation.can_mirror(),
    };
    let general = Kernels { cols: 0, ..exact };
    let is_wide = orientation.width.is_wide();
    let kept = |kernels: Kernels| {
        let Kernels { sums, cols, mirror } = kernels;
        let found = (if is_wide { KEPT_WIDE } else { KEPT })
            .iter()
            .find(|kept| (kept.0, kept.1, kept.2) == (sums, cols, mirror));
        found.map(|&(_, _, _, batches)| (kernels, batches))
    };
    if let Some(kept) = kept(exact).or_else(|| kept(general)) {
        return Ok(kept);
    }
    if !is_wide && device.compile(exact) {
        return Ok((exact, true));
    }
    if is_wide {
        return Err(GpuError::Tables(format!(
            "no kernels are kept for {sums} sums over boards of {} cells; name fewer partitions",
            orientation.shape.cells()
        )));
    }
    Err(GpuError::Tables(format!(
        "no kernels are kept for {sums} sums over boards of {} columns, and they cannot be compiled \
         here: that takes NVRTC, a part of CUDA; name fewer partitions",
        exact.cols
    )))
}
