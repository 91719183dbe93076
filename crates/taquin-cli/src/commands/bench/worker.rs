//! The process that makes runs for `bench run`.

use std::io;

use taquin_lab::worker::{Hooks, follow_parent, serve};

use crate::End;
use crate::failure::Exit;
use crate::interrupt;

pub(super) fn run() -> Result<Exit, End> {
    follow_parent();
    let hooks = Hooks {
        watch: &interrupt::watch,
        stopped: &interrupt::seen,
    };
    serve(&mut io::stdin().lock(), &mut io::stdout().lock(), &hooks)?;
    Ok(Exit::Done)
}
