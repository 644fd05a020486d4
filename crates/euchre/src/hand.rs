//! One hand of euchre as it is played: all cards, what everybody has seen, and what comes next. It hands out views, and
//! a view gets nothing from it but what everybody has seen and its seat's own cards.

use rand::Rng;

use crate::{
    Call, Card, Cards, Move, Points, Position, Public, Rules, Score, Seat, Stage, Trick, View,
};

/// Where the 24 cards lie before the first bid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The hands, by seat.
    pub hands: [Cards; 4],
    /// The card turned up.
    pub upcard: Card,
    /// The three cards under it.
    pub kitty: Cards,
}

impl Deal {
    /// A fair deal.
    pub fn random(rng: &mut impl Rng) -> Deal {
        let mut cards: Vec<Card> = Cards::DECK.iter().collect();
        for i in (1..cards.len()).rev() {
            cards.swap(i, space::below_by_remainder(i as u32 + 1, rng) as usize);
        }
        let set = |range: std::ops::Range<usize>| cards[range].iter().copied().collect();
        Deal {
            hands: [set(0..5), set(5..10), set(10..15), set(15..20)],
            upcard: cards[20],
            kitty: set(21..24),
        }
    }

    /// Whether it is a deal: five cards each, three under the upcard, every card once.
    pub fn is_whole(&self) -> bool {
        let places = self
            .hands
            .into_iter()
            .chain([self.kitty, Cards::one(self.upcard)]);
        let all = places.fold(Cards::NONE, |all, cards| all | cards);
        all == Cards::DECK && self.hands.iter().all(|hand| hand.len() == 5) && self.kitty.len() == 3
    }
}

/// A move that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{seat} cannot {made} now: {reason}")]
pub struct IllegalMove {
    /// Whose turn it is.
    pub seat: Seat,
    /// What was tried.
    pub made: Move,
    /// Why not.
    pub reason: String,
}

/// What one seat alone knows, apart from the cards it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Secret {
    pub discard: Option<Card>,
    pub given: Option<Card>,
    pub received: Option<Card>,
}

/// A hand of euchre.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    deal: Deal,
    public: Public,
    position: Position,
    secrets: [Secret; 4],
    moves: Vec<(Seat, Move)>,
}

impl Hand {
    /// The beginning of a hand.
    pub fn new(rules: Rules, score: Score, dealer: Seat, deal: Deal) -> Hand {
        Hand {
            deal,
            public: Public::new(rules, score, dealer, deal.upcard),
            position: Position::new(rules, dealer, deal.hands, deal.upcard),
            secrets: [Secret::default(); 4],
            moves: Vec::new(),
        }
    }

    /// How it was dealt.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// What everybody has seen.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// Where it stands, with all cards.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All that was done, in order, hidden cards included.
    pub fn moves(&self) -> &[(Seat, Move)] {
        &self.moves
    }

    /// The cards that were laid away by the dealer, if the dealer took the upcard.
    pub fn discard(&self) -> Option<Card> {
        self.secrets[self.public.dealer as usize].discard
    }

    /// Whose turn it is; `None` when the hand is over.
    pub fn turn(&self) -> Option<Seat> {
        (self.position.stage() != Stage::Over).then(|| self.position.turn())
    }

    /// What it brought, once it is over.
    pub fn points(&self) -> Option<Points> {
        self.position.points()
    }

    /// Whether it was thrown in, so that the same dealer deals again.
    pub fn is_thrown_in(&self) -> bool {
        matches!(self.moves.last(), Some((_, Move::Bid(crate::Bid::ThrowIn))))
    }

    /// What a seat knows now.
    pub fn view(&self, seat: Seat) -> View {
        let own = self.position.hand(seat);
        View::seen(self.public.clone(), seat, own, self.secrets[seat as usize])
    }

    /// Makes a move of the player whose turn it is.
    ///
    /// # Errors
    /// A move that the rules do not allow; the hand is as it was.
    pub fn make(&mut self, made: Move) -> Result<(), IllegalMove> {
        let seat = self.position.turn();
        let stage = self.position.stage();
        if Move::from_code(made.code(), stage) != Some(made)
            || !self.position.legal().has(made.code())
        {
            let reason = self.why_not(made);
            return Err(IllegalMove { seat, made, reason });
        }
        self.position.make(made.code());
        self.moves.push((seat, made));
        match made {
            Move::Bid(bid) => self.public.bids.push((seat, bid)),
            Move::Discard(card) => self.secrets[seat as usize].discard = Some(card),
            Move::Give(card) => {
                self.secrets[seat as usize].given = Some(card);
                self.secrets[seat.partner() as usize].received = Some(card);
            }
            Move::Play(card) => self.record_play(seat, card),
        }
        self.public.call = self.position.call();
        Ok(())
    }

    fn record_play(&mut self, seat: Seat, card: Card) {
        let players = self
            .public
            .call
            .map_or(4, |call: Call| call.players() as usize);
        match self.public.tricks.last_mut() {
            Some(trick) if trick.0.len() < players => trick.0.push((seat, card)),
            _ => self.public.tricks.push(Trick(vec![(seat, card)])),
        }
    }

    fn why_not(&self, made: Move) -> String {
        let hand = self.position.hand(self.position.turn());
        let held = made.card().is_none_or(|card| hand.has(card));
        match (self.position.stage(), made) {
            (Stage::Over, _) => "the hand is over".to_owned(),
            (Stage::Play, Move::Play(_)) if held => {
                format!(
                    "it must follow suit with {}",
                    self.position.table.playable(hand)
                )
            }
            (Stage::Play, Move::Play(_)) => format!("it holds {hand}"),
            (Stage::Discard | Stage::Give | Stage::Return, _) if !held => {
                format!("it holds {hand}")
            }
            _ => {
                let legal: Vec<String> =
                    self.position.legal_moves().map(|m| m.to_string()).collect();
                format!("what it can do is {}", legal.join(", "))
            }
        }
    }
}
