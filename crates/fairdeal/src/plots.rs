//! Averages and frequencies as pictures: bars for one value, a heat map for two; as SVG, on a page, and in letters for a terminal.
//!
//! A picture is made of what goes over the wire ([`StatisticAnswer`]), so boards that were dealt and deals that were counted look the
//! same. It is bounded whatever was counted: classes that are too many for a picture are put together with their neighbours.

use std::collections::HashMap;
use std::fmt::Write;

use crate::answers::StatisticAnswer;

/// The most bars of a picture, and the most rows and columns of a heat map.
const MOST_BARS: usize = 120;
const MOST_ROWS: usize = 60;
const MOST_COLUMNS: usize = 60;

/// How wide a terminal is at least.
const TERMINAL: usize = 80;
/// What a row begins with there.
const NAME: usize = 8;

/// A picture of one frequency: shares of rows, or of rows and columns.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Picture {
    title: String,
    /// How it was come by.
    note: String,
    rows: Vec<String>,
    /// None where one value was counted.
    columns: Option<Vec<String>>,
    /// Row by row.
    shares: Vec<f64>,
}

impl Picture {
    /// Some bars with their names.
    pub(crate) fn bars(title: String, note: String, bars: Vec<(String, f64)>) -> Picture {
        let (rows, shares) = bars.into_iter().unzip();
        let bars = Picture {
            title,
            note,
            rows,
            columns: None,
            shares,
        };
        bars.put_together(MOST_BARS, 1)
    }

    /// The picture of a frequency, from the first class to the last that came; of an average there is none.
    pub(crate) fn of(answer: &StatisticAnswer) -> Option<Picture> {
        let StatisticAnswer::Frequency {
            label,
            exact,
            boards,
            values,
            across,
            cells,
        } = answer
        else {
            return None;
        };
        let places = |classes: &[String]| -> HashMap<String, usize> {
            classes.iter().cloned().zip(0..).collect()
        };
        let down = places(values);
        let right = across.as_deref().map(places);
        let place = |cell: &crate::FrequencyCell| {
            let column = match (&right, &cell.across) {
                (Some(right), Some(class)) => *right.get(class)?,
                (None, None) => 0,
                _ => return None,
            };
            Some((*down.get(&cell.value)?, column, cell.share))
        };
        let cells: Vec<(usize, usize, f64)> = cells
            .iter()
            .filter(|cell| cell.count.0 > 0)
            .map(place)
            .collect::<Option<_>>()?;
        let ends = |number: fn(&(usize, usize, f64)) -> usize| {
            let numbers = || cells.iter().map(number);
            Some((numbers().min()?, numbers().max()?))
        };
        let note = match boards {
            _ if *exact => "counted over all deals that qualify".to_owned(),
            Some(boards) => format!("of {}", answer::plural(*boards, "board")),
            None => "estimated".to_owned(),
        };
        let mut picture = Picture {
            title: label.clone(),
            note,
            rows: Vec::new(),
            columns: across.as_ref().map(|_| Vec::new()),
            shares: Vec::new(),
        };
        let (Some((top, bottom)), Some((left, end))) = (ends(|cell| cell.0), ends(|cell| cell.1))
        else {
            return Some(picture);
        };
        let (rows, columns) = (bottom - top + 1, end - left + 1);
        let (most_rows, most_columns) = match across {
            Some(_) => (MOST_ROWS, MOST_COLUMNS),
            None => (MOST_BARS, 1),
        };
        let (tall, wide) = (rows.div_ceil(most_rows), columns.div_ceil(most_columns));
        picture.rows = names(&values[top..=bottom], tall);
        if let Some(across) = across {
            picture.columns = Some(names(&across[left..=end], wide));
        }
        let columns = columns.div_ceil(wide);
        picture.shares = vec![0.0; picture.rows.len() * columns];
        for (row, column, share) in cells {
            picture.shares[(row - top) / tall * columns + (column - left) / wide] += share;
        }
        Some(picture)
    }

