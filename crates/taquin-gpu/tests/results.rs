//! The published proofs: moves replayed, and the table compared with the journal it was made from.

use std::path::{Path, PathBuf};

use taquin_core::notation::{Notation, parse_moves};
use taquin_core::parts::{Ledger, Record, Row};
use taquin_core::{Board, Goal, Goals, Puzzle, Solution};

fn results(file: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    let path = path.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

fn journal(folder: &str) -> Vec<Row> {
    let (_, text) = results(&format!("{folder}/rows-1-of-1.tsv"));
    let lines = text.lines().filter(|line| *line != Row::HEADER);
    lines.map(|line| line.parse().unwrap()).collect()
}

#[test]
fn unsolved_24_puzzles_have_the_lengths_and_bounds_of_the_table() {
    assert_eq!(proven("unsolved24", &Goal::BlankFirst), 10);
}

#[test]
fn optimal_35_puzzles_have_the_lengths_and_bounds_of_the_table() {
    assert_eq!(proven("optimal35", &Goal::BlankLast), 49);
}

/// Lower bounds found once more with other tables: every threshold below the length is exhausted.
#[test]
fn second_proofs_with_other_tables_have_the_same_bounds() {
    let [first, second] = ["unsolved24", "unsolved24-second"].map(journal);
    let (_, table) = results("unsolved24.tsv");
    for (id, length) in [("cl24-142", 112), ("cl24-157", 118)] {
        let line = table.lines().find(|line| line.starts_with(id)).unwrap();
        let start: Board = line.split('\t').nth(1).unwrap().parse().unwrap();
        let own = |rows: &[Row]| -> Vec<Row> {
            let own = rows.iter().filter(|row| row.search.start == start);
            own.cloned().collect()
        };
        let [first, second] = [own(&first), own(&second)];
        assert_ne!(first[0].search.method, second[0].search.method);
        for rows in [first, second] {
            let ledger = Ledger::new(&rows, &rows[0].search).unwrap();
            let lowest = rows.iter().map(|row| row.threshold).min().unwrap();
            assert!(
                (lowest..length)
                    .step_by(2)
                    .all(|t| ledger.exhausted(t).is_some()),
                "{id}"
            );
        }
    }
}

/// How many boards of a table are proven; each is compared with the journal of the same name.
fn proven(name: &str, goal: &Goal) -> usize {
    let rows = journal(name);
    let (path, table) = results(&format!("{name}.tsv"));
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut proven = 0;
    for line in lines {
        let columns: Vec<&str> = line.split('\t').collect();
        let [
            id,
            board,
            length,
            bound,
            optimal,
            expanded,
            generated,
            _,
            moves,
            ..,
        ] = columns[..]
        else {
            panic!("{}: {line}", path.display())
        };
        // 1. The moves solve the board.
        let puzzle = Puzzle::new(board.parse().unwrap(), &Goals::from(goal.clone())).unwrap();
        let moves = parse_moves(moves, Notation::Tile, None).unwrap();
        let solution = Solution::check(&puzzle, moves).unwrap();
        let (length, bound): (u32, u32) = (length.parse().unwrap(), bound.parse().unwrap());
        assert_eq!(solution.len(), length, "{id}");
        assert_eq!(optimal == "yes", length == bound, "{id}");
        proven += usize::from(length == bound);
        // 2. Every threshold below the bound is exhausted, once the first is reached.
        let own: Vec<&Row> = rows
            .iter()
            .filter(|row| row.search.start == *puzzle.start())
            .collect();
        let key = &own[0].search;
        assert!(own.iter().all(|row| row.search == *key), "one method");
        assert_eq!(&key.goal, &puzzle.targets()[0]);
        let ledger = Ledger::new(own.iter().copied(), key).unwrap();
        let first = own.iter().map(|row| row.threshold).min().unwrap();
        let mut thresholds = (first..bound).step_by(2);
        assert!(thresholds.all(|t| ledger.exhausted(t).is_some()), "{id}");
        assert_eq!((bound - first) % 2, 0, "{id}");
        // 3. The nodes are those of all thresholds, and of the parts of an unfinished one.
        let counted = own.iter().filter(|row| match row.record {
            Record::Exhausted | Record::Solved(_) => true,
            Record::Part(_) | Record::Span(_) | Record::Found(_) => {
                row.threshold >= bound && ledger.solved().is_none()
            }
        });
        let (mut all_expanded, mut all_generated) = (0, 0);
        for row in counted {
            all_expanded += row.counts.expanded;
            all_generated += row.counts.generated;
        }
        assert_eq!(all_expanded.to_string(), expanded, "{id}");
        assert_eq!(all_generated.to_string(), generated, "{id}");
    }
    proven
}
