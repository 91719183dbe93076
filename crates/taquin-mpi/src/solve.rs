//! `taquin-mpi solve`: one hard board.

use std::collections::HashMap;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use taquin::algorithms::{Campaign, Dealt, Next, PartSearch, PdbIda, Tables};
use taquin::notation::{Notation, format_moves, parse_goals};
use taquin::parts::{Folder, Journal, Keep, Row, Share};
use taquin::{Board, Control, Goals, Limits, Outcome, Plan, Puzzle, Stop, catalogue};
use taquin_app::units::{self, show_count, show_duration};

use crate::Lead;
use crate::order::{Bench, part_order, read_searched};
use crate::ranks::Work;

/// Solves one position optimally, threshold by threshold
#[derive(Args)]
pub(crate) struct Solve {
    /// A position like "8 1 3/4 0 2/7 6 5"
    #[arg(value_name = "POSITION")]
    position: Board,
    /// blank-last, blank-first, spiral or a position
    #[arg(long, value_name = "GOAL", default_value = "blank-last", value_parser = read_goals)]
    goal: Goals,
    /// pdb-ida with its options tables and automaton, or gpu-ida with a GPU for each rank
    #[arg(long, short, value_name = "SPEC", default_value = "pdb-ida")]
    algo: String,
    /// Keep finished parts in this folder; the same command continues from there
    #[arg(long, value_name = "FOLDER")]
    parts: Option<PathBuf>,
    /// Expanded nodes of a part, about, like 1e7
    #[arg(long, value_name = "COUNT", value_parser = units::count)]
    part_nodes: Option<u64>,
    /// Time after which to stop
    #[arg(long, visible_alias = "time-limit", value_name = "TIME", value_parser = units::duration)]
    time: Option<Duration>,
}

fn read_goals(text: &str) -> Result<Goals, String> {
    parse_goals(text).map_err(|error| error.fault().to_string())
}

impl Solve {
    /// Whether each rank searches on a separate GPU.
    pub(crate) fn is_on_device(&self) -> bool {
        self.algo.starts_with("gpu-ida")
    }

    fn puzzle(&self) -> Result<Puzzle, String> {
        Puzzle::new(self.position.clone(), &self.goal).map_err(|error| error.to_string())
    }

    fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            ..Limits::default()
        }
    }

    /// The solver; of its spec only tables and automaton matter.
    fn solver(&self) -> Result<PdbIda, String> {
        let mut solver = PdbIda::default();
        let (name, options) = self.algo.split_once(':').unwrap_or((&self.algo, ""));
        if name != "pdb-ida" {
            return Err(format!(
                "{name} does not work in parts; try pdb-ida or gpu-ida"
            ));
        }
        // The catalogue checks names and values.
        catalogue::solver(&self.algo).map_err(|error| error.to_string())?;
        for option in options.split(',').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("tables", tables)) => solver.tables = tables.parse::<Tables>()?,
                Some(("automaton", length)) => {
                    solver.automaton = length.parse().map_err(|_| format!("{length}?"))?;
                }
                _ => return Err(format!("{option} is of no use here; see --threads")),
            }
        }
        Ok(solver)
    }

    /// Rank 0: deals the parts of each threshold.
    pub(crate) fn run(
        &self,
        bench: &Arc<Bench>,
        workers: usize,
        lead: &mut Lead<'_>,
    ) -> Result<ExitCode, String> {
        let puzzle = self.puzzle()?;
        let control = Arc::new(bench.control(self.limits()));
        let canceller = Arc::clone(&control);
        // Where a handler is there already, the default one ends the process.
        let _ = ctrlc::set_handler(move || canceller.cancel());
        let search = self.solver()?.part_search(&puzzle, &control);
        let search = Arc::new(search.map_err(|error| error.to_string())?);
        let journal: Box<dyn Journal> = match &self.parts {
            Some(path) => Box::new(open_folder(path)?),
            None => Box::new(Vec::<Row>::new()),
        };
        let mut campaign =
            Campaign::new(Arc::clone(&search), Boxed(journal)).map_err(|e| e.to_string())?;
        campaign.workers = workers;
        if let Some(nodes) = self.part_nodes.filter(|&nodes| nodes > 0) {
            campaign.part_nodes = nodes;
        }
        let mut proof = Proof {
            campaign,
            search: Arc::clone(&search),
            control: Arc::clone(&control),
            dealt: HashMap::new(),
            next: 0,
            stop: None,
            began: Instant::now(),
            threshold: Begun {
                threshold: 0,
                when: Instant::now(),
                expanded: 0,
                fraction: 0.0,
            },
        };
        lead(&mut proof)?;
        let stop = proof.stop.unwrap_or(Stop::Finished);
        let outcome = proof.campaign.outcome(stop, control.elapsed());
        Ok(report(&outcome, &search.spec()))
    }

    /// Every rank: searches its share of the parts on its GPU; the folder is all they share.
    pub(crate) fn on_device(
        &self,
        bench: &Arc<Bench>,
        rank: usize,
        size: usize,
    ) -> Result<ExitCode, String> {
        let path = self
            .parts
            .as_ref()
            .ok_or("gpu-ida on several ranks needs --parts, a folder that all of them see")?;
        let puzzle = self.puzzle()?;
        let share = Share {
            index: rank as u32,
            of: size as u32,
        };
        let writer = format!("rows-{}-of-{size}", rank + 1);
        let folder = Folder::open(path, &writer).map_err(|e| format!("{}: {e}", path.display()))?;
        let keep = Keep::new(folder)
            .with_share(share)
            .with_part_nodes(self.part_nodes);
        let control = bench.control(self.limits()).keeping(Arc::new(keep));
        let solver = catalogue::solver(&self.algo).map_err(|error| error.to_string())?;
        let plan: Plan = solver.plan(&puzzle, &bench.context);
        let outcome = solver
            .solve(&puzzle, &control)
            .map_err(|error| error.to_string())?;
        Ok(match rank {
            0 => report(&outcome, &plan.to_string()),
            _ => ExitCode::SUCCESS,
        })
    }
}

/// The time that a job waits for the end of the one that it replaces.
const PREDECESSOR: Duration = Duration::from_secs(20);

fn open_folder(path: &Path) -> Result<Folder, String> {
    let began = Instant::now();
    loop {
        match Folder::open(path, "rows-mpi") {
            Err(error)
                if error.kind() == ErrorKind::WouldBlock && began.elapsed() < PREDECESSOR =>
            {
                std::thread::sleep(Duration::from_millis(100));
            }
            folder => return folder.map_err(|error| format!("{}: {error}", path.display())),
        }
    }
}

/// A journal behind a pointer.
struct Boxed(Box<dyn Journal>);

impl Journal for Boxed {
    fn rows(&mut self) -> std::io::Result<Vec<Row>> {
        self.0.rows()
    }

    fn append(&mut self, row: &Row) -> std::io::Result<()> {
        self.0.append(row)
    }

    fn append_unsynced(&mut self, row: &Row) -> std::io::Result<()> {
        self.0.append_unsynced(row)
    }
}

/// Prints moves to stdout and what they are worth to stderr.
fn report(outcome: &Outcome, spec: &str) -> ExitCode {
    let stats = &outcome.stats;
    let bound = outcome.lower_bound();
    let worth = match outcome.best() {
        Some(best) => {
            let moves = format_moves(best.moves(), Notation::Tile);
            let _ = writeln!(std::io::stdout(), "{moves}");
            let is_optimal = outcome.is_optimal();
            let proven = if is_optimal {
                "optimal (proven)".to_owned()
            } else {
                format!("at least {bound}")
            };
            format!("{} moves, {proven}", best.len())
        }
        None => format!("no solution found, at least {bound}"),
    };
    let (expanded, time) = (show_count(stats.expanded), show_duration(stats.time));
    crate::tell(&format!(
        "{worth} · {spec} · {expanded} expanded · {} generated · {time}",
        show_count(stats.generated)
    ));
    match (outcome.best(), outcome.stop) {
        (Some(_), _) => ExitCode::SUCCESS,
        (None, Stop::Cancelled) => ExitCode::from(130),
        (None, _) => ExitCode::from(4),
    }
}

