//! The bot: from a view to a move, with what it thinks of each. It is given a view and nothing else, so it cannot know
//! what its seat has not seen.

use std::fmt;

use rand::Rng;
use search::{Budget, Moves, Options};
use serde::Serialize;
use space::{Stopped, Stream, Watch};

use crate::table_state::TableState;
use crate::{
    Bid, BidWeighing, Call, Dominoes, Move, Position, Scoring, Seat, Side, Stage, View, Worlds,
    WorldsError, heuristic,
};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal move: something to measure others against.
    Random,
    /// The rule of thumb, without looking ahead.
    Beginner,
    /// A short search, by someone who does not watch who is out of what.
    Club,
    /// A long search, over worlds that keep to everything that was seen.
    Expert,
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Level; 4] = [Level::Random, Level::Beginner, Level::Club, Level::Expert];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["random", "beginner", "club", "expert"][self as usize]
    }

    /// The level of a name.
    pub fn from_name(name: &str) -> Option<Level> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// How many games it plays out for a decision.
    fn iterations(self) -> u64 {
        match self {
            Level::Random | Level::Beginner => 0,
            Level::Club => 100,
            Level::Expert => 2000,
        }
    }
}

/// A bot and its habits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bot {
    /// How well it plays.
    pub level: Level,
    /// Whether bids weigh the worlds ([`BidWeighing`]): by default they do not, because it wins nothing.
    pub weigh_bids: bool,
    /// How many games it plays out for a decision, if its level searches at all: as many as the level does, unless another
    /// number is set.
    pub iterations: u64,
    /// How it searches.
    pub options: Options,
}

