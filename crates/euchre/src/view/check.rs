//! The one door through which a view comes in from outside: what someone says a seat has seen is checked against the
//! rules, and what does not hold together is refused with the facts that clash.

use std::fmt;

use crate::hand::Secret;
use crate::moves::Bid;
use crate::table_state::TableState;
use crate::{Call, Card, Cards, Public, Seat, Stage, Trump, View};

/// What someone says a seat has seen. [`View::new`] makes a view of it if it holds together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What everybody has seen.
    pub public: Public,
    /// Whose view it is.
    pub seat: Seat,
    /// The cards that it holds.
    pub hand: Vec<Card>,
    /// The card that it laid away, as dealer.
    pub discard: Option<Card>,
    /// The card that it gave to its partner, where 'partner's best' is played.
    pub given: Option<Card>,
    /// The card that it got from its partner.
    pub received: Option<Card>,
    /// Face-down cards of the kitty that it has rightly seen.
    pub kitty: Vec<Card>,
}

/// Facts that cannot all be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The facts, in words.
    pub facts: Vec<String>,
}

impl Clash {
    pub(crate) fn of(facts: impl IntoIterator<Item = impl Into<String>>) -> Clash {
        Clash {
            facts: facts.into_iter().map(Into::into).collect(),
        }
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the view contradicts itself: {}", self.facts.join("; "))
    }
}

impl std::error::Error for Clash {}

impl View {
    /// Makes a view of what someone says a seat has seen.
    ///
    /// # Errors
    /// The facts that clash, if it does not hold together.
    pub fn new(seen: Seen) -> Result<View, Clash> {
        check_bids(&seen.public)?;
        if let Some(call) = seen.public.call {
            check_call(&seen.public, call)?;
            check_tricks(&seen.public, call)?;
        } else if !seen.public.tricks.is_empty() {
            return Err(Clash::of(["cards were played", "nobody has made trump"]));
        }
        seen.check_secrets()?;
        seen.check_cards()?;
        seen.check_size()?;
        seen.check_following()?;
        Ok(View {
            hand: seen.hand.iter().copied().collect(),
            secret: Secret {
                discard: seen.discard,
                given: seen.given,
                received: seen.received,
            },
            kitty: seen.kitty.iter().copied().collect(),
            public: seen.public,
            seat: seen.seat,
        })
    }
}

/// The bids must come in turn, be legal, and make the trump that is said to be.
fn check_bids(public: &Public) -> Result<(), Clash> {
    if public.bids.is_empty() {
        return Ok(());
    }
    let mut table = TableState::new(public.rules, public.dealer, public.upcard);
    for (i, &(seat, bid)) in public.bids.iter().enumerate() {
        let said = format!("bid {} is {seat}'s: {bid}", i + 1);
        if !matches!(table.stage, Stage::Order | Stage::Name | Stage::Defend) {
            return Err(Clash::of([said, "the bidding was over by then".to_owned()]));
        }
        if table.turn != seat {
            let turn = format!("it was {}'s turn", table.turn);
            return Err(Clash::of([said, turn]));
        }
        if !table.legal(Cards::NONE).has(bid.code()) {
            let legal: Vec<String> = table
                .legal(Cards::NONE)
                .iter()
                .filter_map(Bid::from_code)
                .map(|bid| bid.to_string())
                .collect();
            let legal = format!("by the rules it could be {}", legal.join(", "));
            return Err(Clash::of([said, legal]));
        }
        table.bid(bid);
    }
    if table.stage == Stage::Over {
        return Err(Clash::of([
            "the hand ended with the bidding",
            "there is nothing left to know",
        ]));
    }
    let made = |call: Option<Call>| match call {
        None => "nobody has made trump".to_owned(),
        Some(call) => {
            let how = if call.taken { ", the upcard taken" } else { "" };
            let alone = if call.alone { ", alone" } else { "" };
            let defender = call
                .defender
                .map_or(String::new(), |seat| format!(", {seat} defending alone"));
            format!(
                "{} made {} trump{how}{alone}{defender}",
                call.maker, call.trump
            )
        }
    };
    if table.call == public.call {
        Ok(())
    } else {
        Err(Clash::of([
            format!("by the bids {}", made(table.call)),
            format!("it is said that {}", made(public.call)),
        ]))
    }
}

