//! The rules, in random play, each hand looked at with other eyes than the program's.

use std::collections::BTreeMap;

use texas42::{
    Bid, Call, Deal, Domino, Dominoes, Doubles, HouseRules, Move, NelORule, PlayedHand, Score,
    Scoring, Seat, Side, Trump,
};

use crate::random::{any_move, dealt, house};

fn has(domino: Domino, pip: usize) -> bool {
    domino.high().index() == pip || domino.low().index() == pip
}

/// Whether a domino is a trump, straight from the rule book.
fn is_trump(call: Call, domino: Domino) -> bool {
    match call {
        Call::Trumps(Trump::Pip(pip)) => has(domino, pip.index()),
        Call::Trumps(Trump::Doubles) => domino.is_double(),
        _ => false,
    }
}

/// Whether a domino follows a lead.
fn follows(call: Call, lead: Domino, domino: Domino) -> bool {
    if call == Call::NelO(Doubles::Own) && (lead.is_double() || domino.is_double()) {
        return lead.is_double() && domino.is_double();
    }
    if is_trump(call, lead) || is_trump(call, domino) {
        return is_trump(call, lead) && is_trump(call, domino);
    }
    has(domino, lead.high().index())
}

/// How high a domino that follows or trumps stands, by the other end of the suit's pip.
fn height(call: Call, lead: Domino, domino: Domino) -> i32 {
    let (high, low) = (domino.high().index() as i32, domino.low().index() as i32);
    if call == Call::Sevens {
        return -(high + low - 7).abs();
    }
    let suit = match call {
        Call::Trumps(Trump::Pip(pip)) if is_trump(call, domino) => pip.index() as i32,
        Call::Trumps(Trump::Doubles) if domino.is_double() => return 100 + high,
        _ => lead.high().index() as i32,
    };
    let other = if high == suit { low } else { high };
    let within = match (domino.is_double(), call) {
        (true, Call::NelO(Doubles::Low)) => -1,
        (true, Call::NelO(Doubles::Own)) => high,
        (true, _) => 7,
        _ => other,
    };
    within + if is_trump(call, domino) { 100 } else { 0 }
}

/// Who takes a trick, straight from the rule book.
fn taker(call: Call, plays: &[(Seat, Domino)]) -> Seat {
    let lead = plays[0].1;
    let can_win = |domino: Domino| {
        call == Call::Sevens || follows(call, lead, domino) || is_trump(call, domino)
    };
    let mut best = plays[0];
    for &(seat, domino) in plays {
        if can_win(domino) && height(call, lead, domino) > height(call, lead, best.1) {
            best = (seat, domino);
        }
    }
    best.0
}

/// What a finished hand must have come to.
fn check_finished(hand: &PlayedHand) {
    let (public, result) = (hand.public(), hand.result().unwrap());
    let Some(contract) = hand.contract() else {
        assert_eq!(result, Score::default());
        assert!(public.bids.iter().all(|&(_, bid)| bid == Bid::Pass));
        assert!(public.bids.len() == 4 && !public.house.forced_bid);
        return;
    };
    let call = hand.call().unwrap();
    let (side, out) = (contract.bidder.side(), contract.bidder.partner());
    let players = if call.is_nel_o() { 3 } else { 4 };
    let mut leader = if contract.bid.is_partners_call() {
        out
    } else {
        contract.bidder
    };
    let (mut tricks, mut points) = ([0u16; 2], [0u16; 2]);
    for trick in &public.tricks {
        assert_eq!(trick.len(), players);
        assert_eq!(trick[0].0, leader);
        assert!(players == 4 || trick.iter().all(|&(seat, _)| seat != out));
        leader = taker(call, trick);
        let count: u32 = trick.iter().map(|(_, domino)| domino.count()).sum();
        tricks[leader.side() as usize] += 1;
        points[leader.side() as usize] += 1 + count as u16;
    }
    // What was taken and what was not played add up to 42, and the dominoes to 28.
    let played: Vec<Domino> = public
        .tricks
        .iter()
        .flatten()
        .map(|&(_, domino)| domino)
        .collect();
    let held = Seat::ALL.map(|seat| hand.position().hand(seat));
    let all = held.iter().fold(Dominoes::NONE, |all, &hand| all | hand);
    assert_eq!(
        played.len() + held.iter().map(|hand| hand.len()).sum::<usize>(),
        28
    );
    assert_eq!(all | played.iter().copied().collect(), Dominoes::ALL);
    let left: u16 = all.iter().map(|domino| domino.count() as u16).sum();
    assert_eq!(
        points[0] + points[1] + left + 7 - public.tricks.len() as u16,
        42
    );
    let (ours, theirs) = (side as usize, side.other() as usize);
    let done = public.tricks.len() == 7;
    let (made, settled) = match contract.bid {
        _ if call.is_nel_o() => (tricks[ours] == 0, tricks[ours] > 0 || done),
        Bid::Points(bid) => {
            let bid = u16::from(bid);
            let certain = points[ours] >= bid || points[theirs] > 42 - bid;
            (
                points[ours] >= bid,
                if public.house.scoring == Scoring::Points {
                    done
                } else {
                    certain
                },
            )
        }
        _ => (tricks[theirs] == 0, tricks[theirs] > 0 || done),
    };
    assert!(settled, "a hand ends when nothing can change it");
    let winner = if made { side } else { side.other() };
    let score = |side: Side| result.of(side);
    let marks = u16::from(contract.marks);
    match (public.house.scoring, contract.bid) {
        (Scoring::Marks, _) => assert_eq!((score(winner), score(winner.other())), (marks, 0)),
        (Scoring::Points, Bid::Points(_)) if made => {
            assert_eq!([score(Side::NorthSouth), score(Side::EastWest)], points);
            assert_eq!(points[0] + points[1], 42);
        }
        (Scoring::Points, Bid::Points(bid)) => {
            assert_eq!(score(side), 0);
            assert_eq!(score(winner), u16::from(bid) + points[theirs]);
        }
        (Scoring::Points, _) => assert_eq!((score(winner), score(winner.other())), (42 * marks, 0)),
    }
}

