//! The commands as their users type them: each file in `cmd` is a page of documentation whose commands are run.
//!
//! `TRYCMD=overwrite cargo test -p fairdeal-cli --test program pages` writes down what they print now.

#[test]
fn the_pages_hold() {
    let pages = trycmd::TestCases::new();
    pages.env("FAIRDEAL_CACHE", "").case("tests/cmd/*.trycmd");
}
