//! The runs of an experiment, in the order they are made.

mod boards;
mod choices;
mod error;

use std::path::Path;

use taquin::Control;
use xxhash_rust::xxh3::xxh3_64;

use crate::lane::Lane;
use crate::measurer::RunTask;
use crate::suite::{LimitSpec, Source, Suite};
use boards::{boards, sample};

pub use boards::SuiteInstance;
pub use choices::{Choices, Shard};
pub use error::PlanError;

/// Maximum default memory limit of a run.
const DEFAULT_MEMORY: u64 = 4 << 30;

/// One run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedRun {
    /// Its name: the same run has the same in every folder.
    pub id: u64,
    /// Which configuration.
    pub lane: usize,
    /// Which instance.
    pub instance: usize,
    /// The bound that was put into the configuration.
    pub steps: Option<u32>,
    /// Which repeat, from 0.
    pub repeat: u32,
}

/// All runs of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct RunPlan {
    /// The configurations.
    pub lanes: Vec<Lane>,
    /// The instances.
    pub instances: Vec<SuiteInstance>,
    /// The runs: instance by instance, so that configurations take turns.
    pub jobs: Vec<PlannedRun>,
}

/// The size of an experiment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Boards that have to be drawn for it, those that a sample leaves out included.
    pub boards: u64,
    /// Runs.
    pub runs: u64,
}

impl RunPlan {
    /// Lays out a suite; files of boards are looked for in `folder`.
    ///
    /// # Errors
    /// When boards are not available or a configuration cannot be used.
    pub fn new(
        suite: &Suite,
        choices: &Choices,
        folder: &Path,
        control: &Control,
    ) -> Result<Self, PlanError> {
        if let Some(bytes) = choices.limits.memory {
            crate::suite::check_memory(bytes).map_err(PlanError::Limit)?;
        }
        let configurations = choices.configurations(suite)?;
        let mut lanes = Vec::new();
        for configuration in &configurations {
            let limits = choices.limits.or(configuration.limits).or(suite.limits);
            lanes.push(Lane {
                name: configuration.name.clone(),
                engine: configuration.engine.clone(),
                limits: limits.or(LimitSpec {
                    memory: Some(default_memory()),
                    ..LimitSpec::default()
                }),
                warmup: suite.warmup,
            });
        }
        let seed = choices.seed(suite);
        let mut instances = Vec::new();
        let mut members = Vec::new();
        for set in &suite.instances {
            let all = boards(set, seed, folder, control)?;
            let kept = sample(all, choices.sample(set.sample), seed);
            members.push((
                set.name.as_str(),
                instances.len()..instances.len() + kept.len(),
            ));
            instances.extend(kept);
        }
        let mut jobs = Vec::new();
        for repeat in 0..choices.repeat.unwrap_or(suite.repeat) {
            for (set, range) in &members {
                for (place, instance) in range.clone().enumerate() {
                    for (lane, configuration) in configurations.iter().enumerate() {
                        let most = configuration.sample.filter(|_| !choices.full);
                        if !configuration.is_for(set) || most.is_some_and(|most| place >= most) {
                            continue;
                        }
                        for steps in each_steps(&configuration.steps) {
                            let id =
                                job_id(suite, &lanes[lane], &instances[instance], steps, repeat);
                            jobs.push(PlannedRun {
                                id,
                                lane,
                                instance,
                                steps,
                                repeat,
                            });
                        }
                    }
                }
            }
        }
        Ok(Self {
            lanes,
            instances,
            jobs,
        })
    }

