//! The process that makes runs for `bench run`.

use std::io;
use std::sync::Arc;

use taquin_lab::measurer::Hooks;
use taquin_lab::worker::{follow_parent, serve};

use crate::End;
use crate::failure::Exit;
use crate::interrupt;
use crate::session;

pub(super) fn run() -> Result<Exit, End> {
    follow_parent();
    let hooks = Hooks {
        control: &|limits| {
            let control = Arc::new(session::control(limits));
            interrupt::watch(&control);
            control
        },
        stopped: &interrupt::seen,
    };
    serve(&mut io::stdin().lock(), &mut io::stdout().lock(), &hooks)?;
    Ok(Exit::Done)
}