/// The trump must be one that can have been made so.
fn check_call(public: &Public, call: Call) -> Result<(), Clash> {
    let Public {
        rules,
        dealer,
        upcard,
        ..
    } = public;
    let turned = format!("{upcard} was turned up");
    let of_upcard = call.trump == Trump::from(upcard.suit());
    if call.taken != of_upcard {
        let how = if call.taken {
            "it was taken"
        } else {
            "it was turned down"
        };
        return Err(Clash::of([
            turned,
            how.to_owned(),
            format!("{} became trump", call.trump),
        ]));
    }
    let house = |name: &str| format!("the house does not play '{name}'");
    if call.trump == Trump::None && !rules.no_trump {
        return Err(Clash::of([
            format!("{} named no trump", call.maker),
            house("no_trump"),
        ]));
    }
    if call.taken && rules.must_go_alone && call.maker == dealer.partner() && !call.alone {
        let ordered = format!(
            "{} ordered {upcard} into its partner's hand, and not alone",
            call.maker
        );
        return Err(Clash::of([
            ordered,
            "the house plays 'must_go_alone'".to_owned(),
        ]));
    }
    if let Some(defender) = call.defender {
        let defends = format!("{defender} defends alone");
        if defender.side() == call.maker.side() || !call.alone {
            return Err(Clash::of([
                defends,
                format!("{} does not go alone against it", call.maker),
            ]));
        }
        if !rules.defend_alone {
            return Err(Clash::of([defends, house("defend_alone")]));
        }
    }
    Ok(())
}

/// Cards must be played in turn, by those who play.
fn check_tricks(public: &Public, call: Call) -> Result<(), Clash> {
    let mut table = TableState::new(public.rules, public.dealer, public.upcard);
    table.call = Some(call);
    table.begin_play();
    let players = call.players() as usize;
    for (t, trick) in public.tricks.iter().enumerate() {
        let number = t + 1;
        if number < public.tricks.len() && trick.0.len() != players {
            let cards = format!("trick {number} has {} cards", trick.0.len());
            return Err(Clash::of([
                cards,
                format!("{players} players play, and it is not the last trick"),
            ]));
        }
        for &(seat, card) in &trick.0 {
            let played = format!("{seat} played {card} in trick {number}");
            if table.stage == Stage::Over {
                return Err(Clash::of([played, "a hand has five tricks".to_owned()]));
            }
            if table.turn != seat {
                return Err(Clash::of([played, format!("it was {}'s turn", table.turn)]));
            }
            if table.in_trick as usize != trick.0.iter().take_while(|&&(s, _)| s != seat).count() {
                return Err(Clash::of([
                    played,
                    format!("trick {} was not finished", number - 1),
                ]));
            }
            table.play(card);
        }
    }
    Ok(())
}

impl Seen {
    fn call(&self) -> Option<Call> {
        self.public.call
    }

    /// Whether the call stands but an opponent may still defend alone, so that the upcard is not yet taken.
    fn awaits_defence(&self) -> bool {
        self.public.after_bids().stage == Stage::Defend
    }

    /// A discard, a gift and known kitty cards need a reason to be known.
    fn check_secrets(&self) -> Result<(), Clash> {
        let Seen { seat, public, .. } = self;
        if let Some(card) = self.discard {
            let laid = format!("{seat} laid away {card}");
            if *seat != public.dealer {
                return Err(Clash::of([
                    laid,
                    format!("{} is the dealer", public.dealer),
                ]));
            }
            if !self.call().is_some_and(|call| call.taken) {
                return Err(Clash::of([laid, "the upcard was not taken".to_owned()]));
            }
        }
        let on_side = self
            .call()
            .is_some_and(|call| call.maker.side() == seat.side());
        for (card, how) in [(self.given, "gave"), (self.received, "got")] {
            if let Some(card) = card
                && !(public.has_exchange() && on_side)
            {
                let what = format!("{seat} {how} {card} in an exchange with its partner");
                let why = "only a lone player and its partner exchange cards, where the house plays 'partners_best'";
                return Err(Clash::of([what, why.to_owned()]));
            }
        }
        if self.kitty.len() > 3 {
            Err(Clash::of([
                format!("{} cards of the kitty are known", self.kitty.len()),
                "three are face down".to_owned(),
            ]))
        } else {
            Ok(())
        }
    }

    /// Every card that the seat knows of, and where it is said to be.
    fn known(&self) -> Vec<(Card, String)> {
        let Seen { seat, public, .. } = self;
        let mut known: Vec<(Card, String)> = Vec::new();
        for (t, trick) in public.tricks.iter().enumerate() {
            for &(who, card) in &trick.0 {
                known.push((card, format!("{who} played {card} in trick {}", t + 1)));
            }
        }
        known.extend(
            self.hand
                .iter()
                .map(|&card| (card, format!("{seat} holds {card}"))),
        );
        known.extend(
            self.kitty
                .iter()
                .map(|&card| (card, format!("{card} is in the kitty"))),
        );
        known.extend(
            self.discard
                .map(|card| (card, format!("{seat} laid away {card}"))),
        );
        if self.is_lone_player() {
            known.extend(
                self.given
                    .map(|card| (card, format!("{seat} gave {card} to its partner"))),
            );
        }
        if !self.call().is_some_and(|call| call.taken) || self.awaits_defence() {
            known.push((
                public.upcard,
                format!("{} was turned up and not taken", public.upcard),
            ));
        }
        known
    }

