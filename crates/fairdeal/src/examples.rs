//! Scripts and profiles to begin with. They are in the program, so that they are there wherever it is.

use std::fmt;

use serde::Serialize;

/// A script or a profile to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Example {
    /// Its name: that of its file without what follows the point.
    pub name: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// What it shows, in one sentence.
    pub about: &'static str,
    /// Its text.
    #[serde(skip)]
    pub text: &'static str,
}

/// The examples, in the order in which one reads them.
const EXAMPLES: [Example; 7] = [
    Example {
        name: "one-notrump",
        file: "one-notrump.dlr",
        about: "South opens one notrump, and North has something to say",
        text: include_str!("../../../examples/one-notrump.dlr"),
    },
    Example {
        name: "weak-two",
        file: "weak-two.dlr",
        about: "a weak two in spades: honours counted, two hands looked at together",
        text: include_str!("../../../examples/weak-two.dlr"),
    },
    Example {
        name: "major-raise",
        file: "major-raise.dlr",
        about: "three raises of a major, leveled by keep-conditions as online tables have them",
        text: include_str!("../../../examples/major-raise.dlr"),
    },
    Example {
        name: "notrump-ladder",
        file: "notrump-ladder.dlr",
        about: "balanced hands from 12 points to 24, for leveling",
        text: include_str!("../../../examples/notrump-ladder.dlr"),
    },
    Example {
        name: "notrump-responses",
        file: "notrump-responses.json",
        about: "a profile: one notrump and three responses, equally often",
        text: include_str!("../../../examples/profiles/one-notrump.json"),
    },
    Example {
        name: "two-long-majors",
        file: "two-long-majors.json",
        about: "a profile: North has six spades, and South has five hearts",
        text: include_str!("../../../examples/profiles/two-tight-seats.json"),
    },
    Example {
        name: "weak-two-defence",
        file: "weak-two-defence.json",
        about: "a profile: West opens a weak two in a random suit, and the others have something too",
        text: include_str!("../../../examples/profiles/weak-two-defence.json"),
    },
];

impl Example {
    /// All of them, in the order in which one reads them.
    ///
    /// ```
    /// assert!(fairdeal::Example::all().len() > 5);
    /// ```
    pub fn all() -> &'static [Example] {
        &EXAMPLES
    }

    /// The example of a name, with what follows the point or without.
    ///
    /// ```
    /// let example = fairdeal::Example::find("weak-two").unwrap();
    /// assert_eq!(fairdeal::Example::find("weak-two.dlr"), Some(example));
    /// assert_eq!(fairdeal::Example::find("weak"), None);
    /// ```
    pub fn find(name: &str) -> Option<&'static Example> {
        let mut all = EXAMPLES.iter();
        all.find(|example| example.name == name || example.file == name)
    }

    /// The name that was probably meant.
    pub fn like(name: &str) -> Option<&'static str> {
        script::closest(name, EXAMPLES.iter().map(|example| example.name))
    }

    /// Whether it is a profile; else it is a script.
    pub fn is_profile(&self) -> bool {
        self.file.ends_with(".json")
    }
}

/// An example with its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleText {
    /// The example.
    #[serde(flatten)]
    pub example: Example,
    /// Whether it is a profile; else it is a script.
    pub profile: bool,
    /// Its text.
    pub text: &'static str,
}

impl From<&Example> for ExampleText {
    fn from(example: &Example) -> ExampleText {
        ExampleText {
            example: *example,
            profile: example.is_profile(),
            text: example.text,
        }
    }
}

/// The examples, to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct ExampleList(pub &'static [Example]);

impl ExampleList {
    /// All of them.
    pub fn all() -> ExampleList {
        ExampleList(Example::all())
    }
}

impl fmt::Display for ExampleList {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names = self.0.iter().map(|example| example.name.len());
        let width = names.max().unwrap_or(0);
        for Example { name, about, .. } in self.0 {
            writeln!(f, "{name:width$}  {about}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Check, Effort, Profile, Script, Watch};

    #[test]
    fn every_example_can_be_used_as_it_stands() {
        for example in Example::all() {
            assert!(example.file.starts_with(example.name));
            let is_usable = if example.is_profile() {
                let profile = Profile::from_json(example.text);
                profile.is_read() && profile.warnings().next().is_none()
            } else {
                let script = Script::named(example.file, example.text).unwrap();
                let quickly = Check {
                    effort: Effort::Steps(1_000_000),
                    ..Check::default()
                };
                let check = script.check(quickly, &Watch::default());
                assert_eq!(
                    check.warnings, 0,
                    "{}: {:?}",
                    example.name, check.diagnostics
                );
                check.errors == 0
            };
            assert!(is_usable, "{}", example.name);
        }
    }
}
