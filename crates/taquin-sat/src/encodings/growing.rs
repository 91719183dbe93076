//! `compact` as one formula that grows with the number of steps, for a solver that keeps what it
//! learnt.
//!
//! What holds for every number of steps is said once: the rules of the puzzle, no undo, and the
//! count of moves away from home. What holds for T steps alone (the goal at T, how often tiles may
//! go away from home, and what that rules out) stands behind a literal of its own, which the solver
//! assumes while it is asked about T. So clauses learnt from the rest stay true for T + 2, and those
//! learnt from the literal do no harm. The price: statements that no plan of T moves makes true have
//! variables, and nothing is known of the goal while the formula is written.

use taquin_core::{Board, Size};

use super::reach::Reach;
use super::term::{Term, add, at_most_one, equal_unless};
use crate::cnf::Lit;
use crate::distance::{manhattan, places};
use crate::formula::{Formula, Horizon, Meaning, Task, colour, neighbours};

/// The formula of one start and one goal for a growing number of steps.
pub struct Growing {
    formula: Formula,
    size: Size,
    cells: usize,
    near: Vec<Vec<usize>>,
    /// The cell of each number in the goal.
    homes: Vec<usize>,
    reach: Reach,
    /// By step and cell.
    blank: Vec<Vec<Term>>,
    /// By step, one before the first on, cell and number.
    tiles: Vec<Vec<Vec<Term>>>,
    /// By step: the move after it takes a tile away from home.
    away: Vec<Lit>,
    /// By step: at least j moves before it did, from j = 0.
    counts: Vec<Vec<Term>>,
}

impl Growing {
    /// The formula of no steps.
    pub fn new(start: &Board, goal: &Board) -> Option<Self> {
        let task = Task::new(start.clone(), goal.clone(), 0, Horizon::Exact).ok()?;
        let size = start.size();
        let cells = size.cells();
        let holds = |n: u8| (0..cells).map(|a| Term::of(a == usize::from(n))).collect();
        let board: Vec<Vec<Term>> = start.numbers().map(holds).collect();
        let blank = board.iter().map(|numbers| numbers[0]).collect();
        Some(Self {
            formula: Formula::new(&task, super::compact::ENTRY.name),
            size,
            cells,
            near: neighbours(size),
            homes: places(goal),
            reach: Reach::new(size, &places(start), &places(goal)),
            blank: vec![blank],
            tiles: vec![board.clone(), board],
            away: Vec::new(),
            counts: vec![vec![Term::True]],
        })
    }

    /// The formula as it is now; its task is the one asked last.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Makes the formula large enough for a number of steps, not fewer than before. Gives the
    /// literal to assume; none if no plan has this length, by distance or parity.
    pub fn ask(&mut self, steps: u32) -> Option<Lit> {
        self.formula.task.steps = steps;
        let task = &self.formula.task;
        let distance = manhattan(task.start(), task.goal());
        let is_possible = steps >= distance
            && (steps - distance).is_multiple_of(2)
            && self.formula.task.has_right_parity();
        if !is_possible {
            return None;
        }
        let away = (steps - distance) as usize / 2;
        while self.away.len() < steps as usize {
            self.step();
        }
        self.count_to(away + 1);
        Some(self.close(away))
    }

    fn is_blanks(&self, step: usize, cell: usize) -> bool {
        let first = self.formula.task.start().blank().index();
        colour(self.size, cell) == (colour(self.size, first) + step) % 2
    }

    /// One step more: its variables, and the rules that lead to it.
    fn step(&mut self) {
        let (before, step) = (self.away.len(), self.away.len() + 1);
        let near_blank = |p: usize| {
            let mut around = self.near[p].iter();
            around.any(|&q| !self.blank[before][q].is_false())
        };
        let can_be_blank: Vec<bool> = (0..self.cells).map(near_blank).collect();
        let surely_tile: Vec<bool> = (0..self.cells).map(|p| !self.is_blanks(step, p)).collect();
        let mut at = |can: bool, tile: usize, cell: usize| {
            if !can {
                return Term::False;
            }
            Term::Lit(self.formula.variable(Meaning::At {
                tile: tile as u8,
                cell: cell as u8,
                step: step as u32,
            }))
        };
        let cells = 0..self.cells;
        let blank = cells.clone().map(|p| at(can_be_blank[p], 0, p)).collect();
        let tiles = cells
            .clone()
            .map(|p| {
                let holds = |a| at(a > 0 && surely_tile[p], a, p);
                cells.clone().map(holds).collect()
            })
            .collect();
        self.blank.push(blank);
        self.tiles.push(tiles);
        self.away.push(self.formula.variable(Meaning::Away {
            step: before as u32,
        }));
        self.blank_rules(before, step);
        self.tile_rules(step);
        self.slides(before);
    }

    fn blank_rules(&mut self, before: usize, step: usize) {
        let cnf = &mut self.formula.cnf;
        let here: Vec<Term> = self.blank[step]
            .iter()
            .copied()
            .filter(|term| !term.is_false())
            .collect();
        cnf.family(
            "one blank",
            "at each step the blank is in one cell, of the colour it must have",
        );
        add(cnf, here.iter().copied());
        at_most_one(cnf, &here);
        cnf.family(
            "blank steps",
            "the blank goes to a neighbouring cell, and came from one",
        );
        for (from, to) in [(before, step), (step, before)] {
            for p in 0..self.cells {
                let around = self.near[p].iter().map(|&q| self.blank[to][q]);
                add(cnf, around.chain([!self.blank[from][p]]));
            }
        }
        cnf.family(
            "no undo",
            "the blank does not go back to the cell it came from",
        );
        if let Some(earlier) = before.checked_sub(1) {
            for p in 0..self.cells {
                add(cnf, [!self.blank[earlier][p], !self.blank[step][p]]);
            }
        }
    }

