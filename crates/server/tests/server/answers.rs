//! What the server answers is what the library answers.

use std::collections::BTreeSet;

use fairdeal::{Format, Profile, Question, Request, Script, Watch, ask_json};
use serde_json::{Value, json};

use crate::client::Running;
use crate::openapi::openapi;

const NOTRUMP: &str = "\
opens = shape(south, any 4333 + any 4432 + any 5332) and hcp(south) >= 15 and hcp(south) <= 17
condition opens and spades(north) >= 5
action average \"points of both\" hcp(north) + hcp(south), frequency \"spades\" (spades(south), 2, 4)
";
const CLASH: &str =
    "condition hcp(north) >= 20 and hcp(south) >= 12 and hcp(east) > 8 and spades(west) > 2\n";

fn profile() -> Value {
    json!({"profile_name": "Two ways", "dealer": "N", "tag": "Opener", "rotate_deals_by_default": false,
        "seat_profiles": {"N": {"subprofiles": [
            {"name": "spades", "weight_percent": 60, "standard": {"spades": {"min_cards": 6}, "total_min_hcp": 10, "total_max_hcp": 12}},
            {"name": "strong", "weight_percent": 40, "standard": {"total_min_hcp": 20}}]}}})
}

/// The table of cases: every verb, of scripts and profiles, and what goes wrong.
fn requests() -> Vec<Value> {
    let table = include_str!("../../../fairdeal/tests/requests.jsonl");
    let line = |line: &str| serde_json::from_str::<Value>(line).unwrap()["request"].take();
    table.lines().map(line).collect()
}

#[test]
fn every_answer_is_that_of_the_library() {
    let server = Running::usual();
    let mut answered = BTreeSet::new();
    for mut request in requests() {
        let answer = ask_json(&request.to_string(), &Watch::default());
        let verb = request.as_object_mut().unwrap().shift_remove("ask").unwrap();
        let verb = verb.as_str().unwrap();
        let status = match &answer {
            Ok(_) => 200,
            Err(error) if error.contains("{\"code\":\"bad-request\"") => 400,
            Err(_) => 422,
        };
        if status == 200 {
            answered.insert(verb.to_owned());
        }
        let answer = answer.unwrap_or_else(|error| error);
        // Twice: once worked out, and once as it is known then.
        for _ in 0..2 {
            let served = server.post(&format!("/v1/{verb}"), &request);
            assert_eq!(
                (served.status, served.text()),
                (status, answer.clone()),
                "{verb}: {request}"
            );
            assert_eq!(served.header("content-type"), Some("application/json"));
        }
    }
    assert!(server.metric("fairdeal_known_answers_total") > 10);
    // Every verb is counted by its own name.
    for verb in Request::VERBS {
        assert!(answered.contains(verb), "{verb} is in the table");
        let name = format!("fairdeal_requests_total{{path=\"/v1/{verb}\",status=\"200\"}}");
        assert!(server.metric(&name) > 0);
    }
}

/// Two games of euchre, in turn. All that a referee has to know goes along with each request, so one server serves any number of
/// tables.
#[test]
fn a_referee_serves_many_tables() {
    let server = Running::usual();
    let ask = |request: Value| {
        let served = server.post("/v1/euchre", &request);
        assert_eq!(served.status, 200, "{}", served.text());
        let mut asked = request;
        asked["ask"] = "euchre".into();
        let answer = ask_json(&asked.to_string(), &Watch::default()).unwrap();
        assert_eq!(served.text(), answer);
        served.json()
    };
    let seeds = [7, 8];
    let mut tables = seeds.map(|seed| ask(json!({"do": "new", "seed": seed, "id": seed})));
    let mut moves = 0;
    while tables.iter().any(|table| table["winner"].is_null()) {
        moves += 1;
        let at = moves % tables.len();
        let table = &tables[at];
        let (game, id) = (&table["game"], &table["id"]);
        assert_eq!(*id, json!(seeds[at]));
        tables[at] = if !table["winner"].is_null() {
            continue;
        } else if table["turn"].is_null() {
            ask(json!({"do": "next", "game": game, "id": id}))
        } else {
            let view = ask(json!({"do": "view", "game": game, "seat": table["turn"]}));
            assert_eq!(view["seat"], table["turn"]);
            let legal = ask(json!({"do": "legal", "game": game}));
            assert_eq!(legal["legal"], table["legal"]);
            let chosen = json!({"do": "move", "view": view, "level": "beginner", "seed": moves});
            let chosen = ask(chosen);
            let same = |one: &Value| {
                ["move", "card", "suit", "alone"]
                    .iter()
                    .all(|field| one[field] == chosen[field])
            };
            let legal = legal["legal"].as_array().unwrap();
            assert!(legal.iter().any(same), "{chosen}");
            ask(json!({"do": "apply", "game": game, "move": chosen, "id": id}))
        };
        assert!(moves < 5_000);
    }
    for table in tables {
        let score = ask(json!({"do": "score", "game": table["game"], "id": "end"}));
        assert_eq!(
            (&score["id"], &score["score"]),
            (&json!("end"), &table["score"])
        );
        assert_eq!(score["winner"], table["winner"]);
    }
}

