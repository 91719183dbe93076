//! The table at the end of a run: every step, how it ended, and how long it took.

use std::fmt;
use std::time::Duration;

use crate::steps::Verdict;

/// The steps of a run so far.
#[derive(Default)]
pub(crate) struct Report(Vec<Row>);

struct Row {
    name: &'static str,
    end: Result<Verdict, String>,
    time: Duration,
}

impl Report {
    /// Adds a step that ended.
    pub(crate) fn add(&mut self, name: &'static str, end: Result<Verdict, String>, time: Duration) {
        self.0.push(Row { name, end, time });
    }

    /// Whether no step failed.
    pub(crate) fn is_fine(&self) -> bool {
        self.0.iter().all(|row| row.end.is_ok())
    }
}

impl Row {
    fn word(&self) -> &'static str {
        match self.end {
            Ok(Verdict::Passed | Verdict::Noted(_)) => "passed",
            Ok(Verdict::Skipped(_)) => "skipped",
            Err(_) => "failed",
        }
    }

    /// The note after the word, on one line.
    fn note(&self) -> &str {
        match &self.end {
            Ok(Verdict::Passed) => "",
            Ok(Verdict::Noted(note) | Verdict::Skipped(note)) | Err(note) => {
                note.lines().next().unwrap_or_default()
            }
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (seconds, note) = (self.time.as_secs_f64(), self.note());
        write!(f, "{:<12}  {:<7} {seconds:>7.1} s", self.name, self.word())?;
        match note {
            "" => Ok(()),
            note => write!(f, "  {note}"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in &self.0 {
            writeln!(f, "{row}")?;
        }
        let all: Duration = self.0.iter().map(|row| row.time).sum();
        writeln!(f, "{:<12}  {:<7} {:>7.1} s", "all", "", all.as_secs_f64())?;
        let count = |word| self.0.iter().filter(|row| row.word() == word).count();
        let [passed, failed, skipped] = ["passed", "failed", "skipped"].map(count);
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_line_and_the_last_one_counts() {
        let mut report = Report::default();
        report.add("format", Ok(Verdict::Passed), Duration::from_millis(1260));
        let note = Verdict::Skipped("no browser".to_owned());
        report.add("browser", Ok(note), Duration::ZERO);
        assert!(report.is_fine());
        let fault = "it broke\nin two lines".to_owned();
        report.add("tests", Err(fault), Duration::from_secs(100));
        assert!(!report.is_fine());
        assert_eq!(
            report.to_string(),
            "format        passed      1.3 s\n\
             browser       skipped     0.0 s  no browser\n\
             tests         failed    100.0 s  it broke\n\
             all                     101.3 s\n\
             1 passed, 1 failed, 1 skipped"
        );
    }
}
