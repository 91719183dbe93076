//! Heuristics made of heuristics: the largest of several, and the nearest of several goals.

use taquin_core::Cells;

use super::{Guide, Incremental};

/// The largest of several estimates for one goal; admissible and consistent if all of them are.
pub struct Max(pub Vec<Box<dyn Guide>>);

impl Incremental for Max {
    type State = u32;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        let parts = self.0.iter();
        parts
            .map(|part| part.estimate(&By(board)))
            .max()
            .unwrap_or(0)
    }

    fn table_names(&self) -> Vec<String> {
        self.0.iter().flat_map(|part| part.tables()).collect()
    }

    fn estimate(&self, state: u32) -> u32 {
        state
    }

    fn resume<B: Cells + ?Sized>(&self, _: &B, estimate: u32) -> u32 {
        estimate
    }
}

/// The least of the estimates for several goals, any of which may be reached.
pub struct Nearest(pub Vec<Box<dyn Guide>>);

impl Incremental for Nearest {
    type State = u32;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        let goals = self.0.iter();
        goals
            .map(|goal| goal.estimate(&By(board)))
            .min()
            .unwrap_or(0)
    }

    fn table_names(&self) -> Vec<String> {
        self.0.iter().flat_map(|goal| goal.tables()).collect()
    }

    fn estimate(&self, state: u32) -> u32 {
        state
    }

    fn resume<B: Cells + ?Sized>(&self, _: &B, estimate: u32) -> u32 {
        estimate
    }
}

/// A reference to cells of any kind, as a sized value that can be made `dyn`.
struct By<'a, B: ?Sized>(&'a B);

impl<B: Cells + ?Sized> Cells for By<'_, B> {
    fn number(&self, cell: usize) -> u8 {
        self.0.number(cell)
    }
}
