//! The switches of the classic program, read as its `getopt` reads them.
//!
//! Letters may be joined (`-vp10`), a value may stand apart or not, and switches may come after the file. Numbers are
//! read as C reads them: as far as they go. One long option is ours: `--rng`.

use std::ffi::{OsStr, OsString};

use crate::{Rng, Swapping};

/// How the program was called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Switches {
    /// `-g`: how many deals to make at most.
    pub(crate) generate: Option<i32>,
    /// `-p`: how many to produce at most.
    pub(crate) produce: Option<i32>,
    /// `-s`: the seed.
    pub(crate) seed: Option<i64>,
    /// `-t`: give up after so many seconds without a board.
    pub(crate) seconds: Option<u32>,
    /// `-0`, `-2` and `-3`.
    pub(crate) swapping: Swapping,
    /// `-m`: show how far it is.
    pub(crate) meter: bool,
    /// `-q`: no PBN.
    pub(crate) quiet: bool,
    /// The last lines, which `-v` turns off and on.
    pub(crate) verbose: bool,
    /// `--rng`: whose random numbers.
    pub(crate) rng: Rng,
    /// The script; standard input if there is none.
    pub(crate) file: Option<OsString>,
}

/// What is to be done instead of dealing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// `-V`.
    Version,
    /// `-e`.
    Exhaust,
    /// `-l`.
    Library,
    /// A seed that does not fit.
    SeedOverflow,
    /// `-h`, or a mistake with its explanation.
    Usage(Vec<String>),
}

/// Whether the usage is to be shown, and after which mistakes.
#[derive(Default)]
struct Usage {
    wanted: bool,
    mistakes: Vec<String>,
}

impl Usage {
    fn mistake(&mut self, mistake: String) {
        self.wanted = true;
        self.mistakes.push(mistake);
    }
}

impl Switches {
    /// Reads the arguments after the program's name.
    pub(crate) fn read(args: impl Iterator<Item = OsString>) -> Result<Switches, Refusal> {
        let mut switches = Switches {
            generate: None,
            produce: None,
            seed: None,
            seconds: None,
            swapping: Swapping::None,
            meter: false,
            quiet: false,
            verbose: true,
            rng: Rng::Original,
            file: None,
        };
        let mut args = args;
        let mut usage = Usage::default();
        while let Some(arg) = args.next() {
            match arg.to_str() {
                Some("--") => {
                    switches.file = switches.file.or_else(|| args.next());
                    break;
                }
                Some("--help") => usage.wanted = true,
                Some(long) if long.starts_with("--") => {
                    switches.long(long, &mut args, &mut usage);
                }
                Some(letters) if letters.len() > 1 && letters.starts_with('-') => {
                    switches.letters(&letters[1..], &mut args, &mut usage)?;
                }
                _ => _ = switches.file.get_or_insert(arg),
            }
        }
        if usage.wanted {
            Err(Refusal::Usage(usage.mistakes))
        } else {
            Ok(switches)
        }
    }

    /// Reads `--rng NAME` or `--rng=NAME`.
    fn long(&mut self, arg: &str, rest: &mut impl Iterator<Item = OsString>, usage: &mut Usage) {
        let (option, value) = match arg.split_once('=') {
            Some((option, value)) => (option, Some(OsString::from(value))),
            None => (arg, None),
        };
        if option != "--rng" {
            return usage.mistake(format!("unrecognized option '{option}'"));
        }
        let value = value.or_else(|| rest.next());
        let name = value.as_deref().and_then(OsStr::to_str);
        match name.and_then(Rng::from_name) {
            Some(rng) => self.rng = rng,
            None => usage.mistake("--rng takes 'original' or 'debian'".to_owned()),
        }
    }

