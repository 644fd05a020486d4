"""How boards and answers show themselves in a notebook: diagrams as HTML, distributions as SVG. Nothing is loaded from anywhere,
and all that comes from outside is escaped."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairdeal._answer import Answer
    from fairdeal._fairdeal import Board

SYMBOLS = {"S": ("♠", "inherit"), "H": ("♥", "#c62828"), "D": ("♦", "#c62828"), "C": ("♣", "inherit")}
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
BAR = "#4878a8"
MOST_BARS = 60


def board(of: Board) -> str:
    """A board as a diagram: the four hands around the table."""
    head = f"Board {of.number}<br>Dealer {SEATS[of.dealer]}<br>Vulnerable {escape(of.vulnerable)}"
    if of.hand_type is not None:
        head += f"<br>{escape(of.hand_type)}"
    cell = "<td style='text-align:left;vertical-align:top;padding:4px 12px;font-family:inherit'>{}</td>"
    rows = [
        [head, _hand(of, "N"), _points(of)],
        [_hand(of, "W"), "", _hand(of, "E")],
        ["", _hand(of, "S"), _tricks(of)],
    ]
    body = "".join("<tr>" + "".join(cell.format(text) for text in row) + "</tr>" for row in rows)
    return f"<table class='fairdeal-board' style='border:1px solid #888;background:none'>{body}</table>"


def _hand(of: Board, seat: str) -> str:
    hand = of[seat]
    if len(hand) == 0:
        return f"<b>{seat}</b><br>not given"
    lines = [
        f"<span style='color:{colour}'>{symbol}</span>&nbsp;{hand.suit(suit) or '–'}"
        for suit, (symbol, colour) in SYMBOLS.items()
    ]
    return f"<b>{seat}</b><br>" + "<br>".join(lines)


def _points(of: Board) -> str:
    points = [f"{seat} {hand.hcp()}" for seat, hand in of.hands.items()]
    return "Points<br>" + "<br>".join(points)


def _tricks(of: Board) -> str:
    tricks = of.tricks
    if tricks is None:
        return ""
    # In the order in which a board has them.
    head = "".join(f"<th>{strain}</th>" for strain in ("♣", "♦", "♥", "♠", "NT"))
    body = "".join(
        f"<tr><th>{seat}</th>" + "".join(f"<td>{number}</td>" for number in of_seat.values()) + "</tr>"
        for seat, of_seat in tricks.items()
    )
    par = "" if of.par is None else f"Par {of.par:+d}"
    return f"<table><tr><th></th>{head}</tr>{body}</table>{par}"


def answer(of: Answer) -> str:
    """An answer: its words, and a chart of each distribution in it; worlds as a table of who may hold what."""
    data, words = of.to_dict(), str(of)
    worlds = data.get("worlds", data)
    if isinstance(worlds, dict) and {"count", "places", "odds"} <= worlds.keys():
        # The words have the same table, for terminals: what comes before it is said.
        words = words.split("\n\ncard ")[0].split("\n\ndomino ")[0]
        return f"<pre style='white-space:pre-wrap'>{escape(words)}</pre>" + holdings(worlds)
    text = f"<pre style='white-space:pre-wrap'>{escape(words)}</pre>"
    return text + "".join(f"<div>{chart}</div>" for chart in charts(data))


def holdings(worlds: dict[str, Any]) -> str:
    """Who may hold what: a row for each card that was not seen, darker where it is more likely."""
    cell = "<td style='text-align:right;background:rgba(72,120,168,{:.2f})'>{}</td>"
    head = "".join(f"<th>{escape(place)} ({size})</th>" for place, size in worlds["places"].items())
    body = "".join(
        f"<tr><th>{escape(card)}</th>"
        + "".join(cell.format(chance, f"{100 * chance:.1f}%" if chance else "–") for chance in chances.values())
        + "</tr>"
        for card, chances in worlds["odds"].items()
    )
    return f"<table class='fairdeal-worlds'><tr><th></th>{head}</tr>{body}</table>"


def charts(data: dict[str, Any]) -> list[str]:
    """The distributions of an answer, as SVG."""
    statistics = [data] if data.get("kind") == "frequency" else data.get("values") or data.get("statistics") or []
    drawn = [frequency(one) for one in statistics if isinstance(one, dict) and one.get("kind") == "frequency"]
    types = data.get("types")
    if isinstance(types, list) and types and all("natural" in one for one in types):
        bars = [(str(one["name"]), float(one["natural"])) for one in types]
        drawn.append(bar_chart("types by nature", bars))
    return [one for one in drawn if one]


def frequency(statistic: dict[str, Any]) -> str:
    """A distribution as bars; of two values together, the first one's."""
    shares = dict.fromkeys(statistic.get("values", ()), 0.0)
    for cell in statistic.get("cells", ()):
        shares[cell["value"]] = shares.get(cell["value"], 0.0) + float(cell["share"])
    return bar_chart(str(statistic.get("label", "")), [(str(value), share) for value, share in shares.items()])


class Chart:
    """A chart: `str(chart)` is its SVG, and a notebook shows it."""

    def __init__(self, title: str, svg: str) -> None:
        self._title, self._svg = title, svg

    def __str__(self) -> str:
        return self._svg

    def __repr__(self) -> str:
        return f"<Chart: {self._title}>"

    def _repr_svg_(self) -> str:
        return self._svg


def chart(title: str, shares: Mapping[str, float]) -> Chart:
    """Shares as bars, by their names: `fairdeal.chart("3NT makes", {"15": 0.52, "16": 0.66})`. At most 60 are drawn."""
    return Chart(title, bar_chart(title, [(str(name), float(share)) for name, share in shares.items()]))


def bar_chart(title: str, bars: list[tuple[str, float]]) -> str:
    """Shares as an SVG bar chart: a name and a share for each bar."""
    bars = bars[:MOST_BARS]
    if not bars:
        return ""
    highest = max(share for _, share in bars) or 1.0
    wide = max(24, min(60, 900 // len(bars)))
    width, height, foot, head = wide * len(bars) + 20, 220, 34, 26
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' class='fairdeal-chart' role='img' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' font-family='sans-serif' font-size='11'>",
        f"<title>{escape(title)}</title>",
        f"<text x='10' y='16' font-size='13' fill='currentColor'>{escape(title)}</text>",
    ]
    for place, (name, share) in enumerate(bars):
        tall = (height - foot - head - 14) * share / highest
        left, top = 10 + place * wide, height - foot - tall
        middle = left + wide / 2
        percent = f"{100 * share:.1f}" if share < 0.1 else f"{100 * share:.0f}"
        parts.append(
            f"<g><title>{escape(name)}: {100 * share:.4g}%</title>"
            f"<rect x='{left + 2}' y='{top:.1f}' width='{wide - 4}' height='{tall:.1f}' fill='{BAR}'/>"
            f"<text x='{middle}' y='{top - 3:.1f}' text-anchor='middle' fill='currentColor'>{percent}</text>"
            f"<text x='{middle}' y='{height - foot + 14}' text-anchor='middle' fill='currentColor'>"
            f"{escape(name[:10])}</text></g>"
        )
    base = height - foot
    parts.append(f"<line x1='10' x2='{width - 10}' y1='{base}' y2='{base}' stroke='currentColor'/></svg>")
    return "".join(parts)
