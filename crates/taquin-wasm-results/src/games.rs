//! Games that were won: averages as speed players know them, the best results, and results as files.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{Table, csv};

/// The columns of the CSV file, in order.
const COLUMNS: [&str; 13] = [
    "finished", "size", "level", "id", "start", "goal", "moves", "millis", "optimal", "assisted",
    "fewest", "plus2", "splits",
];

/// How many of these columns the files of the first version have.
const FIRST_COLUMNS: usize = 10;

/// Levels, the easiest first.
const LEVELS: [&str; 5] = ["easy", "medium", "hard", "expert", "random"];

/// Milliseconds of a penalty.
const PENALTY: f64 = 2000.0;

/// Bars of a histogram.
const BARS: usize = 8;

/// The columns of a won game that statistics use.
#[derive(Clone, Deserialize)]
struct Won {
    size: String,
    #[serde(default)]
    level: String,
    #[serde(default)]
    id: String,
    start: String,
    #[serde(default)]
    goal: String,
    moves: f64,
    millis: f64,
    #[serde(default)]
    optimal: Option<f64>,
    #[serde(default)]
    assisted: bool,
    #[serde(default)]
    fewest: bool,
    #[serde(default)]
    plus2: bool,
}

impl Won {
    /// Milliseconds with the penalty.
    fn time(&self) -> f64 {
        self.millis + if self.plus2 { PENALTY } else { 0.0 }
    }

    /// Whether it is a dealt board with the usual goal, solved without help.
    fn is_own(&self) -> bool {
        !self.assisted && !self.id.is_empty() && self.goal == "blank-last"
    }
}

fn won(rows: &str) -> Option<Vec<Won>> {
    serde_json::from_str(rows).ok()
}

/// The average of each `n` times in a row, without the best and the worst twentieth (one each of five and
/// twelve, five of a hundred); none where there are not `n` before.
fn rolling(times: &[f64], n: usize) -> Vec<Option<f64>> {
    let cut = n.div_ceil(20);
    let average = |end: usize| {
        let mut window = times[end.checked_sub(n)?..end].to_vec();
        window.sort_by(f64::total_cmp);
        mean(&window[cut..n - cut])
    };
    (1..=times.len()).map(average).collect()
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn least(values: impl Iterator<Item = f64>) -> Option<f64> {
    values.reduce(f64::min)
}

/// Statistics of the games of one kind, in the order they were finished: current and best averages of 5, 12 and
/// 100, every average of 5, and a histogram of times.
pub(crate) fn sitting(rows: &str) -> Option<String> {
    let times: Vec<f64> = won(rows)?.iter().map(Won::time).collect();
    let averages: Map<String, Value> = [5, 12, 100]
        .into_iter()
        .map(|n| {
            let all = rolling(&times, n);
            let now = all.last().copied().flatten();
            let best = least(all.into_iter().flatten());
            (n.to_string(), json!({ "now": now, "best": best }))
        })
        .collect();
    Some(crate::json(&json!({
        "best": least(times.iter().copied()),
        "mean": mean(&times),
        "averages": averages,
        "fives": rolling(&times, 5),
        "histogram": histogram(&times),
    })))
}

fn histogram(times: &[f64]) -> Value {
    let low = least(times.iter().copied()).unwrap_or_default();
    let high = times.iter().copied().reduce(f64::max).unwrap_or_default();
    let step = ((high - low) / BARS as f64).max(1.0);
    let mut counts = [0; BARS];
    for time in times {
        counts[(((time - low) / step) as usize).min(BARS - 1)] += 1;
    }
    json!({ "low": low, "step": step, "counts": counts })
}

/// The best results of a size and level.
#[derive(Serialize)]
struct Best<'a> {
    size: &'a str,
    level: &'a str,
    wins: usize,
    fewest: Value,
    quickest: Value,
    ao5: Option<f64>,
    ao12: Option<f64>,
    ao100: Option<f64>,
}

/// Best results by size and level, small boards first.
pub(crate) fn bests(rows: &str) -> Option<String> {
    let rows = won(rows)?;
    let kinds = by_kind(rows.iter().filter(|row| row.is_own() && !row.fewest));
    let bests: Vec<Best> = kinds
        .iter()
        .map(|rows| {
            let times: Vec<f64> = rows.iter().map(|row| row.time()).collect();
            let average = |n| rolling(&times, n).last().copied().flatten();
            Best {
                size: &rows[0].size,
                level: &rows[0].level,
                wins: rows.len(),
                fewest: first(rows, |row| (row.moves, row.millis)),
                quickest: first(rows, |row| (row.time(), row.moves)),
                ao5: average(5),
                ao12: average(12),
                ao100: average(100),
            }
        })
        .collect();
    Some(crate::json(&bests))
}

/// Moves and time of the row that comes first.
fn first(rows: &[&Won], key: impl Fn(&Won) -> (f64, f64)) -> Value {
    let row = rows.iter().min_by(|a, b| {
        let ((a, also_a), (b, also_b)) = (key(a), key(b));
        a.total_cmp(&b).then(also_a.total_cmp(&also_b))
    });
    row.map_or(
        Value::Null,
        |row| json!({ "moves": row.moves, "millis": row.millis }),
    )
}

