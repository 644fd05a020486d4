//! A game to ten: hand after hand, the deal going round, and a record from which it can be played again.
//!
//! Hand `k` of seed `s` is dealt from the random stream `(s, k)`, so a seed tells all deals of a game. Its record also
//! holds the deals, so that it can be played again without the seed.

use serde::{Deserialize, Serialize};

use crate::view::{bid_from_json, bid_json};
use crate::{Card, Cards, Deal, Hand, IllegalMove, Move, Points, Rules, Score, Seat, Side};

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    seed: u64,
    rules: Rules,
    /// The hands that are over.
    finished: Vec<Hand>,
    hand: Hand,
}

impl Game {
    /// The beginning of a game. The first dealer follows from the seed.
    pub fn new(rules: Rules, seed: u64) -> Game {
        let dealer = Seat::ALL[(seed % 4) as usize];
        Game::begun(rules, seed, dealer, Score::default())
    }

    /// A game that begins with this dealer, at this score.
    pub fn begun(rules: Rules, seed: u64, dealer: Seat, score: Score) -> Game {
        let deal = Deal::random(&mut space::stream(seed, 1));
        Game {
            seed,
            rules,
            finished: Vec::new(),
            hand: Hand::new(rules, score, dealer, deal),
        }
    }

    /// The house rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The points before its first hand.
    pub fn score_before(&self) -> Score {
        let first = self.finished.first().unwrap_or(&self.hand);
        first.public().score
    }

    /// The seed of its deals.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The hand that is being played, or that was played last.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// All hands, in order.
    pub fn hands(&self) -> impl Iterator<Item = &Hand> {
        self.finished.iter().chain([&self.hand])
    }

    /// The number of that hand, from 1.
    pub fn number(&self) -> usize {
        self.finished.len() + 1
    }

    /// The points so far, those of a finished hand included.
    pub fn score(&self) -> Score {
        self.hand
            .public()
            .score
            .after(self.hand.points().unwrap_or_default())
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<Side> {
        self.score().winner()
    }

    /// Makes a move of the player whose turn it is.
    ///
    /// # Errors
    /// A move that the rules do not allow; the game is as it was.
    pub fn make(&mut self, made: Move) -> Result<(), IllegalMove> {
        self.hand.make(made)
    }

    /// Takes back all moves of the hand but the first so many.
    pub fn take_back_to(&mut self, moves: usize) {
        let public = self.hand.public();
        let mut again = Hand::new(self.rules, public.score, public.dealer, *self.hand.deal());
        for &(_, made) in self.hand.moves().iter().take(moves) {
            // These were legal, and are again.
            if again.make(made).is_err() {
                return;
            }
        }
        self.hand = again;
    }

    /// Deals the next hand, if this one is over and the game is not.
    pub fn next_hand(&mut self) {
        let score = self.score();
        if self.hand.turn().is_some() || score.winner().is_some() {
            return;
        }
        let dealer = self.hand.public().dealer;
        let dealer = if self.hand.is_thrown_in() {
            dealer
        } else {
            dealer.next()
        };
        let deal = Deal::random(&mut space::stream(self.seed, self.number() as u64 + 1));
        let next = Hand::new(self.rules, score, dealer, deal);
        self.finished.push(std::mem::replace(&mut self.hand, next));
    }

    /// Lays other cards, and another dealer, under the hand that begins.
    pub(crate) fn lay(&mut self, dealer: Seat, deal: Deal) {
        self.hand = Hand::new(self.rules, self.hand.public().score, dealer, deal);
    }

    /// Whether its deals are those of its seed.
    pub fn is_of_its_seed(&self) -> bool {
        let dealt = |k: usize| Deal::random(&mut space::stream(self.seed, k as u64 + 1));
        self.hands()
            .enumerate()
            .all(|(k, hand)| *hand.deal() == dealt(k))
    }

    /// All that happened.
    pub fn record(&self) -> GameRecord {
        GameRecord {
            game: "euchre".to_owned(),
            seed: self.seed.to_string(),
            rules: self.rules,
            before: self.score_before(),
            score: self.score(),
            hands: self.hands().map(PlayedHand::new).collect(),
        }
    }
}

/// A game as it was played, to be kept and played again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// `euchre`.
    game: String,
    /// The seed of the deals.
    seed: String,
    /// The house rules.
    rules: Rules,
    /// The points before the first hand; not there for 0-0.
    #[serde(default, skip_serializing_if = "is_nothing")]
    before: Score,
    /// The points at the end.
    score: Score,
    /// The hands, in order.
    hands: Vec<PlayedHand>,
}

