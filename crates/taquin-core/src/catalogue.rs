//! The catalogue: one entry per solver with all its properties.
//!
//! An entry names a solver, says what it guarantees, where it runs, which boards it takes and which
//! options it has. Menus, help texts, policies and manuals derive from it.

use std::fmt;
use std::str::FromStr;

use crate::Solver;
use crate::spec::{Options, Spec, SpecError};

/// A solver that can be chosen by name.
#[derive(Debug)]
pub struct SolverEntry {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// Its guarantee when no limit stops it.
    pub guarantee: Guarantee,
    /// When the guarantee holds and what memory it takes, in words.
    pub notes: &'static str,
    /// The place where the solver runs.
    pub runs: Runs,
    /// The largest board it takes, in cells.
    pub max_cells: usize,
    /// Whether it is one of the textbook searches that lessons step through.
    pub textbook: bool,
    /// Pseudocode for traces; `None` if the solver records no steps.
    pub pseudocode: Option<&'static Pseudocode>,
    /// The options it takes.
    pub options: &'static [OptionEntry],
    /// Makes the solver from its options.
    pub make: fn(&mut Arguments<'_>) -> Result<Box<dyn Solver>, SpecError>,
}

/// The guarantee of a solver when no limit stops it and its heuristic is admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Guarantee {
    /// A shortest solution, proven to be one.
    Optimal,
    /// A shortest solution on boards of up to this many cells, a good one beyond.
    OptimalUpTo {
        /// The cells.
        cells: usize,
    },
    /// A solution at most a given factor longer than a shortest one.
    Bounded,
    /// A solution of any length.
    Solution,
}

impl Guarantee {
    /// The guarantee in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::OptimalUpTo { .. } => "optimal-up-to",
            Self::Bounded => "bounded",
            Self::Solution => "solution",
        }
    }

    /// Whether a board of this many cells gets a proven shortest solution.
    pub fn is_optimal_for(self, cells: usize) -> bool {
        match self {
            Self::Optimal => true,
            Self::OptimalUpTo { cells: most } => cells <= most,
            Self::Bounded | Self::Solution => false,
        }
    }
}

/// The place where a solver runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Runs {
    /// In this process.
    InProcess,
    /// In another program, which must be installed.
    Program,
    /// On an accelerator, or in this process if there is no accelerator.
    Device,
}

impl Runs {
    /// The place in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::InProcess => "in-process",
            Self::Program => "program",
            Self::Device => "device",
        }
    }
}

/// Pseudocode of an algorithm, and the line of each kind of step.
#[derive(Clone, Copy, Debug)]
pub struct Pseudocode {
    /// The lines, indented by four spaces a level.
    pub lines: &'static [&'static str],
    /// The line that expands a node.
    pub expand: usize,
    /// The line that generates a node.
    pub generate: usize,
    /// The line that drops a duplicate.
    pub duplicate: usize,
    /// The line that prunes a node.
    pub prune: usize,
    /// The line that recognises the goal.
    pub goal: usize,
    /// Where the search starts over with a higher threshold, if it does.
    pub restart: Option<usize>,
}

impl Pseudocode {
    /// A search with a list of open nodes: what it takes from the list is up to `lines`.
    pub const fn open_list(lines: &'static [&'static str]) -> Self {
        Self {
            lines,
            expand: 2,
            generate: 7,
            duplicate: 6,
            prune: 6,
            goal: 3,
            restart: None,
        }
    }

    /// A method that walks from board to board without branching.
    pub const WALK: Self = Self {
        lines: &[
            "while the board is not the goal:",
            "    take the next node that the method chooses",
            "    make its moves",
            "return the way to the goal",
        ],
        expand: 1,
        generate: 2,
        duplicate: 2,
        prune: 2,
        goal: 3,
        restart: None,
    };

    /// Iterative deepening by f.
    pub const IDA: Self = Self {
        lines: &[
            "threshold ← h(start)",
            "repeat:",
            "    descend(start, 0)",
            "    threshold ← least f that was left out",
            "descend(node, g):",
            "    if g + h(node) > threshold: leave node out",
            "    if node is the goal: return the way to it",
            "    for each move of node that does not undo the last:",
            "        descend(node after the move, g + 1)",
        ],
        expand: 7,
        generate: 8,
        duplicate: 8,
        prune: 5,
        goal: 6,
        restart: Some(3),
    };
}

