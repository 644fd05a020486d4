//! The page of the studio, where it is built in: its files, and nothing else.

use fairdeal_server::{Page, PageFile, Settings, Token};
use serde_json::json;

use crate::client::Running;

const PAGE: Page = &[
    PageFile {
        name: "index.html",
        packed:
            b"\x5d\x00\x10\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x00\x1e\x1c\x03\xc7\x5d\x4f\xa3\x7f\xb5\x58\xec\x28\x98\x61\xb0\x88\x22\x99\xff\xee\x70\x80\x00",
    },
    PageFile {
        name: "assets/engine.wasm",
        packed: b"\x5d\x00\x10\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x19\x4f\xec\x01\x22\x88\x1f\xff\xfb\xe3\x20\x00",
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
    let index = server.get("/");
    assert_eq!((index.status, &*index.body), (200, &b"<p>studio</p>"[..]));
    let header = |name| index.header(name).unwrap();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    let policy = header("content-security-policy");
    assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("frame-ancestors 'none'"));
    let engine = server.get("/assets/engine.wasm?x=1");
    assert_eq!(engine.header("content-type"), Some("application/wasm"));
    assert_eq!(engine.body, b"\0asm");
    for path in [
        "/other",
        "/../Cargo.toml",
        "/assets/",
        "//index.html",
        "/assets/../index.html",
        "/%2e%2e/x",
        "/assets/%65ngine.wasm",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.post("/", &json!({})).wrong().1, "wrong-method");
    // Its files are one path in the log, and what is none of them is another.
    assert_eq!(
        server.metric("fairdeal_requests_total{path=\"studio\",status=\"200\"}"),
        2
    );
    assert_eq!(
        server.metric("fairdeal_requests_total{path=\"other\",status=\"404\"}"),
        7
    );
    // The rest is where it is without the studio.
    assert!(server.get("/api").text().contains("openapi.json"));
}

#[test]
fn who_takes_them_packed_gets_them_packed() {
    let server = with(PAGE, None);
    let get = |encodings: &str| {
        let mut client = server.connect();
        client.send(&format!(
            "GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: {encodings}\r\n\r\n"
        ));
        client.answer().unwrap()
    };
    let packed = get("gzip, Deflate, br");
    assert_eq!(packed.header("content-encoding"), Some("deflate"));
    assert_eq!(packed.header("vary"), Some("accept-encoding"));
    let unpacked = miniz_oxide::inflate::decompress_to_vec_zlib(&packed.body);
    assert_eq!(unpacked.unwrap(), b"<p>studio</p>");
    for other in ["gzip", "deflate;q=0", "inflate"] {
        let plain = get(other);
        assert_eq!(plain.header("content-encoding"), None, "{other}");
        assert_eq!(plain.body, b"<p>studio</p>", "{other}");
    }
}

#[test]
fn where_it_is_not_built_in_there_is_the_page_to_try_everything() {
    let answer = with(&[], None).get("/");
    assert_eq!(
        (answer.status, answer.header("location")),
        (307, Some("/api"))
    );
}

/// A browser has no way to show a token before it has the page, which holds nothing of anybody's.
#[test]
fn the_page_needs_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "0123456789abcdef\n").unwrap();
    let server = with(PAGE, Some(Token::from_file(&file).unwrap()));
    assert_eq!(server.get("/assets/engine.wasm").status, 200);
    assert_eq!(server.get("/metrics").status, 401);
}
