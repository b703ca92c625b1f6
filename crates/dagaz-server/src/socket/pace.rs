//! Rate limit of socket reads.
//!
//! A message may have endless empty fragments with pings between them, so counting messages is not
//! enough. Incoming bytes of all sockets of an address are counted together. Beyond the rate the
//! socket is not read until later, and TCP back-pressure slows the client.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

use crate::clock::Clock;
use crate::people::{Matter, People};

/// Maximum delay at a time, so that neighbours of a flood are served too.
const LONGEST: Duration = Duration::from_secs(5);

/// Whose allowance it is, and how much longer nothing is read.
pub(super) struct Pace {
    people: Arc<People>,
    clock: Clock,
    address: IpAddr,
    rest: Option<Pin<Box<Sleep>>>,
}

impl Pace {
    pub(super) fn new(people: Arc<People>, clock: Clock, address: IpAddr) -> Pace {
        Pace { people, clock, address, rest: None }
    }

    fn charge(&mut self, used: usize) {
        let used = u32::try_from(used).unwrap_or(u32::MAX);
        let wait = self.people.allowed.charge(Matter::Bytes, self.address, used, self.clock.now().0);
        if !wait.is_zero() {
            self.rest = Some(Box::pin(tokio::time::sleep(wait.min(LONGEST))));
        }
    }
}

/// A connection that is read at a pace, or as fast as it comes if it has none.
pub(super) struct Paced<S> {
    inner: S,
    pace: Option<Pace>,
}

impl<S> Paced<S> {
    pub(super) fn new(inner: S, pace: Option<Pace>) -> Paced<S> {
        Paced { inner, pace }
    }

    /// Waits as long as nothing is to be read: messages that came together may be here already.
    pub(super) async fn rested(&mut self) {
        std::future::poll_fn(|cx| self.poll_rested(cx)).await;
    }

    fn poll_rested(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(pace) = &mut self.pace
            && let Some(rest) = &mut pace.rest
        {
            ready!(rest.as_mut().poll(cx));
            pace.rest = None;
        }
        Poll::Ready(())
    }

    /// Charges an operation that costs as much as the given number of bytes.
    pub(super) fn charge(&mut self, used: usize) {
        if let Some(pace) = &mut self.pace {
            pace.charge(used);
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<std::io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_rested(cx));
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.inner).poll_read(cx, buf))?;
        this.charge(buf.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.get_mut().inner).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_shutdown(cx)
    }
}