    fn is_lone_player(&self) -> bool {
        self.call().is_some_and(|call| call.maker == self.seat)
    }

    /// Each card is in one place, and the taken upcard where it can be.
    fn check_cards(&self) -> Result<(), Clash> {
        let known = self.known();
        for (i, (card, first)) in known.iter().enumerate() {
            if let Some((_, second)) = known[i + 1..].iter().find(|(other, _)| other == card) {
                return Err(Clash::of([first.clone(), second.clone()]));
            }
        }
        let Public { dealer, upcard, .. } = self.public;
        if !self.call().is_some_and(|call| call.taken) || self.awaits_defence() {
            return Ok(());
        }
        let taken = format!("{dealer} took {upcard}");
        let exchange = self.public.has_exchange()
            && self
                .call()
                .is_some_and(|call| call.maker.side() == dealer.side());
        let may_have = |seat: Seat| seat == dealer || exchange && seat == dealer.partner();
        for (_, card, seat, said) in self.holders() {
            if card == upcard && !may_have(seat) {
                return Err(Clash::of([taken, said]));
            }
        }
        if let Some((_, said)) = known
            .iter()
            .find(|(card, said)| *card == upcard && said.ends_with("kitty"))
        {
            return Err(Clash::of([taken, said.clone()]));
        }
        let accounted = known.iter().any(|(card, _)| *card == upcard) || self.given == Some(upcard);
        if self.seat == dealer && !accounted {
            Err(Clash::of([
                taken,
                format!("{dealer} neither holds nor played nor laid away {upcard}"),
            ]))
        } else {
            Ok(())
        }
    }

    /// Cards that were seen in somebody's hand: the trick (or 6 for now), the card, who, and in words.
    fn holders(&self) -> impl Iterator<Item = (usize, Card, Seat, String)> {
        let played = Seat::ALL.into_iter().flat_map(|seat| {
            self.public.played_by(seat).map(move |(trick, card)| {
                (
                    trick,
                    card,
                    seat,
                    format!("{seat} played {card} in trick {trick}"),
                )
            })
        });
        let held = self
            .hand
            .iter()
            .map(|&card| (6, card, self.seat, format!("{} holds {card}", self.seat)));
        played.chain(held)
    }

    fn check_size(&self) -> Result<(), Clash> {
        let Seen { seat, public, .. } = self;
        let has = format!("{seat} holds {} cards", self.hand.len());
        let played = public.played_by(*seat).count();
        let mut expected = 5 - played;
        let mut why = format!("it was dealt five and played {played}");
        let taker = self.call().is_some_and(|call| call.taken)
            && *seat == public.dealer
            && !self.awaits_defence();
        if taker && self.discard.is_none() {
            expected += 1;
            why += ", took the upcard and has not said what it laid away";
            if !public.tricks.is_empty() {
                return Err(Clash::of([
                    "cards were played".to_owned(),
                    format!("{seat} took the upcard, and what it laid away is missing"),
                ]));
            }
        }
        match (self.is_lone_player(), self.given, self.received) {
            (_, Some(_), Some(_)) | (_, None, None) => {}
            _ if !public.tricks.is_empty() => {
                return Err(Clash::of([
                    "cards were played",
                    "the exchange with the partner was not finished",
                ]));
            }
            (true, None, Some(_)) => expected += 1,
            (false, Some(_), None) => expected -= 1,
            _ => {
                return Err(Clash::of([
                    "the lone player's partner gives a card first",
                    "the seat has it the other way round",
                ]));
            }
        }
        if self.hand.len() == expected {
            Ok(())
        } else {
            Err(Clash::of([has, why]))
        }
    }

    /// Who did not follow a suit can neither hold nor play it later.
    fn check_following(&self) -> Result<(), Clash> {
        let Some(call) = self.call() else {
            return Ok(());
        };
        for void in self.public.voids() {
            let later = self.holders().find(|&(trick, card, seat, _)| {
                seat == void.seat && trick > void.trick && call.trump.suit_of(card) == void.suit
            });
            if let Some((_, _, _, said)) = later {
                return Err(Clash::of([void.to_string(), said]));
            }
        }
        Ok(())
    }
}
