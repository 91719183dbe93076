//! The page's tables of solvers, heuristics and encodings are those of the catalogue.
//!
//! With `TAQUIN_UPDATE=1` the test writes them instead; `cargo xtask catalogue` does that.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use taquin::catalogue;
use taquin::sat::encodings::ENCODINGS;

const BEGIN: &str = "// begin of the catalogue\n";
const END: &str = "// end of the catalogue\n";

fn tables() -> String {
    let mut text = "/** @type {readonly Solver[]} */\nexport const SOLVERS = [\n".to_owned();
    for entry in catalogue::solvers() {
        let _ = writeln!(
            text,
            "  {{ name: '{}', runs: '{}', informed: {}, traceable: {}, textbook: {} }},",
            entry.name,
            entry.runs.name(),
            entry.is_informed(),
            entry.is_traceable(),
            entry.textbook
        );
    }
    let list = |names: Vec<&str>| format!("['{}']", names.join("', '"));
    let admissible = catalogue::heuristics().filter(|entry| entry.admissible);
    let _ = writeln!(
        text,
        "];\n\n/** Heuristics that never overestimate. @type {{readonly string[]}} */\nexport const ADMISSIBLE = {};",
        list(admissible.map(|entry| entry.name).collect())
    );
    let _ = writeln!(
        text,
        "\n/** Ways to write a puzzle as clauses. @type {{readonly string[]}} */\nexport const ENCODINGS = {};",
        list(ENCODINGS.iter().map(|entry| entry.name).collect())
    );
    text
}

#[test]
fn the_page_has_the_tables_of_the_catalogue() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/app/js/catalogue.js");
    let page = fs::read_to_string(&path).unwrap();
    let begin = page.find(BEGIN).expect("the first marker") + BEGIN.len();
    let end = page.find(END).expect("the last marker");
    let current = format!("{}{}{}", &page[..begin], tables(), &page[end..]);
    if std::env::var_os("TAQUIN_UPDATE").is_some() {
        fs::write(&path, current).unwrap();
        return;
    }
    assert!(
        page == current,
        "{} is out of date: run `cargo xtask catalogue`",
        path.display()
    );
}
