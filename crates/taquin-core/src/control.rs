//! Limits, cancellation and progress of a running solve.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::parts::Keep;
use crate::trace::Tracer;
use crate::{Acceptance, Context, Move, Solution};

/// Resource limits of a solve. The default is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time from the creation of the [`Control`].
    pub time: Option<Duration>,
    /// Expanded nodes.
    pub nodes: Option<u64>,
    /// Bytes of open list, closed table and lookup tables.
    pub memory: Option<u64>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It did all it set out to do.
    Finished,
    /// The caller cancelled it.
    Cancelled,
    /// The time limit was reached.
    OutOfTime,
    /// The node limit was reached.
    OutOfNodes,
    /// The memory limit was reached.
    OutOfMemory,
}

/// Events that a solver reports while it works.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The proven lower bound.
    LowerBound(u32),
    /// A new incumbent.
    Improved(Solution),
    /// Nodes expanded so far; sent a few times a second.
    Nodes(u64),
    /// A formula for plans of this many steps is about to be decided.
    Formula {
        /// The steps.
        steps: u32,
        /// Its variables.
        variables: u64,
        /// Its clauses.
        clauses: u64,
    },
    /// A table that the search needs is being built.
    Table {
        /// Its tiles, as users name them.
        tiles: String,
        /// Entries that have their value.
        reached: u64,
        /// All entries.
        entries: u64,
    },
    /// A search in parts has finished some of this threshold; sent a few times a second.
    Parts {
        /// The threshold.
        threshold: u32,
        /// Parts that are done, about.
        done: u64,
        /// Parts that the threshold was cut into.
        of: u64,
    },
}

/// A source of time, so that a caller without a system clock can supply one.
pub trait Clock: Send + Sync {
    /// Time since the solve began.
    fn elapsed(&self) -> Duration;
}

impl Clock for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
    }
}

type Listener = Arc<dyn Fn(&Event) + Send + Sync>;

/// The caller's handle on a solve: limits, clock, cancellation and event listener.
///
/// Shared between the threads of a solve and its caller; the clock starts with its creation.
pub struct Control {
    limits: Limits,
    enough: Acceptance,
    clock: Arc<dyn Clock>,
    /// The clock's time at the start of this solve.
    began: Duration,
    context: Context,
    cancelled: Arc<AtomicBool>,
    granted: AtomicU64,
    /// Nodes that the solve had used before this part of it began.
    before: u64,
    last_report: Arc<AtomicU64>,
    listener: Option<Listener>,
    tracer: Option<Arc<Tracer>>,
    keep: Option<Arc<Keep>>,
    known: Option<Arc<[Move]>>,
}

/// Nodes granted to a thread at a time. This keeps the clock out of the hot path; at 50 million
/// nodes per second it is a look every 80 µs.
const BATCH: u64 = 1 << 12;

/// Time between two [`Event::Nodes`].
const REPORT_EVERY: Duration = Duration::from_millis(125);

impl Control {
    /// A control with these limits, the system clock and a new context.
    ///
    /// On platforms without a system clock use [`Control::with_clock`].
    pub fn new(limits: Limits) -> Self {
        Self::with_clock(limits, Instant::now())
    }

    /// A control with a clock supplied by the caller.
    pub fn with_clock(limits: Limits, clock: impl Clock + 'static) -> Self {
        Self {
            limits,
            enough: Acceptance::default(),
            clock: Arc::new(clock),
            began: Duration::ZERO,
            context: Context::new(),
            cancelled: Arc::default(),
            granted: AtomicU64::new(0),
            before: 0,
            last_report: Arc::default(),
            listener: None,
            tracer: None,
            keep: None,
            known: None,
        }
    }

    /// Uses this context, and thereby its tables, automata and device.
    pub fn within(mut self, context: &Context) -> Self {
        self.context = context.clone();
        self
    }

