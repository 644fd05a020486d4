//! Who plays better? Every deal is played in two rooms, with the sides swapped, so that neither is dealt better cards.
//! In each room games to ten are played, one after the other, on the same deals.

use ::game::{Choice, Clock, Duel, Tally};
use answer::Count;
use serde::Serialize;
use space::Watch;

use crate::{Bot, Hand, Judgement, Move, NoMove, Rules, View, WorldAnswer, Worlds};

/// Someone who can play: given a view, and nothing else.
pub trait Player: Sync {
    /// What it does, and what it thinks. The same seed gives the same answer, unless it plays by the clock.
    ///
    /// # Errors
    /// It is not the seat's turn, no world fits the view, or it was stopped.
    fn play(&self, view: &View, seed: u64, watch: &Watch) -> Result<Judgement, NoMove>;
}

impl Player for Bot {
    fn play(&self, view: &View, seed: u64, watch: &Watch) -> Result<Judgement, NoMove> {
        self.judge(view, seed, watch)
    }
}

/// Two players, and the deals that they play.
pub struct Arena<'a> {
    /// The one whose points are counted.
    pub a: &'a dyn Player,
    /// The one it plays against.
    pub b: &'a dyn Player,
    /// The house rules.
    pub rules: Rules,
    /// The seed: the same seed gives the same deals, and with players that do not look at the clock the same games.
    pub seed: u64,
    /// How many deals, each played twice.
    pub deals: u64,
    /// How many threads; the result does not depend on it.
    pub threads: usize,
    /// What time it is, if anybody wants to know how long players think.
    pub clock: Option<&'a Clock<'a>>,
}

/// A decision in an arena, for those who want to look over the players' shoulders.
pub struct Decision<'a> {
    /// The number of the deal, from 1.
    pub deal: u64,
    /// The room, 1 or 2.
    pub room: u8,
    /// Whether it is A's decision.
    pub by_a: bool,
    /// What the player knew.
    pub view: &'a View,
    /// What it thought.
    pub judgement: &'a Judgement,
}

impl Decision<'_> {
    /// What the player knew, some of the worlds that it may have thought of, and what it thought.
    pub fn trace(&self) -> DecisionTrace {
        let worlds = self.judgement.worlds.and_then(|count| {
            let fitting = Worlds::new(self.view).ok()?;
            let mut rng = space::stream(self.deal, 0);
            let some = (0..WORLDS_SHOWN).map(|_| fitting.draw(None, &mut rng));
            Some(SomeWorlds {
                count: Count(count.into()),
                some: some.collect(),
            })
        });
        DecisionTrace {
            judgement: self.judgement.clone(),
            deal: self.deal,
            room: self.room,
            bot: if self.by_a { "a" } else { "b" },
            view: self.view.clone(),
            iterations: self.judgement.iterations,
            worlds,
        }
    }
}

/// Worlds of a decision that a trace shows.
const WORLDS_SHOWN: usize = 3;

/// What a player knew, dealt and thought.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecisionTrace {
    /// What it thought.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The number of the deal, from 1.
    pub deal: u64,
    /// The room, 1 or 2.
    pub room: u8,
    /// Whose decision it was: `a` or `b`.
    pub bot: &'static str,
    /// What it knew.
    pub view: View,
    /// How many games it played out.
    pub iterations: u64,
    /// Some of the worlds that fit what it knew; not there if it did not search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worlds: Option<SomeWorlds>,
}

/// A few of many worlds.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SomeWorlds {
    /// How many there are.
    pub count: Count,
    /// A few of them, each drawn with the same chance.
    pub some: Vec<WorldAnswer>,
}

impl Arena<'_> {
    /// Plays. `on_decision` sees every decision. It looks at the watch before each decision, and the players do while they
    /// search; stopped, it comes back with the deals that were played to their end.
    ///
    /// # Errors
    /// A player had no answer, or it was stopped before the first deal was played.
    pub fn run(
        &self,
        on_decision: &(dyn Fn(&Decision) + Sync),
        watch: &Watch,
    ) -> Result<Tally, NoMove> {
        let [a, b] = [self.a, self.b].map(|player| {
            move |view: &View, seed: u64, watch: &Watch| player.play(view, seed, watch)
        });
        let duel = Duel::<Hand, Judgement, NoMove> {
            players: [&a, &b],
            rules: self.rules,
            seed: self.seed,
            deals: self.deals,
            threads: self.threads,
            clock: self.clock,
        };
        let shown = |decision: &::game::Decision<Hand, Judgement>| {
            on_decision(&Decision {
                deal: decision.deal,
                room: decision.room,
                by_a: decision.by_a,
                view: decision.view,
                judgement: decision.judgement,
            });
        };
        duel.run(&shown, watch)
    }
}

impl Choice<Move> for Judgement {
    fn choice(&self) -> Move {
        self.best
    }
}
