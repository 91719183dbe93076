//! The search, its kernels compiled for this machine, against true distances and a plain IDA\*.

mod host;
mod truth;

use std::collections::HashMap;

use taquin_core::generate::{Generator, Uniform};
use taquin_core::{
    Board, Control, Direction, Goal, Goals, Limits, Outcome, Puzzle, Size, Solution, Stop,
};
use taquin_gpu::{Choose, Iteration, SearchSettings, Searcher};
use taquin_pdb::{Partition, TableKind, build};
use taquin_search::algorithms::Automaton;
use taquin_testkit::Distances;

/// Few nodes in a launch and short patience: work is handed back and dealt out again often.
fn settings(frontier: usize) -> SearchSettings {
    SearchSettings {
        frontier,
        nodes: 300,
        patience: 16,
        ..SearchSettings::default()
    }
}

fn solve(
    searcher: &mut Searcher,
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> (u32, Vec<Iteration>) {
    let control = Control::new(Limits::default());
    let mut iterations = Vec::new();
    let outcome = searcher
        .solve(puzzle, &control, settings, |i| iterations.push(i.clone()))
        .unwrap();
    assert_eq!(outcome.stop, Stop::Finished);
    assert!(outcome.is_optimal());
    (outcome.lower_bound(), iterations)
}

#[test]
fn small_boards_are_solved_in_true_distance() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    for (rows, cols, every) in [(2, 2, 1), (2, 3, 30), (3, 2, 30), (3, 3, 30_011)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral] {
            let target: Board = goal.board(size).unwrap();
            let truth = Distances::from_goals(&[target]);
            for (board, distance) in truth.iter().step_by(every) {
                let puzzle = Puzzle::new(board, &Goals::from(goal.clone())).unwrap();
                for frontier in [16, 1 << 10] {
                    let (length, _) = solve(&mut searcher, &puzzle, &settings(frontier));
                    assert_eq!(length, distance, "{size} {goal:?}\n{}", puzzle.start());
                }
            }
        }
    }
}

#[test]
fn published_15_puzzles_have_their_lengths() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let set = taquin_data::by_name("korf-15-100").unwrap();
    let easy = set.instances().filter(|i| i.optimal.unwrap() <= 44);
    for instance in easy {
        let puzzle = Puzzle::new(instance.board, &Goals::from(instance.goal)).unwrap();
        let settings = SearchSettings {
            frontier: 1 << 12,
            nodes: 20_000,
            ..SearchSettings::default()
        };
        let (length, _) = solve(&mut searcher, &puzzle, &settings);
        assert_eq!(Some(length), instance.optimal, "{}", instance.id);
    }
}

/// Exhausted thresholds, compared node for node with a plain IDA\* with the same two sums and the same
/// pruned move sequences.
#[test]
fn node_counts_are_those_of_a_plain_search() {
    for length in [2, 10] {
        compare_node_counts(length);
    }
}

fn compare_node_counts(pruned: usize) {
    let size = Size::new(3, 3).unwrap();
    let patterns = [[0, 1, 3, 4], [2, 5, 6, 7]];
    let tables = patterns.map(|homes| truth::values(size, 8, &homes));
    let automaton = Automaton::new(size, pruned);
    let goal = Goal::BlankLast.board(size).unwrap();
    let mut searcher = Searcher::new(Box::new(host::Host));
    for seed in 0..6 {
        let puzzle = Puzzle::new(Uniform.board(&goal, seed), &Goals::default()).unwrap();
        let settings = SearchSettings {
            tables: "1.2.4.5+3.6.7.8".parse().unwrap(),
            automaton: pruned,
            ..settings(16)
        };
        let (length, iterations) = solve(&mut searcher, &puzzle, &settings);
        let mut plain = Plain {
            size,
            automaton: &automaton,
            layers: 0,
            patterns: &patterns,
            tables: &tables,
            expanded: 0,
            generated: 0,
        };
        for iteration in iterations.iter().filter(|i| i.threshold < length) {
            (plain.expanded, plain.generated) = (0, 0);
            let mut cells: Vec<u8> = puzzle.start().numbers().collect();
            let blank = puzzle.start().blank().index();
            plain.layers = iteration.layers;
            plain.descend(&mut cells, blank, Before::default(), iteration.threshold);
            let counts = (iteration.expanded, iteration.generated);
            assert_eq!(
                counts,
                (plain.expanded, plain.generated),
                "{pruned} moves, seed {seed}, threshold {}",
                iteration.threshold
            );
        }
        assert!(
            iterations.len() > 1 || length < 20,
            "seed {seed} tests nothing"
        );
    }
}

