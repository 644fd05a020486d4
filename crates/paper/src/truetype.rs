//! What there is in a TrueType file: which letter is which glyph, how wide glyphs are, and their outlines. It reads the fonts that
//! are built in, which have no hints, and can leave out the outlines that a file does not need.
//!
//! What is not there, or is broken, is `None`: a test sees to it that our fonts are whole.

use std::collections::BTreeMap;
#[cfg(feature = "pdf")]
use std::collections::BTreeSet;

/// The tables of a font by their names.
pub(crate) struct TrueType<'a> {
    tables: BTreeMap<[u8; 4], &'a [u8]>,
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes([two[0], two[1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes([four[0], four[1], four[2], four[3]]))
}

#[cfg(feature = "pdf")]
fn i16_at(bytes: &[u8], at: usize) -> Option<i16> {
    u16_at(bytes, at).map(u16::cast_signed)
}

impl<'a> TrueType<'a> {
    /// A file that begins like a font.
    pub(crate) fn new(file: &'a [u8]) -> Option<TrueType<'a>> {
        let number = u16_at(file, 4)?;
        let mut tables = BTreeMap::new();
        for place in 0..usize::from(number) {
            let entry = file.get(12 + 16 * place..28 + 16 * place)?;
            let (from, length) = (u32_at(entry, 8)? as usize, u32_at(entry, 12)? as usize);
            let table = file.get(from..from.checked_add(length)?)?;
            tables.insert([entry[0], entry[1], entry[2], entry[3]], table);
        }
        Some(TrueType { tables })
    }

    fn table(&self, name: &[u8; 4]) -> Option<&'a [u8]> {
        self.tables.get(name).copied()
    }

    /// How many units the size is.
    pub(crate) fn units(&self) -> Option<u16> {
        u16_at(self.table(b"head")?, 18).filter(|units| *units > 0)
    }

    /// How wide a glyph is, in units.
    pub(crate) fn advance(&self, glyph: u16) -> Option<u16> {
        let measured = u16_at(self.table(b"hhea")?, 34)?;
        // All glyphs from the last that is measured on are as wide as it.
        let row = glyph.min(measured.checked_sub(1)?);
        u16_at(self.table(b"hmtx")?, 4 * usize::from(row))
    }

    /// The letters, and the glyph of each.
    pub(crate) fn letters(&self) -> Option<Vec<(char, u16)>> {
        let cmap = self.table(b"cmap")?;
        let number = usize::from(u16_at(cmap, 2)?);
        let mut maps = (0..number).filter_map(|place| {
            let at = u32_at(cmap, 8 + 8 * place)? as usize;
            cmap.get(at..)
        });
        // Letters up to 0xffff are in segments, and that is all we have.
        let map = maps.find(|map| u16_at(map, 0) == Some(4))?;
        let segments = usize::from(u16_at(map, 6)? / 2);
        let mut letters = Vec::new();
        for segment in 0..segments {
            let column = |number: usize| 14 + 2 * (number * segments + segment);
            let last = u16_at(map, column(0))?;
            // A word of padding stands after the last letters.
            let first = u16_at(map, column(1) + 2)?;
            let delta = u16_at(map, column(2) + 2)?;
            let place = column(3) + 2;
            let offset = usize::from(u16_at(map, place)?);
            for code in first..=last {
                let glyph = match offset {
                    0 => code.wrapping_add(delta),
                    offset => match u16_at(map, place + offset + 2 * usize::from(code - first))? {
                        0 => 0,
                        glyph => glyph.wrapping_add(delta),
                    },
                };
                if let (Some(letter), 1..) = (char::from_u32(code.into()), glyph) {
                    letters.push((letter, glyph));
                }
            }
        }
        Some(letters)
    }
}

/// What a PDF file says of a font, in units.
#[cfg(feature = "pdf")]
pub(crate) struct Measures {
    /// The corners of a box around all glyphs: left, bottom, right and top.
    pub corners: [i16; 4],
    pub ascent: i16,
    pub descent: i16,
}

#[cfg(feature = "pdf")]
impl TrueType<'_> {
    pub(crate) fn measures(&self) -> Option<Measures> {
        let (head, hhea) = (self.table(b"head")?, self.table(b"hhea")?);
        let mut corners = [0; 4];
        for (place, corner) in corners.iter_mut().enumerate() {
            *corner = i16_at(head, 36 + 2 * place)?;
        }
        Some(Measures {
            corners,
            ascent: i16_at(hhea, 4)?,
            descent: i16_at(hhea, 6)?,
        })
    }

    /// The outline of a glyph; nothing for a space.
    fn outline(&self, glyph: u16) -> Option<&[u8]> {
        let (loca, glyph) = (self.table(b"loca")?, usize::from(glyph));
        let (from, to) = match i16_at(self.table(b"head")?, 50)? {
            0 => {
                let at = |place: usize| Some(2 * usize::from(u16_at(loca, 2 * place)?));
                (at(glyph)?, at(glyph + 1)?)
            }
            _ => {
                let at = |place: usize| Some(u32_at(loca, 4 * place)? as usize);
                (at(glyph)?, at(glyph + 1)?)
            }
        };
        self.table(b"glyf")?.get(from..to)
    }

    /// The glyphs that a glyph is put together of, as a letter and its accent.
    fn parts(&self, glyph: u16) -> Option<Vec<u16>> {
        /// What the flags of a part say.
        const WORDS: u16 = 1;
        const SCALE: u16 = 1 << 3;
        const MORE: u16 = 1 << 5;
        const TWO_SCALES: u16 = 1 << 6;
        const FOUR_SCALES: u16 = 1 << 7;
        let outline = self.outline(glyph)?;
        let mut parts = Vec::new();
        if outline.is_empty() || i16_at(outline, 0)? >= 0 {
            return Some(parts);
        }
        let mut at = 10;
        loop {
            let flags = u16_at(outline, at)?;
            parts.push(u16_at(outline, at + 2)?);
            at += 4 + if flags & WORDS != 0 { 4 } else { 2 };
            at += match flags & (SCALE | TWO_SCALES | FOUR_SCALES) {
                0 => 0,
                SCALE => 2,
                TWO_SCALES => 4,
                _ => 8,
            };
            if flags & MORE == 0 {
                return Some(parts);
            }
        }
    }

    /// The font with the outlines of these glyphs alone, and of what they are put together of. Glyphs keep their numbers.
    pub(crate) fn cut_down(&self, used: &BTreeSet<u16>) -> Option<Vec<u8>> {
        let mut kept: BTreeSet<u16> = BTreeSet::new();
        // What stands for a glyph that is not there belongs to every font.
        let mut open: Vec<u16> = used.iter().copied().chain([0]).collect();
        while let Some(glyph) = open.pop() {
            if kept.insert(glyph) {
                open.extend(self.parts(glyph)?);
            }
        }
        let number = u16_at(self.table(b"maxp")?, 4)?;
        let (mut outlines, mut places) = (Vec::new(), Vec::new());
        for glyph in 0..number {
            places.extend((outlines.len() as u32).to_be_bytes());
            if kept.contains(&glyph) {
                outlines.extend(self.outline(glyph)?);
                outlines.resize(outlines.len().next_multiple_of(4), 0);
            }
        }
        places.extend((outlines.len() as u32).to_be_bytes());
        let mut head = self.table(b"head")?.to_vec();
        // The check of the whole file is not asked for in a PDF; places are long ones now.
        head.get_mut(8..12)?.fill(0);
        head.get_mut(50..52)?.copy_from_slice(&[0, 1]);
        let tables: [(&[u8; 4], &[u8]); 6] = [
            (b"glyf", &outlines),
            (b"head", &head),
            (b"hhea", self.table(b"hhea")?),
            (b"hmtx", self.table(b"hmtx")?),
            (b"loca", &places),
            (b"maxp", self.table(b"maxp")?),
        ];
        Some(written(&tables))
    }
}

