//! `taquin sat`: any formula in DIMACS, decided as SAT solvers do.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use taquin::Control;
use taquin::sat::backend::Choice;
use taquin::sat::certificate::ProofFormat;
use taquin::sat::checker::Checker;
use taquin_app::{ProofOrder, RefusalKind, answer, proof_name};

use crate::End;
use crate::cli::LimitArgs;
use crate::draft::{Draft, Folder};
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::output::{Column, Reply, Style};
use crate::session;

/// Solve any DIMACS formula, with a proof on request, or check a proof
#[derive(Args)]
#[command(after_help = "Examples:
  taquin sat formula.cnf
  taquin encode dimacs \"8 1 3/4 0 2/7 6 5\" --steps 12 | taquin sat --proof formula.drat
  taquin sat formula.cnf --proof formula.lrat --time-limit 1m
  taquin sat formula.cnf --solver cadical
  taquin sat formula.cnf --proof formula.drat --checker drat-trim
  taquin sat formula.cnf --check formula.drat

The answer is written as in the SAT competitions: a line `s SATISFIABLE` with the values in lines
`v`, `s UNSATISFIABLE`, or `s UNKNOWN` at a limit. taquin checks a model against every clause, and a
proof with its own checker; --checker names another checker to run as well.

--check only checks an existing proof, with taquin's own checker and all others that are installed
(cake_lpr, lrat-check, lrat-trim, drat-trim, rate). It prints `s VERIFIED` and ends with 0, or with
5 if any checker rejects the proof.

Exit codes, as of other SAT solvers: 10 satisfiable, 20 unsatisfiable; 4 if a limit came first, and
the usual ones for everything else.")]
pub(crate) struct Sat {
    /// The formula; `-` or none: read stdin
    #[arg(value_name = "FILE")]
    formula: Option<PathBuf>,
    /// Write the proof that there is no model: DRAT, or LRAT if the name ends in .lrat
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Check this proof that there is no model: DRAT, or LRAT if the name ends in .lrat
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "solver"], requires = "formula")]
    check: Option<PathBuf>,
    /// The proof checker to run in addition to taquin's own: a name, a path, or none
    #[arg(long, value_name = "PROGRAM")]
    checker: Option<String>,
    /// The SAT solver: cdcl, batsat, or a program by name or path [default: cdcl]
    #[arg(long, value_name = "PROGRAM")]
    solver: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

const COLUMNS: &[Column] = &[
    ("satisfiable", "/satisfiable"),
    ("solver", "/solver"),
    ("evidence", "/evidence"),
    ("variables", "/variables"),
    ("clauses", "/clauses"),
    ("conflicts", "/conflicts"),
    ("time_ms", "/stats/time_ms"),
];

const CHECKED: &[Column] = &[
    ("format", "/format"),
    ("proof_clauses", "/proof_clauses"),
    ("variables", "/variables"),
    ("clauses", "/clauses"),
];

