//! Actions: what a script does with each deal, from tokens to the syntax tree.
//!
//! A list of actions has commas between and perhaps one at its end; what follows the list is the next statement.

use bridge::Side;

use crate::diagnostic::{Diagnostic, closest};
use crate::parse::{Parsed, Parser};
use crate::syntax::*;
use crate::token::TokenKind;
use crate::word::{self, ActionWord, Group, Sense};

/// The actions after the word `action`, perhaps none.
pub(crate) fn actions(parser: &mut Parser) -> Parsed<Vec<Action<ExprId>>> {
    let mut actions = Vec::new();
    while let Some(Sense::Action(word)) = parser.sense() {
        let token = parser.take_word();
        if word == ActionWord::EvalContract {
            parser
                .later
                .push((token.span, "evalcontract stops the program".into()));
        }
        actions.push(action(parser, word)?);
        if !parser.take_symbol(",") {
            return Ok(actions);
        }
    }
    misspelt(parser)?;
    Ok(actions)
}

/// A name that nobody gave, where an action could be, is an action that does not exist.
fn misspelt(parser: &mut Parser) -> Parsed<()> {
    let token = parser.peek().clone();
    let given = matches!(parser.ahead(1).kind, TokenKind::Symbol("="));
    if !matches!(token.kind, TokenKind::Name) || given || parser.defined.contains(&token.text) {
        return Ok(());
    }
    let actions = word::words()
        .iter()
        .filter(|word| word.group == Group::Action);
    let error = Diagnostic::error(
        "unknown-action",
        token.span,
        format!("there is no action {}", token.text),
    );
    parser.stuck(match closest(&token.text, actions.map(|word| word.name)) {
        Some(word) => error.meant(word),
        None => error.help("fairdeal words lists the actions there are"),
    })
}

fn action(parser: &mut Parser, word: ActionWord) -> Parsed<Action<ExprId>> {
    Ok(match word {
        ActionWord::PrintAll => Action::PrintAll,
        ActionWord::PrintEw => Action::PrintSide(Side::EastWest),
        ActionWord::PrintNs => Action::PrintSide(Side::NorthSouth),
        ActionWord::PrintSide => {
            parser.expect_symbol("(")?;
            let side = parser.side()?;
            parser.expect_symbol(")")?;
            Action::PrintSide(side)
        }
        ActionWord::PrintPbn => Action::PrintPbn,
        ActionWord::PrintCompact => Action::PrintCompact(in_parentheses(parser)?),
        ActionWord::PrintOneline => Action::PrintOneline(in_parentheses(parser)?),
        ActionWord::Print => Action::Print(list(parser, Parser::seat)?),
        ActionWord::PrintEs => Action::PrintEs(list(parser, item)?),
        ActionWord::Average => {
            let label = label(parser);
            Action::Average {
                label,
                value: parser.expression()?,
            }
        }
        ActionWord::Frequency => frequency(parser, false)?,
        ActionWord::BucketFrequency => frequency(parser, true)?,
        ActionWord::EvalContract => Action::EvalContract(contract(parser)?),
        ActionWord::CsvReport => Action::CsvReport(list(parser, report_item)?),
        ActionWord::PrintReport => Action::PrintReport(list(parser, report_item)?),
        ActionWord::Export => {
            parser.expect_symbol("(")?;
            let seats = match parser.side_ahead() {
                Some(_) => parser.side()?.seats().to_vec(),
                None => vec![parser.seat()?],
            };
            parser.expect_symbol(")")?;
            Action::Export(seats)
        }
    })
}

fn in_parentheses(parser: &mut Parser) -> Parsed<Option<ExprId>> {
    if !parser.take_symbol("(") {
        return Ok(None);
    }
    let expr = parser.expression()?;
    parser.expect_symbol(")")?;
    Ok(Some(expr))
}

/// Things in parentheses, with commas between.
fn list<T>(parser: &mut Parser, mut one: impl FnMut(&mut Parser) -> Parsed<T>) -> Parsed<Vec<T>> {
    parser.expect_symbol("(")?;
    let mut things = vec![one(parser)?];
    while parser.take_symbol(",") {
        things.push(one(parser)?);
    }
    parser.expect_symbol(")")?;
    Ok(things)
}

fn label(parser: &mut Parser) -> Option<String> {
    match parser.peek().kind.clone() {
        TokenKind::Text(text) => {
            parser.next();
            Some(text)
        }
        _ => None,
    }
}

fn item(parser: &mut Parser) -> Parsed<Item<ExprId>> {
    Ok(match parser.peek().kind {
        TokenKind::NewLine => {
            parser.next();
            Item::NewLine
        }
        _ => match label(parser) {
            Some(text) => Item::Text(text),
            None => Item::Value(parser.expression()?),
        },
    })
}

