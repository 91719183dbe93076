//! The instance sets against the complete distance table.

use taquin::data::{DATASETS, Dataset};
use taquin::table::DistanceTable;
use taquin::{Control, Limits};

#[test]
fn optima_of_small_instances_are_those_of_the_table() {
    let control = Control::new(Limits::default());
    let mut compared = 0;
    for instance in DATASETS.iter().flat_map(Dataset::instances) {
        let goal = instance.goal.board(instance.board.size()).unwrap();
        let Ok(table) = DistanceTable::new(&goal, &control) else {
            continue;
        };
        assert_eq!(
            table.distance(&instance.board),
            instance.optimal,
            "{}",
            instance.id
        );
        if instance.optimal == Some(31) {
            // The farthest boards: all of them are in the set.
            assert_eq!(table.histogram().last(), Some(&2));
        }
        compared += 1;
    }
    assert_eq!(compared, 15);
}
