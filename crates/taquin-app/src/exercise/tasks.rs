//! The table of exercises.

use std::fmt::Write;
use std::ops::RangeInclusive;

use taquin::generate::{Generator, Random, Uniform};
use taquin::heuristic::pattern_values;
use taquin::notation::{Notation, format_moves};
use taquin::trace::StepKind;
use taquin::{Board, Control, Move, Parity, Tile, catalogue};

use super::key::{Key, estimate};
use super::{Exercise, Task, draw};
use crate::{Refusal, run};

const YES_OR_NO: &str = "yes or no";
const NUMBER: &str = "a whole number";
const BOARD: &str = "a board, like `1 2 3/4 5 6/7 8 0`";
const MOVES: &str = "moves like LURD, each the direction in which a tile slides";

pub(crate) const EXERCISES: &[Exercise] = &[
    Exercise {
        name: "parity",
        lesson: 1,
        summary: "decide whether a board can be solved",
        make: |random, _| Ok(parity(random)),
    },
    Exercise {
        name: "inversions",
        lesson: 1,
        summary: "count the inversions of a board",
        make: |random, _| Ok(inversions(random)),
    },
    Exercise {
        name: "levels",
        lesson: 2,
        summary: "count the 2x3 boards at a distance",
        make: levels,
    },
    Exercise {
        name: "shortest",
        lesson: 3,
        summary: "find a shortest solution",
        make: shortest,
    },
    Exercise {
        name: "bfs-order",
        lesson: 3,
        summary: "run breadth-first search by hand",
        make: bfs_order,
    },
    Exercise {
        name: "misplaced",
        lesson: 4,
        summary: "count misplaced tiles",
        make: misplaced,
    },
    Exercise {
        name: "manhattan",
        lesson: 4,
        summary: "compute the Manhattan distance",
        make: manhattan,
    },
    Exercise {
        name: "linear-conflict",
        lesson: 5,
        summary: "add linear conflicts to the Manhattan distance",
        make: linear_conflict,
    },
    Exercise {
        name: "overestimate",
        lesson: 5,
        summary: "find a counterexample to admissibility",
        make: |random, _| Ok(overestimate(random)),
    },
    Exercise {
        name: "astar-order",
        lesson: 6,
        summary: "run A* by hand",
        make: astar_order,
    },
    Exercise {
        name: "thresholds",
        lesson: 7,
        summary: "list the thresholds of IDA*",
        make: thresholds,
    },
    Exercise {
        name: "patterns",
        lesson: 8,
        summary: "look up two patterns",
        make: patterns,
    },
    Exercise {
        name: "horizon",
        lesson: 9,
        summary: "find the last unsatisfiable horizon",
        make: horizon,
    },
    Exercise {
        name: "replay",
        lesson: 10,
        summary: "check three claimed solutions",
        make: replay,
    },
    Exercise {
        name: "interval",
        lesson: 11,
        summary: "say what an unfinished search has proven",
        make: |random, _| Ok(interval(random)),
    },
    Exercise {
        name: "shorten",
        lesson: 11,
        summary: "improve a solution",
        make: shorten,
    },
    Exercise {
        name: "par2",
        lesson: 12,
        summary: "compute a PAR-2 score",
        make: |random, _| Ok(par2(random)),
    },
    Exercise {
        name: "censored",
        lesson: 12,
        summary: "give the median of runs with a time limit",
        make: |random, _| Ok(censored(random)),
    },
];

fn parity(random: &mut Random) -> Task {
    let goal = draw::goal(draw::three());
    let mut board = Uniform.draw(&goal, random);
    let is_solvable = random.below(2) == 0;
    if !is_solvable {
        board = board.with_swapped(tile(1), tile(2));
    }
    let answer = if is_solvable { "yes" } else { "no" };
    Task {
        text: format!(
            "Can this board reach the goal 1 2 3/4 5 6/7 8 0?\n\n{}",
            draw::picture(&board)
        ),
        form: YES_OR_NO,
        key: Key::Word(answer.to_owned(), &["yes", "no"]),
    }
}

