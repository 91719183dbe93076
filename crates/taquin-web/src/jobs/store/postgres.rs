//! Jobs in PostgreSQL, which replicas share.
//!
//! This is a queue of one table: `FOR UPDATE SKIP LOCKED` hands each orphan to one replica, and a
//! timestamp is the heartbeat. Replicas look four times a second at the rows they run or stream, all in
//! one statement; a notification would need a connection held open for it, and the same look whenever
//! that connection was lost.

use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use postgres::Row;

use super::super::State;
use super::{
    Held, Inserted, JobStore, JobStoreError, KEPT_BYTES, KEPT_FOR, LEASE, Record, Status, Version,
};
use crate::pg::{Pool, Use};

const NAME: &str = "taquin_jobs_1";

/// The version is part of the table's name.
const CREATE: &str = "CREATE TABLE IF NOT EXISTS taquin_jobs_1 (
    id text PRIMARY KEY,
    client text NOT NULL,
    key text,
    asked text NOT NULL,
    owner text,
    beat timestamptz NOT NULL DEFAULT now(),
    epoch int4 NOT NULL DEFAULT 0,
    change int8 NOT NULL DEFAULT 0,
    starts int4 NOT NULL DEFAULT 0,
    state text NOT NULL,
    view text NOT NULL,
    whole text,
    cancelled bool NOT NULL DEFAULT false,
    over_at timestamptz,
    UNIQUE (client, key)
);
CREATE INDEX IF NOT EXISTS taquin_jobs_1_open ON taquin_jobs_1 (beat) WHERE over_at IS NULL;
CREATE INDEX IF NOT EXISTS taquin_jobs_1_over ON taquin_jobs_1 (over_at) WHERE over_at IS NOT NULL";

const INSERT: &str = "INSERT INTO taquin_jobs_1 (id, client, key, asked, owner, state, view)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";

const COLUMNS: &str =
    "id, client, key, asked, epoch, change, starts, state, view, whole, cancelled";

const VERSIONS: &str = "SELECT id, epoch, change FROM taquin_jobs_1 WHERE id = ANY($1)";

const BEGIN: &str = "UPDATE taquin_jobs_1 SET state = 'running', beat = now()
    WHERE id = $1 AND owner = $2 AND over_at IS NULL";

const BEAT: &str = "UPDATE taquin_jobs_1 SET beat = now()
    WHERE owner = $1 AND id = ANY($2) RETURNING id, cancelled";

const WRITE: &str = "UPDATE taquin_jobs_1 AS job
    SET epoch = new.epoch, change = new.change, state = new.state, view = new.view,
        whole = new.whole, over_at = CASE WHEN new.over THEN now() END
    FROM unnest($2::text[], $3::int4[], $4::int8[], $5::text[], $6::text[], $7::text[], $8::bool[])
        AS new (id, epoch, change, state, view, whole, over)
    WHERE job.owner = $1 AND job.id = new.id AND job.over_at IS NULL";

const CLAIM: &str = "UPDATE taquin_jobs_1 AS job
    SET owner = $1, beat = now(), epoch = epoch + 1, change = 0,
        starts = starts + (state = 'running')::int4, state = 'queued'
    FROM (
        SELECT id AS orphan FROM taquin_jobs_1
        WHERE over_at IS NULL AND (owner IS NULL OR ($4 AND beat < now() - make_interval(secs => $2)))
        ORDER BY beat LIMIT $3 FOR UPDATE SKIP LOCKED
    ) AS orphans
    WHERE job.id = orphan
    RETURNING id, client, key, asked, epoch, change, starts, state, view, whole, cancelled";

const RELEASE: &str = "UPDATE taquin_jobs_1 SET owner = NULL, state = 'queued'
    WHERE id = $1 AND owner = $2 AND over_at IS NULL";

const PRUNE: &str = "DELETE FROM taquin_jobs_1 WHERE id IN (
    SELECT id FROM (
        SELECT id, over_at, sum(octet_length(view) + octet_length(asked)
            + COALESCE(octet_length(whole), 0)) OVER (ORDER BY over_at DESC, id) AS bytes
        FROM taquin_jobs_1 WHERE over_at IS NOT NULL
    ) AS finished
    WHERE over_at < now() - make_interval(secs => $1) OR bytes > $2::int8)";

/// A job may wait a little longer than a hint for its database.
const USE: Use = Use {
    connections: 4,
    timeout: Duration::from_secs(2),
};

/// Jobs that replicas share.
pub(crate) struct Postgres {
    pool: Pool,
}

impl Postgres {
    /// Opens the table, or creates it.
    pub(crate) fn open(address: &str, ca: Option<&Path>) -> Result<Self, JobStoreError> {
        let pool = Pool::new(address, ca, USE).map_err(JobStoreError)?;
        pool.ensure_table(NAME, CREATE).map_err(JobStoreError)?;
        Ok(Self { pool })
    }

    fn with<T>(
        &self,
        ask: impl FnOnce(&mut postgres::Client) -> Result<T, postgres::Error>,
    ) -> Result<T, JobStoreError> {
        self.pool.with(ask).map_err(JobStoreError)
    }

    fn select(&self, condition: &str, by: &[&str]) -> Result<Option<Record>, JobStoreError> {
        let query = format!("SELECT {COLUMNS} FROM {NAME} WHERE {condition}");
        let by: Vec<&(dyn postgres::types::ToSql + Sync)> =
            by.iter().map(|value| value as _).collect();
        let row = self.with(|client| client.query_opt(&query, &by))?;
        row.as_ref().map(record).transpose()
    }
}