/// A beam that finds a shortest solution saves the last threshold, and changes none before it.
#[test]
fn beams_save_the_last_threshold_and_prove_the_same() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    let truth = Distances::from_goals(std::slice::from_ref(&goal));
    let mut saved = 0;
    for seed in 0..8 {
        let puzzle = Puzzle::new(Uniform.board(&goal, seed), &Goals::default()).unwrap();
        let mut with = |beam_from: u64| {
            let settings = SearchSettings {
                tables: "1.2.4.5+3.6.7.8".parse().unwrap(),
                beam_from,
                ..settings(16)
            };
            let mut counts = Vec::new();
            let outcome = searcher
                .solve(&puzzle, &Control::new(Limits::default()), &settings, |i| {
                    counts.push((i.threshold, i.expanded, i.generated));
                })
                .unwrap();
            assert!(outcome.is_optimal());
            assert_eq!(Some(outcome.lower_bound()), truth.get(puzzle.start()));
            counts.retain(|&(threshold, ..)| threshold < outcome.lower_bound());
            let proof = outcome.exhausted.unwrap();
            let expanded: u64 = counts.iter().map(|&(_, expanded, _)| expanded).sum();
            assert_eq!(proof.nodes, expanded, "the beam's nodes prove nothing");
            (counts, outcome.stats.expanded)
        };
        let (alone, all) = with(u64::MAX);
        let (beside, fewer) = with(1);
        assert_eq!(alone, beside, "seed {seed}");
        saved += u32::from(all != fewer);
    }
    assert!(saved > 0, "no beam was run");
}

/// Before long thresholds the first partition alone is used, and the proof names all tables it rests on.
#[test]
fn all_partitions_are_used_from_long_thresholds_on() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    let truth = Distances::from_goals(std::slice::from_ref(&goal));
    for seed in 0..8 {
        let puzzle = Puzzle::new(Uniform.board(&goal, seed), &Goals::default()).unwrap();
        let mut with = |tables: &str, all_from: u64| {
            let settings = SearchSettings {
                tables: tables.parse().unwrap(),
                all_from,
                ..settings(16)
            };
            let mut counts = Vec::new();
            let outcome = searcher
                .solve(&puzzle, &Control::new(Limits::default()), &settings, |i| {
                    counts.push((i.threshold, i.expanded));
                })
                .unwrap();
            assert_eq!(Some(outcome.lower_bound()), truth.get(puzzle.start()));
            assert!(outcome.is_optimal());
            counts.retain(|&(threshold, _)| threshold < outcome.lower_bound());
            (counts, outcome.exhausted.unwrap().tables.len())
        };
        let weak = "1.2.3.8+4.5.6.7";
        let both = "1.2.3.8+4.5.6.7/1.2.4.5+3.6.7.8";
        let (alone, first) = with(weak, 0);
        let (together, all) = with(both, 0);
        assert!(first < all);
        assert_eq!(with(both, u64::MAX), (alone.clone(), first), "seed {seed}");
        let (staged, named) = with(both, 1);
        assert_eq!(staged.first(), alone.first(), "seed {seed}");
        assert_eq!(staged.last().is_some(), together.last().is_some());
        for count in staged.iter().skip(1) {
            assert!(together.contains(count), "seed {seed}: {count:?}");
        }
        assert!(named == all || staged.len() < 2, "seed {seed}");
    }
}

