//! `taquin prove`: a shortest solution and a proof that none is shorter, for other programs to check.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use taquin::notation::{Notation, format_moves};
use taquin::sat::backend::{Watch, WatchGuard};
use taquin::sat::cdcl::{Cdcl, Verdict};
use taquin::sat::certificate::{self, CertificateError, Language};
use taquin::sat::drat::ProofError;
use taquin::sat::encodings::{Compact, Encoder, Prune};
use taquin::sat::lrat;
use taquin::sat::proof::Drat;
use taquin::sat::{Formula, Horizon, Sat, Task, dimacs};
use taquin::wire::ProblemKind;
use taquin::{Control, Solver};

use super::encode::cannot_write;
use crate::End;
use crate::cli::{LimitArgs, PositionArgs};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::interrupt;
use crate::output::{Column, Reply, Style};
use crate::progress::Progress;

/// Finds a shortest solution and writes a proof that there is no shorter one
#[derive(Args)]
#[command(after_help = "Examples:
  taquin prove \"8 1 3/4 0 2/7 6 5\" -o proof/
  drat-trim proof/shorter.cnf proof/shorter.drat
  taquin prove \"8 1 3/4 0 2/7 6 5\" -o proof/ --plain
  taquin prove --check proof/
  taquin prove \"8 1 3/4 0 2/7 6 5\" -o proof/ --lrat && lrat-check proof/shorter.cnf proof/shorter.lrat

The folder gets the formula that asks for a shorter plan (shorter.cnf), the proof that it cannot be
satisfied (shorter.drat), the solution, and a README that says how to check them. With --plain the
formula has only the rules of the puzzle; else it also leaves out what no plan of this length can do.")]
pub(crate) struct Prove {
    #[command(flatten)]
    positions: PositionArgs,
    /// The folder for the files
    #[arg(long, short, value_name = "FOLDER", required_unless_present = "check")]
    output: Option<PathBuf>,
    /// Check the proofs of a folder instead, with taquin's own checkers
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "plain", "lrat"])]
    check: Option<PathBuf>,
    /// A formula without pruning, for small cases
    #[arg(long)]
    plain: bool,
    /// The proof in LRAT too, which says of each clause what it follows from
    #[arg(long)]
    lrat: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

const COLUMNS: &[Column] = &[
    ("length", "/length"),
    ("variables", "/variables"),
    ("clauses", "/clauses"),
    ("proof lines", "/proof_lines"),
];

