//! What was counted of the profiles in a store, kept beside them so that looking does not count again. It is in the folder
//! `.counts`, in two files: what is known of each profile, by a mark of what it asks, and counts of single kinds of
//! combinations, which other versions of a profile share.
//!
//! Nothing here is needed. What cannot be read, is damaged, or was written by another version of the program is passed over
//! and made anew; what cannot be written is not kept. Files are written beside their place and moved there, so that two at
//! once see whole files; who writes last may leave out what the other has just counted, and that is counted again one day.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use profile::{
    ChanceBudget, CombinationsError, KeptCounts, LoadError, LoadedProfile, Mark, ProfileChance,
    RarestCombination,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use space::{Stopped, Watch};
use wizard::{OddsQuestion, OddsSoFar, OddsSource};

use crate::entry::{Entry, StoreContents};
use crate::error::StoreError;
use crate::files::{self, Overwrite};
use crate::folder::ProfileStore;

/// The folder in the store's.
const FOLDER: &str = ".counts";
/// What is known of profiles, and the counts.
const PROFILES: &str = "profiles";
const COUNTS: &str = "combinations";
/// More than this was not written here.
const MOST_BYTES: u64 = 4 << 20;
/// So many profiles that nobody has looked at yet are looked at for one listing; the others have to wait for the next.
const MOST_GLANCES: usize = 30;
/// So many profiles are known.
const MOST_PROFILES: usize = 2_000;
/// The version of the program: another may mean something else.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// What says nothing about deals: the same profile under another name is as rare.
const LABELS: [&str; 8] = [
    "profile_name",
    "description",
    "author",
    "version",
    "schema_version",
    "category",
    "sort_order",
    "rotated_from",
];

/// What is known of a profile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct KnownProfile {
    /// How likely a deal of it is; none if it has too many combinations to look at.
    pub(crate) chance: Option<KnownChance>,
    /// What was found by looking closely, if somebody did.
    pub(crate) looked: Option<LookedAt>,
}

/// How likely a deal is. Chances are written as text, so that they are read back to the last digit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct KnownChance {
    combinations: usize,
    dealable: usize,
    probability: Option<String>,
    error: Option<String>,
}

/// What is found by looking closely at a profile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct LookedAt {
    /// Why some combinations cannot be dealt, the first few reasons.
    pub(crate) reasons: Vec<String>,
    /// The rarest combination in words, its chance, and whether that was counted.
    pub(crate) rarest: Option<(String, String, bool)>,
}

impl From<&ProfileChance> for KnownChance {
    fn from(chance: &ProfileChance) -> KnownChance {
        KnownChance {
            combinations: chance.combinations,
            dealable: chance.dealable,
            probability: chance.probability.map(|number| number.to_string()),
            error: chance.error.map(|number| number.to_string()),
        }
    }
}

impl KnownProfile {
    /// How likely a deal is, if that is known.
    pub(crate) fn chance(&self) -> Option<ProfileChance> {
        self.chance.as_ref().and_then(KnownChance::chance)
    }

    /// What is counted is worth more than what is estimated, and a close look more than a glance.
    fn worth(&self) -> (bool, bool) {
        let exact = self.chance().is_some_and(|chance| chance.is_exact());
        (exact, self.looked.is_some())
    }

    /// Whether what it says of chances are chances.
    fn is_sound(&self) -> bool {
        self.chance.is_none() || self.chance().is_some()
    }
}

impl LookedAt {
    /// The rarest combination, if there is one; `None` if what is written there is no chance.
    fn rarest(&self) -> Option<Option<RarestCombination>> {
        let Some((words, probability, exact)) = &self.rarest else {
            return Some(None);
        };
        Some(Some(RarestCombination {
            combination: words.clone(),
            probability: number(probability)?,
            exact: *exact,
        }))
    }
}

/// A chance as it was written.
fn number(text: &str) -> Option<f64> {
    let number = text.parse().ok();
    number.filter(|number| (0.0..=1.0).contains(number))
}

