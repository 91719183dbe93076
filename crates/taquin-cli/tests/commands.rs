//! Every command with the answers and errors users meet first.

mod common;

use common::{SAMPLE, output, run, run_with};
use insta::assert_snapshot;

const HARD_4X4: &str = "1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12";

#[test]
fn solve_prints_the_moves_and_what_they_are_worth() {
    assert_snapshot!(run(&["solve", SAMPLE]), @r"
    LUR2D2LURULDLU
    ! 14 moves, optimal (proven) · astar/manhattan · 38 expanded · TIME
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
      "algorithm": "astar",
      "heuristic": "manhattan",
      "h_start": 10,
      "exhausted": {
        "bound": 13,
        "nodes": 38,
        "tables": []
      },
      "stats": {
        "expanded": 38,
        "generated": 67,
        "reopened": 0,
        "peak_open": 28,
        "peak_closed": 38,
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
    ! 1 move, optimal (proven) · astar/manhattan · 1 expanded · TIME
    ");
    assert_snapshot!(run(&["solve", "--goal", "spiral+1 2 3/4 5 6/7 8 0", board]), @r"
    L
    ! 1 move, optimal (proven) · astar/manhattan · 1 expanded · TIME
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
    ! 1 move, optimal (proven) · astar/manhattan · 1 expanded · TIME
    ");
}

#[test]
fn solve_refuses_what_cannot_be_solved() {
    assert_snapshot!(run(&["solve", "1 2 3/4 5 6/8 7 0"]), @r"
    ! error: unsolvable (parity): this board cannot be solved: its parity is odd, the goal's is even (1 inversion), and no slide ever changes that; swap 7 and 8 to make it solvable
    !   1 2 3/4 5 6/7 8 0
    exit 3
    ");
    assert_snapshot!(run(&["solve", "--format", "json", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"]), @r#"
    {
      "type": "/problems/unsolvable",
      "title": "The board cannot be solved",
      "status": 422,
      "detail": "unsolvable (parity): this board cannot be solved: its parity is odd, the goal's is even (1 inversion, blank already on its home row), and no slide ever changes that; swap 14 and 15 to make it solvable",
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
    ! error: unsolvable (parity): this board cannot be solved: its parity is odd, the goal's is even (1 inversion, blank already on its home row), and no slide ever changes that; swap 14 and 15 to make it solvable
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
        text.contains("14 is the least") && text.contains("bfs"),
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

/// The method has no choice to show, so there is a board a move.
#[test]
fn a_trace_of_the_human_method_has_its_boards() {
    assert_snapshot!(run(&["solve", "--algo", "human", "--trace", "1 2 3/4 0 5"]), @r"
    [1, 2, 3]
    [4, ' ', 5]

    [('up', (0, 1)), ('right', (1, 2)), ('left', (1, 0))]

    [1, 2, 3]
    [4, 5, ' ']

    Solution found!
    Number of explored states: 2

    ('right', (1, 2))
    [1, 2, 3]
    [4, 5, ' ']

    ! 1 move, optimal (proven) · human · 1 expanded · TIME
    ");
}

/// A beam is cut when a level is done: what is left out may be the child of an earlier node.
#[test]
fn a_trace_names_the_boards_that_a_beam_leaves_out() {
    let text = run(&["solve", "--algo", "beam:width=2", "--trace=20", SAMPLE]);
    assert!(
        text.contains("\n8 1 3/4 6 2/0 7 5  g = 2, h = 10, f = 10 left out\n"),
        "{text}"
    );
}

/// The DFS report's easy problem, and its figure: two explored states.
#[test]
fn a_trace_reads_like_the_report() {
    assert_snapshot!(run(&["solve", "--algo", "bfs", "--trace", "1 2 3/4 5 0/7 8 6"]), @r"
    [1, 2, 3]
    [4, 5, ' ']
    [7, 8, 6]

    [('down', (2, 2)), ('up', (0, 2)), ('left', (1, 1))]

    ('down', (2, 2))
    ('up', (0, 2))
    ('left', (1, 1))
    [1, 2, 3]
    [4, 5, 6]
    [7, 8, ' ']

    Solution found!
    Number of explored states: 2

    ('down', (2, 2))
    [1, 2, 3]
    [4, 5, 6]
    [7, 8, ' ']

    ! 1 move, optimal (proven) · bfs · 1 expanded · TIME
    ");
}

/// The BFS report's easy problem has 23 explored states there; the order of actions decides.
#[test]
fn a_trace_finds_the_reports_solution() {
    let text = run(&["solve", "--algo", "bfs", "--trace=5", "1 2 3/4 6 8/7 5 0"]);
    let (_, end) = text.split_once("Solution found!\n").unwrap();
    assert_snapshot!(end, @r"
    Number of explored states: 18

    ('up', (1, 2))
    [1, 2, 3]
    [4, 6, ' ']
    [7, 5, 8]

    ('left', (1, 1))
    [1, 2, 3]
    [4, ' ', 6]
    [7, 5, 8]

    ('down', (2, 1))
    [1, 2, 3]
    [4, 5, 6]
    [7, ' ', 8]

    ('right', (2, 2))
    [1, 2, 3]
    [4, 5, 6]
    [7, 8, ' ']

    ! 4 moves, optimal (proven) · bfs · 17 expanded · TIME
    ");
}

#[test]
fn a_trace_of_an_informed_search_says_why() {
    assert_snapshot!(run(&["solve", "--algo", "astar", "--trace", "-q", "1 2 3/4 0 5"]), @r"
    [1, 2, 3]
    [4, ' ', 5]

    g = 0, h = 1, f = 1: expanded because it is the start

    [('up', (0, 1)), ('right', (1, 2)), ('left', (1, 0))]

    ('up', (0, 1))  g = 1, h = 2, f = 3
    ('right', (1, 2))  g = 1, h = 0, f = 1
    ('left', (1, 0))  g = 1, h = 2, f = 3
    [1, 2, 3]
    [4, 5, ' ']

    g = 1, h = 0, f = 1: a goal

    Solution found!
    Number of explored states: 2

    ('right', (1, 2))
    [1, 2, 3]
    [4, 5, ' ']
    ");
}

#[test]
fn generate_repeats_itself() {
    assert_snapshot!(run(&["generate", "3x3", "--level", "hard", "--seed", "7", "-n", "2"]), @r"
    3 4 0/2 6 1/8 7 5
    0 7 8/1 3 4/2 5 6
    ");
    assert_snapshot!(run(&["generate", "--id", "3x3:hard:7", "--format", "md"]), @r"
    | id | board | goal | seed | level | optimal | optimal_proven | upper_bound |
    | --- | --- | --- | --- | --- | --- | --- | --- |
    | 3x3:hard:7 | 3 4 0/2 6 1/8 7 5 | blank-last | 7 | hard | 24 | yes | 24 |
    ");
    assert_snapshot!(run(&["generate", "3x3", "--distance", "31", "--seed", "1", "--format", "json"]), @r#"
    {"puzzles": [
    {
      "board": "6 4 7/8 5 0/3 2 1",
      "goal": "blank-last",
      "seed": 1,
      "optimal": 31,
      "optimal_proven": true,
      "upper_bound": 31
    }
    ]}
    "#);
    assert_snapshot!(run(&["generate", "2x3", "--generator", "walk:k=3", "--seed", "1", "--format", "csv"]), @r"
    id,board,goal,seed,level,optimal,optimal_proven,upper_bound
    ,0 2 3/1 4 5,blank-last,1,,,false,
    ");
}

#[test]
fn generate_names_the_seed_it_drew() {
    let result = output(&["generate", "4x4"], b"");
    let talk = String::from_utf8(result.stderr).unwrap();
    let seed = talk.trim().strip_prefix("seed ").unwrap();
    let again = output(&["generate", "4x4", "--seed", seed], b"");
    assert_eq!(again.stdout, result.stdout);
    assert!(again.stderr.is_empty());
}

#[test]
fn generate_says_what_it_cannot_do() {
    assert_snapshot!(run(&["generate", "5x5", "--level", "expert"]), @r"
    ! error: there is no level expert for 5x5: the farthest boards are not known; use hard
    exit 2
    ");
    assert_snapshot!(run(&["generate", "3x3", "--distance", "32"]), @r"
    ! error: no 3x3 board is 32 moves from the goal; the farthest are 31 away
    exit 2
    ");
    assert_snapshot!(run(&["generate", "3x3", "--level", "hrad"]), @r"
    ! error: invalid value 'hrad' for '--level <LEVEL>': there is no level `hrad`; did you mean `hard`?
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(run(&["generate", "3x3", "--goal", "spiral+blank-last"]), @r"
    ! error: boards are made for one goal, not 2; name one
    exit 2
    ");
}

#[test]
fn check_explains_parity() {
    assert_snapshot!(run(&["check", "1 8 7/4 3 2/6 5 0"]), @r"
    unsolvable: odd parity (15 inversions); swap 1 and 8 → 8 1 7/4 3 2/6 5 0
    exit 3
    ");
    assert_snapshot!(run(&["check", SAMPLE]), @"solvable: even parity (12 inversions); at least 10 moves");
    assert_snapshot!(run(&["check", "1 2/3 0"]), @"solved: this is the goal");
    assert_snapshot!(run(&["check", "--format", "json", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"]), @r#"
    {
      "board": "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0",
      "size": "4x4",
      "goal": "blank-last",
      "solvable": false,
      "solved": false,
      "inversions": 1,
      "blank_row": 4,
      "blank_rows_from_home": 0,
      "parity": "odd",
      "reason": "1 inversion, blank already on its home row",
      "fix": {
        "swap": [
          14,
          15
        ],
        "board": "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
      }
    }
    exit 3
    "#);
}

#[test]
fn apply_plays_letters_words_and_tiles() {
    assert_snapshot!(run(&["apply", "--board", SAMPLE, "--moves", "LUR2D2LURULDLU"]), @r"
    1 2 3/4 5 6/7 8 0
    ! 14 moves (12 MTM), solved
    ");
    assert_snapshot!(run(&["apply", "--board", "1 2 3/4 5 6/7 8 0", "--moves", "8 5 6", "-q"]), @"1 2 3/4 6 0/7 5 8");
    assert_snapshot!(run_with(&["apply", "--board", SAMPLE, "--moves", "-", "--format", "json"], "left\n"), @r#"
    {
      "board": "8 1 3/4 2 0/7 6 5",
      "moves_stm": 1,
      "moves_mtm": 1,
      "solved": false
    }
    "#);
    assert_snapshot!(run(&["apply", "--board", SAMPLE, "--moves", "LL"]), @r"
    ! error: move 2 (L) cannot be made: on 8 1 3/4 2 0/7 6 5 no tile can slide left
    exit 2
    ");
    assert_snapshot!(run(&["apply", "--board", SAMPLE, "--moves", "LUX"]), @r"
    ! error: column 3: `X` is not a move; write U D L R, R2 for two, or tile numbers
    !   LUX
    !     ^
    exit 2
    ");
}

#[test]
fn analyze_judges_every_move() {
    assert_snapshot!(run(&["analyze", "--board", "1 2 3/4 5 6/7 0 8", "--moves", "RLL"]), @r"
    i  move  tile  to go  loss
    1  R        7      2  +2
    2  L        7      1
    3  L        8      0
    ! 3 moves (2 MTM), 2 more than the shortest (1, proven)
    ");
    assert_snapshot!(run(&["analyze", "--board", "1 2 3/4 5 6/7 0 8", "--moves", "L", "--format", "json"]), @r#"
    {
      "valid": true,
      "length": 1,
      "length_mtm": 1,
      "best": 1,
      "lower_bound": 1,
      "optimal": true,
      "extra": 0,
      "board": "1 2 3/4 5 6/7 8 0",
      "solved": true,
      "per_move": [
        {
          "i": 1,
          "move": "L",
          "tile": 8,
          "distance": 0,
          "exact": true,
          "loss": 0
        }
      ]
    }
    "#);
    assert_snapshot!(run(&["analyze", "--board", "1 2 3/4 5 6/7 0 8", "--moves", "LL"]), @r"
    i  move  tile  to go  loss
    1  L        8      0
    ! not a solution: move 2 (L) cannot be made: on 1 2 3/4 5 6/7 8 0 no tile can slide left
    exit 5
    ");
    assert_snapshot!(run(&["analyze", "--board", "1 2 3/4 5 6/7 0 8", "--moves", "R"]), @r"
    i  move  tile  to go  loss
    1  R        7      2  +2
    ! not a solution: the moves end on 1 2 3/4 5 6/0 7 8, which is not the goal
    exit 5
    ");
}

/// Two moves to and fro before the best one, on a board that no table covers.
#[test]
fn analyze_searches_where_no_table_helps() {
    let board = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    assert_snapshot!(run(&["analyze", "--board", board, "--moves", "RLL"]), @r"
    i  move  tile  to go  loss
    1  R       14      2  +2
    2  L       14      1
    3  L       15      0
    ! 3 moves (2 MTM), 2 more than the shortest (1, proven)
    ");
}

#[test]
fn hints_grow_with_their_grade() {
    assert_snapshot!(run(&["hint", "--grade", "1", SAMPLE]), @"Look at tile 2.");
    assert_snapshot!(run(&["hint", SAMPLE]), @"Slide 2 left. (optimal, 14 to go)");
    assert_snapshot!(run(&["hint", "--grade", "3", SAMPLE]), @"Slide 2 left, 5 up, 6 right, 7 right, 4 down. (optimal, 14 to go)");
    assert_snapshot!(run(&["hint", "--format", "ndjson", "--grade", "3", SAMPLE]), @r#"{"board":"8 1 3/4 0 2/7 6 5","tile":2,"move":"L","line":"LUR2D","distance":14,"estimate":10,"label":"optimal","text":"Slide 2 left, 5 up, 6 right, 7 right, 4 down. (optimal, 14 to go)"}"#);
    assert_snapshot!(run(&["hint", "1 2/3 0"]), @"Solved: there is nothing to do.");
    assert_snapshot!(run(&["hint", "--grade", "4", SAMPLE]), @r"
    ! error: invalid value '4' for '--grade <1|2|3>': 4 is not in 1..=3
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(run(&["hint", "--node-limit", "1", SAMPLE]), @"Slide 4 right. (good move, not proven)");
}

#[test]
fn explain_goes_stage_by_stage() {
    assert_snapshot!(run(&["explain", "4 1 3/7 2 5/0 8 6"]), @r"
    1. row 1, tile 1 (3 moves)
       Bring 1 to row 1, column 1.
       D2L
         1 . 3
         4 2 5
         7 8 6

    2. row 1, tiles 2 and 3 (1 move)
       Slide 2 up into its place.
       U
         1 2 3
         4 . 5
         7 8 6

    3. column 1, tiles 4 and 7 (0 moves)
       Tiles 4 and 7 are already in place.

    4. last 2×2 (2 moves)
       Turn the last three tiles anticlockwise until 5, 6 and 8 are in place.
       LU
         1 2 3
         4 5 6
         7 8 .

    ! at most 6 (found, not proven) · human method · 4 stages
    ");
    assert_snapshot!(run(&["explain", "1 2/0 3", "--format", "json"]), @r#"
    {
      "board": "1 2/0 3",
      "goal": "blank-last",
      "length": 1,
      "length_mtm": 1,
      "stages": [
        {
          "name": "last 2×2",
          "goal_tiles": [
            1,
            2,
            3
          ],
          "text": "Turn the last three tiles clockwise until 1, 2 and 3 are in place.",
          "sentences": [
            {
              "id": "turn",
              "clockwise": true,
              "tiles": [
                1,
                2,
                3
              ]
            }
          ],
          "moves": "L",
          "board_after": "1 2/3 0"
        }
      ]
    }
    "#);
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
    configuration,board,goal,status,length,proven,lower_bound
    table,,,refused,,,
    bfs,1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12,blank-last,limit,,false,24
    ! table: table does not work on 4x4 boards: a complete table is kept for boards of at most 10 cells, and 4x4 has 16; try ida or astar
    exit 4
    ");
}

#[test]
fn datasets_come_by_name() {
    assert_snapshot!(run(&["dataset", "get", "hardest-8", "--format", "ndjson"]), @r#"
    {"id":"hard8-bf-1","board":"8 0 6/5 4 7/2 3 1","goal":"blank-first","optimal":31,"source":"exhaustive breadth-first search; agrees with A. Reinefeld, IJCAI 1993"}
    {"id":"hard8-bf-2","board":"8 7 6/0 4 1/2 5 3","goal":"blank-first","optimal":31,"source":"exhaustive breadth-first search; agrees with A. Reinefeld, IJCAI 1993"}
    {"id":"hard8-bl-1","board":"6 4 7/8 5 0/3 2 1","goal":"blank-last","optimal":31,"source":"exhaustive breadth-first search; agrees with A. Reinefeld, IJCAI 1993"}
    {"id":"hard8-bl-2","board":"8 6 7/2 5 4/3 0 1","goal":"blank-last","optimal":31,"source":"exhaustive breadth-first search; agrees with A. Reinefeld, IJCAI 1993"}
    "#);
    assert_snapshot!(run(&["dataset", "get", "korf-15"]), @r"
    ! error: there is no dataset `korf-15`; did you mean `korf-15-100`?
    exit 2
    ");
    let list = run(&["dataset", "list"]);
    assert!(list.contains("korf-15-100     100  "), "{list}");
    // What `get` prints is what every command reads.
    let set = output(&["dataset", "get", "hardest-8"], b"").stdout;
    assert_snapshot!(run_with(&["check", "--format", "csv"], set), @r"
    board,goal,solvable,inversions,blank_row,parity,manhattan,fix,error
    8 0 6/5 4 7/2 3 1,blank-first,true,24,1,even,21,,
    8 7 6/0 4 1/2 5 3,blank-first,true,22,2,even,21,,
    6 4 7/8 5 0/3 2 1,blank-last,true,22,2,even,21,,
    8 6 7/2 5 4/3 0 1,blank-last,true,24,3,even,21,,
    ");
}

#[test]
fn render_draws_by_the_files_name() {
    let folder = tempfile();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    assert_eq!(run(&["render", SAMPLE, "-o", &path("a.svg")]), "");
    assert_eq!(
        run(&["render", SAMPLE, "--moves", "LUR2", "-o", &path("b.gif")]),
        ""
    );
    assert!(std::fs::read(path("b.gif")).unwrap().starts_with(b"GIF89a"));
    let svg = std::fs::read_to_string(path("a.svg")).unwrap();
    assert!(svg.contains("<desc>Row 1: 8, 1, 3. Row 2: 4, blank, 2. Row 3: 7, 6, 5.</desc>"));
    let film = run(&["render", SAMPLE, "--moves", "LUR2"]);
    assert_eq!(film.matches("@keyframes").count(), 4);
    assert_snapshot!(run(&["render", SAMPLE, "-o", "board.png"]), @r"
    ! error: `board.png` does not say what to draw; end it in .svg, .gif or .txt, or add --as
    exit 2
    ");
    assert_snapshot!(run(&["render", SAMPLE, "--moves", "LL"]), @r"
    ! error: move 2 (L) cannot be made: on 8 1 3/4 2 0/7 6 5 no tile can slide left
    exit 2
    ");
    assert_snapshot!(run(&["render", "--as", "text", "1 2/0 3", "--moves", "L"]), @r"
    1 2
    . 3

    1. Slide 3 left.
    1 2
    3 .
    ");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn encode_writes_a_planning_task() {
    let folder = tempfile();
    let name = folder.to_str().unwrap();
    let said = run(&["encode", "pddl", "1 2/0 3", "-o", name]).replace(name, "FOLDER");
    assert_snapshot!(said, @r"
    FOLDER/domain.pddl
    FOLDER/problem.pddl
    ");
    std::fs::remove_dir_all(folder).unwrap();
    let text = run(&["encode", "pddl", "1 2/0 3"]);
    let (_, problem) = text.split_once("(define (problem").unwrap();
    assert_snapshot!(problem, @r"
    taquin)
     (:domain strips-sliding-tile)
     (:objects t1 t2 t3
       p1 p2)
     (:init
       (tile t1) (tile t2) (tile t3)
       (position p1) (position p2)
       (inc p1 p2)
       (dec p2 p1)
       (at t1 p1 p1) (at t2 p2 p1) (blank p1 p2) (at t3 p2 p2))
     (:goal (and (at t1 p1 p1) (at t2 p2 p1) (at t3 p1 p2) (blank p2 p2))))
    ");
}

/// An answer's JSON is a question's too, typed as well as on stdin.
#[test]
fn a_json_object_is_a_position_with_its_goal() {
    let object = r#"{"board":"0 1/3 2","goal":"spiral"}"#;
    assert_snapshot!(run(&["solve", object]), @r"
    LUR
    ! 3 moves, optimal (proven) · astar/manhattan · 3 expanded · TIME
    ");
    let text = run(&["check", r#"{"position":"0 1/3 2"}"#]);
    assert!(text.contains("this object has no member `board`"), "{text}");
}

#[test]
fn list_names_everything() {
    assert_snapshot!(run(&["list", "goals"]), @r"
    name         on 3x4
    blank-last   1 2 3 4/5 6 7 8/9 10 11 0
    blank-first  0 1 2 3/4 5 6 7/8 9 10 11
    spiral       1 2 3 4/10 11 0 5/9 8 7 6
    ");
    // The bands of 3x3 are those the manual states.
    assert_snapshot!(run(&["list", "levels"]), @r"
    name    2x2   2x3     2x4     3x3     4x4     5x5
    easy    1..2  3..8    5..13   5..12   10..25  walk of 25
    medium  3     9..13   14..23  13..20  26..40  walk of 100
    hard    4..5  14..17  24..30  21..26  41..55  any
    expert  6     18..21  31..36  27..31  56..80  none
    random  any   any     any     any     any     any
    ! Numbers are moves of a shortest solution; any: all boards that can be solved.
    ");
    let solvers = run(&["list", "solvers", "--format", "csv"]);
    for name in "auto bfs dfs iddfs ucs bidirectional greedy astar wastar ida beam human".split(' ')
    {
        assert!(solvers.contains(&format!("\n{name},")), "{name}");
    }
    let heuristics = run(&["list", "heuristics", "--format", "ndjson"]);
    assert!(
        heuristics.contains("{\"name\":\"manhattan\",\"admissible\":true,\"consistent\":true,")
    );
}

/// Every solver can be watched, also those that do not search: a board for each expanded node, and
/// the goal.
#[test]
fn every_solver_has_a_trace() {
    let list = output(&["list", "solvers", "--format", "json"], b"").stdout;
    let list: serde_json::Value = serde_json::from_slice(&list).unwrap();
    for solver in list.as_array().unwrap() {
        let name = solver["name"].as_str().unwrap();
        // It needs an outside program.
        if name == "smt" {
            continue;
        }
        let args = [
            "solve",
            "--algo",
            name,
            "--trace=100000",
            "--format",
            "json",
        ];
        let answer = output(&[&args[..], &["3 1/2 0"]].concat(), b"").stdout;
        let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
        let events = answer["trace"]["events"].as_array().unwrap();
        let count = |kind| events.iter().filter(|event| event["type"] == kind).count();
        // What a logic engine expands are no boards.
        if name != "sat" {
            let expanded = answer["stats"]["expanded"].as_u64();
            assert_eq!(Some(count("expand") as u64), expanded, "{name}");
        }
        assert_eq!(count("goal"), 1, "{name}");
        assert_eq!(answer["trace"]["truncated"], false, "{name}");
    }
}

#[test]
fn doctor_finds_all_well() {
    let result = output(&["doctor", "--format", "json"], b"");
    let text = String::from_utf8(result.stdout).unwrap();
    assert_eq!(result.status.code(), Some(0), "{text}");
    assert!(
        text.contains("\"good\": true") && !text.contains("\"good\": false"),
        "{text}"
    );
}

#[test]
fn completions_and_manual_are_printed() {
    assert!(run(&["completions", "bash"]).contains("_taquin()"));
    assert!(run(&["completions", "fish"]).contains("complete -c taquin"));
    assert!(run(&["man"]).contains(".TH taquin"));
    assert!(run(&["man", "solve"]).contains("\\-\\-all\\-optimal"));
    assert_snapshot!(run(&["man", "slove"]), @r"
    ! error: there is no command `slove`; did you mean `solve`?
    exit 2
    ");
}

/// A folder of this test's own.
fn tempfile() -> std::path::PathBuf {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let name = format!("taquin-test-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
