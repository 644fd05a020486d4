//! Reading a view from a file or from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use fairdeal::euchre::View;

/// A view is a few hundred bytes.
const MOST: u64 = 1 << 20;

pub(crate) fn read(path: &Path) -> anyhow::Result<View> {
    let (text, name) = if path == Path::new("-") {
        (
            read_all(io::stdin().lock()),
            PathBuf::from("standard input"),
        )
    } else {
        (File::open(path).and_then(read_all), path.to_owned())
    };
    let text = text.with_context(|| format!("cannot read {}", name.display()))?;
    if text.len() as u64 > MOST {
        anyhow::bail!("{} is larger than 1 MB: that is no view", name.display());
    }
    View::from_json(&text).with_context(|| name.display().to_string())
}

fn read_all(reader: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(MOST + 1).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
