//! The web service of taquin: REST API, event stream, metrics, and the page.
//!
//! [`app`] makes the router, which tests call without a port; [`serve`] puts it on a socket. `body`
//! parses a request into a [`taquin_app::question`], one of the `routes` answers it with
//! [`taquin_app::App`], and searches go through the `gate`, which bounds how many run, how much memory
//! they use and how long they wait. Everything that goes wrong leaves as `problem+json`.

mod address;
mod around;
mod assets;
mod body;
mod etag;
mod file;
mod gate;
mod host;
mod jobs;
mod lane;
mod log;
pub mod lookup;
mod metrics;
mod middleware;
mod openapi;
mod packed;
mod pg;
mod problem;
mod rate;
mod reply;
mod routes;
mod serve;
mod service;
mod settings;
mod site;
mod stall;
mod token;
mod work;

pub use log::{LogFormat, LogLevel, log};
pub use problem::{ProblemKind, status};
pub use serve::{ServeError, serve};
pub use service::Service;
pub use settings::{Settings, context, origin};
pub use site::site;
pub use token::{Scope, Token, tokens};

pub use routes::app;
