//! Pieces of a text, as ranges of the whole, so that faults can say where they stand.

use std::ops::Range;

/// The bytes of the range without white space at its ends.
#[inline]
pub(super) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let whole = &text[range.clone()];
    let start = range.start + whole.len() - whole.trim_start().len();
    start..start + whole.trim().len()
}

/// The pieces of a range between the separators, which are one byte long.
#[inline]
pub(super) fn split(
    text: &str,
    range: Range<usize>,
    separator: char,
) -> impl Iterator<Item = Range<usize>> + '_ {
    debug_assert!(separator.is_ascii());
    let mut start = range.start;
    text[range].split(separator).map(move |piece| {
        let piece = start..start + piece.len();
        start = piece.end + 1;
        piece
    })
}

/// The words of a range: what white space separates.
#[inline]
pub(super) fn words(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let base = text.as_ptr() as usize;
    text[range].split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - base;
        start..start + word.len()
    })
}
