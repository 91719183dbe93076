//! Lazily generated clauses about groups of tiles, for solvers that support them.
//!
//! They follow from the rules of the puzzle, not from the clauses of the formula, and there are far
//! too many to write them all down. Whenever a step has some tiles of a group in place, the tables
//! of [`Group`] say how many moves away from home the group has made and will make at least; where
//! the formula's counters do not know that yet, the lemma says so.
//!
//! A picture shows the board between two steps t - 1 and t: the cells that surely hold tiles at t
//! as they are at t, the others as they were at t - 1. Only the tile that moves may appear in it
//! twice, so any choice of tiles from it is a placement at one of the two steps. Counts *before*
//! hold for the later step, because they never shrink; counts *after* are added to the count at
//! the earlier one.

use std::sync::Arc;

use crate::cnf::Lit;
use crate::encodings::Group;

/// A count in unary: a literal *at least n* for each n that is neither certain nor impossible.
#[derive(Clone, Debug)]
pub(crate) struct Unary {
    /// Certain at least.
    pub(crate) least: u32,
    /// The literals for least + 1, least + 2, …; more than these is impossible.
    pub(crate) more: Vec<Lit>,
}

/// A statement about a count.
enum AtLeast {
    Certain,
    Impossible,
    Lit(Lit),
}

impl Unary {
    fn at_least(&self, count: u32) -> AtLeast {
        match count.checked_sub(self.least + 1) {
            None => AtLeast::Certain,
            Some(index) => match self.more.get(index as usize) {
                Some(&literal) => AtLeast::Lit(literal),
                None => AtLeast::Impossible,
            },
        }
    }
}

/// The role of a variable in the lemmas.
#[derive(Clone, Copy, Debug)]
enum Role {
    Nothing,
    /// A tile in a cell at a step.
    Place {
        step: u32,
        cell: u8,
        tile: u8,
    },
    /// A count of a group before a step.
    Count {
        step: u32,
        group: u8,
    },
}

/// The groups of a formula and their literals.
pub struct Lemmas {
    pub(crate) groups: Arc<Vec<Group>>,
    steps: usize,
    /// The groups of each tile and its slots there.
    slots: Vec<Vec<(u8, u8)>>,
    /// By variable, the first for variable 1.
    roles: Vec<Role>,
    /// By group and step.
    counts: Vec<Vec<Unary>>,
}

impl std::fmt::Debug for Lemmas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "lemmas of {} groups", self.groups.len())
    }
}

impl Lemmas {
    pub(crate) fn new(
        groups: Arc<Vec<Group>>,
        steps: usize,
        variables: usize,
        counts: Vec<Vec<Unary>>,
        places: &[(Lit, u32, u8, u8)],
    ) -> Self {
        let mut roles = vec![Role::Nothing; variables];
        for &(literal, step, cell, tile) in places {
            roles[literal.variable() as usize - 1] = Role::Place { step, cell, tile };
        }
        for (group, steps) in counts.iter().enumerate() {
            for (step, count) in steps.iter().enumerate() {
                for literal in &count.more {
                    roles[literal.variable() as usize - 1] = Role::Count {
                        step: step as u32,
                        group: group as u8,
                    };
                }
            }
        }
        let most = groups.iter().flat_map(|group| &group.tiles).max();
        let mut slots = vec![Vec::new(); most.map_or(0, |&most| usize::from(most) + 1)];
        for (index, group) in groups.iter().enumerate() {
            for (slot, &tile) in group.tiles.iter().enumerate() {
                slots[usize::from(tile)].push((index as u8, slot as u8));
            }
        }
        Self {
            groups,
            steps,
            slots,
            roles,
            counts,
        }
    }

    /// The oracle of one search.
    pub(crate) fn oracle(&self) -> LemmaOracle<'_> {
        let pictures = (0..=self.steps + 1)
            .map(|_| {
                self.groups
                    .iter()
                    .map(|group| Picture {
                        subset: 0,
                        places: vec![0; group.tiles.len()],
                        literals: vec![None; group.tiles.len()],
                    })
                    .collect()
            })
            .collect();
        LemmaOracle {
            lemmas: self,
            pictures,
            log: Vec::new(),
            pending: Vec::new(),
        }
    }
}

/// The tiles of a group that are in place in a picture.
struct Picture {
    subset: usize,
    places: Vec<u8>,
    literals: Vec<Option<Lit>>,
}

/// Follows a search literal by literal and finds lemmas that it lacks.
pub(crate) struct LemmaOracle<'a> {
    lemmas: &'a Lemmas,
    /// By later step and group.
    pictures: Vec<Vec<Picture>>,
    /// What was put in place, with the number of literals that the search had then.
    log: Vec<(usize, u32, u8, u8)>,
    /// Pictures that changed since the last look.
    pending: Vec<(u32, u8)>,
}

