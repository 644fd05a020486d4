//! Documents from a seed: everything that a document can ask for, mixed. Ranges are put around the hands of real deals, so that
//! most of it can be dealt, and some suits are asked for that the standard ranges would refuse.

use serde_json::{Map, Value, json};

use super::checker::{Hand, SEATS, SUITS, allowed_suits, subprofiles};

const SUIT_FIELDS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];

/// Random numbers of a seed (SplitMix64): few lines, and the documents never change with a library.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// From the first to the last.
    fn among(&mut self, first: i64, last: i64) -> i64 {
        first + self.below((last - first + 1) as usize) as i64
    }

    /// True in so many of a hundred cases.
    fn percent(&mut self, of: usize) -> bool {
        self.below(100) < of
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }

    /// The hands of a deal.
    pub fn deal(&mut self) -> [Hand; 4] {
        let mut deck: Vec<usize> = (0..52).collect();
        self.shuffle(&mut deck);
        [0, 1, 2, 3].map(|seat| {
            let mut hand = Hand {
                cards: [0; 4],
                points: [0; 4],
            };
            for card in &deck[13 * seat..13 * seat + 13] {
                hand.cards[card / 13] += 1;
                hand.points[card / 13] += (*card as i64 % 13 - 8).max(0);
            }
            hand
        })
    }
}

/// A range of a suit around what a hand has in it.
fn suit_range(numbers: &mut Numbers, hand: &Hand, suit: usize) -> Value {
    let mut range = Map::new();
    let cards = hand.cards[suit];
    let how = numbers.below(10);
    if how < 6 || cards >= 5 {
        range.insert(
            "min_cards".into(),
            json!((cards - numbers.among(0, 1)).max(0)),
        );
    }
    if how >= 3 {
        range.insert(
            "max_cards".into(),
            json!((cards + numbers.among(0, 2)).min(13)),
        );
    }
    if numbers.percent(25) {
        let points = hand.points[suit];
        range.insert(
            "min_hcp".into(),
            json!((points - numbers.among(0, 3)).max(0)),
        );
        if numbers.percent(50) {
            range.insert(
                "max_hcp".into(),
                json!((points + numbers.among(0, 3)).min(10)),
            );
        }
    }
    Value::Object(range)
}

fn standard(numbers: &mut Numbers, hand: &Hand, suits: usize) -> Value {
    let mut standard = Map::new();
    let mut order = [0, 1, 2, 3];
    numbers.shuffle(&mut order);
    for &suit in &order[..suits] {
        standard.insert(SUIT_FIELDS[suit].into(), suit_range(numbers, hand, suit));
    }
    if numbers.percent(65) {
        let total = hand.total();
        standard.insert(
            "total_min_hcp".into(),
            json!((total - numbers.among(1, 4)).max(0)),
        );
        standard.insert(
            "total_max_hcp".into(),
            json!((total + numbers.among(1, 4)).min(37)),
        );
    }
    Value::Object(standard)
}

/// Random suits for a hand: what it holds in its longest suits, or now and then in others, goes with the suits that are drawn.
fn random_suits(numbers: &mut Numbers, hand: &Hand, standard: &mut Value) -> Value {
    let mut order = [0, 1, 2, 3];
    numbers.shuffle(&mut order);
    if numbers.percent(80) {
        order.sort_by_key(|&suit| -hand.cards[suit]);
    }
    let count = 1 + usize::from(numbers.percent(40));
    let number = (count + numbers.among(0, 2) as usize).clamp(2, 4);
    let mut allowed = order[..number].to_vec();
    numbers.shuffle(&mut allowed);
    let longest = hand.cards[order[0]];
    if longest >= 5 && numbers.percent(60) {
        // How people write it: so many at the most everywhere, and one more in the suit that is drawn.
        for &suit in &allowed {
            standard[SUIT_FIELDS[suit]] = json!({"max_cards": longest - 1});
        }
    }
    let names = |suits: &[usize]| suits.iter().map(|&suit| SUITS[suit]).collect::<Vec<&str>>();
    let mut random = json!({"allowed_suits": names(&allowed), "required_suits_count": count});
    if numbers.percent(20) {
        let shorter = order[..count]
            .iter()
            .copied()
            .min_by_key(|&suit| hand.cards[suit]);
        random["per_suit_range"] = json!({"min_cards": hand.cards[shorter.unwrap()]});
    } else {
        let ranges: Vec<Value> = order[..count]
            .iter()
            .map(|&suit| suit_range(numbers, hand, suit))
            .collect();
        random["suit_ranges"] = json!(ranges);
    }
    if count == 2 && numbers.percent(60) {
        let mut pair = allowed.clone();
        numbers.shuffle(&mut pair);
        let ranges = [0, 1].map(|i| suit_range(numbers, hand, order[i]));
        random["pair_overrides"] = json!([{"suits": names(&pair[..2]), "first_range": ranges[0], "second_range": ranges[1]}]);
    }
    random
}

