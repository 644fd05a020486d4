//! `printpbn` as the classic program writes it.

use std::io::{self, Write};

use bridge::{Board, Deal, Seat, Vulnerability};

/// What `printpbn` says beside the cards.
pub(crate) struct PbnHeader<'a> {
    /// The script's file; nothing for standard input.
    pub(crate) file: Option<&'a str>,
    /// The seed of the run.
    pub(crate) seed: i64,
    /// Today, as PBN writes it.
    pub(crate) date: &'a str,
    /// The dealer the script set.
    pub(crate) dealer: Option<Seat>,
    /// The vulnerability the script set.
    pub(crate) vulnerable: Option<Vulnerability>,
}

/// `printpbn`: a board in PBN. Dealer and vulnerability go round with the boards, unless the script set them.
pub(crate) fn pbn(
    out: &mut impl Write,
    header: &PbnHeader,
    board: u64,
    deal: &Deal,
) -> io::Result<()> {
    let PbnHeader {
        file, seed, date, ..
    } = header;
    let round = Board::new(board, *deal);
    let dealer = header.dealer.unwrap_or(round.dealer);
    let vulnerable = header.vulnerable.unwrap_or(round.vulnerable);
    // A script from standard input has no name, and this is how the C library writes that.
    let file = file.unwrap_or("(null)");
    writeln!(
        out,
        "[Event \"Hand simulated by dealer with file {file}, seed {}\"]",
        *seed as u64
    )?;
    writeln!(out, "[Site \"-\"]\n[Date \"{date}\"]\n[Board \"{board}\"]")?;
    out.write_all(b"[West \"-\"]\n[North \"-\"]\n[East \"-\"]\n[South \"-\"]\n")?;
    writeln!(out, "[Dealer \"{}\"]", dealer.letter())?;
    writeln!(out, "[Vulnerable \"{vulnerable}\"]")?;
    let [north, east, south, west] = deal.0;
    writeln!(out, "[Deal \"N:{north} {east} {south} {west}\"]")?;
    out.write_all(b"[Declarer \"?\"]\n[Contract \"?\"]\n[Result \"?\"]\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn pbn_goes_round_with_the_boards_unless_the_script_says() {
        let header = |dealer, vulnerable| PbnHeader {
            file: None,
            seed: -1,
            date: "2001.02.03",
            dealer,
            vulnerable,
        };
        let deal = Deal::default();
        let round = written(|out| pbn(out, &header(None, None), 7, &deal));
        assert!(round.contains("file (null), seed 18446744073709551615\"]"));
        assert!(round.contains("[Dealer \"S\"]\n[Vulnerable \"All\"]"));
        let set = header(Some(Seat::West), Some(Vulnerability::EastWest));
        let set = written(|out| pbn(out, &set, 7, &deal));
        assert!(set.contains("[Dealer \"W\"]\n[Vulnerable \"EW\"]"));
    }
}
