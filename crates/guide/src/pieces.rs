//! A page in pieces: what the build script makes of Markdown, so that a program that shows the page need not know Markdown. That would
//! be a table of two thousand names of characters, each with an address that is put right at every start.
//!
//! Each piece begins with the letter of its kind and ends with a zero byte, which no Markdown has.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The pieces of a page, one after the other.
pub fn pieces(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    events.filter_map(piece).collect()
}

/// What there is to say of an event, if it says anything in plain text.
fn piece(event: Event) -> Option<String> {
    let piece = match event {
        Event::Text(text) | Event::Code(text) => format!("t{text}"),
        Event::SoftBreak => "t ".to_owned(),
        Event::HardBreak => "t\n".to_owned(),
        Event::Start(Tag::Image { .. }) => "t[picture: ".to_owned(),
        Event::End(TagEnd::Image) => "t]".to_owned(),
        Event::End(TagEnd::Paragraph | TagEnd::Item) => "b".to_owned(),
        Event::End(TagEnd::Heading(level)) => format!("h{}", level as usize),
        Event::Start(Tag::CodeBlock(_)) => "c".to_owned(),
        Event::End(TagEnd::CodeBlock) => "C".to_owned(),
        Event::Start(Tag::List(None)) => "l".to_owned(),
        Event::Start(Tag::List(Some(first))) => format!("l{first}"),
        Event::End(TagEnd::List(_)) => "L".to_owned(),
        Event::Start(Tag::Item) => "i".to_owned(),
        Event::Start(Tag::TableHead | Tag::TableRow) => "r".to_owned(),
        Event::End(TagEnd::TableCell) => "d".to_owned(),
        Event::End(TagEnd::Table) => "T".to_owned(),
        _ => return None,
    };
    Some(piece + "\0")
}
