//! The page: embedded files, or those of a folder during development.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use taquin_app::RefusalKind;

use crate::problem::Fault;
use crate::routes::Shared;

#[derive(RustEmbed)]
#[folder = "app"]
struct Page;

/// Types by the ending of a name; what is not here is not served.
const TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("bin", "application/octet-stream"),
    ("txt", "text/plain; charset=utf-8"),
];

/// Pages that have an address without an ending.
pub(crate) const PAGES: &[&str] = &["learn", "race", "coach", "daily", "bench", "quiz"];

struct File {
    content: Cow<'static, [u8]>,
    tag: String,
    media_type: &'static str,
}

/// Name and content of every file inside the program.
pub(crate) fn all() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    Page::iter().filter_map(|name| Some((name.to_string(), Page::get(&name)?.data)))
}

/// A short text that differs where contents differ.
pub(crate) fn tag<'a>(contents: impl Iterator<Item = &'a [u8]>) -> String {
    let mut hasher = DefaultHasher::new();
    contents.for_each(|content| content.hash(&mut hasher));
    format!("{:016x}", hasher.finish())
}

/// Answers with a file of the page.
pub(crate) async fn file(State(service): State<Shared>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        // A file is not a thing to be written to; the answer does not reveal whether it exists.
        return Fault::new(RefusalKind::NotFound, "nothing exists at this address").into_response();
    }
    let Some(name) = name_of(request.uri().path()) else {
        return Fault::of_status(StatusCode::NOT_FOUND).into_response();
    };
    let Some(file) = find(&name, service.settings.assets.as_deref()).await else {
        return Fault::of_status(StatusCode::NOT_FOUND).into_response();
    };
    let tag = format!("\"{}\"", file.tag);
    let same = crate::etag::is_known(request.headers(), &tag);
    let mut response = if same {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(Body::from(file.content));
        let media_type = HeaderValue::from_static(file.media_type);
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, media_type);
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// The page for an address that leads nowhere.
pub(crate) async fn not_found(folder: Option<&Path>) -> Response {
    let body = match find("404.html", folder).await {
        Some(file) => Body::from(file.content),
        None => Body::from(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not found</title>\
             <h1>Nothing is here</h1><p><a href=\"/\">To the game</a></p></html>",
        ),
    };
    let media_type = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (StatusCode::NOT_FOUND, media_type, body).into_response()
}

/// The file that an address means: made of plain names, so that none leads out of the folder.
fn name_of(path: &str) -> Option<String> {
    let path = path.strip_prefix('/')?;
    if path.is_empty() {
        return Some("index.html".to_owned());
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let good = |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain);
    if path.len() > 200 || !path.split('/').all(good) {
        return None;
    }
    if PAGES.contains(&path) {
        return Some(format!("{path}.html"));
    }
    Some(path.to_owned())
}

async fn find(name: &str, folder: Option<&Path>) -> Option<File> {
    let (_, ending) = name.rsplit_once('.')?;
    let &(_, media_type) = TYPES.iter().find(|(known, _)| *known == ending)?;
    let Some(folder) = folder else {
        let file = Page::get(name)?;
        let start = file.metadata.sha256_hash()[..16].try_into();
        let hash = u128::from_be_bytes(start.expect("a hash has 32 bytes"));
        return Some(File {
            content: file.data,
            tag: format!("{hash:032x}"),
            media_type,
        });
    };
    let path = folder.join(name);
    let root = folder.to_owned();
    let content = tokio::task::spawn_blocking(move || {
        // A link inside the folder may lead out of it.
        let (root, path) = (root.canonicalize().ok()?, path.canonicalize().ok()?);
        path.starts_with(root).then(|| std::fs::read(path).ok())?
    });
    let content = content.await.ok()??;
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    Some(File {
        tag: format!("{:016x}", hasher.finish()),
        content: content.into(),
        media_type,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_files() {
        assert_eq!(name_of("/").as_deref(), Some("index.html"));
        assert_eq!(name_of("/learn").as_deref(), Some("learn.html"));
        assert_eq!(name_of("/js/board.js").as_deref(), Some("js/board.js"));
        for path in [
            "",
            "//",
            "/..",
            "/../Cargo.toml",
            "/js/../../x.js",
            "/js//x.js",
            "/.git/config",
            "/a\\b.js",
            "/%2e%2e/x.js",
            "/x%00.js",
            "/js/",
            "/./x.js",
            "/C:/x.js",
        ] {
            assert_eq!(name_of(path), None, "{path}");
        }
    }
}
