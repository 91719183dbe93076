//! Options of `serve` from the environment and from a file, below those that are typed.
//!
//! There is one table for all three: the command's own list of options. `--memory-each 1G` is
//! `TAQUIN_SERVE_MEMORY_EACH=1G` in the environment and `memory-each = "1G"` in the file. What is found there
//! is put behind what was typed, so that the same parser reads it, with the same errors.

use std::collections::BTreeMap;
use std::ffi::OsString;

use clap::{Arg, ArgAction, Command};

use crate::failure::Failure;

/// Values by option; a list for options that may be given several times.
type Values = BTreeMap<String, Vec<String>>;

/// The variable of an option.
fn variable(option: &str) -> String {
    format!("TAQUIN_SERVE_{}", option.to_uppercase().replace('-', "_"))
}

/// The typed arguments, with those from the environment and the file if the command is `serve`.
///
/// # Errors
/// When the file cannot be read, or names an option that there is not.
pub(crate) fn extend(
    command: &Command,
    mut typed: Vec<OsString>,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<OsString>, Failure> {
    let is_serve = typed.get(1).is_some_and(|word| word == "serve");
    let Some(serve) = command.find_subcommand("serve").filter(|_| is_serve) else {
        return Ok(typed);
    };
    let words = typed.iter().map(|word| word.to_string_lossy().into_owned());
    let mut words: Vec<String> = words.collect();
    let before = words.len();
    let file = value_of(&words, "config").or_else(|| environment(&variable("config")));
    let file = file.map_or(Ok(Values::new()), |path| read(&path, serve))?;
    let names = serve.get_arguments().filter_map(Arg::get_long);
    let variables = names
        .filter_map(|name| Some((name.to_owned(), vec![environment(&variable(name))?])))
        .collect();
    for layer in [variables, file] {
        let added = above(serve, &words, &layer);
        words.extend(added);
    }
    typed.extend(words.drain(before..).map(OsString::from));
    Ok(typed)
}

/// What a layer adds to the words that are there: options that are not among them, and that exclude none
/// of them.
fn above(serve: &Command, words: &[String], layer: &Values) -> Vec<String> {
    let excludes = |one: &Arg, other: &Arg| {
        let excluded = serve.get_arg_conflicts_with(one);
        excluded.iter().any(|arg| arg.get_id() == other.get_id())
    };
    let is_beaten = |arg: &Arg| {
        serve.get_arguments().any(|other| {
            let same = other.get_id() == arg.get_id();
            is_typed(words, other) && (same || excludes(arg, other) || excludes(other, arg))
        })
    };
    let mut added = Vec::new();
    for arg in serve.get_arguments().filter(|arg| !is_beaten(arg)) {
        let Some(name) = arg.get_long().filter(|name| *name != "config") else {
            continue;
        };
        for value in layer.get(name).into_iter().flatten() {
            match (arg.get_action(), value.as_str()) {
                (ArgAction::SetTrue, "true" | "1") => added.push(format!("--{name}")),
                (ArgAction::SetTrue, "false" | "0" | "") => {}
                _ => added.push(format!("--{name}={value}")),
            }
        }
    }
    added
}

/// Whether an option is among the words, by its long or its short name.
fn is_typed(words: &[String], arg: &Arg) -> bool {
    let Some(long) = arg.get_long().map(|long| format!("--{long}")) else {
        return false;
    };
    words.iter().any(|word| {
        let short = |letter| word.starts_with('-') && word[1..].starts_with(letter);
        *word == long || word.starts_with(&format!("{long}=")) || arg.get_short().is_some_and(short)
    })
}

/// The typed value of an option.
fn value_of(words: &[String], name: &str) -> Option<String> {
    let long = format!("--{name}");
    let index = words.iter().position(|word| word.starts_with(&long))?;
    match words[index].strip_prefix(&format!("{long}=")) {
        Some(value) => Some(value.to_owned()),
        None => words.get(index + 1).cloned(),
    }
}

/// The options in a file.
fn read(path: &str, serve: &Command) -> Result<Values, Failure> {
    let fault = |reason: String| Failure::usage(format!("{path}: {reason}"));
    let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| fault(error.to_string().trim_end().to_owned()))?;
    let mut values = Values::new();
    for (name, value) in table {
        let known = serve
            .get_arguments()
            .any(|arg| arg.get_long() == Some(&name));
        if !known || name == "config" {
            return Err(fault(format!(
                "`{name}` is not an option of serve; `taquin serve --help` lists them"
            )));
        }
        let items = match value {
            toml::Value::Array(items) => items,
            item => vec![item],
        };
        let texts = items.into_iter().map(|item| match item {
            toml::Value::String(text) => Ok(text),
            toml::Value::Integer(number) => Ok(number.to_string()),
            toml::Value::Float(number) => Ok(number.to_string()),
            toml::Value::Boolean(truth) => Ok(truth.to_string()),
            toml::Value::Datetime(_) | toml::Value::Table(_) | toml::Value::Array(_) => Err(fault(
                format!("`{name}` must be a string, a number, true or false, or a list of those"),
            )),
        });
        values.insert(name.clone(), texts.collect::<Result<_, _>>()?);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    fn layered(typed: &[&str], variables: &[(&str, &str)]) -> Result<Vec<String>, Failure> {
        let typed = typed.iter().map(OsString::from).collect();
        let environment = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let words = extend(&Cli::command(), typed, &environment)?;
        Ok(words
            .into_iter()
            .map(|word| word.to_string_lossy().into_owned())
            .collect())
    }

    #[test]
    fn what_is_typed_beats_the_environment_and_that_beats_the_file() {
        let file = std::env::temp_dir().join(format!("taquin-serve-{}.toml", std::process::id()));
        std::fs::write(
            &file,
            "port = 1\nmemory-each = \"1G\"\nbehind-proxy = true\nhost = [\"a\", \"b\"]\nno-store = true\n",
        )
        .unwrap();
        let path = file.display().to_string();
        let words = layered(
            &["taquin", "serve", "--rate=5", "--store", "x"],
            &[
                ("TAQUIN_SERVE_CONFIG", &path),
                ("TAQUIN_SERVE_PORT", "2"),
                ("TAQUIN_SERVE_RATE", "7"),
            ],
        )
        .unwrap();
        let added = &words[5..];
        let mut sorted = added.to_vec();
        sorted.sort();
        // --store is typed, so the file's --no-store does not count.
        assert_eq!(
            sorted,
            [
                "--behind-proxy",
                "--host=a",
                "--host=b",
                "--memory-each=1G",
                "--port=2"
            ]
        );
        assert_eq!(
            layered(
                &["taquin", "serve", "-p", "9"],
                &[("TAQUIN_SERVE_PORT", "2")]
            )
            .unwrap()
            .len(),
            4
        );
        std::fs::write(&file, "prot = 1\n").unwrap();
        let wrong = layered(&["taquin", "serve", "--config", &path], &[]);
        assert!(
            wrong
                .unwrap_err()
                .problem
                .detail
                .contains("`prot` is not an option")
        );
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn other_commands_are_left_alone() {
        let words = ["taquin", "solve", "1 2/3 0"];
        assert_eq!(
            layered(&words, &[("TAQUIN_SERVE_PORT", "2")]).unwrap(),
            words
        );
    }
}
