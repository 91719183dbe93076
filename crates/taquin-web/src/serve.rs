//! The service on a socket.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower_service::Service as _;

use crate::address::Peer;
use crate::routes::app;
use crate::service::Service;

/// Why the service cannot be on its socket.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address is taken or is not ours.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The machine refuses threads.
    #[error("cannot start: {0}")]
    Start(#[from] io::Error),
}

/// Runs the service until the process is told to end (SIGTERM or Ctrl-C); calls `ready` with the
/// address once clients can come.
///
/// # Errors
/// When it cannot listen.
pub fn serve(service: &Arc<Service>, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let warming = Arc::new(service.unlimited());
    let (warm, control) = (service.clone(), warming.clone());
    runtime.spawn_blocking(move || warm.warm_up(&control));
    let end = runtime.block_on(listen(service.clone(), ready));
    warming.cancel();
    // A search that does not hear its cancelling must not keep the process.
    runtime.shutdown_timeout(Duration::from_secs(2));
    end
}

/// Time between two beats.
const BEAT: Duration = Duration::from_millis(20);

/// Measures by how much the async threads are late: what runs on them too long shows here.
async fn beat(service: Arc<Service>) {
    loop {
        let due = tokio::time::Instant::now() + BEAT;
        tokio::time::sleep_until(due).await;
        let late = tokio::time::Instant::now().saturating_duration_since(due);
        service.metrics.heartbeat(late);
    }
}

async fn listen(service: Arc<Service>, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let address = service.settings.address;
    let fault = |source| ServeError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(fault)?;
    ready(listener.local_addr().map_err(fault)?);
    let router = app(service.clone());
    let heart = tokio::spawn(beat(service.clone()));
    let connections = Arc::new(Semaphore::new(service.settings.connections.max(1)));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(told_to_stop());
    loop {
        // A client beyond the last place waits in the system's queue.
        let place = tokio::select! {
            place = connections.clone().acquire_owned() => place,
            () = &mut stop => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file handles, most likely: some will be free again in a moment.
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let open = service.metrics.connection();
        let connection = graceful.watch(converse(
            service.settings.slowest,
            router.clone(),
            stream,
            peer,
        ));
        tokio::spawn(async move {
            // A client that breaks off is no fault of anybody's.
            let _ = connection.await;
            drop((open, place));
        });
    }
    tracing::info!("stopping");
    heart.abort();
    drop(listener);
    service.jobs.cancel_all();
    if tokio::time::timeout(service.settings.grace, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::info!("some clients were still there");
    }
    let flushing = service.clone();
    let _ = tokio::task::spawn_blocking(move || flushing.lookup.flush()).await;
    Ok(())
}

/// A connection with a client.
fn converse(
    slowest: Duration,
    router: Router,
    stream: TcpStream,
    peer: SocketAddr,
) -> hyper::server::conn::http1::Connection<
    TokioIo<TcpStream>,
    impl hyper::service::Service<
        hyper::Request<Incoming>,
        Response = axum::response::Response,
        Error = std::convert::Infallible,
        Future = impl Future + Send,
    >,
> {
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(Peer(peer));
        router.clone().call(request)
    });
    hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        // A client that sends its head byte by byte is given up, and so is one that is silent.
        .header_read_timeout(slowest)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), answer)
}

/// Waits for SIGTERM or Ctrl-C.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut term), Ok(mut interrupt)) = (
            signal(SignalKind::terminate()),
            signal(SignalKind::interrupt()),
        ) else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = term.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
}
