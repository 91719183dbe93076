//! The manual: pages rendered from the Markdown of `docs/`, their pictures, and a search index.
//!
//! The sources are embedded, and pages are rendered on request. Rendering takes less than a millisecond,
//! so neither a build step nor a generated copy in the repository is needed. The sources are an mdBook:
//! `mdbook build docs` renders the same chapters.

mod links;
mod markdown;
mod search;
mod summary;
mod template;

use std::borrow::Cow;
use std::sync::LazyLock;

use rust_embed::RustEmbed;

pub use markdown::slug;
pub use summary::{Chapter, ManualPart, parts};

/// The chapters and their pictures.
#[derive(RustEmbed)]
#[folder = "book"]
struct Book;

/// The lab notebook, which chapters link to.
#[derive(RustEmbed)]
#[folder = "notebook"]
struct Notebook;

/// Raw rows behind the figures.
#[derive(RustEmbed)]
#[folder = "results"]
struct Results;

/// Style sheet and script of the pages.
const ASSETS: &[(&str, &str)] = &[
    ("manual.css", include_str!("../assets/manual.css")),
    ("manual.js", include_str!("../assets/manual.js")),
];

/// Media types by file extension.
const TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("png", "image/png"),
    ("gif", "image/gif"),
    ("svg", "image/svg+xml"),
    ("tsv", "text/tab-separated-values; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
    ("ipynb", "application/x-ipynb+json"),
];

/// A file of the rendered manual.
#[derive(Clone, Debug)]
pub struct File {
    /// Its content.
    pub content: Cow<'static, [u8]>,
    /// Its media type.
    pub media_type: &'static str,
}

/// The file at a path relative to the root of the manual, like `cli.html`; `None` if there is no such
/// file.
pub fn file(path: &str) -> Option<File> {
    let (stem, extension) = path.rsplit_once('.')?;
    let &(_, media_type) = TYPES.iter().find(|(known, _)| *known == extension)?;
    let content = match extension {
        "html" => page(stem)?.into_bytes().into(),
        _ if path == "search.json" => {
            // It is made from what is embedded, and takes a tenth of a second.
            static INDEX: LazyLock<String> = LazyLock::new(search::index);
            Cow::Borrowed(INDEX.as_bytes())
        }
        _ => match ASSETS.iter().find(|(name, _)| *name == path) {
            Some((_, text)) => Cow::Borrowed(text.as_bytes()),
            None => embedded(path)?,
        },
    };
    Some(File {
        content,
        media_type,
    })
}

/// The paths of all files, in a fixed order: what a static site consists of.
pub fn paths() -> Vec<String> {
    let rendered = |name: &str, folder: &str| match name.strip_suffix(".md") {
        Some("SUMMARY") => None,
        Some(stem) => Some(format!("{folder}{stem}.html")),
        None => Some(format!("{folder}{name}")),
    };
    let mut paths = vec!["index.html".to_owned(), "search.json".to_owned()];
    paths.extend(ASSETS.iter().map(|(name, _)| (*name).to_owned()));
    paths.extend(Book::iter().filter_map(|name| rendered(&name, "")));
    paths.extend(Notebook::iter().filter_map(|name| rendered(&name, "notebook/")));
    paths.extend(Results::iter().filter_map(|name| rendered(&name, "results/")));
    // A file of a kind that is not served is not part of the site either.
    let is_known = |path: &String| {
        let extension = path.rsplit_once('.').map(|(_, extension)| extension);
        TYPES.iter().any(|(known, _)| Some(*known) == extension)
    };
    paths.retain(is_known);
    paths.sort();
    paths
}

/// The Markdown of a page, by its path without extension.
pub(crate) fn source(stem: &str) -> Option<String> {
    let name = if stem == "index" {
        "introduction"
    } else {
        stem
    };
    let content = embedded(&format!("{name}.md"))?;
    String::from_utf8(content.into_owned()).ok()
}

fn embedded(path: &str) -> Option<Cow<'static, [u8]>> {
    let file = match path.split_once('/') {
        Some(("notebook", rest)) => Notebook::get(rest),
        Some(("results", rest)) => Results::get(rest),
        _ => Book::get(path),
    };
    Some(file?.data)
}

fn page(stem: &str) -> Option<String> {
    let text = source(stem)?;
    Some(template::page(stem, &markdown::render(stem, &text)))
}
