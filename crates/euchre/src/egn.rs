//! Games in Euchre Game Notation, EGN 1.4 (`.egn`): a JSON document that has what was said and played, and leaves to the rules
//! whatever follows from them. Seat 0 is North, and the others follow clockwise.
//!
//! What is written holds every card. What others wrote often does not: cards that nobody saw are put where they may have
//! been, and it is said which. Notes, timings and other lines of play are passed over. A game of rules that are not played
//! here (a joker, cards below the nine, other points) is refused, and so is a deal that is packed into a text.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::table_state::TableState;
use crate::{
    Bid, Card, Cards, Deal, Game, Hand, Move, Rank, Rules, Score, Seat, Stage, Suit, Trump,
};

/// What the players and the game are called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EgnNames {
    /// North, East, South and West.
    #[serde(default = "seat_names")]
    pub players: [String; 4],
    /// What the game is called.
    #[serde(default)]
    pub title: Option<String>,
    /// When it was played, as `2026-05-17T19:00`.
    #[serde(default)]
    pub date: Option<String>,
}

fn seat_names() -> [String; 4] {
    Seat::ALL.map(|seat| seat.to_string())
}

impl Default for EgnNames {
    /// The players are called as their seats.
    fn default() -> EgnNames {
        EgnNames {
            players: seat_names(),
            title: None,
            date: None,
        }
    }
}

/// A game in EGN.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Egn {
    /// `Euchre Game Notation`.
    file_type: String,
    /// The version of the notation: `1.4`.
    version: String,
    /// Who played, and by which rules.
    metadata: Metadata,
    /// The hands, in order.
    deals: Vec<AnyDeal>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Metadata {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// The players, clockwise from seat 0.
    players: Vec<AnyPlayer>,
    /// The points of seats 0 and 2, and of seats 1 and 3, before the first hand,
    initial_score: [u8; 2],
    /// and after the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    final_score: Option<[u8; 2]>,
    #[serde(default)]
    ruleset: Ruleset,
}

/// A player is a name, or an object that has one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum AnyPlayer {
    Name(String),
    Known { name: String },
}

/// The rules, by the names that the notation has for them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
struct Ruleset {
    /// Stick the dealer.
    std: bool,
    /// Whoever orders the upcard into the partner's hand must go alone.
    canadian: bool,
    loner_lead: LonerLead,
    defend_alone: bool,
    farmers: bool,
    partners_best: bool,
    allow_no_trump: bool,
    #[serde(flatten)]
    others: OtherRules,
}

