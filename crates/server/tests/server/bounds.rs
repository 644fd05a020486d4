//! Each bound, as docs/server.md has it.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use fairdeal::{Effort, Limits};
use fairdeal_server::limits::{LONGEST_BODY, RETRY_AFTER};
use fairdeal_server::{Bounds, Server, ServerError, Settings, Token};
use serde_json::{Value, json};

use crate::client::Running;

/// What takes longer than any test.
fn endless() -> Value {
    let script = "condition hcp(north) == 37 and hascard(south, 2C)";
    json!({"script": script, "strategy": "reject", "boards": 1_000})
}

fn wrong(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[test]
fn a_body_is_bounded_in_length_and_depth() {
    let server = Running::usual();
    let head = "POST /v1/odds HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    // One gigabyte is refused before it comes.
    let mut client = server.connect();
    client.send(&format!("{head}Content-Length: 1073741824\r\n\r\n{{"));
    assert_eq!(client.answer().unwrap().wrong(), wrong(413, "too-large"));
    // The same where nobody said how long it would be.
    let mut client = server.connect();
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, " ".repeat(1 << 16));
    client.send(&format!(
        "{head}Transfer-Encoding: chunked\r\n\r\n{}",
        chunk.repeat(LONGEST_BODY / (1 << 16))
    ));
    client.send("1\r\n \r\n");
    assert_eq!(client.answer().unwrap().wrong(), wrong(413, "too-large"));
    let asked = |body: &str| {
        let mut client = server.connect();
        client.post("/v1/odds", body);
        client.answer().unwrap().wrong()
    };
    for body in [
        "[".repeat(500_000),
        "{\"profile\":".to_owned() + &"{\"a\":".repeat(100_000),
        "{".to_owned(),
        String::new(),
        "7".to_owned(),
        "{\"script\": 7}".to_owned(),
        "{\"ask\": \"deal\", \"script\": \"hcp(south) > 3\"}".to_owned(),
    ] {
        assert_eq!(asked(&body), wrong(400, "bad-request"));
    }
    let mut client = server.connect();
    client.send("POST /v1/odds HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
    assert_eq!(client.answer().unwrap().wrong(), wrong(415, "not-json"));
    let mut client = server.connect();
    client.send(&format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nLong: {}\r\n\r\n",
        "x".repeat(1 << 17)
    ));
    assert_eq!(client.head().unwrap().status, 431);
    assert_eq!(server.get("/health").status, 200);
}

#[test]
fn no_path_and_no_include_leads_to_a_file() {
    let server = Running::usual();
    for path in [
        "/etc/passwd",
        "/../../etc/passwd",
        "/v1/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/v1/boards/../../Cargo.toml",
        "/Cargo.toml",
    ] {
        assert_eq!(
            server.get(path).wrong(),
            wrong(404, "no-such-path"),
            "{path}"
        );
    }
    assert_eq!(server.get("/v1/odds").wrong(), wrong(405, "wrong-method"));
    for name in [
        "/etc/passwd",
        "Cargo.toml",
        "src/lib.rs",
        "../../Cargo.toml",
        "./Cargo.toml",
    ] {
        let script = format!("#include \"{name}\"\ncondition hcp(south) > 3");
        let answer = server.post("/v1/odds", &json!({"script": script}));
        assert_eq!(answer.wrong(), wrong(422, "include"), "{name}");
    }
}

#[test]
fn others_need_the_token() {
    let others = |token: Option<Token>| Settings {
        address: (IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0).into(),
        token,
        ..Settings::on_port(0)
    };
    assert!(matches!(
        Server::bind(others(None)),
        Err(ServerError::NoToken(_))
    ));
    let token = Token::new("0123456789abcdef").unwrap();
    let server = Running::with(Settings {
        token: Some(token),
        ..Settings::on_port(0)
    });
    let with = |path: &str, header: &str| {
        let mut client = server.connect();
        client.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: cards.example\r\n{header}\r\n"
        ));
        client.answer().unwrap()
    };
    assert_eq!(with("/health", "").status, 200);
    assert_eq!(with("/api", "").status, 200);
    for header in [
        "",
        "Authorization: Bearer 0123456789abcdeg\r\n",
        "Authorization: 0123456789abcdef\r\n",
    ] {
        let answer = with("/metrics", header);
        assert_eq!(answer.wrong(), wrong(401, "no-token"));
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        assert_eq!(with("/nowhere", header).status, 401);
    }
    assert_eq!(
        with("/metrics", "Authorization: Bearer 0123456789abcdef\r\n").status,
        200
    );
    assert_eq!(
        server.post("/v1/words", &json!({})).wrong(),
        wrong(401, "no-token")
    );
    // Without a token, a page from elsewhere that had its name lead here is not answered.
    let server = Running::usual();
    let mut client = server.connect();
    client.send("GET /health HTTP/1.1\r\nHost: cards.example\r\n\r\n");
    assert_eq!(client.answer().unwrap().wrong(), wrong(403, "wrong-host"));
}

