//! What to lead: each lead tried in the same worlds, all cards seen, and how far apart leads are.
//!
//! Worlds are boards of a file, or drawn from a script that says what the auction showed. In one world all leads are tried, so
//! leads are compared world by world: what a world is worth to the defenders differs far more than one lead from another.

use std::fmt;

use answer::{ErrorBody, share};
use bridge::double_dummy::{Leads, Solver, TouchingCards};
use bridge::score::{Contract, Strain};
use bridge::{Board, Deal, Hand, Seat, Suit};
use serde::Serialize;
use space::{Watch, interval};

use crate::at_the_table::{BoardsLeads, leads_of_boards};
use crate::dealing::{NoText, Wanted};
use crate::error::Error;
use crate::question::Question;
use crate::script_question::Script;
use crate::seed::Seed;

/// How many worlds are drawn when nobody says how many.
pub const LEAD_WORLDS: u64 = 200;

/// No more are drawn.
pub const MOST_LEAD_WORLDS: u64 = 100_000;

/// Which leads are asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct LeadRequest {
    /// Against this contract,
    pub contract: Contract,
    /// played by this seat: the next one leads.
    pub declarer: Seat,
    /// What the leader holds, where the script does not say.
    pub hand: Option<Hand>,
    /// How many worlds are drawn.
    pub worlds: u64,
    /// By which seed: else the script's, else 0.
    pub seed: Option<Seed>,
    /// On how many threads; the answer does not depend on it.
    pub threads: usize,
}

impl LeadRequest {
    /// Leads against a contract, in as many worlds as are usual, on one thread.
    pub fn new(contract: Contract, declarer: Seat) -> LeadRequest {
        LeadRequest {
            contract,
            declarer,
            hand: None,
            worlds: LEAD_WORLDS,
            seed: None,
            threads: 1,
        }
    }

    fn leader(&self) -> Seat {
        self.declarer.turned(1)
    }
}

/// What to lead.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum LeadAnswer {
    /// Of one hand, over many worlds.
    Worlds(LeadOdds),
    /// Of a file in which the leader holds another hand on each board: what each lead gives, board by board.
    Boards(BoardsLeads),
}

impl LeadAnswer {
    /// How many worlds or boards were solved, and how many there were to solve.
    pub fn progress(&self) -> (u64, u64) {
        match self {
            LeadAnswer::Worlds(odds) => (odds.worlds, odds.asked),
            LeadAnswer::Boards(boards) => boards.progress(),
        }
    }
}

impl fmt::Display for LeadAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LeadAnswer::Worlds(odds) => odds.fmt(f),
            LeadAnswer::Boards(boards) => boards.fmt(f),
        }
    }
}

/// What the leads of a hand give over many worlds, all cards seen in each.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeadOdds {
    /// The version of the library that says so.
    pub version: &'static str,
    /// The contract: `3NT`, `4Sx`.
    pub contract: String,
    /// Who plays it.
    pub declarer: Seat,
    /// Who leads.
    pub leader: Seat,
    /// What the leader holds.
    pub hand: Hand,
    /// How many tricks beat the contract.
    pub beaten_by: u8,
    /// In how many worlds all leads were tried.
    pub worlds: u64,
    /// In how many they were to be.
    pub asked: u64,
    /// By which seed the worlds were drawn; none of boards.
    pub seed: Option<String>,
    /// The leads, the one that beats the contract most often first; among equals, the one with the most tricks.
    pub leads: Vec<LeadOdd>,
}

/// A lead, or touching cards that are worth the same.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeadOdd {
    /// The cards.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub cards: TouchingCards,
    /// In which share of the worlds it beats the contract.
    pub beats: f64,
    /// The bounds that hold that chance in 95 of 100 runs.
    pub beats_interval: [f64; 2],
    /// How many tricks the defenders take on average.
    pub tricks: f64,
    /// How far it is from the first lead of the list, which has none.
    pub to_the_best: Option<Behind>,
}

/// How far a lead is from the best, over the same worlds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Behind {
    /// How much more often it beats the contract: negative where it does so less often.
    pub beats: PairedDifference,
    /// How many tricks more the defenders take on average.
    pub tricks: PairedDifference,
}

/// A mean difference over the same worlds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairedDifference {
    /// What was found.
    pub difference: f64,
    /// Bounds for the truth. Those of all leads hold together in 95 of 100 runs, whichever lead comes out best.
    pub interval: [f64; 2],
}

