//! Which files of boards somebody means: a file, those of a folder, or those that a pattern matches.
//!
//! A folder often has several versions of one name: `weak-two-v1.lin` and `weak-two-v2.lin`, or `friday_20250131.lin` and
//! `friday_20250207.lin`. Of these the newest is meant. This knows names and times of files; what is in them it does not look
//! at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use answer::ErrorBody;
use bridge::Format;

use crate::combine::Weight;
use crate::error::Error;

/// What a folder is looked through for, the formats that say the most first. Tables and JSON are statistics as often as
/// boards: they must be named.
const IN_FOLDERS: [Format; 7] = [
    Format::Pbn,
    Format::Lin,
    Format::Rbn,
    Format::Dup,
    Format::Dlm,
    Format::Bri,
    Format::Oneline,
];
/// More files than this were not meant.
const MOST_FILES: usize = 10_000;

/// A file, a folder or a pattern that somebody named, and the weight of each file that it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedFiles {
    /// Its path; a `*` in it stands for any letters, and a `?` for one.
    pub path: PathBuf,
    /// How many boards of each of its files there are for those of the others.
    pub weight: Weight,
}

/// A file of boards and its weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardFile {
    /// Where it is.
    pub path: PathBuf,
    /// How many of its boards there are for those of the others.
    pub weight: Weight,
}

/// The files that are meant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChosenFiles {
    /// Those to read, in the order in which they were named, and by name within a folder.
    pub files: Vec<BoardFile>,
    /// Those that are left out because another file is a newer version of them, or the same boards in another format, each
    /// with that file.
    pub older: Vec<(PathBuf, PathBuf)>,
    /// Those that are left out because their weight is 0.
    pub without_weight: Vec<PathBuf>,
}

impl ChosenFiles {
    /// The files that are meant. Of a folder or a pattern only the newest of each name: the highest version in the name
    /// (`-v1.2`, `@1.2`), then the latest date in it (`20250131`, `2025-01-31`, perhaps with a time), then the format that
    /// says the most, then the file that was changed last. With `newest`, the same holds of files that were named one by
    /// one. A file that is named itself has the weight it is named with, whatever that of its folder.
    ///
    /// # Errors
    /// A folder without files of boards, a pattern that matches nothing, or more files than anyone means.
    pub fn new(named: &[NamedFiles], newest: bool) -> Result<ChosenFiles, Error> {
        let mut found: Vec<(BoardFile, bool)> = Vec::new();
        for NamedFiles { path, weight } in named {
            let (paths, one_by_one) = match Meant::of(path) {
                Meant::File => (vec![path.clone()], true),
                Meant::Folder => (in_folder(path)?, false),
                Meant::Pattern => (matching(path)?, false),
            };
            let weight = *weight;
            let files = paths.into_iter().map(|path| BoardFile { path, weight });
            found.extend(files.map(|file| (file, one_by_one)));
            if found.len() > MOST_FILES {
                return Err(refused(format!("these are more than {MOST_FILES} files")));
            }
        }
        let own = found.iter().filter(|(_, one_by_one)| *one_by_one);
        let own: BTreeSet<PathBuf> = own
            .filter_map(|(file, _)| file.path.canonicalize().ok())
            .collect();
        let compared = |one_by_one: bool| newest || !one_by_one;
        let named_in = |path: &Path| {
            let (name, age) = Age::of(path);
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            ((folder, name), age)
        };
        let mut newest_of: BTreeMap<(PathBuf, String), (Age, PathBuf)> = BTreeMap::new();
        for (file, _) in found.iter().filter(|(_, one)| compared(*one)) {
            let (name, age) = named_in(&file.path);
            let known = newest_of.entry(name);
            let entry = known.or_insert_with(|| (age.clone(), file.path.clone()));
            if (&age, &file.path) > (&entry.0, &entry.1) {
                *entry = (age, file.path.clone());
            }
        }
        let mut chosen = ChosenFiles::default();
        for (file, one_by_one) in found {
            let is_own = || {
                file.path
                    .canonicalize()
                    .is_ok_and(|path| own.contains(&path))
            };
            if !one_by_one && is_own() {
                continue;
            }
            let newer = newest_of.get(&named_in(&file.path).0);
            let newer = newer.filter(|(_, newest)| compared(one_by_one) && *newest != file.path);
            match newer {
                Some((_, newer)) => chosen.older.push((file.path, newer.clone())),
                None if file.weight.is_zero() => chosen.without_weight.push(file.path),
                None => chosen.files.push(file),
            }
        }
        Ok(chosen)
    }
}

