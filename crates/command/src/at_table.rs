//! What all games have that are played in a terminal: hand after hand with a person and bots, lines that are typed, records that are
//! read, and the game that was stopped last, which is kept.

use std::fs::{self, File};
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use fairdeal::euchre::limits::LONGEST_RECORD;
use fairdeal::euchre::{Side, Watch};

use crate::{Failure, output};

/// A game with a person in South, as far as its loop needs to know it. What it says is shown as it is.
pub(crate) trait Table {
    /// The side that has won.
    fn winner(&self) -> Option<Side>;
    /// The score so far.
    fn score(&self) -> String;
    /// What is said before a hand,
    fn beginning(&self) -> String;
    /// and after it.
    fn outcome(&self) -> Option<String>;
    /// Deals the next hand.
    fn next_hand(&mut self);
    /// One move of a bot, if it is a bot's turn.
    fn bot_moves(&mut self, watch: &Watch) -> Result<Option<String>, Failure>;
    /// Who took the trick, if one has just been finished.
    fn trick_taken(&self) -> Option<String>;
    /// Whether the person is to move.
    fn is_your_turn(&self) -> bool;
    /// What the person holds and may do.
    fn your_turn(&self) -> String;
    /// What to do, and why.
    fn hint(&mut self, watch: &Watch) -> Result<String, Failure>;
    /// Who probably holds what.
    fn odds(&self, watch: &Watch) -> Result<String, Failure>;
    /// Takes back the person's last move in this hand, if there is one.
    fn undo(&mut self) -> bool;
    /// Makes the move that somebody means, or says what may be meant.
    fn make_meant(&mut self, text: &str, watch: &Watch) -> Result<Result<(), String>, Failure>;
}

/// Somebody stopped playing, or did not.
enum End {
    Over,
    Stopped,
}

/// A game in the terminal.
pub(crate) struct Terminal<'a, T> {
    pub(crate) table: T,
    pub(crate) practice: bool,
    pub(crate) out: io::StdoutLock<'a>,
    input: io::StdinLock<'a>,
    /// Ctrl-C ends a game as it ends any program.
    watch: Watch,
}

impl<'a, T: Table> Terminal<'a, T> {
    pub(crate) fn new(table: T, practice: bool, out: io::StdoutLock<'a>) -> Terminal<'a, T> {
        Terminal {
            table,
            practice,
            out,
            input: io::stdin().lock(),
            watch: Watch::default(),
        }
    }

    /// Plays until the game is won, or the person stops. Before the score at the end stands this.
    pub(crate) fn play(&mut self, before_score: &str) -> Result<(), Failure> {
        while self.table.winner().is_none() {
            writeln!(self.out, "\n{}", self.table.beginning())?;
            if let End::Stopped = self.play_hand()? {
                let score = self.table.score();
                return Ok(writeln!(self.out, "You stopped at {score}.")?);
            }
            if let Some(outcome) = self.table.outcome() {
                writeln!(self.out, "{outcome}")?;
            }
            self.table.next_hand();
        }
        let who = if self.table.winner() == Some(Side::NorthSouth) {
            "You and North win"
        } else {
            "East and West win"
        };
        let score = self.table.score();
        Ok(writeln!(self.out, "\n{who}{before_score} {score}.")?)
    }

    fn play_hand(&mut self) -> Result<End, Failure> {
        loop {
            while let Some(made) = self.table.bot_moves(&self.watch)? {
                writeln!(self.out, "  {made}")?;
                self.end_of_trick()?;
            }
            if !self.table.is_your_turn() {
                return Ok(End::Over);
            }
            if let End::Stopped = self.your_turn()? {
                return Ok(End::Stopped);
            }
            self.end_of_trick()?;
        }
    }

    /// Says who took the trick, if one has just been finished.
    fn end_of_trick(&mut self) -> Result<(), Failure> {
        if let Some(taken) = self.table.trick_taken() {
            writeln!(self.out, "  {taken}")?;
        }
        Ok(())
    }

    fn your_turn(&mut self) -> Result<End, Failure> {
        write!(self.out, "\n{}", self.table.your_turn())?;
        loop {
            let Some(text) = typed(&mut self.input, &mut self.out)? else {
                return Ok(End::Stopped);
            };
            match text.as_str() {
                "" => {}
                "q" | "quit" => return Ok(End::Stopped),
                "?" | "h" | "hint" => write!(self.out, "{}", self.table.hint(&self.watch)?)?,
                "o" | "odds" => write!(self.out, "{}", self.table.odds(&self.watch)?)?,
                "u" | "undo" if !self.practice => writeln!(
                    self.out,
                    "Moves are taken back in practice only: --practice."
                )?,
                "u" | "undo" if self.table.undo() => {
                    writeln!(self.out, "Taken back.")?;
                    return Ok(End::Over);
                }
                "u" | "undo" => writeln!(self.out, "There is nothing to take back in this hand.")?,
                text => match self.table.make_meant(text, &self.watch)? {
                    Ok(()) => return Ok(End::Over),
                    Err(wrong) => writeln!(self.out, "{wrong}")?,
                },
            }
        }
    }
}

/// The longest answer that is read.
const MOST: u64 = 1000;

/// What is typed after a prompt, in small letters; none at the end of the input.
fn typed(input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<String>, Failure> {
    write!(out, "> ")?;
    out.flush()?;
    let mut line = Vec::new();
    if input.take(MOST).read_until(b'\n', &mut line)? == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_lowercase()))
}

