//! Many episodes side by side, one step of each at a time.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taquin::Halt;
use taquin::generate::Random;
use taquin_app::{Refusal, new_seed};

use crate::arrays::{Actions, MaskTable, halted, is_even};
use crate::episode::{Autoreset, Episode, Rules, targets};
use crate::goal::{self, GoalArgument};
use crate::problem::raise;
use crate::rewards::Reward;
use crate::rows::Rows;
use crate::session::control;
use crate::starts::{StartArgument, Starts};

/// The observable state of all episodes: boards, rewards, terminations, truncations, masks, and the last
/// boards and lengths of the episodes that ended and began anew.
type Seen<'py> = (
    Bound<'py, PyArray3<u8>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray2<i8>>,
    Option<(Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<i32>>)>,
);

/// The state of vectorised environments.
#[pyclass(module = "taquin._taquin")]
pub(crate) struct Environment {
    rules: Rules,
    episodes: Vec<Episode>,
    /// Where each episode draws its boards from.
    streams: Vec<Random>,
    /// The boards, one row each.
    boards: Vec<u8>,
}

#[pymethods]
impl Environment {
    #[new]
    #[pyo3(signature = (count, size, order, start, reward, most_steps=None, autoreset="next_step", goal=None))]
    #[expect(clippy::too_many_arguments, reason = "the options of an environment")]
    fn new(
        py: Python<'_>,
        count: usize,
        size: (usize, usize),
        order: Actions,
        start: StartArgument,
        reward: &str,
        most_steps: Option<u32>,
        autoreset: &str,
        goal: Option<GoalArgument>,
    ) -> PyResult<Self> {
        let size = goal::size(py, size.0, size.1)?;
        let goal = goal::board(py, goal.as_ref(), size)?;
        let control = control();
        let rules = Rules {
            size,
            home: goal.numbers().collect(),
            masks: MaskTable::new(size, order),
            targets: targets(size, order),
            starts: Starts::new(py, &start, &goal, &control)?,
            reward: Reward::new(py, reward, &goal, &control)?,
            most_steps: most_steps.unwrap_or(u32::MAX),
            autoreset: match autoreset {
                "next_step" => Autoreset::NextStep,
                "same_step" => Autoreset::SameStep,
                _ => Autoreset::Disabled,
            },
            goal,
            control,
        };
        let seed = new_seed();
        let boards = rules.home.repeat(count);
        let stream = |index: u64| Random::new(seed.wrapping_add(index));
        let episode = Episode {
            blank: rules.goal.blank().index() as u8,
            wrong: 0,
            steps: 0,
            distance: 0,
            // Nothing has begun before the first reset.
            ended: true,
        };
        Ok(Self {
            episodes: vec![episode; count],
            streams: (0..count as u64).map(stream).collect(),
            boards,
            rules,
        })
    }

