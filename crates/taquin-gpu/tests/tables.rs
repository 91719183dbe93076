//! Tables that the kernels build are those of `taquin-pdb`, byte for byte, and have the values of a
//! plain search over the tiles' places.

mod host;
mod truth;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use taquin_core::{Control, Limits, Size, Stop};
use taquin_gpu::{GpuError, Searcher};
use taquin_pdb::{BuildProgress, Pattern, Table, TableKind, sizes};

fn searcher() -> Searcher {
    Searcher::new(Box::new(host::Host))
}

fn unlimited() -> Control {
    Control::new(Limits::default())
}

fn pattern(rows: usize, cols: usize, homes: &[usize]) -> Pattern {
    let size = Size::new(rows, cols).unwrap();
    Pattern::new(size, size.cells() - 1, homes).unwrap()
}

#[test]
fn as_many_states_have_each_value_as_a_plain_search_finds() {
    let mut searcher = searcher();
    for (rows, cols, homes) in [
        (2, 2, &[0, 2][..]),
        (3, 3, &[0, 1, 4, 6]),
        (4, 3, &[2, 5, 7, 10]),
        (8, 2, &[3, 4, 9]),
        (2, 8, &[3, 4, 9]),
        (5, 5, &[0, 17]),
    ] {
        let pattern = pattern(rows, cols, homes);
        let (size, blank) = (pattern.size(), pattern.blank());
        let truth = truth::values(size, blank, homes);
        let mut least: HashMap<&[usize], u32> = HashMap::new();
        let mut expected = [[0; 256]; 2];
        for ((cells, _), &value) in &truth {
            expected[1][value as usize] += 1;
            let old = least.entry(cells).or_insert(value);
            *old = value.min(*old);
        }
        for value in least.into_values() {
            expected[0][value as usize] += 1;
        }
        for (kind, expected) in TableKind::ALL.into_iter().zip(expected) {
            let table = searcher
                .table(&pattern, kind, &unlimited(), |_| ())
                .unwrap();
            let reached = &table.histogram()[..255];
            assert_eq!(
                reached,
                &expected[..255],
                "{size} {pattern} {}",
                kind.name()
            );
        }
    }
}

/// Header, checksum, histogram and entries: the whole file.
fn file(table: &Table, name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    table.save(&path, &Control::new(Limits::default())).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    bytes
}

#[test]
fn files_are_those_of_the_cpu() {
    let mut searcher = searcher();
    for (rows, cols, homes) in [
        (2, 2, &[0, 2][..]),
        (3, 3, &[0, 1, 4, 6]),
        (3, 3, &[0, 1, 2, 3, 5, 6, 7]),
        (3, 3, &[0, 1, 2, 3, 4, 5, 6, 7]),
        (4, 3, &[2, 5, 7, 8, 10]),
        (3, 4, &[2, 5, 7, 8, 10]),
        (4, 4, &[0, 4, 5, 8, 9, 12]),
        (8, 2, &[3, 4, 9, 10]),
        (2, 12, &[3, 4, 9, 10]),
        (3, 7, &[0, 6, 13, 19]),
        (5, 5, &[0, 8, 17]),
        (5, 5, &[1, 8, 12, 23]),
    ] {
        let pattern = pattern(rows, cols, homes);
        for kind in TableKind::ALL {
            let table = searcher
                .table(&pattern, kind, &unlimited(), |_| ())
                .unwrap();
            let other = taquin_pdb::build(&pattern, kind, 1, &unlimited(), |_| ()).unwrap();
            let what = format!("{rows}x{cols} {pattern} {}", kind.name());
            assert!(file(&table, "gpu") == file(&other, "cpu"), "{what}");
        }
    }
}

/// A goal with its blank in the middle.
#[test]
fn the_blank_may_have_any_place() {
    let size = Size::new(3, 3).unwrap();
    let pattern = Pattern::new(size, 4, &[0, 1, 2, 3]).unwrap();
    for kind in TableKind::ALL {
        let table = searcher()
            .table(&pattern, kind, &unlimited(), |_| ())
            .unwrap();
        let other = taquin_pdb::build(&pattern, kind, 1, &unlimited(), |_| ()).unwrap();
        assert!(file(&table, "gpu-middle") == file(&other, "cpu-middle"));
    }
}

#[test]
fn progress_rises_to_the_end() {
    let pattern = pattern(3, 3, &[0, 1, 4, 6]);
    for kind in TableKind::ALL {
        let mut told: Vec<BuildProgress> = Vec::new();
        let tell = |progress| told.push(progress);
        let table = searcher()
            .table(&pattern, kind, &unlimited(), tell)
            .unwrap();
        assert!(told.is_sorted_by_key(|progress| progress.reached));
        let last = told.last().unwrap();
        assert_eq!(last.reached, last.entries);
        assert_eq!(last.entries, table.header().entries);
    }
}

#[test]
fn a_build_that_is_stopped_says_so() {
    let pattern = pattern(4, 4, &[0, 4, 5, 8, 9]);
    let control = Arc::new(unlimited());
    let cancel = |progress: BuildProgress| {
        if progress.level == 10 {
            control.cancel();
        }
    };
    let stopped = searcher().table(&pattern, TableKind::ZeroAware, &control, cancel);
    assert_eq!(stopped.unwrap_err(), GpuError::Stopped(Stop::Cancelled));
    let little = Control::new(Limits {
        memory: Some(1000),
        ..Limits::default()
    });
    let stopped = searcher().table(&pattern, TableKind::ZeroAware, &little, |_| ());
    assert_eq!(stopped.unwrap_err(), GpuError::Stopped(Stop::OutOfMemory));
}

/// The host's device says that it has a gigabyte: what does not fit is refused before it is tried.
#[test]
fn what_does_not_fit_is_refused_with_the_bytes_it_takes() {
    let pattern = pattern(5, 5, &[0, 1, 2, 3, 4, 5, 6, 7]);
    match searcher().table(&pattern, TableKind::ZeroAware, &unlimited(), |_| ()) {
        Err(GpuError::Memory { wanted, free }) => {
            // The table, the states seen and those of the last level; little else.
            let bytes = 3 * sizes(&pattern, TableKind::ZeroAware).1 as usize;
            assert!(wanted > bytes && wanted < bytes + bytes / 100, "{wanted}");
            assert_eq!(free, 1 << 30);
        }
        other => panic!("{other:?}"),
    }
    let plain = searcher().table(&pattern, TableKind::Plain, &unlimited(), |_| ());
    assert!(plain.unwrap_err().to_string().contains("zero-aware one"));
}
