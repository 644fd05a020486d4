//! The bot: from a view to a move, with what it thinks of each. It is given a view and nothing else, so it cannot know
//! what its seat has not seen.

use std::fmt;

use rand::Rng;
use search::{Budget, Options};
use serde::Serialize;
use space::{Stopped, Stream, Watch};

use crate::goal::Values;
use crate::in_world::{InWorld, any};
use crate::moves::Bid;
use crate::reason::because;
use crate::table_state::Stage;
use crate::{
    BidWeighing, Card, Cards, Clash, Goal, Habits, Level, Move, Place, Seat, Side, Style, View,
    World, Worlds, heuristic,
};

/// A bot and its habits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bot {
    /// How well it plays.
    pub level: Level,
    /// How boldly it bids.
    pub style: Style,
    /// What it plays for, if it searches.
    pub goal: Goal,
    /// Whether bids and cards weigh the worlds ([`BidWeighing`]), if it searches.
    pub weigh_bids: bool,
    /// How many games it plays out for a decision, if its level searches at all.
    pub iterations: u64,
    /// How it searches.
    pub options: Options,
    /// Whether bids are searched as a tree too. A node of it does not know the hand of who bids there, so that the others seem to
    /// bid the same with any: by default what others bid and play after a bid is played out.
    pub tree_of_bids: bool,
    /// What it does otherwise than the rule of thumb, if it does not search.
    pub habits: Habits,
}

/// How many games an expert plays out for a decision.
const GAMES: u64 = 4000;

impl Bot {
    /// A bot of a level.
    pub fn new(level: Level) -> Bot {
        Bot {
            level,
            style: Style::Usual,
            goal: Goal::Points,
            weigh_bids: true,
            iterations: if level == Level::Expert { GAMES } else { 0 },
            options: Options::default(),
            tree_of_bids: false,
            habits: Habits::of(level),
        }
    }

    /// The same bot, playing out so many games for a decision.
    pub fn with_iterations(mut self, iterations: u64) -> Bot {
        self.iterations = iterations;
        self
    }
}

/// What a bot thinks of a move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveValue {
    /// The move.
    #[serde(skip)]
    pub made: Move,
    /// What it is worth to the bot's side: points, or the chance to win the game.
    pub value: f64,
    /// Half the width of its 95% interval.
    pub interval: f64,
    /// How often the search tried it.
    pub visits: u64,
}

/// What a bot thinks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judgement {
    /// What it does.
    #[serde(flatten)]
    pub best: Move,
    /// What it thinks of each move, the best first; empty if it did not search. On the wire they are named by their card
    /// or bid.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "answer::Keyed<String, MoveValue>")
    )]
    pub values: Vec<MoveValue>,
    /// Why, in words.
    pub reason: String,
    /// How many worlds fit what it has seen, if it asked.
    #[serde(skip)]
    pub worlds: Option<u64>,
    /// How many games it played out.
    #[serde(skip)]
    pub iterations: u64,
}

impl Judgement {
    /// Puts what speaks for the move before what was found out.
    fn give_reason(&mut self, why: Option<String>) {
        if let Some(why) = why {
            self.reason = format!("{why}; {}", self.reason);
        }
    }
}

fn by_name<S: serde::Serializer>(values: &[MoveValue], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|value| (value.made.name(), value)))
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}: {}", self.best, self.reason)?;
        for of in &self.values {
            writeln!(
                f,
                "  {:<16}{:>+7.2} ± {:.2}   tried {} times",
                of.made.to_string(),
                of.value,
                of.interval,
                of.visits
            )?;
        }
        Ok(())
    }
}

/// Why a bot has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoMove {
    /// It is somebody else's turn.
    #[error("it is not {0}'s turn")]
    NotToMove(Seat),
    /// What was seen cannot all be true.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// It was stopped before it had done all that it does for a decision.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<crate::IllegalMove> for NoMove {
    /// A move that cannot be made does not come from what was seen.
    fn from(error: crate::IllegalMove) -> NoMove {
        NoMove::Clash(Clash::of([error.to_string()]))
    }
}