/// A proof whose parts ranks search.
struct Proof {
    campaign: Campaign<'static>,
    search: Arc<PartSearch>,
    control: Arc<Control>,
    dealt: HashMap<u64, Dealt>,
    next: u64,
    stop: Option<Stop>,
    began: Instant,
    threshold: Begun,
}

/// A threshold, when this process began with it, and what was done of it by then.
struct Begun {
    threshold: u32,
    when: Instant,
    expanded: u64,
    fraction: f64,
}

impl Work for Proof {
    fn next(&mut self) -> Result<Option<(u64, String)>, String> {
        let next = self
            .campaign
            .next(&self.control)
            .map_err(|e| e.to_string())?;
        let threshold = self.campaign.threshold();
        if threshold != self.threshold.threshold {
            let known = self.campaign.progress();
            self.threshold = Begun {
                threshold,
                when: Instant::now(),
                expanded: known.expanded,
                fraction: known.fraction,
            };
        }
        match next {
            ControlFlow::Break(stop) => {
                self.stop = Some(stop);
                Ok(None)
            }
            ControlFlow::Continue(Next::Search(dealt)) => {
                let order = part_order(&self.search, &dealt);
                self.next += 1;
                self.dealt.insert(self.next, dealt);
                Ok(Some((self.next, order)))
            }
            ControlFlow::Continue(Next::Wait | Next::Over) => Ok(None),
        }
    }

    fn is_over(&self) -> bool {
        self.campaign.is_over()
    }

    fn done(&mut self, id: u64, result: Result<String, String>) -> Result<u64, String> {
        let Some(dealt) = self.dealt.remove(&id) else {
            return Ok(0);
        };
        let searched = read_searched(&result?)?;
        self.campaign
            .finish(&dealt, &searched)
            .map_err(|e| e.to_string())?;
        let nodes = searched.done.iter().map(|(_, counts)| counts.expanded);
        Ok(nodes.sum())
    }

    fn unit(&self) -> &'static str {
        "nodes"
    }

    fn lost(&mut self, id: u64) {
        if let Some(dealt) = self.dealt.remove(&id) {
            self.campaign.give_back(&dealt);
        }
    }

    fn moot(&self, ids: &[u64]) -> Vec<u64> {
        let is_moot = |id: &u64| {
            self.dealt
                .get(id)
                .is_none_or(|dealt| self.campaign.is_moot(dealt))
        };
        ids.iter().copied().filter(is_moot).collect()
    }

    fn must_stop(&self) -> bool {
        self.stop.is_some() || self.control.check().is_break()
    }

    fn line(&self) -> String {
        let at = self.campaign.progress();
        let elapsed = show_duration(self.began.elapsed());
        let total = show_count(at.total);
        if self.campaign.is_over() {
            return format!("{elapsed}: proof complete, {total} nodes");
        }
        let Begun {
            when,
            expanded,
            fraction,
            ..
        } = self.threshold;
        let seconds = when.elapsed().as_secs_f64().max(1e-3);
        let rate = at.expanded.saturating_sub(expanded) as f64 / seconds;
        let done = at.fraction - fraction;
        let left = if done > 0.02 {
            let left = Duration::from_secs_f64(seconds * (1.0 - at.fraction) / done);
            format!(", about {} left", show_duration(left))
        } else {
            String::new()
        };
        format!(
            "{elapsed}: {:.0} % of threshold {}, {} of {} parts{left}, {} nodes/s, {total} nodes in all",
            100.0 * at.fraction,
            at.threshold,
            at.parts.done,
            at.parts.of,
            show_count(rate as u64),
        )
    }
}
