use taquin::notation::{Notation, parse_moves};
use taquin::{Goal, Goals, Puzzle};

use super::*;

fn puzzle(board: &str) -> Puzzle {
    Puzzle::new(board.parse().unwrap(), &Goals::default()).unwrap()
}

fn moves(text: &str) -> Vec<Move> {
    parse_moves(text, Notation::Tile, None).unwrap()
}

#[test]
fn entries_survive_their_bytes() {
    for length in [0, 1, 255, 256, u16::MAX] {
        for proven in [false, true] {
            for first in [
                None,
                Some(Move(Direction::Up)),
                Some(Move(Direction::Right)),
            ] {
                let entry = Entry {
                    length,
                    proven,
                    first,
                };
                assert_eq!(Entry::from_bytes(entry.to_bytes()), Some(entry));
            }
        }
    }
    assert_eq!(Entry::from_bytes([0, 0, 7]), None);
}

#[test]
fn keys_do_not_depend_on_what_the_tiles_are_called() {
    let board: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
    let goal = Goal::BlankLast.board(board.size()).unwrap();
    // The tiles 1 and 2 with their names exchanged, on the board and in the goal.
    let renamed: Board = "8 2 3/4 0 1/7 6 5".parse().unwrap();
    let renamed_goal: Board = "2 1 3/4 5 6/7 8 0".parse().unwrap();
    assert_eq!(Key::new(&board, &goal), Key::new(&renamed, &renamed_goal));
    assert_ne!(Key::new(&board, &goal), Key::new(&renamed, &goal));
    assert_eq!(Key::new(&board, &goal).as_bytes().len(), 3 + 5);
}

#[test]
fn a_line_answers_for_every_board_on_it() {
    let store = Store::start(Arc::new(Memory::default()), Arc::default()).unwrap();
    let puzzle = puzzle("8 1 3/4 0 2/7 6 5");
    let line = moves("LUR2D2LURULDLU");
    assert_eq!(store.advice(&puzzle), None);
    store.learn(&puzzle, &line, true);
    store.flush();
    assert_eq!(store.len(), Some(14));
    let mut board = puzzle.start().clone();
    for done in 0..line.len() {
        let advice = store
            .advice(&puzzle.with_start(board.clone()).unwrap())
            .unwrap();
        assert_eq!(advice.distance, Some(14 - done as u32));
        assert_eq!(
            advice.line,
            line[done..].iter().copied().take(LINE).collect::<Vec<_>>()
        );
        board.slide(line[done]);
    }
}

#[test]
fn only_what_is_better_replaces() {
    let store = Store::start(Arc::new(Memory::default()), Arc::default()).unwrap();
    let puzzle = puzzle("1 2 3/4 5 6/0 7 8");
    let advice = |line, proven| {
        store.learn(&puzzle, &moves(line), proven);
        store.flush();
        store.advice(&puzzle).unwrap()
    };
    assert_eq!(advice("LRL2", false).distance, None);
    let good = advice("L2", true);
    assert_eq!(good.distance, Some(2));
    assert_eq!(advice("LRL2", false), good);
}
