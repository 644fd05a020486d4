//! Asking on a terminal: questions with the answer so far, choices, yes and no. Everything goes to standard error.
//!
//! Keys are read and lines are drawn here and in the two modules beside it, over crossterm: what is typed can be changed as in a
//! shell, nothing breaks inside a word, and what is said above a question can change while it waits.

use std::io::{self, IsTerminal};
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal;
use fairdeal::wizard::{Question, Wizard};

use super::line::Line;
use super::screen::{self, Look, Page, Screen, Text, text};
use crate::Failure;

/// So many choices are shown at once: with a board above them they stay on a screen.
const SHOWN: usize = 7;
/// How often it is looked whether there is something new to say.
const LOOK: Duration = Duration::from_millis(100);

/// What came of asking.
pub(crate) enum Asked<T> {
    /// An answer.
    Answer(T),
    /// Esc: something else is wanted.
    Escape,
    /// Ctrl-C.
    Interrupt,
}

impl<T> Asked<T> {
    pub(crate) fn map<U>(self, of: impl FnOnce(T) -> U) -> Asked<U> {
        match self {
            Asked::Answer(answer) => Asked::Answer(of(answer)),
            Asked::Escape => Asked::Escape,
            Asked::Interrupt => Asked::Interrupt,
        }
    }

    /// The answer, if there is one.
    pub(crate) fn answer(self) -> Option<T> {
        match self {
            Asked::Answer(answer) => Some(answer),
            Asked::Escape | Asked::Interrupt => None,
        }
    }
}

/// What is said above a question, a line each. It may change while the question waits.
pub(crate) type Above<'a> = &'a dyn Fn() -> Vec<String>;

/// Nothing is said above a question.
pub(crate) const NOTHING: Above<'static> = &Vec::new;

/// That there is somebody to ask.
pub(crate) fn check() -> Result<(), Failure> {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        Ok(())
    } else {
        Err(anyhow::anyhow!("this asks questions, and needs a terminal for that").into())
    }
}

/// Says something, broken between words.
pub(crate) fn tell(words: &str) {
    let (columns, _) = screen::size();
    crate::output::say(screen::wrapped(words, columns));
}

/// How many columns there are to write in.
pub(crate) fn columns() -> usize {
    screen::size().0
}

/// Keys come one by one, as long as it lives.
struct Raw;

impl Raw {
    fn begin() -> io::Result<Raw> {
        terminal::enable_raw_mode()?;
        Ok(Raw)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = terminal::disable_raw_mode();
    }
}

/// What a key leads to.
enum Next<T> {
    /// Something changed: it is drawn anew.
    Draw,
    /// The answer, and how it is shown.
    Done(T, String),
}

/// Something that can be asked.
trait Prompt {
    type Answer;

    /// What is asked, without mark.
    fn title(&self) -> &str;

    /// Adds the question and what stands below it.
    fn show(&self, page: &mut Page);

    /// Does what a key does.
    fn press(&mut self, key: KeyEvent) -> Next<Self::Answer>;
}

/// Asks until there is an answer, or somebody wants something else.
fn ask<P: Prompt>(mut prompt: P, above: Above) -> Result<Asked<P::Answer>, Failure> {
    let raw = Raw::begin()?;
    let mut screen = Screen::default();
    let said = |page: &mut Page, above: &[String]| {
        for line in above {
            page.add(text(line, Look::Plain), 4);
        }
    };
    let mut now = above();
    let asked = loop {
        let mut page = Page::default();
        said(&mut page, &now);
        prompt.show(&mut page);
        screen.draw(&page)?;
        let key = loop {
            if event::poll(LOOK)? {
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => break Some(key),
                    Event::Resize(..) => break None,
                    _ => {}
                }
            }
            let later = above();
            if later != now {
                now = later;
                break None;
            }
        };
        let Some(key) = key else { continue };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => break Asked::Interrupt,
            KeyCode::Esc => break Asked::Escape,
            _ => {}
        }
        if let Next::Done(answer, words) = prompt.press(key) {
            break Asked::Answer((answer, words));
        }
    };
    let mut page = Page::default();
    said(&mut page, &now);
    if let Asked::Answer((_, words)) = &asked {
        let line = text("> ", Look::Mark).and(prompt.title(), Look::Plain);
        page.add(line.and(&format!(" {words}"), Look::Answer), 2);
    }
    screen.leave(&page)?;
    drop(raw);
    Ok(asked.map(|(answer, _)| answer))
}