fn is_nothing(score: &Score) -> bool {
    *score == Score::default()
}

/// A hand of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PlayedHand {
    /// Who dealt.
    dealer: String,
    /// The cards of North, East, South and West.
    cards: [Vec<String>; 4],
    /// The card turned up,
    upcard: String,
    /// and those under it.
    kitty: Vec<String>,
    /// What was done, in order, each with its seat.
    moves: Vec<Vec<String>>,
    /// The points for North and South; below 0 for the others; none for a hand that was not finished.
    points: Option<i8>,
}

/// Why a record cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no record of a euchre game: {0}")]
pub struct GameRecordError(String);

fn wrong(message: impl Into<String>) -> GameRecordError {
    GameRecordError(message.into())
}

/// The most hands that a record may have: a game of passed hands could go on for ever.
const MOST_HANDS: usize = 10_000;

impl GameRecord {
    /// Reads a record.
    ///
    /// # Errors
    /// A text that is no record.
    pub fn from_json(text: &str) -> Result<GameRecord, GameRecordError> {
        serde_json::from_str(text).map_err(|error| wrong(error.to_string()))
    }

    /// Plays the game again, move by move, with the cards as they were recorded.
    ///
    /// # Errors
    /// Hands that are no deals, a move that the rules do not allow, or points that do not follow.
    pub fn replay(&self) -> Result<Game, GameRecordError> {
        let seed = self
            .seed
            .parse()
            .map_err(|_| wrong("the seed is no number"))?;
        if self.game != "euchre" || self.hands.is_empty() || self.hands.len() > MOST_HANDS {
            return Err(wrong("it has no hands, or too many, or is of another game"));
        }
        if self.before.winner().is_some() {
            return Err(wrong("the game was won before its first hand"));
        }
        let mut game = Game::begun(self.rules, seed, Seat::North, self.before);
        for (i, played) in self.hands.iter().enumerate() {
            let at = |message: String| wrong(format!("hand {}: {message}", i + 1));
            if i > 0 {
                game.next_hand();
            }
            if game.number() != i + 1 {
                return Err(at("the one before is not over, or the game is".to_owned()));
            }
            let dealer = match i {
                0 => played.dealer().map_err(at)?,
                _ => game.hand.public().dealer,
            };
            game.lay(dealer, played.deal().map_err(at)?);
            played.play_in(&mut game).map_err(at)?;
        }
        if game.score() == self.score {
            Ok(game)
        } else {
            Err(wrong("the score does not follow from the hands"))
        }
    }
}

impl PlayedHand {
    fn new(hand: &Hand) -> PlayedHand {
        let public = hand.public();
        let list = |cards: Cards| cards.iter().map(|card| card.to_string()).collect();
        PlayedHand {
            dealer: public.dealer.letter().to_string(),
            cards: hand.deal().hands.map(list),
            upcard: public.upcard.to_string(),
            kitty: list(hand.deal().kitty),
            moves: hand
                .moves()
                .iter()
                .map(|&(seat, made)| move_words(seat, made, public.upcard))
                .collect(),
            points: hand.points().map(|points| points.0),
        }
    }

    fn dealer(&self) -> Result<Seat, String> {
        let dealer = self.dealer.parse();
        dealer.map_err(|_| "the dealer is no seat".to_owned())
    }