/// An option of a solver.
#[derive(Clone, Copy, Debug)]
pub struct OptionEntry {
    /// The name, as users write it.
    pub name: &'static str,
    /// The type of its value.
    pub kind: OptionKind,
    /// The value if it is not given.
    pub default: &'static str,
    /// A short description.
    pub help: &'static str,
}

/// The type of an option's value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number.
    Integer {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// A decimal number.
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// Threads of the search: a number, or `all`.
    Threads {
        /// The greatest number.
        max: u64,
    },
    /// A heuristic by name.
    Heuristic,
    /// Another solver by name.
    Solver,
    /// Partitions of pattern databases, or `best`.
    Tables,
    /// One of the built-in names, or the path of a program to run.
    Program {
        /// The built-in names.
        built_in: &'static [&'static str],
    },
    /// Words or numbers of a syntax that the help describes.
    Text,
}

impl OptionKind {
    /// The kind in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Choice(_) => "choice",
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::Threads { .. } => "threads",
            Self::Heuristic => "heuristic",
            Self::Solver => "solver",
            Self::Tables => "tables",
            Self::Program { .. } => "program",
            Self::Text => "text",
        }
    }

    /// The words that can be chosen; none where values are not listed.
    pub fn choices(self) -> &'static [&'static str] {
        match self {
            Self::Choice(words) => words,
            Self::Program { built_in } => built_in,
            _ => &[],
        }
    }
}

/// The meaning with values and default: `nodes kept of each level, 1 to 10000000; default 1000`.
impl fmt::Display for OptionEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.help)?;
        match self.kind {
            OptionKind::Choice(words) => write!(f, ": {}", words.join(", "))?,
            OptionKind::Integer { min, max } => write!(f, ", {min} to {max}")?,
            OptionKind::Number { min, max } => write!(f, ", {min} to {max}")?,
            OptionKind::Threads { max } => write!(f, ", 1 to {max} or all")?,
            OptionKind::Program { built_in: [] } => write!(f, ": a program by name or path")?,
            OptionKind::Program { built_in } => {
                write!(f, ": {}, or a program by its path", built_in.join(", "))?;
            }
            _ => {}
        }
        write!(f, "; default {}", self.default)
    }
}

impl SolverEntry {
    /// Whether it takes a heuristic.
    pub fn is_informed(&self) -> bool {
        let is_heuristic = |option: &OptionEntry| matches!(option.kind, OptionKind::Heuristic);
        self.options.iter().any(is_heuristic)
    }

    /// Whether it records its steps for a trace.
    pub fn is_traceable(&self) -> bool {
        self.pseudocode.is_some()
    }

    /// Whether it can use several threads.
    pub fn is_parallel(&self) -> bool {
        let is_threads = |option: &OptionEntry| matches!(option.kind, OptionKind::Threads { .. });
        self.options.iter().any(is_threads)
    }

    /// Whether an option may name a program, which decides formulas for it.
    pub fn takes_program(&self) -> bool {
        let is_program = |option: &OptionEntry| matches!(option.kind, OptionKind::Program { .. });
        self.options.iter().any(is_program)
    }

    /// An option by name.
    pub fn option(&self, name: &str) -> Option<&'static OptionEntry> {
        self.options.iter().find(|option| option.name == name)
    }

    /// Makes the solver; `catalogue` is where options that name other solvers find them.
    ///
    /// # Errors
    /// When an option does not exist or has a value that cannot be read.
    pub fn build(
        &'static self,
        options: Options,
        catalogue: Catalogue,
    ) -> Result<Box<dyn Solver>, SpecError> {
        let mut arguments = Arguments {
            entry: self,
            options,
            catalogue,
        };
        let solver = (self.make)(&mut arguments)?;
        let names: Vec<&str> = self.options.iter().map(|option| option.name).collect();
        arguments.options.finish(self.name, &names)?;
        Ok(solver)
    }

    /// The settings that `read` finds where no option is given: the defaults of the entry.
    ///
    /// # Panics
    /// When a default of the entry cannot be read, which a test of the catalogue rules out.
    pub fn default_settings<T>(
        &'static self,
        read: impl FnOnce(&mut Arguments<'_>) -> Result<T, SpecError>,
    ) -> T {
        let mut arguments = Arguments {
            entry: self,
            options: Options::default(),
            catalogue: Catalogue(&[]),
        };
        read(&mut arguments).expect("the defaults of an entry can be read")
    }
}

