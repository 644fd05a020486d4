//! What the tests share.

use std::path::Path;

use profile::Profile;

/// One of the profiles among the examples.
pub fn example(name: &str) -> Profile {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/profiles");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    let reading = profile::read(&text);
    assert_eq!(reading.problems, [], "{name}");
    reading.profile.unwrap()
}
