//! Records in Thrift's compact protocol, which Parquet describes itself in.
//!
//! A record is a list of numbered fields, each with its type, ended by a zero. Numbers are written in
//! groups of seven bits, signed ones folded first so that small negatives stay short. Reference: the
//! [protocol's description](https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).

/// The types of fields that are needed here.
#[derive(Clone, Copy)]
pub(super) enum Type {
    True = 1,
    False = 2,
    Byte = 3,
    I32 = 5,
    I64 = 6,
    Text = 8,
    List = 9,
    Record = 12,
}

/// A record that is being written; fields come in the order of their numbers.
#[derive(Default)]
pub(super) struct Record {
    bytes: Vec<u8>,
    last: i16,
}

impl Record {
    pub(super) fn i32(&mut self, id: i16, value: i32) {
        self.head(id, Type::I32);
        signed(&mut self.bytes, value.into());
    }

    pub(super) fn i64(&mut self, id: i16, value: i64) {
        self.head(id, Type::I64);
        signed(&mut self.bytes, value);
    }

    /// A value of an enumeration.
    pub(super) fn enumerated(&mut self, id: i16, value: i32) {
        self.i32(id, value);
    }

    pub(super) fn byte(&mut self, id: i16, value: u8) {
        self.head(id, Type::Byte);
        self.bytes.push(value);
    }

    /// A truth is told by the type alone.
    pub(super) fn truth(&mut self, id: i16, value: bool) {
        self.head(id, if value { Type::True } else { Type::False });
    }

    pub(super) fn text(&mut self, id: i16, text: &str) {
        self.head(id, Type::Text);
        put_text(&mut self.bytes, text);
    }

    pub(super) fn record(&mut self, id: i16, record: Self) {
        self.head(id, Type::Record);
        self.bytes.extend(record.finish());
    }

    pub(super) fn list_of_records(&mut self, id: i16, records: Vec<Self>) {
        self.list(id, Type::Record, records.len());
        for record in records {
            self.bytes.extend(record.finish());
        }
    }

    pub(super) fn list_of_texts(&mut self, id: i16, texts: &[&str]) {
        self.list(id, Type::Text, texts.len());
        for text in texts {
            put_text(&mut self.bytes, text);
        }
    }

    pub(super) fn list_of_enumerated(&mut self, id: i16, values: &[i32]) {
        self.list(id, Type::I32, values.len());
        for &value in values {
            signed(&mut self.bytes, value.into());
        }
    }

    /// The record's bytes, with its end.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    fn list(&mut self, id: i16, of: Type, length: usize) {
        self.head(id, Type::List);
        if length < 15 {
            self.bytes.push((length as u8) << 4 | of as u8);
        } else {
            self.bytes.push(0xf0 | of as u8);
            unsigned(&mut self.bytes, length as u64);
        }
    }

    /// A field's number, as the distance from the last where that is short, and its type.
    fn head(&mut self, id: i16, of: Type) {
        let step = id - self.last;
        if (1..16).contains(&step) {
            self.bytes.push((step as u8) << 4 | of as u8);
        } else {
            self.bytes.push(of as u8);
            signed(&mut self.bytes, id.into());
        }
        self.last = id;
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    unsigned(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

fn signed(bytes: &mut Vec<u8>, value: i64) {
    unsigned(bytes, ((value << 1) ^ (value >> 63)) as u64);
}

/// A number in groups of seven bits, the least first.
pub(super) fn unsigned(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_as_the_protocol_describes_them() {
        let mut record = Record::default();
        record.i32(1, -1);
        record.i64(2, 300);
        record.truth(20, true);
        record.text(21, "ab");
        // Folded: -1 is 1, 300 is 600; 20 is too far from 2 for the short form.
        let expected = [0x15, 1, 0x16, 0xd8, 0x04, 0x01, 40, 0x18, 2, b'a', b'b', 0];
        assert_eq!(record.finish(), expected);
    }

    #[test]
    fn long_lists_have_their_length_behind() {
        let mut record = Record::default();
        record.list_of_enumerated(1, &[0; 15]);
        let bytes = record.finish();
        assert_eq!(bytes[..3], [0x19, 0xf5, 15]);
        assert_eq!(bytes.len(), 3 + 15 + 1);
    }
}
