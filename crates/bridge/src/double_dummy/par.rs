//! Par: the score when both sides bid as well as can be, all cards seen.
//!
//! The auction is a game of two sides with 35 bids, solved from the highest bid down. A contract that fails is
//! doubled, and the better of two partners declares. Who dealt matters now and then: when both sides can make
//! one notrump, it is worth something to be asked first.

use std::fmt;

use serde::Serialize;

use crate::score::{Contract, Doubling, Strain, score};
use crate::{Seat, Side, Suit, Tricks, Vulnerability};

/// Seven levels of five strains.
const BIDS: usize = 35;

/// What both sides can bid to, and cannot improve on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Par {
    /// The score, seen from North and South.
    pub score: i32,
    /// The contracts that give this score: for each side and strain, the highest. None if the board is passed out.
    pub contracts: Vec<ParContract>,
}

/// A contract at par.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParContract {
    /// The contract, doubled if it fails.
    pub contract: Contract,
    /// Who may declare it: one of two partners, or both.
    pub declarers: Vec<Seat>,
    /// How many tricks they take.
    pub tricks: u8,
}

impl fmt::Display for ParContract {
    /// The declarers, the contract and the result: `NS 4S+1`, `E 5Dx-2`, `S 3N=`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for seat in &self.declarers {
            write!(f, "{}", seat.letter())?;
        }
        let (level, strain) = (self.contract.level(), self.contract.strain().letter());
        let doubled = self.contract.doubling().marks();
        write!(f, " {level}{strain}{doubled}")?;
        match i32::from(self.tricks) - 6 - i32::from(level) {
            0 => f.write_str("="),
            over => write!(f, "{over:+}"),
        }
    }
}

impl ParContract {
    /// The contract, its result and who plays it, as players say it: `3NT+1 by South`, `4♠X−1 by E-W`, `2♥= by North`.
    pub fn in_words(&self) -> String {
        let over = i32::from(self.tricks) - 6 - i32::from(self.contract.level());
        let by = match self.declarers[..] {
            [seat] => seat.to_string(),
            [seat, ..] if seat.side() == Side::EastWest => "E-W".to_owned(),
            _ => "N-S".to_owned(),
        };
        format!(
            "{}{} by {by}",
            self.contract.in_words(),
            result_in_words(over)
        )
    }
}

/// Tricks over or under a contract: `+1`, `=`, `−2`.
pub(crate) fn result_in_words(over: i32) -> String {
    match over {
        0 => "=".to_owned(),
        1.. => format!("+{over}"),
        _ => format!("−{}", over.unsigned_abs()),
    }
}

/// The par of a board.
///
/// ```
/// use bridge::double_dummy::par;
/// use bridge::{Seat, Side, Tricks, Vulnerability};
/// // North and South take ten tricks in everything.
/// let tricks = Tricks::from_fn(|seat, _| if Side::NorthSouth.seats().contains(&seat) { 10 } else { 3 });
/// let par = par(&tricks, Seat::North, Vulnerability::None);
/// assert_eq!(par.score, 430);
/// assert_eq!(par.contracts[0].to_string(), "NS 4N=");
/// ```
pub fn par(tricks: &Tricks, dealer: Seat, vulnerable: Vulnerability) -> Par {
    let sides = [Side::NorthSouth, Side::EastWest];
    let worth = sides.map(|side| worth(tricks, side, vulnerable.includes(side)));
    // The most that each side can get by bidding this or more. A bid brings the contract itself, or what the other
    // side makes of it by bidding on, if that is less.
    let mut best = [None::<i32>; 2];
    for bid in (0..BIDS).rev() {
        let brings = [0, 1].map(|side| {
            let answer = best[1 - side].map_or(i32::MAX, |theirs| -theirs);
            worth[side][bid].min(answer)
        });
        best = [0, 1].map(|side| best[side].max(Some(brings[side])));
    }
    let best = best.map(Option::unwrap_or_default);
    let first = usize::from(Side::EastWest.seats().contains(&dealer));
    // Whoever passes first leaves it to the others to open or to pass the board out.
    let opened = best[first].max((-best[1 - first]).min(0));
    let score = if first == 0 { opened } else { -opened };
    let mut contracts = Vec::new();
    for side in (0..2).filter(|_| score != 0) {
        for strain in (0..5).rev() {
            let mut bids = (0..BIDS).rev().filter(|bid| bid % 5 == strain);
            let highest = bids.find(|&bid| at_par(&worth, score, side, bid));
            contracts.extend(highest.and_then(|bid| contract(tricks, sides[side], bid)));
        }
    }
    Par { score, contracts }
}

