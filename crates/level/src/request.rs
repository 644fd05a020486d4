//! What a user asks for: lists of types and of shares, as they are typed.

use crate::LevelError;

/// The most types in one list.
pub const MOST_TYPES: usize = 32;

/// A hand type as it was asked for: a name of the script, or a new name and what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestedType {
    /// The name.
    pub name: String,
    /// An expression of the dealer language, for a name that the script does not have.
    pub meaning: Option<String>,
}

/// What is asked of leveling, beyond the script.
#[derive(Clone, Debug)]
pub struct Options {
    /// The types, one list for each dimension: none (the script says), one, or two.
    pub types: Vec<Vec<RequestedType>>,
    /// Shares in percent, for each list of types in turn; equal where there are none.
    pub shares: Vec<Vec<f64>>,
    /// Whether the types are those of the script's averages.
    pub from_averages: bool,
    /// Whether a deal of several types counts for the first.
    pub first_wins: bool,
    /// Whether deals of no type are a type of their own.
    pub rest: bool,
    /// Further names that are keeps, and taken as true.
    pub drop: Vec<String>,
    /// Names that look like keeps, and are none.
    pub hold: Vec<String>,
    /// What to call the place that new types come from, in messages about them; no file of the script may be called so.
    pub types_source: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            types: Vec::new(),
            shares: Vec::new(),
            from_averages: false,
            first_wins: false,
            rest: false,
            drop: Vec::new(),
            hold: Vec::new(),
            types_source: "types".to_owned(),
        }
    }
}

/// Reads a list like `weak,strong` or `low=hcp(south)<12,high=hcp(south)>=12`.
///
/// ```
/// let types = level::parse_types("low=hcp(south, spades)<=3,high").unwrap();
/// assert_eq!(types[0].meaning.as_deref(), Some("hcp(south, spades)<=3"));
/// assert_eq!((types[1].name.as_str(), types.len()), ("high", 2));
/// ```
///
/// # Errors
/// An entry that is neither a name nor a name with a meaning.
pub fn parse_types(text: &str) -> Result<Vec<RequestedType>, LevelError> {
    let mut types: Vec<RequestedType> = Vec::new();
    for entry in split(text) {
        let (name, meaning) = match entry.split_once('=') {
            Some((name, meaning)) => (name.trim(), Some(meaning.trim().to_owned())),
            None => (entry.trim(), None),
        };
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name || meaning.as_ref().is_some_and(String::is_empty) {
            let message = format!(
                "'{}' is not a name, and not like low=hcp(south)<12",
                entry.trim()
            );
            return Err(LevelError::Types(message));
        }
        if types.iter().any(|known| known.name == name) {
            return Err(LevelError::Twice(name.to_owned()));
        }
        let name = name.to_owned();
        types.push(RequestedType { name, meaning });
    }
    match types.len() {
        0..=MOST_TYPES => Ok(types),
        many => Err(LevelError::TooMany(many, MOST_TYPES)),
    }
}

/// The parts between commas, except those in parentheses.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0i64);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Reads a list of percentages like `40,30,30`.
///
/// # Errors
/// What is not a number of percent.
pub fn parse_shares(text: &str) -> Result<Vec<f64>, LevelError> {
    let share = |text: &str| match text.trim().trim_end_matches('%').parse::<f64>() {
        Ok(share) if (0.0..=100.0).contains(&share) => Ok(share),
        _ => {
            let message = format!("'{}' is not a number from 0 to 100", text.trim());
            Err(LevelError::Share(message))
        }
    };
    text.split(',').map(share).collect()
}

impl Options {
    /// The statements that new types add to a script, and what to call them: see [`script::Settings::appended`].
    pub fn definitions(&self) -> Option<(String, String)> {
        let asked = self.types.iter().flatten();
        let new = asked.filter_map(|asked| Some((&asked.name, asked.meaning.as_ref()?)));
        let lines: String = new
            .map(|(name, meaning)| format!("{name} = {meaning}\n"))
            .collect();
        (!lines.is_empty()).then(|| (self.types_source.clone(), lines))
    }
}
