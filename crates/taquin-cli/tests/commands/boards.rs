//! Boards: made, checked, played on, drawn and written down.

use insta::assert_snapshot;

use crate::common::{SAMPLE, output, run, run_with};
use crate::tempfile;

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
    let both = [
        "generate",
        "3x3",
        "--unsolvable",
        "--goal",
        "spiral+blank-last",
    ];
    assert_snapshot!(run(&both), @r"
    ! error: --unsolvable is about one goal; another may be reached
    exit 2
    ");
}

#[test]
fn check_explains_parity() {
    assert_snapshot!(run(&["check", "1 8 7/4 3 2/6 5 0"]), @r"
    unsolvable: odd parity (15 inversions) for the goal blank-last; swap 1 and 8 → 8 1 7/4 3 2/6 5 0
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
    id,board,goal,solvable,inversions,blank_row,parity,manhattan,fix,error
    hard8-bf-1,8 0 6/5 4 7/2 3 1,blank-first,true,24,1,even,21,,
    hard8-bf-2,8 7 6/0 4 1/2 5 3,blank-first,true,22,2,even,21,,
    hard8-bl-1,6 4 7/8 5 0/3 2 1,blank-last,true,22,2,even,21,,
    hard8-bl-2,8 6 7/2 5 4/3 0 1,blank-last,true,24,3,even,21,,
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
    ! 3 moves, optimal (proven) · ida/walking-distance · 3 expanded · TIME
    ");
    let text = run(&["check", r#"{"position":"0 1/3 2"}"#]);
    assert!(text.contains("this object has no member `board`"), "{text}");
}
