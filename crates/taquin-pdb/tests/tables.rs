//! Tables against a plain search that moves one tile at a time and knows nothing of regions,
//! ranks or levels.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use taquin_core::generate::{Generator, Uniform, Walk};
use taquin_core::{Board, Control, Goal, Limits, Move, Size, Stop};
use taquin_pdb::zero::{Layout, Looks, SMALL_CELLS, Spot};
use taquin_pdb::{
    BuildError, DatabaseSet, Followed, Partition, Pattern, PdbCache, PdbCacheError, Table,
    TableKind, build, canonical_blank, memory,
};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn control() -> Control {
    Control::new(Limits::default())
}

fn table(pattern: &Pattern) -> Table {
    build(pattern, TableKind::Plain, 2, &control(), |_| ()).unwrap()
}

/// The fewest slides of the pattern's tiles from each arrangement and place of the blank: 0-1
/// breadth-first search over the cells of tiles and blank.
fn brute_force(pattern: &Pattern) -> HashMap<(Vec<u8>, u8), u8> {
    let size = pattern.size();
    let start = (pattern.homes().to_vec(), pattern.blank() as u8);
    let mut distances = HashMap::from([(start.clone(), 0_u8)]);
    let mut queue = VecDeque::from([(start, 0_u8)]);
    while let Some(((tiles, blank), distance)) = queue.pop_front() {
        if distances[&(tiles.clone(), blank)] < distance {
            continue;
        }
        for next in 0..size.cells() as u8 {
            if size.distance(next.into(), blank.into()) != 1 {
                continue;
            }
            let mut after = tiles.clone();
            let moved = after.iter_mut().find(|cell| **cell == next);
            let cost = u8::from(moved.is_some());
            if let Some(cell) = moved {
                *cell = blank;
            }
            let state = (after, next);
            let better = distances.get(&state).is_none_or(|&d| distance + cost < d);
            if better {
                distances.insert(state.clone(), distance + cost);
                if cost == 0 {
                    queue.push_front((state, distance));
                } else {
                    queue.push_back((state, distance + 1));
                }
            }
        }
    }
    distances
}

/// The least over the places of the blank.
fn least(pattern: &Pattern) -> HashMap<Vec<u8>, u8> {
    let mut least: HashMap<Vec<u8>, u8> = HashMap::new();
    for ((tiles, _), distance) in brute_force(pattern) {
        let value = least.entry(tiles).or_insert(distance);
        *value = distance.min(*value);
    }
    least
}

#[test]
fn tables_equal_a_search_tile_by_tile() {
    for (rows, cols, blank, homes) in [
        (2, 2, 3, &[0, 1, 2][..]),
        (2, 3, 5, &[0, 1, 3]),
        (3, 2, 3, &[0, 5]),
        (2, 3, 5, &[0, 1, 2, 3, 4]),
        (3, 3, 8, &[0, 1, 3, 4]),
        (3, 3, 4, &[0, 1, 2, 3]),
        (3, 3, 8, &[7]),
        (3, 4, 11, &[5, 6, 9, 10]),
        (4, 3, 11, &[0, 4, 8]),
        (2, 7, 13, &[0, 12, 6]),
        (4, 4, 15, &[13, 14, 11]),
        (2, 9, 17, &[0, 9, 1]),
        (5, 5, 24, &[18, 19, 23]),
        (4, 5, 0, &[1, 5, 6]),
    ] {
        let pattern = Pattern::new(size(rows, cols), blank, homes).unwrap();
        let table = table(&pattern);
        let truth = least(&pattern);
        table.check(Path::new("table"), 1, &control()).unwrap();
        // Where the pattern holds all tiles, parity forbids half the arrangements.
        let whole = homes.len() + 1 >= rows * cols;
        let reached = table.iter().filter(|&&value| value < 255).count();
        assert_eq!(truth.len(), reached, "{rows}x{cols} {pattern}");
        assert_eq!(reached == table.len(), !whole, "{rows}x{cols} {pattern}");
        for (cells, distance) in truth {
            let rank = pattern.ranking().rank(&cells);
            assert_eq!(table[rank as usize], distance, "{rows}x{cols} {cells:?}");
        }
    }
}

