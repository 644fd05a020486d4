//! Reading a view from a file or from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use fairdeal::euchre::{View, limits::LONGEST_VIEW};

pub(crate) fn read(path: &Path) -> anyhow::Result<View> {
    let (text, name) = text(path)?;
    View::from_json(&text).context(name)
}

/// The text of a view, and what it is called.
pub(crate) fn text(path: &Path) -> anyhow::Result<(String, String)> {
    let (text, name) = if path == Path::new("-") {
        let name = PathBuf::from("standard input");
        (read_all(io::stdin().lock()), name)
    } else {
        (File::open(path).and_then(read_all), path.to_owned())
    };
    let name = name.display().to_string();
    let text = text.with_context(|| format!("cannot read {name}"))?;
    if text.len() > LONGEST_VIEW {
        anyhow::bail!("{name} is larger than 1 MB: that is no view");
    }
    Ok((text, name))
}

fn read_all(reader: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    let most = LONGEST_VIEW as u64 + 1;
    reader.take(most).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
