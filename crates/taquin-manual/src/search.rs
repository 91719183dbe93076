//! The search index: every section of every chapter, with its words.

use serde_json::{Value, json};

use crate::{markdown, source, summary};

/// The index as JSON: `[{"page", "anchor", "chapter", "title", "text"}, …]`.
pub(crate) fn index() -> String {
    let parts = summary::parts();
    let chapters = parts.iter().flat_map(|part| &part.chapters);
    let sections = chapters.flat_map(|chapter| {
        let text = source(&chapter.stem).unwrap_or_default();
        let entry = |section: markdown::Section| {
            json!({
                "page": format!("{}.html", chapter.stem),
                "anchor": section.anchor,
                "chapter": chapter.title.replace('`', ""),
                "title": section.title,
                "text": section.text.split_whitespace().collect::<Vec<_>>().join(" "),
            })
        };
        let sections: Vec<Value> = markdown::sections(&text).into_iter().map(entry).collect();
        sections
    });
    Value::Array(sections.collect()).to_string()
}
