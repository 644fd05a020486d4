//! What is answered about a view: the worlds that fit it and who holds what, single worlds, and a hint. Each answer is
//! written as JSON for programs and in words for people.

use std::fmt;

use answer::{Count, Keyed};
use rand::Rng;
use serde::Serialize;
use space::{Stopped, Watch};

use crate::{
    BidWeighing, Card, Cards, Judgement, NoMove, Odds, Place, Player, Seat, Suit, View, Void,
    WEIGHING_POLICY, WeighedWorlds, World, Worlds,
};

/// How many worlds are in, and what they say of who holds what.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorldsAnswer {
    /// The seat that has seen what they fit.
    #[serde(skip)]
    pub seat: Seat,
    /// How many worlds fit, counted exactly.
    pub count: Count,
    /// How many hidden cards lie in each place.
    pub places: Keyed<Place, u8>,
    /// For each card that was not seen, the chance that it lies in each place.
    pub odds: Keyed<Card, Keyed<Place, f64>>,
    /// For each hidden hand, what is known of each suit, as the trump has it.
    pub suits: Keyed<Place, Keyed<Suit, SuitOdds>>,
    /// Who did not follow which suit.
    pub voids: Vec<Void>,
    /// That the chances were weighed by the bids, and so are estimates; not there if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighed: Option<WeighingNote>,
}

/// What is known of one suit in one hidden hand.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuitOdds {
    /// The chance that the hand has none of it.
    pub void: f64,
    /// How many of it the hand has on average.
    pub mean: f64,
}

/// That chances were weighed by the bids, and how.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeighingNote {
    /// The policy, in words.
    pub policy: String,
    /// Whether the chances are exact: never, where they are weighed.
    pub exact: bool,
    /// How many equally weighed worlds would tell as much.
    pub effective_samples: f64,
}

/// Worlds that estimates are made from, where bids weigh them.
pub(crate) const WEIGHED_WORLDS: u32 = 50_000;

/// Chances, counted or weighed.
enum Chances<'a> {
    Counted(Odds<'a>),
    Weighed(WeighedWorlds),
}

impl Chances<'_> {
    fn chance(&self, card: Card, place: Place) -> f64 {
        match self {
            Chances::Counted(odds) => odds.chance(card, place),
            Chances::Weighed(odds) => odds.chance(card, place),
        }
    }

    fn of_suit(&self, worlds: &Worlds, suit: Suit, place: Place) -> SuitOdds {
        match self {
            Chances::Counted(odds) => SuitOdds {
                void: odds.void(suit, place),
                mean: odds.mean(suit, place),
            },
            Chances::Weighed(odds) => SuitOdds {
                void: odds.void(worlds.suit(suit), place),
                mean: odds.mean(worlds.suit(suit), place),
            },
        }
    }
}

impl Worlds {
    /// Everything about the worlds: chances are counted, or where bids weigh worlds, estimated from fifty thousand worlds of
    /// the seed. It looks at the watch for each place and suit, and every 256 worlds.
    ///
    /// # Errors
    /// It was stopped.
    pub fn answer(
        &self,
        weighing: Option<&BidWeighing>,
        seed: u64,
        watch: &Watch,
    ) -> Result<WorldsAnswer, Stopped> {
        let chances = match weighing {
            None => Chances::Counted(self.odds()),
            Some(weighing) => {
                let rng = &mut space::stream(seed, 0);
                Chances::Weighed(weighing.weighed(self, WEIGHED_WORLDS, rng, watch)?)
            }
        };
        let places: Vec<Place> = self.places().map(|(place, _)| place).collect();
        let of_card = |card: Card| {
            watch.look()?;
            let each = places
                .iter()
                .map(|&place| (place, chances.chance(card, place)));
            Ok((card, each.collect()))
        };
        let of_place = |place: Place| {
            let each = Suit::ALL.into_iter().map(|suit| {
                watch.look()?;
                Ok((suit, chances.of_suit(self, suit, place)))
            });
            Ok((place, each.collect::<Result<_, _>>()?))
        };
        let is_hand = |place: &Place| matches!(place, Place::Hand(_));
        let odds = self.unseen().iter().map(of_card);
        let suits = places.iter().copied().filter(is_hand).map(of_place);
        Ok(WorldsAnswer {
            seat: self.seat(),
            count: Count(self.count().into()),
            places: self.places().collect(),
            odds: odds.collect::<Result<_, _>>()?,
            suits: suits.collect::<Result<_, _>>()?,
            voids: self.voids().to_vec(),
            weighed: match &chances {
                Chances::Counted(_) => None,
                Chances::Weighed(odds) => Some(WeighingNote {
                    policy: WEIGHING_POLICY.to_owned(),
                    exact: false,
                    effective_samples: odds.effective().round(),
                }),
            },
        })
    }

    /// A world as an answer: each with the same chance, or one of those that were weighed, by its weight.
    pub fn draw(&self, weighed: Option<&WeighedWorlds>, rng: &mut impl Rng) -> WorldAnswer {
        self.hidden_in(&match weighed {
            Some(weighed) => weighed.sample(rng),
            None => self.sample(rng),
        })
    }

    /// The places of a world that the seat does not see.
    pub fn hidden_in(&self, world: &World) -> WorldAnswer {
        let others = Seat::ALL.into_iter().filter(|&seat| seat != self.seat());
        let places = others.map(Place::Hand);
        let places = places.chain([Place::Kitty, Place::Discard]);
        WorldAnswer(places.map(|place| (place, world.at(place))).collect())
    }
}

