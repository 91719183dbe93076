//! Whatever is typed or piped in: a clear message and the right exit code, never a crash.

mod common;

use common::{SAMPLE, output, run, run_with};
use insta::assert_snapshot;

#[test]
fn ragged_rows() {
    assert_snapshot!(run(&["solve", "1 2 3/4 5/6 7 8"]), @r"
    ! error: column 9: row 2 has 2 numbers, but row 1 has 3
    !   1 2 3/4 5/6 7 8
    !           ^
    exit 2
    ");
}

#[test]
fn missing_and_doubled_tiles() {
    assert_snapshot!(run(&["solve", "1 2 3/4 5 6/7 8 8"]), @r"
    ! error: column 17: tile 8 appears 2 times; each of 1–8 must appear once
    !   1 2 3/4 5 6/7 8 8
    !                   ^
    exit 2
    ");
    assert_snapshot!(run(&["solve", "1 0 3/4 5 6/7 0 8"]), @r"
    ! error: column 15: the blank appears 2 times; a board has exactly one
    !   1 0 3/4 5 6/7 0 8
    !                 ^
    exit 2
    ");
    assert_snapshot!(run(&["solve", "1 2 3/4 5 6/7 0"]), @r"
    ! error: column 15: row 3 has 2 numbers, but row 1 has 3
    !   1 2 3/4 5 6/7 0
    !                 ^
    exit 2
    ");
    assert_snapshot!(run(&["solve", "1 2 3 4 5 6 7 0"]), @r"
    ! error: column 16: 8 numbers do not make a square; separate rows by / or put the size in front, like 2x3:
    !   1 2 3 4 5 6 7 0
    !                  ^
    exit 2
    ");
}

#[test]
fn numbers_out_of_range() {
    assert_snapshot!(run(&["solve", "1 2 3/4 5 6/7 0 9"]), @r"
    ! error: column 17: 9 is not a tile of this board; its tiles are 1–8 and 0 is the blank
    !   1 2 3/4 5 6/7 0 9
    !                   ^
    exit 2
    ");
    assert_snapshot!(run(&["solve", "1 2 3/4 5 6/7 0 99999999999999999999"]), @r"
    ! error: column 17: 99999999999999999999 is too large; the largest board has the tiles 1–255
    !   1 2 3/4 5 6/7 0 99999999999999999999
    !                   ^^^^^^^^^^^^^^^^^^^^
    exit 2
    ");
    assert_snapshot!(run(&["solve", "1 2 3/4 5 6/7 0 eight"]), @r"
    ! error: column 17: `eight` is neither a tile number nor a blank (0 _ . x)
    !   1 2 3/4 5 6/7 0 eight
    !                   ^^^^^
    exit 2
    ");
}

#[test]
fn empty_input() {
    assert_snapshot!(run(&["solve", ""]), @r"
    ! error: there is no position here; write one like 1 2 3/4 5 6/7 8 0
    exit 2
    ");
    assert_snapshot!(run_with(&["solve"], ""), @r"
    ! error: the input holds no position; write one like 8 1 3/4 0 2/7 6 5
    exit 2
    ");
    assert_snapshot!(run_with(&["check", "-"], "\n# nothing but a remark\n\n"), @r"
    ! error: the input holds no position; write one like 8 1 3/4 0 2/7 6 5
    exit 2
    ");
}

#[test]
fn a_board_of_17x17() {
    let row = |first: u32| {
        (first..first + 17)
            .map(|n| n.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let rows: Vec<String> = (0..17).map(|r| row(r * 17)).collect();
    assert_snapshot!(run(&["solve", &rows.join("/")]), @r"
    ! error: column 979: a board has 2 to 16 rows and 2 to 16 columns, not 17x17
    !   …263 264 265 266 267 268 269 270 271/272 273 274 275 276 277 278 279 280 …
    !                                        ^^^
    exit 2
    ");
    assert_snapshot!(run(&["generate", "17x17"]), @r"
    ! error: invalid value '17x17' for '[SIZE]': a board has 2 to 16 rows and 2 to 16 columns, not 17x17
    !
    ! For more information, try '--help'.
    exit 2
    ");
}

#[test]
fn a_line_of_a_million_characters() {
    let line = "7 ".repeat(500_000) + "\n1 2/0 3\n";
    assert_snapshot!(run_with(&["solve"], line), @r"
    L
    ! error: line 1: column 1000000: 500000 numbers are more than the 256 cells of the largest board
    !   … 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
    !                                        ^
    ! 1 move, optimal (proven) · ida/walking-distance · 1 expanded · TIME
    exit 2
    ");
    let digits = "7".repeat(1_000_000);
    assert_snapshot!(run_with(&["solve"], digits), @r"
    ! error: line 1: column 1: 777777777777777777777777… is too large; the largest board has the tiles 1–255
    !   777777777777777777777777777777777777…
    !   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    exit 2
    ");
}

#[test]
fn bytes_that_are_no_text() {
    assert_snapshot!(run_with(&["solve"], b"1 2/0 3\n1 2/\xff 3\n1 2/3 0\n"), @r"
    L

    ! 1 move, optimal (proven) · ida/walking-distance · 1 expanded · TIME
    ! error: line 2: byte 4 is 0xff, which is not UTF-8 text
    !   1 2/
    !       ^
    ! 0 moves, optimal (proven) · ida/walking-distance · 0 expanded · TIME
    exit 2
    ");
    assert_snapshot!(run_with(&["solve"], b"1 2/\x000 3\n"), @r"
    ! error: line 1: byte 4 is NUL; this is not text
    !   1 2/
    !       ^
    exit 2
    ");
}

#[test]
fn unknown_names_get_a_suggestion() {
    assert_snapshot!(run(&["solve", "--algo", "astr", SAMPLE]), @r"
    ! error: there is no solver `astr`; did you mean `astar`?
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--algo", "astar/manhatan", SAMPLE]), @r"
    ! error: heuristic=manhatan: there is no heuristic `manhatan`; did you mean `manhattan`?
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--algo", "astar:tei=fifo", SAMPLE]), @r"
    ! error: astar has no option `tei`; did you mean `tie`?
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--algo", "astar:tie=high", SAMPLE]), @r"
    ! error: tie=high: the tie rules are high-g, low-g and fifo
    exit 2
    ");
    assert_snapshot!(run(&["slove", SAMPLE]), @r"
    ! error: unrecognized subcommand 'slove'
    !
    !   tip: some similar subcommands exist: 'moves', 'serve', 'prove', 'solve'
    !
    ! Usage: taquin [OPTIONS] <COMMAND>
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--tracee", SAMPLE]), @r"
    ! error: unexpected argument '--tracee' found
    !
    !   tip: a similar argument exists: '--trace'
    !
    ! Usage: taquin solve --trace[=<N>] [POSITION]...
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--goal", "sprial", SAMPLE]), @r"
    ! error: invalid value 'sprial' for '--goal <GOAL>': there is no goal `sprial`; did you mean `spiral`?
    !
    ! For more information, try '--help'.
    exit 2
    ");
}

#[test]
fn limits_that_allow_nothing() {
    assert_snapshot!(run(&["solve", "--time-limit", "0", SAMPLE]), @r"
    ! error: invalid value '0' for '--time-limit <TIME>': a limit of zero allows nothing; leave it out to go without
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--node-limit", "0", SAMPLE]), @r"
    ! error: invalid value '0' for '--node-limit <COUNT>': a limit of zero allows nothing; leave it out to go without
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--memory-limit", "0G", SAMPLE]), @r"
    ! error: invalid value '0G' for '--memory-limit <BYTES>': a limit of zero allows nothing; leave it out to go without
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--within", "near", SAMPLE]), @r"
    ! error: invalid value 'near' for '--within <SHARE>': write a share like 5% or 0%, at most 1000%
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--time-limit", "soon", SAMPLE]), @r"
    ! error: invalid value 'soon' for '--time-limit <TIME>': write a time like 500ms, 10s or 2m
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--threads", "0", SAMPLE]), @r"
    ! error: invalid value '0' for '--threads <N>': write a number from 1 to 1024
    !
    ! For more information, try '--help'.
    exit 2
    ");
}

#[test]
fn a_goal_of_another_size() {
    assert_snapshot!(run(&["solve", "--goal", "1 2/3 0", SAMPLE]), @r"
    ! error: the goal is a 2x2 board, but the position is 3x3; they must have one size
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--goal", "1 2/3 3", SAMPLE]), @r"
    ! error: invalid value '1 2/3 3' for '--goal <GOAL>': tile 3 appears 2 times; each of 1–3 must appear once
    !
    ! For more information, try '--help'.
    exit 2
    ");
}

#[test]
fn a_solver_that_does_not_do_this_size() {
    let board = output(&["generate", "5x5", "--seed", "1"], b"").stdout;
    assert_snapshot!(run_with(&["solve", "--algo", "ida/walking-distance"], board), @r"
    ! error: line 1: walking-distance does not work on 5x5 boards: its tables would have more than 4194304 entries; try linear-conflict or inversion
    exit 2
    ");
}

/// Input without end is given up, with one complaint and little memory.
#[test]
fn lines_and_moves_without_end() {
    let mut endless = vec![b'1'; (16 << 20) + 1];
    endless[..18].copy_from_slice(b"1 2 3/4 5 6/7 0 8\n");
    endless.extend([b'1'; 18]);
    assert_snapshot!(run_with(&["solve"], &endless), @r"
    L
    ! 1 move, optimal (proven) · ida/walking-distance · 1 expanded · TIME
    ! error: the input cannot be read: line 2 is longer than 16.0 MiB
    exit 2
    ");
    assert_snapshot!(run_with(&["apply", "--board", SAMPLE, "--moves", "-"], &endless), @r"
    ! error: the moves cannot be read: the text is longer than 16.0 MiB
    exit 2
    ");
}

/// An option that would change nothing is refused, not overlooked.
#[test]
fn options_that_do_not_go_together() {
    for options in [
        ["--count", "--trace"],
        ["--all-optimal", "--steps"],
        ["--all-optimal", "--algo=ida"],
        ["--trace", "--steps"],
    ] {
        let text = run(&["solve", options[0], options[1], SAMPLE]);
        assert!(text.contains("cannot be used with"), "{text}");
        assert!(text.ends_with("exit 2\n"), "{text}");
    }
}

#[test]
fn files_that_are_not_there() {
    let text = run(&["solve", "--input", "no-such-file.txt"]);
    assert!(
        text.starts_with("! error: cannot read no-such-file.txt: "),
        "{text}"
    );
    assert!(text.ends_with("exit 2\n"));
    // A folder can be opened but not read, on Unix.
    let text = run(&["solve", "--input", "."]);
    assert!(
        text.contains("error: ") && text.ends_with("exit 2\n"),
        "{text}"
    );
}

/// A bad line has its own answer, the others go on, and the first failure gives the exit code.
#[test]
fn one_bad_line_does_not_end_a_stream() {
    let lines = "1 2/0 3\n1 2/3\n2 1/3 0\n1 2/3 0\n";
    assert_snapshot!(run_with(&["solve"], lines), @r"
    L

    ! 1 move, optimal (proven) · ida/walking-distance · 1 expanded · TIME
    ! error: line 2: column 5: row 2 has 1 number, but row 1 has 2
    !   1 2/3
    !       ^
    ! error: line 3: unsolvable (parity), goal blank-last: this board cannot be solved: its parity is odd, the goal's is even (1 inversion, blank already on its home row), and no slide ever changes that; swap 1 and 2 to make it solvable
    !   1 2/3 0
    ! 0 moves, optimal (proven) · ida/walking-distance · 0 expanded · TIME
    exit 2
    ");
    assert_snapshot!(run_with(&["check", "--format", "csv"], lines), @r#"
    id,board,goal,solvable,inversions,blank_row,parity,manhattan,fix,error
    ,1 2/0 3,blank-last,true,0,2,even,1,,
    ,1 2/3,,,,,,,,"column 5: row 2 has 1 number, but row 1 has 2"
    ,2 1/3 0,blank-last,false,1,2,odd,,1 2/3 0,
    ,1 2/3 0,blank-last,true,0,2,even,0,,
    exit 2
    "#);
    assert_snapshot!(run_with(&["check", "--format", "ndjson"], lines), @r#"
    {"board":"1 2/0 3","size":"2x2","goal":"blank-last","solvable":true,"solved":false,"inversions":0,"blank_row":2,"blank_rows_from_home":0,"parity":"even","reason":"0 inversions, blank already on its home row","manhattan":1}
    {"board":"1 2/3","status":"invalid-board","type":"/problems/invalid-board","title":"This is not a whole board","detail":"column 5: row 2 has 1 number, but row 1 has 2","line":2}
    {"board":"2 1/3 0","size":"2x2","goal":"blank-last","solvable":false,"solved":false,"inversions":1,"blank_row":2,"blank_rows_from_home":0,"parity":"odd","reason":"1 inversion, blank already on its home row","fix":{"swap":[1,2],"board":"1 2/3 0"}}
    {"board":"1 2/3 0","size":"2x2","goal":"blank-last","solvable":true,"solved":true,"inversions":0,"blank_row":2,"blank_rows_from_home":0,"parity":"even","reason":"0 inversions, blank already on its home row","manhattan":0}
    exit 2
    "#);
    let json = output(&["check", "--format", "json"], lines.as_bytes()).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 4);
}

#[test]
fn a_time_between_moves_is_no_limit() {
    assert_snapshot!(run(&["render", "--step", "0", "--moves", "L", SAMPLE]), @r"
    ! error: invalid value '0' for '--step <TIME>': write a time above zero, like 300ms or 1s
    !
    ! For more information, try '--help'.
    exit 2
    ");
}

#[test]
fn a_negative_seed_is_no_option() {
    assert_snapshot!(run(&["generate", "3x3", "--seed", "-1"]), @r"
    ! error: invalid value '-1' for '--seed <N>': write a whole number from 0 to 18446744073709551615
    !
    ! For more information, try '--help'.
    exit 2
    ");
    for command in [["play", "3x3"], ["exercise", "show"]] {
        let said = run(&[command[0], command[1], "--seed", "-1"]);
        assert!(said.contains("write a whole number from 0"), "{said}");
    }
}

#[test]
fn a_heuristic_is_named_once() {
    assert_snapshot!(run(&["solve", "--algo", "ida/pdb:foo", SAMPLE]), @r"
    ! error: heuristic=pdb:foo: `foo` is not a partition; write how many tiles are in each pattern, like 6-6-3, or which, like 1.2.5.6+3.4.7.8
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--algo", "ida/max(pdb:foo,zero)", SAMPLE]), @r"
    ! error: heuristic=max(pdb:foo,zero): pdb:foo: `foo` is not a partition; write how many tiles are in each pattern, like 6-6-3, or which, like 1.2.5.6+3.4.7.8
    exit 2
    ");
    assert_snapshot!(run(&["estimate", "--with", "manhattan:2", SAMPLE]), @r"
    ! error: manhattan:2: manhattan takes no argument
    exit 2
    ");
}

#[test]
fn options_that_a_solver_ignores_are_refused() {
    assert_snapshot!(run(&["solve", "--algo", "greedy", "--target", "20", SAMPLE]), @r"
    ! error: greedy does not improve its solutions; --target goes with --algo auto or anytime
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--algo", "human", "--within", "5%", SAMPLE]), @r"
    ! error: human does not improve its solutions; --within goes with --algo auto or anytime
    exit 2
    ");
    for algo in ["auto", "anytime"] {
        let said = run(&["solve", "--algo", algo, "--target", "20", SAMPLE]);
        assert!(!said.contains("exit"), "{said}");
    }
}

#[test]
fn formats_that_a_command_does_not_write_are_refused() {
    assert_snapshot!(run(&["render", "--format", "json", SAMPLE]), @r"
    ! error: --format does not apply here; --as chooses between svg, gif and text
    exit 2
    ");
    assert_snapshot!(run(&["man", "--format", "json"]), @r"
    ! error: --format does not apply here; a manual page is always roff
    exit 2
    ");
    assert_snapshot!(run(&["completions", "bash", "--format", "csv"]), @r"
    ! error: --format does not apply here; the output is a script
    exit 2
    ");
}

#[test]
fn counting_on_large_boards_offers_no_other_solver() {
    let board = "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 0 35";
    assert_snapshot!(run(&["solve", "--count", board]), @r"
    ! error: all shortest solutions are found on boards of at most 25 cells, and 6x6 has 36
    exit 2
    ");
    assert_snapshot!(run(&["solve", "--all-optimal", "--format", "ndjson", board]), @r#"
    {"board":"1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 0 35","status":"unsupported-combination","type":"/problems/unsupported-combination","title":"The solver does not do this board","detail":"all shortest solutions are found on boards of at most 25 cells, and 6x6 has 36"}
    ! error: all shortest solutions are found on boards of at most 25 cells, and 6x6 has 36
    exit 2
    "#);
}

/// Numbers, IDs and sizes that are none say what would be right, not that an argument was unexpected.
#[test]
fn wrong_values_are_called_by_their_name() {
    for (args, words) in [
        (
            &["solve", "--target", "-1", SAMPLE][..],
            "a whole number of moves",
        ),
        (
            &["solve", "--time-limit", "-1", SAMPLE],
            "write a time like 500ms",
        ),
        (&["generate", "3x3", "-n", "-1"], "a whole number from 1 on"),
        (
            &["decide", "--steps", "1e9", SAMPLE],
            "a whole number of moves",
        ),
        (
            &["generate", "3x3", "--generator", "walk:k=-1"],
            "k=-1: write a whole number",
        ),
        (
            &["solve", "3x3:hrd:1"],
            "there is no level `hrd`; did you mean `hard`?",
        ),
        (&["solve", "17x3:hard:1"], "not 17x3"),
        (
            &["solve", "3x3:hard:-1"],
            "the seed `-1` is not a whole number",
        ),
        (
            &["play", "99x99"],
            "2 to 16 rows and 2 to 16 columns, not 99x99",
        ),
    ] {
        let said = output(args, b"");
        let text = String::from_utf8(said.stderr).unwrap();
        assert!(text.contains(words), "{args:?}: {text}");
        assert_eq!(said.status.code(), Some(2), "{args:?}");
    }
}
