//! Whether the published crates can be packaged.

use crate::cargo::{cargo, command, output};
use crate::steps::Verdict;

/// Members that are not published: `publish = false` does not keep `cargo package` from them.
const UNPUBLISHED: &[&str] = &[
    "taquin-benches",
    "taquin-python",
    "taquin-testkit",
    "taquin-wasm",
    "xtask",
];

/// Packages every published crate: manifests, versions of dependencies, licences, lists of files.
///
/// The packages are not compiled, which would take as long as the workspace. What could go wrong beyond
/// the manifests is checked: crates that embed files from outside of their folder link to them, and
/// the packages must have these files.
pub(crate) fn check() -> Result<Verdict, String> {
    let mut arguments = vec!["package", "--workspace", "--locked", "--quiet"];
    arguments.extend([
        "--allow-dirty",
        "--no-verify",
        "--target-dir=target/package",
    ]);
    for name in UNPUBLISHED {
        arguments.extend(["--exclude", name]);
    }
    cargo(&arguments)?;
    for (name, embedded) in EMBEDDED {
        let list = ["package", "--list", "--allow-dirty", "-p", name];
        let list = output(command("cargo").args(list))?;
        if let Some(missing) = embedded
            .iter()
            .find(|file| !list.lines().any(|line| line == **file))
        {
            return Err(format!("the package of {name} lacks {missing}"));
        }
    }
    Ok(Verdict::Passed)
}

/// A file of each folder that a crate embeds through a link.
const EMBEDDED: &[(&str, &[&str])] = &[
    ("taquin-web", &["app/index.html", "app/js/board.js"]),
    (
        "taquin-manual",
        &[
            "book/SUMMARY.md",
            "book/course/parity.md",
            "notebook/README.md",
            "results/ida.tsv",
        ],
    ),
];
