//! Commit, a public value, reveal and verify: whatever is changed is found out, and named.

use std::path::Path;

use bridge::{Board, Format};
use fairdeal::{
    ComparedBoards, Deal, Ended, Leveled, NoText, Opening, Profile, Proof, ProofPart, Published,
    Question, Reveal, Script, SecretKey, Seed, SessionFolder, Statement, Wanted, Watch, bridge,
    level, script as language,
};

const SCRIPT: &str = "condition hcp(south) >= 15 and spades(north) >= $0";
const PROFILE: &str = r#"{"profile_name": "Two ways", "dealer": "N", "tag": "Opener", "seat_profiles": {"N": {"subprofiles": [
    {"weight_percent": 60, "standard": {"spades": {"min_cards": 6}}},
    {"weight_percent": 40, "standard": {"total_min_hcp": 20}}]}}}"#;
const PUBLIC: &str = "8 14 21 33 40 41";

fn watch() -> Watch {
    Watch::default()
}

fn key() -> SecretKey {
    SecretKey::read(&[9; 32]).unwrap()
}

fn script(parameter: &str) -> Question {
    let input = language::Input::from_text("script", SCRIPT).unwrap();
    let settings = language::Settings {
        parameters: [(0, parameter.to_owned())].into(),
        ..language::Settings::default()
    };
    Script::new(input, settings).into()
}

fn leveled(shares: [f64; 2]) -> Question {
    let text = "condition spades(south) >= 5 weak = hcp(south) < 12 strong = hcp(south) >= 12";
    let options = level::Options {
        types: vec![level::parse_types("weak,strong").unwrap()],
        shares: vec![shares.to_vec()],
        ..level::Options::default()
    };
    Leveled::new(&Script::from_text(text).unwrap(), &options)
        .unwrap()
        .into()
}

fn played(deal: Deal, public: Option<&str>) -> Vec<Board> {
    let boards = deal.seed(key().seed(public).unwrap()).boards().unwrap();
    boards.map(Result::unwrap).collect()
}

/// Boards as a file of the format has them.
fn file(format: Format, boards: &[Board]) -> Vec<ComparedBoards> {
    let mut bytes = Vec::new();
    format
        .write(boards, &Default::default(), &mut bytes)
        .unwrap();
    vec![ComparedBoards {
        boards: format.read(&bytes).whole().unwrap(),
        says_dealer: format.keeps().dealer,
    }]
}

fn verified(reveal: &Reveal, boards: &[Board]) -> Proof {
    let files = file(Format::Pbn, boards);
    reveal
        .verify(&Published::default(), &files, 1, &watch())
        .unwrap()
}

/// What is found, by its part and board.
fn found(proof: &Proof) -> Vec<(ProofPart, Option<u64>)> {
    assert_eq!(proof.holds, proof.findings.is_empty());
    proof
        .findings
        .iter()
        .map(|one| (one.part, one.board))
        .collect()
}

/// The statement and reveal of some boards, as they come back from their files.
fn proved(question: &Question, deal: Deal, public: Option<&str>) -> (Statement, Reveal) {
    let announced = public.map(|_| "the lotto numbers of Friday");
    let statement = deal.commit(&key(), announced, &watch()).unwrap();
    let text = serde_json::to_string_pretty(&statement).unwrap();
    assert!(!text.contains(&key().reveal()), "{text}");
    let statement = Statement::from_json(&text).unwrap();
    statement.check().unwrap();
    let reveal = Reveal::new(&statement, question, &key(), public).unwrap();
    let text = serde_json::to_string_pretty(&reveal).unwrap();
    let again = Reveal::from_json(&text).unwrap();
    assert!(again == reveal);
    (statement, again)
}

/// With conditions and without, scripts, profiles and leveled scripts, with a public value and without.
#[test]
fn boards_that_were_committed_to_are_verified() {
    let plain = Question::from(Script::from_text("condition 1").unwrap());
    let profile = Question::from(Profile::from_json(PROFILE));
    for question in [plain, script("5"), profile, leveled([30.0, 70.0])] {
        for public in [None, Some(PUBLIC)] {
            let deal = || question.deal(12).random_vulnerability(public.is_some());
            let (statement, reveal) = proved(&question, deal(), public);
            let boards = played(deal(), public);
            assert_eq!(statement.boards, 12);
            for format in [Format::Pbn, Format::Lin, Format::Json, Format::Oneline] {
                let published = Published {
                    statement: Some(&statement),
                    question: None,
                };
                let files = file(format, &boards);
                let proof = reveal.verify(&published, &files, 2, &watch()).unwrap();
                assert_eq!((found(&proof), proof.same), (vec![], 12), "{proof}");
                assert!(
                    proof.to_string().starts_with("12 boards: all as they were"),
                    "{proof}"
                );
            }
        }
    }
}

