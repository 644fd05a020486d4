//! Ways to count a hand: every worked hand of the words, and 500 scripts over the later words, whose values are compared with
//! a second evaluation that is written here from the definitions, on hands as text.

use bridge::{Deal, Hand, Seat, Suit};
use condition::{Evaluator, NoOracle};
use script::{CompileOptions, Input, Settings, compile, parse, words};

/// The value of the only average of a script for some deals.
fn values(text: &str, deals: &[Deal]) -> Vec<i64> {
    let input = Input::from_text("counts", text).unwrap();
    let (script, diagnostics) = parse(&input, &Settings::default());
    let said: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert!(said.is_empty(), "{text}\n{said:?}");
    let options = CompileOptions::default();
    let compiled = compile(&script, &options).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let mut evaluator = Evaluator::new(&compiled.condition);
    let value = |deal: &Deal| {
        evaluator.next_deal();
        evaluator.value(0, deal, &mut NoOracle).unwrap()
    };
    deals.iter().map(value).collect()
}

fn deal_of(hand: &str) -> Deal {
    let mut deal = Deal::default();
    deal[Seat::North] = hand.parse().unwrap();
    deal
}

#[test]
fn every_worked_hand_has_the_value_it_is_said_to_have() {
    let worked: Vec<_> = words()
        .iter()
        .filter(|word| word.example.is_some())
        .collect();
    assert!(worked.len() > 15);
    for word in worked {
        let example = word.example.unwrap();
        assert!(word.source.is_some(), "{}", word.name);
        let text = format!("action average {}(north)", word.name);
        let deal = deal_of(example.hand);
        assert_eq!(deal[Seat::North].len(), 13, "{}", word.name);
        assert_eq!(values(&text, &[deal]), [example.value], "{}", word.name);
    }
}

/// The example of the documentation is one.
#[test]
fn the_documented_table_of_points_is_read() {
    let page = include_str!("../../../../docs/language.md");
    let (_, rest) = page.split_once("```\npoints").unwrap();
    let (table, _) = rest.split_once("\n```").unwrap();
    let text = format!("points{table} action average mine(north)");
    // 4.5 + 0.75 for AJ, 3 - 1 for the king alone, 1.5 - 0.5 for Q2, and 2 for eight cards.
    let deal = deal_of("AJ.K.Q2.98765432");
    assert_eq!(values(&text, &[deal]), [525 + 200 + 100 + 200]);
}

/// Numbers that seem random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

fn random_deal(numbers: &mut Numbers) -> Deal {
    let mut cards: Vec<u64> = (0..4)
        .flat_map(|suit| (0..13).map(move |rank| 1 << (16 * suit + rank)))
        .collect();
    for i in (1..52).rev() {
        cards.swap(i, numbers.below(i + 1));
    }
    let mut deal = Deal::default();
    for (seat, hand) in Seat::ALL.into_iter().zip(cards.chunks(13)) {
        deal[seat] = Hand::from_bits(hand.iter().sum());
    }
    deal
}

/// A hand as its suits are written, spades first.
type Suits = [String; 4];

fn written(hand: Hand) -> Suits {
    let text = hand.to_string();
    let suits: Vec<&str> = text.split('.').collect();
    [0, 1, 2, 3].map(|suit| suits[suit].replace('-', ""))
}

fn sum_of(suit: &str, worth: &[(char, i64)]) -> i64 {
    let of = |card| {
        worth
            .iter()
            .find(|(rank, _)| *rank == card)
            .map_or(0, |(_, worth)| *worth)
    };
    suit.chars().map(of).sum()
}

fn hcp(suit: &str) -> i64 {
    sum_of(suit, &[('A', 4), ('K', 3), ('Q', 2), ('J', 1)])
}

/// What the first so many cards of a suit lose that are not there.
fn missing(suit: &str, prices: [i64; 3]) -> i64 {
    let ranks = ['A', 'K', 'Q'].into_iter().zip(prices);
    let counted = ranks.take(suit.len());
    counted
        .filter(|(rank, _)| !suit.contains(*rank))
        .map(|(_, price)| price)
        .sum()
}

