//! `taquin encode`: a position in the languages of other solvers.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use taquin::notation::file::Instance;
use taquin::sat::encodings::Encoding;
use taquin::sat::smt::Theory;
use taquin::sat::{Formula, Horizon};
use taquin::{Goals, Limits, Puzzle};
use taquin_app::{EncodeOptions, Language, answer};

use crate::End;
use crate::cli::PositionArgs;
use crate::draft::cannot_write;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Column, OutputFormat, Reply, Style};
use crate::session;

/// Export a position as a planning, SAT, SMT or constraint problem
#[derive(Args)]
#[command(after_help = "Examples:
  taquin encode pddl \"8 1 3/4 0 2/7 6 5\" -o out/     # out/domain.pddl, out/problem.pddl
  taquin encode dimacs \"8 1 3/4 0 2/7 6 5\" --steps 14 -o formula.cnf
  taquin encode dimacs \"8 1 3/4 0 2/7 6 5\" --steps 14 --encoding course --explain
  taquin encode smtlib \"8 1 3/4 0 2/7 6 5\" --steps 14 | z3 -in
  taquin encode minizinc \"8 1 3/4 0 2/7 6 5\" --steps 14 -o puzzle.mzn

The PDDL domain is strips-sliding-tile: predicates tile, position, at, blank, inc and dec; actions
move-up, move-down, move-left and move-right in the direction of the tile. A DIMACS file explains
its variables in comments; `taquin decode` turns a solver's answer back into moves.")]
pub(crate) struct Encode {
    /// The language
    #[arg(value_parser = languages(), value_name = "LANGUAGE")]
    language: Language,
    #[command(flatten)]
    positions: PositionArgs,
    /// Write to this file (for pddl: into this folder) instead of stdout
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Name of the problem; only pddl [default: taquin]
    #[arg(long)]
    name: Option<String>,
    /// Moves of the plan; not for pddl
    #[arg(long, value_name = "N")]
    steps: Option<u32>,
    /// Encoding for dimacs: compact (default), course or thesis-sat; for smtlib: thesis-smt (default) or
    /// bit-vectors
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Which plans: at-most N moves (default), exact (exactly N), or no-undo (exactly N, no move undone)
    #[arg(long, value_name = "NAME")]
    horizon: Option<Horizon>,
    /// Explain the clauses instead of writing them; only dimacs
    #[arg(long)]
    explain: bool,
    /// Export unsolvable boards too
    #[arg(long)]
    no_parity_check: bool,
}

/// The application's languages, by name.
fn languages() -> impl TypedValueParser<Value = Language> {
    let possible = |&(name, language): &(&'static str, Language)| {
        PossibleValue::new(name).help(language.summary())
    };
    PossibleValuesParser::new(Language::NAMED.iter().map(possible)).map(|name| {
        name.parse()
            .expect("the parser lets names of languages pass")
    })
}

const COLUMNS: &[Column] = &[("name", "/name"), ("text", "/text")];

impl Encode {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        if self.explain && self.language != Language::Dimacs {
            return Err(Failure::usage("only dimacs has clauses to explain").into());
        }
        self.refuse_what_does_not_apply()?;
        let positions = self.positions.clone();
        if style.format != OutputFormat::Text && self.output.is_none() {
            let columns = if self.explain { FAMILIES } else { COLUMNS };
            let answer = move |instance: &Instance| self.reply(instance);
            return super::each_position(&positions, style, 1, columns, answer);
        }
        super::each_file(&positions, style, |instance, name| {
            self.write(instance, name, style)
        })
    }

    /// The request, with the number of moves from the position's file.
    fn options(&self, instance: &Instance) -> Result<EncodeOptions, Failure> {
        let (mut encoding, mut theory) = (Encoding::default(), Theory::default());
        match (&self.encoding, self.language) {
            (Some(name), Language::Smtlib) => {
                theory = name
                    .parse()
                    .map_err(|error: String| Failure::usage(error))?;
            }
            (Some(name), _) => encoding = name.parse().map_err(Failure::from)?,
            (None, _) => {}
        }
        let steps = self.steps.or(instance.steps);
        if steps.is_none() && self.language != Language::Pddl {
            return Err(Failure::usage(
                "a formula is about plans of a number of moves: say how many with --steps",
            ));
        }
        Ok(EncodeOptions {
            language: self.language,
            steps,
            encoding,
            theory,
            horizon: self.horizon.unwrap_or(taquin_app::HORIZON),
            name: self.name.clone().unwrap_or_else(|| "taquin".to_owned()),
            any_parity: self.no_parity_check,
        })
    }

    fn goals(&self, instance: &Instance) -> Result<Goals, Failure> {
        let goals = input::goals_for(self.positions.goal.chosen().as_ref(), instance);
        if !self.no_parity_check || self.language == Language::Pddl {
            // Checked here too, for the command's own words about parity.
            Puzzle::new(instance.board.clone(), &goals)
                .map_err(|error| Failure::puzzle(&error, &goals))?;
        }
        Ok(goals)
    }

    /// The files of one position, or what its formula says, as an answer.
    fn reply(&self, instance: &Instance) -> Result<Reply, Failure> {
        let (options, goals) = (self.options(instance)?, self.goals(instance)?);
        let control = session::control(Limits::default());
        if self.explain {
            let formula = taquin_app::formula(&instance.board, &goals, &options, &control)?;
            return Ok(explain(&formula));
        }
        let answer = taquin_app::encode(&instance.board, &goals, &options, &control)?;
        Ok(Reply::new("", &answer).with_rows_at("/files"))
    }

    /// Writes the files of one position; `name` is that of its own, if there are several.
    fn write(&self, instance: &Instance, name: Option<&str>, style: Style) -> Result<Exit, End> {
        if self.explain {
            return super::only(style, FAMILIES, self.reply(instance)?);
        }
        let (options, goals) = (self.options(instance)?, self.goals(instance)?);
        let control = session::control(Limits::default());
        let answer = taquin_app::encode(&instance.board, &goals, &options, &control)
            .map_err(Failure::from)?;
        let output = match (&self.output, name) {
            (Some(folder), Some(name)) => Some(folder.join(name)),
            (output, _) => output.clone(),
        };
        let text = match &output {
            None if name.is_some() => {
                let way_out = "several formulas go into a folder: -o FOLDER, or --format ndjson";
                return Err(Failure::usage(way_out).into());
            }
            Some(path) if name.is_some() && self.language != Language::Pddl => {
                let folder = self.output.as_deref().unwrap_or(path);
                std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
                let file = &answer.files[0];
                let extension = file.name.rsplit('.').next().unwrap_or("txt");
                let path = path.with_file_name(format!("{}.{extension}", name.unwrap_or_default()));
                write_file(&path, &file.text)?;
                format!("{}\n", path.display())
            }
            Some(path) if self.language == Language::Pddl || path.is_dir() => {
                write_files(path, &answer.files)?
            }
            Some(path) => {
                write_file(path, &answer.files[0].text)?;
                format!("{}\n", path.display())
            }
            None if style.format == OutputFormat::Text => return print(&answer.files),
            None => String::new(),
        };
        if style.format == OutputFormat::Text {
            return super::only(style, COLUMNS, Reply::new(text, &()));
        }
        let reply = Reply::new(text, &answer).with_rows_at("/files");
        super::only(style, COLUMNS, reply)
    }
}