    /// The size of an experiment, computed without making its boards; none where a file has them.
    ///
    /// # Errors
    /// When a configuration cannot be used.
    pub fn extent(suite: &Suite, choices: &Choices) -> Result<Option<Extent>, PlanError> {
        let configurations = choices.configurations(suite)?;
        let repeat = u64::from(choices.repeat.unwrap_or(suite.repeat));
        let mut extent = Extent::default();
        for set in &suite.instances {
            let (drawn, all) = match &set.source {
                Source::File(_) => return Ok(None),
                Source::Dataset(data) => (0, data.instances().count() as u64),
                Source::Boards(texts) => (0, texts.len() as u64),
                Source::Drawn { count, .. }
                | Source::Level { count, .. }
                | Source::Distance { count, .. } => (*count, *count),
            };
            extent.boards = extent.boards.saturating_add(drawn);
            let all = match &set.only[..] {
                [] => all,
                only => all.min(only.len() as u64),
            };
            let kept = all.min(choices.sample(set.sample).unwrap_or(u64::MAX));
            for configuration in &configurations {
                if !configuration.is_for(&set.name) {
                    continue;
                }
                let most = configuration.sample.filter(|_| !choices.full);
                let places = most.map_or(kept, |most| kept.min(most as u64));
                let each = configuration.steps.len().max(1) as u64;
                let runs = places.saturating_mul(each).saturating_mul(repeat);
                extent.runs = extent.runs.saturating_add(runs);
            }
        }
        Ok(Some(extent))
    }

    /// The task of a run, as a worker gets it.
    pub fn task(&self, job: &PlannedRun) -> RunTask {
        RunTask {
            run_id: format!("{:016x}", job.id),
            instance: self.instances[job.instance].clone(),
            steps: job.steps,
            repeat: job.repeat,
        }
    }

    /// Only the runs of one part.
    pub fn shard(mut self, shard: Shard) -> Self {
        let mut place = 0;
        self.jobs.retain(|_| {
            place += 1;
            (place - 1) % shard.count == shard.index - 1
        });
        self
    }
}

/// Default memory limit of a run: four gigabytes, or 60 % of a machine with less.
fn default_memory() -> u64 {
    let total = crate::machine::total_memory().unwrap_or(DEFAULT_MEMORY);
    DEFAULT_MEMORY.min(total / 5 * 3)
}

fn each_steps(steps: &[u32]) -> Vec<Option<u32>> {
    match steps {
        [] => vec![None],
        steps => steps.iter().copied().map(Some).collect(),
    }
}

