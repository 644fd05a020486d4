//! What an answer means, and what it changes in the document.

use bridge::{Seat, Suit};
use profile::{Range, SuitRange};
use serde_json::Value;

use crate::about::{self, About};
use crate::coupling::{self, DriverMode, GoesWith};
use crate::document::{self, FurtherKind, SuitPair};
use crate::exclusions::{self, Excluded};
use crate::hand::{self, HandAnswer};
use crate::parse;
use crate::question::{TAGS, can_be_pointed_at, choices, of_suit};
use crate::shapes;
use crate::step::Step;
use crate::together::{self, Together};

/// The most hand types of a seat that are asked for.
const MOST_TYPES: usize = 20;
/// The longest name, in characters.
pub const LONGEST_NAME: usize = 120;

/// An answer that was understood.
enum Meaning {
    Text(String),
    /// The number of the choice.
    Choice(usize),
    Number(usize),
    Points(Range),
    InSuit(SuitRange),
    Suits(Vec<Suit>),
    Pairs(Vec<SuitPair>),
    Excluded(Vec<Excluded>),
    Weights(Option<Vec<f64>>),
    Map(Option<GoesWith>),
    Order(Option<[Seat; 4]>),
    Hand(HandAnswer),
    Shapes(Vec<String>),
    Together(Vec<Together>),
    About(About),
}

/// What an answer does to other questions.
pub(crate) enum Leads {
    /// Nothing.
    On,
    /// The details of a seat are to be asked.
    IntoDetails(Seat),
    /// The details of a seat are answered, but for these.
    PastDetails(Seat, Vec<Step>),
}

fn understand(document: &Value, step: Step, text: &str) -> Result<Meaning, String> {
    let text = parse::checked(text)?;
    let offered = choices(document, step);
    if !offered.is_empty() {
        let same = |choice: &String| choice.eq_ignore_ascii_case(text);
        let chosen = offered.iter().position(same);
        return chosen
            .map(Meaning::Choice)
            .ok_or_else(|| format!("choose one of: {}", offered.join(", ")));
    }
    Ok(match step {
        Step::Name => Meaning::Text(name(text)?),
        Step::TypeName(..) if text.is_empty() => Meaning::Text(String::new()),
        Step::TypeName(..) => Meaning::Text(name(text)?),
        Step::Hand(seat) => Meaning::Hand(hand::parse(document, seat, text)?),
        Step::Shapes(..) => Meaning::Shapes(shapes::parse(text)?),
        Step::Together => Meaning::Together(together::parse(document, text)?),
        Step::About => Meaning::About(about::parse(text)?),
        Step::Types(_) => Meaning::Number(parse::whole(text, 0, MOST_TYPES)?),
        Step::Points(..) => Meaning::Points(parse::range(text, Range::POINTS)?),
        Step::Suit(..) | Step::Drawn(..) | Step::Pair(..) | Step::Range(..) => {
            Meaning::InSuit(parse::suit_range(text)?)
        }
        Step::Allowed(..) => Meaning::Suits(parse::suits(text)?),
        Step::Number(seat, index) => {
            let most = document::allowed(document, seat, index).len().max(1);
            Meaning::Number(parse::whole(text, 1, most)?)
        }
        Step::Pairs(seat, index) => {
            let allowed = document::allowed(document, seat, index);
            Meaning::Pairs(pairs(text, &allowed)?)
        }
        Step::Excluded(..) => Meaning::Excluded(exclusions::parse(text)?),
        Step::Weights(seat) => {
            let number = document::types(document, seat);
            Meaning::Weights(parse::weights(text, number)?)
        }
        Step::Map(side) => {
            let driver = coupling::driver(document, side);
            let [from, to] = [driver, driver.partner()].map(|seat| document::types(document, seat));
            Meaning::Map(coupling::parse_map(text, from, to)?)
        }
        Step::Order if text.eq_ignore_ascii_case("clockwise") => Meaning::Order(None),
        Step::Order => Meaning::Order(Some(parse::order(text)?)),
        // What is left is free text; whatever has choices was answered above.
        _ => Meaning::Text(text.to_owned()),
    })
}

fn name(text: &str) -> Result<String, String> {
    match text.chars().count() {
        0 => Err("a profile needs a name".to_owned()),
        1..=LONGEST_NAME => Ok(text.to_owned()),
        _ => Err(format!(
            "that is too long: at most {LONGEST_NAME} characters"
        )),
    }
}

