//! The loop of each rank: rank 0 deals orders to all, itself included; the others do what comes.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use taquin_app::units::show_count;

use crate::crew::Crew;
use crate::mpi::{Message, Mpi};

/// Kinds of messages.
const ORDER: i32 = 1;
const ABANDON: i32 = 2;
const STOP: i32 = 3;
const REPLY: i32 = 4;
const FAULT: i32 = 5;
/// A rank's first message: the name of its machine.
const HELLO: i32 = 6;

/// The sleep of a rank between polls: it costs little time and leaves the core to the search.
const NAP: Duration = Duration::from_micros(500);

/// Time between two looks for lost ranks.
const LOOK: Duration = Duration::from_millis(100);

/// Orders for each thread: while one is done, the next is there already.
const AHEAD: usize = 2;

/// The time that rank 0 waits for results when the work is stopped.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The job that rank 0 distributes.
pub(crate) trait Work {
    /// The next order; none while results must come in first.
    fn next(&mut self) -> Result<Option<(u64, String)>, String>;

    /// Whether all is done.
    fn is_over(&self) -> bool;

    /// Takes the result of an order, and returns the amount of work in it, in its [`unit`](Work::unit).
    fn done(&mut self, id: u64, result: Result<String, String>) -> Result<u64, String>;

    /// The unit of work, in the plural.
    fn unit(&self) -> &'static str;

    /// Takes an order back that a lost rank had.
    fn lost(&mut self, id: u64);

    /// Orders whose results are no longer needed.
    fn moot(&self, ids: &[u64]) -> Vec<u64>;

    /// Whether it must stop before it is done.
    fn must_stop(&self) -> bool;

    /// One line about how far it is.
    fn line(&self) -> String;
}

/// Settings of the progress display.
#[derive(Clone, Copy)]
pub(crate) struct Show {
    /// Time between two lines; none for no lines.
    pub(crate) every: Option<Duration>,
    /// A line for each rank too.
    pub(crate) ranks: bool,
}

/// The state of a rank as rank 0 knows it.
struct Rank {
    alive: bool,
    host: String,
    orders: Vec<u64>,
    /// Orders that are done, and the work in them.
    done: u64,
    work: u64,
}

/// Deals orders until all is done or it must stop.
pub(crate) fn lead(
    mpi: &Mpi,
    crew: &mut Crew,
    threads: usize,
    work: &mut dyn Work,
    show: Show,
) -> Result<(), String> {
    let mut leader = Leader {
        mpi,
        crew,
        room: threads * AHEAD,
        work,
        ranks: (0..mpi.size)
            .map(|_| Rank {
                alive: true,
                host: String::new(),
                orders: Vec::new(),
                done: 0,
                work: 0,
            })
            .collect(),
        owner: HashMap::new(),
        began: Instant::now(),
    };
    leader.ranks[0].host = mpi.host();
    let result = leader.run(show);
    leader.crew.abandon_all();
    result
}

/// Lets all other ranks end.
pub(crate) fn dismiss(mpi: &Mpi) {
    let lost = mpi.failed();
    for rank in (1..mpi.size).filter(|rank| !lost.contains(rank)) {
        mpi.send(rank, STOP, "");
    }
}

struct Leader<'a> {
    mpi: &'a Mpi,
    crew: &'a mut Crew,
    room: usize,
    work: &'a mut dyn Work,
    ranks: Vec<Rank>,
    owner: HashMap<u64, usize>,
    began: Instant,
}

