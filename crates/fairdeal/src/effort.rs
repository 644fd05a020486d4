//! How much work an answer may take, by name: counted in steps and never by the clock, so that the same question has the
//! same answer on every machine.

use space::Budget;

/// How much work an answer may take before it is estimated instead of counted, or left open.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Effort {
    /// A tenth of the usual, and 400 megabytes: for answers while one types.
    Quick,
    /// Two or three seconds, and a gigabyte.
    #[default]
    Usual,
    /// Ten times the usual, and four gigabytes: for those who would rather wait than have an estimate.
    Patient,
    /// So many steps, with the memory of the named effort that allows as many; a second does some hundred million.
    Steps(u64),
}

/// What the work is for: some questions are asked many times for one answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Counting the deals that qualify.
    Odds,
    /// Finding what stands in the way.
    Explain,
    /// Each question that a check asks.
    Check,
}

impl Effort {
    /// All that have a name.
    pub const NAMED: [Effort; 3] = [Effort::Quick, Effort::Usual, Effort::Patient];

    /// Its name; none if it is a number of steps.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Effort::Quick => Some("quick"),
            Effort::Usual => Some("usual"),
            Effort::Patient => Some("patient"),
            Effort::Steps(_) => None,
        }
    }

    /// The effort of a name.
    ///
    /// ```
    /// assert_eq!(fairdeal::Effort::from_name("patient"), Some(fairdeal::Effort::Patient));
    /// assert_eq!(fairdeal::Effort::from_name("eager"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Effort> {
        let named = |effort: &Effort| effort.name() == Some(name);
        Effort::NAMED.into_iter().find(named)
    }

    /// What it allows for some purpose.
    pub(crate) fn budget(self, purpose: Purpose) -> Budget {
        let usual = match purpose {
            Purpose::Odds => 500_000_000,
            Purpose::Explain => 100_000_000,
            Purpose::Check => 30_000_000,
        };
        let (quick, patient) = (usual / 10, usual * 10);
        let work = match self {
            Effort::Quick => quick,
            Effort::Usual => usual,
            Effort::Patient => patient,
            Effort::Steps(work) => work,
        };
        let memory = match work {
            work if work <= quick => 400_000_000,
            // A gigabyte, with what the program has besides and what its lists leave free between them.
            work if work <= usual => 880_000_000,
            _ => 4_000_000_000,
        };
        // Half of what can be addressed at all, where that is less: in a browser.
        let memory = memory.min(usize::MAX as u64 / 2);
        Budget { work, memory }
    }
}
