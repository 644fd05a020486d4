//! A script laid out anew: the same words, names and comments, with spaces where they help.
//!
//! Lines end where their author ended them. Spaces between words, how far lines are indented, empty lines and the places of
//! comments behind code are set; texts, lists in braces and comments over several lines stay letter for letter. The parser
//! says where statements begin; what it cannot read is left alone. What a `#` says in the first column of a line (headers,
//! parameters) it says nowhere else, so what begins there stays there, and what does not never moves there.

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::metadata;
use crate::parse::parse;
use crate::source::{Input, Settings, Sources};
use crate::syntax::{Header, Parameter, StatementKind};
use crate::token::{Lexed, Token, TokenKind, lex_as_written};
use crate::word::Group;

/// One step to the right.
const STEP: usize = 4;

/// Nothing is further to the right, however deep it is nested.
const FURTHEST: usize = 40;

/// Comments behind lines longer than this do not move the others.
const LONG_LINE: usize = 80;

/// A script that cannot be laid out, because it cannot be read.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts in which it is wrong.
    pub sources: Sources,
}

/// Lays out a script anew: comments stay, and so does its meaning. To do it twice is to do it once.
///
/// ```
/// use script::{Input, Settings};
/// let input = Input::from_text("test", "opens=hcp( north )>=12 // or so\ncondition opens\nand not(spades(north)>4)").unwrap();
/// let text = script::format(&input, &Settings::default()).unwrap();
/// assert_eq!(text, "opens = hcp(north) >= 12  // or so\ncondition opens\n    and not (spades(north) > 4)\n");
/// ```
///
/// # Errors
/// A script that cannot be read. That an include is missing, or the value of a parameter, is no reason.
pub fn format(input: &Input, settings: &Settings) -> Result<String, Box<Unreadable>> {
    let (script, diagnostics) = parse(input, settings);
    let main = script.sources.main();
    let is_in_the_way = |said: &Diagnostic| {
        said.is_error() && said.span.file == main && !matches!(said.code, "include" | "parameter")
    };
    if diagnostics.iter().any(is_in_the_way) {
        return Err(Box::new(Unreadable {
            diagnostics,
            sources: script.sources,
        }));
    }
    let own = script
        .statements
        .iter()
        .filter(|one| one.span.file == main)
        .map(|one| {
            let values = matches!(
                one.kind,
                StatementKind::PointCount(_) | StatementKind::AltCount(..)
            );
            (one.span.start, values)
        });
    let (starts, of_values): (FxHashSet<u32>, Vec<(u32, bool)>) = {
        let own: Vec<(u32, bool)> = own.collect();
        (own.iter().map(|(start, _)| *start).collect(), own)
    };
    let values: FxHashSet<u32> = of_values
        .into_iter()
        .filter_map(|(start, values)| values.then_some(start))
        .collect();
    let mut sources = Sources::new(input);
    let text = sources.text(main).to_owned();
    let before = Written::of(&mut sources);
    let laid_out = Layout {
        text: &text,
        starts,
        values,
    }
    .lay_out(&before);
    // Whatever the reason would be: a text that reads otherwise is none that was asked for.
    let again = input.with_text("again", &laid_out);
    let same = again.is_ok_and(|again| Written::of(&mut Sources::new(&again)).same(&before));
    Ok(if same { laid_out } else { text })
}

/// All that a text says, whatever its spaces.
struct Written {
    tokens: Vec<Token>,
    comments: Vec<(usize, usize, String)>,
    headers: Vec<Header>,
    parameters: Vec<Parameter>,
    chat: Option<String>,
}

impl Written {
    fn of(sources: &mut Sources) -> Written {
        let Lexed {
            tokens, comments, ..
        } = lex_as_written(sources);
        let text = sources.text(sources.main());
        let (headers, chat) = metadata::read(text);
        let comment = |range: std::ops::Range<usize>| {
            let said = text[range.clone()].trim_end().to_owned();
            (range.start, range.end, said)
        };
        Written {
            tokens,
            comments: comments.iter().map(|span| comment(span.range())).collect(),
            headers,
            parameters: metadata::parameters(text),
            chat,
        }
    }

    fn same(&self, other: &Written) -> bool {
        let said = |token: &Token| (token.kind.clone(), token.text.trim_end().to_owned());
        let texts = |written: &Written| -> Vec<String> {
            let comments = written.comments.iter();
            comments.map(|(_, _, said)| said.clone()).collect()
        };
        self.tokens.len() == other.tokens.len()
            && self
                .tokens
                .iter()
                .zip(&other.tokens)
                .all(|(one, other)| said(one) == said(other) && one.leads == other.leads)
            && texts(self) == texts(other)
            && self.headers == other.headers
            && self.parameters == other.parameters
            && self.chat == other.chat
    }
}

/// A token or a comment, and where it stands.
struct Piece<'a> {
    start: usize,
    end: usize,
    what: What<'a>,
}

