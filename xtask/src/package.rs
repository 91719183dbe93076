//! Whether the published crates can be packaged.

use crate::cargo::cargo;
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
/// The packages are not compiled: `taquin-web` embeds the page from `web/app`, which lies outside of
/// its folder and so is not in its package.
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
    let note = "not compiled: taquin-web embeds web/app, which its package lacks";
    Ok(Verdict::Noted(note.to_owned()))
}