/// A shape word that a hand has.
fn shape_word(numbers: &mut Numbers, hand: &Hand, any: bool) -> Option<String> {
    if hand.cards.iter().any(|&cards| cards > 9) {
        return None;
    }
    let mut cards = hand.cards;
    if any {
        cards.sort_by_key(|cards| -cards);
        return Some(format!(
            "any {}{}{}{}",
            cards[0], cards[1], cards[2], cards[3]
        ));
    }
    let open = numbers.below(4);
    let mut order = [0, 1, 2, 3];
    numbers.shuffle(&mut order);
    let letter = |suit: usize| {
        if order[..open].contains(&suit) {
            "x".to_string()
        } else {
            cards[suit].to_string()
        }
    };
    Some((0..4).map(letter).collect())
}

fn weigh(numbers: &mut Numbers, seat: &mut [Value], with_nothing: bool) {
    if seat.len() == 1 {
        if numbers.percent(30) {
            seat[0]["weight_percent"] = json!(numbers.one_of(&[98, 99, 100, 101, 102]));
        }
        return;
    }
    if numbers.percent(35) {
        return;
    }
    let sum = numbers.one_of(&[98, 99, 100, 100, 100, 101, 102]);
    let mut left = sum;
    let last = seat.len() - 1;
    for (i, subprofile) in seat.iter_mut().enumerate() {
        let most = left - 8 * (last - i) as i64;
        let mut weight = if i == last {
            left
        } else {
            numbers.among(8, most.max(8))
        };
        if with_nothing && i < last && numbers.percent(8) {
            weight = 0;
        }
        left -= weight;
        subprofile["weight_percent"] = json!(weight);
    }
}

/// A map from each number to one or two.
fn index_map(numbers: &mut Numbers, from: usize, to: usize) -> Value {
    let mut map = Map::new();
    for index in 0..from {
        let mut all: Vec<usize> = (0..to).collect();
        numbers.shuffle(&mut all);
        all.truncate(1 + numbers.below(2));
        if index == 0 && !all.contains(&0) {
            all.push(0);
        }
        all.sort_unstable();
        map.insert(index.to_string(), json!(all));
    }
    Value::Object(map)
}

/// How a pair is coupled.
fn couple(numbers: &mut Numbers, document: &mut Value, pair: usize) {
    let prefix = ["ns", "ew"][pair];
    let seats = [pair, pair + 2];
    let [one, other] = seats.map(|seat| subprofiles(document, seat).len());
    if one == 0 || other == 0 {
        return;
    }
    let field = |name: &str| format!("{prefix}_{name}");
    let linked = |numbers: &mut Numbers| {
        let primary = numbers.below(2);
        let (from, to) = if primary == 0 {
            (one, other)
        } else {
            (other, one)
        };
        json!({"primary_seat": SEATS[seats[primary]], "subprofile_map": index_map(numbers, from, to)})
    };
    if one != other || one == 1 {
        if one * other > 1 && numbers.percent(35) {
            document[field("linked_profile")] = linked(numbers);
        }
        return;
    }
    match numbers.below(10) {
        0 => document[field("linked_profile")] = linked(numbers),
        1 | 3 if pair == 0 => document["ns_index_coupling_enabled"] = json!(false),
        2 => document[field("role_mode")] = json!("no_driver_no_index"),
        how => {
            let drives = [
                ["north_drives", "south_drives"],
                ["east_drives", "west_drives"],
            ][pair];
            match numbers.below(6) {
                0 => {}
                1 => document[field("role_mode")] = json!("no_driver"),
                2 => document[field("role_mode")] = json!("random_driver"),
                _ => document[field("role_mode")] = json!(numbers.one_of(&drives)),
            }
            // A map is from one seat to the other, so it needs a driver that is known.
            if how < 6 && document[field("role_mode")] != "random_driver" {
                document[field("bespoke_map")] = index_map(numbers, one, other);
            }
            // The first subprofiles may be used in both roles, so that something is always left.
            let usage = if pair == 0 && numbers.percent(30) {
                "role_for_seat"
            } else {
                "role_usage"
            };
            for seat in seats {
                for index in 1..one {
                    if numbers.percent(25) {
                        let role = numbers.one_of(&["driver_only", "follower_only", "any"]);
                        document["seat_profiles"][SEATS[seat]]["subprofiles"][index]
                            [field(usage)] = json!(role);
                    }
                }
            }
        }
    }
}

