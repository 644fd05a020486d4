//! What a game looks like in a terminal: cards as boxes, red suits in red where there is colour.

use fairdeal::euchre::{Card, Cards, Game, Hand, Move, Seat, Side, Suit, View};

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

    /// `JH`, as one types it.
    fn card(&self, card: Card) -> String {
        self.inked(card.suit(), &card.to_string())
    }

    /// The head of a hand.
    pub(crate) fn beginning(&self, game: &Game) -> String {
        let (public, number) = (game.hand().public(), game.number());
        let [ours, theirs] = Side::ALL.map(|side| public.score.of(side));
        let (dealer, upcard) = (public.dealer, self.card(public.upcard));
        format!(
            "Hand {number}: North and South {ours}, East and West {theirs}. {dealer} deals and turns up {upcard}."
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

    /// The table as the person sees it, and what can be done.
    pub(crate) fn your_turn(&self, view: &View, hand: &[Card], moves: &[Move]) -> String {
        let mut text = self.table(view);
        let numbered = moves.iter().all(|made| made.card().is_some());
        let number = |card: Card| match moves.iter().position(|made| made.card() == Some(card)) {
            Some(i) if numbered => format!("  {}  ", i + 1),
            _ => "     ".to_owned(),
        };
        let row = |each: &dyn Fn(Card) -> String| {
            let cells: String = hand.iter().map(|&card| each(card) + " ").collect();
            cells.trim_end().to_owned() + "\n"
        };
        text += &row(&|_| "┌───┐".to_owned());
        text += &row(&|card| format!("│{} │", self.card(card)));
        text += &row(&|_| "└───┘".to_owned());
        if numbered {
            text += &row(&number);
            text += match moves.first() {
                Some(Move::Discard(_)) => "Which card do you lay away?\n",
                Some(Move::Give(_)) => "Which card do you give your partner?\n",
                _ => "Which card do you play?\n",
            };
        } else {
            let bids = (1..).zip(moves).map(|(i, made)| format!("{i} {made}"));
            let bids: Vec<String> = bids.collect();
            text += &format!("What do you say?  {}\n", bids.join("   "));
        }
        text
    }

    /// The cards on the table, each before its player.
    fn table(&self, view: &View) -> String {
        let public = view.public();
        let Some(call) = public.call else {
            let upcard = self.card(public.upcard);
            return format!("{upcard} is turned up; {} deals.\n", public.dealer);
        };
        let trump = match call.trump.suit() {
            Some(suit) => self.inked(suit, suit.name()),
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
        let upcard = self.card(public.upcard);
        let mut text = format!("{} deals and turns up {upcard}.\n", public.dealer);
        let list = |cards: Cards| {
            let cards: Vec<String> = cards.iter().map(|card| self.card(card)).collect();
            cards.join(" ")
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
        for (t, trick) in (1..).zip(&public.tricks) {
            let play = |&(seat, card): &(Seat, Card)| format!("{seat} {}", self.card(card));
            let plays: Vec<String> = trick.0.iter().map(play).collect();
            text += &format!("  trick {t}: {}\n", plays.join(", "));
        }
        match hand.outcome() {
            Some(outcome) => text + &format!("{outcome}\n"),
            None => text + "The hand was not finished.\n",
        }
    }
}
