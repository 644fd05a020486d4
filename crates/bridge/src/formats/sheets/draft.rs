//! What a board is drawn of: hands, the table, what can be made, auctions. All lengths are in parts of the size of the print,
//! from the upper left corner of the board's place; [`super::flow`] puts it on a page.

use paper::{Area, Face, Ink, Mark, Run, Span, spans_width};

use super::words;
use crate::score::Strain;
use crate::{Board, Hand, PointCount, Seat, Suit, Tricks};

/// From one line to the next.
pub(super) const LINE: f32 = 1.22;
/// The height of a hand.
pub(super) const HAND: f32 = 4.0 * LINE;
/// Between a place's edge and what is in it.
pub(super) const PAD: f32 = 0.5;
/// From the symbol of a suit to its cards.
const CARDS: f32 = 1.12;
/// Letters stand so far below the top of their line.
pub(super) const TOP: f32 = 0.95;
/// From one line of an auction to the next.
pub(super) const CALL: f32 = 1.3;
/// A column of an auction.
pub(super) const CALLER: f32 = 2.9;

/// A board, or a part of it, as it is drawn.
pub(super) struct Draft {
    pub number: u64,
    pub marks: Vec<Mark>,
    /// Without its notes.
    pub height: f32,
    /// What stands below, in paragraphs.
    pub notes: Vec<Vec<Span>>,
}

impl Draft {
    pub(super) fn new(board: &Board, height: f32) -> Draft {
        Draft {
            number: board.number,
            marks: Vec::new(),
            height,
            notes: Vec::new(),
        }
    }

    /// Text that is made smaller if it is wider than `most`.
    pub(super) fn text(&mut self, x: f32, y: f32, size: f32, most: f32, spans: &[Span]) {
        self.run(x, y, size, most, spans, None);
    }

    /// A heading of a board.
    pub(super) fn heading(&mut self, x: f32, y: f32, size: f32, most: f32, text: &str) {
        let spans = words::rich(text, Face::Bold, Ink::BLACK);
        self.run(x, y, size, most, &spans, Some(2));
    }

    fn run(&mut self, x: f32, y: f32, size: f32, most: f32, spans: &[Span], level: Option<u8>) {
        let wide = spans_width(spans, size);
        let size = if wide > most {
            size * most / wide
        } else {
            size
        };
        let mut x = x;
        for span in spans {
            let run = Run {
                x,
                y,
                text: span.text.clone(),
                face: span.face,
                size,
                ink: span.ink,
                level,
            };
            x += run.width();
            self.marks.push(Mark::Text(run));
        }
    }

