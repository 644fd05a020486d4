//! The open-hand solver: how many of the 42 points a side takes when all four hands lie open and everybody plays as well as
//! can be. Each trick counts 1, 5-5 and 6-4 count ten, 5-0, 4-1 and 3-2 five.
//!
//! Alpha-beta over single plays, with a table at the beginning of tricks. Who holds what does not change during a
//! hand, so the dominoes that are left and whose lead it is say everything: 30 bits, and no two positions share them.

use space::{Stopped, Watch};

use crate::{Domino, Dominoes, Hand, Rules, Suit};

/// All points of a hand: seven tricks, and 35 for count dominoes.
pub const ALL_POINTS: u32 = 42;

/// How many positions the table holds, as a power of two.
const TABLE_BITS: u32 = 16;

/// So many positions are gone through between two looks at the watch: well under a millisecond.
const POSITIONS_A_LOOK: u32 = 1024;

/// A solver for one trump. It keeps a table of positions and can be used for any number of deals.
///
/// ```
/// use texas42::{Hand, Rules, Solver};
/// let hands = ["0-0 0-6 0-5 0-4 6-6 6-5 6-4", "1-0 2-0 3-0 1-1 2-1 2-2 3-1",
///     "3-2 3-3 4-1 4-2 4-3 4-4 5-1", "5-2 5-3 5-4 5-5 6-1 6-2 6-3"];
/// let hands = hands.map(|hand| hand.parse::<Hand>().unwrap().dominoes());
/// let mut solver = Solver::new(&Rules::new("0".parse().unwrap()));
/// // The first player leads, and takes all; partner sits opposite.
/// assert_eq!(solver.points(hands, &space::Watch::default()), Ok(Some(42)));
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    /// The members of each suit.
    members: [u32; Suit::COUNT],
    trumps: u32,
    led: [u8; Domino::COUNT],
    /// What beats a domino that is led, by following suit.
    over: [u32; Domino::COUNT],
    /// How strong each domino is when a suit is led.
    power: [[u8; Domino::COUNT]; Suit::COUNT],
    counts: [u32; Domino::COUNT],
    /// The dominoes that count ten, and those that count five.
    tens: u32,
    fives: u32,
    table: Vec<Entry>,
    /// The deal that table entries must be of.
    deal: u32,
    watch: Watch,
    until_look: u32,
    /// Whether the watch was found stopped. The search then unwinds with values that mean nothing, and nobody gets them.
    stopped: bool,
}

/// What is known of a position: bounds on what the first player's side takes from there on.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    deal: u32,
    key: u32,
    low: u8,
    high: u8,
    /// The lead that was best.
    best: u8,
}

/// A position at the beginning of a trick.
#[derive(Clone, Copy)]
struct Position {
    hands: [u32; 4],
    leader: usize,
}

/// A trick under way.
#[derive(Clone, Copy)]
struct Trick {
    led: usize,
    best: u8,
    winner: usize,
    points: u32,
}

/// Up to seven plays, the promising ones first.
struct Plays {
    list: [(i8, u8); 7],
    len: usize,
}

impl Solver {
    /// A solver with these rules.
    pub fn new(rules: &Rules) -> Solver {
        let mut solver = Solver {
            members: [0; Suit::COUNT],
            trumps: rules.trumps().bits(),
            led: [0; Domino::COUNT],
            over: [0; Domino::COUNT],
            power: [[0; Domino::COUNT]; Suit::COUNT],
            counts: [0; Domino::COUNT],
            tens: counting(10),
            fives: counting(5),
            table: vec![Entry::default(); 1 << TABLE_BITS],
            deal: 0,
            watch: Watch::default(),
            until_look: POSITIONS_A_LOOK,
            stopped: false,
        };
        for suit in Suit::all() {
            solver.members[suit.index()] = rules.members(suit).bits();
            for domino in Domino::all() {
                solver.power[suit.index()][domino.id() as usize] = rules.power(domino, suit);
            }
        }
        for domino in Domino::all() {
            solver.led[domino.id() as usize] = rules.led_as(domino).index() as u8;
            solver.over[domino.id() as usize] = rules.over(domino).bits();
            solver.counts[domino.id() as usize] = domino.count();
        }
        solver
    }

