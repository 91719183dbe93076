//! The Debian package: program, manual pages, completions, systemd unit; checked by lintian.

use std::fs;
use std::path::Path;

use super::files::{fresh, make_folder, read, remove, set_modes, write};
use super::linkage::Needs;
use crate::cargo::{command, output, root, succeed, target};

/// The maintainer's address until the project has a mailing list.
const MAINTAINER: &str = "taquin developers <taquin@users.noreply.example.org>";

/// Tags of lintian that are about packages in Debian's own archive.
const SUPPRESSED: &str = "initial-upload-closes-no-bugs,bogus-mail-host";

/// Builds `taquin_VERSION-1_ARCHITECTURE.deb` from the staged files.
pub(super) fn build(
    staged: &Path,
    packages: &Path,
    version: &str,
    architecture: &str,
) -> Result<(), String> {
    let tree = target().join("dist/deb");
    fresh(&tree)?;
    let prefix = tree.join("usr");
    succeed(command("cp").arg("-r").arg(staged).arg(&prefix))?;
    let program = prefix.join("bin/taquin");
    succeed(command("strip").arg(&program))?;
    compress(&prefix.join("share/man/man1"))?;
    documents(&prefix.join("share/doc/taquin"), version)?;
    let unit = prefix.join("lib/systemd/system/taquin.service");
    write(&unit, &unit_file()?)?;

    let size = output(command("du").args(["-sk", "--apparent-size"]).arg(&prefix))?;
    let size = size.split_whitespace().next().unwrap_or("0");
    let depends = Needs::of(&program)?.debian();
    let control = format!(
        "Package: taquin\nVersion: {version}-1\nArchitecture: {architecture}\n\
         Maintainer: {MAINTAINER}\nInstalled-Size: {size}\n\
         Depends: {depends}\nSection: science\nPriority: optional\n\
         Description: sliding-tile puzzle to play, solve, learn from and measure\n \
         taquin plays and solves the 8-, 15- and 24-puzzle and any other board from\n \
         2x2 to 16x16. It has a game with hints that are never wrong, optimal solvers,\n \
         a course on search and SAT, a web page with a REST service, and a laboratory\n \
         for experiments.\n"
    );
    write(&tree.join("DEBIAN/control"), &control)?;
    sums(&tree)?;
    set_modes(&tree)?;
    let file = packages.join(format!("taquin_{version}-1_{architecture}.deb"));
    let mut build = command("dpkg-deb");
    build.args(["--build", "--root-owner-group"]);
    succeed(build.arg(&tree).arg(&file))?;
    check(&file)
}

/// Lets lintian judge a package, if it is installed.
fn check(file: &Path) -> Result<(), String> {
    if output(command("lintian").arg("--version")).is_err() {
        return Err("lintian is not installed, so the package is not checked".to_owned());
    }
    let mut lintian = command("lintian");
    lintian.args(["--allow-root", "--fail-on=error,warning"]);
    lintian.args(["--suppress-tags", SUPPRESSED]).arg(file);
    succeed(&mut lintian).map(drop)
}

fn documents(folder: &Path, version: &str) -> Result<(), String> {
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
        remove(&folder.join(name))?;
    }
    write(&folder.join("copyright"), &copyright()?)?;
    let log = folder.join("changelog");
    fs::rename(folder.join("CHANGELOG.md"), &log).map_err(|error| error.to_string())?;
    let date = output(command("date").arg("--rfc-email"))?;
    let entry = format!(
        "taquin ({version}-1) unstable; urgency=medium\n\n  * Release {version}; see changelog.gz.\n\n \
         -- {MAINTAINER}  {date}"
    );
    write(&folder.join("changelog.Debian"), &entry)?;
    compress(&log)?;
    compress(&folder.join("changelog.Debian"))
}

fn compress(path: &Path) -> Result<(), String> {
    let mut gzip = command("gzip");
    succeed(gzip.args(["-9n", "-r"]).arg(path)).map(drop)
}

/// The unit of the repository is for a program installed by hand.
fn unit_file() -> Result<String, String> {
    let unit = read(&root().join("deploy/taquin.service"))?;
    let unit = unit.replace("/usr/local/bin/taquin", "/usr/bin/taquin");
    let lines = unit.lines().filter(|line| !line.starts_with('#'));
    let mut text: String = lines.flat_map(|line| [line, "\n"]).collect();
    text.insert_str(
        text.find("[Service]").unwrap_or(0),
        "Documentation=man:taquin(1)\n",
    );
    Ok(text.replace("\n\nDocumentation", "\nDocumentation"))
}

/// `md5sums`, with which `dpkg --verify` compares installed files.
fn sums(tree: &Path) -> Result<(), String> {
    let mut all = super::files::files(&tree.join("usr"))?;
    all.sort();
    let names = all.iter().filter_map(|file| file.strip_prefix(tree).ok());
    let sums = output(command("md5sum").current_dir(tree).args(names))?;
    make_folder(&tree.join("DEBIAN"))?;
    write(&tree.join("DEBIAN/md5sums"), &sums)
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
         Upstream-Name: taquin\n\nFiles: *\nCopyright: 2025-2026 the taquin developers\nLicense: MIT or Apache-2.0\n\n\
         License: MIT\n{}\n\nLicense: Apache-2.0\n On Debian systems the text is in \
         /usr/share/common-licenses/Apache-2.0.\n",
        indented.join("\n")
    ))
}
