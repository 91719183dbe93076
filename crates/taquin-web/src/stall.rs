//! A connection that drops clients who do not read their answer, and that gives hyper's own errors a
//! problem body.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

use crate::problem;

/// Bytes a second that a client must take once the system's buffers are full.
const SLOWEST: u64 = 8 << 10;

/// A stream whose writes fail when the other end takes too little for too long.
pub(crate) struct Stalling {
    stream: TcpStream,
    window: Duration,
    timer: Pin<Box<Sleep>>,
    /// Bytes written since the stream was first full; none while it is not.
    written: Option<u64>,
    /// What is sent in place of a refusal of hyper's, and how much of it is sent.
    refusal: Option<(Vec<u8>, usize)>,
}

impl Stalling {
    /// A stream that fails when it is full for `window` and takes less than the slowest rate meanwhile.
    pub(crate) fn new(stream: TcpStream, window: Duration) -> Self {
        Self {
            stream,
            window,
            timer: Box::pin(tokio::time::sleep(window)),
            written: None,
            refusal: None,
        }
    }

    /// Sends the replacement for these bytes, if there is one; then they count as written.
    fn poll_refusal(
        &mut self,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Option<Poll<io::Result<usize>>> {
        if self.refusal.is_none() {
            self.refusal = Some((problem::of_bare_answer(bytes)?, 0));
        }
        let (text, sent) = self.refusal.as_mut()?;
        while *sent < text.len() {
            match Pin::new(&mut self.stream).poll_write(context, &text[*sent..]) {
                Poll::Ready(Ok(more)) if more > 0 => *sent += more,
                Poll::Ready(Ok(_)) => {
                    return Some(Poll::Ready(Err(io::ErrorKind::WriteZero.into())));
                }
                other => return Some(other),
            }
        }
        self.refusal = None;
        Some(Poll::Ready(Ok(bytes.len())))
    }

    /// Follows a write: whether the client is too slow is known at the end of each window.
    fn follow(
        &mut self,
        context: &mut Context<'_>,
        write: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match (&write, &mut self.written) {
            (Poll::Ready(Ok(bytes)), Some(written)) => *written += *bytes as u64,
            (Poll::Pending, None) => {
                self.written = Some(0);
                self.timer.as_mut().reset(Instant::now() + self.window);
            }
            _ => {}
        }
        let Some(written) = self.written else {
            return write;
        };
        if self.timer.as_mut().poll(context).is_pending() {
            return write;
        }
        let least = (self.window.as_secs_f64() * SLOWEST as f64) as u64;
        if write.is_pending() && written < least {
            let detail = "the client does not read its answer";
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, detail)));
        }
        self.written = None;
        if write.is_pending() {
            return self.follow(context, Poll::Pending);
        }
        write
    }
}

impl AsyncRead for Stalling {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stalling {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let write = match self.poll_refusal(context, bytes) {
            Some(write) => write,
            None => Pin::new(&mut self.stream).poll_write(context, bytes),
        };
        self.follow(context, write)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let first = buffers.first().map_or(&[][..], |buffer| buffer);
        let write = match self.poll_refusal(context, first) {
            Some(write) => write,
            None => Pin::new(&mut self.stream).poll_write_vectored(context, buffers),
        };
        self.follow(context, write)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        // A flush means that everything is written: the client has caught up.
        self.written = None;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::*;

    const WINDOW: Duration = Duration::from_millis(200);

    async fn pair() -> (Stalling, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap());
        let (client, server) = tokio::join!(client, listener.accept());
        (Stalling::new(server.unwrap().0, WINDOW), client.unwrap())
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_given_up() {
        let (mut server, _client) = pair().await;
        let error = server.write_all(&vec![0; 64 << 20]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_client_that_caught_up_has_all_the_time_again() {
        let (mut server, _client) = pair().await;
        let full = |server: &mut Stalling, context: &mut Context<'_>| {
            Poll::Ready(server.follow(context, Poll::Pending).is_pending())
        };
        assert!(std::future::poll_fn(|context| full(&mut server, context)).await);
        // The rest of the answer goes out, and nothing more is to be sent for a while.
        let rest = std::future::poll_fn(|context| server.follow(context, Poll::Ready(Ok(10))));
        assert_eq!(rest.await.unwrap(), 10);
        server.flush().await.unwrap();
        tokio::time::sleep(2 * WINDOW).await;
        // The window in which the buffers were full is over when the next answer fills them.
        assert!(std::future::poll_fn(|context| full(&mut server, context)).await);
    }
}