impl Bot {
    /// A bot of a level.
    pub fn new(level: Level) -> Bot {
        Bot {
            level,
            weigh_bids: false,
            iterations: level.iterations(),
            options: Options::default(),
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
#[cfg_attr(feature = "schema", schemars(rename = "Texas42MoveValue"))]
pub struct MoveValue {
    /// The move.
    #[serde(skip)]
    pub made: Move,
    /// What it is worth to the bot's side: marks, or points where the house counts those, less the other side's.
    pub value: f64,
    /// Half the width of its 95% interval.
    pub interval: f64,
    /// How often the search tried it.
    pub visits: u64,
}

/// What a bot thinks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Texas42Judgement"))]
pub struct Judgement {
    /// What it does.
    #[serde(flatten)]
    pub best: Move,
    /// How likely the bid is made, if it bids and nobody bids more, or has won the bidding and calls: an estimate, from the
    /// share of the games played out by the rule of thumb in which it was, in line with what became of such bids.
    pub forecast: Option<f64>,
    /// What it thinks of each move, the best first; empty if it did not search. On the wire they are named by their domino,
    /// bid or call.
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
    pub worlds: Option<u128>,
    /// How many games it played out.
    #[serde(skip)]
    pub iterations: u64,
}

fn by_name<S: serde::Serializer>(values: &[MoveValue], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|value| (value.made.name(), value)))
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}: {}", self.best, self.reason)?;
        if let Some(forecast) = self.forecast {
            writeln!(
                f,
                "  the chance that the bid is made is about {:.0}%",
                100.0 * forecast
            )?;
        }
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
    /// Who is to move cannot be known.
    #[error("the view does not say who dealt: add \"dealer\" and \"bids\"")]
    NoDealer,
    /// What was seen cannot all be true.
    #[error(transparent)]
    Worlds(WorldsError),
    /// What the bot chose cannot be done: never, in practice.
    #[error(transparent)]
    Illegal(#[from] crate::IllegalMove),
    /// It was stopped before it had done all that it does for a decision.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<WorldsError> for NoMove {
    fn from(error: WorldsError) -> NoMove {
        match error {
            WorldsError::Stopped(stopped) => NoMove::Stopped(stopped),
            error => NoMove::Worlds(error),
        }
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
        let table = view.public().table().ok_or(NoMove::NoDealer)?;
        if !view.is_to_move() {
            return Err(NoMove::NotToMove(view.seat()));
        }
        let legal = table.legal(view.hand());
        let plain = heuristic::choose(&table, view.hand());
        let said = |best: Move, reason: &str| {
            Ok(Judgement {
                best,
                forecast: None,
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
                said(Move::from_code(any).unwrap_or(plain), "any legal move")
            }
            Level::Beginner => said(plain, "by the rule of thumb"),
            Level::Club => {
                let view = view.clone().without_voids();
                self.search(&view, &table, seed, budget, watch)
            }
            Level::Expert => self.search(view, &table, seed, budget, watch),
        }
    }

    fn search(
        &self,
        view: &View,
        table: &TableState,
        seed: u64,
        budget: Budget<'_>,
        watch: &Watch,
    ) -> Result<Judgement, NoMove> {
        let worlds = Worlds::new(view, watch)?;
        let weighed = if self.weigh_bids {
            let rng = &mut space::stream(seed, u64::MAX - 1);
            Some(BidWeighing::new(view).weighed(&worlds, rng, watch)?)
        } else {
            None
        };
        let draw = |rng: &mut Stream| match &weighed {
            Some(weighed) => weighed.draw_hands(rng),
            None => worlds.draw_hands(rng),
        };
        let searcher = Searcher {
            bot: self,
            view,
            draw: &draw,
            seed,
            watch,
        };
        // What would be called, if the least bid won: later in the search it is.
        let mut call = None;
        if table.stage == Stage::Bid
            && let Some(after) = after_winning(table, None)
        {
            let found = searcher.run(&after, None, half(budget))?;
            call = found.best().and_then(|best| Move::from_code(best.number));
        }
        let call = call.and_then(|made| match made {
            Move::Call(call) => Some(call),
            _ => None,
        });
        let found = searcher.run(
            table,
            call,
            if call.is_some() { half(budget) } else { budget },
        )?;
        let value = |of: &search::MoveEstimate| {
            let value = match view.seat().side() {
                Side::NorthSouth => of.value,
                Side::EastWest => -of.value,
            };
            Some(MoveValue {
                made: Move::from_code(of.number)?,
                value,
                interval: of.interval,
                visits: of.visits,
            })
        };
        let values: Vec<MoveValue> = found.moves.iter().filter_map(value).collect();
        let best = values.first().map(|of| of.made);
        let best = best.unwrap_or(heuristic::choose(table, view.hand()));
        let mut forecast = None;
        if let (Move::Bid(bid), Some(call)) = (best, call)
            && let Some(mut after) = after_winning(table, Some(bid))
        {
            after.called(call);
            let share = searcher.forecast(&after, FORECAST_GAMES)?;
            forecast = Some(in_line(share, AT_THE_BID));
        }
        if let Move::Call(call) = best {
            let mut after = *table;
            after.called(call);
            let share = searcher.forecast(&after, FORECAST_GAMES)?;
            forecast = Some(in_line(share, AT_THE_CALL));
        }
        Ok(Judgement {
            best,
            forecast,
            reason: self.reason(view, &values, worlds.count(), &found),
            values,
            worlds: Some(worlds.count()),
            iterations: found.iterations,
        })
    }

    fn reason(
        &self,
        view: &View,
        values: &[MoveValue],
        worlds: u128,
        found: &search::SearchResult,
    ) -> String {
        let unit = view.public().house.scoring.name();
        let weighed = if self.weigh_bids {
            ", weighed by the bids"
        } else {
            ""
        };
        let (tried, games) = (found.worlds, found.iterations);
        let mut text = format!("played out {games} games in {tried} of {worlds} worlds{weighed}");
        if let Some(best) = values.first() {
            text += &format!(": {} is worth {:+.2} {unit}", best.made, best.value);
        }
        if let Some(next) = values.get(1) {
            text += &format!(", {} {:+.2}", next.made, next.value);
        }
        text
    }
}

/// Games that are played out for the forecast of a bid.
const FORECAST_GAMES: u32 = 400;

/// What a share of games played out by the rule of thumb tells of a bid that wins, in log odds. People who think defend better
/// than the rule of thumb, and who is not outbid has heard less than he might; and a share near all or nothing is partly luck.
/// Fitted to 20,953 bids of experts against themselves, with 100 games a decision (`texas42_strength calibration`).
struct InLine {
    /// So much is added,
    more: f64,
    /// to so many times the log odds of the share,
    times: f64,
    /// less the further they are from 0.
    bend: f64,
}

const AT_THE_BID: InLine = InLine {
    more: -0.054,
    times: 0.911,
    bend: 0.2,
};

/// The same, once it is clear that nobody bids more.
const AT_THE_CALL: InLine = InLine {
    more: -0.043,
    times: 1.103,
    bend: 0.333,
};

/// A chance that is in line with what became of bids.
fn in_line(share: f64, InLine { more, times, bend }: InLine) -> f64 {
    let share = share.clamp(0.001, 0.999);
    let log_odds = (share / (1.0 - share)).ln();
    let in_line = more + times * log_odds / (bend * log_odds).hypot(1.0);
    1.0 / (1.0 + (-in_line).exp())
}

fn half(budget: Budget<'_>) -> Budget<'_> {
    match budget {
        Budget::Iterations(n) => Budget::Iterations(n.div_ceil(2)),
        until => until,
    }
}

/// The table if the player whose turn it is wins the bidding with this, or the least that can be bid.
fn after_winning(table: &TableState, bid: Option<Bid>) -> Option<TableState> {
    let bids = table.legal(Dominoes::NONE);
    let mut least = bids
        .iter()
        .filter_map(Bid::from_code)
        .filter(|&bid| bid != Bid::Pass);
    let bid = match bid {
        Some(bid) => Some(bid).filter(|&bid| bid != Bid::Pass && !bid.is_partners_call()),
        None => least.next(),
    };
    let mut after = *table;
    let bidder = table.turn;
    after.bid(bid?);
    while after.stage == Stage::Bid {
        after.bid(Bid::Pass);
    }
    (after.stage == Stage::Call && after.turn == bidder).then_some(after)
}

/// What is needed to search, besides the table.
struct Searcher<'a, D> {
    bot: &'a Bot,
    view: &'a View,
    draw: &'a D,
    seed: u64,
    watch: &'a Watch,
}

impl<D: Fn(&mut Stream) -> [Dominoes; 4] + Sync> Searcher<'_, D> {
    fn run(
        &self,
        table: &TableState,
        call: Option<Call>,
        budget: Budget<'_>,
    ) -> Result<search::SearchResult, Stopped> {
        let most = most(table);
        let worlds = |rng: &mut Stream| InWorld {
            position: Position {
                table: *table,
                hands: (self.draw)(rng),
            },
            most,
            searcher: self.view.seat(),
            call,
        };
        let mut options = self.bot.options;
        if table.stage != Stage::Play {
            // What others will bid and play is not searched from here.
            options.depth = 1;
        }
        let range = -most..=most;
        let found = search::search(&worlds, range, &options, budget, self.seed, self.watch);
        if found.stopped {
            // A few worlds are no judgement, and would look like one.
            return Err(Stopped);
        }
        Ok(found)
    }

    /// How often the bid is made from here, in games played out.
    fn forecast(&self, table: &TableState, games: u32) -> Result<f64, Stopped> {
        let mut rng = space::stream(self.seed, u64::MAX);
        let mut made = 0;
        for game in 0..games {
            if game.is_multiple_of(64) {
                self.watch.look()?;
            }
            let mut position = Position {
                table: *table,
                hands: (self.draw)(&mut rng),
            };
            while position.table.is_made().is_none() {
                let code = playout_move(&position, None, &mut rng);
                position.make(code);
            }
            made += u32::from(position.table.is_made() == Some(true));
        }
        Ok(f64::from(made) / f64::from(games))
    }
}

/// The most that can be won or lost, for the scale of the search.
fn most(table: &TableState) -> f64 {
    let marks = match (table.stage, table.contract) {
        (Stage::Play | Stage::Call, Some(contract)) => contract.marks,
        (_, Some(contract)) => contract.marks.max(2) + 1,
        _ => 2,
    };
    match table.house.scoring {
        Scoring::Marks => f64::from(marks),
        Scoring::Points => f64::from(marks.max(2)) * 42.0,
    }
}

fn any(moves: Moves, rng: &mut Stream) -> u8 {
    let index = (u64::from(rng.next_u32()) * moves.len() as u64) >> 32;
    moves.nth(index as usize).unwrap_or_default()
}

/// One domino in so many is played at random in playouts: the rule of thumb is not always right.
const ERROR: u32 = 12;

#[inline]
fn playout_move(position: &Position, call: Option<(Seat, Call)>, rng: &mut Stream) -> u8 {
    let table = &position.table;
    let hand = position.hand(table.turn);
    if table.stage == Stage::Play && rng.next_u32() < u32::MAX / ERROR {
        return any(Moves(u64::from(table.playable(hand).bits())), rng);
    }
    match call {
        Some((seat, call)) if table.stage == Stage::Call && seat == table.turn => {
            let made = Move::Call(call).code();
            if table.legal(hand).has(made) {
                return made;
            }
        }
        _ => {}
    }
    heuristic::choose(table, hand).code()
}

/// A position in one world, as the search wants it.
#[derive(Clone, Copy)]
struct InWorld {
    position: Position,
    most: f64,
    searcher: Seat,
    /// What the searcher would call.
    call: Option<Call>,
}

/// With so many tricks left the rest is solved with open hands.
const SOLVED_FROM: u8 = 4;

impl search::Position for InWorld {
    #[inline]
    fn to_move(&self) -> Option<search::Side> {
        let table = &self.position.table;
        match table.stage {
            Stage::Over => None,
            _ => Some(match table.turn.side() {
                Side::NorthSouth => search::Side::First,
                Side::EastWest => search::Side::Second,
            }),
        }
    }