    /// The same with at most so many rows and columns: neighbours are added up.
    fn put_together(&self, rows: usize, columns: usize) -> Picture {
        let wide = self.width().div_ceil(columns.max(1)).max(1);
        let tall = self.rows.len().div_ceil(rows.max(1)).max(1);
        let width = self.width().div_ceil(wide);
        let rows = names(&self.rows, tall);
        let mut shares = vec![0.0; rows.len() * width];
        for (place, share) in self.shares.iter().enumerate() {
            let (row, column) = (place / self.width(), place % self.width());
            shares[row / tall * width + column / wide] += share;
        }
        Picture {
            title: self.title.clone(),
            note: self.note.clone(),
            rows,
            columns: self.columns.as_ref().map(|columns| names(columns, wide)),
            shares,
        }
    }

    /// How many columns there are.
    fn width(&self) -> usize {
        self.columns.as_ref().map_or(1, Vec::len).max(1)
    }

    fn most(&self) -> f64 {
        self.shares.iter().copied().fold(0.0, f64::max)
    }

    fn share(&self, row: usize, column: usize) -> f64 {
        self.shares[row * self.width() + column]
    }
}

/// The names of classes, so many of them put together: `3…5` for those from 3 to 5.
fn names(classes: &[String], together: usize) -> Vec<String> {
    let name = |some: &[String]| match some {
        [one] => one.clone(),
        [first, .., last] => format!("{first}…{last}"),
        [] => String::new(),
    };
    classes.chunks(together.max(1)).map(name).collect()
}

/// How dark a cell of a heat map is in letters: nothing, and four shades by the part of the largest share.
fn shade(share: f64, most: f64) -> (char, usize) {
    const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
    if share <= 0.0 || most <= 0.0 {
        return (SHADES[0], 0);
    }
    let level = ((4.0 * share / most).ceil() as usize).clamp(1, 4);
    (SHADES[level], level)
}

/// A frequency of two values in letters, under its name.
pub(crate) fn heat(out: &mut String, answer: &StatisticAnswer) -> std::fmt::Result {
    match Picture::of(answer) {
        Some(picture) => {
            writeln!(out, "Frequency {}:", picture.title)?;
            heat_map(out, &picture)
        }
        None => Ok(()),
    }
}

/// A heat map in letters, no wider than 80 columns.
pub(crate) fn heat_map(out: &mut String, picture: &Picture) -> std::fmt::Result {
    let room = TERMINAL - NAME - 2;
    let picture = picture.put_together(usize::MAX, room);
    let most = picture.most();
    let Some(columns) = &picture.columns else {
        return Ok(());
    };
    // As wide as the names need, if there is room for that; at least one letter, and two look better.
    let longest = columns.iter().map(|name| name.chars().count()).max();
    let wide = longest.unwrap_or(1).max(2) + 1;
    let wide = wide.min(room / columns.len().max(1)).max(1);
    write!(out, "{:NAME$}  ", "")?;
    let mut reached = 0;
    for (place, name) in columns.iter().enumerate() {
        let at = place * wide;
        let length = name.chars().count();
        // A name that would run into the one before is left out.
        if (at > reached || at == 0) && at + length <= room {
            write!(out, "{}{name}", " ".repeat(at - reached))?;
            reached = at + length;
        }
    }
    writeln!(out)?;
    for (row, name) in picture.rows.iter().enumerate() {
        let cells = (0..columns.len()).map(|column| {
            let (letter, _) = shade(picture.share(row, column), most);
            letter.to_string().repeat(wide)
        });
        let line = format!("{name:>NAME$}  {}", cells.collect::<String>());
        writeln!(out, "{}", line.trim_end())?;
    }
    let part = |quarters: f64| 100.0 * most * quarters / 4.0;
    writeln!(
        out,
        "{:NAME$}  ░ up to {:.2}%  ▒ {:.2}%  ▓ {:.2}%  █ {:.2}%",
        "",
        part(1.0),
        part(2.0),
        part(3.0),
        part(4.0)
    )
}

/// A text inside SVG and HTML.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A text that is not too long for a picture.
fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return escaped(text);
    }
    let begin: String = text.chars().take(most.saturating_sub(1)).collect();
    escaped(&format!("{begin}…"))
}

/// A share as people read it: `12.3%`, and more digits for what is rare.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        p if p >= 9.95 || p == 0.0 => format!("{p:.1}%"),
        p if p >= 0.095 => format!("{p:.2}%"),
        p if p >= 0.000_95 => format!("{p:.4}%"),
        p => format!("{p:.1e}%"),
    }
}

