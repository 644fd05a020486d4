"""Reads our files with bridgebots.

Usage: bridgebots_files.py FOLDER, where FOLDER holds ours.pbn and ours.lin. For each it writes what bridgebots made of it
(ours.pbn.txt, ours.lin.txt): a line for each board with its dealer, vulnerability, cards, contract, declarer, tricks, names, calls
and cards in the order in which they were played.
"""

import sys
from pathlib import Path

from bridgebots.deal_enums import Direction
from bridgebots.lin import parse_lin_str
from bridgebots.pbn import parse_pbn

SEATS = (Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST)
SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def hand(cards):
    return ".".join("".join(str(card)[1] for card in cards if card.suit.name == suit) for suit in SUITS)


def line(deal, board):
    hands = " ".join(hand(deal.hands[seat].cards) for seat in SEATS)
    contract = board.contract
    strain = {"NO_TRUMP": "NT"}.get(contract.suit.name, contract.suit.name[0])
    vulnerable = f"{'NS' if deal.ns_vulnerable else '-'} {'EW' if deal.ew_vulnerable else '-'}"
    names = " ".join(board.names[seat] for seat in SEATS)
    calls, cards = " ".join(board.bidding_record), " ".join(map(str, board.play_record))
    return (
        f"{deal.dealer.name[0]} {vulnerable} {hands} {contract.level}{strain}{'X' * contract.doubled} by {board.declarer.name[0]}: "
        f"{board.tricks} | {names} | {calls} | {cards}\n"
    )


def main():
    folder = Path(sys.argv[1])
    lin = (folder / "ours.lin").read_text(encoding="utf-8").splitlines()
    records = {
        "ours.pbn": parse_pbn(folder / "ours.pbn"),
        "ours.lin": [record for text in lin for record in parse_lin_str(text)],
    }
    for name, deals in records.items():
        lines = (line(record.deal, board) for record in deals for board in record.board_records)
        (folder / f"{name}.txt").write_text("".join(lines), encoding="utf-8")


main()
