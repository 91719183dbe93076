//! What is published: archive, Debian package, crates, manual, and their checksums.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::cargo::{command, output, root, succeed, target};
use crate::package;
use crate::steps::Verdict;

/// Shells whose completions are installed: name, and the file's place below the prefix.
const SHELLS: &[(&str, &str)] = &[
    ("bash", "share/bash-completion/completions/taquin"),
    ("zsh", "share/zsh/vendor-completions/_taquin"),
    ("fish", "share/fish/vendor_completions.d/taquin.fish"),
];

/// Documents that go with the program.
const DOCUMENTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds everything that can be built on this machine into `target/dist/packages`.
///
/// `profile` is `dist` for a release; another one is quicker to try the packaging with.
pub(crate) fn build(profile: &str) -> Result<Verdict, String> {
    let packages = target().join("dist/packages");
    remove(&packages)?;
    make_folder(&packages)?;
    let program = build_program(profile)?;
    let (version, triple) = identity()?;
    let mut notes = Vec::new();

    let staged = target().join("dist/staged");
    stage(&program, &staged)?;
    archive(&staged, &packages, &format!("taquin-{version}-{triple}"))?;
    if let Err(reason) = debian(&staged, &packages, &version, &triple) {
        notes.push(format!("no Debian package: {reason}"));
    }
    let manual = packages.join("manual");
    let example = [
        "run",
        "--quiet",
        "-p",
        "taquin-manual",
        "--example",
        "write",
    ];
    succeed(command("cargo").args(example).arg("--").arg(&manual))?;
    crates(&packages, &version)?;
    if let Err(reason) = python(&packages) {
        notes.push(format!("no wheel: {reason}"));
    }
    checksums(&packages)?;
    eprintln!("packages are in {}", packages.display());
    if notes.is_empty() {
        return Ok(Verdict::Passed);
    }
    Ok(Verdict::Noted(notes.join("; ")))
}

fn build_program(profile: &str) -> Result<PathBuf, String> {
    let option = format!("--profile={profile}");
    succeed(command("cargo").args(["build", "--locked", "--package=taquin-cli", &option]))?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target().join(folder).join("taquin"))
}

/// The version of the workspace, and the platform of the compiler.
fn identity() -> Result<(String, String), String> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("version = \""))
        .and_then(|rest| rest.strip_suffix('"'))
        .ok_or("the workspace has no version")?;
    let about = output(command("rustc").arg("-vV"))?;
    let triple = about
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .ok_or("the compiler names no platform")?;
    Ok((version.to_owned(), triple.to_owned()))
}

/// Lays the program, its manual pages, completions and documents out below a prefix.
fn stage(program: &Path, staged: &Path) -> Result<(), String> {
    remove(staged)?;
    let man = staged.join("share/man/man1");
    make_folder(&staged.join("bin"))?;
    make_folder(&man)?;
    copy(program, &staged.join("bin/taquin"))?;
    let program = program.to_string_lossy();
    succeed(command(&program).args(["man", "-o"]).arg(&man))?;
    for (shell, place) in SHELLS {
        let script = output(command(&program).args(["completions", shell]))?;
        write(&staged.join(place), &script)?;
    }
    let documents = staged.join("share/doc/taquin");
    for name in DOCUMENTS {
        copy(&root().join(name), &documents.join(name))?;
    }
    // The packages must not depend on this machine's umask.
    set_modes(staged)
}

