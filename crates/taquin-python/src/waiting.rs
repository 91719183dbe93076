//! Long work on another thread while the Python thread keeps listening: to Ctrl-C, and for progress to
//! show.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use taquin::notation::Notation;
use taquin::{Control, Event};
use taquin_app::answer::Progress;

/// Polling interval for signals and progress.
const PAUSE: Duration = Duration::from_millis(50);

/// The progress of a search, and the Python function that receives it.
pub(crate) struct Listener {
    function: Py<PyAny>,
    state: Arc<Mutex<(Progress, bool)>>,
}

impl Listener {
    pub(crate) fn new(function: Py<PyAny>) -> Self {
        Self {
            function,
            state: Arc::default(),
        }
    }

    /// The control with this listener.
    pub(crate) fn attach(&self, control: Control) -> Control {
        let state = Arc::clone(&self.state);
        control.on_event(move |event: &Event| {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            state.0.update(event, Notation::default());
            state.1 = true;
        })
    }

    /// Calls the function with what changed since the last call, as JSON.
    pub(crate) fn tell(&self, py: Python<'_>, control: &Control) -> PyResult<()> {
        let progress = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if !std::mem::take(&mut state.1) {
                return Ok(());
            }
            state.0.elapsed_ms = control.elapsed().as_millis() as u64;
            state.0.clone()
        };
        let text = serde_json::to_string(&progress)
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        self.function.call1(py, (text,))?;
        Ok(())
    }
}

/// Does the work on another thread, without the interpreter's lock, and calls `poll` every now and
/// then. A signal or an error of `poll` cancels the control, and is raised once the work has ended.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    control: &Control,
    poll: &dyn Fn() -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, mut receiver) = mpsc::channel();
        let worker = scope.spawn(move || {
            // The receiver is gone only if the caller has panicked.
            let _ = sender.send(work());
        });
        let mut fault = None;
        loop {
            let answer = py.detach(|| {
                let answer = receiver.recv_timeout(PAUSE);
                (receiver, answer)
            });
            receiver = answer.0;
            match answer.1 {
                Ok(value) => return fault.map_or(Ok(value), Err),
                Err(RecvTimeoutError::Timeout) if fault.is_none() => {
                    if let Err(error) = py.check_signals().and_then(|()| poll()) {
                        control.cancel();
                        fault = Some(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => match py.detach(|| worker.join()) {
                    Err(panic) => resume_unwind(panic),
                    Ok(()) => return Err(PyRuntimeError::new_err("the work gave no answer")),
                },
            }
        }
    })
}
