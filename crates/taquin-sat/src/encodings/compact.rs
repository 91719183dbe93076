//! Our encoding: half the variables, no moves, nothing that no plan of this length can do.
//!
//! Cells are coloured as on a chessboard. Every move changes the colour of the blank's cell, so at
//! step t only the cells of one colour can hold the blank, and only they have a variable for it.
//! The cells of the *other* colour certainly hold tiles, and only they have variables for tiles. So
//! for a plan of T moves:
//!
//! 1. `blank(t, p)` for p of the blank's colour at t; `tile(t, p, a)` for the other colour.
//! 2. The blank is in exactly one cell; from each it goes to a neighbour, and came from one.
//! 3. Each cell of the other colour holds exactly one tile.
//! 4. Frame: if the blank is not in p at t, then p holds the same tile at t - 1 and t + 1.
//! 5. Slide: if the blank is in p at t and in q at t + 1, then what q held at t is in p at t + 1.
//! 6. No undo: the blank is not in the same cell at t and t + 2. (A shortest plan never takes a move
//!    back. Left out for plans of *at most* T moves: pairs of moves that cancel fill up shorter ones.)
//! 7. Pruning, see [`super::reach`]: statements that no plan of T moves makes true have no variable.
//! 8. Counter: with M the sum of the tiles' distances from home, exactly k = (T - M) / 2 moves take
//!    a tile away from home: a unary counter says so at every step, both ways.

use taquin_core::Board;

use super::Entry;
use super::reach::{Allowed, Reach};
use super::term::{Term, add, at_most_one, equal_unless};
use crate::formula::{Formula, Horizon, Meaning, Task, colour, neighbours};

pub(super) const ENTRY: Entry = Entry {
    name: "compact",
    summary: "variables for half the cells at each step, pruned by distance, moves away counted",
    reference: "taquin; see the page on SAT",
    horizons: &[Horizon::Exact, Horizon::AtMost],
    build: |task| Compact::default().build(task),
};

/// What is known to be impossible and left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prune {
    /// Nothing: all statements have their variable.
    Nothing,
    /// What the walks of one tile and the blank rule out.
    #[default]
    Tiles,
}

/// The encoding with its choices.
#[derive(Clone, Debug)]
pub struct Compact {
    /// What is left out.
    pub prune: Prune,
    /// Whether moves away from home are counted.
    pub counter: bool,
}

impl Default for Compact {
    fn default() -> Self {
        Self {
            prune: Prune::default(),
            counter: true,
        }
    }
}

impl Compact {
    /// Writes a task as clauses.
    pub fn build(&self, task: &Task) -> Formula {
        let mut formula = Formula::new(task, ENTRY.name);
        let distance = manhattan(task);
        let steps = task.steps;
        if steps < distance || !(steps - distance).is_multiple_of(2) || !task.has_right_parity() {
            let words = "every move changes the sum of the distances by one, so no plan of this length exists";
            formula.cnf.family("length", words);
            formula.cnf.add([]);
            return formula;
        }
        let away = (steps - distance) / 2;
        let allowed = match self.prune {
            Prune::Nothing => None,
            Prune::Tiles => {
                let mut reach =
                    Reach::new(task.size(), &places(task.start()), &places(task.goal()));
                Some(reach.allowed(steps as usize, away))
            }
        };
        let mut writer = Writer::new(formula, allowed.as_ref());
        writer.blank();
        writer.tiles();
        writer.frame();
        writer.slides();
        if task.horizon == Horizon::Exact {
            writer.no_undo();
        }
        if self.counter {
            writer.counter(away as usize);
        }
        writer.formula
    }
}

/// The cell of each number.
fn places(board: &Board) -> Vec<usize> {
    let mut places = vec![0; board.size().cells()];
    for (cell, number) in board.numbers().enumerate() {
        places[usize::from(number)] = cell;
    }
    places
}

/// The sum of the tiles' distances from home.
pub(crate) fn manhattan(task: &Task) -> u32 {
    let (start, goal) = (places(task.start()), places(task.goal()));
    let tiles = start.iter().zip(&goal).skip(1);
    tiles
        .map(|(&s, &g)| task.size().distance(s, g) as u32)
        .sum()
}

struct Writer {
    formula: Formula,
    cells: usize,
    steps: usize,
    near: Vec<Vec<usize>>,
    /// Home of each number.
    homes: Vec<usize>,
    /// By step and cell.
    blank: Vec<Vec<Term>>,
    /// By step, one before the first to one after the last, cell and number. At both ends these
    /// are the boards themselves.
    tiles: Vec<Vec<Vec<Term>>>,
}

impl Writer {
    fn new(mut formula: Formula, allowed: Option<&Allowed>) -> Self {
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
    fn blank_cells(&self, step: usize) -> Vec<usize> {
        let can = |&p: &usize| !self.blank[step][p].is_false();
        (0..self.cells).filter(can).collect()
    }

    /// The tile in a cell, for steps from one before the first to one after the last.
    fn tile(&self, step_after: usize, cell: usize, tile: usize) -> Term {
        self.tiles[step_after][cell][tile]
    }

    fn blank(&mut self) {
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

    fn tiles(&mut self) {
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

    fn frame(&mut self) {
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

    fn slides(&mut self) {
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

    fn no_undo(&mut self) {
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

    /// Exactly `k` moves take a tile away from home.
    fn counter(&mut self, k: usize) {
        let steps = self.steps;
        let size = self.formula.task.size();
        // `before[j]`: at least j moves away so far.
        let mut before = vec![Term::False; k + 2];
        before[0] = Term::True;
        for step in 0..steps {
            let meaning = Meaning::Away { step: step as u32 };
            let away = Term::Lit(self.formula.variable(meaning));
            let words = "which moves take a tile away from home";
            self.formula.cnf.family("away", words);
            for p in self.blank_cells(step) {
                for &q in &self.near[p] {
                    for a in 1..self.cells {
                        let home = self.homes[a];
                        let is_away = size.distance(p, home) > size.distance(q, home);
                        let conclusion = if is_away { away } else { !away };
                        let terms = [
                            !self.blank[step][p],
                            !self.blank[step + 1][q],
                            !self.tile(step + 1, q, a),
                            conclusion,
                        ];
                        if !terms.contains(&Term::True) {
                            add(&mut self.formula.cnf, terms);
                        }
                    }
                }
            }
            let after: Vec<Term> = (0..k + 2)
                .map(|j| {
                    let (made, left) = (step + 1, steps - step - 1);
                    if j == 0 || j + left <= k {
                        Term::True
                    } else if j > made || j > k {
                        Term::False
                    } else {
                        Term::Lit(self.formula.variable(Meaning::AwayBefore {
                            step: step as u32 + 1,
                            count: j as u32,
                        }))
                    }
                })
                .collect();
            let words = "how many moves so far took a tile away from home, and how many may";
            self.formula.cnf.family("count", words);
            let cnf = &mut self.formula.cnf;
            for j in 0..k + 2 {
                let mut clauses = vec![vec![!before[j], after[j]]];
                if j > 0 {
                    clauses.push(vec![!after[j], before[j - 1]]);
                    clauses.push(vec![!after[j], before[j], away]);
                    clauses.push(vec![!before[j - 1], !away, after[j]]);
                }
                for terms in clauses {
                    if !terms.contains(&Term::True) {
                        add(cnf, terms);
                    }
                }
            }
            before = after;
        }
    }
}
