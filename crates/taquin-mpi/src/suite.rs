//! `taquin-mpi suite`: a suite of experiments, shard by shard.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use clap::Args;
use taquin_app::units::show_duration;

use crate::Lead;
use crate::ranks::Work;

/// Runs a suite of the lab in shards, and merges them
#[derive(Args)]
#[expect(
    clippy::struct_field_names,
    reason = "clap names the option after the field"
)]
pub(crate) struct Suite {
    /// The suite, as for `taquin bench run`
    #[arg(value_name = "SUITE")]
    suite: String,
    /// The folder of results, which all ranks see: shards in it, merged in its folder `all`
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// How many shards [default: four for each rank]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    shards: Option<u16>,
    /// The program
    #[arg(long, value_name = "PROGRAM", default_value = "taquin")]
    taquin: String,
    /// Further options of `taquin bench run`
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<String>,
}

impl Suite {
    pub(crate) fn run(&self, ranks: usize, lead: &mut Lead<'_>) -> Result<ExitCode, String> {
        let shards = self.shards.map_or(4 * ranks as u64, u64::from);
        let folder = |shard: u64| self.out.join(format!("shard-{shard}"));
        let mut orders = BTreeMap::new();
        for shard in 1..=shards {
            let out = folder(shard).display().to_string();
            let part = format!("{shard}/{shards}");
            let mut words = vec![
                "run",
                &self.taquin,
                "bench",
                "run",
                &self.suite,
                "--shard",
                &part,
                "--out",
                &out,
            ];
            words.extend(self.options.iter().map(String::as_str));
            if words.iter().any(|word| word.contains(['\t', '\n'])) {
                return Err("no tabs or line ends in options".to_owned());
            }
            orders.insert(shard, words.join("\t"));
        }
        std::fs::create_dir_all(&self.out).map_err(|e| format!("{}: {e}", self.out.display()))?;
        let mut work = Shards {
            open: orders.keys().copied().collect(),
            orders,
            done: 0,
            total: shards,
            began: Instant::now(),
        };
        lead(&mut work)?;
        let mut merge = Command::new(&self.taquin);
        merge
            .args(["bench", "merge"])
            .args((1..=shards).map(folder));
        let status = merge.arg("--out").arg(self.out.join("all")).status();
        let status = status.map_err(|error| format!("{}: {error}", self.taquin))?;
        if status.success() {
            Ok(ExitCode::SUCCESS)
        } else {
            Err(format!("bench merge: {status}"))
        }
    }
}

struct Shards {
    open: VecDeque<u64>,
    orders: BTreeMap<u64, String>,
    done: u64,
    total: u64,
    began: Instant,
}

impl Work for Shards {
    fn next(&mut self) -> Result<Option<(u64, String)>, String> {
        let order = |id: u64| self.orders.get(&id).map(|order| (id, order.clone()));
        Ok(self.open.pop_front().and_then(order))
    }

    fn is_over(&self) -> bool {
        self.done == self.total
    }

    fn done(&mut self, _id: u64, result: Result<String, String>) -> Result<u64, String> {
        result?;
        self.done += 1;
        Ok(1)
    }

    fn unit(&self) -> &'static str {
        "shards"
    }

    fn lost(&mut self, id: u64) {
        self.open.push_back(id);
    }

    fn moot(&self, _ids: &[u64]) -> Vec<u64> {
        Vec::new()
    }

    fn must_stop(&self) -> bool {
        false
    }

    fn line(&self) -> String {
        let elapsed: Duration = self.began.elapsed();
        format!(
            "{}: {} of {} shards",
            show_duration(elapsed),
            self.done,
            self.total
        )
    }
}