/// A count of one suit, from its definition.
fn in_suit(word: &str, suit: &str) -> i64 {
    let has = |cards: &str| cards.chars().all(|card| suit.contains(card));
    let honours = suit.chars().filter(|&card| "AKQJT".contains(card)).count();
    let length = suit.len() as i64;
    let shortness = [3, 2, 1].get(suit.len()).copied().unwrap_or(0);
    match word {
        "losers" => missing(suit, [1, 1, 1]),
        "nltc" => missing(suit, [150, 100, 50]),
        "adjltc" => 100 * missing(suit, [1, 1, 1]) + sum_of(suit, &[('A', -50), ('Q', 50)]),
        "bumrap" => sum_of(
            suit,
            &[('A', 450), ('K', 300), ('Q', 150), ('J', 75), ('T', 25)],
        ),
        "fifths" => sum_of(
            suit,
            &[('A', 400), ('K', 280), ('Q', 180), ('J', 100), ('T', 40)],
        ),
        "banzai" => sum_of(suit, &[('A', 5), ('K', 4), ('Q', 3), ('J', 2), ('T', 1)]),
        "quicktricks" if has("AK") => 200,
        "quicktricks" if has("AQ") => 150,
        "quicktricks" if has("A") || has("KQ") => 100,
        "quicktricks" if has("K") && suit != "K" => 50,
        "quicktricks" => 0,
        "goren" => shortness,
        "karpin" => (length - 4).max(0),
        "pavlicek" => {
            let wasted = ["K", "Q", "J"].contains(&suit) || length == 2 && (has("Q") || has("J"));
            if wasted {
                (shortness - hcp(suit)).max(0)
            } else {
                shortness
            }
        }
        "bergen suits" => {
            let quality = length > 3 && honours > 2;
            let dubious = ["K", "Q", "J"].contains(&suit)
                || length == 2 && !has("A") && (has("Q") || has("J"));
            hcp(suit) + (length - 4).max(0) + i64::from(quality) - i64::from(dubious)
        }
        other => panic!("{other}"),
    }
}

const BY_SUIT: [&str; 10] = [
    "losers",
    "nltc",
    "adjltc",
    "bumrap",
    "fifths",
    "banzai",
    "quicktricks",
    "goren",
    "karpin",
    "pavlicek",
];
const BY_HAND: [&str; 5] = ["zar", "bergen", "rule15", "rule20", "rule22"];

/// A count of a hand, from its definition.
fn in_hand(word: &str, hand: &Suits) -> i64 {
    let each = |count: &dyn Fn(&str) -> i64| hand.iter().map(|suit| count(suit)).sum::<i64>();
    let points = each(&hcp);
    let mut lengths = hand.clone().map(|suit| suit.len() as i64);
    let spades = lengths[0];
    lengths.sort();
    let [shortest, _, second, longest] = lengths;
    match word {
        "zar" => {
            let controls = each(&|suit| sum_of(suit, &[('A', 2), ('K', 1)]));
            points + controls + longest + second + longest - shortest
        }
        "bergen" => {
            let number = |of: &str| {
                hand.concat()
                    .chars()
                    .filter(|&card| of.contains(card))
                    .count()
            };
            let difference = number("AT") as i64 - number("QJ") as i64;
            let adjustment = match difference.abs() {
                0..=2 => 0,
                3..=5 => 1,
                _ => 2,
            };
            each(&|suit| in_suit("bergen suits", suit)) + difference.signum() * adjustment
        }
        "rule15" => i64::from(points + spades >= 15),
        "rule20" => i64::from(points + longest + second >= 20),
        "rule22" => {
            let quick = each(&|suit| in_suit("quicktricks", suit));
            i64::from(100 * (points + longest + second) + quick >= 2200)
        }
        by_suit => each(&|suit| in_suit(by_suit, suit)),
    }
}

