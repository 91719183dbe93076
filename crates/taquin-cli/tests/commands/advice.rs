//! What is said of moves: reviews, hints and the human method.

use insta::assert_snapshot;

use crate::common::{SAMPLE, run};

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
