//! Every link and anchor of the rendered manual leads somewhere, and so do those of the repository's documents.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Pages of the application that chapters may link to.
const APPLICATION: &[&str] = &["", "learn", "race", "coach", "daily", "bench", "quiz"];

/// The values of an attribute, in the order they stand.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    html.split(&format!(" {attribute}=\""))
        .skip(1)
        .filter_map(|rest| rest.split_once('"'))
        .map(|(value, _)| value)
        .collect()
}

fn text(path: &str) -> String {
    let file = taquin_manual::file(path).unwrap_or_else(|| panic!("{path} is not there"));
    String::from_utf8(file.content.into_owned()).unwrap()
}

/// Where a link of a page leads, from the root of the manual.
fn target(page: &str, link: &str) -> String {
    let mut path: Vec<&str> = page.split('/').collect();
    path.pop();
    for name in link.split('/') {
        match name {
            ".." => assert!(path.pop().is_some(), "{page}: {link} leads out"),
            "." => {}
            name => path.push(name),
        }
    }
    path.join("/")
}

#[test]
fn every_link_and_anchor_of_the_rendered_pages_exists() {
    let paths: BTreeSet<String> = taquin_manual::paths().into_iter().collect();
    let pages = paths
        .iter()
        .filter(|path| path.strip_suffix(".html").is_some());
    let pages: BTreeMap<&str, String> = pages.map(|path| (path.as_str(), text(path))).collect();
    assert!(pages.len() > 40, "{}", pages.len());
    let mut links = 0;
    for (page, html) in &pages {
        // The service's content security policy refuses inline styles and scripts.
        assert!(
            !html.contains(" style=") && !html.contains("<script>"),
            "{page}"
        );
        let ids = values(html, "id");
        let unique: BTreeSet<_> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{page}: an id stands twice");
        let up = "../".repeat(page.matches('/').count());
        for link in [values(html, "href"), values(html, "src")].concat() {
            let is_application = link.starts_with(&format!("{up}../"));
            if is_application {
                let name = link.trim_start_matches("../").split(['?', '#']).next();
                let is_known = |name: &str| APPLICATION.contains(&name.trim_end_matches(".html"));
                assert!(name.is_some_and(is_known), "{page}: {link} is no page");
            }
            if link.contains("://") || is_application {
                continue;
            }
            links += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = match path {
                "" => (*page).to_owned(),
                path => target(page, path),
            };
            assert!(paths.contains(&path), "{page}: {link} leads nowhere");
            if let (false, Some(html)) = (anchor.is_empty(), pages.get(path.as_str())) {
                let id = format!(" id=\"{anchor}\"");
                assert!(html.contains(&id), "{page}: {link} has no such anchor");
            }
        }
    }
    assert!(links > 1000, "{links}");
}

#[test]
fn every_file_has_a_content_and_unknown_ones_have_none() {
    for path in taquin_manual::paths() {
        let file = taquin_manual::file(&path);
        assert!(file.is_some_and(|file| !file.content.is_empty()), "{path}");
    }
    for path in [
        "",
        "x.html",
        "../Cargo.toml",
        "SUMMARY.md",
        "book/cli.md",
        "cli",
    ] {
        assert!(taquin_manual::file(path).is_none(), "{path}");
    }
}

#[test]
fn every_chapter_is_listed_once_in_one_of_four_parts() {
    let parts = taquin_manual::parts();
    let titles: Vec<&str> = parts.iter().map(|part| part.title.as_str()).collect();
    assert_eq!(titles, ["", "Guide", "Learn", "Reference", "Results"]);
    let chapters = parts.iter().flat_map(|part| &part.chapters);
    let listed: Vec<String> = chapters.map(|chapter| chapter.stem.clone()).collect();
    let unique: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(unique.len(), listed.len());
    for path in taquin_manual::paths() {
        let Some(stem) = path.strip_suffix(".html") else {
            continue;
        };
        let is_outside = stem == "index" || stem.starts_with("notebook/");
        assert!(
            is_outside || unique.contains(&stem.to_owned()),
            "{stem} is not listed"
        );
    }
}

#[test]
fn the_index_finds_a_section_by_its_words() {
    let index: serde_json::Value = serde_json::from_str(&text("search.json")).unwrap();
    let sections = index.as_array().unwrap();
    let has = |section: &&serde_json::Value| {
        section["page"] == "solvers.html" && section["anchor"] == "what-is-counted"
    };
    let section = sections.iter().find(has).unwrap();
    assert!(section["text"].as_str().unwrap().contains("expanded"));
}

/// Links between the Markdown files of the repository, with their anchors.
#[test]
fn every_anchor_in_the_documents_of_the_repository_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join("ARCHITECTURE.md").exists() {
        return; // a package outside of the repository
    }
    let files: Vec<PathBuf> = fs::read_dir(&root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    let mut checked = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for rest in text.split("](").skip(1) {
            let link = rest.split(')').next().unwrap();
            let Some((path, anchor)) = link.split_once('#') else {
                continue;
            };
            if link.contains("://") || !(path.is_empty() || path.strip_suffix(".md").is_some()) {
                continue;
            }
            let of = if path.is_empty() {
                file.clone()
            } else {
                root.join(path)
            };
            let of = fs::read_to_string(&of).unwrap_or_else(|_| panic!("{link}"));
            let mut headings = of.lines().filter(|line| line.starts_with('#'));
            let is_there = |line: &str| taquin_manual::slug(line.trim_start_matches('#')) == anchor;
            assert!(headings.any(is_there), "{}: {link}", file.display());
            checked += 1;
        }
    }
    assert!(checked > 3, "{checked}");
}
