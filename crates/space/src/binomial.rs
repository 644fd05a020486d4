//! Binomial coefficients, exact.

/// For each number of cards, and each number taken.
static BINOMIALS: [[u64; 65]; 65] = {
    let mut table = [[0u64; 65]; 65];
    let mut n = 0;
    while n <= 64 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// In how many ways `k` cards can be taken from `n`: a look-up. None if `k` is more than `n`.
///
/// # Panics
/// If `n` or `k` is more than 64, the most cards that a deck can have.
///
/// ```
/// assert_eq!(space::binomial(52, 13), 635_013_559_600);
/// assert_eq!(space::binomial(3, 4), 0);
/// ```
#[inline]
pub const fn binomial(n: u8, k: u8) -> u64 {
    BINOMIALS[n as usize][k as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_the_formula() {
        for n in 0..=64u8 {
            for k in 0..=64 {
                let taken = u128::from(k.min(n));
                let product = (0..taken).fold(1, |c, i| c * (u128::from(n) - i) / (i + 1));
                let formula = if k > n { 0 } else { product };
                assert_eq!(u128::from(binomial(n, k)), formula, "{n} {k}");
            }
        }
    }
}