fn inversions(random: &mut Random) -> Task {
    let goal = draw::goal(draw::three());
    let board = Uniform.draw(&goal, random);
    let inversions = Parity::of(&board, &goal).inversions;
    Task {
        text: format!(
            "How many inversions does this board have? An inversion is a pair of tiles in the wrong \
             order,\nread row by row. The blank does not count.\n\n{}",
            draw::picture(&board)
        ),
        form: NUMBER,
        key: Key::Numbers(vec![u64::from(inversions)]),
    }
}

fn levels(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let table = draw::table(draw::small(), control)?;
    let histogram = table.histogram();
    let distance = 3 + random.below(histogram.len() - 3);
    Ok(Task {
        text: format!(
            "How many 2x3 boards are exactly {distance} moves from the goal 1 2 3/4 5 0?\n\
             A program of twenty lines finds out; there are only 360 boards."
        ),
        form: NUMBER,
        key: Key::Numbers(vec![histogram[distance]]),
    })
}

fn shortest(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let (board, distance) = near(6..=10, random, control)?;
    Ok(Task {
        text: format!(
            "Find a shortest solution. It has {distance} moves.\n\n{}",
            draw::picture(&board)
        ),
        form: MOVES,
        key: Key::Solution(draw::puzzle(&board)?, distance),
    })
}

fn bfs_order(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let board = draw::board(draw::small(), 6..=10, random, control)?;
    let nth = 4 + random.below(4);
    Ok(Task {
        text: format!(
            "Breadth-first search starts here. It makes successors in the order U D L R (the direction of \
             the\ntile) and drops states that it has met before. Which board does it expand as number {nth}? \
             The start is number 1.\n\n{}",
            draw::picture(&board)
        ),
        form: BOARD,
        key: Key::Board(expanded("bfs", &board, nth, control)?),
    })
}

fn misplaced(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let board = Uniform.draw(&draw::goal(draw::three()), random);
    let value = estimate("misplaced", &board, control)?;
    Ok(Task {
        text: format!(
            "How many tiles are misplaced? Do not count the blank.\n\n{}",
            draw::picture(&board)
        ),
        form: NUMBER,
        key: Key::Numbers(vec![u64::from(value)]),
    })
}

fn manhattan(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let board = Uniform.draw(&draw::goal(draw::three()), random);
    let value = estimate("manhattan", &board, control)?;
    Ok(Task {
        text: format!(
            "What is the Manhattan distance of this board? Do not count the blank.\n\n{}",
            draw::picture(&board)
        ),
        form: NUMBER,
        key: Key::Numbers(vec![u64::from(value)]),
    })
}

fn linear_conflict(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let goal = draw::goal(draw::three());
    // Without a conflict there is nothing to add; about half of all boards have one.
    let mut boards = (0..10_000).map(|_| Uniform.draw(&goal, random));
    let has_conflict = |board: &Board| {
        let values = ["manhattan", "linear-conflict"].map(|name| estimate(name, board, control));
        matches!(values, [Ok(plain), Ok(conflicts)] if plain < conflicts)
    };
    let board = boards.find(has_conflict);
    let board = board.ok_or_else(|| draw::fault("no conflict was drawn"))?;
    let value = estimate("linear-conflict", &board, control)?;
    Ok(Task {
        text: format!(
            "What is the linear-conflict estimate of this board: the Manhattan distance, plus 2 for each \
             tile\nthat must leave its row or column to let another pass?\n\n{}",
            draw::picture(&board)
        ),
        form: NUMBER,
        key: Key::Numbers(vec![u64::from(value)]),
    })
}

fn overestimate(random: &mut Random) -> Task {
    let distance = 3 + random.below(8) as u32;
    Task {
        text: format!(
            "Find a 3x3 board that is exactly {distance} moves from the goal 1 2 3/4 5 6/7 8 0 and on which \
             the\nheuristic `weighted-inversion` says more than {distance}."
        ),
        form: BOARD,
        key: Key::Overestimated("weighted-inversion", distance),
    }
}

fn astar_order(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let (board, _) = near(8..=12, random, control)?;
    let nth = 4 + random.below(3);
    Ok(Task {
        text: format!(
            "A* with the Manhattan distance starts here. Among equal f it takes the larger g, among equal g \
             the\nnode made first; successors come in the order U D L R (the direction of the tile). Which \
             board\ndoes it expand as number {nth}? The start is number 1.\n\n{}",
            draw::picture(&board)
        ),
        form: BOARD,
        key: Key::Board(expanded("astar/manhattan", &board, nth, control)?),
    })
}

