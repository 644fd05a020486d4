//! What a page is made of: blocks with text, lines and boxes in them. All lengths are in points, from the upper left corner of
//! the page.

use crate::font::{ASCENT, DESCENT, Face, width};

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8½ by 11 inches.
    Letter,
}

impl Paper {
    /// All sizes.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// `a4` or `letter`.
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }

    /// The size of a name, in either case.
    pub fn from_name(name: &str) -> Option<Paper> {
        Self::ALL
            .into_iter()
            .find(|paper| paper.name().eq_ignore_ascii_case(name))
    }

    /// Its width and height in points.
    pub fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.0, 842.0),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// A page.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// What it is printed on.
    pub paper: Paper,
    /// What is on it. Blocks do not overlap; where a screen is too narrow for the page they are shown one below the other.
    pub blocks: Vec<Block>,
}

/// What belongs together on a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Where it is: nothing of it is outside.
    pub area: Area,
    /// What is in it, in the order in which it is drawn and read.
    pub marks: Vec<Mark>,
}

/// Something on a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// Text on one line.
    Text(Run),
    /// A straight line.
    Line {
        /// Where it begins.
        from: (f32, f32),
        /// Where it ends.
        to: (f32, f32),
        /// How thick it is.
        width: f32,
        /// Its colour.
        ink: Ink,
        /// Whether it is dashed: to cut or to fold along.
        dashed: bool,
    },
    /// A rectangle.
    Box {
        /// Where it is.
        area: Area,
        /// The colour in it.
        fill: Option<Ink>,
        /// The colour of its border.
        border: Option<Ink>,
    },
}

/// Text on one line, in one font and one colour.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// Where it begins.
    pub x: f32,
    /// The line that its letters stand on.
    pub y: f32,
    /// The text, as [`crate::shown`] gives it.
    pub text: String,
    /// Its font.
    pub face: Face,
    /// The size of the font.
    pub size: f32,
    /// Its colour.
    pub ink: Ink,
    /// Of a heading its level: 1 for the page's, 2 for those of boards.
    pub level: Option<u8>,
}

impl Run {
    /// How wide it is.
    pub fn width(&self) -> f32 {
        width(&self.text, self.face, self.size)
    }

    /// What it takes up.
    pub fn area(&self) -> Area {
        Area {
            x: self.x,
            y: self.y - ASCENT * self.size,
            width: self.width(),
            height: (ASCENT + DESCENT) * self.size,
        }
    }
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Area {
    /// Its left edge.
    pub x: f32,
    /// Its upper edge.
    pub y: f32,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
}

impl Area {
    /// Whether another one lies within it, give or take a twentieth of a point.
    pub fn contains(&self, other: &Area) -> bool {
        const SLACK: f32 = 0.05;
        other.x >= self.x - SLACK
            && other.y >= self.y - SLACK
            && other.x + other.width <= self.x + self.width + SLACK
            && other.y + other.height <= self.y + self.height + SLACK
    }

    /// Whether they have more than a twentieth of a point in common both ways.
    pub fn overlaps(&self, other: &Area) -> bool {
        const SLACK: f32 = 0.05;
        let common = |a: f32, b: f32, c: f32, d: f32| (a + b).min(c + d) - a.max(c) > SLACK;
        common(self.x, self.width, other.x, other.width)
            && common(self.y, self.height, other.y, other.height)
    }
}

/// A colour: red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ink(pub [u8; 3]);

impl Ink {
    /// Black.
    pub const BLACK: Ink = Ink([0, 0, 0]);
    /// White.
    pub const WHITE: Ink = Ink([255, 255, 255]);
    /// For what is less important; still easy to read.
    pub const GREY: Ink = Ink([80, 80, 80]);
    /// For lines between things.
    pub const PALE: Ink = Ink([170, 170, 170]);
    /// A red that is dark enough where there is no colour.
    pub const RED: Ink = Ink([190, 0, 0]);
    /// An orange that is.
    pub const ORANGE: Ink = Ink([186, 74, 0]);

    /// How bright it is without colour, from 0 to 255.
    pub fn brightness(self) -> f32 {
        let [red, green, blue] = self.0.map(f32::from);
        0.299 * red + 0.587 * green + 0.114 * blue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ink_for_text_is_dark_enough_without_colour() {
        for ink in [Ink::BLACK, Ink::GREY, Ink::RED, Ink::ORANGE] {
            assert!(ink.brightness() < 110.0, "{ink:?}");
        }
    }

    #[test]
    fn areas_that_touch_do_not_overlap() {
        let area = |x: f32, width: f32| Area {
            x,
            y: 0.0,
            width,
            height: 10.0,
        };
        assert!(!area(0.0, 5.0).overlaps(&area(5.0, 5.0)));
        assert!(area(0.0, 5.0).overlaps(&area(4.0, 5.0)));
        assert!(area(0.0, 5.0).contains(&area(1.0, 4.0)));
        assert!(!area(0.0, 5.0).contains(&area(1.0, 5.0)));
    }
}