/// Contingent suits for some subprofiles that draw none: of whichever seat draws suits.
fn look_at_others(numbers: &mut Numbers, document: &mut Value, around: &[[Hand; 4]]) {
    let drawing = |document: &Value, seat: usize| -> Vec<usize> {
        let left = |one: &Value| {
            let count = one["random_suit_constraint"]["required_suits_count"].as_u64();
            count.map(|count| allowed_suits(one).len() - count as usize)
        };
        subprofiles(document, seat)
            .iter()
            .filter_map(left)
            .collect()
    };
    for seat in 0..4 {
        for index in 0..subprofiles(document, seat).len() {
            let others: Vec<usize> = (0..4)
                .filter(|&other| other != seat && !drawing(document, other).is_empty())
                .collect();
            let mine = &subprofiles(document, seat)[index];
            if others.is_empty()
                || !mine["random_suit_constraint"].is_null()
                || !numbers.percent(50)
            {
                continue;
            }
            let other = numbers.one_of(&others);
            let hand = &around[index][seat];
            let suit = numbers.below(4);
            let mut contingent = json!({"suit_range": suit_range(numbers, hand, suit)});
            if drawing(document, other).iter().all(|&left| left == 1) && numbers.percent(60) {
                contingent["use_non_chosen_suit"] = json!(true);
            }
            // Files name partners as opponents too.
            let as_partner = (other == (seat + 2) % 4) != numbers.percent(20);
            let (field, whose) = if as_partner {
                ("partner_contingent_constraint", "partner_seat")
            } else {
                ("opponents_contingent_suit_constraint", "opponent_seat")
            };
            contingent[whose] = json!(SEATS[other]);
            document["seat_profiles"][SEATS[seat]]["subprofiles"][index][field] = contingent;
        }
    }
}

fn exclude(numbers: &mut Numbers, document: &mut Value) {
    let mut exclusions = Vec::new();
    for (seat, name) in SEATS.iter().enumerate() {
        let subprofiles = subprofiles(document, seat).len();
        while subprofiles > 0 && exclusions.len() < 3 && numbers.percent(30) {
            let mut exclusion =
                json!({"seat": name, "subprofile_index": 1 + numbers.below(subprofiles)});
            if numbers.percent(50) {
                let words = (0..3).filter_map(|_| {
                    let hand = numbers.deal()[0];
                    // One that is all of it would leave nothing.
                    shape_word(numbers, &hand, false).filter(|word| word != "xxxx")
                });
                let words: Vec<String> = words.collect();
                if words.is_empty() {
                    continue;
                }
                exclusion["excluded_shapes"] = json!(words);
            } else {
                let clause = |numbers: &mut Numbers| {
                    let group = numbers.one_of(&["ANY", "MAJOR", "MINOR"]);
                    json!({"group": group, "length_eq": numbers.among(1, 5), "count": numbers.among(1, 2)})
                };
                let clauses: Vec<Value> = (0..=numbers.below(2)).map(|_| clause(numbers)).collect();
                exclusion["clauses"] = json!(clauses);
            }
            exclusions.push(exclusion);
        }
    }
    if !exclusions.is_empty() {
        document["subprofile_exclusions"] = json!(exclusions);
    }
}

fn ask_pairs(numbers: &mut Numbers, document: &mut Value, around: &[Hand; 4]) {
    let mut constraints = Vec::new();
    for (name, seats) in [("NS", [0, 2]), ("EW", [1, 3])] {
        if !numbers.percent(25) {
            continue;
        }
        let mut constraint = json!({"pair": name});
        let [one, other] = seats.map(|seat| around[seat]);
        let suit = numbers.below(4);
        let cards = one.cards[suit] + other.cards[suit];
        constraint[SUIT_FIELDS[suit]] =
            json!({"min_cards": cards - numbers.among(0, 1).min(cards)});
        if numbers.percent(40) {
            constraint[SUIT_FIELDS[suit]]["max_cards"] = json!(cards + numbers.among(0, 1));
        }
        if numbers.percent(60) {
            let points = one.total() + other.total();
            constraint["min_hcp"] = json!((points - numbers.among(0, 3)).max(0));
            constraint["max_hcp"] = json!((points + numbers.among(0, 3)).min(40));
        }
        let counts = seats.map(|seat| subprofiles(document, seat).len());
        if counts.iter().all(|&count| count > 0) && counts != [1, 1] && numbers.percent(60) {
            let chosen = counts.map(|count| 1 + numbers.below(count));
            constraint["subprofiles"] = json!([[1, 1], chosen]);
            if chosen == [1, 1] {
                constraint["subprofiles"] = json!([[1, 1]]);
            }
        }
        constraints.push(constraint);
    }
    if !constraints.is_empty() {
        document["pair_constraints"] = json!(constraints);
    }
}

