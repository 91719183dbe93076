//! taquin in a terminal.
//!
//! [`run`] plays on the whole screen, [`plain::run`] line by line. What happens is decided in
//! [`TerminalApp`], which knows neither screen nor clock: [`TerminalApp::update`] takes a [`Message`] and the time
//! and gives [`Effect`]s, and [`view::draw`] draws what has become of it. Both are tested without
//! a terminal.

mod app;
mod deal;
mod keys;
mod messages;
pub mod plain;
mod run;
mod store;
mod task;
mod terminal;
mod theme;
pub mod view;
mod worker;

pub use app::{Appearance, Mode, Setup, TerminalApp};
pub use deal::deal;
pub use keys::{Action, BINDINGS, Binding, KeyMap, KeyMapError, KeyScope};
pub use run::{Begin, PlayError, PlayOptions, run};
pub use store::SaveFolder;
pub use task::{Answer, Effect, Message, Request, SearchResult, Ticket, Traced};
pub use terminal::restore;
pub use theme::{Depth, THEMES, Theme};