/// The contracts at par as players say them: a game is bid no higher than it must be, `3NT+1` and not `4NT=`, as long as the
/// others gain nothing by bidding over it.
///
/// ```
/// use bridge::double_dummy::par_as_played;
/// use bridge::{Seat, Side, Tricks, Vulnerability};
/// let tricks = Tricks::from_fn(|seat, _| if Side::NorthSouth.seats().contains(&seat) { 10 } else { 3 });
/// let contracts = par_as_played(&tricks, Seat::North, Vulnerability::None);
/// assert_eq!(contracts[0].in_words(), "3NT+1 by N-S");
/// ```
pub fn par_as_played(tricks: &Tricks, dealer: Seat, vulnerable: Vulnerability) -> Vec<ParContract> {
    let sides = [Side::NorthSouth, Side::EastWest];
    let worth = sides.map(|side| worth(tricks, side, vulnerable.includes(side)));
    let Par { score, contracts } = par(tricks, dealer, vulnerable);
    let as_played = |highest: ParContract| {
        let (level, strain) = (highest.contract.level(), highest.contract.strain());
        let side = usize::from(highest.declarers.first().map(|seat| seat.side()) == Some(sides[1]));
        let game = match strain {
            Strain::Notrump => 3,
            Strain::Suit(Suit::Hearts | Suit::Spades) => 4,
            Strain::Suit(Suit::Clubs | Suit::Diamonds) => 5,
        };
        let makes = highest.contract.doubling() == Doubling::Undoubled;
        // A slam has a bonus of its own, and so has a game.
        let mut lower = (game..level).filter(|_| makes && level < 6);
        let bid = |level: u8| usize::from(level - 1) * 5 + strain.index();
        let lowest = lower.find(|&level| at_par(&worth, score, side, bid(level)));
        lowest
            .and_then(|level| contract(tricks, sides[side], bid(level)))
            .unwrap_or(highest)
    };
    contracts.into_iter().map(as_played).collect()
}

/// Whether a contract gives the score, and the others have no bid over it that is worth more to them.
fn at_par(worth: &[[i32; BIDS]; 2], score: i32, side: usize, bid: usize) -> bool {
    let gain = if side == 0 { score } else { -score };
    worth[side][bid] == gain && worth[1 - side][bid + 1..].iter().all(|&over| over <= -gain)
}

/// What a side scores in each contract, if nobody bids on.
fn worth(tricks: &Tricks, side: Side, vulnerable: bool) -> [i32; BIDS] {
    std::array::from_fn(|bid| match contract(tricks, side, bid) {
        Some(played) => score(played.contract, vulnerable, played.tricks.into()),
        None => 0,
    })
}

