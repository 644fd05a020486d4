//! DDS itself: finding the library, and calling it.
//!
//! This is the one module with `unsafe` code, because a library written in C++ cannot be called without. It knows
//! the layouts and signatures of version 2's header, `dll.h`; it does not know what the answers are for.
//!
//! DDS keeps its working memory in globals: one block for each of its threads, named by an index. Two calls with one
//! index at one time would write over each other, calls with different indices are safe. So the library is
//! loaded once in a process and stays to its end, and an index is a value, [`Thread`], that only one caller can have.

#![allow(unsafe_code)]

use std::ffi::{OsStr, c_char, c_int, c_uint};
use std::mem::{MaybeUninit, offset_of, size_of};
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use libloading::Library;

use super::solver::SolverError;
use crate::score::Strain;
use crate::{Deal, Seat, Suit};

/// The environment variable that names the library's file.
const VARIABLE: &str = "FAIRDEAL_DDS";

/// Where the library is looked for. Plain names go through the system's own search, which for macOS would include
/// the current folder: there, full paths are named instead.
#[cfg(target_os = "macos")]
const NAMES: &[&str] = &[
    "/opt/homebrew/lib/libdds.dylib",
    "/usr/local/lib/libdds.dylib",
    "/opt/local/lib/libdds.dylib",
];
#[cfg(windows)]
const NAMES: &[&str] = &["dds.dll", "libdds.dll"];
#[cfg(not(any(target_os = "macos", windows)))]
const NAMES: &[&str] = &["libdds.so.0", "libdds.so.2", "libdds.so"];

/// `struct deal`: a position with nothing played yet.
#[repr(C)]
#[derive(Clone, Copy)]
struct Position {
    trump: c_int,
    first: c_int,
    trick_suits: [c_int; 3],
    trick_ranks: [c_int; 3],
    cards: [[c_uint; 4]; 4],
}

/// `struct futureTricks`: the cards to play, and what each of them brings.
#[repr(C)]
struct FutureTricks {
    nodes: c_int,
    cards: c_int,
    suit: [c_int; 13],
    rank: [c_int; 13],
    equals: [c_int; 13],
    score: [c_int; 13],
}

/// `struct DDSInfo`, with room to spare for a version that has more to tell.
#[repr(C)]
struct Info {
    version: [c_int; 3],
    version_text: [c_char; 10],
    /// System, word size, compiler, constructor, cores and threading.
    build: [c_int; 6],
    threads: c_int,
    thread_sizes: [c_char; 128],
    system_text: [c_char; 1024],
    spare: [c_int; 1024],
}

// As a C compiler lays the header's structures out.
const _: () = assert!(size_of::<Position>() == 96);
const _: () = assert!(size_of::<FutureTricks>() == 216 && offset_of!(FutureTricks, score) == 164);
const _: () = assert!(offset_of!(Info, threads) == 48 && offset_of!(Info, spare) == 1204);

type SetMaxThreads = unsafe extern "system" fn(c_int);
type GetDdsInfo = unsafe extern "system" fn(*mut Info);
type ErrorMessage = unsafe extern "system" fn(c_int, *mut c_char);
type SolveBoard =
    unsafe extern "system" fn(Position, c_int, c_int, c_int, *mut FutureTricks, c_int) -> c_int;

/// DDS's answer when all went well.
const NO_FAULT: c_int = 1;

/// One of DDS's blocks of working memory. Whoever has it may call.
#[derive(Debug)]
struct Thread {
    index: c_int,
    /// What it solved last: DDS is quicker when the same is asked again with another hand on lead.
    last: Option<(Deal, Strain)>,
}

/// The library, loaded.
#[derive(Debug)]
pub(super) struct Dds {
    solve_board: SolveBoard,
    error_message: ErrorMessage,
    threads: usize,
    free: Mutex<Vec<Thread>>,
    freed: Condvar,
    /// The functions above are in it.
    _library: Library,
}

