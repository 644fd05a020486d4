//! The worlds that fit a view: how many, some of them, and the exact chances of who holds what.

use fairdeal::euchre::{Place, Seat, Suit, World, Worlds};
use fairdeal::space;

use crate::guard::{Failure, FairdealStatus, Out, guarded, shared, take_back};
use crate::plain::{FairdealView, bits};

/// All worlds that fit a view.
pub struct FairdealWorlds(Worlds);

/// Where all cards lie: sets of cards, as in FairdealView.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FairdealWorld {
    /// The hands of North, East, South and West.
    pub hands: [u32; 4],
    /// The three face-down cards of the kitty.
    pub kitty: u32,
    /// What the dealer laid away: one card, or none.
    pub discard: u32,
}

/// Exact chances. Places are the hands of North 0, East 1, South 2 and West 3, the kitty 4, and what the dealer laid away 5.
#[repr(C)]
pub struct FairdealChances {
    /// At 6 * card + place: the chance that a card, unseen, lies there. 0 for cards that the seat has seen.
    pub card: [f64; 192],
    /// At 6 * suit + place: how many cards of a suit, unseen, lie there on average. The left bower belongs to the trumps.
    pub mean: [f64; 24],
    /// At 6 * suit + place: the chance that none does.
    pub void_chance: [f64; 24],
}

impl FairdealWorld {
    pub(crate) fn of(world: &World) -> FairdealWorld {
        FairdealWorld {
            hands: world.hands.map(bits),
            kitty: bits(world.kitty),
            discard: bits(world.discard),
        }
    }
}

/// The place of an index.
const PLACES: [Place; 6] = [
    Place::Hand(Seat::North),
    Place::Hand(Seat::East),
    Place::Hand(Seat::South),
    Place::Hand(Seat::West),
    Place::Kitty,
    Place::Discard,
];

/// The worlds that fit a view; it is refused, with the facts that clash, if none does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_worlds_new(
    view: *const FairdealView,
    worlds: *mut *mut FairdealWorlds,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, view) = unsafe { (Out::empty(worlds, "worlds")?, shared(view, "view")?) };
        let worlds = Worlds::new(&view.view()?).map_err(|clash| Failure::of(&clash))?;
        out.give(FairdealWorlds(worlds))
    })
}

/// How many worlds there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_worlds_count(
    worlds: *const FairdealWorlds,
    count: *mut u64,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, worlds) = unsafe { (Out::new(count, "count")?, shared(worlds, "worlds")?) };
        out.fill(worlds.0.count())
    })
}

/// Draws worlds, each with the same chance; the same seed draws the same. There must be room for so many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_worlds_sample(
    worlds: *const FairdealWorlds,
    seed: u64,
    drawn: *mut FairdealWorld,
    count: u32,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (_, worlds) = unsafe { (Out::new(drawn, "drawn")?, shared(worlds, "worlds")?) };
        let mut rng = space::stream(seed, 0);
        for place in 0..count as usize {
            let world = FairdealWorld::of(&worlds.0.sample(&mut rng));
            // SAFETY: there is room for `count` of them, as the caller promises, and what is there is numbers.
            unsafe { drawn.add(place).write(world) };
        }
        Ok(FairdealStatus::Ok)
    })
}

/// The exact chances of who holds what.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_worlds_chances(
    worlds: *const FairdealWorlds,
    chances: *mut FairdealChances,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, worlds) =
            unsafe { (Out::new(chances, "chances")?, &shared(worlds, "worlds")?.0) };
        let odds = worlds.odds();
        let mut plain = FairdealChances {
            card: [0.0; 192],
            mean: [0.0; 24],
            void_chance: [0.0; 24],
        };
        for card in worlds.unseen().iter() {
            for (index, &place) in PLACES.iter().enumerate() {
                plain.card[6 * card.id() as usize + index] = odds.chance(card, place);
            }
        }
        for suit in Suit::ALL {
            for (index, &place) in PLACES.iter().enumerate() {
                let at = 6 * suit as usize + index;
                plain.mean[at] = odds.mean(suit, place);
                plain.void_chance[at] = odds.void(suit, place);
            }
        }
        out.fill(plain)
    })
}

/// Frees worlds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_worlds_free(worlds: *mut FairdealWorlds) {
    // SAFETY: the caller keeps to the header.
    unsafe { take_back(worlds) }
}
