//! A script written out again from its syntax tree, one statement a line, comments left out.
//!
//! Reading what is written gives the same tree. Names of includes and parameters are gone by then: what is written
//! stands on its own.

use std::fmt::{self, Write};

use bridge::score::{Contract, Doubling, Strain};
use bridge::{Seat, Side, Suit, Told, Vulnerability};

use crate::syntax::*;
use crate::word::{MeasureWord, Sense, words};

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = String::new();
        for statement in self.own_statements() {
            write_statement(self, &statement.kind, &mut text)?;
            text.push('\n');
        }
        f.write_str(&text)
    }
}

impl Script {
    /// An expression, written out.
    pub fn show(&self, expr: ExprId) -> String {
        let mut text = String::new();
        write_expr(self, expr, &mut text);
        text
    }
}

fn write_statement(script: &Script, kind: &StatementKind, out: &mut String) -> fmt::Result {
    match kind {
        StatementKind::Produce(number) => write!(out, "produce {number}"),
        StatementKind::Generate(number) => write!(out, "generate {number}"),
        StatementKind::Dealer(seat) => write!(out, "dealer {}", seat_name(*seat)),
        StatementKind::Vulnerable(who) => write!(out, "vulnerable {}", vulnerability(*who)),
        StatementKind::Seed(seed) => write!(out, "seed {seed}"),
        StatementKind::Title(title) => write!(out, "title \"{title}\""),
        StatementKind::StartBoard(number) => write!(out, "startboard {number}"),
        StatementKind::Points { name, text, .. } => write!(out, "points \"{name}\" {{ {text} }}"),
        StatementKind::Opener(seat) => write!(out, "opener {}", seat_name(*seat)),
        StatementKind::PointCount(values) => {
            out.push_str("pointcount");
            values.iter().try_for_each(|value| write!(out, " {value}"))
        }
        StatementKind::AltCount(which, values) => {
            write!(out, "altcount {which}")?;
            values.iter().try_for_each(|value| write!(out, " {value}"))
        }
        StatementKind::Predeal(items) => {
            out.push_str("predeal");
            for item in items {
                match item.what {
                    Predealt::Cards(cards) => {
                        // An item is one suit, or one card; a void is its suit's letter alone.
                        let suit = Suit::ALL.into_iter().find(|&suit| cards.length(suit) > 0);
                        let suit = suit.unwrap_or(Suit::Spades);
                        write!(
                            out,
                            " {} {}{}",
                            seat_name(item.seat),
                            suit.letter(),
                            cards.holding(suit)
                        )?;
                    }
                    Predealt::Length(suit, length) => {
                        write!(
                            out,
                            " {}({})=={length}",
                            suit_name(suit),
                            seat_name(item.seat)
                        )?;
                    }
                }
            }
            Ok(())
        }
        StatementKind::Condition { expr, keyword } => {
            out.push_str(if *keyword { "condition " } else { "" });
            write_expr(script, *expr, out);
            Ok(())
        }
        StatementKind::Define { name, expr, .. } => {
            write!(out, "{name} = ")?;
            write_expr(script, *expr, out);
            Ok(())
        }
        StatementKind::Action(actions) => {
            out.push_str(if actions.is_empty() {
                "action"
            } else {
                "action "
            });
            write_actions(script, actions, out)
        }
        StatementKind::MoreActions(actions) => write_actions(script, actions, out),
    }
}

fn write_actions(script: &Script, actions: &[Action<ExprId>], out: &mut String) -> fmt::Result {
    for (i, action) in actions.iter().enumerate() {
        out.push_str(if i == 0 { "" } else { ", " });
        write_action(script, action, out)?;
    }
    Ok(())
}

