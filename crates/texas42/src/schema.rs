//! The schemas of what is written as a text.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Call, PerfectKind, Suit, Trump};

fn one_of(words: impl IntoIterator<Item = String>) -> Schema {
    json_schema!({"type": "string", "enum": words.into_iter().collect::<Vec<_>>()})
}

impl JsonSchema for Trump {
    fn schema_name() -> Cow<'static, str> {
        "Texas42Trump".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        one_of(Trump::all().map(|trump| trump.to_string()))
    }
}

impl JsonSchema for Call {
    fn schema_name() -> Cow<'static, str> {
        "Texas42Call".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        one_of(Call::all().map(|call| call.to_string()))
    }
}

impl JsonSchema for Suit {
    fn schema_name() -> Cow<'static, str> {
        "Texas42Suit".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let suits = Suit::all().chain([Suit::Doubles]);
        one_of(suits.map(|suit| suit.to_string()))
    }
}

impl JsonSchema for PerfectKind {
    fn schema_name() -> Cow<'static, str> {
        "PerfectKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        one_of([PerfectKind::Gold, PerfectKind::Laydown].map(|kind| kind.to_string()))
    }
}
