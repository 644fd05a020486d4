//! Boards of several files as one set, mixed by weight; and what parts of one run came to, joined.

use bridge::Board;

use crate::dealt::DealReport;
use crate::error::Error;

/// More bytes than this are not read for a file of boards: some ten million boards.
pub const MOST_BOARD_BYTES: u64 = 1 << 30;

/// What several parts of one run came to, as files have it, together; `None` if the first text is no such thing.
///
/// # Errors
/// Where another one is not, or is not of that run.
pub fn join_reports<'a>(
    texts: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<Option<DealReport>, Error> {
    let mut joined: Option<DealReport> = None;
    for (name, text) in texts {
        let report = match (serde_json::from_slice::<DealReport>(text), &joined) {
            (Ok(report), None) => report,
            (Ok(report), Some(joined)) => joined.joined(&report)?,
            (Err(_), None) => return Ok(None),
            (Err(_), Some(_)) => {
                let message = format!("{name} has no statistics of a run, and the others have");
                return Err(Error::Other(answer::ErrorBody::new("other-run", message)));
            }
        };
        joined = Some(report);
    }
    Ok(joined)
}

/// The boards of one file, and how many of them there are for those of the others.
#[derive(Clone, Debug)]
pub struct WeightedBoards {
    /// The boards, in their order.
    pub boards: Vec<Board>,
    /// How many at a time; at least 1.
    pub weight: u64,
}

/// What became of several files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combined {
    /// The boards, numbered from 1.
    pub boards: Vec<Board>,
    /// How many boards of each part were not used.
    pub left: Vec<usize>,
}

/// Mixes boards by weight: at every place the part comes next that is furthest behind its share, and boards of one part
/// keep their order. It ends where that part has no board left, or goes on with the others if `all` is set; and after
/// `most` boards.
///
/// Boards are numbered anew. The dealer and the vulnerability follow the new number, unless those of a part did not follow
/// the old ones: then somebody chose them, and they stay.
///
/// ```
/// use fairdeal::{WeightedBoards, bridge::{Board, Deal}, combine};
/// let part = |n: u64, weight| WeightedBoards { boards: (1..=n).map(|k| Board::new(k, Deal::default())).collect(), weight };
/// let combined = combine(vec![part(6, 3), part(9, 1)], false, None);
/// assert_eq!(combined.boards.len(), 8);
/// assert_eq!(combined.left, [0, 7]);
/// ```
pub fn combine(parts: Vec<WeightedBoards>, all: bool, most: Option<u64>) -> Combined {
    let weights: Vec<u64> = parts.iter().map(|part| part.weight.max(1)).collect();
    let chosen: Vec<bool> = parts
        .iter()
        .map(|part| !part.boards.iter().all(Board::follows_its_number))
        .collect();
    let mut rest: Vec<_> = parts
        .into_iter()
        .map(|part| part.boards.into_iter())
        .collect();
    let mut used = vec![0u64; rest.len()];
    let mut boards: Vec<Board> = Vec::new();
    let most = most.unwrap_or(u64::MAX);
    for number in (1..).take_while(|&number| number <= most) {
        // The part whose next board would be due first; of several, the first one named.
        let due = |&i: &usize| (u128::from(used[i]) * 2 + 1, u128::from(weights[i]));
        let open = (0..rest.len()).filter(|&i| !all || rest[i].len() > 0);
        let next = open.min_by(|a, b| {
            let ((x, v), (y, w)) = (due(a), due(b));
            (x * w).cmp(&(y * v))
        });
        let Some((i, mut board)) = next.and_then(|i| Some((i, rest[i].next()?))) else {
            break;
        };
        used[i] += 1;
        if chosen[i] {
            board.number = number
        } else {
            board.renumber(number)
        }
        boards.push(board);
    }
    let left = rest.iter().map(ExactSizeIterator::len).collect();
    Combined { boards, left }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::{Deal, Hand, Seat, Vulnerability};

    /// Boards that can be told apart: the first card of North tells the part.
    fn part(mark: u8, boards: u64, weight: u64) -> WeightedBoards {
        let mut deal = Deal::default();
        deal[Seat::North] = Hand::from_bits(1 << mark);
        let boards = (1..=boards)
            .map(|number| Board::new(number, deal))
            .collect();
        WeightedBoards { boards, weight }
    }

    fn marks(combined: &Combined) -> String {
        let mark = |board: &Board| board.deal[Seat::North].bits().trailing_zeros();
        let mark = |board| char::from(b'a' + mark(board) as u8);
        combined.boards.iter().map(mark).collect()
    }

    #[test]
    fn shares_hold_at_every_place() {
        let combined = combine(vec![part(0, 9, 3), part(1, 9, 1)], false, None);
        assert_eq!(marks(&combined), "aabaaabaaaba");
        let numbers: Vec<u64> = combined.boards.iter().map(|board| board.number).collect();
        assert_eq!(numbers, (1..=12).collect::<Vec<_>>());
        assert!(combined.boards.iter().all(Board::follows_its_number));
    }

    #[test]
    fn it_goes_on_if_told_to_and_stops_if_told_to() {
        let parts = || vec![part(0, 2, 1), part(1, 5, 1)];
        assert_eq!(marks(&combine(parts(), false, None)), "abab");
        assert_eq!(marks(&combine(parts(), true, None)), "ababbbb");
        assert_eq!(marks(&combine(parts(), true, Some(3))), "aba");
    }

    #[test]
    fn what_somebody_chose_stays() {
        let mut south = part(0, 3, 1);
        for board in &mut south.boards {
            board.dealer = Seat::South;
            board.vulnerable = Vulnerability::None;
        }
        let combined = combine(vec![part(1, 3, 1), south], false, None);
        let dealers: String = combined
            .boards
            .iter()
            .map(|board| board.dealer.letter())
            .collect();
        assert_eq!(dealers, "NSSSNS");
    }
}
