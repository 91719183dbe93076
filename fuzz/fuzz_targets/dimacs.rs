//! Formula files, what solvers answer to them, and proofs: never a panic, and a map that can be read
//! decodes any answer to moves that solve its board, or says why not.
//!
//! The input is a file and an answer, with a line `%%` between them; without it, it is both.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_sat::dimacs::{self, Map, Printed};
use taquin_sat::encodings::Encoding;
use taquin_sat::task_comments::TaskComments;
use taquin_sat::{Meaning, lrat, smt};

/// Formulas of more steps than this take long and show nothing new.
const LONGEST: u32 = 12;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (file, answer) = text.split_once("\n%%\n").unwrap_or((&text, &text));
    for mark in ["c", ";", "%"] {
        let Ok(task) = TaskComments::read(file, mark).and_then(TaskComments::task) else {
            continue;
        };
        if task.steps <= LONGEST && task.size().cells() <= 16 {
            let _ = smt::read(&task, answer);
            let cnf = Encoding::default().formula(&task).cnf;
            let _ = lrat::elaborate(&cnf, answer.as_bytes(), &mut Vec::new(), &mut ());
        }
    }
    let _ = dimacs::read_answer(answer, 1000);
    let Ok(map) = Map::read(file) else {
        return;
    };
    for &meaning in &map.meanings {
        assert_eq!(Meaning::parse(&meaning.to_string()), Some(meaning));
        let _ = meaning.words(map.task.size(), true);
    }
    let printed = dimacs::read_answer(answer, map.meanings.len() as u32);
    if let Ok(Printed::Sat(model)) = printed
        && let Ok(moves) = map.decode(&model)
    {
        let mut board = map.task.start().clone();
        for mv in moves {
            assert!(board.slide(mv).is_some());
        }
        assert_eq!(&board, map.task.goal());
    }
});
