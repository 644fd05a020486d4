//! Every target, with the files that it begins with and thousands of changes of them: the same ones each time.

use std::path::Path;

use fuzz::{Dice, TARGETS, Target, mutated, seeds};

/// Tries an input, and says which it was if something is wrong with it.
fn try_it(target: &Target, from: &Path, input: &[u8]) {
    let tried = std::panic::catch_unwind(|| (target.try_it)(input));
    if tried.is_err() {
        let kept = std::env::temp_dir().join(format!("fairdeal-{}", target.name));
        std::fs::write(&kept, input).unwrap();
        panic!(
            "{}: an input made of {} fails; it is {}",
            target.name,
            from.display(),
            kept.display()
        );
    }
}

fn rounds(name: &str) {
    let target = fuzz::named(name).unwrap();
    let files = seeds(&target);
    assert!(!files.is_empty());
    for (path, file) in &files {
        try_it(&target, path, file);
    }
    let mut dice = Dice::new(23);
    let (short, long) = target.rounds;
    let rounds = needs::rounds(short, long);
    for round in 0..rounds {
        let (path, file) = &files[round % files.len()];
        let (_, other) = &files[dice.below(files.len())];
        try_it(&target, path, &mutated(file, other, &mut dice));
    }
    fuzz::tell(
        "changed files",
        target.about,
        &format!("{} inputs", rounds + files.len()),
    );
}

macro_rules! tests {
    ($($name:ident $target:literal),*) => {
        $(#[test] fn $name() { rounds($target); })*
        const TRIED: &[&str] = &[$($target),*];
    };
}

tests!(
    scripts "script", boards "boards", profiles "profile", views_of_euchre "euchre-view", views_of_texas42 "texas42-view",
    games_in_egn "egn", answers_to_the_wizard "wizard", requests "request", plans_of_conditions "plan", messages "message",
    counts_of_small_decks "count"
);

/// A guided run begins with the same files: it says where it wants them.
#[test]
fn what_a_guided_run_begins_with() {
    let Some(folder) = std::env::var_os("FAIRDEAL_SEEDS") else {
        return;
    };
    for target in TARGETS {
        let folder = Path::new(&folder).join(target.name);
        std::fs::create_dir_all(&folder).unwrap();
        for (number, (_, seed)) in seeds(&target).into_iter().enumerate() {
            std::fs::write(folder.join(number.to_string()), seed).unwrap();
        }
    }
}

#[test]
fn every_target_is_tried() {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names, TRIED);
}
