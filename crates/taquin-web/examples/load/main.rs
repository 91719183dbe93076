//! Measures a service that it starts itself, on loopback, for a bounded time.
//!
//! `load --binary target/release/taquin SCENARIO… [--seconds N] [--seed N] [--connections N]`
//!
//! Each scenario prints a line of tab-separated numbers; times are in milliseconds, from the moment a
//! request was due to the end of its answer.

#![expect(clippy::print_stdout, reason = "a program for people at a terminal")]

mod expensive;
mod hints;
mod mixed;
mod overload;
mod server;
mod tally;

use std::time::Duration;

use taquin::generate::{Generator, Random, Uniform};
use taquin::{Goal, Size};

type Fault = Box<dyn std::error::Error>;

/// What measures a scenario; it prints its lines as they come.
type Measure = fn(&Plan) -> Result<(), Fault>;

/// Every scenario, and what it is.
const SCENARIOS: &[(&str, Measure, &str)] = &[
    (
        "hints3",
        |plan| hints::hints3(plan).map(|line| print("hints3", &line)),
        "as many 3x3 hints as it answers",
    ),
    (
        "hints4",
        |plan| hints::hints4(plan).map(|line| print("hints4", &line)),
        "50 hints per second on 4x4 boards that were never asked about",
    ),
    (
        "hints5",
        |plan| hints::hints5(plan).map(|line| print("hints5", &line)),
        "5x5 hints one after the other",
    ),
    (
        "overload",
        overload::overload,
        "400 hints per second on 4x4 boards that were never asked about, from 40 clients, and what \
         others get meanwhile: /live and 3x3 hints",
    ),
    (
        "expensive",
        expensive::expensive,
        "3x3 hints while the most expensive request of each endpoint runs under a budget of 1 GiB",
    ),
    (
        "mixed",
        |plan| mixed::mixed(plan).map(|line| print("mixed", &line)),
        "all kinds of requests at once, with a kill -9 in the middle and a restart; afterwards it looks \
         for what was lost",
    ),
];

/// Prints a scenario's line.
fn print(name: &str, line: &str) {
    println!("{name}\t{line}");
}

fn main() -> Result<(), Fault> {
    let plan = Plan::read(std::env::args().skip(1))?;
    println!("scenario\trequests\tseconds\tper_second\tp50\tp95\tp99\tmax\tstatuses\tnotes");
    for name in &plan.scenarios {
        let scenario = SCENARIOS.iter().find(|(known, _, _)| known == name);
        let Some((_, measure, _)) = scenario else {
            let known: Vec<String> = SCENARIOS
                .iter()
                .map(|(name, _, what)| format!("{name}: {what}"))
                .collect();
            let known = known.join("\n");
            return Err(format!("there is no scenario `{name}`:\n{known}").into());
        };
        measure(&plan)?;
    }
    Ok(())
}

/// What to do.
struct Plan {
    binary: String,
    scenarios: Vec<String>,
    seconds: u64,
    seed: u64,
    connections: usize,
}

impl Plan {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, Fault> {
        let mut plan = Self {
            binary: "target/release/taquin".to_owned(),
            scenarios: Vec::new(),
            seconds: 10,
            seed: 1_000_000,
            connections: 8,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or("an option lacks its value");
            match argument.as_str() {
                "--binary" => plan.binary = value()?,
                // Bounded, so that a slip of the finger is no attack.
                "--seconds" => plan.seconds = value()?.parse::<u64>()?.clamp(1, 900),
                "--seed" => plan.seed = value()?.parse()?,
                "--connections" => plan.connections = value()?.parse::<usize>()?.clamp(1, 64),
                name => plan.scenarios.push(name.to_owned()),
            }
        }
        if plan.scenarios.is_empty() {
            plan.scenarios = ["hints3", "hints4", "hints5"].map(str::to_owned).to_vec();
        }
        Ok(plan)
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

/// A board of n x n, every one equally likely.
fn board(n: usize, random: &mut Random) -> String {
    let size = Size::new(n, n).expect("a size of ours");
    let goal = Goal::BlankLast.board(size).expect("a named goal");
    Uniform.draw(&goal, random).to_string()
}
