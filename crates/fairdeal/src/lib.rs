//! Fairdeal deals cards under conditions, fairly and exactly.
//!
//! A [`Question`] is what can be dealt: a [`Script`] in the dealer language, a hand [`Profile`], a script [`Leveled`] by its
//! hand types, or several of them [`Mixed`] by weight. The same can be asked of all: deal, odds, explain, check, level and report, and two are compared. Dealing yields boards; what
//! is written, counted or filed away is made of that one stream. Answers are types that are written as JSON and as words;
//! docs/json.md shows them. All long work takes a [`Watch`], which stops it and shows how far it is.
//!
//! ```
//! use fairdeal::{Effort, Script, Watch};
//!
//! let script = Script::from_text("
//!     condition shape(south, any 4333 + any 4432 + any 5332) and hcp(south) >= 15 and hcp(south) <= 17
//! ")?;
//! for board in script.deal(2).seed(1).boards()? {
//!     println!("{}", board?);
//! }
//! let odds = script.odds(Effort::Usual, &Watch::default())?;
//! assert_eq!(odds.odds.count.unwrap().to_string(), "2610137721058114653884217600");
//! # Ok::<(), fairdeal::Error>(())
//! ```
//!
//! Underneath are the crates that do the work, each by its own name: [`space`] counts and samples sets of deals of any deck,
//! [`mod@script`] reads the dealer language, [`mod@profile`] hand profiles (a [`wizard`] makes them, a [`store`] keeps them), [`plan`] finds
//! boards, [`mod@level`] gives hand types their shares, [`classic`] is the old program to the byte, [`texas42`] knows the hands that
//! cannot lose at 42, [`euchre`] knows what a player can know and plays on it, by [`search`].

#![forbid(unsafe_code)]

pub use ::profile;
pub use ::script;
pub use answer;
pub use bridge;
pub use classic;
pub use condition;
pub use euchre;
pub use level;
pub use plan;
pub use search;
pub use space;
#[cfg(feature = "files")]
pub use store;
#[cfg(feature = "tables")]
pub use table;
pub use texas42;
pub use wizard;

mod answers;
mod ask;
mod ask_file;
mod ask_games;
#[cfg(feature = "profile-lines")]
mod ask_profile;
mod ask_texas42;
mod asked_statistics;
mod at_the_table;
mod auction_filter;
#[cfg(feature = "files")]
mod board_file;
#[cfg(feature = "files")]
mod board_files;
mod board_source;
#[cfg(feature = "tables")]
mod board_table;
mod boards;
mod check;
mod combine;
mod compare;
mod deal;
mod deal_error;
mod dealing;
mod dealt;
mod desk;
mod effort;
mod error;
mod examples;
mod explain;
mod filter;
mod fingerprint;
mod format_list;
mod laid_out;
mod lead;
mod leveled;
mod leveled_copy;
#[cfg(feature = "files")]
mod library;
mod mixed;
mod odds;
mod odds_of_parts;
#[cfg(feature = "files")]
mod open;
mod plots;
mod pointed_odds;
mod practice_set;
mod profile_question;
mod provable;
mod question;
mod reading;
mod report;
mod requests;
mod script_question;
mod seed;
#[cfg(feature = "files")]
mod session;
mod solving;
mod statistics;
mod threads;
mod verify;
mod writing;

