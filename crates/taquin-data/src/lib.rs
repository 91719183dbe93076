//! Instance sets of the sliding-tile puzzle, by name.
//!
//! [`DATASETS`] lists them. The data are embedded, with their sources in the comments of the files
//! and in the table.
//!
//! ```
//! let set = taquin_data::by_name("korf-15-100")?;
//! let sum: u32 = set.instances().filter_map(|instance| instance.optimal).sum();
//! assert_eq!(sum, 5305);
//! # Ok::<(), taquin_core::spec::SpecError>(())
//! ```

use taquin_core::notation::file::{self, Format, Reader};
use taquin_core::spec::SpecError;
use taquin_core::{Board, Goal};

/// All instance sets, in the order they are listed to users.
pub const DATASETS: &[Dataset] = &[
    Dataset {
        name: "korf-15-100",
        summary: "100 random 15-puzzles, optimal lengths 41 to 66",
        source: "R. E. Korf, Depth-First Iterative-Deepening: An Optimal Admissible Tree Search, \
                 Artificial Intelligence 27 (1985) 97-109",
        licence: "facts from a publication",
        count: 100,
        text: include_str!("../data/korf-15-100.tsv"),
    },
    Dataset {
        name: "korf-24-50",
        summary: "50 random 24-puzzles, optimal lengths 81 to 114",
        source: "R. E. Korf, A. Felner, Disjoint Pattern Database Heuristics, Artificial \
                 Intelligence 134 (2002) 9-22, by way of clausecker/24puzzle",
        licence: "facts from a publication; the copy used is BSD-2-Clause",
        count: 50,
        text: include_str!("../data/korf-24-50.tsv"),
    },
    HARDEST_15,
    Dataset {
        name: "hardest-8",
        summary: "the two 8-puzzles at the greatest distance, 31, for blank-first and blank-last",
        source: "exhaustive breadth-first search; agrees with A. Reinefeld, IJCAI 1993",
        licence: "taquin's own",
        count: 4,
        text: include_str!("../data/hardest-8.tsv"),
    },
    Dataset {
        name: "hard-24",
        summary: "the hardest 24-puzzle known, the goal turned by half: 156",
        source: "Rokicki and Hannanov 2011, and mspiegel/A087725 2026 (optimality not refereed)",
        licence: "facts from publications",
        count: 1,
        text: include_str!("../data/hard-24.tsv"),
    },
    Dataset {
        name: "seeds",
        summary: "all boards of five texts on the puzzle; three cannot be solved",
        source: "a thesis, a C solver's document, a report on BFS and DFS, and the course NAIL062 \
                 (jbulin-mff-uk/nail062)",
        licence: "facts from publications",
        count: 24,
        text: include_str!("../data/seeds.tsv"),
    },
    Dataset {
        name: "deepcubea-15",
        summary: "250 15-puzzles of DeepCubeA's test set, with optimal lengths",
        source: DEEPCUBEA,
        licence: "MIT",
        count: 250,
        text: include_str!("../data/deepcubea-15.tsv"),
    },
    Dataset {
        name: "deepcubea-24",
        summary: "248 24-puzzles of DeepCubeA's test set, with optimal lengths",
        source: DEEPCUBEA,
        licence: "MIT",
        count: 248,
        text: include_str!("../data/deepcubea-24.tsv"),
    },
    Dataset {
        name: "deepcubea-35",
        summary: "250 35-puzzles of DeepCubeA's test set, with the lengths it found",
        source: DEEPCUBEA,
        licence: "MIT",
        count: 250,
        text: include_str!("../data/deepcubea-35.tsv"),
    },
    Dataset {
        name: "deepcubea-48",
        summary: "250 48-puzzles of DeepCubeA's test set, with the lengths it found",
        source: DEEPCUBEA,
        licence: "MIT",
        count: 250,
        text: include_str!("../data/deepcubea-48.tsv"),
    },
];

/// All 15-puzzles at the greatest distance. A program that needs only these does not carry the other sets.
pub const HARDEST_15: Dataset = Dataset {
    name: "hardest-15",
    summary: "all 17 15-puzzles at the greatest distance, 80",
    source: "A. Bruengger, A. Marzetta, K. Fukuda, J. Nievergelt (1999); R. E. Korf, \
             P. Schultze, Large-Scale Parallel Breadth-First Search, AAAI 2005",
    licence: "facts from publications",
    count: 17,
    text: include_str!("../data/hardest-15.tsv"),
};

