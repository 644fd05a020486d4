//! What a seed deals never changes: a hundred thousand deals of each, pinned by checksum.
//!
//! The checksums come from an independent implementation of the two generators and the shuffle; Debian's were also
//! compared with the output of the program in that package.

use bridge::{Card, Seat};
use classic::{Deals, PackError, Rng, Swapping};

/// FNV-1a over the four hands of each deal, in the order of the seats.
fn checksum(deals: Deals, count: usize) -> u64 {
    deals
        .take(count)
        .flat_map(|deal| deal.0)
        .flat_map(|hand| hand.bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

fn cards(hands: &str) -> Vec<(Seat, Card)> {
    hands
        .split_whitespace()
        .map(|text| {
            let (seat, card) = text.split_once(':').unwrap();
            let seat = Seat::from_letter(seat.chars().next().unwrap()).unwrap();
            (seat, card.parse().unwrap())
        })
        .collect()
}

#[test]
fn a_seed_deals_what_it_always_dealt() {
    for (rng, seed, pinned) in [
        (Rng::Original, 0, 0x725d9e8f147eb275),
        (Rng::Original, 1, 0xfa21d74a96790721),
        (Rng::Original, 2, 0x35d764df42d5ead5),
        (Rng::Original, 42, 0xcb3c6b1f19703455),
        (Rng::Original, 2147483648, 0xba77dcb8d77baa71),
        (Rng::Original, -1, 0x2d7094338a2b0b1d),
        (Rng::Debian, 0, 0x949b97ab05989b19),
        (Rng::Debian, 1, 0x949b97ab05989b19),
        (Rng::Debian, 42, 0xcbf27036872a08b1),
        (Rng::Debian, -1, 0x796aa0eec53b6969),
    ] {
        let deals = Deals::new(rng, seed, &[], Swapping::None).unwrap();
        assert_eq!(checksum(deals, 100_000), pinned, "{rng:?} {seed}");
    }
}

#[test]
fn predealt_cards_and_swapping_deal_what_they_always_dealt() {
    for (predealt, swapping, pinned) in [
        (
            "s:SA s:SQ s:S5 s:H2 w:DQ e:C3 e:C4",
            Swapping::None,
            0x7c447d2525a3dfa1,
        ),
        (
            "s:SA s:SQ s:S5 s:H2 w:DQ e:C3 e:C4",
            Swapping::TwoWay,
            0xb47d32c10e656961,
        ),
        ("", Swapping::TwoWay, 0x57e248f2c08badd),
        (
            "s:SA s:SQ s:S5 s:H2 w:DQ e:C3 e:C4",
            Swapping::ThreeWay,
            0xa2685c315b8a775,
        ),
        ("", Swapping::ThreeWay, 0x94006c220c3a0e81),
    ] {
        let deals = Deals::new(Rng::Debian, 5, &cards(predealt), swapping).unwrap();
        assert_eq!(checksum(deals, 100_000), pinned, "{predealt} {swapping:?}");
    }
}

#[test]
fn a_whole_deal_in_advance_is_dealt_again_and_again() {
    let all: Vec<(Seat, Card)> = Card::all()
        .enumerate()
        .map(|(i, card)| (Seat::ALL[i / 13], card))
        .collect();
    let mut deals = Deals::new(Rng::Original, 1, &all, Swapping::None).unwrap();
    let first = deals.deal();
    assert_eq!(first[Seat::West].to_string(), "AKQJT98765432...");
    assert_eq!(deals.deal(), first);
}

#[test]
fn a_card_is_predealt_once_and_thirteen_to_a_seat() {
    let refused = |predealt| Deals::new(Rng::Original, 1, &cards(predealt), Swapping::None).err();
    assert_eq!(
        refused("n:SA e:SA"),
        Some(PackError::Twice("SA".parse().unwrap()))
    );
    let fourteen = Card::all()
        .take(14)
        .map(|card| format!("w:{card} "))
        .collect::<String>();
    assert_eq!(refused(&fourteen), Some(PackError::TooMany(Seat::West)));
}