#[test]
fn hands_of_random_play() {
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    let hands = needs::rounds(20_000, 100_000);
    for k in 0..hands {
        let mut rng = space::stream(9, k);
        let mut hand = dealt(house(k), &mut rng);
        while let Some(seat) = hand.turn() {
            let before = hand.position().hand(seat);
            let made = any_move(&hand, &mut rng);
            if let Move::Play(domino) = made {
                let call = hand.call().unwrap();
                let players = if call.is_nel_o() { 3 } else { 4 };
                let open = hand
                    .public()
                    .tricks
                    .last()
                    .filter(|trick| trick.len() < players);
                let lead = open.map(|trick| trick[0].1);
                if call == Call::Sevens {
                    let away = |domino: Domino| domino.from_seven();
                    assert!(before.iter().all(|other| away(other) >= away(domino)));
                } else if let Some(lead) = lead {
                    let could = before.iter().any(|other| follows(call, lead, other));
                    assert!(!could || follows(call, lead, domino));
                }
            }
            hand.make(made).unwrap();
        }
        check_finished(&hand);
        let bid = hand
            .contract()
            .map_or("none".to_owned(), |contract| match contract.bid {
                Bid::Points(_) => "points".to_owned(),
                bid => bid.to_string(),
            });
        *seen.entry(format!("bid {bid}")).or_default() += 1;
        if let Some(call) = hand.call() {
            *seen.entry(format!("call {call}")).or_default() += 1;
        }
        let over = hand.result().unwrap();
        assert_eq!(hand.score_after(), hand.public().score.after(over));
    }
    for call in Call::all() {
        assert!(
            seen[&format!("call {call}")] > hands / 1_000,
            "{call}: {seen:?}"
        );
    }
    for bid in [
        "none", "points", "1 mark", "2 marks", "3 marks", "plunge", "splash",
    ] {
        assert!(
            seen[&format!("bid {bid}")] > hands / 1_000,
            "{bid}: {seen:?}"
        );
    }
}

#[test]
fn deals_are_whole_and_fair() {
    let mut with_double_six = [0u32; 4];
    let deals = needs::rounds(24_000, 480_000);
    for k in 0..deals {
        let deal = Deal::random(&mut space::stream(3, k));
        assert!(deal.is_whole());
        let domino: Domino = "6-6".parse().unwrap();
        let seat = deal.hands.iter().position(|hand| hand.has(domino)).unwrap();
        with_double_six[seat] += 1;
    }
    let expected = deals as f64 / 4.0;
    let chi: f64 = with_double_six
        .iter()
        .map(|&n| (f64::from(n) - expected).powi(2) / expected)
        .sum();
    // Three degrees of freedom: beyond 16.3 once in a thousand.
    assert!(chi < 16.3, "{chi}");
}

/// South deals, West bids first. North has five doubles, East three fives.
fn table(house: HouseRules) -> PlayedHand {
    let set = |text: &str| -> Dominoes {
        text.split_whitespace()
            .map(|word| word.parse::<Domino>().unwrap())
            .collect()
    };
    let deal = Deal {
        hands: [
            set("6-6 5-5 4-4 3-3 2-2 6-1 6-0"),
            set("5-4 5-3 5-2 6-4 6-3 4-1 2-0"),
            set("6-5 6-2 4-3 4-2 3-2 1-0 0-0"),
            set("5-1 5-0 4-0 3-1 3-0 2-1 1-1"),
        ],
    };
    assert!(deal.is_whole());
    PlayedHand::new(house, Score::default(), Seat::South, deal)
}

fn bid(hand: &mut PlayedHand, bids: &[&str]) {
    for bid in bids {
        hand.make(Move::Bid(bid.parse().unwrap())).unwrap();
    }
}