/// What a path stands for.
enum Meant {
    File,
    Folder,
    Pattern,
}

impl Meant {
    /// A path that is there is meant as it is written.
    fn of(path: &Path) -> Meant {
        if path.is_dir() {
            Meant::Folder
        } else if !path.exists() && path.components().any(is_pattern) {
            Meant::Pattern
        } else {
            Meant::File
        }
    }
}

fn is_pattern(component: Component) -> bool {
    let text = component.as_os_str().to_string_lossy();
    matches!(component, Component::Normal(_)) && text.contains(['*', '?'])
}

fn refused(message: String) -> Error {
    Error::Other(ErrorBody::new("board-files", message))
}

fn extension(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_lowercase()
}

/// Its place among the formats of folders, the first one the highest; 0 for others.
fn rank(path: &Path) -> usize {
    let format = Format::from_extension(&extension(path));
    let place = IN_FOLDERS.iter().position(|known| Some(*known) == format);
    place.map_or(0, |place| IN_FOLDERS.len() - place)
}

/// The files of boards in a folder, by name; nothing of the folders in it.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = listed(folder)?;
    files.retain(|path| rank(path) > 0 && path.is_file());
    if files.is_empty() {
        let known: Vec<&str> = IN_FOLDERS.iter().map(|format| format.name()).collect();
        return Err(refused(format!(
            "{} has no files of boards ({}): name others one by one",
            folder.display(),
            known.join(", ")
        )));
    }
    Ok(files)
}

/// What is in a folder, by name; hidden files are not.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let cannot = |error: std::io::Error| Error::Unreadable(crate::cannot_read(folder, &error));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let name = entry.map_err(cannot)?.file_name();
        if !name.as_encoded_bytes().starts_with(b".") {
            names.push(name);
        }
        if names.len() > MOST_FILES {
            let folder = folder.display();
            return Err(refused(format!(
                "{folder} has more than {MOST_FILES} files"
            )));
        }
    }
    answer::sort(&mut names);
    Ok(names.into_iter().map(|name| folder.join(name)).collect())
}

/// The files that a pattern matches, by name. One that says its extension means files of that extension, whatever it is.
fn matching(pattern: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = vec![PathBuf::new()];
    for component in pattern.components() {
        if !is_pattern(component) {
            for path in &mut found {
                path.push(component);
            }
            continue;
        }
        let wanted: Vec<char> = component.as_os_str().to_string_lossy().chars().collect();
        let mut next = Vec::new();
        for folder in &found {
            let look_in = if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            };
            if !look_in.is_dir() {
                continue;
            }
            for path in listed(look_in)? {
                let name = path.file_name().unwrap_or_default();
                let letters: Vec<char> = name.to_string_lossy().chars().collect();
                if matches(&wanted, &letters) {
                    next.push(folder.join(name));
                }
            }
            if next.len() > MOST_FILES {
                let pattern = pattern.display();
                return Err(refused(format!(
                    "{pattern} matches more than {MOST_FILES} files"
                )));
            }
        }
        found = next;
    }
    let own = extension(pattern);
    let own = (!own.is_empty() && !own.contains(['*', '?'])).then_some(own);
    found.retain(|path| {
        let said = own.as_ref().is_some_and(|own| *own == extension(path));
        path.is_file() && (said || rank(path) > 0)
    });
    if found.is_empty() {
        return Err(refused(format!(
            "{} matches no file of boards",
            pattern.display()
        )));
    }
    Ok(found)
}