/// Rows by size and level, small boards and easy levels first.
fn by_kind<'a>(rows: impl Iterator<Item = &'a Won>) -> Vec<Vec<&'a Won>> {
    let mut kinds: Vec<Vec<&Won>> = Vec::new();
    for row in rows {
        let is_same =
            |kind: &&mut Vec<&Won>| (&kind[0].size, &kind[0].level) == (&row.size, &row.level);
        match kinds.iter_mut().find(is_same) {
            Some(kind) => kind.push(row),
            None => kinds.push(vec![row]),
        }
    }
    let area = |row: &Won| -> u32 {
        row.size
            .split('x')
            .filter_map(|n| n.parse::<u32>().ok())
            .product()
    };
    let rank = |row: &Won| LEVELS.iter().position(|level| *level == row.level);
    kinds.sort_by_key(|kind| (area(kind[0]), rank(kind[0])));
    kinds
}

/// Boards solved where only moves counted, by size and level: each board counts once, by its best try. `over`
/// are moves too many on average, where an optimum is known.
pub(crate) fn fewest(rows: &str) -> Option<String> {
    let mut tries: Vec<Won> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for row in won(rows)?
        .into_iter()
        .filter(|row| row.is_own() && row.fewest)
    {
        let at = *known.entry(row.start.clone()).or_insert(tries.len());
        match tries.get_mut(at) {
            None => tries.push(row),
            Some(best) => {
                // The optimum may have been found after a worse try.
                let optimal = row.optimal.or(best.optimal);
                if row.moves < best.moves {
                    *best = row;
                }
                best.optimal = optimal;
            }
        }
    }
    let kinds: Vec<Value> = by_kind(tries.iter())
        .iter()
        .map(|rows| {
            let over: Vec<f64> = rows
                .iter()
                .filter_map(|row| Some(row.moves - row.optimal?))
                .collect();
            let perfect = over.iter().filter(|&&over| over == 0.0).count();
            json!({
                "size": rows[0].size, "level": rows[0].level, "boards": rows.len(), "perfect": perfect,
                "over": mean(&over),
            })
        })
        .collect();
    Some(crate::json(&kinds))
}

/// Rows as a CSV file.
pub(crate) fn write(rows: &str) -> Option<String> {
    let columns = COLUMNS.map(str::to_owned).to_vec();
    let rows = serde_json::from_str(rows).ok()?;
    Some(Table { columns, rows }.csv())
}

/// The rows of a file: of what [`write`] wrote, or of JSON, which may have more than `results`.
pub(crate) fn read(text: &str) -> Option<String> {
    let rows = if text.trim_start().starts_with(['[', '{']) {
        match serde_json::from_str(text).ok()? {
            Value::Array(rows) => rows,
            mut value => value["results"].as_array_mut().map(std::mem::take)?,
        }
    } else {
        of_csv(text)?
    };
    rows.iter().all(is_row).then(|| crate::json(&rows))
}

fn of_csv(text: &str) -> Option<Vec<Value>> {
    let mut lines = text.trim().lines().map(csv::fields);
    let head = lines.next()?;
    let has = |name: &&str| head.iter().any(|other| other == name);
    if !COLUMNS[..FIRST_COLUMNS].iter().all(has) {
        return None;
    }
    Some(lines.map(|values| of_fields(&head, &values)).collect())
}

/// A row of the texts in a line; what the later columns do not say is left out.
fn of_fields(head: &[String], values: &[String]) -> Value {
    let mut row = Map::new();
    for (index, name) in head.iter().enumerate() {
        let text = values.get(index).map_or("", String::as_str);
        let number = |text: &str| text.parse::<f64>().map_or(Value::Null, whole);
        let value = match name.as_str() {
            "moves" | "millis" | "optimal" => number(text),
            "assisted" => Value::Bool(text == "true"),
            "fewest" | "plus2" if text == "true" => Value::Bool(true),
            "splits" if !text.is_empty() => text.split(' ').map(number).collect(),
            "fewest" | "plus2" | "splits" => continue,
            _ => Value::from(text),
        };
        row.insert(name.clone(), value);
    }
    Value::Object(row)
}

/// A number as JavaScript writes it: without a point where it is whole.
fn whole(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        Value::from(number as i64)
    } else {
        Value::from(number)
    }
}

/// Whether a value is a row that statistics can read.
fn is_row(row: &Value) -> bool {
    row["finished"].is_string() && Won::deserialize(row).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the competition rules: of 10, 12, 14, 16, 30 the mean of the middle three.
    #[test]
    fn averages_leave_out_the_best_and_the_worst_and_roll() {
        let averages = rolling(&[10.0, 12.0, 14.0, 16.0, 30.0, 11.0], 5);
        assert_eq!(averages[..4], [None; 4]);
        assert_eq!(averages[4..], [Some(14.0), Some(14.0)]);
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        // 6 to 95 on average.
        assert_eq!(rolling(&hundred, 100)[99], Some(50.5));
    }

    #[test]
    fn counts_are_of_equal_steps() {
        let found = histogram(&[0.0, 8.0, 15.0, 80.0]);
        assert_eq!(
            found,
            json!({ "low": 0.0, "step": 10.0, "counts": [2, 1, 0, 0, 0, 0, 0, 1] })
        );
    }
}