fn report_item(parser: &mut Parser) -> Parsed<ReportItem<ExprId>> {
    if let Some(text) = label(parser) {
        return Ok(ReportItem::Text(text));
    }
    // A letter alone may be a name as well as a seat: here, the name's value is meant if there is one.
    let named = parser.defined.contains(&parser.peek().text);
    if let Some(seat) = parser.seat_ahead().filter(|_| !named) {
        parser.next();
        return Ok(ReportItem::Hand(seat));
    }
    if let Some(side) = parser.side_ahead() {
        parser.next();
        return Ok(ReportItem::Side(side));
    }
    match parser.sense() {
        Some(Sense::ReportDeal) => {
            parser.next();
            Ok(ReportItem::Deal)
        }
        Some(Sense::ReportTricks) => {
            parser.next();
            parser.expect_symbol("(")?;
            let seat = match parser.sense() {
                Some(Sense::ReportDeal) => {
                    parser.next();
                    None
                }
                _ => Some(parser.seat()?),
            };
            parser.expect_symbol(")")?;
            Ok(ReportItem::Tricks(seat))
        }
        _ => {
            let expr = parser.expression()?;
            // A contract alone is said in words; what is worked out with one is a number.
            Ok(match parser.exprs[expr.index()].kind {
                ExprKind::ParContract { .. } => ReportItem::Contract(expr),
                _ => ReportItem::Value(expr),
            })
        }
    }
}

fn frequency(parser: &mut Parser, buckets: bool) -> Parsed<Action<ExprId>> {
    let label = label(parser);
    parser.expect_symbol("(")?;
    let value = parser.expression()?;
    let open = !buckets && !bounds_ahead(parser);
    let first = axis(parser, value, open, buckets)?;
    let second = if parser.take_symbol(",") {
        let value = parser.expression()?;
        Some(axis(parser, value, open, buckets)?)
    } else {
        None
    };
    if open {
        let why = "frequency needs the lowest and the highest number";
        parser.later.push((parser.previous_span(), why.into()));
    }
    parser.expect_symbol(")")?;
    Ok(Action::Frequency {
        label,
        first,
        second,
    })
}

/// So many rows, or cells of a table, are enough for anyone.
const MAX_ROWS: i128 = 100_000;

/// Whether bounds follow a value: a comma, and a number that is no part of a second value.
fn bounds_ahead(parser: &Parser) -> bool {
    let is = |steps: usize, symbol: &str| matches!(parser.ahead(steps).kind, TokenKind::Symbol(found) if found == symbol);
    let number = 1 + usize::from(is(1, "-"));
    let kind = &parser.ahead(number).kind;
    let alone = is(number + 1, ",") || is(number + 1, ")");
    is(0, ",") && alone && matches!(kind, TokenKind::Number(_) | TokenKind::Decimal(_))
}

fn axis(parser: &mut Parser, value: ExprId, open: bool, buckets: bool) -> Parsed<Axis<ExprId>> {
    if open {
        return Ok(Axis {
            value,
            low: 0,
            high: 0,
            step: 1,
            open,
        });
    }
    parser.expect_symbol(",")?;
    let start = parser.peek().span;
    let low = parser.number("the lowest number")?;
    parser.expect_symbol(",")?;
    let high = parser.number("the highest number")?;
    let step = if buckets {
        parser.expect_symbol(",")?;
        parser.number("the step")?
    } else {
        1
    };
    let span = start.to(parser.previous_span());
    if high < low || step < 1 {
        return parser.stuck(
            Diagnostic::error("range", span, "this range is empty").help(
                "write the lowest number, the highest and, for bktfreq, a step of at least 1",
            ),
        );
    }
    if (i128::from(high) - i128::from(low)) / i128::from(step) >= MAX_ROWS {
        return parser.stuck(Diagnostic::error(
            "range",
            span,
            "this range has more than 100,000 rows",
        ));
    }
    Ok(Axis {
        value,
        low,
        high,
        step,
        open,
    })
}

fn contract(parser: &mut Parser) -> Parsed<Option<EvaluatedContract>> {
    if !parser.take_symbol("(") {
        return Ok(None);
    }
    let side = parser.side()?;
    parser.expect_symbol(",")?;
    let contract = parser.contract()?;
    parser.expect_symbol(",")?;
    let vulnerable = parser.declarer_vulnerable()?;
    let better = parser.take_symbol(",");
    if better {
        match parser.sense() {
            Some(Sense::Better) => parser.take_word(),
            _ => return parser.expected("better, for the partner who takes more tricks"),
        };
    }
    parser.expect_symbol(")")?;
    Ok(Some(EvaluatedContract {
        side,
        contract,
        vulnerable,
        better,
    }))
}
