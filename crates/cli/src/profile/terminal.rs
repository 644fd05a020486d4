//! Asking on a terminal: questions with the answer so far, choices, yes and no. Everything goes to standard error.

use std::io::{self, IsTerminal};
use std::rc::Rc;

use fairdeal::wizard::{Question, Wizard};
use inquire::autocompletion::{Autocomplete, Replacement};
use inquire::ui::RenderConfig;
use inquire::validator::Validation;
use inquire::{Confirm, CustomUserError, InquireError, Select, Text};

use crate::Failure;
use crate::failure::colour;

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

/// That there is somebody to ask.
pub(crate) fn check() -> Result<(), Failure> {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        Ok(())
    } else {
        Err(anyhow::anyhow!("this asks questions, and needs a terminal for that").into())
    }
}

fn asked<T>(answer: Result<T, InquireError>) -> Result<Asked<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Asked::Answer(answer)),
        Err(InquireError::OperationCanceled) => Ok(Asked::Escape),
        Err(InquireError::OperationInterrupted) => Ok(Asked::Interrupt),
        Err(error) => Err(error.into()),
    }
}

fn look() -> RenderConfig<'static> {
    if colour() {
        RenderConfig::default_colored()
    } else {
        RenderConfig::empty()
    }
}

/// Asks one of several; `at` is where the cursor begins.
pub(crate) fn choose(
    title: &str,
    choices: Vec<String>,
    at: usize,
    help: &str,
) -> Result<Asked<usize>, Failure> {
    let at = at.min(choices.len().saturating_sub(1));
    let chosen = Select::new(title, choices)
        .with_starting_cursor(at)
        .with_help_message(help)
        .with_page_size(10)
        .with_render_config(look())
        .raw_prompt();
    asked(chosen.map(|chosen| chosen.index))
}

/// Asks for a text.
pub(crate) fn text(title: &str, help: &str) -> Result<Asked<String>, Failure> {
    let prompt = Text::new(title).with_help_message(help);
    asked(prompt.with_render_config(look()).prompt())
}

/// Asks yes or no; no is usual.
pub(crate) fn confirm(title: &str) -> Result<Asked<bool>, Failure> {
    let prompt = Confirm::new(title).with_default(false);
    asked(prompt.with_render_config(look()).prompt())
}

/// Asks the wizard's question. What is typed is looked at as it is typed.
pub(crate) fn question(wizard: &Wizard, question: &Question) -> Result<Asked<String>, Failure> {
    let Question {
        title,
        help,
        usual,
        choices,
        ..
    } = question;
    let keys = "Enter takes it, Esc for more";
    if !choices.is_empty() {
        let at = choices.iter().position(|choice| choice == usual);
        let answer = choose(title, choices.clone(), at.unwrap_or(0), &join(help, keys))?;
        return Ok(answer.map(|at| choices[at].clone()));
    }
    let meaning = Meaning(Rc::new(wizard.clone()));
    let judge = meaning.clone();
    let help = join(help, "Esc for more");
    let prompt = Text::new(title)
        .with_help_message(&help)
        .with_autocomplete(meaning)
        .with_validator(move |text: &str| {
            Ok(match judge.0.check(text) {
                Ok(_) => Validation::Valid,
                Err(wrong) => Validation::Invalid(wrong.into()),
            })
        })
        .with_render_config(look());
    let prompt = if question.edits_usual {
        prompt.with_initial_value(usual)
    } else {
        prompt.with_default(usual)
    };
    asked(prompt.prompt())
}

fn join(help: &str, keys: &str) -> String {
    match help {
        "" => keys.to_owned(),
        help => format!("{help}. {keys}"),
    }
}

/// Says below the line what is typed there means, or what is wrong with it.
#[derive(Clone)]
struct Meaning(Rc<Wizard>);

impl Autocomplete for Meaning {
    fn get_suggestions(&mut self, input: &str) -> Result<Vec<String>, CustomUserError> {
        if input.is_empty() {
            return Ok(Vec::new());
        }
        Ok(match self.0.check(input) {
            Ok(meaning) => meaning.into_iter().filter(|words| words != input).collect(),
            Err(wrong) => vec![wrong.to_string()],
        })
    }

    fn get_completion(
        &mut self,
        _: &str,
        _: Option<String>,
    ) -> Result<Replacement, CustomUserError> {
        Ok(None)
    }
}
