//! How often a hand makes its bid, with each trump.

use std::fmt;

use serde::Serialize;
use space::Watch;

use crate::{
    ALL_POINTS, LOWEST_BID, OddsRequest, Rules, Trump, TrumpOdds, WorldsError, is_laydown, limits,
    trump_odds,
};

/// How often a hand makes each bid, with open hands: estimates.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsAnswer {
    /// The hand.
    pub hand: Vec<String>,
    /// Whether the chances are exact: never.
    pub exact: bool,
    /// Whether everybody sees all hands: always.
    pub open_hands: bool,
    /// How many worlds were played out.
    pub worlds: u64,
    /// The seed of the worlds.
    pub seed: String,
    /// The chances with each trump, the best first.
    pub trumps: Vec<TrumpChances>,
}

/// How often a hand makes each bid with one trump.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrumpChances {
    /// What is trumps.
    pub trump: Trump,
    /// Whether the hand is a lay-down, which needs no estimate.
    pub laydown: bool,
    /// The share of worlds in which it took all seven tricks.
    pub all_seven: f64,
    /// The chances of every bid, from 30 to 42.
    pub bids: Vec<BidChance>,
}

/// How often a hand makes one bid.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BidChance {
    /// The bid.
    pub bid: u32,
    /// The share of worlds in which it was made.
    pub probability: f64,
    /// The bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<[f64; 2]>,
}

/// The odds of a hand, played out as [`trump_odds`] does; stopped, of as many worlds as were played out.
///
/// # Errors
/// It was stopped before it had any.
pub fn odds(request: &OddsRequest, watch: &Watch) -> Result<OddsAnswer, WorldsError> {
    let odds = trump_odds(request, watch)?;
    let hand = request.hand;
    let chances = |odds: &TrumpOdds| {
        let rules = Rules::new(odds.trump);
        let bids = limits::BIDS.filter_map(|bid| {
            let (probability, (low, high)) = odds.chance(bid)?;
            Some(BidChance {
                bid,
                probability,
                interval: Some([low, high]),
            })
        });
        TrumpChances {
            trump: odds.trump,
            laydown: is_laydown(&rules, hand.dominoes(), hand.others()),
            all_seven: odds.chance(ALL_POINTS).map_or(0.0, |(share, _)| share),
            bids: bids.collect(),
        }
    };
    Ok(OddsAnswer {
        hand: Rules::new(Trump::None).names(hand.dominoes()),
        exact: false,
        open_hands: true,
        worlds: odds.first().map_or(0, |odds| odds.worlds),
        seed: request.seed.to_string(),
        trumps: odds.iter().map(chances).collect(),
    })
}

impl OddsAnswer {
    /// What kind of odds they are, in a sentence.
    pub fn note(&self) -> String {
        format!(
            "open hands: everybody sees everything; {} worlds, seed {}",
            self.worlds, self.seed
        )
    }
}

/// The bids that are shown for all trumps together.
const BIDS_SHOWN: [u32; 3] = [ALL_POINTS, 36, LOWEST_BID];

impl fmt::Display for OddsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let [one] = &self.trumps[..] {
            return one.fmt(f);
        }
        let title = |bid: u32| match bid {
            ALL_POINTS => "all seven".to_owned(),
            bid => format!("{bid} points"),
        };
        let [all, middle, low] = BIDS_SHOWN.map(title);
        writeln!(f, "trumps     {all:24}{middle:24}{low}")?;
        for chances in &self.trumps {
            let name = chances.trump.name();
            if chances.laydown {
                writeln!(f, "{name:9}  certain: a lay-down")?;
                continue;
            }
            let [all, middle, low] = BIDS_SHOWN.map(|bid| {
                let of_bid = chances.bids.iter().find(|chance| chance.bid == bid);
                of_bid.map_or("-".to_owned(), BidChance::to_string)
            });
            writeln!(f, "{name:9}  {all:24}{middle:24}{low}")?;
        }
        Ok(())
    }
}

impl fmt::Display for TrumpChances {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "bid  made with {}", self.trump.as_trumps())?;
        if self.laydown {
            return writeln!(f, " {ALL_POINTS}  certain: a lay-down");
        }
        for chance in self.bids.iter().rev() {
            writeln!(f, "{:3}  {chance}", chance.bid)?;
        }
        Ok(())
    }
}

impl fmt::Display for BidChance {
    /// ` 12.3% (10.4 to 14.5)`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:5.1}%", 100.0 * self.probability)?;
        if let Some([low, high]) = self.interval {
            write!(f, " ({:.1} to {:.1})", 100.0 * low, 100.0 * high)?;
        }
        Ok(())
    }
}
