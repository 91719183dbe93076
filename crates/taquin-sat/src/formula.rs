//! A puzzle as a formula: the clauses, what each variable means, and the decoding into moves.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use taquin_core::{Board, Direction, Move, Size, Stop};

use crate::cdcl::Guard;
use crate::cnf::{Cnf, Lit, Model};
use crate::lemmas::Lemmas;

/// A start, goals of the same size, any of which may be reached, and how many steps lie between.
///
/// Unlike a [`taquin_core::Puzzle`] it need not be solvable: that a goal of the wrong parity is out of reach is
/// something a formula can show too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    start: Board,
    /// At least one.
    goals: Vec<Board>,
    /// The number of steps.
    pub steps: u32,
    /// Whether a plan must have exactly this many moves or may have fewer.
    pub horizon: Horizon,
}

/// Which plans a formula is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Horizon {
    /// Plans of exactly the given number of moves, which may undo one another.
    #[default]
    Exact,
    /// Plans of at most the given number of moves.
    AtMost,
    /// Plans of exactly the given number of moves, none of which undoes the one before. Every
    /// shortest plan is one of them.
    NoUndo,
}

impl Horizon {
    /// The horizons by name.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("at-most", Self::AtMost),
        ("exact", Self::Exact),
        ("no-undo", Self::NoUndo),
    ];

    /// `exact`, `at-most` or `no-undo`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::AtMost => "at-most",
            Self::NoUndo => "no-undo",
        }
    }

    /// `exactly` or `at most`, to stand before a number of moves.
    pub fn words(self) -> &'static str {
        match self {
            Self::Exact | Self::NoUndo => "exactly",
            Self::AtMost => "at most",
        }
    }

    /// `exactly 3 moves`, `at most 3 moves` or `exactly 3 moves, none undone`.
    pub fn plans(self, steps: u32) -> String {
        let plural = if steps == 1 { "" } else { "s" };
        let tail = match self {
            Self::NoUndo => ", none undone",
            Self::Exact | Self::AtMost => "",
        };
        format!("{} {steps} move{plural}{tail}", self.words())
    }

    /// The horizon with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let known = Self::NAMED.iter().find(|(known, _)| *known == name);
        known.map(|&(_, horizon)| horizon)
    }
}

impl FromStr for Horizon {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::from_name(text).ok_or_else(|| "write exact, at-most or no-undo".to_owned())
    }
}

impl Task {
    /// The task of going from `start` to `goal` in `steps` moves.
    ///
    /// # Errors
    /// When the sizes differ, or there are more steps than any formula should have.
    pub fn new(start: Board, goal: Board, steps: u32, horizon: Horizon) -> Result<Self, TaskError> {
        Self::to_any(start, vec![goal], steps, horizon)
    }

    /// The task of going from `start` to any of the goals in `steps` moves.
    ///
    /// # Errors
    /// When there is no goal, sizes differ, or there are more steps than any formula should have.
    pub fn to_any(
        start: Board,
        goals: Vec<Board>,
        steps: u32,
        horizon: Horizon,
    ) -> Result<Self, TaskError> {
        if goals.is_empty() {
            return Err(TaskError::NoGoal);
        }
        if let Some(goal) = goals.iter().find(|goal| goal.size() != start.size()) {
            return Err(TaskError::Sizes {
                start: start.size(),
                goal: goal.size(),
            });
        }
        if steps > Self::MAX_STEPS {
            return Err(TaskError::Steps { steps });
        }
        Ok(Self {
            start,
            goals,
            steps,
            horizon,
        })
    }

    /// The same with another number of steps.
    pub(crate) fn with_steps(&self, steps: u32) -> Self {
        Self {
            steps,
            ..self.clone()
        }
    }

    /// The most steps a task may have: twice the longest solution known of 8x8 boards would be fewer.
    pub const MAX_STEPS: u32 = 2000;

    /// The position to begin with.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The position to end with; the first of several.
    pub fn goal(&self) -> &Board {
        &self.goals[0]
    }

    /// The positions to end with: any of them.
    pub fn goals(&self) -> &[Board] {
        &self.goals
    }

    /// The size of both.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// Whether a walk of this many moves can end with the blank at home in some goal: each move
    /// changes the colour of its cell.
    pub fn has_right_parity(&self) -> bool {
        self.goals.iter().any(|goal| self.suits(goal, self.steps))
    }