/// Small patterns on boards of all shapes.
const SHAPES: &[(usize, usize, usize, &[usize])] = &[
    (2, 2, 3, &[0, 1, 2]),
    (2, 3, 5, &[0, 1, 3]),
    (3, 2, 3, &[0, 5]),
    (2, 3, 5, &[0, 1, 2, 3, 4]),
    (3, 3, 8, &[0, 1, 3, 4]),
    (3, 3, 4, &[0, 1, 2, 3]),
    (3, 3, 8, &[7]),
    (3, 3, 8, &[0, 1, 2, 3, 4, 5]),
    (3, 4, 11, &[5, 6, 9, 10]),
    (2, 7, 13, &[0, 12, 6]),
    (4, 4, 15, &[13, 14, 11]),
    (2, 9, 17, &[0, 9, 1]),
    (5, 5, 24, &[18, 19, 23]),
    (4, 5, 0, &[1, 5, 6]),
];

/// Each bit and each histogram, state by state.
#[test]
fn zero_aware_tables_equal_a_search_tile_by_tile() {
    for &(rows, cols, blank, homes) in SHAPES {
        let pattern = Pattern::new(size(rows, cols), blank, homes).unwrap();
        let table = build(&pattern, TableKind::ZeroAware, 2, &control(), |_| ()).unwrap();
        let layout = Layout::new(&pattern).unwrap();
        assert_eq!(table.len(), layout.bytes());
        let mut states = HashMap::new();
        for ((cells, blank), distance) in brute_force(&pattern) {
            let place = layout.place(&cells, blank.into());
            let bit = 64 * layout.words * place.slot + usize::from(place.order);
            assert_eq!(
                table[bit / 8] >> (bit % 8) & 1,
                distance >> 1 & 1,
                "{rows}x{cols} {cells:?} {blank}"
            );
            // Wherever the blank is in its region, the value is the same.
            let known = *states.entry((place.slot, place.order)).or_insert(distance);
            assert_eq!(known, distance);
        }
        let mut histogram = [0; 256];
        for value in states.values() {
            histogram[usize::from(*value)] += 1;
        }
        assert_eq!(*table.histogram(), histogram, "{rows}x{cols} {pattern}");
    }
}

/// Two searches that share nothing but the board: of all regions the best is the plain value.
#[test]
fn the_least_over_the_regions_is_the_plain_value() {
    let size = size(4, 4);
    let pattern = Pattern::new(size, 15, &[0, 1, 4, 5, 8]).unwrap();
    let plain = build(&pattern, TableKind::Plain, 2, &control(), |_| ()).unwrap();
    let goal = Goal::BlankLast.board(size).unwrap();
    let partition: Partition = "1.2.5.6.9".parse().unwrap();
    let looks = Looks::new(&goal, &[partition], &PdbCache::default(), &control()).unwrap();
    let look = &looks.as_slice()[0];
    let mut cells = [0; 5];
    for rank in (0..plain.len() as u32).step_by(997) {
        let taken = pattern.ranking().unrank(rank, &mut cells);
        let value = |blank: usize| {
            let mut rest = (1..16).filter(|n| ![1, 2, 5, 6, 9].contains(n));
            let number = |cell: usize| {
                let tile = cells.iter().position(|&c| usize::from(c) == cell);
                match tile {
                    Some(tile) => [1, 2, 5, 6, 9][tile],
                    None if cell == blank => 0,
                    None => rest.next().unwrap(),
                }
            };
            let numbers: Vec<u32> = (0..16).map(number).collect();
            look.spot(0, &Board::new(size, &numbers).unwrap()).1
        };
        let least = (0..16)
            .filter(|cell| taken & (1 << cell) == 0)
            .map(value)
            .min();
        assert_eq!(least, Some(plain[rank as usize]), "{cells:?}");
    }
}

