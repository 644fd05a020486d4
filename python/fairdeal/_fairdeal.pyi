"""The part of the package that is written in Rust."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, final

VERSION: str

_Told = tuple[str, str]
_Listener = Callable[[str, int, int | None, int], object] | None
_Seat = Literal["N", "E", "S", "W"]

@final
class Hand:
    """A hand of cards, spades first: `Hand("AK4.QT92.J.98765")`.

    Every word of the language that says something of a hand is a method of it; a suit is given by its letter.
    """

    def __new__(cls, text: str) -> Hand: ...
    @staticmethod
    def from_mask(mask: int) -> Hand:
        """The hand of a 64-bit mask: 16 bits a suit, clubs lowest, and in each the deuce lowest."""
    @property
    def mask(self) -> int:
        """Its cards as a 64-bit mask: see `from_mask`."""
    @property
    def shape(self) -> list[int]:
        """How many cards it has of spades, hearts, diamonds and clubs."""
    def suit(self, suit: str) -> str:
        """The cards of a suit, the highest first: `hand.suit("S")` is `"AK4"`."""
    def cards(self) -> list[str]:
        """Its cards, `"SA"` for the ace of spades, from the highest of the spades on."""
    def has_shape(self, shapes: str) -> bool:
        """Whether its shape is one of those that are written as in the language: `"any 4333 + any 4432"`."""
    def value(self, word: str, suit: str | None = None) -> int:
        """What a word of the language says of it, or of one of its suits."""
    def values(self) -> dict[str, int]:
        """All that the language says of the whole hand, by word."""
    # words
    def hcp(self, suit: str | None = None) -> int:
        """High card points, A=4 K=3 Q=2 J=1 unless pointcount says otherwise."""
    def controls(self, suit: str | None = None) -> int:
        """Controls: two for an ace, one for a king."""
    def losers(self, suit: str | None = None) -> int:
        """Losers: up to three a suit, less one for each of A K Q; Kx and Ax one, Qx two."""
    def spades(self) -> int:
        """How many spades a hand has; elsewhere, the suit."""
    def hearts(self) -> int:
        """How many hearts a hand has; elsewhere, the suit."""
    def diamonds(self) -> int:
        """How many diamonds a hand has; elsewhere, the suit."""
    def clubs(self) -> int:
        """How many clubs a hand has; elsewhere, the suit."""
    def cccc(self) -> int:
        """The Four C's of Kaplan and Rubens, times 100."""
    def quality(self, suit: str) -> int:
        """The quality of a suit, times 100."""
    def ltc(self, suit: str | None = None) -> int:
        """Losers with halves, times 100: AQ half, AJT one and a half, Qxx two and a half."""
    def nltc(self, suit: str | None = None) -> int:
        """New losers, times 100: 1.5 for a missing ace, 1 for a missing king of two cards or more, 0.5 for a missing queen of three or more."""
    def adjltc(self, suit: str | None = None) -> int:
        """Adjusted losers, times 100: losers, half a loser less for each ace and half a loser more for each queen."""
    def zar(self) -> int:
        """Zar points: 4-3-2-1 points, controls, the cards of the two longest suits, and those of the longest less the shortest."""
    def bergen(self) -> int:
        """4-3-2-1 points; 1 for each card over four in a suit; 1 for a suit of four or more with three of A K Q J T; 1 less for K, Q or J alone and for a dubious doubleton; 1 (2) more or less where aces and tens, and queens and jacks, differ by three (six)."""
    def knr(self) -> int:
        """The same as cccc."""
    def bumrap(self, suit: str | None = None) -> int:
        """BUM-RAP points, times 100: A=4.5 K=3 Q=1.5 J=0.75 T=0.25."""
    def fifths(self, suit: str | None = None) -> int:
        """Fifths, times 100: A=4 K=2.8 Q=1.8 J=1 T=0.4."""
    def banzai(self, suit: str | None = None) -> int:
        """Banzai points: A=5 K=4 Q=3 J=2 T=1."""
    def quicktricks(self, suit: str | None = None) -> int:
        """Quick tricks, times 100: AK 2, AQ 1.5, A 1, KQ 1, a king that is not alone 0.5."""
    def goren(self, suit: str | None = None) -> int:
        """Goren's distribution points: 3 for a void, 2 for a singleton, 1 for a doubleton."""
    def karpin(self, suit: str | None = None) -> int:
        """Karpin's distribution points: 1 for each card over four in a suit."""
    def pavlicek(self, suit: str | None = None) -> int:
        """Pavlicek's distribution points: 3, 2, 1 for void, singleton, doubleton; with a wasted honour only what that is more than its 4-3-2-1 points."""
    def rule15(self) -> int:
        """Whether 4-3-2-1 points and spades are 15 or more."""
    def rule20(self) -> int:
        """Whether 4-3-2-1 points and the cards of the two longest suits are 20 or more."""
    def rule22(self) -> int:
        """Whether 4-3-2-1 points, the cards of the two longest suits and quick tricks are 22 or more."""
    def tens(self, suit: str | None = None) -> int:
        """Tens, or whatever altcount 0 says."""
    def jacks(self, suit: str | None = None) -> int:
        """Jacks, or whatever altcount 1 says."""
    def queens(self, suit: str | None = None) -> int:
        """Queens, or whatever altcount 2 says."""
    def kings(self, suit: str | None = None) -> int:
        """Kings, or whatever altcount 3 says."""
    def aces(self, suit: str | None = None) -> int:
        """Aces, or whatever altcount 4 says."""
    def top2(self, suit: str | None = None) -> int:
        """How many of A K, or whatever altcount 5 says."""
    def top3(self, suit: str | None = None) -> int:
        """How many of A K Q, or whatever altcount 6 says."""
    def top4(self, suit: str | None = None) -> int:
        """How many of A K Q J, or whatever altcount 7 says."""
    def top5(self, suit: str | None = None) -> int:
        """How many of A K Q J T, or whatever altcount 8 says."""
    def c13(self, suit: str | None = None) -> int:
        """C13 points, A=6 K=4 Q=2 J=1, or whatever altcount 9 says."""
    # end of words
    def __contains__(self, card: str, /) -> bool: ...
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Board:
    """A board: four hands with a number, a dealer and a vulnerability, and what is known about them."""

    def __new__(
        cls,
        deal: str,
        *,
        number: int = 1,
        dealer: str | None = None,
        vulnerable: str | None = None,
    ) -> Board: ...
    @staticmethod
    def from_json(text: str) -> Board:
        """The board of an object as docs/json.md shows it, in JSON."""
    @staticmethod
    def from_dict(board: Mapping[str, Any]) -> Board:
        """The board of an object as docs/json.md shows it."""
    @property
    def number(self) -> int:
        """Its number, from 1."""
    @property
    def dealer(self) -> _Seat:
        """Who deals."""
    @property
    def vulnerable(self) -> Literal["None", "NS", "EW", "All"]:
        """Who is vulnerable."""
    @property
    def hands(self) -> dict[_Seat, Hand]:
        """The hands that are given, by seat."""
    @property
    def north(self) -> Hand:
        """North's hand; without cards if it is not given."""
    @property
    def east(self) -> Hand:
        """East's hand; without cards if it is not given."""
    @property
    def south(self) -> Hand:
        """South's hand; without cards if it is not given."""
    @property
    def west(self) -> Hand:
        """West's hand; without cards if it is not given."""
    @property
    def hand_type(self) -> str | None:
        """What it was dealt as, where that is known."""
    @property
    def tricks(self) -> dict[_Seat, dict[Literal["C", "D", "H", "S", "N"], int]] | None:
        """The tricks that each seat can take in each strain double dummy, where they are known."""
    @property
    def par(self) -> int | None:
        """The par score, seen from North and South, where it is known."""
    @property
    def values(self) -> dict[str, str]:
        """Further values by their names, such as a script reports."""
    @property
    def is_complete(self) -> bool:
        """Whether all four hands are given."""
    def to_json(self) -> str:
        """The object of docs/json.md, as JSON."""
    def to_dict(self) -> dict[str, Any]:
        """The object of docs/json.md."""
    def __getitem__(self, seat: str, /) -> Hand: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def _repr_html_(self) -> str: ...