impl Leader<'_> {
    fn run(&mut self, show: Show) -> Result<(), String> {
        let mut looked = Instant::now();
        let mut shown = Instant::now();
        let mut stopping: Option<Instant> = None;
        while !self.work.is_over() {
            let mut news = self.take_results()?;
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                self.look_for_lost();
            }
            if stopping.is_none() && self.work.must_stop() {
                stopping = Some(Instant::now());
                let all: Vec<u64> = self.owner.keys().copied().collect();
                self.abandon(&all);
            }
            match stopping {
                Some(since) if self.owner.is_empty() || since.elapsed() > LAST_WORDS => break,
                Some(_) => {}
                None => news |= self.deal()?,
            }
            if show.every.is_some_and(|every| shown.elapsed() >= every) {
                shown = Instant::now();
                self.show(show);
            }
            if !news {
                std::thread::sleep(NAP);
            }
        }
        if show.every.is_some() {
            self.show(show);
        }
        Ok(())
    }

    fn take_results(&mut self) -> Result<bool, String> {
        let mut news = false;
        while let Some(reply) = self.crew.reply() {
            self.result(0, reply.id, reply.result)?;
            news = true;
        }
        while let Some(Message { from, tag, text }) = self.mpi.receive() {
            news = true;
            if tag == HELLO {
                self.ranks[from].host = text;
                continue;
            }
            let Some((id, text)) = text.split_once('\n') else {
                continue;
            };
            let Ok(id) = id.parse() else { continue };
            match tag {
                REPLY => self.result(from, id, Ok(text.to_owned()))?,
                FAULT => self.result(from, id, Err(text.to_owned()))?,
                _ => {}
            }
        }
        Ok(news)
    }

    fn result(
        &mut self,
        from: usize,
        id: u64,
        result: Result<String, String>,
    ) -> Result<(), String> {
        // Messages of an abandoned rank are ignored.
        if self.owner.get(&id) != Some(&from) {
            return Ok(());
        }
        self.owner.remove(&id);
        let rank = &mut self.ranks[from];
        rank.orders.retain(|&order| order != id);
        rank.done += 1;
        rank.work += self.work.done(id, result)?;
        let all: Vec<u64> = self.owner.keys().copied().collect();
        let moot = self.work.moot(&all);
        self.abandon(&moot);
        Ok(())
    }

    fn abandon(&self, ids: &[u64]) {
        for id in ids {
            match self.owner.get(id) {
                Some(0) => self.crew.abandon(*id),
                Some(&rank) => self.mpi.send(rank, ABANDON, &id.to_string()),
                None => {}
            }
        }
    }

    /// Gives orders to ranks that have few.
    fn deal(&mut self) -> Result<bool, String> {
        let mut news = false;
        // One for each before anyone has two.
        for room in 1..=self.room {
            for number in 0..self.ranks.len() {
                let rank = &self.ranks[number];
                if !rank.alive || rank.orders.len() >= room {
                    continue;
                }
                let Some((id, text)) = self.work.next()? else {
                    return Ok(news);
                };
                news = true;
                self.owner.insert(id, number);
                self.ranks[number].orders.push(id);
                match number {
                    0 => self.crew.begin(id, text),
                    _ => self.mpi.send(number, ORDER, &format!("{id}\n{text}")),
                }
            }
        }
        Ok(news)
    }

    fn look_for_lost(&mut self) {
        if !self.mpi.has_ulfm {
            return;
        }
        for number in self.mpi.failed() {
            let rank = &mut self.ranks[number];
            if !std::mem::replace(&mut rank.alive, false) {
                continue;
            }
            let orders = std::mem::take(&mut rank.orders);
            crate::tell(&format!(
                "rank {number} is lost; what it had is dealt again"
            ));
            for id in orders {
                self.owner.remove(&id);
                self.work.lost(id);
            }
        }
    }

    fn show(&self, show: Show) {
        let alive = self.ranks.iter().filter(|rank| rank.alive).count();
        let of = self.ranks.len();
        crate::tell(&format!("{}, {alive} of {of} ranks", self.work.line()));
        if !show.ranks {
            return;
        }
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        for (number, rank) in self.ranks.iter().enumerate() {
            let Rank {
                host, orders, done, ..
            } = rank;
            let rate = show_count((rank.work as f64 / seconds) as u64);
            let state = match (rank.alive, orders.len()) {
                (false, _) => "lost".to_owned(),
                (true, 0) => "idle".to_owned(),
                (true, has) => format!("{has} under way"),
            };
            let unit = self.work.unit();
            crate::tell(&format!(
                "  rank {number} on {host}: {done} done, {rate} {unit}/s, {state}"
            ));
        }
    }
}

/// Does what rank 0 says until it says stop, or is gone.
pub(crate) fn follow(mpi: &Mpi, crew: &mut Crew) {
    mpi.send(0, HELLO, &mpi.host());
    let mut looked = Instant::now();
    loop {
        let mut news = false;
        while let Some(Message { tag, text, .. }) = mpi.receive() {
            news = true;
            match tag {
                ORDER => {
                    if let Some((id, order)) = text.split_once('\n')
                        && let Ok(id) = id.parse()
                    {
                        crew.begin(id, order.to_owned());
                    }
                }
                ABANDON => {
                    if let Ok(id) = text.parse() {
                        crew.abandon(id);
                    }
                }
                STOP => {
                    crew.abandon_all();
                    return;
                }
                _ => {}
            }
        }
        while let Some(reply) = crew.reply() {
            news = true;
            let (tag, text) = match reply.result {
                Ok(text) => (REPLY, text),
                Err(text) => (FAULT, text),
            };
            mpi.send(0, tag, &format!("{}\n{text}", reply.id));
        }
        if looked.elapsed() >= LOOK {
            looked = Instant::now();
            if mpi.has_ulfm && mpi.failed().contains(&0) {
                crew.abandon_all();
                return;
            }
        }
        if !news {
            std::thread::sleep(NAP);
        }
    }
}
