//! Clauses of a formula as sentences with separate values, so that a page can translate them.

use serde::Serialize;
use taquin::{Size, sat};

/// A clause as a sentence: if all of `when` holds, then one of `then` does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Clause {
    /// The conditions, none for what holds always.
    pub when: Vec<Statement>,
    /// The conclusions.
    pub then: Vec<Statement>,
}

/// What a literal says: by its id and the values in it, and whether that is said or denied. Rows, columns
/// and groups are counted from 1, steps from 0, which is the start.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "id", rename_all = "kebab-case")]
pub enum Statement {
    /// A tile, or the blank as 0, is in a cell at a step.
    At {
        /// The number, 0 for the blank.
        tile: u8,
        /// The cell.
        cell: CellAt,
        /// The step.
        step: u32,
        /// Whether it is.
        holds: bool,
    },
    /// Two neighbouring cells change their contents after a step.
    Swap {
        /// One cell.
        from: CellAt,
        /// The other.
        to: CellAt,
        /// The step before the swap.
        step: u32,
        /// Whether they do.
        holds: bool,
    },
    /// The move after a step takes a tile away from its goal.
    Away {
        /// The tiles it is about; all if there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
        group: Option<u8>,
        /// The step before the move.
        step: u32,
        /// Whether it does.
        holds: bool,
    },
    /// Number of moves before a step that took a tile away from its goal: at least `count` where it is
    /// said, fewer where it is denied.
    Count {
        /// The tiles it is about; all if there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
        group: Option<u8>,
        /// The number of moves.
        count: u32,
        /// The step.
        step: u32,
        /// Whether there were as many.
        holds: bool,
    },
    /// All tiles are home at a step.
    Solved {
        /// The step.
        step: u32,
        /// Whether they are.
        holds: bool,
    },
    /// A cell holds another tile at a step than two steps before.
    Differs {
        /// The cell.
        cell: CellAt,
        /// The later step.
        step: u32,
        /// Whether it does.
        holds: bool,
    },
}

/// A cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CellAt {
    /// Its row, counted from 1.
    pub row: u8,
    /// Its column, counted from 1.
    pub column: u8,
}

impl CellAt {
    fn new(cell: u8, size: Size) -> Self {
        let cell = usize::from(cell);
        Self {
            row: size.row(cell) as u8 + 1,
            column: size.col(cell) as u8 + 1,
        }
    }
}

impl Clause {
    /// The sentence of a clause about boards of a size.
    pub fn new(sentence: &sat::Implication, size: Size) -> Self {
        let statements = |all: &[sat::Statement]| {
            let statement = |statement: &sat::Statement| Statement::new(*statement, size);
            all.iter().map(statement).collect()
        };
        Self {
            when: statements(&sentence.when),
            then: statements(&sentence.then),
        }
    }
}

impl Statement {
    fn new(sat::Statement { meaning, holds }: sat::Statement, size: Size) -> Self {
        use sat::Meaning;
        let place = |cell| CellAt::new(cell, size);
        match meaning {
            Meaning::At { tile, cell, step } => Self::At {
                tile,
                cell: place(cell),
                step,
                holds,
            },
            Meaning::Swap { from, to, step } => Self::Swap {
                from: place(from),
                to: place(to),
                step,
                holds,
            },
            Meaning::Away { step } => Self::Away {
                group: None,
                step,
                holds,
            },
            Meaning::AwayOf { group, step } => Self::Away {
                group: Some(group.saturating_add(1)),
                step,
                holds,
            },
            Meaning::AwayBefore { step, count } => Self::Count {
                group: None,
                count,
                step,
                holds,
            },
            Meaning::AwayOfBefore { group, step, count } => Self::Count {
                group: Some(group.saturating_add(1)),
                count,
                step,
                holds,
            },
            // Which of several goals it is does not matter to readers.
            Meaning::Solved { step } | Meaning::Reached { step, .. } => {
                Self::Solved { step, holds }
            }
            Meaning::Differs { cell, step } => Self::Differs {
                cell: place(cell),
                step,
                holds,
            },
        }
    }
}