impl KnownChance {
    fn chance(&self) -> Option<ProfileChance> {
        let given = |text: &Option<String>| match text {
            None => Some(None),
            Some(text) => number(text).map(Some),
        };
        let chance = ProfileChance {
            combinations: self.combinations,
            dealable: self.dealable,
            probability: given(&self.probability)?,
            error: given(&self.error)?,
        };
        (chance.dealable <= chance.combinations).then_some(chance)
    }
}

/// What is known of the profiles of a store.
pub(crate) type KnownProfiles = BTreeMap<String, KnownProfile>;

/// By what a profile is known again: all that it says, but for what it is called.
pub(crate) fn key(document: &Value) -> String {
    let mut document = document.clone();
    if let Some(fields) = document.as_object_mut() {
        fields.retain(|name, _| !LABELS.contains(&name.as_str()));
    }
    Mark::of(document.to_string()).to_string()
}

impl ProfileStore {
    /// What was counted of combinations of profiles; nothing if that cannot be read.
    ///
    /// ```
    /// let folder = tempfile::tempdir().unwrap();
    /// let store = store::ProfileStore::at(folder.path());
    /// let document = r#"{"profile_name": "Six", "dealer": "N", "tag": "Opener", "seat_profiles":
    ///     {"N": {"subprofiles": [{"standard": {"spades": {"min_cards": 6}}}]}}}"#;
    /// let watch = space::Watch::default();
    /// let loaded = profile::LoadedProfile::new(profile::read(document), &watch).unwrap();
    /// let kept = store.kept_counts();
    /// loaded.keeping(&kept).odds(Default::default(), 1, &watch).unwrap();
    /// store.keep_counts(&kept);
    /// assert_eq!(store.kept_counts().len(), 1);
    /// ```
    pub fn kept_counts(&self) -> KeptCounts {
        let text = self.kept(COUNTS);
        let counts = text.and_then(|text| KeptCounts::from_written(&text));
        counts.unwrap_or_default()
    }

    /// Keeps counts for the next time, together with those that are there, if the folder lets us. Says whether any was new.
    pub fn keep_counts(&self, counts: &KeptCounts) -> bool {
        let all = self.kept_counts();
        let before = all.written();
        all.take_over(counts);
        let after = all.written();
        let is_new = after != before;
        if is_new {
            self.keep(COUNTS, &after);
        }
        is_new
    }

    /// What is known of profiles.
    pub(crate) fn known_profiles(&self) -> KnownProfiles {
        let text = self.kept(PROFILES);
        let known = text.and_then(|text| serde_json::from_str(&text).ok());
        known.unwrap_or_default()
    }

    /// Keeps what is known of some profiles, together with what is there.
    pub(crate) fn keep_known(&self, new: KnownProfiles) {
        let mut all = self.known_profiles();
        let new: Vec<(String, KnownProfile)> = new
            .into_iter()
            .filter(|(key, new)| {
                // What somebody else has found out meanwhile may be more.
                let known = all.get(key);
                known.is_none_or(|known| known != new && known.worth() <= new.worth())
            })
            .collect();
        if new.is_empty() {
            return;
        }
        // What is new takes the place of what may be of profiles that are long gone.
        while all.len() + new.len() > MOST_PROFILES && all.pop_first().is_some() {}
        all.extend(new.into_iter().take(MOST_PROFILES));
        let mut most = all.len();
        while let Ok(text) = serde_json::to_string(&all) {
            if self.keep(PROFILES, &text) || most == 0 {
                break;
            }
            // It is too large: half of it is worth more than nothing.
            most /= 2;
            while all.len() > most && all.pop_first().is_some() {}
        }
    }