/// A shape in braces, and what it means for the lengths of spades, hearts, diamonds and clubs.
type Braces = (&'static str, fn([usize; 4]) -> bool);

const BRACES: [Braces; 9] = [
    ("5Mxxx", |[s, h, _, _]| s == 5 || h == 5),
    ("4M6mxx", |[s, h, d, c]| {
        (s == 4 || h == 4) && (d == 6 || c == 6)
    }),
    ("3-s3-h[67]dx", |[s, h, d, _]| {
        s < 4 && h < 4 && (d == 6 || d == 7)
    }),
    ("5(431)", |[s, h, d, c]| {
        let mut rest = [h, d, c];
        rest.sort();
        s == 5 && rest == [1, 3, 4]
    }),
    ("53(14)", |[s, h, d, c]| {
        s == 5 && h == 3 && (d == 1 && c == 4 || d == 4 && c == 1)
    }),
    ("5h3(41)", |[s, h, d, c]| {
        h == 5 && s == 3 && (d == 1 && c == 4 || d == 4 && c == 1)
    }),
    ("4M+xxx:M>m", |[s, h, d, c]| {
        s >= 4 && s > d.min(c) || h >= 4 && h > d.min(c)
    }),
    ("(5xxx):c>6,d<3 or h+s==10", |lengths| {
        let [s, h, d, c] = lengths;
        lengths.contains(&5) && (c > 6 && d < 3 || h + s == 10)
    }),
    ("54XX + xx[45]4+", |[s, h, d, c]| {
        s == 5 && h == 4 || (d == 4 || d == 5) && c >= 4
    }),
];

/// A table of points: what is written, and what it means.
struct Table {
    text: String,
    cards: Vec<(char, i64)>,
    holdings: Vec<(&'static str, i64)>,
    lengths: Vec<(usize, bool, i64)>,
}

const HOLDINGS: [&str; 12] = [
    "K", "Q", "Kx", "Qx", "QJ", "AK+", "KQx+", "Axx", "", "Txx", "J9", "x",
];

fn random_table(numbers: &mut Numbers) -> Table {
    let mut table = Table {
        text: String::new(),
        cards: Vec::new(),
        holdings: Vec::new(),
        lengths: Vec::new(),
    };
    // With or without decimals, which multiply everything by 100.
    let decimals = numbers.below(2) == 1;
    let worth = |numbers: &mut Numbers| {
        let number = numbers.below(13) as i64 - 4;
        if decimals {
            let (sign, factor) = if number < 0 { ("-", -1) } else { ("", 1) };
            let text = format!("{sign}{}.5", number.abs());
            (text, 100 * number + factor * 50)
        } else {
            (number.to_string(), number)
        }
    };
    for rank in ['A', 'K', 'Q', 'J', 'T', '9'] {
        if numbers.below(3) > 0 {
            let (text, value) = worth(numbers);
            table.text += &format!("{rank} {text}, ");
            table.cards.push((rank, value));
        }
    }
    for _ in 0..numbers.below(4) {
        let holding = *numbers.one(&HOLDINGS);
        let (text, value) = worth(numbers);
        table.text += &format!("[{holding}] {text} // a remark\n");
        table.holdings.push((holding, value));
    }
    for _ in 0..1 + numbers.below(3) {
        let (length, more) = (numbers.below(8), numbers.below(2) == 1);
        let (text, value) = worth(numbers);
        table.text += &format!("length {length}{} {text} ", if more { "+" } else { "" });
        table.lengths.push((length, more, value));
    }
    table
}

impl Table {
    fn in_suit(&self, suit: &str) -> i64 {
        // A holding as it is written in a table: x for what is below the ten, unless it is named.
        let fits = |pattern: &str| match pattern.strip_suffix('+') {
            Some(cards) => {
                suit.len() >= cards.len()
                    && cards.chars().all(|card| card == 'x' || suit.contains(card))
            }
            None => {
                let small = |card: char| !"AKQJT".contains(card) && !pattern.contains(card);
                let shown: String = suit
                    .chars()
                    .map(|card| if small(card) { 'x' } else { card })
                    .collect();
                shown == pattern
            }
        };
        let holdings = self.holdings.iter().filter(|(pattern, _)| fits(pattern));
        let lengths = self
            .lengths
            .iter()
            .filter(|&&(length, more, _)| suit.len() == length || more && suit.len() > length);
        sum_of(suit, &self.cards)
            + holdings.map(|(_, value)| value).sum::<i64>()
            + lengths.map(|(_, _, value)| value).sum::<i64>()
    }
}

/// A value as text, and what it is for a deal.
type Asked = (String, Box<dyn Fn(&[Suits; 4]) -> i64>);

const SEATS: [&str; 4] = ["north", "East", "SOUTH", "w"];
const SUITS: [&str; 4] = ["spades", "Hearts", "diamond", "CLUBS"];

fn leaf(numbers: &mut Numbers, table: &std::rc::Rc<Table>) -> Asked {
    let seat = numbers.below(4);
    let suit = numbers.below(4);
    let of = SEATS[seat];
    match numbers.below(6) {
        0 => {
            let word = *numbers.one(&BY_HAND);
            let written = if numbers.below(3) == 0 {
                word.to_uppercase()
            } else {
                word.to_owned()
            };
            (
                format!("{written}({of})"),
                Box::new(move |deal| in_hand(word, &deal[seat])),
            )
        }
        1 => {
            let word = *numbers.one(&BY_SUIT);
            (
                format!("{word}({of})"),
                Box::new(move |deal| in_hand(word, &deal[seat])),
            )
        }
        2 => {
            let word = *numbers.one(&BY_SUIT);
            let text = format!("{word}({of}, {})", SUITS[suit]);
            (text, Box::new(move |deal| in_suit(word, &deal[seat][suit])))
        }
        3 => {
            let (text, holds) = *numbers.one(&BRACES);
            let holds = move |deal: &[Suits; 4]| {
                i64::from(holds(deal[seat].clone().map(|suit| suit.len())))
            };
            (format!("shape{{{of}, {text}}}"), Box::new(holds))
        }
        4 => {
            let table = table.clone();
            let text = format!("mine({of}, {})", SUITS[suit]);
            (text, Box::new(move |deal| table.in_suit(&deal[seat][suit])))
        }
        _ => {
            let table = table.clone();
            let sum =
                move |deal: &[Suits; 4]| deal[seat].iter().map(|suit| table.in_suit(suit)).sum();
            (format!("mine({of})"), Box::new(sum))
        }
    }
}

fn asked(numbers: &mut Numbers, table: &std::rc::Rc<Table>, depth: usize) -> Asked {
    if depth == 0 || numbers.below(5) == 0 {
        return leaf(numbers, table);
    }
    let (a, first) = asked(numbers, table, depth - 1);
    let (b, second) = asked(numbers, table, depth - 1);
    match numbers.below(6) {
        0 => (
            format!("({a} + {b})"),
            Box::new(move |deal| first(deal) + second(deal)),
        ),
        1 => (
            format!("({a} - {b})"),
            Box::new(move |deal| first(deal) - second(deal)),
        ),
        2 => (
            format!("({a} > {b})"),
            Box::new(move |deal| i64::from(first(deal) > second(deal))),
        ),
        3 => (
            format!("({a} AND {b})"),
            Box::new(move |deal| i64::from(first(deal) != 0 && second(deal) != 0)),
        ),
        4 => (
            format!("(not {a} or {b} <= 3)"),
            Box::new(move |deal| i64::from(first(deal) == 0 || second(deal) <= 3)),
        ),
        _ => (
            format!("({a} ? {b} : 7)"),
            Box::new(move |deal| match first(deal) {
                0 => 7,
                _ => second(deal),
            }),
        ),
    }
}

#[test]
fn generated_scripts_have_the_values_that_the_definitions_give() {
    let mut numbers = Numbers(2026);
    let deals: Vec<Deal> = (0..60).map(|_| random_deal(&mut numbers)).collect();
    let hands: Vec<[Suits; 4]> = deals
        .iter()
        .map(|deal| Seat::ALL.map(|seat| written(deal[seat])))
        .collect();
    assert_eq!(
        hands[0][0][3].len(),
        deals[0][Seat::North].length(Suit::Clubs)
    );
    for _ in 0..500 {
        let table = std::rc::Rc::new(random_table(&mut numbers));
        let (text, value) = asked(&mut numbers, &table, 3);
        let script = format!(
            "points \"mine\" {{ {} }};\naverage \"value\" {text}",
            table.text
        );
        let expected: Vec<i64> = hands.iter().map(value).collect();
        assert_eq!(values(&script, &deals), expected, "{script}");
    }
}
