//! Questions, the boards that they deal, and files of them.

use std::ffi::c_char;
use std::path::Path;

use fairdeal::bridge::formats::Style;
use fairdeal::bridge::{Board, Seat};
use fairdeal::{Boards, DealRequest, Opening, Question, Request, ask_about, read_request};

use crate::guard::{Failure, FairdealStatus, Out, changed, guarded, shared, take_back, text};
use crate::watch::{FairdealWatch, watch};

/// What can be dealt: a script, a profile, a script leveled by its types, or several of them mixed.
pub struct FairdealQuestion(Question);

/// Boards of a question, one after the other.
pub struct FairdealBoards(Boards);

/// A board.
pub struct FairdealBoard(Board);

/// The cards of a board, and who deals.
#[repr(C)]
pub struct FairdealDeal {
    /// The number of the board, from 1.
    pub number: u64,
    /// The hands of North, East, South and West: bit 16 * suit + rank is a card, with clubs 0, diamonds 1, hearts 2, spades 3, and
    /// the deuce 0 to the ace 12. A hand that is not given is 0.
    pub hands: [u64; 4],
    /// Who deals: North 0, East 1, South 2, West 3.
    pub dealer: u8,
    /// Who is vulnerable: nobody 0, North and South 1, East and West 2, all 3.
    pub vulnerable: u8,
}

/// What a request for boards says; NULL says nothing.
///
/// # Safety
/// As for [`text`].
unsafe fn deal_request(request: *const c_char) -> Result<DealRequest, Failure> {
    if request.is_null() {
        return Ok(DealRequest::default());
    }
    // SAFETY: the caller promises it.
    Ok(read_request(unsafe { text(request, "request") }?)?)
}

/// The question of a script in the dealer language. What is wrong with the script is said when something is asked of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_question_script(
    script: *const c_char,
    question: *mut *mut FairdealQuestion,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, script) = unsafe { (Out::empty(question, "question")?, text(script, "script")?) };
        let opened = Question::from_text("script", script, &Opening::default())?;
        out.give(FairdealQuestion(opened))
    })
}

/// The question that a request names, as requests for boards do: `{"script": "…", "types": ["…"], "level": true}`,
/// `{"profile": {…}}` or `{"mixed": […]}`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_question_json(
    request: *const c_char,
    question: *mut *mut FairdealQuestion,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, json) = unsafe { (Out::empty(question, "question")?, text(request, "request")?) };
        let request: DealRequest = read_request(json)?;
        out.give(FairdealQuestion(request.opened()?))
    })
}

/// The question of a file: a script, or a profile if its name ends in .json. The name of an example does as well.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_question_open(
    path: *const c_char,
    question: *mut *mut FairdealQuestion,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, path) = unsafe { (Out::empty(question, "question")?, text(path, "path")?) };
        let opened = Question::open(Path::new(path), &Opening::default())?;
        out.give(FairdealQuestion(opened))
    })
}

/// Answers a request about a question, which the request does not name: `{"ask": "odds"}`. The watch may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_question_ask(
    question: *const FairdealQuestion,
    request: *const c_char,
    watch: *const FairdealWatch,
    answer: *mut *mut c_char,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, question, json, watch) = unsafe {
            let out = Out::empty(answer, "answer")?;
            let question = shared(question, "question")?;
            (out, question, text(request, "request")?, self::watch(watch))
        };
        let request: Request = read_request(json)?;
        let answer = ask_about(&question.0, &request, &watch)?;
        out.give_json(&answer)
    })
}

/// Boards of a question: as many, and by the seed, as the request says: `{"boards": 10, "seed": 1}`. The request may be NULL, and
/// so may the watch, which stops the boards, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_question_deal(
    question: *const FairdealQuestion,
    request: *const c_char,
    watch: *const FairdealWatch,
    boards: *mut *mut FairdealBoards,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, question, request, watch) = unsafe {
            let out = Out::empty(boards, "boards")?;
            let question = shared(question, "question")?;
            (out, question, deal_request(request)?, self::watch(watch))
        };
        let dealing = request.of(&question.0)?.ready(&watch)?;
        out.give(FairdealBoards(dealing.into_boards(watch)))
    })
}

/// Writes boards of a question to a file, whole or not at all, in the format that its name says: `.pbn`, `.lin`, `.pdf` and so on. The
/// answer says what came of dealing them. The request may be NULL, and so may the watch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_question_write(
    question: *const FairdealQuestion,
    request: *const c_char,
    path: *const c_char,
    watch: *const FairdealWatch,
    answer: *mut *mut c_char,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, question, request, path, watch) = unsafe {
            let out = Out::empty(answer, "answer")?;
            let question = shared(question, "question")?;
            let path = Path::new(text(path, "path")?);
            (
                out,
                question,
                deal_request(request)?,
                path,
                self::watch(watch),
            )
        };
        let deal = request.of(&question.0)?;
        let format = fairdeal::format_by_name(path)?;
        let dealt = fairdeal::write_file(path, |file| {
            let dealt = deal.write(format, file, &watch)?;
            // A part of a file would be taken for the whole.
            watch.look()?;
            Ok(dealt)
        })?;
        out.give_json(&dealt.report())
    })
}

/// Frees a question. Its boards go on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_question_free(question: *mut FairdealQuestion) {
    // SAFETY: the caller keeps to the header.
    unsafe { take_back(question) }
}

/// The next board; FAIRDEAL_STATUS_END, and no board, when there are no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_boards_next(
    boards: *mut FairdealBoards,
    board: *mut *mut FairdealBoard,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, boards) = unsafe { (Out::empty(board, "board")?, changed(boards, "boards")?) };
        match boards.0.next().transpose()? {
            Some(board) => out.give(FairdealBoard(board)),
            None => match boards.0.ended() {
                Some(fairdeal::Ended::Stopped) => Err(fairdeal::Error::Stopped.into()),
                _ => Ok(FairdealStatus::End),
            },
        }
    })
}

/// Frees boards; what is still being looked for is given up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_boards_free(boards: *mut FairdealBoards) {
    // SAFETY: the caller keeps to the header.
    unsafe { take_back(boards) }
}

/// The cards of a board, and who deals.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_board_deal(
    board: *const FairdealBoard,
    deal: *mut FairdealDeal,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, board) = unsafe { (Out::new(deal, "deal")?, &shared(board, "board")?.0) };
        out.fill(FairdealDeal {
            number: board.number,
            hands: Seat::ALL.map(|seat| board.deal[seat].bits()),
            dealer: board.dealer as u8,
            vulnerable: board.vulnerable as u8,
        })
    })
}

/// A board in a format that is text, by its name: `oneline`, `pbn`, `lin`, `json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_board_text(
    board: *const FairdealBoard,
    format: *const c_char,
    written: *mut *mut c_char,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, board, format) = unsafe {
            let out = Out::empty(written, "written")?;
            (out, shared(board, "board")?, text(format, "format")?)
        };
        let format = fairdeal::named_format(format)?;
        let mut bytes = Vec::new();
        let boards = std::slice::from_ref(&board.0);
        let done = format.write(boards, &Style::default(), &mut bytes);
        done.map_err(|error| Failure::of(&error))?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| Failure::Misused(format!("{} is no text", format.name())))?;
        out.give_text(&text)
    })
}

/// Frees a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_board_free(board: *mut FairdealBoard) {
    // SAFETY: the caller keeps to the header.
    unsafe { take_back(board) }
}