/// `SH, DC`: pairs of suits that may be drawn.
fn pairs(text: &str, allowed: &[Suit]) -> Result<Vec<SuitPair>, String> {
    let lower = text.to_lowercase();
    if matches!(lower.as_str(), "" | "none") {
        return Ok(Vec::new());
    }
    let mut pairs: Vec<SuitPair> = Vec::new();
    for part in lower.split([',', ';']) {
        let pair = <SuitPair>::try_from(parse::suits(part)?)
            .map_err(|_| format!("{} is no pair: write SH, DC", part.trim()))?;
        if !pair.iter().all(|suit| allowed.contains(suit)) {
            return Err(format!("{} is never drawn", part.trim().to_uppercase()));
        }
        if pairs
            .iter()
            .any(|known| known.iter().all(|suit| pair.contains(suit)))
        {
            return Err(format!("{} stands here twice", part.trim().to_uppercase()));
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

/// What an answer would mean, where there is more to say than was typed.
pub(crate) fn meaning(document: &Value, step: Step, text: &str) -> Result<Option<String>, String> {
    let words = match understand(document, step, text)? {
        Meaning::Points(points) => points
            .within(Range::POINTS)
            .map_or("anything".to_owned(), |words| format!("{words} HCP")),
        Meaning::InSuit(range) => range.to_string(),
        Meaning::Hand(answer) => hand::meaning(&answer),
        Meaning::Shapes(shapes) if shapes.is_empty() => "any shape".to_owned(),
        Meaning::Shapes(shapes) => shapes::explained(&shapes),
        Meaning::Together(all) => together::words_of(&all),
        _ => return Ok(None),
    };
    Ok(Some(words))
}

/// Changes what an answer changes.
pub(crate) fn apply(document: &mut Value, step: Step, text: &str) -> Result<Leads, String> {
    let meaning = understand(document, step, text)?;
    match (step, meaning) {
        (Step::Name, Meaning::Text(text)) => {
            document::set_text(document, "", "profile_name", &text);
        }
        (Step::Teaches, Meaning::Text(text)) => {
            document::set_text(document, "", "description", &text);
        }
        (Step::Dealer, Meaning::Choice(at)) => {
            let dealer = Seat::ALL[at];
            if document::seat(document, "/dealer") != Some(dealer) {
                document::set_text(document, "", "dealer", &dealer.letter().to_string());
            }
        }
        (Step::Tag, Meaning::Choice(at)) => document::set_text(document, "", "tag", TAGS[at].1),
        (Step::Hand(seat), Meaning::Hand(HandAnswer::Details)) => {
            if document::types(document, seat) == 0 {
                document::set_types(document, seat, 1);
            }
            return Ok(Leads::IntoDetails(seat));
        }
        (Step::Hand(seat), Meaning::Hand(HandAnswer::Types(types))) => {
            hand::set(document, seat, &types);
            let all = types.iter().enumerate();
            let open = all.filter(|(_, one)| one.leaves_suit_open());
            let open = open.map(|(index, _)| Step::Drawn(seat, index, 0));
            return Ok(Leads::PastDetails(seat, open.collect()));
        }
        (Step::Shapes(seat, index), Meaning::Shapes(shapes)) => {
            shapes::set(document, seat, index, &shapes);
        }
        (Step::Together, Meaning::Together(all)) => together::set(document, &all),
        (Step::About, Meaning::About(about)) => about::set(document, &about),
        (Step::Types(seat), Meaning::Number(number)) => {
            document::set_types(document, seat, number);
        }
        (Step::TypeName(seat, index), Meaning::Text(text)) => {
            document::set_type_name(document, seat, index, &text);
        }
        (Step::Suit(seat, index, suit), Meaning::InSuit(range)) => {
            document::set_suit_range(document, &of_suit(seat, index, suit), range);
        }
        (Step::Points(seat, index), Meaning::Points(points)) => {
            document::set_points(document, seat, index, points);
        }
        (Step::Further(seat, index), Meaning::Choice(at)) => match at {
            0 => document::set_kind(document, seat, index, FurtherKind::Nothing),
            1 => document::set_kind(document, seat, index, FurtherKind::Random),
            _ => {
                let known = document::pointed_at(document, seat, index);
                let first = can_be_pointed_at(document, seat, index).first().copied();
                if let Some(other) = known.or(first) {
                    document::point_at(document, seat, index, other);
                }
            }
        },
        (Step::Allowed(seat, index), Meaning::Suits(suits)) => {
            document::set_allowed(document, seat, index, &suits);
        }
        (Step::Number(seat, index), Meaning::Number(number)) => {
            document::set_number(document, seat, index, number);
        }
        (Step::Drawn(seat, index, at), Meaning::InSuit(range)) => {
            document::set_drawn(document, seat, index, at, range);
        }
        (Step::Pairs(seat, index), Meaning::Pairs(pairs)) => {
            document::set_pairs(document, seat, index, &pairs);
        }
        (Step::Pair(seat, index, pair, at), Meaning::InSuit(range)) => {
            document::set_suit_range(document, &document::of_pair(seat, index, pair, at), range);
        }
        (Step::Whose(seat, index), Meaning::Choice(at)) => {
            let other = can_be_pointed_at(document, seat, index)[at];
            document::point_at(document, seat, index, other);
        }
        (Step::Which(seat, index), Meaning::Choice(at)) => {
            let place = document::of_further(document, seat, index).unwrap_or_default();
            document::set_flag(document, &place, "use_non_chosen_suit", false, at == 1);
        }
        (Step::Range(seat, index), Meaning::InSuit(range)) => {
            let place = document::of_further(document, seat, index).unwrap_or_default();
            document::set_suit_range(document, &format!("{place}/suit_range"), range);
        }
        (Step::Excluded(seat, index), Meaning::Excluded(excluded)) => {
            exclusions::set(document, seat, index, &excluded);
        }
        (Step::Weights(seat), Meaning::Weights(weights)) => {
            document::set_weights(document, seat, weights);
        }
        (Step::Roles(side), Meaning::Choice(at)) => {
            let mode: DriverMode = coupling::modes(side)[at];
            coupling::set_mode(document, side, mode);
        }
        (Step::Map(side), Meaning::Map(map)) => coupling::set_map(document, side, map),
        (Step::Role(seat, index), Meaning::Choice(at)) => {
            coupling::set_role(document, seat, index, at);
        }
        (Step::Order, Meaning::Order(order)) => document::set_order(document, order),
        (Step::SuitsDiffer, Meaning::Choice(at)) => {
            document::set_flag(document, "", "random_suits_differ", false, at == 0);
        }
        (Step::Rotation, Meaning::Choice(at)) => {
            document::set_flag(document, "", "rotate_deals_by_default", true, at == 0);
        }
        // An answer is understood as what its step asks for.
        _ => return Err("this cannot be answered like that".to_owned()),
    }
    Ok(Leads::On)
}
