//! The hot loops on fixed inputs, for counting their instructions: `cargo xtask instructions`.
//!
//! A count hardly depends on the machine or on what else runs there, so a rise is a change of the code.
//! Only what [`counted`] calls is counted: boards, tables and heuristics are made before. Nothing here
//! uses more than one thread, a clock or a random seed.
#![expect(clippy::print_stdout, reason = "names are the result")]

use std::hint::black_box;
use std::process::ExitCode;

use taquin::generate::{self, Uniform};
use taquin::notation::{Notation, format_moves, parse_board, parse_moves};
use taquin::packed::{Grid, Nibbles, Packed};
use taquin::table::DistanceTable;
use taquin::{
    Board, Context, Control, Direction, Goal, Goals, Limits, Move, Puzzle, Size, catalogue,
};
use taquin_search::heuristic::HeuristicSpec;

/// A loop: its name and what makes it ready to run.
type Loop = (&'static str, fn() -> Box<dyn FnMut()>);

/// 38 moves from the goal: 284,038 nodes for IDA\* with Manhattan distance.
const FOUR: &str = "2 9 12 4/13 1 3 8/0 6 15 10/5 14 11 7";

/// 50 moves from the goal, 38,482 expansions of `pdb-ida`: its loop for 17 to 25 cells. The tables of 5x5 would
/// take minutes to build under callgrind.
const FOUR_BY_FIVE: &str = "6 2 3 8 5/16 19 11 1 0/7 17 15 10 4/12 18 14 9 13";

const LOOPS: &[Loop] = &[
    ("astar-3x3-misplaced", || {
        solve("astar/misplaced", &random(3, 4))
    }),
    ("astar-4x4-manhattan", || {
        solve("astar/manhattan", &[board(FOUR)])
    }),
    ("bfs-3x3", || solve("bfs", &random(3, 1))),
    ("ida-4x4-manhattan", || {
        solve("ida/manhattan", &[board(FOUR)])
    }),
    ("ida-4x4-linear-conflict", || {
        solve("ida/linear-conflict", &[board(FOUR)])
    }),
    ("ida-4x4-walking-distance", || {
        solve("ida/walking-distance", &[board(FOUR)])
    }),
    ("pdb-ida-3x3", || {
        solve("pdb-ida:tables=4-4,automaton=6", &random(3, 40))
    }),
    // 328,018 expansions.
    ("pdb-ida-4x4", || {
        solve("pdb-ida:tables=5-5-5,automaton=8", &random(4, 1))
    }),
    ("pdb-ida-4x5", || {
        solve("pdb-ida:tables=5-5-5-4,automaton=8", &[board(FOUR_BY_FIVE)])
    }),
    ("beam-4x4", || solve("beam:width=50", &random(4, 1))),
    ("human-6x6", || solve("human", &random(6, 4))),
    ("sat-3x3-compact", || {
        solve("sat", &[board("8 1 3/4 0 2/7 6 5")])
    }),
    ("step-manhattan", || steps("manhattan")),
    ("step-linear-conflict", || steps("linear-conflict")),
    ("step-walking-distance", || steps("walking-distance")),
    ("step-inversion", || steps("inversion")),
    ("step-gaschnig", || steps("gaschnig")),
    ("table-3x3-distance", table),
    ("packed-slide", slides),
    ("generate-4x4", draw),
    ("parse-board", parse),
    ("parse-moves", moves),
];

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some((_, ready)) = LOOPS.iter().find(|one| one.0 == name) else {
        for (name, _) in LOOPS {
            println!("{name}");
        }
        return if name.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(2)
        };
    };
    let mut work = ready();
    // What is made once in a process is made here.
    work();
    counted(&mut *work);
    ExitCode::SUCCESS
}

/// The counter runs from here to the return.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
}

fn board(text: &str) -> Board {
    parse_board(text).expect("a board that was written here")
}