/// A number that the same run has in every folder, and other runs have not.
fn job_id(suite: &Suite, lane: &Lane, one: &SuiteInstance, steps: Option<u32>, repeat: u32) -> u64 {
    let steps = steps.map_or_else(String::new, |steps| steps.to_string());
    let repeat = repeat.to_string();
    let parts = [
        &suite.name,
        &lane.name,
        &one.id,
        &one.board,
        &one.goal,
        &steps,
        &repeat,
    ];
    let text: Vec<&str> = parts.iter().map(|part| part.as_str()).collect();
    xxh3_64(text.join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite() -> Suite {
        Suite::parse(
            "format = 1\nname = \"t\"\nsummary = \"s\"\nrepeat = 2\nseed = 5\n\
             [[instances]]\ngenerate = \"uniform\"\nsize = \"3x3\"\ncount = 10\nsample = 4\n\
             [[instances]]\nname = \"few\"\nboards = [\"1 2/3 0\", \"1 2/0 3\"]\n\
             [[configurations]]\nsolver = \"bfs\"\n\
             [[configurations]]\nsolver = \"sat:horizon={steps}\"\nsteps = [1, 2, 3]\nsets = [\"few\"]\n",
        )
        .unwrap()
    }

    fn plan(choices: &Choices) -> RunPlan {
        RunPlan::new(
            &suite(),
            choices,
            Path::new("."),
            &Control::new(taquin::Limits::default()),
        )
        .unwrap()
    }

    #[test]
    fn every_pair_is_run_as_often_as_asked() {
        // 4 + 2 instances by bfs, 2 instances by sat at three bounds, all twice.
        assert_eq!(plan(&Choices::default()).jobs.len(), 2 * (6 + 2 * 3));
        let full = Choices {
            full: true,
            repeat: Some(1),
            ..Choices::default()
        };
        assert_eq!(plan(&full).jobs.len(), 12 + 6);
        let more = Choices {
            with: vec!["cmd:true".to_owned()],
            ..full
        };
        assert_eq!(plan(&more).jobs.len(), 2 * 12 + 6);
    }

    #[test]
    fn the_extent_is_that_of_the_plan() {
        let ways = [
            Choices::default(),
            Choices {
                full: true,
                ..Choices::default()
            },
            Choices {
                sample: Some(1),
                repeat: Some(3),
                only: vec!["bfs".to_owned()],
                ..Choices::default()
            },
        ];
        for choices in ways {
            let extent = RunPlan::extent(&suite(), &choices).unwrap().unwrap();
            assert_eq!(extent.runs, plan(&choices).jobs.len() as u64, "{choices:?}");
            assert_eq!(extent.boards, 10);
        }
        let endless = Suite::parse(
            "format = 1\nname = \"t\"\nsummary = \"s\"\nrepeat = 4000000000\n\
             [[instances]]\ngenerate = \"uniform\"\nsize = \"3x3\"\ncount = 9000000000000000000\n\
             [[configurations]]\nsolver = \"bfs\"\n",
        )
        .unwrap();
        let extent = RunPlan::extent(&endless, &Choices::default()).unwrap();
        assert_eq!(extent.unwrap().runs, u64::MAX);
    }

    #[test]
    fn names_of_runs_differ_and_stay() {
        let (first, second) = (plan(&Choices::default()), plan(&Choices::default()));
        assert_eq!(first, second);
        let mut ids: Vec<u64> = first.jobs.iter().map(|job| job.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), first.jobs.len());
    }

    #[test]
    fn shards_are_a_partition() {
        let whole = plan(&Choices::default());
        let mut parts: Vec<u64> = (1..=5)
            .flat_map(|index| whole.clone().shard(Shard { index, count: 5 }).jobs)
            .map(|job| job.id)
            .collect();
        parts.sort_unstable();
        let mut ids: Vec<u64> = whole.jobs.iter().map(|job| job.id).collect();
        ids.sort_unstable();
        assert_eq!(parts, ids);
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_not_there_is_named() {
        let choices = Choices {
            only: vec!["dfs".to_owned()],
            ..Choices::default()
        };
        let fault = RunPlan::new(
            &suite(),
            &choices,
            Path::new("."),
            &Control::new(taquin::Limits::default()),
        )
        .unwrap_err();
        assert!(fault.to_string().contains("`dfs`"), "{fault}");
        let choices = Choices {
            with: vec!["astra".to_owned()],
            ..Choices::default()
        };
        let fault = RunPlan::new(
            &suite(),
            &choices,
            Path::new("."),
            &Control::new(taquin::Limits::default()),
        )
        .unwrap_err();
        assert!(fault.to_string().contains("astar"), "{fault}");
    }

    #[test]
    fn boards_that_cannot_be_had_are_told_with_their_set() {
        let folder = std::env::temp_dir().join(format!("taquin-plan-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("empty.txt"), "# nothing\n").unwrap();
        std::fs::write(folder.join("wrong.txt"), "1 2/3 0\n1 2/2 0\n").unwrap();
        for (set, words) in [
            ("file = \"none.txt\"", ["cannot read", "none.txt"]),
            ("file = \"empty.txt\"", ["empty.txt", "no position"]),
            ("file = \"wrong.txt\"", ["wrong.txt", "line 2"]),
            ("boards = [\"1 2/2 0\"]", ["1 2/2 0", "2 times"]),
            ("distance = \"99\"\nsize = \"3x3\"\ncount = 1", ["99", "31"]),
            (
                "dataset = \"korf-15-100\"\nonly = [\"korf15-101\"]",
                ["korf15-101", "no instance"],
            ),
        ] {
            let text = format!(
                "format = 1\nname = \"t\"\nsummary = \"s\"\n[[instances]]\nname = \"mine\"\n{set}\n\
                 [[configurations]]\nsolver = \"bfs\"\n"
            );
            let told = match Suite::parse(&text) {
                Ok(suite) => RunPlan::new(
                    &suite,
                    &Choices::default(),
                    &folder,
                    &Control::new(taquin::Limits::default()),
                )
                .unwrap_err()
                .to_string(),
                Err(error) => error.to_string(),
            };
            for word in words {
                assert!(told.contains(word), "{word:?} is missing: {told}");
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