/// One at work, one waiting: the third is sent away, the second goes on when the first is gone.
#[test]
fn who_finds_no_room_is_told_when_to_come_back_and_who_leaves_makes_room() {
    let server = Running::with(Settings {
        bounds: Bounds {
            at_once: 1,
            queue: 1,
            seconds: 3_600,
            ..Bounds::default()
        },
        ..Settings::on_port(0)
    });
    let mut first = server.connect();
    first.post("/v1/deal", &endless().to_string());
    server.until("fairdeal_working", 1);
    let mut second = server.connect();
    second.post(
        "/v1/odds",
        &json!({"script": "condition hcp(south) > 36"}).to_string(),
    );
    server.until("fairdeal_waiting", 1);
    let third = server.post("/v1/odds", &json!({"script": "condition hcp(south) > 35"}));
    assert_eq!(third.wrong(), wrong(503, "full"));
    assert_eq!(third.header("retry-after"), Some(&*RETRY_AFTER.to_string()));
    // The first client goes away: its work is stopped, and the second is answered.
    let began = Instant::now();
    drop(first);
    assert_eq!(second.answer().unwrap().status, 200);
    println!("a client that went away made room in {:?}", began.elapsed());
    server.until("fairdeal_working", 0);
    assert_eq!(server.metric("fairdeal_clients_gone_total"), 1);
    // One who waits may leave, too.
    let mut first = server.connect();
    first.post("/v1/boards", &endless().to_string());
    server.until("fairdeal_working", 1);
    let mut second = server.connect();
    second.post("/v1/boards", &endless().to_string());
    server.until("fairdeal_waiting", 1);
    drop(second);
    server.until("fairdeal_waiting", 0);
    drop(first);
    server.until("fairdeal_working", 0);
}

#[test]
fn work_is_bounded() {
    let server = Running::with(Settings {
        bounds: Bounds {
            seconds: 1,
            ..Bounds::default()
        },
        ..Settings::on_port(0)
    });
    assert_eq!(
        server.post("/v1/deal", &endless()).wrong(),
        wrong(422, "too-long")
    );
    assert_eq!(
        server.post("/v1/boards", &endless()).wrong(),
        wrong(422, "too-long")
    );
    server.until("fairdeal_working", 0);
    let patient = json!({"script": "condition hcp(south) > 36", "effort": "patient"});
    assert_eq!(
        server.post("/v1/odds", &patient).wrong(),
        wrong(422, "too-much-effort")
    );
    let server = Running::with(Settings {
        bounds: Bounds {
            limits: Limits::shared().with_effort(Effort::Patient),
            ..Bounds::default()
        },
        ..Settings::on_port(0)
    });
    assert_eq!(server.post("/v1/odds", &patient).status, 200);
}

#[test]
fn slow_clients_are_not_waited_for() {
    let server = Running::with(Settings {
        patience: Duration::from_secs(2),
        ..Settings::on_port(0)
    });
    // One that never ends its head, and one that says nothing at all.
    let mut head = server.connect();
    head.send("GET /health HTTP/1.1\r\nHost: local");
    let mut silent = server.connect();
    for client in [&mut head, &mut silent] {
        // It may be told why; then the line is closed.
        let answer = client.answer();
        assert!(answer.is_err() || answer.is_ok_and(|answer| answer.status == 408));
        assert!(client.answer().is_err());
    }
    let mut body = server.connect();
    body.send("POST /v1/odds HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
    assert_eq!(body.answer().unwrap().wrong(), wrong(408, "too-slow"));
    // One that takes nothing of its boards.
    let mut stream = server.connect();
    stream.post(
        "/v1/boards",
        &json!({"script": "condition 1", "boards": 1_000_000}).to_string(),
    );
    assert_eq!(stream.head().unwrap().status, 200);
    server.until("fairdeal_working", 0);
    // Only the one that asks is still there.
    server.until("fairdeal_connections", 1);
    // What was cut off does not look complete.
    let mut rest = Vec::new();
    let _ = std::io::Read::read_to_end(&mut stream.stream, &mut rest);
    assert!(!rest.ends_with(b"0\r\n\r\n"));
}

#[test]
fn a_thousand_clients_are_answered() {
    let server = Running::usual();
    // What is known is told without waiting for a place.
    let words = server.post("/v1/words", &json!({"text": "losers"}));
    assert_eq!(words.status, 200);
    let mut clients: Vec<_> = (0..1_000).map(|_| server.connect()).collect();
    for _ in 0..2 {
        for client in &mut clients {
            client.post("/v1/words", "{\"text\": \"losers\"}");
        }
        for client in &mut clients {
            assert_eq!(client.answer().unwrap().status, 200);
        }
    }
    assert!(server.metric("fairdeal_connections") > 1_000);
    drop(clients);
    server.until("fairdeal_connections", 1);
}
