//! The pictures of the README and the manual, made by taquin itself, a browser and a terminal.

mod terminal;

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use std::{fs, net, thread};

use crate::browser;
use crate::cargo::{build_taquin, command, root, succeed, target};
use crate::steps::Verdict;

/// The board of the manual's examples, and its shortest solution.
const BOARD: &str = "8 1 3/4 0 2/7 6 5";
const MOVES: &str = "LUR2D2LURULDLU";

/// The game on the picture of the page.
const GAME: &str = "id=g1-4x4-hard-20481";

/// Writes `docs/src/pictures`.
pub(crate) fn make() -> Result<Verdict, String> {
    let folder = root().join("docs/src/pictures");
    let program = build_taquin()?;
    let program = program.to_string_lossy();
    let film = folder.join("solve.gif");
    let film = film.to_string_lossy();
    succeed(command(&program).args(["render", BOARD, "--moves", MOVES, "-o", &film]))?;

    let browser = browser::installed().ok_or("Chromium is not installed")?;
    let port = browser::free_port().map_err(|error| format!("no free port: {error}"))?;
    let _service = Service::start(&program, port)?;
    let page = format!("http://127.0.0.1:{port}/?{GAME}");
    shoot(&browser, &page, "1060,730", &folder.join("play.png"))?;

    let screen = terminal::screen(&program)?;
    let page = target().join("terminal.html");
    fs::write(&page, screen).map_err(|error| format!("{}: {error}", page.display()))?;
    let page = format!("file://{}", page.display());
    shoot(
        &browser,
        &page,
        terminal::WINDOW,
        &folder.join("terminal.png"),
    )
}

/// Takes a screenshot of a page.
fn shoot(browser: &str, address: &str, window: &str, picture: &Path) -> Result<Verdict, String> {
    let mut shoot = command(browser);
    shoot.args(["--headless", "--no-sandbox", "--hide-scrollbars"]);
    shoot.args([
        &format!("--window-size={window}"),
        "--virtual-time-budget=5000",
    ]);
    shoot.arg(format!("--screenshot={}", picture.display()));
    succeed(shoot.arg(address))
}

/// A running service, which ends with this value.
struct Service(Child);

impl Service {
    fn start(program: &str, port: u16) -> Result<Self, String> {
        let mut serve = command(program);
        serve.args(["serve", "--no-store", "--port", &port.to_string()]);
        let child = serve.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let service = Self(child.map_err(|error| format!("{program}: {error}"))?);
        let begun = Instant::now();
        while net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            if begun.elapsed() > Duration::from_secs(20) {
                return Err("the service does not answer".to_owned());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(service)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
