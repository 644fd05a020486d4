//! A game to ten: hand after hand, the deal going round, and a record from which it can be played again.
//!
//! Hand `k` of seed `s` is dealt from the random stream `(s, k)`, so a seed tells all deals of a game. Its record also
//! holds the deals, so that it can be played again without the seed.

use ::game::RecordedHand;
use serde::{Deserialize, Serialize};
use space::Stream;

use crate::view::{bid_from_json, bid_json};
use crate::{Card, Cards, Deal, Hand, IllegalMove, Move, Points, Rules, Score, Seat, Side, View};

/// A game.
pub type Game = ::game::Game<Hand>;

/// A game as it was played, to be kept and played again.
pub type GameRecord = ::game::GameRecord<Hand>;

impl ::game::PlayedHand for Hand {
    const GAME: &'static str = "euchre";
    type Deal = Deal;
    type Rules = Rules;
    type Score = Score;
    type Move = Move;
    type Illegal = IllegalMove;
    type View = View;

    fn random_deal(rng: &mut Stream) -> Deal {
        Deal::random(rng)
    }

    fn begin(rules: Rules, score: Score, dealer: Seat, deal: Deal) -> Hand {
        Hand::new(rules, score, dealer, deal)
    }

    fn dealt(&self) -> Deal {
        *self.deal()
    }

    fn dealer(&self) -> Seat {
        self.public().dealer
    }

    fn next_dealer(&self) -> Seat {
        let dealer = self.public().dealer;
        if self.is_thrown_in() {
            dealer
        } else {
            dealer.next()
        }
    }

    fn score_before(&self) -> Score {
        self.public().score
    }

    fn score_after(&self) -> Score {
        let points = self.points().unwrap_or_default();
        self.public().score.after(points)
    }

    fn difference(&self, side: Side) -> i32 {
        i32::from(self.points().unwrap_or_default().for_side(side))
    }

    fn winner(_: Rules, score: Score) -> Option<Side> {
        score.winner()
    }

    fn words(_: Rules) -> (&'static str, &'static str) {
        ("points", "games to ten")
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

/// A hand of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "PlayedHand"))]
pub struct WrittenHand {
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

impl RecordedHand for Hand {
    type Written = WrittenHand;

    fn written(&self) -> WrittenHand {
        let public = self.public();
        let list = |cards: Cards| cards.iter().map(|card| card.to_string()).collect();
        let moves = self.moves().iter();
        WrittenHand {
            dealer: public.dealer.letter().to_string(),
            cards: self.deal().hands.map(list),
            upcard: public.upcard.to_string(),
            kitty: list(self.deal().kitty),
            moves: moves
                .map(|&(seat, made)| move_words(seat, made, public.upcard))
                .collect(),
            points: self.points().map(|points| points.0),
        }
    }

    fn written_dealer(written: &WrittenHand) -> Result<Seat, String> {
        let dealer = written.dealer.parse();
        dealer.map_err(|_| "the dealer is no seat".to_owned())
    }

    fn written_deal(written: &WrittenHand) -> Result<Deal, String> {
        let card = |text: &String| text.parse::<Card>().map_err(|error| error.to_string());
        let set = |texts: &[String]| texts.iter().map(card).collect::<Result<Cards, String>>();
        let [north, east, south, west] = &written.cards;
        let deal = Deal {
            hands: [set(north)?, set(east)?, set(south)?, set(west)?],
            upcard: card(&written.upcard)?,
            kitty: set(&written.kitty)?,
        };
        if deal.is_whole() {
            Ok(deal)
        } else {
            Err("the cards are no deal of the 24".to_owned())
        }
    }

    fn written_moves(written: &WrittenHand) -> Result<Vec<(Seat, Move)>, String> {
        written.moves.iter().map(|words| move_of(words)).collect()
    }

    fn ends_as(&self, written: &WrittenHand) -> bool {
        written.points == self.points().map(|Points(points)| points)
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