impl Script {
    /// What to lead from a hand, in worlds that this script draws. The hand is the one that the script predeals, or that of
    /// the request. It takes some tenths of a second of one core for each world; stopped, it comes back with the worlds that
    /// were done.
    ///
    /// # Errors
    /// What is wrong with the script; a hand that is not known; that it was stopped before the first world.
    ///
    /// ```
    /// use bridge::score::Contract;
    /// use fairdeal::{LeadAnswer, LeadRequest, Script, Watch};
    /// let script = Script::from_text("condition hcp(south) >= 15 and hcp(south) <= 17 and hcp(north) >= 10")?;
    /// let contract = Contract::at_the_table("3NT").unwrap();
    /// let request = LeadRequest {
    ///     hand: Some("QJ962.84.K75.J83".parse().unwrap()),
    ///     worlds: 4,
    ///     ..LeadRequest::new(contract, bridge::Seat::South)
    /// };
    /// let LeadAnswer::Worlds(odds) = script.lead(&request, &Watch::default())? else { unreachable!() };
    /// assert_eq!((odds.worlds, odds.leads.len()), (4, 12));
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    pub fn lead(&self, request: &LeadRequest, watch: &Watch) -> Result<LeadAnswer, Error> {
        if request.worlds > MOST_LEAD_WORLDS {
            return Err(failed(
                "too-many-worlds",
                format!("at most {MOST_LEAD_WORLDS} worlds are drawn for a lead"),
            ));
        }
        let (script, hand) = self.with_leader(request)?;
        let mut deal = script.deal(request.worlds).threads(request.threads);
        if let Some(seed) = &request.seed {
            deal = deal.seed(seed.clone());
        }
        let dealing = deal.ready(watch)?;
        let wanted = Wanted {
            format: Some(bridge::Format::Oneline),
            keep: true,
            ..Wanted::default()
        };
        let dealt = dealing.run(&wanted, &mut NoText, watch)?;
        watch.look()?;
        let deals: Vec<Deal> = dealt.kept.iter().map(|board| board.deal).collect();
        if deals.is_empty() {
            return Err(failed(
                "no-worlds",
                "the script found no world to lead in: fairdeal explain says why",
            ));
        }
        let mut odds = tried(request, hand, &deals, watch)?;
        odds.seed = Some(dealt.seed.name());
        Ok(LeadAnswer::Worlds(odds))
    }

    /// The same script with the leader's hand, and that hand.
    fn with_leader(&self, request: &LeadRequest) -> Result<(Script, Hand), Error> {
        let leader = request.leader();
        let known = self.compiled()?.predeal.hands[leader as usize];
        let Some(hand) = request.hand else {
            if known.len() == 13 {
                return Ok((self.clone(), known));
            }
            return Err(failed(
                "no-leader-hand",
                format!(
                    "{leader} leads, and the script does not say with which hand: predeal its thirteen cards, or give them"
                ),
            ));
        };
        if hand.len() != 13 {
            return Err(failed(
                "not-a-hand",
                format!("{hand} has {} cards and not thirteen", hand.len()),
            ));
        }
        if known.common(hand) != known {
            return Err(failed(
                "other-leader-hand",
                format!("the script predeals {leader} cards that are not in {hand}"),
            ));
        }
        let missing = Hand::from_bits(hand.bits() & !known.bits());
        if missing.is_empty() {
            return Ok((self.clone(), hand));
        }
        let suits = Suit::WRITTEN.into_iter().filter_map(|suit| {
            let ranks: String = missing
                .holding(suit)
                .ranks()
                .map(|rank| rank.letter())
                .collect();
            (!ranks.is_empty()).then(|| format!("{}{ranks}", suit.letter()))
        });
        let suits: Vec<String> = suits.collect();
        let seat = leader.to_string().to_lowercase();
        let statement = format!("predeal {seat} {}\n", suits.join(","));
        let name = format!("the hand of {leader}");
        Ok((self.with_appended(Some((name, statement))), hand))
    }
}

