//! State shared by all calls of this process.

use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taquin::pdb::PdbCache;
use taquin::{Context, Control, Limits};
use taquin_app::App;

/// The application of this process; its tables are where the command line keeps them.
pub(crate) fn app() -> &'static App {
    static APP: OnceLock<App> = OnceLock::new();
    APP.get_or_init(|| App {
        context: match tables_folder() {
            Some(folder) => Context::new().with(PdbCache::in_folder(folder)),
            None => Context::new(),
        },
        ..App::default()
    })
}

/// A control of this process without limits.
pub(crate) fn control() -> Control {
    app().control(Limits::default())
}

/// `taquin` in the user's cache folder, as the command line has it.
pub(crate) fn tables_folder() -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let folder = absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("LOCALAPPDATA"))
        .or_else(|| Some(absolute("HOME")?.join(".cache")));
    folder.map(|folder| folder.join("taquin"))
}

/// The requested number of threads, or one per core.
pub(crate) fn threads(asked: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    asked.unwrap_or_else(cores).clamp(1, 1024)
}

/// Limits as Python has them: seconds, nodes, bytes.
#[derive(Clone, Copy, Default, FromPyObject)]
pub(crate) struct LimitNumbers(Option<f64>, Option<u64>, Option<u64>);

impl LimitNumbers {
    pub(crate) fn limits(self) -> PyResult<Limits> {
        let Self(seconds, nodes, memory) = self;
        let time = seconds.map(|seconds| {
            let fault = || PyValueError::new_err("a time limit is a positive number of seconds");
            let time = Duration::try_from_secs_f64(seconds).map_err(|_| fault())?;
            if time.is_zero() {
                Err(fault())
            } else {
                Ok(time)
            }
        });
        Ok(Limits {
            time: time.transpose()?,
            nodes,
            memory,
        })
    }
}
