//! The constants of the methods that deal by attempts, each with a name under which it can be set.

use serde_json::Value;

/// How the methods that deal by attempts go about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// After so many attempts on a board `reject` gives up.
    pub reject_attempts: u64,
    /// A seat is tight if the chance of some minimum is at most this.
    pub tight_chance: f64,
    /// The part of a minimum that is given beforehand.
    pub fraction: f64,
    /// Whether that part is a third at first, then a half, then two thirds, as a board keeps failing.
    pub adaptive_fraction: bool,
    /// Every so many attempts it grows; 0 is never.
    pub adaptive_attempts: u64,
    /// How often cards of a random suit are drawn anew to have points within its range.
    pub suit_tries: u64,
    /// Whether points that are out of reach end an attempt early.
    pub feasibility: bool,
    /// How many standard deviations are within reach.
    pub feasibility_deviations: f64,
    /// Every so many attempts the suits are drawn anew; 0 is never.
    pub redraw_suits: u64,
    /// Every so many attempts the subprofiles are drawn anew, and the suits with them; 0 is never.
    pub redraw_subprofiles: u64,
    /// How many attempts make a try. A new one begins with a new draw of what is ever drawn anew.
    pub attempts: u64,
    /// How many tries a board gets.
    pub tries: u64,
    /// Whether honours are given beforehand too, toward a seat's least points.
    pub hcp_help: bool,
    /// The part of those points.
    pub hcp_fraction: f64,
    /// The most cards that `construct` gives beforehand: a seat whose minima add up to more gets none.
    pub construct_cards: u64,
    /// `construct` gives cards to a seat if more than this part of its failures are of shape.
    pub construct_shape: f64,
    /// After so many attempts on a board `construct` gives up.
    pub construct_attempts: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            reject_attempts: 10_000,
            tight_chance: 0.19,
            fraction: 0.5,
            adaptive_fraction: false,
            adaptive_attempts: 500,
            suit_tries: 10,
            feasibility: true,
            feasibility_deviations: 1.0,
            redraw_suits: 500,
            redraw_subprofiles: 1_000,
            attempts: 10_000,
            tries: 50,
            hcp_help: false,
            hcp_fraction: 0.5,
            construct_cards: 11,
            construct_shape: 0.5,
            construct_attempts: 10_000,
        }
    }
}

/// A setting that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// There is none of this name.
    #[error("there is no setting {0}: there are {names}", names = Settings::NAMES.join(", "))]
    Unknown(String),
    /// Its value is of another kind.
    #[error("{name} is {wanted}, not {found}")]
    Value {
        /// The setting.
        name: String,
        /// What it takes.
        wanted: &'static str,
        /// What it was given.
        found: String,
    },
    /// A file that does not hold settings.
    #[error("settings are a JSON object like {{\"fraction\": 0.5}}")]
    File,
}

impl answer::Explained for SettingError {
    fn code(&self) -> &'static str {
        match self {
            SettingError::Unknown(_) => "no-such-setting",
            SettingError::Value { .. } => "setting-value",
            SettingError::File => "settings-file",
        }
    }
}

