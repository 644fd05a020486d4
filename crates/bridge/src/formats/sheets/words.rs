//! What stands on paper in words: dealers, calls, contracts, and what can be made.

use paper::{Face, Ink, Span, shown};

use crate::double_dummy::{par_as_played, result_in_words};
use crate::score::{Contract, Doubling, Strain};
use crate::{Board, Record, Seat, Side, Suit, Tricks, Vulnerability};

/// Longer comments are cut, and that is said.
const MOST_LETTERS: usize = 20_000;
/// Nobody reads more remarks on a board.
const MOST_REMARKS: usize = 200;

pub(super) fn suit_ink(suit: Suit) -> Ink {
    match suit {
        Suit::Spades | Suit::Clubs => Ink::BLACK,
        Suit::Hearts => Ink::RED,
        Suit::Diamonds => Ink::ORANGE,
    }
}

/// A text in which suits have their colours.
pub(super) fn rich(text: &str, face: Face, ink: Ink) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for letter in shown(text).chars() {
        let ink = match letter {
            '♥' => suit_ink(Suit::Hearts),
            '♦' => suit_ink(Suit::Diamonds),
            '♠' | '♣' => Ink::BLACK,
            _ => ink,
        };
        match spans.last_mut() {
            Some(span) if span.ink == ink => span.text.push(letter),
            _ => spans.push(Span {
                text: letter.to_string(),
                face,
                ink,
            }),
        }
    }
    spans
}

pub(super) fn plain(text: &str) -> Vec<Span> {
    rich(text, Face::Regular, Ink::BLACK)
}

/// A text with what it is about before it, in bold.
pub(super) fn labelled(label: &str, text: &str) -> Vec<Span> {
    let mut spans = rich(&format!("{label}: "), Face::Bold, Ink::BLACK);
    spans.extend(plain(text));
    spans
}

pub(super) fn vulnerable(board: &Board) -> &'static str {
    match board.vulnerable {
        Vulnerability::None => "Nobody vul.",
        Vulnerability::NorthSouth => "N-S vul.",
        Vulnerability::EastWest => "E-W vul.",
        Vulnerability::All => "Both vul.",
    }
}

/// A call of PBN as players write it.
pub(super) fn call(call: &str) -> String {
    match call.split_at_checked(1) {
        Some((level, strain)) if level.as_bytes()[0].is_ascii_digit() => {
            let strain = strain.chars().next().and_then(Strain::from_letter);
            match strain {
                Some(strain) => format!("{level}{}", strain.in_words()),
                None => call.to_owned(),
            }
        }
        _ => call.to_owned(),
    }
}

/// A contract of PBN: `4SX`.
fn contract_of(text: &str) -> Option<Contract> {
    let plain = text.trim().to_ascii_uppercase();
    let mut letters = plain.chars();
    let level = letters.next()?.to_digit(10)?;
    let strain = Strain::from_letter(letters.next()?)?;
    let rest = letters.as_str().trim_start_matches('T');
    let doubling = match rest.trim() {
        "" => Doubling::Undoubled,
        "X" => Doubling::Doubled,
        "XX" => Doubling::Redoubled,
        _ => return None,
    };
    Contract::new(u8::try_from(level).ok()?, strain, doubling)
}

/// What a file says was played: the contract and its declarer.
pub(super) fn played(board: &Board) -> Option<(Contract, Seat)> {
    let record = board.record.as_deref()?;
    let said = || {
        let contract = contract_of(&record.tag("Contract")?)?;
        let declarer = record.tag("Declarer")?;
        let declarer = declarer.trim().trim_start_matches('^').parse().ok()?;
        Some((contract, declarer))
    };
    let by_auction = || {
        let (contract, declarer) = record.auction()?.contract()?;
        Some((contract_of(&contract)?, declarer?))
    };
    said().or_else(by_auction)
}

/// The contract and its result: `4♠+1 by South`.
pub(super) fn result(board: &Board) -> Option<String> {
    let (contract, declarer) = played(board)?;
    let tricks = board.record.as_deref().and_then(|record| {
        let tricks: i32 = record.tag("Result")?.trim().parse().ok()?;
        (0..=13).contains(&tricks).then_some(tricks)
    });
    let over = tricks.map(|tricks| tricks - 6 - i32::from(contract.level()));
    let over = over.map_or(String::new(), result_in_words);
    Some(format!("{}{over} by {declarer}", contract.in_words()))
}

/// The card that was led.
pub(super) fn lead(board: &Board) -> Option<String> {
    let play = board.record.as_deref()?.play()?;
    let card = (*play.tricks.first()?.first()?)?;
    Some(format!("{}{}", card.suit().symbol(), rank(card.rank())))
}

pub(super) fn rank(rank: crate::Rank) -> String {
    match rank {
        crate::Rank::TEN => "10".to_owned(),
        rank => rank.letter().to_string(),
    }
}