    /// Uses a shared cancellation flag, for callers that cannot keep the control itself.
    pub fn cancelled_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancelled = flag;
        self
    }

    /// The context that this solve shares with others.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Calls `listener` with every event, on the thread that reports it.
    pub fn on_event(mut self, listener: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// Ends an anytime search once a solution is this good.
    pub fn with_enough(mut self, enough: Acceptance) -> Self {
        self.enough = enough;
        self
    }

    /// When a solution is good enough.
    pub fn enough(&self) -> Acceptance {
        self.enough
    }

    /// Reports no events; for a part of a search that reports for all its parts.
    pub fn muted(mut self) -> Self {
        self.listener = None;
        self
    }

    /// Reports only the events that pass the filter; for a part whose other results the enclosing search
    /// reports.
    pub fn telling(mut self, passes: impl Fn(&Event) -> bool + Send + Sync + 'static) -> Self {
        let Some(listener) = self.listener.take() else {
            return self;
        };
        self.on_event(move |event| {
            if passes(event) {
                listener(event);
            }
        })
    }

    /// Records at most `limit` steps of the search.
    pub fn with_trace(mut self, limit: usize) -> Self {
        self.tracer = Some(Arc::new(Tracer::new(limit)));
        self
    }

    /// Keeps finished parts in a journal, if the [solver does](crate::Solver::keeps_parts): an
    /// interrupted solve resumes from it.
    pub fn keeping(mut self, keep: Arc<Keep>) -> Self {
        self.keep = Some(keep);
        self
    }

    /// The journal of finished parts, if there is one.
    pub fn keep(&self) -> Option<&Keep> {
        self.keep.as_deref()
    }

    /// Hands over moves that solve the puzzle: an upper bound to begin with. Moves that do not are ignored.
    pub fn with_known(mut self, moves: Vec<Move>) -> Self {
        self.known = Some(moves.into());
        self
    }

    /// The moves of [`with_known`](Self::with_known).
    pub fn known(&self) -> Option<&[Move]> {
        self.known.as_deref()
    }

    /// A control for one of several searches that make up this solve, with at most `nodes` nodes.
    ///
    /// It shares clock, cancelling, listener and trace; the nodes that it reports are those of the whole
    /// solve. What it uses counts here once it is handed to [`Control::count_nodes_of`].
    pub fn part(&self, nodes: Option<u64>) -> Self {
        let left = self.nodes_left();
        let nodes = match (nodes, left) {
            (Some(nodes), Some(left)) => Some(nodes.min(left)),
            (nodes, left) => nodes.or(left),
        };
        Self {
            limits: Limits {
                nodes,
                ..self.limits
            },
            enough: self.enough,
            clock: self.clock.clone(),
            began: self.began,
            context: self.context.clone(),
            cancelled: self.cancelled.clone(),
            granted: AtomicU64::new(0),
            before: self.before + self.granted.load(Ordering::Relaxed),
            last_report: self.last_report.clone(),
            listener: self.listener.clone(),
            tracer: self.tracer.clone(),
            keep: None,
            known: self.known.clone(),
        }
    }

    /// A part of this solve whose memory limit is lower by these bytes, which another part holds.
    pub fn reserving(&self, bytes: u64) -> Self {
        let part = self.part(None);
        let limits = Limits {
            memory: part.limits.memory.map(|limit| limit.saturating_sub(bytes)),
            ..part.limits
        };
        Self { limits, ..part }
    }

    /// A control for a separate solve with its own limits, whose time starts now. It ends when this one
    /// is cancelled, reports to the same listener and shares clock and context.
    pub fn separate(&self, limits: Limits) -> Self {
        Self {
            limits,
            enough: Acceptance::default(),
            clock: self.clock.clone(),
            began: self.clock.elapsed(),
            context: self.context.clone(),
            cancelled: self.cancelled.clone(),
            granted: AtomicU64::new(0),
            before: 0,
            last_report: Arc::default(),
            listener: self.listener.clone(),
            tracer: None,
            keep: None,
            known: None,
        }
    }

    /// A control for a solve of its own that this one does not cancel: it shares clock and context only.
    pub fn detached(&self, limits: Limits) -> Self {
        Self {
            cancelled: Arc::default(),
            listener: None,
            ..self.separate(limits)
        }
    }

    /// Counts the nodes that a part has used.
    pub fn count_nodes_of(&self, part: &Self) {
        let used = part.granted.load(Ordering::Relaxed);
        self.granted.fetch_add(used, Ordering::Relaxed);
    }

    /// Nodes that may still be expanded; `None` if there is no limit.
    pub fn nodes_left(&self) -> Option<u64> {
        let limit = self.limits.nodes?;
        Some(limit.saturating_sub(self.granted.load(Ordering::Relaxed)))
    }

    /// Requests that the solve end as soon as possible; it answers with what it has.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The limits given.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Time since the solve began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.began)
    }

    /// The recorder of the search's steps, if there is one.
    pub fn tracer(&self) -> Option<&Tracer> {
        self.tracer.as_deref()
    }

    /// Reports an event to the listener.
    pub fn report(&self, event: &Event) {
        if let Some(listener) = &self.listener {
            listener(event);
        }
    }

    /// Whether the search must stop now, nodes and memory aside.
    pub fn check(&self) -> ControlFlow<Stop> {
        // A clock supplied by the caller may cancel when it is read.
        let elapsed = self.elapsed();
        if self.cancelled.load(Ordering::Relaxed) {
            return ControlFlow::Break(Stop::Cancelled);
        }
        if self.limits.time.is_some_and(|limit| elapsed >= limit) {
            return ControlFlow::Break(Stop::OutOfTime);
        }
        ControlFlow::Continue(())
    }

    /// Whether a search may hold this many bytes.
    pub fn check_memory(&self, bytes: u64) -> ControlFlow<Stop> {
        match self.limits.memory {
            Some(limit) if bytes > limit => ControlFlow::Break(Stop::OutOfMemory),
            _ => ControlFlow::Continue(()),
        }
    }

    /// A counter for one thread of the search.
    pub fn meter(&self) -> Meter<'_> {
        Meter {
            control: self,
            left: 0,
        }
    }

    /// Counts nodes that were expanded without a [`Meter`], many at a time, and says whether more
    /// may follow.
    pub fn spend(&self, nodes: u64) -> ControlFlow<Stop> {
        let spent = self.granted.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.report_nodes(spent);
        if self.limits.nodes.is_some_and(|limit| spent >= limit) {
            return ControlFlow::Break(Stop::OutOfNodes);
        }
        self.check()
    }

    /// Grants up to [`BATCH`] nodes, at least one, or says why not.
    fn grant(&self) -> ControlFlow<Stop, u64> {
        if let ControlFlow::Break(stop) = self.check() {
            return ControlFlow::Break(stop);
        }
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        let before = self.granted.fetch_add(BATCH, Ordering::Relaxed);
        let batch = BATCH.min(limit.saturating_sub(before));
        self.granted.fetch_sub(BATCH - batch, Ordering::Relaxed);
        if batch == 0 {
            return ControlFlow::Break(Stop::OutOfNodes);
        }
        self.report_nodes(before);
        ControlFlow::Continue(batch)
    }

    fn report_nodes(&self, nodes: u64) {
        if self.listener.is_none() {
            return;
        }
        let now = self.elapsed().as_millis() as u64;
        let last = self.last_report.load(Ordering::Relaxed);
        if now.saturating_sub(last) >= REPORT_EVERY.as_millis() as u64
            && self
                .last_report
                .compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        {
            self.report(&Event::Nodes(self.before + nodes));
        }
    }
}