    fn tile_rules(&mut self, step: usize) {
        for p in 0..self.cells {
            if !self.is_blanks(step, p) {
                let here = self.tiles[step + 1][p][1..].to_vec();
                let cnf = &mut self.formula.cnf;
                let words = "each cell of the other colour holds one tile";
                cnf.family("one tile a cell", words);
                add(cnf, here.iter().copied());
                at_most_one(cnf, &here);
                // Two steps ago the blank could not be here either.
                let words = "a cell that the blank could have visited and did not holds the same \
                             tile before and after";
                cnf.family("frame", words);
                let unless = [self.blank[step - 1][p]];
                for a in 1..self.cells {
                    let (before, after) = (self.tiles[step - 1][p][a], self.tiles[step + 1][p][a]);
                    equal_unless(cnf, &unless, before, after);
                }
            }
        }
    }

    fn slides(&mut self, step: usize) {
        let cnf = &mut self.formula.cnf;
        let away = Term::Lit(self.away[step]);
        for p in 0..self.cells {
            if self.blank[step][p].is_false() {
                continue;
            }
            for &q in &self.near[p] {
                let unless = [!self.blank[step][p], !self.blank[step + 1][q]];
                cnf.family(
                    "slide",
                    "the tile that the blank goes to is afterwards where the blank was",
                );
                for a in 1..self.cells {
                    let (before, after) = (self.tiles[step + 1][q][a], self.tiles[step + 2][p][a]);
                    equal_unless(cnf, &unless, before, after);
                }
                cnf.family("away", "which moves take a tile away from home");
                for a in 1..self.cells {
                    let far = |cell| self.size.distance(cell, self.homes[a]);
                    let away = if far(p) > far(q) { away } else { !away };
                    let tile = !self.tiles[step + 1][q][a];
                    add(cnf, [unless[0], unless[1], tile, away]);
                }
            }
        }
    }

    /// Counts moves away from home up to `most` at all steps there are.
    fn count_to(&mut self, most: usize) {
        let words = "how many moves so far took a tile away from home";
        let old_steps = self.counts.len();
        let old_most = self.counts[0].len() - 1;
        for step in 0..=self.away.len() {
            if step == self.counts.len() {
                self.counts.push(Vec::new());
            }
            for j in self.counts[step].len()..=most {
                let term = match j {
                    0 => Term::True,
                    _ if j > step => Term::False,
                    _ => Term::Lit(self.formula.variable(Meaning::AwayBefore {
                        step: step as u32,
                        count: j as u32,
                    })),
                };
                self.counts[step].push(term);
            }
        }
        let cnf = &mut self.formula.cnf;
        cnf.family("count", words);
        for step in 0..self.away.len() {
            let made = Term::Lit(self.away[step]);
            let (before, after) = (&self.counts[step], &self.counts[step + 1]);
            let known = if step + 1 < old_steps { old_most } else { 0 };
            for j in known + 1..=most {
                add(cnf, [!before[j], after[j]]);
                add(cnf, [!after[j], before[j - 1]]);
                add(cnf, [!after[j], before[j], made]);
                add(cnf, [!before[j - 1], !made, after[j]]);
                add(cnf, [!after[j], after[j - 1]]);
            }
        }
    }

    /// What holds for this number of steps alone, behind a literal of its own.
    fn close(&mut self, away: usize) -> Lit {
        let steps = self.away.len();
        let asked = self
            .formula
            .variable(Meaning::Solved { step: steps as u32 });
        let unless = Term::Lit(!asked);
        let budgets = vec![away as u32; self.cells];
        let allowed = self.reach.allowed(steps, &budgets);
        let surely_tile: Vec<bool> = (0..self.cells).map(|p| !self.is_blanks(steps, p)).collect();
        let cnf = &mut self.formula.cnf;
        cnf.family("goal", "at the last step everything is home");
        add(cnf, [unless, self.blank[steps][self.homes[0]]]);
        for (a, &home) in self.homes.iter().enumerate().skip(1) {
            // Cells of the blank's colour say what they hold a step before.
            let here = self.tiles[steps + usize::from(surely_tile[home])][home][a];
            add(cnf, [unless, here]);
        }
        cnf.family("budget", "no more moves go away from home than may");
        add(cnf, [unless, !self.counts[steps][away + 1]]);
        add(cnf, [unless, self.counts[steps][away]]);
        cnf.family("out of reach", "what no plan of this length makes true");
        for step in 1..=steps {
            for p in 0..self.cells {
                if !allowed.blank[step][p] {
                    add(cnf, [unless, !self.blank[step][p]]);
                }
                for a in 1..self.cells {
                    if !allowed.tiles[step][a][p] {
                        add(cnf, [unless, !self.tiles[step + 1][p][a]]);
                    }
                }
            }
        }
        asked
    }
}
