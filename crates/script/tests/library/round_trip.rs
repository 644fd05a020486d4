//! Writing a script out and reading it again gives the same tree.

use proptest::prelude::*;
use script::syntax::{Expr, Statement, StatementKind};
use script::{Input, Script, Settings, Span, parse};

fn read(text: &str) -> Script {
    let (script, diagnostics) = parse(
        &Input::from_text("test", text).unwrap(),
        &Settings::default(),
    );
    let errors: Vec<_> = diagnostics
        .iter()
        .map(|d| d.render(&script.sources, false))
        .collect();
    assert!(errors.is_empty(), "{text}\n{}", errors.join("\n"));
    script
}

/// The tree without its places, as text.
fn bones(script: &Script) -> String {
    let nowhere = Span {
        file: script.sources.main(),
        start: 0,
        end: 0,
    };
    let mut exprs: Vec<Expr> = script.exprs.clone();
    let mut statements: Vec<Statement> = script.statements.clone();
    for expr in &mut exprs {
        expr.span = nowhere;
        if let script::syntax::ExprKind::Shape { list, .. } = &mut expr.kind {
            list.terms.iter_mut().for_each(|term| term.span = nowhere);
        }
    }
    for statement in &mut statements {
        statement.span = nowhere;
        match &mut statement.kind {
            StatementKind::Define { name_span, .. } => *name_span = nowhere,
            StatementKind::Predeal(items) => items.iter_mut().for_each(|item| item.span = nowhere),
            _ => {}
        }
    }
    format!("{statements:?}\n{exprs:?}")
}

fn check(text: &str) {
    let first = read(text);
    let written = first.to_string();
    let second = read(&written);
    assert_eq!(bones(&first), bones(&second), "{text}\n---\n{written}");
    assert_eq!(written, second.to_string());
}

fn leaf() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..5000i64).prop_map(|n| n.to_string()),
        (0..99i64, 0..99i64).prop_map(|(a, b)| format!("{a}.{b:02}")),
        Just("hcp(north)".to_owned()),
        Just("hcps(e, spade)".to_owned()),
        Just("pt3(west,clubs)".to_owned()),
        Just("quality(south, diamonds)".to_owned()),
        Just("heart(w)".to_owned()),
        Just("hascard(north,TC)".to_owned()),
        Just("shape(south, any 4333+54xx - any 0xxx, 0094 xxxx)".to_owned()),
        Just("shape(south, - 5xxx)".to_owned()),
        Just("shape{n, 5+M(xxx):h>s + (4432)}".to_owned()),
        Just("tricks(north, notrumps)".to_owned()),
        Just("dds(s, spade)".to_owned()),
        Just("par(EW, both)".to_owned()),
        Just("parcontract(NS, ew)".to_owned()),
        Just("x4Sx".to_owned()),
        Just("lead(south, hearts, QS)".to_owned()),
        Just("auction(west, \"1N -P- 2C\")".to_owned()),
        Just("contract(\"3N/4?x\")".to_owned()),
        Just("result()".to_owned()),
        Just("first".to_owned()),
    ]
}

fn expression() -> impl Strategy<Value = String> {
    leaf().prop_recursive(6, 60, 4, |inner| {
        let operators = prop::sample::select(vec![
            "and", "or", "&&", "||", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%",
        ]);
        prop_oneof![
            (inner.clone(), operators, inner.clone())
                .prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!("not {a}")),
            inner.clone().prop_map(|a| format!("!-{a}")),
            inner.clone().prop_map(|a| format!("imps({a}) + rnd({a})")),
            inner.clone().prop_map(|a| format!("score(nv, z4Sx, {a})")),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("{a} ? {b} : {c}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: needs::rounds(300, 30_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn expressions_survive(a in expression(), b in expression()) {
        check(&format!("first = 1\nsecond = {a}\ncondition {b}\naction average \"x\" {a}, printoneline({b}),"));
    }
}

#[test]
fn every_word_survives() {
    let all = include_str!("../corpus/classic-words.dlr");
    check(all);
    let parts: Vec<&str> = all
        .split(|c: char| c.is_whitespace() || "(),\"{}".contains(c))
        .collect();
    for word in script::words() {
        for spelling in std::iter::once(&word.name).chain(word.spellings) {
            let stands = |part: &&str| {
                part.trim_start_matches(['!', '-']) == *spelling || part.starts_with(spelling)
            };
            assert!(
                parts.iter().any(stands),
                "{spelling} is missing in classic-words.dlr"
            );
        }
    }
    check(include_str!("../../../../examples/weak-two.dlr"));
}