#[derive(Clone, Copy)]
enum What<'a> {
    Token(&'a Token),
    Comment(&'a str),
}

impl What<'_> {
    fn is_symbol(self, symbol: &str) -> bool {
        matches!(self, What::Token(token) if matches!(token.kind, TokenKind::Symbol(found) if found == symbol))
    }

    /// Whether it goes on to the end of its line.
    fn is_line_comment(self) -> bool {
        matches!(self, What::Comment(said) if !said.starts_with("/*"))
    }

    fn text(self) -> String {
        match self {
            What::Token(token) if token.kind == TokenKind::Include => {
                token.text.trim_end().to_owned()
            }
            What::Token(token) => token.text.trim_end_matches('\r').to_owned(),
            What::Comment(said) => said.to_owned(),
        }
    }
}

/// A line that is done.
#[derive(Default)]
struct Line {
    /// Whether an empty line stands before it.
    apart: bool,
    indent: usize,
    code: String,
    /// What is said behind the code.
    comment: Option<String>,
}

impl Line {
    /// The column after its code.
    fn width(&self) -> usize {
        let last = self.code.rsplit('\n').next().unwrap_or("");
        let indent = if self.code.contains('\n') {
            0
        } else {
            self.indent
        };
        indent + last.chars().count()
    }
}

/// How deep in a statement a line begins.
#[derive(Clone, Copy, Default)]
struct Nesting {
    /// In how many parentheses.
    depth: usize,
    /// Whether a line of the statement begins outside of all of them, one step to the right.
    hangs: bool,
}

impl Nesting {
    fn inside(self) -> usize {
        let steps = self.depth + usize::from(self.hangs || self.depth == 0);
        (STEP * steps).min(FURTHEST)
    }

    /// Where a parenthesis that closes stands: below the line that opens it.
    fn closing(self) -> usize {
        let steps = self.depth.saturating_sub(1) + usize::from(self.hangs);
        (STEP * steps).min(FURTHEST)
    }
}

struct Layout<'a> {
    text: &'a str,
    /// Where statements begin.
    starts: FxHashSet<u32>,
    /// Where statements begin that are lists of numbers.
    values: FxHashSet<u32>,
}

