//! Whether every dependency may be used under a permissive licence.

use crate::cargo::{command, output};
use crate::steps::Verdict;

/// Licences that ask for no more than a notice.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Looks at every package that is built for the workspace.
pub(crate) fn check() -> Result<Verdict, String> {
    let packages = output(command("cargo").args([
        "tree",
        "--locked",
        "--workspace",
        "--prefix=none",
        "--no-dedupe",
        "--format={p}\t{l}",
    ]))?;
    let mut refused: Vec<&str> = packages
        .lines()
        .filter(|line| {
            let licence = line.split('\t').nth(1).unwrap_or_default();
            !line.is_empty() && !is_permissive(licence)
        })
        .collect();
    refused.sort_unstable();
    refused.dedup();
    match refused.as_slice() {
        [] => Ok(Verdict::Passed),
        refused => Err(format!("not permissive: {}", refused.join("; "))),
    }
}

/// Whether an SPDX expression of the form `(a OR b) AND c` leaves a permissive choice; `a/b` is an
/// older way to write `a OR b`. Deeper nesting does not occur and is refused.
fn is_permissive(expression: &str) -> bool {
    expression.split(" AND ").all(|part| {
        let choices = part.trim().trim_start_matches('(').trim_end_matches(')');
        choices
            .split(" OR ")
            .flat_map(|choice| choice.split('/'))
            .any(|choice| PERMISSIVE.contains(&choice.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permissive_choice_is_enough_but_needed_in_every_part() {
        for fine in [
            "MIT",
            "MIT OR Apache-2.0",
            "GPL-3.0 OR MIT",
            "Unlicense/MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
        ] {
            assert!(is_permissive(fine), "{fine}");
        }
        for refused in [
            "",
            "GPL-3.0",
            "SSPL-1.0",
            "MIT AND GPL-3.0",
            "(GPL-2.0 OR MPL-2.0)",
        ] {
            assert!(!is_permissive(refused), "{refused}");
        }
    }
}
