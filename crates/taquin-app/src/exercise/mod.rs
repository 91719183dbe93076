//! Exercises of the course: drawn from a seed, answered by students, marked by the engines.
//!
//! No answer is stored. An exercise draws its question from the seed, and a solver, the distance
//! table or a heuristic gives the key when an answer is marked.

mod draw;
mod key;
mod tasks;

use serde::Serialize;
use taquin::Control;
use taquin::generate::Random;

use crate::{Refusal, RefusalKind};
use key::Key;

/// An exercise of the course.
pub struct Exercise {
    /// Its name.
    pub name: &'static str,
    /// The lesson it belongs to.
    pub lesson: u8,
    /// What it is about, in one line.
    pub summary: &'static str,
    make: fn(&mut Random, &Control) -> Result<Task, Refusal>,
}

/// A question drawn from a seed, and what marks its answers.
pub(crate) struct Task {
    text: String,
    /// The form of an answer.
    form: &'static str,
    key: Key,
}

/// An exercise as students see it.
#[derive(Clone, Debug, Serialize)]
pub struct AskedExercise {
    /// The exercise's name.
    pub exercise: &'static str,
    /// The lesson it belongs to.
    pub lesson: u8,
    /// The seed it was drawn from.
    pub seed: u64,
    /// The question.
    pub question: String,
    /// The form of an answer.
    pub form: &'static str,
    /// A right answer, for teachers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// A marked answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkedExercise {
    /// The exercise's name.
    pub exercise: &'static str,
    /// The seed it was drawn from.
    pub seed: u64,
    /// Whether the answer is right.
    pub right: bool,
    /// What is wrong with it, without giving the answer away.
    pub remark: String,
}

/// All exercises, in the order of the lessons.
pub const EXERCISES: &[Exercise] = tasks::EXERCISES;

impl Exercise {
    /// The exercise of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(name: &str) -> Result<&'static Self, Refusal> {
        let found = EXERCISES.iter().find(|exercise| exercise.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = EXERCISES.iter().map(|exercise| exercise.name).collect();
            let detail = format!(
                "there is no exercise `{name}`; there are {}",
                names.join(", ")
            );
            Refusal::new(RefusalKind::NotFound, detail)
        })
    }

    /// The question of a seed; with a right answer if `key`.
    ///
    /// # Errors
    /// When the control stops the work.
    pub fn ask(
        &'static self,
        seed: u64,
        key: bool,
        control: &Control,
    ) -> Result<AskedExercise, Refusal> {
        let task = self.task(seed, control)?;
        let answer = key.then(|| task.key.right_answer(control)).transpose()?;
        Ok(AskedExercise {
            exercise: self.name,
            lesson: self.lesson,
            seed,
            question: task.text,
            form: task.form,
            answer,
        })
    }

    /// Marks an answer to the question of a seed.
    ///
    /// # Errors
    /// When the answer is not of the form that the question names, or the control stops the work.
    pub fn mark(
        &'static self,
        seed: u64,
        answer: &str,
        control: &Control,
    ) -> Result<MarkedExercise, Refusal> {
        let task = self.task(seed, control)?;
        let remark = task.key.mark(answer, task.form, control)?;
        Ok(MarkedExercise {
            exercise: self.name,
            seed,
            right: remark.is_none(),
            remark: remark.unwrap_or_default(),
        })
    }

    fn task(&self, seed: u64, control: &Control) -> Result<Task, Refusal> {
        // Neighbouring seeds give unrelated streams, and so do two exercises with one seed.
        let name = self.name.bytes().fold(0u64, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        (self.make)(&mut Random::new(seed ^ name.rotate_left(32)), control)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use taquin::Limits;

    use super::*;

    fn control() -> Control {
        Control::new(Limits::default())
    }

    #[test]
    fn every_lesson_has_an_exercise_and_names_are_unique() {
        let names: BTreeSet<&str> = EXERCISES.iter().map(|exercise| exercise.name).collect();
        assert_eq!(names.len(), EXERCISES.len());
        let lessons: BTreeSet<u8> = EXERCISES.iter().map(|exercise| exercise.lesson).collect();
        assert_eq!(lessons, (1..=12).collect());
    }

    /// The key is an answer like any other: it must be marked right, and another key wrong.
    #[test]
    fn the_key_of_every_exercise_is_marked_right_and_others_are_not() {
        let control = control();
        for exercise in EXERCISES {
            let mut questions = BTreeSet::new();
            let mut wrong = 0;
            let keys: Vec<String> = (0..6)
                .map(|seed| {
                    let asked = exercise.ask(seed, true, &control).unwrap();
                    questions.insert(asked.question);
                    asked.answer.unwrap()
                })
                .collect();
            assert!(
                questions.len() >= 4,
                "{}: seeds do not matter",
                exercise.name
            );
            for (seed, key) in (0..).zip(&keys) {
                let marked = exercise.mark(seed, key, &control).unwrap();
                assert!(
                    marked.right,
                    "{} {seed} {key}: {}",
                    exercise.name, marked.remark
                );
                for other in keys.iter().filter(|other| *other != key) {
                    let marked = exercise.mark(seed, other, &control).unwrap();
                    wrong += u32::from(!marked.right && !marked.remark.is_empty());
                }
            }
            assert!(wrong > 0, "{} marks everything right", exercise.name);
        }
    }

    #[test]
    fn rubbish_is_refused_with_the_form_of_an_answer() {
        let control = control();
        for exercise in EXERCISES {
            let refusal = exercise.mark(1, "§ rubbish", &control).unwrap_err();
            let detail = refusal.to_string();
            assert!(detail.contains("answer"), "{}: {detail}", exercise.name);
        }
        assert!(Exercise::named("no-such").is_err());
    }
}
