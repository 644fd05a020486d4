//! The page of the studio, where it is built in: its files, and nothing else.

use fairdeal_server::{Page, PageFile, Settings, Token};

use crate::client::Running;

const PAGE: Page = &[
    PageFile {
        name: "index.html",
        bytes: b"<p>studio</p>",
    },
    PageFile {
        name: "assets/engine.wasm",
        bytes: b"\0asm",
    },
];

fn with(page: Page, token: Option<Token>) -> Running {
    Running::with(Settings {
        page,
        token,
        ..Settings::on_port(0)
    })
}

#[test]
fn its_files_are_served_with_their_policy() {
    let server = with(PAGE, None);
    let index = server.get("/studio/");
    assert_eq!((index.status, &*index.body), (200, PAGE[0].bytes));
    let header = |name| index.header(name).unwrap();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    let policy = header("content-security-policy");
    assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("frame-ancestors 'none'"));
    let engine = server.get("/studio/assets/engine.wasm?x=1");
    assert_eq!(engine.header("content-type"), Some("application/wasm"));
    assert_eq!(engine.body, PAGE[1].bytes);
    let moved = server.get("/studio");
    assert_eq!(
        (moved.status, moved.header("location")),
        (308, Some("/studio/"))
    );
    for path in [
        "/studio/other",
        "/studio/../Cargo.toml",
        "/studio/assets/",
        "/studio//index.html",
        "/studio/%2e%2e/x",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn where_it_is_not_built_in_it_is_said_how_to_get_it() {
    let answer = with(&[], None).get("/studio/");
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("studio/build"));
}

/// A browser has no way to show a token before it has the page, which holds nothing of anybody's.
#[test]
fn the_page_needs_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "0123456789abcdef\n").unwrap();
    let server = with(PAGE, Some(Token::from_file(&file).unwrap()));
    assert_eq!(server.get("/studio/assets/engine.wasm").status, 200);
    assert_eq!(server.get("/metrics").status, 401);
}
