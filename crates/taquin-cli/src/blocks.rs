//! Positions from lines, many lines at a time where each is a separate position.

use std::vec;

use taquin::notation::ParseError;
use taquin::notation::file::{Instance, Reader};

use crate::parallel;

type Read = Result<Instance, ParseError>;

/// A block ends with the line that reaches this many bytes, so that long lines do not fill the memory.
const BLOCK_BYTES: usize = 1 << 24;

/// The instances of these lines, like [`taquin::notation::file::instances`]. As soon as the format is
/// known to have one on each line, up to `most` lines are read at a time, on all processors.
pub(crate) fn instances<I: Iterator<Item = Vec<u8>>>(
    lines: I,
    reader: Reader,
    most: usize,
) -> Instances<I> {
    Instances {
        lines,
        reader,
        most,
        block: Vec::new().into_iter(),
        is_finished: false,
    }
}

/// The iterator that [`instances`] gives.
pub(crate) struct Instances<I> {
    lines: I,
    reader: Reader,
    most: usize,
    /// What was read of the last block.
    block: vec::IntoIter<Option<Read>>,
    is_finished: bool,
}

impl<I: Iterator<Item = Vec<u8>>> Instances<I> {
    /// The lines of the next block and their numbers.
    fn next_lines(&mut self) -> Vec<(usize, Vec<u8>)> {
        let (mut lines, mut bytes) = (Vec::new(), 0);
        while lines.len() < self.most && bytes < BLOCK_BYTES {
            let Some(line) = self.lines.next() else {
                self.is_finished = true;
                break;
            };
            bytes += line.len();
            lines.push((self.reader.skip(), line));
        }
        lines
    }
}

impl<I: Iterator<Item = Vec<u8>>> Iterator for Instances<I> {
    type Item = Read;

    fn next(&mut self) -> Option<Read> {
        loop {
            let ready = self.reader.take();
            if let Some(read) = ready.or_else(|| self.block.by_ref().flatten().next()) {
                return Some(read);
            }
            if self.is_finished {
                return None;
            }
            match self.reader.by_line() {
                Some(by_line) if self.most > 1 => {
                    let lines = self.next_lines();
                    let read = |(number, line): &(usize, Vec<u8>)| by_line.read(line, *number);
                    self.block = parallel::map(&lines, read).into_iter();
                }
                _ => match self.lines.next() {
                    Some(line) => self.reader.push(&line),
                    None => self.is_finished = true,
                },
            }
            if self.is_finished {
                self.reader.finish();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use taquin::Size;
    use taquin::notation::file::{self, Format};

    use super::*;

    /// Every line of a text in blocks gives what it gives alone: positions, faults and their lines.
    fn is_alike(text: &str, format: Option<Format>, size: Option<Size>) {
        let lines = || {
            text.split_inclusive('\n')
                .map(|line| line.as_bytes().to_vec())
        };
        let one_by_one: Vec<Read> = file::instances(lines(), Reader::new(format, size)).collect();
        assert!(!one_by_one.is_empty());
        for most in [1, 2, 3, 1000] {
            let in_blocks = instances(lines(), Reader::new(format, size), most);
            assert_eq!(in_blocks.collect::<Vec<_>>(), one_by_one, "{most}: {text}");
        }
    }

    #[test]
    fn blocks_change_nothing() {
        let lines = "# boards\n\n8 1 3/4 0 2/7 6 5\n1 2 3/4 5 6/7 0 8 # near\r\nno board\n\n2x3: 1 2 3 4 0 5";
        is_alike(lines, None, None);
        is_alike("1 2 3 4 5 0\n1 2 3 4 5 5\n", None, Size::new(2, 3).ok());
        is_alike("1\n2\n1 2\n3 0\n4\n2\n1 0\n3 2", None, None);
        is_alike("1 2\n3 0\n\n1 0\n3 2\n", None, None);
        is_alike("{\"board\":\"1 2/3 0\"}\n[[1,0],[3,2]]\n{", None, None);
        is_alike(
            "a\t2\t2\t-\t1 2 3 0\t0\nb\t2\t2\t-\t1 2 0 0\t0\n",
            None,
            None,
        );
        is_alike(
            "7 1 2 3 4 5 6 7 8 0\n8 1 2 3 4 5 6 7 0 8\n",
            Some(Format::Korf),
            None,
        );
    }

    #[test]
    fn long_lines_make_short_blocks() {
        let mut taken = 0;
        let mut lines = (0..100).map(|_| {
            taken += 1;
            let mut line = b"1 2/3 0 #".to_vec();
            line.resize(BLOCK_BYTES / 4, b' ');
            line
        });
        let mut read = instances(lines.by_ref(), Reader::new(None, None), 1000);
        assert_eq!(read.by_ref().take(3).flatten().count(), 3);
        drop(read);
        // The first line tells the format; the next four are a block.
        assert_eq!(taken, 5);
    }

    #[test]
    fn a_line_that_is_no_text_is_one_fault() {
        let lines = [
            b"1 2/3 0\n".to_vec(),
            vec![0xff, b'\n'],
            b"1 0/3 2\n".to_vec(),
        ];
        let read: Vec<Read> = instances(lines.into_iter(), Reader::new(None, None), 10).collect();
        let [Ok(first), Err(fault), Ok(last)] = read.as_slice() else {
            panic!("{read:?}");
        };
        assert_eq!((first.line, fault.line(), last.line), (1, 2, 3));
    }
}
