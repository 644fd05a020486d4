//! The method `help`, attempt by attempt: seats with a minimum that is hard to meet get a part of it beforehand, and an
//! attempt ends early when a hand's points are out of reach.

use bridge::{Card, Deal, Hand, Measure, PointCount, Seat, Suit};
use rand::seq::SliceRandom;
use space::Stream;

use crate::attempting::settings::Settings;
use crate::combining::combination::Combination;
use crate::document::model::{Profile, Range};

/// The parts of a minimum that are given as a board keeps failing, where that is asked for.
const PARTS: [f64; 3] = [1.0 / 3.0, 1.0 / 2.0, 2.0 / 3.0];

/// The chance that a hand has so many cards of a suit, or more.
///
/// ```
/// assert!((profile::chance_of_length(5) - 0.17634).abs() < 5e-6);
/// ```
pub fn chance_of_length(cards: u8) -> f64 {
    let exactly = |held: u64| choose(13, held) * choose(39, 13 - held);
    (u64::from(cards)..=13).map(exactly).sum::<f64>() / choose(52, 13)
}

fn choose(n: u64, k: u64) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}

/// What a seat is given beforehand in one suit.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Aim {
    suit: Suit,
    /// The least cards of it.
    minimum: u8,
    /// The points in it, where the suit was drawn.
    points: Option<Range>,
}

/// What each seat is given beforehand, if it is tight.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Aims {
    /// By seat, from North.
    seats: [Vec<Aim>; 4],
    /// The least points of each seat, and the most.
    points: [Range; 4],
    tight: [bool; 4],
}

impl Aims {
    pub(crate) fn new(profile: &Profile, combination: &Combination, chance: f64) -> Aims {
        let seats = Seat::ALL.map(|seat| aims_of(profile, combination, seat));
        let tight = |aims: &Vec<Aim>| {
            let hard = |aim: &Aim| aim.minimum > 0 && chance_of_length(aim.minimum) <= chance;
            aims.iter().any(hard)
        };
        Aims {
            tight: [0, 1, 2, 3].map(|seat| tight(&seats[seat])),
            points: combination.demands.hands.map(|demand| demand.total),
            seats,
        }
    }
}

/// The suits in which a seat has a minimum, or which it drew.
fn aims_of(profile: &Profile, combination: &Combination, seat: Seat) -> Vec<Aim> {
    if profile.bypassed {
        return Vec::new();
    }
    let one = &profile.seat(seat)[combination.subprofiles[seat as usize]];
    let drawn = &combination.suits[seat as usize];
    let ranges = one.further.random().map(|random| random.ranges_of(drawn));
    let ranges = ranges.unwrap_or_default();
    let aim = |suit: Suit| {
        let standard = one.standard.suits[suit as usize].cards.min;
        let drawn = drawn.iter().position(|&drawn| drawn == suit);
        let range = drawn.map(|at| ranges[at]);
        Aim {
            suit,
            // What holds of a drawn suit stands in the place of its standard range.
            minimum: range.map_or(standard, |range| range.cards.min),
            points: range.map(|range| range.points),
        }
    };
    let says = |aim: &Aim| aim.minimum > 0 || aim.points.is_some();
    Suit::WRITTEN.into_iter().map(aim).filter(says).collect()
}

/// The seats that are tight in a combination, in the order of the table.
pub fn tight_seats(profile: &Profile, combination: &Combination, settings: &Settings) -> Vec<Seat> {
    let minima = tight_minima(profile, combination, settings.tight_chance);
    minima.into_iter().map(|(seat, _)| seat).collect()
}

/// The seats that are tight in a combination, each with its largest minimum.
pub(crate) fn tight_minima(
    profile: &Profile,
    combination: &Combination,
    chance: f64,
) -> Vec<(Seat, u8)> {
    let aims = Aims::new(profile, combination, chance);
    let tight = Seat::ALL
        .into_iter()
        .filter(|&seat| aims.tight[seat as usize]);
    let largest = |seat: Seat| {
        let minima = aims.seats[seat as usize].iter().map(|aim| aim.minimum);
        (seat, minima.max().unwrap_or(0))
    };
    tight.map(largest).collect()
}

