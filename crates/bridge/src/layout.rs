//! How hands are laid out as text: side by side, on pages and in lines, as the classic program does it byte for
//! byte, and around a table.
//!
//! Each function writes one deal or one page. It knows hands and columns; who asked for them, and when, is no
//! business of it.

use std::io::{self, Write};

use crate::{Board, Deal, Hand, Seat, Side, Suit};

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
pub fn all(out: &mut impl Write, board: u64, deal: &Deal) -> io::Result<()> {
    writeln!(out, "{board:4}.")?;
    side_by_side(out, &deal.0)
}

/// `printew`: West beside East; and in the same way, North beside South.
pub fn side(out: &mut impl Write, side: Side, deal: &Deal) -> io::Result<()> {
    let [left, right] = match side {
        Side::NorthSouth => [Seat::North, Seat::South],
        Side::EastWest => [Seat::West, Seat::East],
    };
    side_by_side(out, &[deal[left], deal[right]])
}

/// The letters of some ranks, the highest first, and in the last byte how many they are.
type Letters = [u8; 8];

/// The letters of all sets of ranks up to the eight, and of all sets from the nine on: two steps that are the same for any suit, where one
/// for each card would end now here, now there, which no processor foresees.
static UP_TO_EIGHT: [Letters; 128] = letters(b"2345678");
static FROM_NINE: [Letters; 64] = letters(b"9TJQKA");

const fn letters<const SETS: usize>(ranks: &[u8]) -> [Letters; SETS] {
    let mut all = [[0; 8]; SETS];
    let mut set = 0;
    while set < SETS {
        let mut rank = ranks.len();
        while rank > 0 {
            rank -= 1;
            if set >> rank & 1 == 1 {
                all[set][all[set][7] as usize] = ranks[rank];
                all[set][7] += 1;
            }
        }
        set += 1;
    }
    all
}

/// `printoneline`, up to where its expression stands: `n AK4.QT92.J.98765 e … s … w … `.
pub fn one_line(out: &mut impl Write, deal: &Deal) -> io::Result<()> {
    // 52 cards, 12 dots, and three more for each seat, and room after them: built in place, because writing lines is the work
    // when most deals qualify.
    let mut line = [0u8; 96];
    let mut at = 0;
    for (seat, hand) in b"nesw".iter().zip(deal.0) {
        line[at] = *seat;
        at += 1;
        for (i, suit) in Suit::WRITTEN.into_iter().enumerate() {
            line[at] = if i == 0 { b' ' } else { b'.' };
            at += 1;
            let bits = usize::from(hand.holding(suit).0);
            for letters in [&FROM_NINE[bits >> 7 & 63], &UP_TO_EIGHT[bits & 127]] {
                // What stands behind them is written over.
                line[at..][..8].copy_from_slice(letters);
                at += usize::from(letters[7]);
            }
        }
        line[at] = b' ';
        at += 1;
    }
    out.write_all(&line[..at])
}

/// The four hands around the table, with the number of the board, the dealer and the vulnerability, and below them what it
/// was dealt as and what can be made where that is known. The place of a hand that is not given stays empty.
pub fn table(out: &mut impl Write, board: &Board) -> io::Result<()> {
    const COLUMN: usize = 19;
    let suits = |seat: Seat| {
        let hand = board.deal[seat];
        Suit::WRITTEN.map(|suit| match hand.holding(suit) {
            _ if hand.is_empty() => String::new(),
            holding if holding.is_empty() => format!("{} -", suit.symbol()),
            holding => format!("{} {holding}", suit.symbol()),
        })
    };
    let mut line = |text: String| writeln!(out, "{}", text.trim_end());
    let facts = [
        format!("Board {}", board.number),
        format!("Dealer {}", board.dealer),
        format!("Vulnerable {}", board.vulnerable),
        String::new(),
    ];
    for (fact, north) in facts.iter().zip(suits(Seat::North)) {
        line(format!("{fact:COLUMN$}{north}"))?;
    }
    for (west, east) in suits(Seat::West).into_iter().zip(suits(Seat::East)) {
        line(format!("{west:width$}{east}", width = 2 * COLUMN))?;
    }
    for south in suits(Seat::South) {
        line(format!("{:COLUMN$}{south}", ""))?;
    }
    if let Some(hand_type) = &board.hand_type {
        line(format!("Hand type: {hand_type}"))?;
    }
    if let Some(tricks) = &board.tricks {
        for row in tricks.to_string().lines() {
            line(row.to_owned())?;
        }
    }
    match board.par {
        None => {}
        Some(0) => line("Par 0".to_owned())?,
        Some(par) => {
            let side = if par > 0 { "NS" } else { "EW" };
            line(format!("Par {side} {}", par.unsigned_abs()))?;
        }
    }
    line(String::new())
}

/// `printcompact`, up to where its expression stands: a line for each seat.
pub fn compact(out: &mut impl Write, deal: &Deal) -> io::Result<()> {
    for seat in Seat::ALL {
        writeln!(out, "{} {}", seat.letter().to_ascii_lowercase(), deal[seat])?;
    }
    Ok(())
}

/// `print`: one seat's hands on a page of its own, four to a row, with the numbers of their boards.
pub fn page(out: &mut impl Write, seat: Seat, hands: &[Hand]) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// A file may say that par is anything.
    #[test]
    fn any_par_can_be_written() {
        let pbn = b"[Deal \"N:AKQJT98765432... - - -\"]\n[OptimumScore \"NS -2147483648\"]\n";
        let board = &crate::Format::Pbn.read(pbn).boards[0];
        assert_eq!(board.par, Some(i32::MIN));
        for format in crate::Format::ALL {
            let boards = std::slice::from_ref(board);
            let mut out = Vec::new();
            // Some formats want all four hands, and say so.
            let _ = format.write(boards, &crate::formats::Style::default(), &mut out);
            if format == crate::Format::Text {
                let text = String::from_utf8(out).unwrap();
                assert!(text.contains("Par EW 2147483648\n"), "{text}");
            }
        }
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
}
