//! The first boards of episodes.

use pyo3::prelude::*;
use taquin::generate::{Generator, Random, Uniform, Walk};
use taquin::levels::{Band, Dealer};
use taquin::{Board, Control, Halt, Stop};
use taquin_app::Refusal;

use crate::arrays::halted;
use crate::labels::{has_table, table};
use crate::problem::refuse;

/// The distribution of an episode's first board.
pub(crate) enum Starts {
    /// Every board that reaches the goal, equally likely.
    Uniform,
    /// The end of a random walk from the goal.
    Walk(Walk),
    /// Every board of a range of distances, equally likely: their rows one after the other.
    Pool(Vec<u8>),
    /// A board of a range of distances, found by search.
    Found(Box<Dealer>, Band),
}

/// Its name for users: `uniform`, `("walk", k)` or `("distance", a, b)`.
#[derive(FromPyObject)]
pub(crate) struct StartArgument(String, u32, u32);

impl Starts {
    pub(crate) fn new(
        py: Python<'_>,
        StartArgument(kind, low, high): &StartArgument,
        goal: &Board,
        control: &Control,
    ) -> PyResult<Self> {
        let range = |error: String| refuse(py, Refusal::member("/start", "range", error));
        match kind.as_str() {
            "uniform" => Ok(Self::Uniform),
            "walk" if *low == 0 => Err(range("a walk has at least one move".to_owned())),
            "walk" => Ok(Self::Walk(Walk { moves: *low })),
            _ => {
                let band = Band::new(*low, *high).map_err(|error| range(error.to_string()))?;
                let games = Dealer::new(goal.clone(), control);
                // This says what is wrong with the range or the size.
                games
                    .at_distance(band, 0)
                    .map_err(|error| refuse(py, error))?;
                if !has_table(goal) {
                    return Ok(Self::Found(Box::new(games), band));
                }
                let pool = pool(goal, band, control).map_err(|halt| halted(py, halt))?;
                Ok(Self::Pool(pool))
            }
        }
    }

    /// Draws the next board of a stream; never the goal, unless only the goal is requested.
    pub(crate) fn draw(
        &self,
        goal: &Board,
        home: &[u8],
        row: &mut [u8],
        random: &mut Random,
    ) -> Result<(), Halt> {
        loop {
            match self {
                Self::Uniform => {
                    row.copy_from_slice(home);
                    Uniform.shuffle(goal, row, random);
                }
                Self::Walk(walk) => write(&walk.draw(goal, random), row),
                Self::Pool(pool) => {
                    let chosen = random.below(pool.len() / row.len());
                    row.copy_from_slice(&pool[chosen * row.len()..][..row.len()]);
                    return Ok(());
                }
                Self::Found(games, band) => {
                    let game = games.at_distance(*band, random.bits());
                    write(
                        &game.map_err(|_| Halt::Stopped(Stop::Cancelled))?.board,
                        row,
                    );
                    return Ok(());
                }
            }
            if row != home {
                return Ok(());
            }
        }
    }
}

fn write(board: &Board, row: &mut [u8]) {
    for (cell, number) in row.iter_mut().zip(board.numbers()) {
        *cell = number;
    }
}

/// All boards in a range of distances, by a look at every permutation.
pub(crate) fn pool(goal: &Board, band: Band, control: &Control) -> Result<Vec<u8>, Halt> {
    let table = table(goal, control)?;
    let mut row: Vec<u8> = (0..goal.size().cells() as u8).collect();
    let mut pool = Vec::new();
    loop {
        if table
            .distance_of(&row)
            .is_some_and(|distance| band.contains(distance))
        {
            pool.extend_from_slice(&row);
        }
        if !next_permutation(&mut row) {
            return Ok(pool);
        }
    }
}

/// The next permutation in lexicographic order; whether there is one.
fn next_permutation(row: &mut [u8]) -> bool {
    let Some(pivot) = (1..row.len()).rev().find(|&i| row[i - 1] < row[i]) else {
        return false;
    };
    let larger = (pivot..row.len()).rev().find(|&i| row[i] > row[pivot - 1]);
    row.swap(pivot - 1, larger.unwrap_or(pivot));
    row[pivot..].reverse();
    true
}
