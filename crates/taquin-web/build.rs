//! The page is part of the library: a file that comes, goes or changes means a new build.

fn main() {
    println!("cargo:rerun-if-changed=../../web/app");
}