const DEEPCUBEA: &str = "F. Agostinelli, S. McAleer, A. Shmakov, P. Baldi, Solving the Rubik's cube \
                         with deep reinforcement learning and search, Nature Machine Intelligence \
                         1 (2019) 356-363 (forestagostinelli/DeepCubeA)";

/// A set of instances and where it comes from.
#[derive(Debug)]
pub struct Dataset {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// The publication it comes from.
    pub source: &'static str,
    /// Under what terms it may be used.
    pub licence: &'static str,
    /// The number of instances.
    pub count: usize,
    text: &'static str,
}

/// A board to be brought to a goal, and what is known about it.
///
/// It need not be solvable: a set may hold boards of the wrong parity on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedInstance {
    /// Its name in the set.
    pub id: String,
    /// The position.
    pub board: Board,
    /// The goal.
    pub goal: Goal,
    /// Length of a shortest solution.
    pub optimal: Option<u32>,
    /// Length of a solution that someone found.
    pub known: Option<u32>,
}

impl PublishedInstance {
    fn from_line(line: file::Instance) -> Self {
        let goals = line.goal.expect("each line of a set names its goal");
        Self {
            id: line.id.expect("each line of a set has a name"),
            board: line.board,
            goal: goals.as_slice()[0].clone(),
            optimal: line.optimal,
            known: line.known,
        }
    }
}

impl Dataset {
    /// The instances, in the order of the source.
    pub fn instances(&self) -> impl Iterator<Item = PublishedInstance> + use<> {
        let reader = Reader::new(Some(Format::Tsv), None);
        file::instances(self.text.lines(), reader)
            .map(|instance| instance.expect("the tests read every set"))
            .map(PublishedInstance::from_line)
    }

    /// The file itself: comments with the sources, then a line of tab-separated fields each.
    pub fn tsv(&self) -> &'static str {
        self.text
    }
}

/// The instance files of the course, by the names it gives them: steps, size, rows.
pub const COURSE_FILES: &[(&str, &str)] = &[
    (
        "input-2by2.in",
        include_str!("../data/course/input-2by2.in"),
    ),
    (
        "input-2by2-unsat.in",
        include_str!("../data/course/input-2by2-unsat.in"),
    ),
    (
        "input-3by3.in",
        include_str!("../data/course/input-3by3.in"),
    ),
    (
        "input-3by3-unsat.in",
        include_str!("../data/course/input-3by3-unsat.in"),
    ),
    (
        "input-4by4.in",
        include_str!("../data/course/input-4by4.in"),
    ),
    (
        "input-4by4-hard.in",
        include_str!("../data/course/input-4by4-hard.in"),
    ),
];

/// The course's file of this name.
pub fn course_file(name: &str) -> Option<&'static str> {
    let file = COURSE_FILES.iter().find(|(known, _)| *known == name)?;
    Some(file.1)
}

/// The set of this name.
///
/// # Errors
/// When there is none; the message suggests the nearest.
pub fn by_name(name: &str) -> Result<&'static Dataset, SpecError> {
    let set = DATASETS.iter().find(|set| set.name == name);
    set.ok_or_else(|| {
        let names: Vec<&str> = DATASETS.iter().map(|set| set.name).collect();
        SpecError::unknown("dataset", name, &names)
    })
}

/// Number of 15-puzzle boards at each distance from a goal with the blank in a corner.
///
/// R. E. Korf, P. Schultze, *Large-Scale Parallel Breadth-First Search*, AAAI 2005, table 2.
///
/// # Panics
/// Never: the table is part of this crate, and a test reads it.
pub fn histogram_15() -> Vec<u64> {
    let lines = include_str!("../data/histogram-15.tsv").lines();
    let rows = lines.filter(|line| !line.starts_with('#'));
    let boards = rows.filter_map(|row| row.split('\t').nth(1));
    boards
        .map(|boards| boards.parse().expect("a column of numbers"))
        .collect()
}
