//! Boards as a page for printing: hand diagrams, several to a sheet of paper and never split between two, and if wanted
//! a page of answers after them. Nothing is fetched and nothing runs: the page is one file, readable on a phone too.

use std::io::{self, Write};

use super::Style;
use crate::score::Strain;
use crate::{Board, Hand, PointCount, Seat, Side, Suit, Vulnerability};

const TITLE: &str = "Boards";

pub(super) fn begin(out: &mut impl Write, style: &Style) -> io::Result<()> {
    let title = escaped(style.title.as_deref().unwrap_or(TITLE));
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    )?;
    if let Some(origin) = &style.origin {
        let origin = escaped(origin);
        writeln!(out, "<meta name=\"generator\" content=\"{origin}\">")?;
    }
    let css = include_str!("page.css");
    write!(
        out,
        "<title>{title}</title>\n<style>\n{css}</style>\n</head>\n<body>\n"
    )?;
    if style.title.is_some() {
        writeln!(out, "<h1>{title}</h1>")?;
    }
    for paragraph in paragraphs(style.introduction.as_deref().unwrap_or_default()) {
        writeln!(out, "<p class=\"introduction\">{}</p>", escaped(paragraph))?;
    }
    out.write_all(b"<main class=\"boards\">\n")
}

pub(super) fn end(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"</main>\n</body>\n</html>\n")
}

pub(super) fn with_answers(
    out: &mut impl Write,
    boards: &[Board],
    style: &Style,
) -> io::Result<()> {
    begin(out, style)?;
    for one in boards {
        board(out, one)?;
    }
    out.write_all(b"</main>\n<section class=\"answers\">\n<h2>Answers</h2>\n")?;
    let points = PointCount::HCP;
    for board in boards {
        answer(out, board, &points)?;
    }
    out.write_all(b"</section>\n</body>\n</html>\n")
}

/// The parts of a text between empty lines.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split("\n\n").map(str::trim);
    parts.filter(|part| !part.is_empty())
}

/// A text that means nothing to a browser.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A board: its facts in a corner, the hands around the table.
pub(super) fn board(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let vulnerable = match board.vulnerable {
        Vulnerability::None => "Nobody",
        Vulnerability::NorthSouth => "N-S",
        Vulnerability::EastWest => "E-W",
        Vulnerability::All => "Both sides",
    };
    write!(
        out,
        "<article class=\"board\">\n<div class=\"facts\"><b>{}</b><br>{} deals<br>{vulnerable} vul.</div>\n",
        board.number, board.dealer
    )?;
    for (seat, place) in Seat::ALL
        .into_iter()
        .zip(["north", "east", "south", "west"])
    {
        write!(out, "<div class=\"hand {place}\">")?;
        hand(out, board.deal[seat])?;
        out.write_all(b"</div>\n")?;
    }
    out.write_all(b"<div class=\"table\">")?;
    for (seat, area) in Seat::ALL.into_iter().zip(["n", "e", "s", "w"]) {
        let class = match (is_vulnerable(board.vulnerable, seat), seat == board.dealer) {
            (true, true) => " class=\"v d\"",
            (true, false) => " class=\"v\"",
            (false, true) => " class=\"d\"",
            (false, false) => "",
        };
        let letter = seat.letter();
        write!(out, "<i style=\"grid-area:{area}\"{class}>{letter}</i>")?;
    }
    out.write_all(b"</div>\n")?;
    if let Some(hand_type) = &board.hand_type {
        let words = escaped(hand_type.as_str());
        writeln!(out, "<div class=\"type\">Hand type: {words}</div>")?;
    }
    out.write_all(b"</article>\n")
}

fn is_vulnerable(vulnerable: Vulnerability, seat: Seat) -> bool {
    match vulnerable {
        Vulnerability::None => false,
        Vulnerability::All => true,
        Vulnerability::NorthSouth => Side::NorthSouth.seats().contains(&seat),
        Vulnerability::EastWest => Side::EastWest.seats().contains(&seat),
    }
}

/// Four lines, or nothing for a hand that is not given.
fn hand(out: &mut impl Write, hand: Hand) -> io::Result<()> {
    if hand.is_empty() {
        return Ok(());
    }
    for (i, suit) in Suit::WRITTEN.into_iter().enumerate() {
        let line = if i > 0 { "<br>" } else { "" };
        let (letter, symbol) = (suit.letter(), suit.symbol());
        let holding = hand.holding(suit);
        write!(out, "{line}<span class=\"{letter}\">{symbol}</span> ")?;
        if holding.is_empty() {
            out.write_all("–".as_bytes())?
        } else {
            write!(out, "{holding}")?
        }
    }
    Ok(())
}

/// What a teacher wants to know about a board.
fn answer(out: &mut impl Write, board: &Board, points: &PointCount) -> io::Result<()> {
    write!(out, "<article class=\"answer\"><b>{}</b> HCP", board.number)?;
    for seat in Seat::ALL {
        let hand = board.deal[seat];
        if !hand.is_empty() {
            write!(out, " {} {}", seat.letter(), points.of_hand(hand))?;
        }
    }
    if let Some(tricks) = board.tricks {
        out.write_all(b"\n<table><tr><th></th><th>NT</th>")?;
        for suit in Suit::WRITTEN {
            let (letter, symbol) = (suit.letter(), suit.symbol());
            write!(out, "<th class=\"{letter}\">{symbol}</th>")?;
        }
        out.write_all(b"</tr>")?;
        for seat in [Seat::North, Seat::South, Seat::East, Seat::West] {
            write!(out, "\n<tr><th>{}</th>", seat.letter())?;
            for strain in Strain::ALL.into_iter().rev() {
                write!(out, "<td>{}</td>", tricks.of(seat, strain))?;
            }
            out.write_all(b"</tr>")?;
        }
        out.write_all(b"</table>")?;
    }
    match board.par {
        Some(0) => out.write_all(b"\n<br>Par 0")?,
        Some(par @ ..0) => write!(out, "\n<br>Par E-W {}", par.unsigned_abs())?,
        Some(par) => write!(out, "\n<br>Par N-S {par}")?,
        None => {}
    }
    out.write_all(b"</article>\n")
}
