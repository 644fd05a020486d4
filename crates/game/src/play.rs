//! A game: hand after hand, the deal going round.
//!
//! Hand `k` of seed `s` is dealt from the random stream `(s, k)`, so a seed tells all deals of a game.

use seats::{Seat, Side};

use crate::PlayedHand;

/// A move of somebody whose turn it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is not {seat}'s turn: {now}", now = turn.map_or("the hand is over".to_owned(), |turn| format!("{turn} is to move")))]
pub struct NotYourTurn {
    /// Who tried.
    pub seat: Seat,
    /// Whose turn it is.
    pub turn: Option<Seat>,
}

/// Why there is no next hand to deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoNextHand {
    /// This one is not over.
    #[error("no hand is dealt now: the hand is not over")]
    HandNotOver,
    /// One side has won.
    #[error("no hand is dealt now: the game is won")]
    GameWon,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game<H: PlayedHand> {
    seed: u64,
    rules: H::Rules,
    /// The hands that are over.
    finished: Vec<H>,
    hand: H,
}

fn deal<H: PlayedHand>(seed: u64, number: usize) -> H::Deal {
    H::random_deal(&mut space::stream(seed, number as u64))
}

impl<H: PlayedHand> Game<H> {
    /// The beginning of a game. The first dealer follows from the seed.
    pub fn new(rules: H::Rules, seed: u64) -> Game<H> {
        let dealer = Seat::ALL[(seed % 4) as usize];
        Game::begun(rules, seed, dealer, H::Score::default())
    }

    /// A game that begins with this dealer, at this score.
    pub fn begun(rules: H::Rules, seed: u64, dealer: Seat, score: H::Score) -> Game<H> {
        Game {
            seed,
            rules,
            finished: Vec::new(),
            hand: H::begin(rules, score, dealer, deal::<H>(seed, 1)),
        }
    }

    /// The house rules.
    pub fn rules(&self) -> H::Rules {
        self.rules
    }

    /// The points before its first hand.
    pub fn score_before(&self) -> H::Score {
        self.finished.first().unwrap_or(&self.hand).score_before()
    }

    /// The seed of its deals.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The hand that is being played, or that was played last.
    pub fn hand(&self) -> &H {
        &self.hand
    }

    /// All hands, in order.
    pub fn hands(&self) -> impl Iterator<Item = &H> {
        self.finished.iter().chain([&self.hand])
    }

    /// The number of that hand, from 1.
    pub fn number(&self) -> usize {
        self.finished.len() + 1
    }

    /// The points so far, those of a finished hand included.
    pub fn score(&self) -> H::Score {
        self.hand.score_after()
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<Side> {
        H::winner(self.rules, self.score())
    }

    /// Makes a move of the player whose turn it is.
    ///
    /// # Errors
    /// A move that the rules do not allow; the game is as it was.
    pub fn make(&mut self, made: H::Move) -> Result<(), H::Illegal> {
        self.hand.make(made)
    }

    /// Makes a move of a seat, or of whoever has the turn.
    ///
    /// # Errors
    /// It is another seat's turn, or the rules do not allow it; the game is as it was.
    pub fn make_by<E>(&mut self, seat: Option<Seat>, made: H::Move) -> Result<(), E>
    where
        E: From<NotYourTurn> + From<H::Illegal>,
    {
        let turn = self.hand.turn();
        if let Some(seat) = seat.filter(|&seat| turn != Some(seat)) {
            return Err(NotYourTurn { seat, turn }.into());
        }
        Ok(self.make(made)?)
    }

    /// Takes back all moves of the hand but the first so many.
    pub fn take_back_to(&mut self, moves: usize) {
        let (dealer, deal) = (self.hand.dealer(), self.hand.dealt());
        let mut again = H::begin(self.rules, self.hand.score_before(), dealer, deal);
        for &(_, made) in self.hand.moves().iter().take(moves) {
            // These were legal, and are again.
            if again.make(made).is_err() {
                return;
            }
        }
        self.hand = again;
    }

    /// Deals the next hand.
    ///
    /// # Errors
    /// The hand is not over, or the game is won; the game is as it was.
    pub fn deal_next(&mut self) -> Result<(), NoNextHand> {
        if self.hand.turn().is_some() {
            return Err(NoNextHand::HandNotOver);
        }
        if self.winner().is_some() {
            return Err(NoNextHand::GameWon);
        }
        let dealt = deal::<H>(self.seed, self.number() + 1);
        let next = H::begin(self.rules, self.score(), self.hand.next_dealer(), dealt);
        self.finished.push(std::mem::replace(&mut self.hand, next));
        Ok(())
    }

    /// Deals the next hand, if this one is over and the game is not.
    pub fn next_hand(&mut self) {
        let _ = self.deal_next();
    }

    /// Lays other cards, and another dealer, under the hand that begins.
    pub fn lay(&mut self, dealer: Seat, deal: H::Deal) {
        self.hand = H::begin(self.rules, self.hand.score_before(), dealer, deal);
    }

    /// Whether its deals are those of its seed.
    pub fn is_of_its_seed(&self) -> bool {
        let mut numbered = (1..).zip(self.hands());
        numbered.all(|(number, hand)| hand.dealt() == deal::<H>(self.seed, number))
    }
}