#[test]
fn spots_followed_along_a_walk_are_those_looked_up_afresh() {
    for (rows, cols, goal, partition) in [
        (4, 4, Goal::BlankFirst, "5-5-5"),
        (4, 4, Goal::Spiral, "4-4-4-3"),
        (3, 5, Goal::BlankLast, "5-5-4"),
        (5, 3, Goal::Spiral, "5-5-4"),
        (2, 8, Goal::BlankFirst, "4-4-4-3"),
        (5, 5, Goal::BlankLast, "3-3-3-3-3-3-3-3"),
        (3, 3, Goal::BlankLast, "2.3.4+5.8"),
    ] {
        let goal = goal.board(size(rows, cols)).unwrap();
        let partition = partition.parse().unwrap();
        let looks = Looks::new(&goal, &[partition], &PdbCache::default(), &control()).unwrap();
        for look in looks.as_slice() {
            let afresh = |board: &Board| -> Vec<(Spot, u8)> {
                (0..look.patterns()).map(|p| look.spot(p, board)).collect()
            };
            assert!(afresh(&goal).iter().all(|&(_, value)| value == 0));
            let mut board = Walk { moves: 300 }.board(&goal, 7);
            let mut spots = afresh(&board);
            for step in 0..500 {
                let moves: Vec<Move> = board.moves().collect();
                let mv = moves[(step * step + step / 3) % moves.len()];
                let edge = *look.edge(board.blank().index(), mv.0);
                let tile = board.slide(mv).unwrap();
                let pattern = usize::from(look.pattern(tile.number()));
                if pattern < spots.len() {
                    let (spot, value) = spots[pattern];
                    let chart = look.prepared(pattern);
                    let aim = if board.size().cells() <= SMALL_CELLS {
                        chart.aim::<true>(spot, &edge)
                    } else {
                        chart.aim::<false>(spot, &edge)
                    };
                    let down = aim.answer();
                    spots[pattern] = (aim.spot(down), value + 1 - 2 * down as u8);
                }
                assert_eq!(spots, afresh(&board), "{board}");
            }
        }
    }
}

#[test]
fn threads_do_not_change_a_table() {
    let pattern = Pattern::new(size(3, 4), 11, &[0, 1, 4, 5, 8]).unwrap();
    let one = build(&pattern, TableKind::Plain, 1, &control(), |_| ()).unwrap();
    for threads in [2, 3, 8] {
        let many = build(&pattern, TableKind::Plain, threads, &control(), |_| ()).unwrap();
        assert!(one[..] == many[..], "{threads}");
        assert_eq!(one.checksum(), many.checksum());
    }
    let one = build(&pattern, TableKind::ZeroAware, 1, &control(), |_| ()).unwrap();
    let three = build(&pattern, TableKind::ZeroAware, 3, &control(), |_| ()).unwrap();
    assert!(one[..] == three[..]);
}

#[test]
fn progress_ends_with_all_entries() {
    let pattern = Pattern::new(size(3, 3), 8, &[0, 1, 2, 3]).unwrap();
    let mut heard = Vec::new();
    let table = build(&pattern, TableKind::Plain, 2, &control(), |progress| {
        heard.push(progress);
    })
    .unwrap();
    assert!(
        heard
            .windows(2)
            .all(|pair| pair[0].reached <= pair[1].reached)
    );
    assert!(
        heard
            .iter()
            .enumerate()
            .all(|(i, p)| usize::from(p.level) == i)
    );
    let last = heard.last().unwrap();
    assert_eq!((last.reached, last.entries), (9 * 8 * 7 * 6, 9 * 8 * 7 * 6));
    assert!(last.level >= table.header().largest());
    assert_eq!(table.histogram().iter().sum::<u64>(), last.entries);
}

#[test]
fn a_build_obeys_its_control() {
    let pattern = Pattern::new(size(4, 4), 15, &[0, 1, 2, 3, 4, 5]).unwrap();
    for kind in TableKind::ALL {
        let stopped = |control: &Control| build(&pattern, kind, 2, control, |_| ()).err();
        let cancelled = control();
        cancelled.cancel();
        assert_eq!(
            stopped(&cancelled),
            Some(BuildError::Stopped(Stop::Cancelled))
        );
        let late = Control::new(Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        });
        assert_eq!(stopped(&late), Some(BuildError::Stopped(Stop::OutOfTime)));
        let small = Control::new(Limits {
            memory: Some(memory(&pattern, kind) - 1),
            ..Limits::default()
        });
        assert_eq!(
            stopped(&small),
            Some(BuildError::Stopped(Stop::OutOfMemory))
        );
    }
}

