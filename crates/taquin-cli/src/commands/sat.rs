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
use taquin_app::{ProofOrder, answer, proof_name};

use crate::End;
use crate::cli::LimitArgs;
use crate::draft::{Draft, Folder};
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::output::{Column, Reply, Style};
use crate::session;

/// Decides any formula in DIMACS, with a proof on request
#[derive(Args)]
#[command(after_help = "Examples:
  taquin sat formula.cnf
  taquin encode dimacs \"8 1 3/4 0 2/7 6 5\" --steps 12 | taquin sat --proof formula.drat
  taquin sat formula.cnf --proof formula.lrat --time-limit 1m
  taquin sat formula.cnf --solver cadical

The answer is written as in the SAT competitions: a line `s SATISFIABLE` with the values in lines
`v`, `s UNSATISFIABLE`, or `s UNKNOWN` where a limit came first. A model is checked against every
clause, and a proof with taquin's own checker before the answer says that it holds.

Exit codes, as of other SAT solvers: 10 satisfiable, 20 unsatisfiable; 4 if a limit came first, and
the usual ones for everything else.")]
pub(crate) struct Sat {
    /// The formula; `-` or none: read stdin
    #[arg(value_name = "FILE")]
    formula: Option<PathBuf>,
    /// Write the proof that there is no model: DRAT, or LRAT if the name ends in .lrat
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// What decides it: a name of ours (cdcl, batsat), or a program by name or path [default: cdcl]
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

impl Sat {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
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
                let answer = self.decide(&solver, Some(order), &control)?;
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

    fn decide(
        &self,
        solver: &Choice,
        proof: Option<ProofOrder<'_>>,
        control: &Control,
    ) -> Result<answer::Sat, Failure> {
        let answer = match self.formula.as_deref() {
            Some(path) if path != Path::new("-") => {
                let file = File::open(path).map_err(|error| {
                    Failure::usage(format!("cannot read {}: {error}", path.display()))
                })?;
                taquin_app::sat_file(BufReader::new(file), solver, proof, control)
            }
            _ => taquin_app::sat_file(io::stdin().lock(), solver, proof, control),
        };
        Ok(answer?)
    }
}

/// The format of a proof, by the name of its file.
fn format(path: &Path) -> ProofFormat {
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("lrat") => ProofFormat::Lrat,
        _ => ProofFormat::Drat,
    }
}

/// The longest line of values, as the rules of the SAT competitions have it less some.
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
