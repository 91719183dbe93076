//! The release: archive, Debian package, container image, crates, wheel, static site, checksums.
//!
//! Everything that is built is tried as well: programs run, the package passes lintian, the wheel is
//! imported, and `taquin` is installed from the packaged crates.

mod debian;
mod files;
mod image;
mod linkage;

use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{command, output, root, succeed, target};
use crate::package;
use crate::steps::Verdict;
use files::{copy, files, fresh, make_folder, pack, remove, set_modes, unpack, write};
use linkage::{Needs, OLDEST, Portable};

/// Shells whose completions are installed: name, and the file's place below the prefix.
const SHELLS: &[(&str, &str)] = &[
    ("bash", "share/bash-completion/completions/taquin"),
    ("zsh", "share/zsh/vendor-completions/_taquin"),
    ("fish", "share/fish/vendor_completions.d/taquin.fish"),
];

/// Documents that go with the program.
const DOCUMENTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// A board and the length of its shortest solution, for trying what was built.
const BOARD: &str = "8 1 3/4 0 2/7 6 5";
const LENGTH: usize = 14;

/// Builds all packages into `target/dist/packages`, and tries them.
///
/// `profile` is `dist` for a release; another one is quicker to try the packaging with. What this machine
/// cannot build or try becomes a note.
pub(crate) fn build(profile: &str) -> Result<Verdict, String> {
    let release = Release::of(profile)?;
    let packages = packages()?;
    let mut notes = Notes::default();
    let portable = Portable::install();
    let program = match &portable {
        Ok(portable) => release.portable_program(portable)?,
        Err(reason) => {
            notes.add("portable program", Err(reason.clone()));
            release.program()?
        }
    };
    let (major, minor) = Needs::of(&program)?.glibc;
    if portable.is_ok() && (major, minor) > OLDEST {
        return Err(format!("the portable program needs glibc {major}.{minor}"));
    }
    release.wrap(&program, &packages, &mut notes)?;
    crates(&packages, &release.version)?;
    package::install()?;
    let wheel = release.python(portable.as_ref().ok(), &packages);
    notes.add("wheel", wheel);
    checksums(&packages)?;
    Ok(notes.verdict(&packages))
}

/// Puts a program that exists into archive, Debian package, image and site, and tries them.
pub(crate) fn wrap(program: &Path) -> Result<Verdict, String> {
    let release = Release::of("dist")?;
    let packages = packages()?;
    let mut notes = Notes::default();
    let program = fs::canonicalize(program);
    let program = program.map_err(|error| format!("no program to package: {error}"))?;
    release.wrap(&program, &packages, &mut notes)?;
    checksums(&packages)?;
    Ok(notes.verdict(&packages))
}

/// The empty folder for the packages.
fn packages() -> Result<PathBuf, String> {
    let packages = target().join("dist/packages");
    fresh(&packages)?;
    Ok(packages)
}

/// Packages that this machine cannot build or try, with the reason.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    fn add(&mut self, what: &str, end: Result<(), String>) {
        if let Err(reason) = end {
            self.0.push(format!("{what}: {reason}"));
        }
    }

    fn verdict(self, packages: &Path) -> Verdict {
        eprintln!("packages are in {}", packages.display());
        if self.0.is_empty() {
            Verdict::Passed
        } else {
            Verdict::Noted(self.0.join("; "))
        }
    }
}

/// The version and platform of a release.
struct Release<'a> {
    profile: &'a str,
    version: String,
    triple: String,
    /// As Debian and containers call it.
    architecture: &'static str,
}

impl<'a> Release<'a> {
    fn of(profile: &'a str) -> Result<Self, String> {
        let about = output(command("rustc").arg("-vV"))?;
        let triple = about.lines().find_map(|line| line.strip_prefix("host: "));
        let triple = triple.ok_or("the compiler names no platform")?.to_owned();
        let architecture = match triple.split('-').next() {
            Some("x86_64") => "amd64",
            Some("aarch64") => "arm64",
            _ => return Err(format!("no packages are made for {triple}")),
        };
        Ok(Self {
            profile,
            version: package::version()?,
            triple,
            architecture,
        })
    }

    /// Packages a program: archive, Debian package, image and site.
    fn wrap(&self, program: &Path, packages: &Path, notes: &mut Notes) -> Result<(), String> {
        let (major, minor) = Needs::of(program)?.glibc;
        eprintln!("the program needs glibc {major}.{minor}");
        let (version, architecture) = (&self.version, self.architecture);
        let staged = target().join("dist/staged");
        stage(program, &staged)?;
        let name = format!("taquin-{version}-{}", self.triple);
        let archive = packages.join(format!("{name}.tar.gz"));
        pack(&staged, &archive, &name)?;
        try_archive(&archive, &name)?;

        let package = debian::build(&staged, packages, version, architecture);
        notes.add("Debian package", package);
        let file = packages.join(format!("taquin-{version}-oci-{architecture}.tar"));
        image::build(program, &file, version, architecture)?;
        notes.add("trying the image", image::attempt(&file));

        let site = target().join("dist/site");
        remove(&site)?;
        succeed(command(&text(program)).arg("site").arg(&site))?;
        let name = format!("taquin-{version}-site");
        pack(&site, &packages.join(format!("{name}.tar.gz")), &name)
    }

