//! Tables that the kernels build are those of `taquin-pdb`, byte for byte, and have the values of a
//! plain search over the tiles' places.

mod host;
mod truth;

use taquin_core::{Control, Limits, Size};
use taquin_gpu::Engine;
use taquin_pdb::{Kind, Pattern};

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

#[test]
fn the_bytes_are_those_of_the_cpu() {
    let mut engine = Engine::new(Box::new(host::Host));
    for (rows, cols, homes) in [
        (2, 2, &[0, 2][..]),
        (3, 3, &[0, 1, 4, 6]),
        (4, 3, &[2, 5, 7, 8, 10]),
        (4, 4, &[0, 4, 5, 8, 9, 12]),
        (3, 3, &[0, 1, 2, 3, 5, 6, 7]),
        (8, 2, &[3, 4, 9, 10]),
        (5, 5, &[0, 8, 17]),
    ] {
        let size = Size::new(rows, cols).unwrap();
        let pattern = Pattern::new(size, size.cells() - 1, homes).unwrap();
        let control = Control::new(Limits::default());
        let (words, histogram) = engine.table(&pattern, &control).unwrap();
        let table = taquin_pdb::build(&pattern, Kind::ZeroAware, 1, &control, |_| ()).unwrap();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert!(bytes == table[..], "{size} {pattern}");
        assert_eq!(histogram, &table.histogram()[..histogram.len()]);
    }
}