/// A bid as a side plays it.
fn contract(tricks: &Tricks, side: Side, bid: usize) -> Option<ParContract> {
    let (level, strain) = (bid / 5 + 1, Strain::ALL[bid % 5]);
    let taken = side.seats().map(|seat| tricks.of(seat, strain));
    let most = taken[0].max(taken[1]);
    let doubling = if usize::from(most) < 6 + level {
        Doubling::Doubled
    } else {
        Doubling::Undoubled
    };
    let declarers = side.seats().into_iter();
    Some(ParContract {
        contract: Contract::new(level as u8, strain, doubling)?,
        declarers: declarers
            .filter(|&seat| tricks.of(seat, strain) == most)
            .collect(),
        tricks: most,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tricks by side: clubs, diamonds, hearts, spades, notrump.
    fn sides(ns: [u8; 5], ew: [u8; 5]) -> Tricks {
        Tricks::from_fn(|seat, strain| {
            let place = Strain::ALL.iter().position(|&s| s == strain).unwrap();
            if Side::NorthSouth.seats().contains(&seat) {
                ns[place]
            } else {
                ew[place]
            }
        })
    }

    fn contracts(par: &Par) -> Vec<String> {
        par.contracts.iter().map(ParContract::to_string).collect()
    }

    #[test]
    fn a_sacrifice_that_costs_less_than_their_game_is_par() {
        // Four spades makes; five diamonds goes down three at most.
        let tricks = sides([3, 4, 8, 10, 8], [9, 9, 5, 3, 4]);
        let quiet = par(&tricks, Seat::North, Vulnerability::NorthSouth);
        assert_eq!(quiet.score, 300);
        assert_eq!(contracts(&quiet), ["EW 5Dx-2", "EW 5Cx-2"]);
        let dear = par(&tricks, Seat::North, Vulnerability::EastWest);
        assert_eq!(
            (dear.score, contracts(&dear)),
            (420, vec!["NS 4S=".to_owned()])
        );
    }

    #[test]
    fn whoever_deals_gets_the_notrump_that_both_can_make() {
        let both = sides([6, 6, 6, 6, 7], [6, 6, 6, 6, 7]);
        for (dealer, points) in [
            (Seat::North, 90),
            (Seat::East, -90),
            (Seat::South, 90),
            (Seat::West, -90),
        ] {
            assert_eq!(par(&both, dealer, Vulnerability::All).score, points);
        }
    }

    #[test]
    fn nobody_opens_what_nobody_makes() {
        let par = par(&sides([6; 5], [6; 5]), Seat::East, Vulnerability::None);
        assert_eq!(
            par,
            Par {
                score: 0,
                contracts: Vec::new()
            }
        );
    }

    #[test]
    fn a_grand_slam_cannot_be_outbid_in_notrump() {
        let tricks = sides([13; 5], [0; 5]);
        let par = par(&tricks, Seat::West, Vulnerability::All);
        assert_eq!(par.score, 2220);
        assert_eq!(contracts(&par), ["NS 7N="]);
    }

    #[test]
    fn the_partner_who_takes_more_declares() {
        let spades = Strain::Suit(Suit::Spades);
        let tricks = Tricks::from_fn(|seat, strain| match (seat, strain == spades) {
            (Seat::South, true) => 10,
            (Seat::North, true) => 9,
            (Seat::North | Seat::South, false) => 6,
            _ => 3,
        });
        let par = par(&tricks, Seat::North, Vulnerability::All);
        assert_eq!(
            (par.score, contracts(&par)),
            (620, vec!["S 4S=".to_owned()])
        );
    }

    fn as_played(tricks: &Tricks, vulnerable: Vulnerability) -> Vec<String> {
        let contracts = par_as_played(tricks, Seat::North, vulnerable);
        contracts.iter().map(ParContract::in_words).collect()
    }

    #[test]
    fn a_game_is_said_no_higher_than_it_must_be() {
        let quiet = sides([9, 6, 8, 11, 10], [4, 6, 5, 2, 3]);
        assert_eq!(as_played(&quiet, Vulnerability::None), ["4♠+1 by N-S"]);
        let slam = sides([9, 6, 8, 12, 10], [4, 6, 5, 1, 3]);
        assert_eq!(as_played(&slam, Vulnerability::None), ["6♠= by N-S"]);
        let part = sides([6, 6, 6, 8, 6], [5, 5, 5, 5, 5]);
        assert_eq!(as_played(&part, Vulnerability::None), ["2♠= by N-S"]);
        let sacrifice = sides([3, 4, 8, 10, 8], [9, 9, 5, 3, 4]);
        assert_eq!(
            as_played(&sacrifice, Vulnerability::NorthSouth),
            ["5♦X−2 by E-W", "5♣X−2 by E-W"]
        );
    }

    #[test]
    fn a_game_that_they_would_bid_over_is_said_as_it_must_be_bid() {
        // Over four hearts four spades is cheap; five hearts leaves them five spades, which is not.
        let tricks = sides([4, 4, 11, 4, 4], [7, 7, 2, 9, 7]);
        assert_eq!(as_played(&tricks, Vulnerability::EastWest), ["5♥= by N-S"]);
    }
}