impl Encode {
    /// An option that the language has no use for is a mistake, not something to pass over.
    fn refuse_what_does_not_apply(&self) -> Result<(), Failure> {
        let is_pddl = self.language == Language::Pddl;
        let has_encodings = matches!(self.language, Language::Dimacs | Language::Smtlib);
        let given = [
            ("--steps", self.steps.is_some() && is_pddl),
            ("--horizon", self.horizon.is_some() && is_pddl),
            ("--no-parity-check", self.no_parity_check && is_pddl),
            ("--encoding", self.encoding.is_some() && !has_encodings),
            ("--name", self.name.is_some() && !is_pddl),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => {
                let language = self.language.name();
                Err(Failure::usage(format!(
                    "{option} does not apply to {language}"
                )))
            }
        }
    }
}

const FAMILIES: &[Column] = &[
    ("family", "/family"),
    ("clauses", "/clauses"),
    ("says", "/words"),
];

/// The families of a formula in words.
fn explain(formula: &Formula) -> Reply {
    let cnf = &formula.cnf;
    let mut text = format!(
        "{}: {} variables, {} clauses; plans of {}\n",
        formula.encoding,
        cnf.variables(),
        cnf.len(),
        formula.task.horizon.plans(formula.task.steps),
    );
    let mut rows = Vec::new();
    for family in taquin_app::families(formula) {
        let _ = write!(
            text,
            "\n{} ({})\n  {}.\n  For example: {}.\n",
            family.name,
            super::count_of(family.clauses, "clause"),
            family.words,
            family.sample,
        );
        rows.push(serde_json::json!({
            "family": family.name,
            "clauses": family.clauses,
            "words": family.words,
            "example": family.sample,
        }));
    }
    let answer = serde_json::json!({
        "encoding": formula.encoding,
        "steps": formula.task.steps,
        "variables": cnf.variables(),
        "clauses": cnf.len(),
        "families": rows,
    });
    Reply::new(text, &answer).with_rows_at("/families")
}

/// Writes a text while it is generated: that of a formula may be larger than memory.
fn write_file(path: &Path, text: &answer::EncodedText) -> Result<(), Failure> {
    let write = || {
        let mut file = BufWriter::new(File::create(path)?);
        write!(file, "{text}")?;
        file.flush()
    };
    write().map_err(|error| cannot_write(path, &error))
}

/// Writes the files to stdout, with an empty line between them.
fn print(files: &[answer::EncodedFile]) -> Result<Exit, End> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for (index, file) in files.iter().enumerate() {
        let between = if index == 0 { "" } else { "\n" };
        write!(out, "{between}{}", file.text)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Writes the files into a folder and lists them.
fn write_files(folder: &Path, files: &[answer::EncodedFile]) -> Result<String, Failure> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let mut written = String::new();
    for file in files {
        let path = folder.join(&file.name);
        write_file(&path, &file.text)?;
        let _ = writeln!(written, "{}", path.display());
    }
    Ok(written)
}