impl Layout<'_> {
    fn lay_out(&self, written: &Written) -> String {
        let tokens = written.tokens.iter().map(|token| Piece {
            start: token.span.start as usize,
            end: token.span.end as usize,
            what: What::Token(token),
        });
        let comments = written.comments.iter().map(|(start, end, said)| Piece {
            start: *start,
            end: *end,
            what: What::Comment(said),
        });
        let mut pieces: Vec<Piece> = tokens.chain(comments).collect();
        answer::sort_by_key(&mut pieces, |piece| piece.start);
        let lines = self.lines(&pieces);
        self.join(lines)
    }

    /// The text with the ends of lines that it had.
    fn join(&self, mut lines: Vec<Line>) -> String {
        let columns = comment_columns(&lines);
        let end = match self.text.split_once('\n') {
            Some((first, _)) if first.ends_with('\r') => "\r\n",
            _ => "\n",
        };
        let mut out = String::with_capacity(self.text.len());
        for (line, column) in lines.drain(..).zip(columns) {
            if line.apart && !out.is_empty() {
                out.push_str(end);
            }
            let width = line.width();
            out.extend(std::iter::repeat_n(' ', line.indent));
            out.push_str(&line.code);
            if let Some(comment) = &line.comment {
                let space = column.saturating_sub(width).max(2);
                out.extend(std::iter::repeat_n(' ', space));
                out.push_str(comment);
            }
            out.push_str(end);
        }
        out
    }

    fn lines(&self, pieces: &[Piece]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut nesting = Nesting::default();
        let mut in_values = false;
        // What stands before on the same line, and the last token, on whatever line.
        let mut before: Option<What> = None;
        let mut last_token: Option<&Token> = None;
        let mut signed = false;
        let mut end = 0;
        for (at, piece) in pieces.iter().enumerate() {
            let breaks = self.text[end..piece.start].matches('\n').count();
            end = piece.end;
            let begins = self.begins(piece);
            if begins {
                nesting = Nesting::default();
                in_values = self.values.contains(&(piece.start as u32));
            }
            if breaks > 0 || lines.is_empty() {
                if matches!(piece.what, What::Token(_)) && !begins && !piece.what.is_symbol(")") {
                    nesting.hangs |= nesting.depth == 0;
                }
                let indent = self.indent(pieces, at, nesting, breaks < 2, lines.last());
                lines.push(Line {
                    apart: breaks > 1,
                    indent,
                    ..Line::default()
                });
                before = None;
            }
            let Some(line) = lines.last_mut() else {
                continue;
            };
            let said = piece.what.text();
            if piece.what.is_line_comment() && !line.code.is_empty() {
                line.comment = Some(said);
                before = None;
                continue;
            }
            if let Some(before) = before {
                line.code
                    .push_str(self.gap(before, piece, signed && !begins, begins));
            }
            line.code.push_str(&said);
            signed = match piece.what {
                What::Token(token) => is_sign(token, last_token, begins || in_values),
                What::Comment(_) => false,
            };
            if let What::Token(token) = piece.what {
                match token.kind {
                    TokenKind::Symbol("(") => nesting.depth += 1,
                    TokenKind::Symbol(")") => nesting.depth = nesting.depth.saturating_sub(1),
                    _ => {}
                }
                last_token = Some(token);
            }
            before = Some(piece.what);
        }
        lines
    }

    /// Whether a statement begins here, or something that is between statements.
    fn begins(&self, piece: &Piece) -> bool {
        match piece.what {
            What::Token(token) => {
                self.starts.contains(&(piece.start as u32))
                    || matches!(token.kind, TokenKind::Include | TokenKind::Symbol(";"))
            }
            What::Comment(_) => false,
        }
    }

    /// How far a line is indented that begins with a piece.
    fn indent(
        &self,
        pieces: &[Piece],
        at: usize,
        nesting: Nesting,
        follows: bool,
        above: Option<&Line>,
    ) -> usize {
        let piece = &pieces[at];
        let before = &self.text[..piece.start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before[line_start..].chars().count();
        let is_hash = self.text[piece.start..].starts_with('#');
        let by_place = match piece.what {
            What::Token(_) if self.begins(piece) => 0,
            What::Token(_) if piece.what.is_symbol(")") => nesting.closing(),
            What::Token(_) => nesting.inside(),
            What::Comment(said) if said.contains('\n') => column.min(FURTHEST),
            What::Comment(_) => {
                let mut later = pieces[at + 1..].iter();
                let next = later.find(|piece| matches!(piece.what, What::Token(_)));
                match next {
                    // What stands behind it on its line.
                    Some(next) if !self.text[piece.end..next.start].contains('\n') => {
                        if self.begins(next) {
                            0
                        } else {
                            nesting.inside()
                        }
                    }
                    // What it is about goes on below.
                    Some(next) if !self.begins(next) => nesting.inside(),
                    _ => match above.filter(|_| follows && column > 0) {
                        Some(above) => above.indent,
                        None => 0,
                    },
                }
            }
        };
        match (is_hash, column) {
            (true, 0) => 0,
            (true, _) => by_place.max(STEP),
            (false, _) => by_place,
        }
    }

    /// What stands between two pieces on one line.
    fn gap(&self, before: What, piece: &Piece, signed: bool, begins: bool) -> &'static str {
        let this = piece.what;
        let closes = |symbol| this.is_symbol(symbol);
        if before.is_symbol("(") || closes(")") || closes(",") || closes(";") || signed {
            return "";
        }
        let What::Token(before) = before else {
            return " ";
        };
        let touches = before.span.end as usize == piece.start;
        if !closes("(") {
            // Shapes in capitals, 54XX, are a number and a name that touch.
            let is_one = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let one =
                matches!(this, What::Token(this) if is_one(&this.text) && is_one(&before.text));
            return if touches && one { "" } else { " " };
        }
        let glued = match before.kind {
            TokenKind::Word(word) => {
                word.arguments.starts_with('(') || word.arguments.starts_with("[(")
            }
            TokenKind::Name => !begins,
            TokenKind::Parameter => touches,
            _ => false,
        };
        if glued { "" } else { " " }
    }
}

/// Whether a token is a sign in front of something, and no operator between two things.
fn is_sign(token: &Token, before: Option<&Token>, first: bool) -> bool {
    match &token.kind {
        TokenKind::Word(_) => token.text == "!",
        TokenKind::Symbol("-") => match before.map(|before| &before.kind) {
            _ if first => true,
            None | Some(TokenKind::Text(_) | TokenKind::Include) => true,
            Some(TokenKind::Symbol(symbol)) => *symbol != ")",
            Some(TokenKind::Word(word)) => matches!(
                word.group,
                Group::Operator | Group::Statement | Group::Action
            ),
            Some(_) => false,
        },
        _ => false,
    }
}

/// The columns of comments behind code: those of lines that follow each other stand below each other.
fn comment_columns(lines: &[Line]) -> Vec<usize> {
    let mut columns = vec![0; lines.len()];
    let mut from = 0;
    while from < lines.len() {
        let goes_on = |line: &Line| line.comment.is_some();
        let mut to = from + 1;
        while to < lines.len() && goes_on(&lines[from]) && goes_on(&lines[to]) && !lines[to].apart {
            to += 1;
        }
        let widths = lines[from..to].iter().map(Line::width);
        let widest = widths.filter(|&width| width <= LONG_LINE).max();
        columns[from..to].fill(widest.map_or(0, |width| width + 2));
        from = to;
    }
    columns
}
