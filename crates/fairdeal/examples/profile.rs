//! A hand profile: what is wrong with it, how rare it is, and boards.

use fairdeal::{Effort, Error, Profile, Question, Watch};

fn main() -> Result<(), Error> {
    let question = Question::from(Profile::from_json(
        r#"{"profile_name": "Six spades", "dealer": "N", "tag": "Opener", "seat_profiles":
            {"N": {"subprofiles": [{"standard": {"spades": {"min_cards": 6}, "total_min_hcp": 10, "total_max_hcp": 12}}]}}}"#,
    ));
    let watch = Watch::default();
    print!("{}", question.odds(Effort::Usual, &watch)?);
    for board in question.deal(4).seed(7).boards()? {
        println!("{}", board?);
    }
    Ok(())
}
