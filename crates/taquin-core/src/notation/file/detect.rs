//! Seeing the format from the first line with content; the parent module documents the rules.

use super::Format;
use super::table::{Columns, csv_fields};
use crate::Size;
use crate::notation::position::{board_in, cells};

/// The format of a file with this line, or none if the next must be seen too.
///
/// `after_number` says that a line with one number stands before this one.
pub(super) fn format(
    raw: &str,
    content: &str,
    size: Option<Size>,
    after_number: bool,
) -> Option<Format> {
    let first = content.trim();
    let count = cells(content, 0..content.len()).ok().map(|row| row.len());
    if after_number {
        return Some(match count {
            Some(1) => Format::Course,
            _ => Format::School42,
        });
    }
    if first.starts_with('|') {
        return Some(Format::Md);
    }
    if first.starts_with(['[', '{']) {
        let is_matrix = is_row(first) && board_in(first, 0..first.len(), size).is_err();
        return Some(if is_matrix {
            Format::Matrix
        } else {
            Format::Json
        });
    }
    if first.contains(',') && Columns::named(first, &csv_fields(first)).is_some() {
        return Some(Format::Csv);
    }
    if is_tsv(raw) {
        return Some(Format::Tsv);
    }
    let Some(count) = count else {
        return Some(Format::Lines);
    };
    let by_size = size.and_then(|size| {
        [
            (size.cells(), Format::Lines),
            (size.cells() + 1, Format::Korf),
            (size.cols(), Format::Grid),
        ]
        .into_iter()
        .find(|&(cells, _)| cells == count)
    });
    match by_size {
        Some((_, format)) => Some(format),
        None => by_count(count, first),
    }
}

/// The format by how many numbers the line has.
fn by_count(count: usize, first: &str) -> Option<Format> {
    let is_square = |n: usize| n.isqrt() * n.isqrt() == n;
    let is_board = |text: &str| board_in(text, 0..text.len(), None).is_ok();
    let without_id = || first.split_once([' ', '\t', ',']).unwrap_or_default().1;
    match count {
        1 => None,
        4 if !is_board(first) => Some(Format::Grid),
        10 if !is_board(without_id()) => Some(Format::Grid),
        n if n > 9 && is_square(n - 1) => Some(Format::Korf),
        n if is_square(n) || n > Size::MAX => Some(Format::Lines),
        _ => Some(Format::Grid),
    }
}

/// Whether the line is one closed list of at least two items that are no lists.
fn is_row(line: &str) -> bool {
    let inside = line
        .strip_prefix('[')
        .and_then(|line| line.strip_suffix(']'));
    inside.is_some_and(|items| {
        items.contains(',')
            && !items.contains(['[', '{', '"'])
            && items.split(',').count() <= Size::MAX
    })
}

fn is_tsv(line: &str) -> bool {
    let fields: Vec<&str> = line.split('\t').take(7).map(str::trim).collect();
    let is_number = |field: &str| field.parse::<u32>().is_ok();
    let is_cell = |field: &str| cells(field, 0..field.len()).is_ok();
    fields.len() >= 6 && is_number(fields[1]) && is_number(fields[2]) && !is_cell(fields[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_hold() {
        use Format::{Grid, Json, Korf, Lines, Tsv};
        for (line, expected) in [
            ("[[1,2],[3,0]]", Some(Json)),
            (" {\"board\":\"1 2/3 0\"}", Some(Json)),
            ("a\t2\t2\tblank-last\t1 2 3 0\t0", Some(Tsv)),
            ("a\t2\t2\t-\t1 2 3 0\t-\t4", Some(Tsv)),
            ("1\t2\t3\t4\t5\t6", Some(Grid)),
            ("1\t2\t3\t_\t5\t6", Some(Grid)),
            ("| 1 | 2 |", Some(Format::Md)),
            ("id,board,goal", Some(Format::Csv)),
            ("[1, 2, 3]", Some(Format::Matrix)),
            ("[7, 5, ' ']", Some(Format::Matrix)),
            ("[1, 2, 3, 4]", Some(Format::Matrix)),
            ("[1, 2, 3, 0]", Some(Json)),
            ("3", None),
            ("1 2/3 0", Some(Lines)),
            ("2x3: 1 2 3 4 5 0", Some(Lines)),
            ("garbage", Some(Lines)),
            ("1 2 3 0", Some(Lines)),
            ("1 2 3 4", Some(Grid)),
            ("1 2 3", Some(Grid)),
            ("1 2 3 4 5 6 7 8 0", Some(Lines)),
            ("1 2 3 4 5 6 7 8 8", Some(Lines)),
            ("17 1 2 3 4 5 6 7 8 0", Some(Korf)),
            ("1 2 3 4 5 6 7 8 9 10", Some(Grid)),
            ("1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", Some(Korf)),
            ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18", Some(Lines)),
        ] {
            assert_eq!(format(line, line, None, false), expected, "{line:?}");
        }
        assert_eq!(format("5", "5", None, true), Some(Format::Course));
        assert_eq!(format("1 2", "1 2", None, true), Some(Format::School42));
    }

    #[test]
    fn a_size_that_is_known_decides() {
        let size = Size::new(2, 3).ok();
        let line = |text| format(text, text, size, false);
        assert_eq!(line("1 2 3 4 5 0"), Some(Format::Lines));
        assert_eq!(line("9 1 2 3 4 5 0"), Some(Format::Korf));
        assert_eq!(line("1 2 3"), Some(Format::Grid));
    }
}
