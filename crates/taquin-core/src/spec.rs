//! Choosing by name: `astar:heuristic=manhattan,tie=high-g`, or `astar/manhattan` for short.
//!
//! The same text works on the command line, in the web API, in menus and in benchmark tables.

use std::fmt;
use std::str::FromStr;

/// A name and its options, as written by a user.
///
/// ```
/// use taquin_core::spec::Spec;
///
/// let spec: Spec = "astar:heuristic=max(manhattan,inversion),tie=high-g".parse()?;
/// assert_eq!(spec.name, "astar");
/// assert_eq!(spec.options.get("heuristic"), Some("max(manhattan,inversion)"));
/// assert_eq!("ida/walking-distance".parse::<Spec>()?.to_string(), "ida:heuristic=walking-distance");
/// # Ok::<(), taquin_core::spec::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The chosen name.
    pub name: String,
    /// With which options.
    pub options: Options,
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let end = text.find([':', '/']).unwrap_or(text.len());
        let (name, rest) = (text[..end].trim(), &text[end..]);
        if name.is_empty() {
            return Err(SpecError::NoName(shorten(text)));
        }
        // `astar/manhattan,tie=high-g`: the part behind the slash lacks only its key.
        let heuristic_first = rest.starts_with('/');
        let parts = rest
            .get(1..)
            .into_iter()
            .flat_map(split_outside_parentheses);
        let options = parts
            .enumerate()
            .map(|(i, part)| {
                let (key, value) = match part.split_once('=') {
                    _ if i == 0 && heuristic_first => ("heuristic", part),
                    Some(option) => option,
                    None => return Err(SpecError::NoValue(shorten(part.trim()))),
                };
                Ok((key.trim().to_owned(), value.trim().to_owned()))
            })
            .collect::<Result<Vec<_>, _>>()?;
        for (i, (key, value)) in options.iter().enumerate() {
            if key.is_empty() || value.is_empty() {
                return Err(SpecError::NoValue(shorten(&format!("{key}={value}"))));
            }
            if options[..i].iter().any(|(other, _)| other == key) {
                return Err(SpecError::Twice(shorten(key)));
            }
        }
        Ok(Self {
            name: name.to_owned(),
            options: Options(options),
        })
    }
}

impl Spec {
    /// Whether it is this name and nothing else.
    pub fn is_plain(&self, name: &str) -> bool {
        self.name == name && self.options.iter().next().is_none()
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.options.0.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Splits at commas that are not inside parentheses: `max(a,b),c` gives `max(a,b)` and `c`.
pub fn split_outside_parentheses(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    text.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth <= 0
    })
}

/// The reason without the value, which the message already contains.
fn reason_for(value: &str, error: &str) -> String {
    let reason = error.strip_prefix(value);
    let reason = reason.and_then(|rest| rest.strip_prefix(": "));
    reason.unwrap_or(error).to_owned()
}

/// Options not yet consumed; a solver takes those it knows, and what is left over is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// The value of an option, if it was given.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// Removes an option and parses its value; `None` if it was not given.
    ///
    /// # Errors
    /// When the value cannot be read; the message says what would be right.
    pub fn take<T>(&mut self, key: &str) -> Result<Option<T>, SpecError>
    where
        T: FromStr,
        T::Err: fmt::Display,
    {
        let Some(index) = self.0.iter().position(|(name, _)| name == key) else {
            return Ok(None);
        };
        let (key, value) = self.0.remove(index);
        let read = value.parse();
        read.map(Some).map_err(|error: T::Err| SpecError::BadValue {
            key,
            value: shorten(&value),
            reason: reason_for(&value, &error.to_string()),
        })
    }

    /// Gives an option a value, whether or not it had one.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        let value = value.into();
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key.to_owned(), value)),
        }
    }

    /// The options in the order they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.0.iter();
        pairs.map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Checks that all options were consumed.
    ///
    /// # Errors
    /// Names the first one left over, and the nearest of `known`.
    pub fn finish(self, owner: &str, known: &[&str]) -> Result<(), SpecError> {
        match self.0.into_iter().next() {
            None => Ok(()),
            Some((key, _)) => Err(SpecError::UnknownOption {
                owner: owner.to_owned(),
                hint: hint(&key, known),
                key: shorten(&key),
            }),
        }
    }
}

