//! Ctrl-C: the first ends the running searches, which answer with what they have; the second
//! ends the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use taquin::Control;

use crate::failure::Exit;

static SEEN: AtomicBool = AtomicBool::new(false);
/// Whether nothing but searches is worth waiting for.
static AT_ONCE: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<Vec<Weak<Control>>> = Mutex::new(Vec::new());

/// Begins to listen for Ctrl-C. Without a handler Ctrl-C ends the process as it always did, so a
/// system that refuses one is no reason to stop.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| {
        let is_idle = || running().iter().all(|control| control.strong_count() == 0);
        let at_once = AT_ONCE.load(Ordering::SeqCst) && is_idle();
        if SEEN.swap(true, Ordering::SeqCst) || at_once {
            taquin_tui::restore();
            #[expect(clippy::exit, reason = "the user asked twice, or nothing runs")]
            std::process::exit(Exit::Interrupted as i32);
        }
        for control in running().iter().filter_map(Weak::upgrade) {
            control.cancel();
        }
    });
}

/// Lets the first Ctrl-C end the process where no search runs: at a prompt, say.
pub(crate) fn leave_at_once() {
    AT_ONCE.store(true, Ordering::SeqCst);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn seen() -> bool {
    SEEN.load(Ordering::SeqCst)
}

/// Cancels this search when Ctrl-C is pressed, or at once if it was.
pub(crate) fn watch(control: &Arc<Control>) {
    let mut running = running();
    running.retain(|other| other.strong_count() > 0);
    running.push(Arc::downgrade(control));
    if seen() {
        control.cancel();
    }
}

fn running() -> std::sync::MutexGuard<'static, Vec<Weak<Control>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}
