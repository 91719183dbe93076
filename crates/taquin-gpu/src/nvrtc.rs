//! Kernels compiled on this machine, where CUDA's compiler NVRTC is installed: for sums and columns that
//! none are kept for. Only its library is needed, which is loaded on first use.
#![expect(unsafe_code, reason = "whether the compiler's library is there")]

use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};

use crate::kernels::Kernels;

/// The source of a search, each file behind those that it includes.
const SOURCES: [&str; 9] = [
    include_str!("../kernels/portable.h"),
    include_str!("../kernels/width.h"),
    include_str!("../kernels/slide.h"),
    include_str!("../kernels/node.h"),
    include_str!("../kernels/breadth.h"),
    include_str!("../kernels/depth.h"),
    include_str!("../kernels/batch.h"),
    include_str!("../kernels/table.h"),
    include_str!("../kernels/search.h"),
];

/// The PTX of these kernels.
///
/// # Errors
/// That the compiler is not installed, or what it says of the source.
pub fn compile(kernels: Kernels) -> Result<String, String> {
    // SAFETY: loads the compiler's library, whose initialisers are the vendor's.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        return Err("the compiler's library libnvrtc is not installed".to_owned());
    }
    let options = CompileOptions {
        // As `compile.py` has it: the driver compiles the PTX for the device there is.
        arch: Some("compute_80"),
        options: vec!["--std=c++17".to_owned()],
        ..CompileOptions::default()
    };
    let ptx = compile_ptx_with_opts(source(kernels), options).map_err(|error| match error {
        CompileError::CompileError { log, .. } => log.to_string_lossy().into_owned(),
        error => error.to_string(),
    })?;
    Ok(ptx.to_src())
}

/// All of the source in one text.
fn source(kernels: Kernels) -> String {
    let Kernels { sums, cols, mirror } = kernels;
    let is_code =
        |line: &&str| !line.starts_with("#include \"") && !line.starts_with("#pragma once");
    let lines = SOURCES.iter().flat_map(|file| file.lines().filter(is_code));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let what = format!("({sums}, {cols}, {mirror})");
    format!("{text}KERNELS_OF{what}\nBATCH_OF{what}\n")
}
