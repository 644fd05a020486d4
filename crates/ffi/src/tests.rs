use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use fairdeal::euchre::{Bid, Game, Move, Rules, Seat, Stage, Trump, View};
use fairdeal::space;

use crate::ask::{fairdeal_ask, fairdeal_text_free};
use crate::guard::{Failure, FairdealStatus, fairdeal_last_code, fairdeal_last_message, guarded};
use crate::plain::*;

fn said(text: *const c_char) -> String {
    // SAFETY: it is the last error of this thread, which stays until the next.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().unwrap().to_owned()
}

#[test]
fn a_panic_ends_at_the_door() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let words = guarded(|| panic!("board {} is odd", 7));
    let (code, message) = (said(fairdeal_last_code()), said(fairdeal_last_message()));
    let anything = guarded(|| std::panic::panic_any(7));
    std::panic::set_hook(hook);
    assert_eq!(
        (words, anything),
        (FairdealStatus::Fault, FairdealStatus::Fault)
    );
    assert_eq!(
        (&*code, &*message),
        ("fault", "a fault in the library: board 7 is odd")
    );
    // The next call is none the worse for it.
    assert_eq!(guarded(|| Ok(FairdealStatus::End)), FairdealStatus::End);
    let stopped = guarded(|| Err(Failure::from(fairdeal::Error::Stopped)));
    assert_eq!(stopped, FairdealStatus::Stopped);
}

#[test]
fn the_numbers_of_the_header_are_those_of_the_library() {
    let code = |bid: Bid| Move::Bid(bid).code();
    assert_eq!(
        [
            code(Bid::Pass),
            code(Bid::ThrowIn),
            code(Bid::Defend),
            code(Bid::Order { alone: false }),
            code(Bid::Order { alone: true }),
        ],
        [
            FAIRDEAL_PASS,
            FAIRDEAL_THROW_IN,
            FAIRDEAL_DEFEND,
            FAIRDEAL_ORDER,
            FAIRDEAL_ORDER_ALONE
        ]
    );
    for (number, trump) in Trump::ALL.into_iter().enumerate() {
        for (alone, first) in [(false, FAIRDEAL_NAME), (true, FAIRDEAL_NAME_ALONE)] {
            assert_eq!(code(Bid::Name { trump, alone }), first + number as u8);
        }
    }
    let stages = [
        (Stage::Order, FAIRDEAL_STAGE_ORDER),
        (Stage::Name, FAIRDEAL_STAGE_NAME),
        (Stage::Defend, FAIRDEAL_STAGE_DEFEND),
        (Stage::Discard, FAIRDEAL_STAGE_DISCARD),
        (Stage::Give, FAIRDEAL_STAGE_GIVE),
        (Stage::Return, FAIRDEAL_STAGE_RETURN),
        (Stage::Play, FAIRDEAL_STAGE_PLAY),
        (Stage::Over, FAIRDEAL_STAGE_OVER),
    ];
    assert!(stages.iter().all(|&(stage, number)| stage as u8 == number));
}

/// Any game, by house rules that follow from its seed, with every view of every seat on the way.
fn each_view(seed: u64, mut look: impl FnMut(&View)) {
    use rand::Rng;
    let rules = FairdealRules {
        stick_the_dealer: (seed & 1) as u8,
        no_trump: (seed >> 1 & 1) as u8,
        partners_best: (seed >> 2 & 1) as u8,
        farmers_hand: (seed >> 3 & 1) as u8,
        ace_no_face: (seed >> 4 & 1) as u8,
        defend_alone: (seed >> 5 & 1) as u8,
        must_go_alone: (seed >> 6 & 1) as u8,
    };
    let mut rng = space::stream(seed, 0);
    let mut game = Game::new(rules.rules(), seed);
    while game.winner().is_none() && game.number() < 6 {
        if game.hand().turn().is_none() {
            game.next_hand();
            continue;
        }
        for seat in Seat::ALL {
            look(&game.hand().view(seat));
        }
        let legal: Vec<Move> = game.hand().position().legal_moves().collect();
        let chosen = rng.next_u32() as usize % legal.len();
        game.make(legal[chosen]).unwrap();
    }
}

