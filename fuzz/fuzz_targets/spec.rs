//! Specs of solvers, sizes, and names: never a panic, and what is read is read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_core::Size;
use taquin_core::spec::{self, Spec};

fuzz_target!(|text: &str| {
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec));
        let mut options = spec.options.clone();
        let heuristic = options
            .take::<String>("heuristic")
            .map(Option::unwrap_or_default);
        assert_eq!(
            heuristic.as_deref(),
            Ok(spec.options.get("heuristic").unwrap_or_default())
        );
        let _ = options.finish(&spec.name, &["heuristic", "tie"]);
    }
    if let Ok(size) = text.parse::<Size>() {
        assert_eq!(size.to_string().parse::<Size>().as_ref(), Ok(&size));
    }
    let _ = spec::hint(text, &["astar", "ida"]);
});
