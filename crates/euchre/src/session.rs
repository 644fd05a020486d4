//! A person at a table of bots: the bots move when it is their turn, hints are worked out, moves can be taken back, and
//! what happened is counted. What a terminal or a window shows of it is not known here.

use space::Watch;

use crate::{
    Bot, Card, Game, GameRecord, IllegalMove, Judgement, Level, Move, NoMove, Place, Rules, Seat,
    Side, Statistics, Trump, View, Worlds, WorldsAnswer, limits,
};

/// Who sits at the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Players {
    /// The person's seat.
    pub you: Seat,
    /// The bot opposite.
    pub partner: Bot,
    /// The bots at the sides.
    pub opponents: Bot,
    /// The bot that gives hints.
    pub adviser: Bot,
}

impl Players {
    /// A person in the South, opponents of a level, a partner who plays as they do unless told otherwise, and hints from the
    /// best there is.
    pub fn new(opponents: Level, partner: Option<Level>) -> Players {
        Players {
            you: Seat::South,
            partner: Bot::new(partner.unwrap_or(opponents)),
            opponents: Bot::new(opponents),
            adviser: Bot::new(limits::ADVICE_LEVEL),
        }
    }
}

/// A game of one person with three bots.
pub struct Session {
    players: Players,
    game: Game,
    so_far: Statistics,
    /// What the adviser thought of the decision that is due, once it was asked.
    advice: Option<Judgement>,
}

impl Session {
    /// The beginning of a game.
    pub fn new(players: Players, rules: Rules, seed: u64) -> Session {
        Session {
            players,
            game: Game::new(rules, seed),
            so_far: Statistics::default(),
            advice: None,
        }
    }

