//! Members that several requests share: boards, goals, notations, limits.
//!
//! Unknown members are refused everywhere; a wrong value is named by its JSON pointer.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use taquin::notation::{self, parse_board, parse_goals, parse_moves};
use taquin::{Board, Goals, Limits, Move, Puzzle};
use taquin_app::{Refusal, RefusalKind};
use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use crate::policy;
use crate::problem::Fault;

/// The longest a search may be asked to run, in milliseconds.
pub(crate) const MOST_TIME_MS: u64 = 60_000;

/// The most memory a search may be asked to take, in mebibytes.
pub(crate) const MOST_MEMORY_MB: u64 = 4096;

/// The greatest whole number that every JSON reader keeps exactly.
pub(crate) const MOST_SAFE: u64 = (1 << 53) - 1;

/// A position: text like `8 1 3/4 0 2/7 6 5`, or rows of numbers.
#[derive(Clone, Debug)]
pub(crate) enum Position {
    Text(String),
    Rows(Vec<Vec<i64>>),
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Position;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position as text or as rows of numbers")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Position, E> {
                Ok(Position::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Position, A::Error> {
                let mut rows = Vec::new();
                while let Some(row) = seq.next_element()? {
                    rows.push(row);
                }
                Ok(Position::Rows(rows))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl Position {
    /// The text that the parsers read; rows become lines of it, so that faults are named alike.
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Rows(rows) => {
                let row = |row: &Vec<i64>| {
                    let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
                    numbers.join(" ")
                };
                rows.iter().map(row).collect::<Vec<_>>().join("/")
            }
        }
    }
}

impl PartialSchema for Position {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::Custom("board".to_owned())))
            .examples(["8 1 3/4 0 2/7 6 5"]);
        let number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
            .minimum(Some(0))
            .maximum(Some(255));
        let row = ArrayBuilder::new()
            .items(number)
            .min_items(Some(2))
            .max_items(Some(16));
        let rows = ArrayBuilder::new()
            .items(row)
            .min_items(Some(2))
            .max_items(Some(16));
        AnyOfBuilder::new()
            .item(text)
            .item(rows)
            .description(Some(
                "A position: rows by `/`, tiles by space, 0 for the blank; or rows of numbers.",
            ))
            .into()
    }
}

impl ToSchema for Position {}

/// Whose way the letters of moves say.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Notation {
    /// The way the tile goes.
    #[default]
    Tile,
    /// The way the blank goes.
    Blank,
}

impl From<Notation> for notation::Notation {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Tile => Self::Tile,
            Notation::Blank => Self::Blank,
        }
    }
}

/// How much a search may use.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LimitMembers {
    /// Milliseconds.
    #[schema(minimum = 1, maximum = 60_000)]
    time_ms: Option<u64>,
    /// Expanded nodes.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    nodes: Option<u64>,
    /// Mebibytes; less where the server has less to give.
    #[schema(minimum = 1, maximum = 4096)]
    memory_mb: Option<u64>,
}

impl LimitMembers {
    /// Whether a time is asked for.
    pub(crate) fn has_time(self) -> bool {
        self.time_ms.is_some()
    }

    /// The limits, with this time where none is asked for.
    pub(crate) fn limits(self, usual: Duration, longest: Duration) -> Result<Limits, Fault> {
        range(self.time_ms, 1, MOST_TIME_MS, "/limits/time_ms")?;
        range(self.nodes, 1, MOST_SAFE, "/limits/nodes")?;
        range(self.memory_mb, 1, MOST_MEMORY_MB, "/limits/memory_mb")?;
        let time = self.time_ms.map_or(usual, Duration::from_millis);
        Ok(Limits {
            time: Some(time.min(longest)),
            nodes: self.nodes,
            memory: self.memory_mb.map(|mb| mb << 20),
        })
    }
}

/// Reads a member that must be an object; a list of its values in order would do for serde, but is
/// not what is described.
pub(crate) fn object<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Reader<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(de::value::MapAccessDeserializer::new(map))
        }
    }
    deserializer.deserialize_map(Reader(PhantomData))
}

/// Says whether a number is in its range.
pub(crate) fn range(
    number: Option<u64>,
    least: u64,
    most: u64,
    pointer: &str,
) -> Result<(), Fault> {
    match number {
        Some(n) if n < least => Err(Fault::member(
            pointer,
            "minimum",
            format!("at least {least}"),
        )),
        Some(n) if n > most => Err(Fault::member(pointer, "maximum", format!("at most {most}"))),
        _ => Ok(()),
    }
}

/// Reads the board of a request.
pub(crate) fn board(position: &Position) -> Result<Board, Fault> {
    board_at(position, "/board")
}

fn board_at(position: &Position, pointer: &str) -> Result<Board, Fault> {
    let read = parse_board(&position.text());
    read.map_err(|error| {
        Refusal::unreadable(RefusalKind::InvalidBoard, &error)
            .at(pointer)
            .into()
    })
}

/// Reads the goal of a request, or the default.
pub(crate) fn goals(goal: Option<&Position>) -> Result<Goals, Fault> {
    let Some(goal) = goal else {
        return Ok(Goals::default());
    };
    parse_goals(&goal.text()).map_err(|error| {
        let kind = match error.fault() {
            notation::Fault::Goal(_) => RefusalKind::InvalidRequest,
            _ => RefusalKind::InvalidBoard,
        };
        Refusal::unreadable(kind, &error).at("/goal").into()
    })
}

/// Reads board and goal, and sees that one leads to the other.
pub(crate) fn puzzle(
    position: &Position,
    goal: Option<&Position>,
) -> Result<(Puzzle, Goals), Fault> {
    let (board, goals) = (board(position)?, goals(goal)?);
    let puzzle = Puzzle::new(board, &goals).map_err(|error| Fault::from(Refusal::from(error)))?;
    Ok((puzzle, goals))
}

/// Characters of a text of moves.
const MOST_LETTERS: usize = 100_000;

/// Reads the moves of a request.
pub(crate) fn moves(text: &str, notation: Notation, start: &Board) -> Result<Vec<Move>, Fault> {
    if text.chars().count() > MOST_LETTERS {
        let detail = format!("at most {MOST_LETTERS} characters");
        return Err(Fault::member("/moves", "maxLength", detail));
    }
    let read = parse_moves(text, notation.into(), Some(start));
    read.map_err(|error| {
        Refusal::unreadable(RefusalKind::IllegalMove, &error)
            .at("/moves")
            .into()
    })
}

/// The value of a solver's option.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum OptionValue {
    /// A word.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// Another number.
    Number(f64),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Integer(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// The text of a solver from its parts: the name or a whole spec, a heuristic, and options.
pub(crate) fn spec(
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    options: &BTreeMap<String, OptionValue>,
) -> Result<String, Fault> {
    let mut text = algorithm.unwrap_or("auto").to_owned();
    let parts = heuristic
        .map(|heuristic| format!("heuristic={heuristic}"))
        .into_iter()
        .chain(options.iter().map(|(key, value)| format!("{key}={value}")));
    for part in parts {
        let first = !text.contains([':', '/']);
        text.push(if first { ':' } else { ',' });
        text.push_str(&part);
    }
    if text.len() > 500 {
        return Err(Fault::member(
            "/algorithm",
            "maxLength",
            "at most 500 bytes",
        ));
    }
    policy::check(&text)?;
    Ok(text)
}
