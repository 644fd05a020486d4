//! A board: its hands, and what is known about it.

use fairdeal::Format;
use fairdeal::bridge::score::Strain;
use fairdeal::bridge::{self, Seat};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{asked_wrongly, raised};
use crate::hand::Hand;

/// A board: four hands with a number, a dealer and a vulnerability, and what is known about them.
///
/// `Board("n AK4.QT92.J.98765 e … s … w …")` is one that nobody dealt. `str(board)` is its one-line form,
/// `board["N"]` or `board.north` a hand, `board.to_dict()` the object of docs/json.md.
#[pyclass(frozen, module = "fairdeal")]
#[derive(Clone)]
pub(crate) struct Board(pub(crate) bridge::Board);

/// A seat by its letter or name, in either case.
pub(crate) fn seat(py: Python, name: &str) -> PyResult<Seat> {
    let seat = name.parse();
    seat.map_err(|_| asked_wrongly(py, format!("{name} is no seat: N, E, S or W is")))
}

fn only(py: Python, bytes: &[u8], format: Format) -> PyResult<bridge::Board> {
    let boards = fairdeal::boards_in("board", bytes, format, false);
    let mut boards = boards.map_err(|error| raised(py, &error))?;
    match boards.len() {
        1 => Ok(boards.remove(0)),
        many => Err(asked_wrongly(
            py,
            format!("these are {many} boards, and not one"),
        )),
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (deal, *, number=1, dealer=None, vulnerable=None))]
    fn new(
        py: Python,
        deal: &str,
        number: u64,
        dealer: Option<&str>,
        vulnerable: Option<&str>,
    ) -> PyResult<Board> {
        let hands = only(py, deal.as_bytes(), Format::Oneline)?;
        let mut board = bridge::Board::new(number, hands.deal);
        if let Some(dealer) = dealer {
            board.dealer = seat(py, dealer)?;
        }
        if let Some(name) = vulnerable {
            use bridge::Vulnerability::{All, EastWest, None, NorthSouth};
            let all = [None, NorthSouth, EastWest, All];
            let known = all
                .into_iter()
                .find(|known| known.to_string().eq_ignore_ascii_case(name));
            board.vulnerable = known.ok_or_else(|| {
                asked_wrongly(
                    py,
                    format!("{name} is no vulnerability: None, NS, EW or All is"),
                )
            })?;
        }
        Ok(Board(board))
    }

    /// The board of an object as docs/json.md shows it, in JSON.
    #[staticmethod]
    fn from_json(py: Python, text: &str) -> PyResult<Board> {
        // One line is one board.
        let line = text.replace(['\n', '\r'], " ");
        only(py, line.as_bytes(), Format::Json).map(Board)
    }

    /// The board of an object as docs/json.md shows it.
    #[staticmethod]
    fn from_dict(py: Python, board: &Bound<PyDict>) -> PyResult<Board> {
        let text = py.import("json")?.call_method1("dumps", (board,))?;
        Board::from_json(py, text.extract()?)
    }

    /// Its number, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.0.number
    }

    /// Who deals: `"N"`, `"E"`, `"S"` or `"W"`.
    #[getter]
    fn dealer(&self) -> char {
        self.0.dealer.letter()
    }

    /// Who is vulnerable: `"None"`, `"NS"`, `"EW"` or `"All"`.
    #[getter]
    fn vulnerable(&self) -> String {
        self.0.vulnerable.to_string()
    }

    /// The hands that are given, by seat.
    #[getter]
    fn hands(&self, py: Python) -> PyResult<Py<PyDict>> {
        let hands = PyDict::new(py);
        for seat in Seat::ALL {
            if !self.0.deal[seat].is_empty() {
                hands.set_item(seat.letter(), Hand(self.0.deal[seat]))?;
            }
        }
        Ok(hands.unbind())
    }

    /// North's hand; without cards if it is not given.
    #[getter]
    fn north(&self) -> Hand {
        Hand(self.0.deal[Seat::North])
    }

    /// East's hand; without cards if it is not given.
    #[getter]
    fn east(&self) -> Hand {
        Hand(self.0.deal[Seat::East])
    }

    /// South's hand; without cards if it is not given.
    #[getter]
    fn south(&self) -> Hand {
        Hand(self.0.deal[Seat::South])
    }

    /// West's hand; without cards if it is not given.
    #[getter]
    fn west(&self) -> Hand {
        Hand(self.0.deal[Seat::West])
    }

    /// What it was dealt as, where that is known.
    #[getter]
    fn hand_type(&self) -> Option<String> {
        self.0.hand_type.as_ref().map(|own| own.as_str().to_owned())
    }

    /// The tricks that each seat can take in each strain double dummy, where they are known: `board.tricks["S"]["N"]` are
    /// South's in notrump.
    #[getter]
    fn tricks(&self, py: Python) -> PyResult<Option<Py<PyDict>>> {
        let Some(tricks) = self.0.tricks else {
            return Ok(None);
        };
        let all = PyDict::new(py);
        for seat in Seat::ALL {
            let of_seat = PyDict::new(py);
            for strain in Strain::ALL {
                of_seat.set_item(strain.letter(), tricks.of(seat, strain))?;
            }
            all.set_item(seat.letter(), of_seat)?;
        }
        Ok(Some(all.unbind()))
    }

    /// The par score, seen from North and South, where it is known.
    #[getter]
    fn par(&self) -> Option<i32> {
        self.0.par
    }

    /// Further values by their names, such as a script reports.
    #[getter]
    fn values(&self, py: Python) -> PyResult<Py<PyDict>> {
        let values = PyDict::new(py);
        for (name, value) in &self.0.values {
            values.set_item(name, value)?;
        }
        Ok(values.unbind())
    }

    /// Whether all four hands are given.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.deal.is_complete()
    }

    /// The object of docs/json.md, as JSON.
    fn to_json(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
    }

    /// The object of docs/json.md.
    fn to_dict(&self, py: Python) -> PyResult<Py<PyAny>> {
        let read = py
            .import("json")?
            .call_method1("loads", (self.to_json(),))?;
        Ok(read.unbind())
    }

    fn __getitem__(&self, seat: &str) -> PyResult<Hand> {
        let seat: Seat = seat
            .parse()
            .map_err(|_| PyKeyError::new_err(seat.to_owned()))?;
        Ok(Hand(self.0.deal[seat]))
    }

    fn __hash__(&self) -> u64 {
        let hands = Seat::ALL.map(|seat| self.0.deal[seat].bits());
        hands
            .iter()
            .fold(self.0.number, |hash, bits| hash.rotate_left(7) ^ bits)
    }

    fn __richcmp__(&self, other: &Bound<PyAny>, how: CompareOp) -> Option<bool> {
        let other = other.cast::<Board>().ok()?.get();
        match how {
            CompareOp::Eq => Some(self.0 == other.0),
            CompareOp::Ne => Some(self.0 != other.0),
            _ => None,
        }
    }

    fn __reduce__(slf: &Bound<Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let class = slf.get_type();
        Ok((class.getattr("from_json")?.unbind(), (slf.get().to_json(),)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Board {}: {}>", self.0.number, self.0)
    }

    fn _repr_html_(slf: &Bound<Self>) -> PyResult<String> {
        let show = slf.py().import("fairdeal._show")?;
        show.call_method1("board", (slf,))?.extract()
    }
}