/// Rules that are the same in all games that are played here. They are not written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
struct OtherRules {
    #[serde(skip_serializing)]
    min_rank: i64,
    #[serde(skip_serializing)]
    winning_score: i64,
    #[serde(skip_serializing)]
    num_deals: i64,
    #[serde(skip_serializing)]
    num_players: i64,
    #[serde(skip_serializing)]
    loner_march_score: i64,
    #[serde(skip_serializing)]
    loner_euchred_score: i64,
    #[serde(skip_serializing)]
    go_under: bool,
    #[serde(skip_serializing)]
    joker: bool,
    #[serde(skip_serializing)]
    fast_break: bool,
    #[serde(skip_serializing)]
    four_trick_tokens: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum LonerLead {
    #[default]
    LeftOfDealer,
    LeftOfLoner,
}

impl Default for Ruleset {
    fn default() -> Ruleset {
        Ruleset {
            std: true,
            canadian: false,
            loner_lead: LonerLead::LeftOfDealer,
            defend_alone: false,
            farmers: false,
            partners_best: false,
            allow_no_trump: false,
            others: OtherRules::default(),
        }
    }
}

impl Default for OtherRules {
    fn default() -> OtherRules {
        OtherRules {
            min_rank: 9,
            winning_score: crate::GAME.into(),
            num_deals: 0,
            num_players: 4,
            loner_march_score: 4,
            loner_euchred_score: 2,
            go_under: false,
            joker: false,
            fast_break: false,
            four_trick_tokens: false,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum AnyDeal {
    /// As it is written here.
    Plain(Box<PlainDeal>),
    /// Packed into a text.
    Condensed(String),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct PlainDeal {
    #[serde(default)]
    deal_number: u64,
    initial_state: InitialState,
    phases: Vec<Phase>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct InitialState {
    dealer: u8,
    up_card: String,
    /// The cards that were dealt, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    player_cards: Vec<Vec<String>>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type")]
enum Phase {
    #[serde(rename = "EUCHRE_BIDDING", rename_all = "camelCase")]
    Bidding {
        #[serde(default)]
        phase_number: u64,
        /// From the dealer's left: `Pass`, `Order`, or in the second round a suit, or `n` for no trump.
        calls: Vec<String>,
        #[serde(default)]
        is_alone: bool,
        /// The seat that defends alone; -1 for none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alone_defender: Option<i8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        discard: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        card_exchanges: Vec<Exchange>,
    },
    #[serde(rename = "TRICK_PLAY", rename_all = "camelCase")]
    Play {
        #[serde(default)]
        phase_number: u64,
        /// The cards in the order played.
        tricks: Vec<Vec<String>>,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Exchange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sender: Option<u8>,
    receiver: u8,
    cards: Vec<String>,
}

/// A game that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct EgnGame {
    /// The game. The notation has no seed for its deals: that of the hands to come is 0.
    pub game: Game,
    /// What the players and the game are called.
    pub names: EgnNames,
    /// Cards that the document does not tell, and where they were taken to be.
    pub filled_in: Vec<String>,
}

/// Why a document is no game that can be played here, or a game cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EgnError {
    /// It is no EGN.
    #[error("this is no game in EGN: {0}")]
    Unreadable(String),
    /// It is of rules that are not played here.
    #[error("this game has rules that are not played here: {0}")]
    OtherRules(String),
    /// Something in a deal, by its number from 1.
    #[error("deal {0}: {1}")]
    Deal(usize, String),
    /// A game that the notation cannot hold.
    #[error("this game cannot be written in EGN: {0}")]
    Unwritable(String),
}

/// The version that is written.
const VERSION: &str = "1.4";
const FILE_TYPE: &str = "Euchre Game Notation";

/// The most deals that the notation allows.
const MOST_DEALS: usize = 100;

/// The longest texts that it allows, in characters.
const LONGEST_NAME: usize = 64;
const LONGEST_TITLE: usize = 128;

fn unreadable(message: impl Into<String>) -> EgnError {
    EgnError::Unreadable(message.into())
}

/// A card as it is written there: `Jh`.
fn written(card: Card) -> String {
    let (rank, suit) = (card.rank().letter(), card.suit().letter());
    format!("{rank}{}", suit.to_ascii_lowercase())
}

/// A card as others write it: `N` is a nine, and once there is a trump `R` and `L` are the bowers.
fn read_card(text: &str, trump: Option<Trump>) -> Result<Card, String> {
    let jack = |suit: Suit| Card::new(suit, Rank::Jack);
    let trump = trump.and_then(Trump::suit);
    match (text, trump) {
        ("R", Some(trump)) => return Ok(jack(trump)),
        ("L", Some(trump)) => return Ok(jack(trump.same_colour())),
        _ => {}
    }
    let named = match text.strip_prefix('N') {
        Some(suit) if suit.len() == 1 => format!("9{suit}"),
        _ => text.to_owned(),
    };
    named
        .parse()
        .map_err(|error: crate::CardError| error.to_string())
}

impl Ruleset {
    fn of(rules: Rules) -> Ruleset {
        Ruleset {
            std: rules.stick_the_dealer,
            canadian: rules.must_go_alone,
            defend_alone: rules.defend_alone,
            farmers: rules.farmers_hand || rules.ace_no_face,
            partners_best: rules.partners_best,
            allow_no_trump: rules.no_trump,
            ..Ruleset::default()
        }
    }

    fn rules(&self) -> Result<Rules, EgnError> {
        let usual = OtherRules::default();
        let others = &self.others;
        let different: Vec<&str> = [
            (others.min_rank != usual.min_rank, "min_rank"),
            (others.winning_score != usual.winning_score, "winning_score"),
            (others.num_deals != usual.num_deals, "num_deals"),
            (others.num_players != usual.num_players, "num_players"),
            (
                others.loner_march_score != usual.loner_march_score,
                "loner_march_score",
            ),
            (
                others.loner_euchred_score != usual.loner_euchred_score,
                "loner_euchred_score",
            ),
            (others.go_under, "go_under"),
            (others.joker, "joker"),
            (others.fast_break, "fast_break"),
            (others.four_trick_tokens, "four_trick_tokens"),
        ]
        .into_iter()
        .filter_map(|(differs, name)| differs.then_some(name))
        .collect();
        if !different.is_empty() {
            return Err(EgnError::OtherRules(different.join(", ")));
        }
        Ok(Rules {
            stick_the_dealer: self.std,
            must_go_alone: self.canadian,
            defend_alone: self.defend_alone,
            // The notation has one name for both, and houses differ.
            farmers_hand: self.farmers,
            ace_no_face: self.farmers,
            partners_best: self.partners_best,
            no_trump: self.allow_no_trump,
        })
    }
}

impl Egn {
    /// A game, as it is written.
    ///
    /// # Errors
    /// More deals, or longer names, than the notation allows.
    pub fn of(game: &Game, names: &EgnNames) -> Result<Egn, EgnError> {
        let unwritable = |message: &str| EgnError::Unwritable(message.to_owned());
        if game.number() > MOST_DEALS {
            return Err(unwritable("it has more than 100 deals"));
        }
        let is_long = |text: &String, most: usize| text.chars().count() > most;
        if names.players.iter().any(|name| is_long(name, LONGEST_NAME)) {
            return Err(unwritable("a player's name has at most 64 characters"));
        }
        if names
            .title
            .iter()
            .any(|title| is_long(title, LONGEST_TITLE))
        {
            return Err(unwritable("a title has at most 128 characters"));
        }
        if names.date.iter().any(|date| !is_date(date)) {
            return Err(unwritable("a date is written as 2026-05-17T19:00"));
        }
        let score = |score: Score| [score.north_south, score.east_west];
        let deals = game.hands().enumerate();
        Ok(Egn {
            file_type: FILE_TYPE.to_owned(),
            version: VERSION.to_owned(),
            metadata: Metadata {
                title: names.title.clone(),
                date: names.date.clone(),
                players: names.players.clone().map(AnyPlayer::Name).into(),
                initial_score: score(game.score_before()),
                final_score: Some(score(game.score())),
                ruleset: Ruleset::of(game.rules()),
            },
            deals: deals
                .map(|(i, hand)| AnyDeal::Plain(Box::new(PlainDeal::of(i, hand))))
                .collect(),
        })
    }

    /// Reads a document.
    ///
    /// # Errors
    /// A text that is no EGN.
    ///
    /// ```
    /// use euchre::{Egn, EgnNames, Game, Rules};
    /// let game = Game::new(Rules::default(), 7);
    /// let text = serde_json::to_string(&Egn::of(&game, &EgnNames::default())?).unwrap();
    /// let read = Egn::from_json(&text)?.read()?;
    /// assert_eq!(read.game.hand(), game.hand());
    /// # Ok::<(), euchre::EgnError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Egn, EgnError> {
        Egn::checked(serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?)
    }

    /// Reads a document that is part of another.
    ///
    /// # Errors
    /// A value that is no EGN.
    pub fn from_value(value: &Json) -> Result<Egn, EgnError> {
        Egn::checked(Egn::deserialize(value).map_err(|error| unreadable(error.to_string()))?)
    }

    fn checked(egn: Egn) -> Result<Egn, EgnError> {
        if egn.file_type != FILE_TYPE {
            return Err(unreadable(format!("fileType is not '{FILE_TYPE}'")));
        }
        if egn.version != "1" && !egn.version.starts_with("1.") {
            return Err(unreadable("its version is not 1"));
        }
        if egn.deals.is_empty() || egn.deals.len() > MOST_DEALS {
            return Err(unreadable("it has no deals, or more than 100"));
        }
        Ok(egn)
    }

    /// The game, played move by move by the rules.
    ///
    /// # Errors
    /// Rules that are not played here, cards that no deal has, a move that is not allowed, a score that does not follow.
    pub fn read(&self) -> Result<EgnGame, EgnError> {
        let names = self.names()?;
        let rules = self.metadata.ruleset.rules()?;
        let score = |[north_south, east_west]: [u8; 2]| Score {
            north_south,
            east_west,
        };
        let before = score(self.metadata.initial_score);
        if before.winner().is_some() {
            return Err(unreadable("the game was won before its first deal"));
        }
        let mut filled_in = Vec::new();
        let mut game = Game::begun(rules, 0, Seat::North, before);
        for (i, deal) in self.deals.iter().enumerate() {
            let at = |message: String| EgnError::Deal(i + 1, message);
            let AnyDeal::Plain(deal) = deal else {
                let message = "it is packed into a text: write the file with plain deals first";
                return Err(at(message.to_owned()));
            };
            if i > 0 {
                game.next_hand();
            }
            if game.number() != i + 1 {
                return Err(at("the one before is not over, or the game is".to_owned()));
            }
            let dealer = Seat::ALL.get(deal.initial_state.dealer as usize);
            let dealer = *dealer.ok_or_else(|| at("the dealer is no seat from 0 to 3".into()))?;
            let due = game.hand().public().dealer;
            if i > 0 && dealer != due {
                return Err(at(format!("{due} should deal, and {dealer} does")));
            }
            let mut told = Told::new(deal, rules, dealer).map_err(at)?;
            if self.metadata.ruleset.loner_lead == LonerLead::LeftOfLoner && told.leads_elsewhere()
            {
                let rule = format!("in deal {} the lone player's left leads", i + 1);
                return Err(EgnError::OtherRules(rule));
            }
            let dealt = told.deal().map_err(at)?;
            game.lay(dealer, dealt);
            let is_last = i + 1 == self.deals.len();
            told.play(&mut game, is_last).map_err(at)?;
            let notes = told.filled_in.iter();
            filled_in.extend(notes.map(|note| format!("deal {}: {note}", i + 1)));
        }
        match self.metadata.final_score {
            Some(said) if score(said) != game.score() => Err(unreadable(format!(
                "its final score does not follow from the deals, which come to {}",
                game.score()
            ))),
            _ => Ok(EgnGame {
                game,
                names,
                filled_in,
            }),
        }
    }

    fn names(&self) -> Result<EgnNames, EgnError> {
        let name = |player: &AnyPlayer| match player {
            AnyPlayer::Name(name) | AnyPlayer::Known { name } => name.clone(),
        };
        let players: Vec<String> = self.metadata.players.iter().map(name).collect();
        let players = players.try_into();
        Ok(EgnNames {
            players: players.map_err(|_| unreadable("there are not four players"))?,
            title: self.metadata.title.clone(),
            date: self.metadata.date.clone(),
        })
    }
}

/// Whether a text is a date and a time of day: `2026-05-17T19:00`, with what may follow.
fn is_date(text: &str) -> bool {
    let pattern = "dddd-dd-ddTdd:dd";
    let fits = |(p, c): (char, char)| match p {
        'd' => c.is_ascii_digit(),
        'T' => c == 'T' || c == ' ',
        p => c == p,
    };
    text.len() <= LONGEST_NAME
        && text.chars().count() >= pattern.len()
        && pattern.chars().zip(text.chars()).all(fits)
}

impl PlainDeal {
    fn of(number: usize, hand: &Hand) -> PlainDeal {
        let public = hand.public();
        let list = |cards: Cards| cards.iter().map(written).collect();
        let called = |bid: Bid| match bid {
            Bid::Pass => Some("Pass".to_owned()),
            Bid::Order { .. } => Some("Order".to_owned()),
            Bid::Name { trump, .. } => Some(match trump.suit() {
                Some(suit) => suit.letter().to_ascii_lowercase().to_string(),
                None => "n".to_owned(),
            }),
            // A hand that is thrown in has no call of its own: the same dealer deals the next one.
            Bid::ThrowIn | Bid::Defend => None,
        };
        // What is said about defending comes after the call, and has a field of its own.
        let is_call = |bid: Bid| matches!(bid, Bid::Order { .. } | Bid::Name { .. });
        let end = public.bids.iter().position(|&(_, bid)| is_call(bid));
        let calls = &public.bids[..end.map_or(public.bids.len(), |end| end + 1)];
        let call = public.call;
        let exchange = |&(seat, made): &(Seat, Move)| match made {
            Move::Give(card) => Some(Exchange {
                sender: Some(seat as u8),
                receiver: seat.partner() as u8,
                cards: vec![written(card)],
            }),
            _ => None,
        };
        let asked = public.rules.defend_alone && call.is_some_and(|call| call.alone);
        let mut phases = vec![Phase::Bidding {
            phase_number: 0,
            calls: calls.iter().filter_map(|&(_, bid)| called(bid)).collect(),
            is_alone: call.is_some_and(|call| call.alone),
            alone_defender: (asked && hand.position().stage() != Stage::Defend).then(|| {
                let defender = call.and_then(|call| call.defender);
                defender.map_or(-1, |seat| seat as i8)
            }),
            discard: hand.discard().map(written),
            card_exchanges: hand.moves().iter().filter_map(exchange).collect(),
        }];
        if !public.tricks.is_empty() {
            let trick = |trick: &crate::Trick| {
                let cards = trick.0.iter();
                cards.map(|&(_, card)| written(card)).collect()
            };
            phases.push(Phase::Play {
                phase_number: 1,
                tricks: public.tricks.iter().map(trick).collect(),
            });
        }
        PlainDeal {
            deal_number: number as u64,
            initial_state: InitialState {
                dealer: public.dealer as u8,
                up_card: written(public.upcard),
                player_cards: hand.deal().hands.map(list).into(),
            },
            phases,
        }
    }
}

/// What a document tells of a deal.
struct Told {
    rules: Rules,
    dealer: Seat,
    upcard: Card,
    /// The hands that are told whole.
    hands: [Option<Cards>; 4],
    bids: Vec<Bid>,
    defender: Option<Option<Seat>>,
    discard: Option<Card>,
    exchanges: Vec<(Seat, Card)>,
    plays: Vec<Card>,
    /// The table after all of it.
    table: TableState,
    played: [Cards; 4],
    filled_in: Vec<String>,
}

/// More calls, tricks or cards than a deal can have are not looked at.
const MOST_CALLS: usize = 16;

impl Told {
    fn new(deal: &PlainDeal, rules: Rules, dealer: Seat) -> Result<Told, String> {
        let upcard = read_card(&deal.initial_state.up_card, None)?;
        let mut told = Told {
            rules,
            dealer,
            upcard,
            hands: [None; 4],
            bids: Vec::new(),
            defender: None,
            discard: None,
            exchanges: Vec::new(),
            plays: Vec::new(),
            table: TableState::new(rules, dealer, upcard),
            played: [Cards::NONE; 4],
            filled_in: Vec::new(),
        };
        for (seat, cards) in Seat::ALL.into_iter().zip(&deal.initial_state.player_cards) {
            told.hands[seat as usize] = whole_hand(cards)?;
        }
        for phase in deal.phases.iter().take(2) {
            match phase {
                Phase::Bidding {
                    calls,
                    is_alone,
                    alone_defender,
                    discard,
                    card_exchanges,
                    ..
                } => {
                    told.read_calls(calls, *is_alone, *alone_defender)?;
                    let trump = told.table.call.map(|call| call.trump);
                    let discard = discard.as_deref().filter(|text| is_known(text));
                    told.discard = discard.map(|text| read_card(text, trump)).transpose()?;
                    for exchange in card_exchanges.iter().take(4) {
                        told.read_exchange(exchange, trump)?;
                    }
                }
                Phase::Play { tricks, .. } => told.read_tricks(tricks)?,
            }
        }
        Ok(told)
    }

    fn read_calls(
        &mut self,
        calls: &[String],
        alone: bool,
        defender: Option<i8>,
    ) -> Result<(), String> {
        if calls.len() > MOST_CALLS {
            return Err("it has more calls than a deal can have".to_owned());
        }
        for call in calls {
            let bid = match (call.as_str(), self.table.stage) {
                ("Pass", _) => Bid::Pass,
                ("Order", Stage::Order) => Bid::Order { alone },
                ("n", Stage::Name) => Bid::Name {
                    trump: Trump::None,
                    alone,
                },
                ("s" | "h" | "d" | "c", Stage::Name) => Bid::Name {
                    trump: Trump::from_letters(call).unwrap_or(Trump::None),
                    alone,
                },
                (call, _) => {
                    let call: String = call.chars().take(20).collect();
                    return Err(format!("'{call}' cannot be called there"));
                }
            };
            if !matches!(self.table.stage, Stage::Order | Stage::Name) {
                return Err("something is called after the last call".to_owned());
            }
            self.table.bid(bid);
            self.bids.push(bid);
        }
        self.defender = defender.map(|seat| Seat::ALL.get(seat as usize).copied());
        Ok(())
    }

    fn read_exchange(&mut self, exchange: &Exchange, trump: Option<Trump>) -> Result<(), String> {
        let receiver = Seat::ALL.get(exchange.receiver as usize);
        let receiver = *receiver.ok_or("a card goes to no seat from 0 to 3")?;
        for card in exchange.cards.iter().take(5) {
            let card = read_card(card, trump)?;
            self.exchanges.push((receiver.partner(), card));
        }
        Ok(())
    }

    /// The cards played, each by whose turn it is.
    fn read_tricks(&mut self, tricks: &[Vec<String>]) -> Result<(), String> {
        let Some(mut call) = self.table.call else {
            return Err("cards are played, and nothing is trump".to_owned());
        };
        if tricks.len() > 5 {
            return Err("it has more than five tricks".to_owned());
        }
        call.defender = self.defender.flatten();
        self.table.call = Some(call);
        self.table.begin_play();
        let mut seen = Cards::NONE;
        for text in tricks.iter().flat_map(|trick| trick.iter().take(5)) {
            let card = read_card(text, Some(call.trump))?;
            if seen.has(card) {
                return Err(format!("{card} is played twice"));
            }
            if self.table.stage != Stage::Play {
                return Err(format!("{card} is played after the last trick"));
            }
            seen = seen | Cards::one(card);
            let seat = self.table.turn as usize;
            self.played[seat] = self.played[seat] | Cards::one(card);
            self.table.play(card);
            self.plays.push(card);
        }
        Ok(())
    }

    /// Whether another leads by the rule that the lone player's left leads.
    fn leads_elsewhere(&self) -> bool {
        let call = self.table.call.filter(|call| call.alone);
        call.is_some_and(|call| {
            !self.plays.is_empty() && call.after(self.dealer) != call.after(call.maker)
        })
    }

    /// The deal: what is told, and where cards are not, what fits.
    fn deal(&mut self) -> Result<Deal, String> {
        let whole = self.hands.iter().flatten().count() == 4;
        if !whole {
            self.find_hands()?;
        }
        let hands = self.hands.map(|hand| hand.unwrap_or(Cards::NONE));
        let out = hands
            .iter()
            .fold(Cards::one(self.upcard), |all, &hand| all | hand);
        let deal = Deal {
            hands,
            upcard: self.upcard,
            kitty: Cards::DECK - out,
        };
        if deal.is_whole() {
            Ok(deal)
        } else {
            Err("its cards are no deal of the 24".to_owned())
        }
    }

    /// Hands that are not told, from what was played, and the rest from what is left.
    fn find_hands(&mut self) -> Result<(), String> {
        let call = self.table.call;
        let over = self.table.stage == Stage::Over;
        if !self.plays.is_empty() && !over {
            return Err("it is not over, and the hands are not told: add playerCards".to_owned());
        }
        if !self.exchanges.is_empty() || self.rules.partners_best && call.is_some_and(|c| c.alone) {
            return Err("cards change hands, and the hands are not told: add playerCards".into());
        }
        let takes = call.is_some_and(|call| call.taken);
        let mut seen = Cards::one(self.upcard);
        for seat in Seat::ALL {
            let i = seat as usize;
            if self.hands[i].is_none() {
                let mut held = self.played[i] - Cards::one(self.upcard);
                if takes && seat == self.dealer {
                    let discard = self.discard.filter(|&card| card != self.upcard);
                    held = held | discard.into_iter().collect();
                }
                self.played[i] = held;
            }
            seen = seen | self.hands[i].unwrap_or(self.played[i]);
        }
        let mut rest = (Cards::DECK - seen).iter();
        for seat in Seat::ALL {
            let i = seat as usize;
            if self.hands[i].is_some() {
                continue;
            }
            let mut held = self.played[i];
            let mut filled = Cards::NONE;
            while held.len() < 5 {
                let card = rest.next().ok_or("its cards are no deal of the 24")?;
                held = held | Cards::one(card);
                filled = filled | Cards::one(card);
            }
            if !filled.is_empty() {
                self.filled_in.push(format!(
                    "{filled} is taken to be what else {seat} was dealt"
                ));
            }
            self.hands[i] = Some(held);
        }
        Ok(())
    }

    /// What is laid away, where it is not told: the one card that was held and not played, else the upcard.
    fn discarded(&mut self, held: Cards) -> Card {
        if let Some(card) = self.discard {
            return card;
        }
        let sits_out = self.table.call.is_some_and(|c| c.sits_out(self.dealer));
        let played: Cards = self.plays.iter().copied().collect();
        let left = held - played;
        match left.first() {
            Some(card) if !sits_out && left.len() == 1 => card,
            _ => {
                let (who, card) = (self.dealer, self.upcard);
                self.filled_in
                    .push(format!("{who} is taken to have laid {card} away"));
                card
            }
        }
    }

    /// Plays what is told.
    fn play(&mut self, game: &mut Game, is_last: bool) -> Result<(), String> {
        let mut bids = std::mem::take(&mut self.bids).into_iter();
        let mut exchanges = std::mem::take(&mut self.exchanges).into_iter();
        let mut plays = std::mem::take(&mut self.plays).into_iter();
        let plays_follow = plays.len() > 0;
        while let Some(turn) = game.hand().turn() {
            let held = game.hand().position().hand(turn);
            let made = match game.hand().position().stage() {
                Stage::Order | Stage::Name => match bids.next() {
                    Some(bid) => Move::Bid(bid),
                    // Nothing more is said, and yet another hand follows.
                    None if !is_last && !plays_follow => Move::Bid(Bid::ThrowIn),
                    None => break,
                },
                Stage::Defend => match self.defender {
                    Some(defender) if defender == Some(turn) => Move::Bid(Bid::Defend),
                    None if !plays_follow && is_last => break,
                    _ => Move::Bid(Bid::Pass),
                },
                Stage::Discard if self.discard.is_none() && !plays_follow => break,
                Stage::Discard => {
                    self.plays = plays.as_slice().to_vec();
                    Move::Discard(self.discarded(held))
                }
                Stage::Give | Stage::Return => match exchanges.next() {
                    Some((seat, card)) if seat == turn => Move::Give(card),
                    Some(_) => return Err(format!("{turn} should give a card first")),
                    None if !plays_follow => break,
                    None => return Err("a card is given, and it is not told which".to_owned()),
                },
                Stage::Play => match plays.next() {
                    Some(card) => Move::Play(card),
                    None => break,
                },
                Stage::Over => break,
            };
            game.make(made).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

/// Whether a card is told: those written with an X are not.
fn is_known(text: &str) -> bool {
    !text.contains(['X', 'x'])
}

/// A hand that is told whole.
fn whole_hand(cards: &[String]) -> Result<Option<Cards>, String> {
    if cards.len() != 5 || !cards.iter().all(|card| is_known(card)) {
        return Ok(None);
    }
    let hand: Cards = cards
        .iter()
        .map(|card| read_card(card, None))
        .collect::<Result<_, _>>()?;
    if hand.len() == 5 {
        Ok(Some(hand))
    } else {
        Err("a hand has a card twice".to_owned())
    }
}
