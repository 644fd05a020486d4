//! The header `# auction-filter:` of a scenario: a regular expression for how its boards should have been bid.
//!
//! Authors write it for the text of a board in PBN, with calls as their programs write them: `1N +Pass +[23]`. It is looked for in the
//! lines of the board as its file has them, and in its auction alone with notrump as N, so that it also finds what another
//! program wrote as `1NT` or in LIN.

use answer::ErrorBody;
use bridge::{Auction, Board};
use regex_lite::{Regex, RegexBuilder};

use crate::error::Error;
use crate::question::Question;

/// A larger machine than this is none that an author wrote.
const MOST_SIZE: usize = 1 << 20;

/// How boards should have been bid.
#[derive(Clone, Debug)]
pub(crate) struct AuctionFilter(Regex);

impl AuctionFilter {
    /// That of a question, if it has one. Only boards of files can have been bid.
    ///
    /// # Errors
    /// A header that is no regular expression.
    pub(crate) fn of(question: &Question) -> Result<Option<AuctionFilter>, Error> {
        let script = match question {
            Question::Script(script) => script,
            Question::Leveled(leveled) => leveled.script(),
            Question::Profile(_) | Question::Mixed(_) => return Ok(None),
        };
        let mut headers = script.loaded().script.headers.iter();
        let header = headers.find(|header| header.key.eq_ignore_ascii_case("auction-filter"));
        let Some(text) = header
            .map(|header| &header.value)
            .filter(|text| !text.is_empty())
        else {
            return Ok(None);
        };
        // Where scripts are quoted by other programs, backslashes are doubled.
        let text = text.replace(r"\\n", r"\n");
        let built = RegexBuilder::new(&text).size_limit(MOST_SIZE).build();
        built.map(AuctionFilter).map(Some).map_err(|error| {
            let message = format!("the header auction-filter is no regular expression: {error}");
            Error::Other(ErrorBody::new("auction-filter", message))
        })
    }

    /// Whether a board may stay. One that was not bid may.
    pub(crate) fn passes(&self, board: &Board) -> bool {
        let record = board.record.as_deref();
        let Some((record, auction)) = record.and_then(|record| Some((record, record.auction()?)))
        else {
            return true;
        };
        self.0.is_match(&record.text()) || self.0.is_match(&plain(&auction))
    }
}

/// An auction as the programs of scenario authors write it.
fn plain(auction: &Auction) -> String {
    let mut text = format!("[Auction \"{}\"]\n", auction.starter.letter());
    for four in auction.calls.chunks(4) {
        let calls: Vec<&str> = four
            .iter()
            .map(|call| call.call.strip_suffix('T').unwrap_or(&call.call))
            .collect();
        text.push_str(&calls.join(" "));
        text.push('\n');
    }
    text
}
