//! The manual and the other Markdown files: every page is listed, every link and example exists.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{command, output, root, succeed, target};
use crate::steps::Verdict;

/// Other folders whose Markdown files are checked.
const OTHERS: &[&str] = &["docs/notebook", "training"];

/// Checks the manual under `docs/src` and the other Markdown files.
pub(crate) fn check(root: &Path) -> Result<Verdict, String> {
    let source = root.join("docs/src");
    let pages = markdown(&source, true)?;
    let mut faults = unlisted(&source, &pages)?;
    let mut files = markdown(root, false)?;
    for folder in OTHERS.iter().map(|folder| root.join(folder)) {
        if folder.is_dir() {
            files.extend(markdown(&folder, true)?);
        }
    }
    for file in files.iter().chain(&pages) {
        faults.extend(broken(root, file)?);
        faults.extend(missing(root, file)?);
    }
    match faults.as_slice() {
        [] => Ok(Verdict::Passed),
        faults => Err(faults.join("; ")),
    }
}

/// Renders the manual as the service does into `target/book`, and with mdBook into `target/mdbook`.
pub(crate) fn render() -> Result<Verdict, String> {
    let example = [
        "run",
        "--quiet",
        "--locked",
        "-p",
        "taquin-manual",
        "--example",
        "write",
    ];
    let folder = target().join("book");
    succeed(command("cargo").args(example).arg("--").arg(folder))?;
    if output(command("mdbook").arg("--version")).is_err() {
        let note = "mdBook is not installed, so it did not render the manual as well";
        return Ok(Verdict::Noted(note.to_owned()));
    }
    let folder = target().join("mdbook");
    let mut mdbook = command("mdbook");
    mdbook.arg("build").arg("--dest-dir").arg(&folder);
    let end = mdbook.arg(root().join("docs")).output();
    let end = end.map_err(|error| format!("mdbook cannot be run: {error}"))?;
    let log = String::from_utf8_lossy(&end.stderr);
    if !end.status.success() || log.contains(" WARN ") || log.contains(" ERROR ") {
        return Err(format!("mdbook does not accept the manual:\n{log}"));
    }
    let source = root().join("docs/src");
    let missing = markdown(&source, true)?.into_iter().find(|page| {
        let page = page.strip_prefix(&source).unwrap_or(page);
        !page.ends_with("SUMMARY.md") && !folder.join(page.with_extension("html")).exists()
    });
    match missing {
        None => Ok(Verdict::Passed),
        Some(page) => Err(format!("mdbook did not render {}", page.display())),
    }
}

/// Pages that the table of contents does not list.
fn unlisted(source: &Path, pages: &[PathBuf]) -> Result<Vec<String>, String> {
    let summary = source.join("SUMMARY.md");
    let text = read(&summary)?;
    let listed: Vec<PathBuf> = links(&text).map(|link| source.join(link)).collect();
    Ok(pages
        .iter()
        .filter(|&page| *page != summary && !listed.contains(page))
        .map(|page| format!("SUMMARY.md does not list {}", page.display()))
        .collect())
}

/// Links of a file to files that do not exist.
fn broken(root: &Path, file: &Path) -> Result<Vec<String>, String> {
    let text = read(file)?;
    let folder = file.parent().unwrap_or(root);
    let name = file.strip_prefix(root).unwrap_or(file).display();
    Ok(links(&text)
        // Addresses of the application are for the running service; taquin-manual checks them.
        .filter(|link| !link.contains("://") && !link.starts_with("mailto:"))
        .filter(|link| !link.starts_with('/'))
        .map(|link| link.split('#').next().unwrap_or_default())
        .filter(|path| !path.is_empty() && !folder.join(path).exists())
        .map(|path| format!("{name} links to {path}, which does not exist"))
        .collect())
}

/// Commands of a file that run examples which do not exist.
fn missing(root: &Path, file: &Path) -> Result<Vec<String>, String> {
    let text = read(file)?;
    let name = file.strip_prefix(root).unwrap_or(file).display();
    Ok(examples(&text)
        .filter(|(package, example)| {
            let folder = root.join("crates").join(package).join("examples");
            let files = [format!("{example}.rs"), format!("{example}/main.rs")];
            !files.iter().any(|file| folder.join(file).exists())
        })
        .map(|(package, example)| {
            format!("{name} runs {package}'s example {example}, which does not exist")
        })
        .collect())
}

/// The packages and examples of `cargo run -p package --example name`.
fn examples(text: &str) -> impl Iterator<Item = (&str, &str)> {
    fn word_after<'a>(line: &'a str, option: &str) -> Option<&'a str> {
        let (_, rest) = line.split_once(option)?;
        rest.split(|c: char| c.is_whitespace() || c == '`').next()
    }
    text.lines()
        .filter_map(|line| Some((word_after(line, "-p ")?, word_after(line, "--example ")?)))
}

/// The targets of the links `[…](target)` outside of code.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines()
        .filter(move |line| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
        // Even pieces between backticks are text, odd ones code; a link's text may be code.
        .flat_map(|line| line.split('`').step_by(2))
        .flat_map(|piece| piece.split("](").skip(1))
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target)
}

/// Markdown files of a folder, and of those inside it if `deep`.
fn markdown(folder: &Path, deep: bool) -> Result<Vec<PathBuf>, String> {
    let fault = |error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() && deep {
            files.extend(markdown(&path, deep)?);
        } else if path.extension().is_some_and(|end| end == "md") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code_only() {
        let text =
            "see [a](a.md) and [`b`](b/c.md#d)\n```text\n[no](x.md)\n```\n`[no](y.md)` [e](e)";
        assert_eq!(links(text).collect::<Vec<_>>(), ["a.md", "b/c.md#d", "e"]);
    }

    #[test]
    fn examples_are_those_that_commands_run() {
        let text = "$ cargo run -p one --example two -- 3\nsee `cargo run -p a --example b`.\n--example alone";
        let found: Vec<_> = examples(text).collect();
        assert_eq!(found, [("one", "two"), ("a", "b")]);
    }

    #[test]
    fn a_page_that_is_not_listed_and_a_broken_link_are_faults() {
        let root = std::env::temp_dir().join(format!("taquin-manual-{}", std::process::id()));
        let source = root.join("docs/src");
        fs::create_dir_all(source.join("deep")).unwrap();
        fs::write(source.join("SUMMARY.md"), "- [one](one.md)\n").unwrap();
        fs::write(
            source.join("one.md"),
            "[web](https://example.org) [up](../../X.md)\n",
        )
        .unwrap();
        fs::write(source.join("deep/two.md"), "[one](../one.md#top)\n").unwrap();
        let fault = check(&root).unwrap_err();
        fs::write(root.join("X.md"), "").unwrap();
        fs::write(source.join("SUMMARY.md"), "[1](one.md) [2](deep/two.md)").unwrap();
        let corrected = check(&root);
        fs::remove_dir_all(&root).unwrap();
        assert!(
            fault.contains("does not list") && fault.contains("two.md"),
            "{fault}"
        );
        assert!(fault.contains("one.md links to ../../X.md"), "{fault}");
        assert_eq!(corrected, Ok(Verdict::Passed));
    }
}
