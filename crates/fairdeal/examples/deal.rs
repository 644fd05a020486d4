//! Boards of a script, one after the other, and then the same boards as a PBN file.

use fairdeal::{Error, Format, Script, Watch};

fn main() -> Result<(), Error> {
    let script = Script::from_text(
        "condition shape(south, any 4333 + any 4432 + any 5332) and hcp(south) >= 15 and hcp(south) <= 17",
    )?;
    for board in script.deal(4).seed(7).boards()? {
        println!("{}", board?);
    }
    let mut pbn: Vec<u8> = Vec::new();
    let dealt = script
        .deal(4)
        .seed(7)
        .write(Format::Pbn, &mut pbn, &Watch::default())?;
    println!("{dealt}\n{} bytes of PBN", pbn.len());
    Ok(())
}