impl fmt::Display for WorldsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let WorldsAnswer { count, seat, .. } = self;
        write!(f, "{count} worlds fit what {seat} has seen")?;
        match &self.weighed {
            None => writeln!(f, ": counted exactly")?,
            Some(note) => writeln!(
                f,
                "; the chances below are estimates, weighed by the bids\n({}; worth {:.0} equal worlds)",
                note.policy, note.effective_samples
            )?,
        }
        for void in &self.voids {
            writeln!(f, "{void}")?;
        }
        f.write_str("\ncard  ")?;
        for (place, size) in self.places.iter() {
            write!(f, "{:>13}", format!("{place} ({size})"))?;
        }
        f.write_str("\n")?;
        for (card, chances) in self.odds.iter() {
            write!(f, "{card}    ")?;
            for &chance in chances.values() {
                f.write_str(&percent(chance))?;
            }
            f.write_str("\n")?;
        }
        f.write_str("\nout of")?;
        for place in self.suits.keys() {
            write!(f, "{place:>13}")?;
        }
        f.write_str("\n")?;
        for suit in Suit::ALL {
            write!(f, "{}     ", suit.symbol())?;
            for of_hand in self.suits.values() {
                f.write_str(&percent(of_hand.get(&suit).map_or(0.0, |odds| odds.void)))?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl WorldsAnswer {
    /// The same on one screen: cards with the same odds stand on one line.
    pub fn on_one_screen(&self) -> String {
        let mut rows: Vec<(Vec<Card>, &Keyed<Place, f64>)> = Vec::new();
        for (card, chances) in self.odds.iter() {
            match rows.iter_mut().find(|(_, same)| *same == chances) {
                Some((cards, _)) => cards.push(*card),
                None => rows.push((vec![*card], chances)),
            }
        }
        let line = |head: &str, cells: &dyn Fn(&Place) -> String| {
            let cells: String = self.places.keys().map(cells).collect();
            format!("{head:<30}{}\n", cells.trim_end())
        };
        let share = |chance: f64| match chance {
            0.0 => format!("{:>9}", "-"),
            chance => format!("{:>8.0}%", 100.0 * chance),
        };
        let mut text: String = self.voids.iter().map(|void| format!("{void}\n")).collect();
        text += &line("Who holds", &|place| format!("{place:>9}"));
        for (cards, chances) in rows {
            let cell = |place: &Place| share(chances.get(place).copied().unwrap_or(0.0));
            // More cards than fit before the odds stand on lines of their own.
            let mut lines = cards.chunks(9).peekable();
            while let Some(some) = lines.next() {
                let names: Vec<String> = some.iter().map(|card| card.to_string()).collect();
                let names = names.join(" ");
                text += &match lines.peek() {
                    Some(_) => format!("{names}\n"),
                    None => line(&names, &cell),
                };
            }
        }
        text += &line("Who is out of", &|place| format!("{place:>9}"));
        for suit in Suit::ALL {
            let cell = |place: &Place| match self.suits.get(place) {
                Some(of_hand) => share(of_hand.get(&suit).map_or(0.0, |odds| odds.void)),
                None => String::new(),
            };
            text += &line(suit.name(), &cell);
        }
        text
    }
}

/// A chance in thirteen columns; nothing for what cannot be.
fn percent(chance: f64) -> String {
    match chance {
        0.0 => format!("{:>13}", "-"),
        chance => format!("{:>12.1}%", 100.0 * chance),
    }
}

/// One world: the cards in each place that the seat does not see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorldAnswer(pub Keyed<Place, Cards>);

impl fmt::Display for WorldAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let places = self.0.iter().filter(|(_, cards)| !cards.is_empty());
        for (i, (place, cards)) in places.enumerate() {
            let gap = if i == 0 { "" } else { "  " };
            write!(f, "{gap}{place}: {cards}")?;
        }
        Ok(())
    }
}

/// What to do with a view, what each move is worth, and what can be known.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// What to do, and why.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The worlds that fit the view.
    pub worlds: WorldsAnswer,
}

/// What a player would do with a view, and what it can know: with chances that are counted, or weighed by the bids.
///
/// # Errors
/// It is not the seat's turn, no world fits the view, or it was stopped.
///
/// ```
/// use euchre::{Bot, Level, View, hint};
/// let view = View::from_json(r#"{"seat":"S","dealer":"S","hand":["JH","JD","AH","KH","AS"],"upcard":"9H",
///     "bids":[["W","pass"],["N","pass"],["E","pass"]]}"#)?;
/// let hint = hint(&view, &Bot::new(Level::Expert), false, 1, &space::Watch::default())?;
/// assert_eq!(hint.judgement.best.to_string(), "order alone");
/// assert!(hint.to_string().starts_with("order alone: five trumps with both bowers, one ace beside; played out"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hint(
    view: &View,
    player: &dyn Player,
    weigh_bids: bool,
    seed: u64,
    watch: &Watch,
) -> Result<Hint, NoMove> {
    watch.begin("thinking", None);
    let judgement = player.play(view, seed, watch)?;
    let worlds = Worlds::new(view)?;
    let weighing = weigh_bids.then(|| BidWeighing::new(view));
    watch.begin("counting", None);
    let worlds = worlds.answer(weighing.as_ref(), seed, watch)?;
    Ok(Hint { judgement, worlds })
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}\n{}", self.judgement, self.worlds)
    }
}
