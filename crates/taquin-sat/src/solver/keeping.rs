//! Going up with one solver, which keeps what it learnt.

use taquin_core::{Event, SolveError, Stop};

use super::question::plan;
use super::search::Search;
use super::{failed, too_many};
use crate::backend::{Evidence, Watch};
use crate::cdcl::{Cdcl, Verdict};
use crate::encodings::Growing;
use crate::formula::Task;

impl Search<'_> {
    /// Lower bound upward with one solver, which keeps what it learnt.
    pub(super) fn up_keeping(&mut self) -> Result<Stop, SolveError> {
        let [goal] = self.puzzle.targets() else {
            return Err(failed(
                "sat",
                &"to keep what was learnt takes a single goal",
            ));
        };
        let growing = Growing::new(self.puzzle.start(), goal);
        let mut growing = growing.ok_or_else(|| failed("sat", &"start and goal differ in size"))?;
        let mut solver = Cdcl::new(&growing.formula().cnf, None, None);
        while !self.is_done() {
            if self.bound > Task::MAX_STEPS {
                return Err(too_many(self.puzzle));
            }
            let asked = growing.ask(self.bound);
            let formula = growing.formula();
            self.control.report(&Event::Formula {
                steps: self.bound,
                variables: u64::from(formula.cnf.variables()),
                clauses: formula.cnf.len() as u64,
            });
            let watch = Watch {
                base_bytes: formula.cnf.bytes() + 16 * u64::from(formula.cnf.variables()),
                ..Watch::new(self.control)
            };
            let before = solver.effort();
            let mut guard = watch.guard();
            let verdict = match asked {
                None => Verdict::Unsat,
                Some(asked) => {
                    solver.extend(&formula.cnf);
                    solver.solve_assuming(asked, &mut guard)
                }
            };
            self.stats.expanded += guard.conflicts;
            self.stats.generated += solver.effort().decisions - before.decisions;
            let bytes = watch.base_bytes + guard.peak_bytes;
            self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
            match verdict {
                Verdict::Unsat => self.refute(self.bound, Evidence::BuiltIn)?,
                Verdict::Stopped(stop) => return Ok(stop),
                Verdict::Sat(model) => {
                    let plan = plan(self.puzzle, "cdcl", formula, &model)?;
                    self.improve(plan)?;
                }
            }
        }
        Ok(Stop::Finished)
    }
}