fn may(hand: &PlayedHand, bid: &str) -> bool {
    hand.position()
        .legal()
        .has(Move::Bid(bid.parse().unwrap()).code())
}

#[test]
fn bids_rise_and_marks_by_one() {
    let mut hand = table(HouseRules::default());
    assert!(may(&hand, "30") && may(&hand, "2 marks") && !may(&hand, "3 marks"));
    bid(&mut hand, &["34"]);
    assert!(!may(&hand, "34") && may(&hand, "35") && may(&hand, "1 mark"));
    bid(&mut hand, &["2 marks"]);
    assert!(!may(&hand, "41") && !may(&hand, "2 marks"));
    assert!(may(&hand, "3 marks") && !may(&hand, "4 marks"));
    let refused = hand.make(Move::Bid(Bid::Points(36))).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "East cannot bid 36 now: what it can do is pass, bid 3 marks"
    );
    bid(&mut hand, &["pass", "3 marks"]);
    assert_eq!(hand.turn(), Some(Seat::South));
    assert_eq!(hand.contract().unwrap().marks, 3);
}

#[test]
fn when_all_pass_the_house_says_what_happens() {
    let mut hand = table(HouseRules::default());
    bid(&mut hand, &["pass"; 4]);
    assert_eq!((hand.turn(), hand.result()), (None, Some(Score::default())));
    let house = HouseRules {
        forced_bid: true,
        minimum_bid: 31,
        ..HouseRules::default()
    };
    let mut hand = table(house);
    bid(&mut hand, &["pass"; 3]);
    assert!(!may(&hand, "pass") && !may(&hand, "30") && may(&hand, "31"));
}

#[test]
fn doubles_plunge_and_splash_and_the_partner_calls() {
    let house = HouseRules {
        plunge: true,
        splash: true,
        ..HouseRules::default()
    };
    let mut hand = table(house);
    assert!(!may(&hand, "plunge") && !may(&hand, "splash"), "one double");
    bid(&mut hand, &["30"]);
    assert!(may(&hand, "plunge") && may(&hand, "splash"), "five doubles");
    let mut splashed = hand.clone();
    bid(&mut splashed, &["splash", "pass", "pass"]);
    assert_eq!(splashed.contract().unwrap().marks, 2);
    bid(&mut hand, &["plunge", "pass", "5 marks"]);
    assert_eq!(hand.contract().unwrap().bidder, Seat::South);
    let mut hand = table(house);
    bid(&mut hand, &["2 marks", "plunge", "pass", "pass"]);
    assert_eq!(
        (hand.turn(), hand.contract().unwrap().marks),
        (Some(Seat::South), 4)
    );
    hand.make(Move::Call("6".parse().unwrap())).unwrap();
    assert_eq!(hand.turn(), Some(Seat::South), "who called leads");
    // Over two marks a splash is worth three, and over three nobody splashes.
    let mut hand = table(house);
    bid(&mut hand, &["2 marks"]);
    bid(&mut hand, &["splash"]);
    assert_eq!(hand.position().contract().unwrap().marks, 3);
}

#[test]
fn nel_o_is_lost_with_the_first_trick_and_the_partner_sits_out() {
    let house = HouseRules {
        nel_o: NelORule::Low,
        ..HouseRules::default()
    };
    let mut hand = table(house);
    bid(&mut hand, &["1 mark", "pass", "pass", "pass"]);
    let legal: Vec<String> = hand
        .position()
        .legal_moves()
        .map(|made| made.name())
        .collect();
    assert!(legal.contains(&"nel-o low".to_owned()) && !legal.contains(&"nel-o high".to_owned()));
    hand.make(Move::Call("nel-o low".parse().unwrap())).unwrap();
    let play = |hand: &mut PlayedHand, domino: &str| {
        hand.make(Move::Play(domino.parse().unwrap())).unwrap();
    };
    // East, opposite, sits out, and 3-3 is the lowest trey.
    play(&mut hand, "3-1");
    assert_eq!(hand.turn(), Some(Seat::North));
    play(&mut hand, "3-3");
    assert_eq!(hand.turn(), Some(Seat::South));
    let refused = hand.make(Move::Play("6-5".parse().unwrap())).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "South cannot play 6-5 now: it must follow suit with 4-3 3-2"
    );
    play(&mut hand, "3-2");
    assert_eq!(hand.trick_taken().unwrap().winner, Seat::South);
    play(&mut hand, "6-5");
    // West has no six and throws what it likes.
    play(&mut hand, "5-1");
    play(&mut hand, "6-1");
    assert_eq!(hand.turn(), Some(Seat::South));
    play(&mut hand, "1-0");
    play(&mut hand, "2-1");
    assert_eq!(hand.turn(), Some(Seat::North));
    play(&mut hand, "2-2");
    assert_eq!(hand.trick_taken().unwrap().winner, Seat::West);
    assert_eq!(
        (hand.turn(), hand.result()),
        (None, Some(Score::for_side(Side::NorthSouth, 1)))
    );
}
