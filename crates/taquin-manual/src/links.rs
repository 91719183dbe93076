//! The targets of links in the rendered manual.

/// The target of a link in the rendered manual; none where it leads to a file outside of it.
pub(crate) fn rendered(stem: &str, link: &str) -> Option<String> {
    if link.starts_with('#') || link.contains("://") || link.starts_with("mailto:") {
        return Some(link.to_owned());
    }
    let up = "../".repeat(stem.matches('/').count());
    if let Some(address) = link.strip_prefix('/') {
        return Some(format!("{up}../{}", page_file(address)));
    }
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, format!("#{anchor}")),
        None => (link, String::new()),
    };
    let path = resolve(stem, path)?;
    let path = match path.strip_suffix(".md") {
        Some("introduction" | "SUMMARY") => "index.html".to_owned(),
        Some(stem) => format!("{stem}.html"),
        None => path,
    };
    Some(format!("{up}{path}{anchor}"))
}

/// The address of a page of the application as its file, which a static site has as well.
fn page_file(address: &str) -> String {
    let end = address.find(['?', '#']).unwrap_or(address.len());
    match address.split_at(end) {
        ("", rest) => rest.to_owned(),
        (name, rest) => format!("{name}.html{rest}"),
    }
}

/// A path relative to the root of the manual, with the notebook and the results as folders of it.
fn resolve(stem: &str, link: &str) -> Option<String> {
    // Sources lie in `docs/src`, `docs/notebook` and `docs/results`.
    let from = match stem.split_once('/') {
        Some(("notebook", _)) => stem.to_owned(),
        _ => format!("src/{stem}"),
    };
    let mut path: Vec<&str> = from.split('/').collect();
    path.pop();
    for name in link.split('/') {
        match name {
            ".." => {
                path.pop()?;
            }
            "." | "" => {}
            name => path.push(name),
        }
    }
    match path.split_first()? {
        (&"src", rest) => Some(rest.join("/")),
        (&("notebook" | "results"), _) => Some(path.join("/")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_rendered_pages() {
        let cases = [
            ("cli", "solvers.md#ida", Some("solvers.html#ida")),
            ("lab/large", "../cli.md", Some("../cli.html")),
            ("gpu", "../results/a.tsv", Some("results/a.tsv")),
            ("gpu", "../notebook/gpu.md#x", Some("notebook/gpu.html#x")),
            ("notebook/gpu", "../src/gpu.md", Some("../gpu.html")),
            ("notebook/gpu", "sat.md", Some("../notebook/sat.html")),
            ("course/x", "/learn?b=1", Some("../../learn.html?b=1")),
            ("cli", "introduction.md", Some("index.html")),
            ("anytime", "../../training/README.md", None),
            ("cli", "../../../etc/passwd", None),
            ("cli", "#solve", Some("#solve")),
        ];
        for (stem, link, expected) in cases {
            assert_eq!(rendered(stem, link).as_deref(), expected, "{stem} {link}");
        }
    }
}
