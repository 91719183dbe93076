//! The page as a static site: its files unchanged, except for a flag that there is no service.

use std::borrow::Cow;

use crate::assets;

/// The hint to a page's scripts that there is no service.
const NO_SERVICE: &str =
    "<meta charset=\"utf-8\">\n<meta name=\"taquin-service\" content=\"none\">";

/// The files of the page as a static site: name and content.
///
/// Every address in them is relative, so the site works in any folder of any file server. Its service worker
/// has a cache named after the content, so that a new site replaces an old one as a whole.
pub fn site() -> Vec<(String, Vec<u8>)> {
    let files: Vec<_> = assets::all().chain(manual()).collect();
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