fn size(side: usize) -> Size {
    Size::new(side, side).expect("a side from 2 to 16")
}

/// Boards of the seeds from 1 on.
fn random(side: usize, count: usize) -> Vec<Board> {
    let goal = Goal::BlankLast
        .board(size(side))
        .expect("each size has this goal");
    generate::boards(&Uniform, &goal, 1).take(count).collect()
}

fn solve(spec: &str, boards: &[Board]) -> Box<dyn FnMut()> {
    let solver = catalogue::solver(spec).expect("a solver of the catalogue");
    let puzzle = |board: &Board| Puzzle::new(board.clone(), &Goals::default());
    let puzzles: Result<Vec<Puzzle>, _> = boards.iter().map(puzzle).collect();
    let puzzles = puzzles.expect("boards that can be solved");
    let context = Context::new();
    Box::new(move || {
        for puzzle in &puzzles {
            let control = Control::new(Limits::default()).within(&context);
            let outcome = solver.solve(puzzle, &control);
            let outcome = outcome.expect("boards that the solver does");
            assert!(outcome.best().is_some(), "every board is solved");
            black_box(outcome);
        }
    })
}

/// A walk of 2000 moves over a 4x4 board, the same every time.
fn walk() -> (Board, Vec<Move>) {
    let start = board(FOUR);
    let grid = Grid::new(start.size());
    let mut packed = Nibbles::pack(&start);
    let mut last = None;
    let mut moves = Vec::new();
    for i in 0..2000_usize {
        let blank = packed.blank();
        let slides: Vec<(Direction, usize)> = grid.slides(blank, last).collect();
        let (direction, from) = slides[i * i % slides.len()];
        packed = packed.slid(from, blank);
        moves.push(Move(direction));
        last = Some(direction);
    }
    (start, moves)
}

fn steps(heuristic: &str) -> Box<dyn FnMut()> {
    let (start, moves) = walk();
    let heuristic: HeuristicSpec = heuristic.parse().expect("a heuristic of the catalogue");
    let puzzle = Puzzle::new(start.clone(), &Goals::default()).expect("a board that can be solved");
    let guide = heuristic
        .guide(&puzzle, &Control::new(Limits::default()))
        .expect("a heuristic for 4x4");
    Box::new(move || {
        black_box(guide.along(&start, &moves));
    })
}

fn table() -> Box<dyn FnMut()> {
    let goal = Goal::BlankLast
        .board(size(3))
        .expect("each size has this goal");
    let table =
        DistanceTable::new(&goal, &Control::new(Limits::default())).expect("3x3 has a table");
    let boards = random(3, 1000);
    Box::new(move || {
        for board in &boards {
            black_box(table.distance(board));
        }
    })
}

fn slides() -> Box<dyn FnMut()> {
    let grid = Grid::new(size(4));
    let start = Nibbles::pack(&board(FOUR));
    Box::new(move || {
        let (mut packed, mut last) = (start, None);
        for i in 0..20_000_usize {
            let blank = packed.blank();
            let choice = grid
                .slides(blank, last)
                .nth(i & 1)
                .or_else(|| grid.slides(blank, last).next());
            if let Some((direction, from)) = choice {
                packed = packed.slid(from, blank);
                last = Some(direction);
            }
        }
        black_box(packed);
    })
}

fn draw() -> Box<dyn FnMut()> {
    Box::new(|| {
        black_box(random(4, 500));
    })
}

fn parse() -> Box<dyn FnMut()> {
    let texts: Vec<String> = random(4, 500).iter().map(Board::to_string).collect();
    Box::new(move || {
        for text in &texts {
            let _ = black_box(parse_board(text));
        }
    })
}

fn moves() -> Box<dyn FnMut()> {
    let text = format_moves(&walk().1, Notation::Tile);
    Box::new(move || {
        let _ = black_box(parse_moves(&text, Notation::Tile, None));
    })
}
