//! Positions and goals: never a panic, and what is read is read back from every form.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_core::Goals;
use taquin_core::notation;

fuzz_target!(|bytes: &[u8]| {
    match notation::parse_board_bytes(bytes) {
        Ok(board) => {
            let forms = [
                board.to_string(),
                notation::to_link(&board),
                notation::to_json(&board),
                notation::to_flat(&board),
                notation::to_grid(&board, '_'),
            ];
            for form in forms {
                assert_eq!(notation::parse_board(&form).as_ref(), Ok(&board), "{form}");
            }
        }
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            assert_eq!(error.caret().matches('\n').count(), 1);
        }
    }
    if let Ok(text) = str::from_utf8(bytes)
        && let Ok(goals) = text.parse::<Goals>()
    {
        assert_eq!(goals.to_string().parse::<Goals>().as_ref(), Ok(&goals));
    }
});
