//! Turning a board: every seat becomes another one, wherever a file names it.
//!
//! Cards, dealer, vulnerability, results, auction, play and the players move; so do the seats in comments, notes and hand
//! types, where they are whole words. Names of people, events and places are nobody's seat, and stay as they are.

use std::sync::Arc;

use crate::double_dummy::par;
use crate::record::{Line, Record, Tag};
use crate::{Board, Deal, HandType, Seat, Tricks, Vulnerability};

impl Board {
    /// The board turned clockwise by so many seats: with one, what North had is East's.
    ///
    /// ```
    /// use bridge::{Board, Deal, Seat};
    /// let mut board = Board::new(2, Deal::default());
    /// board.deal[Seat::North] = "AK4.QT92.J.98765".parse().unwrap();
    /// let turned = board.turned(1);
    /// assert_eq!(turned.deal[Seat::East], board.deal[Seat::North]);
    /// assert_eq!((turned.dealer, turned.vulnerable.to_string().as_str()), (Seat::South, "EW"));
    /// assert_eq!(turned.turned(3), board);
    /// ```
    pub fn turned(&self, steps: usize) -> Board {
        let odd = steps % 2 == 1;
        // Whose cards a seat has now.
        let from = |seat: Seat| seat.turned((4 - steps % 4) % 4);
        Board {
            number: self.number,
            dealer: self.dealer.turned(steps),
            vulnerable: match self.vulnerable {
                Vulnerability::NorthSouth if odd => Vulnerability::EastWest,
                Vulnerability::EastWest if odd => Vulnerability::NorthSouth,
                same => same,
            },
            deal: Deal(Seat::ALL.map(|seat| self.deal[from(seat)])),
            hand_type: self
                .hand_type
                .as_ref()
                .and_then(|words| words.turned(steps)),
            tricks: self
                .tricks
                .map(|tricks| Tricks::from_fn(|seat, strain| tricks.of(from(seat), strain))),
            par: self
                .par
                .map(|par| if odd { par.saturating_neg() } else { par }),
            values: self.values.clone(),
            record: self
                .record
                .as_ref()
                .map(|record| Arc::new(turned_record(record, steps))),
        }
    }

    /// The board turned so that its dealer sits where its number says, with the vulnerability of its number, for boards that
    /// are dealt into numbered trays; and by how many seats it was turned. Where its file has an auction the vulnerability
    /// is turned with it: it was bid so.
    ///
    /// ```
    /// use bridge::{Board, Deal, Seat};
    /// let mut board = Board::new(2, Deal::default());
    /// board.dealer = Seat::North;
    /// board.deal[Seat::North] = "AK4.QT92.J.98765".parse().unwrap();
    /// let (turned, steps) = board.turned_to_dealer();
    /// assert_eq!((turned.deal[Seat::East], steps), (board.deal[Seat::North], 1));
    /// assert!(turned.follows_its_number());
    /// ```
    pub fn turned_to_dealer(&self) -> (Board, usize) {
        let usual = Board::new(self.number, Deal::default());
        let place = |seat: Seat| seat as usize;
        let steps = (4 + place(usual.dealer) - place(self.dealer)) % 4;
        let mut turned = self.turned(steps);
        let record = turned.record.as_deref();
        let was_bid = record.is_some_and(|record| record.auction().is_some());
        if !was_bid && turned.vulnerable != usual.vulnerable {
            turned.vulnerable = usual.vulnerable;
            // Par depends on the vulnerability; the tricks do not.
            let known = turned.par.and(turned.tricks);
            turned.par = known.map(|tricks| par(&tricks, turned.dealer, turned.vulnerable).score);
        }
        (turned, steps)
    }
}

impl HandType {
    /// The words with the seats in them turned clockwise by so many.
    pub fn turned(&self, steps: usize) -> Option<HandType> {
        HandType::new(&turned_words(self.as_str(), steps))
    }
}