/// A file of these tables, which are in the order of their names.
#[cfg(feature = "pdf")]
fn written(tables: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let number = tables.len() as u16;
    let power = number.ilog2() as u16;
    let range = 16 << power;
    let mut file = vec![0, 1, 0, 0];
    for part in [number, range, power, 16 * number - range] {
        file.extend(part.to_be_bytes());
    }
    let mut at = 12 + 16 * tables.len();
    for (name, table) in tables {
        let words = table.chunks(4).map(|word| {
            let mut four = [0; 4];
            four[..word.len()].copy_from_slice(word);
            u32::from_be_bytes(four)
        });
        let check = words.fold(0_u32, u32::wrapping_add);
        file.extend(*name);
        for part in [check, at as u32, table.len() as u32] {
            file.extend(part.to_be_bytes());
        }
        at += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        file.extend(*table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

#[cfg(all(test, feature = "pdf"))]
mod tests {
    use super::*;
    use crate::Face;

    fn ours() -> TrueType<'static> {
        TrueType::new(Face::Regular.file()).unwrap()
    }

    #[test]
    fn a_font_that_is_cut_down_is_a_font_with_the_same_outlines() {
        let font = ours();
        let letters: BTreeMap<char, u16> = font.letters().unwrap().into_iter().collect();
        // é is put together of e and an accent.
        let used: BTreeSet<u16> = "♠é7 ".chars().map(|letter| letters[&letter]).collect();
        let file = font.cut_down(&used).unwrap();
        assert!(
            file.len() < Face::Regular.file().len() / 3,
            "{}",
            file.len()
        );
        let small = TrueType::new(&file).unwrap();
        assert_eq!(small.units(), font.units());
        for glyph in used.iter().copied().chain([0]) {
            let (kept, whole) = (small.outline(glyph).unwrap(), font.outline(glyph).unwrap());
            // Outlines are filled up to whole words.
            assert_eq!(&kept[..whole.len()], whole, "{glyph}");
            assert_eq!(small.advance(glyph), font.advance(glyph));
        }
        let parts = font.parts(letters[&'é']).unwrap();
        assert_eq!(parts.len(), 2);
        assert!(
            parts
                .iter()
                .all(|&part| !small.outline(part).unwrap().is_empty())
        );
        assert!(small.outline(letters[&'K']).unwrap().is_empty());
    }

    #[test]
    fn what_is_no_font_is_nothing_and_no_panic() {
        let file = Face::Regular.file();
        for length in (0..400).chain((400..file.len()).step_by(997)) {
            if let Some(font) = TrueType::new(&file[..length]) {
                let _ = (font.letters(), font.advance(3), font.measures());
                let _ = font.cut_down(&BTreeSet::from([3, 9, 60_000]));
            }
        }
        // Any byte may be wrong: what is read is then wrong too, or nothing.
        let mut broken = file.to_vec();
        for place in (0..2_000).chain((2_000..file.len()).step_by(61)) {
            let right = std::mem::replace(&mut broken[place], 0xff);
            if let Some(font) = TrueType::new(&broken) {
                let _ = (font.units(), font.letters().map(|letters| letters.len()));
                let _ = font.cut_down(&BTreeSet::from([3, 9]));
            }
            broken[place] = right;
        }
    }
}
