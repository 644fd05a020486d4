//! A deck of one's own: skat, 32 cards to three players of ten and two face down. What are the odds that both cards of
//! the skat are jacks, when the player who takes it holds no jack? And what do such deals look like?

use space::{Cards, Deck, Error, Quantity, Setup};

const RANKS: [char; 8] = ['7', '8', '9', 'Q', 'K', 'T', 'A', 'J'];
const SUITS: [char; 4] = ['♦', '♥', '♠', '♣'];
const SKAT: usize = 3;

fn main() -> Result<(), Error> {
    // A card is 8 times its suit and its rank.
    let deck = Deck::new((0..4).map(|suit| 8 * suit..8 * suit + 8))?;
    let jacks = Cards::from_iter([7, 15, 23, 31]);
    let jacks = |place| Quantity::number(place, jacks);
    let none = Setup::new(deck, [10, 10, 10, 2])?.require(jacks(0).within(0..=0))?;
    let both = none.clone().require(jacks(SKAT).within(2..=2))?.build()?;
    let none = none.build()?;
    let one_in = none.count() as f64 / both.count() as f64;
    println!(
        "{} of {} deals: 1 in {one_in:.1}",
        both.count(),
        none.count()
    );
    for board in 1..=3 {
        let Some(deal) = both.sample(&mut space::stream(2024, board)) else {
            break;
        };
        let name = |card: u8| format!("{}{} ", SUITS[card as usize / 8], RANKS[card as usize % 8]);
        let cards = |place: usize| deal[place].iter().map(name).collect::<String>();
        println!("{}| {}| {}| {}", cards(0), cards(1), cards(2), cards(SKAT));
    }
    Ok(())
}