impl Dds {
    /// The library: loaded by the first call, the same one ever after.
    pub(super) fn load() -> Result<&'static Dds, SolverError> {
        // DDS has one set of globals in a process, so there must be one owner of it.
        static LOADED: Mutex<Option<&'static Dds>> = Mutex::new(None);
        let mut loaded = lock(&LOADED);
        if let Some(dds) = *loaded {
            return Ok(dds);
        }
        let dds: &'static Dds = Box::leak(Box::new(Dds::open()?));
        *loaded = Some(dds);
        leave_without_unloading();
        Ok(dds)
    }

    fn open() -> Result<Dds, SolverError> {
        let (library, file) = find(std::env::var_os(VARIABLE).as_deref(), NAMES)?;
        let broken = |error: libloading::Error| SolverError::Broken {
            file: file.clone(),
            reason: reason(&error),
        };
        // SAFETY: the four signatures are those of dll.h, which have been the same in all of version 2; that it
        // is version 2 is asked before anything else is called. A library without these names is refused here.
        let (set_max_threads, get_info, solve_board, error_message) = unsafe {
            (
                *library
                    .get::<SetMaxThreads>(b"SetMaxThreads\0")
                    .map_err(broken)?,
                *library.get::<GetDdsInfo>(b"GetDDSInfo\0").map_err(broken)?,
                *library.get::<SolveBoard>(b"SolveBoard\0").map_err(broken)?,
                *library
                    .get::<ErrorMessage>(b"ErrorMessage\0")
                    .map_err(broken)?,
            )
        };
        let info = || {
            let mut info = MaybeUninit::<Info>::zeroed();
            // SAFETY: GetDDSInfo fills a structure that is no larger than this one, and zeros are valid for
            // whatever it leaves out.
            unsafe {
                get_info(info.as_mut_ptr());
                info.assume_init()
            }
        };
        let [major, minor, patch] = info().version;
        if major != 2 {
            return Err(SolverError::Version {
                file,
                version: format!("{major}.{minor}.{patch}"),
            });
        }
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        // SAFETY: nobody can be solving yet: `load` lets one caller in, and no `Thread` exists so far. DDS takes any
        // number here, and makes no more threads than it finds cores and memory for.
        unsafe { set_max_threads(c_int::try_from(cores).unwrap_or(1)) };
        // It says how many it has made: an index beyond would end the process.
        let threads = match info().threads {
            threads @ 1..=1024 => threads,
            threads => {
                return Err(SolverError::Broken {
                    file,
                    reason: format!("it has memory for {threads} threads"),
                });
            }
        };
        let free = (0..threads).map(|index| Thread { index, last: None });
        Ok(Dds {
            solve_board,
            error_message,
            threads: threads as usize,
            free: Mutex::new(free.collect()),
            freed: Condvar::new(),
            _library: library,
        })
    }

    /// How many callers can be served at once.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// The tricks that these declarers can take in one strain, in a deal of four times thirteen cards.
    pub(super) fn solve<const N: usize>(
        &self,
        deal: &Deal,
        strain: Strain,
        declarers: [Seat; N],
    ) -> Result<[u8; N], SolverError> {
        let mut thread = self.take(deal, strain);
        let mut tricks = [0; N];
        let solved = declarers
            .iter()
            .zip(&mut tricks)
            .try_for_each(|(&declarer, tricks)| {
                *tricks = self.call(&mut thread, deal, strain, declarer)?;
                Ok(())
            });
        thread.last = Some((*deal, strain));
        lock(&self.free).push(thread);
        self.freed.notify_one();
        solved.map(|()| tricks)
    }

    /// Waits for a thread: the one that knows the deal, if it is free.
    fn take(&self, deal: &Deal, strain: Strain) -> Thread {
        let mut free = lock(&self.free);
        loop {
            let knows = free
                .iter()
                .position(|thread| thread.last == Some((*deal, strain)));
            match knows.or(free.len().checked_sub(1)) {
                Some(place) => return free.swap_remove(place),
                None => {
                    free = self
                        .freed
                        .wait(free)
                        .unwrap_or_else(PoisonError::into_inner)
                }
            }
        }
    }

    fn call(
        &self,
        thread: &mut Thread,
        deal: &Deal,
        strain: Strain,
        declarer: Seat,
    ) -> Result<u8, SolverError> {
        let position = Position {
            trump: match strain {
                Strain::Suit(suit) => 3 - suit as c_int,
                Strain::Notrump => 4,
            },
            first: declarer.turned(1) as c_int,
            trick_suits: [0; 3],
            trick_ranks: [0; 3],
            // Spades first, and the deuce is bit 2.
            cards: deal
                .0
                .map(|hand| Suit::WRITTEN.map(|s| c_uint::from(hand.holding(s).0) << 2)),
        };
        // The most tricks that the side on lead can take; search even where it has but one card to lead.
        let (target, solutions, mode) = (-1, 1, 1);
        let mut future = MaybeUninit::<FutureTricks>::zeroed();
        // SAFETY: the library stays loaded, the position is a whole deal, the result has the header's layout and is
        // valid as zeros. The thread's index is below DDS's number of threads, and nobody else has it: it is
        // borrowed mutably, and no two `Thread`s have the same.
        let (code, future) = unsafe {
            let result = future.as_mut_ptr();
            let code = (self.solve_board)(position, target, solutions, mode, result, thread.index);
            (code, future.assume_init())
        };
        match (code, future.score[0]) {
            (NO_FAULT, defenders @ 0..=13) => Ok(13 - defenders as u8),
            (NO_FAULT, strange) => Err(SolverError::Failed(format!("{strange} tricks"))),
            (fault, _) => Err(SolverError::Failed(self.message(fault))),
        }
    }

    /// What a fault means.
    fn message(&self, fault: c_int) -> String {
        let mut line = [0u8; 256];
        // SAFETY: DDS writes a text of at most 80 bytes, its end included.
        unsafe { (self.error_message)(fault, line.as_mut_ptr().cast()) };
        let text = line.split(|&byte| byte == 0).next().unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    }
}

