//! The first CUDA device of this machine, through its driver, which is loaded on first use.
#![expect(unsafe_code, reason = "calls of the CUDA driver")]

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{CUdevice_attribute, CUfunction, CUfunction_attribute};
use cudarc::driver::{CudaContext, CudaModule};
use cudarc::nvrtc::Ptx;

use crate::device::{Device, DeviceMemory, GpuError, LaunchConfig};
use crate::kernels::Kernels;
use crate::nvrtc;

/// The kernels, compiled; `kernels/` has their source and `cargo xtask ptx` compiles it.
const PTX: &str = include_str!("../kernels/taquin.ptx");

/// The kernels for boards of more than 25 cells.
const WIDE_PTX: &str = include_str!("../kernels/wide.ptx");

/// A CUDA device with the kernels loaded.
pub struct Cuda {
    context: Arc<CudaContext>,
    /// The kept kernels for boards of up to 25 cells.
    ptx: Cow<'static, str>,
    /// Kernels that were loaded one by one, and those compiled here.
    modules: Mutex<Vec<Arc<CudaModule>>>,
    /// Whether the requested kernels could be compiled.
    compiled: Mutex<HashMap<Kernels, bool>>,
    functions: Mutex<HashMap<String, Function>>,
    name: String,
    processors: u32,
    threads: u32,
    shared: usize,
}

/// Threads that a multiprocessor runs: more have too few registers each.
const RESIDENT: u32 = 1024;

#[derive(Clone, Copy)]
struct Function(CUfunction);

// SAFETY: the handle names a function of the module, which `Cuda` keeps loaded; the driver takes
// it from any thread that has made the context current.
unsafe impl Send for Function {}

impl Cuda {
    /// The first device.
    ///
    /// # Errors
    /// When the machine has no CUDA driver or no device, or they do not take the kernels.
    pub fn new() -> Result<Self, GpuError> {
        Self::open(Cow::Borrowed(PTX))
    }

    /// The first device with kernels compiled otherwise, to measure what that gains: PTX that has all
    /// that `kernels/taquin.cu` has, with the same structs.
    ///
    /// # Errors
    /// As for [`Cuda::new`].
    pub fn with_kernels(ptx: &str) -> Result<Self, GpuError> {
        Self::open(Cow::Owned(ptx.to_owned()))
    }

    fn open(ptx: Cow<'static, str>) -> Result<Self, GpuError> {
        // SAFETY: loads the driver's library, whose initialisers are the vendor's.
        if !unsafe { cudarc::driver::sys::is_culib_present() } {
            let reason = "the driver's library libcuda is not installed".to_owned();
            return Err(GpuError::None(reason));
        }
        let none = |error: DriverError| GpuError::None(error.to_string());
        let context = CudaContext::new(0).map_err(none)?;
        let attribute = |attribute| {
            let value = context.attribute(attribute).map_err(failed("attribute"))?;
            Ok::<u32, GpuError>(value.unsigned_abs())
        };
        let processors = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        let shared = attribute(
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
        )?;
        let name = context.name().map_err(failed("name"))?;
        Ok(Self {
            context,
            ptx,
            modules: Mutex::default(),
            compiled: Mutex::default(),
            functions: Mutex::default(),
            name,
            processors,
            threads: 512,
            shared: shared as usize,
        })
    }

    /// The same with blocks of this many threads, at most 512.
    pub fn with_threads(mut self, threads: u32) -> Self {
        self.threads = threads.clamp(32, 512);
        self
    }

    fn function(&self, name: &str) -> Result<Function, GpuError> {
        let mut functions = self.functions.lock().expect("no thread panics here");
        if let Some(&function) = functions.get(name) {
            return Ok(function);
        }
        let mut modules = self.modules.lock().expect("no thread panics here");
        let kept = kernel(&self.ptx, name).or_else(|| kernel(WIDE_PTX, name));
        if let Some(ptx) = kept {
            let module = self.context.load_module(Ptx::from_src(ptx));
            modules.push(module.map_err(failed("load_module"))?);
        }
        // The most recently loaded comes first.
        let mut found = modules
            .iter()
            .rev()
            .map(|module| module.load_function(name));
        let first = found.next().ok_or_else(|| GpuError::Failed {
            call: "load_function",
            reason: format!("there is no kernel {name}"),
        })?;
        let function = found.fold(first, Result::or);
        let function = function.map_err(failed("load_function"))?;
        // More than 48 KB of fast memory is given only to kernels that say they want it.
        let most = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        let most = self.context.attribute(most).map_err(failed("attribute"))?;
        let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        function
            .set_attribute(attribute, most)
            .map_err(failed("set_attribute"))?;
        let function = Function(function.cu_function());
        functions.insert(name.to_owned(), function);
        Ok(function)
    }

    fn load_compiled(&self, kernels: Kernels) -> Result<(), GpuError> {
        let ptx = nvrtc::compile(kernels).map_err(|reason| GpuError::Failed {
            call: "NVRTC",
            reason,
        })?;
        let module = self.context.load_module(Ptx::from_src(ptx));
        let module = module.map_err(failed("load_module"))?;
        let mut modules = self.modules.lock().expect("no thread panics here");
        modules.push(module);
        Ok(())
    }

    fn bind(&self) -> Result<(), GpuError> {
        self.context.bind_to_thread().map_err(failed("bind"))
    }
}