/// After a threshold of some nodes, the partition with the fewest nodes at an earlier one is used.
#[test]
fn the_best_partition_is_chosen_by_a_low_threshold() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let first = "1.8+2.6.7+3.4.5";
    let others = ["1.4.7+2.5.8+3.6", "1.2.4+3.5.6+7.8", "6-6-6-6"];
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    let mut changed = 0;
    for seed in 0..12 {
        let puzzle = Puzzle::new(Uniform.board(&goal, seed), &Goals::default()).unwrap();
        let mut with = |tables: &str, choose: Option<Choose>| {
            let settings = SearchSettings {
                tables: tables.parse().unwrap(),
                choose,
                ..settings(16)
            };
            let (length, mut iterations) = solve(&mut searcher, &puzzle, &settings);
            // The last is not searched to its end.
            iterations.pop();
            (length, iterations)
        };
        let choose = Choose {
            among: others.iter().map(|text| text.parse().unwrap()).collect(),
            after: 160,
        };
        let (length, found) = with(first, Some(choose.clone()));
        let usual = with(first, None);
        assert_eq!(length, usual.0, "seed {seed}");
        let Some(after) = found.iter().position(|i| i.generated >= choose.after) else {
            continue;
        };
        // The counts that the choice is made by, as searches with each partition alone have them.
        let low = found[..=after]
            .iter()
            .rfind(|i| i.generated <= choose.after / 8)
            .unwrap_or(&found[0])
            .threshold;
        let alone: Vec<_> = [first, others[0], others[1]]
            .map(|tables| with(tables, None).1)
            .into();
        let at = |iterations: &[Iteration], threshold: u32| {
            let at = iterations.iter().find(|i| i.threshold == threshold);
            at.map_or(0, |i| i.generated)
        };
        let fewest = alone.iter().map(|alone| at(alone, low)).min().unwrap();
        let best = alone.iter().filter(|alone| at(alone, low) == fewest);
        for iteration in &found[after + 1..] {
            let counts: Vec<u64> = best.clone().map(|b| at(b, iteration.threshold)).collect();
            assert!(counts.contains(&iteration.generated), "seed {seed}");
            changed += usize::from(iteration.generated != at(&usual.1, iteration.threshold));
        }
    }
    assert!(
        changed > 0,
        "some board has another partition than the first"
    );
}

/// IDA\* as in textbooks, for the blank last. Above the last breadth-first layer and in it, only moves
/// back are pruned; below it, an automaton follows the moves.
struct Plain<'a> {
    size: Size,
    automaton: &'a Automaton,
    layers: u32,
    patterns: &'a [[usize; 4]; 2],
    tables: &'a [HashMap<truth::State, u32>; 2],
    expanded: u64,
    generated: u64,
}

/// What led to a board: the blank's last cell, the number of moves, and the automaton's state.
#[derive(Clone, Copy, Default)]
struct Before {
    blank: Option<usize>,
    moves: u32,
    state: u16,
}

impl Plain<'_> {
    fn descend(&mut self, cells: &mut [u8], blank: usize, before: Before, left: u32) {
        self.expanded += 1;
        for next in truth::near(self.size, blank).collect::<Vec<_>>() {
            let tile_goes = if next + 1 == blank {
                Direction::Right
            } else if blank + 1 == next {
                Direction::Left
            } else if next < blank {
                Direction::Down
            } else {
                Direction::Up
            } as usize;
            let is_pruned = if before.moves <= self.layers {
                before.blank == Some(next)
            } else {
                self.automaton.allowed(before.state) >> tile_goes & 1 == 0
            };
            if is_pruned {
                continue;
            }
            self.generated += 1;
            cells.swap(blank, next);
            if self.estimate(cells, next) < left {
                let moves = before.moves + 1;
                let followers = self.automaton.followers(before.state);
                let before = Before {
                    blank: Some(blank),
                    moves,
                    state: if moves <= self.layers {
                        0
                    } else {
                        followers[tile_goes]
                    },
                };
                self.descend(cells, next, before, left - 1);
            }
            cells.swap(blank, next);
        }
    }

    /// The larger of the sums for the board and the mirrored board.
    fn estimate(&self, cells: &[u8], blank: usize) -> u32 {
        let mirror = |cell: usize| cell % 3 * 3 + cell / 3;
        let mirrored: Vec<u8> = (0..9)
            .map(|cell| match cells[mirror(cell)] {
                0 => 0,
                tile => mirror(usize::from(tile) - 1) as u8 + 1,
            })
            .collect();
        self.sum(cells, blank)
            .max(self.sum(&mirrored, mirror(blank)))
    }

    fn sum(&self, cells: &[u8], blank: usize) -> u32 {
        let value = |homes: &[usize; 4], table: &HashMap<truth::State, u32>| {
            let place = |home: &usize| cells.iter().position(|&t| usize::from(t) == home + 1);
            let tiles: Vec<usize> = homes.iter().map(|home| place(home).unwrap()).collect();
            let first = truth::region(self.size, &tiles, blank);
            table[&(tiles, first)]
        };
        let values = self.patterns.iter().zip(self.tables);
        values.map(|(homes, table)| value(homes, table)).sum()
    }
}

