use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::notation::{Notation, parse_moves};

use taquin::{Goal, Goals, Puzzle};
use taquin_app::{LINE, SolutionStore};

use super::*;

fn store(table: &Arc<MemoryTable>) -> Store {
    let table: Arc<dyn Lookup> = table.clone();
    Store::start(Box::new(move || Ok(table.clone())), Arc::default()).unwrap()
}

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
    assert_eq!(
        PositionKey::new(&board, &goal),
        PositionKey::new(&renamed, &renamed_goal)
    );
    assert_ne!(
        PositionKey::new(&board, &goal),
        PositionKey::new(&renamed, &goal)
    );
    assert_eq!(PositionKey::new(&board, &goal).as_bytes().len(), 3 + 5);
}

#[test]
fn a_line_answers_for_every_board_on_it() {
    let store = store(&Arc::default());
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

/// 5x5, where a proof is out of reach as a rule.
const LARGE: &str = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 0 23 24";

#[test]
fn only_what_is_better_replaces() {
    let store = store(&Arc::default());
    let puzzle = puzzle(LARGE);
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

#[test]
fn what_is_not_proven_is_not_kept_where_a_proof_is_in_reach() {
    let table: Arc<MemoryTable> = Arc::default();
    let store = store(&table);
    let small = puzzle("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15");
    store.learn(&small, &moves("LRL2"), false);
    store.flush();
    assert_eq!(store.len(), Some(0));
    // One that another version of the service left there is not served either.
    let key = PositionKey::new(small.start(), small.targets().first().unwrap());
    let weak = Entry {
        length: 4,
        proven: false,
        first: Some(Move(Direction::Left)),
    };
    table.put(&[(key, weak)]).unwrap();
    assert_eq!(store.advice(&small), None);
    store.learn(&small, &moves("L2"), true);
    store.flush();
    assert_eq!(store.advice(&small).unwrap().distance, Some(2));
}

#[test]
fn entries_that_do_not_lead_where_they_say_are_deleted() {
    let puzzle = puzzle("8 1 3/4 0 2/7 6 5");
    let line = moves("LUR2D2LURULDLU");
    let goal = puzzle.targets().first().unwrap();
    let key = |done: usize| {
        let mut board = puzzle.start().clone();
        for &mv in &line[..done] {
            board.slide(mv);
        }
        PositionKey::new(&board, goal)
    };
    let entry = |length, first| Entry {
        length,
        proven: true,
        first: Some(first),
    };
    let wrong = [
        ("shorter", 0, entry(6, line[0])),
        ("of the wrong parity", 0, entry(13, line[0])),
        ("below the bound", 3, entry(1, line[3])),
        ("longer", 5, entry(29, line[5])),
        ("another way", 0, entry(14, Move(Direction::Right))),
        ("nowhere", 2, entry(12, line[1].inverse())),
    ];
    for (what, done, bad) in wrong {
        let table: Arc<MemoryTable> = Arc::default();
        let store = store(&table);
        store.learn(&puzzle, &line, true);
        store.flush();
        assert!(store.solution(&puzzle).is_some());
        table.delete(&[key(done)]).unwrap();
        table.put(&[(key(done), bad)]).unwrap();
        assert_eq!(store.advice(&puzzle), None, "{what}");
        store.flush();
        assert_eq!(table.get(&key(done)).unwrap(), None, "{what}");
        // What is found then goes in.
        store.learn(&puzzle, &line, true);
        store.flush();
        assert_eq!(store.advice(&puzzle).unwrap().distance, Some(14), "{what}");
    }
}

/// A table that works while the flag is set.
struct Shaky(MemoryTable, std::sync::atomic::AtomicBool);

impl Shaky {
    fn ask<T>(&self, answer: Result<T, LookupError>) -> Result<T, LookupError> {
        if self.1.load(std::sync::atomic::Ordering::Relaxed) {
            return answer;
        }
        Err(LookupError("no space left on device".to_owned()))
    }
}

impl Lookup for Shaky {
    fn get(&self, key: &PositionKey) -> Result<Option<Entry>, LookupError> {
        self.ask(self.0.get(key))
    }

    fn put(&self, entries: &[(PositionKey, Entry)]) -> Result<(), LookupError> {
        self.ask(self.0.put(entries))
    }

    fn delete(&self, keys: &[PositionKey]) -> Result<(), LookupError> {
        self.ask(self.0.delete(keys))
    }

    fn len(&self) -> Result<u64, LookupError> {
        self.ask(self.0.len())
    }
}

#[test]
fn a_table_that_fails_is_no_table_until_it_works_again() {
    let table = Arc::new(Shaky(MemoryTable::default(), false.into()));
    let opened = table.clone();
    let open = move || {
        opened.len()?;
        Ok(opened.clone() as Arc<dyn Lookup>)
    };
    let store = Store::start(Box::new(open), Arc::default()).unwrap();
    let puzzle = puzzle("8 1 3/4 0 2/7 6 5");
    let line = moves("LUR2D2LURULDLU");
    assert!(!store.health().available);
    assert_eq!(store.advice(&puzzle), None);
    let works = |now| table.1.store(now, std::sync::atomic::Ordering::Relaxed);
    let wait = || {
        let until = Instant::now() + Duration::from_secs(30);
        while !store.health().available {
            assert!(Instant::now() < until);
            std::thread::yield_now();
        }
    };
    works(true);
    wait();
    store.learn(&puzzle, &line, true);
    store.flush();
    assert!(store.advice(&puzzle).is_some());
    works(false);
    assert_eq!(store.advice(&puzzle), None);
    assert!(!store.health().available);
    works(true);
    wait();
    assert!(store.advice(&puzzle).is_some());
}

#[test]
fn a_damaged_file_is_set_aside_and_another_file_is_left_alone() {
    let folder = std::env::temp_dir().join(format!("taquin-redb-{}", std::process::id()));
    let path = folder.join("lines.redb");
    let puzzle = puzzle("8 1 3/4 0 2/7 6 5");
    let goal = puzzle.targets().first().unwrap();
    let entry = Entry {
        length: 14,
        proven: true,
        first: Some(Move(Direction::Left)),
    };
    let key = PositionKey::new(puzzle.start(), goal);
    let table = Redb::open(&path).unwrap();
    table.put(&[(key.clone(), entry)]).unwrap();
    drop(table);
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(Redb::open(&path).unwrap().get(&key).unwrap(), Some(entry));

    let mut damaged = whole.clone();
    for byte in &mut damaged[16..] {
        *byte = !*byte;
    }
    std::fs::write(&path, &damaged).unwrap();
    assert!(Redb::open(&path).unwrap().is_empty().unwrap());
    assert_eq!(
        std::fs::read(folder.join("lines.damaged")).unwrap(),
        damaged
    );

    std::fs::write(&path, "somebody's notes, and not a table at all").unwrap();
    assert!(Redb::open(&path).is_err());
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .starts_with("somebody")
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