/// A document of a seed. Now and then one cannot be dealt, or nearly everything will do.
pub fn document(seed: u64) -> Value {
    let numbers = &mut Numbers::new(seed);
    let constrained = numbers.one_of(&[1, 2, 2, 3, 3, 4, 4]);
    let mut seats = [0, 1, 2, 3];
    numbers.shuffle(&mut seats);
    let counts = {
        let mut counts = [0, 1, 2, 3].map(|_| numbers.one_of(&[1, 1, 2, 2, 2, 3, 4]));
        for pair in 0..2 {
            if numbers.percent(75) {
                counts[pair + 2] = counts[pair];
            }
        }
        counts
    };
    // One deal for each number of a subprofile, so that what is coupled goes together.
    let around: Vec<[Hand; 4]> = (0..4).map(|_| numbers.deal()).collect();
    let mut document = json!({
        "profile_name": format!("Generated {seed}"),
        "dealer": numbers.one_of(&SEATS),
        "tag": numbers.one_of(&["Opener", "Overcaller"]),
        "seat_profiles": {},
    });
    for &seat in &seats[..constrained] {
        let mut mine = Vec::new();
        for hands in &around[..counts[seat]] {
            let hand = &hands[seat];
            let suits = numbers.among(0, 2) as usize;
            let mut subprofile = json!({"standard": standard(numbers, hand, suits)});
            if numbers.percent(40) {
                let random = random_suits(numbers, hand, &mut subprofile["standard"]);
                subprofile["random_suit_constraint"] = random;
            }
            if numbers.percent(20) {
                let any = !subprofile["random_suit_constraint"].is_null() || numbers.percent(50);
                let others = (0..numbers.below(4)).map(|_| numbers.deal()[0]);
                let hands: Vec<Hand> = others.chain([*hand]).collect();
                let words = hands
                    .iter()
                    .filter_map(|hand| shape_word(numbers, hand, any));
                let words: Vec<String> = words.filter(|word| word != "xxxx").collect();
                if !words.is_empty() {
                    subprofile["allowed_shapes"] = json!(words);
                }
            }
            mine.push(subprofile);
        }
        document["seat_profiles"][SEATS[seat]] = json!({"seat": SEATS[seat], "subprofiles": mine});
    }
    if numbers.percent(50) {
        let mut order = SEATS;
        numbers.shuffle(&mut order);
        document["hand_dealing_order"] = json!(order);
    }
    if numbers.percent(40) {
        document["rotate_deals_by_default"] = json!(numbers.percent(30));
    }
    for pair in 0..2 {
        couple(numbers, &mut document, pair);
    }
    for (seat, name) in SEATS.iter().enumerate() {
        let prefix = ["ns", "ew"][seat % 2];
        let mapped = ["linked_profile", "bespoke_map"]
            .iter()
            .any(|field| !document[format!("{prefix}_{field}")].is_null());
        if let Some(mine) = document["seat_profiles"][*name]["subprofiles"].as_array_mut() {
            weigh(numbers, mine, !mapped);
        }
    }
    look_at_others(numbers, &mut document, &around);
    exclude(numbers, &mut document);
    ask_pairs(numbers, &mut document, &around[0]);
    let drawing = (0..4).filter(|&seat| {
        subprofiles(&document, seat)
            .iter()
            .any(|one| !one["random_suit_constraint"].is_null())
    });
    if drawing.count() > 1 && numbers.percent(40) {
        document["random_suits_differ"] = json!(true);
    }
    // Writing a field of a seat that is not there leaves a null behind.
    if let Some(seats) = document["seat_profiles"].as_object_mut() {
        seats.retain(|_, seat| seat["subprofiles"].is_array());
    }
    document
}
