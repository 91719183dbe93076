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
    ("csv", "text/csv; charset=utf-8"),
];

/// Pages that have an address without an ending.
pub(crate) const PAGES: &[&str] = &["learn", "race", "coach", "daily", "bench", "quiz", "embed"];

struct File {
    content: Cow<'static, [u8]>,
    tag: String,
    media_type: &'static str,
}

/// Name and content of every file inside the program.
pub(crate) fn all() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    Page::iter().filter_map(|name| Some((name.to_string(), Page::get(&name)?.data)))
}

/// The service worker of a version: it keeps the files of this version apart from those of others.
pub(crate) fn versioned(script: &str, version: &str) -> String {
    script.replacen("VERSION = 'work'", &format!("VERSION = '{version}'"), 1)
}

/// The service worker of the page inside the program.
fn own_service_worker(script: &[u8]) -> File {
    let hashes = Page::iter().filter_map(|name| Some(Page::get(&name)?.metadata.sha256_hash()));
    let hashes: Vec<[u8; 32]> = hashes.collect();
    let version = tag(hashes.iter().map(|hash| &hash[..]));
    let content = versioned(&String::from_utf8_lossy(script), &version);
    File {
        content: content.into_bytes().into(),
        tag: version,
        media_type: "text/javascript; charset=utf-8",
    }
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
        let content = match name.as_str() {
            "index.html" => with_picture(&file.content, &request),
            _ => file.content,
        };
        let mut response = Response::new(Body::from(content));
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

/// Play's page with the address of a picture for those who show links: of the board that the link names, or the icon.
///
/// Such addresses have to be whole, so they are made of the name by which this request came.
fn with_picture(html: &[u8], request: &Request) -> Cow<'static, [u8]> {
    let html = String::from_utf8_lossy(html);
    let headers = request.headers();
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let is_plain = |host: &&str| {
        let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        host.len() < 256 && host.chars().all(good)
    };
    let Some(host) = host.filter(is_plain) else {
        return html.into_owned().into_bytes().into();
    };
    let proto = headers.get("x-forwarded-proto");
    let scheme = match proto.map(HeaderValue::as_bytes) {
        Some(b"https") => "https",
        _ => "http",
    };
    let query = request.uri().query().unwrap_or_default();
    let board = query.split('&').find_map(|part| part.strip_prefix("b="));
    let is_board = |text: &&str| {
        let good = |c: char| c.is_ascii_digit() || matches!(c, ',' | '/');
        text.len() < 2000 && text.chars().all(good)
    };
    let path = match board.filter(is_board) {
        Some(board) => format!("api/v1/render.gif?b={board}"),
        None => "icons/icon-512.png".to_owned(),
    };
    let meta =
        format!("<meta property=\"og:image\" content=\"{scheme}://{host}/{path}\">\n</head>");
    html.replacen("</head>", &meta, 1).into_bytes().into()
}

/// The page for an address that leads nowhere.
pub(crate) async fn not_found(folder: Option<&Path>) -> Response {
    let body = match find("404.html", folder).await {
        Some(file) => Body::from(from_root(&String::from_utf8_lossy(&file.content))),
        None => Body::from(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not found</title>\
             <h1>Nothing is here</h1><p><a href=\"/\">To the game</a></p></html>",
        ),
    };
    let media_type = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (StatusCode::NOT_FOUND, media_type, body).into_response()
}

/// A page whose addresses are relative, as the static site needs them, so that it works at any address.
fn from_root(html: &str) -> String {
    html.replace("href=\"", "href=\"/")
        .replace("src=\"", "src=\"/")
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
        if name == "sw.js" {
            return Some(own_service_worker(&file.data));
        }
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

    #[tokio::test]
    async fn the_service_worker_is_named_after_all_files() {
        let served = find("sw.js", None).await.unwrap();
        let script = String::from_utf8(served.content.into_owned()).unwrap();
        assert!(!script.contains("VERSION = 'work'"));
        assert!(script.contains(&format!("VERSION = '{}'", served.tag)));
    }

    #[test]
    fn a_page_for_any_address_names_its_files_from_the_root() {
        let html =
            from_root("<link href=\"css/base.css\"><a href=\"\">Play</a><script src=\"x.js\">");
        assert_eq!(
            html,
            "<link href=\"/css/base.css\"><a href=\"/\">Play</a><script src=\"/x.js\">"
        );
    }

    #[test]
    fn a_link_to_a_board_has_its_picture() {
        let page = |uri: &str, host: &str| {
            let request = Request::get(uri).header(header::HOST, host);
            let request = request.body(Body::empty()).unwrap();
            let html = with_picture(b"<head></head>", &request);
            String::from_utf8(html.into_owned()).unwrap()
        };
        assert!(page("/?b=1,2/0,3&m=L", "taquin.example").contains(
            "<meta property=\"og:image\" content=\"http://taquin.example/api/v1/render.gif?b=1,2/0,3\">"
        ));
        assert!(page("/?id=g1-3x3-easy-1", "x:80").contains("\"http://x:80/icons/icon-512.png\""));
        assert!(page("/?b=%22%3E%3Cscript", "x").contains("/icons/icon-512.png\""));
        assert!(!page("/?b=1,2/0,3", "x\"><script").contains("og:image"));
    }

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