fn set(goal: &Board, partition: &Partition) -> DatabaseSet {
    let blank = canonical_blank(goal.size(), goal.blank().index());
    let patterns = partition.patterns(goal.size(), blank).unwrap();
    let cache = PdbCache::default();
    let tables = patterns
        .iter()
        .map(|p| cache.get(p, TableKind::Plain, &control()).unwrap());
    DatabaseSet::new(goal, tables.collect())
}

/// The sum for a board read straight off the tables, without views or ranks that change.
fn sum(set: &DatabaseSet, goal: &Board, board: &Board) -> u32 {
    let cell_of = |home: &u8| {
        let number = goal.numbers().nth((*home).into()).unwrap();
        board.numbers().position(|n| n == number).unwrap() as u8
    };
    let value = |table: &Arc<Table>| {
        let cells: Vec<u8> = table.pattern().homes().iter().map(cell_of).collect();
        u32::from(table[table.pattern().ranking().rank(&cells) as usize])
    };
    set.tables().iter().map(value).sum()
}

/// The same board with rows and columns exchanged, and the tiles with them.
fn transposed(goal: &Board, board: &Board) -> Board {
    let n = goal.size().rows();
    let flip = |cell: usize| (cell % n) * n + cell / n;
    let goal: Vec<u8> = goal.numbers().collect();
    let numbers: Vec<u8> = board.numbers().collect();
    let mirrored = |cell: usize| {
        let home = goal.iter().position(|&n| n == numbers[flip(cell)]).unwrap();
        u32::from(goal[flip(home)])
    };
    let cells: Vec<u32> = (0..n * n).map(mirrored).collect();
    Board::new(board.size(), &cells).unwrap()
}

#[test]
fn a_set_is_the_larger_of_the_sum_and_the_mirrored_sum() {
    let goal = Goal::BlankLast.board(size(4, 4)).unwrap();
    let set = set(&goal, &"5-5-5".parse().unwrap());
    let mut larger = [0, 0];
    for seed in 0..200 {
        let board = Uniform.board(&goal, seed);
        let plain = sum(&set, &goal, &board);
        let mirrored = sum(&set, &goal, &transposed(&goal, &board));
        let followed: Followed<4> = set.start(&board);
        assert_eq!(followed.estimate(), plain.max(mirrored), "{board}");
        larger[usize::from(mirrored > plain)] += 1;
    }
    assert!(larger.iter().all(|&times| times > 20), "{larger:?}");
}

/// A board with the blank first, turned by half and renumbered, is a board with the blank last.
#[test]
fn goals_with_the_blank_in_a_corner_share_tables() {
    let (last, first) = (
        Goal::BlankLast.board(size(4, 4)).unwrap(),
        Goal::BlankFirst.board(size(4, 4)).unwrap(),
    );
    let partition = "5-5-5".parse().unwrap();
    let (of_last, of_first) = (set(&last, &partition), set(&first, &partition));
    for seed in 0..100 {
        let board = Uniform.board(&first, seed);
        let turned: Vec<u32> = board
            .numbers()
            .map(|n| if n == 0 { 0 } else { 16 - u32::from(n) })
            .collect();
        let turned: Vec<u32> = turned.into_iter().rev().collect();
        let turned = Board::new(board.size(), &turned).unwrap();
        let (a, b): (Followed<4>, Followed<4>) = (of_first.start(&board), of_last.start(&turned));
        assert_eq!(a.estimate(), b.estimate());
    }
}