fn archive(staged: &Path, packages: &Path, name: &str) -> Result<(), String> {
    let file = packages.join(format!("{name}.tar.gz"));
    let rename = format!("--transform=s,^\\.,{name},");
    let mut tar = command("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.arg(rename).arg("-czf").arg(file);
    succeed(tar.arg("-C").arg(staged).arg(".")).map(drop)
}

/// A binary package by dpkg-deb, which every Debian has.
fn debian(staged: &Path, packages: &Path, version: &str, triple: &str) -> Result<(), String> {
    let architecture = match triple.split('-').next() {
        Some("x86_64") => "amd64",
        Some("aarch64") => "arm64",
        _ => return Err(format!("no architecture for {triple}")),
    };
    let tree = target().join("dist/deb");
    remove(&tree)?;
    make_folder(&tree)?;
    let prefix = tree.join("usr");
    succeed(command("cp").arg("-r").arg(staged).arg(&prefix))?;
    let pages = prefix.join("share/man/man1");
    succeed(command("gzip").args(["-9n", "-r"]).arg(&pages))?;

    let documents = prefix.join("share/doc/taquin");
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
        remove(&documents.join(name))?;
    }
    write(&documents.join("copyright"), &copyright()?)?;
    let log = documents.join("changelog");
    fs::rename(documents.join("CHANGELOG.md"), &log).map_err(|error| error.to_string())?;
    succeed(command("gzip").arg("-9n").arg(&log))?;

    let unit = read(&root().join("deploy/taquin.service"))?;
    // The unit of the repository is for a program installed by hand.
    let unit = unit.replace("/usr/local/bin/taquin", "/usr/bin/taquin");
    let unit: Vec<&str> = unit.lines().filter(|line| !line.starts_with('#')).collect();
    let place = tree.join("usr/lib/systemd/system/taquin.service");
    write(&place, &format!("{}\n", unit.join("\n")))?;

    let size = output(command("du").args(["-sk", "--apparent-size"]).arg(&prefix))?;
    let size = size.split_whitespace().next().unwrap_or("0");
    let control = format!(
        "Package: taquin\nVersion: {version}-1\nArchitecture: {architecture}\n\
         Maintainer: taquin developers <taquin@localhost>\nInstalled-Size: {size}\n\
         Depends: libc6, libgcc-s1\nSection: games\nPriority: optional\n\
         Description: sliding-tile puzzle: play, solve, learn, measure\n \
         The 8-, 15- and 24-puzzle and any other board from 2x2 to 16x16: a game with\n \
         hints that are never wrong, optimal solvers, a course on search and SAT, a\n \
         web page with a REST service, and a laboratory for experiments.\n"
    );
    write(&tree.join("DEBIAN/control"), &control)?;
    set_modes(&tree)?;
    let file = packages.join(format!("taquin_{version}-1_{architecture}.deb"));
    let mut build = command("dpkg-deb");
    build.args(["--build", "--root-owner-group"]);
    succeed(build.arg(&tree).arg(file)).map(drop)
}

fn copyright() -> Result<String, String> {
    let licence = read(&root().join("LICENSE-MIT"))?;
    let indented: Vec<String> = licence
        .lines()
        .map(|line| match line.trim() {
            "" => " .".to_owned(),
            line => format!(" {line}"),
        })
        .collect();
    Ok(format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\
         Upstream-Name: taquin\n\nFiles: *\nCopyright: the taquin developers\nLicense: MIT or Apache-2.0\n\n\
         License: MIT\n{}\n\nLicense: Apache-2.0\n On Debian systems the text is in \
         /usr/share/common-licenses/Apache-2.0.\n",
        indented.join("\n")
    ))
}

/// The crates as they would be uploaded.
fn crates(packages: &Path, version: &str) -> Result<(), String> {
    package::check()?;
    let into = packages.join("crates");
    make_folder(&into)?;
    let end = format!("-{version}.crate");
    for file in files(&root().join("target/package/package"))? {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.ends_with(&end) {
            copy(&file, &into.join(name))?;
        }
    }
    Ok(())
}

fn python(packages: &Path) -> Result<(), String> {
    let folder = root().join("crates/taquin-python");
    let mut wheel = command("maturin");
    wheel
        .current_dir(&folder)
        .args(["build", "--release", "--sdist", "--quiet", "--out"]);
    succeed(wheel.arg(packages.join("python"))).map(drop)
}

/// `SHA256SUMS` over all files, as `sha256sum --check` reads it.
fn checksums(packages: &Path) -> Result<(), String> {
    let mut all = files(packages)?;
    all.retain(|file| !file.starts_with(packages.join("manual")));
    all.sort();
    let names: Vec<_> = all
        .iter()
        .filter_map(|file| file.strip_prefix(packages).ok())
        .collect();
    let sums = output(command("sha256sum").current_dir(packages).args(names))?;
    write(&packages.join("SHA256SUMS"), &sums)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// Folders and programs 755, other files 644.
fn set_modes(folder: &Path) -> Result<(), String> {
    let set = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
            .map_err(|error| format!("{}: {error}", path.display()))
    };
    set(folder, 0o755)?;
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            set_modes(&path)?;
        } else {
            let is_program = path.parent().is_some_and(|parent| parent.ends_with("bin"));
            set(&path, if is_program { 0o755 } else { 0o644 })?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> Result<(), String> {
    let end = if path.is_dir() {
        fs::remove_dir_all(path)
    } else if path.exists() {
        fs::remove_file(path)
    } else {
        Ok(())
    };
    end.map_err(|error| format!("{}: {error}", path.display()))
}

fn make_folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if let Some(folder) = to.parent() {
        make_folder(folder)?;
    }
    let end = fs::copy(from, to).map(drop);
    end.map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