/// `? What is it called? `
fn asked(title: &str) -> Text {
    text("? ", Look::Mark)
        .and(title, Look::Plain)
        .and(" ", Look::Plain)
}

fn add_help(page: &mut Page, help: &str) {
    if !help.is_empty() {
        page.add(text(&format!("[{help}]"), Look::Aside), 1);
    }
}

/// What an answer means, in words; or what is wrong with it.
type Meaning<'a> = &'a dyn Fn(&str) -> Result<Option<String>, String>;

/// A text that is typed.
struct Typed<'a> {
    title: &'a str,
    help: &'a str,
    /// What Enter takes if nothing is typed.
    usual: &'a str,
    line: Line,
    meaning: Meaning<'a>,
    /// Whether what is wrong was handed in.
    handed_in: bool,
}

impl Typed<'_> {
    fn answer(&self) -> String {
        match self.line.text() {
            text if text.is_empty() => self.usual.to_owned(),
            text => text,
        }
    }
}

impl Prompt for Typed<'_> {
    type Answer = String;

    fn title(&self) -> &str {
        self.title
    }

    fn show(&self, page: &mut Page) {
        let mut line = asked(self.title);
        if !self.usual.is_empty() {
            line = line.and(&format!("({}) ", self.usual), Look::Aside);
        }
        let at = line.len() + self.line.cursor();
        for letter in self.line.letters() {
            line = line.and(letter, Look::Plain);
        }
        page.add_with_cursor(line, 2, at);
        let typed = self.line.text();
        if !typed.is_empty() || self.handed_in {
            match (self.meaning)(&typed) {
                Ok(Some(words)) if words != typed => {
                    page.add(text(&format!("  {words}"), Look::Aside), 4);
                }
                Ok(_) => {}
                Err(wrong) => page.add(text(&format!("  # {wrong}"), Look::Wrong), 4),
            }
        }
        add_help(page, self.help);
    }

    fn press(&mut self, key: KeyEvent) -> Next<String> {
        if key.code != KeyCode::Enter {
            self.handed_in &= !self.line.press(key);
            return Next::Draw;
        }
        let answer = self.answer();
        match (self.meaning)(&answer) {
            Ok(_) => Next::Done(answer.clone(), answer),
            Err(_) => {
                self.handed_in = true;
                Next::Draw
            }
        }
    }
}

/// What was picked of several things.
enum Picked {
    At(usize),
    /// A question mark.
    Explain,
}

/// One of several.
struct Choice<'a> {
    title: &'a str,
    help: &'a str,
    choices: &'a [String],
    /// What is looked for among them.
    filter: Line,
    /// Where the cursor is, among those that are found.
    at: usize,
    explains: bool,
}

impl Choice<'_> {
    /// The numbers of those that have in them what is looked for; one that is just that comes first.
    fn found(&self) -> Vec<usize> {
        let wanted = self.filter.text().trim().to_lowercase();
        let has = |at: &usize| self.choices[*at].to_lowercase().contains(&wanted);
        let mut found: Vec<usize> = (0..self.choices.len()).filter(has).collect();
        if !wanted.is_empty() {
            found.sort_by_key(|&at| self.choices[at].to_lowercase() != wanted);
        }
        found
    }

    fn asks_back(&self) -> bool {
        self.explains && self.filter.text().trim() == "?"
    }
}

