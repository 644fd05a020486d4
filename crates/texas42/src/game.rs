//! Games to seven marks or 250 points, their records, and duels of two players on the same deals: what all games share, with
//! the hands of this one.

use ::game::{Choice, RecordedHand};
use serde::{Deserialize, Serialize};
use space::{Stream, Watch};

use crate::{
    Bid, Bot, Deal, Domino, Dominoes, Hand, HouseRules, IllegalMove, Judgement, Move, NoMove,
    PlayedHand, Score, Scoring, Seat, Side, View,
};

/// A game.
pub type Game = ::game::Game<PlayedHand>;

/// A game as it was played, to be kept and played again.
pub type GameRecord = ::game::GameRecord<PlayedHand>;

/// A game of one person with three bots.
pub type Seated = ::game::Seated<PlayedHand, Bot>;

/// A game that was stopped, and who played it: to be gone on with.
pub type KeptGame = ::game::KeptGame<PlayedHand>;

impl ::game::PlayedHand for PlayedHand {
    const GAME: &'static str = "texas42";
    type Deal = Deal;
    type Rules = HouseRules;
    type Score = Score;
    type Move = Move;
    type Illegal = IllegalMove;
    type View = View;

    fn random_deal(rng: &mut Stream) -> Deal {
        Deal::random(rng)
    }

    fn begin(rules: HouseRules, score: Score, dealer: Seat, deal: Deal) -> PlayedHand {
        PlayedHand::new(rules, score, dealer, deal)
    }

    fn dealt(&self) -> Deal {
        *self.deal()
    }

    fn dealer(&self) -> Seat {
        self.position().table.dealer
    }

    fn score_before(&self) -> Score {
        self.public().score
    }

    fn score_after(&self) -> Score {
        self.score_after()
    }

    fn difference(&self, side: Side) -> i32 {
        self.result().unwrap_or_default().difference(side)
    }

    fn winner(rules: HouseRules, score: Score) -> Option<Side> {
        score.winner(rules.scoring)
    }

    fn words(rules: HouseRules) -> (&'static str, &'static str) {
        match rules.scoring {
            Scoring::Marks => ("marks", "games to seven marks"),
            Scoring::Points => ("points", "games to 250 points"),
        }
    }

    fn turn(&self) -> Option<Seat> {
        self.turn()
    }

    fn moves(&self) -> &[(Seat, Move)] {
        self.moves()
    }

    fn make(&mut self, made: Move) -> Result<(), IllegalMove> {
        self.make(made)
    }

    fn view(&self, seat: Seat) -> View {
        self.view(seat)
    }
}

/// A hand in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Texas42WrittenHand"))]
#[serde(deny_unknown_fields)]
pub struct WrittenHand {
    /// Who dealt.
    dealer: String,
    /// The dominoes of North, East, South and West.
    dominoes: [Vec<String>; 4],
    /// What was done, in order, each with its seat: `["W","bid","30"]`, `["W","call","5"]`, `["W","play","5-5"]`.
    moves: Vec<Vec<String>>,
    /// What it brought; none for a hand that was not finished.
    score: Option<Score>,
}

impl RecordedHand for PlayedHand {
    type Written = WrittenHand;

    fn written(&self) -> WrittenHand {
        let words = |&(seat, made): &(Seat, Move)| {
            let (name, what) = match made {
                Move::Bid(Bid::Pass) => ("pass", None),
                Move::Bid(bid) => ("bid", Some(bid.to_string())),
                Move::Call(call) => ("call", Some(call.to_string())),
                Move::Play(domino) => ("play", Some(domino.to_string())),
            };
            let words = [seat.letter().to_string(), name.to_owned()];
            words.into_iter().chain(what).collect()
        };
        let list = |hand: Dominoes| hand.iter().map(|domino| domino.to_string()).collect();
        WrittenHand {
            dealer: self.position().table.dealer.letter().to_string(),
            dominoes: self.deal().hands.map(list),
            moves: self.moves().iter().map(words).collect(),
            score: self.result(),
        }
    }

    fn written_dealer(written: &WrittenHand) -> Result<Seat, String> {
        let dealer = written.dealer.parse();
        dealer.map_err(|_| "the dealer is no seat".to_owned())
    }