/// Par, with its contracts as players say them; the score is seen from North and South.
pub(super) fn par(board: &Board) -> Option<String> {
    let score = |score: i32| match score {
        ..0 => format!("−{}", score.unsigned_abs()),
        0 => "0".to_owned(),
        _ => format!("+{score}"),
    };
    let Some(tricks) = &board.tricks else {
        return board.par.map(score);
    };
    let worked_out = crate::double_dummy::par(tricks, board.dealer, board.vulnerable).score;
    // What a file says of its par is what it means.
    if let Some(said) = board.par.filter(|said| *said != worked_out) {
        return Some(score(said));
    }
    if worked_out == 0 {
        return Some("passed out, 0".to_owned());
    }
    let contracts = par_as_played(tricks, board.dealer, board.vulnerable);
    let contracts: Vec<String> = contracts.iter().map(|one| one.in_words()).collect();
    Some(format!("{}, {}", contracts.join(" or "), score(worked_out)))
}

/// The highest contract that each side makes in each strain.
pub(super) fn makes(tricks: &Tricks) -> String {
    let side = |side: Side, name: &str| {
        let made: Vec<String> = Strain::ALL
            .into_iter()
            .rev()
            .filter_map(|strain| {
                let most = side.seats().map(|seat| tricks.of(seat, strain));
                let level = most[0]
                    .max(most[1])
                    .checked_sub(6)
                    .filter(|&level| level > 0)?;
                Some(format!("{level}{}", strain.in_words()))
            })
            .collect();
        if made.is_empty() {
            format!("{name} nothing")
        } else {
            format!("{name} {}", made.join(" "))
        }
    };
    let sides = [side(Side::NorthSouth, "N-S"), side(Side::EastWest, "E-W")];
    sides.join(" · ")
}

/// The calls of an auction on one line, and the notes to them.
pub(super) fn auction(record: &Record) -> Option<String> {
    let auction = record
        .auction()
        .filter(|auction| !auction.calls.is_empty())?;
    let calls = auction.calls.iter().map(|one| {
        let note = one.note.as_deref();
        let note = note.map_or(String::new(), |note| format!(" ({note})"));
        format!("{}{note}", call(&one.call))
    });
    let calls = calls.collect::<Vec<_>>().join(" – ");
    Some(format!("{} begins: {calls}", auction.starter))
}

/// What the file says about a board, in paragraphs.
pub(super) fn remarks(record: &Record) -> Vec<String> {
    let mut left = MOST_LETTERS;
    let mut remarks = Vec::new();
    let comments = record.comments();
    for comment in &comments {
        if left == 0 || remarks.len() == MOST_REMARKS {
            remarks.push("… (more is in the file)".to_owned());
            break;
        }
        let cut: String = comment.chars().take(left).collect();
        let letters = cut.chars().count();
        let is_cut = cut.len() < comment.len();
        left -= letters;
        remarks.push(if is_cut { cut + " …" } else { cut });
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    fn board(lines: &str) -> Board {
        let pbn = format!(
            "[Board \"1\"]\n[Dealer \"N\"]\n[Deal \"N:AKQJT98765432... .AKQJT98765432.. - -\"]\n{lines}\n"
        );
        Format::Pbn.read(pbn.as_bytes()).boards.remove(0)
    }

    #[test]
    fn contracts_are_said_as_players_say_them() {
        let said = |lines: &str| result(&board(lines));
        let tags = "[Declarer \"S\"]\n[Contract \"3NT\"]\n[Result \"10\"]";
        assert_eq!(said(tags).unwrap(), "3NT+1 by South");
        let tags = "[Declarer \"E\"]\n[Contract \"4SX\"]\n[Result \"9\"]";
        assert_eq!(said(tags).unwrap(), "4♠X−1 by East");
        assert_eq!(
            said("[Auction \"N\"]\n1S Pass 4S X\nAP").unwrap(),
            "4♠X by North"
        );
        assert_eq!(said("[Declarer \"S\"]\n[Contract \"9é\"]"), None);
        assert_eq!(said(""), None);
    }

    #[test]
    fn par_is_said_with_its_contracts() {
        let mut board = board("");
        board.tricks = Some(Tricks::from_fn(|seat, _| {
            if seat.side() == Side::NorthSouth {
                10
            } else {
                3
            }
        }));
        assert_eq!(par(&board).unwrap(), "3NT+1 by N-S, +430");
        assert_eq!(
            makes(&board.tricks.unwrap()),
            "N-S 4NT 4♠ 4♥ 4♦ 4♣ · E-W nothing"
        );
        board.par = Some(-50);
        assert_eq!(par(&board).unwrap(), "−50");
        board.tricks = None;
        assert_eq!(par(&board).unwrap(), "−50");
    }

    #[test]
    fn long_remarks_are_cut_and_that_is_said() {
        let long = format!("{{{}}}\n{{more}}", "x".repeat(30_000));
        let remarks = remarks(board(&long).record.as_ref().unwrap());
        assert_eq!(remarks[0].chars().count(), MOST_LETTERS + 2);
        assert_eq!(remarks[1], "… (more is in the file)");
    }
}
