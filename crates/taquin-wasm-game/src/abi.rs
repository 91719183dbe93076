//! The functions that the page calls, of this module and of `taquin-wasm-results`.
//!
//! Pointers are offsets in the module's memory. The caller gets room with [`allocate`], writes its question into
//! it and hands it over to [`ask`], which frees it.
#![expect(
    unsafe_code,
    reason = "the border to JavaScript is made of raw pointers"
)]

use crate::Module;

/// What answers, and its last answer.
pub struct Page {
    module: Module,
    answer: String,
}

/// Creates the state of a page; it lives as long as the module.
#[unsafe(no_mangle)]
pub extern "C" fn start() -> *mut Page {
    Box::into_raw(Box::new(Page {
        module: Module::default(),
        answer: String::new(),
    }))
}

/// Room for a question.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Answers a question; 1 if there is an answer, 0 if a fault. Either waits at [`answer`].
///
/// # Safety
/// The page is from [`start`], the question from [`allocate`] with the same length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(page: *mut Page, question: *mut u8, length: usize) -> u32 {
    // SAFETY: as the caller promises.
    let (page, question) = unsafe {
        let bytes = std::ptr::slice_from_raw_parts_mut(question, length);
        (&mut *page, Box::from_raw(bytes))
    };
    let answer = page.module.ask(&String::from_utf8_lossy(&question));
    let is_answer = u32::from(answer.is_ok());
    page.answer = answer.unwrap_or_else(|fault| fault);
    is_answer
}

/// The address of the answer, valid until the next question.
///
/// # Safety
/// The page is from [`start`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(page: *const Page) -> *const u8 {
    // SAFETY: as the caller promises.
    unsafe { (*page).answer.as_ptr() }
}

/// The length of the answer in bytes.
///
/// # Safety
/// The page is from [`start`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer_length(page: *const Page) -> usize {
    // SAFETY: as the caller promises.
    unsafe { (&(*page).answer).len() }
}