fn thresholds(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let (board, distance) = near(12..=20, random, control)?;
    let first = estimate("manhattan", &board, control)?;
    // A slide changes the estimate by one, so the least pruned f is always two above the threshold.
    let thresholds = (first..=distance).step_by(2).map(u64::from).collect();
    Ok(Task {
        text: format!(
            "IDA* with the Manhattan distance solves this board, whose shortest solution has {distance} \
             moves.\nList its thresholds in order.\n\n{}",
            draw::picture(&board)
        ),
        form: "whole numbers with spaces between them",
        key: Key::Numbers(thresholds),
    })
}

fn patterns(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let (board, _) = near(5..=9, random, control)?;
    let goal = draw::goal(draw::three());
    let values = pattern_values(&board, &goal, control);
    let (_, values) = values.map_err(|error| draw::fault(&error.to_string()))?;
    let mut text =
        "A pattern database holds the fewest moves of a pattern's tiles that bring these tiles \
                    home; moves of\nother tiles are free. What does it say of each pattern?\n\n"
            .to_owned();
    for (pattern, _) in &values {
        let tiles: Vec<String> = pattern.iter().map(u8::to_string).collect();
        let _ = writeln!(text, "  tiles {}", tiles.join(" "));
    }
    let _ = write!(text, "\n{}", draw::picture(&board));
    let numbers = values.iter().map(|(_, value)| u64::from(*value)).collect();
    Ok(Task {
        text,
        form: "a number for each pattern, in this order",
        key: Key::Numbers(numbers),
    })
}

fn horizon(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let (board, distance) = near(9..=16, random, control)?;
    Ok(Task {
        text: format!(
            "For which largest T is the formula *there is a plan of at most T moves* unsatisfiable?\n\
             `taquin decide \"{board}\" --steps T` decides one T.\n\n{}",
            draw::picture(&board)
        ),
        form: NUMBER,
        key: Key::Numbers(vec![u64::from(distance) - 1]),
    })
}

fn replay(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let (board, _) = near(8..=11, random, control)?;
    let table = draw::table(draw::three(), control)?;
    let solution = table.solution(&board);
    let solution = solution.ok_or_else(|| draw::fault("no solution"))?;
    let right = random.below(3);
    let mut text = format!(
        "Three programs claim a solution of this board. One is right. Which? Replay the moves.\n\n{}\n",
        draw::picture(&board)
    );
    let mut claims: Vec<Vec<Move>> = vec![solution.moves().to_vec()];
    while claims.len() < 3 {
        let claim = stray(&board, solution.moves(), random);
        if !claims.contains(&claim) {
            claims.push(claim);
        }
    }
    claims.swap(0, right);
    for (claim, moves) in claims.iter().enumerate() {
        let moves = format_moves(moves, Notation::Tile);
        let _ = write!(text, "\n  {}. {moves}", claim + 1);
    }
    Ok(Task {
        text,
        form: "1, 2 or 3",
        key: Key::Word((right + 1).to_string(), &["1", "2", "3"]),
    })
}

/// Legal moves that follow a solution, then leave it and never reach the goal.
fn stray(board: &Board, solution: &[Move], random: &mut Random) -> Vec<Move> {
    let goal = draw::goal(board.size());
    loop {
        let keep = solution.len() / 2 + random.below(solution.len() / 2 - 1);
        let mut moves = solution[..keep].to_vec();
        let mut end = board.clone();
        for &mv in &moves {
            end.slide(mv);
        }
        while moves.len() < solution.len() {
            let back = moves.last().map(|mv| mv.inverse());
            let choices: Vec<Move> = end.moves().filter(|mv| Some(*mv) != back).collect();
            let mv = choices[random.below(choices.len())];
            end.slide(mv);
            moves.push(mv);
        }
        if end != goal {
            return moves;
        }
    }
}

