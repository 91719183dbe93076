//! Members that several questions share: boards, goals, notations, limits, options.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use taquin::notation::{self, Notation, parse_board, parse_goals, parse_moves};
use taquin::spec::{Spec, SpecError};
use taquin::{Board, Goals, Limits, Move, Puzzle};

use super::ByName;
use crate::{Refusal, RefusalKind};

/// The largest time limit, in milliseconds.
pub const MOST_TIME_MS: u64 = 60_000;

/// The largest memory limit, in mebibytes.
pub const MOST_MEMORY_MB: u64 = 4096;

/// The largest integer that every JSON reader represents exactly.
pub const MOST_SAFE: u64 = (1 << 53) - 1;

/// A position: text like `8 1 3/4 0 2/7 6 5`, or rows of numbers.
#[derive(Clone, Debug)]
pub enum Position {
    /// As text.
    Text(String),
    /// Row by row, 0 for the blank.
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
    /// The text that the parsers read; rows become lines of it, so that faults have the same words.
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

    /// The board.
    ///
    /// # Errors
    /// When it is not a whole board.
    pub fn board(&self) -> Result<Board, Refusal> {
        parse_board(&self.text())
            .map_err(|error| Refusal::unreadable(RefusalKind::InvalidBoard, &error).at("/board"))
    }
}

/// The goals of a question, or the default.
///
/// # Errors
/// When the text names no goal and is not a board.
pub fn goals(goal: Option<&Position>) -> Result<Goals, Refusal> {
    let Some(goal) = goal else {
        return Ok(Goals::default());
    };
    parse_goals(&goal.text()).map_err(|error| {
        let kind = match error.fault() {
            notation::NotationFault::Goal(_) => RefusalKind::InvalidRequest,
            _ => RefusalKind::InvalidBoard,
        };
        Refusal::unreadable(kind, &error).at("/goal")
    })
}

/// Board and goals, where one of the goals can be reached.
///
/// # Errors
/// When either cannot be read, or no goal can be reached.
pub fn puzzle(position: &Position, goal: Option<&Position>) -> Result<(Puzzle, Goals), Refusal> {
    let (board, goals) = (position.board()?, goals(goal)?);
    Ok((Puzzle::new(board, &goals)?, goals))
}

/// Characters of a text of moves.
const MOST_LETTERS: usize = 100_000;

/// The moves of a question.
///
/// # Errors
/// When the text is too long, or cannot be read as moves from this board.
pub fn moves(text: &str, notation: Notation, start: &Board) -> Result<Vec<Move>, Refusal> {
    if text.chars().count() > MOST_LETTERS {
        let detail = format!("at most {MOST_LETTERS} characters");
        return Err(Refusal::member("/moves", "maxLength", detail));
    }
    parse_moves(text, notation, Some(start))
        .map_err(|error| Refusal::unreadable(RefusalKind::IllegalMove, &error).at("/moves"))
}

/// Whether letters name the tile's or the blank's direction.
pub type NotationName = ByName<Notation>;

/// Limits of a search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LimitMembers {
    /// Milliseconds.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 60_000))]
    time_ms: Option<u64>,
    /// Expanded nodes.
    #[cfg_attr(
        feature = "schema",
        schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)
    )]
    nodes: Option<u64>,
    /// Mebibytes; the server may grant less.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4096))]
    memory_mb: Option<u64>,
}

impl LimitMembers {
    /// Whether the request sets a time limit.
    pub fn has_time(self) -> bool {
        self.time_ms.is_some()
    }

    /// The limits: `usual` unless the request sets a time, and never more than `longest`.
    ///
    /// # Errors
    /// When a limit is out of range.
    pub fn limits(self, usual: Duration, longest: Duration) -> Result<Limits, Refusal> {
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

/// Reads a member that must be an object: serde would also accept the values in order as a list, which
/// is not what is described.
///
/// # Errors
/// When it is not an object, or the object is not a `T`.
pub fn object<'de, D, T>(deserializer: D) -> Result<T, D::Error>
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

/// Checks that a number is in its range.
///
/// # Errors
/// When it is not; the refusal names the member by its JSON pointer.
pub fn range(number: Option<u64>, least: u64, most: u64, pointer: &str) -> Result<(), Refusal> {
    let (code, detail) = match number {
        Some(n) if n < least => ("minimum", format!("at least {least}")),
        Some(n) if n > most => ("maximum", format!("at most {most}")),
        _ => return Ok(()),
    };
    Err(Refusal::member(pointer, code, detail))
}

/// The value of a solver's option.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum OptionValue {
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

/// Bytes of a solver's spec.
pub(super) const MOST_SPEC: usize = 500;

/// The spec of a solver from its members: the name or a whole spec, a heuristic, and options.
///
/// # Errors
/// When the spec is too long, cannot be read, or names an option twice.
pub(crate) fn spec(
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    options: &BTreeMap<String, OptionValue>,
) -> Result<Spec, Refusal> {
    let text = algorithm.unwrap_or("auto");
    check_length(text, "/algorithm")?;
    let mut spec: Spec = text.parse()?;
    let heuristic = heuristic.map(|heuristic| ("heuristic", heuristic.to_owned()));
    let options = options
        .iter()
        .map(|(key, value)| (key.as_str(), value.to_string()));
    for (key, value) in heuristic.into_iter().chain(options) {
        if spec.options.get(key).is_some() {
            return Err(SpecError::Twice(key.chars().take(60).collect()).into());
        }
        spec.options.set(key, value);
    }
    check_length(&spec.to_string(), "/algorithm")?;
    Ok(spec)
}

/// Checks that a spec is not too long.
pub(crate) fn check_length(spec: &str, pointer: &str) -> Result<(), Refusal> {
    if spec.len() > MOST_SPEC {
        let detail = format!("at most {MOST_SPEC} bytes");
        return Err(Refusal::member(pointer, "maxLength", detail));
    }
    Ok(())
}

#[cfg(feature = "schema")]
mod schema {
    use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, ObjectBuilder, Schema, Type};
    use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
    use utoipa::{PartialSchema, ToSchema};

    use super::Position;

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
}
