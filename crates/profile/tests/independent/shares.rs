//! How often each choice of subprofiles and each draw of suits should come, read off the document itself.

use std::collections::BTreeMap;

use serde_json::Value;

use super::checker::{Drawn, SEATS, allowed_suits, asked, subprofiles};

/// Ways to misread what the shares are, each of which boards must show to be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShareMistake {
    /// Partners draw by themselves.
    NoCoupling,
    /// All subprofiles are equally likely.
    NoWeights,
    /// What cannot be dealt makes its subprofiles rarer, instead of its sister draws more frequent.
    DrawnAgainFromAll,
}

/// All of them.
pub const SHARE_MISTAKES: [ShareMistake; 3] = [
    ShareMistake::NoCoupling,
    ShareMistake::NoWeights,
    ShareMistake::DrawnAgainFromAll,
];

/// The choices of subprofiles with their shares, before anything is left out, and the draws of suits that each has.
pub struct Choice {
    pub share: f64,
    pub draws: Vec<Drawn>,
}

/// Weights as shares of some of the subprofiles; equal if all are 0.
fn weights(
    document: &Value,
    seat: usize,
    among: &[usize],
    mistake: Option<ShareMistake>,
) -> Vec<(usize, f64)> {
    let all = subprofiles(document, seat);
    let weight = |&index: &usize| {
        let weight = all
            .get(index)
            .and_then(|one| one["weight_percent"].as_f64());
        weight.unwrap_or(0.0)
    };
    let sum: f64 = among.iter().map(weight).sum();
    let equal = sum == 0.0 || mistake == Some(ShareMistake::NoWeights);
    let share = |index: &usize| {
        if equal {
            1.0 / among.len() as f64
        } else {
            weight(index) / sum
        }
    };
    among.iter().map(|index| (*index, share(index))).collect()
}

fn usage(document: &Value, seat: usize, index: usize) -> &str {
    let subprofile = &subprofiles(document, seat)[index];
    let fields: &[&str] = match seat % 2 {
        0 => &["ns_role_usage", "ns_role_for_seat"],
        _ => &["ew_role_usage"],
    };
    let given = fields.iter().find_map(|field| subprofile[*field].as_str());
    given.unwrap_or("any")
}

/// The numbers that a map gives for a number.
fn mapped(map: &Value, index: usize) -> Vec<usize> {
    let numbers = map[index.to_string().as_str()].as_array();
    let numbers = numbers.into_iter().flatten();
    numbers
        .map(|number| number.as_u64().unwrap() as usize)
        .collect()
}

/// The choices of a pair, (first, second, share); the pair is 0 for North and South, 1 for East and West.
fn of_pair(
    document: &Value,
    pair: usize,
    mistake: Option<ShareMistake>,
) -> Vec<(usize, usize, f64)> {
    let prefix = ["ns", "ew"][pair];
    let seats = [pair, pair + 2];
    let numbers = seats.map(|seat| subprofiles(document, seat).len().max(1));
    let every = numbers.map(|number| (0..number).collect::<Vec<usize>>());
    let field = |name: &str| &document[format!("{prefix}_{name}")];
    let place = |seat: usize| seat / 2;
    // The driver, then the follower, as (first, second).
    let ordered = |driver: usize, one: usize, other: usize| {
        if driver == seats[0] {
            (one, other)
        } else {
            (other, one)
        }
    };

    let linked = field("linked_profile");
    let mode = field("role_mode").as_str().unwrap_or("no_driver");
    let off =
        mode == "no_driver_no_index" || pair == 0 && document["ns_index_coupling_enabled"] == false;
    let mut choices = Vec::new();
    if mistake == Some(ShareMistake::NoCoupling)
        || linked.is_null() && (off || numbers[0] != numbers[1] || numbers[0] == 1)
    {
        for (one, share) in weights(document, seats[0], &every[0], mistake) {
            for (other, further) in weights(document, seats[1], &every[1], mistake) {
                choices.push((one, other, share * further));
            }
        }
        return choices;
    }
    if !linked.is_null() {
        let primary = seats
            .into_iter()
            .find(|&seat| linked["primary_seat"] == SEATS[seat])
            .unwrap();
        let other = (primary + 2) % 4;
        for (one, share) in weights(document, primary, &every[place(primary)], mistake) {
            let subset = mapped(&linked["subprofile_map"], one);
            for (second, further) in weights(document, other, &subset, mistake) {
                let (a, b) = ordered(primary, one, second);
                choices.push((a, b, share * further));
            }
        }
        return choices;
    }
    let first_to_be_dealt = || match document["hand_dealing_order"].as_array() {
        Some(order) => {
            let mine = |seat: &Value| seats.iter().position(|&one| *seat == SEATS[one]);
            seats[order.iter().find_map(mine).unwrap()]
        }
        None => {
            let dealer = SEATS
                .iter()
                .position(|seat| document["dealer"] == *seat)
                .unwrap();
            if seats.contains(&dealer) {
                dealer
            } else {
                (dealer + 1) % 4
            }
        }
    };
    let drivers = match mode {
        "north_drives" | "east_drives" => vec![seats[0]],
        "south_drives" | "west_drives" => vec![seats[1]],
        "random_driver" => seats.to_vec(),
        _ => vec![first_to_be_dealt()],
    };
    for &driver in &drivers {
        let follower = (driver + 2) % 4;
        let map = field("bespoke_map");
        let follows = |index: usize| -> Vec<usize> {
            let mut numbers = if map.is_null() {
                vec![index]
            } else {
                mapped(map, index)
            };
            numbers.retain(|&number| usage(document, follower, number) != "driver_only");
            numbers
        };
        let mut drives = every[0].clone();
        drives.retain(|&index| {
            usage(document, driver, index) != "follower_only" && !follows(index).is_empty()
        });
        for (one, share) in weights(document, driver, &drives, mistake) {
            for (other, further) in weights(document, follower, &follows(one), mistake) {
                let (a, b) = ordered(driver, one, other);
                choices.push((a, b, share * further / drivers.len() as f64));
            }
        }
    }
    choices
}

