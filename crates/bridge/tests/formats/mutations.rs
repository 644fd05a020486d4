//! Every reader gets every file of the collection, whole, cut, and changed in thousands of ways: none fails, and what
//! it says stays in proportion to what it got.

use bridge::Board;
use bridge::formats::Format;

use crate::{data, read, written};

/// Numbers without any pattern that matters here, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn collection() -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = ["golden", "others", "corpus"]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(data(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut files: Vec<Vec<u8>> = paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    for file in &mut files {
        // Whole pages are no more work for a reader than the first part of them.
        file.truncate(4000);
    }
    files
}

/// Pieces that mean something to one reader or another.
const PIECES: [&[u8]; 18] = [
    b"[",
    b"]",
    b"\"",
    b"|",
    b"md|",
    b"qx|",
    b"\n\n",
    b"\r",
    b"{",
    b"}",
    b"\xef\xbb\xbf",
    b"\xff",
    b":",
    b".",
    b"10",
    b"18446744073709551616",
    b"\0",
    "é".as_bytes(),
];

fn mutated(file: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..1 + numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        let length = numbers.below(40).min(bytes.len() - at);
        match numbers.below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..at + length)),
            2 => {
                let piece = PIECES[numbers.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            3 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << numbers.below(8);
                }
            }
            4 => {
                let again = bytes[at..at + length].to_vec();
                bytes.splice(at..at, again);
            }
            _ => {
                let from = numbers.below(other.len());
                let part = other[from..].iter().take(200).copied();
                bytes.splice(at..at, part);
            }
        }
    }
    bytes
}

fn check(format: Format, bytes: &[u8]) {
    let reading = format.read(bytes);
    assert!(!reading.boards.is_empty() || !reading.problems.is_empty());
    assert!(reading.boards.len() <= bytes.len() / 8 + 1);
    assert!(reading.problems.len() <= 4 * bytes.len() + 1);
    let lines = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
    for problem in &reading.problems {
        assert!(problem.message.len() < 600, "{problem}");
        assert!((1..=lines).contains(&problem.line), "{problem}");
    }
    // What was read is right: it can be written, and read again.
    if !reading.boards.is_empty() {
        let plain = |boards: &[Board]| -> Vec<Board> {
            let boards = boards.iter().cloned();
            boards
                .map(|board| Board {
                    record: None,
                    ..board
                })
                .collect()
        };
        let again = read(Format::Json, &written(Format::Json, &reading.boards));
        assert_eq!(plain(&again), plain(&reading.boards));
        // What else the file says comes to rest.
        let once = written(Format::Pbn, &reading.boards);
        let twice = written(Format::Pbn, &read(Format::Pbn, &once));
        assert_eq!(
            String::from_utf8_lossy(&twice),
            String::from_utf8_lossy(&once)
        );
        let at_the_table = read(Format::Lin, &written(Format::Lin, &reading.boards));
        assert_eq!(at_the_table.len(), reading.boards.len());
        for board in &reading.boards {
            let turned = board.turned(1);
            assert_eq!(plain(&[turned.turned(3)])[0].deal, board.deal);
        }
    }
}

#[test]
fn readers_take_anything() {
    let readers: Vec<Format> = Format::ALL.into_iter().filter(|f| f.is_read()).collect();
    let files = collection();
    let mut numbers = Numbers(0x5eed);
    for file in &files {
        for &format in &readers {
            check(format, file);
            for _ in 0..needs::rounds(30, 1_000) {
                let other = &files[numbers.below(files.len())];
                check(format, &mutated(file, other, &mut numbers));
            }
        }
    }
}

#[test]
fn what_is_said_of_a_file_is_bounded() {
    for piece in [
        "x\n",
        "B x\n\n",
        "qx||",
        "[Deal \"\"]\n",
        "Board 1=\n",
        "{\"hands\":{}}\n",
    ] {
        for format in Format::ALL.into_iter().filter(|format| format.is_read()) {
            let reading = format.read(piece.repeat(30_000).as_bytes());
            assert!(reading.problems.len() <= 10_000);
            assert!(reading.boards.is_empty(), "{} {piece}", format.name());
        }
    }
    let reading = Format::Oneline.read("x\n".repeat(30_000).as_bytes());
    assert_eq!(reading.further, 20_000);
}

#[test]
fn readers_take_long_lines_of_anything() {
    for piece in PIECES {
        let bytes = piece.repeat(20_000 / piece.len());
        for format in Format::ALL.into_iter().filter(|format| format.is_read()) {
            check(format, &bytes);
        }
    }
}
