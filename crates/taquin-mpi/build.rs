//! Compiles the calls to MPI with the MPI compiler wrapper, if there is one.
//!
//! `MPICC` names the wrapper; otherwise it is `mpicc`. Without one the crate still compiles, so that the
//! workspace does, and the program says at run time that it was built without MPI.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(mpi)");
    println!("cargo::rerun-if-changed=src/shim.c");
    println!("cargo::rerun-if-env-changed=MPICC");
    let wrapper = env::var("MPICC").unwrap_or_else(|_| "mpicc".to_owned());
    if let Err(reason) = build(&wrapper) {
        println!("cargo::warning=built without MPI: {reason}");
    }
}

fn build(wrapper: &str) -> Result<(), String> {
    let out = PathBuf::from(env::var("OUT_DIR").map_err(|e| e.to_string())?);
    let object = out.join("shim.o");
    let status = Command::new(wrapper)
        .args(["-O2", "-fPIC", "-Wall", "-c", "src/shim.c", "-o"])
        .arg(&object)
        .status()
        .map_err(|error| format!("{wrapper}: {error}"))?;
    if !status.success() {
        return Err(format!("{wrapper} failed"));
    }
    let library = out.join("libtaquin_mpi_shim.a");
    let status = Command::new("ar")
        .arg("crs")
        .arg(&library)
        .arg(&object)
        .status();
    if !status.map_err(|error| format!("ar: {error}"))?.success() {
        return Err("ar failed".to_owned());
    }
    let flags = link_flags(wrapper)?;
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-lib=static=taquin_mpi_shim");
    for flag in flags.split_whitespace() {
        if let Some(folder) = flag.strip_prefix("-L") {
            println!("cargo::rustc-link-search=native={folder}");
            println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
        } else if let Some(name) = flag.strip_prefix("-l") {
            println!("cargo::rustc-link-lib=dylib={name}");
        } else if flag.starts_with("-Wl,") {
            println!("cargo::rustc-link-arg={flag}");
        }
    }
    println!("cargo::rustc-cfg=mpi");
    Ok(())
}

/// What the wrapper passes to the linker: Open MPI and MPICH spell the question differently.
fn link_flags(wrapper: &str) -> Result<String, String> {
    for question in ["--showme:link", "-link_info"] {
        let output = Command::new(wrapper).arg(question).output();
        let output = output.map_err(|error| format!("{wrapper}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() && text.contains("-l") {
            return Ok(text);
        }
    }
    Err(format!("{wrapper} does not say how to link"))
}
