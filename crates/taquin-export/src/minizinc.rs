//! A puzzle as a model for constraint solvers, in `MiniZinc`.
//!
//! A number in each cell of each state; the blank goes to a neighbouring cell or, once the goal is
//! reached, stays; the cells it does not touch keep their numbers. The model minimises the index of the
//! first state that is the goal.

use taquin_core::Move;
use taquin_sat::{DecodeError, Horizon, Task, task_comments, walk};

/// The model of a task.
pub fn write(task: &Task) -> String {
    let size = task.size();
    let (rows, cols) = (size.rows(), size.cols());
    let list = |numbers: &mut dyn Iterator<Item = u8>| {
        let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
        numbers.join(", ")
    };
    let goals = task.goals().iter();
    let goals: Vec<String> = goals.map(|goal| list(&mut goal.numbers())).collect();
    let mut text = format!(
        "% taquin, a model for MiniZinc\n{}\
         % x[t, p]: the number in cell p (from 1, in reading order) of state t; 0 is the blank\n\
         int: steps = {};\nint: rows = {rows};\nint: cols = {cols};\nint: cells = rows * cols;\n\
         array[1..cells] of int: start = [{}];\n\
         array[1..{}, 1..cells] of int: goals = [|{}|];\n",
        task_comments::write(task, "%"),
        task.steps,
        list(&mut task.start().numbers()),
        task.goals().len(),
        goals.join("|"),
    );
    text.push_str(
        "array[0..steps, 1..cells] of var 0..cells - 1: x;\n\
         array[0..steps] of var 1..cells: blank;\n\
         var 0..steps: length;\n\
         include \"alldifferent.mzn\";\n\
         constraint forall(p in 1..cells)(x[0, p] = start[p]);\n\
         constraint forall(t in 0..steps)(alldifferent([x[t, p] | p in 1..cells]) /\\ x[t, blank[t]] = 0);\n\
         % The blank goes one cell up, down, left or right until the plan ends.\n\
         constraint forall(t in 0..steps - 1)(\n  \
           if t < length then\n    \
             abs((blank[t] - 1) div cols - (blank[t + 1] - 1) div cols)\n    \
             + abs((blank[t] - 1) mod cols - (blank[t + 1] - 1) mod cols) = 1\n  \
           else blank[t + 1] = blank[t] endif);\n\
         % What it does not touch stays.\n\
         constraint forall(t in 0..steps - 1, p in 1..cells)(\n  \
           p = blank[t] \\/ p = blank[t + 1] \\/ x[t + 1, p] = x[t, p]);\n\
         % The last state is a goal.\n\
         constraint exists(g in index_set_1of2(goals))(\n  \
           forall(p in 1..cells)(x[steps, p] = goals[g, p]));\n",
    );
    if task.horizon != Horizon::Exact {
        text.push_str(
            "% No move is undone.\n\
             constraint forall(t in 0..steps - 2)(t + 1 < length -> blank[t] != blank[t + 2]);\n",
        );
    }
    let goal = match task.horizon {
        Horizon::Exact | Horizon::NoUndo => "constraint length = steps;\nsolve satisfy;\n",
        Horizon::AtMost => "solve minimize length;\n",
    };
    text.push_str(goal);
    text.push_str("output [\"length \\(length)\\nblank \\(blank)\\n\"];\n");
    text
}

/// The moves in what `MiniZinc` printed, the last answer if there are several; none if there is no
/// plan.
///
/// # Errors
/// When it printed neither, or an answer that is no plan.
pub fn read(task: &Task, printed: &str) -> Result<Option<Vec<Move>>, AnswerError> {
    if printed.contains("=====UNSATISFIABLE=====") {
        return Ok(None);
    }
    // As our own `output` prints it, or as JSON.
    let list = printed
        .rsplit_once("blank")
        .and_then(|(_, rest)| rest.split_once('['))
        .and_then(|(_, rest)| rest.split_once(']'))
        .map(|(list, _)| list);
    let Some(list) = list else {
        return Err(AnswerError::None);
    };
    let cells: Result<Vec<usize>, _> = list.split(',').map(|cell| cell.trim().parse()).collect();
    let blanks: Option<Vec<Option<usize>>> = cells.ok().map(|cells| {
        let cells = cells.into_iter();
        cells.map(|cell: usize| cell.checked_sub(1)).collect()
    });
    let blanks = blanks.filter(|blanks| blanks.len() == task.steps as usize + 1);
    let blanks = blanks.ok_or(AnswerError::None)?;
    Ok(Some(walk(task, &blanks)?))
}

/// Why what `MiniZinc` printed is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// Neither cells nor a statement that there are none.
    #[error(
        "there is neither `blank [...]` with a cell for each state nor `=====UNSATISFIABLE=====`"
    )]
    None,
    /// Cells that are no plan.
    #[error(transparent)]
    Plan(#[from] DecodeError),
}
