//! The strength table, for some trumps and dominoes.

use std::fmt;

use serde::Serialize;
use space::{Stopped, Watch};

use super::shown;
use crate::{Domino, Dominoes, Rules, Strength, Suit, Trump};

/// What happens to dominoes that are led, with some trumps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrengthAnswer {
    /// A table for each trump.
    pub strength: Vec<StrengthTable>,
}

/// What happens to dominoes that are led, with one trump.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrengthTable {
    /// What is trumps.
    pub trump: Trump,
    /// The dominoes, trumps first.
    pub dominoes: Vec<DominoStrength>,
}

/// What the other 27 dominoes can do to one that is led.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DominoStrength {
    /// The domino.
    pub domino: String,
    /// The suit that it is led as.
    pub led_as: Suit,
    /// What beats it by following suit.
    pub beaten_by: Vec<String>,
    /// The trumps that beat it, from a hand that cannot follow.
    pub ruffed_by: Vec<String>,
    /// What follows suit and is beaten.
    pub beats: Vec<String>,
    /// What cannot follow, and does not beat it.
    pub cannot_follow: Vec<String>,
}

/// The strength of a domino, or of all 28, with one trump, or with each of the nine. It looks at the watch for each trump.
///
/// # Errors
/// It was stopped.
///
/// ```
/// use texas42::{Watch, strength};
/// let answer = strength(Some("6-4".parse()?), Some("0".parse()?), &Watch::default())?;
/// assert_eq!(answer.strength[0].dominoes[0].beaten_by, ["6-6", "6-5"]);
/// assert_eq!(strength(None, None, &Watch::default())?.strength.len(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn strength(
    domino: Option<Domino>,
    trump: Option<Trump>,
    watch: &Watch,
) -> Result<StrengthAnswer, Stopped> {
    let trumps = Trump::all().filter(|&one| trump.is_none_or(|wanted| wanted == one));
    let dominoes = domino.map_or(Dominoes::ALL, Domino::alone);
    let table = |trump: Trump| {
        watch.look()?;
        let rules = Rules::new(trump);
        let arranged = rules.arranged(dominoes).into_iter();
        let of = |domino: Domino| {
            let strength = Strength::of(&rules, domino);
            DominoStrength {
                domino: rules.written(domino),
                led_as: strength.led_as,
                beaten_by: rules.names(strength.higher),
                ruffed_by: rules.names(strength.ruffs),
                beats: rules.names(strength.beats),
                cannot_follow: rules.names(strength.cannot_follow),
            }
        };
        Ok(StrengthTable {
            trump,
            dominoes: arranged.map(of).collect(),
        })
    };
    let strength = trumps.map(table).collect::<Result<_, Stopped>>()?;
    Ok(StrengthAnswer { strength })
}

impl fmt::Display for StrengthAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut gap = "";
        for StrengthTable { trump, dominoes } in &self.strength {
            for of in dominoes {
                let (domino, led_as) = (&of.domino, of.led_as.name());
                writeln!(
                    f,
                    "{gap}{domino} with {}, led as {led_as}",
                    trump.as_trumps()
                )?;
                writeln!(f, "  beaten by      {}", shown(&of.beaten_by))?;
                if !of.ruffed_by.is_empty() {
                    writeln!(f, "  ruffed by      {}", of.ruffed_by.join(" "))?;
                }
                writeln!(f, "  beats          {}", shown(&of.beats))?;
                writeln!(f, "  cannot follow  {}", of.cannot_follow.join(" "))?;
                gap = "\n";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_stopped() {
        let watch = Watch::default();
        strength(None, None, &watch).unwrap();
        assert_eq!(watch.looks(), 9, "a look for each trump");
        watch.stop();
        assert_eq!(strength(None, None, &watch), Err(Stopped));
        assert_eq!(watch.looks(), 10);
    }
}
