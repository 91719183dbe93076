//! The page template: contents, search, and links to the neighbouring chapters.

use std::fmt::Write;

use pulldown_cmark::Parser;

use crate::markdown::Page;
use crate::summary::{self, Chapter, ManualPart};

/// The whole page.
pub(crate) fn page(stem: &str, page: &Page) -> String {
    let root = "../".repeat(stem.matches('/').count());
    let parts = summary::parts();
    let Page { title, body, .. } = page;
    let name = escape(title);
    let contents = contents(&parts, stem, &root);
    let sections = sections(page);
    let turns = turns(&parts, stem, &root);
    format!(
        "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>{name} · taquin manual</title>
<link rel=\"stylesheet\" href=\"{root}manual.css\">
<script type=\"module\" src=\"{root}manual.js\"></script>
</head>
<body data-root=\"{root}\">
<a class=\"skip\" href=\"#text\">To the text</a>
<header>
<a class=\"name\" href=\"{root}index.html\">taquin manual</a>
<search><label>Search <input id=\"search\" type=\"search\" autocomplete=\"off\" aria-controls=\"found\"></label>
<ol id=\"found\" aria-live=\"polite\" hidden></ol></search>
<a href=\"{root}../\">Play</a>
</header>
<nav aria-label=\"Contents\"><details id=\"contents\"><summary>Contents</summary>{contents}</details></nav>
<main id=\"text\">
{sections}{body}{turns}</main>
</body>
</html>
"
    )
}

fn contents(parts: &[ManualPart], stem: &str, root: &str) -> String {
    let mut html = String::new();
    for part in parts {
        if !part.title.is_empty() {
            let _ = write!(html, "<h2>{}</h2>", escape(&part.title));
        }
        html.push_str("<ul>");
        for chapter in &part.chapters {
            let here = if is_here(chapter, stem) {
                " aria-current=\"page\""
            } else {
                ""
            };
            let _ = write!(
                html,
                "<li class=\"depth-{}\"><a href=\"{root}{}\"{here}>{}</a></li>",
                chapter.depth,
                address(chapter),
                inline(&chapter.title),
            );
        }
        html.push_str("</ul>");
    }
    html
}

/// Links to the sections of a long page.
fn sections(page: &Page) -> String {
    if page.sections.len() < 4 {
        return String::new();
    }
    let links = page.sections.iter().map(|(title, anchor)| {
        let title = escape(title);
        format!("<li><a href=\"#{anchor}\">{title}</a></li>")
    });
    let links: String = links.collect();
    format!("<aside aria-label=\"On this page\"><ul>{links}</ul></aside>")
}

fn turns(parts: &[ManualPart], stem: &str, root: &str) -> String {
    let chapters: Vec<&Chapter> = parts.iter().flat_map(|part| &part.chapters).collect();
    let Some(at) = chapters.iter().position(|chapter| is_here(chapter, stem)) else {
        return String::new();
    };
    let link = |chapter: &Chapter, rel: &str, arrow: &str| {
        let (address, title) = (address(chapter), inline(&chapter.title));
        format!("<a rel=\"{rel}\" href=\"{root}{address}\">{arrow}{title}</a>")
    };
    let back = at.checked_sub(1).map(|at| link(chapters[at], "prev", "← "));
    let next = chapters.get(at + 1).map(|next| link(next, "next", "→ "));
    format!(
        "<footer>{}{}</footer>",
        back.unwrap_or_default(),
        next.unwrap_or_default()
    )
}

fn is_here(chapter: &Chapter, stem: &str) -> bool {
    chapter.stem == stem || (stem == "index" && chapter.stem == "introduction")
}

fn address(chapter: &Chapter) -> String {
    match chapter.stem.as_str() {
        "introduction" => "index.html".to_owned(),
        stem => format!("{stem}.html"),
    }
}

/// A title with its code marked.
fn inline(title: &str) -> String {
    // A number in front of a title does not begin a list.
    let title = title.replacen(". ", "\\. ", 1);
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, Parser::new(&title));
    html.trim()
        .trim_start_matches("<p>")
        .trim_end_matches("</p>")
        .to_owned()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
