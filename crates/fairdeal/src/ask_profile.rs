//! A request that makes, changes or tells of a profile: what seats hold is said in lines, as the wizard takes them.

use std::collections::BTreeMap;
use std::fmt;

use answer::{ErrorBody, Explained, Place};
use bridge::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use space::Watch;
use wizard::{OddsSoFar, Step, Wizard, WrongAnswer};

use crate::error::Error;
use crate::profile_question::Profile;
use crate::requests::bad;
use crate::threads::cores;

/// The name of a profile that was given none.
const UNNAMED: &str = "unnamed";

/// A profile that is to be made or changed by lines, or told in words.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ProfileRequest {
    /// A profile to begin with, as the object that its file has; else a new one.
    pub profile: Option<Json>,
    /// Its name.
    pub name: Option<String>,
    /// What it teaches, in a sentence.
    pub teaches: Option<String>,
    /// Who deals: `N`, `E`, `S` or `W`.
    pub dealer: Option<String>,
    /// What seats hold, in a line each: `{"N": "balanced 15-17", "S": "5+ major, 0-7 or 6+ clubs", "W": "any 5-4-2-2, 11+"}`.
    /// A seat that is not named keeps what it has; in a new profile that is any hand.
    pub hands: BTreeMap<String, String>,
    /// What partners hold together: `8+ hearts between North and South`, `25-27 together`.
    pub together: Option<String>,
}

/// A profile, and what is to be said of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileAnswer {
    /// The profile, as the object that its file has: as other requests take it.
    pub profile: Json,
    /// What it says in words, a line each.
    pub words: Vec<String>,
    /// Whether it can be dealt and how rare that is, a line each.
    pub standing: Vec<String>,
    /// The same in numbers.
    pub odds: OddsSoFar,
}

impl fmt::Display for ProfileAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}\n", self.words.join("\n").trim_end())?;
        self.standing
            .iter()
            .try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl ProfileRequest {
    pub(crate) fn answer(&self, watch: &Watch) -> Result<ProfileAnswer, Error> {
        let mut wizard = self.begun()?;
        let named = wizard.document().get("profile_name");
        let is_named = named
            .and_then(Json::as_str)
            .is_some_and(|it| !it.is_empty());
        let name = self
            .name
            .as_deref()
            .or_else(|| (!is_named).then_some(UNNAMED));
        for (step, field, line) in [
            (Step::Name, "name", name),
            (Step::Teaches, "teaches", self.teaches.as_deref()),
            (Step::Dealer, "dealer", self.dealer.as_deref()),
        ] {
            if let Some(line) = line {
                say(&mut wizard, step, line).map_err(|wrong| at(&wrong, field.to_owned()))?;
            }
        }
        self.deal_in(&mut wizard)?;
        if let Some(line) = &self.together {
            let said = say(&mut wizard, Step::Together, line);
            said.map_err(|wrong| at(&wrong, "together".to_owned()))?;
        }
        let odds = wizard.odds(cores(), watch)?;
        let words = wizard.profile().map(|profile| profile::words(&profile));
        Ok(ProfileAnswer {
            profile: wizard.document().clone(),
            words: words
                .iter()
                .flat_map(|words| words.lines())
                .map(str::to_owned)
                .collect(),
            standing: odds.lines(),
            odds,
        })
    }

    /// About how many bytes it has beside its profile.
    pub(crate) fn line_length(&self) -> usize {
        let lines = self.hands.values();
        let others = [&self.name, &self.teaches, &self.dealer, &self.together];
        let others = others.into_iter().flatten();
        lines.chain(others).map(String::len).sum()
    }

    /// What is changed: a profile that can be read, or a new one.
    fn begun(&self) -> Result<Wizard, Error> {
        let Some(document) = &self.profile else {
            return Ok(Wizard::new());
        };
        let profile = Profile::from_document(document.clone());
        if profile.is_read() {
            Ok(Wizard::change(document.clone()))
        } else {
            Err(Error::Profile(profile.problems().to_vec()))
        }
    }

    /// Says what each seat holds. A line that speaks of the suit of another seat waits until that seat has one.
    fn deal_in(&self, wizard: &mut Wizard) -> Result<(), Error> {
        let mut hands = Vec::new();
        for (name, line) in &self.hands {
            let seat: Seat = name.parse().map_err(|_| bad("a seat is N, E, S or W"))?;
            hands.push((seat, name, line));
        }
        while !hands.is_empty() {
            let mut wrong = None;
            let before = hands.len();
            hands.retain(|(seat, name, line)| {
                let said = say(wizard, Step::Hand(*seat), line);
                let said = said.map_err(|error| at(&error, format!("hands.{name}")));
                let is_wrong = said.is_err();
                wrong = wrong.take().or(said.err());
                is_wrong
            });
            if let (true, Some(wrong)) = (hands.len() == before, wrong) {
                return Err(wrong);
            }
        }
        Ok(())
    }
}

fn say(wizard: &mut Wizard, step: Step, line: &str) -> Result<(), WrongAnswer> {
    wizard.go_to(Some(step));
    wizard.answer(line)
}

/// What is wrong with a line, at its field of the request.
fn at(wrong: &WrongAnswer, path: String) -> Error {
    Error::Other(ErrorBody {
        places: vec![Place {
            path: Some(path),
            label: Some(wrong.to_string()),
            ..Place::default()
        }],
        ..wrong.body()
    })
}