/// From nothing to the largest share: from light to dark, as one can also tell them apart in print.
fn colour(part: f64) -> String {
    const STEPS: [[f64; 3]; 5] = [
        [243.0, 247.0, 251.0],
        [198.0, 219.0, 239.0],
        [107.0, 174.0, 214.0],
        [33.0, 113.0, 181.0],
        [8.0, 48.0, 107.0],
    ];
    let place = part.clamp(0.0, 1.0) * 4.0;
    let from = (place.floor() as usize).min(3);
    let rest = place - from as f64;
    let mix = |i: usize| STEPS[from][i] + rest * (STEPS[from + 1][i] - STEPS[from][i]);
    format!(
        "#{:02x}{:02x}{:02x}",
        mix(0) as u8,
        mix(1) as u8,
        mix(2) as u8
    )
}

/// How wide a picture is, in pixels; and how high a letter.
const WIDTH: f64 = 720.0;
const LINE: f64 = 20.0;
/// How wide a letter is, about.
const LETTER: f64 = 7.2;

const FONT: &str =
    r##"font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="13" fill="#1b1f24""##;

/// The picture from some height on, as elements of SVG; where it ends.
fn draw(out: &mut String, picture: &Picture, top: f64) -> f64 {
    let mut y = top + LINE;
    let _ = writeln!(
        out,
        r#"<text x="16" y="{y:.0}" font-size="15" font-weight="600">{}</text>"#,
        short(&picture.title, 80)
    );
    y += LINE - 2.0;
    let _ = writeln!(
        out,
        r##"<text x="16" y="{y:.0}" font-size="12" fill="#59636e">{}</text>"##,
        escaped(&picture.note)
    );
    y += 10.0;
    if picture.shares.is_empty() {
        return y + LINE;
    }
    match &picture.columns {
        None => bars(out, picture, y),
        Some(columns) => cells(out, picture, columns, y),
    }
}

/// How wide the names before the rows are.
fn names_width(picture: &Picture) -> f64 {
    let longest = picture.rows.iter().map(|name| name.chars().count()).max();
    let longest = longest.unwrap_or_default().min(30);
    16.0 + LETTER * longest as f64 + 10.0
}

fn bars(out: &mut String, picture: &Picture, top: f64) -> f64 {
    let (left, most) = (names_width(picture), picture.most());
    let room = WIDTH - left - 90.0;
    for (row, name) in picture.rows.iter().enumerate() {
        let share = picture.share(row, 0);
        let y = top + row as f64 * LINE;
        let width = if most > 0.0 { room * share / most } else { 0.0 };
        let _ = writeln!(
            out,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{}</text><rect x="{left:.1}" y="{:.1}" width="{width:.1}" height="{:.1}" fill="{}"/><text x="{:.1}" y="{:.1}">{}</text>"#,
            left - 8.0,
            y + 14.5,
            short(name, 30),
            y + 2.0,
            LINE - 4.0,
            colour(0.75),
            left + width + 6.0,
            y + 14.5,
            percent(share),
        );
    }
    top + picture.rows.len() as f64 * LINE + 8.0
}

fn cells(out: &mut String, picture: &Picture, columns: &[String], top: f64) -> f64 {
    let (left, most) = (names_width(picture), picture.most());
    let wide = ((WIDTH - left - 16.0) / columns.len() as f64).min(64.0);
    let high = if wide >= 40.0 { 26.0 } else { LINE };
    let y = top + LINE;
    let longest = columns.iter().map(|name| name.chars().count()).max();
    let needed = LETTER * longest.unwrap_or(1) as f64 + 4.0;
    let each = (needed / wide).ceil().max(1.0) as usize;
    for (column, name) in columns.iter().enumerate().step_by(each) {
        let x = left + (column as f64 + 0.5) * wide;
        let _ = writeln!(
            out,
            r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            y - 6.0,
            short(name, 30)
        );
    }
    for (row, name) in picture.rows.iter().enumerate() {
        let y = y + row as f64 * high;
        let middle = y + high / 2.0 + 4.5;
        let _ = writeln!(
            out,
            r#"<text x="{:.1}" y="{middle:.1}" text-anchor="end">{}</text>"#,
            left - 8.0,
            short(name, 30)
        );
        for (column, across) in columns.iter().enumerate() {
            let share = picture.share(row, column);
            let part = if most > 0.0 { share / most } else { 0.0 };
            let x = left + column as f64 * wide;
            let _ = writeln!(
                out,
                r##"<rect x="{x:.1}" y="{y:.1}" width="{wide:.1}" height="{high:.1}" fill="{}" stroke="#fff" stroke-width="0.5"><title>{}, {}: {}</title></rect>"##,
                colour(part),
                short(name, 30),
                short(across, 30),
                percent(share),
            );
            if wide >= 40.0 && share > 0.0 {
                let ink = if part > 0.5 { "#fff" } else { "#1b1f24" };
                let _ = writeln!(
                    out,
                    r#"<text x="{:.1}" y="{middle:.1}" text-anchor="middle" font-size="11" fill="{ink}">{}</text>"#,
                    x + wide / 2.0,
                    percent(share),
                );
            }
        }
    }
    let y = y + picture.rows.len() as f64 * high + 14.0;
    scale(out, left, y, most)
}

