//! Writes the rendered manual into a folder: `cargo run -p taquin-manual --example write -- target/book`.

#![expect(clippy::print_stdout, reason = "a program for people at a terminal")]

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1);
    let folder = PathBuf::from(folder.unwrap_or_else(|| "target/book".to_owned()));
    let paths = taquin_manual::paths();
    for path in &paths {
        let file = taquin_manual::file(path).expect("every listed path is a file");
        let target = folder.join(path);
        fs::create_dir_all(target.parent().unwrap_or(&folder))?;
        fs::write(target, file.content)?;
    }
    println!("{} files in {}", paths.len(), folder.display());
    Ok(())
}
