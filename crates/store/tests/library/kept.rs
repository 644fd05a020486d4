//! What was counted is kept beside the profiles: looking again takes no work, and nothing depends on it.

use std::fs;
use std::path::{Path, PathBuf};

use profile::LoadedProfile;
use serde_json::json;
use space::{Budget, Watch};
use store::{ProfileListing, ProfileStore};
use tempfile::TempDir;

const FILES: [&str; 2] = ["combinations", "profiles"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A store with a copy of these files.
fn shelf(files: &[PathBuf]) -> (TempDir, ProfileStore) {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        fs::copy(file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    let store = ProfileStore::at(folder.path());
    (folder, store)
}

fn example(name: &str) -> PathBuf {
    root().join(format!("examples/profiles/{name}.json"))
}

fn small() -> (TempDir, ProfileStore) {
    shelf(&["b-five-spades", "two-tight-seats", "one-notrump"].map(example))
}

fn listed(store: &ProfileStore) -> ProfileListing {
    store.listing(1, &Watch::default()).unwrap()
}

/// A listing for which nothing is looked at: whatever takes work looks at the watch, and would be stopped.
fn without_work(store: &ProfileStore) -> ProfileListing {
    store.listing(1, &Watch::stopping_at(1)).unwrap()
}

fn odds(listing: &ProfileListing) -> Vec<&str> {
    listing.profiles.iter().map(|one| &*one.odds).collect()
}

fn kept(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(".counts").join(name)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_second_look_takes_no_work() {
    let (folder, store) = small();
    let before = names(folder.path());
    assert!(store.listing(1, &Watch::stopping_at(1)).is_err());
    let first = listed(&store);
    assert_eq!(without_work(&store), first);
    let mut expected = before.clone();
    expected.insert(0, ".counts".to_owned());
    assert_eq!(names(folder.path()), expected, "nothing else is written");
    assert_eq!(names(&folder.path().join(".counts")), FILES);
    // Deleting it loses nothing but time.
    fs::remove_dir_all(folder.path().join(".counts")).unwrap();
    assert!(store.listing(1, &Watch::stopping_at(1)).is_err());
    assert_eq!(listed(&store), first);
}

#[test]
fn a_shelf_of_large_profiles_is_listed_with_bounded_work() {
    let folders = ["examples/profiles", "benches/shelf"].map(|folder| root().join(folder));
    let files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| names(folder).into_iter().map(|name| folder.join(name)))
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    assert_eq!(files.len(), 14);
    let (_folder, store) = shelf(&files);
    let watch = Watch::default();
    let first = store.listing(2, &watch).unwrap();
    let known = |one: &store::ListedProfile| one.known.clone().unwrap();
    let combinations: usize = first
        .profiles
        .iter()
        .map(|one| known(one).combinations)
        .sum();
    assert!(combinations > 5_000, "{combinations}");
    for one in &first.profiles {
        let about = if known(one).exact {
            "1 in "
        } else {
            "about 1 in "
        };
        assert!(one.odds.starts_with(about), "{}: {}", one.name, one.odds);
    }
    assert_eq!(without_work(&store), first);
}

#[test]
fn an_estimate_is_replaced_once_it_is_counted() {
    let (_folder, store) = shelf(&[example("one-notrump")]);
    let about = listed(&store);
    assert!(odds(&about)[0].starts_with("about 1 in 2"), "{about:?}");
    let known = about.profiles[0].known.clone().unwrap();
    assert!(!known.exact && known.error.is_some());
    let shown = store
        .show("one notrump and its responses", 1, &Watch::default())
        .unwrap();
    assert_eq!(shown.standing, ["1 deal in 270.5, counted exactly"]);
    assert!(shown.known.as_ref().unwrap().exact);
    let counted = without_work(&store);
    assert_eq!(odds(&counted), ["1 in 270.5"]);
    assert_eq!(counted.profiles[0].known, shown.known);
    let again = store.show("one notrump and its responses", 1, &Watch::stopping_at(1));
    assert_eq!(again.unwrap(), shown);
}

#[test]
fn what_others_counted_is_listed_too() {
    let (_folder, store) = shelf(&[example("one-notrump")]);
    listed(&store);
    let entry = store.find("one-notrump").unwrap();
    let watch = Watch::default();
    let counts = store.kept_counts();
    let loaded = LoadedProfile::new(profile::read(&entry.text), &watch).unwrap();
    let loaded = loaded.keeping(&counts);
    loaded.odds(Budget::default(), 2, &watch).unwrap();
    store.keep_counted(&entry.document, &loaded, &counts);
    assert_eq!(odds(&without_work(&store)), ["1 in 270.5"]);
}

#[test]
fn the_wizard_knows_what_was_counted() {
    use wizard::{OddsQuestion, OddsSource, PlainCounting};
    let (_folder, store) = shelf(&[example("two-tight-seats"), example("one-notrump")]);
    let watch = Watch::default();
    let question = |name: &str| OddsQuestion::of(&store.find(name).unwrap().document);
    let plain = PlainCounting.odds(&question("two-tight-seats"), 1, &watch);
    let counted = store.odds(&question("two-tight-seats"), 1, &watch);
    assert_eq!(counted, plain);
    assert_eq!(store.kept_counts().len(), 1);
    assert!(odds(&listed(&store)).contains(&"1 in 78.5"));
    // What was shown is known without any work.
    let shown = store.show("one-notrump", 1, &watch).unwrap();
    let known = store.odds(&question("one-notrump"), 1, &Watch::stopping_at(1));
    assert_eq!(known.unwrap().lines(), shown.standing);
    // Something that is not finished is asked about as ever.
    let unfinished = OddsQuestion::of(&json!({"dealer": 7}));
    let said = store.odds(&unfinished, 1, &watch);
    assert_eq!(said, PlainCounting.odds(&unfinished, 1, &watch));
}

#[test]
fn copies_and_versions_are_known() {
    let (_folder, store) = small();
    listed(&store);
    store.copy("b-five-spades", "Five").unwrap();
    store.save_as("Five", "2.0").unwrap();
    store.rename("Five@2.0", "Six").unwrap();
    assert_eq!(without_work(&store).profiles.len(), 5);
    // Another range is another profile.
    let entry = store.find("Six").unwrap();
    let changed = entry.text.replace("\"min_cards\": 5", "\"min_cards\": 6");
    assert_ne!(changed, entry.text);
    store.replace(&entry, &changed).unwrap();
    assert!(store.listing(1, &Watch::stopping_at(1)).is_err());
    assert!(odds(&listed(&store)).contains(&"1 in 19.4"));
}

#[test]
fn damaged_files_are_passed_over_and_made_anew() {
    let (folder, store) = small();
    let first = listed(&store);
    let good = FILES.map(|name| fs::read(kept(&folder, name)).unwrap());
    let damages: [Damage; 8] = [
        |_| Vec::new(),
        |good| good[..good.len() / 2].to_vec(),
        |good| good[..good.len() - 1].to_vec(),
        another_digit,
        |good| [good, b"x"].concat(),
        |_| vec![b'9'; 20 << 20],
        |_| b"\xff\xfe\x00".to_vec(),
        |good| {
            String::from_utf8_lossy(good)
                .replacen(env!("CARGO_PKG_VERSION"), "99.0.0", 1)
                .into_bytes()
        },
    ];
    for (at, damage) in damages.iter().enumerate() {
        for (name, good) in FILES.iter().zip(&good) {
            let damaged = damage(good);
            assert_ne!(&damaged, good, "{at}");
            fs::write(kept(&folder, name), damaged).unwrap();
        }
        assert!(store.kept_counts().is_empty(), "{at}");
        assert!(
            store.listing(1, &Watch::stopping_at(1)).is_err(),
            "{at}: nothing is known"
        );
        assert_eq!(listed(&store), first, "{at}");
        for (name, good) in FILES.iter().zip(&good) {
            assert_eq!(&fs::read(kept(&folder, name)).unwrap(), good, "{at}");
        }
    }
    // One of them by itself.
    fs::write(kept(&folder, "combinations"), "").unwrap();
    assert_eq!(without_work(&store), first);
}

/// What becomes of a file.
type Damage = fn(&[u8]) -> Vec<u8>;

/// The last digit is another one.
fn another_digit(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = bytes.iter().rposition(u8::is_ascii_digit).unwrap();
    bytes[at] = if bytes[at] == b'7' { b'3' } else { b'7' };
    bytes
}

#[test]
fn what_was_kept_of_other_profiles_says_nothing() {
    let (folder, store) = small();
    let first = listed(&store);
    let (other_folder, other) = shelf(&[example("a-anything"), example("e-six-spades")]);
    listed(&other);
    for name in FILES {
        fs::copy(kept(&other_folder, name), kept(&folder, name)).unwrap();
    }
    assert!(store.listing(1, &Watch::stopping_at(1)).is_err());
    assert_eq!(listed(&store), first);
}

#[test]
fn a_store_that_cannot_be_written_works_without() {
    // A file where the folder would be: nothing can be kept, whoever we are.
    let (folder, store) = small();
    fs::write(folder.path().join(".counts"), "mine").unwrap();
    let first = listed(&store);
    assert_eq!(listed(&store), first);
    assert!(store.show("one-notrump", 1, &Watch::default()).is_ok());
    assert_eq!(
        fs::read_to_string(folder.path().join(".counts")).unwrap(),
        "mine"
    );
    // A folder where a file would be.
    let (folder, store) = small();
    for name in FILES {
        fs::create_dir_all(kept(&folder, name).join("mine")).unwrap();
    }
    assert_eq!(odds(&listed(&store)), odds(&first));
    // A folder that is not there is not made.
    let nowhere = folder.path().join("nowhere");
    assert!(
        listed(&ProfileStore::at(&nowhere)).profiles.is_empty() && !nowhere.exists(),
        "nothing to list"
    );
    ProfileStore::at(&nowhere).keep_counts(&store.kept_counts());
    assert!(!nowhere.exists());
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_only_be_read_works_without() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, store) = small();
    let may = |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    may(0o555);
    let first = listed(&store);
    let again = listed(&store);
    may(0o755);
    assert_eq!(first, again);
}

#[cfg(unix)]
#[test]
fn nothing_is_written_or_read_elsewhere() {
    use std::os::unix::fs::symlink;
    let elsewhere = tempfile::tempdir().unwrap();
    // The folder leads somewhere else.
    let (folder, store) = small();
    symlink(elsewhere.path(), folder.path().join(".counts")).unwrap();
    let first = listed(&store);
    assert!(names(elsewhere.path()).is_empty());
    // A file leads somewhere else: to what might have been written here, and to nothing.
    let (folder, store) = small();
    assert_eq!(odds(&listed(&store)), odds(&first));
    for name in FILES {
        let path = kept(&folder, name);
        fs::rename(&path, elsewhere.path().join(name)).unwrap();
        symlink(elsewhere.path().join(name), &path).unwrap();
    }
    let before = FILES.map(|name| fs::read(elsewhere.path().join(name)).unwrap());
    assert!(
        store.listing(1, &Watch::stopping_at(1)).is_err(),
        "it is not read through the link"
    );
    assert_eq!(odds(&listed(&store)), odds(&first));
    assert!(!kept(&folder, "profiles").is_symlink());
    assert_eq!(
        before,
        FILES.map(|name| fs::read(elsewhere.path().join(name)).unwrap())
    );
    fs::remove_file(kept(&folder, "profiles")).unwrap();
    symlink(elsewhere.path().join("new"), kept(&folder, "profiles")).unwrap();
    assert_eq!(odds(&listed(&store)), odds(&first));
    assert_eq!(names(elsewhere.path()), FILES);
}

#[test]
fn many_at_once_do_not_disturb_each_other() {
    let (folder, store) = small();
    let first = listed(&store);
    for _ in 0..5 {
        fs::remove_dir_all(folder.path().join(".counts")).unwrap();
        std::thread::scope(|scope| {
            for number in 0..4 {
                let (store, first) = (&store, &first);
                scope.spawn(move || {
                    if number == 0 {
                        store.show("b-five-spades", 1, &Watch::default()).unwrap();
                    }
                    assert_eq!(&listed(store), first);
                });
            }
        });
        assert_eq!(names(&folder.path().join(".counts")), FILES);
        assert_eq!(without_work(&store), first);
    }
}

#[test]
fn a_listing_looks_at_so_many_new_profiles_and_goes_on_the_next_time() {
    let (_folder, store) = shelf(&[]);
    for number in 0..40 {
        let document = json!({
            "profile_name": format!("No {number}"), "dealer": "N", "tag": "Opener",
            "seat_profiles": {"N": {"subprofiles": [{"standard": {"total_min_hcp": number % 38, "spades": {"min_cards": number / 38}}}]}},
        });
        store.put(&document.to_string()).unwrap();
    }
    let counted = |listing: &ProfileListing| {
        let known = listing.profiles.iter();
        known.filter(|one| one.odds != "not counted").count()
    };
    let first = listed(&store);
    assert_eq!(counted(&first), 30);
    let waiting = first.profiles.iter().find(|one| one.odds == "not counted");
    assert_eq!(waiting.unwrap().known, None);
    assert_eq!(counted(&listed(&store)), 40);
    assert_eq!(counted(&without_work(&store)), 40);
}
