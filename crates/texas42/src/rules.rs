//! The rules that depend on trumps: which suit a domino belongs to and is led as, who must follow, and what beats what.
//!
//! Trumps are one of seven pips, the doubles, or none ('follow me'). A domino with the trump pip is a trump and
//! belongs to no other suit; of its suit the double is the highest, then the others by their other end. With doubles as
//! trumps they are a suit of their own, 6-6 high, and leave their pip suits. A domino that is no trump is led as its higher
//! end, and can follow either. In nel-o nothing is trumps, and the doubles may be low or a suit of their own; in sevens
//! suits mean nothing. Bidding and scoring are elsewhere.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Serialize, Serializer};

use crate::{Call, Domino, Dominoes, Doubles, Pip};

/// What is trumps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Trump {
    /// The dominoes with this pip.
    Pip(Pip),
    /// The seven doubles.
    Doubles,
    /// Nothing: 'follow me'.
    None,
}

impl Trump {
    /// All nine: the pips from blanks up, doubles, none.
    pub fn all() -> impl Iterator<Item = Trump> {
        Pip::all()
            .map(Trump::Pip)
            .chain([Trump::Doubles, Trump::None])
    }

    /// `blanks as trumps`, `no trumps`: what follows 'with'.
    pub fn as_trumps(self) -> String {
        match self {
            Trump::None => self.name().to_owned(),
            _ => format!("{} as trumps", self.name()),
        }
    }

    /// `blanks`, `aces` … `sixes`, `doubles` or `no trumps`.
    pub fn name(self) -> &'static str {
        match self {
            Trump::Pip(pip) => pip.suit_name(),
            Trump::Doubles => "doubles",
            Trump::None => "no trumps",
        }
    }
}

/// A text that names no trump.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no trump '{0}': 0 to 6, doubles or none")]
pub struct TrumpError(String);

impl FromStr for Trump {
    type Err = TrumpError;

    fn from_str(text: &str) -> Result<Trump, TrumpError> {
        Trump::all()
            .find(|trump| trump.to_string() == text)
            .ok_or_else(|| TrumpError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Trump {
    /// `0` to `6`, `doubles` or `none`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Trump::Pip(pip) => f.pad(&pip.to_string()),
            Trump::Doubles => f.pad("doubles"),
            Trump::None => f.pad("none"),
        }
    }
}

/// On the wire a trump is what it is read from: `0` to `6`, `doubles` or `none`.
impl Serialize for Trump {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A suit that can be led.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// The dominoes with this pip that are no trumps.
    Pip(Pip),
    /// The trumps.
    Trumps,
    /// The doubles, in nel-o where they are a suit of their own.
    Doubles,
}

impl Suit {
    /// How many there can be in one hand: seven pips, and trumps or doubles.
    pub const COUNT: usize = 8;

    /// The pips and trumps, trumps last. The pip that is trumps has no suit besides them.
    pub fn all() -> impl Iterator<Item = Suit> {
        Pip::all().map(Suit::Pip).chain([Suit::Trumps])
    }

    /// Its number below eight; trumps are the last, or doubles, where they are a suit of their own.
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Suit::Pip(pip) => pip.index(),
            Suit::Trumps | Suit::Doubles => 7,
        }
    }

    /// `blanks` to `sixes`, `trumps` or `doubles`.
    pub fn name(self) -> &'static str {
        match self {
            Suit::Pip(pip) => pip.suit_name(),
            Suit::Trumps => "trumps",
            Suit::Doubles => "doubles",
        }
    }
}

impl fmt::Display for Suit {
    /// `0` to `6`, `trumps` or `doubles`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Suit::Pip(pip) => f.pad(&pip.to_string()),
            Suit::Trumps | Suit::Doubles => f.pad(self.name()),
        }
    }
}

/// On the wire a suit is `0` to `6`, `trumps` or `doubles`, as a value and as a key.
impl Serialize for Suit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The rules for one trump, as tables of sets.
///
/// ```
/// use texas42::{Rules, Suit, Trump};
/// let rules = Rules::new("0".parse::<Trump>()?);
/// let (six_four, six_five, four_double) = ("6-4".parse()?, "6-5".parse()?, "4-4".parse()?);
/// assert_eq!(rules.led_as(six_four).to_string(), "6");
/// assert!(rules.over(six_four).has(six_five));
/// assert!(!rules.over(six_four).has(four_double));
/// assert_eq!(rules.led_as("6-0".parse()?), Suit::Trumps);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    call: Call,
    trump: Trump,
    /// The members of each suit.
    suits: [Dominoes; Suit::COUNT],
    /// The suits of each domino: the one that it is led as, and for most a second one that it can follow.
    led: [Suit; Domino::COUNT],
    second: [Option<Suit>; Domino::COUNT],
    /// The higher ones of the suit that a domino is led as.
    over: [Dominoes; Domino::COUNT],
    /// How strong each domino is when a suit is led.
    power: [[u8; Domino::COUNT]; Suit::COUNT],
}