fn turned_record(record: &Record, steps: usize) -> Record {
    let mut turned = record.clone();
    // The columns of the table whose rows are being turned.
    let mut columns: Vec<bool> = Vec::new();
    for line in &mut turned.lines {
        match line {
            Line::Tag(tag) => {
                columns = seats_of_table(tag);
                turn_tag(tag, steps);
            }
            Line::Row(row) => turn_row(row, &columns, steps),
            Line::Remark(text) if text.starts_with('%') => {}
            Line::Stray(_) => {}
            Line::Remark(text) => *text = turned_words(text, steps),
        }
    }
    move_players(record, &mut turned, steps);
    turned
}

/// Which columns of a table name a seat.
fn seats_of_table(tag: &Tag) -> Vec<bool> {
    let columns = tag.raw.split(';');
    let name = |column: &str| {
        column
            .split('\\')
            .next()
            .unwrap_or_default()
            .trim()
            .to_lowercase()
    };
    columns.map(|column| name(column) == "declarer").collect()
}

/// The words of a row that stand in columns of seats, and the comments in it.
fn turn_row(row: &mut String, columns: &[bool], steps: usize) {
    if !columns.contains(&true) {
        if row.contains(['{', ';']) {
            *row = turned_words(row, steps);
        }
        return;
    }
    let mut turned = String::with_capacity(row.len());
    let mut column = 0;
    for word in row.split_inclusive(' ') {
        let plain = word.trim();
        match plain.parse::<Seat>() {
            Ok(seat) if plain.len() == 1 && columns.get(column) == Some(&true) => {
                turned.push_str(&word.replace(plain, &seat.turned(steps).letter().to_string()));
            }
            _ => turned.push_str(word),
        }
        column += usize::from(!plain.is_empty());
    }
    *row = turned;
}

/// What a tag says of seats; not the names of people, events and places.
fn turn_tag(tag: &mut Tag, steps: usize) {
    tag.after = turned_words(&tag.after, steps);
    let seat = || tag.raw.trim().parse::<Seat>().ok();
    let raw = match tag.name.to_ascii_lowercase().as_str() {
        "declarer" | "auction" | "play" => match seat() {
            Some(seat) => seat.turned(steps).letter().to_string(),
            None => return,
        },
        "note" => turned_words(&tag.raw, steps),
        name if ["score", "par", "result"]
            .iter()
            .any(|kind| name.starts_with(kind)) =>
        {
            turned_words(&tag.raw, steps)
        }
        _ => return,
    };
    if *tag.raw != *raw {
        tag.raw = raw.into();
    }
}

