//! The device interface of the search: memory, copies, and kernels by name.
//!
//! [`Cuda`](crate::Cuda) is one. Tests bring another that runs the same kernels, compiled for the
//! host, so that everything above this line is tried if there is no GPU.

use std::any::Any;

use taquin_pdb::BuildError;

use crate::kernels::Kernels;

/// A stretch of a device's memory, given back when dropped.
pub struct DeviceMemory {
    /// Where it begins, as kernels see it.
    pub address: u64,
    /// Its length.
    pub bytes: usize,
    /// Whatever gives it back.
    pub owner: Box<dyn Any + Send + Sync>,
}

/// The grid of a kernel launch.
#[derive(Clone, Copy, Debug)]
pub struct LaunchConfig {
    /// Blocks.
    pub blocks: u32,
    /// Threads in each.
    pub threads: u32,
    /// Bytes of fast memory that each block needs.
    pub shared: u32,
}

/// Something that runs kernels.
pub trait Device: Send {
    /// The name of the device.
    fn name(&self) -> String;

    /// The number of multiprocessors.
    fn processors(&self) -> u32;

    /// Threads of a block of a search.
    fn threads(&self) -> u32;

    /// Blocks of a search that run at the same time.
    fn blocks(&self) -> u32;

    /// Bytes of fast memory that the blocks on one multiprocessor share.
    fn shared(&self) -> usize;

    /// Bytes that can still be taken.
    ///
    /// # Errors
    /// When the device fails.
    fn free(&self) -> Result<usize, GpuError>;

    /// Takes memory; what is in it is not known.
    ///
    /// # Errors
    /// When there is not enough.
    fn take(&self, bytes: usize) -> Result<DeviceMemory, GpuError>;

    /// Sets bytes to zero.
    ///
    /// # Errors
    /// When the device fails.
    fn clear(&self, memory: &DeviceMemory, at: usize, bytes: usize) -> Result<(), GpuError>;

    /// Copies to the device.
    ///
    /// # Errors
    /// When the device fails.
    fn write(&self, memory: &DeviceMemory, at: usize, bytes: &[u8]) -> Result<(), GpuError>;

    /// Copies from the device, once all kernels have ended.
    ///
    /// # Errors
    /// When the device or a kernel fails.
    fn read(&self, memory: &DeviceMemory, at: usize, bytes: &mut [u8]) -> Result<(), GpuError>;

    /// Copies within the device, from one memory to another.
    ///
    /// # Errors
    /// When the device fails.
    fn copy(
        &self,
        from: &DeviceMemory,
        at: usize,
        to: &DeviceMemory,
        to_at: usize,
        bytes: usize,
    ) -> Result<(), GpuError>;

    /// Starts a kernel with its parameters.
    ///
    /// # Errors
    /// When there is no such kernel or it cannot be started.
    fn launch(&self, kernel: &str, grid: LaunchConfig, parameters: &[u8]) -> Result<(), GpuError>;

    /// Compiles kernels that are not kept, if it can; returns whether they are available now.
    fn compile(&self, kernels: Kernels) -> bool {
        let _ = kernels;
        false
    }
}

/// Why the GPU did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is none, or no driver for it.
    #[error("no CUDA device: {0}")]
    None(String),
    /// A call of the driver failed.
    #[error("the GPU failed in {call}: {reason}")]
    Failed {
        /// The call that failed.
        call: &'static str,
        /// The driver's message.
        reason: String,
    },
    /// Too little memory.
    #[error("the GPU is out of memory: {wanted} bytes requested, {free} free")]
    Memory {
        /// Requested bytes.
        wanted: usize,
        /// Bytes there are.
        free: usize,
    },
    /// Tables that this searcher cannot use.
    #[error("{0}")]
    Tables(String),
    /// The caller's journal cannot be read or written, or contradicts itself.
    #[error("the journal: {0}")]
    Journal(String),
    /// The caller stopped the search.
    #[error("stopped")]
    Stopped(taquin_core::Stop),
}

impl From<BuildError> for GpuError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Stopped(stop) => Self::Stopped(stop),
            other => Self::Tables(other.to_string()),
        }
    }
}

/// Copies plain values to new memory.
pub(crate) fn upload<T: bytemuck::NoUninit>(
    device: &dyn Device,
    values: &[T],
) -> Result<DeviceMemory, GpuError> {
    let bytes: &[u8] = bytemuck::cast_slice(values);
    let memory = device.take(bytes.len().max(16))?;
    device.write(&memory, 0, bytes)?;
    Ok(memory)
}

/// Takes memory that is all zero.
pub(crate) fn zeros(device: &dyn Device, bytes: usize) -> Result<DeviceMemory, GpuError> {
    let memory = device.take(bytes.max(16))?;
    device.clear(&memory, 0, memory.bytes)?;
    Ok(memory)
}

/// Reads one value.
pub(crate) fn read_one<T: bytemuck::AnyBitPattern + bytemuck::NoUninit>(
    device: &dyn Device,
    memory: &DeviceMemory,
    index: usize,
) -> Result<T, GpuError> {
    let mut value = T::zeroed();
    let bytes = bytemuck::bytes_of_mut(&mut value);
    device.read(memory, index * size_of::<T>(), bytes)?;
    Ok(value)
}
