//! Ten digits as dots, five wide and seven high: all the type a board needs.

/// Dots across a digit.
pub(super) const WIDTH: usize = 5;
/// Dots down a digit.
pub(super) const HEIGHT: usize = 7;

/// Rows of each digit from the top; the leftmost dot is the highest of five bits.
const DIGITS: [[u8; HEIGHT]; 10] = [
    [
        0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110,
    ],
    [
        0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110,
    ],
    [
        0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111,
    ],
    [
        0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110,
    ],
    [
        0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010,
    ],
    [
        0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110,
    ],
    [
        0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110,
    ],
    [
        0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b01000, 0b01000,
    ],
    [
        0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110,
    ],
    [
        0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100,
    ],
];

/// Whether a digit has a dot in this column and row.
pub(super) fn has_dot(digit: u8, col: usize, row: usize) -> bool {
    DIGITS[usize::from(digit)][row] >> (WIDTH - 1 - col) & 1 == 1
}
