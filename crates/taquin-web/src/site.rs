//! The page as a static site: its files unchanged, except for a flag that there is no service.

use std::borrow::Cow;

use crate::assets;
use crate::routes::datasets;

/// What a page says to its scripts where no service answers.
const NO_SERVICE: &str =
    "<meta charset=\"utf-8\">\n<meta name=\"taquin-service\" content=\"none\">";

/// The files of the page as a static site: name and content.
///
/// Every address in them is relative, so the site works in any folder of any file server. Its service worker
/// has a cache named after the content, so that a new site replaces an old one as a whole.
pub fn site() -> Vec<(String, Vec<u8>)> {
    let files: Vec<_> = assets::all().chain(manual()).chain(data()).collect();
    let version = assets::tag(files.iter().map(|(_, content)| &**content));
    let change = |(name, content): (String, Cow<'static, [u8]>)| {
        let content = match name.as_str() {
            "sw.js" => service_worker(&text(&content), &version),
            page if is_page(page) => {
                text(&content).replacen("<meta charset=\"utf-8\">", NO_SERVICE, 1)
            }
            _ => return (name, content.into_owned()),
        };
        (name, content.into_bytes())
    };
    files.into_iter().map(change).collect()
}

/// The rendered manual, whose links into the page are relative as well.
fn manual() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    taquin_manual::paths().into_iter().filter_map(|path| {
        let file = taquin_manual::file(&path)?;
        Some((format!("manual/{path}"), file.content))
    })
}

/// What the page asks a service for and the engine does not have: the instance sets.
fn data() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    datasets::files().map(|(name, content)| (format!("data/{name}"), content.into()))
}

fn service_worker(script: &str, version: &str) -> String {
    let named = assets::versioned(script, version);
    let Some((before, list, after)) = page_list(&named) else {
        return named;
    };
    // A plain file server knows the pages by their files.
    let files = assets::PAGES.iter().fold(list.to_owned(), |list, page| {
        list.replacen(&format!("'{page}'"), &format!("'{page}.html'"), 1)
    });
    [before, &files, after].concat()
}

/// The service worker's list of pages, with what stands before and behind it.
fn page_list(script: &str) -> Option<(&str, &str, &str)> {
    let begin = script.find("const PAGES = [")?;
    let end = begin + script[begin..].find(']')?;
    Some((&script[..begin], &script[begin..end], &script[end..]))
}

fn is_page(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| ending == "html")
}

fn text(content: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_knows_that_it_has_no_service() {
        let files = site();
        let pages = files.iter().filter(|(name, _)| is_page(name));
        let mut count = 0;
        for (name, content) in pages {
            let html = text(content);
            assert!(html.contains("taquin-service"), "{name}");
            assert!(!html.contains("=\"/"), "{name} has an absolute address");
            count += 1;
        }
        assert!(count > assets::PAGES.len());
        assert!(files.iter().any(|(name, _)| name == "manual/index.html"));
    }

    #[test]
    fn the_instance_sets_are_files() {
        let files = site();
        let json = |name: &str| {
            let (_, content) = files.iter().find(|(other, _)| other == name).unwrap();
            serde_json::from_slice::<serde_json::Value>(content).unwrap()
        };
        let list = json("data/datasets.json");
        for set in list["datasets"].as_array().unwrap() {
            let name = set["name"].as_str().unwrap();
            let rows = &json(&format!("data/datasets/{name}.json"))["rows"];
            assert_eq!(
                rows.as_array().map(Vec::len),
                set["count"].as_u64().map(|count| count as usize)
            );
        }
    }

    #[test]
    fn the_service_worker_is_of_this_version_and_knows_the_files() {
        let files = site();
        let worker = files.iter().find(|(name, _)| name == "sw.js").unwrap();
        let script = text(&worker.1);
        assert!(!script.contains("VERSION = 'work'"));
        let (before, list, after) = page_list(&script).unwrap();
        for page in assets::PAGES {
            assert!(list.contains(&format!("'{page}.html'")), "{page}");
            // Texts and scripts of the same name are no pages.
            let named = format!("'{page}.html'");
            assert!(!before.contains(&named) && !after.contains(&named));
        }
        assert!(files.iter().any(|(name, _)| name == "engine/taquin.bin"));
    }
}