impl Sat {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        if let Some(proof) = &self.check {
            return self.check(proof, style);
        }
        let checkers = self.checkers()?;
        let solver = super::formula_solver(self.solver.as_deref())?;
        let control = Arc::new(session::control(self.limits.each_of(1)));
        interrupt::watch(&control);
        let answer = match &self.proof {
            None => self.decide(&solver, None, &control)?,
            Some(path) => {
                let format = format(path);
                let draft = Draft::new(path)?;
                let files = Folder(draft.path.clone());
                let order = ProofOrder {
                    format,
                    files: &files,
                };
                let mut answer = self.decide(&solver, Some(order), &control)?;
                if let (Some(proof), false) = (&mut answer.proof, checkers.is_empty()) {
                    let file = draft.path.join(proof_name(format));
                    let outside = self.ask_outside(&checkers, (&file, format), &control)?;
                    let who = super::checked_by(&outside);
                    answer.label = answer
                        .label
                        .replace("proof checked", &format!("proof {who}"));
                    proof.outside = outside;
                }
                if answer.proof.is_some() {
                    draft.publish_file(proof_name(format), path)?;
                }
                answer
            }
        };
        let exit = match answer.satisfiable {
            Some(true) => Exit::Satisfiable,
            Some(false) => Exit::Unsatisfiable,
            None => Exit::Limit,
        };
        let (variables, clauses) = (answer.variables, answer.clauses);
        let time = answer.stats.time_ms;
        let effort = super::formula_effort(variables, clauses, answer.conflicts, time);
        let talk = format!("{} · {effort}", answer.label);
        let reply = Reply::new(text(&answer), &answer);
        super::only(style, COLUMNS, reply.with_talk(talk).with_exit(exit))
    }

    /// The external checkers to run.
    fn checkers(&self) -> Result<Vec<Checker>, Failure> {
        let Some(name) = &self.checker else {
            return Ok(Vec::new());
        };
        let Some(proof) = &self.proof else {
            return Err(Failure::usage("--checker goes with --proof or --check"));
        };
        if self.formula_file().is_none() {
            return Err(Failure::usage(
                "another checker reads the formula from a file; name one",
            ));
        }
        let checkers = super::outside_checkers(Some(name))?;
        refuse_other_formats(&checkers, format(proof))?;
        Ok(checkers)
    }

    /// The file of the formula, unless it comes from stdin.
    fn formula_file(&self) -> Option<&Path> {
        self.formula
            .as_deref()
            .filter(|path| *path != Path::new("-"))
    }

    fn ask_outside(
        &self,
        checkers: &[Checker],
        proof: (&Path, ProofFormat),
        control: &Control,
    ) -> Result<Vec<answer::OutsideCheck>, Failure> {
        let Some(formula) = self.formula_file() else {
            return Ok(Vec::new());
        };
        let is_named = self.checker.is_some();
        super::check_outside(checkers, is_named, formula, proof, control)
    }

    /// Checks an existing proof.
    fn check(&self, proof: &Path, style: Style) -> Result<Exit, End> {
        let checkers = super::outside_checkers(self.checker.as_deref())?;
        let format = format(proof);
        if self.checker.is_some() {
            refuse_other_formats(&checkers, format)?;
        }
        let control = Arc::new(session::control(self.limits.each_of(1)));
        interrupt::watch(&control);
        let file = open(proof)?;
        let checked = match self.formula_file() {
            Some(path) => taquin_app::check_sat_proof(open(path)?, file, format, &control),
            None => taquin_app::check_sat_proof(io::stdin().lock(), file, format, &control),
        };
        let mut checked = checked.map_err(|refusal| match refusal.kind {
            RefusalKind::Unsupported => Failure {
                exit: Exit::Limit,
                ..Failure::from(refusal)
            },
            _ => Failure::from(refusal),
        })?;
        checked.outside = self.ask_outside(&checkers, (proof, format), &control)?;
        let talk = format!(
            "{} · {}, {}, a proof of {}",
            super::checked_by(&checked.outside),
            super::count_of(checked.variables as usize, "variable"),
            super::count_of(checked.clauses, "clause"),
            super::count_of(checked.proof_clauses, "clause"),
        );
        let reply = Reply::new("s VERIFIED\n", &checked).with_talk(talk);
        super::only(style, CHECKED, reply)
    }

    fn decide(
        &self,
        solver: &Choice,
        proof: Option<ProofOrder<'_>>,
        control: &Control,
    ) -> Result<answer::Sat, Failure> {
        let answer = match self.formula_file() {
            Some(path) => taquin_app::sat_file(open(path)?, solver, proof, control),
            None => taquin_app::sat_file(io::stdin().lock(), solver, proof, control),
        };
        Ok(answer?)
    }
}

fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    let file = File::open(path);
    let file =
        file.map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
    Ok(BufReader::new(file))
}

/// Refuses a checker that cannot read the proof.
fn refuse_other_formats(checkers: &[Checker], format: ProofFormat) -> Result<(), Failure> {
    match checkers.iter().find(|checker| !checker.reads(format)) {
        None => Ok(()),
        Some(checker) => Err(Failure::usage(format!(
            "{} does not read {}",
            checker.name(),
            format.name().to_uppercase()
        ))),
    }
}

/// The format of a proof, by the name of its file.
fn format(path: &Path) -> ProofFormat {
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("lrat") => ProofFormat::Lrat,
        _ => ProofFormat::Drat,
    }
}

/// Longest line of values; the SAT competitions allow a little more.
const WIDTH: usize = 78;

/// The answer as SAT solvers print it; what was not checked says so.
fn text(answer: &answer::Sat) -> String {
    let verdict = match answer.satisfiable {
        Some(true) => "SATISFIABLE",
        Some(false) => "UNSATISFIABLE",
        None => "UNKNOWN",
    };
    let mut text = String::new();
    if answer.evidence == Some("claim") {
        let _ = writeln!(text, "c {}", answer.label);
    }
    let _ = writeln!(text, "s {verdict}");
    let Some(model) = &answer.model else {
        return text;
    };
    let mut line = "v".to_owned();
    for literal in model.iter().copied().chain([0]) {
        let word = format!(" {literal}");
        if line.len() + word.len() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            "v".clone_into(&mut line);
        }
        line.push_str(&word);
    }
    text.push_str(&line);
    text.push('\n');
    text
}
