"""Reads our files with endplay, and writes files of its own for us to read.

Usage: endplay_files.py FOLDER, where FOLDER holds ours.pbn and ours.lin. For each it writes what endplay made of it
(ours.pbn.txt, ours.lin.txt): a line for each board with its number, dealer, vulnerability and cards; and of the last board the
names and the calls (ours.pbn.table.txt, ours.lin.table.txt). It also writes theirs.pbn and theirs.lin, and the same lines about them (theirs.txt).
"""

import sys
from pathlib import Path

from endplay.dealer import generate_deals
from endplay.parsers import lin, pbn
from endplay.types import Board, ContractBid, Penalty, Player, Vul

VULNERABLE = {Vul.none: "None", Vul.ns: "NS", Vul.ew: "EW", Vul.both: "All"}


def line(board):
    hands = " ".join(str(board.deal[seat]) for seat in (Player.north, Player.east, Player.south, Player.west))
    return f"{board.board_num} {board.dealer.abbr} {VULNERABLE[board.vul]} {hands}\n"


def table(board):
    names = " ".join(board.info[seat] for seat in ("North", "East", "South", "West"))
    return f"{names}: {' '.join(map(call, board.auction))}\n"


def call(made):
    if isinstance(made, ContractBid):
        return f"{made.level}{made.denom.name[0].upper()}"
    return {Penalty.passed: "Pass", Penalty.doubled: "X", Penalty.redoubled: "XX"}[made.penalty]


def main():
    folder = Path(sys.argv[1])
    for parser, name in ((pbn, "ours.pbn"), (lin, "ours.lin")):
        with open(folder / name, encoding="utf-8") as file:
            boards = parser.load(file)
        (folder / f"{name}.txt").write_text("".join(map(line, boards)))
        (folder / f"{name}.table.txt").write_text(table(boards[-1]), encoding="utf-8")

    boards = []
    for number, deal in enumerate(generate_deals(produce=100, seed=7), 1):
        board = Board(deal=deal, board_num=number)
        board.dealer = Player.from_board(number)
        board.vul = Vul.from_board(number)
        boards.append(board)
    for parser, name in ((pbn, "theirs.pbn"), (lin, "theirs.lin")):
        with open(folder / name, "w", encoding="utf-8") as file:
            parser.dump(boards, file)
    (folder / "theirs.txt").write_text("".join(map(line, boards)))


main()
