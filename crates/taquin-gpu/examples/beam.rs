//! Runs a beam from a random board on the GPU and prints how long each kernel takes, and the rate.
//!
//! ```text
//! cargo run --release -p taquin-gpu --example beam -- 7 1048576 200
//! ```
//!
//! The arguments are the side of the board, the boards per level, and the levels. It makes two runs: one
//! unchanged, one that waits for every kernel.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use taquin_core::generate::{Generator, Uniform};
use taquin_core::{Control, Goal, Limits, Size};
use taquin_gpu::device::{Device, DeviceMemory, GpuError, LaunchConfig};
use taquin_gpu::{Cuda, Searcher};
use taquin_search::algorithms::{Ask, Breadth, Net};
use taquin_search::nets::Nets;

fn main() -> Result<(), Box<dyn Error>> {
    let argument = |n: usize, default: u64| -> Result<u64, _> {
        std::env::args().nth(n).map_or(Ok(default), |n| n.parse())
    };
    let side = argument(1, 7)? as usize;
    let (boards, levels) = (argument(2, 1 << 20)?, argument(3, 200)?);
    let goal = Goal::BlankLast.board(Size::new(side, side)?)?;
    let start = Uniform.board(&goal, 1);
    let net = Net::new(&goal, &Nets::default());
    let ask = Ask {
        start: &start,
        goal: &goal,
        net: net.as_ref(),
        longest: 1000,
        width: Breadth::Boards(boards as usize),
    };
    let times = Times::default();
    let inner = Cuda::new()?;
    let timed = Timed {
        last: inner.take(16)?,
        inner,
        times: times.clone(),
    };
    let limits = Limits {
        nodes: Some(boards * levels),
        ..Limits::default()
    };
    for device in [Box::new(Cuda::new()?) as Box<dyn Device>, Box::new(timed)] {
        let mut searcher = Searcher::new(device);
        // The driver takes its time when a kernel is first used.
        let few = Limits {
            nodes: Some(10_000),
            ..Limits::default()
        };
        searcher.beam(&ask, &Control::new(few))?;
        times.lock().expect("no thread panics").clear();
        let began = Instant::now();
        let found = searcher.beam(&ask, &Control::new(limits))?;
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{} boards, {} children in {seconds:.3} s, {:.2} G children a second, widest {}, {} MB",
            found.expanded,
            found.generated,
            found.generated as f64 / seconds / 1e9,
            found.widest,
            found.bytes >> 20,
        );
        for (kernel, (count, time)) in times.lock().expect("no thread panics").iter() {
            let seconds = time.as_secs_f64();
            let rate = found.generated as f64 / seconds / 1e9;
            println!("{kernel}\t{count} times\t{seconds:.3} s\t{rate:.2} G children a second");
        }
    }
    Ok(())
}

/// By kernel: how often it ran, and how long.
type Times = Arc<Mutex<BTreeMap<String, (u64, Duration)>>>;

/// A device that waits for every kernel and notes its time.
struct Timed {
    inner: Cuda,
    /// Read to wait.
    last: DeviceMemory,
    times: Times,
}

impl Timed {
    /// Waits for all that was started.
    fn wait(&self) -> Result<(), GpuError> {
        self.inner.read(&self.last, 0, &mut [0; 16])
    }
}

impl Device for Timed {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn processors(&self) -> u32 {
        self.inner.processors()
    }

    fn threads(&self) -> u32 {
        self.inner.threads()
    }

    fn blocks(&self) -> u32 {
        self.inner.blocks()
    }

    fn shared(&self) -> usize {
        self.inner.shared()
    }

    fn free(&self) -> Result<usize, GpuError> {
        self.inner.free()
    }

    fn take(&self, bytes: usize) -> Result<DeviceMemory, GpuError> {
        self.inner.take(bytes)
    }

    fn clear(&self, memory: &DeviceMemory, at: usize, bytes: usize) -> Result<(), GpuError> {
        self.inner.clear(memory, at, bytes)
    }

    fn write(&self, memory: &DeviceMemory, at: usize, bytes: &[u8]) -> Result<(), GpuError> {
        self.inner.write(memory, at, bytes)
    }

    fn read(&self, memory: &DeviceMemory, at: usize, bytes: &mut [u8]) -> Result<(), GpuError> {
        self.inner.read(memory, at, bytes)
    }

    fn copy(
        &self,
        from: &DeviceMemory,
        at: usize,
        to: &DeviceMemory,
        to_at: usize,
        bytes: usize,
    ) -> Result<(), GpuError> {
        self.inner.copy(from, at, to, to_at, bytes)
    }

    fn launch(&self, kernel: &str, grid: LaunchConfig, parameters: &[u8]) -> Result<(), GpuError> {
        self.wait()?;
        let began = Instant::now();
        self.inner.launch(kernel, grid, parameters)?;
        self.wait()?;
        let took = began.elapsed();
        let mut times = self.times.lock().expect("no thread panics");
        let (count, time) = times.entry(kernel.to_owned()).or_default();
        *count += 1;
        *time += took;
        Ok(())
    }
}
