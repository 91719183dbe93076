//! What holds for every game, whatever is pressed.

use std::time::Duration;

use proptest::prelude::*;
use taquin_core::generate::{Generator, Uniform};
use taquin_core::{Direction, Goal, Move, Size};
use taquin_game::{Game, Origin, Preferences, Redone, Saved, Session, Undone};

/// What a player does.
#[derive(Clone, Debug)]
enum Deed {
    Slide(Direction),
    Press(usize),
    Undo,
    Redo,
    New(u64),
    Restart,
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        6 => (0_u8..4).prop_map(|i| Deed::Slide(Direction::from_index(i))),
        6 => (0_usize..64).prop_map(Deed::Press),
        3 => Just(Deed::Undo),
        2 => Just(Deed::Redo),
        1 => (0_u64..1000).prop_map(Deed::New),
        1 => Just(Deed::Restart),
    ]
}

fn deal(size: Size, seed: u64) -> Game {
    let goal = Goal::BlankLast.board(size).unwrap();
    let board = Uniform.board(&goal, seed);
    Game::new(board, Goal::BlankLast, Origin::default()).unwrap()
}

fn act(session: &mut Session, deed: &Deed, size: Size, now: Duration) {
    match *deed {
        Deed::Slide(direction) => {
            let _ = session.game_mut().slide(Move(direction), now);
        }
        Deed::Press(index) => {
            let cell = session.game().board().cells().nth(index % size.cells());
            let _ = session.game_mut().press(cell.unwrap(), now);
        }
        Deed::Undo => {
            session.undo(now);
        }
        Deed::Redo => {
            session.redo(now);
        }
        Deed::New(seed) => session.begin(deal(size, seed), now),
        Deed::Restart => {
            let again = session.game().restarted();
            session.begin(again, now);
        }
    }
}

proptest! {
    /// The board is always what replaying the moves gives, and time never runs backwards.
    #[test]
    fn the_moves_replay(
        rows in 2_usize..=5, cols in 2_usize..=5,
        deeds in prop::collection::vec(deed(), 0..80),
    ) {
        let size = Size::new(rows, cols).unwrap();
        let mut session = Session::new(deal(size, 1));
        for (second, deed) in deeds.iter().enumerate() {
            act(&mut session, deed, size, Duration::from_secs(second as u64));
            let game = session.game();
            let replayed = game.start().clone().replay(&game.line()).unwrap();
            prop_assert_eq!(&replayed, game.board());
            prop_assert!(game.made().is_sorted_by_key(|slide| (slide.press, slide.at)));
            prop_assert_eq!(game.phase().is_over(), game.puzzle().is_solved_by(game.board()));
            prop_assert!(!(game.is_running() && game.phase().is_over()));
        }
    }

    /// Undoing everything and redoing everything leads back to the same board of the same game.
    #[test]
    fn undo_and_redo_are_inverse(deeds in prop::collection::vec(deed(), 0..60)) {
        let size = Size::new(3, 3).unwrap();
        let mut session = Session::new(deal(size, 1));
        let mut now = Duration::ZERO;
        // Half a second apart: nobody holds a key.
        let mut later = || { now += Duration::from_millis(500); now };
        for deed in &deeds {
            act(&mut session, deed, size, later());
        }
        while session.redo(later()) != Redone::Nothing {}
        let (board, line) = (session.game().board().clone(), session.game().line());
        let mut undone = 0;
        while session.undo(later()) != Undone::Nothing {
            undone += 1;
        }
        prop_assert_eq!(session.games().1, 0);
        prop_assert_eq!(session.game().moves(), 0);
        for _ in 0..undone {
            prop_assert_ne!(session.redo(later()), Redone::Nothing);
        }
        prop_assert_eq!(session.game().board(), &board);
        prop_assert_eq!(session.game().line(), line);
    }

    /// What is saved is read back, and a damaged save is an error, never a panic.
    #[test]
    fn saves_are_read_back(
        deeds in prop::collection::vec(deed(), 0..40),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let size = Size::new(3, 4).unwrap();
        let mut session = Session::new(deal(size, 1));
        for (second, deed) in deeds.iter().enumerate() {
            act(&mut session, deed, size, Duration::from_secs(second as u64));
        }
        let now = Duration::from_secs(100);
        let saved = Saved { settings: Preferences::default(), session: Some(session), others: vec![deal(size, 2)] };
        let text = saved.write(now);
        let read = Saved::read(&text).unwrap();
        prop_assert_eq!(read.write(now), text.clone());
        let (before, after) = (saved.session.unwrap(), read.session.unwrap());
        prop_assert_eq!(after.game().board(), before.game().board());
        prop_assert_eq!(after.game().elapsed(now), before.game().elapsed(now));

        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = Saved::read(&String::from_utf8_lossy(&bytes));
        let _ = Saved::read(&String::from_utf8_lossy(&bytes[..at]));
    }
}