/// The options of a solver that is being made.
#[derive(Debug)]
pub struct Arguments<'a> {
    entry: &'a SolverEntry,
    options: Options,
    catalogue: Catalogue,
}

impl Arguments<'_> {
    /// The value of an option: as given, or the entry's default.
    ///
    /// # Errors
    /// When the value cannot be read; the message says what would be right.
    ///
    /// # Panics
    /// When the entry has no such option.
    pub fn take<T>(&mut self, name: &str) -> Result<T, SpecError>
    where
        T: FromStr,
        T::Err: fmt::Display,
    {
        let option = self.entry.option(name);
        let option = option.unwrap_or_else(|| panic!("{} has no option {name}", self.entry.name));
        match self.options.take(name)? {
            Some(value) => Ok(value),
            None => parse_option(name, option.default),
        }
    }

    /// The solver that an option names.
    ///
    /// # Errors
    /// When the text names no solver, or one with options that do not exist.
    pub fn take_solver(&mut self, name: &str) -> Result<Box<dyn Solver>, SpecError> {
        let text: String = self.take(name)?;
        self.catalogue.solver(&text)
    }

    /// Whether an option is given.
    pub fn is_given(&self, name: &str) -> bool {
        self.options.get(name).is_some()
    }

    /// The error for a value that can be read but not used.
    pub fn bad_value(
        &self,
        name: &str,
        value: impl fmt::Display,
        reason: impl fmt::Display,
    ) -> SpecError {
        SpecError::BadValue {
            key: name.to_owned(),
            value: value.to_string(),
            reason: reason.to_string(),
        }
    }
}

fn parse_option<T>(name: &str, value: &str) -> Result<T, SpecError>
where
    T: FromStr,
    T::Err: fmt::Display,
{
    value.parse().map_err(|error: T::Err| SpecError::BadValue {
        key: name.to_owned(),
        value: value.to_owned(),
        reason: error.to_string(),
    })
}

/// The solvers that can be chosen by name, in the order they are listed to users.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue(pub &'static [&'static SolverEntry]);

impl Catalogue {
    /// All entries.
    pub fn entries(self) -> impl Iterator<Item = &'static SolverEntry> {
        self.0.iter().copied()
    }

    /// The entry of a name.
    ///
    /// # Errors
    /// When there is none; the message names the nearest.
    pub fn entry(self, name: &str) -> Result<&'static SolverEntry, SpecError> {
        self.entries()
            .find(|entry| entry.name == name)
            .ok_or_else(|| {
                let names: Vec<&str> = self.entries().map(|entry| entry.name).collect();
                SpecError::unknown("solver", name, &names)
            })
    }

    /// The solver that a text like `astar:heuristic=manhattan` names.
    ///
    /// # Errors
    /// When the text cannot be read, or names a solver or option that does not exist.
    pub fn solver(self, text: &str) -> Result<Box<dyn Solver>, SpecError> {
        self.build(text.parse()?)
    }

    /// Where the solver of a spec does its work: an option that names a program runs that program,
    /// and one that names another solver works where that one does.
    ///
    /// # Errors
    /// When the spec names no solver.
    pub fn runs(self, spec: &Spec) -> Result<Runs, SpecError> {
        let entry = self.entry(&spec.name)?;
        let mut runs = entry.runs;
        for option in entry.options {
            let value = spec.options.get(option.name).unwrap_or(option.default);
            let there = match option.kind {
                OptionKind::Program { built_in } if !built_in.contains(&value) => Runs::Program,
                OptionKind::Solver => self.runs(&value.parse()?)?,
                _ => Runs::InProcess,
            };
            if runs == Runs::InProcess {
                runs = there;
            }
        }
        Ok(runs)
    }

    /// The solver that a spec names.
    ///
    /// # Errors
    /// When there is no such solver or option.
    pub fn build(self, spec: Spec) -> Result<Box<dyn Solver>, SpecError> {
        self.entry(&spec.name)?.build(spec.options, self)
    }
}
