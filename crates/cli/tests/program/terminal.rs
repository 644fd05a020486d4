//! A terminal for tests: the program runs in it as for a person, and the screen is read as a person reads it.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::binary;

/// Nothing takes this long, not even on a busy machine: whoever waits longer waits in vain.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program in a terminal.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    seen: Arc<Mutex<Seen>>,
    _master: Box<dyn MasterPty + Send>,
}

struct Seen {
    screen: vt100::Parser,
    bytes: Vec<u8>,
    ended: bool,
}

/// How large the terminal is, and what is set in the environment.
pub struct Look<'a> {
    pub columns: u16,
    pub rows: u16,
    pub variables: &'a [(&'a str, &'a str)],
}

pub const USUAL: Look = Look {
    columns: 100,
    rows: 70,
    variables: &[],
};

impl Terminal {
    /// Starts the program with a shelf; `None`, with a line that says so, where there are no terminals.
    pub fn start(shelf: &Path, arguments: &[&str], look: &Look) -> Option<Terminal> {
        let size = PtySize {
            rows: look.rows,
            cols: look.columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = match native_pty_system().openpty(size) {
            Ok(pair) => pair,
            Err(error) => {
                needs::skipped("terminal", error);
                return None;
            }
        };
        let mut command = CommandBuilder::new(binary());
        command.args(arguments);
        command.env("FAIRDEAL_STORE", shelf);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        for (name, value) in look.variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let keys = pair.master.take_writer().unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let [rows, columns] = [look.rows, look.columns].map(|number| NonZero::new(number).unwrap());
        let seen = Arc::new(Mutex::new(Seen {
            screen: vt100::Parser::new(rows, columns, 1000),
            bytes: Vec::new(),
            ended: false,
        }));
        let shared = seen.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let read = reader.read(&mut buffer).unwrap_or(0);
                let mut seen = shared.lock().unwrap();
                if read == 0 {
                    seen.ended = true;
                    return;
                }
                seen.screen.process(&buffer[..read]);
                seen.bytes.extend_from_slice(&buffer[..read]);
            }
        });
        Some(Terminal {
            child,
            keys,
            seen,
            _master: pair.master,
        })
    }

    /// What is on the screen.
    pub fn screen(&self) -> String {
        self.seen.lock().unwrap().screen.screen().contents()
    }

    /// Everything that was written, with its colours.
    pub fn written(&self) -> String {
        let seen = self.seen.lock().unwrap();
        String::from_utf8_lossy(&seen.bytes).into_owned()
    }

    /// The question that waits for an answer, and what stands below it.
    fn asked(&self) -> String {
        let screen = self.screen();
        let last = if screen.starts_with("? ") {
            screen.rfind("\n? ").or(Some(0))
        } else {
            screen.rfind("\n? ")
        };
        last.map_or(String::new(), |at| screen[at..].trim_start().to_owned())
    }

    fn wait_until(&self, what: &str, holds: impl Fn() -> bool) {
        let began = Instant::now();
        while !holds() {
            let waited_in_vain = began.elapsed() > PATIENCE || self.has_ended() && !holds();
            assert!(!waited_in_vain, "waited for {what}:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn has_ended(&self) -> bool {
        self.seen.lock().unwrap().ended
    }

    /// Waits until this is asked.
    pub fn wait_for(&self, question: &str) {
        self.wait_until(question, || {
            self.asked().starts_with(&format!("? {question}"))
        });
    }

    /// Waits until the question and what is typed stand so.
    pub fn wait_until_asked(&self, line: &str) {
        self.wait_until(line, || {
            self.asked().lines().next().map(str::trim_end) == Some(line)
        });
    }

    /// Waits until this was written, even if it is no longer on the screen.
    pub fn wait_to_have_seen(&self, text: &str) {
        self.wait_until(text, || self.written().contains(text));
    }

    /// Waits until this stands somewhere on the screen.
    pub fn wait_to_see(&self, text: &str) {
        self.wait_until(text, || self.screen().contains(text));
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits for a question, and answers it.
    pub fn answer(&mut self, question: &str, answer: &str) {
        self.wait_for(question);
        self.press(answer);
        if !answer.is_empty() {
            // Enter is pressed by somebody who sees what was typed; a long line goes on in the next.
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let seen = || words(&self.asked()).contains(&words(answer));
            self.wait_until(answer, seen);
        }
        self.press("\r");
    }

    /// Presses Esc, and chooses what to do.
    pub fn instead(&mut self, question: &str, action: &str) {
        self.wait_for(question);
        self.press("\u{1b}");
        self.answer("What would you like to do?", action);
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Closes the window.
    pub fn hang_up(self) {
        let Terminal {
            mut child,
            keys,
            _master,
            ..
        } = self;
        let process = child.process_id().unwrap();
        let hang_up = format!("kill -HUP {process}");
        std::process::Command::new("sh")
            .args(["-c", &hang_up])
            .status()
            .unwrap();
        child.wait().unwrap();
        drop((keys, _master));
    }

    /// Waits for the end.
    pub fn end(mut self) -> (u32, String) {
        self.wait_until("the end", || self.has_ended());
        let code = self.child.wait().unwrap().exit_code();
        (code, self.screen())
    }
}