/// Ends the process without unloading the library, when its time has come.
///
/// The C library destroys the globals of a library that was loaded late, and calls what the library wants called at the
/// end only then. DDS wants to free its memory, whose owner is gone: it crashes, after all work is done. So
/// the last function to be registered is the first to be called, and the last: it leaves with the status that the
/// program gave. Rust's own output is flushed before this; C's is flushed here.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn leave_without_unloading() {
    use std::ffi::c_void;
    use std::ptr::null_mut;

    // SAFETY: these are the C library's declarations; none asks anything of its caller, with a null pointer for the
    // argument and for "all files".
    unsafe extern "C" {
        safe fn on_exit(
            function: extern "C" fn(c_int, *mut c_void),
            argument: *mut c_void,
        ) -> c_int;
        safe fn fflush(file: *mut c_void) -> c_int;
        safe fn _exit(status: c_int) -> !;
    }
    extern "C" fn leave(status: c_int, _: *mut c_void) {
        fflush(null_mut());
        _exit(status);
    }
    on_exit(leave, null_mut());
}

/// Elsewhere the order is another one.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn leave_without_unloading() {}

/// No one panics with these locks in hand; and if, what they hold is still good.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The library, and the name it was found under: the file that the user names, or else one of the usual.
fn find(named: Option<&OsStr>, usual: &[&str]) -> Result<(Library, String), SolverError> {
    if let Some(file) = named.filter(|file| !file.is_empty()) {
        let path = std::path::absolute(file).unwrap_or_else(|_| file.into());
        let name = path.display().to_string();
        return match open(&path) {
            Ok(library) => Ok((library, name)),
            Err(error) => Err(SolverError::Broken {
                file: name,
                reason: reason(&error),
            }),
        };
    }
    usual
        .iter()
        .find_map(|name| Some((open(Path::new(name)).ok()?, (*name).to_owned())))
        .ok_or(SolverError::Missing)
}

/// Why the system could not load a library or find a function, in its own words if it has any.
fn reason(error: &libloading::Error) -> String {
    let cause = std::error::Error::source(error);
    cause.map_or(error.to_string(), |cause| cause.to_string())
}

#[cfg(not(windows))]
fn open(file: &Path) -> Result<Library, libloading::Error> {
    // SAFETY: loading runs the library's own start-up code. It is the solver that the system or the user provides
    // under this name, trusted like the program itself.
    unsafe { Library::new(file) }
}

