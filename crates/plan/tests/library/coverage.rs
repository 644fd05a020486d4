//! How often the intervals of estimates hold the truth: many questions of every kind, each counted and, with no budget to
//! count, estimated.

use plan::{Odds, ValueTable, Watch, survey};
use rand::RngExt;
use space::Budget;

const SEATS: [&str; 4] = ["north", "east", "south", "west"];
const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];
const LETTERS: [&str; 4] = ["S", "H", "D", "C"];

/// A condition on two seats that can be counted, and something to take the average of. The estimates of all questions draw
/// from the same streams, so the questions differ in everything, and in each a third seat has other cards beforehand: else
/// what one stream does by luck would count again and again.
fn question(number: u64) -> String {
    let mut stream = space::stream(95, number);
    let mut between = |low: usize, high: usize| stream.random_range(low..=high);
    let first = between(0, 3);
    let second = (first + between(1, 3)) % 4;
    let (a, b) = (SEATS[first], SEATS[second]);
    let third = (0..4).find(|&seat| seat != first && seat != second);
    let (suit, other) = (SUITS[between(0, 3)], SUITS[between(0, 3)]);
    let dealt = between(0, 3);
    let also_dealt = (dealt + between(1, 3)) % 4;
    let predeal = format!(
        "predeal {} {}{}, {}{}",
        SEATS[third.unwrap()],
        LETTERS[dealt],
        between(2, 9),
        LETTERS[also_dealt],
        between(2, 9)
    );
    let condition = match number % 6 {
        0 => {
            let (least, length) = (between(8, 15), between(4, 5));
            let most = least + 2;
            format!("hcp({a}) >= {least} and hcp({a}) <= {most} and {suit}({b}) >= {length}")
        }
        1 => {
            let (points, cards) = (between(20, 26), between(6, 8));
            format!("hcp({a}) + hcp({b}) >= {points} and {suit}({a}) + {suit}({b}) >= {cards}")
        }
        2 => {
            let (more, points) = (between(0, 2), between(9, 14));
            format!("{suit}({a}) > {suit}({b}) + {more} and hcp({b}) >= {points}")
        }
        3 => {
            let (controls, length) = (between(5, 8), between(3, 5));
            format!("controls({a}) + controls({b}) >= {controls} and {suit}({a}) >= {length}")
        }
        4 => {
            let (losers, length) = (between(5, 7), between(1, 3));
            format!("losers({a}) <= {losers} and {suit}({b}) <= {length}")
        }
        _ => {
            let (more, ace) = (between(0, 8), LETTERS[between(0, 3)]);
            format!("hascard({a}, A{ace}) and hcp({a}) > hcp({b}) + {more}")
        }
    };
    format!("{predeal}\ncondition {condition}\naction average hcp({a}) - {other}({b})")
}

/// The odds of a question, and how often the value comes that it asks the average of.
fn answer(text: &str, budget: Budget) -> (Odds, ValueTable) {
    let input = script::Input::from_text("question", text).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    let script = loaded.compiled.expect(text);
    let asked = [script.condition.values().to_vec()];
    let watch = Watch::default();
    let (condition, predeal) = (&script.condition, &script.predeal);
    let (odds, mut tables) = survey(condition, predeal, &asked, budget, None, &watch).unwrap();
    (odds, tables.remove(0))
}

/// How many intervals hold the truth, and how many would if they were half as wide.
#[derive(Default, Debug)]
struct Held {
    whole: u64,
    half: u64,
    of: u64,
}

impl Held {
    fn add(&mut self, (low, high): (f64, f64), truth: f64) {
        let off = (truth - (low + high) / 2.0).abs() / (high - low);
        self.whole += u64::from(off <= 0.5);
        self.half += u64::from(off <= 0.25);
        self.of += 1;
    }

    /// As many hold the truth as of intervals of 95% should; of half the width too few would.
    fn conclude(&self, what: &str) {
        let of = self.of as f64;
        let by_luck = 3.0 * (of * 0.95 * 0.05).sqrt();
        let likely = 0.95 * of - by_luck..=0.95 * of + by_luck;
        assert!(likely.contains(&(self.whole as f64)), "{what}: {self:?}");
        assert!((self.half as f64) < *likely.start(), "{what}: {self:?}");
    }
}

#[test]
fn intervals_of_estimates_hold_the_counted_truth_as_often_as_they_say() {
    let questions = needs::rounds(48, 480);
    let (mut odds_held, mut means_held) = (Held::default(), Held::default());
    for number in 0..questions {
        let text = question(number);
        let (counted, counted_table) = answer(&text, Budget::default());
        assert!(counted.count.is_some(), "{text}");
        assert_eq!(counted_table.boards, None, "{text}");
        let nothing = Budget {
            work: 1,
            ..Budget::default()
        };
        let (estimated, estimated_table) = answer(&text, nothing);
        assert_eq!(estimated.count, None, "{text}");
        let (low, high) = estimated.interval.expect(&text);
        if estimated.probability < high * (1.0 - 1e-9) {
            odds_held.add((low, high), counted.probability);
        } else {
            // Every deal that was drawn qualified: the share of the deals to draw from is the chance, to the last digits.
            let off = estimated.probability / counted.probability - 1.0;
            assert!(off.abs() < 1e-9, "{text}");
        }
        let interval = estimated_table.interval().expect(&text);
        means_held.add(interval, counted_table.mean().unwrap());
    }
    assert!(odds_held.of > questions / 2, "{odds_held:?}");
    odds_held.conclude("odds");
    means_held.conclude("averages");
}