#[test]
fn a_view_comes_back_from_its_numbers() {
    let mut views = 0;
    for seed in 0..256 {
        each_view(seed, |view| {
            let plain = FairdealView::of(view);
            // That a hand is over that ended with the bidding is no view, for JSON either.
            match plain.view() {
                Ok(again) => assert_eq!(again, *view),
                Err(_) => {
                    let json = serde_json::to_string(view).unwrap();
                    assert!(View::from_json(&json).is_err(), "{json}");
                }
            }
            // What the bids say of the trump need not be said again.
            if !view.public().bids.is_empty() {
                let by_bids = FairdealView {
                    trump: FAIRDEAL_NONE,
                    maker: FAIRDEAL_NONE,
                    ..plain
                };
                assert_eq!(by_bids.view().ok(), plain.view().ok());
            }
            views += 1;
        });
    }
    assert!(views > 20_000, "{views}");
    assert_eq!(Rules::default(), FairdealRules::default().rules());
}

/// The table of requests that every door is asked.
const REQUESTS: &str = include_str!("../../fairdeal/tests/requests.jsonl");

#[test]
fn what_is_asked_is_answered_as_by_the_library() {
    let watch = fairdeal::Watch::default();
    for line in REQUESTS.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let request = case["request"].to_string();
        let given = CString::new(request.clone()).unwrap();
        let mut answer: *mut c_char = null_mut();
        // SAFETY: both are whole, and the answer has room.
        let status = unsafe { fairdeal_ask(given.as_ptr(), null(), &mut answer) };
        match fairdeal::ask_json(&request, &watch) {
            Ok(expected) => assert_eq!((status, said(answer)), (FairdealStatus::Ok, expected)),
            Err(expected) => {
                assert_eq!((status, answer), (FairdealStatus::Refused, null_mut()));
                assert_eq!(said(crate::guard::fairdeal_last_error()), expected);
            }
        }
        // SAFETY: it was given just now, or is NULL.
        unsafe { fairdeal_text_free(answer) };
    }
}

#[test]
fn what_may_be_used_by_several_threads_at_once_can_be() {
    fn is_shared<T: Send + Sync>() {}
    fn is_sent<T: Send>() {}
    is_shared::<crate::questions::FairdealQuestion>();
    is_shared::<crate::questions::FairdealBoard>();
    is_shared::<crate::bots::FairdealBot>();
    is_shared::<crate::worlds::FairdealWorlds>();
    is_shared::<crate::watch::FairdealWatch>();
    is_sent::<crate::questions::FairdealBoards>();
    is_sent::<crate::table::FairdealTable>();
}

#[test]
fn every_function_is_guarded_and_in_the_header() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = std::fs::read_to_string(folder.join("include/fairdeal.h")).unwrap();
    let mut functions = 0;
    for entry in std::fs::read_dir(folder.join("src")).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for function in text.split("#[unsafe(no_mangle)]").skip(1) {
            let body = &function[..function.find("\n}\n").unwrap()];
            // Those that only read what is there need none.
            let guards = [
                "guarded(|| {",
                "take_back(",
                "LAST.with(|last|",
                "VERSION.as_ptr()",
            ];
            assert!(guards.iter().any(|guard| body.contains(guard)), "{body}");
            let name = body
                .split("fn ")
                .nth(1)
                .and_then(|rest| rest.split('(').next());
            assert!(header.contains(&format!("{}(", name.unwrap())), "{name:?}");
            functions += 1;
        }
    }
    let declared = |line: &&str| !line.trim_start().starts_with("//") && line.contains("fairdeal_");
    assert_eq!(header.lines().filter(declared).count(), functions);
}