/// The seat or the side at the beginning or the end of a tag's name, and the rest of it: `NorthType`, `BidSystemEW`.
fn seat_in_name(name: &str) -> Option<(Place, String)> {
    for seat in Seat::ALL {
        let word = seat.to_string();
        if let Some(rest) = name.strip_prefix(&word)
            && !rest.starts_with(|letter: char| letter.is_ascii_lowercase())
        {
            return Some((Place::Seat(seat), rest.to_owned()));
        }
    }
    for (word, east_west) in [("NS", false), ("EW", true)] {
        if let Some(rest) = name.strip_suffix(word) {
            return Some((Place::Side(east_west), rest.to_owned()));
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Seat(Seat),
    /// Whether it is East and West.
    Side(bool),
}

/// What is said of a player or a side by the name of a tag goes with the player. The tags stay in their order if the same
/// ones are there afterwards; else they get other names.
fn move_players(record: &Record, turned: &mut Record, steps: usize) {
    let tags = || {
        record
            .tags()
            .filter_map(|tag| Some((seat_in_name(&tag.name)?, tag)))
    };
    for line in &mut turned.lines {
        let Line::Tag(tag) = line else {
            continue;
        };
        let Some((place, rest)) = seat_in_name(&tag.name) else {
            continue;
        };
        let same_kind = || tags().filter(|((_, other), _)| *other == rest);
        let is_there = |wanted: Place| same_kind().find(|((place, _), _)| *place == wanted);
        if same_kind().all(|((place, _), _)| is_there(place.turned(steps)).is_some()) {
            if let Some((_, before)) = is_there(place.turned(4 - steps % 4)) {
                tag.raw = before.raw.clone();
            }
        } else {
            tag.name = match place.turned(steps) {
                Place::Seat(seat) => format!("{seat}{rest}"),
                Place::Side(false) => format!("{rest}NS"),
                Place::Side(true) => format!("{rest}EW"),
            };
        }
    }
}

impl Place {
    fn turned(self, steps: usize) -> Place {
        match self {
            Place::Seat(seat) => Place::Seat(seat.turned(steps)),
            Place::Side(east_west) => Place::Side(east_west ^ (steps % 2 == 1)),
        }
    }
}

/// A text with the seats and sides in it turned, where they are whole words: `North`, `NORTH`, `N-S`, `NS`, `E/W`.
fn turned_words(text: &str, steps: usize) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut turned = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        // Two letters with a stroke between are one word.
        let stroke = after.get(..1).filter(|stroke| matches!(*stroke, "-" | "/"));
        let second = stroke.map_or("", |_| {
            let after = &after[1..];
            &after[..after.find(|letter| !is_part(letter)).unwrap_or(after.len())]
        });
        let pair = match (word, second) {
            ("N", "S") if steps % 2 == 1 => Some("E W"),
            ("E", "W") if steps % 2 == 1 => Some("N S"),
            _ => None,
        };
        if let (Some(pair), Some(stroke)) = (pair, stroke) {
            turned.push_str(&pair.replace(' ', stroke));
            rest = &after[2..];
            continue;
        }
        turned.push_str(&turned_word(word, steps));
        let between = after.find(is_part).unwrap_or(after.len());
        turned.push_str(&after[..between]);
        rest = &after[between..];
    }
    turned
}