/// Whether a name is one that a pattern stands for. Time is in proportion to the product of their lengths.
fn matches(pattern: &[char], name: &[char]) -> bool {
    let (mut at, mut from) = (0, 0);
    // The last star, and the letter up to which it goes so far.
    let mut star: Option<(usize, usize)> = None;
    while from < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(&letter) if letter == '?' || letter == name[from] => {
                at += 1;
                from += 1;
            }
            _ => match star {
                Some((place, upto)) => {
                    star = Some((place, upto + 1));
                    at = place + 1;
                    from = upto + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&letter| letter == '*')
}

/// How new a file is among those of its name: what is greater is newer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Age {
    version: (Vec<u64>, String),
    /// Its digits, from the year on.
    date: String,
    rank: usize,
    changed: Option<SystemTime>,
}

impl Age {
    /// The name of a file without its version and date, and how new it is.
    fn of(path: &Path) -> (String, Age) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let (name, version, date) = name_version_date(&stem);
        let age = Age {
            version: store::version_order(&version),
            date,
            rank: rank(path),
            changed: fs::metadata(path).and_then(|known| known.modified()).ok(),
        };
        (name, age)
    }
}

const SEPARATORS: [char; 6] = ['-', '_', ' ', '.', ':', 'T'];

/// `Weak two-v1.2_20250131` is `weak two`, `1.2`, `20250131`. A name never becomes empty.
fn name_version_date(stem: &str) -> (String, String, String) {
    let (mut name, mut version, mut date) = (stem, String::new(), String::new());
    loop {
        if let Some((before, found)) = version_at_end(name).filter(|_| version.is_empty()) {
            (name, version) = (before, found);
        } else if let Some((before, found)) = date_at_end(name).filter(|_| date.is_empty()) {
            (name, date) = (before, found);
        } else {
            return (name.to_lowercase(), version, date);
        }
    }
}

/// What comes before, without separators at its end; `None` if that is nothing.
fn before(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(['-', '_', ' ', '.']);
    (!text.is_empty()).then_some(text)
}

/// `@1.2`, or `v1.2` after a separator.
fn version_at_end(stem: &str) -> Option<(&str, String)> {
    let is_version = |text: &str| {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
        text.starts_with(|letter: char| letter.is_ascii_digit()) && text.chars().all(plain)
    };
    if let Some((name, version)) = stem.rsplit_once('@')
        && is_version(version)
    {
        return Some((before(name)?, version.to_lowercase()));
    }
    let (name, version) = stem.rsplit_once(['v', 'V'])?;
    let apart = name.ends_with(['-', '_', ' ', '.']);
    (apart && is_version(version)).then_some((before(name)?, version.to_lowercase()))
}

/// `20250131`, `2025-01-31`, and either with a time after it: `20250131_1830`, `2025-01-31 18.30.05`.
fn date_at_end(stem: &str) -> Option<(&str, String)> {
    let is_part = |letter: char| letter.is_ascii_digit() || SEPARATORS.contains(&letter);
    let from = stem.rfind(|letter: char| !is_part(letter));
    let from = from.map_or(0, |at| {
        at + stem[at..].chars().next().map_or(0, char::len_utf8)
    });
    // The longest that is a date: a number before it may belong to the name.
    let starts = stem[from..].char_indices().map(|(at, _)| from + at);
    starts
        .filter(|&at| at > 0 && stem[at..].starts_with(|letter: char| letter.is_ascii_digit()))
        .filter(|&at| !stem[..at].ends_with(|letter: char| letter.is_ascii_digit()))
        .find_map(|at| Some((before(&stem[..at])?, date(&stem[at..])?)))
}

