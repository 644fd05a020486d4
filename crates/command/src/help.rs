//! What a beginner sees first, the guide, and what the same definitions give to shells and manuals: `fairdeal --help`,
//! `fairdeal help TOPIC`, `fairdeal completions` and `fairdeal man`.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use crossterm::terminal;
use fairdeal_guide::{PAGES, page};

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

#[derive(Args)]
pub(crate) struct Help {
    /// A page of the guide, such as leveling, or a command, such as profile edit [default: what there is]
    topic: Vec<String>,
}

/// Lines are not made longer than this, however wide the terminal is: nobody could read them.
const LONGEST_LINE: usize = 100;
/// Where there is no terminal.
const USUAL_LINE: usize = 80;

/// The command with its commands grouped by task. The arguments of a command are only known to clap once it is the one that was
/// given.
pub(crate) fn command() -> Command {
    let command = Cli::command();
    let mut text = String::new();
    for (heading, names) in GROUPS {
        // Those for other programs may be left out of a build.
        let known = names
            .iter()
            .filter_map(|name| command.find_subcommand(name));
        for (place, command) in known.enumerate() {
            if place == 0 {
                let _ = writeln!(text, "\n{heading}:");
            }
            let (name, about) = (command.get_name(), command.get_about());
            let about = about.map_or(String::new(), ToString::to_string);
            let _ = writeln!(text, "  {name:<12} {about}");
        }
    }
    let _ = writeln!(text, "\nThe guide, page by page (fairdeal help TOPIC):");
    for page in PAGES {
        let _ = writeln!(text, "  {:<14} {}", page.name, page.title);
    }
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{BEGIN}{text}\nOptions:\n{{options}}\n"
    ))
}

/// Prints a page of the guide, the help of a command, or what there is of both.
pub(crate) fn help(arguments: &Help) -> Result<(), Failure> {
    let mut found = command();
    let [topic] = &arguments.topic[..] else {
        found.build();
        return print_help_of(found, &arguments.topic);
    };
    let Some(page) = page(topic) else {
        found.build();
        return print_help_of(found, &arguments.topic);
    };
    let columns = || {
        let (columns, _) = terminal::size().ok()?;
        Some(usize::from(columns))
    };
    let columns = if io::stdout().is_terminal() {
        columns()
    } else {
        None
    };
    let columns = columns.unwrap_or(USUAL_LINE).min(LONGEST_LINE);
    let mut text = page.plain(columns);
    if found.find_subcommand(topic).is_some() {
        let _ = writeln!(text, "\nThe switches: fairdeal {topic} --help");
    }
    Ok(io::stdout().write_all(text.as_bytes())?)
}

fn print_help_of(mut command: Command, names: &[String]) -> Result<(), Failure> {
    for name in names {
        let Some(inner) = command.find_subcommand(name) else {
            let pages: Vec<&str> = PAGES.iter().map(|page| page.name).collect();
            return Err(Failure::Usage(format!(
                "there is no command and no page {name}: the pages are {}",
                pages.join(", ")
            )));
        };
        command = inner.clone();
    }
    Ok(command.print_help()?)
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

    /// A text in a cell of a table.
    fn cell(text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").replace('|', "\\|").replace('<', "\\<")
    }

    /// A command and those below it.
    fn described(page: &mut String, command: &Command, name: &str) {
        if command.get_name() == "help" && name != "fairdeal help" {
            return;
        }
        let about = command
            .get_about()
            .map_or(String::new(), ToString::to_string);
        *page += &format!("\n## {name}\n\n{}.\n", cell(&about).trim_end_matches('.'));
        let arguments: Vec<_> = command
            .get_arguments()
            .filter(|one| !one.is_hide_set() && one.get_id() != "help" && one.get_id() != "version")
            .collect();
        if !arguments.is_empty() {
            *page += "\n| setting | meaning |\n| --- | --- |\n";
        }
        for argument in arguments {
            let values = argument.get_value_names().unwrap_or_default();
            let value = values
                .first()
                .map_or(String::new(), |value| value.to_string());
            let short = argument
                .get_short()
                .map_or(String::new(), |one| format!("-{one}, "));
            let written = match argument.get_long() {
                Some(long) if argument.get_action().takes_values() => {
                    format!("{short}--{long} {value}")
                }
                Some(long) => format!("{short}--{long}"),
                None => value,
            };
            let help = argument
                .get_help()
                .map_or(String::new(), ToString::to_string);
            assert!(!help.is_empty(), "{name} {written} is explained");
            *page += &format!("| `{}` | {} |\n", written.replace('|', "\\|"), cell(&help));
        }
        for inner in command.get_subcommands().filter(|one| !one.is_hide_set()) {
            described(page, inner, &format!("{name} {}", inner.get_name()));
        }
    }

    /// `UPDATE=1 cargo test -p fairdeal-command --lib help` writes it anew.
    #[test]
    fn the_page_of_commands_holds() {
        let mut built = Cli::command();
        built.build();
        let mut page = "# Commands and settings\n\nEvery command with all it can be told. `fairdeal COMMAND --help` says the same.\n".to_owned();
        for command in built.get_subcommands() {
            described(
                &mut page,
                command,
                &format!("fairdeal {}", command.get_name()),
            );
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &page).unwrap();
        }
        let known = std::fs::read_to_string(path).unwrap_or_default();
        assert!(known == page, "docs/commands.md is out of date");
    }

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

    /// What is said of the commands before their arguments are known is what is said of them then.
    #[test]
    fn every_command_says_what_it_does() {
        let mut built = Cli::command();
        built.build();
        let text = command().render_help().to_string();
        for one in built.get_subcommands() {
            let about = one.get_about().map_or(String::new(), ToString::to_string);
            assert!(!about.is_empty(), "{} says nothing", one.get_name());
            let line = format!("  {:<12} {about}\n", one.get_name());
            assert!(text.contains(&line), "{line}");
        }
    }

    /// Nothing is said of the options of commands that nobody gave: that is what takes time at the start.
    #[test]
    fn commands_that_are_not_given_have_no_arguments_yet() {
        for one in Cli::command().get_subcommands() {
            assert_eq!(one.get_arguments().count(), 0, "{}", one.get_name());
        }
    }
}
