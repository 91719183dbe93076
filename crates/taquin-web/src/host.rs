//! The host names that the service accepts. A page of another site can make a browser send requests here
//! by letting its own name lead to this address; the header `Host` gives it away.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{Version, header};

use crate::address::Peer;
use crate::problem::{Fault, ProblemKind};
use crate::settings::Settings;

/// Checks that a request is for a host that the service answers for.
///
/// # Errors
/// When there is no single `Host`, or it is another's.
pub(crate) fn check(request: &Request, settings: &Settings) -> Result<(), Fault> {
    // What came through no socket, as in tests, has no host.
    if request.extensions().get::<Peer>().is_none() {
        return Ok(());
    }
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().unwrap_or_default(),
        (None, _) if request.version() == Version::HTTP_10 => return Ok(()),
        _ => {
            let detail = "a request has exactly one header Host";
            return Err(Fault::new(ProblemKind::BadRequest, detail));
        }
    };
    // A whole address in the first line goes before the header (RFC 9112, 3.2.2).
    let name = request.uri().host().unwrap_or_else(|| name(host));
    let known = match settings.hosts.as_slice() {
        // Behind a proxy, or open to a network, the names are not known here.
        [] if settings.behind_proxy || !settings.address.ip().is_loopback() => true,
        [] => is_loopback(name),
        hosts => is_loopback(name) || hosts.iter().any(|known| known.eq_ignore_ascii_case(name)),
    };
    if known {
        return Ok(());
    }
    Err(Fault::new(
        ProblemKind::WrongHost,
        "this service does not answer for that host; its owner can allow it with --host",
    ))
}

/// A host without its port.
fn name(host: &str) -> &str {
    let without = host.rsplit_once(':').filter(|(name, port)| {
        port.bytes().all(|b| b.is_ascii_digit()) && (!name.contains(':') || name.ends_with(']'))
    });
    without.map_or(host, |(name, _)| name)
}

fn is_loopback(name: &str) -> bool {
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_no_part_of_a_name() {
        assert_eq!(name("localhost:8000"), "localhost");
        assert_eq!(name("[::1]:8000"), "[::1]");
        assert_eq!(name("[::1]"), "[::1]");
        assert_eq!(name("taquin.example"), "taquin.example");
    }

    #[test]
    fn only_this_machine_is_loopback() {
        for name in ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "[::1]"] {
            assert!(is_loopback(name), "{name}");
        }
        for name in ["evil.example", "127.0.0.1.evil.example", "10.0.0.1", ""] {
            assert!(!is_loopback(name), "{name}");
        }
    }
}
