//! Commands as they are printed for somebody to type: quoted for a shell, and broken so that they still work.

/// A command that can be typed as it stands. Where it is longer than so many columns it goes on in the next line, with the mark
/// that a shell knows.
pub(crate) fn command(arguments: &[String], columns: usize) -> String {
    let mut lines = vec![String::new()];
    for argument in arguments {
        let quoted = quoted(argument);
        let last = lines.len() - 1;
        let line = &mut lines[last];
        // Two columns are for the mark.
        let is_full = !line.trim().is_empty()
            && line.chars().count() + 1 + quoted.chars().count() + 2 > columns;
        if is_full {
            *line += " \\";
            lines.push(format!("    {quoted}"));
        } else if line.is_empty() {
            *line = quoted;
        } else {
            *line += " ";
            *line += &quoted;
        }
    }
    lines.join("\n")
}

/// An argument as a shell reads it.
fn quoted(argument: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_./@%+=:,-".contains(letter);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &[&str]) -> Vec<String> {
        text.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn a_shell_reads_what_was_meant() {
        let arguments = [
            "Six spades",
            "a'b",
            "$HOME `x` \"y\" \\",
            "",
            "plain-1.0@2",
            "é ~ # ! * ?",
            "--store",
            "/tmp/some folder/with a rather long name/profiles",
        ];
        for columns in [20, 40, 200] {
            let printed = command(&words(&arguments), columns);
            let script = format!("for word in {printed}\ndo printf '%s\\n' \"$word\"; done");
            let output = std::process::Command::new("sh")
                .args(["-c", &script])
                .output();
            let Ok(output) = output else { return };
            let read = String::from_utf8(output.stdout).unwrap();
            assert_eq!(read.lines().collect::<Vec<_>>(), arguments, "{printed}");
        }
        assert_eq!(
            command(&words(&["fairdeal", "deal", "Six"]), 80),
            "fairdeal deal Six"
        );
    }
}
