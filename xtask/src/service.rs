//! The REST service against what it says of itself: schemathesis makes requests of every kind from
//! its OpenAPI document, good and bad, and looks at the answers.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::cargo::{cargo, root};
use crate::python::Package;
use crate::steps::Verdict;

/// Requests for each operation, beside those that cover its members one by one.
const EXAMPLES: &str = "--max-examples=20";

/// Builds the program, starts the service, and runs schemathesis on it.
pub(crate) fn check() -> Result<Verdict, String> {
    let schemathesis = Package {
        name: "schemathesis",
        version: "4.32.5",
        probe: "import schemathesis",
        loss: "the API is not checked against its description",
    };
    let venv = match schemathesis.provide() {
        Ok(venv) => venv,
        Err(reason) => return Ok(Verdict::Skipped(reason)),
    };
    cargo(&["build", "--locked", "--quiet", "--package=taquin-cli"])?;
    let mut service = Service::start()?;
    let config = root().join("crates/taquin-web/tests/schemathesis");
    let status = Command::new(venv.join("bin/schemathesis"))
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
        (_, false) => Err("the service ended under the requests".to_owned()),
        (false, _) => Err("schemathesis has findings".to_owned()),
    }
}

/// A running service, ended when dropped.
struct Service {
    process: Child,
    address: String,
}

impl Service {
    fn start() -> Result<Self, String> {
        let fault = |error: std::io::Error| format!("the service cannot be started: {error}");
        let mut process = Command::new(root().join("target/debug/taquin"))
            // Short searches: what is asked matters here, not how hard it is.
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