    /// Whether a walk of this many moves can end with the blank where a goal has it.
    pub(crate) fn suits(&self, goal: &Board, steps: u32) -> bool {
        let size = self.size();
        let distance = size.distance(self.start.blank().index(), goal.blank().index());
        (distance as u32).abs_diff(steps).is_multiple_of(2)
    }
}

/// Why a start, a goal and a number of steps are no task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// Two sizes.
    #[error("the goal is {goal}, but the board is {start}")]
    Sizes {
        /// The size of the start.
        start: Size,
        /// The size of the goal.
        goal: Size,
    },
    /// No goal.
    #[error("a formula needs a goal")]
    NoGoal,
    /// Too many steps.
    #[error(
        "{steps} steps are too many for a formula; at most {} are taken",
        Task::MAX_STEPS
    )]
    Steps {
        /// The requested steps.
        steps: u32,
    },
}

/// The meaning of a variable when it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A tile, or the blank as 0, is in a cell at a step.
    At {
        /// The number, 0 for the blank.
        tile: u8,
        /// The cell in reading order.
        cell: u8,
        /// The step, 0 for the start.
        step: u32,
    },
    /// Two neighbouring cells change their contents after a step.
    Swap {
        /// One cell.
        from: u8,
        /// The other.
        to: u8,
        /// The step before the swap.
        step: u32,
    },
    /// The move after a step takes a tile away from its goal.
    Away {
        /// The step before the move.
        step: u32,
    },
    /// The move after a step takes a tile of a group away from its goal.
    AwayOf {
        /// The group.
        group: u8,
        /// The step before the move.
        step: u32,
    },
    /// At least this many moves before a step took a tile of a group away from its goal.
    AwayOfBefore {
        /// The group.
        group: u8,
        /// The step.
        step: u32,
        /// The number.
        count: u32,
    },
    /// At least this many moves before a step took a tile away from its goal.
    AwayBefore {
        /// The step.
        step: u32,
        /// The number.
        count: u32,
    },
    /// All tiles are home at a step.
    Solved {
        /// The step.
        step: u32,
    },
    /// The board at a step is one of several goals.
    Reached {
        /// The goal's place in the list, from 0.
        goal: u32,
        /// The step.
        step: u32,
    },
    /// Two boards two steps apart differ in a cell.
    Differs {
        /// The cell in reading order.
        cell: u8,
        /// The later step.
        step: u32,
    },
}

/// The words of variable maps: `at TILE CELL STEP` and so on, cells counted from 0.
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::At { tile, cell, step } => write!(f, "at {tile} {cell} {step}"),
            Self::Swap { from, to, step } => write!(f, "swap {from} {to} {step}"),
            Self::Away { step } => write!(f, "away {step}"),
            Self::AwayBefore { step, count } => write!(f, "away-before {step} {count}"),
            Self::AwayOf { group, step } => write!(f, "away-of {group} {step}"),
            Self::AwayOfBefore { group, step, count } => {
                write!(f, "away-of-before {group} {step} {count}")
            }
            Self::Solved { step } => write!(f, "solved {step}"),
            Self::Reached { goal, step } => write!(f, "reached {goal} {step}"),
            Self::Differs { cell, step } => write!(f, "differs {cell} {step}"),
        }
    }
}

