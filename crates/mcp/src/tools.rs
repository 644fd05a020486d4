//! The tools: a verb each, described as the server describes its paths.
//!
//! What the server keeps as OpenAPI is turned into what assistants take: each tool has one schema of an object, with everything
//! it refers to. Not all of them take alternatives at the top of it, so those are put into one object.

use fairdeal::Request;
use serde_json::{Map, Value, json};

/// Where OpenAPI has its schemas, and where a schema has its own.
const THERE: &str = "#/components/schemas/";
const HERE: &str = "#/$defs/";

/// All tools.
pub(crate) fn all() -> Vec<Value> {
    let described = serde_json::from_str(&fairdeal_server::OPENAPI).unwrap_or_default();
    let tools = Request::VERBS.map(|verb| tool(&described, verb));
    tools.into()
}

fn tool(described: &Value, verb: &str) -> Value {
    let post = &described["paths"][format!("/v1/{verb}")]["post"];
    let body = &post["requestBody"]["content"]["application/json"];
    let mut schema = resolved(described, &body["schema"]);
    if let Some(alternatives) = schema.remove("oneOf") {
        put_together(described, &mut schema, &alternatives);
    }
    schema.insert("type".to_owned(), "object".into());
    schema.entry("properties").or_insert_with(|| json!({}));
    schema.insert("examples".to_owned(), json!([body["example"]]));
    let mut definitions = Map::new();
    let mut schema = Value::Object(schema);
    bring_along(described, &mut schema, &mut definitions);
    if let Value::Object(fields) = &mut schema {
        // What is said of the verb is said by the tool.
        fields.remove("description");
        if !definitions.is_empty() {
            fields.insert("$defs".to_owned(), definitions.into());
        }
    }
    // Nothing is changed by asking, and the same question has the same answer.
    let hints = json!({ "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false });
    json!({ "name": verb, "description": post["description"], "inputSchema": schema, "annotations": hints })
}

/// A schema, or the one it refers to.
fn resolved(described: &Value, schema: &Value) -> Map<String, Value> {
    let name = schema["$ref"]
        .as_str()
        .and_then(|to| to.strip_prefix(THERE));
    let schema = match name {
        Some(name) => &described["components"]["schemas"][name],
        None => schema,
    };
    schema.as_object().cloned().unwrap_or_default()
}

/// Puts alternatives, told apart by their `do`, into one object that has the fields of all.
fn put_together(described: &Value, schema: &mut Map<String, Value>, alternatives: &Value) {
    let mut fields = match schema.remove("properties") {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let (mut names, mut about) = (Vec::new(), Vec::new());
    for one in alternatives.as_array().into_iter().flatten() {
        let name = one["properties"]["do"]["const"].as_str();
        let name = name.unwrap_or_default();
        names.push(name);
        about.push(format!(
            "{name}: {}",
            one["description"].as_str().unwrap_or_default()
        ));
        if let Some(Value::Object(more)) = resolved(described, one).get("properties") {
            for (name, field) in more {
                fields.entry(name).or_insert_with(|| field.clone());
            }
        }
    }
    let which = json!({"type": "string", "enum": names, "description": about.join(" ")});
    fields.insert("do".to_owned(), which);
    schema.insert("properties".to_owned(), fields.into());
    schema.insert("required".to_owned(), json!(["do"]));
}

/// Makes references lead into the schema itself, and brings along what they lead to.
fn bring_along(described: &Value, schema: &mut Value, definitions: &mut Map<String, Value>) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "$ref"
                    && let Some(to) = value.as_str().and_then(|to| to.strip_prefix(THERE))
                {
                    let to = to.to_owned();
                    *value = format!("{HERE}{to}").into();
                    if !definitions.contains_key(&to) {
                        let mut found = described["components"]["schemas"][&to].clone();
                        definitions.insert(to.clone(), Value::Null);
                        bring_along(described, &mut found, definitions);
                        definitions.insert(to, found);
                    }
                } else {
                    bring_along(described, value, definitions);
                }
            }
        }
        Value::Array(values) => {
            for value in values {
                bring_along(described, value, definitions);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_is_a_tool_with_a_schema_of_one_object() {
        let tools = all();
        assert_eq!(tools.len(), Request::VERBS.len());
        for tool in tools {
            let name = tool["name"].as_str().unwrap();
            let about = tool["description"].as_str().unwrap_or_default();
            assert!((20..400).contains(&about.len()), "{name}: {about}");
            let schema = &tool["inputSchema"];
            assert_eq!(schema["type"], "object", "{name}");
            assert!(schema["properties"].is_object(), "{name}");
            for word in ["oneOf", "anyOf", "allOf", "$ref"] {
                assert_eq!(schema.get(word), None, "{name}");
            }
            let text = schema.to_string();
            assert!(!text.contains(THERE));
            for reference in text.split("\"$ref\":\"").skip(1) {
                let to = reference.split('"').next().unwrap().strip_prefix(HERE);
                let to = to.unwrap_or_else(|| panic!("{reference}"));
                assert!(schema["$defs"][to].is_object(), "{name}: {to}");
            }
            // What it shows is a request.
            let example = schema["examples"][0].clone();
            Request::of_verb(name, example).unwrap();
        }
    }

    #[test]
    fn what_a_referee_can_do_is_one_field() {
        let described: Value = serde_json::from_str(&fairdeal_server::OPENAPI).unwrap();
        let tool = tool(&described, "euchre");
        let fields = &tool["inputSchema"]["properties"];
        let all = [
            "move", "legal", "new", "apply", "next", "view", "score", "egn", "read",
        ];
        assert_eq!(fields["do"]["enum"], json!(all));
        for name in [
            "id", "game", "view", "move", "level", "seed", "seat", "rules",
        ] {
            assert!(
                fields[name].is_object() || fields[name] == true,
                "{name}: {fields}"
            );
        }
    }
}
