//! Bearer tokens: where the owner sets some, what is expensive or begins work takes one.

use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::str::FromStr;

use axum::extract::Request;
use axum::http::{Method, header};

use crate::problem::{Fault, ProblemKind};

/// The scope of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Synchronous searches.
    Search,
    /// Beginning and cancelling jobs.
    Jobs,
    /// The metrics.
    Metrics,
}

impl Scope {
    const NAMED: [(&'static str, Self); 3] = [
        ("search", Self::Search),
        ("jobs", Self::Jobs),
        ("metrics", Self::Metrics),
    ];
}

/// The endpoints that require a token, with the scope. Everything else is cheap, and open.
const GUARDED: &[(Method, &str, Scope)] = &[
    (Method::POST, "/api/v1/solve", Scope::Search),
    (Method::POST, "/api/v1/compare", Scope::Search),
    (Method::POST, "/api/v1/trace", Scope::Search),
    (Method::POST, "/api/v1/encode", Scope::Search),
    (Method::POST, "/api/v1/decide", Scope::Search),
    (Method::POST, "/api/v1/jobs", Scope::Jobs),
    (Method::DELETE, "/api/v1/jobs", Scope::Jobs),
    (Method::GET, "/metrics", Scope::Metrics),
];

/// A token with what it allows.
#[derive(Clone, Debug)]
pub struct Token {
    secret: String,
    scopes: Vec<Scope>,
}

/// The fewest characters of a token: one that is shorter can be guessed.
const SHORTEST: usize = 16;

impl FromStr for Token {
    type Err = String;

    /// Reads a token and its scopes, like `c0ffee… search,jobs`.
    fn from_str(line: &str) -> Result<Self, String> {
        let (secret, scopes) = line
            .trim()
            .split_once(char::is_whitespace)
            .ok_or("write a token and its scopes, like TOKEN search,jobs,metrics")?;
        if secret.len() < SHORTEST {
            return Err(format!("a token has at least {SHORTEST} characters"));
        }
        let scope = |name: &str| {
            let known = Scope::NAMED.iter().find(|(known, _)| *known == name.trim());
            let known = known.map(|&(_, scope)| scope);
            known.ok_or_else(|| format!("`{name}` is no scope; there are search, jobs and metrics"))
        };
        Ok(Self {
            secret: secret.to_owned(),
            scopes: scopes.split(',').map(scope).collect::<Result<_, _>>()?,
        })
    }
}

/// The tokens of a file, one per line; lines that begin with `#` are comments.
///
/// # Errors
/// When the file cannot be read, or a line is no token.
pub fn tokens(path: &Path) -> Result<Vec<Token>, String> {
    let told = |reason: String| format!("{}: {reason}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| told(error.to_string()))?;
    let lines = text.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            let token = line.parse();
            token.map_err(|reason: String| told(format!("line {}: {reason}", index + 1)))
        })
        .collect()
}

/// Checks that a request has the token it takes.
///
/// # Errors
/// When it has none, one that is not known, or one that does not allow this.
pub(crate) fn check(request: &Request, tokens: &[Token]) -> Result<(), Fault> {
    if tokens.is_empty() {
        return Ok(());
    }
    let path = request.uri().path();
    let guarded = GUARDED.iter().find(|(method, prefix, _)| {
        let rest = path.strip_prefix(prefix);
        method == request.method()
            && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    let Some(&(_, _, scope)) = guarded else {
        return Ok(());
    };
    let given = request.headers().get(header::AUTHORIZATION);
    let given = given.and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer "));
    // Hashes with a key of this moment take the same time however much is right.
    let state = RandomState::new();
    let token = given.and_then(|given| {
        let given = state.hash_one(given.trim());
        tokens
            .iter()
            .find(|token| state.hash_one(&*token.secret) == given)
    });
    match token {
        Some(token) if token.scopes.contains(&scope) => Ok(()),
        Some(_) => Err(Fault::new(
            ProblemKind::Forbidden,
            "this token does not allow that",
        )),
        None => Err(Fault::new(
            ProblemKind::Unauthorized,
            "this takes a token of the service's owner: Authorization: Bearer TOKEN",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_a_token_and_its_scopes() {
        let token: Token = "0123456789abcdef search, jobs".parse().unwrap();
        assert_eq!(token.scopes, [Scope::Search, Scope::Jobs]);
        for line in [
            "",
            "0123456789abcdef",
            "short search",
            "0123456789abcdef all",
        ] {
            assert!(line.parse::<Token>().is_err(), "{line}");
        }
    }
}
