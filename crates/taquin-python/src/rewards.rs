//! Rewards by name.

use pyo3::prelude::*;
use taquin::algorithms::PdbIda;
use taquin::table::DistanceTable;
use taquin::{Board, Control, Halt, Size};
use taquin_app::Refusal;

use crate::arrays::{halted, one_of};
use crate::labels::{distance, has_table, puzzle, table};
use crate::problem::refuse;
use crate::rows::board;

/// The reward of a step.
pub(crate) enum Reward {
    /// -1 for each step.
    Step,
    /// 1 for the step that solves, else 0.
    Sparse,
    /// Cells that became right less those that became wrong, as in jumanji.
    Placed,
    /// 1 for the step that solves, -1 for an impossible move, else minus the share of the Manhattan
    /// distance, the blank's included, of the largest there is, as in `SPGym`.
    Manhattan(ManhattanTable),
    /// The decrease of the exact distance: 1, -1, or 0 for an illegal move.
    Distance(Distances),
}

/// The names, in the order they are listed to users.
pub(crate) const NAMES: [&str; 5] = [
    "step",
    "sparse",
    "jumanji-dense",
    "spgym-distances",
    "distance",
];

impl Reward {
    pub(crate) fn new(
        py: Python<'_>,
        name: &str,
        goal: &Board,
        control: &Control,
    ) -> PyResult<Self> {
        match name {
            "step" => Ok(Self::Step),
            "sparse" => Ok(Self::Sparse),
            "jumanji-dense" => Ok(Self::Placed),
            "spgym-distances" => Ok(Self::Manhattan(ManhattanTable::new(goal))),
            "distance" => {
                let distances = Distances::new(goal, control);
                Ok(Self::Distance(distances.map_err(|halt| halted(py, halt))?))
            }
            other => {
                let error = taquin::spec::SpecError::unknown("reward", other, &NAMES);
                let refusal = Refusal::member("/reward", "shape", error.to_string());
                Err(refuse(py, refusal))
            }
        }
    }
}

impl Reward {
    /// The reward of an illegal action if rewards depend on the distance.
    pub(crate) fn of_no_move(&self) -> f64 {
        match self {
            Self::Manhattan(_) => -1.0,
            _ => 0.0,
        }
    }
}

/// Manhattan distances of every number from every cell.
pub(crate) struct ManhattanTable {
    cells: usize,
    distances: Vec<u8>,
    /// The sum over all cells of the farthest cell.
    largest: f64,
}

impl ManhattanTable {
    fn new(goal: &Board) -> Self {
        let size = goal.size();
        let mut distances = vec![0; size.cells() * size.cells()];
        for (home, number) in goal.numbers().enumerate() {
            for cell in 0..size.cells() {
                distances[usize::from(number) * size.cells() + cell] =
                    size.distance(cell, home) as u8;
            }
        }
        let farthest = |cell: usize| {
            let (row, col) = (size.row(cell), size.col(cell));
            row.max(size.rows() - 1 - row) + col.max(size.cols() - 1 - col)
        };
        Self {
            cells: size.cells(),
            distances,
            largest: (0..size.cells()).map(farthest).sum::<usize>() as f64,
        }
    }

    /// The distance of all numbers of a row, the blank's included.
    pub(crate) fn of(&self, row: &[u8]) -> u32 {
        let distance = |(cell, &number): (usize, &u8)| self.one(number, cell);
        row.iter().enumerate().map(distance).sum()
    }

    #[inline]
    pub(crate) fn one(&self, number: u8, cell: usize) -> u32 {
        u32::from(self.distances[usize::from(number) * self.cells + cell])
    }

    /// The reward of a step that leads to this distance.
    pub(crate) fn reward(&self, distance: u32, solved: bool) -> f64 {
        if solved {
            1.0
        } else {
            -f64::from(distance) / self.largest
        }
    }
}

/// Exact distances of boards along an episode.
pub(crate) enum Distances {
    /// By the table of all.
    Table(Box<DistanceTable>),
    /// By search.
    Search(Box<(Size, Board, Control)>),
}

impl Distances {
    fn new(goal: &Board, control: &Control) -> Result<Self, Halt> {
        if has_table(goal) {
            return Ok(Self::Table(Box::new(table(goal, control)?)));
        }
        let search = (goal.size(), goal.clone(), one_of(control));
        Ok(Self::Search(Box::new(search)))
    }

    /// The distance of a board.
    pub(crate) fn of(&self, row: &[u8]) -> Result<u32, Halt> {
        match self {
            Self::Table(table) => Ok(table.distance_of(row).unwrap_or(0)),
            Self::Search(search) => distance(&board(search.0, row), &search.1, &search.2),
        }
    }

    /// The distance of a board next to one at this distance.
    pub(crate) fn next(&self, row: &[u8], before: u32) -> Result<u32, Halt> {
        let Self::Search(search) = self else {
            return self.of(row);
        };
        // A move changes the distance by one, so to know whether it fell is enough.
        let (Some(nearer), Some(puzzle)) = (
            before.checked_sub(1),
            puzzle(&board(search.0, row), &search.1),
        ) else {
            return Ok(before + 1);
        };
        let found = PdbIda::default().within(&puzzle, nearer, &one_of(&search.2))?;
        Ok(if found.is_some() { nearer } else { before + 1 })
    }
}
