//! Times the building of the tables of a partition:
//!
//! ```console
//! $ cargo run --release -p taquin-pdb --example build -- 4x4 6-6-3 2 zero-aware
//! ```
#![expect(clippy::print_stdout, reason = "an example that prints its times")]

use std::time::Instant;

use taquin_core::{Control, Limits, Size};
use taquin_pdb::{Partition, TableKind, build};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |i: usize, default: &str| arguments.get(i).map_or(default, |a| a).to_owned();
    let size: Size = argument(0, "4x4").parse()?;
    let partition: Partition = argument(1, "6-6-3").parse()?;
    let threads: usize = argument(2, "2").parse()?;
    let kind: TableKind = argument(3, "zero-aware").parse()?;
    for pattern in partition.patterns(size, size.cells() - 1)? {
        let begun = Instant::now();
        let table = build(
            &pattern,
            kind,
            threads,
            &Control::new(Limits::default()),
            |_| (),
        )?;
        println!(
            "{size} {pattern}: {} bytes, largest {}, mean {:.2}, {:016x}, {:?}",
            table.len(),
            table.header().largest(),
            table.header().mean(),
            table.checksum(),
            begun.elapsed()
        );
    }
    Ok(())
}
