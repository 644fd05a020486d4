//! Boards in PBN, the format that nearly every bridge program reads.

use std::io::{self, Write};

use crate::Board;

/// Writes a board with the fifteen tags that the standard wants, in its order. What is not known is empty: some
/// readers choke on a `?`.
pub fn write(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let [north, east, south, west] = board.deal.0;
    writeln!(
        out,
        "[Event \"\"]\n[Site \"\"]\n[Date \"\"]\n[Board \"{}\"]",
        board.number
    )?;
    out.write_all(b"[West \"\"]\n[North \"\"]\n[East \"\"]\n[South \"\"]\n")?;
    writeln!(
        out,
        "[Dealer \"{}\"]\n[Vulnerable \"{}\"]",
        board.dealer.letter(),
        board.vulnerable
    )?;
    writeln!(out, "[Deal \"N:{north} {east} {south} {west}\"]")?;
    out.write_all(b"[Scoring \"\"]\n[Declarer \"\"]\n[Contract \"\"]\n[Result \"\"]\n\n")
}
