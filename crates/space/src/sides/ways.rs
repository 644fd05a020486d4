//! Lists of states, each with the number of ways to it: sorted, put together and told apart.

/// States of both places and a list of sums, packed, each with its ways.
pub(super) type Ways = Vec<(u64, u64)>;

pub(super) const STATE_BITS: u32 = 20;
pub(super) const STATE_MASK: u64 = (1 << STATE_BITS) - 1;

/// What is multiplied with spreads over the upper bits.
pub(super) const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
/// Of two to this power states, one is looked at to say what all will cost; of very many, one of more than that.
pub(super) const LOOKED_AT: u32 = 5;
const MOST_LOOKED_AT: usize = 1 << 15;

/// Of how many of some states, two to which power, one is looked at.
pub(super) fn looked_at(states: usize) -> u32 {
    (states / MOST_LOOKED_AT).max(1).ilog2().max(LOOKED_AT)
}

/// The few of some states that are looked at, one of so many.
pub(super) fn few_of(ways: &Ways, looked_at: u32) -> impl Iterator<Item = u64> {
    let states = ways.iter().map(|(state, _)| *state);
    states.filter(move |state| state.wrapping_mul(ODD) >> (64 - looked_at) == 0)
}

/// The states in which the second place has the same row, side by side as they are in order.
pub(super) fn with_one_row(ways: &Ways) -> impl Iterator<Item = &[(u64, u64)]> {
    ways.chunk_by(|one, other| one.0 >> STATE_BITS == other.0 >> STATE_BITS)
}

/// What some lists of ways take.
pub(super) fn bytes(lists: &[Ways]) -> u64 {
    let of_list = |list: &Ways| (size_of_val(&list[..]) + size_of::<Ways>()) as u64;
    lists.iter().map(of_list).sum()
}

/// How often each of some states comes, in the order of states.
pub(super) fn counted(states: &mut Vec<u64>, spare: &mut Vec<u64>) -> Ways {
    if states.len() < FEWEST_BY_DIGITS {
        states.sort_unstable();
    } else {
        sort_by_digits(states, spare, |state| *state);
    }
    let same = || states.chunk_by(|one, other| one == other);
    let mut ways = Ways::with_capacity(same().count());
    ways.extend(same().map(|same| (same[0], same.len() as u64)));
    ways
}

/// Puts the ways to the same state together, in the order of states.
pub(super) fn merge(ways: &mut Ways, spare: &mut Ways) {
    if ways.len() < FEWEST_BY_DIGITS {
        ways.sort_unstable_by_key(|(state, _)| *state);
    } else {
        sort_by_digits(ways, spare, |(state, _)| *state);
    }
    ways.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

/// Shorter lists are sorted by comparing.
const FEWEST_BY_DIGITS: usize = 1 << 10;
/// How many bits a digit has.
const DIGIT: u32 = 11;

/// Sorts by state, digit by digit from the last: a state is three numbers side by side, and few of their bits are ever set.
fn sort_by_digits<T: Copy>(list: &mut Vec<T>, spare: &mut Vec<T>, state: impl Fn(&T) -> u64) {
    let any = list.iter().fold(0, |any, one| any | state(one));
    let bits = |field: u64| u64::BITS - field.leading_zeros();
    let of_a = bits(any & STATE_MASK);
    let of_both = of_a + bits(any >> STATE_BITS & STATE_MASK);
    let all = of_both + bits(any >> (2 * STATE_BITS));
    let key = |state: u64| {
        let b = state >> STATE_BITS & STATE_MASK;
        state & STATE_MASK | b << of_a | state >> (2 * STATE_BITS) << of_both
    };
    for from in (0..all).step_by(DIGIT as usize) {
        let digit = |one: &T| (key(state(one)) >> from) as usize & ((1 << DIGIT) - 1);
        let mut places = [0usize; 1 << DIGIT];
        list.iter().for_each(|one| places[digit(one)] += 1);
        let mut upto = 0;
        for place in &mut places {
            upto += std::mem::replace(place, upto);
        }
        spare.resize(list.len(), list[0]);
        for one in list.iter() {
            let place = &mut places[digit(one)];
            spare[*place] = *one;
            *place += 1;
        }
        std::mem::swap(list, spare);
    }
}

/// A number that hardly two lists share.
pub(super) fn mixed(ways: &Ways) -> u64 {
    ways.iter()
        .fold(ways.len() as u64, |mixed, &(state, ways)| {
            let mixed = (mixed ^ state).wrapping_mul(ODD);
            let mixed = (mixed ^ mixed >> 29 ^ ways).wrapping_mul(ODD);
            mixed ^ mixed >> 32
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long lists, which are sorted by digits, come out as by comparing; short ones too.
    #[test]
    fn ways_to_the_same_state_are_put_together_in_order() {
        let mut spare = Ways::new();
        for length in [0, 1, 900, 5_000, 3_000] {
            let mut mix = 1u64;
            let mut next = || {
                mix = mix.wrapping_mul(ODD).wrapping_add(1);
                mix >> 40
            };
            let mut state = || {
                let (a, b, sums) = (next() % 50, next() % 3_000, next() % 3);
                a | b << STATE_BITS | sums << (2 * STATE_BITS)
            };
            let mut ways: Ways = (0..length).map(|number| (state(), number + 1)).collect();
            let mut expected = std::collections::BTreeMap::new();
            for (state, ways) in &ways {
                *expected.entry(*state).or_insert(0) += ways;
            }
            let mut states: Vec<u64> = ways.iter().map(|(state, _)| *state).collect();
            merge(&mut ways, &mut spare);
            assert_eq!(ways, expected.into_iter().collect::<Ways>());
            let mut often = std::collections::BTreeMap::new();
            for state in &states {
                *often.entry(*state).or_insert(0) += 1;
            }
            let counted = counted(&mut states, &mut Vec::new());
            assert_eq!(counted, often.into_iter().collect::<Ways>());
        }
    }
}