    /// Reads the letters after one `-`.
    fn letters(
        &mut self,
        letters: &str,
        rest: &mut impl Iterator<Item = OsString>,
        usage: &mut Usage,
    ) -> Result<(), Refusal> {
        let mut letters = letters.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '0' => self.swapping = Swapping::None,
                '2' => self.swapping = Swapping::TwoWay,
                '3' => self.swapping = Swapping::ThreeWay,
                'm' => self.meter = !self.meter,
                'q' => self.quiet = !self.quiet,
                'v' => self.verbose = !self.verbose,
                // Upper case for honours: the output is upper case either way.
                'u' => {}
                'h' => usage.wanted = true,
                'e' => return Err(Refusal::Exhaust),
                'V' => return Err(Refusal::Version),
                'p' | 'g' | 's' | 't' | 'l' => {
                    let value = match letters.as_str() {
                        "" => rest
                            .next()
                            .map(|value| value.to_string_lossy().into_owned()),
                        joined => Some(joined.to_owned()),
                    };
                    return match value {
                        Some(value) => self.valued(letter, &value),
                        None => {
                            usage.mistake(format!("option requires an argument -- '{letter}'"));
                            Ok(())
                        }
                    };
                }
                _ => usage.mistake(format!("invalid option -- '{letter}'")),
            }
        }
        Ok(())
    }

    fn valued(&mut self, letter: char, value: &str) -> Result<(), Refusal> {
        let number = leading_number(value);
        // C's atoi: what does not fit in 32 bits loses its upper half. 0 is the same as not saying anything.
        let short = Some(number as i32).filter(|&number| number != 0);
        match letter {
            'p' => self.produce = short,
            'g' => self.generate = short,
            't' => self.seconds = short.and_then(|seconds| u32::try_from(seconds).ok()),
            's' if number == i64::MIN || number == i64::MAX => return Err(Refusal::SeedOverflow),
            's' => self.seed = Some(number),
            _ => return Err(Refusal::Library),
        }
        Ok(())
    }
}

/// The whole number that a text begins with, as C's strtol reads it: 0 if there is none, the nearest that fits if it
/// is too large.
fn leading_number(text: &str) -> i64 {
    let text = text.trim_start();
    let (negative, digits) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    digits
        .chars()
        .map_while(|letter| letter.to_digit(10))
        .fold(0i64, |number, digit| {
            let digit = i64::from(digit) * if negative { -1 } else { 1 };
            number.saturating_mul(10).saturating_add(digit)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Switches, Refusal> {
        Switches::read(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn letters_join_and_values_stand_where_they_like() {
        let switches = read("-vmp7 script.dlr -s -5 -g 12x -2 --rng=debian").unwrap();
        assert_eq!(switches.produce, Some(7));
        assert_eq!(switches.seed, Some(-5));
        assert_eq!(switches.generate, Some(12));
        assert_eq!(switches.swapping, Swapping::TwoWay);
        assert_eq!(switches.rng, Rng::Debian);
        assert_eq!(switches.file, Some("script.dlr".into()));
        assert!(switches.meter && !switches.verbose && !switches.quiet);
        assert!(read("-vv").unwrap().verbose);
        assert_eq!(read("a -- b").unwrap().file, Some("a".into()));
        assert_eq!(read("-- -b").unwrap().file, Some("-b".into()));
        assert_eq!(read("-p 0 -t -3").unwrap(), read("").unwrap());
    }

    #[test]
    fn mistakes_are_collected_and_explained() {
        let mistakes = |line| match read(line) {
            Err(Refusal::Usage(lines)) => lines,
            other => panic!("{other:?}"),
        };
        assert_eq!(mistakes("-h"), Vec::<String>::new());
        assert_eq!(
            mistakes("-zv -p"),
            [
                "invalid option -- 'z'",
                "option requires an argument -- 'p'"
            ]
        );
        assert_eq!(
            mistakes("--rng glibc"),
            ["--rng takes 'original' or 'debian'"]
        );
        assert_eq!(mistakes("--seed 3"), ["unrecognized option '--seed'"]);
        assert_eq!(read("-h -V"), Err(Refusal::Version));
        assert_eq!(read("-e -h"), Err(Refusal::Exhaust));
        assert_eq!(read("-l5"), Err(Refusal::Library));
    }

    #[test]
    fn seeds_fit_in_64_bits_but_for_the_ends() {
        let seed = |text: &str| read(&format!("-s {text}")).map(|switches| switches.seed);
        assert_eq!(seed("0"), Ok(Some(0)));
        assert_eq!(seed("abc"), Ok(Some(0)));
        assert_eq!(seed("4294967297"), Ok(Some(4_294_967_297)));
        assert_eq!(seed("-9223372036854775807"), Ok(Some(-i64::MAX)));
        for text in [
            "9223372036854775807",
            "-9223372036854775808",
            "99999999999999999999999",
        ] {
            assert_eq!(seed(text), Err(Refusal::SeedOverflow));
        }
    }
}
