//! `taquin site`: the page as files for any web server.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::End;
use crate::failure::{Exit, Failure};
use crate::output::{Style, talk};

/// Write the web page as a static site that solves in the browser without a service
#[derive(Args)]
#[command(after_help = "Examples:
  taquin site public
  taquin site public && python3 -m http.server --directory public

All links in the site are relative, so it works in any folder of any file server. Existing files
of the same names are replaced; others are kept.")]
pub(crate) struct Site {
    /// The folder to write to; created if missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Site {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        let files = taquin_web::site();
        for (name, content) in &files {
            write(&self.folder.join(name), content)?;
        }
        if !style.quiet {
            talk(&format!(
                "{} files in {}",
                files.len(),
                self.folder.display()
            ));
        }
        Ok(Exit::Done)
    }
}

fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, content))
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}