    fn deal(&self) -> Result<Deal, String> {
        let card = |text: &String| text.parse::<Card>().map_err(|error| error.to_string());
        let set = |texts: &[String]| texts.iter().map(card).collect::<Result<Cards, String>>();
        let [north, east, south, west] = &self.cards;
        let deal = Deal {
            hands: [set(north)?, set(east)?, set(south)?, set(west)?],
            upcard: card(&self.upcard)?,
            kitty: set(&self.kitty)?,
        };
        if deal.is_whole() {
            Ok(deal)
        } else {
            Err("the cards are no deal of the 24".to_owned())
        }
    }

    fn play_in(&self, game: &mut Game) -> Result<(), String> {
        if self.dealer()? != game.hand.public().dealer {
            return Err(format!("the dealer is {}", game.hand.public().dealer));
        }
        for words in &self.moves {
            let (seat, made) = move_of(words)?;
            if game.hand().turn() != Some(seat) {
                return Err(format!("it is not {seat}'s turn to {made}"));
            }
            game.make(made).map_err(|error| error.to_string())?;
        }
        if self.points == game.hand().points().map(|Points(points)| points) {
            Ok(())
        } else {
            Err("the points do not follow from the moves".to_owned())
        }
    }
}

fn move_words(seat: Seat, made: Move, upcard: Card) -> Vec<String> {
    let card =
        |name: &str, card: Card| vec![seat.letter().to_string(), name.to_owned(), card.to_string()];
    match made {
        Move::Bid(bid) => bid_json(seat, bid, upcard),
        Move::Discard(c) => card("discard", c),
        Move::Give(c) => card("give", c),
        Move::Play(c) => card("play", c),
    }
}

fn move_of(words: &[String]) -> Result<(Seat, Move), String> {
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    let [seat, name @ ("discard" | "give" | "play"), card] = texts[..] else {
        let bid = bid_from_json(words).map_err(|error| error.to_string());
        return bid.map(|(seat, bid)| (seat, Move::Bid(bid)));
    };
    let seat = seat.parse().map_err(|_| "a move begins with its seat")?;
    let card = card
        .parse()
        .map_err(|error: crate::CardError| error.to_string())?;
    let made = match name {
        "discard" => Move::Discard(card),
        "give" => Move::Give(card),
        _ => Move::Play(card),
    };
    Ok((seat, made))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bot, Level};

    /// A game of beginners.
    fn played(rules: Rules, seed: u64) -> Game {
        let mut game = Game::new(rules, seed);
        let (bot, watch) = (Bot::new(Level::Beginner), space::Watch::default());
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
    fn a_game_goes_to_ten_and_the_deal_goes_round() {
        for seed in 0..200 {
            let game = played(Rules::default(), seed);
            let score = game.score();
            let winner = game.winner().unwrap();
            assert!(score.of(winner) >= 10 && score.of(winner.other()) < 10);
            let dealers: Vec<Seat> = game.hands().map(|hand| hand.public().dealer).collect();
            assert!(dealers.windows(2).all(|pair| pair[1] == pair[0].next()));
        }
    }

    #[test]
    fn a_game_is_played_again_from_its_record() {
        let rules = Rules {
            farmers_hand: true,
            ace_no_face: true,
            partners_best: true,
            defend_alone: true,
            ..Rules::default()
        };
        for seed in 0..100 {
            let game = played(rules, seed);
            let text = serde_json::to_string(&game.record()).unwrap();
            let again = GameRecord::from_json(&text).unwrap().replay().unwrap();
            assert_eq!(again, game);
            assert!(again.is_of_its_seed());
        }
        let text = serde_json::to_string(&played(rules, 3).record()).unwrap();
        let changed = text.replacen("\"pass\"", "\"order\"", 1);
        assert!(GameRecord::from_json(&changed).unwrap().replay().is_err());
        assert!(GameRecord::from_json("{}").is_err());
    }

    #[test]
    fn moves_are_taken_back() {
        let mut game = Game::new(Rules::default(), 5);
        let before = game.clone();
        for _ in 0..3 {
            game.make(Move::Bid(crate::Bid::Pass)).unwrap();
        }
        game.take_back_to(1);
        assert_eq!(game.hand().moves().len(), 1);
        game.take_back_to(0);
        assert_eq!(game, before);
    }
}