/// A setting, to be changed.
enum Setting<'a> {
    Share(&'a mut f64),
    Amount(&'a mut f64),
    Number(&'a mut u64),
    /// Every so many attempts; 0 is never.
    Interval(&'a mut u64),
    Flag(&'a mut bool),
}

/// The most that a number of attempts may be set to: more would never end.
const MOST: u64 = 1_000_000_000;

impl Settings {
    /// The names of all settings.
    pub const NAMES: [&'static str; 17] = [
        "reject_attempts",
        "tight_chance",
        "fraction",
        "adaptive_fraction",
        "adaptive_attempts",
        "suit_tries",
        "feasibility",
        "feasibility_deviations",
        "redraw_suits",
        "redraw_subprofiles",
        "attempts",
        "tries",
        "hcp_help",
        "hcp_fraction",
        "construct_cards",
        "construct_shape",
        "construct_attempts",
    ];

    fn setting(&mut self, name: &str) -> Option<Setting<'_>> {
        Some(match name {
            "reject_attempts" => Setting::Number(&mut self.reject_attempts),
            "tight_chance" => Setting::Share(&mut self.tight_chance),
            "fraction" => Setting::Share(&mut self.fraction),
            "adaptive_fraction" => Setting::Flag(&mut self.adaptive_fraction),
            "adaptive_attempts" => Setting::Interval(&mut self.adaptive_attempts),
            "suit_tries" => Setting::Number(&mut self.suit_tries),
            "feasibility" => Setting::Flag(&mut self.feasibility),
            "feasibility_deviations" => Setting::Amount(&mut self.feasibility_deviations),
            "redraw_suits" => Setting::Interval(&mut self.redraw_suits),
            "redraw_subprofiles" => Setting::Interval(&mut self.redraw_subprofiles),
            "attempts" => Setting::Number(&mut self.attempts),
            "tries" => Setting::Number(&mut self.tries),
            "hcp_help" => Setting::Flag(&mut self.hcp_help),
            "hcp_fraction" => Setting::Share(&mut self.hcp_fraction),
            "construct_cards" => Setting::Number(&mut self.construct_cards),
            "construct_shape" => Setting::Share(&mut self.construct_shape),
            "construct_attempts" => Setting::Number(&mut self.construct_attempts),
            _ => return None,
        })
    }

    /// Sets one by its name.
    ///
    /// # Errors
    /// A name that is not known, or a value that is out of bounds.
    ///
    /// ```
    /// let mut settings = profile::Settings::default();
    /// settings.set("fraction", "0.75").unwrap();
    /// assert_eq!(settings.fraction, 0.75);
    /// assert!(settings.set("fraction", "2").is_err());
    /// ```
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), SettingError> {
        let setting = self.setting(name);
        let setting = setting.ok_or_else(|| SettingError::Unknown(name.to_owned()))?;
        let wanted = match setting {
            Setting::Share(value) => match text.parse() {
                Ok(number @ 0.0..=1.0) => {
                    *value = number;
                    return Ok(());
                }
                _ => "a number from 0 to 1",
            },
            Setting::Amount(value) => match text.parse() {
                Ok(number @ 0.0..=1000.0) => {
                    *value = number;
                    return Ok(());
                }
                _ => "a number from 0 to 1000",
            },
            Setting::Number(value) => match text.parse() {
                Ok(number @ 1..=MOST) => {
                    *value = number;
                    return Ok(());
                }
                _ => "a whole number from 1 to 1000000000",
            },
            Setting::Interval(value) => match text.parse() {
                Ok(number @ 0..=MOST) => {
                    *value = number;
                    return Ok(());
                }
                _ => "a whole number from 1 to 1000000000, or 0 for never",
            },
            Setting::Flag(value) => match text.parse() {
                Ok(flag) => {
                    *value = flag;
                    return Ok(());
                }
                _ => "true or false",
            },
        };
        Err(SettingError::Value {
            name: name.to_owned(),
            wanted,
            found: text.chars().take(40).collect(),
        })
    }

    /// Sets all that a JSON object names.
    ///
    /// # Errors
    /// What is not an object, and what [`Settings::set`] does not take.
    pub fn set_all(&mut self, text: &str) -> Result<(), SettingError> {
        let values: Value = serde_json::from_str(text).map_err(|_| SettingError::File)?;
        let values = values.as_object().ok_or(SettingError::File)?;
        for (name, value) in values {
            self.set(name, &value.to_string())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_can_be_set_and_others_cannot() {
        let mut settings = Settings::default();
        for name in Settings::NAMES {
            let taken = ["1", "true"].map(|text| settings.set(name, text).is_ok());
            assert_ne!(taken[0], taken[1], "{name}");
            assert!(settings.set(name, "-1").is_err(), "{name}");
        }
        assert!(matches!(
            settings.set("faction", "1"),
            Err(SettingError::Unknown(_))
        ));
        assert_eq!(settings.set_all("[1]"), Err(SettingError::File));
        settings
            .set_all(r#"{"tries": 3, "hcp_help": false}"#)
            .unwrap();
        assert_eq!((settings.tries, settings.hcp_help), (3, false));
    }

    /// What happens every so many attempts can be set to never; a number of attempts cannot be none.
    #[test]
    fn intervals_may_be_never() {
        let mut settings = Settings::default();
        for name in ["redraw_suits", "redraw_subprofiles", "adaptive_attempts"] {
            assert_eq!(settings.set(name, "0"), Ok(()), "{name}");
        }
        for name in ["attempts", "tries", "reject_attempts", "construct_attempts"] {
            assert!(settings.set(name, "0").is_err(), "{name}");
        }
        let error = settings.set("redraw_suits", "often").unwrap_err();
        assert_eq!(
            error.to_string(),
            "redraw_suits is a whole number from 1 to 1000000000, or 0 for never, not often"
        );
    }
}