/// What the colours mean.
fn scale(out: &mut String, left: f64, y: f64, most: f64) -> f64 {
    for step in 0..5 {
        let part = f64::from(step) / 4.0;
        let x = left + f64::from(step) * 84.0;
        let _ = writeln!(
            out,
            r##"<rect x="{x:.1}" y="{y:.1}" width="16" height="12" fill="{}" stroke="#d0d7de"/><text x="{:.1}" y="{:.1}" font-size="11">{}</text>"##,
            colour(part),
            x + 21.0,
            y + 10.5,
            percent(most * part),
        );
    }
    y + 24.0
}

/// An average in words: its label, and its number.
fn averages(answers: &[StatisticAnswer]) -> Vec<(String, String)> {
    let average = |answer: &StatisticAnswer| match answer {
        StatisticAnswer::Average {
            label,
            mean,
            standard_error,
            interval,
            ..
        } => {
            let number = match (mean, standard_error, interval) {
                (None, ..) => "no boards".to_owned(),
                (Some(mean), Some(error), _) => format!("{mean:.4} ± {error:.4}"),
                (Some(mean), None, Some([low, high])) => {
                    format!("about {mean:.4}, 95% interval {low:.4} to {high:.4}")
                }
                (Some(mean), None, None) => format!("{mean:.8}"),
            };
            Some((label.trim().to_owned(), number))
        }
        StatisticAnswer::Frequency { .. } => None,
    };
    answers.iter().filter_map(average).collect()
}

/// The most averages of a picture.
const MOST_AVERAGES: usize = 200;

/// Everything in one picture: averages as text, frequencies one below the other.
pub(crate) fn svg(title: &str, answers: &[StatisticAnswer], more: &[Picture]) -> String {
    let mut inner = String::new();
    let mut y = 8.0;
    let averages = averages(answers);
    for (label, number) in averages.iter().take(MOST_AVERAGES) {
        y += LINE;
        let _ = writeln!(
            inner,
            r#"<text x="16" y="{y:.0}">{}</text><text x="{:.0}" y="{y:.0}" text-anchor="end">{}</text>"#,
            short(label, 55),
            WIDTH - 16.0,
            escaped(number)
        );
    }
    let pictures = answers.iter().filter_map(Picture::of);
    for picture in pictures.chain(more.iter().cloned()) {
        y = draw(&mut inner, &picture, y + 8.0);
    }
    let height = y + 16.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" {FONT}>\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{inner}</svg>\n",
        short(title, 200)
    )
}