impl Prove {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        if let Some(folder) = &self.check {
            return check(folder, &self.limits, style);
        }
        let output = self.output.clone().unwrap_or_default();
        let instance = super::one_position(&self.positions, style)?;
        let (puzzle, _) = input::puzzle(self.positions.goal.chosen().as_ref(), &instance)?;
        let [goal] = puzzle.targets() else {
            return Err(Failure::usage("a proof is about one goal; name one with --goal").into());
        };
        let mut control = Control::new(self.limits.each_of(1));
        if !style.quiet {
            let progress = Progress::new("prove");
            control = control.on_event(move |event| progress.tell(event));
        }
        let control = Arc::new(control);
        interrupt::watch(&control);
        let outcome = Sat::default()
            .solve(&puzzle, &control)
            .map_err(Failure::from)?;
        let Some(solution) = outcome.best().filter(|_| outcome.is_optimal()) else {
            let bound = outcome.lower_bound();
            let detail = format!("no proof within the limits; at least {bound} moves are needed");
            return Err(limit(detail).into());
        };
        // Everything is written beside the folder first, so that a failure leaves nothing behind.
        let draft = Draft::new(&output)?;
        let path = |name: &str| draft.path.join(name);
        let write = |name: &str, text: String| {
            fs::write(path(name), text).map_err(|error| cannot_write(&path(name), &error))
        };
        let length = solution.len();
        let moves = format_moves(solution.moves(), Notation::Tile);
        write(
            "solution.txt",
            format!("{}\n{goal}\n{moves}\n", puzzle.start()),
        )?;
        let steps = length.saturating_sub(2);
        write(
            "README.md",
            readme(
                &puzzle.start().to_string(),
                &goal.to_string(),
                length,
                self.plain,
                self.lrat,
            ),
        )?;
        if length < 2 {
            // No shorter plan has the same parity: there is nothing to refute.
            draft.publish(&output)?;
            let value = json!({ "length": length, "moves": moves });
            let text = format!(
                "{} optimal: no plan of the same parity is shorter; written to {}\n",
                if length == 1 {
                    "1 move is"
                } else {
                    "0 moves are"
                },
                output.display()
            );
            return super::only(style, COLUMNS, Reply::new(text, &value));
        }
        let task = Task::new(puzzle.start().clone(), goal.clone(), steps, Horizon::AtMost)
            .map_err(|error| Failure::usage(error.to_string()))?;
        let mut compact = Compact::default();
        if self.plain {
            compact.prune = Prune::Nothing;
            compact.counter = false;
        }
        let watch = Watch::new(&control);
        let opened = compact.open(task.start(), task.goal());
        let mut formula = match opened.formula_within(&task, &mut watch.guard()) {
            ControlFlow::Continue(formula) => formula,
            ControlFlow::Break(_) => {
                return Err(limit("no proof within the limits; the formula is too large").into());
            }
        };
        let proof_path = path("shorter.drat");
        let file = File::create(&proof_path).map_err(|error| cannot_write(&proof_path, &error))?;
        let mut proof = Drat::new(BufWriter::new(file));
        let lemmas = formula.lemmas.take();
        let mut solver = Cdcl::new(&formula.cnf, lemmas.as_deref(), Some(&mut proof));
        let verdict = solver.solve(&mut watch.guard());
        let asked = solver.lemmas().to_vec();
        drop(solver);
        let lines = proof
            .finish()
            .map_err(|error| cannot_write(&proof_path, &error))?;
        match verdict {
            Verdict::Unsat => {}
            Verdict::Sat(_) => {
                return Err(Failure::internal("a shorter plan contradicts the bound").into());
            }
            Verdict::Stopped(_) => {
                return Err(limit(format!("no proof within the limits of {moves}")).into());
            }
        }
        formula.cnf.family(
            "lemmas",
            "what the tables of groups of tiles told the solver while it worked",
        );
        for lemma in asked {
            formula.cnf.add(lemma);
        }
        let cnf_path = path("shorter.cnf");
        let file = File::create(&cnf_path).map_err(|error| cannot_write(&cnf_path, &error))?;
        dimacs::write(&formula, BufWriter::new(file))
            .map_err(|error| cannot_write(&cnf_path, &error))?;
        let hinted = if self.lrat {
            Some(elaborate(&draft.path, &formula, &mut watch.guard())?)
        } else {
            None
        };
        draft.publish(&output)?;
        let value = json!({
            "length": length,
            "moves": moves,
            "steps": steps,
            "variables": formula.cnf.variables(),
            "clauses": formula.cnf.len(),
            "proof_lines": lines,
            "lrat_clauses": hinted,
        });
        let text = format!(
            "{length} moves are optimal: {} variables, {} clauses, a proof of {lines} lines in {}\n",
            formula.cnf.variables(),
            formula.cnf.len(),
            output.display()
        );
        super::only(style, COLUMNS, Reply::new(text, &value))
    }
}

/// Writes the proof once more, with what each clause follows from; gives their number.
fn elaborate(
    folder: &Path,
    formula: &Formula,
    guard: &mut WatchGuard<'_>,
) -> Result<usize, Failure> {
    let (from, to) = (folder.join("shorter.drat"), folder.join("shorter.lrat"));
    let drat = File::open(&from)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", from.display())))?;
    let file = File::create(&to).map_err(|error| cannot_write(&to, &error))?;
    let written = lrat::elaborate(
        &formula.cnf,
        BufReader::new(drat),
        BufWriter::new(file),
        guard,
    );
    written.map_err(|error| match error {
        ProofError::Io(error) => cannot_write(&to, &error),
        ProofError::Stopped(_) => limit("no LRAT within the limits; leave --lrat out"),
        error => Failure::internal(error.to_string()),
    })
}

/// A folder that goes when it is dropped, unless its files were published.
struct Draft {
    path: PathBuf,
}