impl Bot {
    /// What the bot does with this view, and why. The same seed gives the same answer.
    ///
    /// # Errors
    /// It is not the seat's turn, no world fits the view, or it was stopped.
    pub fn judge(&self, view: &View, seed: u64, watch: &Watch) -> Result<Judgement, NoMove> {
        self.judge_within(view, seed, Budget::Iterations(self.iterations), watch)
    }

    /// The same with another budget: [`Budget::Until`] is for play by the clock.
    ///
    /// # Errors
    /// As with [`Bot::judge`].
    pub fn judge_within(
        &self,
        view: &View,
        seed: u64,
        budget: Budget<'_>,
        watch: &Watch,
    ) -> Result<Judgement, NoMove> {
        let table = view.table();
        if !view.is_to_move() {
            return Err(NoMove::NotToMove(view.seat()));
        }
        let legal = table.legal(view.hand());
        let plain = heuristic::HEURISTIC.choose(&table, view.hand());
        let said = |best: Move, reason: &str| {
            Ok(Judgement {
                best,
                values: Vec::new(),
                reason: reason.to_owned(),
                worlds: None,
                iterations: 0,
            })
        };
        if legal.len() == 1 {
            return said(plain, "the only legal move");
        }
        match self.level {
            Level::Random => {
                let any = any(legal, &mut space::stream(seed, 0));
                said(
                    Move::from_code(any, table.stage).unwrap_or(plain),
                    "any legal move",
                )
            }
            Level::Expert if table.settled().is_some() => {
                said(plain, "nothing can change the result")
            }
            Level::Expert => self.search(view, seed, budget, watch),
            _ => {
                let (made, reason) = self.without_looking_ahead(view, seed);
                said(made, &reason)
            }
        }
    }

    /// What the bot does by the rule of thumb and its habits.
    fn without_looking_ahead(&self, view: &View, seed: u64) -> (Move, String) {
        let Habits {
            remembers, slips, ..
        } = self.habits;
        let mut table = view.table();
        let legal = table.legal(view.hand());
        let mut rng = space::stream(seed, 0);
        if table.stage == Stage::Play && slips > 0 && rng.next_u32() < u32::MAX / slips {
            let slipped = Move::from_code(any(legal, &mut rng), table.stage);
            let chosen = heuristic::HEURISTIC.choose(&table, view.hand());
            return (
                slipped.unwrap_or(chosen),
                "a slip: any card that may be played".to_owned(),
            );
        }
        if !remembers {
            // What lies on the table is seen; what lies in the tricks is forgotten.
            let open = view.public().tricks.last().filter(|_| table.in_trick > 0);
            table.played = open.map_or(Cards::NONE, |trick| trick.cards());
        }
        let heuristic = self.habits.heuristic(self.style);
        let made = heuristic.choose(&table, view.hand());
        let reason = match because(view, made, &[], |_, _| 0.0) {
            Some(why) => format!("{why}: by the rule of thumb"),
            None => "by the rule of thumb".to_owned(),
        };
        (made, reason)
    }

    fn search(
        &self,
        view: &View,
        seed: u64,
        budget: Budget<'_>,
        watch: &Watch,
    ) -> Result<Judgement, NoMove> {
        let worlds = Worlds::new(view)?;
        let places: Vec<Place> = worlds.places().map(|(place, _)| place).collect();
        let count = worlds.count();
        if !self.weigh_bids {
            let draw = |rng: &mut Stream| worlds.sample(rng);
            let mut judged = self.search_in(view, seed, budget, &draw, Some(count), watch)?;
            let odds = worlds.odds();
            let chance = |card: Card, place| odds.chance(card, place);
            judged.give_reason(because(view, judged.best, &places, chance));
            return Ok(judged);
        }
        let mut rng = space::stream(seed, u64::MAX);
        let weighed = BidWeighing::new(view).weighed(&worlds, WEIGHED, &mut rng, watch)?;
        let draw = |rng: &mut Stream| weighed.sample(rng);
        let mut judged = self.search_in(view, seed, budget, &draw, Some(count), watch)?;
        let chance = |card: Card, place| weighed.chance(card, place);
        judged.give_reason(because(view, judged.best, &places, chance));
        Ok(judged)
    }