/// The name most like `word`, if one is near.
pub fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let word = shorten(word);
    names
        .iter()
        .map(|&name| (strsim::damerau_levenshtein(&word, name), name))
        .filter(|&(distance, name)| distance <= 1 + name.len() / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// `; did you mean X?` or `; there are X, Y and Z`.
pub fn hint(word: &str, names: &[&str]) -> String {
    match (nearest(word, names), names) {
        (Some(name), _) => format!("; did you mean `{name}`?"),
        (None, []) => "; it has none".to_owned(),
        (None, [only]) => format!("; there is `{only}`"),
        (None, [first @ .., last]) => format!("; there are {} and {last}", first.join(", ")),
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Why a spec cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// Nothing is named.
    #[error("`{0}` names nothing; write NAME or NAME:option=value,…")]
    NoName(String),
    /// An option without its value.
    #[error("`{0}` is not an option; write option=value")]
    NoValue(String),
    /// An option given twice.
    #[error("the option `{0}` is given twice")]
    Twice(String),
    /// No such thing in the catalogue.
    #[error("there is no {kind} `{name}`{hint}")]
    UnknownName {
        /// Solver, heuristic, …
        kind: &'static str,
        /// The name that was given.
        name: String,
        /// The nearest name, or all of them, as the end of the sentence.
        hint: String,
    },
    /// An option the thing does not have.
    #[error("{owner} has no option `{key}`{hint}")]
    UnknownOption {
        /// The thing.
        owner: String,
        /// The option.
        key: String,
        /// The nearest option, or all of them, as the end of the sentence.
        hint: String,
    },
    /// What stands behind the name of a part, such as a heuristic, cannot be read.
    #[error("{name}:{argument}: {reason}")]
    BadArgument {
        /// The part.
        name: String,
        /// What stands behind it.
        argument: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A value that cannot be read.
    #[error("{key}={value}: {reason}")]
    BadValue {
        /// The option.
        key: String,
        /// Its value.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl SpecError {
    /// The error for a name that is not in a catalogue.
    pub fn unknown(kind: &'static str, name: &str, names: &[&str]) -> Self {
        Self::UnknownName {
            kind,
            name: shorten(name),
            hint: hint(name, names),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(
            error(":a=b"),
            "`:a=b` names nothing; write NAME or NAME:option=value,…"
        );
        assert_eq!(
            error("ida:fast"),
            "`fast` is not an option; write option=value"
        );
        assert_eq!(error("ida:a=1,a=2"), "the option `a` is given twice");
        assert_eq!(
            error("ida/zero,fast"),
            "`fast` is not an option; write option=value"
        );
        assert_eq!(
            error("ida/"),
            "`heuristic=` is not an option; write option=value"
        );
    }

    #[test]
    fn options_may_follow_the_short_heuristic() {
        let spec: Spec = "astar/max(zero,manhattan),tie=high-g".parse().unwrap();
        let long = "astar:heuristic=max(zero,manhattan),tie=high-g";
        assert_eq!(spec.to_string(), long);
        assert_eq!(long.parse(), Ok(spec));
    }

    #[test]
    fn leftovers_suggest_the_nearest_option() {
        let spec: Spec = "astar:heurstic=zero".parse().unwrap();
        let error = spec
            .options
            .finish("astar", &["heuristic", "tie"])
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "astar has no option `heurstic`; did you mean `heuristic`?"
        );
        assert_eq!(
            SpecError::unknown("solver", "xyzzy", &["bfs", "dfs", "astar"]).to_string(),
            "there is no solver `xyzzy`; there are bfs, dfs and astar"
        );
    }
}
