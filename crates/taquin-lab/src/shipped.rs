//! The suites that come with taquin.

use taquin::spec::SpecError;

/// A suite that comes with taquin.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! suites {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("suites/", $name, ".toml")) }),*]
    };
}

/// All of them, in the order they are listed. A macro, since only one can name files to include.
pub const SUITES: &[Shipped] = suites![
    "thesis-astar",
    "thesis-smt-fixed",
    "thesis-smt-steps",
    "course-steps",
    "uninformed",
    "heuristics",
    "korf100",
    "korf50",
    "hardest",
    "large",
];

/// The suite of this name.
///
/// # Errors
/// When there is none; the message suggests the nearest.
pub fn by_name(name: &str) -> Result<&'static Shipped, SpecError> {
    let found = SUITES.iter().find(|suite| suite.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        SpecError::unknown("suite", name, &names)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use taquin::{Control, Limits};

    use super::*;
    use crate::{Choices, RunPlan, Suite};

    #[test]
    fn every_shipped_suite_can_be_laid_out() {
        for shipped in SUITES {
            let suite =
                Suite::parse(shipped.text).unwrap_or_else(|e| panic!("{}: {e}", shipped.name));
            assert_eq!(suite.name, shipped.name);
            let plan = RunPlan::new(
                &suite,
                &Choices::default(),
                Path::new("."),
                &Control::new(Limits::default()),
            )
            .unwrap();
            assert!(!plan.jobs.is_empty(), "{}", shipped.name);
            let extent = RunPlan::extent(&suite, &Choices::default())
                .unwrap()
                .unwrap();
            assert_eq!(extent.runs, plan.jobs.len() as u64, "{}", shipped.name);
        }
        assert!(
            by_name("korf10")
                .unwrap_err()
                .to_string()
                .contains("korf100")
        );
    }
}
