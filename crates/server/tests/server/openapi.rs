//! The description for programs: made of the same types as requests and answers, and kept as a file that the server serves.
//!
//! `UPDATE=1 cargo test -p fairdeal-server --test server openapi` writes it anew.

use std::collections::BTreeSet;
use std::path::Path;

use fairdeal::bridge::Format;
use fairdeal::{Request, euchre, level, script, texas42};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// Schemas of requests, as they are read, and of answers, as they are written.
struct Schemas {
    read: SchemaGenerator,
    written: SchemaGenerator,
}

impl Schemas {
    fn new() -> Schemas {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
        };
        Schemas {
            read: settings().for_deserialize().into_generator(),
            written: settings().for_serialize().into_generator(),
        }
    }

    fn read<T: JsonSchema>(&mut self) -> Schema {
        self.read.subschema_for::<T>()
    }

    fn written<T: JsonSchema>(&mut self) -> Schema {
        self.written.subschema_for::<T>()
    }

    /// All of them by name. What is read in one way and written in another has a name for each.
    fn all(mut self) -> Map<String, Value> {
        let mut read = self.read.take_definitions(true);
        let written = self.written.take_definitions(true);
        let is_two = |name: &String, schema: &Value, two: &BTreeSet<String>| {
            written.get(name).is_some_and(|other| other != schema)
                || written.contains_key(name) && two.iter().any(|two| refers(schema, two))
        };
        let mut two = BTreeSet::new();
        while let Some(name) = read
            .iter()
            .find(|(name, schema)| !two.contains(*name) && is_two(name, schema, &two))
            .map(|(name, _)| name.clone())
        {
            two.insert(name);
        }
        for schema in read.values_mut() {
            for name in &two {
                let text = schema.to_string();
                *schema = text
                    .replace(&reference(name), &reference(&asked(name)))
                    .parse()
                    .unwrap();
            }
        }
        let mut all: Map<String, Value> = read
            .into_iter()
            .map(|(name, schema)| {
                (
                    if two.contains(&name) {
                        asked(&name)
                    } else {
                        name
                    },
                    schema,
                )
            })
            .collect();
        all.extend(written);
        all
    }
}

/// The name of what is read, where what is written differs.
fn asked(name: &str) -> String {
    format!("{name}Asked")
}

fn reference(name: &str) -> String {
    json!(format!("#/components/schemas/{name}")).to_string()
}

fn refers(schema: &Value, name: &str) -> bool {
    schema.to_string().contains(&reference(name))
}

const SCRIPT: &str = "condition hcp(south) >= 15 and shape(south, any 4333 + any 4432 + any 5332)";
const BOARD: &str =
    "[Deal \"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"]";

