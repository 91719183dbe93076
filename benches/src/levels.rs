//! Time to generate a 4x4 board at a given distance.
//!
//! Behind the name may stand the distances (`60-70`) and the number of seeds for each (`20`).

use cpu_time::ProcessTime;
use taquin::levels::{Band, Dealer};
use taquin::{Control, Goal, Limits, Size};

use crate::ms;

/// Boards of each distance, with the tables loaded.
pub(crate) fn run() {
    let mut words = std::env::args().skip(2);
    let range = words.next().unwrap_or_else(|| "60-70".to_owned());
    let (first, last) = range.split_once('-').unwrap_or((&range, &range));
    let number = |word: &str| word.parse::<u32>().expect("a distance is a number");
    let seeds = words
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or(20);
    let goal = Goal::BlankLast.board(Size::new(4, 4).expect("a size of ours"));
    let games = Dealer::new(
        goal.expect("a goal that has a name"),
        &Control::new(Limits::default()),
    );
    let make = |distance: u32, seed: u64| {
        let band: Band = distance.to_string().parse().expect("a distance is a band");
        let game = games.at_distance(band, seed).expect("4x4 has such boards");
        assert_eq!(game.optimal, Some(distance));
    };
    make(number(first), u64::MAX);
    println!("distance\tseed\tcpu_ms");
    for distance in number(first)..=number(last) {
        let mut times = Vec::new();
        for seed in 0..seeds {
            let began = ProcessTime::now();
            make(distance, seed);
            let took = ms(began.elapsed());
            println!("{distance}\t{seed}\t{took:.0}");
            times.push(took);
        }
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let most = times.iter().copied().fold(0.0, f64::max);
        println!("# {distance}: mean {mean:.0} ms, most {most:.0} ms");
    }
}
