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
//!    With groups of tiles it goes further, see [`super::patterns`].
//! 8. Counter: with M the sum of the tiles' distances from home, exactly k = (T - M) / 2 moves take
//!    a tile away from home: a unary counter says so at every step, both ways.
//! 9. Shares: the tiles in groups, by several partitions; each group has its own counter, and the
//!    shares of a partition add up to k. What the tables of the groups know is handed to the solver
//!    as [lemmas](crate::lemmas) while it works.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use taquin_core::{Board, Size};

use super::patterns::{Group, Shape, partition};
use super::reach::{Allowed, Reach};
use super::term::{Term, add, at_most_one, equal_unless};
use super::{Encoder, Entry};
use crate::cnf::Lit;
use crate::formula::{Formula, Horizon, Meaning, Task, colour, neighbours};
use crate::lemmas::{Lemmas, Unary};

pub(super) const ENTRY: Entry = Entry {
    name: "compact",
    summary: "variables for half the cells at each step, pruned by distance, moves away counted",
    reference: "taquin; see the page on SAT",
    horizons: &[Horizon::Exact, Horizon::AtMost],
    open: |start, goal| Box::new(Compact::default().open(start, goal)),
};

/// What is known to be impossible and left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prune {
    /// Nothing: all statements have their variable.
    Nothing,
    /// What the walks of one tile and the blank rule out.
    Tiles,
    /// Also what groups of tiles rule out.
    #[default]
    Groups,
}

/// The encoding with its choices.
#[derive(Clone, Debug)]
pub struct Compact {
    /// What is left out.
    pub prune: Prune,
    /// Whether moves away from home are counted.
    pub counter: bool,
    /// How many tiles a group has at most.
    pub group: usize,
    /// The partitions of the tiles into groups.
    pub shapes: Vec<Shape>,
}

impl Default for Compact {
    fn default() -> Self {
        Self {
            prune: Prune::default(),
            counter: true,
            group: 4,
            shapes: vec![Shape::Blocks, Shape::Rows, Shape::Columns],
        }
    }
}

impl Compact {
    /// Looks at a pair of boards, to write formulas about the ways between them.
    pub fn open(&self, start: &Board, goal: &Board) -> Opened {
        let size = start.size();
        let (start, goal) = (places(start), places(goal));
        Opened {
            reach: Mutex::new(Reach::new(size, &start, &goal)),
            size,
            start,
            goal,
            few: OnceLock::new(),
            many: OnceLock::new(),
            choices: self.clone(),
        }
    }
}

/// The encoding between two boards, with what was found out about them.
pub struct Opened {
    choices: Compact,
    size: Size,
    /// The cell of each number.
    start: Vec<usize>,
    goal: Vec<usize>,
    reach: Mutex<Reach>,
    /// The groups of the first partition, and of all, once they are worth their time.
    few: OnceLock<Groups>,
    many: OnceLock<Groups>,
}

/// Groups of tiles by several partitions.
#[derive(Default)]
struct Groups {
    all: Arc<Vec<Group>>,
    /// The groups of each partition.
    parts: Vec<Range<usize>>,
}

impl Opened {
    /// The groups to use when so many moves may go away from home: tables take time, and pay for
    /// it only where the search is long.
    fn groups(&self, away: u32) -> &Groups {
        static NONE: OnceLock<Groups> = OnceLock::new();
        let Compact {
            prune,
            counter,
            shapes,
            ..
        } = &self.choices;
        if *prune != Prune::Groups || !counter || away < FEW {
            return NONE.get_or_init(Groups::default);
        }
        if away < MANY {
            return self
                .few
                .get_or_init(|| self.look(&shapes[..shapes.len().min(1)]));
        }
        self.many.get_or_init(|| self.look(shapes))
    }

    /// Where tiles and the blank can be in a plan of so many steps, `away` of them away from home,
    /// and of each group at most its share.
    fn allowed(&self, steps: u32, away: u32, groups: &[Group], most: &[u32]) -> Allowed {
        let mut budgets = vec![away; self.size.cells()];
        for (group, &most) in groups.iter().zip(most) {
            for &tile in &group.tiles {
                let budget = &mut budgets[usize::from(tile)];
                *budget = most.min(*budget);
            }
        }
        let mut reach = self.reach.lock().unwrap_or_else(PoisonError::into_inner);
        let mut allowed = reach.allowed(steps as usize, &budgets);
        for (group, &most) in groups.iter().zip(most) {
            for (slot, &tile) in group.tiles.iter().enumerate() {
                for step in &mut allowed.tiles {
                    for (cell, can) in step[usize::from(tile)].iter_mut().enumerate() {
                        *can &= u32::from(group.least_with(slot, cell)) <= most;
                    }
                }
            }
        }
        allowed
    }