#[cfg(windows)]
fn open(file: &Path) -> Result<Library, libloading::Error> {
    use libloading::os::windows::{
        LOAD_LIBRARY_SEARCH_DEFAULT_DIRS, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR, Library,
    };
    // A plain name is looked for beside the program and in the system's folders, never in the current one.
    let flags = if file.is_absolute() {
        LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR
    } else {
        LOAD_LIBRARY_SEARCH_DEFAULT_DIRS
    };
    // SAFETY: as elsewhere, loading runs the start-up code of a library that the system or the user provides.
    unsafe { Library::load_with_flags(file, flags) }.map(Into::into)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::double_dummy::par;
    use crate::{Side, Tricks, Vulnerability};

    #[test]
    fn without_the_library_the_error_says_what_to_install() {
        let error = find(None, &["libdds-that-is-not-there.so"])
            .unwrap_err()
            .to_string();
        assert!(error.contains("apt-get install libdds0"), "{error}");
        assert!(error.contains(VARIABLE), "{error}");
    }

    #[test]
    fn a_named_file_that_is_no_library_is_an_error_with_its_name() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let error = find(Some(file.as_os_str()), NAMES).unwrap_err().to_string();
        assert!(error.contains("Cargo.toml"), "{error}");
        // An empty variable is none.
        assert!(matches!(
            find(Some(OsStr::new("")), &[]),
            Err(SolverError::Missing)
        ));
    }

    /// `struct parResultsMaster`: the score, how many contracts, and ten contracts of five numbers.
    #[repr(C)]
    struct ParResults {
        score: c_int,
        number: c_int,
        contracts: [[c_int; 5]; 10],
    }

    type DealerPar =
        unsafe extern "system" fn(*mut [[c_int; 4]; 5], *mut ParResults, c_int, c_int) -> c_int;

    #[test]
    fn par_is_what_dds_makes_it() {
        let dds = match Dds::load() {
            Ok(dds) => dds,
            Err(error) => return println!("skipped: {error}"),
        };
        // SAFETY: the signature is the header's.
        let dealer_par = unsafe { *dds._library.get::<DealerPar>(b"DealerParBin\0").unwrap() };
        let mut number = 1u64;
        let mut below = |bound: u64| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) % bound
        };
        for _ in 0..20_000 {
            // Defenders take what declarer leaves, now and then one more or less: as in real deals.
            let north: [u64; 5] = std::array::from_fn(|_| below(14));
            let tricks = Tricks::from_fn(|seat, strain| {
                let theirs = north[strain.index()];
                let mine = if Side::NorthSouth.seats().contains(&seat) {
                    theirs
                } else {
                    13 - theirs
                };
                match below(6) {
                    0 => mine.saturating_sub(1) as u8,
                    _ => mine as u8,
                }
            });
            let mut table = [3, 2, 1, 0, 4].map(|place| {
                Seat::ALL.map(|seat| c_int::from(tricks.of(seat, Strain::ALL[place])))
            });
            for dealer in Seat::ALL {
                for (code, vulnerable) in [
                    (0, Vulnerability::None),
                    (1, Vulnerability::All),
                    (2, Vulnerability::NorthSouth),
                    (3, Vulnerability::EastWest),
                ] {
                    let mut theirs = ParResults {
                        score: 0,
                        number: 0,
                        contracts: [[0; 5]; 10],
                    };
                    // SAFETY: both structures have the header's layout; par needs no thread's memory.
                    let fault =
                        unsafe { dealer_par(&mut table, &mut theirs, dealer as c_int, code) };
                    assert_eq!(fault, NO_FAULT);
                    let ours = par(&tricks, dealer, vulnerable);
                    assert_eq!(
                        ours.score, theirs.score,
                        "{tricks:?} {dealer} {vulnerable}: {ours:?}"
                    );
                    assert_eq!(ours.contracts.is_empty(), theirs.score == 0);
                    // Each contract as its strain and side; 0 is notrump, and odd seats are East and West.
                    let theirs = theirs.contracts[..theirs.number as usize].iter();
                    let theirs: BTreeSet<_> = theirs.map(|c| (4 - c[3], c[4] % 2)).collect();
                    let ours: BTreeSet<_> = ours
                        .contracts
                        .iter()
                        .map(|c| {
                            (
                                c.contract.strain().index() as c_int,
                                c.declarers[0] as c_int % 2,
                            )
                        })
                        .collect();
                    assert_eq!(ours, theirs, "{tricks:?} {dealer} {vulnerable}");
                }
            }
        }
    }
}
