//! What is made public before the event: that these boards, and no others, will be dealt.

use std::fmt;

use answer::plural;
use plan::Enumeration;
use serde::{Deserialize, Serialize};
use space::{Watch, digest};

use crate::deal::{Asked, Deal, Strategy};
use crate::deal_error::{DealError, MAX_KEPT};
use crate::error::Error;
use crate::provable::proof_error::ProofError;
use crate::provable::whole_question::WholeQuestion;
use crate::question::Question;
use crate::seed::{SecretKey, hex, quoted};

/// An announcement has no more characters than this.
const MOST_ANNOUNCED: usize = 1000;

/// A public statement about boards that will be dealt: it settles the question, how many boards, the key and the version, and
/// tells nobody what they are. What a value that is drawn in public adds to them is not settled yet.
///
/// ```
/// use fairdeal::{Reveal, Script, SecretKey, Watch};
/// let watch = Watch::default();
/// let key = SecretKey::read(&[7; 32])?;
/// let script = Script::from_text("condition hcp(south) >= 15")?;
/// let statement = script.deal(16).commit(&key, Some("Friday's lotto numbers"), &watch)?;
/// let reveal = Reveal::new(&statement, &script.into(), &key, Some("8 14 21"))?;
/// assert!(reveal.verify(&Default::default(), &[], 1, &watch)?.findings.is_empty());
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The version of the program that will deal them.
    pub version: String,
    /// How many boards.
    pub boards: u64,
    /// How they are found: `auto`, `exact`, `reject`, or the name of a plan.
    pub strategy: String,
    /// Whether no deal comes twice.
    pub distinct: bool,
    /// Of a profile: whether boards are turned round half of the time, where that is not as the profile says.
    pub rotate: Option<bool>,
    /// Whether the cycle of vulnerabilities begins at a random board.
    pub random_vulnerability: bool,
    /// How many deals may be tried, where that is not as the script says.
    pub generate: Option<u64>,
    /// Where the value comes from that is drawn in public later and mixed in, if there is to be one.
    pub public: Option<String>,
    /// The mark of the question: SHA-256 of it and of the key, as 64 hexadecimal digits.
    pub question: String,
    /// The mark of the key, in the same form.
    pub key: String,
    /// The mark of the statement: SHA-256 of all that it says, in the same form. Whoever knows it knows the statement again.
    pub mark: String,
}

impl Statement {
    /// Reads a statement.
    ///
    /// # Errors
    /// A text that is none. Whether it was changed is asked by [`Statement::check`].
    pub fn from_json(text: &str) -> Result<Statement, ProofError> {
        let read = serde_json::from_str(text);
        read.map_err(|error| ProofError::Unreadable("statement", error.to_string()))
    }

    /// That it says what it said when it was made, as far as its mark can tell.
    ///
    /// # Errors
    /// [`ProofError::Changed`].
    pub fn check(&self) -> Result<(), ProofError> {
        match self.own_mark() {
            mark if mark == self.mark => Ok(()),
            mark => Err(ProofError::Changed(self.mark.clone(), mark)),
        }
    }

    /// The mark of what it says.
    fn own_mark(&self) -> String {
        let unmarked = Statement {
            mark: String::new(),
            ..self.clone()
        };
        let text = serde_json::to_vec(&unmarked).unwrap_or_default();
        hex(&digest("fairdeal statement", &[&text]))
    }

    /// The boards that it is about.
    pub(crate) fn deal(&self, question: &Question) -> Result<Deal, ProofError> {
        let strategy = Strategy::from_name(&self.strategy).ok_or_else(|| {
            let why = format!("there is no strategy {}", quoted(&self.strategy));
            ProofError::Unreadable("statement", why)
        })?;
        if let Some(why) = strategy.unfair_because() {
            return Err(ProofError::NotFair(why));
        }
        if self.boards > MAX_KEPT {
            return Err(ProofError::TooMany(self.boards));
        }
        let deal = question
            .deal(self.boards)
            .strategy(strategy)
            .turned(self.rotate)
            .random_vulnerability(self.random_vulnerability)
            .generate(self.generate);
        Ok(if self.distinct { deal.distinct() } else { deal })
    }
}

impl fmt::Display for Statement {
    /// What it is about, and its mark.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let boards = plural(self.boards, "board");
        writeln!(f, "{boards} of fairdeal {}", self.version)?;
        if let Some(public) = &self.public {
            writeln!(f, "to be mixed in: {}", quoted(public))?;
        }
        writeln!(f, "statement {}", self.mark)
    }
}

impl Deal {
    /// A public statement about these boards, before they are dealt by a key. `public` says where the value comes from that
    /// will be mixed into the key, if there is to be one.
    ///
    /// # Errors
    /// As for [`Deal::ready`]; boards that nobody can commit to.
    pub fn commit(
        self,
        key: &SecretKey,
        public: Option<&str>,
        watch: &Watch,
    ) -> Result<Statement, Error> {
        self.asked.check_committable()?;
        let announced = public.map(|text| text.trim().chars().count());
        if announced.is_some_and(|length| !(1..=MOST_ANNOUNCED).contains(&length)) {
            return Err(ProofError::BadAnnouncement.into());
        }
        let whole = WholeQuestion::of(&self.question);
        let dealing = self.ready(watch)?;
        if dealing.whole > MAX_KEPT {
            return Err(ProofError::TooMany(dealing.whole).into());
        }
        let asked = &dealing.asked;
        let statement = Statement {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            boards: dealing.whole,
            strategy: asked.strategy.name(),
            distinct: asked.each_once == Some(Enumeration::Shuffled),
            rotate: asked.turned,
            random_vulnerability: asked.random_vulnerability,
            generate: asked.generate,
            public: public.map(|text| text.trim().to_owned()),
            question: whole.mark(key),
            key: key.mark(),
            mark: String::new(),
        };
        Ok(Statement {
            mark: statement.own_mark(),
            ..statement
        })
    }
}

impl Asked {
    /// Whether boards that are asked for like this can be committed to.
    fn check_committable(&self) -> Result<(), Error> {
        let not_for_this = |what: &'static str| {
            let who = "dealing, and not for a statement about all boards of a run";
            Err(DealError::NotForThis { what, who }.into())
        };
        if self.seed.is_some() {
            return not_for_this("a seed, which can be guessed,");
        }
        if self.shard.is_some() || self.start != 1 {
            return not_for_this("a part of a run");
        }
        if self.each_once == Some(Enumeration::InOrder) {
            return not_for_this("listing every deal");
        }
        if self.set.is_some() {
            return not_for_this("a set in exact shares");
        }
        if self.turn_to_dealer {
            return not_for_this("turning boards");
        }
        if self.settings != profile::Settings::default() {
            return not_for_this("setting the constants of a method");
        }
        match self.strategy.unfair_because() {
            Some(why) => Err(ProofError::NotFair(why).into()),
            None => Ok(()),
        }
    }
}
