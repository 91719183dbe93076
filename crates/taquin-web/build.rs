//! The page is embedded: rebuild when a file of it comes, goes or changes.
//!
//! `app` links to `web/app`; in a package it is a folder, since cargo follows the link.

fn main() {
    println!("cargo:rerun-if-changed=app");
}
