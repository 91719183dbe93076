//! The variables of the encoding, and the clauses that say what a plan is.

use taquin_core::Board;

use crate::distance::places;
use crate::encodings::reach::Allowed;
use crate::encodings::term::{Term, add, at_most_one, equal_unless};
use crate::formula::{Formula, Meaning, colour, neighbours};

/// A formula that is being written.
pub(super) struct Writer {
    pub(super) formula: Formula,
    pub(super) cells: usize,
    pub(super) steps: usize,
    pub(super) near: Vec<Vec<usize>>,
    /// Home of each number.
    pub(super) homes: Vec<usize>,
    /// By step and cell.
    pub(super) blank: Vec<Vec<Term>>,
    /// By step, one before the first to one after the last, cell and number. At both ends these
    /// are the boards themselves.
    pub(super) tiles: Vec<Vec<Vec<Term>>>,
}

impl Writer {
    pub(super) fn new(mut formula: Formula, allowed: Option<&Allowed>) -> Self {
        let task = formula.task.clone();
        let (size, steps) = (task.size(), task.steps as usize);
        let cells = size.cells();
        let colour_at = |step: usize| (colour(size, task.start().blank().index()) + step) % 2;
        let board = |board: &Board| -> Vec<Vec<Term>> {
            let holds = |n: u8| (0..cells).map(|a| Term::of(a == usize::from(n))).collect();
            board.numbers().map(holds).collect()
        };
        let mut blank = Vec::new();
        let mut tiles = vec![board(task.start())];
        for step in 0..=steps {
            let can = |a: usize, p: usize| match allowed {
                None => true,
                Some(allowed) if a == 0 => allowed.blank[step][p],
                Some(allowed) => allowed.tiles[step][a][p],
            };
            let end = match step {
                0 => Some(task.start()),
                _ if step == steps => Some(task.goal()),
                _ => None,
            };
            let mut term = |a: usize, p: usize| {
                if let Some(end) = end {
                    return Term::of(usize::from(end.numbers().nth(p).unwrap_or(0)) == a);
                }
                if !can(a, p) {
                    return Term::False;
                }
                let meaning = Meaning::At {
                    tile: a as u8,
                    cell: p as u8,
                    step: step as u32,
                };
                Term::Lit(formula.variable(meaning))
            };
            let is_blanks = |p: usize| colour(size, p) == colour_at(step);
            let here = (0..cells).map(|p| {
                if is_blanks(p) {
                    term(0, p)
                } else {
                    Term::False
                }
            });
            blank.push(here.collect());
            let here = (0..cells).map(|p| {
                let holds = |a: usize| {
                    if is_blanks(p) || a == 0 {
                        Term::False
                    } else {
                        term(a, p)
                    }
                };
                (0..cells).map(holds).collect()
            });
            tiles.push(here.collect());
        }
        tiles.push(board(task.goal()));
        let homes = places(task.goal());
        Self {
            formula,
            cells,
            steps,
            near: neighbours(size),
            homes,
            blank,
            tiles,
        }
    }

    /// Cells that may hold the blank at a step.
    pub(super) fn blank_cells(&self, step: usize) -> Vec<usize> {
        let can = |&p: &usize| !self.blank[step][p].is_false();
        (0..self.cells).filter(can).collect()
    }

    /// The tile in a cell, for steps from one before the first to one after the last.
    pub(super) fn tile(&self, step_after: usize, cell: usize, tile: usize) -> Term {
        self.tiles[step_after][cell][tile]
    }

    pub(super) fn blank(&mut self) {
        for step in 0..=self.steps {
            let here = self.blank_cells(step);
            let terms: Vec<Term> = here.iter().map(|&p| self.blank[step][p]).collect();
            let cnf = &mut self.formula.cnf;
            cnf.family(
                "one blank",
                "at each step the blank is in one cell, of the colour it must have",
            );
            add(cnf, terms.iter().copied());
            at_most_one(cnf, &terms);
            cnf.family(
                "blank steps",
                "the blank goes to a neighbouring cell, and came from one",
            );
            for &p in &here {
                for other in [step.checked_sub(1), Some(step + 1)].into_iter().flatten() {
                    if other <= self.steps {
                        let around = self.near[p].iter().map(|&q| self.blank[other][q]);
                        add(cnf, around.chain([!self.blank[step][p]]));
                    }
                }
            }
        }
    }

    pub(super) fn tiles(&mut self) {
        let task = &self.formula.task;
        let (size, first) = (task.size(), task.start().blank().index());
        for step in 1..self.steps {
            for p in 0..self.cells {
                if colour(size, p) == (colour(size, first) + step) % 2 {
                    continue;
                }
                let here: Vec<Term> = (1..self.cells)
                    .map(|a| self.tile(step + 1, p, a))
                    .filter(|term| !term.is_false())
                    .collect();
                let cnf = &mut self.formula.cnf;
                cnf.family(
                    "one tile a cell",
                    "each cell of the other colour holds one tile",
                );
                add(cnf, here.iter().copied());
                at_most_one(cnf, &here);
            }
        }
    }

    pub(super) fn frame(&mut self) {
        let words = "a cell that the blank could have visited and did not holds the same tile before and after";
        self.formula.cnf.family("frame", words);
        let task = &self.formula.task;
        let (size, first) = (task.size(), task.start().blank().index());
        for step in 0..=self.steps {
            for p in 0..self.cells {
                if colour(size, p) != (colour(size, first) + step) % 2 {
                    continue;
                }
                let unless = [self.blank[step][p]];
                for a in 1..self.cells {
                    let (before, after) = (self.tile(step, p, a), self.tile(step + 2, p, a));
                    equal_unless(&mut self.formula.cnf, &unless, before, after);
                }
            }
        }
    }

    pub(super) fn slides(&mut self) {
        self.formula.cnf.family(
            "slide",
            "the tile that the blank goes to is afterwards where the blank was",
        );
        for step in 0..self.steps {
            for p in self.blank_cells(step) {
                for &q in &self.near[p] {
                    let unless = [!self.blank[step][p], !self.blank[step + 1][q]];
                    if unless[1] == Term::True {
                        continue;
                    }
                    for a in 1..self.cells {
                        let (before, after) =
                            (self.tile(step + 1, q, a), self.tile(step + 2, p, a));
                        equal_unless(&mut self.formula.cnf, &unless, before, after);
                    }
                }
            }
        }
    }

    pub(super) fn no_undo(&mut self) {
        self.formula.cnf.family(
            "no undo",
            "the blank does not go back to the cell it came from",
        );
        for step in 0..self.steps.saturating_sub(1) {
            for p in self.blank_cells(step) {
                let terms = [!self.blank[step][p], !self.blank[step + 2][p]];
                if !terms.contains(&Term::True) {
                    add(&mut self.formula.cnf, terms);
                }
            }
        }
    }
}
