//! What a beginner sees first, and what the same definitions give to shells and manuals: `fairdeal --help`,
//! `fairdeal completions` and `fairdeal man`.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use crate::{Cli, Failure};

const BEGIN: &str = "\
Begin with one of these:
  fairdeal deal -n 16 -o friday.pbn                       sixteen boards, as they come
  fairdeal deal weak-two -n 4 --format text               four boards of an example; fairdeal examples lists them
  fairdeal odds -e 'hcp(north) == 0'                      how rare something is, counted exactly
  fairdeal odds -e 'hcp(south) > 9' --given 'hcp(north) > 14'
  fairdeal examples weak-two -o mine.dlr                  a script in the dealer language, to change as you like
  fairdeal profile new                                    say what the hands should be like, question by question
";

/// The commands by what people want to do. A test holds that none is missing.
const GROUPS: [(&str, &[&str]); 9] = [
    ("In the browser", &["studio"]),
    ("Hand profiles", &["profile"]),
    ("Boards", &["deal", "convert", "combine", "solve", "lead"]),
    ("Proof", &["commit", "reveal", "verify"]),
    (
        "What to expect",
        &["odds", "compare", "explain", "report", "check"],
    ),
    (
        "Scripts",
        &["words", "examples", "format", "level", "dealer"],
    ),
    ("Other games", &["euchre", "texas42"]),
    ("For other programs", &["serve", "mcp", "lsp"]),
    ("This program", &["completions", "man", "help"]),
];

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(Args)]
pub(crate) struct Man {
    /// The page of a command, such as deal, or profile edit [default: that of fairdeal]
    command: Vec<String>,
}

/// The command with its commands grouped by task.
pub(crate) fn command() -> Command {
    let command = Cli::command();
    let mut built = command.clone();
    built.build();
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "\n{heading}:");
        for name in names {
            let about = built.find_subcommand(name).and_then(Command::get_about);
            let about = about.map_or(String::new(), |about| about.to_string());
            let _ = writeln!(text, "  {name:<12} {about}");
        }
    }
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{BEGIN}{text}\nOptions:\n{{options}}\n"
    ))
}

pub(crate) fn completions(arguments: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "fairdeal", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

pub(crate) fn man(arguments: &Man) -> Result<(), Failure> {
    let mut found = Cli::command();
    found.build();
    for name in &arguments.command {
        let Some(command) = found.find_subcommand(name) else {
            return Err(Failure::Usage(format!("there is no command {name}")));
        };
        found = command.clone();
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(found).render(&mut page)?;
    Ok(io::stdout().write_all(&page)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut built = Cli::command();
        built.build();
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let mut known: Vec<&str> = built.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        known.sort_unstable();
        assert_eq!(grouped, known);
    }
}
