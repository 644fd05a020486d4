//! Hand types that come as often as one wants: by nature weak hands come far more often than strong ones.

use fairdeal::{Effort, Error, Leveled, Script, Watch, level};

fn main() -> Result<(), Error> {
    let script = Script::from_text(
        "condition spades(south) >= 5
         HandType_Weak = hcp(south) <= 11
         HandType_Opening = hcp(south) >= 12 and hcp(south) <= 19
         HandType_Strong = hcp(south) >= 20",
    )?;
    let leveled = Leveled::new(&script, &level::Options::default())?;
    print!("{}", leveled.report(Effort::Usual, &Watch::default())?);
    for board in leveled.deal(6).seed(7).boards()? {
        println!("{}", board?);
    }
    Ok(())
}