    fn look(&self, shapes: &[Shape]) -> Groups {
        let mut all = Vec::new();
        let mut parts = Vec::new();
        for &shape in shapes {
            let begin = all.len();
            for tiles in partition(self.size, &self.goal, self.choices.group, shape) {
                all.push(Group::new(self.size, &tiles, &self.start, &self.goal));
            }
            parts.push(begin..all.len());
        }
        Groups {
            all: Arc::new(all),
            parts,
        }
    }
}

/// Moves away from home from which on groups of one partition are looked at, and of all.
const FEW: u32 = 4;
const MANY: u32 = 8;

impl Encoder for Opened {
    fn formula(&self, task: &Task) -> Formula {
        let mut formula = Formula::new(task, ENTRY.name);
        let distance = manhattan(task);
        let steps = task.steps;
        let possible =
            steps >= distance && (steps - distance).is_multiple_of(2) && task.has_right_parity();
        let away = steps.saturating_sub(distance) / 2;
        let Groups { all, parts } = self.groups(away);
        let needed =
            |part: &Range<usize>| -> u32 { all[part.clone()].iter().map(Group::least).sum() };
        if !possible || parts.iter().any(|part| needed(part) > away) {
            let words = "tiles need more moves than that, or a number of the other parity";
            formula.cnf.family("length", words);
            formula.cnf.add([]);
            return formula;
        }
        let mut most = Vec::new();
        for part in parts {
            let spare = away - needed(part);
            most.extend(all[part.clone()].iter().map(|group| group.least() + spare));
        }
        let allowed =
            (self.choices.prune != Prune::Nothing).then(|| self.allowed(steps, away, all, &most));
        let mut writer = Writer::new(formula, allowed.as_ref());
        writer.blank();
        writer.tiles();
        writer.frame();
        writer.slides();
        if task.horizon == Horizon::Exact {
            writer.no_undo();
        }
        if self.choices.counter {
            writer.counters(away as usize, all, parts, &most);
        }
        writer.formula
    }
}

/// The cell of each number.
pub(super) fn places(board: &Board) -> Vec<usize> {
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

    /// Exactly `k` moves take a tile away from home, and each group makes its share.
    fn counters(
        &mut self,
        k: usize,
        groups: &Arc<Vec<Group>>,
        parts: &[Range<usize>],
        most: &[u32],
    ) {
        let steps = self.steps;
        let mut group_of = vec![Vec::new(); self.cells];
        for (index, group) in groups.iter().enumerate() {
            for &tile in &group.tiles {
                group_of[usize::from(tile)].push(index);
            }
        }
        let mut sum = Counter::new(k, k);
        let mut shares: Vec<Counter> = groups
            .iter()
            .zip(most)
            .map(|(group, &most)| Counter::new(group.least() as usize, most as usize))
            .collect();
        let mut counts = vec![Vec::with_capacity(steps + 1); groups.len()];
        for (share, counts) in shares.iter().zip(&mut counts) {
            counts.push(share.unary());
        }
        for step in 0..steps {
            let away = self.formula.variable(Meaning::Away { step: step as u32 });
            let own: Vec<Lit> = (0..groups.len())
                .map(|group| {
                    self.formula.variable(Meaning::AwayOf {
                        group: group as u8,
                        step: step as u32,
                    })
                })
                .collect();
            self.away(step, away, &own, &group_of, parts);
            sum.step(&mut self.formula, steps, step, away, |step, count| {
                Meaning::AwayBefore { step, count }
            });
            for (index, share) in shares.iter_mut().enumerate() {
                share.step(&mut self.formula, steps, step, own[index], |step, count| {
                    Meaning::AwayOfBefore {
                        group: index as u8,
                        step,
                        count,
                    }
                });
                counts[index].push(share.unary());
            }
        }
        if groups.is_empty() {
            return;
        }
        for part in parts {
            self.shares(k, &shares[part.clone()]);
        }
        let places = self.places();
        let variables = self.formula.meanings.len();
        let lemmas = Lemmas::new(groups.clone(), steps, variables, counts, &places);
        self.formula.lemmas = Some(Arc::new(lemmas));
    }

    /// Which moves take a tile away from home, and of which group.
    fn away(
        &mut self,
        step: usize,
        away: Lit,
        own: &[Lit],
        group_of: &[Vec<usize>],
        parts: &[Range<usize>],
    ) {
        let size = self.formula.task.size();
        let words = "which moves take a tile away from home, and of which group of tiles";
        self.formula.cnf.family("away", words);
        for p in self.blank_cells(step) {
            for &q in &self.near[p] {
                for (a, groups) in group_of.iter().enumerate().skip(1) {
                    let home = self.homes[a];
                    let is_away = size.distance(p, home) > size.distance(q, home);
                    let groups = groups.iter().map(|&group| own[group]);
                    let conclusions: Vec<Lit> = if !is_away {
                        vec![!away]
                    } else if groups.len() == 0 {
                        vec![away]
                    } else {
                        groups.collect()
                    };
                    for conclusion in conclusions {
                        let terms = [
                            !self.blank[step][p],
                            !self.blank[step + 1][q],
                            !self.tile(step + 1, q, a),
                            Term::Lit(conclusion),
                        ];
                        if !terms.contains(&Term::True) {
                            add(&mut self.formula.cnf, terms);
                        }
                    }
                }
            }
        }
        let cnf = &mut self.formula.cnf;
        for &own in own {
            cnf.add([!own, away]);
        }
        for part in parts {
            let own = &own[part.clone()];
            cnf.add(own.iter().copied().chain([!away]));
            cnf.at_most_one(own);
        }
    }

    /// The shares of the groups do not exceed the whole.
    fn shares(&mut self, k: usize, shares: &[Counter]) {
        let words = "the groups together make no more moves away from home than there may be";
        self.formula.cnf.family("shares", words);
        let spare = k - shares.iter().map(|share| share.least).sum::<usize>();
        let mut extra = vec![0; shares.len()];
        // All ways to exceed the spare moves by one.
        distribute(&mut extra, 0, spare + 1, &mut |extra| {
            let terms = shares.iter().zip(extra).filter(|&(_, &more)| more > 0);
            let terms = terms.map(|(share, &more)| !share.at_least(share.least + more));
            add(&mut self.formula.cnf, terms.collect::<Vec<_>>());
        });
    }

    /// The variables that put a tile into a cell: literal, step, cell, tile.
    fn places(&self) -> Vec<(Lit, u32, u8, u8)> {
        let meanings = self.formula.meanings.iter().enumerate();
        meanings
            .filter_map(|(index, meaning)| match *meaning {
                Meaning::At { tile, cell, step } if tile > 0 => {
                    let literal = Lit::from_dimacs(index as i32 + 1)?;
                    Some((literal, step, cell, tile))
                }
                _ => None,
            })
            .collect()
    }
}

