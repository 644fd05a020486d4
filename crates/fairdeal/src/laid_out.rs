//! A script laid out anew, as the text of its file.

use std::sync::Arc;

use script::Encoding;

use crate::error::{Error, ScriptError};
use crate::script_question::Script;

/// The text of a script, laid out anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaidOut {
    /// The text.
    pub text: String,
    /// Whether that is another one than it was.
    pub changed: bool,
    encoding: Encoding,
}

impl LaidOut {
    /// The bytes of its file, in the encoding that the script came in.
    pub fn bytes(&self) -> Vec<u8> {
        self.encoding.encode(&self.text)
    }
}

impl Script {
    /// The same script with spaces where they help: it means the same, its comments stay, and so do its lines. What it includes
    /// is left alone.
    ///
    /// ```
    /// use fairdeal::Script;
    /// let script = Script::from_text("condition hcp( south )>=15&&hcp(south)<18 // a notrump")?;
    /// let laid_out = script.laid_out()?;
    /// assert_eq!(laid_out.text, "condition hcp(south) >= 15 && hcp(south) < 18  // a notrump\n");
    /// assert!(laid_out.changed);
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    ///
    /// # Errors
    /// What keeps it from being read.
    pub fn laid_out(&self) -> Result<LaidOut, Error> {
        let text = script::format(self.input(), self.settings()).map_err(|wrong| {
            let mut findings = script::told_once(wrong.diagnostics);
            script::order_for_showing(&mut findings);
            Error::Script(Box::new(ScriptError {
                findings,
                sources: Arc::new(wrong.sources),
                headline: None,
            }))
        })?;
        let sources = self.sources();
        Ok(LaidOut {
            changed: sources.text(sources.main()) != text,
            text,
            encoding: self.input().encoding(),
        })
    }
}
