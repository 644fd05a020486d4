//! Reading and compiling in one call, for whoever wants a script or the reasons why there is none.

use crate::compile::{CompileOptions, Compiled, compile};
use crate::diagnostic::Diagnostic;
use crate::parse::parse;
use crate::source::{Input, Settings};
use crate::syntax::Script;

/// A script and everything that is known about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// As it was written.
    pub script: Script,
    /// Ready to be dealt, unless something is wrong.
    pub compiled: Option<Compiled>,
    /// Errors and the warnings of reading, in the order of the text. Lints are asked for apart.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads and compiles a script.
///
/// ```
/// let input = script::Input::from_text("test", "condition spdes(north) > 4").unwrap();
/// let loaded = script::load(&input, &Default::default(), &Default::default());
/// assert!(loaded.compiled.is_none());
/// assert_eq!(loaded.diagnostics[0].help.as_deref(), Some("did you mean spades?"));
///
/// // What an include that is not there would have defined is not blamed as well.
/// let input = script::Input::from_text("test", "#include \"mine\"\nopens and strong").unwrap();
/// let loaded = script::load(&input, &Default::default(), &Default::default());
/// assert_eq!(loaded.diagnostics.len(), 1);
/// assert_eq!(loaded.diagnostics[0].code, "include");
/// ```
pub fn load(input: &Input, settings: &Settings, options: &CompileOptions) -> Loaded {
    let (script, mut diagnostics) = parse(input, settings);
    let compiled = match compile(&script, options) {
        Ok(compiled) => Some(compiled),
        Err(mut errors) => {
            // What was not read may have had the names: one thing is wrong, and it has been said.
            let is_cut = |said: &Diagnostic| {
                said.is_error() && matches!(said.code, "include" | "text" | "comment")
            };
            if diagnostics.iter().any(is_cut) {
                errors.retain(|error| error.code != "unknown-name");
            }
            diagnostics.extend(errors);
            answer::sort_by_key(&mut diagnostics, |diagnostic| diagnostic.span);
            None
        }
    };
    Loaded {
        script,
        compiled,
        diagnostics,
    }
}
