//! `fairdeal serve`, as a program: where it listens, who is let in, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::{binary, fairdeal, folder};

/// Starts a server; where it listens.
fn start(folder: &Path, arguments: &[&str]) -> (Child, String) {
    let mut child = Command::new(binary())
        .current_dir(folder)
        .args(["serve", "--port", "0"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let out = child.stdout.as_mut().unwrap();
    BufReader::new(out).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap();
    let address = address.strip_suffix('/').unwrap().to_owned();
    (child, address)
}

fn post(address: &str, path: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all((head + body).as_bytes()).unwrap();
    stream
}

/// What comes, as far as it comes: whoever was not let in yet hears nothing.
fn answer(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).unwrap()
}

/// SIGTERM under load: every client has its whole answer or is told to come back, and the program ends well.
#[test]
fn a_signal_lets_it_finish() {
    let folder = folder(&[]);
    let (child, address) = start(folder.path(), &["--at-once", "1", "--queue", "64"]);
    let body = r#"{"script": "condition 1", "boards": 50000}"#;
    // The first of them is being dealt, and waits for its client to take it.
    let mut clients = vec![post(&address, "/v1/boards", body)];
    clients[0].peek(&mut [0; 9]).unwrap();
    clients.extend((0..15).map(|_| post(&address, "/v1/boards", body)));
    let kill = format!("kill -TERM {}", child.id());
    assert!(
        Command::new("sh")
            .args(["-c", &kill])
            .status()
            .unwrap()
            .success()
    );
    let mut whole = 0;
    for client in clients {
        let answer = answer(client);
        if answer.starts_with("HTTP/1.1 200 ") {
            assert!(answer.ends_with("0\r\n\r\n"));
            whole += 1;
        } else if !answer.is_empty() {
            assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
            assert!(answer.contains("\"stopping\""), "{answer}");
        }
    }
    assert!(whole > 0);
    let output = child.wait_with_output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{log}");
    assert!(
        log.lines()
            .last()
            .unwrap()
            .contains("\"event\":\"stopped\",\"finished\":true"),
        "{log}"
    );
}

#[test]
fn a_token_is_read_from_its_file() {
    let folder = folder(&[("token", "0123456789abcdef\n"), ("short", "0123\n")]);
    let (mut child, address) = start(folder.path(), &["--token-file", "token", "--quiet"]);
    let refused = answer(post(&address, "/v1/words", "{}"));
    assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
    let path = "/v1/words HTTP/1.1\r\nAuthorization: Bearer 0123456789abcdef\r\nX:";
    let let_in = answer(post(&address, path, "{}"));
    assert!(let_in.starts_with("HTTP/1.1 200 "), "{let_in}");
    child.kill().unwrap();
    child.wait().unwrap();
    for (file, said) in [
        (
            "short",
            "short: has no token: one line of 16 characters or more, without spaces",
        ),
        ("nowhere", "nowhere: cannot be read: there is no such file"),
    ] {
        let run = fairdeal(folder.path())
            .args(["serve", "--port", "0", "--token-file", file])
            .assert();
        let output = run.failure().get_output().stderr.clone();
        assert_eq!(
            String::from_utf8(output).unwrap(),
            format!("fairdeal: {said}\n")
        );
    }
}
