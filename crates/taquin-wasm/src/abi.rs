//! The functions that the page calls, and those that it provides.
//!
//! Pointers are offsets in the module's memory. The caller gets room with [`allocate`], writes into it,
//! and hands it over; a function that takes bytes also frees them.
#![expect(
    unsafe_code,
    reason = "the border to JavaScript is made of raw pointers"
)]

use std::time::Duration;

use crate::{Engine, Host};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    fn now() -> f64;
    fn is_cancelled() -> u32;
    fn progress(pointer: *const u8, length: usize);
    fn table_bytes(pointer: *const u8, length: usize);
    fn panicked(pointer: *const u8, length: usize);
}

/// The worker that loaded the module.
struct Worker;

impl Host for Worker {
    fn now(&self) -> Duration {
        // SAFETY: the import takes nothing and returns milliseconds.
        let millis = unsafe { now() };
        Duration::from_secs_f64(millis.max(0.0) / 1000.0)
    }

    fn is_cancelled(&self) -> bool {
        // SAFETY: the import takes nothing.
        unsafe { is_cancelled() != 0 }
    }

    fn progress(&self, json: &str) {
        // SAFETY: the worker copies the bytes before it returns.
        unsafe { progress(json.as_ptr(), json.len()) }
    }

    fn table_bytes(&self, bytes: &[u8]) {
        // SAFETY: the worker copies the bytes before it returns.
        unsafe { table_bytes(bytes.as_ptr(), bytes.len()) }
    }
}

/// An engine and its last answer.
pub struct Session {
    engine: Engine,
    reply: Vec<u8>,
}

/// Room for bytes from the page.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// A session, which lives as long as the module.
#[unsafe(no_mangle)]
pub extern "C" fn start() -> *mut Session {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // SAFETY: the worker copies the bytes before it returns.
        unsafe { panicked(text.as_ptr(), text.len()) }
    }));
    Box::into_raw(Box::new(Session {
        engine: Engine::new(Worker),
        reply: Vec::new(),
    }))
}

/// Answers a question; 1 if there is an answer, 0 if a refusal. Both wait in the reply.
///
/// # Safety
/// The session is from [`start`], the others from [`allocate`] with the same lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(
    session: *mut Session,
    name: *mut u8,
    name_length: usize,
    question: *mut u8,
    question_length: usize,
) -> u32 {
    // SAFETY: as the caller promises.
    let (session, name, question) = unsafe {
        (
            &mut *session,
            take(name, name_length),
            take(question, question_length),
        )
    };
    let answer = session
        .engine
        .ask(&String::from_utf8_lossy(&name), &question);
    session.give(answer)
}

/// Reads a stored table; 1 if it is whole, 0 with the reason as the reply.
///
/// # Safety
/// As for [`ask`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn load_table(session: *mut Session, bytes: *mut u8, length: usize) -> u32 {
    // SAFETY: as the caller promises.
    let (session, bytes) = unsafe { (&mut *session, take(bytes, length)) };
    let read = session.engine.load_table(&bytes);
    session.give(read.map(|()| String::new()))
}

/// Sends the next new table through `table_bytes`; 1 with its name as the reply, 0 if there is none.
///
/// # Safety
/// The session is from [`start`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn save_table(session: *mut Session) -> u32 {
    // SAFETY: as the caller promises.
    let session = unsafe { &mut *session };
    let name = session.engine.save_table();
    session.give(name.ok_or_else(String::new))
}

/// The address of the reply, valid until the next call.
///
/// # Safety
/// The session is from [`start`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reply(session: *const Session) -> *const u8 {
    // SAFETY: as the caller promises.
    unsafe { (*session).reply.as_ptr() }
}

/// The length of the reply in bytes.
///
/// # Safety
/// The session is from [`start`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reply_length(session: *const Session) -> usize {
    // SAFETY: as the caller promises.
    unsafe { (&(*session).reply).len() }
}

impl Session {
    fn give(&mut self, reply: Result<String, String>) -> u32 {
        let is_answer = u32::from(reply.is_ok());
        self.reply = reply.unwrap_or_else(|refusal| refusal).into_bytes();
        is_answer
    }
}

/// The bytes that the page wrote.
///
/// # Safety
/// They come from [`allocate`] with this length and are not used afterwards.
unsafe fn take(bytes: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: as the caller promises.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)) }
}