/// Counts the nodes of one thread: a decrement and a branch for each.
pub struct Meter<'a> {
    control: &'a Control,
    left: u64,
}

impl Meter<'_> {
    /// Accounts for one more expansion.
    #[inline]
    pub fn node(&mut self) -> ControlFlow<Stop> {
        if self.left == 0 {
            self.left = self.refill()?;
        }
        self.left -= 1;
        ControlFlow::Continue(())
    }

    /// Takes up to this many nodes at once, at least one. Those that are not expanded are to be
    /// [given back](Self::give_back).
    pub fn take(&mut self, most: u64) -> ControlFlow<Stop, u64> {
        if self.left == 0 {
            self.left = self.refill()?;
        }
        let taken = most.min(self.left);
        self.left -= taken;
        ControlFlow::Continue(taken)
    }

    /// Returns nodes that were [taken](Self::take) and not expanded.
    pub fn give_back(&mut self, nodes: u64) {
        self.left += nodes;
    }

    #[cold]
    fn refill(&mut self) -> ControlFlow<Stop, u64> {
        self.control.grant()
    }
}

/// Hands unused nodes back, so that several threads together obey the limit exactly.
impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.control.granted.fetch_sub(self.left, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(control: &Control) -> (u64, Stop) {
        let mut meter = control.meter();
        let mut nodes = 0;
        loop {
            match meter.node() {
                ControlFlow::Continue(()) => nodes += 1,
                ControlFlow::Break(stop) => return (nodes, stop),
            }
        }
    }

    #[test]
    fn node_limits_are_exact() {
        for limit in [0, 1, 4095, 4096, 4097, 100_000] {
            let control = Control::new(Limits {
                nodes: Some(limit),
                ..Limits::default()
            });
            assert_eq!(count(&control), (limit, Stop::OutOfNodes));
        }
    }

    #[test]
    fn an_unused_grant_goes_back() {
        let control = Control::new(Limits {
            nodes: Some(10),
            ..Limits::default()
        });
        let _ = control.meter().node();
        assert_eq!(count(&control).0, 9);
    }

    #[test]
    fn nodes_taken_and_given_back_count_once() {
        let control = Control::new(Limits {
            nodes: Some(10),
            ..Limits::default()
        });
        let mut meter = control.meter();
        assert_eq!(meter.take(7), ControlFlow::Continue(7));
        assert_eq!(meter.take(7), ControlFlow::Continue(3));
        assert_eq!(meter.take(1), ControlFlow::Break(Stop::OutOfNodes));
        meter.give_back(4);
        assert_eq!(meter.take(1), ControlFlow::Continue(1));
        drop(meter);
        assert_eq!(count(&control), (3, Stop::OutOfNodes));
    }

    #[test]
    fn parts_share_the_limit_and_the_cancelling() {
        let control = Control::new(Limits {
            nodes: Some(10_000),
            ..Limits::default()
        });
        let part = control.part(Some(9000));
        assert_eq!(count(&part), (9000, Stop::OutOfNodes));
        control.count_nodes_of(&part);
        assert_eq!(control.nodes_left(), Some(1000));
        let part = control.part(None);
        assert_eq!(count(&part), (1000, Stop::OutOfNodes));
        control.cancel();
        assert_eq!(count(&control.part(Some(5))), (0, Stop::Cancelled));
    }

    #[test]
    fn a_detached_solve_is_cancelled_alone() {
        let control = Control::new(Limits::default());
        let (separate, detached) = (
            control.separate(Limits::default()),
            control.detached(Limits::default()),
        );
        detached.cancel();
        assert!(detached.check().is_break() && control.check().is_continue());
        separate.cancel();
        assert!(control.check().is_break());
    }

    /// A clock that is a second later at each look.
    #[derive(Default)]
    struct Hasty(AtomicU64);

    impl Clock for Hasty {
        fn elapsed(&self) -> Duration {
            Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
        }
    }

    #[test]
    fn parts_tell_what_passes_and_the_nodes_of_the_whole_solve() {
        let told: Arc<std::sync::Mutex<Vec<Event>>> = Arc::default();
        let hear = told.clone();
        let control = Control::with_clock(Limits::default(), Hasty::default())
            .on_event(move |event| hear.lock().unwrap().push(event.clone()));
        let part = control.part(Some(BATCH));
        assert_eq!(count(&part).0, BATCH);
        control.count_nodes_of(&part);
        let part = control.part(Some(2 * BATCH));
        let part = part.telling(|event| matches!(event, Event::Nodes(_)));
        part.report(&Event::LowerBound(7));
        assert_eq!(count(&part).0, 2 * BATCH);
        let nodes = [0, 1, 2].map(|batches| Event::Nodes(batches * BATCH));
        assert_eq!(*told.lock().unwrap(), nodes);
        let silent = Control::new(Limits::default()).telling(|_| panic!("nobody listens"));
        silent.report(&Event::LowerBound(7));
    }

    #[test]
    fn a_solve_beside_has_its_own_limits_and_the_same_end() {
        let control = Control::new(Limits {
            nodes: Some(10),
            ..Limits::default()
        });
        let beside = control.separate(Limits {
            nodes: Some(20),
            ..Limits::default()
        });
        assert_eq!(count(&beside), (20, Stop::OutOfNodes));
        assert_eq!(count(&control), (10, Stop::OutOfNodes));
        control.cancel();
        let late = control.separate(Limits::default());
        assert_eq!(count(&late), (0, Stop::Cancelled));
    }

    #[test]
    fn a_solve_beside_keeps_the_callers_clock() {
        let control = Control::with_clock(Limits::default(), Hasty::default());
        let beside = control.separate(Limits {
            time: Some(Duration::from_secs(2)),
            ..Limits::default()
        });
        assert!(beside.check().is_continue(), "one second has passed");
        assert_eq!(beside.check(), ControlFlow::Break(Stop::OutOfTime));
    }

    #[test]
    fn a_cancelled_or_late_solve_gets_no_nodes() {
        let control = Control::new(Limits::default());
        control.cancel();
        assert_eq!(count(&control), (0, Stop::Cancelled));
        let control = Control::new(Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        });
        assert_eq!(count(&control), (0, Stop::OutOfTime));
    }
}