#[test]
fn boards_come_in_every_format() {
    let server = Running::usual();
    let script = Question::from(Script::from_text(NOTRUMP).unwrap());
    let profile_question = Question::from(Profile::from_document(profile()));
    for format in Format::ALL {
        for (question, request) in [
            (&script, json!({"script": NOTRUMP, "boards": 20, "seed": 7})),
            (
                &profile_question,
                json!({"profile": profile(), "boards": 20, "seed": 7}),
            ),
        ] {
            let mut written = Vec::new();
            let deal = question.deal(20).seed(7);
            deal.write(format, &mut written, &Watch::default()).unwrap();
            let served = server.post(&format!("/v1/boards?format={}", format.name()), &request);
            assert_eq!(served.status, 200, "{}", format.name());
            assert!(served.body == written, "{}", format.name());
        }
    }
    let lines = server.post(
        "/v1/boards",
        &json!({"script": NOTRUMP, "boards": 3_000, "seed": 7}),
    );
    assert_eq!(lines.header("content-type"), Some("application/x-ndjson"));
    assert_eq!(lines.text().lines().count(), 3_000);
    for line in lines.text().lines() {
        assert!(serde_json::from_str::<Value>(line).unwrap().is_object());
    }
    for (path, request, wrong) in [
        (
            "/v1/boards?format=doc",
            json!({"script": NOTRUMP}),
            (400, "bad-request"),
        ),
        (
            "/v1/boards?size=3",
            json!({"script": NOTRUMP}),
            (400, "bad-request"),
        ),
        ("/v1/boards", json!({"script": CLASH}), (422, "conflict")),
        (
            "/v1/boards",
            json!({"script": NOTRUMP, "boards": 1_000_001}),
            (400, "bad-request"),
        ),
        (
            "/v1/boards?format=dlm",
            json!({"script": NOTRUMP, "boards": 100}),
            (422, "too-many-for-format"),
        ),
    ] {
        let answer = server.post(path, &request);
        assert_eq!(answer.wrong(), (wrong.0, wrong.1.to_owned()), "{path}");
    }
}

#[test]
fn what_is_described_is_there_and_its_examples_are_answered() {
    let server = Running::usual();
    let described = openapi();
    assert!(server.get("/openapi.json").json() == described);
    for (path, at) in described["paths"].as_object().unwrap() {
        if let Some(post) = at.get("post") {
            let example = &post["requestBody"]["content"]["application/json"]["example"];
            assert_eq!(server.post(path, example).status, 200, "{path}");
        } else {
            assert_eq!(server.get(path).status, 200, "{path}");
        }
    }
    assert_eq!(server.get("/health").json()["status"], "ok");
    let page = server.get("/api").text();
    // The page needs nothing from elsewhere.
    assert!(
        page.contains("<script>") && !page.contains("src=") && !page.contains("//"),
        "{page}"
    );
}

#[test]
fn the_log_is_json_and_says_nothing_of_what_was_asked() {
    let mut server = Running::usual();
    let script = "secretname = hcp(south) > 36 condition secretname";
    assert_eq!(
        server.post("/v1/odds", &json!({"script": script})).status,
        200
    );
    assert_eq!(
        server
            .post("/v1/odds", &json!({"script": "condition secretword"}))
            .status,
        422
    );
    assert_eq!(server.get("/secretpath?secretquery").status, 404);
    server.stop();
    server.ended();
    let log = server.log.text();
    assert!(!log.contains("secret"), "{log}");
    let events: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let names = events.iter().map(|event| event["event"].as_str().unwrap());
    assert_eq!(
        names.collect::<Vec<_>>(),
        [
            "listening",
            "answered",
            "answered",
            "answered",
            "stopping",
            "stopped"
        ]
    );
    assert_eq!(
        (&events[1]["path"], &events[1]["status"], &events[1]["code"]),
        (&json!("/v1/odds"), &json!(200), &json!(null))
    );
    assert_eq!(
        (&events[2]["status"], &events[2]["code"]),
        (&json!(422), &json!("unknown-name"))
    );
    assert_eq!(
        (&events[3]["path"], &events[5]["finished"]),
        (&json!("other"), &json!(true))
    );
}
