//! What is written is read back, and nothing that is read can crash.

use proptest::collection::vec;
use proptest::prelude::*;
use taquin_core::notation::file::{self, Format, Instance, Reader};
use taquin_core::notation::{self, Notation};
use taquin_core::spec::Spec;
use taquin_core::{Board, Direction, Goal, Goals, Move, Size};

fn sizes() -> impl Strategy<Value = Size> {
    (2..=16_usize, 2..=16_usize).prop_map(|(rows, cols)| Size::new(rows, cols).unwrap())
}

/// Any permutation, solvable or not.
fn boards() -> impl Strategy<Value = Board> {
    sizes().prop_flat_map(|size| {
        let numbers: Vec<u32> = (0..size.cells() as u32).collect();
        Just(numbers)
            .prop_shuffle()
            .prop_map(move |numbers| Board::new(size, &numbers).unwrap())
    })
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    vec((0..4_u8, 1..20_usize), 0..60).prop_map(|runs| {
        runs.into_iter()
            .flat_map(|(index, times)| vec![Move(Direction::from_index(index)); times])
            .collect()
    })
}

fn goals() -> impl Strategy<Value = Goals> {
    let goal = prop_oneof![
        Just(Goal::BlankLast),
        Just(Goal::BlankFirst),
        Just(Goal::Spiral),
        boards().prop_map(Goal::Custom),
    ];
    vec(goal, 1..4).prop_map(Goals::new)
}

fn instances() -> impl Strategy<Value = Instance> {
    (
        boards(),
        proptest::option::of("[a-z0-9-]{2,9}"),
        proptest::option::of(0..9999_u32),
        proptest::option::of(0..9999_u32),
        0..4_usize,
    )
        .prop_map(|(board, id, optimal, known, goal)| Instance {
            id,
            goal: Goal::NAMED.get(goal).map(|(_, goal)| goal.clone().into()),
            optimal,
            known,
            ..Instance::new(board, 1)
        })
}

/// Text made of what the formats are made of, which reaches deeper than arbitrary characters.
fn near_text() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        Just("0"),
        Just("1"),
        Just("2"),
        Just("3"),
        Just("17"),
        Just("-"),
        Just("_"),
        Just("x"),
        Just("/"),
        Just("\n"),
        Just(" "),
        Just(","),
        Just("\t"),
        Just(":"),
        Just("2x3:"),
        Just("#"),
        Just("["),
        Just("]"),
        Just("{"),
        Just("}"),
        Just("\""),
        Just("\\u00"),
        Just("\"board\":"),
        Just("blank-last"),
        Just("+"),
        Just("R"),
        Just("up"),
        Just("é"),
        Just("\0"),
        Just("null"),
        Just("="),
        Just("max("),
        Just(")"),
    ];
    vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

/// Every parser on one text; an error must also be able to show itself.
fn parse_all(text: &str) {
    let shown = |error: notation::ParseError| {
        assert!(!error.to_string().contains('\n'), "{error}");
        assert_eq!(error.caret().matches('\n').count(), 1);
    };
    let board = notation::parse_board(text).map_err(shown).ok();
    let size = Size::new(2, 3).unwrap();
    let sized = notation::parse_board_sized(text, size).map_err(shown).ok();
    for board in board.iter().chain(&sized) {
        assert_eq!(&board.to_string().parse::<Board>().unwrap(), board);
    }
    if let Ok(goals) = text.parse::<Goals>().map_err(shown) {
        assert_eq!(goals.to_string().parse::<Goals>().unwrap(), goals);
    }
    let start = Goal::BlankLast.board(size).unwrap();
    for notation in [Notation::Tile, Notation::Blank] {
        if let Ok(moves) = notation::parse_moves(text, notation, Some(&start)).map_err(shown) {
            let written = notation::format_moves(&moves, notation);
            assert_eq!(
                notation::parse_moves(&written, notation, None).unwrap(),
                moves
            );
        }
    }
    for format in [None]
        .into_iter()
        .chain(Format::NAMED.map(|(_, format)| Some(format)))
    {
        for item in file::instances(text.lines(), Reader::new(format, None)) {
            let Ok(instance) = item.map_err(shown) else {
                continue;
            };
            let again = file::parse(&instance.to_tsv(), Some(Format::Tsv)).unwrap();
            assert_eq!(
                (&again[0].board, &again[0].goal),
                (&instance.board, &instance.goal)
            );
        }
    }
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec, "{text:?}");
    }
}

