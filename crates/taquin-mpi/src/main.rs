//! `taquin-mpi`: sliding puzzles on many machines.
//!
//! Rank 0 deals small orders to all ranks, itself included, and keeps what is done in a journal. A rank
//! that is lost costs what it was doing; if rank 0 or a whole machine is lost, the same command
//! continues from the journal.
#![cfg_attr(
    not(mpi),
    allow(dead_code, reason = "without MPI nobody sends or receives a message")
)]

mod boards;
mod crew;
mod mpi;
mod order;
mod ranks;
mod solve;
mod suite;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use taquin_app::units;

use crate::crew::Crew;
use crate::mpi::Mpi;
use crate::order::Bench;
use crate::ranks::{Show, Work};

/// Solves sliding puzzles on many machines by MPI.
///
/// Start it with mpirun. With `--with-ft ulfm`, the loss of a rank costs what it was doing.
#[derive(Parser)]
#[command(
    name = "taquin-mpi",
    version,
    max_term_width = 100,
    after_help = "Examples:
  mpirun --with-ft ulfm taquin-mpi solve --goal blank-first --parts proof \"14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3\"
  mpirun taquin-mpi boards --input boards.txt > moves.txt
  mpirun taquin-mpi suite --out runs korf100"
)]
struct Cli {
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Args)]
struct Shared {
    /// Threads of each rank
    #[arg(long, short = 'j', global = true, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Folder of pattern databases, on each machine [default: that of `taquin pdb`]
    #[arg(long, global = true, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// A line of progress this often; 0s for none
    #[arg(long, global = true, value_name = "TIME", default_value = "10s", value_parser = interval)]
    progress: Duration,
    /// A line for each rank too
    #[arg(long, global = true)]
    ranks: bool,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
    Boards(boards::Boards),
    Suite(suite::Suite),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    choose_device();
    let mpi = match Mpi::start() {
        Ok(mpi) => mpi,
        Err(error) => {
            tell(&error);
            return ExitCode::FAILURE;
        }
    };
    let rank = mpi.rank;
    let tables = cli.shared.tables.clone().or_else(table_folder);
    let bench = Arc::new(Bench::new(tables));
    let result = match &cli.command {
        Command::Solve(solve) if solve.is_on_device() => solve.on_device(&bench, rank, mpi.size),
        command => in_ranks(&cli.shared, command, &mpi, &bench),
    };
    if let Err(error) = &result {
        tell(&format!("rank {rank}: {error}"));
    }
    // What was sent last must be on its way before this process ends.
    for _ in 0..200 {
        if !mpi.is_sending() {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let is_whole = mpi.failed().is_empty();
    if is_whole {
        mpi.finish();
    }
    result.unwrap_or(ExitCode::FAILURE)
}

fn in_ranks(
    shared: &Shared,
    command: &Command,
    mpi: &Mpi,
    bench: &Arc<Bench>,
) -> Result<ExitCode, String> {
    let threads = usize::from(shared.threads);
    let mut crew = Crew::new(bench, threads);
    if mpi.rank > 0 {
        ranks::follow(mpi, &mut crew);
        return Ok(ExitCode::SUCCESS);
    }
    let every = (!shared.progress.is_zero()).then_some(shared.progress);
    let show = Show {
        every,
        ranks: shared.ranks,
    };
    let mut lead = |work: &mut dyn Work| ranks::lead(mpi, &mut crew, threads, work, show);
    let workers = threads * mpi.size;
    let result = match command {
        Command::Solve(solve) => solve.run(bench, workers, &mut lead),
        Command::Boards(boards) => boards.run(&mut lead),
        Command::Suite(suite) => suite.run(mpi.size, &mut lead),
    };
    // Also after an error: the others wait for orders.
    ranks::dismiss(mpi);
    result
}

/// A time between two lines, which may be none.
fn interval(text: &str) -> Result<Duration, String> {
    match text {
        "0" | "0s" => Ok(Duration::ZERO),
        text => units::duration(text),
    }
}

/// Runs the loop of rank 0.
type Lead<'a> = dyn FnMut(&mut dyn Work) -> Result<(), String> + 'a;

/// A GPU for each process of a machine, unless the launcher has chosen.
fn choose_device() {
    if std::env::var_os("CUDA_VISIBLE_DEVICES").is_some() {
        return;
    }
    let names = [
        "OMPI_COMM_WORLD_LOCAL_RANK",
        "MPI_LOCALRANKID",
        "SLURM_LOCALID",
    ];
    let local = names.iter().find_map(|name| std::env::var(name).ok());
    let devices = std::fs::read_dir("/proc/driver/nvidia/gpus").map_or(0, Iterator::count);
    if let Some(local) = local.and_then(|text| text.parse::<usize>().ok())
        && devices > 1
    {
        mpi::set_variable("CUDA_VISIBLE_DEVICES", &(local % devices).to_string());
    }
}

/// The folder in which `taquin pdb` stores its tables.
fn table_folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = cache.filter(|folder| folder.is_absolute()).or_else(home)?;
    Some(cache.join("taquin"))
}

/// Says something to the user.
fn tell(text: &str) {
    // Nothing can be done where stderr is closed.
    let _ = writeln!(std::io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent_and_progress_can_be_turned_off() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
        let words = ["taquin-mpi", "boards", "--progress", "0s"];
        assert!(
            Cli::try_parse_from(words)
                .unwrap()
                .shared
                .progress
                .is_zero()
        );
        let words = ["taquin-mpi", "boards", "--progress", "soon"];
        assert!(Cli::try_parse_from(words).is_err());
    }
}
