//! Output of answers: written in chunks up to a cap, each freed once it is sent.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use futures_util::{StreamExt, stream};
use serde::Serialize;
use taquin_app::{Refusal, RefusalKind};

use crate::lane::Memory;
use crate::problem::Fault;

/// The most bytes of text that a question may be answered with.
pub(crate) const LARGEST_ANSWER: u64 = 20_000_000;

/// The most bytes of a body: text grows a little when it becomes a JSON string.
const LARGEST_BODY: usize = LARGEST_ANSWER as usize * 3 / 2;

/// Bytes that most short answers fit in.
const SHORT: usize = 512;

/// A short answer as JSON.
pub(crate) fn json(answer: &impl Serialize) -> Result<Response, Fault> {
    let mut text = Vec::with_capacity(SHORT);
    serde_json::to_writer(&mut text, answer).map_err(Fault::internal)?;
    let mut response = Response::new(Body::from(text));
    let media_type = HeaderValue::from_static("application/json");
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, media_type);
    Ok(response)
}

/// Bytes of a chunk.
const CHUNK: usize = 64 << 10;

/// The body of an answer in chunks.
pub(crate) struct Chunks {
    full: VecDeque<Bytes>,
    last: Vec<u8>,
    length: usize,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Chunks {
    /// An answer as JSON.
    ///
    /// # Errors
    /// When it is larger than answers may be.
    pub(crate) fn json(answer: &impl Serialize) -> Result<Self, Refusal> {
        let mut chunks = Self::new("application/json");
        let written = serde_json::to_writer(&mut chunks, answer);
        written.map_err(|error| Self::refusal(error.is_io(), &error))?;
        Ok(chunks)
    }

    /// An answer as text.
    ///
    /// # Errors
    /// When it is larger than answers may be.
    pub(crate) fn text(text: impl std::fmt::Display) -> Result<Self, Refusal> {
        let mut chunks = Self::new("text/plain; charset=utf-8");
        let written = io::Write::write_fmt(&mut chunks, format_args!("{text}"));
        written.map_err(|error| Self::refusal(true, &error))?;
        Ok(chunks)
    }

    fn new(media_type: &'static str) -> Self {
        let media_type = HeaderValue::from_static(media_type);
        Self {
            full: VecDeque::new(),
            last: Vec::new(),
            length: 0,
            headers: vec![(header::CONTENT_TYPE, media_type)],
        }
    }

    fn refusal(is_size: bool, error: &dyn std::fmt::Display) -> Refusal {
        let kind = if is_size {
            RefusalKind::TooLarge
        } else {
            RefusalKind::Internal
        };
        Refusal::new(kind, error.to_string())
    }

    /// The answer with another header.
    pub(crate) fn with_header(mut self, name: &'static str, value: impl Into<HeaderValue>) -> Self {
        let name = HeaderName::from_static(name);
        self.headers.push((name, value.into()));
        self
    }

    /// The response. Its memory stays booked until the last chunk is sent, and shrinks with each.
    pub(crate) fn send(mut self, mut memory: Memory) -> Response {
        let headers = std::mem::take(&mut self.headers);
        let length = self.length;
        let body = if self.full.is_empty() {
            Body::from(self.last)
        } else {
            self.full.push_back(Bytes::from(self.last));
            memory.shrink_to(length as u64);
            let state = (self.full, length, memory);
            // Compression polls once more after the end.
            Body::from_stream(
                stream::unfold(state, |(mut chunks, left, mut memory)| async move {
                    let chunk = chunks.pop_front()?;
                    memory.shrink_to(left as u64);
                    let left = left - chunk.len();
                    Some((Ok::<_, Infallible>(chunk), (chunks, left, memory)))
                })
                .fuse(),
            )
        };
        let mut response = Response::new(body);
        response.headers_mut().extend(headers);
        let length = HeaderValue::from(length);
        response
            .headers_mut()
            .insert(header::CONTENT_LENGTH, length);
        response
    }
}

impl io::Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.length + bytes.len() > LARGEST_BODY {
            let megabytes = LARGEST_BODY / 1_000_000;
            let detail = format!(
                "the answer has more than {megabytes} MB, which is more than the service sends; ask \
                 for less, or use the command line"
            );
            return Err(io::Error::other(detail));
        }
        self.length += bytes.len();
        self.last.extend_from_slice(bytes);
        if self.last.len() >= CHUNK {
            let full = std::mem::take(&mut self.last);
            self.full.push_back(Bytes::from(full));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
