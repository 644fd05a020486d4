//! Boards and counts of conditions that a grammar makes of the bytes, in two ways.

use arbitrary::{Result, Unstructured};
use fairdeal::bridge::{Card, Deal, Hand};
use fairdeal::plan::Trial;
use fairdeal::{Effort, Question, Script, Strategy, Watch};
use rand::RngExt;

const SEATS: [&str; 4] = ["north", "east", "south", "west"];
const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];
const SHAPES: [&str; 5] = [
    "any 4333 + any 4432 + any 5332",
    "any 5xxx - any 6xxx",
    "5xxx + x5xx",
    "xxxx - any 0xxx - any 1xxx",
    "any 54xx + any 55xx",
];
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// A number, most of them of one hand.
fn number(u: &mut Unstructured, depth: u32) -> Result<String> {
    let seat = u.choose(&SEATS)?;
    let suit = u.choose(&SUITS)?;
    Ok(match u.int_in_range(0..=if depth == 0 { 7 } else { 11 })? {
        0 | 1 => format!("hcp({seat})"),
        2 | 3 => format!("{suit}({seat})"),
        4 => format!("controls({seat})"),
        5 => format!("losers({seat})"),
        6 => format!("hcp({seat}, {suit})"),
        7 => format!("top3({seat}, {suit})"),
        8 => format!("({} + {})", number(u, depth - 1)?, number(u, depth - 1)?),
        9 => format!("({} - {})", number(u, depth - 1)?, number(u, depth - 1)?),
        10 => format!("({} % 3)", number(u, depth - 1)?),
        _ => format!(
            "({} ? {} : {})",
            truth(u, depth - 1)?,
            number(u, depth - 1)?,
            number(u, depth - 1)?
        ),
    })
}

/// Something true or false.
fn truth(u: &mut Unstructured, depth: u32) -> Result<String> {
    Ok(match u.int_in_range(0..=if depth == 0 { 4 } else { 9 })? {
        0..=2 => {
            let value = u.int_in_range(0..=15)?;
            format!("{} {} {value}", number(u, depth)?, u.choose(&COMPARISONS)?)
        }
        3 => format!("shape({}, {})", u.choose(&SEATS)?, u.choose(&SHAPES)?),
        4 => format!(
            "hascard({}, {}{})",
            u.choose(&SEATS)?,
            u.choose(&["A", "K", "T", "2"])?,
            u.choose(&["S", "D"])?
        ),
        5 => format!("rnd(10) < {}", u.int_in_range(2..=9)?),
        6 => format!("not ({})", truth(u, depth - 1)?),
        7 | 8 => format!("({} and {})", truth(u, depth - 1)?, truth(u, depth - 1)?),
        _ => format!("({} or {})", truth(u, depth - 1)?, truth(u, depth - 1)?),
    })
}

/// A number and something true or false that a grammar makes of the bytes, without coins: each has one value for each deal.
///
/// # Errors
/// If there are too few bytes.
pub fn values(data: &[u8]) -> Result<[String; 2]> {
    let mut u = Unstructured::new(data);
    let both = [number(&mut u, 2)?, truth(&mut u, 3)?];
    if both.iter().any(|text| text.contains("rnd")) {
        return Err(arbitrary::Error::IncorrectFormat);
    }
    Ok(both)
}

/// How many deals are dealt at random.
const DEALT: u64 = 2_000;
/// Two figures that mean the same lie further apart than so many standard errors once in a thousand million times.
const ERRORS: f64 = 6.0;

/// Every board holds, and how many deals qualify is as many as by dealing and looking.
pub fn plans(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(condition) = truth(&mut u, 3) else {
        return;
    };
    let text = format!("condition {condition}");
    let script = Script::from_text(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let compiled = script
        .compiled()
        .unwrap_or_else(|error| panic!("{error}: {text}"));
    let has_coins = text.contains("rnd");
    let watch = Watch::stopping_at(20_000);

    // By dealing and looking, which knows nothing of plans.
    let mut trial = Trial::new(&compiled.condition);
    let mut stream = fairdeal::space::stream(11, 1);
    let mut found = 0u64;
    for number in 0..DEALT {
        let deal = shuffled(&mut stream);
        found += u64::from(trial.passes(7.into(), number, &deal).unwrap_or(false));
    }
    let question = Question::from(script.clone());
    if let Ok(odds) = script.odds(Effort::Quick, &watch) {
        let odds = odds.odds;
        let chance = odds.probability;
        assert!((0.0..=1.0).contains(&chance), "{chance}: {text}");
        let error = (chance * (1.0 - chance) / DEALT as f64).sqrt();
        if odds.exact {
            let apart = (found as f64 / DEALT as f64 - chance).abs();
            // A chance of less than some in the number dealt is told by no standard error.
            assert!(
                apart <= ERRORS * error + 10.0 / DEALT as f64,
                "{found} of {DEALT}, and {chance}: {text}"
            );
        }
    }
    for strategy in [Strategy::Auto, Strategy::Reject] {
        let ready = question
            .deal(5)
            .seed(3)
            .strategy(strategy)
            .generate(Some(200_000))
            .ready(&watch);
        let Ok(ready) = ready else { return };
        let mut dealt = 0;
        for board in ready.into_boards(watch.clone()) {
            // It was stopped, or gave up after so many tries.
            let Ok(board) = board else { return };
            dealt += 1;
            // With coins, it held as they fell when it was found.
            let holds = has_coins || trial.passes(7.into(), 0, &board.deal).unwrap_or(true);
            assert!(holds, "{board}: {text}");
        }
        assert!(
            dealt > 0 || found == 0 || watch.is_stopped(),
            "{found} of {DEALT} deals qualify, and none is dealt: {text}"
        );
    }
}

/// The plainest shuffle.
fn shuffled(stream: &mut fairdeal::space::Stream) -> Deal {
    let mut cards: Vec<Card> = Hand::DECK.cards().collect();
    for i in (1..cards.len()).rev() {
        cards.swap(i, stream.random_range(0..=i));
    }
    let mut hands = [Hand::default(); 4];
    for (i, card) in cards.into_iter().enumerate() {
        hands[i / 13] = hands[i / 13].union(Hand::from_bits(1 << card.id()));
    }
    Deal(hands)
}
