//! Solutions, their proofs, and solvers side by side.

use insta::assert_snapshot;

use crate::HARD_4X4;
use crate::common::{SAMPLE, output, run};

#[test]
fn solve_prints_the_moves_and_what_they_are_worth() {
    assert_snapshot!(run(&["solve", SAMPLE]), @r"
    LUR2D2LURULDLU
    ! 14 moves, optimal (proven) · ida/walking-distance · 45 expanded · TIME
    ");
    assert_snapshot!(run(&["solve", "--quiet", SAMPLE]), @"LUR2D2LURULDLU");
    assert_snapshot!(run(&["solve", "--notation", "blank", "--algo", "ida", SAMPLE]), @r"
    RDL2U2RDLDRURD
    ! 14 moves, optimal (proven) · ida/manhattan · 85 expanded · TIME
    ");
    assert_snapshot!(run(&["solve", "8", "1", "3/4", "0", "2/7", "6", "5", "-q"]), @"LUR2D2LURULDLU");
}

#[test]
fn solve_labels_what_is_not_proven() {
    assert_snapshot!(run(&["solve", "--algo", "human", "-q", "1 2 3/4 0 6/7 5 8"]), @"UL");
    assert_snapshot!(run(&["solve", "--algo", "human", SAMPLE]), @r"
    RDLULURD2LURULD2RURUL2DRURDLULDRUL
    ! at most 34 (found, not proven), at least 10 · human · 34 expanded · TIME
    ");
    assert_snapshot!(run(&["solve", "--algo", "bfs", "--node-limit", "1e2", SAMPLE]), @r"
    ! limit reached (nodes): no solution found, at least 10 · bfs · 100 expanded · TIME
    exit 4
    ");
}

#[test]
fn solve_answers_json_with_the_members_of_the_service() {
    assert_snapshot!(run(&["solve", "--format", "json", SAMPLE]), @r#"
    {
      "status": "optimal",
      "proven": true,
      "length": 14,
      "length_mtm": 12,
      "moves": "LUR2D2LURULDLU",
      "lower_bound": 14,
      "algorithm": "ida",
      "heuristic": "walking-distance",
      "h_start": 10,
      "exhausted": {
        "bound": 13,
        "nodes": 45,
        "tables": []
      },
      "stats": {
        "expanded": 45,
        "generated": 82,
        "reopened": 0,
        "peak_open": 14,
        "peak_closed": 0,
        "peak_mb": _,
        "time_ms": _
      },
      "verified": true,
      "board": "8 1 3/4 0 2/7 6 5",
      "goal": "blank-last",
      "notation": "tile",
      "version": "0.1.0"
    }
    "#);
}

#[test]
fn solve_reaches_any_of_several_goals() {
    let board = "1 2 3/4 5 6/7 0 8";
    assert_snapshot!(run(&["solve", "--goal", "blank-first", "--goal", "blank-last", board]), @r"
    L
    ! 1 move, optimal (proven) · ida/walking-distance · 1 expanded · TIME
    ");
    assert_snapshot!(run(&["solve", "--goal", "spiral+1 2 3/4 5 6/7 8 0", board]), @r"
    L
    ! 1 move, optimal (proven) · ida/walking-distance · 1 expanded · TIME
    ");
}

#[test]
fn solve_shows_every_board() {
    assert_snapshot!(run(&["solve", "--steps", "1 2 3/4 0 5"]), @r"
    L

    1 2 3
    4 . 5

    1. Slide 5 left.
    1 2 3
    4 5 .
    ! 1 move, optimal (proven) · ida/walking-distance · 1 expanded · TIME
    ");
}

#[test]
fn solve_refuses_what_cannot_be_solved() {
    assert_snapshot!(run(&["solve", "1 2 3/4 5 6/8 7 0"]), @r"
    ! error: unsolvable (parity), goal blank-last: this board cannot be solved: its parity is odd, the goal's is even (1 inversion), and no slide ever changes that; swap 7 and 8 to make it solvable
    !   1 2 3/4 5 6/7 8 0
    exit 3
    ");
    assert_snapshot!(run(&["solve", "--format", "json", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"]), @r#"
    {
      "board": "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0",
      "status": "unsolvable",
      "type": "/problems/unsolvable",
      "title": "The board cannot be solved",
      "detail": "unsolvable (parity), goal blank-last: this board cannot be solved: its parity is odd, the goal's is even (1 inversion, blank already on its home row), and no slide ever changes that; swap 14 and 15 to make it solvable",
      "parity": {
        "inversions": 1,
        "blank_rows_from_home": 0,
        "solvable": false
      },
      "fix": {
        "swap": [
          14,
          15
        ],
        "board": "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
      }
    }
    ! error: unsolvable (parity), goal blank-last: this board cannot be solved: its parity is odd, the goal's is even (1 inversion, blank already on its home row), and no slide ever changes that; swap 14 and 15 to make it solvable
    !   1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0
    exit 3
    "#);
}

/// A 3x4 board some moves from the goal.
const BETWEEN: &str = "5 1 2 3/7 8 10 4/9 0 6 11";

/// All solutions of this length in dictionary order, by trying everything.
fn all_shortest(board: &str, length: usize) -> Vec<String> {
    fn extend(
        board: &taquin::Board,
        goal: &taquin::Board,
        left: usize,
        moves: &mut Vec<taquin::Move>,
        all: &mut Vec<Vec<taquin::Move>>,
    ) {
        if board == goal {
            all.push(moves.clone());
        } else if left > 0 {
            for mv in board.moves().collect::<Vec<_>>() {
                let mut next = board.clone();
                next.slide(mv).unwrap();
                moves.push(mv);
                extend(&next, goal, left - 1, moves, all);
                moves.pop();
            }
        }
    }
    let board: taquin::Board = board.parse().unwrap();
    let goal = taquin::Goal::BlankLast.board(board.size()).unwrap();
    let mut all = Vec::new();
    extend(&board, &goal, length, &mut Vec::new(), &mut all);
    let least = all
        .iter()
        .map(Vec::len)
        .min()
        .expect("a solution within the length");
    all.retain(|moves| moves.len() == least);
    let text = |moves: Vec<taquin::Move>| {
        taquin::notation::format_moves(&moves, taquin::notation::Notation::Tile)
    };
    all.into_iter().map(text).collect()
}

/// The 12 states of 2x2 form a ring, so the farthest, 6 away, has two ways home; the count on 3x3
/// comes from a breadth-first search written elsewhere.
#[test]
fn solve_counts_and_lists_shortest_solutions() {
    assert_snapshot!(run(&["solve", "--all-optimal", "0 3/2 1"]), @r"
    ULDRUL
    LURDLU
    ! 2 shortest solutions of 6 moves, optimal (proven) · table · 6 expanded · TIME
    ");
    assert_snapshot!(run(&["solve", "--count", "-q", "8 6 7/2 5 4/3 0 1"]), @"40");
    // Every one of them was also found by the search without tables or automaton below.
    let counted = run(&["solve", "--count", "-q", BETWEEN]);
    let listed = run(&["solve", "--all-optimal", "-q", BETWEEN]);
    assert_eq!(counted.trim(), listed.lines().count().to_string());
    assert_eq!(
        listed.lines().collect::<Vec<_>>(),
        all_shortest(BETWEEN, 14)
    );
}

#[test]
fn verify_proves_again_or_says_why_not() {
    let board = "8 1 3/4 0 2/7 6 5";
    let verify = |moves: &str| run(&["verify", "--board", board, "--moves", moves]);
    let text = verify("LUR2D2LURULDLU");
    assert!(text.starts_with("verified\n"), "{text}");
    assert!(
        text.contains("14 is optimal") && text.contains("bfs"),
        "{text}"
    );
    let text = verify("RLLUR2D2LURULDLU");
    assert!(text.starts_with("not verified\n"), "{text}");
    assert!(text.contains("a solution of 14 moves is shorter"), "{text}");
    assert!(text.trim_end().ends_with("exit 5"), "{text}");
    let text = verify("LU");
    assert!(
        text.contains("not a solution") && text.trim_end().ends_with("exit 5"),
        "{text}"
    );
    let far = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
    let moves = ["verify", "--board", far, "--node-limit", "10", "--moves"];
    let long = output(&["solve", "--algo", "human", "-q", far], b"").stdout;
    let long = String::from_utf8(long).unwrap();
    let text = run(&[&moves[..], &[long.trim()]].concat());
    assert!(
        text.contains("limit reached") && text.trim_end().ends_with("exit 4"),
        "{text}"
    );
}

/// The counts are those worked out for the manual.
#[test]
fn compare_has_the_counts_of_the_manual() {
    let specs = "bfs,astar/misplaced,astar/manhattan,astar/linear-conflict";
    let text = run(&["compare", SAMPLE, "--with", specs, "--format", "md"]);
    let counts: Vec<String> = text
        .lines()
        .map(|line| {
            line.split('|')
                .skip(1)
                .take(5)
                .collect::<Vec<_>>()
                .join("|")
        })
        .collect();
    assert_snapshot!(counts.join("\n"), @r"
    configuration | moves | proven | expanded | generated 
    --- | --- | --- | --- | --- 
    bfs | 14 | yes | 5123 | 7961 
    astar/misplaced | 14 | yes | 223 | 371 
    astar/manhattan | 14 | yes | 38 | 67 
    astar/linear-conflict | 14 | yes | 36 | 64
    ");
}

#[test]
fn compare_shows_limits_and_refusals() {
    let text = run(&[
        "compare",
        HARD_4X4,
        "--with",
        "table",
        "--with",
        "bfs",
        "--node-limit",
        "1000",
        "--format",
        "csv",
    ]);
    let columns: Vec<String> = text
        .lines()
        .map(|line| line.split(',').take(7).collect::<Vec<_>>().join(","))
        .collect();
    assert_snapshot!(columns.join("\n"), @r"
    id,configuration,board,goal,status,length,proven
    ,table,,,refused,,
    ,bfs,1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12,blank-last,limit,,false
    ! table: table does not work on 4x4 boards: a complete table is kept for boards of at most 10 cells, and 4x4 has 16; try ida or astar
    exit 4
    ");
}
