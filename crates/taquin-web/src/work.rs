//! Threads of searches. Each runs at a lower priority than the async threads, and its CPU time, with that
//! of the threads it starts, is charged to its client while it runs.
//!
//! All threads of a search read the clock of its control many times a second, to see whether they must
//! stop. [`WorkClock`] is that clock, and charges the thread that reads it. Time in which a search waits
//! for a core costs its client nothing.

use std::cell::RefCell;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use taquin::Clock;
use tokio::sync::oneshot;

use crate::metrics::Metrics;
use crate::rate::Rates;

/// The payer for a search.
pub(crate) struct Account {
    client: IpAddr,
    rates: Arc<Rates>,
    metrics: Arc<Metrics>,
}

impl Account {
    pub(crate) fn new(client: IpAddr, rates: Arc<Rates>, metrics: Arc<Metrics>) -> Self {
        Self {
            client,
            rates,
            metrics,
        }
    }

    fn charge(&self, time: Duration) {
        self.rates.spend(self.client, time.as_secs_f64());
        self.metrics.search_cpu(time);
    }
}

/// The clock of a search, which charges every thread that reads it.
pub(crate) struct WorkClock {
    began: Instant,
    account: Arc<Account>,
}

impl WorkClock {
    /// A clock that starts now.
    pub(crate) fn start(account: &Arc<Account>) -> Self {
        Self {
            began: Instant::now(),
            account: account.clone(),
        }
    }
}

impl Clock for WorkClock {
    fn elapsed(&self) -> Duration {
        let now = Instant::now();
        follow(&self.account, now);
        now - self.began
    }
}

/// The interval at which a thread is charged: a search stops within this time of its client's last
/// second.
const EVERY: Duration = Duration::from_millis(10);

thread_local! {
    static METER: RefCell<Option<Meter>> = const { RefCell::new(None) };
}

/// The CPU time charged so far to this thread's client. The rest is charged when the thread ends.
struct Meter {
    account: Arc<Account>,
    charged: Duration,
    next: Instant,
}

impl Meter {
    fn settle(&mut self) {
        let used = thread_time();
        self.account.charge(used.saturating_sub(self.charged));
        self.charged = used;
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.settle();
    }
}

/// Charges this thread, now and then. The first call finds a new thread: all that it has used is for
/// this search.
fn follow(account: &Arc<Account>, now: Instant) {
    // A thread that is ending has no meter any more, and is charged already.
    let _ = METER.try_with(|meter| {
        let mut meter = meter.borrow_mut();
        match &mut *meter {
            Some(meter) if Arc::ptr_eq(&meter.account, account) => {
                if now >= meter.next {
                    meter.settle();
                    meter.next = now + EVERY;
                }
            }
            other => {
                let charged = other.as_ref().map_or(Duration::ZERO, |_| thread_time());
                *other = Some(Meter {
                    account: account.clone(),
                    charged,
                    next: now + EVERY,
                });
            }
        }
    });
}

/// Runs work on a separate thread, which others go before: the higher its `nice`, the more of them.
///
/// # Errors
/// When the machine refuses a thread.
pub(crate) fn start<T: Send + 'static>(
    account: &Arc<Account>,
    nice: i32,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<oneshot::Receiver<T>> {
    let (sender, receiver) = oneshot::channel();
    let account = account.clone();
    let body = move || {
        lower_priority(nice);
        follow(&account, Instant::now());
        let done = work();
        // Charged before anybody hears that it is done.
        METER.with_borrow_mut(|meter| drop(meter.take()));
        // A caller that is gone has cancelled the search.
        let _ = sender.send(done);
    };
    thread::Builder::new()
        .name("search".to_owned())
        .spawn(body)?;
    Ok(receiver)
}

/// CPU time of this thread.
#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(now.tv_sec).unwrap_or(0),
        u32::try_from(now.tv_nsec).unwrap_or(0),
    )
}

/// Time since this thread was first asked, on platforms where the time it computes is not read.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Duration {
    thread_local! {
        static BEGAN: Instant = Instant::now();
    }
    BEGAN.with(Instant::elapsed)
}

/// Lowers the priority of this thread, and of those it starts. On Linux each thread has its own.
fn lower_priority(nice: i32) {
    #[cfg(target_os = "linux")]
    {
        let own = rustix::thread::gettid();
        // Lowering needs no rights; without it searches compete with the async threads as equals.
        let _ = rustix::process::setpriority_process(Some(own), nice);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = nice;
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use taquin::{Control, Limits};

    use super::*;

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    /// The seconds charged to a client for work on a separate thread.
    fn charged(work: impl FnOnce(&Control) + Send + 'static) -> f64 {
        let rates = Arc::new(Rates::new(1e-9, 1000.0));
        let account = Account::new(CLIENT, rates.clone(), Arc::default());
        let account = Arc::new(account);
        let control = Control::with_clock(Limits::default(), WorkClock::start(&account));
        let done = start(&account, 5, move || work(&control)).unwrap();
        done.blocking_recv().unwrap();
        1000.0 - rates.left(CLIENT)
    }

    /// Uses this much CPU time of this thread, whatever else the machine does.
    fn compute(time: Duration, control: Option<&Control>) {
        let begun = thread_time();
        while thread_time().saturating_sub(begun) < time {
            if let Some(control) = control {
                assert_eq!(control.check(), ControlFlow::Continue(()));
            }
        }
    }

    #[test]
    fn time_that_a_search_computes_is_charged_and_time_that_it_waits_is_not() {
        let waited = charged(|control| {
            thread::sleep(Duration::from_millis(200));
            let _ = control.check();
        });
        assert!(waited < 0.05, "{waited}");
        // Whether or not it reads the clock.
        for reads in [true, false] {
            let computed = charged(move |control| {
                compute(Duration::from_millis(200), reads.then_some(control));
            });
            assert!((0.2..0.3).contains(&computed), "{computed}");
        }
    }

    #[test]
    fn threads_of_a_search_are_charged_too() {
        let computed = charged(|control| {
            thread::scope(|scope| {
                let others: Vec<_> = (0..2)
                    .map(|_| scope.spawn(|| compute(Duration::from_millis(100), Some(control))))
                    .collect();
                for other in others {
                    other.join().unwrap();
                }
            });
        });
        assert!((0.19..0.3).contains(&computed), "{computed}");
    }

    #[test]
    fn a_search_that_panics_is_charged_and_its_caller_hears_of_it() {
        let rates = Arc::new(Rates::new(1e-9, 1000.0));
        let account = Account::new(CLIENT, rates.clone(), Arc::default());
        let account = Arc::new(account);
        let done = start(&account, 5, || {
            compute(Duration::from_millis(20), None);
            assert!(!rates_are_real(), "on purpose");
        });
        assert!(done.unwrap().blocking_recv().is_err());
        let until = Instant::now() + Duration::from_secs(10);
        while rates.left(CLIENT) > 1000.0 - 0.02 {
            assert!(Instant::now() < until, "it was not charged");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Keeps the compiler from seeing that the search never ends well.
    fn rates_are_real() -> bool {
        Rates::new(1.0, 1.0).burst().is_some()
    }
}