fn interval(random: &mut Random) -> Task {
    let manhattan = 60 + random.below(20) as u64;
    let bound = manhattan + 5 + random.below(10) as u64;
    let first = bound + (bound - manhattan) % 2;
    let best = first + 2 * (1 + random.below(4) as u64);
    Task {
        text: format!(
            "The Manhattan distance of a 5x5 board is {manhattan}. A search was stopped: it has a solution \
             of {best} moves,\nand a proof that fewer than {bound} moves are not enough. Which lengths can a \
             shortest solution have?"
        ),
        form: "whole numbers with spaces between them",
        key: Key::Numbers((first..=best).step_by(2).collect()),
    }
}

fn shorten(random: &mut Random, control: &Control) -> Result<Task, Refusal> {
    let human = catalogue::solver("human")?;
    // The human method is rarely optimal, but on some boards there is too little to gain.
    for _ in 0..1000 {
        let (board, distance) = near(10..=16, random, control)?;
        let puzzle = draw::puzzle(&board)?;
        let run = run(&*human, &puzzle, control)?;
        let known = run.outcome.best();
        let known = known.ok_or_else(|| draw::fault("no solution"))?;
        if known.len() < distance + 8 {
            continue;
        }
        let most = distance + 4;
        return Ok(Task {
            text: format!(
                "The human method solves this board in {} moves:\n\n  {}\n\nFind a solution of at most \
                 {most} moves.\n\n{}",
                known.len(),
                format_moves(known.moves(), Notation::Tile),
                draw::picture(&board)
            ),
            form: MOVES,
            key: Key::Solution(puzzle, most),
        });
    }
    Err(draw::fault("no board was drawn"))
}

fn par2(random: &mut Random) -> Task {
    const LIMIT: u64 = 30;
    let unsolved = 1 + random.below(3);
    let times: Vec<u64> = (0..10 - unsolved)
        .map(|_| 1 + random.below(LIMIT as usize - 1) as u64)
        .collect();
    let sum: u64 = times.iter().sum::<u64>() + unsolved as u64 * 2 * LIMIT;
    let times: Vec<String> = times.iter().map(u64::to_string).collect();
    Task {
        text: format!(
            "Ten runs have a time limit of {LIMIT} s. {} of them ended with an answer, after {} s;\n{unsolved} \
             reached the limit. What is the PAR-2 score in seconds?",
            10 - unsolved,
            times.join(", ")
        ),
        form: "a number with one decimal, like 12.5",
        // Ten runs: the sum in seconds is the mean in tenths.
        key: Key::Tenths(sum),
    }
}

fn censored(random: &mut Random) -> Task {
    const LIMIT: usize = 60;
    let answered = 1 + random.below(9);
    let mut times: Vec<u64> = Vec::new();
    while times.len() < answered {
        let time = 1 + random.below(LIMIT - 1) as u64;
        if !times.contains(&time) {
            times.push(time);
        }
    }
    let shown: Vec<String> = times.iter().map(u64::to_string).collect();
    times.sort_unstable();
    let unsolved = 9 - answered;
    Task {
        text: format!(
            "Nine runs have a time limit of {LIMIT} s. The times of those that ended with an answer: {} s;\n\
             {unsolved} reached the limit. What is the median time of all nine in seconds?",
            shown.join(", ")
        ),
        form: "a whole number, or `unknown`",
        key: Key::NumberOr(times.get(4).copied(), "unknown"),
    }
}

/// A 3x3 board within these distances, and its distance.
fn near(
    distances: RangeInclusive<u32>,
    random: &mut Random,
    control: &Control,
) -> Result<(Board, u32), Refusal> {
    let board = draw::board(draw::three(), distances, random, control)?;
    let distance = draw::table(draw::three(), control)?.distance(&board);
    Ok((board, distance.ok_or_else(|| draw::fault("no distance"))?))
}

/// The board that a search expands as number `nth`, counted from 1.
fn expanded(solver: &str, board: &Board, nth: usize, control: &Control) -> Result<Board, Refusal> {
    let control = control.part(None).with_trace(10_000);
    let run = run(
        &*catalogue::solver(solver)?,
        &draw::puzzle(board)?,
        &control,
    )?;
    let steps = run.trace.steps.into_iter();
    let mut expanded = steps.filter(|step| matches!(step.kind, StepKind::Expand(_)));
    let step = expanded.nth(nth - 1);
    step.map(|step| step.board)
        .ok_or_else(|| draw::fault("the search ended before"))
}

fn tile(number: u8) -> Tile {
    Tile::new(number).expect("no tile is 0")
}