    fn written_deal(written: &WrittenHand) -> Result<Deal, String> {
        let mut deal = Deal {
            hands: [Dominoes::NONE; 4],
        };
        for (hand, texts) in deal.hands.iter_mut().zip(&written.dominoes) {
            for text in texts.iter().take(Hand::SIZE + 1) {
                let domino: Result<Domino, crate::DominoError> = text.parse();
                *hand = *hand | domino.map_err(|error| error.to_string())?.alone();
            }
        }
        if deal.is_whole() {
            Ok(deal)
        } else {
            Err("the dominoes are no deal of the 28".to_owned())
        }
    }

    fn written_moves(written: &WrittenHand) -> Result<Vec<(Seat, Move)>, String> {
        let read = |words: &Vec<String>| {
            let texts: Vec<&str> = words.iter().map(String::as_str).collect();
            let (seat, made) = match texts[..] {
                [seat, "pass"] => (seat, Move::Bid(Bid::Pass)),
                [seat, "bid", bid] => (seat, Move::Bid(parsed(bid)?)),
                [seat, "call", call] => (seat, Move::Call(parsed(call)?)),
                [seat, "play", domino] => (seat, Move::Play(parsed(domino)?)),
                _ => return Err("a move is a seat, and pass, bid, call or play".to_owned()),
            };
            let seat = seat.parse().map_err(|_| "a move begins with its seat")?;
            Ok((seat, made))
        };
        written.moves.iter().map(read).collect()
    }

    fn ends_as(&self, written: &WrittenHand) -> bool {
        self.result() == written.score
    }

    fn are_sound(rules: &HouseRules) -> bool {
        rules.are_sound()
    }
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

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

impl Choice<Move> for Judgement {
    fn choice(&self) -> Move {
        self.best
    }
}

/// A decision in an arena.
pub type Decision<'a> = ::game::Decision<'a, PlayedHand, Judgement>;

/// Two players, and the deals that they play.
pub struct Arena<'a> {
    /// The one whose points are counted.
    pub a: &'a dyn Player,
    /// The one it plays against.
    pub b: &'a dyn Player,
    /// The house rules.
    pub house: HouseRules,
    /// The seed: the same seed gives the same deals, and with players that do not look at the clock the same games.
    pub seed: u64,
    /// How many deals, each played twice.
    pub deals: u64,
    /// How many threads; the result does not depend on it.
    pub threads: usize,
    /// What time it is, if anybody wants to know how long players think.
    pub clock: Option<&'a ::game::Clock<'a>>,
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
    ) -> Result<::game::Tally, NoMove> {
        let [a, b] = [self.a, self.b].map(|player| {
            move |view: &View, seed: u64, watch: &Watch| player.play(view, seed, watch)
        });
        let duel = ::game::Duel::<PlayedHand, Judgement, NoMove> {
            players: [&a, &b],
            rules: self.house,
            seed: self.seed,
            deals: self.deals,
            threads: self.threads,
            clock: self.clock,
        };
        duel.run(on_decision, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, NelORule};

    /// A game of beginners.
    fn played(house: HouseRules, seed: u64) -> Game {
        let mut game = Game::new(house, seed);
        let (bot, watch) = (Bot::new(Level::Beginner), Watch::default());
        while game.winner().is_none() {
            while let Some(seat) = game.hand().turn() {
                let judgement = bot.judge(&game.hand().view(seat), 1, &watch).unwrap();
                game.make(judgement.best).unwrap();
            }
            game.next_hand();
        }
        game
    }

    #[test]
    fn a_game_is_played_to_its_end_and_again_from_its_record() {
        for seed in 0..60 {
            let house = HouseRules {
                forced_bid: seed % 2 == 0,
                plunge: true,
                splash: true,
                sevens: true,
                nel_o: NelORule::Any,
                scoring: Scoring::ALL[seed as usize / 2 % 2],
                ..HouseRules::default()
            };
            let game = played(house, seed);
            let winner = game.winner().unwrap();
            let (score, goal) = (game.score(), house.scoring.goal());
            assert!(score.of(winner) >= goal && score.difference(winner) > 0);
            let text = serde_json::to_string(&game.record()).unwrap();
            let again = GameRecord::from_json(&text).unwrap().replay().unwrap();
            assert_eq!(again, game);
            assert!(again.is_of_its_seed());
            let changed = text.replacen("\"pass\"", "\"fold\"", 1);
            let refused = GameRecord::from_json(&changed).unwrap().replay();
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains("a move is a seat, and pass"), "{refused}");
        }
        assert!(GameRecord::from_json("{}").is_err());
    }
}
