//! Exact odds: how many deals qualify, and what makes them rare.

use fairdeal::{Effort, Error, Explain, Question, Script, Watch};

fn main() -> Result<(), Error> {
    let text = "condition spades(north) >= 6 and hcp(north) >= 10 and hcp(north) <= 12 and hcp(south) >= 16";
    let question = Question::from(Script::from_text(text)?);
    let watch = Watch::default();
    let odds = question.odds(Effort::Usual, &watch)?;
    print!("{odds}");
    print!("{}", question.report(Effort::Usual, &watch)?);
    print!("{}", question.explain(Explain::default(), &watch)?);
    assert!(odds.is_exact());
    Ok(())
}
