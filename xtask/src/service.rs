//! The REST service against its OpenAPI document: the official validator reads the document, clients
//! generated from it in two languages use the service, and schemathesis generates valid and invalid
//! requests from it and checks the answers.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::browser::path_with_node;
use crate::cargo::{build_taquin, root};
use crate::steps::Verdict;
use crate::tools::{OPENAPI_PYTHON_CLIENT, OPENAPI_SPEC_VALIDATOR, SCHEMATHESIS};

/// Random requests for each operation, in addition to those that cover its members one by one.
const EXAMPLES: &str = "--max-examples=20";

/// Builds the program, starts the service, and runs all checks on it.
pub(crate) fn check() -> Result<Verdict, String> {
    let mut service = Service::start(&build_taquin()?)?;
    let workshop = Workshop::new(&service)?;
    let checked = workshop
        .validate()
        .and_then(|()| workshop.use_python(&service))
        .and_then(|()| workshop.use_typescript(&service))
        .and_then(|()| explore(&service));
    let alive = service
        .process
        .try_wait()
        .map_err(|error| error.to_string())?
        .is_none();
    match (checked, alive) {
        (Ok(()), true) => Ok(Verdict::Passed),
        (_, false) => Err("the service crashed".to_owned()),
        (Err(reason), _) => Err(reason),
    }
}

/// Runs schemathesis on the service.
fn explore(service: &Service) -> Result<(), String> {
    let config = root().join("crates/taquin-web/tests/schemathesis");
    let schemathesis = SCHEMATHESIS.environment().join("bin/schemathesis");
    run(Command::new(schemathesis)
        .arg(format!(
            "--config-file={}",
            config.join("schemathesis.toml").display()
        ))
        .arg("run")
        .arg(format!("http://{}/api/v1/openapi.json", service.address))
        .args([EXAMPLES, "--seed=1", "--no-color"])
        .env("SCHEMATHESIS_HOOKS", "hooks")
        .env("PYTHONPATH", &config)
        .current_dir(root().join("target")))
}

/// A folder with the document and the programs that use it.
struct Workshop(PathBuf);

impl Workshop {
    fn new(service: &Service) -> Result<Self, String> {
        let folder = root().join("target/clients");
        let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(fault)?;
        let sources = root().join("crates/taquin-web/tests/clients");
        for file in fs::read_dir(sources).map_err(fault)?.flatten() {
            fs::copy(file.path(), folder.join(file.file_name())).map_err(fault)?;
        }
        let document = service.get("/api/v1/openapi.json").map_err(fault)?;
        fs::write(folder.join("openapi.json"), document).map_err(fault)?;
        Ok(Self(folder))
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(&self.0)
            .env("PATH", path_with_node())
            .stdout(Stdio::null());
        command
    }

    fn validate(&self) -> Result<(), String> {
        let programs = OPENAPI_SPEC_VALIDATOR.environment().join("bin");
        run(self
            .command(programs.join("openapi-spec-validator"))
            .arg("openapi.json"))
    }

    fn use_python(&self, service: &Service) -> Result<(), String> {
        let programs = OPENAPI_PYTHON_CLIENT.environment().join("bin");
        run(self
            .command(programs.join("openapi-python-client"))
            .args([
                "generate",
                "--path=openapi.json",
                "--meta=none",
                "--config=python.yaml",
            ])
            .args([
                "--output-path=taquin_client",
                "--overwrite",
                "--fail-on-warning",
            ]))?;
        run(self
            .command(programs.join("python"))
            .args(["client.py", &format!("http://{}", service.address)]))
    }

    fn use_typescript(&self, service: &Service) -> Result<(), String> {
        run(self
            .command("npm")
            .args(["ci", "--no-audit", "--no-fund", "--silent"]))?;
        let programs = self.0.join("node_modules/.bin");
        run(self.command(programs.join("openapi-typescript")).args([
            "openapi.json",
            "--output",
            "api.d.ts",
        ]))?;
        run(&mut self.command(programs.join("tsc")))?;
        run(self
            .command("node")
            .args(["out/client.js", &format!("http://{}", service.address)]))
    }
}

/// Runs a command that has to succeed.
fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .map_err(|error| format!("{name} cannot be run: {error}"))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("{name} ended with {status}"))
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
                "--work-each=0",
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

    /// The body of an answer.
    fn get(&self, path: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(&self.address)?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body);
        Ok(body.unwrap_or_default().to_owned())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
