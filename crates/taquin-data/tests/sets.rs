//! Every set is whole and agrees with what its sources say.

use std::collections::HashSet;

use taquin_core::{Board, Parity};
use taquin_data::{DATASETS, Dataset, PublishedInstance, by_name};

fn goal(instance: &PublishedInstance) -> Board {
    instance.goal.board(instance.board.size()).unwrap()
}

fn manhattan(board: &Board, goal: &Board) -> u32 {
    let away = |cell| {
        let home = board.tile(cell).and_then(|tile| goal.find(tile));
        home.map_or(0, |home| board.size().distance(cell.index(), home.index()))
    };
    board.cells().map(away).sum::<usize>() as u32
}

#[test]
fn every_set_has_its_instances_under_different_names() {
    let mut ids = HashSet::new();
    for set in DATASETS {
        assert_eq!(set.instances().count(), set.count, "{}", set.name);
        for instance in set.instances() {
            assert!(ids.insert(instance.id.clone()), "{} twice", instance.id);
        }
    }
    assert_eq!(ids.len(), 1194);
}

#[test]
fn only_instances_that_say_so_cannot_be_solved() {
    let mut unsolvable = 0;
    for instance in DATASETS.iter().flat_map(Dataset::instances) {
        let odd = Parity::of(&instance.board, &goal(&instance)).is_odd();
        assert_eq!(odd, instance.id.contains("unsat"), "{}", instance.id);
        unsolvable += u32::from(odd);
    }
    assert_eq!(unsolvable, 3);
}

#[test]
fn no_length_contradicts_the_manhattan_distance() {
    for instance in DATASETS.iter().flat_map(Dataset::instances) {
        let least = manhattan(&instance.board, &goal(&instance));
        for length in [instance.optimal, instance.known].into_iter().flatten() {
            assert!(least <= length, "{}", instance.id);
            assert_eq!(least % 2, length % 2, "{}", instance.id);
        }
        if let (Some(optimal), Some(known)) = (instance.optimal, instance.known) {
            assert!(optimal <= known, "{}", instance.id);
        }
    }
}

/// Instances with an optimal length, their sum, and the sum of the lengths found.
///
/// Korf's hundred have a mean of 53.05 and Korf and Felner's fifty one of 100.78, as published. The
/// sums of the `DeepCubeA` halves were added up from the source files.
const SUMS: [(&str, usize, u32, u32); 10] = [
    ("korf-15-100", 100, 5305, 0),
    ("korf-24-50", 50, 5039, 0),
    ("hardest-15", 17, 17 * 80, 0),
    ("hardest-8", 4, 4 * 31, 0),
    ("hard-24", 1, 156, 0),
    ("seeds", 21, 429, 0),
    ("deepcubea-15", 250, 12_986, 12_986),
    ("deepcubea-24", 248, 22_221, 22_223),
    ("deepcubea-35", 0, 0, 31_473),
    ("deepcubea-48", 0, 0, 64_276),
];

#[test]
fn lengths_add_up_as_published() {
    assert_eq!(SUMS.len(), DATASETS.len());
    for (name, optima, sum, known) in SUMS {
        let set = by_name(name).unwrap();
        let lengths: Vec<u32> = set.instances().filter_map(|i| i.optimal).collect();
        assert_eq!(
            (lengths.len(), lengths.iter().sum()),
            (optima, sum),
            "{name}"
        );
        let found: u32 = set.instances().filter_map(|i| i.known).sum();
        assert_eq!(found, known, "{name}");
    }
}

#[test]
fn the_seventeen_hardest_are_closed_under_reflection() {
    let boards: HashSet<Board> = by_name("hardest-15")
        .unwrap()
        .instances()
        .map(|instance| instance.board)
        .collect();
    // In the main diagonal, cells and tiles alike: tile t has its home in cell t - 1.
    let mirrored = |cell: usize| 4 * (cell % 4) + cell / 4;
    for board in &boards {
        let numbers: Vec<u32> = (0..16)
            .map(|cell| {
                let from = board.cells().nth(mirrored(cell)).unwrap();
                let tile = board.tile(from).map(|tile| usize::from(tile.number()));
                tile.map_or(0, |tile| mirrored(tile - 1) as u32 + 1)
            })
            .collect();
        let mirror = Board::new(board.size(), &numbers).unwrap();
        assert!(boards.contains(&mirror), "{board}");
    }
}

#[test]
fn an_unknown_name_gets_the_nearest() {
    assert_eq!(
        by_name("korf-15").unwrap_err().to_string(),
        "there is no dataset `korf-15`; did you mean `korf-15-100`?"
    );
}

/// The course's boards are in the set of seeds, under the numbers of steps that its files state.
#[test]
fn the_courses_files_are_read_with_their_steps() {
    use taquin_core::notation::file::{self, Format};
    use taquin_data::{COURSE_FILES, course_file};

    let seeds: Vec<Board> = by_name("seeds")
        .unwrap()
        .instances()
        .map(|instance| instance.board)
        .collect();
    let mut steps = Vec::new();
    for (name, text) in COURSE_FILES {
        let instances = file::parse(text, Some(Format::Course)).unwrap();
        assert!(seeds.contains(&instances[0].board), "{name}");
        steps.extend(instances[0].steps);
    }
    assert_eq!(steps, [2, 50, 7, 5, 3, 33]);
    assert_eq!(course_file("input.in"), None);
}
