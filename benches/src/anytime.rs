//! Solutions of the anytime solver within a fixed time on `DeepCubeA`'s boards, and the time to a first
//! solution of a large board.
//!
//! Behind the name may stand which boards of the set to take (`20`, or `21-40`), the limit of each (`5s`, or `54000000n`
//! for nodes), and another solver (`gpu-beam`).

use std::sync::Mutex;
use std::time::{Duration, Instant};

use taquin::generate::{Generator, Uniform};
use taquin::{Control, Event, Goal, Goals, Limits, Puzzle, Size, Solver};
use taquin_search::algorithms::Anytime;

use crate::{median, ms};

/// The 24-puzzle half, a second each.
pub(crate) fn small() {
    set("deepcubea-24", Duration::from_secs(1));
}

/// The 35-puzzle half, ten seconds each.
pub(crate) fn middle() {
    set("deepcubea-35", Duration::from_secs(10));
}

/// The 48-puzzle half, ten seconds each.
pub(crate) fn large() {
    set("deepcubea-48", Duration::from_secs(10));
}

/// The limit that a word of the command line names.
fn limit(word: &str) -> Option<Limits> {
    let (number, unit) = word.split_at(word.len().checked_sub(1)?);
    match unit {
        "s" => Some(Limits {
            time: Some(Duration::try_from_secs_f64(number.parse().ok()?).ok()?),
            ..Limits::default()
        }),
        "n" => Some(Limits {
            nodes: Some(number.parse().ok()?),
            ..Limits::default()
        }),
        _ => None,
    }
}

/// The number of boards that an argument skips, and the number it takes.
fn range(word: &str) -> Option<(usize, usize)> {
    let (first, last) = word.split_once('-').unwrap_or(("1", word));
    let skipped = first.parse::<usize>().ok()?.checked_sub(1)?;
    Some((skipped, last.parse::<usize>().ok()?.checked_sub(skipped)?))
}

fn set(name: &str, time: Duration) {
    let mut arguments = std::env::args().skip(2);
    let boards = arguments.next().and_then(|word| range(&word));
    let (skipped, most) = boards.unwrap_or((0, usize::MAX));
    let usual = Limits {
        time: Some(time),
        ..Limits::default()
    };
    let limits = arguments.next().and_then(|word| limit(&word));
    let limits = limits.unwrap_or(usual);
    let spec = arguments.next();
    let spec = spec.as_deref().unwrap_or("anytime:threads=2");
    let solver = taquin::catalogue::solver(spec).expect("a solver of ours");
    println!("# {name}, {limits:?} each, {spec}");
    println!("id\toptimal\tknown\tfirst\tlength\tlower_bound\texpanded\tms\tcpu_ms");
    let set = taquin::data::by_name(name).expect("a set of ours");
    let (mut boards, mut ours, mut theirs, mut shortest) = (0, 0, 0, 0);
    let context = taquin::Context::new();
    for instance in set.instances().skip(skipped).take(most) {
        let (optimal, known) = (instance.optimal, instance.known);
        let puzzle = Puzzle::new(instance.board, &Goals::from(instance.goal));
        let puzzle = puzzle.expect("the set's boards can be solved");
        let first = std::sync::Arc::new(Mutex::new(None));
        let heard = first.clone();
        let control = Control::new(limits)
            .within(&context)
            .on_event(move |event| {
                if let (Event::Improved(solution), Ok(mut first)) = (event, heard.lock()) {
                    first.get_or_insert(solution.len());
                }
            });
        let cpu = cpu_time::ProcessTime::now();
        let outcome = solver.solve(&puzzle, &control).expect("any board will do");
        let cpu = cpu.elapsed();
        let length = outcome.best().expect("there is always a solution").len();
        let reference = optimal.or(known).expect("the set says how long");
        let text = |number: Option<u32>| number.map_or("-".to_owned(), |n| n.to_string());
        println!(
            "{}\t{}\t{}\t{}\t{length}\t{}\t{}\t{:.0}\t{:.0}",
            instance.id,
            text(optimal),
            text(known),
            text(*first.lock().expect("no listener panics")),
            outcome.lower_bound(),
            outcome.stats.expanded,
            ms(outcome.stats.time),
            ms(cpu)
        );
        boards += 1;
        ours += length;
        theirs += reference;
        shortest += u32::from(length <= reference);
    }
    let mean = |sum: u32| f64::from(sum) / f64::from(boards);
    println!(
        "# {boards} boards: mean {:.3}, theirs {:.3}: {:+.2} %; {shortest} not longer",
        mean(ours),
        mean(theirs),
        100.0 * (f64::from(ours) / f64::from(theirs) - 1.0)
    );
}

/// The first solution of random boards of 10x10 and 16x16.
pub(crate) fn first() {
    println!("size\tseed\tlength\tms");
    for side in [10, 16] {
        let size = Size::new(side, side).expect("a size of ours");
        let goal = Goal::BlankLast.board(size).expect("a goal that has a name");
        let mut times = Vec::new();
        for seed in 0..21 {
            let puzzle = Puzzle::new(Uniform.board(&goal, seed), &Goals::default());
            let puzzle = puzzle.expect("the generator's boards can be solved");
            let begun = Instant::now();
            let heard = std::sync::Arc::new(Mutex::new(None));
            let tell = heard.clone();
            let limits = Limits {
                time: Some(Duration::from_millis(200)),
                ..Limits::default()
            };
            let control = Control::new(limits).on_event(move |event| {
                if let (Event::Improved(solution), Ok(mut first)) = (event, tell.lock()) {
                    first.get_or_insert((solution.len(), begun.elapsed()));
                }
            });
            let outcome = Anytime::default().solve(&puzzle, &control);
            assert!(outcome.is_ok_and(|outcome| outcome.best().is_some()));
            let (length, time) = heard
                .lock()
                .expect("no listener panics")
                .expect("a solution was found");
            println!("{size}\t{seed}\t{length}\t{:.2}", ms(time));
            times.push(ms(time));
        }
        let worst = times.iter().copied().fold(0.0, f64::max);
        println!(
            "# {size}: median {:.2} ms, worst {worst:.2} ms",
            median(&mut times)
        );
    }
}
