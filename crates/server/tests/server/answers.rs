//! What the server answers is what the library answers.

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
const TYPES: &str = "\
condition spades(south) >= 5
HandType_Weak = hcp(south) <= 11
HandType_Strong = hcp(south) >= 12
";

fn profile() -> Value {
    json!({"profile_name": "Two ways", "dealer": "N", "tag": "Opener", "rotate_deals_by_default": false,
        "seat_profiles": {"N": {"subprofiles": [
            {"name": "spades", "weight_percent": 60, "standard": {"spades": {"min_cards": 6}, "total_min_hcp": 10, "total_max_hcp": 12}},
            {"name": "strong", "weight_percent": 40, "standard": {"total_min_hcp": 20}}]}}})
}

/// The table of cases: every verb, of scripts and profiles, and what goes wrong, with its status.
fn cases() -> Vec<(&'static str, Value, u16)> {
    let dominoes = include_str!("../../../../examples/texas42-view.json");
    let dominoes: Value = serde_json::from_str(dominoes).unwrap();
    let view =
        json!({"seat": "S", "dealer": "E", "hand": ["9S", "QS", "TD", "AH", "KH"], "upcard": "JH"});
    vec![
        (
            "deal",
            json!({"script": NOTRUMP, "boards": 20, "seed": 7}),
            200,
        ),
        (
            "deal",
            json!({"profile": profile(), "boards": 20, "seed": "lesson one"}),
            200,
        ),
        (
            "deal",
            json!({"script": TYPES, "level": true, "quota": true, "order": "spread", "boards": 9, "seed": 7}),
            200,
        ),
        (
            "deal",
            json!({"mixed": [{"name": "a", "weight": 2, "script": NOTRUMP}, {"profile": profile()}], "boards": 20, "seed": 7}),
            200,
        ),
        ("deal", json!({"script": CLASH}), 422),
        ("deal", json!({"script": NOTRUMP, "boards": 10_001}), 400),
        ("deal", json!({"script": NOTRUMP, "key": "00"}), 422),
        ("odds", json!({"script": NOTRUMP}), 200),
        (
            "odds",
            json!({"script": "hascard(north,KS)", "given": "hascard(north,AS)"}),
            200,
        ),
        ("odds", json!({"profile": profile()}), 200),
        ("odds", json!({"script": "condition hpc(north) >= 12"}), 422),
        ("odds", json!({"script": NOTRUMP, "effort": "eager"}), 400),
        ("odds", json!({}), 400),
        ("explain", json!({"script": NOTRUMP}), 200),
        ("explain", json!({"script": CLASH}), 200),
        ("explain", json!({"profile": profile()}), 200),
        (
            "check",
            json!({"script": "condition hpc(north) >= 12"}),
            200,
        ),
        ("check", json!({"profile": profile()}), 200),
        ("level", json!({"script": TYPES}), 200),
        ("report", json!({"script": NOTRUMP}), 200),
        ("report", json!({"profile": profile()}), 200),
        (
            "lead",
            json!({"script": NOTRUMP, "contract": "3NT", "by": "S", "hand": "QJ962.84.K75.J83", "worlds": 2, "seed": 1}),
            200,
        ),
        (
            "compare",
            json!({"one": {"script": NOTRUMP}, "other": {"script": TYPES}, "effort": "quick"}),
            200,
        ),
        ("words", json!({"text": "losers"}), 200),
        ("words", json!({}), 200),
        (
            "solve",
            json!({"boards": "n QJ6.K652.J85.T98 e 873.J97.AT764.Q4 s K5.T83.KQ9.A7652 w AT942.AQ4.32.KJ3", "format": "oneline"}),
            200,
        ),
        ("solve", json!({"boards": "[Deal \"N:AK\"]"}), 422),
        ("solve", json!({"boards": "", "format": "text"}), 400),
        ("worlds", json!({"view": view}), 200),
        ("worlds", json!({"view": dominoes, "game": "texas42"}), 200),
        ("worlds", json!({"view": 7}), 422),
        ("worlds", json!({"view": view, "game": "chess"}), 400),
        (
            "hint",
            json!({"view": view, "level": "club", "seed": 5}),
            200,
        ),
        ("hint", json!({"view": view, "level": "champion"}), 400),
        ("examples", json!({}), 200),
        ("examples", json!({"name": "nobody's"}), 400),
        ("formats", json!({}), 200),
        ("euchre", json!({"do": "new", "seed": 7, "id": "t1"}), 200),
        ("euchre", json!({"do": "legal", "view": view}), 200),
        ("euchre", json!({"do": "shuffle"}), 400),
        (
            "texas42",
            json!({"do": "hand", "hand": "0-0 0-6 0-5 0-4 6-6 6-5 6-4"}),
            200,
        ),
        ("texas42", json!({"do": "hand", "hand": "0-0"}), 422),
        (
            "texas42",
            json!({"do": "perfect", "trump": "0", "trumps": 6}),
            200,
        ),
        ("texas42", json!({"do": "perfect", "trump": "7"}), 400),
    ]
}

#[test]
fn every_answer_is_that_of_the_library() {
    let server = Running::usual();
    let cases = cases();
    for verb in Request::VERBS {
        assert!(
            cases
                .iter()
                .any(|(one, _, status)| *one == verb && *status == 200),
            "{verb}"
        );
    }
    for (verb, request, status) in cases {
        let mut asked = request.clone();
        asked["ask"] = verb.into();
        let answer = ask_json(&asked.to_string(), &Watch::default());
        assert_eq!(answer.is_ok(), status == 200, "{asked}: {answer:?}");
        let answer = answer.unwrap_or_else(|error| error);
        // Twice: once worked out, and once as it is known then.
        for _ in 0..2 {
            let served = server.post(&format!("/v1/{verb}"), &request);
            assert_eq!(
                (served.status, served.text()),
                (status, answer.clone()),
                "{asked}"
            );
            assert_eq!(served.header("content-type"), Some("application/json"));
        }
    }
    assert!(server.metric("fairdeal_known_answers_total") > 10);
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
    let page = server.get("/").text();
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