    /// The points that the first and the third player take together, if the first leads. `None` for hands that are not of
    /// one size, up to seven, or share a domino. It looks at the watch every thousand positions.
    ///
    /// # Errors
    /// It was stopped.
    pub fn points(&mut self, hands: [Dominoes; 4], watch: &Watch) -> Result<Option<u32>, Stopped> {
        self.points_within(hands, 0, ALL_POINTS, watch)
    }

    /// The same, as far as it lies between two bounds; what lies beyond comes out as the bound. The narrower, the quicker.
    ///
    /// # Errors
    /// It was stopped.
    pub fn points_within(
        &mut self,
        hands: [Dominoes; 4],
        low: u32,
        most: u32,
        watch: &Watch,
    ) -> Result<Option<u32>, Stopped> {
        watch.look()?;
        let size = hands[0].len();
        let all = hands.iter().fold(Dominoes::NONE, |all, &hand| all | hand);
        if size > Hand::SIZE || hands.iter().any(|hand| hand.len() != size) || all.len() != 4 * size
        {
            return Ok(None);
        }
        self.watch = watch.clone();
        self.stopped = false;
        let most = most.min(ALL_POINTS);
        self.deal = self.deal.wrapping_add(1);
        if self.deal == 0 {
            // After four billion deals the numbers begin again, and old entries must go.
            self.table.fill(Entry::default());
            self.deal = 1;
        }
        let position = Position {
            hands: hands.map(Dominoes::bits),
            leader: 0,
        };
        // Questions with yes or no as their answer are so much quicker that a few of them beat one for the number. The
        // ends come first: one trick lost answers for the most, and many hands do not get as far as the least.
        let (mut low, mut high) = (low.min(most) as i32, most as i32);
        let mut ends = [high, low + 1].into_iter();
        while low < high {
            let asked = ends.next().unwrap_or((low + high + 1) / 2);
            let value = self.search(position, asked - 1, asked);
            if self.stopped {
                return Err(Stopped);
            }
            if value >= asked {
                low = value;
            } else {
                high = value;
            }
        }
        Ok(Some((low as u32).min(most)))
    }

