//! Tables that the kernels build have the values of a plain search over the tiles' places.

mod host;
mod truth;

use taquin_core::{Control, Limits, Size};
use taquin_gpu::Engine;
use taquin_pdb::Pattern;

#[test]
fn as_many_states_have_each_value_as_a_plain_search_finds() {
    let mut engine = Engine::new(Box::new(host::Host));
    for (rows, cols, homes) in [
        (2, 2, &[0, 2][..]),
        (3, 3, &[0, 1, 4, 6]),
        (4, 3, &[2, 5, 7, 10]),
        (8, 2, &[3, 4, 9]),
        (5, 5, &[0, 17]),
    ] {
        let size = Size::new(rows, cols).unwrap();
        let blank = size.cells() - 1;
        let pattern = Pattern::new(size, blank, homes).unwrap();
        let (_, histogram) = engine
            .table(&pattern, &Control::new(Limits::default()))
            .unwrap();
        let mut expected = vec![0; histogram.len()];
        for value in truth::values(size, blank, homes).into_values() {
            expected[value as usize] += 1;
        }
        assert_eq!(histogram, expected, "{size} {pattern}");
    }
}
