//! Every endpoint, asked as a client would, without a socket.

#[path = "../common/mod.rs"]
mod common;

mod about;
mod advice;
mod boards;
mod contract;
mod fair;
mod learn;
mod manual;
mod solve;

use common::{Server, settings};

fn server() -> Server {
    Server::new(settings())
}
