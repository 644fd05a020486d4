//! A question as texts: what a statement is about, and what a reveal carries.

use answer::ErrorBody;
use level::{Options, RequestedType};
use script::{Settings, WholeScript};
use serde::{Deserialize, Serialize};

use crate::combine::Weight;
use crate::error::Error;
use crate::leveled::Leveled;
use crate::mixed::{Mixed, MixedQuestion};
use crate::profile_question::Profile;
use crate::question::Question;
use crate::script_question::{Script, unreadable};
use crate::seed::SecretKey;

/// A question with all that decides which boards it has, wherever its files lay.
///
/// ```
/// use fairdeal::{Script, WholeQuestion};
/// let whole = WholeQuestion::of(&Script::from_text("condition hcp(south) >= 15")?.into());
/// assert_eq!(WholeQuestion::of(&whole.question()?), whole);
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum WholeQuestion {
    /// A script in the dealer language, with what it includes and its parameters.
    Script(WholeScript),
    /// A script whose hand types come in chosen shares.
    Leveled {
        /// The script, with what it includes and its parameters.
        script: WholeScript,
        /// The types and their shares.
        level: LevelTerms,
    },
    /// A hand profile.
    Profile {
        /// Its document: the text of a JSON object.
        document: String,
    },
    /// Several questions, mixed by weight.
    Mixed(Vec<WholeMixed>),
}

/// One of several questions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeMixed {
    /// What it is called.
    pub name: String,
    /// How often it comes: what these are to each other.
    pub weight: u64,
    /// The question.
    pub question: WholeQuestion,
}

/// How the hand types of a script are leveled.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LevelTerms {
    /// The types, a list for each dimension; none where the script names them.
    pub types: Vec<Vec<TypeTerms>>,
    /// Their shares in percent, as decimal numbers.
    pub shares: Vec<Vec<String>>,
    /// Whether the types are those of the script's averages.
    pub from_averages: bool,
    /// Whether a deal of several types counts for the first.
    pub first_wins: bool,
    /// Whether deals of no type are a type of their own.
    pub rest: bool,
    /// Further names that are keeps.
    pub drop: Vec<String>,
    /// Names that look like keeps, and are none.
    pub hold: Vec<String>,
}

/// A hand type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TypeTerms {
    /// Its name.
    pub name: String,
    /// What it means, if the script does not say it.
    pub meaning: Option<String>,
}

impl WholeQuestion {
    /// A question as texts. Includes are read once more for that.
    pub fn of(question: &Question) -> WholeQuestion {
        let whole = |script: &Script| WholeScript::new(script.input(), script.settings());
        match question {
            Question::Script(script) => WholeQuestion::Script(whole(script)),
            Question::Leveled(leveled) => {
                let (script, options) = leveled.made_of();
                WholeQuestion::Leveled {
                    script: whole(script),
                    level: LevelTerms::of(options),
                }
            }
            Question::Profile(profile) => {
                let document = profile.reading().document.as_ref();
                WholeQuestion::Profile {
                    document: document.map(|one| one.to_string()).unwrap_or_default(),
                }
            }
            Question::Mixed(mixed) => {
                let one = |one: &MixedQuestion| WholeMixed {
                    name: one.name.clone(),
                    weight: one.weight.units(),
                    question: WholeQuestion::of(&one.question),
                };
                WholeQuestion::Mixed(mixed.questions().iter().map(one).collect())
            }
        }
    }

    /// The question again.
    ///
    /// # Errors
    /// A text that is larger than a script can be, or types that cannot be.
    pub fn question(&self) -> Result<Question, Error> {
        let read = |script: &WholeScript| -> Result<Script, Error> {
            let (input, settings) = script.read("script").map_err(unreadable)?;
            Ok(Script::new(input, settings))
        };
        Ok(match self {
            WholeQuestion::Script(script) => read(script)?.into(),
            WholeQuestion::Leveled { script, level } => {
                Leveled::new(&read(script)?, &level.options()?)?.into()
            }
            WholeQuestion::Profile { document } => Profile::from_json(document).into(),
            WholeQuestion::Mixed(questions) => {
                let one = |one: &WholeMixed| {
                    Ok(MixedQuestion {
                        name: one.name.clone(),
                        weight: Weight::from_units(one.weight).map_err(|error| {
                            Error::Other(ErrorBody::new("weight", error.to_string()))
                        })?,
                        question: one.question.question()?,
                    })
                };
                let questions = questions.iter().map(one);
                Mixed::new(questions.collect::<Result<_, Error>>()?)?.into()
            }
        })
    }

    /// The same question with the texts of another: its parameters and hand types stay.
    pub(crate) fn with_texts_of(&self, other: &Question) -> WholeQuestion {
        let (
            WholeQuestion::Script(script) | WholeQuestion::Leveled { script, .. },
            Question::Script(read),
        ) = (self, other)
        else {
            return WholeQuestion::of(other);
        };
        let settings = Settings {
            parameters: script.parameters.clone(),
            ..read.settings().clone()
        };
        let script = WholeScript {
            appended: script.appended.clone(),
            ..WholeScript::new(read.input(), &settings)
        };
        match self {
            WholeQuestion::Leveled { level, .. } => WholeQuestion::Leveled {
                script,
                level: level.clone(),
            },
            _ => WholeQuestion::Script(script),
        }
    }

    /// What a statement says of it: nobody without the key can tell which question has it.
    pub(crate) fn mark(&self, key: &SecretKey) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        key.blinded("fairdeal question", &[&text])
    }
}

impl LevelTerms {
    fn of(options: &Options) -> LevelTerms {
        let terms = |one: &RequestedType| TypeTerms {
            name: one.name.clone(),
            meaning: one.meaning.clone(),
        };
        let types = options.types.iter();
        let shares = options.shares.iter();
        LevelTerms {
            types: types.map(|list| list.iter().map(terms).collect()).collect(),
            shares: shares
                .map(|list| list.iter().map(f64::to_string).collect())
                .collect(),
            from_averages: options.from_averages,
            first_wins: options.first_wins,
            rest: options.rest,
            drop: options.drop.clone(),
            hold: options.hold.clone(),
        }
    }

    fn options(&self) -> Result<Options, Error> {
        let requested = |one: &TypeTerms| RequestedType {
            name: one.name.clone(),
            meaning: one.meaning.clone(),
        };
        let share = |text: &String| {
            let share = text.parse::<f64>().ok().filter(|share| share.is_finite());
            share.ok_or_else(|| {
                let message = format!("a share is a number, and not {}", crate::seed::quoted(text));
                Error::Other(answer::ErrorBody::new("unreadable", message))
            })
        };
        let types = self.types.iter();
        let shares = self.shares.iter();
        let shares = shares.map(|list| list.iter().map(share).collect());
        Ok(Options {
            types: types
                .map(|list| list.iter().map(requested).collect())
                .collect(),
            shares: shares.collect::<Result<_, _>>()?,
            from_averages: self.from_averages,
            first_wins: self.first_wins,
            rest: self.rest,
            drop: self.drop.clone(),
            hold: self.hold.clone(),
            ..Options::default()
        })
    }
}
