//! Rate limits per client: a bucket of tokens each, filled at a steady rate. A token is a request
//! in one table of buckets, and a CPU second of a search in another.

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
    /// Buckets that hold this many tokens and get this many a second; a rate of 0 counts nothing.
    pub(crate) fn new(rate: f64, burst: f64) -> Self {
        Self {
            rate,
            burst: burst.max(1.0),
            began: Instant::now(),
            buckets: Mutex::default(),
        }
    }

    /// The most tokens of a client.
    pub(crate) fn burst(&self) -> Option<u32> {
        (self.rate > 0.0).then_some(self.burst as u32)
    }

    /// Takes a token of a client, and says how many are left and in how many seconds the bucket is full.
    ///
    /// # Errors
    /// The seconds until there is one.
    pub(crate) fn take(&self, client: IpAddr) -> Result<(u32, u32), u32> {
        self.take_at(client, self.now())
    }

    /// Checks that a client has tokens left.
    ///
    /// # Errors
    /// The seconds until there are some.
    pub(crate) fn check(&self, client: IpAddr) -> Result<(), u32> {
        let left = self.left(client);
        if left > 0.0 {
            return Ok(());
        }
        Err(self.seconds(1.0 - left))
    }

    /// The tokens that a client has left, less than none where it spent more.
    pub(crate) fn left(&self, client: IpAddr) -> f64 {
        self.left_at(client, self.now())
    }

    /// Takes tokens whether or not there are as many: what they are for was done.
    pub(crate) fn spend(&self, client: IpAddr, tokens: f64) {
        self.change(client, self.now(), |left| left - tokens);
    }

    fn now(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    /// The seconds in which this many tokens come.
    fn seconds(&self, tokens: f64) -> u32 {
        (tokens / self.rate).ceil().max(1.0) as u32
    }

    fn take_at(&self, client: IpAddr, now: f64) -> Result<(u32, u32), u32> {
        if self.rate <= 0.0 {
            return Ok((0, 0));
        }
        let before = self.change(
            client,
            now,
            |left| if left >= 1.0 { left - 1.0 } else { left },
        );
        if before < 1.0 {
            return Err(self.seconds(1.0 - before));
        }
        let left = before - 1.0;
        Ok((left as u32, self.seconds(self.burst - left)))
    }

    fn left_at(&self, client: IpAddr, now: f64) -> f64 {
        if self.rate <= 0.0 {
            return self.burst;
        }
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.get(&network(client));
        bucket.map_or(self.burst, |bucket| self.filled(bucket, now))
    }

    fn filled(&self, bucket: &Bucket, now: f64) -> f64 {
        let tokens = bucket.tokens + (now - bucket.filled) * self.rate;
        tokens.min(self.burst)
    }

    /// Changes the tokens of a client, and says how many there were.
    fn change(&self, client: IpAddr, now: f64, change: impl FnOnce(f64) -> f64) -> f64 {
        if self.rate <= 0.0 {
            return self.burst;
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            buckets.retain(|_, bucket| self.filled(bucket, now) < self.burst);
            // An attack from a hundred thousand addresses: begin again rather than grow.
            if buckets.len() >= MOST {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(network(client)).or_insert(Bucket {
            tokens: self.burst,
            filled: now,
        });
        let before = self.filled(bucket, now);
        *bucket = Bucket {
            tokens: change(before),
            filled: now,
        };
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
        let rates = Rates::new(2.0, 5.0);
        let (a, b) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let passed = |address, now| {
            (0..20)
                .filter(|_| rates.take_at(address, now).is_ok())
                .count()
        };
        assert_eq!(passed(a, 0.0), 5);
        assert_eq!(passed(b, 0.0), 5);
        assert_eq!(rates.take_at(a, 0.0), Err(1));
        assert_eq!(rates.take_at(IpAddr::from([10, 0, 0, 3]), 0.0), Ok((4, 1)));
        assert_eq!(passed(a, 1.0), 2);
        assert_eq!(passed(a, 100.0), 5);
        assert!(Rates::new(0.0, 0.0).take_at(a, 0.0).is_ok());
    }

    #[test]
    fn work_that_was_done_is_paid_for_afterwards() {
        let work = Rates::new(0.5, 10.0);
        let client = IpAddr::from([10, 0, 0, 1]);
        assert_eq!(work.check(client), Ok(()));
        work.spend(client, 30.0);
        // 20 seconds of work too many, and half a second of it comes back each second.
        let wait = work.check(client).unwrap_err();
        assert!((41..=42).contains(&wait), "{wait}");
        assert!(work.left_at(client, work.now() + 45.0) > 1.0);
    }

    #[test]
    fn a_home_with_ipv6_is_one_client() {
        let rates = Rates::new(1.0, 1.0);
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
        let rates = Rates::new(1.0, 1.0);
        for i in 0..(2 * MOST as u32) {
            let _ = rates.take_at(IpAddr::from(i.to_be_bytes()), 0.0);
        }
        assert!(rates.buckets.lock().unwrap().len() <= MOST);
    }
}
