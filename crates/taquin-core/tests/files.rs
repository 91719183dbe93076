//! Files of positions in every format, whole and broken.

use taquin_core::notation::file::{self, Format, Instance, Reader};
use taquin_core::{Goal, Size};

fn read(text: &str) -> Vec<Instance> {
    file::parse(text, None).unwrap_or_else(|error| panic!("{error}\n{}", error.caret()))
}

/// One line for each item: the board, or the message.
fn items(text: &str) -> Vec<String> {
    file::instances(text.lines(), Reader::new(None, None))
        .map(|item| match item {
            Ok(instance) => instance.board.to_string(),
            Err(error) => error.to_string(),
        })
        .collect()
}

#[test]
fn a_position_per_line_with_comments() {
    let text = "# a comment\n\n8 1 3/4 0 2/7 6 5  # the sample\n\t\n2x3: 1 2 3 4 5 0\n1 2 3 0\n";
    let instances = read(text);
    let boards: Vec<_> = instances.iter().map(|i| i.board.to_string()).collect();
    assert_eq!(boards, ["8 1 3/4 0 2/7 6 5", "1 2 3/4 5 0", "1 2/3 0"]);
    let lines: Vec<_> = instances.iter().map(|i| i.line).collect();
    assert_eq!(lines, [3, 5, 6]);
    assert_eq!(instances[0], Instance::new(instances[0].board.clone(), 3));
}

#[test]
fn a_faulty_line_does_not_hide_the_next() {
    assert_eq!(
        items("1 2/3 0\n1 2/3 3\n\n1 0/3 2\n"),
        [
            "1 2/3 0",
            "line 2, column 7: tile 3 appears 2 times; each of 1–3 must appear once",
            "1 0/3 2"
        ]
    );
}

#[test]
fn korf_lists_have_an_index_and_the_blank_first() {
    // The first two of Korf's hundred 15-puzzles (Artificial Intelligence 27, 1985).
    let instances =
        read("1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n");
    assert_eq!(instances.len(), 2);
    assert_eq!(instances[0].id.as_deref(), Some("1"));
    assert_eq!(instances[0].goal, Some(Goal::BlankFirst.into()));
    assert_eq!(
        instances[1].board.to_string(),
        "13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6"
    );
    let size = Size::new(2, 3).unwrap();
    let mut rectangle = file::instances(["7 1 2 3 4 5 0"], Reader::new(None, Some(size)));
    let instance = rectangle.next().unwrap().unwrap();
    assert_eq!(
        (instance.id.as_deref(), instance.board.size()),
        (Some("7"), size)
    );
}

#[test]
fn school_files_suggest_the_spiral() {
    let text = "# This puzzle is solvable\n3\n3 2 6 #another comment\n# and one\n1 4 0\n8 7 5\n\n\
                2\n1 2\n3 0\n";
    let instances = read(text);
    assert_eq!(instances.len(), 2);
    assert_eq!(instances[0].board.to_string(), "3 2 6/1 4 0/8 7 5");
    assert_eq!(instances[0].goal, None);
    assert_eq!(instances[0].convention, Some(Goal::Spiral));
    assert_eq!((instances[0].line, instances[1].line), (2, 8));
}

#[test]
fn course_files_state_steps_and_size() {
    let instances = read("33\n4\n6 4 5 0\n1 10 15 3\n9 13 11 2\n8 7 12 14\n");
    let instance = &instances[0];
    assert_eq!(
        instance.board.to_string(),
        "6 4 5 0/1 10 15 3/9 13 11 2/8 7 12 14"
    );
    assert_eq!(instance.steps, Some(33));
    assert_eq!(instance.goal, Some(Goal::BlankFirst.into()));
}

#[test]
fn grids_are_separated_by_empty_lines() {
    let text = "8 1 3\n4 0 2\n# half way\n7 6 5\n\n\n1 2 3\n4 5 0\n";
    let instances = read(text);
    assert_eq!(instances[0].board.to_string(), "8 1 3/4 0 2/7 6 5");
    assert_eq!(instances[1].board.to_string(), "1 2 3/4 5 0");
    assert_eq!((instances[0].line, instances[1].line), (1, 7));
    assert_eq!(
        items("8 1 3\n4 0 2\n# half way\n7 6 6\n\n1 2 3\n4 5 0"),
        [
            "line 4, column 5: tile 6 appears 2 times; each of 1–8 must appear once",
            "1 2 3/4 5 0"
        ]
    );
    let endless = "1 2 3\n".repeat(40) + "\n1 2\n3 0\n";
    assert_eq!(
        items(&endless),
        [
            "line 17, column 1: a board has 2 to 16 rows and 2 to 16 columns, not 17x3",
            "1 2/3 0"
        ]
    );
}

