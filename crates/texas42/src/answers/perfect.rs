//! The lists of hands that cannot lose.

use std::collections::BTreeSet;
use std::fmt;

use answer::plural;
use serde::Serialize;
use space::{Stopped, Watch};

use crate::{Hand, PerfectKind, Rules, Trump, Wanted, perfect};

/// Which kinds of hands are listed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PerfectKinds {
    /// Gold perfect hands.
    Gold,
    /// All lay-downs.
    Laydown,
    /// Both lists.
    Both,
}

impl PerfectKinds {
    /// All three.
    pub const ALL: [PerfectKinds; 3] = [
        PerfectKinds::Gold,
        PerfectKinds::Laydown,
        PerfectKinds::Both,
    ];

    /// `gold`, `laydown` or `both`.
    pub fn name(self) -> &'static str {
        ["gold", "laydown", "both"][self as usize]
    }

    /// The kinds of a name.
    pub fn from_name(name: &str) -> Option<PerfectKinds> {
        Self::ALL.into_iter().find(|kinds| kinds.name() == name)
    }

    fn kinds(self) -> &'static [PerfectKind] {
        match self {
            PerfectKinds::Gold => &[PerfectKind::Gold],
            PerfectKinds::Laydown => &[PerfectKind::Laydown],
            PerfectKinds::Both => &[PerfectKind::Gold, PerfectKind::Laydown],
        }
    }
}

/// Which lists are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerfectRequest {
    /// What is trumps; all, one after the other, if nothing is said.
    pub trump: Option<Trump>,
    /// Which kinds of hands.
    pub kinds: PerfectKinds,
    /// Which of them.
    pub wanted: Wanted,
}

/// Lists of hands that cannot lose: one, one for each trump, or those of both kinds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PerfectAnswer {
    /// Of one kind, with one trump.
    List(PerfectList),
    /// Of one kind, with each trump.
    Lists(PerfectLists),
    /// Of several kinds.
    Kinds {
        /// One for each kind.
        kinds: Vec<PerfectAnswer>,
    },
}

/// The hands of one kind with one trump.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerfectList {
    /// What is trumps.
    pub trump: Trump,
    /// The kind: `gold` or `laydown`.
    pub kind: PerfectKind,
    /// How many there are.
    pub count: usize,
    /// The hands, each trumps first; those with the fewest trumps first.
    pub hands: Vec<Vec<String>>,
}

/// The hands of one kind with each trump.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerfectLists {
    /// The kind: `gold` or `laydown`.
    pub kind: PerfectKind,
    /// How long the lists are together.
    pub count: usize,
    /// How many different hands they hold.
    pub distinct: usize,
    /// How many different hands the first so many lists hold: those of all pips, with doubles too, with no trumps too.
    pub together: Vec<TrumpsTogether>,
    /// The lists.
    pub trumps: Vec<PerfectList>,
}

/// How many different hands there are with some trumps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrumpsTogether {
    /// The trumps.
    pub trumps: Vec<Trump>,
    /// How many different hands.
    pub distinct: usize,
}

/// The pips: from so many lists on it is worth saying how many hands there are together.
const PIPS: usize = 7;

/// Lists hands that cannot lose. It looks at the watch as [`perfect`] does.
///
/// # Errors
/// It was stopped.
///
/// ```
/// use texas42::{PerfectKinds, PerfectRequest, Wanted, Watch, perfect_lists};
/// let wanted = Wanted { trumps: Some(7), ..Wanted::default() };
/// let request = PerfectRequest { trump: Some("0".parse()?), kinds: PerfectKinds::Gold, wanted };
/// let answer = perfect_lists(&request, &Watch::default())?;
/// assert_eq!(answer.to_string(), "1 gold hand with blanks as trumps\n  0-0 0-6 0-5 0-4 0-3 0-2 0-1\n");
/// assert_eq!(answer.csv(), "kind,trump,hand\ngold,0,0-0 0-6 0-5 0-4 0-3 0-2 0-1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perfect_lists(request: &PerfectRequest, watch: &Watch) -> Result<PerfectAnswer, Stopped> {
    let trumps = |kind: PerfectKind| match request.trump {
        Some(trump) => vec![trump],
        None => kind.trumps().collect(),
    };
    let kinds = request.kinds.kinds();
    let lists = kinds.iter().map(|&kind| trumps(kind).len() as u64).sum();
    watch.begin("listing", Some(lists));
    let mut answers = Vec::new();
    for &kind in kinds {
        answers.push(of_kind(kind, &trumps(kind), &request.wanted, watch)?);
    }
    Ok(match answers.len() {
        1 => answers.remove(0),
        _ => PerfectAnswer::Kinds { kinds: answers },
    })
}

