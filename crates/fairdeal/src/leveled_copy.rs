//! Leveled copies of a script, for programs that can only throw deals away; and the keeps that a script has already.

#[cfg(feature = "files")]
use std::io::Read;

use level::{
    Alternative, KeepOptions, KeepRatesReport, LeveledFrom, LeveledReport, MeasuringLimits,
    Options, TwoScripts, Verification,
};
use space::Watch;

use crate::effort::Effort;
use crate::error::Error;
use crate::leveled::{Leveled, failed, limits};
use crate::script_question::{Script, unreadable};
use crate::verify::{VerifyOptions, verify};

/// How a leveled copy is made.
#[derive(Clone, PartialEq, Debug)]
pub struct CopyOptions {
    /// Of what keeps are made.
    pub keeps: KeepOptions,
    /// How much work measuring may be.
    pub effort: Effort,
    /// How many threads; what comes out does not depend on it.
    pub threads: usize,
}

impl Default for CopyOptions {
    fn default() -> CopyOptions {
        CopyOptions {
            keeps: KeepOptions::default(),
            effort: Effort::default(),
            threads: 1,
        }
    }
}

/// A copy of a script that keeps the deals of each type just often enough.
#[derive(Clone, Debug)]
pub struct LeveledCopy {
    question: Leveled,
    keeps: level::Leveled,
    limits: MeasuringLimits,
    text: String,
    verified: Option<Verification>,
}

impl Leveled {
    /// A copy of the script with keeps in it.
    ///
    /// # Errors
    /// Types that cannot have their shares, a script that cannot be rewritten, or that it was stopped.
    pub fn copy(&self, options: &CopyOptions, watch: &Watch) -> Result<LeveledCopy, Error> {
        let limits = limits(options.effort, options.threads);
        let scenario = self.scenario();
        let keeps = level::Leveled::new(scenario, &options.keeps, &limits, watch);
        let keeps = keeps.map_err(|error| self.failed(error))?;
        let text = keeps.script(&self.script().loaded().script, scenario);
        let text = text.map_err(|error| self.failed(error))?;
        Ok(LeveledCopy {
            question: self.clone(),
            text: self.script().leveled_from().stamped(&text),
            keeps,
            limits,
            verified: None,
        })
    }
}

impl LeveledCopy {
    /// The script.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of a text, in the encoding of the script.
    pub fn encoded(&self, text: &str) -> Vec<u8> {
        self.question.script().input().encoding().encode(text)
    }

    /// Deals the copy, here and as the classic program deals; the report then says what came out.
    ///
    /// # Errors
    /// A copy that deals nothing, or that it was stopped.
    pub fn verify(&mut self, options: &VerifyOptions, watch: &Watch) -> Result<(), Error> {
        let script = self.question.script();
        let copy = script.input().with_text("the leveled script", &self.text);
        let copy = copy.map_err(unreadable)?;
        let scenario = self.question.scenario();
        let verified = verify(&copy, scenario, script.settings(), options, watch);
        self.verified = Some(verified.map_err(|error| self.question.failed(error))?);
        Ok(())
    }

    /// The keeps, and what comes of them.
    pub fn report(&self) -> LeveledReport {
        LeveledReport::new(self.question.scenario(), &self.keeps, self.verified.clone())
    }

    /// What else could be done where the shares are too far off; nothing where they are close enough.
    ///
    /// # Errors
    /// That it was stopped.
    pub fn alternatives(&self, watch: &Watch) -> Result<Vec<Alternative>, Error> {
        let scenario = self.question.scenario();
        let found = self.keeps.alternatives(scenario, &self.limits, watch);
        found.map_err(|error| self.question.failed(error))
    }