/// The cards of a minimum that are given beforehand.
///
/// ```
/// assert_eq!([6, 5, 4, 1].map(|minimum| profile::given_beforehand(minimum, 0.5)), [3, 2, 2, 0]);
/// ```
pub fn given_beforehand(minimum: u8, fraction: f64) -> usize {
    (f64::from(minimum) * fraction).floor() as usize
}

/// What tight seats get before the rest is dealt at random.
pub(crate) fn give(
    aims: &Aims,
    order: [Seat; 4],
    settings: &Settings,
    attempt: u64,
    stream: &mut Stream,
) -> Deal {
    let fraction = if settings.adaptive_fraction {
        let grown = (attempt - 1).checked_div(settings.adaptive_attempts);
        PARTS[grown.unwrap_or(0).min(2) as usize]
    } else {
        settings.fraction
    };
    let mut given = Deal::default();
    for seat in order.into_iter().filter(|&seat| aims.tight[seat as usize]) {
        for aim in &aims.seats[seat as usize] {
            let room = 13 - given[seat].len();
            let number = given_beforehand(aim.minimum, fraction).min(room);
            let left = suit_cards(given.rest(), aim.suit);
            let tries = match aim.points {
                Some(_) => settings.suit_tries,
                None => 1,
            };
            let fits = |cards: Hand| {
                let points = PointCount::HCP.of(cards.holding(aim.suit)) as u8;
                aim.points.is_none_or(|range| range.contains(points))
            };
            let mut cards = some_of(left, number, stream);
            for _ in 1..tries {
                if fits(cards) {
                    break;
                }
                cards = some_of(left, number, stream);
            }
            given[seat] = given[seat].union(cards);
        }
    }
    if settings.hcp_help {
        for seat in order {
            give_honours(
                aims.points[seat as usize],
                seat,
                settings.hcp_fraction,
                &mut given,
                stream,
            );
        }
    }
    given
}

/// Honours, until a part of a seat's least points is there.
fn give_honours(points: Range, seat: Seat, fraction: f64, given: &mut Deal, stream: &mut Stream) {
    let target = (f64::from(points.min) * fraction).floor() as i32;
    let honour = |card: &Card| card.rank() >= bridge::Rank::JACK;
    let mut left: Vec<Card> = given.rest().cards().filter(honour).collect();
    left.shuffle(stream);
    for card in left {
        let now = hcp(given[seat]);
        let worth = PointCount::HCP.of_rank(card.rank());
        if now >= target || given[seat].len() == 13 {
            break;
        }
        if now + worth <= i32::from(points.max) {
            given[seat] = given[seat].with(card);
        }
    }
}

fn hcp(hand: Hand) -> i32 {
    Measure::Points(PointCount::HCP).in_hand(hand)
}

pub(crate) fn suit_cards(hand: Hand, suit: Suit) -> Hand {
    hand.cards().filter(|card| card.suit() == suit).collect()
}

/// So many of these cards at random, or all there are.
pub(crate) fn some_of(cards: Hand, number: usize, stream: &mut Stream) -> Hand {
    let mut cards: Vec<Card> = cards.cards().collect();
    let (drawn, _) = cards.partial_shuffle(stream, number);
    drawn.iter().copied().collect()
}

/// The first seat with cards given beforehand whose points are not likely to end up in its range: the cards it still gets
/// are a sample without replacement from those that are left.
pub(crate) fn out_of_reach(
    given: &Deal,
    combination: &Combination,
    order: [Seat; 4],
    deviations: f64,
) -> Option<Seat> {
    let rest = given.rest();
    let number = rest.len() as f64;
    let worths = rest
        .cards()
        .map(|card| f64::from(PointCount::HCP.of_rank(card.rank())));
    let (sum, squares) = worths.fold((0.0, 0.0), |(sum, squares), worth| {
        (sum + worth, squares + worth * worth)
    });
    let mean = sum / number;
    let variance = squares / number - mean * mean;
    let unlikely = |seat: &Seat| {
        let hand = given[*seat];
        let range = combination.demands[*seat].total;
        let drawn = (13 - hand.len()) as f64;
        let expected = f64::from(hcp(hand)) + drawn * mean;
        let spread = (drawn * variance * (number - drawn) / (number - 1.0).max(1.0)).sqrt();
        let spread = deviations * spread;
        expected - spread > f64::from(range.max) || expected + spread < f64::from(range.min)
    };
    order
        .into_iter()
        .filter(|&seat| !given[seat].is_empty())
        .find(unlikely)
}