fn turned_word(word: &str, steps: usize) -> String {
    match word {
        "NS" if steps % 2 == 1 => return "EW".to_owned(),
        "EW" if steps % 2 == 1 => return "NS".to_owned(),
        _ => {}
    }
    for seat in Seat::ALL {
        let (name, other) = (seat.to_string(), seat.turned(steps).to_string());
        if word == name {
            return other;
        }
        if word == name.to_uppercase() {
            return other.to_uppercase();
        }
    }
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    #[test]
    fn words_are_whole() {
        for (text, quarter, half) in [
            (
                "North's N-S; EW, NORTH",
                "East's E-W; NS, EAST",
                "South's N-S; EW, SOUTH",
            ),
            (
                "N/S and Northern Ireland, S leads",
                "E/W and Northern Ireland, S leads",
                "N/S and Northern Ireland, S leads",
            ),
            ("({South}) é West", "({West}) é North", "({North}) é East"),
            ("W-N E-W-S N-", "W-N N-S-S N-", "W-N E-W-S N-"),
            ("", "", ""),
        ] {
            assert_eq!(turned_words(text, 1), quarter);
            assert_eq!(turned_words(text, 2), half);
            assert_eq!(turned_words(text, 4), text);
        }
    }

    const FILE: &str = "[Event \"North of England\"]\n[Site \"East London\"]\n[Date \"\"]\n[Board \"1\"]\n\
        [West \"Wes\"]\n[North \"Mr North\"]\n[East \"\"]\n[South \"Sue\"]\n[Dealer \"N\"]\n[Vulnerable \"NS\"]\n\
        [Deal \"N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76\"]\n[Scoring \"\"]\n\
        [Declarer \"S\"]\n[Contract \"2H\"]\n[Result \"8\"]\n[Score \"NS 110\"]\n[HandType \"South: weak\"]\n\
        [NorthType \"human\"]\n[BidSystemNS \"Acol\"]\n[Auction \"N\"]\nPass {East thinks} Pass 2H =1= AP\n\
        [Note \"1:by South\"]\n[Play \"W\"]\nCK - - -\n*\n{North is dummy.\nN-S make it.}\n\
        [ScoreTable \"Declarer;Result\\2R\"]\nN  9\nS 10\n\n";

    #[test]
    fn everything_that_names_a_seat_turns() {
        let board = &Format::Pbn.read(FILE.as_bytes()).whole().unwrap()[0];
        let turned = board.turned(1);
        let mut pbn = Vec::new();
        let style = crate::formats::Style::default();
        Format::Pbn
            .write([turned.clone()].as_slice(), &style, &mut pbn)
            .unwrap();
        let wanted = "[Event \"North of England\"]\n[Site \"East London\"]\n[Date \"\"]\n[Board \"1\"]\n\
            [West \"Sue\"]\n[North \"Wes\"]\n[East \"Mr North\"]\n[South \"\"]\n[Dealer \"E\"]\n[Vulnerable \"EW\"]\n\
            [Deal \"N:KT653.95.853.T76 J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2\"]\n[Scoring \"\"]\n\
            [Declarer \"W\"]\n[Contract \"2H\"]\n[Result \"8\"]\n[Score \"EW 110\"]\n[HandType \"West: weak\"]\n\
            [EastType \"human\"]\n[BidSystemEW \"Acol\"]\n[Auction \"E\"]\nPass {South thinks} Pass 2H =1= AP\n\
            [Note \"1:by West\"]\n[Play \"N\"]\nCK - - -\n*\n{East is dummy.\nE-W make it.}\n\
            [ScoreTable \"Declarer;Result\\2R\"]\nE  9\nW 10\n\n";
        assert_eq!(String::from_utf8(pbn).unwrap(), wanted);
        let mut back = turned.turned(3);
        assert_eq!(back, *board);
        back = board.turned(2).turned(2);
        assert_eq!(back, *board);
    }

    #[test]
    fn results_turn_with_their_seats() {
        let mut board = Board::new(1, Deal::default());
        board.tricks = Some(Tricks::from_fn(|seat, _| seat as u8));
        board.par = Some(420);
        let turned = board.turned(1);
        let strain = crate::score::Strain::Notrump;
        let tricks = turned.tricks.unwrap();
        assert_eq!(Seat::ALL.map(|seat| tricks.of(seat, strain)), [3, 0, 1, 2]);
        assert_eq!(turned.par, Some(-420));
        assert_eq!(board.turned(2).par, Some(420));
    }

    #[test]
    fn a_board_that_is_turned_to_its_dealer_follows_its_number() {
        let played = &Format::Pbn.read(FILE.as_bytes()).whole().unwrap()[0];
        for (number, dealer) in [
            (1, Seat::West),
            (6, Seat::North),
            (11, Seat::South),
            (16, Seat::East),
        ] {
            let mut board = Board::new(number, played.deal);
            board.dealer = dealer;
            board.vulnerable = Vulnerability::EastWest;
            board.hand_type = HandType::new(&format!("{dealer}: weak"));
            board.tricks = Some(Tricks::from_fn(|seat, _| 5 + seat as u8));
            board.par = Some(par(&board.tricks.unwrap(), dealer, board.vulnerable).score);
            let (turned, steps) = board.turned_to_dealer();
            assert!(turned.follows_its_number());
            assert_eq!(dealer.turned(steps), turned.dealer);
            assert_eq!(turned.deal[turned.dealer], board.deal[dealer]);
            let words = format!("{}: weak", turned.dealer);
            assert_eq!(turned.hand_type, HandType::new(&words));
            let tricks = turned.tricks.unwrap();
            let right = par(&tricks, turned.dealer, turned.vulnerable).score;
            assert_eq!(turned.par, Some(right));
            assert_eq!(turned.turned_to_dealer(), (turned.clone(), 0));
            board.tricks = None;
            let unknown = board.turned_to_dealer().0.par;
            assert!(unknown.is_none() || turned.vulnerable == board.turned(steps).vulnerable);
        }
        // One that was bid keeps its vulnerability with its sides.
        let mut bid = played.clone();
        bid.number = 2;
        let (turned, steps) = bid.turned_to_dealer();
        assert_eq!((steps, turned.dealer), (1, Seat::East));
        assert_eq!(turned.vulnerable, Vulnerability::EastWest);
    }
}