    /// Text with its middle at `x`.
    pub(super) fn centred(&mut self, x: f32, y: f32, size: f32, spans: &[Span]) {
        let wide = spans_width(spans, size);
        self.text(x - wide / 2.0, y, size, wide, spans);
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), ink: Ink, dashed: bool) {
        self.marks.push(Mark::Line {
            from,
            to,
            width: 0.05,
            ink,
            dashed,
        });
    }

    /// Number, dealer and vulnerability, one below the other.
    pub(super) fn facts(&mut self, board: &Board, most: f32) {
        let number = format!("Board {}", board.number);
        self.heading(PAD, PAD + 1.1, 1.25, most, &number);
        for (line, text) in (1..).zip([deals(board), words::vulnerable(board).to_owned()]) {
            let y = PAD + 1.1 + 1.2 * line as f32;
            self.text(PAD, y, 0.88, most, &grey(&text));
        }
    }

    /// Number, dealer and vulnerability on one line.
    pub(super) fn facts_in_line(&mut self, board: &Board, x: f32, most: f32, more: &str) {
        let number = format!("Board {}{more}", board.number);
        let spans = words::rich(&number, Face::Bold, Ink::BLACK);
        let wide = spans_width(&spans, 1.15).min(most * 0.6);
        self.heading(x, PAD + 1.0, 1.15, wide, &number);
        let rest = format!("{} · {}", deals(board), words::vulnerable(board));
        let from = wide + 0.8;
        self.text(x + from, PAD + 1.0, 0.85, most - from, &grey(&rest));
    }

    /// A hand, at most so wide: with a space between cards, without, or in smaller print.
    pub(super) fn hand(&mut self, x: f32, top: f32, most: f32, hand: Hand) {
        if hand.is_empty() {
            return;
        }
        let between = if hand_width(hand) <= most { " " } else { "" };
        for (line, suit) in Suit::WRITTEN.into_iter().enumerate() {
            let y = top + TOP + line as f32 * LINE;
            let symbol = words::plain(&suit.symbol().to_string());
            self.text(x, y, 1.0, CARDS, &symbol);
            let cards = words::plain(&cards(hand, suit, between));
            self.text(x + CARDS, y, 1.0, most - CARDS, &cards);
        }
    }

    /// A hand below the name of its seat, and its points if they are wanted.
    pub(super) fn named_hand(
        &mut self,
        (x, top): (f32, f32),
        most: f32,
        board: &Board,
        (seat, name): (Seat, &str),
        points: bool,
    ) {
        let hand = board.deal[seat];
        let mut spans = words::rich(name, Face::Bold, Ink::BLACK);
        if points && !hand.is_empty() {
            spans.extend(grey(&format!("  {} HCP", PointCount::HCP.of_hand(hand))));
        }
        self.text(x, top + TOP, 0.9, most, &spans);
        self.hand(x, top + LINE, most, hand);
    }

    /// The table with its four seats: who deals is underlined, who is vulnerable stands in a dark field.
    pub(super) fn compass(&mut self, board: &Board, (x, y): (f32, f32)) {
        const HALF: f32 = 1.75;
        self.marks.push(Mark::Box {
            area: square(x, y, HALF),
            fill: None,
            border: Some(Ink::PALE),
        });
        let places = [(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)];
        for (seat, (right, down)) in Seat::ALL.into_iter().zip(places) {
            let (x, y) = (x + right, y + down);
            let is_vulnerable = board.vulnerable.includes(seat.side());
            let ink = if is_vulnerable {
                Ink::WHITE
            } else {
                Ink::BLACK
            };
            if is_vulnerable {
                self.marks.push(Mark::Box {
                    area: square(x, y, 0.55),
                    fill: Some(Ink::RED),
                    border: None,
                });
            }
            let letter = words::rich(&seat.letter().to_string(), Face::Bold, ink);
            self.centred(x, y + 0.28, 0.8, &letter);
            if seat == board.dealer {
                self.marks.push(Mark::Line {
                    from: (x - 0.38, y + 0.42),
                    to: (x + 0.38, y + 0.42),
                    width: 0.11,
                    ink,
                    dashed: false,
                });
            }
        }
    }

    /// The high card points of the hands, where they sit.
    pub(super) fn points(&mut self, board: &Board, x: f32, top: f32) {
        self.text(x, top + TOP, 0.75, 2.0, &grey("HCP"));
        let places = [(3.6, 0.0), (5.2, 1.15), (3.6, 2.3), (2.0, 1.15)];
        for (seat, (right, down)) in Seat::ALL.into_iter().zip(places) {
            let hand = board.deal[seat];
            if !hand.is_empty() {
                let points = PointCount::HCP.of_hand(hand).to_string();
                let (x, y) = (x + right, top + TOP + down);
                self.centred(x, y, 0.9, &words::plain(&points));
            }
        }
    }

    /// What each seat makes in each strain, with its right edge at `x`.
    pub(super) fn tricks(&mut self, tricks: &Tricks, x: f32, top: f32) {
        const ROW: f32 = 0.97;
        const SIZE: f32 = 0.8;
        let column = |place: usize| x - TRICKS + 1.4 + 1.4 * place as f32;
        let first = top + 0.75;
        for (place, strain) in Strain::ALL.into_iter().rev().enumerate() {
            let head = words::rich(&strain.in_words(), Face::Bold, Ink::BLACK);
            self.centred(column(place), first, SIZE, &head);
        }
        let rule = first + 0.21;
        self.line((x - TRICKS, rule), (x, rule), Ink::PALE, false);
        let seats = [Seat::North, Seat::South, Seat::East, Seat::West];
        for (row, seat) in (1..).zip(seats) {
            let y = first + ROW * row as f32;
            let letter = words::rich(&seat.letter().to_string(), Face::Bold, Ink::BLACK);
            self.centred(x - TRICKS + 0.4, y, SIZE, &letter);
            for (place, strain) in Strain::ALL.into_iter().rev().enumerate() {
                let number = words::plain(&tricks.of(seat, strain).to_string());
                self.centred(column(place), y, SIZE, &number);
            }
        }
    }

    /// An auction in four columns, West first, with room for at least `rows` lines; those before the first call have a dash.
    pub(super) fn auction(
        &mut self,
        (x, top): (f32, f32),
        starter: Seat,
        calls: &[String],
        rows: usize,
    ) {
        let order = [Seat::West, Seat::North, Seat::East, Seat::South];
        let before = order.iter().position(|&seat| seat == starter).unwrap_or(0);
        let rows = rows.max((before + calls.len()).div_ceil(4));
        let bottom = top + CALL * (rows + 1) as f32;
        let wide = 4.0 * CALLER;
        self.marks.push(Mark::Box {
            area: Area {
                x,
                y: top,
                width: wide,
                height: bottom - top,
            },
            fill: None,
            border: Some(Ink::PALE),
        });
        for row in 1..=rows {
            let y = top + CALL * row as f32;
            self.line((x, y), (x + wide, y), Ink::PALE, false);
        }
        for (column, seat) in order.into_iter().enumerate() {
            let left = x + CALLER * column as f32;
            if column > 0 {
                self.line((left, top), (left, bottom), Ink::PALE, false);
            }
            let name = words::rich(&seat.to_string(), Face::Bold, Ink::BLACK);
            self.centred(left + CALLER / 2.0, top + TOP, 0.8, &name);
        }
        let dashes = (0..before).map(|_| "–".to_owned());
        for (place, call) in dashes.chain(calls.iter().cloned()).enumerate() {
            let middle = x + CALLER * ((place % 4) as f32 + 0.5);
            let y = top + CALL * (place / 4 + 1) as f32 + TOP;
            let ink = if place < before {
                Ink::GREY
            } else {
                Ink::BLACK
            };
            let spans = words::rich(&call, Face::Regular, ink);
            self.centred(middle, y, 0.95, &spans);
        }
    }

    /// A line to write on, after a word.
    pub(super) fn blank(&mut self, x: f32, y: f32, most: f32, word: &str) {
        let spans = words::rich(word, Face::Bold, Ink::BLACK);
        let wide = spans_width(&spans, 0.9);
        self.text(x, y, 0.9, most, &spans);
        if wide + 0.4 < most {
            self.line(
                (x + wide + 0.4, y + 0.2),
                (x + most, y + 0.2),
                Ink::GREY,
                false,
            );
        }
    }
}

/// The width of [`Draft::tricks`].
pub(super) const TRICKS: f32 = 7.7;

pub(super) fn grey(text: &str) -> Vec<Span> {
    words::rich(text, Face::Regular, Ink::GREY)
}

fn deals(board: &Board) -> String {
    format!("{} deals", board.dealer)
}

fn square(x: f32, y: f32, half: f32) -> Area {
    Area {
        x: x - half,
        y: y - half,
        width: 2.0 * half,
        height: 2.0 * half,
    }
}

fn cards(hand: Hand, suit: Suit, between: &str) -> String {
    let ranks = hand.holding(suit).ranks().map(words::rank);
    let ranks: Vec<String> = ranks.collect();
    if ranks.is_empty() {
        "–".to_owned()
    } else {
        ranks.join(between)
    }
}

/// How wide a hand is with a space between its cards.
pub(super) fn hand_width(hand: Hand) -> f32 {
    let width = |suit: Suit| spans_width(&words::plain(&cards(hand, suit, " ")), 1.0);
    let widest = Suit::WRITTEN.into_iter().map(width).fold(0.0, f32::max);
    CARDS + widest
}