    /// What the bot would do if it drew its worlds from somewhere else: to compare ways of dealing worlds, fair or not.
    /// The worlds must fit the view, and the seat must have a choice.
    ///
    /// # Errors
    /// It was stopped.
    pub fn judge_in(
        &self,
        view: &View,
        seed: u64,
        budget: Budget<'_>,
        draw: &(impl Fn(&mut Stream) -> World + Sync),
        watch: &Watch,
    ) -> Result<Judgement, Stopped> {
        self.search_in(view, seed, budget, draw, None, watch)
    }

    fn search_in(
        &self,
        view: &View,
        seed: u64,
        budget: Budget<'_>,
        draw: &(impl Fn(&mut Stream) -> World + Sync),
        worlds: Option<u64>,
        watch: &Watch,
    ) -> Result<Judgement, Stopped> {
        let table = view.table();
        let public = view.public();
        let values = Values::new(self.goal, public.score, public.dealer.side());
        let liking = match table.call {
            None => self.goal.worth_of(self.style.liking()),
            Some(_) => 0.0,
        };
        let draw = |rng: &mut Stream| {
            let hands = draw(rng).hands;
            InWorld::new(&table, hands, view.seat(), &values, liking)
        };
        let (low, high) = values.range().into_inner();
        let range = low - liking.abs()..=high + liking.abs();
        let mut options = self.options;
        if table.call.is_none() && !self.tree_of_bids {
            options.depth = 1;
        }
        let found = search::search(&draw, range, &options, budget, seed, watch);
        if found.stopped {
            // A few worlds are no judgement, and would look like one.
            return Err(Stopped);
        }
        let value = |of: &search::MoveEstimate| {
            let made = Move::from_code(of.number, table.stage)?;
            let value = self.for_side(of.value, view.seat().side());
            let makes = !matches!(made, Move::Bid(Bid::Pass | Bid::ThrowIn));
            Some(MoveValue {
                made,
                // What it likes is no part of what it is worth.
                value: if makes { value - liking } else { value },
                interval: of.interval,
                visits: of.visits,
            })
        };
        let values: Vec<MoveValue> = found.moves.iter().filter_map(value).collect();
        let best = values.first().map(|of| of.made);
        Ok(Judgement {
            best: best.unwrap_or(heuristic::HEURISTIC.choose(&table, view.hand())),
            reason: self.reason(&values, worlds, &found),
            values,
            worlds,
            iterations: found.iterations,
        })
    }

    /// Values are for North and South: turned round for the other side.
    fn for_side(&self, value: f64, side: Side) -> f64 {
        match (side, self.goal) {
            (Side::NorthSouth, _) => value,
            (Side::EastWest, Goal::Points) => -value,
            (Side::EastWest, Goal::Game) => 1.0 - value,
        }
    }

    fn reason(
        &self,
        values: &[MoveValue],
        worlds: Option<u64>,
        found: &search::SearchResult,
    ) -> String {
        let unit = match self.goal {
            Goal::Points => "points",
            Goal::Game => "of the game",
        };
        let weighed = if self.weigh_bids {
            ", weighed by the bids and cards"
        } else {
            ""
        };
        let of = worlds.map_or(String::new(), |worlds| format!(" of {worlds}"));
        let (tried, games) = (found.worlds, found.iterations);
        let mut text = format!("played out {games} games in {tried}{of} worlds{weighed}");
        if let Some(best) = values.first() {
            text += &format!(": {} is worth {:+.2} {unit}", best.made, best.value);
        }
        if let Some(next) = values.get(1) {
            text += &format!(", {} {:+.2}", next.made, next.value);
        }
        text
    }
}

/// So many worlds are weighed for a decision, where what was bid and played weighs them.
const WEIGHED: u32 = 1000;
