//! `fairdeal level survey`: how the rates of the usual keeps move with common conditions.

use clap::Args;
use fairdeal::level;

use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// As CSV, with all keeps and all digits
    #[arg(long)]
    csv: bool,
}

/// The keeps that the table shows: the others are their complements, or close to these.
const SHOWN: [&str; 8] = [
    "keep015", "keep03", "keep06", "keep11", "keep19", "keep25", "keep33", "keep47",
];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (rates, rows) = level::survey()?;
    // The first four names are the cards themselves.
    let keeps: Vec<usize> = (0..rates.levels.len())
        .filter(|&i| {
            if arguments.csv {
                rates.levels[i].name.starts_with("keep")
            } else {
                SHOWN.contains(&rates.levels[i].name.as_str())
            }
        })
        .collect();
    if arguments.csv {
        let names: Vec<&str> = keeps
            .iter()
            .map(|&i| rates.levels[i].name.as_str())
            .collect();
        println!("situation,condition,probability,{}", names.join(","));
        for row in &rows {
            let figures: Vec<String> = keeps.iter().map(|&i| row.rates[i].to_string()).collect();
            let (name, condition) = (row.name, row.condition);
            println!(
                "\"{name}\",\"{condition}\",{},{}",
                row.probability,
                figures.join(",")
            );
        }
        return Ok(());
    }
    print!("{:26}", "rates in percent");
    for &i in &keeps {
        print!(" {:>8}", rates.levels[i].name);
    }
    println!();
    for row in &rows {
        print!("{:26}", row.name);
        for &i in &keeps {
            print!(" {:>8.3}", 100.0 * row.rates[i]);
        }
        println!();
    }
    Ok(())
}
