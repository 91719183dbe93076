//! `taquin bench merge`: the parts of an experiment put together.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use taquin_lab::folder;

use crate::End;
use crate::failure::Exit;
use crate::output::{Column, Reply, Style};

/// Merge the folders of a sharded experiment
#[derive(Args)]
#[command(after_help = "Example:
  taquin bench run korf100 --shard 1/2 --out runs/1      # on one machine
  taquin bench run korf100 --shard 2/2 --out runs/2      # on another
  taquin bench merge runs/1 runs/2 --out runs/all")]
pub(super) struct Merge {
    /// The folders of the parts
    #[arg(required = true, num_args = 1.., value_name = "FOLDER")]
    parts: Vec<PathBuf>,
    /// A new folder for all rows
    #[arg(long, short, value_name = "FOLDER")]
    out: PathBuf,
}

const COLUMNS: &[Column] = &[("rows", "/rows"), ("twice", "/twice"), ("out", "/out")];

impl Merge {
    pub(super) fn run(self, style: Style) -> Result<Exit, End> {
        let merged = folder::merge(&self.parts, &self.out);
        let (rows, twice) = merged.map_err(|error| super::failure(&error))?;
        let out = self.out.display();
        let doubles = if twice > 0 {
            format!("; {twice} duplicates dropped")
        } else {
            String::new()
        };
        let text = format!("{rows} rows in {out}{doubles}\n");
        let value = json!({ "rows": rows, "twice": twice, "out": out.to_string() });
        super::super::only(style, COLUMNS, Reply::new(text, &value))
    }
}
