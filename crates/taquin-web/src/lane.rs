//! A lane of searches: who runs, who waits, and how much memory is held.
//!
//! One client can neither take all places, nor all memory, nor the whole queue. Among those who wait,
//! the client with the fewest running searches goes first, then the one that has used the least CPU time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::rate::Rates;

/// The limits of a lane, and of one client in it. Memory counts in mebibytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Searches at a time.
    pub(crate) places: usize,
    /// Searches of one client at a time.
    pub(crate) places_each: usize,
    /// Memory of all searches and of the answers that are being sent.
    pub(crate) memory: u64,
    /// Memory that one client may hold.
    pub(crate) memory_each: u64,
    /// Requests that wait.
    pub(crate) queue: usize,
    /// Requests of one client that wait.
    pub(crate) queue_each: usize,
}

/// A lane.
pub(crate) struct Lane {
    rules: Rules,
    /// The CPU seconds that each client has left.
    work: Arc<Rates>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: usize,
    memory: u64,
    clients: HashMap<IpAddr, Share>,
    waiting: Vec<Waiting>,
    next: u64,
    /// A moving average of how long a search takes, in seconds; none before the first has ended.
    usual: Option<f64>,
}

/// One client's share of a lane.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Share {
    running: usize,
    waiting: usize,
    memory: u64,
}

struct Waiting {
    id: u64,
    client: IpAddr,
    memory: u64,
    turn: oneshot::Sender<Ticket>,
}

/// A place among the running searches, and memory. Both come back when they are dropped.
pub(crate) struct Ticket {
    pub(crate) place: Place,
    pub(crate) memory: Memory,
}

/// A place among the running searches.
pub(crate) struct Place {
    lane: Arc<Lane>,
    client: IpAddr,
    began: Instant,
}

/// Memory of a lane.
pub(crate) struct Memory {
    lane: Arc<Lane>,
    client: IpAddr,
    mebibytes: u64,
}

/// A place in the queue, left when it is dropped.
pub(crate) struct Turn {
    lane: Arc<Lane>,
    id: u64,
    ticket: oneshot::Receiver<Ticket>,
}

impl Lane {
    pub(crate) fn new(rules: Rules, work: Arc<Rates>) -> Self {
        Self {
            rules,
            work,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gets in line for a place and this many mebibytes.
    ///
    /// # Errors
    /// The seconds after which to come again: the queue is full, or this client's part of it.
    pub(crate) fn join(self: &Arc<Self>, client: IpAddr, memory: u64) -> Result<Turn, u32> {
        let (turn, ticket) = oneshot::channel();
        let id = {
            let mut state = self.lock();
            let own = state.clients.get(&client).copied().unwrap_or_default();
            if own.waiting >= self.rules.queue_each {
                return Err(state.wait(own.waiting + own.running, self.rules.places_each));
            }
            if state.waiting.len() >= self.rules.queue {
                return Err(state.wait(state.waiting.len() + state.running, self.rules.places));
            }
            let id = state.next;
            state.next += 1;
            state.clients.entry(client).or_default().waiting += 1;
            state.waiting.push(Waiting {
                id,
                client,
                memory: memory.min(self.rules.memory_each),
                turn,
            });
            id
        };
        self.dispatch();
        Ok(Turn {
            lane: self.clone(),
            id,
            ticket,
        })
    }

    /// Sends everybody who waits away.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        let waiting = std::mem::take(&mut state.waiting);
        for left in &waiting {
            state.change(left.client, |share| share.waiting -= 1);
        }
        drop(state);
        drop(waiting);
    }

    /// Whether nothing runs and no answer is being sent.
    pub(crate) fn is_idle(&self) -> bool {
        let state = self.lock();
        state.running == 0 && state.memory == 0
    }

    /// Estimated seconds until a new request would get a slot.
    pub(crate) fn expected_wait(&self) -> u32 {
        let state = self.lock();
        state.wait(state.waiting.len() + state.running, self.rules.places)
    }

    /// Gives free places and memory to those who wait.
    fn dispatch(self: &Arc<Self>) {
        let mut granted = Vec::new();
        let mut state = self.lock();
        while let Some(index) = self.first(&state) {
            let Waiting {
                client,
                memory,
                turn,
                ..
            } = state.waiting.swap_remove(index);
            let share = state.clients.entry(client).or_default();
            share.waiting -= 1;
            share.running += 1;
            share.memory += memory;
            state.running += 1;
            state.memory += memory;
            let place = Place {
                lane: self.clone(),
                client,
                began: Instant::now(),
            };
            let memory = Memory {
                lane: self.clone(),
                client,
                mebibytes: memory,
            };
            granted.push((turn, Ticket { place, memory }));
        }
        drop(state);
        // Tickets of those who left come back here, which takes the lock again.
        for (turn, ticket) in granted {
            let _ = turn.send(ticket);
        }
    }

    /// The next request; `None` if there is no slot, or not enough memory for it.
    fn first(&self, state: &State) -> Option<usize> {
        if state.running >= self.rules.places {
            return None;
        }
        let may_run = |waiting: &Waiting| {
            let share = state.clients.get(&waiting.client);
            let share = share.copied().unwrap_or_default();
            share.running < self.rules.places_each
                && share.memory + waiting.memory <= self.rules.memory_each
        };
        let order = |waiting: &Waiting| {
            let share = state.clients.get(&waiting.client);
            let left = self.work.left(waiting.client);
            (share.map_or(0, |share| share.running), -left, waiting.id)
        };
        let candidates = state.waiting.iter().enumerate();
        let (index, next) = candidates
            .filter(|(_, waiting)| may_run(waiting))
            .min_by(|(_, a), (_, b)| order(a).partial_cmp(&order(b)).unwrap_or(a.id.cmp(&b.id)))?;
        (state.memory + next.memory <= self.rules.memory).then_some(index)
    }

    fn leave(&self, id: u64) {
        let mut state = self.lock();
        if let Some(index) = state.waiting.iter().position(|waiting| waiting.id == id) {
            let left = state.waiting.swap_remove(index);
            state.change(left.client, |share| share.waiting -= 1);
            drop(state);
            // The sender goes without the lock: its receiver may hold a ticket.
            drop(left);
        }
    }
}

impl State {
    /// Changes a client's share, and forgets the client when nothing is left.
    fn change(&mut self, client: IpAddr, change: impl FnOnce(&mut Share)) {
        let share = self.clients.entry(client).or_default();
        change(share);
        if *share == Share::default() {
            self.clients.remove(&client);
        }
    }