#[test]
fn the_usual_number_and_distinct_boards_are_settled() {
    let question =
        Question::from(Script::from_text("produce 7 condition hcp(south) > 34").unwrap());
    let deal = || question.deal_usual().distinct();
    let (statement, reveal) = proved(&question, deal(), None);
    assert_eq!((statement.boards, statement.distinct), (7, true));
    assert_eq!(found(&verified(&reveal, &played(deal(), None))), []);
}

#[test]
fn a_changed_board_is_found_out() {
    let question = script("5");
    let (_, reveal) = proved(&question, question.deal(12), Some(PUBLIC));
    let boards = played(question.deal(12), Some(PUBLIC));
    let mut changed = boards.clone();
    let deal = &mut changed[6].deal;
    deal.0.swap(0, 1);
    let proof = verified(&reveal, &changed);
    assert_eq!(found(&proof), [(ProofPart::Board, Some(7))]);
    assert_eq!(proof.same, 11);
    let message = &proof.findings[0].message;
    assert!(
        message.starts_with("board 7") && message.contains(" and "),
        "{message}"
    );
    // Who deals is part of a board, where its file says so.
    let mut turned = boards.clone();
    turned[2].dealer = turned[3].dealer;
    assert_eq!(
        found(&verified(&reveal, &turned)),
        [(ProofPart::Board, Some(3))]
    );
    let proof = reveal.verify(
        &Published::default(),
        &file(Format::Oneline, &turned),
        1,
        &watch(),
    );
    assert_eq!(found(&proof.unwrap()), []);
    // Boards that lack, and those that are too many.
    let proof = verified(&reveal, &boards[..9]);
    assert_eq!(found(&proof), [(ProofPart::Number, None)]);
    assert!(
        proof.to_string().contains("3 boards are missing: 10 to 12"),
        "{proof}"
    );
    let more = played(question.deal(13), Some(PUBLIC));
    assert_eq!(
        found(&verified(&reveal, &more)),
        [(ProofPart::Board, Some(13))]
    );
    // Several files are one set, in any order.
    let parts = [&boards[5..], &boards[..5]]
        .map(|part| file(Format::Pbn, part))
        .concat();
    let proof = reveal
        .verify(&Published::default(), &parts, 1, &watch())
        .unwrap();
    assert_eq!((found(&proof), proof.same), (vec![], 12));
}

