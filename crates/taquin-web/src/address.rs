//! The address of a request's client.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

/// The other end of the connection, put there by the listener.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The client of a request, put there by the frame: its network, as limits count it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let client = parts.extensions.get::<Self>().copied();
        Ok(client.unwrap_or(Self(LOCAL)))
    }
}

/// The client of a request that came through no socket.
const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The client's address: the other end of the connection, or what a trusted proxy says of it.
///
/// A proxy appends the address it saw, so only the last entry is its own word; the rest may be
/// anything a client wrote.
pub(crate) fn client(extensions: &Extensions, headers: &HeaderMap, behind_proxy: bool) -> IpAddr {
    let told = || {
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back()?;
        forwarded
            .to_str()
            .ok()?
            .rsplit(',')
            .next()?
            .trim()
            .parse()
            .ok()
    };
    let peer = extensions.get::<Peer>().map(|peer| peer.0.ip());
    behind_proxy.then(told).flatten().or(peer).unwrap_or(LOCAL)
}

/// The identity of a client: an IPv4 address, or the half of an IPv6 address that names a network,
/// because a single home has all the rest of it.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() & !u128::from(u64::MAX)).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}