#[test]
fn tsv_has_all_columns() {
    let text = "# id\trows\tcols\tgoal\ttiles\toptimal\tknown\n\
                seed8\t3\t3\tblank-last\t3 0 2 6 4 7 8 5 1\t29\n\
                wide#1\t2\t3\tblank-first+0 1 2/3 4 5\t1 2 3 4 5 0\t-\t40\n\
                -\t2\t2\t-\t1 2 3 0\t-\n";
    let instances = read(text);
    assert_eq!(instances[0].id.as_deref(), Some("seed8"));
    assert_eq!((instances[0].optimal, instances[0].known), (Some(29), None));
    assert_eq!(instances[0].goal, Some(Goal::BlankLast.into()));
    assert_eq!(instances[1].id.as_deref(), Some("wide#1"));
    assert_eq!((instances[1].optimal, instances[1].known), (None, Some(40)));
    assert_eq!(instances[1].board.to_string(), "1 2 3/4 5 0");
    assert_eq!((&instances[2].id, &instances[2].goal), (&None, &None));
    for instance in &instances {
        let again = file::parse(&instance.to_tsv(), Some(Format::Tsv)).unwrap();
        let id = instance.id.as_ref().map(|id| id.replace('#', "_"));
        let expected = Instance {
            id,
            line: 1,
            ..instance.clone()
        };
        assert_eq!(again, [expected]);
    }
}

#[test]
fn json_boards_objects_and_lists() {
    for text in [
        "[[8,1,3],[4,0,2],[7,6,5]]",
        "[8,1,3,4,0,2,7,6,5]",
        "[\n  [8,1,3],\n  [4,0,2],\n  [7,6,5]\n]\n",
        "{\"board\":\"8 1 3/4 0 2/7 6 5\"}",
        "{\"board\":[[8,1,3],[4,0,2],[7,6,5]],\"goal\":null}",
        "{\"size\":\"3x3\",\"board\":\"8 1 3\\n4 0 2\\n7 6 5\"}",
        "[\"8 1 3/4 0 2/7 6 5\"]",
        "[[[8,1,3],[4,0,2],[7,6,5]]]",
        "[{\"board\":[8,1,3,4,0,2,7,6,5],\"other\":{\"a\":[true,false]}}]",
        "{\"puzzles\": [\n{\"board\":\"8 1 3/4 0 2/7 6 5\"}\n]}\n",
    ] {
        let instances = read(text);
        assert_eq!(instances.len(), 1, "{text}");
        assert_eq!(
            instances[0].board.to_string(),
            "8 1 3/4 0 2/7 6 5",
            "{text}"
        );
    }
    let text = "{\"puzzles\": [\n[[1,2],[3,0]],\n[[1,2],[3,3]]\n]}\n[[1,2],[0,3]]";
    let found: Vec<_> = file::instances(text.lines(), Reader::new(None, None)).collect();
    let lines: Vec<_> = found
        .iter()
        .map(|found| match found {
            Ok(instance) => instance.line,
            Err(error) => error.line(),
        })
        .collect();
    assert_eq!(lines, [2, 3, 5]);
    let text = concat!(
        "# ndjson\n",
        "{\"id\":\"a\",\"board\":\"1 2/3 0\",\"goal\":\"spiral\",\"optimal\":1,\"known\":3}\n\n",
        "{\"id\":2,\"board\":[[1,2],[0,3]],\"goal\":[[1,2],[3,0]],\"steps\":9}\n",
        "[[1,2],[3,0]]\n"
    );
    let instances = read(text);
    assert_eq!(instances[0].goal, Some(Goal::Spiral.into()));
    assert_eq!(
        (instances[0].optimal, instances[0].known),
        (Some(1), Some(3))
    );
    assert_eq!(instances[1].id.as_deref(), Some("2"));
    assert_eq!(instances[1].goal.as_ref().unwrap().to_string(), "1 2/3 0");
    assert_eq!(instances[1].steps, Some(9));
    let lines: Vec<_> = instances.iter().map(|i| i.line).collect();
    assert_eq!(lines, [2, 4, 5]);
    let list = read("[\n{\"board\":\"1 2/3 0\"},\n\n{\"board\":\n\"1 0/3 2\"}\n]");
    assert_eq!((list[0].line, list[1].line), (2, 4));
}