impl Meaning {
    /// Reads what [`Meaning`]'s `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let kind = words.next()?;
        let numbers: Vec<u32> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let small = |number: u32| u8::try_from(number).ok();
        Some(match (kind, &numbers[..]) {
            ("at", &[tile, cell, step]) => Self::At {
                tile: small(tile)?,
                cell: small(cell)?,
                step,
            },
            ("swap", &[from, to, step]) => Self::Swap {
                from: small(from)?,
                to: small(to)?,
                step,
            },
            ("away", &[step]) => Self::Away { step },
            ("away-before", &[step, count]) => Self::AwayBefore { step, count },
            ("away-of", &[group, step]) => Self::AwayOf {
                group: small(group)?,
                step,
            },
            ("away-of-before", &[group, step, count]) => Self::AwayOfBefore {
                group: small(group)?,
                step,
                count,
            },
            ("solved", &[step]) => Self::Solved { step },
            ("reached", &[goal, step]) => Self::Reached { goal, step },
            ("differs", &[cell, step]) => Self::Differs {
                cell: small(cell)?,
                step,
            },
            _ => return None,
        })
    }

    /// The statement, or its denial, as an English clause.
    pub fn words(self, size: Size, holds: bool) -> String {
        let place = |cell: u8| {
            let cell = usize::from(cell);
            format!("row {} column {}", size.row(cell) + 1, size.col(cell) + 1)
        };
        let is = if holds { "is" } else { "is not" };
        match self {
            Self::At {
                tile: 0,
                cell,
                step,
            } => {
                format!("the blank {is} in {} at step {step}", place(cell))
            }
            Self::At { tile, cell, step } => {
                format!("tile {tile} {is} in {} at step {step}", place(cell))
            }
            Self::Swap { from, to, step } => {
                let verb = if holds { "swap" } else { "do not swap" };
                format!("{} and {} {verb} after step {step}", place(from), place(to))
            }
            Self::Away { step } => {
                let verb = if holds { "takes" } else { "does not take" };
                format!("the move after step {step} {verb} a tile away from its goal")
            }
            Self::AwayBefore { step, count } => {
                let many = at_least(count, holds);
                format!("{many} before step {step} took a tile away from its goal")
            }
            Self::AwayOf { group, step } => {
                let verb = if holds { "takes" } else { "does not take" };
                let group = u32::from(group) + 1;
                format!(
                    "the move after step {step} {verb} a tile of group {group} away from its goal"
                )
            }
            Self::AwayOfBefore { group, step, count } => {
                let (group, many) = (u32::from(group) + 1, at_least(count, holds));
                format!("{many} before step {step} took a tile of group {group} away from its goal")
            }
            Self::Solved { step } => {
                let all = if holds { "all" } else { "not all" };
                format!("{all} tiles are home at step {step}")
            }
            Self::Reached { goal, step } => {
                format!("the board at step {step} {is} goal {}", goal + 1)
            }
            Self::Differs { cell, step } => {
                let verb = if holds {
                    "holds another tile than"
                } else {
                    "holds the same as"
                };
                format!("{} {verb} two steps before at step {step}", place(cell))
            }
        }
    }
}

/// `at least 2 moves`, or the denial of it: `at most 1 move`.
fn at_least(count: u32, holds: bool) -> String {
    let (word, count) = if holds {
        ("at least", count)
    } else {
        ("at most", count.saturating_sub(1))
    };
    let noun = if count == 1 { "move" } else { "moves" };
    format!("{word} {count} {noun}")
}

/// A task as clauses.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The task.
    pub task: Task,
    /// The name of the encoding.
    pub encoding: &'static str,
    /// The clauses.
    pub cnf: Cnf,
    /// The meaning of each variable, the first for variable 1.
    pub meanings: Vec<Meaning>,
    /// More clauses that a solver may ask for while it works; see [`crate::lemmas`].
    pub lemmas: Option<Arc<Lemmas>>,
}

impl Formula {
    /// A formula without clauses yet.
    pub(crate) fn new(task: &Task, encoding: &'static str) -> Self {
        Self {
            task: task.clone(),
            encoding,
            cnf: Cnf::default(),
            meanings: Vec::new(),
            lemmas: None,
        }
    }

    /// A fresh variable with this meaning.
    pub(crate) fn variable(&mut self, meaning: Meaning) -> Lit {
        self.meanings.push(meaning);
        self.cnf.variable()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.cnf.bytes() + (self.meanings.capacity() * size_of::<Meaning>()) as u64
    }

    /// Lets the guard check a formula under construction, including other memory in use.
    pub(crate) fn look(&self, beside: u64, guard: &mut dyn Guard) -> ControlFlow<Stop> {
        if self.cnf.is_full() {
            return ControlFlow::Break(Stop::OutOfMemory);
        }
        guard.pause(self.bytes() + beside)
    }

    /// Whether the encoder itself found that there is no plan: a clause has no literals.
    pub fn is_refuted(&self) -> bool {
        self.cnf.clauses().any(<[Lit]>::is_empty)
    }

    /// The moves of a model of the formula: all of them for an exact horizon, else those up to the first
    /// board that is a goal.
    ///
    /// # Errors
    /// When the values are no walk from the start to the goal: they belong to another formula.
    pub fn decode(&self, model: &Model) -> Result<Vec<Move>, DecodeError> {
        decode(&self.task, &self.meanings, model)
    }
}

