//! Moves: never a panic, and what is read is read back, as letters and as tile numbers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_core::notation::{self, Notation};
use taquin_core::{Goal, Size};

fuzz_target!(|text: &str| {
    let size = Size::new(3, 4).expect("a size of the range");
    let start = Goal::BlankLast
        .board(size)
        .expect("a named goal has every size");
    for notation in [Notation::Tile, Notation::Blank] {
        match notation::parse_moves(text, notation, Some(&start)) {
            Ok(moves) => {
                let letters = notation::format_moves(&moves, notation);
                assert_eq!(
                    notation::parse_moves(&letters, notation, None).as_ref(),
                    Ok(&moves)
                );
                if let Ok(tiles) = notation::format_tiles(&moves, &start) {
                    let again = notation::parse_moves(&tiles, notation, Some(&start));
                    assert_eq!(again.as_ref(), Ok(&moves));
                }
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
});
