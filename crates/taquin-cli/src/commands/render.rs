//! `taquin render`: pictures and animations of a position.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use taquin::notation::file::Instance;
use taquin::notation::to_grid;
use taquin::{Board, Move};
use taquin_export::picture::{self, Colouring, Paint};

use crate::End;
use crate::cli::{NotationArg, PositionArgs};
use crate::draft::cannot_write;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Style;
use crate::units;

/// Draw a position as SVG, GIF or text, or animate a sequence of moves
#[derive(Args)]
#[command(after_help = "Examples:
  taquin render \"8 1 3/4 0 2/7 6 5\" -o board.svg
  taquin render \"8 1 3/4 0 2/7 6 5\" --moves LUR2D2LURULDLU -o solve.gif
  taquin render --colour fringe \"8 1 3/4 0 2/7 6 5\" -o board.svg
  taquin render --as text \"8 1 3/4 0 2/7 6 5\"")]
pub(crate) struct Render {
    #[command(flatten)]
    positions: PositionArgs,
    /// Animate these moves; `-` reads stdin
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Time from one move to the next
    #[arg(long, value_name = "TIME", default_value = "300ms", value_parser = units::interval)]
    step: Duration,
    /// Colour tiles (SVG) by rows, columns, fringe, diagonals, checkerboard or distance
    #[arg(long, visible_alias = "color", value_name = "SCHEME")]
    colour: Option<Colouring>,
    /// File format [default: from the name of the output, or svg]
    #[arg(long = "as", value_enum, value_name = "KIND")]
    kind: Option<PictureKind>,
    /// Write to this file instead of stdout; for several positions, into this folder
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    notation: NotationArg,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PictureKind {
    /// A vector image; animated with --moves
    Svg,
    /// A raster image; animated with --moves
    Gif,
    /// Rows of numbers; every board with --moves
    Text,
}

impl Render {
    pub(crate) fn run(self, style: Style) -> Result<Exit, End> {
        style.only_text("--as chooses between svg, gif and text")?;
        let printed = Cell::new(false);
        super::each_file(&self.positions, style, |instance, name| {
            self.draw_one(instance, name, &printed)
        })
    }

    /// Draws one position; `name` is that of its file, if there are several.
    fn draw_one(
        &self,
        instance: &Instance,
        name: Option<&str>,
        printed: &Cell<bool>,
    ) -> Result<Exit, End> {
        let board = &instance.board;
        let moves = match &self.moves {
            Some(text) => super::moves(text, self.notation.notation, board)?,
            None => Vec::new(),
        };
        let kind = match (self.kind, self.output.as_deref()) {
            (Some(kind), _) => kind,
            (None, Some(path)) if name.is_none() => kind_of(path)?,
            (None, _) => PictureKind::Svg,
        };
        let bytes = match self.colour {
            None => draw(kind, board, &moves, self.step)?,
            Some(colouring) if kind == PictureKind::Svg => {
                let goals = input::goals_for(self.positions.goal.chosen().as_ref(), instance);
                let goal = goals.as_slice()[0].board(board.size());
                let goal = &goal.map_err(|error| Failure::usage(error.to_string()))?;
                let paint = Paint { colouring, goal };
                picture::painted_svg(board, &moves, self.step, paint)
                    .map_err(Failure::from)?
                    .into_bytes()
            }
            Some(_) => {
                let way_out =
                    "--colour is for SVG; leave --as out or name a file that ends in .svg";
                return Err(Failure::usage(way_out).into());
            }
        };
        let path = match (&self.output, name) {
            (Some(folder), Some(name)) => {
                std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
                Some(folder.join(format!("{name}.{}", kind.extension())))
            }
            (output, _) => output.clone(),
        };
        match &path {
            Some(path) => {
                std::fs::write(path, bytes).map_err(|error| cannot_write(path, &error))?;
            }
            None if name.is_some() && kind != PictureKind::Text => {
                let way_out = "several pictures go into a folder: -o FOLDER";
                return Err(Failure::usage(way_out).into());
            }
            None if kind == PictureKind::Gif && io::stdout().is_terminal() => {
                let way_out = "a GIF is no sight for a terminal; write it to a file with -o FILE";
                return Err(Failure::usage(way_out).into());
            }
            None => {
                let between: &[u8] = if printed.replace(true) { b"\n" } else { b"" };
                io::stdout().lock().write_all(&[between, &bytes].concat())?;
            }
        }
        Ok(Exit::Done)
    }
}

impl PictureKind {
    fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Gif => "gif",
            Self::Text => "txt",
        }
    }
}

fn kind_of(path: &Path) -> Result<PictureKind, Failure> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    match extension.to_ascii_lowercase().as_str() {
        "svg" => Ok(PictureKind::Svg),
        "gif" => Ok(PictureKind::Gif),
        "txt" => Ok(PictureKind::Text),
        _ => Err(Failure::usage(format!(
            "`{}` does not say what to draw; end it in .svg, .gif or .txt, or add --as",
            path.display()
        ))),
    }
}

fn draw(
    kind: PictureKind,
    board: &Board,
    moves: &[Move],
    step: Duration,
) -> Result<Vec<u8>, Failure> {
    Ok(match kind {
        PictureKind::Svg if moves.is_empty() => picture::svg(board).into_bytes(),
        PictureKind::Svg => picture::animated_svg(board, moves, step)?.into_bytes(),
        PictureKind::Gif => picture::gif(board, moves, step)?,
        PictureKind::Text => {
            board.clone().replay(moves)?;
            let steps = super::solve::steps(board, moves);
            format!("{}\n{steps}", to_grid(board, '.')).into_bytes()
        }
    })
}
