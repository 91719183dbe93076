//! Connections to PostgreSQL: a small pool with timeouts, with TLS where a certificate authority is
//! given.

mod tls;

use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use postgres::config::SslMode;
use postgres::{Client, Config, NoTls};

pub(crate) use tls::Tls;

/// Connections to one server. Callers wait until a connection is returned.
pub(crate) struct Pool {
    config: Config,
    tls: Option<Tls>,
    most: usize,
    timeout: Duration,
    state: Mutex<State>,
    given_back: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Client>,
    used: usize,
}

/// Settings of a connection pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// Connections at most.
    pub(crate) connections: usize,
    /// The longest statement, and the longest wait for a lock or a free connection.
    pub(crate) timeout: Duration,
}

impl Pool {
    /// A pool for an address like `host=/run/postgresql user=taquin dbname=taquin`. Connects on first
    /// use.
    ///
    /// # Errors
    /// When the address or the certificate cannot be read, or the address requires TLS without a
    /// certificate.
    pub(crate) fn new(address: &str, ca: Option<&Path>, usage: Use) -> Result<Self, String> {
        let mut config: Config = address.parse().map_err(|error| describe(&error))?;
        let tls = ca.map(Tls::trusting).transpose()?;
        if tls.is_some() && config.get_ssl_mode() == SslMode::Prefer {
            // A server without TLS must not be accepted in place of the one that was meant.
            config.ssl_mode(SslMode::Require);
        }
        if tls.is_none() && config.get_ssl_mode() == SslMode::Require {
            return Err(
                "PostgreSQL: sslmode=require needs a certificate authority: --postgres-ca FILE"
                    .to_owned(),
            );
        }
        config.connect_timeout(2 * usage.timeout);
        config.tcp_user_timeout(2 * usage.timeout);
        let millis = usage.timeout.as_millis();
        let limits = format!("-c statement_timeout={millis} -c lock_timeout={millis}");
        // What the address says comes last and counts.
        let options = match config.get_options() {
            Some(own) => format!("{limits} {own}"),
            None => limits,
        };
        config.options(&options);
        Ok(Self {
            config,
            tls,
            most: usage.connections,
            timeout: usage.timeout,
            state: Mutex::default(),
            given_back: Condvar::new(),
        })
    }

    /// Uses a connection; one that failed is not used again.
    ///
    /// # Errors
    /// What the server or the network says, or that all connections are busy.
    pub(crate) fn with<T>(
        &self,
        ask: impl FnOnce(&mut Client) -> Result<T, postgres::Error>,
    ) -> Result<T, String> {
        let idle = self.take()?;
        let connected = match idle.filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => self.connect(),
        };
        let answer = connected.and_then(|mut client| Ok((ask(&mut client)?, client)));
        let (answer, client) = match answer {
            Ok((answer, client)) => (Ok(answer), Some(client)),
            Err(error) => (Err(describe(&error)), None),
        };
        let mut state = self.lock();
        state.used -= 1;
        state.idle.extend(client);
        self.given_back.notify_one();
        answer
    }

    /// Runs statements unless the table is there: a role that may use a table need not be one that may
    /// create it.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub(crate) fn ensure_table(&self, name: &str, create: &str) -> Result<(), String> {
        self.with(|client| {
            let known = "SELECT to_regclass($1) IS NOT NULL";
            let is_there: bool = client.query_one(known, &[&name])?.get(0);
            if is_there {
                return Ok(());
            }
            client.batch_execute(create)
        })
    }

    fn connect(&self) -> Result<Client, postgres::Error> {
        match &self.tls {
            Some(tls) => self.config.connect(tls.clone()),
            None => self.config.connect(NoTls),
        }
    }

    /// Takes the place of a connection, and the connection if there is one.
    fn take(&self) -> Result<Option<Client>, String> {
        let full = |state: &mut State| state.used >= self.most;
        let waited = self
            .given_back
            .wait_timeout_while(self.lock(), self.timeout, full);
        let (mut state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return Err("PostgreSQL: all connections are busy".to_owned());
        }
        state.used += 1;
        Ok(state.idle.pop())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn describe(error: &postgres::Error) -> String {
    use std::error::Error;
    // The outer message only says that the database spoke; what it said is inside.
    let inner = error.source().map(|inner| format!(": {inner}"));
    format!("PostgreSQL: {error}{}", inner.unwrap_or_default())
}
