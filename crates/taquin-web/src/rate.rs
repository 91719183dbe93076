//! How often one address may ask: a bucket of tokens each, filled at a steady rate.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::address::network;

/// Buckets kept; when there are more, those that are full again are forgotten.
const MOST: usize = 100_000;

/// The buckets of all addresses.
pub(crate) struct Rates {
    rate: f64,
    burst: f64,
    began: Instant,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    /// Seconds since the beginning.
    filled: f64,
}

impl Rates {
    pub(crate) fn new(rate: u32, burst: u32) -> Self {
        Self {
            rate: f64::from(rate),
            burst: f64::from(burst.max(1)),
            began: Instant::now(),
            buckets: Mutex::default(),
        }
    }

    /// Takes a token of an address.
    ///
    /// # Errors
    /// The seconds until there is one.
    pub(crate) fn take(&self, address: IpAddr) -> Result<(), u32> {
        self.take_at(address, self.began.elapsed().as_secs_f64())
    }

    fn take_at(&self, address: IpAddr, now: f64) -> Result<(), u32> {
        if self.rate <= 0.0 {
            return Ok(());
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let fill = |bucket: &Bucket| {
            let tokens = bucket.tokens + (now - bucket.filled) * self.rate;
            tokens.min(self.burst)
        };
        if buckets.len() >= MOST {
            buckets.retain(|_, bucket| fill(bucket) < self.burst);
            // An attack from a hundred thousand addresses: begin again rather than grow.
            if buckets.len() >= MOST {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(network(address)).or_insert(Bucket {
            tokens: self.burst,
            filled: now,
        });
        let tokens = fill(bucket);
        let enough = tokens >= 1.0;
        *bucket = Bucket {
            tokens: if enough { tokens - 1.0 } else { tokens },
            filled: now,
        };
        if enough {
            return Ok(());
        }
        Err(((1.0 - tokens) / self.rate).ceil().max(1.0) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
        let rates = Rates::new(2, 5);
        let (a, b) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let passed = |address, now| {
            (0..20)
                .filter(|_| rates.take_at(address, now).is_ok())
                .count()
        };
        assert_eq!(passed(a, 0.0), 5);
        assert_eq!(passed(b, 0.0), 5);
        assert_eq!(rates.take_at(a, 0.0), Err(1));
        assert_eq!(passed(a, 1.0), 2);
        assert_eq!(passed(a, 100.0), 5);
        assert_eq!(Rates::new(0, 0).take_at(a, 0.0), Ok(()));
    }

    #[test]
    fn a_home_with_ipv6_is_one_client() {
        let rates = Rates::new(1, 1);
        assert!(rates.take_at("2001:db8::1".parse().unwrap(), 0.0).is_ok());
        assert!(rates.take_at("2001:db8::2".parse().unwrap(), 0.0).is_err());
        assert!(
            rates
                .take_at("2001:db8:0:1::1".parse().unwrap(), 0.0)
                .is_ok()
        );
        assert!(
            rates
                .take_at("::ffff:10.0.0.1".parse().unwrap(), 0.0)
                .is_ok()
        );
        assert!(rates.take_at("10.0.0.1".parse().unwrap(), 0.0).is_err());
    }

    #[test]
    fn addresses_do_not_pile_up() {
        let rates = Rates::new(1, 1);
        for i in 0..(2 * MOST as u32) {
            let _ = rates.take_at(IpAddr::from(i.to_be_bytes()), 0.0);
        }
        assert!(rates.buckets.lock().unwrap().len() <= MOST);
    }
}