#[test]
fn following_a_walk_gives_what_looking_afresh_gives() {
    for (rows, cols, goal, partition) in [
        (4, 4, Goal::BlankFirst, "5-5-5"),
        (4, 4, Goal::Spiral, "4-4-4-3"),
        (3, 5, Goal::BlankLast, "5-5-4"),
        (5, 3, Goal::Spiral, "5-5-4"),
        (2, 8, Goal::BlankFirst, "4-4-4-3"),
        (5, 5, Goal::BlankLast, "3-3-3-3-3-3-3-3"),
        (3, 3, Goal::BlankLast, "2.3.4+5.8"),
    ] {
        let goal = goal.board(size(rows, cols)).unwrap();
        let set = set(&goal, &partition.parse().unwrap());
        let mut board = goal.clone();
        let mut followed: Followed<8> = set.start(&board);
        assert_eq!(followed.estimate(), 0);
        let far = Walk { moves: 300 }.board(&goal, 7);
        board.clone_from(&far);
        followed = set.start(&board);
        for step in 0..500 {
            let moves: Vec<Move> = board.moves().collect();
            let to = board.blank().index();
            let tile = board
                .slide(moves[(step * step + step / 3) % moves.len()])
                .unwrap();
            let from = board.blank().index();
            followed = set.step(followed, &board, tile.number(), from, to);
            assert_eq!(followed, set.start(&board), "{board}");
        }
    }
}

#[test]
fn large_tables_are_not_built_in_passing() {
    let pattern = Pattern::new(size(4, 4), 15, &[0, 1, 2, 3, 4, 5, 6]).unwrap();
    let error = PdbCache::default()
        .get(&pattern, TableKind::Plain, &control())
        .unwrap_err();
    assert!(matches!(error, PdbCacheError::Missing { .. }));
    assert!(error.to_string().contains("taquin pdb build"), "{error}");
}

/// Whoever asks for a table that is being built gets that one, and gives up when told to.
#[test]
fn a_table_is_built_once_and_nobody_waits_against_his_will() {
    let cache = PdbCache::default();
    let partition: Partition = "6-6-3".parse().unwrap();
    let patterns = partition.patterns(size(4, 4), 15).unwrap();
    let pattern = &patterns[0];
    let ask = |control: &Control| cache.get(pattern, TableKind::Plain, control);
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| ask(&control()));
        let other = scope.spawn(|| ask(&control()));
        (one.join().unwrap().unwrap(), other.join().unwrap().unwrap())
    });
    assert!(Arc::ptr_eq(&one, &other));

    let cache = PdbCache::default();
    let cancelled = control();
    cancelled.cancel();
    let error = cache
        .get(pattern, TableKind::Plain, &cancelled)
        .unwrap_err();
    assert!(matches!(
        error,
        PdbCacheError::Build(BuildError::Stopped(_))
    ));
    // What was given up can be asked for again.
    assert!(
        cache
            .get(&patterns[2], TableKind::Plain, &control())
            .is_ok()
    );
}

/// The limit is about all tables together, and about what building them takes beside those there are.
#[test]
fn nothing_is_built_that_cannot_be_held_beside_the_rest() {
    let goal = Goal::BlankLast.board(size(3, 4)).unwrap();
    let partition: Partition = "5-6".parse().unwrap();
    let partitions = [partition];
    let patterns = Looks::patterns(&goal, &partitions).unwrap();
    let cache = PdbCache::default();
    let peak = || cache.peak_bytes(&patterns, TableKind::ZeroAware);
    let alone = patterns.iter().map(|p| memory(p, TableKind::ZeroAware));
    assert!(peak() > alone.max().unwrap());
    let limited = |bytes| {
        Control::new(Limits {
            memory: Some(bytes),
            ..Limits::default()
        })
    };
    let refused = Looks::new(&goal, &partitions, &cache, &limited(peak() - 1)).unwrap_err();
    let stopped = PdbCacheError::Build(BuildError::Stopped(Stop::OutOfMemory));
    assert_eq!(refused, stopped.into());
    assert!(cache.tables().is_empty());
    let looks = Looks::new(&goal, &partitions, &cache, &limited(peak())).unwrap();
    // What is there needs its place only.
    assert_eq!(peak(), looks.bytes());
}
