//! The published crates: their manifests, their packages, and an installation from them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{cargo, command, output, root, succeed, target};
use crate::steps::Verdict;

/// Members that are not published: `publish = false` does not keep `cargo package` from them.
const UNPUBLISHED: &[&str] = &[
    "taquin-benches",
    "taquin-python",
    "taquin-testkit",
    "taquin-wasm",
    "taquin-wasm-game",
    "taquin-wasm-results",
    "xtask",
];

/// The metadata of a published crate, as its manifest begins these lines.
const METADATA: &[&str] = &[
    "description = ",
    "license",
    "keywords",
    "categories",
    "readme = ",
    "rust-version",
];

/// Packages every published crate: manifests, versions of dependencies, licences, lists of files.
///
/// The packages are not compiled, which would take as long as the workspace; [`install`] does that. What
/// could go wrong beyond the manifests is checked: crates that embed files from outside of their folder
/// link to them, and the packages must have these files.
pub(crate) fn check() -> Result<Verdict, String> {
    manifests()?;
    same_version()?;
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

/// Installs the program from the packaged crates, as `cargo install taquin-cli` does from the registry,
/// and solves a board with it.
///
/// The crates stand in for those of the registry, which may not have them yet.
pub(crate) fn install() -> Result<Verdict, String> {
    check()?;
    let version = version()?;
    let work = target().join("install");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    let mut patches = Vec::new();
    for name in published()? {
        let name_and_version = format!("{name}-{version}");
        let archive = folder().join(format!("{name_and_version}.crate"));
        let mut tar = command("tar");
        succeed(tar.arg("-xzf").arg(archive).arg("-C").arg(&work))?;
        let path = work.join(&name_and_version);
        patches.push(format!(
            "patch.crates-io.{name}.path={:?}",
            path.display().to_string()
        ));
    }
    let mut install = command("cargo");
    install.args(["install", "--quiet", "--debug", "--force", "--path"]);
    install.arg(work.join(format!("taquin-cli-{version}")));
    install.arg("--root").arg(work.join("root"));
    install.arg("--target-dir").arg(work.join("target"));
    for patch in &patches {
        install.args(["--config", patch]);
    }
    succeed(&mut install)?;
    let program = work.join("root/bin/taquin");
    let mut solve = command(&program.to_string_lossy());
    let moves = output(solve.args(["solve", "8 1 3/4 0 2/7 6 5"]))?;
    match moves.trim() {
        "LUR2D2LURULDLU" => Ok(Verdict::Passed),
        moves => Err(format!("the installed program answers {moves:?}")),
    }
}

/// The version of the workspace.
pub(crate) fn version() -> Result<String, String> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("version = \""))
        .and_then(|rest| rest.strip_suffix('"'));
    Ok(version.ok_or("the workspace has no version")?.to_owned())
}

/// The folder into which [`check`] puts the packages.
pub(crate) fn folder() -> PathBuf {
    root().join("target/package/package")
}

/// The names of the crates that are published.
fn published() -> Result<Vec<String>, String> {
    let crates = root().join("crates");
    let entries = fs::read_dir(&crates).map_err(|error| error.to_string())?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !UNPUBLISHED.contains(&name.as_str()))
        .collect();
    names.sort();
    Ok(names)
}

/// Every published crate describes itself.
fn manifests() -> Result<(), String> {
    for name in published()? {
        let folder = root().join("crates").join(&name);
        let manifest = read(&folder.join("Cargo.toml"))?;
        let lacks = |key: &&&str| !manifest.lines().any(|line| line.starts_with(**key));
        if let Some(missing) = METADATA.iter().find(lacks) {
            return Err(format!("the manifest of {name} has no line `{missing}…`"));
        }
        read(&folder.join("README.md"))?;
    }
    Ok(())
}

/// The version is the same wherever it is written, and the change log knows it or what comes next.
fn same_version() -> Result<(), String> {
    let version = version()?;
    let manifest = read(&root().join("Cargo.toml"))?;
    let stale = manifest
        .lines()
        .filter(|line| line.starts_with("taquin") && line.contains("version = "))
        .find(|line| !line.contains(&format!("version = \"{version}\"")));
    if let Some(line) = stale {
        return Err(format!("Cargo.toml: not version {version}: {line}"));
    }
    let citation = read(&root().join("CITATION.cff"))?;
    if !citation
        .lines()
        .any(|line| line == format!("version: {version}"))
    {
        return Err(format!("CITATION.cff does not say `version: {version}`"));
    }
    let log = read(&root().join("CHANGELOG.md"))?;
    let heading = |line: &str| {
        line == "## Unreleased"
            || line == "## [Unreleased]"
            || line.starts_with(&format!("## {version}"))
            || line.starts_with(&format!("## [{version}]"))
    };
    if !log.lines().any(heading) {
        return Err(format!(
            "CHANGELOG.md has neither `Unreleased` nor {version}"
        ));
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
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