impl Prompt for Choice<'_> {
    type Answer = Picked;

    fn title(&self) -> &str {
        self.title
    }

    fn show(&self, page: &mut Page) {
        let mut line = asked(self.title);
        let at = line.len() + self.filter.cursor();
        for letter in self.filter.letters() {
            line = line.and(letter, Look::Plain);
        }
        page.add_with_cursor(line, 2, at);
        let found = self.found();
        if self.asks_back() {
            page.add(text("  Enter explains the question", Look::Aside), 4);
        } else if found.is_empty() {
            page.add(text("  # none of them has that in it", Look::Wrong), 4);
        } else {
            let last = found.len().saturating_sub(SHOWN);
            let from = self.at.saturating_sub(SHOWN / 2).min(last);
            for (at, &choice) in found.iter().enumerate().skip(from).take(SHOWN) {
                let (mark, look) = if at == self.at {
                    ("> ", Look::Answer)
                } else if at == from && from > 0 {
                    ("^ ", Look::Plain)
                } else if at + 1 == from + SHOWN && at + 1 < found.len() {
                    ("v ", Look::Plain)
                } else {
                    ("  ", Look::Plain)
                };
                page.add(text(mark, Look::Mark).and(&self.choices[choice], look), 4);
            }
        }
        add_help(page, self.help);
    }

    fn press(&mut self, key: KeyEvent) -> Next<Picked> {
        let found = self.found();
        let number = found.len().max(1);
        match key.code {
            KeyCode::Enter if self.asks_back() => {
                return Next::Done(Picked::Explain, "?".to_owned());
            }
            KeyCode::Enter => {
                if let Some(&choice) = found.get(self.at) {
                    return Next::Done(Picked::At(choice), self.choices[choice].clone());
                }
            }
            KeyCode::Up => self.at = (self.at + number - 1) % number,
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % number,
            KeyCode::PageUp => self.at = self.at.saturating_sub(SHOWN),
            KeyCode::PageDown => self.at = (self.at + SHOWN).min(number - 1),
            _ => {
                let before = self.filter.text();
                self.filter.press(key);
                if self.filter.text() != before {
                    self.at = 0;
                }
            }
        }
        Next::Draw
    }
}

fn pick(
    title: &str,
    choices: &[String],
    at: usize,
    help: &str,
    explains: bool,
    above: Above,
) -> Result<Asked<Picked>, Failure> {
    let choice = Choice {
        title,
        help,
        choices,
        filter: Line::default(),
        at: at.min(choices.len().saturating_sub(1)),
        explains,
    };
    ask(choice, above)
}

/// Asks one of several; `at` is where the cursor begins.
pub(crate) fn choose(
    title: &str,
    choices: &[String],
    at: usize,
    help: &str,
    above: Above,
) -> Result<Asked<usize>, Failure> {
    let picked = pick(title, choices, at, help, false, above)?;
    Ok(picked.map(|picked| match picked {
        Picked::At(at) => at,
        Picked::Explain => at,
    }))
}

/// Asks for a text.
pub(crate) fn typed(title: &str, help: &str) -> Result<Asked<String>, Failure> {
    let typed = Typed {
        title,
        help,
        usual: "",
        line: Line::default(),
        meaning: &|_| Ok(None),
        handed_in: false,
    };
    ask(typed, NOTHING)
}

/// Asks yes or no; no is usual.
pub(crate) fn confirm(title: &str) -> Result<Asked<bool>, Failure> {
    let meaning = |text: &str| match text.trim().to_lowercase().as_str() {
        "y" | "yes" | "n" | "no" => Ok(None),
        _ => Err("write yes or no".to_owned()),
    };
    let typed = Typed {
        title,
        help: "",
        usual: "no",
        line: Line::default(),
        meaning: &meaning,
        handed_in: false,
    };
    let answer = ask(typed, NOTHING)?;
    Ok(answer.map(|text| text.trim().to_lowercase().starts_with('y')))
}

/// Asks the wizard's question. What is typed is looked at as it is typed.
pub(crate) fn question(
    wizard: &Wizard,
    question: &Question,
    above: Above,
) -> Result<Asked<String>, Failure> {
    let Question {
        title,
        help,
        usual,
        choices,
        ..
    } = question;
    if !choices.is_empty() {
        let at = choices.iter().position(|choice| choice == usual);
        let help = join(help, "Enter takes it, ? explains, Esc for more");
        let picked = pick(title, choices, at.unwrap_or(0), &help, true, above)?;
        return Ok(picked.map(|picked| match picked {
            Picked::At(at) => choices[at].clone(),
            Picked::Explain => "?".to_owned(),
        }));
    }
    let meaning = |text: &str| wizard.check(text).map_err(|wrong| wrong.to_string());
    let help = join(help, "? explains, Esc for more");
    let (usual, line) = if question.edits_usual {
        ("", Line::new(usual))
    } else {
        (usual.as_str(), Line::default())
    };
    let typed = Typed {
        title,
        help: &help,
        usual,
        line,
        meaning: &meaning,
        handed_in: false,
    };
    ask(typed, above)
}

fn join(help: &str, keys: &str) -> String {
    match help {
        "" => keys.to_owned(),
        help => format!("{help}. {keys}"),
    }
}