/// A change of the reveal, and what is found: none is taken for another.
#[test]
fn a_changed_reveal_is_found_out() {
    let question = script("5");
    let (statement, reveal) = proved(&question, question.deal(4), Some(PUBLIC));
    let boards = played(question.deal(4), Some(PUBLIC));
    let changed = |change: &dyn Fn(&mut Reveal)| {
        let mut reveal = reveal.clone();
        change(&mut reveal);
        found(&verified(&reveal, &boards))
    };
    assert_eq!(changed(&|_| {}), []);
    let flip = |text: &mut String| {
        let first = if text.starts_with('0') { "1" } else { "0" };
        text.replace_range(..1, first);
    };
    assert_eq!(changed(&|it| flip(&mut it.key)), [(ProofPart::Key, None)]);
    assert_eq!(
        changed(&|it| it.key = "no key".to_owned()),
        [(ProofPart::Key, None)]
    );
    assert_eq!(changed(&|it| it.public = None), [(ProofPart::Public, None)]);
    // Another value gives other boards.
    let other_value = changed(&|it| it.public = Some("8 14 21 33 40 42".to_owned()));
    assert_eq!(other_value.len(), 4);
    assert!(
        other_value
            .iter()
            .all(|(part, _)| *part == ProofPart::Board)
    );
    let text = |it: &mut Reveal, from: &str, to: &str| {
        let json = serde_json::to_string(&it.question).unwrap();
        assert!(json.contains(from), "{json}");
        it.question = serde_json::from_str(&json.replace(from, to)).unwrap();
    };
    assert_eq!(
        changed(&|it| text(it, ">= 15", ">= 16")),
        [(ProofPart::Question, None)]
    );
    assert_eq!(
        changed(&|it| text(it, r#""0":"5""#, r#""0":"4""#)),
        [(ProofPart::Question, None)]
    );
    // A statement that was changed has another mark, whatever was changed.
    let marks: [&dyn Fn(&mut Statement); 6] = [
        &|it| it.boards = 3,
        &|it| it.strategy = "reject".to_owned(),
        &|it| it.random_vulnerability = true,
        &|it| it.public = Some("whatever I like".to_owned()),
        &|it| it.distinct = true,
        &|it| it.generate = Some(10),
    ];
    for change in marks {
        assert_eq!(
            changed(&|it| change(&mut it.statement)),
            [(ProofPart::Statement, None)]
        );
    }
    let found_version = changed(&|it| it.statement.version = "0.0.9".to_owned());
    assert_eq!(
        found_version,
        [(ProofPart::Statement, None), (ProofPart::Version, None)]
    );
    // One that was made anew has another mark than was published.
    let other = question
        .deal(4)
        .commit(&key(), Some("another value"), &watch())
        .unwrap();
    let reveal = Reveal::new(&other, &question, &key(), Some("my own")).unwrap();
    let published = Published {
        statement: Some(&statement),
        question: None,
    };
    let proof = reveal.verify(&published, &[], 1, &watch()).unwrap();
    assert_eq!(found(&proof), [(ProofPart::Statement, None)]);
}

#[test]
fn what_was_not_committed_to_cannot_be_revealed() {
    let question = script("5");
    let (statement, _) = proved(&question, question.deal(4), Some(PUBLIC));
    let refused = |statement: &Statement, question: &Question, key: &SecretKey, public| {
        let error = Reveal::new(statement, question, key, public).unwrap_err();
        error.body().code
    };
    let other = SecretKey::read(&[8; 32]).unwrap();
    assert_eq!(
        refused(&statement, &question, &other, Some(PUBLIC)),
        "other-key"
    );
    assert_eq!(
        refused(&statement, &script("4"), &key(), Some(PUBLIC)),
        "other-question"
    );
    assert_eq!(
        refused(&statement, &question, &key(), None),
        "public-missing"
    );
    assert_eq!(
        refused(&statement, &question, &key(), Some("")),
        "empty-seed"
    );
    let (without, _) = proved(&question, question.deal(4), None);
    assert_eq!(
        refused(&without, &question, &key(), Some(PUBLIC)),
        "public-not-announced"
    );
    let changed = Statement {
        boards: 5,
        ..statement
    };
    assert_eq!(
        refused(&changed, &question, &key(), Some(PUBLIC)),
        "statement-changed"
    );
    let (leveled_statement, _) =
        proved(&leveled([30.0, 70.0]), leveled([30.0, 70.0]).deal(4), None);
    assert_eq!(
        refused(&leveled_statement, &leveled([70.0, 30.0]), &key(), None),
        "other-question"
    );
}

#[test]
fn not_everything_can_be_committed_to() {
    let question = script("5");
    let profile = Question::from(Profile::from_json(PROFILE));
    let refused = |deal: Deal, public: Option<&str>| {
        let error = deal.commit(&key(), public, &watch()).unwrap_err();
        error.body().code
    };
    assert_eq!(refused(question.deal(4).seed(7), None), "not-for-this");
    assert_eq!(refused(question.deal(4).shard(1, 2), None), "not-for-this");
    assert_eq!(refused(question.deal(4).start(2), None), "not-for-this");
    assert_eq!(refused(question.deal_usual().all(), None), "not-for-this");
    assert_eq!(
        refused(profile.deal(4).strategy(fairdeal::Strategy::Help), None),
        "not-fair"
    );
    assert_eq!(refused(question.deal(2_000_000), None), "too-many-kept");
    assert_eq!(refused(question.deal(4), Some(" ")), "bad-announcement");
    let long = "x".repeat(1001);
    assert_eq!(refused(question.deal(4), Some(&long)), "bad-announcement");
    let never = Question::from(Script::from_text("condition hcp(south) > 40").unwrap());
    assert_eq!(refused(never.deal(4), None), "conflict");
}

/// Files that a script includes are part of it, wherever they lie; the file itself may be called anything.
#[test]
fn a_changed_include_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        std::fs::write(at(name), text).unwrap();
    };
    let open = |path: &Path| Question::open(path, &Opening::default()).unwrap();
    write("one/script.dlr", "#include \"parts/a.dlr\"\ncondition a");
    write(
        "one/parts/a.dlr",
        "#include \"b.dlr\"\na = b and hcp(south) > 14",
    );
    write("one/parts/b.dlr", "b = spades(north) > 4");
    let question = open(&at("one/script.dlr"));
    let (_, reveal) = proved(&question, question.deal(4), None);
    let boards = played(question.deal(4), None);
    assert_eq!(found(&verified(&reveal, &boards)), []);
    let known = |name: &str| {
        let question = open(&at(name));
        let published = Published {
            statement: None,
            question: Some(&question),
        };
        found(&reveal.verify(&published, &[], 1, &watch()).unwrap())
    };
    for name in ["parts/a.dlr", "parts/b.dlr"] {
        std::fs::create_dir_all(at("two/parts")).unwrap();
        std::fs::copy(at("one").join(name), at("two").join(name)).unwrap();
    }
    std::fs::copy(at("one/script.dlr"), at("two/renamed.dlr")).unwrap();
    assert_eq!(known("two/renamed.dlr"), []);
    write("two/parts/b.dlr", "b = spades(north) > 5");
    assert_eq!(known("two/renamed.dlr"), [(ProofPart::Question, None)]);
    // What is verified needs none of the files.
    drop(question);
    std::fs::remove_dir_all(at("one")).unwrap();
    assert_eq!(found(&verified(&reveal, &boards)), []);
    // The parameters and types of a question that somebody knows are those of the reveal.
    for (question, text) in [
        (script("5"), SCRIPT),
        (
            leveled([30.0, 70.0]),
            "condition spades(south) >= 5 weak = hcp(south) < 12 strong = hcp(south) >= 12",
        ),
    ] {
        let (_, reveal) = proved(&question, question.deal(4), None);
        for (text, same) in [(text.to_owned(), true), (format!("{text} "), false)] {
            let known = Question::from(Script::from_text(&text).unwrap());
            let published = Published {
                statement: None,
                question: Some(&known),
            };
            assert_eq!(
                reveal.verify(&published, &[], 1, &watch()).unwrap().holds,
                same
            );
        }
    }
}