    #[inline]
    fn moves(&self) -> Moves {
        let legal = self.position.legal();
        if self.position.table.stage != Stage::Bid {
            return legal;
        }
        // Of the points only the least: they are all worth the same, and the more, the harder.
        let points = Moves(legal.0 & POINTS);
        let rest = legal.0 & !POINTS;
        Moves(rest | points.0 & points.0.wrapping_neg())
    }

    #[inline]
    fn make(&mut self, number: u8) {
        self.position.make(number);
    }

    #[inline]
    fn value(&self) -> f64 {
        let result = self.position.table.settled().unwrap_or_default();
        let value = f64::from(result.difference(Side::NorthSouth));
        value.clamp(-self.most, self.most)
    }

    #[inline]
    fn heuristic_move(&self, rng: &mut Stream) -> u8 {
        let call = self.call.map(|call| (self.searcher, call));
        playout_move(&self.position, call, rng)
    }

    #[inline]
    fn is_endgame(&self) -> bool {
        let table = &self.position.table;
        table.stage == Stage::Play
            && table.in_trick == 0
            && table.tricks[0] + table.tricks[1] >= SOLVED_FROM
    }
}

/// The bids of points, as a set of move numbers: 30 to 41.
const POINTS: u64 = ((1 << 12) - 1) << 30;

/// What the side of a hand's holder takes with a call, in so many games played out by the rule of thumb to the last trick.
#[doc(hidden)]
pub fn playout_points(hand: Dominoes, call: Call, games: u32, rng: &mut Stream) -> Vec<u32> {
    let house = crate::HouseRules {
        scoring: Scoring::Points,
        ..crate::HouseRules::default()
    };
    let mut others: Vec<crate::Domino> = (Dominoes::ALL - hand).iter().collect();
    let mut play = || {
        for i in (1..others.len()).rev() {
            others.swap(i, space::below_by_remainder(i as u32 + 1, rng) as usize);
        }
        let of = |i: usize| others[7 * i..7 * i + 7].iter().copied().collect();
        let hands = [hand, of(0), of(1), of(2)];
        let mut position = Position::new(house, Seat::West, hands);
        for bid in [Bid::Points(30), Bid::Pass, Bid::Pass, Bid::Pass] {
            position.make(bid.code());
        }
        position.make(Move::Call(call).code());
        while position.table.stage != Stage::Over {
            let code = playout_move(&position, None, rng);
            position.make(code);
        }
        u32::from(position.points(Side::NorthSouth))
    };
    (0..games).map(|_| play()).collect()
}
