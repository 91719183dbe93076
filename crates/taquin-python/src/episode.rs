//! One episode: its board, its steps, its rewards.

use taquin::generate::Random;
use taquin::packed::Grid;
use taquin::{Board, Control, Direction, Halt, Size};

use crate::arrays::{Actions, MaskTable, blank_of};
use crate::rewards::Reward;
use crate::starts::Starts;

/// When an episode that has ended begins anew.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// With the next step, whose action is ignored.
    NextStep,
    /// In the step that ends it.
    SameStep,
    /// When the caller says so.
    Disabled,
}

/// One episode; small, so that those of many boards stay in the cache.
#[derive(Clone, Copy)]
pub(crate) struct Episode {
    pub(crate) blank: u8,
    /// Cells that do not hold what the goal has there.
    pub(crate) wrong: u16,
    pub(crate) steps: u32,
    /// The Manhattan or the exact distance, for rewards that need it.
    pub(crate) distance: u32,
    pub(crate) ended: bool,
}

/// The result of one step.
pub(crate) struct Step {
    pub(crate) reward: f64,
    pub(crate) terminated: bool,
    pub(crate) truncated: bool,
}

/// Settings shared by all episodes.
pub(crate) struct Rules {
    pub(crate) size: Size,
    pub(crate) goal: Board,
    pub(crate) home: Vec<u8>,
    pub(crate) masks: MaskTable,
    /// For each cell of the blank and each action the cell that the blank goes to: its own if the
    /// action is impossible. Actions of agents are hard to predict for a processor, so a look-up beats a
    /// branch.
    pub(crate) targets: Vec<[u8; 4]>,
    pub(crate) starts: Starts,
    pub(crate) reward: Reward,
    pub(crate) most_steps: u32,
    pub(crate) autoreset: Autoreset,
    pub(crate) control: Control,
}

/// The blank's next cell, by its cell and the action.
pub(crate) fn targets(size: Size, order: Actions) -> Vec<[u8; 4]> {
    let grid = Grid::new(size);
    let target = |blank: usize, direction: u8| {
        let legal = grid.legal(blank) >> direction & 1 == 1;
        let source = || grid.source(blank, Direction::from_index(direction));
        (if legal { source() } else { blank }) as u8
    };
    let row = |blank| order.map(|direction| target(blank, direction));
    (0..size.cells()).map(row).collect()
}

impl Rules {
    /// Draws a new board.
    pub(crate) fn begin(
        &self,
        episode: &mut Episode,
        stream: &mut Random,
        row: &mut [u8],
    ) -> Result<(), Halt> {
        self.starts.draw(&self.goal, &self.home, row, stream)?;
        self.measure(episode, row)
    }

    /// Starts an episode on a board.
    pub(crate) fn measure(&self, episode: &mut Episode, row: &[u8]) -> Result<(), Halt> {
        let cells = row.iter().zip(&self.home);
        *episode = Episode {
            blank: blank_of(row).unwrap_or(0) as u8,
            wrong: cells.filter(|(number, home)| number != home).count() as u16,
            steps: 0,
            distance: match &self.reward {
                Reward::Manhattan(table) => table.of(row),
                Reward::Distance(distances) => distances.of(row)?,
                _ => 0,
            },
            ended: false,
        };
        Ok(())
    }

    /// Makes a step. An impossible action changes nothing but the number of steps.
    #[inline]
    pub(crate) fn step(
        &self,
        episode: &mut Episode,
        row: &mut [u8],
        action: usize,
    ) -> Result<Step, Halt> {
        let before = *episode;
        let blank = usize::from(before.blank);
        let target = self.targets[blank][action & 3];
        let (from, moved) = (usize::from(target), target != before.blank);
        // Without a move all of this cancels out.
        let tile = row[from];
        let wrong = |number: u8, cell: usize| u16::from(number != self.home[cell]);
        let added = wrong(tile, blank) + wrong(0, from);
        episode.wrong = before.wrong + added - wrong(tile, from) - wrong(0, blank);
        row[from] = 0;
        row[blank] = tile;
        episode.blank = target;
        episode.steps = before.steps.saturating_add(1);
        let terminated = episode.wrong == 0;
        let truncated = !terminated && episode.steps >= self.most_steps;
        episode.ended = terminated | truncated;
        let reward = match &self.reward {
            Reward::Step => -1.0,
            Reward::Sparse => f64::from(u8::from(terminated)),
            Reward::Placed => f64::from(before.wrong) - f64::from(episode.wrong),
            Reward::Manhattan(_) | Reward::Distance(_) if !moved => self.reward.of_no_move(),
            Reward::Manhattan(table) => {
                let added = table.one(tile, blank) + table.one(0, from);
                let gone = table.one(tile, from) + table.one(0, blank);
                episode.distance = before.distance + added - gone;
                table.reward(episode.distance, terminated)
            }
            Reward::Distance(distances) => {
                episode.distance = distances.next(row, before.distance)?;
                f64::from(before.distance) - f64::from(episode.distance)
            }
        };
        Ok(Step {
            reward,
            terminated,
            truncated,
        })
    }
}
