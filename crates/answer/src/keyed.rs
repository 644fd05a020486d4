//! Values by key, in an order of their own.

use serde::{Serialize, Serializer};

/// Values by key, in the order in which they were put in: an object on the wire. It is for a few entries, which are
/// mostly gone through.
///
/// ```
/// let chances: answer::Keyed<&str, f64> = [("N", 0.75), ("E", 0.25)].into_iter().collect();
/// assert_eq!(chances.get(&"E"), Some(&0.25));
/// assert_eq!(serde_json::to_string(&chances).unwrap(), r#"{"N":0.75,"E":0.25}"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keyed<K, V>(pub Vec<(K, V)>);

impl<K: PartialEq, V> Keyed<K, V> {
    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        let entry = self.0.iter().find(|(other, _)| other == key);
        entry.map(|(_, value)| value)
    }
}

impl<K, V> Keyed<K, V> {
    /// The entries, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The keys, in their order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl<K, V> Default for Keyed<K, V> {
    fn default() -> Keyed<K, V> {
        Keyed(Vec::new())
    }
}

impl<K, V> FromIterator<(K, V)> for Keyed<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Keyed<K, V> {
        Keyed(entries.into_iter().collect())
    }
}

impl<K: Serialize, V: Serialize> Serialize for Keyed<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(feature = "schema")]
impl<K, V: schemars::JsonSchema> schemars::JsonSchema for Keyed<K, V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Map_of_{}", V::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "additionalProperties": generator.subschema_for::<V>(),
        })
    }
}