fn write_action(script: &Script, action: &Action<ExprId>, out: &mut String) -> fmt::Result {
    let value = |expr: &Option<ExprId>| match expr {
        Some(expr) => format!("({})", script.show(*expr)),
        None => String::new(),
    };
    match action {
        Action::PrintAll => out.push_str("printall"),
        Action::PrintSide(Side::EastWest) => out.push_str("printew"),
        Action::PrintSide(Side::NorthSouth) => out.push_str("printns"),
        Action::PrintPbn => out.push_str("printpbn"),
        Action::PrintCompact(expr) => write!(out, "printcompact{}", value(expr))?,
        Action::PrintOneline(expr) => write!(out, "printoneline{}", value(expr))?,
        Action::Print(seats) => {
            let seats: Vec<&str> = seats.iter().map(|&seat| seat_name(seat)).collect();
            write!(out, "print({})", seats.join(", "))?;
        }
        Action::PrintEs(items) => {
            let item = |item: &Item<ExprId>| match item {
                Item::Text(text) => format!("\"{text}\""),
                Item::Value(expr) => script.show(*expr),
                Item::NewLine => "\\n".to_owned(),
            };
            write!(
                out,
                "printes({})",
                items.iter().map(item).collect::<Vec<_>>().join(", ")
            )?;
        }
        Action::Average { label, value } => {
            write!(out, "average{} {}", quoted(label), script.show(*value))?;
        }
        Action::Frequency {
            label,
            first,
            second,
        } => {
            let buckets = first.step != 1 || second.as_ref().is_some_and(|axis| axis.step != 1);
            let axis = |axis: &Axis<ExprId>| {
                let step = if buckets {
                    format!(", {}", axis.step)
                } else {
                    String::new()
                };
                if axis.open {
                    return script.show(axis.value);
                }
                format!(
                    "{}, {}, {}{step}",
                    script.show(axis.value),
                    axis.low,
                    axis.high
                )
            };
            let word = if buckets { "bktfreq" } else { "frequency" };
            let second = second.as_ref().map(|second| format!(", {}", axis(second)));
            write!(
                out,
                "{word}{} ({}{})",
                quoted(label),
                axis(first),
                second.unwrap_or_default()
            )?;
        }
        Action::EvalContract(None) => out.push_str("evalcontract"),
        Action::EvalContract(Some(asked)) => {
            let vulnerable = if asked.vulnerable { "vul" } else { "nv" };
            let better = if asked.better { ", better" } else { "" };
            write!(
                out,
                "evalcontract({}, {}, {vulnerable}{better})",
                asked.side,
                contract_name(asked.contract)
            )?;
        }
        Action::CsvReport(items) => write!(out, "csvrpt({})", report(script, items))?,
        Action::PrintReport(items) => write!(out, "printrpt({})", report(script, items))?,
        Action::Export(seats) => {
            let whose = match seats[..] {
                [seat] => seat_name(seat).to_owned(),
                [seat, ..] => seat.side().to_string(),
                [] => String::new(),
            };
            write!(out, "export({whose})")?;
        }
    }
    Ok(())
}

fn report(script: &Script, items: &[ReportItem<ExprId>]) -> String {
    let item = |item: &ReportItem<ExprId>| match item {
        ReportItem::Text(text) => format!("\"{text}\""),
        ReportItem::Value(expr) | ReportItem::Contract(expr) => script.show(*expr),
        ReportItem::Hand(seat) => seat_name(*seat).to_owned(),
        ReportItem::Side(side) => side.to_string(),
        ReportItem::Deal => "deal".to_owned(),
        ReportItem::Tricks(Some(seat)) => format!("trix({})", seat_name(*seat)),
        ReportItem::Tricks(None) => "trix(deal)".to_owned(),
    };
    items.iter().map(item).collect::<Vec<_>>().join(", ")
}

/// A part of an expression that is still to be written.
enum Piece {
    Expr(ExprId),
    Text(&'static str),
}

/// Pieces are worked off from a list, so that a thousand signs in a row are no thousand calls.
fn write_expr(script: &Script, root: ExprId, out: &mut String) {
    let mut pieces = vec![Piece::Expr(root)];
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Expr(id) => {
                let first = pieces.len();
                take_apart(&script.expr(id).kind, out, &mut pieces);
                pieces[first..].reverse();
            }
        }
    }
}