/// The rules of every call, made once.
static ALL: LazyLock<Vec<Rules>> = LazyLock::new(|| Call::all().map(Rules::made).collect());

impl Rules {
    /// The rules with these trumps.
    pub fn new(trump: Trump) -> Rules {
        Rules::of(Call::Trumps(trump)).clone()
    }

    /// The rules of what was called.
    pub fn of(call: Call) -> &'static Rules {
        &ALL[call.index()]
    }

    fn made(call: Call) -> Rules {
        let trump = call.trump();
        let own_suit = call == Call::NelO(Doubles::Own);
        let is_trump = |domino: Domino| match trump {
            Trump::Pip(pip) => domino.high() == pip || domino.low() == pip,
            Trump::Doubles => domino.is_double(),
            Trump::None => false,
        };
        let mut rules = Rules {
            call,
            trump,
            power: [[0; Domino::COUNT]; Suit::COUNT],
            suits: [Dominoes::NONE; Suit::COUNT],
            led: [Suit::Trumps; Domino::COUNT],
            second: [None; Domino::COUNT],
            over: [Dominoes::NONE; Domino::COUNT],
        };
        for domino in Domino::all() {
            let i = domino.id() as usize;
            if own_suit && domino.is_double() {
                rules.led[i] = Suit::Doubles;
            } else if !is_trump(domino) {
                rules.led[i] = Suit::Pip(domino.high());
                rules.second[i] = (!domino.is_double()).then_some(Suit::Pip(domino.low()));
            }
            for suit in [Some(rules.led[i]), rules.second[i]].into_iter().flatten() {
                let members = &mut rules.suits[suit.index()];
                *members = *members | domino.alone();
            }
        }
        for domino in Domino::all() {
            rules.over[domino.id() as usize] = rules.over_in(domino, rules.led_as(domino));
            for suit in rules.suits() {
                rules.power[suit.index()][domino.id() as usize] = rules.power_of(domino, suit);
            }
        }
        rules
    }

    /// What was called.
    pub fn call(&self) -> Call {
        self.call
    }

    /// The suits that can be led: the pips, and trumps, or the doubles where they are a suit of their own.
    pub fn suits(&self) -> impl Iterator<Item = Suit> + use<> {
        let last = match self.call {
            Call::NelO(Doubles::Own) => Suit::Doubles,
            _ => Suit::Trumps,
        };
        Pip::all().map(Suit::Pip).chain([last])
    }

    /// What is trumps.
    pub fn trump(&self) -> Trump {
        self.trump
    }

    /// The trumps.
    #[inline]
    pub fn trumps(&self) -> Dominoes {
        match self.trump {
            Trump::None => Dominoes::NONE,
            _ => self.suits[Suit::Trumps.index()],
        }
    }

    /// The dominoes that follow a suit.
    pub fn members(&self, suit: Suit) -> Dominoes {
        self.suits[suit.index()]
    }

    /// The suit that a domino is led as: trumps, or its higher end.
    pub fn led_as(&self, domino: Domino) -> Suit {
        self.led[domino.id() as usize]
    }

    /// The suits that a domino can follow: one, or for most that are no trumps two.
    pub fn suits_of(&self, domino: Domino) -> impl Iterator<Item = Suit> {
        let i = domino.id() as usize;
        [Some(self.led[i]), self.second[i]].into_iter().flatten()
    }

    /// The members of its suit that beat a domino when it is led.
    pub fn over(&self, domino: Domino) -> Dominoes {
        self.over[domino.id() as usize]
    }

    /// The members of a suit that rank above a member of it.
    pub fn over_in(&self, domino: Domino, suit: Suit) -> Dominoes {
        let rank = self.rank(domino, suit);
        let members = self.members(suit).iter();
        members
            .filter(|&other| self.rank(other, suit) > rank)
            .collect()
    }

    /// How high a member of a suit stands in it.
    pub fn rank(&self, domino: Domino, suit: Suit) -> usize {
        let pip = match (suit, self.trump) {
            (Suit::Pip(pip), _) | (Suit::Trumps, Trump::Pip(pip)) => pip,
            (Suit::Trumps | Suit::Doubles, _) => return domino.high().index(),
        };
        if self.call == Call::NelO(Doubles::Low) {
            return match (domino.high(), domino.low()) {
                (high, low) if high == low => 0,
                (high, low) if high == pip => low.index() + 1,
                (high, _) => high.index() + 1,
            };
        }
        match (domino.high(), domino.low()) {
            (high, low) if high == low => 7,
            (high, low) if high == pip => low.index(),
            (high, _) => high.index(),
        }
    }

    /// What a hand may lead: anything, but in sevens what is closest to seven.
    #[inline]
    pub fn leads(&self, hand: Dominoes) -> Dominoes {
        match self.call {
            Call::Sevens => closest_to_seven(hand),
            _ => hand,
        }
    }

    /// What a hand may play to a lead: the suit's members if it has any, or else anything; in sevens what is closest to
    /// seven.
    #[inline]
    pub fn playable(&self, hand: Dominoes, led: Suit) -> Dominoes {
        if self.call == Call::Sevens {
            return closest_to_seven(hand);
        }
        match hand & self.members(led) {
            Dominoes::NONE => hand,
            following => following,
        }
    }

    /// Whether a domino beats the best one so far, when a suit was led.
    #[inline]
    pub fn beats(&self, domino: Domino, best: Domino, led: Suit) -> bool {
        self.power(domino, led) > self.power(best, led)
    }

    /// How strong a domino is when a suit was led: any trump over the suit, and the suit over the rest.
    #[inline]
    pub(crate) fn power(&self, domino: Domino, led: Suit) -> u8 {
        self.power[led.index()][domino.id() as usize]
    }

    fn power_of(&self, domino: Domino, led: Suit) -> u8 {
        if self.call == Call::Sevens {
            return 8 - domino.from_seven();
        }
        if self.trumps().has(domino) {
            return 16 + self.rank(domino, Suit::Trumps) as u8;
        }
        if self.members(led).has(domino) {
            8 + self.rank(domino, led) as u8
        } else {
            0
        }
    }

    /// The dominoes of a set as hands are shown: trumps from the highest down, doubles, and the rest by high and low
    /// end.
    pub fn arranged(&self, dominoes: Dominoes) -> Vec<Domino> {
        let mut list: Vec<Domino> = dominoes.iter().collect();
        answer::sort_by_key(&mut list, |&domino| {
            let place = match domino {
                d if self.trumps().has(d) => (0, 7 - self.rank(d, Suit::Trumps)),
                d if d.is_double() => (1, 0),
                _ => (2, 0),
            };
            (place, std::cmp::Reverse(domino.id()))
        });
        list
    }

    /// A domino as it is written with these trumps: the trump pip first, else the higher end.
    pub fn written(&self, domino: Domino) -> String {
        match self.trump {
            Trump::Pip(pip) if domino.low() == pip => {
                format!("{}-{}", domino.low(), domino.high())
            }
            _ => domino.to_string(),
        }
    }

    /// A set of dominoes as hands are shown: `0-0 0-6 0-5 0-4 6-6 5-5 6-5`.
    pub fn shown(&self, dominoes: Dominoes) -> String {
        self.names(dominoes).join(" ")
    }

    /// The same, one text each.
    pub fn names(&self, dominoes: Dominoes) -> Vec<String> {
        let arranged = self.arranged(dominoes).into_iter();
        arranged.map(|domino| self.written(domino)).collect()
    }
}