impl Question {
    /// What to lead, in worlds that it draws: see [`Script::lead`].
    ///
    /// # Errors
    /// A question that is no script, and what [`Script::lead`] says.
    pub fn lead(&self, request: &LeadRequest, watch: &Watch) -> Result<LeadAnswer, Error> {
        match self {
            Question::Script(script) => script.lead(request, watch),
            _ => Err(failed(
                "not-for-this",
                "worlds to lead in are drawn from scripts: shares of hand types are not what an auction shows",
            )),
        }
    }
}

/// What to lead on the boards of a file: where the leader holds the same hand on all of them, as from worlds; else board by
/// board. Boards that lack hands are left out, and told.
///
/// # Errors
/// No board that can be solved; a hand that is asked for besides; that it was stopped before the first.
pub fn lead_on_boards(
    boards: &[Board],
    request: &LeadRequest,
    watch: &Watch,
) -> Result<LeadAnswer, Error> {
    if request.hand.is_some() {
        return Err(failed(
            "not-for-this",
            "a hand to lead from is for scripts: boards have their hands",
        ));
    }
    let leader = request.leader();
    let whole = || boards.iter().filter(|board| board.deal.is_complete());
    let mut hands = whole().map(|board| board.deal[leader]);
    match hands.next() {
        Some(first) if boards.len() > 1 && hands.all(|hand| hand == first) => {
            let deals: Vec<Deal> = whole().map(|board| board.deal).collect();
            let odds = tried(request, first, &deals, watch)?;
            Ok(LeadAnswer::Worlds(odds))
        }
        _ => {
            let told = Some((request.contract, request.declarer));
            let leads = leads_of_boards(boards, told, request.threads, watch)?;
            Ok(LeadAnswer::Boards(leads))
        }
    }
}

fn failed(code: &str, message: impl Into<String>) -> Error {
    Error::Other(ErrorBody::new(code, message))
}

/// All leads, in all worlds.
fn tried(
    request: &LeadRequest,
    hand: Hand,
    deals: &[Deal],
    watch: &Watch,
) -> Result<LeadOdds, Error> {
    let solver = Solver::load().map_err(|error| Error::other(&error))?;
    let strain = request.contract.strain();
    let asked: Vec<(Deal, Seat, Strain)> = deals
        .iter()
        .map(|deal| (*deal, request.declarer, strain))
        .collect();
    let solver = solver.on_threads(request.threads);
    let leads = solver.leads_of_all(&asked, watch);
    let leads = leads.map_err(|error| Error::other(&error))?;
    if leads.is_empty() {
        return Err(Error::Stopped);
    }
    let cards = TouchingCards::of(hand);
    let of_cards = |leads: &Leads| -> Vec<u8> {
        let tricks = cards.iter().map(|cards| leads.of(cards.first()));
        tricks.map(Option::unwrap_or_default).collect()
    };
    let worlds: Vec<Vec<u8>> = leads.iter().map(of_cards).collect();
    Ok(LeadOdds {
        version: env!("CARGO_PKG_VERSION"),
        contract: request.contract.as_at_the_table(),
        declarer: request.declarer,
        leader: request.leader(),
        hand,
        beaten_by: request.contract.beaten_by(),
        worlds: worlds.len() as u64,
        asked: deals.len() as u64,
        seed: None,
        leads: compared(
            &cards,
            &worlds,
            request.contract.beaten_by(),
            width_for(cards.len()),
        ),
    })
}

/// The leads by what they gave in each world, the best first.
fn compared(
    cards: &[TouchingCards],
    worlds: &[Vec<u8>],
    beaten_by: u8,
    width: f64,
) -> Vec<LeadOdd> {
    let number = worlds.len() as f64;
    let beats = |lead: usize, world: &[u8]| i32::from(world[lead] >= beaten_by);
    let tricks = |lead: usize, world: &[u8]| i32::from(world[lead]);
    let sum = |of: &dyn Fn(usize, &[u8]) -> i32, lead: usize| -> i64 {
        worlds.iter().map(|world| i64::from(of(lead, world))).sum()
    };
    let mut order: Vec<usize> = (0..cards.len()).collect();
    answer::sort_by_key(&mut order, |&lead| {
        std::cmp::Reverse((sum(&beats, lead), sum(&tricks, lead)))
    });
    let difference = |of: &dyn Fn(usize, &[u8]) -> i32, lead: usize| {
        let one = |world: &Vec<u8>| of(lead, world) - of(order[0], world);
        PairedDifference::of(worlds.iter().map(one), width)
    };
    let odd = |(place, &lead): (usize, &usize)| {
        let beaten = sum(&beats, lead);
        let (low, high) = interval(beaten as u64, worlds.len() as u64);
        LeadOdd {
            cards: cards[lead].clone(),
            beats: beaten as f64 / number,
            beats_interval: [low, high],
            tricks: sum(&tricks, lead) as f64 / number,
            to_the_best: (place > 0).then(|| Behind {
                beats: difference(&beats, lead),
                tricks: difference(&tricks, lead),
            }),
        }
    };
    order.iter().enumerate().map(odd).collect()
}

