//! Markdown to HTML: headings get anchors, and links lead to rendered pages.

use std::collections::HashMap;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::links;

/// A rendered page.
pub(crate) struct Page {
    /// The text of its first heading.
    pub(crate) title: String,
    pub(crate) body: String,
    /// The headings of the second level, with their anchors.
    pub(crate) sections: Vec<(String, String)>,
}

/// A page cut at its headings, for the search index.
pub(crate) struct Section {
    pub(crate) title: String,
    pub(crate) anchor: String,
    pub(crate) text: String,
}

/// Renders a page; the stem says where it lies, for its links.
pub(crate) fn render(stem: &str, text: &str) -> Page {
    let mut page = Page {
        title: String::new(),
        body: String::new(),
        sections: Vec::new(),
    };
    let mut events = events(text);
    let mut is_dropped = false;
    for event in &mut events {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                if let Some(target) = links::rendered(stem, dest_url) {
                    *dest_url = target.into();
                } else {
                    is_dropped = true;
                    *event = Event::Text(CowStr::Borrowed(""));
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) if is_dropped => {
                is_dropped = false;
                *event = Event::Text(CowStr::Borrowed(""));
            }
            // Footnote marks of tables; other HTML is shown as it stands.
            Event::InlineHtml(raw) if matches!(&**raw, "<sup>" | "</sup>") => {}
            Event::Html(raw) | Event::InlineHtml(raw) => *event = Event::Text(raw.clone()),
            _ => {}
        }
    }
    for (level, title, anchor) in headings(&events) {
        match level {
            HeadingLevel::H1 if page.title.is_empty() => page.title = title,
            HeadingLevel::H2 => page.sections.push((title, anchor)),
            _ => {}
        }
    }
    html::push_html(&mut page.body, events.into_iter());
    page
}

/// The sections of a page, each with the text below its heading.
pub(crate) fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut in_heading = false;
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { id, .. }) => {
                in_heading = true;
                sections.push(Section {
                    title: String::new(),
                    anchor: id.map_or_else(String::new, |id| id.to_string()),
                    text: String::new(),
                });
            }
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Text(words) | Event::Code(words) => {
                let Some(section) = sections.last_mut() else {
                    continue;
                };
                let into = if in_heading {
                    &mut section.title
                } else {
                    &mut section.text
                };
                into.push_str(&words);
            }
            // Words of two paragraphs, lines or cells do not run together.
            Event::SoftBreak | Event::HardBreak | Event::End(_) => {
                if let Some(section) = sections.last_mut().filter(|_| !in_heading) {
                    section.text.push(' ');
                }
            }
            _ => {}
        }
    }
    sections
}

/// The anchor of a heading: small letters, digits, `-` and `_`, as mdBook makes them.
pub fn slug(title: &str) -> String {
    let keep = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    };
    title.trim().chars().filter_map(keep).collect()
}

/// The events of a text, with an anchor on every heading.
fn events(text: &str) -> Vec<Event<'_>> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let anchors: Vec<(usize, String)> = (0..events.len())
        .filter(|&at| matches!(events[at], Event::Start(Tag::Heading { .. })))
        .map(|at| {
            let slug = slug(&heading_text(&events[at + 1..]));
            let count = seen.entry(slug.clone()).or_default();
            *count += 1;
            match *count {
                1 => (at, slug),
                n => (at, format!("{slug}-{}", n - 1)),
            }
        })
        .collect();
    for (at, anchor) in anchors {
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(anchor.into());
        }
    }
    events
}

fn headings(events: &[Event<'_>]) -> Vec<(HeadingLevel, String, String)> {
    let heading = |(at, event): (usize, &Event<'_>)| match event {
        Event::Start(Tag::Heading { level, id, .. }) => {
            let anchor = id.as_deref().unwrap_or_default().to_owned();
            Some((*level, heading_text(&events[at + 1..]), anchor))
        }
        _ => None,
    };
    events.iter().enumerate().filter_map(heading).collect()
}

fn heading_text(events: &[Event<'_>]) -> String {
    events
        .iter()
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
        .filter_map(|event| match event {
            Event::Text(words) | Event::Code(words) => Some(words.as_ref()),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_those_of_mdbook() {
        assert_eq!(slug("What is counted"), "what-is-counted");
        assert_eq!(slug("`pdb-ida`, IDA*"), "pdb-ida-ida");
        let page = render("x", "# T\n## A\n## A\n[b](b.md) [c](../../c.md)");
        let anchors: Vec<_> = page.sections.iter().map(|(_, anchor)| &**anchor).collect();
        assert_eq!(anchors, ["a", "a-1"]);
        assert!(
            page.body.contains("<a href=\"b.html\">b</a> c"),
            "{}",
            page.body
        );
    }

    #[test]
    fn html_in_a_page_is_shown_and_not_run() {
        let page = render("x", "# T\n\n<script>alert(1)</script>\n");
        assert!(!page.body.contains("<script>"), "{}", page.body);
    }
}