/// A row with the columns of [`COLUMNS`].
fn record(row: &Row) -> Result<Record, JobStoreError> {
    let wrong = |what: &str| JobStoreError(format!("a row of {NAME} has a wrong {what}"));
    let client: &str = row.get(1);
    Ok(Record {
        id: row.get(0),
        client: client.parse().map_err(|_| wrong("client"))?,
        key: row.get(2),
        asked: row.get(3),
        starts: row.get::<_, i32>(6) as u32,
        status: Status {
            version: Version {
                epoch: row.get::<_, i32>(4) as u32,
                change: row.get::<_, i64>(5) as u64,
            },
            state: State::from_word(row.get(7)).ok_or_else(|| wrong("state"))?,
            view: row.get(8),
            whole: row.get(9),
        },
        cancelled: row.get(10),
    })
}

impl JobStore for Postgres {
    fn insert(&self, owner: &str, record: &Record) -> Result<Inserted, JobStoreError> {
        let client = record.client.to_string();
        let state = record.status.state.word();
        let new = self.with(|connection| {
            connection.execute(
                INSERT,
                &[
                    &record.id,
                    &client,
                    &record.key,
                    &record.asked,
                    &owner,
                    &state,
                    &record.status.view,
                ],
            )
        })?;
        if new == 1 {
            return Ok(Inserted::New);
        }
        let key = record.key.as_deref().unwrap_or_default();
        let known = self.find(record.client, key)?;
        let gone = || JobStoreError("a job was deleted while it was asked for again".to_owned());
        Ok(Inserted::Known(Box::new(known.ok_or_else(gone)?)))
    }

    fn get(&self, id: &str) -> Result<Option<Record>, JobStoreError> {
        self.select("id = $1", &[id])
    }

    fn versions(&self, ids: &[String]) -> Result<Vec<(String, Version)>, JobStoreError> {
        let rows = self.with(|client| client.query(VERSIONS, &[&ids]))?;
        let version = |row: &Row| Version {
            epoch: row.get::<_, i32>(1) as u32,
            change: row.get::<_, i64>(2) as u64,
        };
        Ok(rows.iter().map(|row| (row.get(0), version(row))).collect())
    }

    fn begin(&self, owner: &str, id: &str) -> Result<bool, JobStoreError> {
        Ok(self.with(|client| client.execute(BEGIN, &[&id, &owner]))? == 1)
    }

    fn beat(
        &self,
        owner: &str,
        jobs: &[(String, Option<Status>)],
    ) -> Result<Vec<Held>, JobStoreError> {
        let changed: Vec<(&String, &Status)> = jobs
            .iter()
            .filter_map(|(id, status)| Some((id, status.as_ref()?)))
            .collect();
        let all: Vec<&str> = jobs.iter().map(|(id, _)| id.as_str()).collect();
        let ids: Vec<&str> = changed.iter().map(|(id, _)| id.as_str()).collect();
        let of = |status: &Status| (status.version.epoch as i32, status.version.change as i64);
        let epochs: Vec<i32> = changed.iter().map(|(_, status)| of(status).0).collect();
        let changes: Vec<i64> = changed.iter().map(|(_, status)| of(status).1).collect();
        let states: Vec<&str> = changed.iter().map(|(_, s)| s.state.word()).collect();
        let views: Vec<&str> = changed.iter().map(|(_, s)| s.view.as_str()).collect();
        let wholes: Vec<Option<&str>> = changed.iter().map(|(_, s)| s.whole.as_deref()).collect();
        let over: Vec<bool> = changed.iter().map(|(_, s)| s.state.is_over()).collect();
        let rows = self.with(|client| {
            if !ids.is_empty() {
                client.execute(
                    WRITE,
                    &[
                        &owner, &ids, &epochs, &changes, &states, &views, &wholes, &over,
                    ],
                )?;
            }
            client.query(BEAT, &[&owner, &all])
        })?;
        let held = |row: &Row| Held {
            id: row.get(0),
            cancelled: row.get(1),
        };
        Ok(rows.iter().map(held).collect())
    }

    fn find(&self, client: IpAddr, key: &str) -> Result<Option<Record>, JobStoreError> {
        self.select("client = $1 AND key = $2", &[&client.to_string(), key])
    }

    fn cancel(&self, id: &str) -> Result<(), JobStoreError> {
        let cancel = "UPDATE taquin_jobs_1 SET cancelled = true WHERE id = $1";
        self.with(|client| client.execute(cancel, &[&id]))?;
        Ok(())
    }

    fn delete(&self, id: &str) -> Result<(), JobStoreError> {
        let delete = "DELETE FROM taquin_jobs_1 WHERE id = $1";
        self.with(|client| client.execute(delete, &[&id]))?;
        Ok(())
    }

    fn claim(&self, owner: &str, most: usize, expired: bool) -> Result<Vec<Record>, JobStoreError> {
        let (lease, most) = (LEASE.as_secs_f64(), most as i64);
        let rows = self.with(|client| client.query(CLAIM, &[&owner, &lease, &most, &expired]))?;
        rows.iter().map(record).collect()
    }

    fn release(&self, owner: &str, id: &str) -> Result<(), JobStoreError> {
        self.with(|client| client.execute(RELEASE, &[&id, &owner]))?;
        Ok(())
    }

    fn prune(&self) -> Result<(), JobStoreError> {
        let (age, bytes) = (KEPT_FOR.as_secs_f64(), KEPT_BYTES as i64);
        self.with(|client| client.execute(PRUNE, &[&age, &bytes]))?;
        Ok(())
    }

    fn is_durable(&self) -> bool {
        true
    }
}
