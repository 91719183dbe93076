//! The variables of the encoding, and the clauses that define a plan.

use std::ops::ControlFlow;

use taquin_core::{Board, Stop};

use crate::cdcl::Guard;
use crate::distance::places;
use crate::encodings::reach::Allowed;
use crate::encodings::reach_some_goal;
use crate::encodings::term::{Term, add, at_most_one, equal_unless};
use crate::formula::{Formula, Horizon, Meaning, colour, neighbours};

/// The role of the first and the last board in the formula.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Known while it is written: they have no variables.
    Known,
    /// Stated by clauses.
    Stated,
}

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
    /// are the boards themselves; where they are stated, the first are variables of the start and
    /// there is nothing after the last.
    pub(super) tiles: Vec<Vec<Vec<Term>>>,
    ends: Ends,
}

impl Writer {
    pub(super) fn new(
        mut formula: Formula,
        allowed: Option<&Allowed>,
        ends: Ends,
        guard: &mut dyn Guard,
    ) -> ControlFlow<Stop, Self> {
        let task = formula.task.clone();
        let (size, steps) = (task.size(), task.steps as usize);
        let cells = size.cells();
        let colour_at = |step: usize| (colour(size, task.start().blank().index()) + step) % 2;
        let board = |board: &Board| -> Vec<Vec<Term>> {
            let holds = |n: u8| (0..cells).map(|a| Term::of(a == usize::from(n))).collect();
            board.numbers().map(holds).collect()
        };
        let mut blank: Vec<Vec<Term>> = Vec::new();
        let mut tiles: Vec<Vec<Vec<Term>>> = Vec::new();
        tiles.push(match ends {
            Ends::Known => board(task.start()),
            Ends::Stated => (0..cells)
                .map(|p| {
                    let mut holds = |a: usize| {
                        if a == 0 || colour(size, p) != colour_at(0) {
                            return Term::False;
                        }
                        Term::Lit(formula.variable(Meaning::At {
                            tile: a as u8,
                            cell: p as u8,
                            step: 0,
                        }))
                    };
                    (0..cells).map(&mut holds).collect()
                })
                .collect(),
        });
        for step in 0..=steps {
            formula.look(bytes(step + 1, cells), guard)?;
            let can = |a: usize, p: usize| match allowed {
                None => true,
                Some(allowed) if a == 0 => allowed.blank[step][p],
                Some(allowed) => allowed.tiles[step][a][p],
            };
            let end = match step {
                _ if ends == Ends::Stated => None,
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
        if ends == Ends::Known {
            tiles.push(board(task.goal()));
        }
        let homes = places(task.goal());
        ControlFlow::Continue(Self {
            formula,
            cells,
            steps,
            near: neighbours(size),
            homes,
            blank,
            tiles,
            ends,
        })
    }

    /// The rules of the puzzle.
    pub(super) fn puzzle(&mut self, guard: &mut dyn Guard) -> ControlFlow<Stop> {
        self.blank(guard)?;
        self.tiles(guard)?;
        self.frame(guard)?;
        self.slides(guard)?;
        match (self.formula.task.horizon, self.ends) {
            (Horizon::NoUndo, _) => self.no_undo(),
            (Horizon::AtMost, Ends::Known) => self.cancel_at_the_end(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Lets the guard look at what is written so far.
    pub(super) fn look(&self, guard: &mut dyn Guard) -> ControlFlow<Stop> {
        self.formula.look(bytes(self.steps, self.cells), guard)
    }

    /// The board at step 0 is the start.
    pub(super) fn start(&mut self) {
        let words = "at step 0 the blank and every tile are where the board has them";
        self.formula.cnf.family("start", words);
        let numbers: Vec<u8> = self.formula.task.start().numbers().collect();
        for (p, &n) in numbers.iter().enumerate() {
            let here = self.tiles[0][p].iter().chain(&self.tiles[1][p]);
            let holds = |a: usize| usize::from(n) == a % self.cells;
            let terms = here.enumerate().map(|(a, &term)| (a, term));
            let terms = terms.chain([(0, self.blank[0][p])]);
            for (a, term) in terms.filter(|(_, term)| !term.is_false()) {
                let term = if holds(a) { term } else { !term };
                add(&mut self.formula.cnf, [term]);
            }
        }
    }

    /// The board at the last step is a goal. One of the other parity has to be reached a step
    /// before it, if plans may be shorter.
    pub(super) fn goals(&mut self) {
        let task = self.formula.task.clone();
        let last = task.steps;
        let step_of = |index: usize| {
            let goal = &task.goals()[index];
            if task.suits(goal, last) {
                return Some(last);
            }
            let earlier = last.checked_sub(1);
            earlier.filter(|_| task.horizon == Horizon::AtMost)
        };
        if let [goal] = task.goals() {
            let words = "at the last step the blank and every tile are at home";
            self.formula.cnf.family("goal", words);
            for term in self.is_board(goal, last as usize) {
                add(&mut self.formula.cnf, [term]);
            }
            return;
        }
        let ways = (0..task.goals().len()).filter_map(|goal| Some((goal as u32, step_of(goal)?)));
        let ways: Vec<(u32, u32)> = ways.collect();
        let boards: Vec<Vec<Term>> = ways
            .iter()
            .map(|&(goal, step)| self.is_board(&task.goals()[goal as usize], step as usize))
            .collect();
        let goals: Vec<u32> = ways.iter().map(|&(goal, _)| goal).collect();
        reach_some_goal(&mut self.formula, ways, |cnf, here, goal, _| {
            let place = goals.iter().position(|&known| known as usize == goal);
            for &term in place.map_or(&[][..], |place| &boards[place]) {
                add(cnf, [!Term::Lit(here), term]);
            }
        });
    }

    /// The literals that make the board at a step equal this one.
    fn is_board(&self, board: &Board, step: usize) -> Vec<Term> {
        let mut terms = Vec::new();
        for (p, n) in board.numbers().enumerate() {
            let n = usize::from(n);
            // Cells that can hold the blank have the tile they had a step before.
            let (can_be_blank, now) = (!self.blank[step][p].is_false(), &self.tiles[step + 1][p]);
            match (can_be_blank, n) {
                (true, 0) => terms.push(self.blank[step][p]),
                (true, n) => terms.push(self.tiles[step][p][n]),
                (false, 0) => terms.extend(now[1..].iter().map(|&term| !term)),
                (false, n) => terms.push(now[n]),
            }
        }
        terms
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

    fn blank(&mut self, guard: &mut dyn Guard) -> ControlFlow<Stop> {
        for step in 0..=self.steps {
            self.look(guard)?;
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
        ControlFlow::Continue(())
    }

    fn tiles(&mut self, guard: &mut dyn Guard) -> ControlFlow<Stop> {
        let task = &self.formula.task;
        let (size, first) = (task.size(), task.start().blank().index());
        let steps = match self.ends {
            Ends::Known => 1..self.steps,
            Ends::Stated => 0..self.steps + 1,
        };
        for step in steps {
            self.look(guard)?;
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
        ControlFlow::Continue(())
    }

    fn frame(&mut self, guard: &mut dyn Guard) -> ControlFlow<Stop> {
        let words = "a cell that the blank could have visited and did not holds the same tile before and after";
        self.formula.cnf.family("frame", words);
        let task = &self.formula.task;
        let (size, first) = (task.size(), task.start().blank().index());
        let steps = match self.ends {
            Ends::Known => self.steps + 1,
            Ends::Stated => self.steps,
        };
        for step in 0..steps {
            self.look(guard)?;
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
        ControlFlow::Continue(())
    }

    fn slides(&mut self, guard: &mut dyn Guard) -> ControlFlow<Stop> {
        self.formula.cnf.family(
            "slide",
            "the tile that the blank goes to is afterwards where the blank was",
        );
        for step in 0..self.steps {
            self.look(guard)?;
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
        ControlFlow::Continue(())
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
}

impl Writer {
    /// Moves that cancel come last: the blank leaves its home for a certain neighbour and returns,
    /// until the last step. Everything before is a plan without undone moves.
    fn cancel_at_the_end(&mut self) {
        self.formula.cnf.family(
            "cancel at the end",
            "the blank goes back to the cell it came from only once the goal is reached, between its \
             home and one neighbour",
        );
        let home = self.formula.task.goal().blank().index();
        let beside = self.near[home][0];
        for step in 0..self.steps.saturating_sub(1) {
            let is_home = (self.steps - step).is_multiple_of(2);
            let (turn, other) = if is_home {
                (home, beside)
            } else {
                (beside, home)
            };
            for p in self.blank_cells(step) {
                let undo = [!self.blank[step][p], !self.blank[step + 2][p]];
                if undo.contains(&Term::True) {
                    continue;
                }
                if p != turn {
                    add(&mut self.formula.cnf, undo);
                    continue;
                }
                // It came from the other cell of the two, and goes there again.
                for later in [step + 1, step + 3] {
                    if later <= self.steps {
                        let there = self.blank[later][other];
                        add(&mut self.formula.cnf, undo.into_iter().chain([there]));
                    }
                }
            }
        }
    }
}

/// Bytes of the terms of this many steps.
fn bytes(steps: usize, cells: usize) -> u64 {
    (steps * cells * (cells * size_of::<Term>() + size_of::<Vec<Term>>())) as u64
}
