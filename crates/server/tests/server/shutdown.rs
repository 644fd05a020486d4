//! A server that is stopped while it works.

use serde_json::json;

use fairdeal_server::{Bounds, Settings};

use crate::client::Running;

#[test]
fn what_runs_is_finished_and_what_waits_is_told_so() {
    let mut server = Running::with(Settings {
        bounds: Bounds {
            at_once: 1,
            queue: 8,
            ..Bounds::default()
        },
        ..Settings::on_port(0)
    });
    let mut idle = server.connect();
    idle.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(idle.answer().unwrap().status, 200);
    let boards = 300_000;
    let mut running = server.connect();
    running.post(
        "/v1/boards",
        &json!({"script": "condition 1", "boards": boards}).to_string(),
    );
    server.until("fairdeal_working", 1);
    let mut waiting: Vec<_> = (0..8).map(|_| server.connect()).collect();
    for client in &mut waiting {
        client.post(
            "/v1/odds",
            &json!({"script": "condition hcp(south) > 30"}).to_string(),
        );
    }
    server.until("fairdeal_waiting", 8);
    server.stop();
    for client in &mut waiting {
        let answer = client.answer().unwrap();
        assert_eq!(answer.wrong(), (503, "stopping".to_owned()));
        assert!(answer.header("retry-after").is_some());
    }
    // Nobody new is let in, and a line that lies idle is closed.
    assert!(idle.answer().is_err());
    let late = std::net::TcpStream::connect(server.address);
    let late = late.map(|stream| {
        let mut client = crate::client::Client::new(stream);
        client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        client.answer().is_err()
    });
    assert!(late.unwrap_or(true));
    // All boards come, to the last.
    let answer = running.answer().unwrap();
    assert_eq!(answer.text().lines().count(), boards);
    server.ended();
    assert!(server.log.text().contains("\"finished\":true"));
}