pub use answers::{FrequencyCell, StatisticAnswer};
pub use ask::{
    Answer, DealAnswer, LeveledCopyAnswer, MOST_BOARDS, Told, ask, ask_about, ask_json, told_json,
};
pub use ask_file::{
    BoardsFile, BoardsRead, DealFile, DealtFile, FileAnswer, FileRequest, StyleRequest,
    answer_file, file_json, named_format,
};
pub use ask_games::{EuchreRequest, HintRequest, MOST_SOLVED, SolveRequest, WorldsRequest};
#[cfg(feature = "profile-lines")]
pub use ask_profile::{ProfileAnswer, ProfileRequest};
pub use ask_texas42::{
    DominoesRequest, MOST_PLAYED_OUT, PerfectHandsRequest, StrengthRequest, Texas42Asked,
    Texas42OddsRequest, Texas42Request,
};
pub use at_the_table::{BoardsLeads, BoardsPlays, LeftOut, costs_of_plays, leads_of_boards};
#[cfg(all(feature = "files", feature = "tables"))]
pub use board_file::table_by_name;
#[cfg(feature = "files")]
pub use board_file::{boards_in, format_by_name, read_boards, write_boards, write_file};
#[cfg(feature = "files")]
pub use board_files::{BoardFile, ChosenFiles, NamedFiles};
#[cfg(feature = "tables")]
pub use board_table::{BoardTable, ColumnRequest, read_table, table_losses, write_table};
pub use boards::Boards;
pub use bridge::{Board, Format};
pub use check::{Check, CheckReport, NamedCheck, ScriptCheck};
pub use combine::{
    Combined, MOST_BOARD_BYTES, Mixing, Weight, WeightError, WeightedBoards, combine, join_reports,
};
pub use compare::{
    ComparedAverage, ComparedDistribution, ComparedOdds, ComparedShare, ComparedValue, Comparison,
};
pub use deal::{BOARDS, Deal, Shard, Strategy};
pub use deal_error::DealError;
pub use dealing::{BoardSink, Dealing, NoText, TextTo, Wanted};
pub use dealt::{
    DealReport, Dealt, DealtAnswer, Ended, Filtered, ScriptDealt, SessionAnswer, SessionFile,
};
pub use desk::{Desk, Limits};
pub use effort::Effort;
pub use error::{Error, ScriptError};
pub use examples::{Example, ExampleList, ExampleText};
pub use explain::{
    ConflictPart, ConsideredPlan, Explain, Explanation, NeverExplanation, PlanExplanation,
    SeatAlone, SingleExplanation, StepExplanation,
};
pub use filter::COMPLETING_TRIES;
pub use format_list::{FormatAnswer, FormatList};
pub use laid_out::LaidOut;
pub use lead::{
    Behind, LEAD_WORLDS, LeadAnswer, LeadOdd, LeadOdds, LeadRequest, MOST_LEAD_WORLDS,
    PairedDifference, lead_on_boards,
};
pub use leveled::{Leveled, limits};
pub use leveled_copy::{CopyOptions, LeveledCopy};
#[cfg(feature = "files")]
pub use library::{
    CopyState, Library, LibraryCopies, LibraryRequest, LibraryRow, LibraryTable, LibraryType,
};
pub use mixed::{Mixed, MixedQuestion};
pub use odds::{Chance, GivenOdds, Odds, ScriptOdds};
pub use odds_of_parts::PartOdds;
#[cfg(feature = "files")]
pub use open::{Opening, WeightedName, cannot_read};
pub use plots::StatisticsFormat;
pub use pointed_odds::{Pointed, PointedOdds};
pub use practice_set::{SetAnswer, SetOrder, TypeBoards};
pub use profile_question::Profile;
pub use provable::{
    ComparedBoards, LevelTerms, MOST_PROOF_BYTES, Proof, ProofError, ProofFinding, ProofPart,
    Published, Reveal, Statement, TypeTerms, WholeQuestion,
};
pub use question::Question;
pub use reading::{read_document, read_request};
pub use report::{Report, ScriptReport, SeatReport};
pub use requests::{
    CheckRequest, CompareRequest, DealRequest, ExamplesRequest, ExplainRequest, FormatsRequest,
    LeadAsked, LevelRequest, MixedRequest, OddsRequest, QuestionRequest, Request, SeedRequest,
    WordsRequest,
};
pub use script_question::Script;
#[cfg(feature = "random-seed")]
pub use seed::random_seed;
pub use seed::{MOST_SEED_BYTES, SecretKey, Seed, SeedError};
#[cfg(feature = "files")]
pub use session::{SessionFolder, SessionWritten};
pub use space::{Meanwhile, Progress, Watch};
pub use statistics::Statistics;
pub use threads::{MOST_THREADS, cores};
pub use verify::{VerifyOptions, verify, verify_classic, verify_here};

/// The examples of the guide, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct Guide;
