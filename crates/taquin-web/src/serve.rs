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
use crate::routes::{admin, app, follow_store};
use crate::service::Service;
use crate::stall::Stalling;

/// Why the service cannot be on its socket.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address is taken or is not ours.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        source: io::Error,
    },
    /// The machine refuses threads.
    #[error("cannot start: {0}")]
    Start(#[from] io::Error),
}

/// Runs the service until SIGTERM or Ctrl-C; calls `ready` with the address once clients can come.
///
/// # Errors
/// When it cannot listen.
pub fn serve(service: &Arc<Service>, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING)
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

/// Threads that wait for a store or a file, at most.
const BLOCKING: usize = 128;

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
    let (listener, own) = bind(service.settings.address).await?;
    let graceful = GracefulShutdown::new();
    let connections = Arc::new(Semaphore::new(service.settings.connections.max(1)));
    if let Some(address) = service.settings.admin {
        let (listener, _) = bind(address).await?;
        let door = Door {
            listener,
            router: admin(service.clone()),
            connections: connections.clone(),
            graceful: GracefulShutdown::new(),
            service: service.clone(),
        };
        tokio::spawn(async move { door.accept_until(std::future::pending()).await });
    }
    ready(own);
    if !own.ip().is_loopback() && service.settings.tokens.is_empty() {
        tracing::warn!(
            address = %own,
            "everybody who reaches this address can use the service: no token is set"
        );
    }
    follow_store(&service);
    let heart = tokio::spawn(beat(service.clone()));
    let door = Door {
        listener,
        router: app(service.clone()),
        connections,
        graceful,
        service: service.clone(),
    };
    door.accept_until(told_to_stop()).await;
    tracing::info!("stopping");
    service.drain();
    // Who comes now hears that there is no new work, instead of a refused connection.
    let drained = tokio::time::timeout(service.settings.grace, idle(&service));
    door.accept_until(async { drop(drained.await) }).await;
    heart.abort();
    let Door { graceful, .. } = door;
    if tokio::time::timeout(service.settings.grace, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::info!("some clients were still there");
    }
    let flushing = service.clone();
    let flush = move || {
        flushing.jobs.close();
        flushing.lookup.flush();
    };
    let _ = tokio::task::spawn_blocking(flush).await;
    Ok(())
}

async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let fault = |source| ServeError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(fault)?;
    let own = listener.local_addr().map_err(fault)?;
    Ok((listener, own))
}

/// Waits until all work has ended and its answers are sent.
async fn idle(service: &Service) {
    while !service.is_idle() {
        tokio::time::sleep(BEAT).await;
    }
}

/// A listening socket with its router.
struct Door {
    listener: TcpListener,
    router: Router,
    connections: Arc<Semaphore>,
    graceful: GracefulShutdown,
    service: Arc<Service>,
}

impl Door {
    /// Lets clients in until then.
    async fn accept_until(&self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            // A client beyond the last place waits in the system's queue.
            let place = tokio::select! {
                place = self.connections.clone().acquire_owned() => place,
                () = &mut stop => return,
            };
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut stop => return,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file handles, most likely: some will be free again in a moment.
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            let open = self.service.metrics.connection();
            let slowest = self.service.settings.slowest;
            let talk = converse(slowest, self.router.clone(), stream, peer);
            let connection = self.graceful.watch(talk);
            tokio::spawn(async move {
                // A client that breaks off is no fault of anybody's.
                let _ = connection.await;
                drop((open, place));
            });
        }
    }
}

/// A connection with a client.
fn converse(
    slowest: Duration,
    router: Router,
    stream: TcpStream,
    peer: SocketAddr,
) -> hyper::server::conn::http1::Connection<
    TokioIo<Stalling>,
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
        // Clients that send their head too slowly, or nothing at all, are disconnected.
        .header_read_timeout(slowest)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(Stalling::new(stream, slowest)), answer)
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
