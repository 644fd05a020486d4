//! What a game looks like in a terminal: cards as boxes, red suits in red where there is colour.

use fairdeal::euchre::{Card, Game, Hand, Move, Points, Score, Seat, Side, Stage, Suit, View};

pub(crate) struct Drawing {
    colour: bool,
}

impl Drawing {
    pub(crate) fn new(colour: bool) -> Drawing {
        Drawing { colour }
    }

    /// Hearts and diamonds in red.
    fn inked(&self, suit: Suit, text: &str) -> String {
        if self.colour && matches!(suit, Suit::Hearts | Suit::Diamonds) {
            format!("\x1b[31m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    /// `J♥`
    fn card(&self, card: Card) -> String {
        let text = format!("{}{}", card.rank().letter(), card.suit().symbol());
        self.inked(card.suit(), &text)
    }

    pub(crate) fn score(&self, score: Score) -> String {
        format!(
            "{} points to {}",
            score.of(Side::NorthSouth),
            score.of(Side::EastWest)
        )
    }

    /// The head of a hand.
    pub(crate) fn beginning(&self, game: &Game) -> String {
        let public = game.hand().public();
        format!(
            "Hand {}: North and South {}, East and West {}. {} deals and turns up {}.",
            game.number(),
            public.score.of(Side::NorthSouth),
            public.score.of(Side::EastWest),
            public.dealer,
            self.card(public.upcard)
        )
    }

    /// What someone did. What others do face down is not shown.
    pub(crate) fn made(&self, made: Move, own: bool) -> String {
        match made {
            Move::Play(card) => self.card(card),
            Move::Discard(_) if !own => "takes the upcard and lays a card away".to_owned(),
            Move::Give(_) if !own => "gives its partner a card".to_owned(),
            Move::Discard(card) => format!("lays away {}", self.card(card)),
            Move::Give(card) => format!("gives {}", self.card(card)),
            Move::Bid(bid) => bid.to_string(),
        }
    }

    /// Who took the trick that the last card finished.
    pub(crate) fn finished_trick(&self, hand: &Hand) -> Option<String> {
        let (public, call) = (hand.public(), hand.public().call?);
        let trick = public.tricks.last()?;
        let played = matches!(hand.moves().last(), Some((_, Move::Play(_))));
        if !played || trick.0.len() != call.players() as usize {
            return None;
        }
        let position = hand.position();
        Some(format!(
            "  {} takes trick {}; North and South have {}, East and West {}",
            trick.winner(call)?,
            public.tricks.len(),
            position.tricks(Side::NorthSouth),
            position.tricks(Side::EastWest)
        ))
    }

    /// How a hand ended.
    pub(crate) fn result(&self, hand: &Hand) -> String {
        let points = hand.points().unwrap_or_default();
        let scored = |points: Points| {
            let who = match points.side() {
                Some(Side::NorthSouth) => "North and South",
                _ => "East and West",
            };
            let word = if points.number() == 1 {
                "point"
            } else {
                "points"
            };
            format!("{} {word} for {who}", points.number())
        };
        match hand.public().call {
            None if hand.is_thrown_in() => "The hand is thrown in, and dealt again.".to_owned(),
            None => "All passed: no score.".to_owned(),
            Some(call) if points.side() == Some(call.maker.side()) => {
                format!("{} made {}: {}.", call.maker, call.trump, scored(points))
            }
            Some(call) => format!(
                "{} is euchred in {}: {}.",
                call.maker,
                call.trump,
                scored(points)
            ),
        }
    }

    /// The table as the person sees it, and what can be done.
    pub(crate) fn your_turn(&self, view: &View, moves: &[Move]) -> String {
        let mut text = self.table(view);
        let hand: Vec<Card> = view.hand().iter().collect();
        let numbered = moves.iter().all(|made| made.card().is_some());
        let number = |card: Card| match moves.iter().position(|made| made.card() == Some(card)) {
            Some(i) if numbered => format!("  {}  ", i + 1),
            _ => "     ".to_owned(),
        };
        let row = |each: &dyn Fn(Card) -> String| -> String {
            hand.iter()
                .map(|&card| each(card) + " ")
                .collect::<String>()
                .trim_end()
                .to_owned()
                + "\n"
        };
        text += &row(&|_| "┌───┐".to_owned());
        text += &row(&|card| {
            format!(
                "│ {} │",
                self.inked(card.suit(), &card.rank().letter().to_string())
            )
        });
        text += &row(&|card| {
            format!(
                "│ {} │",
                self.inked(card.suit(), &card.suit().symbol().to_string())
            )
        });
        text += &row(&|_| "└───┘".to_owned());
        if numbered {
            text += &row(&number);
            text += match moves.first() {
                Some(Move::Discard(_)) => "Which card do you lay away?\n",
                Some(Move::Give(_)) => "Which card do you give your partner?\n",
                _ => "Which card do you play?\n",
            };
        } else {
            let bids: Vec<String> = moves
                .iter()
                .enumerate()
                .map(|(i, made)| format!("{} {made}", i + 1))
                .collect();
            text += &format!("What do you say?  {}\n", bids.join("   "));
        }
        text
    }

    /// The cards on the table, each before its player.
    fn table(&self, view: &View) -> String {
        let public = view.public();
        let Some(call) = public.call else {
            return format!(
                "{} is turned up; {} deals.\n",
                self.card(public.upcard),
                public.dealer
            );
        };
        let trump = match call.trump.suit() {
            Some(suit) => self.inked(suit, &format!("{} {}", suit.symbol(), suit.name())),
            None => "no trump".to_owned(),
        };
        let alone = if call.alone { ", alone" } else { "" };
        let mut text = format!("Trump: {trump}, made by {}{alone}.\n", call.maker);
        let open = public
            .tricks
            .last()
            .filter(|trick| trick.0.len() < call.players() as usize);
        let played = |seat: Seat| {
            let card = open.and_then(|trick| trick.0.iter().find(|&&(who, _)| who == seat));
            match card {
                Some(&(_, card)) => self.card(card),
                None if call.sits_out(seat) => "--".to_owned(),
                None => " .".to_owned(),
            }
        };
        if open.is_some() {
            let [n, e, s, w] = Seat::ALL.map(played);
            text += &format!(
                "            North\n             {n}\n  West  {w}        {e}  East\n             {s}\n            South\n"
            );
        }
        text
    }

    /// A hand from beginning to end, with all cards.
    pub(crate) fn whole_hand(&self, hand: &Hand) -> String {
        let public = hand.public();
        let mut text = format!(
            "{} deals and turns up {}.\n",
            public.dealer,
            self.card(public.upcard)
        );
        let list = |cards: fairdeal::euchre::Cards| -> String {
            cards
                .iter()
                .map(|card| self.card(card))
                .collect::<Vec<_>>()
                .join(" ")
        };
        for seat in Seat::ALL {
            text += &format!("  {seat:<6}{}\n", list(hand.deal().hands[seat as usize]));
        }
        text += &format!("  kitty {}\n", list(hand.deal().kitty));
        for &(seat, made) in hand.moves() {
            if !matches!(made, Move::Play(_)) {
                text += &format!("  {seat}: {}\n", self.made(made, true));
            }
        }
        for (t, trick) in public.tricks.iter().enumerate() {
            let plays: Vec<String> = trick
                .0
                .iter()
                .map(|&(seat, card)| format!("{seat} {}", self.card(card)))
                .collect();
            text += &format!("  trick {}: {}\n", t + 1, plays.join(", "));
        }
        if hand.position().stage() == Stage::Over {
            text + &self.result(hand) + "\n"
        } else {
            text + "The hand was not finished.\n"
        }
    }
}
