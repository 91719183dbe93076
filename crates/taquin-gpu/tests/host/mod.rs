//! A device without a GPU: the kernels compiled for this machine, run block after block.
#![expect(unsafe_code, reason = "calls of the compiled kernels")]

use std::ffi::CString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock};

use libloading::Library;
use taquin_gpu::Kernels;
use taquin_gpu::device::{Device, DeviceMemory, GpuError, LaunchConfig};

type Launch = unsafe extern "C" fn(*const std::ffi::c_char, u32, *mut u8, *const u8) -> i32;

/// The kernels on this machine's processor.
pub(crate) struct Host;

/// Kernels that are not kept, which a device with a compiler makes when asked.
pub(crate) const COMPILED: [Kernels; 2] = [
    Kernels {
        sums: 3,
        cols: 2,
        mirror: false,
    },
    Kernels {
        sums: 6,
        cols: 3,
        mirror: true,
    },
];

/// Held while a kernel runs.
static ONE: Mutex<()> = Mutex::new(());

/// The compiled kernels; made once for each state of their sources.
fn kernels(wide: bool) -> &'static Library {
    static LIBRARIES: [OnceLock<Library>; 2] = [OnceLock::new(), OnceLock::new()];
    LIBRARIES[usize::from(wide)].get_or_init(|| {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!(
            "libtaquin_kernels_{:016x}{}.so",
            fingerprint(&sources),
            if wide { "_wide" } else { "" }
        ));
        if !library.exists() {
            compile(&sources.join("host.cpp"), &library, wide);
        }
        // SAFETY: the library is the one just compiled; it has no initialisers.
        unsafe { Library::new(&library) }.expect("the compiled library loads")
    })
}

/// A hash of all sources.
fn fingerprint(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).expect("the kernels' folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut hasher = DefaultHasher::new();
    COMPILED.hash(&mut hasher);
    for file in files {
        std::fs::read(file).unwrap().hash(&mut hasher);
    }
    hasher.finish()
}

/// Compiles beside the library and moves it there: other tests may look for it at the same time.
fn compile(source: &Path, library: &Path, wide: bool) {
    let own = library.with_extension(std::process::id().to_string());
    let kernels_of = |k: &Kernels| format!("K({}, {}, {})", k.sums, k.cols, k.mirror);
    let more: Vec<String> = COMPILED.iter().map(kernels_of).collect();
    let status = Command::new("c++")
        .args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror"])
        .args(["-Wno-unknown-pragmas", "-fPIC", "-shared", "-o"])
        .args([&own, source])
        .args(wide.then_some("-DWIDE"))
        .arg(format!("-DMORE_KERNELS(K)={}", more.join(" ")))
        .status()
        .expect("a C++ compiler, `c++`, is needed to test the kernels without a GPU");
    assert!(status.success(), "the kernels compile for this machine");
    std::fs::rename(own, library).expect("both are in the same folder");
}

impl Device for Host {
    fn name(&self) -> String {
        "this machine".to_owned()
    }

    fn processors(&self) -> u32 {
        4
    }

    fn threads(&self) -> u32 {
        1
    }

    fn blocks(&self) -> u32 {
        3
    }

    fn shared(&self) -> usize {
        usize::MAX
    }

    fn free(&self) -> Result<usize, GpuError> {
        Ok(1 << 30)
    }

    fn take(&self, bytes: usize) -> Result<DeviceMemory, GpuError> {
        // What is not written must not be relied on.
        let mut owner = vec![0xa5a5_a5a5_a5a5_a5a5_u64; bytes.div_ceil(8) + 1];
        // Kernels read entries of 16 bytes.
        let address = (owner.as_mut_ptr() as u64).next_multiple_of(16);
        Ok(DeviceMemory {
            address,
            bytes,
            owner: Box::new(owner),
        })
    }

    fn clear(&self, memory: &DeviceMemory, at: usize, bytes: usize) -> Result<(), GpuError> {
        assert!(at + bytes <= memory.bytes);
        // SAFETY: inside memory that is held, as just checked.
        unsafe { std::ptr::write_bytes((memory.address as *mut u8).add(at), 0, bytes) };
        Ok(())
    }

    fn write(&self, memory: &DeviceMemory, at: usize, bytes: &[u8]) -> Result<(), GpuError> {
        assert!(at + bytes.len() <= memory.bytes);
        let to = (memory.address as *mut u8).wrapping_add(at);
        // SAFETY: inside memory that is held, as just checked; the two do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
        Ok(())
    }

    fn read(&self, memory: &DeviceMemory, at: usize, bytes: &mut [u8]) -> Result<(), GpuError> {
        assert!(at + bytes.len() <= memory.bytes);
        let from = (memory.address as *const u8).wrapping_add(at);
        // SAFETY: inside memory that is held, as just checked; the two do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn copy(
        &self,
        from: &DeviceMemory,
        at: usize,
        to: &DeviceMemory,
        to_at: usize,
        bytes: usize,
    ) -> Result<(), GpuError> {
        if bytes == 0 {
            return Ok(());
        }
        assert!(at + bytes <= from.bytes && to_at + bytes <= to.bytes);
        let from = (from.address as *const u8).wrapping_add(at);
        let to = (to.address as *mut u8).wrapping_add(to_at);
        // SAFETY: inside two memories that are held, as just checked.
        unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) };
        Ok(())
    }

    fn launch(&self, kernel: &str, grid: LaunchConfig, parameters: &[u8]) -> Result<(), GpuError> {
        let mut shared = vec![0xa5a5_a5a5_a5a5_a5a5_u64; grid.shared as usize / 8 + 2];
        let mut aligned = vec![0_u64; parameters.len().div_ceil(8)];
        bytes_of(&mut aligned)[..parameters.len()].copy_from_slice(parameters);
        let name = CString::new(kernel).expect("names have no zero");
        // The block counter is the library's own: one launch at a time.
        let _one = ONE
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        // SAFETY: the signature is that of `host.cpp`; the parameters are laid out by the searcher.
        let known = unsafe {
            let launch = kernels(kernel.starts_with("wide_"))
                .get::<Launch>(b"taquin_launch")
                .expect("the library has it");
            launch(
                name.as_ptr(),
                grid.blocks,
                shared.as_mut_ptr().cast(),
                aligned.as_ptr().cast(),
            )
        };
        assert_eq!(known, 1, "there is no kernel {kernel}");
        Ok(())
    }

    fn compile(&self, kernels: Kernels) -> bool {
        COMPILED.contains(&kernels)
    }
}

fn bytes_of(words: &mut [u64]) -> &mut [u8] {
    // SAFETY: every bit pattern is a byte, and the lifetime is that of the words.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), 8 * words.len()) }
}
