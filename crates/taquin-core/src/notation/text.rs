//! Bytes to text: the first check of anything that comes from outside.

use super::{NotationFault, ParseError};

/// The bytes as text, without a byte order mark.
///
/// # Errors
/// When they are not UTF-8, or hold a NUL; the message names the byte.
pub fn text_from_bytes(bytes: &[u8]) -> Result<&str, ParseError> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let skipped = if bytes.starts_with(MARK) { 3 } else { 0 };
    let bytes = &bytes[skipped..];
    let (good, fault) = match str::from_utf8(bytes) {
        Ok(text) => match text.find('\0') {
            None => return Ok(text),
            Some(offset) => (&text[..offset], TextFault::Nul { offset }),
        },
        Err(error) => {
            let offset = error.valid_up_to();
            let good = str::from_utf8(&bytes[..offset]).expect("UTF-8 up to here");
            let byte = bytes[offset];
            (good, TextFault::NotUtf8 { offset, byte })
        }
    };
    let fault = match fault {
        TextFault::Nul { offset } => TextFault::Nul {
            offset: offset + skipped,
        },
        TextFault::NotUtf8 { offset, byte } => TextFault::NotUtf8 {
            offset: offset + skipped,
            byte,
        },
    };
    Err(ParseError::at(good, good.len()..good.len(), fault))
}

/// Why bytes are not text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextFault {
    /// A byte that UTF-8 does not have there.
    #[error("byte {offset} is 0x{byte:02x}, which is not UTF-8 text")]
    NotUtf8 {
        /// The byte offset.
        offset: usize,
        /// The byte.
        byte: u8,
    },
    /// A byte 0, which text does not have.
    #[error("byte {offset} is NUL; this is not text")]
    Nul {
        /// The byte offset.
        offset: usize,
    },
}

impl From<TextFault> for NotationFault {
    fn from(fault: TextFault) -> Self {
        Self::Text(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_bad_byte() {
        let error = |bytes: &[u8]| text_from_bytes(bytes).unwrap_err().to_string();
        assert_eq!(
            error(b"1 2\n3 \xff0"),
            "line 2, column 3: byte 6 is 0xff, which is not UTF-8 text"
        );
        assert_eq!(
            error(b"\xef\xbb\xbf1 \0"),
            "line 1, column 3: byte 5 is NUL; this is not text"
        );
        // A character cut short, as at the end of a truncated file.
        assert!(text_from_bytes(b"1 \xc3").is_err());
        assert_eq!(text_from_bytes(b"\xef\xbb\xbf1 2"), Ok("1 2"));
        assert_eq!(text_from_bytes(b""), Ok(""));
    }
}
