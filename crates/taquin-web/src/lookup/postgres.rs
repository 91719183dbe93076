//! The table in PostgreSQL, which several servers share.

use std::path::Path;
use std::time::Duration;

use super::{Entry, Lookup, LookupError, PositionKey};
use crate::pg::{Pool, Use};

const NAME: &str = "taquin_lines_1";

/// The statement that creates the table; the version is part of its name.
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

/// A search takes milliseconds, so a table that takes longer than a second is no help.
const USE: Use = Use {
    connections: 8,
    timeout: Duration::from_secs(1),
};

/// A table in PostgreSQL.
pub struct Postgres {
    pool: Pool,
}

impl Postgres {
    /// Opens the table at an address like `host=/run/postgresql user=taquin dbname=taquin`, or makes
    /// it. With a certificate authority the connection is encrypted and the server's name checked.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub fn open(address: &str, ca: Option<&Path>) -> Result<Self, LookupError> {
        let pool = Pool::new(address, ca, USE).map_err(LookupError)?;
        pool.ensure_table(NAME, MAKE).map_err(LookupError)?;
        Ok(Self { pool })
    }

    fn with<T>(
        &self,
        ask: impl FnOnce(&mut postgres::Client) -> Result<T, postgres::Error>,
    ) -> Result<T, LookupError> {
        self.pool.with(ask).map_err(LookupError)
    }
}

impl Lookup for Postgres {
    fn get(&self, key: &PositionKey) -> Result<Option<Entry>, LookupError> {
        let row = self.with(|client| client.query_opt(GET, &[&key.as_bytes()]))?;
        let bytes: Option<Vec<u8>> = row.map(|row| row.get(0));
        Ok(bytes.and_then(|bytes| Entry::from_bytes(bytes.try_into().ok()?)))
    }

    fn put(&self, entries: &[(PositionKey, Entry)]) -> Result<(), LookupError> {
        // One statement may touch a row once: of several entries of a key the best is taken.
        let mut best: std::collections::BTreeMap<&PositionKey, Entry> =
            std::collections::BTreeMap::new();
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

    fn delete(&self, keys: &[PositionKey]) -> Result<(), LookupError> {
        let keys: Vec<&[u8]> = keys.iter().map(PositionKey::as_bytes).collect();
        self.with(|client| client.execute(DELETE, &[&keys]))?;
        Ok(())
    }

    fn len(&self) -> Result<u64, LookupError> {
        let row = self.with(|client| client.query_opt(LEN, &[]))?;
        Ok(row.map_or(0, |row| row.get::<_, i64>(0) as u64))
    }
}
