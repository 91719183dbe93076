//! The published proofs: moves replayed, and the table compared with the journal it was made from.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use taquin_core::notation::{Notation, parse_moves};
use taquin_core::parts::{Ledger, Record, Row};
use taquin_core::{Board, Goal, Goals, Puzzle, Size, Solution};
use taquin_gpu::PartitionList;

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

/// The tables of the first proofs and those of the second ones, as their rows name them.
const FIRST: &str = "6-6-6-6/8-8-8";
const SECOND: &str = "10.15.19.20.23.24+11.16.17.18.21.22+3.4.5.8.9.14+1.2.6.7.12.13/\
    14.15.18.19.20.22.23.24+1.6.7.11.12.16.17.21+2.3.4.5.8.9.10.13";

#[test]
fn unsolved_24_puzzles_have_the_lengths_and_bounds_of_the_table() {
    assert_eq!(proven("unsolved24", FIRST, &Goal::BlankFirst).len(), 10);
}

#[test]
fn optimal_35_puzzles_have_the_lengths_and_bounds_of_the_table() {
    let proven = proven("optimal35", "7-7-7-7-7", &Goal::BlankLast);
    assert_eq!(proven.len(), 57);
}

#[test]
fn second_proofs_give_the_same_lengths() {
    let first = proven("unsolved24", FIRST, &Goal::BlankFirst);
    let second = proven("unsolved24-second", SECOND, &Goal::BlankFirst);
    assert_eq!(second.len(), 3);
    assert!(second.iter().all(|length| first.contains(length)));
}

#[test]
fn second_proofs_share_no_pattern_with_the_first_ones() {
    let size = Size::new(5, 5).unwrap();
    let patterns = |tables: &str| -> Vec<BTreeSet<u8>> {
        let PartitionList(partitions) = tables.parse().unwrap();
        let patterns = partitions
            .iter()
            .flat_map(|partition| partition.patterns(size, 24).unwrap());
        patterns
            .map(|pattern| pattern.homes().iter().copied().collect())
            .collect()
    };
    let mirrored = |pattern: &BTreeSet<u8>| -> BTreeSet<u8> {
        pattern.iter().map(|cell| cell % 5 * 5 + cell / 5).collect()
    };
    let (first, second) = (patterns(FIRST), patterns(SECOND));
    assert_eq!((first.len(), second.len()), (7, 7));
    for pattern in &second {
        assert!(!first.contains(pattern), "{pattern:?}");
        assert!(!first.contains(&mirrored(pattern)), "{pattern:?}");
    }
}

/// Earlier proofs with tables that share some patterns with the first ones: every threshold below the
/// length is exhausted.
#[test]
fn proofs_with_other_tables_have_the_same_bounds() {
    let [first, other] = ["unsolved24", "unsolved24-other"].map(journal);
    let (_, table) = results("unsolved24.tsv");
    for (id, length) in [("cl24-142", 112), ("cl24-157", 118)] {
        let line = table.lines().find(|line| line.starts_with(id)).unwrap();
        let start: Board = line.split('\t').nth(1).unwrap().parse().unwrap();
        let own = |rows: &[Row]| -> Vec<Row> {
            let own = rows.iter().filter(|row| row.search.start == start);
            own.cloned().collect()
        };
        let [first, other] = [own(&first), own(&other)];
        assert_ne!(first[0].search.method, other[0].search.method);
        for rows in [first, other] {
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

/// The boards of a table that are proven and their lengths. Each is compared with the journal of the
/// same name, with the rows of these tables.
fn proven(name: &str, tables: &str, goal: &Goal) -> Vec<(String, u32)> {
    let method = format!("gpu-ida tables={tables} ");
    let rows = journal(name);
    let (path, table) = results(&format!("{name}.tsv"));
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut proven = Vec::new();
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
        if length == bound {
            proven.push((id.to_owned(), length));
        }
        // 2. Every threshold below the bound is exhausted, once the first is reached.
        let own: Vec<&Row> = rows
            .iter()
            .filter(|row| row.search.start == *puzzle.start())
            .filter(|row| row.search.method.starts_with(&method))
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