    /// The person's seat.
    pub fn you(&self) -> Seat {
        self.players.you
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// All that happened, to be kept.
    pub fn record(&self) -> GameRecord {
        self.game.record()
    }

    /// What is counted of the game so far.
    pub fn statistics(&self) -> &Statistics {
        &self.so_far
    }

    /// What the person knows.
    pub fn view(&self) -> View {
        self.game.hand().view(self.you())
    }

    /// Whether the person is to move.
    pub fn is_your_turn(&self) -> bool {
        self.game.hand().turn() == Some(self.you())
    }

    /// What the person can do; cards in the order in which they are held.
    pub fn moves(&self) -> Vec<Move> {
        if !self.is_your_turn() {
            return Vec::new();
        }
        let mut moves: Vec<Move> = self.game.hand().position().legal_moves().collect();
        let held = self.held();
        let place = |made: &Move| held.iter().position(|&card| made.card() == Some(card));
        moves.sort_by_key(place);
        moves
    }

    /// The person's cards in the order in which they are held: trumps first, the left bower among them.
    pub fn held(&self) -> Vec<Card> {
        let view = self.view();
        let call = view.public().call;
        let trump = call.map_or(Trump::None, |call| call.trump);
        trump.in_order(view.hand()).collect()
    }

    /// One move of a bot, if it is a bot's turn.
    ///
    /// # Errors
    /// The bot had no answer, or was stopped: then nothing has happened.
    pub fn bot_moves(&mut self, watch: &Watch) -> Result<Option<(Seat, Move)>, NoMove> {
        let Some(seat) = self.game.hand().turn().filter(|&seat| seat != self.you()) else {
            return Ok(None);
        };
        let bot = if seat == self.you().partner() {
            self.players.partner
        } else {
            self.players.opponents
        };
        let view = self.game.hand().view(seat);
        let judgement = bot.judge(&view, self.thinking_seed(), watch)?;
        self.game.make(judgement.best)?;
        self.after_move();
        Ok(Some((seat, judgement.best)))
    }

    /// A seed for each decision of the game.
    fn thinking_seed(&self) -> u64 {
        let number = self.game.number() as u64 * 64 + self.game.hand().moves().len() as u64;
        self.game
            .seed()
            .wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// What the adviser would do in the person's place: it sees what the person sees.
    ///
    /// # Errors
    /// It is not the person's turn, or it was stopped.
    pub fn advice(&mut self, watch: &Watch) -> Result<&Judgement, NoMove> {
        let judgement = match self.advice.take() {
            Some(judgement) => judgement,
            None => {
                let adviser = self.players.adviser;
                adviser.judge(&self.view(), self.thinking_seed(), watch)?
            }
        };
        Ok(self.advice.insert(judgement))
    }

    /// What the person can know of who holds what.
    ///
    /// # Errors
    /// It was stopped.
    pub fn odds(&self, watch: &Watch) -> Result<WorldsAnswer, NoMove> {
        Ok(Worlds::new(&self.view())?.answer(None, 0, watch)?)
    }

    /// The person's move. It is compared with the adviser's, and the odds that could be known with the truth. If the watch is
    /// stopped before the adviser has its answer, the move is made all the same, and not compared.
    ///
    /// # Errors
    /// A move that the rules do not allow; nothing happens.
    pub fn make(&mut self, made: Move, watch: &Watch) -> Result<(), IllegalMove> {
        let mut noted = self.so_far.clone();
        self.note_odds(&mut noted);
        self.note_decision(made, &mut noted, watch);
        self.game.make(made)?;
        self.so_far = noted;
        self.after_move();
        Ok(())
    }

    fn note_decision(&mut self, made: Move, noted: &mut Statistics, watch: &Watch) {
        let Ok(advice) = self.advice(watch) else {
            return;
        };
        let value = |made: Move| {
            advice
                .values
                .iter()
                .find(|valued| valued.made == made)
                .map(|valued| valued.value)
        };
        if let (Some(best), Some(chosen)) = (value(advice.best), value(made)) {
            noted.decisions += 1;
            noted.points_lost += (best - chosen).max(0.0);
        }
    }

    fn note_odds(&self, noted: &mut Statistics) {
        let Ok(worlds) = Worlds::new(&self.view()) else {
            return;
        };
        let hand = self.game.hand();
        let odds = worlds.odds();
        for (place, _) in worlds.places() {
            let there = match place {
                Place::Hand(seat) => hand.position().hand(seat),
                Place::Kitty => hand.deal().kitty,
                Place::Discard => hand.discard().into_iter().collect(),
            };
            for card in worlds.unseen().iter() {
                let chance = odds.chance(card, place);
                // What is certain either way is no guess.
                if chance > 0.0 && chance < 1.0 {
                    noted.note_odds(chance, there.has(card));
                }
            }
        }
    }

    fn after_move(&mut self) {
        self.advice = None;
        let hand = self.game.hand();
        let Some(points) = hand.points() else { return };
        let you = self.players.you;
        self.so_far.hands += 1;
        if let Some(call) = hand.public().call.filter(|call| call.maker == you) {
            let won = points.for_side(you.side());
            self.so_far.calls += 1;
            self.so_far.made += (won > 0) as u64;
            self.so_far.euchred += (won < 0) as u64;
            self.so_far.alone += call.alone as u64;
            self.so_far.marched += (call.alone && won == 4) as u64;
        }
        if let Some(winner) = self.game.winner() {
            self.so_far.games += 1;
            self.so_far.won += (winner == you.side()) as u64;
        }
    }

    /// Deals the next hand, if one is due.
    pub fn next_hand(&mut self) {
        self.game.next_hand();
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<Side> {
        self.game.winner()
    }

    /// Takes back the person's last move in this hand, and all that came after it. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        let you = self.you();
        let moves = self.game.hand().moves();
        let Some(last) = moves.iter().rposition(|&(seat, _)| seat == you) else {
            return false;
        };
        self.game.take_back_to(last);
        self.advice = None;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hand;

    fn players() -> Players {
        Players {
            adviser: Bot::new(Level::Club),
            ..Players::new(Level::Beginner, None)
        }
    }

    /// Plays until it is the person's turn.
    fn to_your_turn(session: &mut Session) {
        while session.bot_moves(&Watch::default()).unwrap().is_some() {}
    }

    #[test]
    fn a_game_is_played_to_its_end_and_counted() {
        let mut session = Session::new(players(), Rules::default(), 4);
        while session.winner().is_none() {
            to_your_turn(&mut session);
            if session.is_your_turn() {
                let best = session.advice(&Watch::default()).unwrap().best;
                session.make(best, &Watch::default()).unwrap();
            } else {
                session.next_hand();
            }
        }
        let counted = session.statistics();
        assert_eq!(
            (counted.games, counted.hands),
            (1, session.game().number() as u64)
        );
        assert_eq!(counted.calls, counted.made + counted.euchred);
        assert!(
            counted.decisions > 10 && counted.points_lost == 0.0,
            "the hint was followed"
        );
        assert!(counted.calibration.iter().map(|bin| bin.cases).sum::<u64>() > 500);
    }

    #[test]
    fn cards_are_held_with_the_left_bower_among_trumps() {
        for seed in 0..40 {
            let mut session = Session::new(players(), Rules::default(), seed);
            to_your_turn(&mut session);
            let (held, trump) = (session.held(), session.view().public().call);
            assert_eq!(held.len(), session.view().hand().len());
            let Some(trump) = trump.map(|call| call.trump) else {
                continue;
            };
            let trumps = held
                .iter()
                .take_while(|&&card| trump.trumps().has(card))
                .count();
            assert_eq!(trumps, (session.view().hand() & trump.trumps()).len());
        }
    }

    #[test]
    fn undo_goes_back_to_the_last_decision() {
        let mut session = Session::new(players(), Rules::default(), 4);
        to_your_turn(&mut session);
        assert!(!session.undo(), "nothing was done yet");
        let before: Hand = session.game().hand().clone();
        let made = session.moves()[0];
        session.make(made, &Watch::default()).unwrap();
        to_your_turn(&mut session);
        assert!(session.undo());
        assert_eq!(session.game().hand(), &before);
    }
}
