//! Several files as one: a ZIP archive, stored without packing.

use serde_json::{Map, Value};

/// The first day that ZIP knows: the files are told apart by their content, not by their time.
const DAY: u16 = (1 << 5) | 1;

/// A file by its name.
pub(crate) type File = (String, Vec<u8>);

/// An archive of files.
pub(crate) fn zip(files: &[File]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for (name, body) in files {
        let offset = archive.len() as u32;
        // Version 2.0, names in UTF-8, stored.
        let mut head = Vec::new();
        put16(&mut head, &[20, 0x0800, 0, 0, DAY]);
        put32(
            &mut head,
            &[crc32(body), body.len() as u32, body.len() as u32],
        );
        put16(&mut head, &[name.len() as u16, 0]);
        put32(&mut archive, &[0x0403_4b50]);
        archive.extend_from_slice(&head);
        archive.extend_from_slice(name.as_bytes());
        archive.extend_from_slice(body);
        put32(&mut directory, &[0x0201_4b50]);
        put16(&mut directory, &[20]);
        directory.extend_from_slice(&head);
        put16(&mut directory, &[0, 0, 0]);
        put32(&mut directory, &[0, offset]);
        directory.extend_from_slice(name.as_bytes());
    }
    let (offset, count) = (archive.len() as u32, files.len() as u16);
    archive.extend_from_slice(&directory);
    put32(&mut archive, &[0x0605_4b50]);
    put16(&mut archive, &[0, 0, count, count]);
    put32(&mut archive, &[directory.len() as u32, offset]);
    put16(&mut archive, &[0]);
    archive
}

fn put16(bytes: &mut Vec<u8>, numbers: &[u16]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn put32(bytes: &mut Vec<u8>, numbers: &[u32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// The checksum CRC-32/ISO-HDLC.
fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !sum
}

/// Texts by their names, as files.
pub(crate) fn texts(json: &str) -> Option<Vec<File>> {
    let texts: Map<String, Value> = serde_json::from_str(json).ok()?;
    let file = |(name, text): (String, Value)| Some((name, text.as_str()?.to_owned().into_bytes()));
    texts.into_iter().map(file).collect()
}

/// Bytes as text (RFC 4648).
pub(crate) fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for sign in 0..4 {
            let is_there = sign <= chunk.len();
            let value = bits >> (18 - 6 * sign) & 63;
            text.push(if is_there {
                SIGNS[value as usize] as char
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of CRC-32/ISO-HDLC.
    #[test]
    fn sums_are_those_of_the_standard() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    /// The examples of RFC 4648.
    #[test]
    fn bytes_are_written_as_the_standard_has_it() {
        let written = ["", "f", "fo", "foo", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(written, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYmFy"]);
    }
}
