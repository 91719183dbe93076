//! The SAT solver keeps the promises of every solver, with each encoding, backend and schedule.

use taquin_sat::Sat;
use taquin_sat::backend::BACKENDS;
use taquin_sat::encodings::{ENCODINGS, Encoding};
use taquin_testkit::{Promise, conform};

fn sat() -> Sat {
    Sat::default()
}

#[test]
fn sat_conforms() {
    conform(&sat(), Promise::Shortest, 31);
}

#[test]
fn every_backend_conforms() {
    for entry in BACKENDS {
        let backend = taquin_sat::backend::Choice((entry.build)());
        conform(&Sat { backend, ..sat() }, Promise::Shortest, 24);
    }
}

#[test]
fn every_encoding_conforms() {
    for entry in ENCODINGS {
        let encoding = Encoding(entry);
        conform(&Sat { encoding, ..sat() }, Promise::Shortest, 12);
    }
}