    /// Begins episodes anew: those of the mask, or all. A seed starts the stream of its episode again.
    #[pyo3(signature = (seeds=None, mask=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Option<Vec<Option<u64>>>,
        mask: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let mask = mask.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
        let is_wanted = |index: usize| mask.is_none_or(|mask| mask.get(index) == Some(&true));
        let Self {
            rules,
            episodes,
            streams,
            boards,
        } = self;
        let rows = boards.chunks_exact_mut(rules.size.cells());
        let each = episodes.iter_mut().zip(streams).zip(rows);
        for (index, ((episode, stream), row)) in each.enumerate() {
            if !is_wanted(index) {
                continue;
            }
            let seed = seeds.as_ref().and_then(|seeds| *seeds.get(index)?);
            if let Some(seed) = seed {
                *stream = Random::new(seed);
            }
            let begun = rules.begin(episode, stream, row);
            begun.map_err(|halt| halted(py, halt))?;
        }
        Ok(())
    }

    /// Begins the episodes with these boards.
    fn set_boards(&mut self, py: Python<'_>, boards: PyReadonlyArray2<'_, u8>) -> PyResult<()> {
        let size = self.rules.size;
        let given = Rows::new(py, &boards, (size.rows(), size.cols()))?;
        if given.len() != self.episodes.len() {
            return Err(PyValueError::new_err(
                "one board for each environment is needed",
            ));
        }
        if let Some(index) = is_even(&given, &self.rules.goal)
            .iter()
            .position(|even| !even)
        {
            let goals = taquin::Goal::Custom(self.rules.goal.clone()).into();
            let error = taquin::Puzzle::new(given.board(index), &goals).err();
            let refusal =
                error.map_or_else(|| Refusal::request("no goal is reached"), Refusal::from);
            return Err(raise(py, &refusal));
        }
        self.boards.copy_from_slice(given.numbers);
        for (episode, row) in self.episodes.iter_mut().zip(given.rows()) {
            self.rules
                .measure(episode, row)
                .map_err(|halt| halted(py, halt))?;
        }
        Ok(())
    }

    /// Makes one step in each episode.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Seen<'py>> {
        let count = self.episodes.len();
        let actions = actions.as_slice()?;
        if actions.len() != count || actions.iter().any(|action| !(0..4).contains(action)) {
            return Err(PyValueError::new_err(format!(
                "{count} actions from 0 to 3 are needed"
            )));
        }
        let cells = self.rules.size.cells();
        let Self {
            rules,
            episodes,
            streams,
            boards,
        } = self;
        if rules.autoreset == Autoreset::Disabled && episodes.iter().any(|episode| episode.ended) {
            return Err(PyValueError::new_err(
                "reset the episodes that have ended: options={'reset_mask': …}",
            ));
        }
        let mut rewards = vec![0.0; count];
        let (mut terminated, mut truncated) = (vec![false; count], vec![false; count]);
        let mut masks = vec![0_i8; 4 * count];
        let mut last: Option<(Vec<u8>, Vec<i32>)> = None;
        let work = || -> Result<(), Halt> {
            let rows = boards.chunks_exact_mut(cells);
            let masks = masks.chunks_exact_mut(4);
            for (index, ((episode, row), mask)) in
                episodes.iter_mut().zip(rows).zip(masks).enumerate()
            {
                if episode.ended && rules.autoreset == Autoreset::NextStep {
                    rules.begin(episode, &mut streams[index], row)?;
                } else {
                    let step = rules.step(episode, row, actions[index] as usize)?;
                    rewards[index] = step.reward;
                    terminated[index] = step.terminated;
                    truncated[index] = step.truncated;
                    if episode.ended && rules.autoreset == Autoreset::SameStep {
                        let (boards, lengths) =
                            last.get_or_insert_with(|| (vec![0; count * cells], vec![0; count]));
                        boards[index * cells..][..cells].copy_from_slice(row);
                        lengths[index] = episode.steps as i32;
                        rules.begin(episode, &mut streams[index], row)?;
                    }
                }
                mask.copy_from_slice(&rules.masks.of(usize::from(episode.blank)));
            }
            Ok(())
        };
        py.detach(work).map_err(|halt| halted(py, halt))?;
        let shape = [count, self.rules.size.rows(), self.rules.size.cols()];
        let last = last.map(|(boards, lengths)| -> PyResult<_> {
            let boards = PyArray1::from_vec(py, boards).reshape(shape)?;
            Ok((boards, PyArray1::from_vec(py, lengths)))
        });
        Ok((
            PyArray1::from_slice(py, &self.boards).reshape(shape)?,
            PyArray1::from_vec(py, rewards),
            PyArray1::from_vec(py, terminated),
            PyArray1::from_vec(py, truncated),
            PyArray1::from_vec(py, masks).reshape([count, 4])?,
            last.transpose()?,
        ))
    }

    /// Makes one step in the only episode: reward, terminated, truncated.
    fn step_one(&mut self, py: Python<'_>, action: usize) -> PyResult<(f64, bool, bool)> {
        let (Some(episode), 0..4) = (self.episodes.first_mut(), action) else {
            return Err(PyValueError::new_err(format!(
                "{action} is not an action: 0 to 3"
            )));
        };
        let step = self.rules.step(episode, &mut self.boards, action);
        let step = step.map_err(|halt| halted(py, halt))?;
        Ok((step.reward, step.terminated, step.truncated))
    }

    /// The boards of all episodes.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let size = self.rules.size;
        let flat = PyArray1::from_slice(py, &self.boards);
        flat.reshape([self.episodes.len(), size.rows(), size.cols()])
    }

    /// The board of the only episode.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.rules.size;
        let cells = size.cells().min(self.boards.len());
        let flat = PyArray1::from_slice(py, &self.boards[..cells]);
        flat.reshape([size.rows(), size.cols()])
    }

    /// Which actions are possible in each episode.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let mask = |episode: &Episode| self.rules.masks.of(usize::from(episode.blank));
        let flat: Vec<i8> = self.episodes.iter().flat_map(mask).collect();
        PyArray1::from_vec(py, flat).reshape([self.episodes.len(), 4])
    }

    /// Which actions are possible in the only episode.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let blank = self.episodes.first().map_or(0, |episode| episode.blank);
        PyArray1::from_slice(py, &self.rules.masks.of(usize::from(blank)))
    }

    /// Steps made in each episode.
    fn steps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let steps = self.episodes.iter().map(|episode| episode.steps as i32);
        PyArray1::from_vec(py, steps.collect())
    }

    /// Which episodes have ended.
    fn ended<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let ended = self.episodes.iter().map(|episode| episode.ended);
        PyArray1::from_vec(py, ended.collect())
    }

    /// Cancels the running searches of this environment.
    fn close(&self) {
        self.rules.control.cancel();
    }
}