/// The PTX of one kernel: the driver compiles what it is given, which takes seconds for all of them.
fn kernel(ptx: &str, name: &str) -> Option<String> {
    const ENTRY: &str = ".visible .entry ";
    let head = &ptx[..ptx.find(ENTRY)?];
    let from = ptx.find(&format!("{ENTRY}{name}("))?;
    let length = ptx[from..].find("\n}\n")? + 3;
    Some(format!("{head}{}", &ptx[from..from + length]))
}

fn failed(call: &'static str) -> impl Fn(DriverError) -> GpuError {
    move |error| GpuError::Failed {
        call,
        reason: error.to_string(),
    }
}

/// Gives memory back.
struct Owner {
    context: Arc<CudaContext>,
    address: u64,
}

impl Drop for Owner {
    fn drop(&mut self) {
        if self.context.bind_to_thread().is_ok() {
            // SAFETY: the address came from `malloc_sync` and is given back once; kernels that
            // used it have ended, since the call waits for them. A failure leaves nothing to do.
            let _ = unsafe { result::free_sync(self.address) };
        }
    }
}

impl Device for Cuda {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn processors(&self) -> u32 {
        self.processors
    }

    fn threads(&self) -> u32 {
        self.threads
    }

    fn blocks(&self) -> u32 {
        self.processors * (RESIDENT / self.threads)
    }

    fn shared(&self) -> usize {
        self.shared
    }

    fn free(&self) -> Result<usize, GpuError> {
        let (free, _) = self.context.mem_get_info().map_err(failed("memory"))?;
        Ok(free)
    }

    fn take(&self, bytes: usize) -> Result<DeviceMemory, GpuError> {
        self.bind()?;
        // SAFETY: the memory belongs to `Owner` and is reached through kernels and copies only.
        let Ok(address) = (unsafe { result::malloc_sync(bytes) }) else {
            let free = self.free()?;
            return Err(GpuError::Memory {
                wanted: bytes,
                free,
            });
        };
        let owner = Owner {
            context: self.context.clone(),
            address,
        };
        Ok(DeviceMemory {
            address,
            bytes,
            owner: Box::new(owner),
        })
    }

    fn clear(&self, memory: &DeviceMemory, at: usize, bytes: usize) -> Result<(), GpuError> {
        assert!(at + bytes <= memory.bytes, "inside the memory");
        self.bind()?;
        // SAFETY: the stretch lies inside memory that is held, as just checked.
        unsafe { result::memset_d8_sync(memory.address + at as u64, 0, bytes) }
            .map_err(failed("memset"))
    }

    fn write(&self, memory: &DeviceMemory, at: usize, bytes: &[u8]) -> Result<(), GpuError> {
        assert!(at + bytes.len() <= memory.bytes, "inside the memory");
        self.bind()?;
        // SAFETY: as in `clear`.
        unsafe { result::memcpy_htod_sync(memory.address + at as u64, bytes) }
            .map_err(failed("copy to the device"))
    }

    fn read(&self, memory: &DeviceMemory, at: usize, bytes: &mut [u8]) -> Result<(), GpuError> {
        assert!(at + bytes.len() <= memory.bytes, "inside the memory");
        self.bind()?;
        // SAFETY: as in `clear`.
        unsafe { result::memcpy_dtoh_sync(bytes, memory.address + at as u64) }
            .map_err(failed("copy from the device"))
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
        self.bind()?;
        let (from, to) = (from.address + at as u64, to.address + to_at as u64);
        // SAFETY: as in `clear`, on both sides; they are two memories.
        unsafe { result::memcpy_dtod_sync(to, from, bytes) }.map_err(failed("copy"))
    }

    fn launch(&self, kernel: &str, grid: LaunchConfig, parameters: &[u8]) -> Result<(), GpuError> {
        self.bind()?;
        let Function(function) = self.function(kernel)?;
        // The driver copies the parameters, aligned as the kernel's struct is: to 8 bytes.
        let mut aligned: Vec<u64> = vec![0; parameters.len().div_ceil(8)];
        bytemuck::cast_slice_mut(&mut aligned)[..parameters.len()].copy_from_slice(parameters);
        let mut arguments = [aligned.as_mut_ptr().cast()];
        // SAFETY: every kernel takes one struct by value, of the type that the caller has laid out
        // in `parameters`; the pointers in it are to memory that the caller holds.
        unsafe {
            result::launch_kernel(
                function,
                (grid.blocks, 1, 1),
                (grid.threads, 1, 1),
                grid.shared,
                std::ptr::null_mut(),
                &mut arguments,
            )
        }
        .map_err(failed("launch"))
    }

    fn compile(&self, kernels: Kernels) -> bool {
        let mut compiled = self.compiled.lock().expect("no thread panics here");
        let load = || self.load_compiled(kernels).is_ok();
        *compiled.entry(kernels).or_insert_with(load)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_cut_out_whole() {
        for (ptx, count) in [(PTX, 38), (WIDE_PTX, 18)] {
            let names: Vec<&str> = ptx
                .split(".visible .entry ")
                .skip(1)
                .filter_map(|text| text.split('(').next())
                .collect();
            assert_eq!(names.len(), count);
            for name in names {
                let cut = kernel(ptx, name).unwrap();
                assert!(cut.starts_with(&ptx[..40]), "{name}");
                assert!(cut.contains(".extern .shared"), "{name}");
                assert!(cut.ends_with("\n}\n"), "{name}");
                assert_eq!(cut.matches(".entry").count(), 1, "{name}");
            }
        }
        assert_eq!(kernel(PTX, "no such kernel"), None);
    }
}