    /// Two copies whose boards, mixed as said, come closer to the shares than those of one.
    ///
    /// # Errors
    /// That no two come closer than one, or that it was stopped.
    pub fn two_scripts(&self, watch: &Watch) -> Result<TwoScripts, Error> {
        let (script, scenario) = (
            &self.question.script().loaded().script,
            self.question.scenario(),
        );
        let two = self
            .keeps
            .two_scripts(script, scenario, &self.limits, watch);
        let two = two.map_err(|error| self.question.failed(error))?;
        let stamp = self.question.script().leveled_from();
        Ok(TwoScripts {
            first: stamp.stamped(&two.first),
            second: stamp.stamped(&two.second),
            ..two
        })
    }
}

impl Script {
    /// What a leveled copy of it says that it was made from.
    fn leveled_from(&self) -> LeveledFrom {
        let (input, sources) = (self.input(), self.sources());
        let main = sources.main();
        let bytes = input.encoding().encode(sources.text(main));
        LeveledFrom::new(sources.name(main), &bytes)
    }

    /// Whether a file is a leveled copy of it as it is, by its name and hash.
    #[cfg(feature = "files")]
    pub(crate) fn is_source_of(&self, copy: &std::path::Path) -> bool {
        let text = std::fs::File::open(copy).and_then(|file| {
            let mut bytes = Vec::new();
            file.take(script::MAX_BYTES as u64)
                .read_to_end(&mut bytes)?;
            Ok(bytes)
        });
        let stamp = text.ok().and_then(|bytes| {
            let (stamp, _) = LeveledFrom::find(&String::from_utf8_lossy(&bytes))?;
            Some(stamp)
        });
        stamp == Some(self.leveled_from())
    }

    /// If it is a leveled copy of a file that has changed since: a warning at the line that says so. The file is looked for
    /// by its name, and beside the copy.
    #[cfg(feature = "files")]
    pub(crate) fn stale_copy(&self) -> Option<script::Diagnostic> {
        use std::path::Path;
        let sources = self.sources();
        let main = sources.main();
        let (stamp, place) = LeveledFrom::find(sources.text(main))?;
        // Only who is a file here may ask about other files.
        let copy = Some(Path::new(sources.name(main))).filter(|copy| copy.is_file())?;
        let named = Path::new(&stamp.file);
        let folder = copy.parent();
        let beside = folder
            .zip(named.file_name())
            .map(|(folder, name)| folder.join(name));
        let mut files = [Some(named.to_owned()), beside].into_iter().flatten();
        let bytes = files.find_map(|file| {
            // What is no plain file may have no end, and what is larger than a script is none.
            let file = std::fs::File::open(Some(file).filter(|file| file.is_file())?).ok()?;
            let mut bytes = Vec::new();
            let read = file.take(script::MAX_BYTES as u64).read_to_end(&mut bytes);
            read.ok().map(|_| bytes)
        })?;
        let plain = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        if stamp.fits(&bytes) || stamp.fits(plain) {
            return None;
        }
        let file = &stamp.file;
        let span = script::Span {
            file: main,
            start: u32::try_from(place.start).ok()?,
            end: u32::try_from(place.end).ok()?,
        };
        let message = format!("{file} has changed since this copy of it was leveled");
        let stale = script::Diagnostic::warning("stale-leveling", span, message);
        Some(stale.help(format!("level it again: fairdeal level write {file}")))
    }

    /// The keeps that the script has, and how often each is true: among all deals, and among those of each type. With
    /// `solve`, the best of them for each type.
    ///
    /// # Errors
    /// A script without keeps, types that cannot be measured, or that it was stopped.
    pub fn keep_rates(
        &self,
        options: &Options,
        solve: bool,
        (effort, threads): (Effort, usize),
        watch: &Watch,
    ) -> Result<KeepRatesReport, Error> {
        let script = self.with_appended(options.definitions());
        script.compiled()?;
        let limits = limits(effort, threads);
        let parsed = &script.loaded().script;
        let rates = KeepRatesReport::new(parsed, options, solve, &limits, watch);
        rates.map_err(|error| failed(&script, error))
    }
}
