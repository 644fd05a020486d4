//! Bridge as JSON: how hands, deals, tricks and contracts are written for programs.
//!
//! A hand is its text, a deal is an object of the hands that are given, tricks are an object by declarer and strain. All
//! answers that have boards in them, and the format of JSON lines, are made of these.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::double_dummy::ParContract;
use crate::score::Strain;
use crate::{Deal, Hand, Seat, Tricks, Vulnerability};

/// Its text: `AK4.QT92.J.98765`.
impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The hands that are given, by the letters of their seats.
impl Serialize for Deal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let given = Seat::ALL.into_iter().filter(|&seat| !self[seat].is_empty());
        serializer.collect_map(given.map(|seat| (seat, self[seat])))
    }
}

/// As PBN writes it: `None`, `NS`, `EW` or `All`.
impl Serialize for Vulnerability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// By declarer and strain, in the order of the table and of the bidding.
impl Serialize for Tricks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |seat| Row(*self, seat, Strain::ALL);
        serializer.collect_map(Seat::ALL.map(|seat| (seat, row(seat))))
    }
}

/// The declarers, the contract and the result: `NS 4S+1`.
impl Serialize for ParContract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What one declarer takes, in the strains of a list.
struct Row(Tricks, Seat, [Strain; 5]);

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row(tricks, seat, strains) = *self;
        let taken = strains.map(|strain| (strain.letter(), tricks.of(seat, strain)));
        serializer.collect_map(taken)
    }
}

/// Tricks as a board has them, in the order of the letters: that is how files of boards have always been written, and
/// whoever compares such files compares bytes.
pub(crate) fn tricks_by_letter<S: Serializer>(
    tricks: &Option<Tricks>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Some(tricks) = *tricks else {
        return serializer.serialize_none();
    };
    let mut seats = Seat::ALL;
    answer::sort_by_key(&mut seats, |seat| seat.letter());
    let mut strains = Strain::ALL;
    answer::sort_by_key(&mut strains, |strain| strain.letter());
    serializer.collect_map(seats.map(|seat| (seat, Row(tricks, seat, strains))))
}

/// Values by their names, in their order. A whole number that programs can hold is a number, whatever else a text.
pub(crate) fn values_by_name<S: Serializer>(
    values: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    const EXACT: i64 = 1 << 53;
    let mut object = serializer.serialize_map(Some(values.len()))?;
    for (name, value) in values {
        match value.parse::<i64>() {
            Ok(number) if number.to_string() == *value && (-EXACT..=EXACT).contains(&number) => {
                object.serialize_entry(name, &number)?;
            }
            _ => object.serialize_entry(name, value)?,
        }
    }
    object.end()
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::*;

    impl JsonSchema for Hand {
        fn schema_name() -> Cow<'static, str> {
            "Hand".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "type": "string",
                "pattern": r"^[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*$",
                "description": "Suits from spades to clubs, with dots between: AK4.QT92.J.98765.",
            })
        }
    }

    impl JsonSchema for Deal {
        fn schema_name() -> Cow<'static, str> {
            "Deal".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let hand = generator.subschema_for::<Hand>();
            json_schema!({
                "type": "object",
                "description": "The hands that are given, by seat.",
                "properties": {"N": hand, "E": hand, "S": hand, "W": hand},
                "additionalProperties": false,
            })
        }
    }

    impl JsonSchema for Vulnerability {
        fn schema_name() -> Cow<'static, str> {
            "Vulnerability".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({"type": "string", "enum": ["None", "NS", "EW", "All"]})
        }
    }

    impl JsonSchema for Tricks {
        fn schema_name() -> Cow<'static, str> {
            "Tricks".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let number = json_schema!({"type": "integer", "minimum": 0, "maximum": 13});
            let strains = json_schema!({
                "type": "object",
                "properties": {"C": number, "D": number, "H": number, "S": number, "N": number},
                "required": ["C", "D", "H", "S", "N"],
                "additionalProperties": false,
            });
            json_schema!({
                "type": "object",
                "description": "The tricks that each seat can take as declarer in each strain, double dummy.",
                "properties": {"N": strains, "E": strains, "S": strains, "W": strains},
                "required": ["N", "E", "S", "W"],
                "additionalProperties": false,
            })
        }
    }

    impl JsonSchema for ParContract {
        fn schema_name() -> Cow<'static, str> {
            "ParContract".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "type": "string",
                "description": "The declarers, the contract and the result: NS 4S+1, E 5Dx-2, S 3N=.",
            })
        }
    }

    /// Values by their names: numbers or texts.
    pub(crate) struct Values;

    impl JsonSchema for Values {
        fn schema_name() -> Cow<'static, str> {
            "BoardValues".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "type": "object",
                "additionalProperties": {"type": ["integer", "string"]},
            })
        }
    }
}

#[cfg(feature = "schema")]
pub(crate) use schema::Values as ValuesSchema;

#[cfg(all(test, feature = "schema"))]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::double_dummy::{SolvedBoard, SolvedBoards};
    use crate::{Board, HandType};

    /// The names of an object's members, and those that its schema knows.
    fn names<T: Serialize + schemars::JsonSchema>(value: &T) -> [BTreeSet<String>; 2] {
        let schema = schemars::schema_for!(T).to_value();
        let value = serde_json::to_value(value).unwrap();
        [&value, &schema["properties"]]
            .map(|object| object.as_object().unwrap().keys().cloned().collect())
    }

    #[test]
    fn schemas_know_every_member() {
        let mut board = Board::new(1, Deal::default());
        board.hand_type = HandType::new("weak two");
        board.tricks = Some(Tricks::default());
        board.par = Some(0);
        board.values.push(("points".to_owned(), "10".to_owned()));
        let file = "% PBN 2.1\n[Event \"Club\"]\n[Deal \"N:AKQJT98765432... - - -\"]\n{a comment}\n[Auction \"N\"]\n1S AP\n\
            [Play \"E\"]\nC2\n[ScoreTable \"Rank;Score\"]\n1 50\n";
        board.record = crate::Format::Pbn
            .read(file.as_bytes())
            .boards
            .remove(0)
            .record;
        let [written, known] = names(&board);
        assert_eq!(written, known);
        let solved = SolvedBoard::new(board, Tricks::default());
        let [written, known] = names(&solved);
        assert_eq!(written, known);
        let [written, known] = names(&SolvedBoards::from(vec![solved]));
        assert_eq!(written, known);
        let [written, known] = names(&Tricks::default());
        assert_eq!(written, known);
    }
}
