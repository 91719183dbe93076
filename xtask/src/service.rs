//! The REST service against its OpenAPI document: schemathesis generates valid and invalid requests
//! from it and checks the answers.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::cargo::{build_taquin, root};
use crate::steps::Verdict;
use crate::tools::SCHEMATHESIS;

/// Random requests for each operation, besides those that cover its members one by one.
const EXAMPLES: &str = "--max-examples=20";

/// Builds the program, starts the service, and runs schemathesis on it.
pub(crate) fn check() -> Result<Verdict, String> {
    let mut service = Service::start(&build_taquin()?)?;
    let config = root().join("crates/taquin-web/tests/schemathesis");
    let status = Command::new(SCHEMATHESIS.environment().join("bin/schemathesis"))
        .arg(format!(
            "--config-file={}",
            config.join("schemathesis.toml").display()
        ))
        .arg("run")
        .arg(format!("http://{}/api/v1/openapi.json", service.address))
        .args([EXAMPLES, "--seed=1", "--no-color"])
        .env("SCHEMATHESIS_HOOKS", "hooks")
        .env("PYTHONPATH", &config)
        .current_dir(root().join("target"))
        .status()
        .map_err(|error| format!("schemathesis cannot be run: {error}"))?;
    let alive = service
        .process
        .try_wait()
        .map_err(|error| error.to_string())?
        .is_none();
    match (status.success(), alive) {
        (true, true) => Ok(Verdict::Passed),
        (_, false) => Err("the service crashed".to_owned()),
        (false, _) => Err("schemathesis found differences".to_owned()),
    }
}

/// A running service, ended when dropped.
struct Service {
    process: Child,
    address: String,
}

impl Service {
    fn start(taquin: &Path) -> Result<Self, String> {
        let fault = |error: std::io::Error| format!("the service cannot be started: {error}");
        let mut process = Command::new(taquin)
            // The requests matter here, not how hard the boards are.
            .args([
                "serve",
                "--port=0",
                "--rate=0",
                "--no-store",
                "--longest=1s",
                "--log=error",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(fault)?;
        let mut line = String::new();
        if let Some(talk) = process.stderr.take() {
            BufReader::new(talk).read_line(&mut line).map_err(fault)?;
        }
        let address = line
            .strip_prefix("Open http://")
            .and_then(|rest| rest.split('/').next());
        let address = address
            .ok_or_else(|| format!("the service did not start: {line}"))?
            .to_owned();
        Ok(Self { process, address })
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
