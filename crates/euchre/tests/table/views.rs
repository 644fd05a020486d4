//! Views: written and read back, and refused with the facts that clash.

use euchre::{Seat, View, ViewError, Worlds};

use crate::random::{dealt, rules, some_moves};
use crate::{EXAMPLE, card, view};

#[test]
fn views_are_read_back_as_they_were_written() {
    for k in 0..needs::rounds(4_000, 80_000) {
        let mut rng = space::stream(21, k);
        let mut hand = dealt(rules(k as u32), &mut rng);
        some_moves(&mut hand, &mut rng);
        let Some(seat) = hand.turn() else { continue };
        let view = hand.view(seat);
        let text = serde_json::to_string(&view).unwrap();
        assert_eq!(View::from_json(&text).as_ref(), Ok(&view), "{text}");
        assert!(view.is_to_move());
    }
}

#[test]
fn a_view_tells_no_hidden_card() {
    // The same public events and own cards make the same view, however the rest lies.
    let mut compared = 0;
    let hands = needs::rounds(3_000, 60_000);
    for k in 0..hands {
        let mut rng = space::stream(22, k);
        let mut hand = dealt(rules(k as u32), &mut rng);
        some_moves(&mut hand, &mut rng);
        for seat in Seat::ALL {
            let view = hand.view(seat);
            let text = serde_json::to_string(&view).unwrap();
            let mine = view.hand() | view.public().played();
            let secrets = [
                view.discard(),
                view.given(),
                view.received(),
                Some(view.public().upcard),
            ];
            for hidden in (euchre::Cards::DECK - mine)
                .iter()
                .filter(|&card| !secrets.contains(&Some(card)))
            {
                assert!(
                    !text.contains(&format!("\"{hidden}\"")),
                    "{hidden} in {text}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > hands * 50 / 3);
}

#[test]
fn bids_may_be_missing_when_the_call_is_given() {
    let without = EXAMPLE.replace(r#""bids":[["S","pass"],["W","pass"],["N","order"]],"#, "");
    assert_eq!(Worlds::new(&view(&without)).unwrap().count(), 3_880_800);
    let without = without.replace(r#""taken":true,"#, "");
    let error = View::from_json(&without).unwrap_err();
    assert_eq!(
        error.to_string(),
        "this is no view: taken is missing, and there are no bids to tell it"
    );
    let least =
        view(r#"{"seat":"S","dealer":"E","hand":["9S","QS","TD","AH","9C"],"upcard":"JH"}"#);
    assert_eq!(least.public().score, Default::default());
    assert!(least.is_to_move());
    let by_bids = view(
        r#"{"seat":"S","dealer":"E","hand":["9S","QS","TD","AH","9C"],"upcard":"JH",
            "bids":[["S","pass"],["W","order","H","alone"]]}"#,
    );
    assert!(by_bids.public().call.unwrap().alone);
}

/// The facts that clash when a part of the example is changed.
fn clash(from: &str, to: &str) -> String {
    assert!(EXAMPLE.contains(from), "{from}");
    match View::from_json(&EXAMPLE.replace(from, to)) {
        Err(ViewError::Clash(clash)) => clash.facts.join("; "),
        Ok(view) => Worlds::new(&view).unwrap_err().facts.join("; "),
        Err(error) => error.to_string(),
    }
}

#[test]
fn contradictions_are_named() {
    let cases = [
        (
            r#""9S","#,
            r#""KC","#,
            "South played KC in trick 1; South holds KC",
        ),
        (
            r#""9S","#,
            "",
            "South holds 3 cards; it was dealt five and played 1",
        ),
        (
            r#""TD""#,
            r#""9C""#,
            "West played 9C in trick 1; South holds 9C",
        ),
        (
            r#"["N","AD"],["E","JH"]"#,
            r#"["E","JH"]"#,
            "East played JH in trick 2; it was North's turn",
        ),
        (
            r#"["E","9D"]"#,
            r#"["E","9D"],["S","TD"]"#,
            "trick 1 has 5 cards; 4 players play, and it is not the last trick",
        ),
        (
            r#""dealer":"E""#,
            r#""dealer":"N""#,
            "bid 1 is South's: pass; it was East's turn",
        ),
        (
            r#"["N","order"]"#,
            r#"["N","name","S"]"#,
            "bid 3 is North's: spades; by the rules it could be pass, order, order alone",
        ),
        (
            r#""trump":"H""#,
            r#""trump":"S""#,
            "by the bids North made hearts trump, the upcard taken; it is said that North made spades trump, the upcard taken",
        ),
        (
            r#""discard":null"#,
            r#""discard":"9H""#,
            "South laid away 9H; East is the dealer",
        ),
        (
            r#"["E","JH"]"#,
            r#"["E","TC"]"#,
            "East did not follow clubs in trick 1; East played TC in trick 2",
        ),
        (
            r#""N","AD""#,
            r#""N","JH""#,
            "North played JH in trick 2; East played JH in trick 2",
        ),
        (
            r#""score""#,
            r#""kitty":["JD","JC","9H","TH"],"score""#,
            "4 cards of the kitty are known; three are face down",
        ),
    ];
    for (from, to, facts) in cases {
        assert_eq!(clash(from, to), facts, "{from} -> {to}");
    }
    let unreadable = [
        (r#""JH","taken""#, r#""8H","taken""#, "'8H' is not a card"),
        (r#""dealer":"E""#, r#""dealer":"X""#, "'X' is not a seat"),
        (
            r#""score""#,
            r#""scores":1,"score""#,
            "unknown field `scores`",
        ),
        (r#"["N","order"]"#, r#"["N","double"]"#, "a bid is"),
    ];
    for (from, to, says) in unreadable {
        let said = clash(from, to);
        assert!(
            said.starts_with("this is no view: ") && said.contains(says),
            "{said}"
        );
    }
}

#[test]
fn a_seat_cannot_hold_what_it_did_not_follow() {
    let text = r#"{"seat":"S","dealer":"E","hand":["9S","KC","TD","AH"],"upcard":"JH","taken":true,"trump":"H",
        "maker":"N","tricks":[[["S","QS"],["W","9C"],["N","AC"],["E","9D"]]]}"#;
    let error = View::from_json(
        &text
            .replace("\"S\",\"QS\"", "\"S\",\"TC\"")
            .replace("KC", "QC"),
    );
    assert!(error.is_ok());
    let renege = text.replace(
        r#"[["S","QS"],["W","9C"],["N","AC"],["E","9D"]]"#,
        r#"[["S","QS"],["W","9C"],["N","AS"],["E","TS"]],[["N","TC"],["E","9D"],["S","JD"]]"#,
    );
    let renege = renege.replace(r#""9S","KC","TD","AH""#, r#""9S","KC","TD""#);
    let error = View::from_json(&renege).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the view contradicts itself: South did not follow clubs in trick 2; South holds KC"
    );
}

#[test]
fn the_dealer_must_say_what_it_laid_away() {
    let text = r#"{"seat":"E","dealer":"E","hand":["9S","QS","TD","AH"],"upcard":"JH","taken":true,"trump":"H",
        "maker":"N","tricks":[[["S","KC"],["W","9C"],["N","AC"],["E","JH"]]]}"#;
    let error = View::from_json(text).unwrap_err();
    assert!(
        error.to_string().contains("what it laid away is missing"),
        "{error}"
    );
    let whole = view(&text.replace(r#""taken":true"#, r#""taken":true,"discard":"9D""#));
    assert_eq!(whole.discard(), Some(card("9D")));
    let six = view(
        r#"{"seat":"E","dealer":"E","hand":["9S","QS","TD","AH","JH","9D"],"upcard":"JH","taken":true,
            "trump":"H","maker":"N"}"#,
    );
    assert!(six.is_to_move());
}
