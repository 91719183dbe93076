//! Files, in the format they seem to have and in all others: never a panic, and each instance is
//! read back from its line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_core::Size;
use taquin_core::notation::file::{self, Format, Reader};

fuzz_target!(|bytes: &[u8]| {
    let formats = Format::NAMED.map(|(_, format)| Some(format));
    for format in [None].into_iter().chain(formats) {
        for size in [None, Size::new(2, 3).ok()] {
            check(bytes, Reader::new(format, size));
        }
    }
});

fn check(bytes: &[u8], reader: Reader) {
    let lines = bytes.split(|&byte| byte == b'\n');
    for item in file::instances(lines, reader) {
        match item {
            Ok(instance) => {
                let line = instance.to_tsv();
                let again = file::parse(&line, Some(Format::Tsv)).expect("a line just written");
                assert_eq!(again.len(), 1, "{line}");
                assert_eq!(again[0].board, instance.board);
                assert_eq!(again[0].goal, instance.goal);
                assert_eq!(again[0].optimal, instance.optimal);
                assert_eq!(again[0].known, instance.known);
            }
            Err(error) => {
                assert!(!error.to_string().contains('\n'), "{error}");
                assert_eq!(error.caret().matches('\n').count(), 1);
            }
        }
    }
}
