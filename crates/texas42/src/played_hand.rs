//! One hand of Texas 42 as it is played: all dominoes, what was done, and what comes next. It hands out views, and a view
//! gets nothing from it but what everybody has seen and its seat's own dominoes.

use rand::Rng;

use crate::view::Public;
use crate::{
    Call, Contract, Domino, Dominoes, Hand, HouseRules, Move, Position, Score, Seat, Stage, View,
};

/// Who was dealt what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The hands, by seat.
    pub hands: [Dominoes; 4],
}

impl Deal {
    /// A fair deal.
    pub fn random(rng: &mut impl Rng) -> Deal {
        let mut all: Vec<Domino> = Domino::all().collect();
        for i in (1..all.len()).rev() {
            all.swap(i, space::below_by_remainder(i as u32 + 1, rng) as usize);
        }
        let hand = |i: usize| {
            all[Hand::SIZE * i..][..Hand::SIZE]
                .iter()
                .copied()
                .collect()
        };
        Deal {
            hands: [0, 1, 2, 3].map(hand),
        }
    }

    /// Whether it is a deal: seven each, every domino once.
    pub fn is_whole(&self) -> bool {
        let all = self
            .hands
            .iter()
            .fold(Dominoes::NONE, |all, &hand| all | hand);
        all == Dominoes::ALL && self.hands.iter().all(|hand| hand.len() == Hand::SIZE)
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

/// A hand as it is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedHand {
    deal: Deal,
    public: Public,
    position: Position,
    moves: Vec<(Seat, Move)>,
}

/// A trick that was finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Texas42TrickTaken"))]
pub struct TrickTaken {
    /// Its number, from 1.
    pub number: usize,
    /// Who took it.
    pub winner: Seat,
    /// What it is worth: one, and the count in it.
    pub points: u32,
}

impl std::fmt::Display for TrickTaken {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let points = answer::plural(u64::from(self.points), "point");
        write!(f, "{} takes trick {}: {points}", self.winner, self.number)
    }
}

impl PlayedHand {
    /// The beginning of a hand.
    pub fn new(house: HouseRules, score: Score, dealer: Seat, deal: Deal) -> PlayedHand {
        PlayedHand {
            deal,
            public: Public::new(house, score, dealer),
            position: Position::new(house, dealer, deal.hands),
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

    /// Where it stands, with all dominoes.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All that was done, in order.
    pub fn moves(&self) -> &[(Seat, Move)] {
        &self.moves
    }

    /// Whose turn it is; `None` when the hand is over.
    pub fn turn(&self) -> Option<Seat> {
        (self.position.stage() != Stage::Over).then(|| self.position.turn())
    }

    /// The bid that won, once everybody has spoken.
    pub fn contract(&self) -> Option<Contract> {
        self.position
            .contract()
            .filter(|_| self.position.stage() != Stage::Bid)
    }

    /// What was called.
    pub fn call(&self) -> Option<Call> {
        self.public.call
    }

    /// What it brought, once it is over.
    pub fn result(&self) -> Option<Score> {
        self.position.result()
    }

    /// The score after it; before, as long as it goes on.
    pub fn score_after(&self) -> Score {
        self.public.score.after(self.result().unwrap_or_default())
    }

    /// What a seat knows now.
    pub fn view(&self, seat: Seat) -> View {
        View::of(self.public.clone(), seat, self.position.hand(seat))
    }

    /// The trick that the last move finished.
    pub fn trick_taken(&self) -> Option<TrickTaken> {
        let (_, Move::Play(_)) = self.moves.last()? else {
            return None;
        };
        let trick = self.public.tricks.last()?;
        if trick.len() < usize::from(self.position.table.players()) {
            return None;
        }
        Some(TrickTaken {
            number: self.public.tricks.len(),
            winner: self.position.turn(),
            points: 1 + trick.iter().map(|(_, domino)| domino.count()).sum::<u32>(),
        })
    }

    /// Makes a move of the player whose turn it is.
    ///
    /// # Errors
    /// A move that the rules do not allow; the hand is as it was.
    pub fn make(&mut self, made: Move) -> Result<(), IllegalMove> {
        let seat = self.position.turn();
        if !self.position.legal().has(made.code()) {
            let reason = self.why_not(made);
            return Err(IllegalMove { seat, made, reason });
        }
        let players = usize::from(self.position.table.players());
        self.position.make(made.code());
        self.moves.push((seat, made));
        match made {
            Move::Bid(bid) => self.public.bids.push((seat, bid)),
            Move::Call(call) => self.public.call = Some(call),
            Move::Play(domino) => match self.public.tricks.last_mut() {
                Some(trick) if trick.len() < players => trick.push((seat, domino)),
                _ => self.public.tricks.push(vec![(seat, domino)]),
            },
        }
        Ok(())
    }

    fn why_not(&self, made: Move) -> String {
        let hand = self.position.hand(self.position.turn());
        let rules = self.position.table.rules;
        match (self.position.stage(), made) {
            (Stage::Over, _) => "the hand is over".to_owned(),
            (Stage::Play, Move::Play(domino)) if hand.has(domino) => {
                let playable = rules.shown(self.position.table.playable(hand));
                match rules.call() {
                    Call::Sevens => format!("closest to seven is {playable}"),
                    _ => format!("it must follow suit with {playable}"),
                }
            }
            (Stage::Play, Move::Play(_)) => format!("it holds {}", rules.shown(hand)),
            _ => {
                let legal: Vec<String> =
                    self.position.legal_moves().map(|m| m.to_string()).collect();
                format!("what it can do is {}", legal.join(", "))
            }
        }
    }
}
