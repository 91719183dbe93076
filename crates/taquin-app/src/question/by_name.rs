//! Members whose values are the names of a table.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};
use taquin::generate::Level;
use taquin::notation::Notation;
use taquin::sat::Horizon;
use taquin::sat::encodings::{ENCODINGS, Encoding};
use taquin::spec::SpecError;

use crate::{HORIZON, Language};

/// A value of a table, written by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByName<T>(pub T);

/// A table whose values users choose by name.
pub trait Named: Sized {
    /// The kind of value in error messages: `encoding`.
    const KIND: &'static str;

    /// One line about the table, for descriptions.
    const SUMMARY: &'static str;

    /// All values with their names, in the order they are listed to users.
    fn all() -> Vec<(&'static str, Self)>;

    /// The value where none is given, in a table that has one.
    fn usual() -> Self {
        let mut all = Self::all();
        all.swap_remove(0).1
    }
}

impl Named for Encoding {
    const KIND: &'static str = "encoding";
    const SUMMARY: &'static str = "An encoding of puzzles as clauses.";

    fn all() -> Vec<(&'static str, Self)> {
        let named = ENCODINGS.iter().map(|entry| (entry.name, Self(entry)));
        named.collect()
    }

    fn usual() -> Self {
        Self::default()
    }
}

impl Named for Horizon {
    const KIND: &'static str = "horizon";
    const SUMMARY: &'static str =
        "Whether plans have exactly the given number of moves, or at most.";

    fn all() -> Vec<(&'static str, Self)> {
        Self::NAMED.to_vec()
    }

    fn usual() -> Self {
        HORIZON
    }
}

impl Named for Language {
    const KIND: &'static str = "language";
    const SUMMARY: &'static str = "A language of other solvers.";

    fn all() -> Vec<(&'static str, Self)> {
        Self::NAMED.to_vec()
    }
}

impl Named for Level {
    const KIND: &'static str = "level";
    const SUMMARY: &'static str = "A level by name.";

    fn all() -> Vec<(&'static str, Self)> {
        Self::ALL.map(|level| (level.name(), level)).to_vec()
    }
}

impl Named for Notation {
    const KIND: &'static str = "notation";
    const SUMMARY: &'static str = "Whether letters name the tile's or the blank's direction.";

    fn all() -> Vec<(&'static str, Self)> {
        Self::NAMED.to_vec()
    }
}

impl<T: Named> Default for ByName<T> {
    fn default() -> Self {
        Self(T::usual())
    }
}

impl<'de, T: Named> Deserialize<'de> for ByName<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<T>(PhantomData<T>);
        impl<T: Named> Visitor<'_> for Reader<T> {
            type Value = ByName<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let names: Vec<&str> = T::all().into_iter().map(|(name, _)| name).collect();
                write!(f, "one of {}", names.join(", "))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ByName<T>, E> {
                let all = T::all();
                let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
                let found = all.into_iter().find(|(name, _)| *name == text);
                let unknown = || E::custom(SpecError::unknown(T::KIND, text, &names));
                Ok(ByName(found.ok_or_else(unknown)?.1))
            }
        }
        deserializer.deserialize_str(Reader(PhantomData))
    }
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use utoipa::openapi::RefOr;
    use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
    use utoipa::{PartialSchema, ToSchema};

    use super::{ByName, Named};

    impl<T: Named> PartialSchema for ByName<T> {
        fn schema() -> RefOr<Schema> {
            let names = T::all().into_iter().map(|(name, _)| name);
            ObjectBuilder::new()
                .schema_type(Type::String)
                .enum_values(Some(names))
                .description(Some(T::SUMMARY))
                .into()
        }
    }

    impl<T: Named> ToSchema for ByName<T> {
        fn name() -> Cow<'static, str> {
            let (first, rest) = T::KIND.split_at(1);
            format!("{}{rest}Name", first.to_uppercase()).into()
        }
    }
}