/// How many standard errors an interval has to either side, so that those of all pairs of so many leads hold together in 95 of
/// 100 runs. The best lead is known only from the same worlds: among leads that are equal in truth the luckiest comes out
/// best, and an interval for one pair alone would say too often that the others are worse.
fn width_for(leads: usize) -> f64 {
    // The normal distribution has 5% beyond these on both sides, shared among all pairs of 2 to 13 leads.
    const WIDTHS: [f64; 12] = [
        1.9600, 2.3940, 2.6383, 2.8070, 2.9352, 3.0381, 3.1237, 3.1970, 3.2608, 3.3172, 3.3678,
        3.4136,
    ];
    WIDTHS[leads.clamp(2, 13) - 2]
}

impl PairedDifference {
    /// The mean of differences, and where the truth is. As Agresti and Min do it for shares, some worlds are added in which either
    /// lead is a trick better: that nothing was different in a few worlds does not mean that nothing ever is.
    fn of(differences: impl Iterator<Item = i32>, width: f64) -> PairedDifference {
        let (mut number, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for difference in differences.map(f64::from) {
            number += 1.0;
            sum += difference;
            squares += difference * difference;
        }
        let each = width * width / 8.0;
        let more = number + 4.0 * each;
        let centre = sum / more;
        let variance = ((squares + 2.0 * each) / more - centre * centre).max(0.0);
        let spread = width * (variance / more).sqrt();
        PairedDifference {
            difference: sum / f64::max(number, 1.0),
            interval: [centre - spread, centre + spread],
        }
    }
}

impl fmt::Display for LeadOdds {
    /// A line for each lead, the best first.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let LeadOdds {
            contract,
            declarer,
            leader,
            hand,
            beaten_by,
            worlds,
            ..
        } = self;
        let worlds = answer::plural(*worlds, "world");
        let seed = self.seed.as_ref();
        let seed = seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        writeln!(
            f,
            "{leader} leads from {hand} against {contract} by {declarer}, which {} beat: {worlds}{seed}",
            answer::plural((*beaten_by).into(), "trick")
        )?;
        writeln!(f)?;
        writeln!(
            f,
            "{:8} {:>8}  {:24} {:>6}  to the best",
            "lead", "beats it", "to the best", "tricks"
        )?;
        for lead in &self.leads {
            let [beats, tricks] = match &lead.to_the_best {
                None => [String::new(), String::new()],
                Some(Behind { beats, tricks }) => {
                    let [low, high] = beats.interval.map(|end| format!("{:+.1}", 100.0 * end));
                    let beats = format!("{:+.1}% ({low} to {high})", 100.0 * beats.difference);
                    let [low, high] = tricks.interval.map(|end| format!("{end:+.2}"));
                    let tricks = format!("{:+.2} ({low} to {high})", tricks.difference);
                    [beats, tricks]
                }
            };
            let line = format!(
                "{:8} {:>8}  {beats:24} {:>6.2}  {tricks}",
                lead.cards.to_string(),
                share(lead.beats, 1),
                lead.tricks
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use space::stream;

    use super::*;

    const BEATEN_BY: u8 = 5;

    /// How often the intervals of all leads hold together, in share of beating and in tricks, over runs of some worlds from a
    /// population whose truth is known.
    fn held(
        population: &[Vec<u8>],
        cards: &[TouchingCards],
        worlds: usize,
        width: f64,
    ) -> [f64; 2] {
        const RUNS: u64 = 2_000;
        let place = |lead: &LeadOdd| cards.iter().position(|one| *one == lead.cards).unwrap();
        let mean = |of: &dyn Fn(&[u8]) -> f64| {
            population.iter().map(|world| of(world)).sum::<f64>() / population.len() as f64
        };
        let truths: Vec<[f64; 2]> = (0..cards.len())
            .map(|lead| {
                let beats = mean(&|world| f64::from(u8::from(world[lead] >= BEATEN_BY)));
                [beats, mean(&|world| f64::from(world[lead]))]
            })
            .collect();
        let mut held = [0; 2];
        for run in 0..RUNS {
            let mut random = stream(run, 1);
            let drawn: Vec<Vec<u8>> = (0..worlds)
                .map(|_| population[random.random_range(0..population.len())].clone())
                .collect();
            let leads = compared(cards, &drawn, BEATEN_BY, width);
            let best = truths[place(&leads[0])];
            for (measure, held) in held.iter_mut().enumerate() {
                let all = leads[1..].iter().all(|lead| {
                    let behind = lead.to_the_best.unwrap();
                    let [low, high] = [behind.beats, behind.tricks][measure].interval;
                    let truth = truths[place(lead)][measure] - best[measure];
                    (low..=high).contains(&truth)
                });
                *held += u64::from(all);
            }
        }
        held.map(|held| held as f64 / RUNS as f64)
    }

    #[test]
    fn intervals_hold_though_the_best_is_chosen_from_the_same_worlds() {
        let cards = TouchingCards::of("QJ962.84.K75.J83".parse().unwrap());
        let mut random = stream(5, 1);
        // All leads are worth the same, and differ by luck.
        let mut world = || -> Vec<u8> {
            let usual = random.random_range(3..6);
            let luck = (0..cards.len()).map(|_| u8::from(random.random_range(0..3) == 0));
            luck.map(|luck| usual + luck).collect()
        };
        let population: Vec<Vec<u8>> = (0..4_000).map(|_| world()).collect();
        for worlds in [10, 40, 200] {
            let [beats, tricks] = held(&population, &cards, worlds, width_for(cards.len()));
            assert!(
                beats >= 0.95 && tricks >= 0.95,
                "{worlds}: {beats} {tricks}"
            );
        }
        // An interval for one pair does not know that the best one was chosen for its luck.
        let [beats, tricks] = held(&population, &cards, 200, 1.96);
        assert!(beats < 0.7 && tricks < 0.7, "{beats} {tricks}");
    }

    #[test]
    fn intervals_hold_for_leads_of_real_worlds() {
        let script = Script::from_text(
            "condition hcp(south) >= 15 and hcp(south) <= 17 and hcp(north) >= 9 and hcp(north) <= 13",
        );
        let contract = Contract::at_the_table("3NT").unwrap();
        let request = LeadRequest {
            hand: Some("QJ962.84.K75.J83".parse().unwrap()),
            seed: Some(1.into()),
            threads: 2,
            ..LeadRequest::new(contract, Seat::South)
        };
        let (script, hand) = script.unwrap().with_leader(&request).unwrap();
        let boards = script.deal(150).seed(1).boards().unwrap();
        let asked: Vec<_> = boards
            .map(|board| (board.unwrap().deal, Seat::South, Strain::Notrump))
            .collect();
        let leads = Solver::load()
            .unwrap()
            .leads_of_all(&asked, &Watch::default());
        let cards = TouchingCards::of(hand);
        let population: Vec<Vec<u8>> = leads
            .unwrap()
            .iter()
            .map(|leads| {
                cards
                    .iter()
                    .map(|one| leads.of(one.first()).unwrap())
                    .collect()
            })
            .collect();
        for worlds in [25, 100] {
            let [beats, tricks] = held(&population, &cards, worlds, width_for(cards.len()));
            assert!(
                beats >= 0.95 && tricks >= 0.95,
                "{worlds}: {beats} {tricks}"
            );
        }
    }

    #[test]
    fn few_worlds_without_a_difference_prove_little() {
        let none = PairedDifference::of([0; 10].into_iter(), 1.96);
        assert_eq!(none.difference, 0.0);
        assert!(
            none.interval[0] < -0.1 && none.interval[1] > 0.1,
            "{none:?}"
        );
        let many = PairedDifference::of([1, -1, 1, 1].into_iter().cycle().take(4_000), 1.96);
        assert!((many.difference - 0.5).abs() < 1e-12);
        // By hand: the standard error is the root of 0.75 over that of 4,000.
        let error = (0.75f64 / 4_000.0).sqrt();
        assert!((many.interval[1] - many.interval[0] - 2.0 * 1.96 * error).abs() < 1e-3);
    }
}
