//! Digits large enough to be read across a room.

/// Rows of each digit from the top; the leftmost of three dots is the highest bit.
const DIGITS: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b001, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// A number as lines of text.
pub(super) fn lines(number: u8, room: (u16, u16), ascii: bool) -> Vec<String> {
    let text = number.to_string();
    let count = text.len() as u16;
    let (width, height) = room;
    if width >= 8 * count && height >= 6 {
        return large(&text, if ascii { "##" } else { "██" });
    }
    if width >= 4 * count && height >= 3 && !ascii {
        return halved(&text);
    }
    vec![text]
}

fn dots(text: &str, row: usize) -> Vec<bool> {
    let digits: Vec<usize> = text.bytes().map(|byte| usize::from(byte - b'0')).collect();
    let mut dots = Vec::new();
    for (index, &digit) in digits.iter().enumerate() {
        if index > 0 {
            dots.push(false);
        }
        let bits = DIGITS[digit].get(row).copied().unwrap_or(0);
        dots.extend([4, 2, 1].map(|bit| bits & bit != 0));
    }
    dots
}

/// Two columns and a line for each dot.
fn large(text: &str, dot: &str) -> Vec<String> {
    let line = |row| {
        let dots = dots(text, row);
        dots.iter().map(|&on| if on { dot } else { "  " }).collect()
    };
    (0..5).map(line).collect()
}

/// A column and half a line for each dot.
fn halved(text: &str) -> Vec<String> {
    let line = |pair: usize| {
        let (upper, lower) = (dots(text, 2 * pair), dots(text, 2 * pair + 1));
        let symbol = |(upper, lower)| match (upper, lower) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        upper.into_iter().zip(lower).map(symbol).collect()
    };
    (0..3).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_large_as_the_tile_allows() {
        assert_eq!(lines(7, (4, 1), false), ["7"]);
        assert_eq!(lines(12, (8, 3), false), ["▄█  ▀▀█", " █  █▀▀", "▀▀▀ ▀▀▀"]);
        assert_eq!(lines(12, (8, 3), true), ["12"]);
        let large = lines(4, (8, 6), true);
        assert_eq!(large, ["##  ##", "##  ##", "######", "    ##", "    ##"]);
    }
}
