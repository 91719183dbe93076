//! A formula in conjunctive normal form, its clauses grouped in families that have a name.

use std::fmt;
use std::ops::Not;

/// A variable or its negation, numbered as in DIMACS: from 1 up, negative when negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(i32);

impl Lit {
    /// The literal with this DIMACS number; none for 0 and for numbers no formula reaches.
    pub const fn from_dimacs(number: i32) -> Option<Self> {
        match number {
            0 | i32::MIN => None,
            number => Some(Self(number)),
        }
    }

    /// The number DIMACS files use.
    pub const fn dimacs(self) -> i32 {
        self.0
    }

    /// The variable's number, from 1 up.
    pub const fn variable(self) -> u32 {
        self.0.unsigned_abs()
    }

    /// Whether this is the variable itself and not its negation.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Clauses that say one thing, at all steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// A short name.
    pub name: &'static str,
    /// The meaning of the clauses in words.
    pub words: &'static str,
    /// The number of them.
    pub clauses: usize,
    /// The first of them, as an index for [`Cnf::clause`]; meaningless if there is none.
    pub first: usize,
}

/// A conjunction of clauses.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    variables: u32,
    literals: Vec<Lit>,
    /// The end of each clause in `literals`.
    ends: Vec<u32>,
    families: Vec<Family>,
    current: usize,
}

impl Cnf {
    /// A formula of this many variables, without a clause.
    pub fn with_variables(variables: u32) -> Self {
        Self {
            variables,
            ..Self::default()
        }
    }

    /// A fresh variable.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables as i32)
    }

    /// Makes the clauses that follow belong to a family.
    pub fn family(&mut self, name: &'static str, words: &'static str) {
        let known = self.families.iter().position(|family| family.name == name);
        self.current = known.unwrap_or_else(|| {
            self.families.push(Family {
                name,
                words,
                clauses: 0,
                first: 0,
            });
            self.families.len() - 1
        });
    }

    /// Adds a clause to the current family.
    ///
    /// # Panics
    /// When no family was named or a literal's variable does not exist.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let family = self.families.get_mut(self.current);
        let family = family.expect("a family is named before its clauses");
        if family.clauses == 0 {
            family.first = self.ends.len();
        }
        family.clauses += 1;
        for literal in clause {
            assert!(literal.variable() <= self.variables, "unknown variable");
            self.literals.push(literal);
        }
        self.ends.push(self.literals.len() as u32);
    }

    /// At most one of the literals holds, by a clause for each pair.
    pub fn at_most_one(&mut self, literals: &[Lit]) {
        for (index, &first) in literals.iter().enumerate() {
            for &second in &literals[index + 1..] {
                self.add([!first, !second]);
            }
        }
    }

    /// The number of variables.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause with this index.
    ///
    /// # Panics
    /// When there is none.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let begin = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        &self.literals[begin as usize..self.ends[index] as usize]
    }

    /// All clauses in the order they were added.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        (0..self.ends.len()).map(|index| self.clause(index))
    }

    /// The families that have clauses, in the order they were named.
    pub fn families(&self) -> impl Iterator<Item = &Family> {
        self.families.iter().filter(|family| family.clauses > 0)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let words = self.literals.capacity() + self.ends.capacity();
        (words * size_of::<u32>()) as u64
    }

    /// Whether there is hardly room for another clause: literals are counted in 32 bits.
    pub(crate) fn is_full(&self) -> bool {
        self.literals.len() > (u32::MAX - (1 << 20)) as usize
    }

    /// Whether a clause of this many literals can still be added.
    pub(crate) fn has_room_for(&self, literals: usize) -> bool {
        u32::try_from(self.literals.len() + literals).is_ok()
    }

    /// Whether every clause has a true literal.
    pub fn is_satisfied_by(&self, model: &Model) -> bool {
        self.clauses()
            .all(|clause| clause.iter().any(|&literal| model.holds(literal)))
    }
}

/// A value for each variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model(Vec<bool>);

impl Model {
    /// The model with these values, the first for variable 1.
    pub fn new(values: Vec<bool>) -> Self {
        Self(values)
    }

    /// The model in which these literals hold; variables not named are false.
    pub fn from_literals(variables: u32, literals: impl IntoIterator<Item = Lit>) -> Self {
        let mut values = vec![false; variables as usize];
        for literal in literals {
            if let Some(value) = values.get_mut(literal.variable() as usize - 1) {
                *value = literal.is_positive();
            }
        }
        Self(values)
    }

    /// Whether a literal holds; a variable beyond the model is false.
    pub fn holds(&self, literal: Lit) -> bool {
        let value = self.0.get(literal.variable() as usize - 1);
        value.copied().unwrap_or(false) == literal.is_positive()
    }

    /// The value of each variable, the first for variable 1.
    pub fn values(&self) -> &[bool] {
        &self.0
    }
}