proptest! {
    #[test]
    fn every_form_of_a_board_is_read_back(board in boards()) {
        let mut forms = vec![
            board.to_string(),
            board.to_string().replace('/', "\n"),
            board.to_string().replace('/', "\r\n"),
            notation::to_link(&board),
            notation::to_json(&board),
            notation::to_flat(&board),
        ];
        forms.extend(['0', '_', '.', 'x', 'X'].map(|blank| notation::to_grid(&board, blank)));
        for form in forms {
            prop_assert_eq!(&notation::parse_board(&form).unwrap(), &board, "{}", form);
            prop_assert_eq!(&notation::parse_board_sized(&form, board.size()).unwrap(), &board);
            prop_assert_eq!(&notation::parse_board_bytes(form.as_bytes()).unwrap(), &board);
        }
        let flat = board.to_string().replace('/', " ");
        prop_assert_eq!(&notation::parse_board_sized(&flat, board.size()).unwrap(), &board);
        let json = format!("[{}]", flat.replace(' ', ","));
        prop_assert_eq!(&notation::parse_board_sized(&json, board.size()).unwrap(), &board);
    }

    #[test]
    fn moves_are_read_back(moves in moves()) {
        for notation in [Notation::Tile, Notation::Blank] {
            let text = notation::format_moves(&moves, notation);
            prop_assert_eq!(&notation::parse_moves(&text, notation, None).unwrap(), &moves);
            let lower = text.to_lowercase();
            prop_assert_eq!(&notation::parse_moves(&lower, notation, None).unwrap(), &moves);
        }
        let words: Vec<&str> = moves.iter().map(|mv| mv.0.word()).collect();
        let text = words.join(" ");
        prop_assert_eq!(&notation::parse_moves(&text, Notation::Tile, None).unwrap(), &moves);
    }

    #[test]
    fn tile_lists_are_read_back(board in boards(), moves in moves()) {
        let mut end = board.clone();
        let played: Vec<Move> =
            moves.into_iter().filter(|&mv| end.slide(mv).is_some()).collect();
        let text = notation::format_tiles(&played, &board).unwrap();
        let again = notation::parse_moves(&text, Notation::Tile, Some(&board)).unwrap();
        prop_assert_eq!(&again, &played);
        prop_assert_eq!(board.replay(&again).unwrap(), end);
    }

    #[test]
    fn a_slide_can_be_taken_back(board in boards()) {
        for mv in board.moves() {
            let mut slid = board.clone();
            let tile = slid.slide(mv);
            prop_assert!(slid != board);
            prop_assert_eq!(slid.slide(mv.inverse()), tile);
            prop_assert_eq!(&slid, &board);
        }
    }

    #[test]
    fn goals_are_read_back(goals in goals()) {
        prop_assert_eq!(goals.to_string().parse::<Goals>().unwrap(), goals);
    }

    #[test]
    fn files_are_read_back(instances in vec(instances(), 1..5)) {
        let lines: Vec<String> = instances.iter().map(Instance::to_tsv).collect();
        let again = file::parse(&lines.join("\n"), None).unwrap();
        let numbered: Vec<Instance> = (1..)
            .zip(&instances)
            .map(|(line, instance)| Instance { line, ..instance.clone() })
            .collect();
        prop_assert_eq!(again, numbered);

        let objects: Vec<String> = instances
            .iter()
            .map(|i| format!("{{\"board\":{}}}", notation::to_json(&i.board)))
            .collect();
        let boards: Vec<&Board> = instances.iter().map(|i| &i.board).collect();
        for text in [objects.join("\n"), format!("[{}]", objects.join(",\n"))] {
            let again = file::parse(&text, None).unwrap();
            prop_assert_eq!(again.iter().map(|i| &i.board).collect::<Vec<_>>(), boards.clone());
        }
        let grids: Vec<String> =
            instances.iter().map(|i| notation::to_grid(&i.board, '.') + "\n").collect();
        let again = file::parse(&grids.join("\n"), Some(Format::Grid)).unwrap();
        prop_assert_eq!(again.iter().map(|i| &i.board).collect::<Vec<_>>(), boards);
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in ".{0,80}") {
        parse_all(&text);
    }

    #[test]
    fn no_text_of_known_pieces_makes_a_parser_panic(text in near_text()) {
        parse_all(&text);
    }

    #[test]
    fn no_bytes_make_a_parser_panic(bytes in vec(any::<u8>(), 0..60)) {
        let _ = notation::parse_board_bytes(&bytes);
        let lines = bytes.split(|&byte| byte == b'\n');
        file::instances(lines, Reader::new(None, None)).for_each(drop);
    }
}

#[test]
fn a_million_characters_are_answered_in_every_format() {
    for piece in [
        "7 ",
        "7",
        "1 2/",
        "[",
        "{\"board\":",
        "\"",
        "\t",
        ",",
        "R9",
        "é",
        "+",
        "#",
        "\n",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        for format in [None]
            .into_iter()
            .chain(Format::NAMED.map(|(_, format)| Some(format)))
        {
            for item in file::instances([text.as_str()], Reader::new(format, None)) {
                assert!(item.unwrap_err().to_string().len() < 200);
            }
        }
        let _ = notation::parse_goals(&text);
        let _ = notation::parse_moves(&text, Notation::Tile, None);
        let _ = text.parse::<Spec>();
    }
}