/// What a verb is for, an example, what it reads, and what it writes.
fn verb(verb: &str, schemas: &mut Schemas) -> (&'static str, Value, Schema, Schema) {
    let view =
        json!({"seat": "S", "dealer": "E", "hand": ["9S", "QS", "TD", "AH", "KH"], "upcard": "JH"});
    match verb {
        "deal" => (
            "Boards of a script or a profile, and what came of dealing them. The same seed gives the same boards.",
            json!({"script": SCRIPT, "boards": 4, "seed": 7}),
            schemas.read::<fairdeal::DealRequest>(),
            schemas.written::<fairdeal::DealAnswer>(),
        ),
        "odds" => (
            "How likely the condition of a script or a profile is: counted exactly where possible, else estimated, with an interval.",
            json!({"script": SCRIPT, "effort": "quick"}),
            schemas.read::<fairdeal::OddsRequest>(),
            schemas.written::<fairdeal::Odds>(),
        ),
        "explain" => (
            "How boards are found, what makes them rare, and why there may be none.",
            json!({"script": SCRIPT, "boards": 500}),
            schemas.read::<fairdeal::ExplainRequest>(),
            schemas.written::<fairdeal::Explanation>(),
        ),
        "check" => (
            "What is wrong with a script or a profile, or might be, with places and help.",
            json!({"script": "condition hpc(south) >= 15", "portable": true}),
            schemas.read::<fairdeal::CheckRequest>(),
            schemas.written::<fairdeal::CheckReport>(),
        ),
        "level" => {
            let report = schemas.written::<level::LevelReport>();
            let copy = schemas.written::<fairdeal::LeveledCopyAnswer>();
            (
                "How often each hand type comes by nature, and how often it should; with copy, a script that has them so.",
                json!({"script": "condition spades(south) > 4", "types": ["weak=hcp(south)<12,strong=hcp(south)>=12"]}),
                schemas.read::<fairdeal::LevelRequest>(),
                json!({"anyOf": [copy, report]}).try_into().unwrap(),
            )
        }
        "profile" => (
            "A profile that is made or changed by lines, such as balanced 15-17 for a seat, or only read: the profile itself, what it says in words, and how rare its deals are.",
            json!({"name": "Transfers", "hands": {"N": "balanced 15-17", "S": "5+ major, 0-7"}}),
            schemas.read::<fairdeal::ProfileRequest>(),
            schemas.written::<fairdeal::ProfileAnswer>(),
        ),
        "report" => (
            "Which seat makes it hard: each seat's chance alone, and given the others.",
            json!({"script": "condition hcp(south) >= 15 and spades(north) >= 5"}),
            schemas.read::<fairdeal::QuestionRequest>(),
            schemas.written::<fairdeal::Report>(),
        ),
        "lead" => (
            "What to lead against a contract: what each lead gives, over worlds that a script draws.",
            json!({"script": SCRIPT, "contract": "3NT", "by": "S", "hand": "QJ962.84.K75.J83", "worlds": 5, "seed": 1}),
            schemas.read::<fairdeal::LeadAsked>(),
            schemas.written::<fairdeal::LeadAnswer>(),
        ),
        "compare" => (
            "Two scripts or profiles side by side: odds, averages, distributions and shares.",
            json!({"one": {"script": "condition hcp(south) > 15"}, "other": {"script": "condition hcp(south) > 20"}, "effort": "quick"}),
            schemas.read::<fairdeal::CompareRequest>(),
            schemas.written::<fairdeal::Comparison>(),
        ),
        "words" => (
            "The words of the dealer language: all, or those that have some text in their name or meaning.",
            json!({"text": "losers"}),
            schemas.read::<fairdeal::WordsRequest>(),
            schemas.written::<script::WordList>(),
        ),
        "solve" => (
            "What each seat makes in each strain with all cards open, and par, for boards in some format.",
            json!({"boards": BOARD, "format": "pbn"}),
            schemas.read::<fairdeal::SolveRequest>(),
            schemas.written::<fairdeal::bridge::double_dummy::SolvedBoards>(),
        ),
        "worlds" => {
            let euchre = schemas.written::<euchre::WorldsAnswer>();
            let texas42 = schemas.written::<texas42::WorldsAnswer>();
            (
                "What may lie where at euchre or Texas 42, as far as a player can know.",
                json!({"view": view}),
                schemas.read::<fairdeal::WorldsRequest>(),
                json!({"anyOf": [euchre, texas42]}).try_into().unwrap(),
            )
        }
        "hint" => {
            let euchre = schemas.written::<euchre::Hint>();
            let texas42 = schemas.written::<texas42::Hint>();
            (
                "What to do at euchre or Texas 42 with what one has seen, and what one can know.",
                json!({"view": view, "level": "club", "seed": 1}),
                schemas.read::<fairdeal::HintRequest>(),
                json!({"anyOf": [euchre, texas42]}).try_into().unwrap(),
            )
        }
        "examples" => {
            let all = schemas.written::<fairdeal::ExampleList>();
            let one = schemas.written::<fairdeal::ExampleText>();
            (
                "Scripts and profiles to begin with: a list, or the text of one.",
                json!({}),
                schemas.read::<fairdeal::ExamplesRequest>(),
                json!({"anyOf": [all, one]}).try_into().unwrap(),
            )
        }
        "formats" => (
            "The formats boards are written and read in.",
            json!({}),
            schemas.read::<fairdeal::FormatsRequest>(),
            schemas.written::<fairdeal::FormatList>(),
        ),
        "euchre" => (
            "A referee for euchre: a new game, what a seat sees, what is legal, what a bot would do, and what comes of it.",
            json!({"do": "new", "seed": 7, "id": "t1"}),
            schemas.read::<fairdeal::EuchreRequest>(),
            schemas.written::<euchre::BotAnswer>(),
        ),
        "texas42" => {
            let hand = schemas.written::<texas42::HandAnswer>();
            let odds = schemas.written::<texas42::OddsAnswer>();
            let perfect = schemas.written::<texas42::PerfectAnswer>();
            let strength = schemas.written::<texas42::StrengthAnswer>();
            let table = schemas.written::<texas42::BotAnswer>();
            (
                "Texas 42: whether a hand can lose and why, how often it makes its bid, all hands that cannot lose, and what beats a domino; and a referee, as for euchre.",
                json!({"do": "hand", "hand": "0-0 0-6 0-5 0-4 6-6 6-5 6-4"}),
                schemas.read::<fairdeal::Texas42Request>(),
                json!({"anyOf": [hand, odds, perfect, strength, table]})
                    .try_into()
                    .unwrap(),
            )
        }
        other => panic!("{other} is not described"),
    }
}

/// What a path answers.
fn response(description: &str, kind: &str, schema: &Value) -> Value {
    json!({"description": description, "content": {kind: {"schema": schema}}})
}

