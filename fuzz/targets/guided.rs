//! One target, led by which code it reaches: `FAIRDEAL_TARGET` names it.

#![no_main]

use std::sync::OnceLock;

use fuzz::{Target, named};
use libfuzzer_sys::fuzz_target;

static CHOSEN: OnceLock<Target> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let target = CHOSEN.get_or_init(|| {
        let name = std::env::var("FAIRDEAL_TARGET").unwrap_or_default();
        named(&name).unwrap_or_else(|| panic!("FAIRDEAL_TARGET is none of the targets: {name:?}"))
    });
    (target.try_it)(data);
});