/// Strings of moves that others replace are left out: fewer nodes, the same lengths.
#[test]
fn an_automaton_saves_nodes_and_keeps_lengths() {
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    let truth = Distances::from_goals(&[goal]);
    let mut searcher = Searcher::new(Box::new(host::Host));
    let (mut with, mut without) = (0, 0);
    for (board, distance) in truth.iter().step_by(20_011) {
        let puzzle = Puzzle::new(board, &Goals::default()).unwrap();
        let plain = SearchSettings {
            tables: "1.2+3.4+5.6+7.8".parse().unwrap(),
            ..settings(16)
        };
        let pruned = SearchSettings {
            automaton: 12,
            ..plain.clone()
        };
        for (settings, sum) in [(plain, &mut without), (pruned, &mut with)] {
            let (length, iterations) = solve(&mut searcher, &puzzle, &settings);
            assert_eq!(length, distance, "{}", puzzle.start());
            let in_vain = iterations.iter().filter(|i| i.threshold < length);
            *sum += in_vain.map(|i| i.generated).sum::<u64>();
        }
    }
    assert!(with < without, "{with} and {without}");
}

#[test]
fn a_batch_is_solved_in_true_distances_and_in_order() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral] {
        let target = goal.board(Size::new(3, 3).unwrap()).unwrap();
        let truth = Distances::from_goals(std::slice::from_ref(&target));
        let (puzzles, distances): (Vec<Puzzle>, Vec<u32>) = truth
            .iter()
            .step_by(5003)
            .map(|(board, distance)| {
                let puzzle = Puzzle::new(board, &Goals::from(goal.clone())).unwrap();
                (puzzle, distance)
            })
            .unzip();
        let control = Control::new(Limits::default());
        let solved = searcher.batch(&puzzles, &control, &settings(16)).unwrap();
        let length = |outcome: &Outcome| outcome.best().map(Solution::len);
        let lengths: Vec<u32> = solved.iter().filter_map(length).collect();
        assert_eq!(lengths, distances, "{goal:?}");
        assert!(solved.iter().all(Outcome::is_optimal));
    }
}

#[test]
fn a_stopped_search_has_a_true_lower_bound() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let goal = Goal::BlankLast.board(Size::new(4, 4).unwrap()).unwrap();
    let puzzle = Puzzle::new(Uniform.board(&goal, 1), &Goals::default()).unwrap();
    let limits = Limits {
        nodes: Some(2000),
        ..Limits::default()
    };
    let outcome = searcher
        .solve(&puzzle, &Control::new(limits), &settings(64), |_| ())
        .unwrap();
    assert_eq!(outcome.stop, Stop::OutOfNodes);
    assert!(outcome.best().is_none() && outcome.lower_bound() > 0);
    let control = Control::new(Limits::default());
    control.cancel();
    let outcome = searcher
        .solve(&puzzle, &control, &settings(64), |_| ())
        .unwrap();
    assert_eq!(outcome.stop, Stop::Cancelled);
}

/// What a proof rests on: the exhausted threshold with the nodes up to it, and the tables,
/// named and summed up like those that the CPU builds.
#[test]
fn a_proof_says_what_was_exhausted() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    let control = Control::new(Limits::default());
    let partition: Partition = "4-4".parse().unwrap();
    let patterns = partition.patterns(goal.size(), 8).unwrap();
    let titles = patterns.iter().map(|pattern| {
        let table = build(pattern, TableKind::ZeroAware, 1, &control, |_| ());
        table.unwrap().title()
    });
    let titles: Vec<String> = titles.collect();
    let settings = SearchSettings {
        tables: "4-4".parse().unwrap(),
        ..settings(64)
    };
    let mut in_vain = 0;
    for seed in 0..20 {
        let puzzle = Puzzle::new(Uniform.board(&goal, seed), &Goals::default()).unwrap();
        let mut nodes = Vec::new();
        let outcome = searcher
            .solve(&puzzle, &control, &settings, |i| nodes.push(i.expanded))
            .unwrap();
        let length = outcome.lower_bound();
        let proof = outcome.exhausted.clone().unwrap();
        nodes.pop();
        if nodes.is_empty() {
            assert_eq!(proof.bound, length - 1);
        } else {
            in_vain += 1;
            assert_eq!(proof.bound, length - 2);
        }
        assert_eq!(proof.nodes, nodes.iter().sum::<u64>());
        let (named, known) = (&proof.tables, &titles);
        assert!(
            known.iter().all(|title| named.contains(title)),
            "{named:?} {known:?}"
        );
        let batch = searcher.batch(&[puzzle], &control, &settings).unwrap();
        let told = batch[0].exhausted.clone().unwrap();
        assert!((proof.bound..length).contains(&told.bound));
        assert_eq!(told.tables, proof.tables);
    }
    assert!(
        in_vain > 5,
        "{in_vain} of 20 boards needed a second threshold"
    );
}
