//! The words of the language in use: a small script for each. The guide shows them with what comes of them, and tests evaluate
//! them; a word without one fails a test.

use crate::word::Word;

impl Word {
    /// A script that uses it: one that asks something of a deal, or one that prints.
    ///
    /// ```
    /// let hcp = script::words().iter().find(|word| word.name == "hcp").unwrap();
    /// assert_eq!(hcp.written(), Some("hcp(south) >= 15 and hcp(south) <= 17"));
    /// ```
    pub fn written(&self) -> Option<&'static str> {
        let found = WRITTEN.iter().find(|(name, _)| *name == self.name);
        found.map(|&(_, script)| script)
    }
}

/// In the order of the table of words.
const WRITTEN: &[(&str, &str)] = &[
    ("hcp", "hcp(south) >= 15 and hcp(south) <= 17"),
    ("controls", "controls(north) >= 7"),
    ("losers", "losers(west) <= 4"),
    ("spades", "spades(north) >= 6"),
    ("hearts", "hearts(east) == 0"),
    ("diamonds", "diamonds(south) > clubs(south)"),
    ("clubs", "clubs(west) >= 7 and hcp(west) < 10"),
    ("shape", "shape(south, any 4333 + any 4432 + any 5332)"),
    ("any", "shape(north, any 5431 - xx5x)"),
    ("hascard", "hascard(south, AS) and hascard(south, KS)"),
    ("cccc", "cccc(north) >= 15.00"),
    (
        "quality",
        "spades(south) == 6 and quality(south, spades) >= 5.00",
    ),
    ("ltc", "ltc(north) <= 5.00"),
    ("nltc", "nltc(north) <= 6.50"),
    ("adjltc", "adjltc(west) < 6.00"),
    ("zar", "zar(south) >= 26"),
    ("bergen", "bergen(south) >= 13"),
    ("knr", "knr(south) >= 12.00 and hcp(south) <= 10"),
    ("bumrap", "bumrap(south) >= 15.00"),
    ("fifths", "fifths(south) >= 15.00 and fifths(south) < 18.00"),
    ("banzai", "banzai(north) >= 25"),
    ("quicktricks", "quicktricks(south) >= 2.50"),
    ("goren", "hcp(south) + goren(south) >= 13"),
    ("karpin", "hcp(south) + karpin(south) >= 13"),
    ("pavlicek", "pavlicek(north, hearts) == 3"),
    ("rule15", "rule15(west) and hcp(west) < 12"),
    ("rule20", "rule20(south) and hcp(south) == 11"),
    ("rule22", "rule22(south)"),
    ("tens", "tens(south) == 4"),
    ("jacks", "jacks(north) >= 3"),
    ("queens", "queens(north) == 0"),
    ("kings", "kings(south) == 4"),
    ("aces", "aces(south) + aces(north) == 4"),
    ("top2", "top2(south, hearts) == 2"),
    ("top3", "spades(north) == 6 and top3(north, spades) >= 2"),
    ("top4", "top4(east, diamonds) == 4"),
    ("top5", "top5(east, clubs) >= 4"),
    ("c13", "c13(south) >= 20"),
    (
        "tricks",
        "action printes(\"South takes \", tricks(south, notrump), \" in notrump\", \\n)",
    ),
    (
        "dds",
        "action printes(\"West takes \", dds(west, spades), \" in spades\", \\n)",
    ),
    (
        "par",
        "action printes(\"par for North and South: \", par(NS, none), \\n)",
    ),
    ("parcontract", "action printrpt(parcontract(EW, all))"),
    (
        "lead",
        "predeal west SQJ2\naction printes(\"after the queen of spades, South takes \", lead(south, notrump, QS), \\n)",
    ),
    ("auction", "auction(\"1N -P- 2C/2D\")"),
    ("contract", "contract(west, \"2S/3S\")"),
    ("result", "contract(\"2S\") and result() >= 8"),
    (
        "score",
        "action printes(\"3NT with nine tricks: \", score(vul, x3N, 9), \\n)",
    ),
    (
        "imps",
        "action printes(\"a game swing: \", imps(620 - 170), \\n)",
    ),
    ("rnd", "action printes(\"a die shows \", rnd(6) + 1, \\n)"),
    ("and", "spades(north) >= 5 and hearts(north) >= 5"),
    ("or", "spades(north) >= 6 or hearts(north) >= 6"),
    ("not", "not shape(west, any 4333 + any 4432 + any 5332)"),
    ("condition", "condition hcp(south) >= 20"),
    ("produce", "produce 3\naction printoneline"),
    (
        "generate",
        "generate 1000\nproduce 1\ncondition hcp(south) >= 20\naction printoneline",
    ),
    ("dealer", "dealer west\naction printpbn"),
    ("vulnerable", "vulnerable EW\naction printpbn"),
    ("predeal", "predeal north SAKQ, HA\nhcp(north) >= 20"),
    ("pointcount", "pointcount 6 4 2 1\nhcp(south) >= 20"),
    ("altcount", "altcount 0 4 3 2 1 1\ntens(south) >= 16"),
    (
        "action",
        "action printew, average \"points\" hcp(east) + hcp(west)",
    ),
    (
        "points",
        "points \"mine\" { A 4.5 K 3 Q 1.5 J 0.75 T 0.25 length 5+ 1 }\nmine(south) >= 15.0",
    ),
    ("seed", "seed 7\naction printoneline"),
    ("title", "title \"Friday evening\"\naction printpbn"),
    ("startboard", "startboard 17\naction printpbn"),
    ("opener", "opener south\ncondition hcp(south) >= 12"),
    ("printall", "action printall"),
    ("printew", "action printew"),
    ("printns", "action printns"),
    ("printside", "action printside(EW)"),
    ("printpbn", "action printpbn"),
    ("printcompact", "action printcompact(hcp(north))"),
    ("printoneline", "action printoneline"),
    ("print", "action print(north)"),
    (
        "printes",
        "action printes(\"North has \", hcp(north), \" points\", \\n)",
    ),
    (
        "average",
        "condition spades(north) >= 6\naction average \"points\" hcp(north)",
    ),
    (
        "frequency",
        "condition hcp(south) >= 20\naction frequency \"points\" (hcp(south), 20, 24)",
    ),
    (
        "bktfreq",
        "action bktfreq \"by fives\" (hcp(south), 0, 24, 5)",
    ),
    ("evalcontract", "action evalcontract(NS, x3N, nv)"),
    ("csvrpt", "action csvrpt(\"south\", hcp(south), south)"),
    ("printrpt", "action printrpt(NS, hcp(north) + hcp(south))"),
    ("export", "action export(EW)"),
    ("north", "hcp(north) > hcp(south)"),
    ("east", "spades(east) == spades(west)"),
    ("south", "hcp(s) == 10"),
    ("west", "shape(west, 54xx)"),
    (
        "notrump",
        "action printes(\"North takes \", tricks(north, notrump), \\n)",
    ),
    ("NS", "action printside(NS)"),
    ("EW", "action printside(EW)"),
    ("all", "vulnerable all\naction printpbn"),
    ("none", "vulnerable none\naction printpbn"),
    ("vul", "action printes(score(vul, x4S, 10), \\n)"),
    ("nv", "action printes(score(nv, x4S, 10), \\n)"),
    ("better", "action evalcontract(NS, x4S, vul, better)"),
    ("deal", "action printrpt(deal)"),
    ("trix", "action printrpt(trix(south))"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    #[test]
    fn every_word_is_written_once_and_in_its_own_script() {
        let names: Vec<&str> = WRITTEN.iter().map(|(name, _)| *name).collect();
        let known: Vec<&str> = words().iter().map(|word| word.name).collect();
        assert_eq!(names, known);
        for word in words() {
            let script = word.written().unwrap_or_default();
            let mut used = script.split(|letter: char| !letter.is_ascii_alphanumeric());
            assert!(
                used.any(|part| part == word.name
                    || word.spellings.contains(&part)
                    || part.len() == 1 && word.name.starts_with(part)),
                "{}: {script}",
                word.name
            );
        }
    }
}