/// Writes what comes first and lists what follows.
fn take_apart(kind: &ExprKind, out: &mut String, pieces: &mut Vec<Piece>) {
    match kind {
        ExprKind::Number(number) => out.push_str(&number.to_string()),
        ExprKind::Decimal(number) => out.push_str(&format!("{}.{:02}", number / 100, number % 100)),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Measure { count, seat, suit } => {
            let suit = suit
                .map(|suit| format!(", {}", suit_name(suit)))
                .unwrap_or_default();
            out.push_str(&format!(
                "{}({}{suit})",
                count_name(*count),
                seat_name(*seat)
            ));
        }
        ExprKind::Formula { formula, seat } => {
            let word = words()
                .iter()
                .find(|word| word.sense == Sense::Formula(*formula));
            let name = word.map_or("", |word| word.name);
            out.push_str(&format!("{name}({})", seat_name(*seat)));
        }
        ExprKind::Table { name, seat, suit } => {
            let suit = suit.map(|suit| format!(", {}", suit_name(suit)));
            let suit = suit.unwrap_or_default();
            out.push_str(&format!("{name}({}{suit})", seat_name(*seat)));
        }
        ExprKind::Length { seat, suit } => {
            out.push_str(&format!("{}({})", suit_name(*suit), seat_name(*seat)));
        }
        ExprKind::Shape { seat, list } => out.push_str(&shape(*seat, list)),
        ExprKind::HasCard { seat, card } => {
            let (rank, suit) = (card.rank().letter(), card.suit().letter());
            out.push_str(&format!("hascard({}, {rank}{suit})", seat_name(*seat)));
        }
        ExprKind::Tricks { seat, strain } => {
            let strain = strain_name(*strain);
            out.push_str(&format!("tricks({}, {strain})", seat_name(*seat)));
        }
        ExprKind::ParContract { side, vulnerable } => {
            let vulnerable = vulnerable.map(|who| format!(", {}", vulnerability(who)));
            let vulnerable = vulnerable.unwrap_or_default();
            out.push_str(&format!("parcontract({side}{vulnerable})"));
        }
        ExprKind::Contract(contract) => out.push_str(&contract.to_string()),
        ExprKind::AfterLead { seat, strain, card } => {
            let (rank, suit) = (card.rank().letter(), card.suit().letter());
            let (seat, strain) = (seat_name(*seat), strain_name(*strain));
            out.push_str(&format!("lead({seat}, {strain}, {rank}{suit})"));
        }
        ExprKind::Told(told) => {
            let of = |seat: &Option<Seat>| {
                let seat = seat.map(|seat| format!("{}, ", seat_name(seat)));
                seat.unwrap_or_default()
            };
            out.push_str(&match &**told {
                Told::Auction { first, pattern } => {
                    format!("auction({}\"{pattern}\")", of(first))
                }
                Told::Contract { declarer, pattern } => {
                    format!("contract({}\"{pattern}\")", of(declarer))
                }
                Told::Result => "result()".to_owned(),
            });
        }
        ExprKind::Par { side, vulnerable } => {
            let vulnerable = vulnerable.map(|who| format!(", {}", vulnerability(who)));
            out.push_str(&format!("par({side}{})", vulnerable.unwrap_or_default()));
        }
        ExprKind::Score {
            vulnerable,
            contract,
            tricks,
        } => {
            let vulnerable = if *vulnerable { "vul" } else { "nv" };
            out.push_str(&format!(
                "score({vulnerable}, {}, ",
                contract_name(*contract)
            ));
            pieces.extend([Piece::Expr(*tricks), Piece::Text(")")]);
        }
        ExprKind::Imps(a) => {
            pieces.extend([Piece::Text("imps("), Piece::Expr(*a), Piece::Text(")")]);
        }
        ExprKind::Random(a) => {
            pieces.extend([Piece::Text("rnd("), Piece::Expr(*a), Piece::Text(")")]);
        }
        ExprKind::Group(a) => {
            pieces.extend([Piece::Text("("), Piece::Expr(*a), Piece::Text(")")]);
        }
        ExprKind::Not(a) => pieces.extend([Piece::Text("not "), Piece::Expr(*a)]),
        ExprKind::Negate(a) => pieces.extend([Piece::Text("-"), Piece::Expr(*a)]),
        ExprKind::And(terms) => between(terms, " and ", pieces),
        ExprKind::Or(terms) => between(terms, " or ", pieces),
        ExprKind::Arithmetic(operator, a, b) => {
            let sign = match operator {
                Arithmetic::Add => " + ",
                Arithmetic::Subtract => " - ",
                Arithmetic::Multiply => " * ",
                Arithmetic::Divide => " / ",
                Arithmetic::Modulo => " % ",
            };
            between(&[*a, *b], sign, pieces);
        }
        ExprKind::Compare(comparison, a, b) => {
            let sign = match comparison {
                Comparison::Equal => " == ",
                Comparison::Unequal => " != ",
                Comparison::Less => " < ",
                Comparison::AtMost => " <= ",
                Comparison::More => " > ",
                Comparison::AtLeast => " >= ",
            };
            between(&[*a, *b], sign, pieces);
        }
        ExprKind::Choose(test, yes, no) => {
            pieces.extend([Piece::Expr(*test), Piece::Text(" ? "), Piece::Expr(*yes)]);
            pieces.extend([Piece::Text(" : "), Piece::Expr(*no)]);
        }
        ExprKind::Invalid => out.push_str("/* unreadable */"),
    }
}

