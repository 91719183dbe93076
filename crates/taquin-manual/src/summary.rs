//! The table of contents, from `SUMMARY.md`.

use crate::Book;

/// A part of the manual: its title, and its chapters in reading order.
#[derive(Clone, Debug)]
pub struct ManualPart {
    /// The title; empty for what comes before the first part.
    pub title: String,
    /// Its chapters.
    pub chapters: Vec<Chapter>,
}

/// A chapter in the table of contents.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The title, as Markdown without links.
    pub title: String,
    /// The path without extension, relative to the root of the manual.
    pub stem: String,
    /// Its depth below other chapters.
    pub depth: usize,
}

/// The parts of the manual.
pub fn parts() -> Vec<ManualPart> {
    let file = Book::get("SUMMARY.md").expect("the manual has a table of contents");
    read(&String::from_utf8_lossy(&file.data))
}

fn read(text: &str) -> Vec<ManualPart> {
    let mut parts = vec![ManualPart {
        title: String::new(),
        chapters: Vec::new(),
    }];
    for line in text.lines().skip(1) {
        if let Some(title) = line.strip_prefix("# ") {
            parts.push(ManualPart {
                title: title.to_owned(),
                chapters: Vec::new(),
            });
        } else if let Some(chapter) = chapter(line) {
            let last = parts.last_mut().expect("there is a first part");
            last.chapters.push(chapter);
        }
    }
    parts.retain(|part| !part.chapters.is_empty());
    parts
}

fn chapter(line: &str) -> Option<Chapter> {
    let indent = line.len() - line.trim_start().len();
    let rest = line.trim_start().trim_start_matches("- ");
    let (title, target) = rest.strip_prefix('[')?.split_once("](")?;
    let path = target.split_once(')')?.0;
    Some(Chapter {
        title: title.to_owned(),
        stem: path.strip_suffix(".md")?.to_owned(),
        depth: indent / 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_chapters_are_read() {
        let parts = read("# Summary\n\n[In](in.md)\n\n# Guide\n\n- [A](a.md)\n  - [`b`](x/b.md)\n");
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0].chapters[0].stem, "in");
        assert_eq!(parts[1].title, "Guide");
        assert_eq!(parts[1].chapters[1].stem, "x/b");
        assert_eq!(parts[1].chapters[1].depth, 1);
    }
}
