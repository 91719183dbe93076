//! Statistics against values that scipy computes; `statistics.py` beside this file prints them.

use taquin_lab::stats::{Observed, Survival, compare, holm, signed_rank};

#[track_caller]
fn close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value}, not {expected}");
}

fn survival(complete: &[f64], censored: &[f64]) -> Survival {
    let run = |value: &f64, is_complete| Observed {
        value: *value,
        is_complete,
    };
    let complete = complete.iter().map(|value| run(value, true));
    let censored = censored.iter().map(|value| run(value, false));
    Survival::new(complete.chain(censored).collect())
}

#[test]
fn censored_runs_count_until_they_were_ended() {
    let some = survival(&[1.0, 2.0, 2.0, 3.0, 5.0, 8.0], &[2.5, 4.0, 4.0]);
    close(some.median().unwrap(), 5.0);
    for (time, left) in [
        (1.0, 0.888_888_888_889),
        (2.0, 0.666_666_666_667),
        (3.0, 0.533_333_333_333),
        (5.0, 0.266_666_666_667),
        (8.0, 0.0),
    ] {
        close(some.share_within(time).unwrap(), 1.0 - left);
    }
    let never = survival(&[1.0, 2.0], &[3.0, 3.0, 3.0]);
    assert_eq!(never.median(), Some(f64::INFINITY));
    close(never.share_within(9.0).unwrap(), 0.4);
    assert_eq!(survival(&[], &[]).median(), None);
}

#[test]
fn without_censored_runs_the_median_is_the_usual_one() {
    close(survival(&[4.0, 1.0, 3.0], &[]).median().unwrap(), 3.0);
    close(survival(&[4.0, 1.0, 3.0, 8.0], &[]).median().unwrap(), 3.5);
    // One of two ended: half the runs took 1 at most, the others more than is known.
    assert_eq!(survival(&[1.0], &[10.0]).median(), Some(f64::INFINITY));
}

#[test]
fn the_signed_rank_test_is_exact_for_small_samples() {
    let all: Vec<f64> = (1..=15).map(f64::from).collect();
    close(signed_rank(&all).unwrap(), 6.103_515_625e-5);
    let mixed = [
        1, 2, 3, -4, 5, 6, -7, 8, 9, 10, 11, -12, 13, 14, 15, 16, 17, 18, 19, 20,
    ];
    let mixed: Vec<f64> = mixed.into_iter().map(f64::from).collect();
    close(signed_rank(&mixed).unwrap(), 0.001_209_259_033_203_125);
    close(signed_rank(&[1.0, 2.0, 3.0]).unwrap(), 0.25);
    let tied = [1.0, 1.0, -1.0, 2.0, 2.0, 3.0, -3.0, 4.0, 5.0, 5.0];
    close(signed_rank(&tied).unwrap(), 0.060_546_875);
    assert_eq!(signed_rank(&[0.0, 0.0]), None);
    let many = (1..=60).map(|i| {
        if i % 5 == 3 {
            -f64::from(i)
        } else {
            f64::from(i)
        }
    });
    let p = signed_rank(&many.collect::<Vec<_>>()).unwrap();
    assert!((p - 5.394_579_848e-5).abs() < 1e-7, "{p}");
}

#[test]
fn several_tests_are_corrected_together() {
    let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
    for (value, expected) in adjusted.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
        close(value, expected);
    }
    assert!(holm(&[]).is_empty());
}

#[test]
fn no_answer_is_slower_than_every_answer() {
    let never = f64::INFINITY;
    let pairs = [
        (1.0, never),
        (2.0, never),
        (1.0, never),
        (3.0, 4.0),
        (5.0, 6.0),
        (never, never),
    ];
    let told = compare(&pairs, 1).unwrap();
    assert_eq!((told.first, told.second, told.ties), (5, 0, 0));
    assert!(
        told.ratio.value.is_infinite(),
        "three of five were not answered"
    );
    close(told.p.unwrap(), 2.0 / 32.0);
}
