//! Pictures of rows, as SVG for a page in light or dark or on paper.

mod axis;
mod boxes;
mod cactus;
mod chart;
mod estimate;
mod histogram;
mod scatter;
mod steps;

pub(crate) use chart::escape;
use serde::{Deserialize, Serialize};

use crate::data_frame::{DataFrame, Measure};

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlotKind {
    /// How many runs took how long.
    Histogram,
    /// How many runs were answered within which time.
    Cactus,
    /// Two configurations, instance by instance.
    Scatter,
    /// The spread of times and of nodes.
    Box,
    /// What heuristics say against the true distance.
    Estimate,
    /// Time against the bound on the steps.
    Steps,
}

impl PlotKind {
    /// All, in the order of a report.
    pub const ALL: [(&'static str, Self); 6] = [
        ("histogram", Self::Histogram),
        ("steps", Self::Steps),
        ("cactus", Self::Cactus),
        ("scatter", Self::Scatter),
        ("box", Self::Box),
        ("estimate", Self::Estimate),
    ];
}

impl std::str::FromStr for PlotKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().find(|(name, _)| *name == text.trim());
        known.map(|&(_, kind)| kind).ok_or_else(|| {
            let names = Self::ALL.map(|(name, _)| name);
            format!("there is no plot `{text}`; there are {}", names.join(", "))
        })
    }
}

/// A picture with its caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// The picture.
    pub svg: String,
}

/// The pictures of a kind that the rows give; none where they have nothing of it.
///
/// `pair` names the two configurations of a scatter.
pub(crate) fn draw(
    kind: PlotKind,
    frame: &DataFrame,
    measure: Measure,
    pair: Option<(usize, usize)>,
) -> Vec<Figure> {
    match kind {
        PlotKind::Histogram => histogram::draw(frame, measure).into_iter().collect(),
        PlotKind::Cactus => cactus::draw(frame, measure).into_iter().collect(),
        PlotKind::Scatter => scatter::draw(frame, measure, pair).into_iter().collect(),
        PlotKind::Box => boxes::draw(frame, measure),
        PlotKind::Estimate => estimate::draw(frame).into_iter().collect(),
        PlotKind::Steps => steps::draw(frame, measure).into_iter().collect(),
    }
}

/// Numbers as people read them.
pub(crate) mod show {
    pub(crate) use super::axis::{count, short, time};
}

/// Colours and line patterns come round after this many.
pub(crate) const COLOURS: usize = 8;

/// The class of a series' colour.
fn colour(index: usize) -> String {
    format!("c{}", index % COLOURS)
}

/// The pattern of a series' line: the first eight are whole, the next dashed.
fn dash(index: usize) -> &'static str {
    ["", "6 3", "2 3", "8 3 2 3"][index / COLOURS % 4]
}