    /// Seconds that this many searches take with this many at a time.
    fn wait(&self, searches: usize, at_a_time: usize) -> u32 {
        let seconds = self.usual.unwrap_or(1.0) * searches as f64 / at_a_time.max(1) as f64;
        (seconds.ceil() as u32).clamp(1, 3600)
    }
}

/// Removes an entry from the queue.
pub(crate) struct Leave {
    lane: Arc<Lane>,
    id: u64,
}

impl Leave {
    /// Leaves the queue, unless the turn has come.
    pub(crate) fn now(self) {
        self.lane.leave(self.id);
        self.lane.dispatch();
    }
}

impl Turn {
    /// A handle that removes this request from the queue.
    pub(crate) fn leave(&self) -> Leave {
        Leave {
            lane: self.lane.clone(),
            id: self.id,
        }
    }

    /// Waits for the turn; none when it will not come.
    pub(crate) async fn wait(&mut self) -> Option<Ticket> {
        (&mut self.ticket).await.ok()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.lane.leave(self.id);
        // Wake the next request that can be admitted now.
        self.lane.dispatch();
    }
}

/// The weight of the last search in the moving average.
const LAST: f64 = 0.2;

impl Drop for Place {
    fn drop(&mut self) {
        let took = self.began.elapsed().as_secs_f64();
        {
            let mut state = self.lane.lock();
            state.running -= 1;
            let usual = state.usual.unwrap_or(took);
            state.usual = Some(usual + LAST * (took - usual));
            state.change(self.client, |share| share.running -= 1);
        }
        self.lane.dispatch();
    }
}

impl Memory {
    /// Gives back all but this many bytes.
    pub(crate) fn shrink_to(&mut self, bytes: u64) {
        let keep = bytes.div_ceil(MEBIBYTE).min(self.mebibytes);
        let back = std::mem::replace(&mut self.mebibytes, keep) - keep;
        if back > 0 {
            self.give_back(back);
        }
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.mebibytes * MEBIBYTE
    }

    fn give_back(&self, mebibytes: u64) {
        {
            let mut state = self.lane.lock();
            state.memory -= mebibytes;
            state.change(self.client, |share| share.memory -= mebibytes);
        }
        self.lane.dispatch();
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.give_back(self.mebibytes);
    }
}

/// The unit of memory.
pub(crate) const MEBIBYTE: u64 = 1 << 20;

#[cfg(test)]
mod tests;
