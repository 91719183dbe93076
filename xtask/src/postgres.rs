//! The service on PostgreSQL, which the tests start in a temporary folder: one process that shares its
//! tables, and two of which one is killed.

use crate::cargo::cargo;
use crate::steps::Verdict;

/// Runs the tests of `taquin-web` and `taquin-cli`, one at a time: they measure how long things take.
///
/// Of the whole workspace, because cargo would compile the dependencies of one package again, with fewer
/// features.
pub(crate) fn check() -> Result<Verdict, String> {
    let tests = ["--workspace", "--test=postgres", "--test=replicas"];
    let options = ["--", "--ignored", "--test-threads=1"];
    cargo(&[&["test", "--locked", "--quiet"], &tests[..], &options[..]].concat())
}