fn between(terms: &[ExprId], sign: &'static str, pieces: &mut Vec<Piece>) {
    for (i, &term) in terms.iter().enumerate() {
        if i > 0 {
            pieces.push(Piece::Text(sign));
        }
        pieces.push(Piece::Expr(term));
    }
}

fn shape(seat: Seat, list: &ShapeList) -> String {
    if let Some(braces) = &list.braces {
        return format!("shape{{{}, {braces}}}", seat_name(seat));
    }
    let mut text = format!("shape({}, ", seat_name(seat));
    for (i, term) in list.terms.iter().enumerate() {
        text.push_str(match (i, term.add) {
            (0, true) => "",
            (0, false) => "- ",
            (_, true) => " + ",
            (_, false) => " - ",
        });
        text.push_str(if term.any { "any " } else { "" });
        text.push_str(&term.pattern);
    }
    text + ")"
}

fn quoted(label: &Option<String>) -> String {
    label
        .as_ref()
        .map(|label| format!(" \"{label}\""))
        .unwrap_or_default()
}

fn contract_name(contract: Contract) -> String {
    let doubling = match contract.doubling() {
        Doubling::Undoubled => "",
        Doubling::Doubled => "x",
        Doubling::Redoubled => "xx",
    };
    format!(
        "x{}{}{doubling}",
        contract.level(),
        contract.strain().letter()
    )
}

fn seat_name(seat: Seat) -> &'static str {
    ["north", "east", "south", "west"][seat as usize]
}

fn strain_name(strain: Strain) -> &'static str {
    match strain {
        Strain::Suit(suit) => suit_name(suit),
        Strain::Notrump => "notrump",
    }
}

fn suit_name(suit: Suit) -> &'static str {
    ["clubs", "diamonds", "hearts", "spades"][suit as usize]
}

fn vulnerability(who: Vulnerability) -> &'static str {
    match who {
        Vulnerability::None => "none",
        Vulnerability::NorthSouth => "NS",
        Vulnerability::EastWest => "EW",
        Vulnerability::All => "all",
    }
}

fn count_name(count: MeasureWord) -> &'static str {
    let word = words()
        .iter()
        .find(|word| word.sense == Sense::Measure(count));
    // Every count that the parser makes is in the table.
    word.map_or("c13", |word| word.name)
}