/// The dominoes of a hand whose pips are closest to seven.
pub(crate) fn closest_to_seven(hand: Dominoes) -> Dominoes {
    let nearest = hand.iter().map(Domino::from_seven).min();
    hand.iter()
        .filter(|domino| Some(domino.from_seven()) == nearest)
        .collect()
}

/// Who wins a trick, counted from the leader.
pub(crate) fn winner(rules: &Rules, trick: &[Domino; 4]) -> usize {
    let led = rules.led_as(trick[0]);
    (1..4).fold(0, |best, i| {
        if rules.beats(trick[i], trick[best], led) {
            i
        } else {
            best
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set;

    fn rules(trump: &str) -> Rules {
        Rules::new(trump.parse().unwrap())
    }

    #[test]
    fn suits_and_their_order() {
        let blanks = rules("0");
        assert_eq!(blanks.shown(blanks.trumps()), "0-0 0-6 0-5 0-4 0-3 0-2 0-1");
        assert_eq!(blanks.members(Suit::Pip(Pip::new(0).unwrap())).len(), 0);
        assert_eq!(blanks.members(Suit::Pip(Pip::new(6).unwrap())).len(), 6);
        let doubles = rules("doubles");
        assert_eq!(
            doubles.shown(doubles.trumps()),
            "6-6 5-5 4-4 3-3 2-2 1-1 0-0"
        );
        assert_eq!(
            doubles.shown(doubles.over("3-3".parse().unwrap())),
            "6-6 5-5 4-4"
        );
        let none = rules("none");
        assert!(none.trumps().is_empty());
        assert_eq!(none.members(Suit::Pip(Pip::new(4).unwrap())).len(), 7);
        assert_eq!(none.shown(none.over("5-3".parse().unwrap())), "5-5 6-5 5-4");
    }

    #[test]
    fn following_and_beating() {
        let sixes = rules("6");
        let hand = set("6-5 5-4 4-4 3-0");
        let fives = Suit::Pip(Pip::new(5).unwrap());
        // 6-5 is a trump and no five.
        assert_eq!(sixes.playable(hand, fives), set("5-4"));
        assert_eq!(sixes.playable(hand, Suit::Trumps), set("6-5"));
        let deuces = Suit::Pip(Pip::new(2).unwrap());
        assert_eq!(sixes.playable(hand, deuces), hand);
        let domino = |text: &str| text.parse::<Domino>().unwrap();
        assert!(sixes.beats(domino("6-0"), domino("5-5"), fives));
        assert!(sixes.beats(domino("5-5"), domino("5-4"), fives));
        assert!(!sixes.beats(domino("4-4"), domino("5-0"), fives));
        assert!(!sixes.beats(domino("4-4"), domino("3-3"), fives));
    }

    #[test]
    fn games_without_trumps() {
        let domino = |text: &str| text.parse::<Domino>().unwrap();
        let of = |call: &str| Rules::of(call.parse().unwrap());
        let fives = Suit::Pip(Pip::new(5).unwrap());
        let (high, low, own) = (of("nel-o high"), of("nel-o low"), of("nel-o own"));
        assert_eq!(high.over(domino("6-5")), rules("none").over(domino("6-5")));
        assert!(low.beats(domino("5-0"), domino("5-5"), fives));
        assert_eq!(
            low.shown(low.over(domino("5-5"))),
            "6-5 5-4 5-3 5-2 5-1 5-0"
        );
        assert!(low.beats(domino("5-1"), domino("5-0"), fives));
        // A suit of their own: they follow no pip, and win nothing but their own suit.
        assert_eq!(own.led_as(domino("5-5")), Suit::Doubles);
        assert!(own.trumps().is_empty());
        assert!(!own.beats(domino("6-6"), domino("5-0"), fives));
        assert!(own.beats(domino("6-6"), domino("5-5"), Suit::Doubles));
        assert_eq!(own.playable(set("5-5 6-1"), fives), set("5-5 6-1"));
        assert_eq!(
            own.playable(set("5-5 6-1 3-3"), Suit::Doubles),
            set("5-5 3-3")
        );
        let sevens = of("sevens");
        assert_eq!(sevens.leads(set("6-6 4-2 5-3 1-0")), set("4-2 5-3"));
        assert_eq!(sevens.playable(set("5-5 0-0"), fives), set("5-5"));
        assert!(sevens.beats(domino("4-3"), domino("5-5"), fives));
        // The first of equals takes the trick.
        assert!(!sevens.beats(domino("6-2"), domino("5-1"), fives));
    }

    #[test]
    fn hands_are_shown_trumps_first() {
        let blanks = rules("0");
        let hand = set("6-5 5-5 0-4 6-6 0-0 5-0 6-0");
        assert_eq!(blanks.shown(hand), "0-0 0-6 0-5 0-4 6-6 5-5 6-5");
        assert_eq!(rules("6").shown(set("5-6 6-6 3-3 1-0")), "6-6 6-5 3-3 1-0");
        assert_eq!(
            rules("doubles").shown(set("5-6 6-6 3-3 1-0")),
            "6-6 3-3 6-5 1-0"
        );
    }

    #[test]
    fn trumps_are_read_as_they_are_written() {
        for trump in Trump::all() {
            assert_eq!(trump.to_string().parse(), Ok(trump));
        }
        let error = "7".parse::<Trump>().unwrap_err().to_string();
        assert_eq!(error, "there is no trump '7': 0 to 6, doubles or none");
    }
}
