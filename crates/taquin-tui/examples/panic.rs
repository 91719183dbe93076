//! A game that panics at once, for the test that the terminal is given back.

use std::sync::Arc;

use taquin::Goals;
use taquin::generate::Level;
use taquin_tui::{Appearance, Begin, KeyMap, PlayOptions, SaveFolder};

fn main() {
    let size = "3x3".parse().expect("a size");
    let options = PlayOptions {
        begin: Begin::Size(size),
        level: Level::Random,
        goals: Goals::default(),
        watch: None,
        theme: None,
        arrows: None,
        look: Appearance::default(),
        keys: KeyMap::default(),
        notice: None,
        store: SaveFolder::new(None),
        patience: None,
        memory: None,
        context: taquin::Context::new(),
        stop: Arc::new(|| panic!("on purpose")),
    };
    taquin_tui::run(options).expect("a terminal");
}
