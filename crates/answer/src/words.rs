//! Numbers as people read them.

/// `1 board`, `2 boards`.
///
/// ```
/// assert_eq!(answer::plural(1, "board"), "1 board");
/// assert_eq!(answer::plural(0, "board"), "0 boards");
/// ```
pub fn plural(number: u64, word: &str) -> String {
    if number == 1 {
        format!("1 {word}")
    } else {
        format!("{number} {word}s")
    }
}

/// The N of '1 in N': with so many decimals below 1000, and none above.
///
/// ```
/// assert_eq!(answer::one_in(0.25, 2), "4.00");
/// assert_eq!(answer::one_in(1e-6, 2), "1000000");
/// ```
pub fn one_in(probability: f64, decimals: usize) -> String {
    match 1.0 / probability {
        n if n < 1000.0 => format!("{n:.decimals$}"),
        n => format!("{n:.0}"),
    }
}

/// How rare something is, for people who play an evening of 24 boards a week.
///
/// ```
/// assert_eq!(answer::rarity(0.25), "about 6 boards of an evening of 24");
/// assert_eq!(answer::rarity(1.0 / 240.0), "about one board in 10 evenings of 24");
/// assert_eq!(answer::rarity(1e-5), "about one board in 80 years of an evening a week");
/// assert_eq!(answer::rarity(0.0), "never");
/// ```
pub fn rarity(probability: f64) -> String {
    let an_evening = 24.0 * probability;
    let evenings = 1.0 / an_evening;
    match evenings {
        _ if probability <= 0.0 => "never".to_owned(),
        _ if probability >= 1.0 => "every board".to_owned(),
        e if e < 1.0 / 1.5 => {
            format!("about {:.0} boards of an evening of 24", an_evening)
        }
        e if e < 1.5 => "about one board of an evening of 24".to_owned(),
        e if e < 104.0 => format!("about one board in {e:.0} evenings of 24"),
        e if e < 52.0 * 100.0 => {
            let years = e / 52.0;
            format!("about one board in {years:.0} years of an evening a week")
        }
        _ => "not once in a hundred years of an evening a week, most likely".to_owned(),
    }
}

/// A share in percent, with so many decimals. Nothing is `0.0%`, and never less than that.
///
/// ```
/// assert_eq!(answer::share(0.12345, 1), "12.3%");
/// assert_eq!(answer::share(-0.0, 1), "0.0%");
/// ```
pub fn share(share: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}%", 100.0 * share);
    match text.strip_prefix('-') {
        // What rounds to nothing has no sign.
        Some(rest) if !rest.contains(|digit| ('1'..='9').contains(&digit)) => rest.to_owned(),
        _ => text,
    }
}

/// A share in percent, with two decimals; what is smaller than those is written with its power of ten.
///
/// ```
/// assert_eq!(answer::percent(0.12345), "12.35%");
/// assert_eq!(answer::percent(0.00001), "1.00e-3%");
/// ```
pub fn percent(share: f64) -> String {
    match 100.0 * share {
        p if p == 0.0 || p >= 0.01 => self::share(share, 2),
        p => format!("{p:.2e}%"),
    }
}

/// `a`, `a and b`, `a, b and c`.
///
/// ```
/// assert_eq!(answer::listed(["North", "East", "South"]), "North, East and South");
/// ```
pub fn listed<T: ToString>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// A bar of up to `width` columns for a share of a whole, in eighths of a column.
///
/// ```
/// assert_eq!(answer::bar(0.5, 4), "██");
/// assert_eq!(answer::bar(0.28125, 4), "█▏");
/// ```
pub fn bar(share: f64, width: usize) -> String {
    let eighths = (share * (8 * width) as f64).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    format!("{}{part}", "█".repeat(eighths / 8))
}
