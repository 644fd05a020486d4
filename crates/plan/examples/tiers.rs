//! Plans and deals the boards of a script on one thread, by the plans of their tiers or by one plan that is priced for so
//! many boards, so that someone who counts instructions can tell what the tiers cost:
//! `valgrind --tool=callgrind tiers SCRIPT BOARDS` and `… tiers SCRIPT BOARDS PRICED_FOR`.

use std::sync::Arc;

use plan::{Finder, Plan, Plans, Strategy, Watch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, boards, priced_for @ ..] = &arguments[..] else {
        return Err("a script, and a number of boards".into());
    };
    let boards: u64 = boards.parse()?;
    let watch = Watch::default();
    let input = script::Input::from_text(path, &std::fs::read_to_string(path)?)?;
    let loaded = script::load(&input, &Default::default(), &Default::default());
    let script = loaded.compiled.ok_or("the script has errors")?;
    let (condition, predeal) = (&script.condition, &script.predeal);
    let plans = match priced_for {
        [] => Plans::new(Strategy::Auto, condition, predeal),
        [number, ..] => {
            let number = number.parse()?;
            let plan = Plan::new(Strategy::Auto, condition, predeal, number, &watch)?;
            Plans::of(plan, condition, predeal)
        }
    };
    let plans = Arc::new(plans);
    let mut finder = plans.finder();
    let mut tries = 0;
    for number in 1..=boards {
        tries += finder.find(1.into(), number, u64::MAX, &watch)?.tries;
    }
    let methods: Vec<String> = plans
        .so_far()
        .iter()
        .map(|plan| plan.method().to_string())
        .collect();
    println!("{tries} tries by {}", methods.join(", "));
    Ok(())
}