#[test]
fn faults_in_files_are_named_and_placed() {
    let unfinished = "the file ends before the board does";
    for (text, messages) in [
        ("", vec![]),
        ("# nothing\n\n", vec![]),
        ("3\n", vec![format!("line 1, column 2: {unfinished}")]),
        (
            "3\n1 2 3\n4 5 6\n",
            vec![format!("line 3, column 6: {unfinished}")],
        ),
    ] {
        assert_eq!(items(text), messages, "{text:?}");
    }
    for (text, messages) in [
        (
            "17\n1 2 3\n4 5 6\n2\n1 2\n3 0\n",
            &[
                "line 1, column 1: a board has 2 to 16 rows and 2 to 16 columns, not 17x17",
                "1 2/3 0",
            ][..],
        ),
        (
            "3\n1 2 3\n4 5\n6 7 0\n",
            &["line 3, column 3: row 2 has 2 numbers, but row 1 has 3"],
        ),
        (
            "2\n1 2 3\n4 5 0\n",
            &["line 2, column 1: this is a 2x3 board, but the requested size is 2x2"],
        ),
        (
            "2\n1 2\n3 0\n5 6\n7 8\n2\n1 0\n3 2\n",
            &[
                "1 2/3 0",
                "line 4, column 1: `5 6` is not a number; a line with one number comes before each board",
                "1 0/3 2",
            ],
        ),
        (
            "a\t2\t2\tspiral\t1 2 3 0\t-\nb\t2\t2\tspirl\t1 2 3 0\t-\n",
            &[
                "1 2/3 0",
                "line 2, column 7: there is no goal `spirl`; did you mean `spiral`?",
            ],
        ),
        (
            "a\t2\t2\tspiral\t1 2 2 0\tx\n",
            &["line 1, column 22: `x` is not a length; write a number or -"],
        ),
        (
            "a\t2\t2\tspiral\t1 2 2 0\t-\na\t2\n",
            &[
                "line 1, column 18: tile 2 appears 2 times; each of 1–3 must appear once",
                "line 2, column 1: 2 fields between tabs; there are 6 or 7: id, rows, cols, goal, tiles, optimal, known",
            ],
        ),
        (
            "{\"board\":\"1 2/3 3\"}\n{\"id\":1}\n[[1,2],[3,0]\n",
            &[
                "line 1, column 17: tile 3 appears 2 times; each of 1–3 must appear once",
                "line 2, column 1: this object has no member `board`",
                "line 3, column 13: expected `,` or `]`, found the end of the text",
            ],
        ),
        (
            "{\"board\":\"1 2\\u002f3 3\"}\n{\"board\":5}\n]\n[[1,2],[3,0]]",
            &[
                "line 1, column 10: tile 3 appears 2 times; each of 1–3 must appear once",
                "line 2, column 10: a board in JSON is a list of rows, or a flat list of numbers",
                "line 3, column 1: expected a JSON value, found `]`",
                "1 2/3 0",
            ],
        ),
        (
            "{\"board\":\"1 2/3 0\",\"optimal\":-1}",
            &["line 1, column 30: this member must be a length"],
        ),
        (
            "[\n{\"board\":\"1 2/3 0\"},\n{\"board\":\"1 2/3 3\"},\n{\"board\"}]",
            &[
                "1 2/3 0",
                "line 3, column 17: tile 3 appears 2 times; each of 1–3 must appear once",
                "line 4, column 9: expected `:`, found `}`",
            ],
        ),
    ] {
        assert_eq!(items(text), messages, "{text:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_one_fault_of_one_line() {
    let lines: [&[u8]; 4] = [b"1 2/3 0\r\n", b"1 \xff/3 0\n", b"1 \0/3 0\n", b"1 0/3 2"];
    let items: Vec<_> = file::instances(lines, Reader::new(None, None))
        .map(|item| item.map_or_else(|error| error.to_string(), |i| i.board.to_string()))
        .collect();
    assert_eq!(
        items,
        [
            "1 2/3 0",
            "line 2, column 3: byte 2 is 0xff, which is not UTF-8 text",
            "line 3, column 3: byte 2 is NUL; this is not text",
            "1 0/3 2"
        ]
    );
}

#[test]
fn an_instance_is_ready_as_soon_as_its_last_line_came() {
    let mut reader = Reader::new(None, None);
    for (line, is_ready) in [("2", false), ("1 2", false), ("3 0", true), ("2", false)] {
        reader.push(line.as_bytes());
        assert_eq!(reader.take().is_some(), is_ready, "{line}");
    }
    assert_eq!(reader.format(), Some(Format::School42));
    let mut reader = Reader::new(Some(Format::Json), None);
    for (line, is_ready) in [("{\"board\":", false), ("\"1 2/3 0\"", false), ("}", true)] {
        reader.push(line.as_bytes());
        assert_eq!(reader.take().is_some(), is_ready, "{line}");
    }
}

#[test]
fn formats_have_names() {
    for (name, format) in Format::NAMED {
        assert_eq!(name.parse(), Ok(format));
        assert_eq!(format.to_string(), name);
    }
    assert_eq!(
        "jsn".parse::<Format>().unwrap_err().to_string(),
        "there is no file format `jsn`; did you mean `json`?"
    );
}
