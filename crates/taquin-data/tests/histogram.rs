//! The published histogram against what is known of the 15-puzzle.

#[test]
fn the_histogram_counts_every_board_of_the_15_puzzle() {
    let histogram = taquin_data::histogram_15();
    let boards: u64 = (1..=16).product::<u64>() / 2;
    assert_eq!(histogram.iter().sum::<u64>(), boards);
    assert_eq!((histogram.len(), histogram.last()), (81, Some(&17)));
    // The first steps from a corner, counted by hand.
    assert_eq!(histogram[..4], [1, 2, 4, 10]);
}
