//! The table in PostgreSQL, which several servers share.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use postgres::{Client, Config, NoTls};

use super::{Entry, Key, Lookup, LookupError};

/// Whether the table is there: a role that may use it need not be one that may make it.
const IS_THERE: &str = "SELECT to_regclass('taquin_lines_1') IS NOT NULL";

/// What makes the table; the version is part of its name.
const MAKE: &str = "CREATE TABLE IF NOT EXISTS taquin_lines_1 (
    key bytea PRIMARY KEY,
    length int4 NOT NULL,
    entry bytea NOT NULL
)";

const GET: &str = "SELECT entry FROM taquin_lines_1 WHERE key = $1";

/// Better is shorter, and proven among equals: the same rule as [`Entry::improves`]. The fourth bit
/// of the third byte says whether it is proven.
const PUT: &str = "INSERT INTO taquin_lines_1 AS old (key, length, entry)
    SELECT * FROM unnest($1::bytea[], $2::int4[], $3::bytea[])
    ON CONFLICT (key) DO UPDATE SET length = excluded.length, entry = excluded.entry
    WHERE excluded.length < old.length
       OR (excluded.length = old.length
           AND get_byte(excluded.entry, 2) & 8 > get_byte(old.entry, 2) & 8)";

const DELETE: &str = "DELETE FROM taquin_lines_1 WHERE key = ANY($1)";

/// An estimate is enough for a count that only bounds growth, and costs nothing.
const LEN: &str =
    "SELECT GREATEST(reltuples, 0)::int8 FROM pg_class WHERE relname = 'taquin_lines_1'";

/// Connections at most; who needs one waits until another gives one back.
const CONNECTIONS: usize = 8;

/// How long a server may take to answer, and a connection to be free: a search takes milliseconds, so a
/// table that takes longer is no help.
const PATIENCE: Duration = Duration::from_secs(1);

/// A table in PostgreSQL.
pub struct Postgres {
    config: Config,
    pool: Mutex<Pool>,
    given_back: Condvar,
}

#[derive(Default)]
struct Pool {
    idle: Vec<Client>,
    used: usize,
}

impl Postgres {
    /// Opens the table at an address like `host=/run/postgresql user=taquin dbname=taquin`, or makes
    /// it.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub fn open(address: &str) -> Result<Self, LookupError> {
        let mut config: Config = address.parse().map_err(|error| fault(&error))?;
        config.connect_timeout(2 * PATIENCE);
        config.tcp_user_timeout(2 * PATIENCE);
        let millis = PATIENCE.as_millis();
        let limits = format!("-c statement_timeout={millis} -c lock_timeout={millis}");
        // What the address says comes last and counts.
        let options = match config.get_options() {
            Some(own) => format!("{limits} {own}"),
            None => limits,
        };
        config.options(&options);
        let table = Self {
            config,
            pool: Mutex::default(),
            given_back: Condvar::new(),
        };
        table.with(|client| {
            let is_there: bool = client.query_one(IS_THERE, &[])?.get(0);
            if is_there {
                return Ok(());
            }
            client.batch_execute(MAKE)
        })?;
        Ok(table)
    }

    /// Uses a connection; one that failed is not used again.
    fn with<T>(
        &self,
        ask: impl FnOnce(&mut Client) -> Result<T, postgres::Error>,
    ) -> Result<T, LookupError> {
        let idle = self.take()?;
        let connected = match idle.filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => self.config.connect(NoTls),
        };
        let answer = connected.and_then(|mut client| Ok((ask(&mut client)?, client)));
        let (answer, client) = match answer {
            Ok((answer, client)) => (Ok(answer), Some(client)),
            Err(error) => (Err(fault(&error)), None),
        };
        let mut pool = self.lock();
        pool.used -= 1;
        pool.idle.extend(client);
        self.given_back.notify_one();
        answer
    }

    /// Takes the place of a connection, and the connection if there is one.
    fn take(&self) -> Result<Option<Client>, LookupError> {
        let full = |pool: &mut Pool| pool.used >= CONNECTIONS;
        let waited = self
            .given_back
            .wait_timeout_while(self.lock(), PATIENCE, full);
        let (mut pool, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return Err(LookupError(
                "PostgreSQL: all connections are busy".to_owned(),
            ));
        }
        pool.used += 1;
        Ok(pool.idle.pop())
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn fault(error: &postgres::Error) -> LookupError {
    use std::error::Error;
    // The outer message only says that the database spoke; what it said is inside.
    let inner = error.source().map(|inner| format!(": {inner}"));
    LookupError(format!("PostgreSQL: {error}{}", inner.unwrap_or_default()))
}

impl Lookup for Postgres {
    fn get(&self, key: &Key) -> Result<Option<Entry>, LookupError> {
        let row = self.with(|client| client.query_opt(GET, &[&key.as_bytes()]))?;
        let bytes: Option<Vec<u8>> = row.map(|row| row.get(0));
        Ok(bytes.and_then(|bytes| Entry::from_bytes(bytes.try_into().ok()?)))
    }

    fn put(&self, entries: &[(Key, Entry)]) -> Result<(), LookupError> {
        // One statement may touch a row once: of several entries of a key the best is taken.
        let mut best: std::collections::BTreeMap<&Key, Entry> = std::collections::BTreeMap::new();
        for (key, entry) in entries {
            let kept = best.entry(key).or_insert(*entry);
            if entry.improves(kept) {
                *kept = *entry;
            }
        }
        let keys: Vec<&[u8]> = best.keys().map(|key| key.as_bytes()).collect();
        let lengths: Vec<i32> = best.values().map(|entry| i32::from(entry.length)).collect();
        let values: Vec<Vec<u8>> = best.values().map(|e| e.to_bytes().to_vec()).collect();
        self.with(|client| client.execute(PUT, &[&keys, &lengths, &values]))?;
        Ok(())
    }

    fn delete(&self, keys: &[Key]) -> Result<(), LookupError> {
        let keys: Vec<&[u8]> = keys.iter().map(Key::as_bytes).collect();
        self.with(|client| client.execute(DELETE, &[&keys]))?;
        Ok(())
    }

    fn len(&self) -> Result<u64, LookupError> {
        let row = self.with(|client| client.query_opt(LEN, &[]))?;
        Ok(row.map_or(0, |row| row.get::<_, i64>(0) as u64))
    }
}