    /// Builds the program with this machine's linker.
    fn program(&self) -> Result<PathBuf, String> {
        let option = format!("--profile={}", self.profile);
        succeed(command("cargo").args(["build", "--locked", "--package=taquin-cli", &option]))?;
        Ok(target().join(self.folder()).join("taquin"))
    }

    /// Builds the program against an old glibc.
    fn portable_program(&self, portable: &Portable) -> Result<PathBuf, String> {
        let (major, minor) = OLDEST;
        let platform = format!("{}.{major}.{minor}", self.triple);
        let option = format!("--profile={}", self.profile);
        let arguments = ["zigbuild", "--locked", "--package=taquin-cli", &option];
        let mut build = portable.tool("cargo-zigbuild", &arguments);
        succeed(build.args(["--target", &platform]))?;
        let folder = target().join(&self.triple).join(self.folder());
        Ok(folder.join("taquin"))
    }

    /// Builds wheel and sdist, and imports the wheel in a separate environment.
    fn python(&self, portable: Option<&Portable>, packages: &Path) -> Result<(), String> {
        let wheels = packages.join("python");
        let maturin = |arguments: &[&str]| {
            let tool = |portable: &Portable| portable.tool("maturin", &[]);
            let mut maturin = portable.map_or_else(|| command("maturin"), tool);
            maturin.current_dir(root().join("crates/taquin-python"));
            maturin.args(arguments).arg("--out").arg(&wheels);
            maturin
        };
        succeed(&mut maturin(&["sdist"]))?;
        let option = format!("--profile={}", self.profile);
        let mut build = maturin(&["build", "--locked", "--quiet", &option]);
        if portable.is_some() {
            build.args(["--zig", "--compatibility", "manylinux2014"]);
        }
        succeed(&mut build)?;
        let wheel = files(&wheels)?;
        let mut wheel = wheel.iter();
        let wheel = wheel
            .find(|file| file.extension().is_some_and(|end| end == "whl"))
            .ok_or("maturin wrote no wheel")?;

        let environment = target().join("dist/try-python");
        let mut venv = command("python3");
        output(venv.args(["-m", "venv", "--clear"]).arg(&environment))?;
        let programs = environment.join("bin");
        let mut pip = command(&text(&programs.join("pip")));
        output(pip.args(["install", "--quiet"]).arg(wheel))?;
        let script = format!("import taquin; print(taquin.solve('{BOARD}').length)");
        let length = output(command(&text(&programs.join("python"))).args(["-c", &script]))?;
        expect("the wheel", length.trim(), &LENGTH.to_string())
    }

    fn folder(&self) -> &str {
        match self.profile {
            "dev" => "debug",
            profile => profile,
        }
    }
}

/// Lays the program, its manual pages, completions and documents out below a prefix.
fn stage(program: &Path, staged: &Path) -> Result<(), String> {
    remove(staged)?;
    let man = staged.join("share/man/man1");
    make_folder(&staged.join("bin"))?;
    make_folder(&man)?;
    copy(program, &staged.join("bin/taquin"))?;
    let program = text(program);
    succeed(command(&program).args(["man", "-o"]).arg(&man))?;
    for (shell, place) in SHELLS {
        let script = output(command(&program).args(["completions", shell]))?;
        write(&staged.join(place), &script)?;
    }
    let documents = staged.join("share/doc/taquin");
    for name in DOCUMENTS {
        copy(&root().join(name), &documents.join(name))?;
    }
    set_modes(staged)
}

/// Unpacks the archive and solves a board with its program.
fn try_archive(archive: &Path, name: &str) -> Result<(), String> {
    let folder = target().join("dist/try-archive");
    unpack(archive, &folder)?;
    let program = folder.join(name).join("bin/taquin");
    let mut solve = command(&text(&program));
    let rows = output(solve.args(["solve", BOARD, "--format", "csv"]))?;
    let length = rows
        .lines()
        .nth(1)
        .is_some_and(|row| row.split(',').any(|field| field == LENGTH.to_string()));
    expect("the archive", &length.to_string(), "true")
}

fn expect(what: &str, found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted {
        return Ok(());
    }
    Err(format!("{what} answers {found} instead of {wanted}"))
}

/// Copies the crates as they would be uploaded.
fn crates(packages: &Path, version: &str) -> Result<(), String> {
    package::check()?;
    let end = format!("-{version}.crate");
    for file in files(&package::folder())? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(&end) {
            copy(&file, &packages.join("crates").join(&*name))?;
        }
    }
    Ok(())
}

/// `SHA256SUMS` over all files, as `sha256sum --check` reads it.
fn checksums(packages: &Path) -> Result<(), String> {
    let mut all = files(packages)?;
    all.sort();
    let names = all
        .iter()
        .filter_map(|file| file.strip_prefix(packages).ok());
    let sums = output(command("sha256sum").current_dir(packages).args(names))?;
    write(&packages.join("SHA256SUMS"), &sums)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