@final
class Boards:
    """The boards of a run: an iterator. They are found as they are asked for, at most twice as many as were taken so far."""

    @property
    def seed(self) -> str:
        """The seed that they are dealt by: the one that was given, the script's, or one that was drawn."""
    @property
    def origin(self) -> str:
        """Where they come from, as it is written into files."""
    @property
    def asked(self) -> int:
        """How many were asked for. Fewer may come, if the deals that may be tried run out."""
    def __iter__(self) -> Boards: ...
    def __next__(self) -> Board: ...

@final
class Rows:
    """The boards of a run as a table: pyarrow, pandas, polars, DuckDB and whatever else knows Arrow take it as it is. Rows are made
    as they are taken, each time the same, in memory that does not grow with them."""

    @property
    def seed(self) -> str:
        """The seed that its boards are dealt by: the one that was given, the script's, or one that was drawn."""
    @property
    def origin(self) -> str:
        """Where its boards come from, as it is written into files."""
    @property
    def plan(self) -> str:
        """How its boards are found: the names of the plans."""
    @property
    def asked(self) -> int:
        """How many rows were asked for. Fewer may come, if the deals that may be tried run out."""
    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
    @property
    def report(self) -> _Told | None: ...
    def write(self, path: str, progress: _Listener = None) -> _Told: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Question:
    """What can be dealt: requests go in as JSON, answers come out as JSON and in words."""

    @staticmethod
    def script(
        name: str, text: str, parameters: dict[int, str], include_folders: list[str], last_wins: bool
    ) -> Question: ...
    @staticmethod
    def open(
        path: str, parameters: dict[int, str], include_folders: list[str], last_wins: bool, shelf: str | None
    ) -> Question: ...
    @staticmethod
    def profile(text: str) -> Question: ...
    @staticmethod
    def mixed(questions: list[tuple[str, str, Question]]) -> Question: ...
    def leveled(self, request: str) -> Question: ...
    @property
    def is_profile(self) -> bool: ...
    @property
    def title(self) -> str | None: ...
    @property
    def fingerprint(self) -> str: ...
    def ask(self, request: str, progress: _Listener = None) -> _Told: ...
    def lead(self, request: str, threads: int | None, progress: _Listener = None) -> _Told: ...
    def compare(
        self, other: Question, names: tuple[str, str], effort: str, progress: _Listener = None
    ) -> _Told: ...
    def deal(self, request: str, run: dict[str, Any], progress: _Listener = None) -> Boards: ...
    def table(
        self, request: str, run: dict[str, Any], columns: list[tuple[str, str]], progress: _Listener = None
    ) -> Rows: ...
    def whole(self) -> str: ...
    @staticmethod
    def from_whole(text: str) -> Question: ...
    def run(
        self,
        request: str,
        run: dict[str, Any],
        path: str | None,
        format: str | None,
        title: str | None,
        progress: _Listener = None,
    ) -> _Told: ...

def joined_reports(reports: list[str]) -> str: ...
def read(path: str, format: str | None, skip_bad: bool) -> list[Board]: ...
def read_bytes(bytes: bytes, format: str, skip_bad: bool) -> list[Board]: ...
def write(path: str, boards: list[Board], format: str | None, title: str | None, origin: str | None) -> list[str]: ...
def write_bytes(boards: list[Board], format: str, title: str | None, origin: str | None) -> bytes: ...
def formats() -> list[tuple[str, bool]]: ...
def solve(
    boards: list[Board], threads: int | None, cache: bool, progress: _Listener
) -> tuple[list[Board], _Told]: ...
def at_the_table(
    boards: list[Board], plays: bool, contract: tuple[str, str] | None, threads: int | None, progress: _Listener
) -> _Told: ...
def words(text: str | None) -> _Told: ...
def example(name: str) -> str: ...
def examples() -> list[tuple[str, str]]: ...
