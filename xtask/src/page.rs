//! The engine and the rules of the page: compiling them, and checking that the committed modules are current.

use crate::browser;
use crate::cargo::{command, root, succeed, target};
use crate::steps::Verdict;
use crate::wasm::{self, TARGET};

/// The modules: their name, package and profile.
const MODULES: [(&str, &str, &str); 3] = [
    ("rules", "taquin-wasm-game", "page-game"),
    ("results", "taquin-wasm-results", "page-game"),
    ("engine", "taquin-wasm", "page"),
];

/// Compiles the modules, optimises and packs them, and writes them where the page is.
pub(crate) fn write() -> Result<Verdict, String> {
    browser::set_up()?;
    for (name, package, profile) in MODULES {
        let mut build = command("cargo");
        build.args(["build", "--locked"]);
        build.arg(format!("--package={package}"));
        build.arg(format!("--profile={profile}"));
        build.arg(format!("--target={TARGET}"));
        if wasm::standard_library(&mut build).is_none() {
            return Err(wasm::no_compiler());
        }
        succeed(&mut build)?;
        let file = format!("{}.wasm", package.replace('-', "_"));
        let module = target().join(TARGET).join(profile).join(file);
        succeed(node().args(["write", name]).arg(module))?;
    }
    Ok(Verdict::Passed)
}

/// Whether the committed modules are those of their sources.
pub(crate) fn check() -> Result<Verdict, String> {
    succeed(node().arg("check"))
}

fn node() -> std::process::Command {
    let mut node = command("node");
    node.env("PATH", browser::path_with_node())
        .arg(root().join("web/tools/engine.mjs"));
    node
}
