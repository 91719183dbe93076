//! The engine of the page: compiling it, and checking that the committed module is current.

use crate::browser;
use crate::cargo::{command, root, succeed, target};
use crate::steps::Verdict;
use crate::wasm::{self, TARGET};

/// The profile of the module.
const PROFILE: &str = "page";

/// Compiles the engine, optimises and packs it, and writes it where the page is.
pub(crate) fn write() -> Result<Verdict, String> {
    browser::set_up()?;
    let mut build = command("cargo");
    build.args(["build", "--locked", "--package=taquin-wasm"]);
    build.arg(format!("--profile={PROFILE}"));
    build.arg(format!("--target={TARGET}"));
    if wasm::standard_library(&mut build).is_none() {
        return Err(wasm::no_compiler());
    }
    succeed(&mut build)?;
    let module = target().join(TARGET).join(PROFILE).join("taquin_wasm.wasm");
    let mut pack = node();
    succeed(pack.arg("write").arg(module))
}

/// Whether the committed module is the one of its sources.
pub(crate) fn check() -> Result<Verdict, String> {
    succeed(node().arg("check"))
}

fn node() -> std::process::Command {
    let mut node = command("node");
    node.env("PATH", browser::path_with_node())
        .arg(root().join("web/tools/engine.mjs"));
    node
}