    /// What the first player's side takes from the beginning of a trick on, exactly if it lies between the bounds.
    fn search(&mut self, position: Position, mut low: i32, mut high: i32) -> i32 {
        let all = position.hands.iter().fold(0, |all, hand| all | hand);
        if all == 0 {
            return 0;
        }
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = POSITIONS_A_LOOK;
            self.stopped |= self.watch.look().is_err();
        }
        if self.stopped {
            return 0;
        }
        let left = self.left(all);
        if low >= left {
            return left;
        }
        if high <= 0 {
            return 0;
        }
        if all.count_ones() == 4 {
            return self.last_trick(&position, left);
        }
        let sure = self.sure(&position, all);
        match is_ours(position.leader) {
            true if sure >= high => return sure,
            false if left - sure <= low => return left - sure,
            _ => {}
        }
        let key = all | (position.leader as u32) << Domino::COUNT;
        let slot = (key.wrapping_mul(0x9e37_79b1) >> (32 - TABLE_BITS)) as usize;
        let known = self.table[slot];
        let mut entry = if known.key == key && known.deal == self.deal {
            known
        } else {
            Entry {
                deal: self.deal,
                key,
                low: 0,
                high: left as u8,
                best: u8::MAX,
            }
        };
        if i32::from(entry.low) >= high || entry.low == entry.high {
            return i32::from(entry.low);
        }
        if i32::from(entry.high) <= low {
            return i32::from(entry.high);
        }
        low = low.max(i32::from(entry.low) - 1);
        high = high.min(i32::from(entry.high) + 1);
        let (value, best) = self.lead(position, entry.best, low, high);
        if self.stopped {
            return 0;
        }
        if value > low {
            entry.low = entry.low.max(value as u8);
        }
        if value < high {
            entry.high = entry.high.min(value as u8);
        }
        entry.best = best;
        self.table[slot] = entry;
        value
    }

    /// What the last trick brings, in which nobody has a choice.
    fn last_trick(&self, position: &Position, left: i32) -> i32 {
        let domino = |turn: usize| position.hands[(position.leader + turn) % 4].trailing_zeros();
        let led = self.led[domino(0) as usize] as usize;
        let power = |turn: usize| self.power[led][domino(turn) as usize];
        // The first of equals wins: what does not follow has no power.
        let winner = (1..4).fold(0, |best, turn| {
            if power(turn) > power(best) {
                turn
            } else {
                best
            }
        });
        if is_ours(position.leader + winner) {
            left
        } else {
            0
        }
    }

    /// Points that the leader can take at once, with dominoes that nobody else can beat, the trumps among them first: each
    /// takes its trick, and its own count. Partner counts among the others, because a partner who must take the trick
    /// must lead to the next.
    fn sure(&self, position: &Position, all: u32) -> i32 {
        let hand = position.hands[position.leader];
        let others = all & !hand;
        let candidates = match others & self.trumps {
            0 => hand,
            _ => hand & self.trumps,
        };
        let unbeaten = bits(candidates).filter(|&domino| self.over[domino as usize] & others == 0);
        unbeaten
            .map(|domino| 1 + self.counts[domino as usize] as i32)
            .sum()
    }

    /// The points that are left with these dominoes.
    fn left(&self, all: u32) -> i32 {
        let points = |worth: u32, dominoes: u32| worth * (all & dominoes).count_ones();
        (all.count_ones() / 4 + points(10, self.tens) + points(5, self.fives)) as i32
    }

    /// Tries the leads of a position; says its value, and the best lead.
    fn lead(&mut self, position: Position, first: u8, mut low: i32, mut high: i32) -> (i32, u8) {
        let ours = is_ours(position.leader);
        let plays = self.leads(&position, first);
        let mut best = (if ours { i32::MIN } else { i32::MAX }, u8::MAX);
        for &(_, domino) in &plays.list[..plays.len] {
            let led = self.led[domino as usize] as usize;
            let trick = Trick {
                led,
                best: self.power[led][domino as usize],
                winner: position.leader,
                points: 1 + self.counts[domino as usize],
            };
            let mut next = position;
            next.hands[position.leader] &= !(1 << domino);
            let value = self.follow(next, trick, 1, low, high);
            if ours && value > best.0 {
                best = (value, domino);
                low = low.max(value);
            }
            if !ours && value < best.0 {
                best = (value, domino);
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        best
    }

    /// Tries the plays of the next to follow, or counts the trick when all four have played.
    fn follow(
        &mut self,
        mut position: Position,
        trick: Trick,
        played: usize,
        mut low: i32,
        mut high: i32,
    ) -> i32 {
        if played == 4 {
            let points = if is_ours(trick.winner) {
                trick.points as i32
            } else {
                0
            };
            position.leader = trick.winner;
            return points + self.search(position, low - points, high - points);
        }
        let seat = (position.leader + played) % 4;
        let ours = is_ours(seat);
        let plays = self.replies(&position, &trick, seat);
        let mut best = if ours { i32::MIN } else { i32::MAX };
        for &(_, domino) in &plays.list[..plays.len] {
            let power = self.power[trick.led][domino as usize];
            let mut next_trick = trick;
            next_trick.points += self.counts[domino as usize];
            if power > trick.best {
                next_trick.best = power;
                next_trick.winner = seat;
            }
            let mut next = position;
            next.hands[seat] &= !(1 << domino);
            let value = self.follow(next, next_trick, played + 1, low, high);
            if ours {
                best = best.max(value);
                low = low.max(value);
            } else {
                best = best.min(value);
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        best
    }

    /// The leads of a position: the one that was best before, then those that the others cannot beat in the suit, the high
    /// ones first.
    fn leads(&self, position: &Position, first: u8) -> Plays {
        let leader = position.leader;
        let against = position.hands[(leader + 1) % 4] | position.hands[(leader + 3) % 4];
        let mut plays = Plays::new();
        for domino in bits(position.hands[leader]) {
            let beaten = self.over[domino as usize] & against != 0;
            let merit = match (domino == first, beaten) {
                (true, _) => 100,
                (false, false) => 50 + 10 * i8::from(self.trumps >> domino & 1 == 1),
                (false, true) => -(self.counts[domino as usize] as i8),
            };
            plays.add(merit, domino);
        }
        plays.sort();
        plays
    }

    /// The plays of a seat that follows: count dominoes to a partner who wins, a cheap winner, or what is worth least.
    fn replies(&self, position: &Position, trick: &Trick, seat: usize) -> Plays {
        let hand = position.hands[seat];
        let playable = match hand & self.members[trick.led] {
            0 => hand,
            following => following,
        };
        let partner_wins = is_ours(trick.winner) == is_ours(seat);
        let mut plays = Plays::new();
        for domino in bits(playable) {
            let power = self.power[trick.led][domino as usize];
            let count = self.counts[domino as usize] as i8;
            let merit = match (partner_wins, power > trick.best) {
                (false, true) => 60 + count - (power / 4) as i8,
                (true, true) => 10 + count - (power / 2) as i8,
                (true, false) => 20 + count,
                (false, false) => -count - (power / 4) as i8,
            };
            plays.add(merit, domino);
        }
        plays.sort();
        plays
    }
}

impl Plays {
    fn new() -> Plays {
        Plays {
            list: [(0, 0); 7],
            len: 0,
        }
    }

    fn add(&mut self, merit: i8, domino: u8) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = (merit, domino);
            self.len += 1;
        }
    }

    /// The best first. Seven at the most: the simplest way is the quickest.
    fn sort(&mut self) {
        for i in 1..self.len {
            let mut j = i;
            while j > 0 && self.list[j - 1].0 < self.list[j].0 {
                self.list.swap(j - 1, j);
                j -= 1;
            }
        }
    }
}

/// Whether a player is on the first player's side.
fn is_ours(player: usize) -> bool {
    player & 1 == 0
}

/// The dominoes that count so many points.
fn counting(points: u32) -> u32 {
    let dominoes = Domino::all().filter(|domino| domino.count() == points);
    dominoes.collect::<Dominoes>().bits()
}

/// The numbers of the bits of a set.
fn bits(set: u32) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
        rest &= rest - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seat, Trump, View, Worlds, is_laydown};

    /// Plain minimax by the rules, without bounds, tables or order.
    fn minimax(rules: &Rules, hands: [Dominoes; 4], leader: usize, trick: &[Domino]) -> u32 {
        if trick.len() == 4 {
            let played: [Domino; 4] = [trick[0], trick[1], trick[2], trick[3]];
            let winner = (leader + crate::rules::winner(rules, &played)) % 4;
            let points = 1 + played.iter().map(|domino| domino.count()).sum::<u32>();
            let rest = minimax(rules, hands, winner, &[]);
            return rest + if is_ours(winner) { points } else { 0 };
        }
        let seat = (leader + trick.len()) % 4;
        let playable = match trick.first() {
            Some(&lead) => rules.playable(hands[seat], rules.led_as(lead)),
            None => hands[seat],
        };
        let mut values = playable.iter().map(|domino| {
            let mut next = hands;
            next[seat] = next[seat] - domino.alone();
            let mut trick = trick.to_vec();
            trick.push(domino);
            minimax(rules, next, leader, &trick)
        });
        if is_ours(seat) {
            values.by_ref().max().unwrap_or(0)
        } else {
            values.min().unwrap_or(0)
        }
    }

    fn deal(number: u64) -> [Dominoes; 4] {
        let hand = Hand::all().nth((number * 9_973 % 1_184_040) as usize);
        let view = View::opening(Seat::South, hand.unwrap());
        let worlds = Worlds::new(&view, &Watch::default()).unwrap();
        let [west, north, east] = worlds.sample(11, number);
        [view.hand(), west.1, north.1, east.1]
    }

    #[test]
    fn the_solver_agrees_with_plain_minimax() {
        let watch = Watch::default();
        for trump in Trump::all() {
            let rules = Rules::new(trump);
            let mut solver = Solver::new(&rules);
            for number in 0..6 {
                // Three or four dominoes each, with what they are worth.
                let size = 3 + number as usize % 2;
                let hands = deal(number).map(|hand| hand.iter().skip(2).take(size).collect());
                let truth = minimax(&rules, hands, 0, &[]);
                let found = solver.points(hands, &watch);
                assert_eq!(found, Ok(Some(truth)), "{trump} {hands:?}");
                let found = solver.points_within(hands, 4, 9, &watch);
                assert_eq!(found, Ok(Some(truth.clamp(4, 9))), "{trump} {hands:?}");
            }
        }
    }

    #[test]
    fn what_is_no_deal_has_no_points() {
        let mut solver = Solver::new(&Rules::new(Trump::None));
        let [a, b, c, _] = deal(1);
        let mut points = |hands| solver.points(hands, &Watch::default()).unwrap();
        assert_eq!(points([a, b, c, a]), None);
        assert_eq!(points([a, b, c, Dominoes::NONE]), None);
        assert_eq!(points([Dominoes::NONE; 4]), Some(0));
    }

    #[test]
    fn a_deal_can_be_stopped_and_asked_again() {
        let rules = Rules::new(Trump::None);
        let (mut fresh, mut solver) = (Solver::new(&rules), Solver::new(&rules));
        let watch = Watch::default();
        let mut looks = Vec::new();
        for number in 0..6 {
            let (hands, before) = (deal(number), watch.looks());
            let points = fresh.points(hands, &watch).unwrap();
            looks.push(watch.looks() - before);
            // Stopped from another thread, as soon as it has begun.
            let stop = Watch::default();
            let stopped = std::thread::scope(|scope| {
                scope.spawn(|| {
                    while stop.looks() == 0 {
                        std::hint::spin_loop();
                    }
                    stop.stop();
                });
                solver.points(hands, &stop)
            });
            // A deal that was solved before the stop came is an answer; half of one is none.
            assert!(stopped == Err(Stopped) || stopped == Ok(points));
            assert_eq!(solver.points(hands, &watch), Ok(points));
        }
        assert!(looks.iter().any(|&looks| looks > 5), "{looks:?}");
    }

    /// With all seven dominoes: the number found is the one at which the answers turn from yes to no.
    #[test]
    fn bounds_agree_with_the_number() {
        let watch = Watch::default();
        for trump in Trump::all() {
            let mut solver = Solver::new(&Rules::new(trump));
            let mut fresh = solver.clone();
            for number in 0..4 {
                let hands = deal(number);
                let points = solver.points(hands, &watch).unwrap().unwrap();
                for asked in [points.saturating_sub(1), points, points + 1, 30, 42] {
                    let asked = asked.max(1);
                    let found = fresh.points_within(hands, asked - 1, asked, &watch);
                    assert_eq!(found.unwrap() >= Some(asked), points >= asked);
                }
            }
        }
    }

    /// A lay-down takes all 42 points in any world.
    #[test]
    fn laydowns_take_all_points() {
        let watch = Watch::default();
        for trump in Trump::all() {
            let rules = Rules::new(trump);
            let mut solver = Solver::new(&rules);
            let laydown = |hand: &Hand| is_laydown(&rules, hand.dominoes(), hand.others());
            for hand in Hand::all().filter(laydown).step_by(97) {
                let worlds = Worlds::new(&View::opening(Seat::South, hand), &watch).unwrap();
                for number in 0..3 {
                    let [west, north, east] = worlds.sample(3, number);
                    let hands = [hand.dominoes(), west.1, north.1, east.1];
                    let points = solver.points_within(hands, 41, 42, &watch);
                    assert_eq!(points, Ok(Some(42)));
                }
            }
        }
    }
}
