//! Reading files and standard input, never more than a bound.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// What a file is called in messages; - is standard input.
pub(crate) fn name_of(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// The bytes of a file. More than `most` are refused, with the reason that follows the file's name.
pub(crate) fn bytes_of(path: &Path, most: u64, refused: &str) -> anyhow::Result<Vec<u8>> {
    let name = name_of(path);
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| anyhow::anyhow!(fairdeal::cannot_read(Path::new(&name), &error)))?;
    if bytes.len() as u64 > most {
        anyhow::bail!("{name} {refused}")
    } else {
        Ok(bytes)
    }
}

/// The text of a file, in the same way.
pub(crate) fn text_of(path: &Path, most: u64, refused: &str) -> anyhow::Result<String> {
    let text = String::from_utf8(bytes_of(path, most, refused)?);
    text.map_err(|_| anyhow::anyhow!("{} is not UTF-8 text", name_of(path)))
}