/// The digits of a date, perhaps with a time.
fn date(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split(SEPARATORS).collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let time = match lengths[..] {
        [8, ref time @ ..] | [4, 2, 2, ref time @ ..] => time,
        [12 | 14] => &[],
        _ => return None,
    };
    if !matches!(time, [] | [4] | [6] | [2, 2] | [2, 2, 2]) {
        return None;
    }
    let digits = groups.concat();
    let number = |range: std::ops::Range<usize>| match digits.get(range) {
        Some(digits) => digits.parse().unwrap_or(u32::MAX),
        None => 0,
    };
    let is_date = (1900..3000).contains(&number(0..4))
        && (1..=12).contains(&number(4..6))
        && (1..=31).contains(&number(6..8));
    let is_time = number(8..10) < 24 && number(10..12) < 60 && number(12..14) < 60;
    (is_date && is_time).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_versions_and_dates() {
        for (stem, wanted) in [
            ("weak two", ("weak two", "", "")),
            ("Weak Two@1.2", ("weak two", "1.2", "")),
            ("weak-two-v1.0", ("weak-two", "1.0", "")),
            ("weak_two V0.2b", ("weak_two", "0.2b", "")),
            ("friday_20250131", ("friday", "", "20250131")),
            ("friday-2025-01-31", ("friday", "", "20250131")),
            (
                "friday 2025-01-31 18.30.05",
                ("friday", "", "20250131183005"),
            ),
            ("friday_20250131T1830", ("friday", "", "202501311830")),
            ("friday-v2_20250131", ("friday", "2", "20250131")),
            ("friday_20250131-v2", ("friday", "2", "20250131")),
            ("lesson 3 20250131", ("lesson 3", "", "20250131")),
            // What only looks like it is a part of the name.
            ("lesson-3", ("lesson-3", "", "")),
            ("counts-12345678", ("counts-12345678", "", "")),
            ("friday-20251331", ("friday-20251331", "", "")),
            ("20250131", ("20250131", "", "")),
            ("v2", ("v2", "", "")),
            ("serv2", ("serv2", "", "")),
            ("@1", ("@1", "", "")),
            ("", ("", "", "")),
            ("é20250131", ("é", "", "20250131")),
        ] {
            let (name, version, date) = name_version_date(stem);
            assert_eq!((&*name, &*version, &*date), wanted, "{stem}");
        }
    }

    #[test]
    fn patterns_match_letters() {
        let found = |pattern: &str, name: &str| {
            let letters = |text: &str| text.chars().collect::<Vec<char>>();
            matches(&letters(pattern), &letters(name))
        };
        for (pattern, name) in [
            ("*.lin", "a.lin"),
            ("*", ""),
            ("a?c*", "abc"),
            ("*a*b", "xaxab"),
            ("é*", "éa"),
        ] {
            assert!(found(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("*.lin", "a.pbn"),
            ("?", ""),
            ("a", "ab"),
            ("a*b", "ac"),
            ("", "a"),
        ] {
            assert!(!found(pattern, name), "{pattern} {name}");
        }
        // Many stars and no match take no time.
        assert!(!found(
            &"*a".repeat(100),
            &"a".repeat(99).repeat(20).replace('a', "b")
        ));
    }

    /// A folder with these files, all empty, each changed a minute after the one before.
    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, minute) in names.iter().zip(1..) {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let file = fs::File::create(path).unwrap();
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(60 * minute);
            file.set_modified(time).unwrap();
        }
        folder
    }

    fn chosen(folder: &Path, named: &[(&str, u32)], newest: bool) -> Result<ChosenFiles, Error> {
        let named = named.iter().map(|(name, weight)| NamedFiles {
            path: folder.join(name),
            weight: (*weight).into(),
        });
        ChosenFiles::new(&named.collect::<Vec<_>>(), newest)
    }

    /// The names of the files that were chosen, and their weights.
    fn names(folder: &Path, chosen: &ChosenFiles) -> Vec<(String, Weight)> {
        let name = |file: &BoardFile| {
            let path = file.path.strip_prefix(folder).unwrap();
            (path.to_string_lossy().into_owned(), file.weight)
        };
        chosen.files.iter().map(name).collect()
    }

    fn taken(folder: &Path, named: &[(&str, u32)], newest: bool) -> Vec<String> {
        let chosen = chosen(folder, named, newest).unwrap();
        let names = names(folder, &chosen);
        names.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn of_each_name_a_folder_has_the_newest_is_taken() {
        let folder = folder(&[
            "weak-v1.10.lin",
            "weak-v1.9.lin",
            "Weak.lin",
            "friday_20250207.lin",
            "friday_20250131.lin",
            "boards.pbn",
            "boards.lin",
            "boards.txt",
            "manifest.json",
            "plain.dup",
            ".hidden.lin",
            "further/other.lin",
        ]);
        let place = folder.path();
        let newest = [
            "boards.pbn",
            "friday_20250207.lin",
            "plain.dup",
            "weak-v1.10.lin",
        ];
        assert_eq!(taken(place, &[("", 1)], false), newest);
        let found = chosen(place, &[("", 1)], false).unwrap();
        let older: Vec<String> = found
            .older
            .iter()
            .map(|(path, newer)| {
                let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
                format!("{} < {}", name(path), name(newer))
            })
            .collect();
        assert_eq!(
            older,
            [
                "Weak.lin < weak-v1.10.lin",
                "boards.lin < boards.pbn",
                "friday_20250131.lin < friday_20250207.lin",
                "weak-v1.9.lin < weak-v1.10.lin"
            ]
        );
        // Files that are named one by one are all taken, unless told otherwise.
        let named = [
            ("weak-v1.9.lin", 1),
            ("weak-v1.10.lin", 1),
            ("boards.lin", 1),
        ];
        assert_eq!(taken(place, &named, false).len(), 3);
        assert_eq!(taken(place, &named, true), ["weak-v1.10.lin", "boards.lin"]);
    }

    #[test]
    fn of_the_same_version_the_one_changed_last_is_taken() {
        let folder = folder(&["b v1.lin", "b-V1.lin", "b@1.lin"]);
        assert_eq!(taken(folder.path(), &[("", 1)], false), ["b@1.lin"]);
    }

    #[test]
    fn a_pattern_means_what_it_matches() {
        let folder = folder(&[
            "a-v1.lin",
            "a-v2.lin",
            "ab.lin",
            "b.json",
            "x/boards.pbn",
            "y/boards.pbn",
            "y/boards.lin",
        ]);
        let place = folder.path();
        assert_eq!(
            taken(place, &[("a*.lin", 1)], false),
            ["a-v2.lin", "ab.lin"]
        );
        assert_eq!(taken(place, &[("a?.lin", 1)], false), ["ab.lin"]);
        assert_eq!(taken(place, &[("*.json", 1)], false), ["b.json"]);
        assert_eq!(taken(place, &[("*", 1)], false), ["a-v2.lin", "ab.lin"]);
        // The same name in another folder is another name.
        assert_eq!(
            taken(place, &[("*/boards.*", 1)], false),
            ["x/boards.pbn", "y/boards.pbn"]
        );
        for nothing in ["q*.lin", "q*/boards.pbn", "b*.lin"] {
            let error = chosen(place, &[(nothing, 1)], false).unwrap_err();
            assert!(
                error.to_string().ends_with("matches no file of boards"),
                "{error}"
            );
        }
        let error = chosen(&place.join("x"), &[("..", 1)], false).map(|_| ());
        assert!(error.is_ok());
        fs::create_dir(place.join("empty")).unwrap();
        let error = chosen(place, &[("empty", 1)], false)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("has no files of boards (pbn, lin,"),
            "{error}"
        );
        // A name with a star in it that is there is that file.
        fs::write(place.join("a*.lin"), "").unwrap();
        assert_eq!(taken(place, &[("a*.lin", 1)], false), ["a*.lin"]);
    }

    #[test]
    fn a_file_that_is_named_itself_has_its_own_weight() {
        let folder = folder(&["a.lin", "b.lin", "c.lin"]);
        let named = [("", 2), ("b.lin", 0), ("./c.lin", 5)];
        let found = chosen(folder.path(), &named, false).unwrap();
        let wanted = [("a.lin", 2), ("./c.lin", 5)];
        let wanted = wanted.map(|(name, weight): (&str, u32)| {
            let path = folder.path().join(name);
            BoardFile {
                path,
                weight: weight.into(),
            }
        });
        assert_eq!(found.files, wanted);
        assert_eq!(found.without_weight, [folder.path().join("b.lin")]);
        // To leave the newest version out is not to take an older one for it; that one must be named.
        let folder = self::folder(&["a-v1.lin", "a-v2.lin", "b.lin"]);
        let without = [("", 1), ("a-v2.lin", 0)];
        assert_eq!(taken(folder.path(), &without, false), ["b.lin"]);
        let older = [("", 1), ("a-v2.lin", 0), ("a-v1.lin", 1)];
        assert_eq!(taken(folder.path(), &older, false), ["b.lin", "a-v1.lin"]);
        // A file that is not there is said when it is read.
        assert_eq!(taken(folder.path(), &[("q.lin", 1)], false), ["q.lin"]);
    }
}