/// The answers that are errors, for a path that takes a request.
fn errors(open: bool) -> Map<String, Value> {
    let error = json!({"$ref": "#/components/schemas/ErrorAnswer"});
    let mut errors = Map::new();
    let mut add = |status: &str, description: &str| {
        errors.insert(
            status.to_owned(),
            response(description, "application/json", &error),
        );
    };
    add(
        "400",
        "The request is not one: not JSON, too deep, or with a field that is not as it should be.",
    );
    if !open {
        add("401", "The server wants its token, and it was not shown.");
    }
    add(
        "403",
        "The server answers on its own machine only, and was called by another name.",
    );
    add("408", "The request took too long to arrive.");
    add("413", "The request is too large.");
    add("415", "The request does not say that it is JSON.");
    add(
        "422",
        "There is no answer: something is wrong with the script or the profile, nothing qualifies, or it would take too long.",
    );
    add(
        "503",
        "As much is being worked on, and waits, as there is room for. Retry-After says when to come back.",
    );
    errors["503"]["headers"] = json!({"Retry-After": {"description": "In so many seconds.", "schema": {"type": "integer"}}});
    errors
}

fn post(summary: &str, example: &Value, read: &Schema, answer: Value, parameters: Value) -> Value {
    let mut responses = Map::new();
    responses.insert("200".to_owned(), answer);
    responses.extend(errors(false));
    json!({"post": {
        "operationId": summary,
        "description": "",
        "parameters": parameters,
        "requestBody": {"required": true, "content": {"application/json": {"schema": read, "example": example}}},
        "responses": responses,
    }})
}

fn get(name: &str, description: &str, kind: &str, schema: &Value, open: bool) -> Value {
    let mut responses = Map::new();
    responses.insert("200".to_owned(), response(description, kind, schema));
    for (status, answer) in errors(open) {
        if ["401", "403"].contains(&&*status) {
            responses.insert(status, answer);
        }
    }
    let mut get = json!({"operationId": name, "description": description, "responses": responses});
    if open {
        get["security"] = json!([]);
    }
    json!({"get": get})
}

pub(crate) fn openapi() -> Value {
    let mut schemas = Schemas::new();
    let _ = schemas.written::<fairdeal::answer::ErrorAnswer>();
    let mut paths = Map::new();
    for name in Request::VERBS {
        let (about, example, read, written) = verb(name, &mut schemas);
        let answer = response("The answer.", "application/json", &json!(written));
        let mut path = post(name, &example, &read, answer, json!([]));
        path["post"]["description"] = about.into();
        paths.insert(format!("/v1/{name}"), path);
    }
    let (_, example, read, _) = verb("deal", &mut schemas);
    let mut content = Map::new();
    for kind in [
        "application/x-ndjson",
        "text/plain; charset=utf-8",
        "text/csv; charset=utf-8",
        "text/html; charset=utf-8",
        "application/pdf",
    ] {
        content.insert(kind.to_owned(), json!({"schema": {"type": "string"}}));
    }
    let answer = json!({"description": "The boards. If they cannot be dealt to their end, the answer is cut off.", "content": content});
    let names = Format::ALL.map(Format::name);
    let format = json!([{"name": "format", "in": "query", "description": "The format of the boards: a JSON object a line, unless said otherwise.",
        "schema": {"type": "string", "enum": names, "default": "json"}}]);
    let mut boards = post("boards", &example, &read, answer, format);
    boards["post"]["description"] = "Boards, one after the other as they are found, as JSON lines or in another format (?format=pbn).".into();
    paths.insert("/v1/boards".to_owned(), boards);
    let text = json!({"type": "string"});
    paths.insert(
        "/api".to_owned(),
        get(
            "page",
            "A page to try it.",
            "text/html; charset=utf-8",
            &text,
            true,
        ),
    );
    let health = json!({"type": "object", "required": ["status", "version"],
        "properties": {"status": {"const": "ok"}, "version": {"type": "string"}}});
    paths.insert(
        "/health".to_owned(),
        get(
            "health",
            "That the server is there.",
            "application/json",
            &health,
            true,
        ),
    );
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    paths.insert(
        "/metrics".to_owned(),
        get(
            "metrics",
            "What the server counts of itself, as Prometheus reads it.",
            kind,
            &text,
            false,
        ),
    );
    let object = json!({"type": "object"});
    paths.insert(
        "/openapi.json".to_owned(),
        get(
            "openapi",
            "This description.",
            "application/json",
            &object,
            false,
        ),
    );
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Fairdeal",
            "description": "Deals cards under conditions, fairly and exactly.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas.all(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}

#[test]
fn the_description_is_that_of_the_types() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let now = serde_json::to_string_pretty(&openapi()).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(
        kept == now,
        "openapi.json is out of date: UPDATE=1 cargo test -p fairdeal-server --test server openapi"
    );
}