/// The text of a file with a game.
pub(crate) fn text_of(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST_RECORD as u64).read_to_string(&mut text))
        .with_context(|| format!("cannot read {}", path.display()))?;
    Ok(text)
}

/// Where programs keep what is theirs.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        std::env::var_os(name)
            .filter(|path| !path.is_empty())
            .map(PathBuf::from)
    };
    folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
        .map(|folder| folder.join("fairdeal"))
}

/// Makes a folder, if it is not there.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// The place of the game that was stopped last.
pub(crate) struct KeptFile {
    /// What the game is called: `euchre`.
    game: &'static str,
    path: PathBuf,
}

impl KeptFile {
    /// That of a game; none where programs have no place for what is theirs.
    pub(crate) fn of(game: &'static str) -> Option<KeptFile> {
        let path = data_folder()?.join(format!("{game}.game.json"));
        Some(KeptFile { game, path })
    }

    /// What was kept there, read by `read`.
    pub(crate) fn resumed<T, E>(
        kept: Option<&KeptFile>,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, Failure>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        let none = || anyhow::anyhow!("no game was stopped: there is nothing to go on with");
        let kept = kept.filter(|kept| kept.path.is_file()).ok_or_else(none)?;
        let read = read(&text_of(&kept.path)?);
        Ok(read.with_context(|| kept.path.display().to_string())?)
    }

    /// Keeps a game that was stopped; one that was gone on with, and is over, is not kept any more.
    pub(crate) fn after(
        kept: Option<KeptFile>,
        stopped: Option<impl serde::Serialize>,
        resumed: bool,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match (kept, stopped) {
            (Some(kept), Some(game)) => kept.keep(&game, resumed, out),
            (Some(kept), None) if resumed => kept.forget(),
            _ => Ok(()),
        }
    }

    /// Keeps a game that was stopped, and says so.
    fn keep(
        &self,
        game: &impl serde::Serialize,
        resumed: bool,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if let Some(folder) = self.path.parent() {
            make_folder(folder)?;
        }
        let file = output::small_file(&self.path, serde_json::to_string(game)?.as_bytes())?;
        if resumed {
            file.replace()?;
        } else {
            // Another game may have been stopped before.
            file.finish(false)?;
        }
        let name = self.game;
        Ok(writeln!(
            out,
            "The game is kept: 'fairdeal {name} play --resume' goes on with it."
        )?)
    }

    /// A game that was gone on with is over, and need not be kept any more.
    fn forget(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                let cannot = format!("cannot remove {}", self.path.display());
                Err(anyhow::Error::new(error).context(cannot).into())
            }
            _ => Ok(()),
        }
    }
}
