//! Quantities as people write them: `10s`, `4G`, `1e8`.

use std::time::Duration;

const DURATIONS: &[(&str, f64)] = &[
    ("ms", 1e-3),
    ("s", 1.0),
    ("m", 60.0),
    ("min", 60.0),
    ("h", 3600.0),
];
const BYTES: &[(&str, f64)] = &[
    ("b", 1.0),
    ("k", 1024.0),
    ("m", 1_048_576.0),
    ("g", 1_073_741_824.0),
    ("t", 1_099_511_627_776.0),
];
const COUNTS: &[(&str, f64)] = &[("k", 1e3), ("m", 1e6), ("g", 1e9)];

/// Reads `10s`, `500ms`, `2m`, `1h`; a bare number means seconds.
///
/// # Errors
/// When the text is none of these; the message says what would be right.
pub fn duration(text: &str) -> Result<Duration, String> {
    let seconds = limit(text, DURATIONS, "a time like 500ms, 10s or 2m")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is too long a time"))
}

/// Reads the time from one thing to the next, as [`duration`] does.
///
/// # Errors
/// When the text is no time, or zero; the message says what would be right.
pub fn interval(text: &str) -> Result<Duration, String> {
    let expected = "a time above zero, like 300ms or 1s";
    match quantity(text, DURATIONS, expected)? {
        0.0 => Err(format!("write {expected}")),
        seconds => {
            Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is too long a time"))
        }
    }
}

/// Reads `4G`, `512M`, `2GiB`; a bare number means bytes, and K, M, G and T go by 1024.
///
/// # Errors
/// When the text is none of these; the message says what would be right.
pub fn bytes(text: &str) -> Result<u64, String> {
    let lower = text.trim().to_ascii_lowercase();
    let short = lower
        .strip_suffix("ib")
        .or_else(|| {
            lower
                .strip_suffix('b')
                .filter(|t| t.ends_with(['k', 'm', 'g', 't']))
        })
        .unwrap_or(&lower);
    limit(short, BYTES, "a size like 512M or 4G").map(|bytes| bytes as u64)
}

/// Reads `100000`, `1e8`, `100_000`, `5M`.
///
/// # Errors
/// When the text is none of these; the message says what would be right.
pub fn count(text: &str) -> Result<u64, String> {
    let number = limit(text, COUNTS, "a number like 100000, 5M or 1e8")?;
    Ok(number as u64)
}

/// Reads a seed.
///
/// # Errors
/// When the text is no whole number, or one that is negative or above 2^64 - 1.
pub fn seed(text: &str) -> Result<u64, String> {
    let fault = |_| format!("write a whole number from 0 to {}", u64::MAX);
    text.trim().parse().map_err(fault)
}

/// Reads a number of moves.
///
/// # Errors
/// When the text is no whole number, or a negative one.
pub fn moves(text: &str) -> Result<u32, String> {
    let fault = |_| "write a whole number of moves, like 14".to_owned();
    text.trim().parse().map_err(fault)
}

/// Reads `5%`, `2.5 %` or `0`, a share of the length in percent.
///
/// # Errors
/// When the text is none of these; the message says what would be right.
pub fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end();
    match number.parse::<f64>() {
        Ok(percent) if (0.0..=1000.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err("write a share like 5% or 0%, at most 1000%".to_owned()),
    }
}

/// A quantity that limits something.
fn limit(text: &str, units: &[(&str, f64)], expected: &str) -> Result<f64, String> {
    let value = quantity(text, units, expected)?;
    if value == 0.0 {
        return Err("a limit of zero allows nothing; leave it out to go without".to_owned());
    }
    Ok(value)
}

/// A number that is not negative, and its unit.
fn quantity(text: &str, units: &[(&str, f64)], expected: &str) -> Result<f64, String> {
    let fault = || format!("write {expected}");
    let text = text.trim().to_ascii_lowercase().replace('_', "");
    let is_unit = |c: char| c.is_ascii_alphabetic() && c != 'e';
    let end = text.find(is_unit).unwrap_or(text.len());
    let (number, unit) = (text[..end].trim(), &text[end..]);
    let factor = if unit.is_empty() {
        1.0
    } else {
        let found = units.iter().find(|(name, _)| *name == unit);
        found.ok_or_else(fault)?.1
    };
    let value = number.parse::<f64>().map_err(|_| fault())? * factor;
    if !value.is_finite() || value < 0.0 {
        return Err(fault());
    }
    Ok(value)
}

/// `1 move`, `2 moves`.
pub fn count_of(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", show_count(count))
}

/// Bytes in the unit that reads best.
pub fn show_bytes(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    match unit {
        0 => format!("{bytes} B"),
        _ => format!("{value:.1} {}", units[unit]),
    }
}

/// A time in the unit that reads best: `0.4 ms`, `12.3 s`, `2 min 5 s`.
pub fn show_duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.01 => format!("{:.1} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.1} s"),
        s => format!("{} min {} s", s as u64 / 60, s as u64 % 60),
    }
}

/// A count with thin groups of three: `38`, `5 123`, `181 440`.
pub fn show_count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        // Numbers of four digits read well as they are.
        if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5 min"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("4GiB"), Ok(4 << 30));
        assert_eq!(bytes("512mb"), Ok(512 << 20));
        assert_eq!(bytes("100"), Ok(100));
        assert_eq!(bytes("100b"), Ok(100));
        assert_eq!(count("1e8"), Ok(100_000_000));
        assert_eq!(count("100_000"), Ok(100_000));
        assert_eq!(count("5M"), Ok(5_000_000));
    }

    #[test]
    fn refuses_nothing_and_nonsense() {
        for text in ["", "s", "10x", "-1s", "nan", "inf", "1e999s", "1 2s"] {
            assert!(duration(text).is_err(), "{text}");
        }
        for zero in ["0", "0s", "0.0ms"] {
            assert!(duration(zero).unwrap_err().contains("zero"), "{zero}");
        }
        let step = interval("0").unwrap_err();
        assert_eq!(step, "write a time above zero, like 300ms or 1s");
        assert_eq!(interval("300ms"), Ok(Duration::from_millis(300)));
        assert!(bytes("4Q").is_err());
        assert!(count("many").is_err());
    }

    #[test]
    fn shows_what_people_read() {
        assert_eq!(show_bytes(1023), "1023 B");
        assert_eq!(show_bytes(5 << 29), "2.5 GiB");
        assert_eq!(show_duration(Duration::from_micros(400)), "0.4 ms");
        assert_eq!(show_duration(Duration::from_secs(125)), "2 min 5 s");
        assert_eq!(show_count(5123), "5123");
        assert_eq!(show_count(181_440), "181\u{202f}440");
    }
}
