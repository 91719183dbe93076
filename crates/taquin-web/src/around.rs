//! The layer around every route: the frame, panics, compression and entity tags.
//!
//! It is one layer, and written by hand: axum boxes each layer of a router, and clones all boxes with
//! every request. With five layers and `nest`, a 3x3 hint takes a fifth more instructions.

use std::convert::Infallible;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::Either;
use tower::{Layer, service_fn};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, NotForContentType, Predicate, SizeAbove};
use tower_service::Service;

use crate::etag::tag;
use crate::middleware::frame;
use crate::packed::{Packed, pack};
use crate::problem::Fault;
use crate::routes::Shared;

/// What is compressed: neither short answers, nor streams, nor what is compressed already.
type Compressible =
    And<And<And<SizeAbove, NotForContentType>, NotForContentType>, NotForContentType>;

type Boxed = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

/// The layer.
#[derive(Clone)]
pub(crate) struct Around(Arc<Parts>);

struct Parts {
    service: Shared,
    packed: Packed,
    compression: CompressionLayer<Compressible>,
}

/// A route with the layer.
#[derive(Clone)]
pub(crate) struct Surrounded<S> {
    parts: Arc<Parts>,
    route: S,
}

impl Around {
    pub(crate) fn new(service: Shared) -> Self {
        // The page's engine is compressed already.
        let compressible = SizeAbove::new(1024)
            .and(NotForContentType::SSE)
            .and(NotForContentType::IMAGES)
            .and(NotForContentType::const_new("application/octet-stream"));
        // Files of a folder may change.
        let packed = Packed::new(service.settings.assets.is_none());
        Self(Arc::new(Parts {
            service,
            packed,
            compression: CompressionLayer::new()
                .quality(CompressionLevel::Fastest)
                .compress_when(compressible),
        }))
    }
}

impl<S> Layer<S> for Around {
    type Service = Surrounded<S>;

    fn layer(&self, route: S) -> Self::Service {
        Surrounded {
            parts: self.0.clone(),
            route,
        }
    }
}

/// A route of axum: always ready, and never without an answer.
pub(crate) trait Route:
    Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

impl<S> Route for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + 'static
{
}

impl<S: Route> Service<Request> for Surrounded<S> {
    type Response = Response;
    type Error = Infallible;
    type Future = Boxed;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.route.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let (parts, route) = (self.parts.clone(), self.route.clone());
        Box::pin(async move {
            let answered = frame(&parts.service, request, |request| {
                caught(answer(&parts, route, request))
            });
            Ok(answered.await)
        })
    }
}

/// The answer, or a fault where making it panics.
async fn caught(answer: impl Future<Output = Result<Response, Infallible>>) -> Response {
    let mut answer = pin!(answer);
    poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        match polled {
            Ok(polled) => polled.map(|Ok(response)| response),
            Err(_) => Poll::Ready(Fault::internal("a handler panicked").into_response()),
        }
    })
    .await
}

/// The answer of a route. What is not on the way of a short question is in a box: futures are as large as
/// the largest of their paths, and are moved several times before they are polled.
fn answer<S: Route>(
    parts: &Arc<Parts>,
    mut route: S,
    request: Request,
) -> Either<S::Future, Boxed> {
    let is_file = matches!(*request.method(), Method::GET | Method::HEAD);
    // What caches do not keep need not say that it could have been compressed.
    if !is_file && !request.headers().contains_key(header::ACCEPT_ENCODING) {
        return Either::Left(route.call(request));
    }
    let parts = parts.clone();
    Either::Right(Box::pin(async move {
        let route = |request| call(route, request);
        Ok(if is_file {
            let tagged = |request| tag(request, route);
            let compressed = |request| parts.compressed(request, tagged);
            pack(&parts.packed, request, compressed).await
        } else {
            parts.compressed(request, route).await
        })
    }))
}

impl Parts {
    /// The answer as its client takes it.
    async fn compressed<F>(&self, request: Request, next: impl FnOnce(Request) -> F) -> Response
    where
        F: Future<Output = Response>,
    {
        let mut next = Some(next);
        let inner = service_fn(move |request| {
            let next = next.take().expect("it is called once");
            async move { Ok::<_, Infallible>(next(request).await) }
        });
        let Ok(response) = self.compression.layer(inner).call(request).await;
        response.map(Body::new)
    }
}

async fn call(mut route: impl Route, request: Request) -> Response {
    let Ok(response) = route.call(request).await;
    response
}