/// The ordered draws of so many of some suits.
fn ordered_draws(from: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = ordered_draws(from, count - 1);
    let longer = shorter.iter().flat_map(|draw| {
        let left = from.iter().filter(|suit| !draw.contains(suit));
        left.map(|&suit| [draw.as_slice(), &[suit]].concat())
    });
    longer.collect()
}

/// The draws of suits for some subprofiles.
fn draws_of(document: &Value, chosen: [usize; 4]) -> Vec<Drawn> {
    let mut draws = vec![Drawn {
        subprofiles: chosen,
        suits: Default::default(),
    }];
    for (seat, index) in chosen.into_iter().enumerate() {
        let Some(subprofile) = subprofiles(document, seat).get(index) else {
            continue;
        };
        let random = &subprofile["random_suit_constraint"];
        if random.is_null() {
            continue;
        }
        let count = random["required_suits_count"].as_u64().unwrap_or(1) as usize;
        let mine = ordered_draws(&allowed_suits(subprofile), count);
        draws = draws
            .iter()
            .flat_map(|draw| {
                mine.iter().map(move |suits| {
                    let mut draw = draw.clone();
                    draw.suits[seat] = suits.clone();
                    draw
                })
            })
            .collect();
    }
    if document["random_suits_differ"] == true {
        draws.retain(|draw| {
            let all = draw.suits.concat();
            (0..4).all(|suit| all.iter().filter(|one| **one == suit).count() <= 1)
        });
    }
    draws
}

/// The choices of a document, before anything is left out.
pub fn choices(document: &Value, mistake: Option<ShareMistake>) -> Vec<Choice> {
    let mut shares: BTreeMap<[usize; 4], f64> = BTreeMap::new();
    let [ns, ew] = [0, 1].map(|pair| of_pair(document, pair, mistake));
    for &(north, south, share) in &ns {
        for &(east, west, further) in &ew {
            *shares.entry([north, east, south, west]).or_default() += share * further;
        }
    }
    let drawn = shares.into_iter().filter(|(_, share)| *share > 0.0);
    let choice = |(chosen, share)| Choice {
        share,
        draws: draws_of(document, chosen),
    };
    drawn.map(choice).collect()
}

/// The share of each draw, with what cannot be dealt left out.
pub fn shares(
    document: &Value,
    dealable: impl Fn(&Drawn) -> bool,
    mistake: Option<ShareMistake>,
) -> BTreeMap<Drawn, f64> {
    let mut shares = BTreeMap::new();
    for choice in choices(document, mistake) {
        let all = choice.draws.len();
        let left: Vec<Drawn> = choice.draws.into_iter().filter(&dealable).collect();
        let among = match mistake {
            Some(ShareMistake::DrawnAgainFromAll) => all,
            _ => left.len(),
        };
        for draw in left {
            shares.insert(draw, choice.share / among as f64);
        }
    }
    let sum: f64 = shares.values().sum();
    shares.values_mut().for_each(|share| *share /= sum);
    shares
}

/// Whether sums of what is asked show that there is no deal: of the cards and points of a suit, of a hand, and of the deck.
pub fn sums_clash(document: &Value, drawn: &Drawn) -> bool {
    let Some(hands) = asked(document, drawn, None) else {
        return true;
    };
    let clash = |bounds: &mut dyn Iterator<Item = (i64, i64)>, there: (i64, i64)| {
        let (least, most) = bounds.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        least > there.1 || most < there.0
    };
    let of_a_suit = (0..4).any(|s| {
        clash(&mut hands.iter().map(|hand| hand.suits[s].cards), (13, 13))
            || clash(&mut hands.iter().map(|hand| hand.suits[s].points), (10, 10))
    });
    let of_a_hand = hands.iter().any(|hand| {
        clash(&mut hand.suits.iter().map(|suit| suit.cards), (13, 13))
            || clash(&mut hand.suits.iter().map(|suit| suit.points), hand.total)
            || hand
                .suits
                .iter()
                .any(|suit| suit.cards.0 > suit.cards.1 || suit.points.0 > suit.points.1)
    });
    of_a_suit || of_a_hand || clash(&mut hands.iter().map(|hand| hand.total), (40, 40))
}
