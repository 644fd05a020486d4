//! How the classic program lays out hands: side by side, on pages, in lines, as PBN.
//!
//! Each function writes one deal or one page, byte for byte. It knows hands and columns; which action asked for
//! them, and when, is the run's business.

use std::io::{self, Write};

use bridge::{Deal, Hand, Seat, Side, Suit, Vulnerability};

/// A column has room for ten cards; a longer suit pushes the next column out.
const CARDS_A_COLUMN: usize = 10;

/// Hands on one row of a page.
const HANDS_A_ROW: usize = 4;

/// One suit of several hands, in columns: `A K 4 `, and `- ` for a void. The last column is not filled up.
fn suit_line(out: &mut impl Write, hands: &[Hand], suit: Suit) -> io::Result<()> {
    for (i, hand) in hands.iter().enumerate() {
        let holding = hand.holding(suit);
        if holding.is_empty() {
            out.write_all(b"- ")?;
        }
        for rank in holding.ranks() {
            write!(out, "{} ", rank.letter())?;
        }
        if i + 1 < hands.len() {
            for _ in holding.len().max(1)..CARDS_A_COLUMN {
                out.write_all(b"  ")?;
            }
        }
    }
    out.write_all(b"\n")
}

/// Several hands side by side, spades first, and an empty line.
fn side_by_side(out: &mut impl Write, hands: &[Hand]) -> io::Result<()> {
    for suit in Suit::WRITTEN {
        suit_line(out, hands, suit)?;
    }
    out.write_all(b"\n")
}

/// `printall`: the number of the board and its four hands.
pub(crate) fn all(out: &mut impl Write, board: u64, deal: &Deal) -> io::Result<()> {
    writeln!(out, "{board:4}.")?;
    side_by_side(out, &deal.0)
}

/// `printew`: West beside East; and in the same way, North beside South.
pub(crate) fn side(out: &mut impl Write, side: Side, deal: &Deal) -> io::Result<()> {
    let [left, right] = match side {
        Side::NorthSouth => [Seat::North, Seat::South],
        Side::EastWest => [Seat::West, Seat::East],
    };
    side_by_side(out, &[deal[left], deal[right]])
}

/// `printoneline`, up to where its expression stands.
pub(crate) fn one_line(out: &mut impl Write, deal: &Deal) -> io::Result<()> {
    write!(out, "{deal} ")
}

/// `printcompact`, up to where its expression stands: a line for each seat.
pub(crate) fn compact(out: &mut impl Write, deal: &Deal) -> io::Result<()> {
    for seat in Seat::ALL {
        writeln!(out, "{} {}", seat.letter().to_ascii_lowercase(), deal[seat])?;
    }
    Ok(())
}

/// `print`: one seat's hands on a page of its own, four to a row, with the numbers of their boards.
pub(crate) fn page(out: &mut impl Write, seat: Seat, hands: &[Hand]) -> io::Result<()> {
    write!(out, "\n\n{seat} hands:\n\n\n\n")?;
    for (row, hands) in hands.chunks(HANDS_A_ROW).enumerate() {
        for i in 0..hands.len() {
            write!(out, "{:4}.{:15}", row * HANDS_A_ROW + i + 1, "")?;
        }
        out.write_all(b"\n")?;
        side_by_side(out, hands)?;
    }
    out.write_all(b"\x0c")
}

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
    let turn = (board - 1) as usize;
    let dealer = header.dealer.unwrap_or(Seat::ALL[turn % 4]);
    let vulnerable = header
        .vulnerable
        .unwrap_or(VULNERABILITIES[(turn + turn / 4) % 4]);
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

const VULNERABILITIES: [Vulnerability; 4] = [
    Vulnerability::None,
    Vulnerability::NorthSouth,
    Vulnerability::EastWest,
    Vulnerability::All,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn deal(hands: [&str; 4]) -> Deal {
        Deal(hands.map(|hand| hand.parse().unwrap()))
    }

    #[test]
    fn a_suit_of_ten_or_more_pushes_the_next_column_out() {
        let deal = deal([
            "AKQJT98765432...",
            ".AKQJT98765.32.",
            "..AKQJ.AKQJT9876",
            ".432.T987654.543",
        ]);
        assert_eq!(
            written(|out| all(out, 7, &deal)),
            "   7.\n\
             A K Q J T 9 8 7 6 5 4 3 2 -                   -                   - \n\
             -                   A K Q J T 9 8 7 6 5 -                   4 3 2 \n\
             -                   3 2                 A K Q J             T 9 8 7 6 5 4 \n\
             -                   -                   A K Q J T 9 8 7 6   5 4 3 \n\n"
        );
    }

    #[test]
    fn a_page_takes_four_hands_a_row() {
        let hands = ["AK.Q.J.98"; 5].map(|hand| hand.parse().unwrap());
        let page = written(|out| page(out, Seat::East, &hands));
        assert!(page.starts_with("\n\nEast hands:\n\n\n\n   1.                  2. "));
        assert!(page.ends_with("   5.               \nA K \nQ \nJ \n9 8 \n\n\x0c"));
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