#[test]
fn statements_and_reveals_of_anything_are_read_or_refused() {
    let question = script("5");
    let (statement, reveal) = proved(&question, question.deal(4), None);
    for text in ["", "{}", "[]", "null", "{\"version\": 7}"] {
        assert!(Statement::from_json(text).is_err() && Reveal::from_json(text).is_err());
    }
    let more = serde_json::to_string(&statement)
        .unwrap()
        .replacen('{', "{\"more\":1,", 1);
    assert!(Statement::from_json(&more).is_err());
    let files = file(Format::Pbn, &played(question.deal(4), None));
    // Whatever stands in a reveal, verifying it ends with findings or an error: with a mark that was made to fit, too.
    let changes: [&dyn Fn(&mut Statement); 4] = [
        &|it| it.boards = u64::MAX,
        &|it| it.strategy = "\u{1}".to_owned(),
        &|it| it.strategy = "help".to_owned(),
        &|it| it.key = "no mark".to_owned(),
    ];
    for change in changes {
        let mut changed = reveal.clone();
        change(&mut changed.statement);
        changed.statement.mark = String::new();
        let text = serde_json::to_vec(&changed.statement).unwrap();
        let mark = fairdeal::space::digest("fairdeal statement", &[&text]);
        changed.statement.mark = mark.map(|byte| format!("{byte:02x}")).concat();
        changed.statement.check().unwrap();
        let proof = changed.verify(&Published::default(), &files, 1, &watch());
        assert!(proof.is_err() || !proof.unwrap().holds);
    }
}

#[test]
fn key_files_are_made_once_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret.key");
    let key = SecretKey::random().unwrap();
    key.write_new(&path).unwrap();
    assert_eq!(SecretKey::open(&path).unwrap(), key);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }
    let again = SecretKey::random().unwrap().write_new(&path).unwrap_err();
    assert!(again.to_string().contains("never written over"), "{again}");
    assert_eq!(SecretKey::open(&path).unwrap(), key);
    let said = |path: &Path| SecretKey::open(path).unwrap_err().to_string();
    assert!(said(folder.path()).contains("is a folder"));
    assert!(said(&folder.path().join("none")).starts_with("cannot read"));
    for (bytes, words) in [
        (vec![1; 31], "31 bytes"),
        (vec![], "empty"),
        (vec![1; 9999], "much more"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        assert!(said(&path).contains(words), "{}", said(&path));
    }
    let nowhere = folder.path().join("nowhere/secret.key");
    let error = key.write_new(&nowhere).unwrap_err().to_string();
    assert!(error.contains("there is no folder"), "{error}");
}

