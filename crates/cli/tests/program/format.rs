//! Scripts laid out anew by the command: written where they are, whole or not at all.

use crate::{fairdeal, folder, names, printed};

const LOOSE: &str = "weak=hcp( west )>=5 // points\ncondition weak";
const TIDY: &str = "weak = hcp(west) >= 5  // points\ncondition weak\n";

#[test]
fn a_script_is_written_back_and_deals_the_same_boards() {
    let folder = folder(&[("a.dlr", LOOSE), ("wrong.dlr", "a = (1"), ("b.dlr", LOOSE)]);
    let path = folder.path();
    let boards = |script: &str| printed(path, &format!("deal {script} -n 5 --seed 1 --quiet"));
    let before = boards("a.dlr");
    // One that cannot be read does not keep the others from being written.
    let mut command = fairdeal(path);
    command
        .args(["format", "a.dlr", "wrong.dlr", "b.dlr"])
        .assert()
        .code(1);
    for name in ["a.dlr", "b.dlr"] {
        assert_eq!(std::fs::read_to_string(path.join(name)).unwrap(), TIDY);
    }
    assert_eq!(
        std::fs::read_to_string(path.join("wrong.dlr")).unwrap(),
        "a = (1"
    );
    assert_eq!(boards("a.dlr"), before);
    assert_eq!(names(path), ["a.dlr", "b.dlr", "wrong.dlr"]);
}

#[test]
fn standard_input_goes_to_standard_output_in_its_own_encoding() {
    let folder = folder(&[]);
    let input = b"# caf\xe9\na=1";
    let command = fairdeal(folder.path())
        .arg("format")
        .write_stdin(&input[..])
        .assert();
    assert_eq!(command.success().get_output().stdout, b"# caf\xe9\na = 1\n");
}