impl LemmaOracle<'_> {
    /// A literal became true; `at` counts those before it.
    pub(crate) fn assigned(&mut self, literal: Lit, at: usize) {
        if !literal.is_positive() {
            return;
        }
        match self.lemmas.roles[literal.variable() as usize - 1] {
            Role::Nothing => {}
            Role::Place { step, cell, tile } => {
                for &(group, slot) in &self.lemmas.slots[usize::from(tile)] {
                    for picture in [step, step + 1] {
                        let seen = &mut self.pictures[picture as usize][usize::from(group)];
                        let slot_index = usize::from(slot);
                        if seen.subset >> slot & 1 == 0 {
                            seen.subset |= 1 << slot;
                            seen.places[slot_index] = cell;
                            seen.literals[slot_index] = Some(literal);
                            self.log.push((at, picture, group, slot));
                            self.pending.push((picture, group));
                        }
                    }
                }
            }
            Role::Count { step, group } => {
                if (step as usize) < self.lemmas.steps {
                    self.pending.push((step + 1, group));
                }
            }
        }
    }

    /// The search went back to this many literals.
    pub(crate) fn retract(&mut self, length: usize) {
        self.pending.clear();
        while let Some(&(at, picture, group, slot)) = self.log.last() {
            if at < length {
                break;
            }
            self.log.pop();
            let seen = &mut self.pictures[picture as usize][usize::from(group)];
            seen.subset &= !(1 << slot);
        }
    }

    /// A clause that holds in every plan and is not satisfied, with at most one literal that is not
    /// false; none if the search knows all that it could know.
    pub(crate) fn lemma(&mut self, value: impl Fn(Lit) -> i8) -> Option<Vec<Lit>> {
        while let Some(&(picture, group)) = self.pending.last() {
            if let Some(lemma) = self.look(picture as usize, usize::from(group), &value) {
                return Some(lemma);
            }
            self.pending.pop();
        }
        None
    }

    fn look(&self, picture: usize, group: usize, value: &impl Fn(Lit) -> i8) -> Option<Vec<Lit>> {
        let seen = &self.pictures[picture][group];
        if seen.subset.count_ones() < 2 || picture == 0 || picture > self.lemmas.steps {
            return None;
        }
        let tables = &self.lemmas.groups[group];
        let index = tables.index(seen.subset, &seen.places);
        let counts = &self.lemmas.counts[group];
        let whole = &counts[self.lemmas.steps];
        // Moves before, moves after on top of those known, and both.
        let before = u32::from(tables.before[seen.subset][index]);
        let after = u32::from(tables.after[seen.subset][index]);
        let total = u32::from(tables.total[seen.subset][index]);
        let earlier = &counts[picture - 1];
        let known = earlier.more.iter().take_while(|&&l| value(l) > 0).count() as u32;
        let made = earlier.least + known;
        let given = known.checked_sub(1).map(|last| earlier.more[last as usize]);
        let claims = [
            (&tables.total, total, total, whole, None),
            (&tables.before, before, before, &counts[picture], None),
            (&tables.after, after, made + after, whole, given),
        ];
        for (table, cost, claimed, count, given) in claims {
            let (cost, conclusion) = match count.at_least(claimed) {
                AtLeast::Certain => continue,
                AtLeast::Lit(literal) if value(literal) > 0 => continue,
                AtLeast::Lit(literal) if value(literal) < 0 => {
                    // The least claim that is false already needs the fewest reasons.
                    let least = count.more.iter().position(|&l| value(l) < 0).unwrap_or(0) as u32;
                    let least = (count.least + 1 + least).min(claimed);
                    let literal = match count.at_least(least) {
                        AtLeast::Lit(literal) => literal,
                        _ => literal,
                    };
                    (cost - (claimed - least).min(cost), Some(literal))
                }
                AtLeast::Lit(literal) => (cost, Some(literal)),
                AtLeast::Impossible => {
                    let least = count.least + count.more.len() as u32 + 1;
                    (cost - (claimed - least).min(cost), None)
                }
            };
            let subset = reduce(tables, table, seen, cost);
            let mut clause: Vec<Lit> = conclusion.into_iter().collect();
            clause.extend(given.map(|l| !l));
            for (slot, literal) in seen.literals.iter().enumerate() {
                if subset >> slot & 1 == 1 {
                    clause.extend(literal.map(|l| !l));
                }
            }
            return Some(clause);
        }
        None
    }
}

/// The tiles of a placement that alone cost as much.
fn reduce(group: &Group, table: &[Vec<u8>], seen: &Picture, cost: u32) -> usize {
    let mut subset = seen.subset;
    for slot in 0..group.tiles.len() {
        let smaller = subset & !(1 << slot);
        if smaller != subset {
            let index = group.index(smaller, &seen.places);
            if u32::from(table[smaller][index]) >= cost {
                subset = smaller;
            }
        }
    }
    subset
}