    /// What is known of all profiles of a listing, after a glance at those of which nothing is.
    pub(crate) fn glances(
        &self,
        contents: &StoreContents,
        threads: usize,
        watch: &Watch,
    ) -> Result<KnownProfiles, StoreError> {
        let mut known = self.known_profiles();
        known.retain(|_, one| one.is_sound());
        let mut new = KnownProfiles::new();
        let counts = KeptCounts::default();
        let mut stopped = Ok(());
        for entry in &contents.profiles {
            let key = key(&entry.document);
            if new.len() >= MOST_GLANCES || known.contains_key(&key) || new.contains_key(&key) {
                continue;
            }
            if new.is_empty() {
                counts.take_over(&self.kept_counts());
            }
            match glance(entry, &counts, threads, watch) {
                Ok(one) => new.insert(key, one),
                Err(error) => {
                    stopped = Err(error);
                    break;
                }
            };
        }
        // What was done before it was stopped need not be done again.
        if !new.is_empty() {
            self.keep_known(new.clone());
            self.keep_counts(&counts);
        }
        stopped?;
        known.extend(new);
        Ok(known)
    }

    /// A close look at a profile, unless somebody has had one before.
    pub(crate) fn look(
        &self,
        entry: &Entry,
        threads: usize,
        watch: &Watch,
    ) -> Result<(OddsSoFar, Option<ProfileChance>), StoreError> {
        let key = key(&entry.document);
        if let Some((odds, chance)) = self.looked_before(&key) {
            return Ok((odds, Some(chance)));
        }
        let counts = self.kept_counts();
        let loaded = match loaded(entry, watch)? {
            Ok(loaded) => loaded.keeping(&counts),
            Err(message) => return Ok((OddsSoFar::TooMany { message }, None)),
        };
        let chance = loaded.chance(ChanceBudget::USUAL, threads, watch)?;
        let reasons = OddsSoFar::reasons(&loaded, watch)?;
        let rarest = loaded.rarest(watch)?;
        let looked = LookedAt {
            reasons: reasons.clone(),
            rarest: rarest.as_ref().map(|one| {
                let RarestCombination {
                    combination,
                    probability,
                    exact,
                } = one;
                (combination.clone(), probability.to_string(), *exact)
            }),
        };
        let new = KnownProfile {
            chance: Some(KnownChance::from(&chance)),
            looked: Some(looked),
        };
        self.keep_known([(key, new)].into());
        self.keep_counts(&counts);
        Ok((OddsSoFar::new(&chance, rarest, reasons), Some(chance)))
    }

    /// What somebody found out by a close look before.
    fn looked_before(&self, key: &str) -> Option<(OddsSoFar, ProfileChance)> {
        let known = self.known_profiles().remove(key)?;
        let (chance, looked) = (known.chance()?, known.looked?);
        let odds = OddsSoFar::new(&chance, looked.rarest()?, looked.reasons);
        Some((odds, chance))
    }

    /// Keeps what was counted of a profile that stands in the store, for those who look at it next: where all of it was
    /// counted, nothing is estimated any more.
    pub fn keep_counted(&self, document: &Value, loaded: &LoadedProfile, counts: &KeptCounts) {
        if !self.keep_counts(counts) {
            return;
        }
        let nothing_more = ChanceBudget { work: 0, draws: 0 };
        let chance = loaded.chance(nothing_more, 1, &Watch::default());
        if let Some(chance) = chance.ok().filter(ProfileChance::is_exact) {
            let new = KnownProfile {
                chance: Some(KnownChance::from(&chance)),
                // How rare the rarest is may be known better now, too.
                looked: None,
            };
            self.keep_known([(key(document), new)].into());
        }
    }

    /// The folder of what is kept, if it is one and not a way to somewhere else.
    fn kept_folder(&self) -> Option<PathBuf> {
        let folder = self.folder().join(FOLDER);
        let known = fs::symlink_metadata(&folder).ok()?;
        known.is_dir().then_some(folder)
    }

    /// What a file has that was written here, by this version of the program, and is as it was written.
    fn kept(&self, name: &str) -> Option<String> {
        let path = self.kept_folder()?.join(name);
        let known = fs::symlink_metadata(&path).ok()?;
        if !known.is_file() || known.len() > MOST_BYTES {
            return None;
        }
        let text = files::text(&path).ok()?;
        let (first, rest) = text.split_once('\n')?;
        (first == heading(rest)).then(|| rest.to_owned())
    }

