//! Who made a profile, what it is listed under and where it stands there, in one line: `author Ann Lee; category Openings;
//! order 30`. All of it may be left out.

use serde_json::Value;

use crate::document;
use crate::meaning::LONGEST_NAME;

/// What is said of a profile for those who keep many.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct About {
    author: String,
    category: String,
    /// Its place in a list, as a whole number.
    order: Option<i64>,
}

/// Reads an answer.
pub(crate) fn parse(text: &str) -> Result<About, String> {
    const WRITE: &str = "write something like author Ann Lee; category Openings; order 30";
    let mut about = About::default();
    if matches!(text.trim().to_lowercase().as_str(), "" | "none" | "nothing") {
        return Ok(about);
    }
    let mut said = [false; 3];
    for part in text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (name, value) = part.split_once([' ', ':']).unwrap_or((part, ""));
        let value = value.trim_start_matches(':').trim();
        if value.chars().count() > LONGEST_NAME {
            return Err(format!(
                "that is too long: at most {LONGEST_NAME} characters each"
            ));
        }
        let name = name.to_lowercase();
        let at = ["author", "category", "order"]
            .into_iter()
            .position(|known| known == name);
        let at = at.ok_or(WRITE)?;
        if value.is_empty() {
            return Err(WRITE.to_owned());
        }
        if std::mem::replace(&mut said[at], true) {
            return Err(format!("the {name} stands here twice"));
        }
        match at {
            0 => about.author = value.to_owned(),
            1 => about.category = value.to_owned(),
            _ => {
                let order = value.parse::<i32>();
                about.order = Some(
                    order
                        .map_err(|_| "the order is a whole number, like 30")?
                        .into(),
                );
            }
        }
    }
    Ok(about)
}

/// What a document says.
fn of(document: &Value) -> About {
    About {
        author: document::text(document, "/author").trim().to_owned(),
        category: document::text(document, "/category").trim().to_owned(),
        order: document
            .get("sort_order")
            .and_then(Value::as_f64)
            .map(|order| order as i64),
    }
}

/// The same, as it can be typed.
pub(crate) fn words(document: &Value) -> String {
    let About {
        author,
        category,
        order,
    } = of(document);
    let text = |name: &str, value: String| (!value.is_empty()).then(|| format!("{name} {value}"));
    let order = order.map(|order| order.to_string()).unwrap_or_default();
    let parts = [
        text("author", author),
        text("category", category),
        text("order", order),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        "nothing".to_owned()
    } else {
        parts.join("; ")
    }
}

/// Sets what is different.
pub(crate) fn set(document: &mut Value, new: &About) {
    let known = of(document);
    let mut put = |name: &str, same: bool, value: Value| {
        if same {
            return;
        }
        let fields = document::object(document, "");
        match value {
            Value::Null => {
                fields.shift_remove(name);
            }
            value => {
                fields.insert(name.to_owned(), value);
            }
        }
    };
    let text = |text: &str| match text {
        "" => Value::Null,
        text => text.into(),
    };
    put("author", known.author == new.author, text(&new.author));
    put(
        "category",
        known.category == new.category,
        text(&new.category),
    );
    put(
        "sort_order",
        known.order == new.order,
        new.order.map_or(Value::Null, Value::from),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn author_category_and_order_in_a_line() {
        let mut document = json!({"author": "Old", "mine": 1});
        let text = "author Ann Lee; category Openings: weak; order 30";
        set(
            &mut document,
            &parse("Category: Openings: weak; order 30; author Ann Lee").unwrap(),
        );
        assert_eq!(
            document,
            json!({"author": "Ann Lee", "mine": 1, "category": "Openings: weak", "sort_order": 30})
        );
        assert_eq!(words(&document), text);
        set(&mut document, &parse("nothing").unwrap());
        assert_eq!(document, json!({"mine": 1}));
        assert_eq!(words(&document), "nothing");
        for text in [
            "Ann Lee",
            "order soon",
            "author",
            "author A; author B",
            &format!("author {}", "x".repeat(200)),
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