/// A page with the same, which can be read aloud, and with the numbers as tables.
pub(crate) fn html(title: &str, answers: &[StatisticAnswer], more: &[Picture]) -> String {
    let title = short(title, 200);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\nbody {{ font: 15px/1.4 system-ui, 'DejaVu Sans', sans-serif; color: #1b1f24; background: #fff; max-width: 760px; margin: 2em auto; padding: 0 1em }}\n\
         h1 {{ font-size: 1.4em }} table {{ border-collapse: collapse }} td, th {{ padding: .15em .8em .15em 0; text-align: right; font-weight: normal }}\n\
         th:first-child, td:first-child {{ text-align: left }} svg {{ max-width: 100%; height: auto }} summary {{ color: #59636e }}\n</style>\n<h1>{title}</h1>\n"
    );
    let averages = averages(answers);
    if !averages.is_empty() {
        page += "<table>\n";
        for (label, number) in averages.iter().take(MOST_AVERAGES) {
            let _ = writeln!(
                page,
                "<tr><th>{}</th><td>{}</td></tr>",
                escaped(label),
                escaped(number)
            );
        }
        page += "</table>\n";
    }
    let pictures = answers.iter().filter_map(Picture::of);
    for picture in pictures.chain(more.iter().cloned()) {
        let mut inner = String::new();
        let height = draw(&mut inner, &picture, 0.0) + 8.0;
        let _ = writeln!(
            page,
            "<figure style=\"margin: 1.5em 0\">\n<svg role=\"img\" aria-label=\"{}\" width=\"{WIDTH:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" {FONT}>\n{inner}</svg>",
            short(&picture.title, 200)
        );
        page += "<details><summary>The numbers</summary>\n<table>\n";
        if let Some(columns) = &picture.columns {
            let columns = columns
                .iter()
                .map(|name| format!("<th>{}</th>", escaped(name)));
            let _ = writeln!(page, "<tr><th></th>{}</tr>", columns.collect::<String>());
        }
        for (row, name) in picture.rows.iter().enumerate() {
            let cells = (0..picture.width()).map(|column| picture.share(row, column));
            let cells = cells.map(|share| format!("<td>{}</td>", percent(share)));
            let cells = cells.collect::<String>();
            let _ = writeln!(page, "<tr><th>{}</th>{cells}</tr>", escaped(name));
        }
        page += "</table></details>\n</figure>\n";
    }
    page + "</html>\n"
}

/// How averages and frequencies are written to a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StatisticsFormat {
    /// For people who read text.
    Text,
    /// As it goes over the wire.
    Json,
    /// For spreadsheets.
    Csv,
    /// A picture.
    Svg,
    /// A page with pictures.
    Html,
}

impl StatisticsFormat {
    /// All of them.
    pub const ALL: [StatisticsFormat; 5] = [
        StatisticsFormat::Text,
        StatisticsFormat::Json,
        StatisticsFormat::Csv,
        StatisticsFormat::Svg,
        StatisticsFormat::Html,
    ];

    /// What the names of its files end with.
    pub fn extension(self) -> &'static str {
        match self {
            StatisticsFormat::Text => "txt",
            StatisticsFormat::Json => "json",
            StatisticsFormat::Csv => "csv",
            StatisticsFormat::Svg => "svg",
            StatisticsFormat::Html => "html",
        }
    }

    /// The one that a file's name ends with, in either case.
    ///
    /// ```
    /// use fairdeal::StatisticsFormat;
    /// assert_eq!(StatisticsFormat::from_extension("SVG"), Some(StatisticsFormat::Svg));
    /// assert_eq!(StatisticsFormat::from_extension("png"), None);
    /// ```
    pub fn from_extension(extension: &str) -> Option<StatisticsFormat> {
        StatisticsFormat::ALL
            .into_iter()
            .find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Whether it shows pictures, or could.
    pub fn is_for_people(self) -> bool {
        !matches!(self, StatisticsFormat::Json | StatisticsFormat::Csv)
    }
}

/// Answers as a table for spreadsheets: `kind,label,value,across,number,standard_error`, a line for each average and for each class
/// that came.
pub(crate) fn csv(answers: &[StatisticAnswer]) -> String {
    let mut out = String::from("kind,label,value,across,number,standard_error\n");
    let cell = |n: &Option<f64>| n.map_or(String::new(), |n| n.to_string());
    for answer in answers {
        match answer {
            StatisticAnswer::Average {
                label,
                mean,
                standard_error,
                ..
            } => {
                let (label, mean, error) = (quoted(label), cell(mean), cell(standard_error));
                let _ = writeln!(out, "average,{label},,,{mean},{error}");
            }
            StatisticAnswer::Frequency { label, cells, .. } => {
                for one in cells {
                    let (label, value) = (quoted(label), &one.value);
                    let across = one.across.as_deref().unwrap_or_default();
                    let count = one.count.0;
                    let _ = writeln!(out, "frequency,{label},{value},{across},{count},");
                }
            }
        }
    }
    out
}

/// A CSV field.
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FrequencyCell;
    use answer::Count;

    fn classes(number: usize) -> Vec<String> {
        (0..number).map(|class| class.to_string()).collect()
    }

    /// A frequency over so many classes, with counts by their places.
    fn frequency(
        rows: usize,
        columns: Option<usize>,
        count: impl Fn(usize, usize) -> u128,
    ) -> StatisticAnswer {
        let mut cells = Vec::new();
        for row in 0..rows {
            for column in 0..columns.unwrap_or(1) {
                cells.push(FrequencyCell {
                    value: row.to_string(),
                    share: 0.0,
                    count: Count(count(row, column)),
                    across: columns.map(|_| column.to_string()),
                });
            }
        }
        let mut answer = StatisticAnswer::Frequency {
            label: "a <b> & \"c\"".to_owned(),
            exact: true,
            boards: None,
            values: classes(rows),
            across: columns.map(classes),
            cells,
        };
        answer.set_shares();
        answer
    }

    #[test]
    fn a_heat_map_fits_eighty_columns_and_loses_nothing() {
        for columns in [1, 2, 9, 14, 38, 69, 70, 71, 400] {
            let answer = frequency(5, Some(columns), |row, column| {
                (1 + row * column % 7) as u128
            });
            let picture = Picture::of(&answer).unwrap();
            assert!((picture.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let mut text = String::new();
            heat_map(&mut text, &picture).unwrap();
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest.unwrap() <= TERMINAL, "{columns}:\n{text}");
            assert_eq!(text.lines().count(), 7, "{text}");
        }
    }

    #[test]
    fn shades_go_by_the_part_of_the_largest() {
        let mut text = String::new();
        let answer = frequency(2, Some(3), |row, column| {
            [[0, 1, 2], [3, 4, 0]][row][column]
        });
        heat_map(&mut text, &Picture::of(&answer).unwrap()).unwrap();
        assert_eq!(
            text,
            "          0  1  2\n       0     ░░░▒▒▒\n       1  ▓▓▓███\n          ░ up to 10.00%  ▒ 20.00%  ▓ 30.00%  █ 40.00%\n"
        );
    }

    #[test]
    fn classes_are_shown_from_the_first_to_the_last_that_came() {
        let answer = frequency(20, None, |row, _| u128::from(row == 4 || row == 6));
        let picture = Picture::of(&answer).unwrap();
        assert_eq!(picture.rows, ["4", "5", "6"]);
        assert_eq!(picture.shares, [0.5, 0.0, 0.5]);
        let nothing = Picture::of(&frequency(20, None, |_, _| 0)).unwrap();
        assert_eq!(nothing.rows.len(), 0);
        assert!(svg("t", &[frequency(20, Some(2), |_, _| 0)], &[]).ends_with("</svg>\n"));
    }

    /// Millions of classes are a picture all the same, and the shares add up.
    #[test]
    fn a_picture_is_bounded_whatever_was_counted() {
        let wide = frequency(1_000, Some(1_000), |_, _| 1);
        let picture = Picture::of(&wide).unwrap();
        assert!(picture.rows.len() <= MOST_ROWS && picture.width() <= MOST_COLUMNS);
        assert!((picture.shares.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        assert_eq!(picture.rows[0], "0…16");
        let text = svg("t", &[wide], &[]);
        assert!(text.len() < 1_000_000, "{}", text.len());
        let tall = Picture::of(&frequency(100_000, None, |_, _| 1)).unwrap();
        assert!(tall.rows.len() <= MOST_BARS);
    }

    #[test]
    fn labels_cannot_break_out_of_a_picture() {
        let answer = frequency(3, Some(3), |row, column| (row + column) as u128);
        for text in [
            svg("<script>", std::slice::from_ref(&answer), &[]),
            html("<script>", std::slice::from_ref(&answer), &[]),
        ] {
            assert!(
                !text.contains("<script>") && !text.contains("<b>"),
                "{text}"
            );
            assert!(text.contains("a &lt;b&gt; &amp; &quot;c&quot;"));
        }
    }

    #[test]
    fn every_share_of_a_heat_map_is_in_its_picture() {
        let answer = frequency(2, Some(2), |row, column| [[1, 2], [3, 4]][row][column]);
        let text = svg("t", &[answer], &[]);
        for share in ["10.0%", "20.0%", "30.0%", "40.0%"] {
            assert!(
                text.contains(&format!(": {share}</title>")),
                "{share}: {text}"
            );
        }
        assert_eq!(text.matches("</title></rect>").count(), 4);
    }
}
