//! Lists in order, by code that all of them share.
//!
//! The standard library's sort is compiled anew for every kind of list and of key, five to fifteen kilobytes each time. Here places are
//! sorted, of whatever list, and the list follows. That takes longer, so it is for lists that are sorted now and then: what is shown,
//! found wrong or tried in turn.

use std::cmp::Ordering;

/// Sorts a list; what is equal stays in its order.
///
/// ```
/// let mut names = ["south", "east", "north", "west"];
/// answer::sort_by(&mut names, |a, b| a.len().cmp(&b.len()));
/// assert_eq!(names, ["east", "west", "south", "north"]);
/// ```
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let places = sorted(list.len(), &|a, b| compare(&list[a], &list[b]));
    rearrange(places, &mut |a, b| list.swap(a, b));
}

/// Sorts a list by what is said of each of its members; what is equal stays in its order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts a list.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// The places of a list of this length, in the order of what is there.
#[inline(never)]
fn sorted(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

/// Swaps until at each place is what was at the place that is named for it.
#[inline(never)]
fn rearrange(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..places.len() {
        // What belongs here is fetched, then what belongs where that was, until the round is closed.
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_as_the_standard_library_does_it() {
        let mut state = 1_u64;
        for length in 0..200 {
            let mut numbers: Vec<(u64, usize)> = (0..length)
                .map(|at| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    (state >> 59, at)
                })
                .collect();
            let mut expected = numbers.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut numbers, |(key, _)| *key);
            assert_eq!(numbers, expected);
            numbers.reverse();
            sort(&mut numbers);
            assert_eq!(numbers, expected);
        }
    }
}