/// The moves of an assignment, given the meaning of its variables.
pub(crate) fn decode(
    task: &Task,
    meanings: &[Meaning],
    model: &Model,
) -> Result<Vec<Move>, DecodeError> {
    let holds = |index: usize| model.values().get(index).copied().unwrap_or(false);
    let mut blanks = vec![None; task.steps as usize + 1];
    for (index, meaning) in meanings.iter().enumerate() {
        if let Meaning::At {
            tile: 0,
            cell,
            step,
        } = *meaning
            && holds(index)
            && let Some(place) = blanks.get_mut(step as usize)
        {
            if place.is_some() {
                return Err(DecodeError::TwoBlanks { step });
            }
            *place = Some(usize::from(cell));
        }
    }
    walk(task, &blanks)
}

/// The moves of a blank that is seen at these cells, one for each step from the start on. The first
/// may be left open, and so may the last with a single goal. For plans of at most this many moves the
/// walk ends at the first board that is a goal, and the blank may rest.
///
/// # Errors
/// When that is no such walk from the start to a goal.
pub fn walk(task: &Task, blanks: &[Option<usize>]) -> Result<Vec<Move>, DecodeError> {
    let mut board = task.start.clone();
    let mut moves = Vec::new();
    for (step, &place) in blanks.iter().enumerate() {
        let step = step as u32;
        let place = match place {
            Some(place) => place,
            // The ends are known and may have no variable.
            None if step == 0 => board.blank().index(),
            None if step == task.steps && task.goals.len() == 1 => task.goal().blank().index(),
            None => return Err(DecodeError::NoBlank { step }),
        };
        if place != board.blank().index() {
            let mv = Direction::ALL
                .into_iter()
                .map(Move)
                .find(|&mv| board.source(mv).is_some_and(|cell| cell.index() == place));
            let mv = mv.filter(|_| step > 0).ok_or(DecodeError::Jump { step })?;
            board.slide(mv);
            moves.push(mv);
        } else if step > 0 && task.horizon != Horizon::AtMost {
            return Err(DecodeError::Rests { step });
        }
        if task.horizon == Horizon::AtMost && task.goals.contains(&board) {
            return Ok(moves);
        }
    }
    if task.horizon == Horizon::NoUndo
        && let Some(index) = moves
            .windows(2)
            .position(|pair| pair[1] == pair[0].inverse())
    {
        let step = index as u32 + 2;
        return Err(DecodeError::Undoes { step });
    }
    if task.goals.contains(&board) {
        return Ok(moves);
    }
    Err(DecodeError::NotSolved(board))
}

/// Why values of variables are no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// No blank at a step.
    #[error(
        "the model has no blank at step {step}; it belongs to another formula or is not complete"
    )]
    NoBlank {
        /// The step.
        step: u32,
    },
    /// More than one blank at a step.
    #[error("the model has more than one blank at step {step}; it belongs to another formula")]
    TwoBlanks {
        /// The step.
        step: u32,
    },
    /// The blank is not next to where it was.
    #[error("the blank jumps before step {step}; the model belongs to another formula")]
    Jump {
        /// The step.
        step: u32,
    },
    /// The blank stays where it was, though each step is a move.
    #[error("the blank does not move before step {step}, but every step has to be a move")]
    Rests {
        /// The step.
        step: u32,
    },
    /// A move undoes the one before.
    #[error("the move before step {step} undoes the one before it")]
    Undoes {
        /// The step.
        step: u32,
    },
    /// A rule of the formula that the answer breaks.
    #[error("{rule} does not hold: {reason}")]
    Rule {
        /// The rule, or the clause with its number.
        rule: String,
        /// The contradicting answer.
        reason: String,
    },
    /// The last board is not the goal.
    #[error(
        "the moves of the model end on {0}, which is not the goal; it belongs to another board"
    )]
    NotSolved(Board),
}

/// The cells next to each cell, in the order U D L R.
pub(crate) fn neighbours(size: Size) -> Vec<Vec<usize>> {
    let cells = 0..size.cells();
    cells
        .clone()
        .map(|cell| {
            let next = |other: &usize| size.distance(cell, *other) == 1;
            cells.clone().filter(next).collect()
        })
        .collect()
}

/// The colour of a cell on a chequered board.
pub(crate) fn colour(size: Size, cell: usize) -> usize {
    (size.row(cell) + size.col(cell)) % 2
}