fn of_kind(
    kind: PerfectKind,
    trumps: &[Trump],
    wanted: &Wanted,
    watch: &Watch,
) -> Result<PerfectAnswer, Stopped> {
    let mut different: BTreeSet<Hand> = BTreeSet::new();
    let mut together = Vec::new();
    let mut lists = Vec::new();
    for (i, &trump) in trumps.iter().enumerate() {
        let rules = Rules::new(trump);
        let hands = perfect(&rules, kind, wanted, watch)?;
        different.extend(&hands);
        if i + 1 >= PIPS {
            together.push(TrumpsTogether {
                trumps: trumps[..=i].to_vec(),
                distinct: different.len(),
            });
        }
        let names = hands.iter().map(|hand| rules.names(hand.dominoes()));
        lists.push(PerfectList {
            trump,
            kind,
            count: hands.len(),
            hands: names.collect(),
        });
        watch.add(1);
    }
    if lists.len() == 1 {
        return Ok(PerfectAnswer::List(lists.remove(0)));
    }
    Ok(PerfectAnswer::Lists(PerfectLists {
        kind,
        count: lists.iter().map(|list| list.count).sum(),
        distinct: different.len(),
        together,
        trumps: lists,
    }))
}

impl PerfectAnswer {
    /// The lists in it, in their order.
    pub fn lists(&self) -> Vec<&PerfectList> {
        match self {
            PerfectAnswer::List(list) => vec![list],
            PerfectAnswer::Lists(lists) => lists.trumps.iter().collect(),
            PerfectAnswer::Kinds { kinds } => kinds.iter().flat_map(|kind| kind.lists()).collect(),
        }
    }

    /// All hands as CSV, with a header.
    pub fn csv(&self) -> String {
        let mut text = "kind,trump,hand\n".to_owned();
        for PerfectList {
            trump, kind, hands, ..
        } in self.lists()
        {
            for hand in hands {
                text += &format!("{kind},{trump},{}\n", hand.join(" "));
            }
        }
        text
    }
}

impl fmt::Display for PerfectAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PerfectAnswer::List(list) => list.fmt(f),
            PerfectAnswer::Lists(lists) => lists.fmt(f),
            PerfectAnswer::Kinds { kinds } => {
                for (i, kind) in kinds.iter().enumerate() {
                    let gap = if i == 0 { "" } else { "\n" };
                    write!(f, "{gap}{kind}")?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for PerfectList {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let kind = match self.kind {
            PerfectKind::Gold => "gold hand",
            PerfectKind::Laydown => "lay-down",
        };
        let number = plural(self.count as u64, kind);
        writeln!(f, "{number} with {}", self.trump.as_trumps())?;
        for hand in &self.hands {
            writeln!(f, "  {}", hand.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for PerfectLists {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, list) in self.trumps.iter().enumerate() {
            let gap = if i == 0 { "" } else { "\n" };
            write!(f, "{gap}{list}")?;
        }
        for (i, together) in self.together.iter().enumerate() {
            let gap = if i == 0 { "\n" } else { "" };
            let named = match together.trumps.len() {
                PIPS => "with all seven pips",
                8 => "with doubles too",
                _ => "with no trumps too",
            };
            writeln!(f, "{gap}{} different hands {named}", together.distinct)?;
        }
        Ok(())
    }
}
