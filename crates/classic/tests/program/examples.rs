//! The examples that Debian's package brings along, against the reference outputs beside them.
//!
//! The references were made with the original generator; the seed of each stands at its end. What is compared is
//! everything but the lines with a time, a date or the name of a file.

use std::fs;
use std::path::Path;

use crate::{assert_same, lasting, ours};

const FOLDER: &str = "tests/debian";

fn compare(name: &str) {
    let script = Path::new(FOLDER).join(format!("Descr.{name}"));
    let reference = Path::new(FOLDER).join(format!("Refer.{name}"));
    let reference = fs::read_to_string(reference).expect("a reference stands beside its script");
    let seed = reference
        .lines()
        .find_map(|line| line.strip_prefix("Initial random seed "))
        .expect("a reference ends with its seed");
    let (output, errors, code) = ours(&["-s", seed], &script);
    assert_eq!(code, 0, "{errors}");
    assert_same(&unnamed(&output), &unnamed(&reference), name);
}

/// An output without times, dates and names of files.
fn unnamed(output: &str) -> String {
    lasting(output)
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("[Event "))
        .collect()
}

/// One test for each example, so that they run side by side.
macro_rules! examples {
    ($($test:ident)*) => {
        $(
            #[test]
            fn $test() {
                compare(stringify!($test).trim_start_matches("example_"));
            }
        )*
    };
}

examples! {
    example_1c
    example_2nt
    example_6c
    example_blue_team
    example_controls
    example_evaluation
    example_hm1dr2d
    example_junkstayman
    example_notrump
    example_pbn
    example_stayman
    example_test_dealer
    example_test_operator_order
    example_vvga2
    example_weaktwo
    example_yarb
    example_you_hold
}