    /// Writes a file, whole or not at all; `false` if it would be too large. A store that is not there is not made for it.
    fn keep(&self, name: &str, text: &str) -> bool {
        let text = format!("{}\n{text}", heading(text));
        if text.len() as u64 > MOST_BYTES {
            return false;
        }
        if !self.folder().is_dir() {
            return true;
        }
        let folder = self.folder().join(FOLDER);
        // If it is there already, it is looked at below.
        let _ = fs::create_dir(&folder);
        if let Some(folder) = self.kept_folder() {
            // What cannot be kept is counted again.
            let _ = files::write(&folder.join(name), &text, Overwrite::Instead);
        }
        true
    }
}

/// The odds of a profile while it is made: what was counted for one answer is known for the next, and for who comes later.
impl OddsSource for ProfileStore {
    fn odds(
        &self,
        question: &OddsQuestion,
        threads: usize,
        watch: &Watch,
    ) -> Result<OddsSoFar, Stopped> {
        let document = question.document();
        if let Some((odds, _)) = self.looked_before(&key(document)) {
            return Ok(odds);
        }
        let counts = self.kept_counts();
        let budget = ChanceBudget::USUAL;
        let odds = OddsSoFar::knowing(document.clone(), &counts, budget, threads, watch);
        self.keep_counts(&counts);
        odds
    }
}

/// A profile with its combinations; a sentence instead if they are too many.
fn loaded(entry: &Entry, watch: &Watch) -> Result<Result<LoadedProfile, String>, Stopped> {
    let reading = profile::read_document(entry.document.clone());
    match LoadedProfile::new(reading, watch) {
        Ok(loaded) => Ok(Ok(loaded)),
        Err(LoadError::Combinations(CombinationsError::Stopped)) => Err(Stopped),
        Err(error) => Ok(Err(error.to_string())),
    }
}

/// What can be known of a profile in a moment.
fn glance(
    entry: &Entry,
    counts: &KeptCounts,
    threads: usize,
    watch: &Watch,
) -> Result<KnownProfile, Stopped> {
    let chance = match loaded(entry, watch)? {
        Ok(loaded) => {
            let loaded = loaded.keeping(counts);
            Some(loaded.chance(ChanceBudget::SHORT, threads, watch)?)
        }
        Err(_) => None,
    };
    Ok(KnownProfile {
        chance: chance.as_ref().map(KnownChance::from),
        looked: None,
    })
}

/// The first line of a file: for whoever finds it, and a mark of what must follow.
pub(crate) fn heading(text: &str) -> String {
    let mark = Mark::of((PROGRAM, text));
    format!("Fairdeal {PROGRAM} keeps what it counted here; this may be deleted. {mark}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_kept_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let store = ProfileStore::at(folder.path());
        let known = |words: &str| KnownProfile {
            chance: None,
            looked: Some(LookedAt {
                reasons: vec![words.to_owned()],
                rarest: None,
            }),
        };
        let many = |range: std::ops::Range<usize>, words: &str| {
            let key = |number| Mark::of(number).to_string();
            range.map(|number| (key(number), known(words))).collect()
        };
        store.keep_known(many(0..3_000, "short"));
        store.keep_known(many(3_000..3_001, "short"));
        let kept = store.known_profiles();
        assert_eq!(kept.len(), MOST_PROFILES);
        assert!(kept.contains_key(&Mark::of(3_000usize).to_string()));
        // However much there is to say of each.
        store.keep_known(many(0..100, &"long".repeat(50_000)));
        let kept = store.known_profiles();
        assert!(!kept.is_empty() && kept.len() < 100);
        let path = folder.path().join(FOLDER).join(PROFILES);
        assert!(fs::metadata(path).unwrap().len() <= MOST_BYTES);
    }

    #[test]
    fn a_profile_is_known_by_what_it_asks() {
        let one = json!({"profile_name": "A", "version": "1", "dealer": "N", "seat_profiles": {}});
        let same = json!({"profile_name": "B", "author": "C", "dealer": "N", "seat_profiles": {}});
        let other =
            json!({"profile_name": "A", "version": "1", "dealer": "E", "seat_profiles": {}});
        assert_eq!(key(&one), key(&same));
        assert_ne!(key(&one), key(&other));
    }
}
