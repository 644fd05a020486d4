//! Conversations in memory: what is read of streams of any bytes, what is written, and what becomes of a question that is withdrawn.

use std::sync::Arc;

use rpc::{Dialect, Input, Output, Questions, Refusal};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;

fn talk<F: Future>(conversation: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(conversation)
}

/// The methods of all messages of a text; of what is none, the number of the refusal.
fn read(dialect: Dialect, text: &[u8]) -> Vec<Result<String, i32>> {
    let mut input = Input::new(dialect, std::io::Cursor::new(text.to_vec()));
    talk(async {
        let mut all = Vec::new();
        while let Some(message) = input.next().await.unwrap() {
            let method = message.map(|message| message.method.unwrap_or_default());
            all.push(method.map_err(|refusal| refusal.code));
        }
        all
    })
}

fn framed(text: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

#[test]
fn editors_say_how_long_a_message_is() {
    let (one, two) = (r#"{"method": "one"}"#, "{\"method\":\n\n\"two\"}");
    let (first, second) = (Ok("one".to_owned()), Ok("two".to_owned()));
    let read = |text: String| read(Dialect::Editor, text.as_bytes());
    assert_eq!(
        read(framed(one) + &framed(two)),
        [first.clone(), second.clone()]
    );
    let more = format!("Content-Type: x\r\ncontent-length:{}\n\n{two}", two.len());
    assert_eq!(read(more), std::slice::from_ref(&second));
    // What is wrong with one is no harm to the next.
    assert_eq!(
        read(framed("{\"method\"") + &framed(two)),
        [Err(-32700), second.clone()]
    );
    assert_eq!(
        read(framed("[1, 2]") + &framed(two)),
        [Err(-32600), second.clone()]
    );
    assert_eq!(
        read(format!("nonsense\r\n\r\n{}", framed(two))),
        [Err(-32700), second]
    );
    let endless = "Content-Length: 18446744073709551615\r\n\r\n";
    assert_eq!(read(endless.to_owned()), [Err(-32700)]);
    assert_eq!(
        read("Content-Length: 99\r\n\r\n{}".to_owned()),
        [Ok(String::new())]
    );
    assert_eq!(read("Content-Le".to_owned()), []);
}

#[test]
fn assistants_have_a_line_for_each_message() {
    let text = format!(
        "{{\"method\": \"one\"}}\r\n\n7\n{}\n{{\"method\": \"two\"}}",
        "[".repeat(100_000)
    );
    let expected = [
        Ok("one".to_owned()),
        Err(-32600),
        Err(-32700),
        Ok("two".to_owned()),
    ];
    assert_eq!(read(Dialect::Assistant, text.as_bytes()), expected);
}

/// What is written when a question is withdrawn, and another one is not.
fn answers(dialect: Dialect) -> String {
    talk(async {
        let (ours, mut theirs) = tokio::io::duplex(1 << 16);
        let mut questions = Questions::new(Arc::new(Output::new(dialect, ours)));
        questions.take(json!("long"), std::future::pending());
        questions.take(json!(2), async { Ok(json!([])) });
        let wrong = Refusal {
            data: Some(json!("why")),
            ..Refusal::bad_params("no")
        };
        questions.take(json!(3), async { Err(wrong) });
        questions.withdraw(&json!("long"));
        questions.withdraw(&Value::Null);
        questions.finish().await;
        let mut written = String::new();
        theirs.read_to_string(&mut written).await.unwrap();
        written
    })
}

#[test]
fn what_is_withdrawn_ends_and_the_rest_is_answered() {
    let answered = [
        r#"{"jsonrpc":"2.0","id":2,"result":[]}"#,
        r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"no","data":"why"}}"#,
    ];
    let withdrawn =
        r#"{"jsonrpc":"2.0","id":"long","error":{"code":-32800,"message":"this was withdrawn"}}"#;
    let by_lines = answers(Dialect::Assistant);
    let by_lengths = answers(Dialect::Editor);
    for text in answered {
        assert!(by_lines.lines().any(|line| line == text), "{by_lines}");
        assert!(by_lengths.contains(&framed(text)), "{by_lengths}");
    }
    assert_eq!(by_lines.lines().count(), 2, "{by_lines}");
    assert!(by_lengths.contains(&framed(withdrawn)), "{by_lengths}");
}

#[test]
fn whatever_is_said_is_read_to_its_end() {
    let message = r#"{"jsonrpc": "2.0", "id": [1, "x", null], "method": "one", "params": {"a": [{}, 1.5e300]}}"#;
    let text = (framed(message) + "\n" + message + "\n")
        .repeat(3)
        .into_bytes();
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    for _ in 0..2_000 {
        let mut changed = text.clone();
        for _ in 0..1 + random(6) {
            let at = random(changed.len());
            match random(3) {
                0 => changed[at] = random(256) as u8,
                1 => changed.truncate(at + 1),
                _ => changed.insert(at, b"\n\r:{}[]\"0"[random(9)]),
            }
        }
        for dialect in [Dialect::Editor, Dialect::Assistant] {
            read(dialect, &changed);
        }
    }
}