fn distribute(extra: &mut [usize], from: usize, left: usize, give: &mut impl FnMut(&[usize])) {
    if from + 1 == extra.len() {
        extra[from] = left;
        give(extra);
        return;
    }
    for share in 0..=left {
        extra[from] = share;
        distribute(extra, from + 1, left - share, give);
    }
}

/// How many moves of a kind were made, in unary.
struct Counter {
    /// At the end at least so many.
    least: usize,
    /// At the end at most so many.
    most: usize,
    /// At least j so far, from j = 0 to one more than the most.
    terms: Vec<Term>,
}

impl Counter {
    fn new(least: usize, most: usize) -> Self {
        let mut terms = vec![Term::False; most + 2];
        terms[0] = Term::True;
        Self { least, most, terms }
    }

    fn at_least(&self, count: usize) -> Term {
        self.terms.get(count).copied().unwrap_or(Term::False)
    }

    fn unary(&self) -> Unary {
        let certain = self.terms.iter().take_while(|&&t| t == Term::True).count();
        let literals = self.terms.iter().filter_map(|term| match term {
            Term::Lit(literal) => Some(*literal),
            _ => None,
        });
        Unary {
            least: certain as u32 - 1,
            more: literals.collect(),
        }
    }

    /// One more step, in which a move of the kind is made or not.
    fn step(
        &mut self,
        formula: &mut Formula,
        steps: usize,
        step: usize,
        made: Lit,
        meaning: impl Fn(u32, u32) -> Meaning,
    ) {
        let (moves, left) = (step + 1, steps - step - 1);
        let before = self.terms.clone();
        let after: Vec<Term> = (0..self.most + 2)
            .map(|j| {
                if j == 0 || j + left <= self.least {
                    Term::True
                } else if j > moves || j > self.most {
                    Term::False
                } else {
                    Term::Lit(formula.variable(meaning(step as u32 + 1, j as u32)))
                }
            })
            .collect();
        let words = "how many moves so far took a tile away from home, and how many may";
        formula.cnf.family("count", words);
        let made = Term::Lit(made);
        for j in 0..self.most + 2 {
            let mut clauses = vec![vec![!before[j], after[j]]];
            if j > 0 {
                clauses.push(vec![!after[j], before[j - 1]]);
                clauses.push(vec![!after[j], before[j], made]);
                clauses.push(vec![!before[j - 1], !made, after[j]]);
                clauses.push(vec![!after[j], after[j - 1]]);
            }
            for terms in clauses {
                if !terms.contains(&Term::True) {
                    add(&mut formula.cnf, terms);
                }
            }
        }
        self.terms = after;
    }
}