impl Draft {
    /// A fresh folder beside the one that the files are for.
    fn new(output: &Path) -> Result<Self, Failure> {
        let mut name = output.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".partial-{}", std::process::id()));
        let path = output.with_file_name(name);
        fs::create_dir_all(&path).map_err(|error| cannot_write(&path, &error))?;
        Ok(Self { path })
    }

    /// Moves the files into the folder.
    fn publish(&self, output: &Path) -> Result<(), Failure> {
        fs::create_dir_all(output).map_err(|error| cannot_write(output, &error))?;
        // What an earlier proof left there does not belong to this one.
        for name in ["shorter.cnf", "shorter.drat", "shorter.lrat"] {
            let _ = fs::remove_file(output.join(name));
        }
        let files = fs::read_dir(&self.path).map_err(|error| cannot_write(&self.path, &error))?;
        for file in files.filter_map(Result::ok) {
            let to = output.join(file.file_name());
            fs::rename(file.path(), &to).map_err(|error| cannot_write(&to, &error))?;
        }
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Checks the proofs of a folder.
fn check(folder: &Path, limits: &LimitArgs, style: Style) -> Result<Exit, End> {
    let cannot_read = |path: &Path, error: &std::io::Error| {
        Failure::usage(format!("cannot read {}: {error}", path.display()))
    };
    let path = folder.join("shorter.cnf");
    let formula = fs::read_to_string(&path).map_err(|error| cannot_read(&path, &error))?;
    let control = Arc::new(Control::new(limits.each_of(1)));
    interrupt::watch(&control);
    let watch = Watch::new(&control);
    let (mut text, mut rows) = (String::new(), Vec::new());
    for (name, language) in [
        ("shorter.drat", Language::Drat),
        ("shorter.lrat", Language::Lrat),
    ] {
        let path = folder.join(name);
        let file = match File::open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !rows.is_empty() => break,
            file => file.map_err(|error| cannot_read(&path, &error))?,
        };
        let checked =
            certificate::check(&formula, BufReader::new(file), language, &mut watch.guard());
        let checked = checked.map_err(|error| match error {
            CertificateError::Proof(ProofError::Stopped(_)) => {
                limit("not checked within the limits")
            }
            error => Failure::new(
                Exit::Verification,
                ProblemKind::Verification,
                format!("{}: {error}", path.display()),
            ),
        })?;
        let plans = checked.task.horizon.plans(checked.task.steps);
        let rules = if checked.is_plain {
            "by the rules of the puzzle alone"
        } else {
            "by the formula, which also has what the manual argues"
        };
        let _ = writeln!(text, "{name} holds: no plan of {plans}, {rules}");
        rows.push(json!({
            "file": name,
            "start": checked.task.start().to_string(),
            "steps": checked.task.steps,
            "plain": checked.is_plain,
            "proof_lines": checked.steps,
        }));
    }
    let reply = Reply::new(text, &json!({ "proofs": rows })).with_rows_at("/proofs");
    super::only(style, CHECKED, reply)
}

const CHECKED: &[Column] = &[
    ("file", "/file"),
    ("steps", "/steps"),
    ("plain", "/plain"),
    ("proof lines", "/proof_lines"),
];

fn limit(detail: impl Into<String>) -> Failure {
    Failure::new(Exit::Limit, ProblemKind::Unsupported, detail)
}

fn readme(start: &str, goal: &str, length: u32, plain: bool, lrat: bool) -> String {
    if length < 2 {
        return format!(
            "# {length} moves are optimal\n\n\
             Start `{start}`, goal `{goal}`; 0 is the blank, rows are separated by `/`.\n\n\
             - `solution.txt`: start, goal, and the moves; letters are the way the tile goes.\n\n\
             Every move changes the colour of the blank's cell on a chequered board, so all plans have the parity \
             of {length}, and no shorter length has it: there is nothing to refute.\n"
        );
    }
    let steps = length.saturating_sub(2);
    let rules = if plain {
        "The formula has only the rules of the puzzle: variables for half the cells at each step, because each move \
         changes the colour of the blank's cell."
    } else {
        "The formula also leaves out what no plan of this length can do, and has lemmas about groups of tiles. These \
         rules are not part of the proof; the manual of taquin gives the argument for each. `taquin prove --plain` \
         does without them."
    };
    let (file, check) = if lrat {
        (
            "- `shorter.lrat`: the same with the clauses that each one follows from, in LRAT.\n",
            ", or `lrat-check shorter.cnf shorter.lrat`",
        )
    } else {
        ("", "")
    };
    format!(
        "# {length} moves are optimal\n\n\
         Start `{start}`, goal `{goal}`; 0 is the blank, rows are separated by `/`.\n\n\
         - `solution.txt`: start, goal, and {length} moves; letters are the way the tile goes.\n\
         - `shorter.cnf`: is there a plan of at most {steps} moves? DIMACS; the comments say what each variable means.\n\
         - `shorter.drat`: the proof that there is none, in DRAT.\n{file}\n\
         Every move changes the colour of the blank's cell on a chequered board, so all plans have the parity of \
         {length}, and {steps} is the next shorter length. {rules}\n\n\
         To check: `drat-trim shorter.cnf shorter.drat`, or `rate shorter.cnf shorter.drat`{check}; and replay the moves, by \
         hand or with `taquin apply`.\n"
    )
}
