//! The application for web pages: the questions and answers of the REST API, in a WebAssembly module.
//!
//! The module has a handful of functions on pointers and lengths (`abi`), which a worker of the page calls
//! (`web/app/js/engine/worker.js`). Text goes in and out as JSON. That is all the page needs, so there is
//! no generated glue: the module imports five functions and depends on no browser crate. [`Engine`] is the
//! same thing in safe Rust, which the tests run on the host.

#[cfg(target_arch = "wasm32")]
pub mod abi;
mod engine;
mod host;

pub use engine::Engine;
pub use host::Host;