/// A session of a key that was stopped goes on with the key, and not with a text that looks like its name.
#[test]
fn a_session_goes_on_with_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("friday");
    let wanted = Wanted {
        keep: true,
        ..Wanted::default()
    };
    let question = script("5");
    let seed = key().seed(Some(PUBLIC)).unwrap();
    let deal = |seed: &Seed| question.deal(6).seed(seed.clone());
    let cut = deal(&seed).shard(1, 2).ready(&watch()).unwrap();
    let mut dealt = cut.run(&wanted, &mut NoText, &watch()).unwrap();
    (dealt.ended, dealt.asked) = (Ended::Stopped, 6);
    let open = || SessionFolder::open(&place).unwrap();
    open().write(&cut, &dealt, &wanted.style).unwrap();
    assert_eq!(open().seed(), None);
    let fits = |seed: &Seed| {
        let rest = deal(seed).start(4).ready(&watch()).unwrap();
        open()
            .check(&rest, false)
            .map_err(|error| error.to_string())
    };
    assert_eq!(fits(&seed), Ok(()));
    let like_its_name: Seed = seed.name().parse().unwrap();
    assert!(fits(&like_its_name).is_err());
    let error = fits(&key().seed(None).unwrap()).unwrap_err();
    assert!(error.contains(&key().mark()[..16]), "{error}");
}

/// What a key deals tells others its mark, and nobody the key.
#[test]
fn boards_of_a_key_do_not_tell_it() {
    let question = script("5");
    let mut texts = Vec::new();
    for format in [Format::Pbn, Format::Html, Format::Json, Format::Csv] {
        let mut text = Vec::new();
        let deal = question.deal(4).seed(key().seed(Some(PUBLIC)).unwrap());
        let dealt = deal.write(format, &mut text, &watch()).unwrap();
        texts.push(String::from_utf8(text).unwrap());
        texts.push(serde_json::to_string(&dealt.report()).unwrap());
        texts.push(format!("{dealt} {dealt:?}"));
    }
    for text in &texts {
        assert!(
            !text.contains(&key().reveal()) && !text.contains(&"9, ".repeat(8)),
            "{text}"
        );
    }
    let mark = &key().mark()[..16];
    assert!(
        texts[0].contains(&format!("key {mark} with the public value")),
        "{}",
        texts[0]
    );
    assert!(texts[1].contains(&key().mark()), "{}", texts[1]);
}

/// What keys deal is pinned: boards of years ago must be verified.
#[test]
fn boards_of_keys_are_pinned() {
    let deal = |seed: Seed| {
        let script = Script::from_text("condition 1").unwrap();
        let boards = script.deal(1).seed(seed).boards().unwrap();
        let mut line = Vec::new();
        let boards: Vec<Board> = boards.map(Result::unwrap).collect();
        Format::Oneline
            .write(&boards, &Default::default(), &mut line)
            .unwrap();
        String::from_utf8(line).unwrap().trim().to_owned()
    };
    let pinned = [
        deal("club evening".parse().unwrap()),
        deal(key().seed(None).unwrap()),
        deal(key().seed(Some(PUBLIC)).unwrap()),
    ];
    assert_eq!(
        pinned,
        [
            "n AKQ74.KJ.Q64.AK3 e JT62.T65.A987.J7 s 953.82.KJ53.8642 w 8.AQ9743.T2.QT95",
            "n AT643.T52.AT3.K2 e 7.Q864.J8642.Q95 s K92.AKJ97.95.J83 w QJ85.3.KQ7.AT764",
            "n A632.Q98.A2.K953 e 874.AT732.97.JT2 s KQ95.K6.KJ63.Q76 w JT.J54.QT854.A84",
        ]
    );
    let question = script("5");
    let statement = question.deal(4).commit(&key(), None, &watch()).unwrap();
    // Worked out with another program (Python's hashlib).
    assert_eq!(
        statement.question,
        "700136fbe43d371a04984de8cf3fa9cdb8e25ffa18955615d4fe0341a07a20db"
    );
}
