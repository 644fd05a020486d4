//! A person at a table of bots: the bots move when it is their turn, hints are worked out, moves can be taken back, and
//! what happened is counted. What a terminal or a window shows of it is not known here.

use ::game::{NotKept, Seated};
use space::Watch;

use crate::{
    Bot, Card, Game, GameRecord, Hand, IllegalMove, Judgement, Level, Move, NoMove, Place, Rules,
    Seat, Side, Statistics, Style, Trump, View, Worlds, WorldsAnswer, limits,
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

    /// The same players, bidding in a style.
    pub fn with_style(mut self, style: Style) -> Players {
        self.partner.style = style;
        self.opponents.style = style;
        self
    }
}

/// A game that was stopped, and who played it: to be gone on with.
pub type KeptGame = ::game::KeptGame<Hand>;

/// A game of one person with three bots.
pub struct Session {
    table: Seated<Hand, Bot>,
    adviser: Bot,
    so_far: Statistics,
    /// What the adviser thought of the decision that is due, once it was asked.
    advice: Option<Judgement>,
}

impl Session {
    /// The beginning of a game.
    pub fn new(players: Players, rules: Rules, seed: u64) -> Session {
        let game = Game::new(rules, seed);
        let mut table = Seated::new(game, players.partner, players.opponents);
        table.you = players.you;
        Session::at(table, players.adviser)
    }

    /// A game that was kept, where it stopped. What was counted of it so far is not counted again.
    ///
    /// # Errors
    /// A bot that is none, or a record that cannot be played.
    pub fn resumed(kept: &KeptGame) -> Result<Session, NotKept> {
        let table = kept.resumed(|name| {
            let (level, style) = Level::with_style(name)?;
            let mut bot = Bot::new(level);
            bot.style = style;
            Some(bot)
        })?;
        Ok(Session::at(table, Bot::new(limits::ADVICE_LEVEL)))
    }

    fn at(table: Seated<Hand, Bot>, adviser: Bot) -> Session {
        Session {
            table,
            adviser,
            so_far: Statistics::default(),
            advice: None,
        }
    }

    /// The person's seat.
    pub fn you(&self) -> Seat {
        self.table.you
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.table.game()
    }

    /// All that happened, to be kept.
    pub fn record(&self) -> GameRecord {
        self.game().record()
    }

    /// The game and its players, to be gone on with later.
    pub fn kept(&self, practice: bool) -> KeptGame {
        let named = |bot: &Bot| format!("{},{}", bot.level.name(), bot.style.name());
        self.table.kept(practice, named)
    }

    /// What is counted of the game so far.
    pub fn statistics(&self) -> &Statistics {
        &self.so_far
    }

    /// What the person knows.
    pub fn view(&self) -> View {
        self.table.view()
    }

    /// Whether the person is to move.
    pub fn is_your_turn(&self) -> bool {
        self.table.is_your_turn()
    }

    /// What the person can do; cards in the order in which they are held.
    pub fn moves(&self) -> Vec<Move> {
        if !self.is_your_turn() {
            return Vec::new();
        }
        let mut moves: Vec<Move> = self.game().hand().position().legal_moves().collect();
        let held = self.held();
        let place = |made: &Move| held.iter().position(|&card| made.card() == Some(card));
        answer::sort_by_key(&mut moves, place);
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
        let think = |bot: &Bot, view: &View, seed| bot.judge(view, seed, watch);
        let made = self.table.bot_moves(think)?;
        if made.is_some() {
            self.after_move();
        }
        Ok(made)
    }

    /// What the adviser would do in the person's place: it sees what the person sees.
    ///
    /// # Errors
    /// It is not the person's turn, or it was stopped.
    pub fn advice(&mut self, watch: &Watch) -> Result<&Judgement, NoMove> {
        let judgement = match self.advice.take() {
            Some(judgement) => judgement,
            None => {
                let seed = self.table.thinking_seed();
                self.adviser.judge(&self.view(), seed, watch)?
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
        self.table.make(made)?;
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
        let hand = self.game().hand();
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
        let hand = self.table.game().hand();
        let Some(points) = hand.points() else { return };
        let you = self.table.you;
        self.so_far.hands += 1;
        if let Some(call) = hand.public().call.filter(|call| call.maker == you) {
            let won = points.for_side(you.side());
            self.so_far.calls += 1;
            self.so_far.made += (won > 0) as u64;
            self.so_far.euchred += (won < 0) as u64;
            self.so_far.alone += call.alone as u64;
            self.so_far.marched += (call.alone && won == 4) as u64;
        }
        if let Some(winner) = self.game().winner() {
            self.so_far.games += 1;
            self.so_far.won += (winner == you.side()) as u64;
        }
    }

    /// Deals the next hand, if one is due.
    pub fn next_hand(&mut self) {
        self.table.next_hand();
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<Side> {
        self.game().winner()
    }

    /// Takes back the person's last move in this hand, and all that came after it. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.advice = None;
        self.table.undo()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players() -> Players {
        Players {
            adviser: Bot::new(Level::Expert).with_iterations(100),
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
    fn a_game_that_was_kept_goes_on_where_it_stopped() {
        let mut session = Session::new(players().with_style(Style::Bold), Rules::default(), 4);
        to_your_turn(&mut session);
        let made = session.moves()[0];
        session.make(made, &Watch::default()).unwrap();
        let kept = serde_json::to_string(&session.kept(true)).unwrap();
        let again = KeptGame::from_json(&kept).unwrap();
        assert!(again.practice);
        let mut again = Session::resumed(&again).unwrap();
        assert_eq!(again.game(), session.game());
        let bots = |session: &Session| [session.table.opponents, session.table.partner];
        assert_eq!(bots(&again), bots(&session));
        to_your_turn(&mut session);
        to_your_turn(&mut again);
        assert_eq!(
            again.game(),
            session.game(),
            "the bots do as they would have done"
        );
        assert!(KeptGame::from_json("{}").is_err());
        let other = kept.replace("beginner", "genius");
        let resumed = Session::resumed(&KeptGame::from_json(&other).unwrap());
        assert_eq!(resumed.err(), Some(NotKept::Player));
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
