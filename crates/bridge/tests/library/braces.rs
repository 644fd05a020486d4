//! The notation in braces against the program that brought it: one table of shapes, each counted here and enumerated from
//! the preprocessor's own expansion.

use bridge::{Shape, ShapePattern, ShapeSet, shapes_in_braces};

/// The shapes that a list of patterns with signs allows.
fn enumerated(patterns: &str) -> ShapeSet {
    let mut set = ShapeSet::EMPTY;
    let mut words = patterns.split_whitespace().peekable();
    while let Some(sign) = words.next() {
        let any = words.next_if_eq(&"any").is_some();
        let pattern: ShapePattern = words.next().unwrap().parse().unwrap();
        let shapes = ShapeSet::of(&pattern, any);
        set = match sign {
            "+" => set.union(&shapes),
            "-" => set.minus(&shapes),
            _ => panic!("{patterns}"),
        };
    }
    set
}

/// In how many ways a hand can have a shape.
fn hands(shape: Shape) -> u64 {
    let choices = |cards: u64| (0..cards).fold(1, |ways, card| ways * (13 - card) / (card + 1));
    let lengths = shape.lengths();
    lengths
        .iter()
        .map(|&length| choices(length.into()))
        .product()
}

#[test]
fn every_shape_of_the_table_is_what_the_preprocessor_makes_of_it() {
    let table = include_str!("../data/braces.txt");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<(&str, &str)> = rows.map(|row| row.split_once('\t').unwrap()).collect();
    assert!(rows.len() >= 80);
    // The preprocessor's `5+` ends at nine.
    let short = |shape: &Shape| shape.lengths().iter().all(|&length| length <= 9);
    let count = |set: &ShapeSet| -> u64 { set.iter().filter(short).map(hands).sum() };
    for (braces, patterns) in rows {
        let ours = shapes_in_braces(braces).unwrap_or_else(|error| panic!("{braces}: {error:?}"));
        let theirs = enumerated(patterns);
        for shape in Shape::all().filter(short) {
            assert_eq!(
                ours.contains(shape),
                theirs.contains(shape),
                "{braces} {shape}"
            );
        }
        assert_eq!(count(&ours), count(&theirs), "{braces}");
    }
}

#[test]
fn a_comma_binds_tighter_than_or() {
    let set = shapes_in_braces("(5xxx):c>6,d<3 or h+s==10").unwrap();
    let all: u64 = Shape::all().map(hands).sum();
    assert_eq!(all, 635_013_559_600);
    let share = set.iter().map(hands).sum::<u64>() as f64 / all as f64;
    assert!((share - 0.00697).abs() < 0.000_005, "{share}");
}

/// What the preprocessor documents and cannot read itself, or what follows from its rules.
#[test]
fn forms_that_the_preprocessor_only_describes() {
    for (braces, same) in [
        ("x5+xx:h>s,h>=d,h>=c", "x5+xx:h>s && h>=d && h>=c"),
        ("x5+xx:h>s and h>=d and h>=c", "x5+xx:h>s && h>=d && h>=c"),
        ("xxxx:s==5 || h==5,d==4", "xxxx:(s==5 or h==5) and d==4"),
        ("xxxx:s==5 or h==5,d==4", "xxxx:s==5 or (h==5 and d==4)"),
        ("xxxx:s>4 ? h>3 : d>3", "xxxx:s>4,h>3 or s<5,d>3"),
        ("xxxx:not s>4", "4-xxx"),
        ("xxxx:!s>4", "xxxx:1>4"),
        ("xxxx:s>-h+11", "xxxx:s+h>11"),
        ("5S4H(xx)", "54xx"),
        ("54XX", "54xx"),
        ("5M(xxx):M>m", "5s(xxx):s>d or s>c + 5h(xxx):h>d or h>c"),
        ("5M4M(xx)", "54xx + 45xx"),
        ("5s4M(xx)", "54xx"),
        ("xxxx:h==0 or s/h>=3", "x0xx + xxxx:h>0 && s>=3*h"),
    ] {
        let [ours, plain] = [braces, same].map(|text| shapes_in_braces(text).unwrap());
        assert_eq!(ours, plain, "{braces}");
    }
}
