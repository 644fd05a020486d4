#!/usr/bin/env python3
"""The double dummy solver DDS as the system has it (Debian: libdds0), to be compared with.

  tests/libdds.py tables [--threads N]   a line for each line of standard input
  tests/libdds.py par                    the same
  tests/libdds.py leads                  the same
  tests/libdds.py play                   the same

A line for `tables` is a deal: the hands of North, East, South and West, like `AK4.QT92.J.98765`. The answer is twenty
numbers: the tricks of North in clubs, diamonds, hearts, spades and notrump, then those of East, South and West. Standard error
ends with the processor time of the solving, in seconds.

A line for `par` is such twenty numbers. The answer is a field for each dealer (N, E, S, W) and each vulnerability (None, NS, EW,
All): the score of North and South, a colon, and the sides and strains of the contracts, like `-110:EWS`.

A line for `leads` is a deal as above, a strain (C, D, H, S or N) and the number of the declarer's seat (N is 0). The answer is a field
for each card of the leader, like `SA:5`: the tricks of the defenders after its lead.

A line for `play` is the same, and cards like `SA` in the order of their play. The answer is a number more than cards: the tricks of
declarer before the first, and after each.

FAIRDEAL_DDS names the library's file. Without the library it says so and ends with 77.
"""

import ctypes
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from ctypes import POINTER, Structure, byref, c_int, c_uint

RANKS = "23456789TJQKA"
SEATS, STRAINS = 4, 5
# DDS has spades first among the suits, and names contracts' strains the other way about.
TRUMPS = [3, 2, 1, 0, 4]


class Position(Structure):
    _fields_ = [("trump", c_int), ("first", c_int), ("suits", c_int * 3), ("ranks", c_int * 3), ("cards", (c_uint * 4) * 4)]


class FutureTricks(Structure):
    _fields_ = [("nodes", c_int), ("cards", c_int)] + [(name, c_int * 13) for name in ("suit", "rank", "equals", "score")]


class Table(Structure):
    _fields_ = [("tricks", (c_int * 4) * 5)]


class Contract(Structure):
    _fields_ = [(name, c_int) for name in ("under", "over", "level", "denom", "seats")]


class ParResults(Structure):
    _fields_ = [("score", c_int), ("number", c_int), ("contracts", Contract * 10)]


def library():
    for name in filter(None, [os.environ.get("FAIRDEAL_DDS"), "libdds.so.0", "libdds.so.2", "libdds.so", "libdds.dylib"]):
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            why = error
    print(f"there is no DDS here: {why}", file=sys.stderr)
    sys.exit(77)


def checked(fault):
    if fault != 1:
        raise SystemExit(f"DDS failed with {fault}")


def holding(text):
    return sum(4 << RANKS.index(rank) for rank in text)


def table(dds, thread, line):
    hands = [[holding(suit) for suit in hand.split(".")] for hand in line.split()]
    tricks = [[0] * STRAINS for _ in range(SEATS)]
    # All four of a strain in a row: the second to fourth cost little.
    for strain in range(STRAINS):
        for declarer in range(SEATS):
            position = Position(trump=TRUMPS[strain], first=(declarer + 1) % 4)
            for seat, hand in enumerate(hands):
                position.cards[seat][:] = hand
            future = FutureTricks()
            checked(dds.SolveBoard(position, -1, 1, 1, byref(future), thread))
            tricks[declarer][strain] = 13 - future.score[0]
    return " ".join(str(number) for row in tricks for number in row)


def tables(dds, lines, threads):
    dds.SetMaxThreads(threads)
    dds.SolveBoard.argtypes = [Position, c_int, c_int, c_int, POINTER(FutureTricks), c_int]
    began = time.process_time()
    parts = [range(thread, len(lines), threads) for thread in range(threads)]
    answers = {}

    def work(thread):
        for i in parts[thread]:
            answers[i] = table(dds, thread, lines[i])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    for i in range(len(lines)):
        print(answers[i])
    print(time.process_time() - began, file=sys.stderr)


def par(dds, lines):
    for line in lines:
        numbers = [int(number) for number in line.split()]
        results = Table()
        for seat in range(SEATS):
            for strain in range(STRAINS):
                results.tricks[TRUMPS[strain]][seat] = numbers[seat * STRAINS + strain]
        fields = []
        for dealer in range(SEATS):
            for vulnerable in (0, 2, 3, 1):
                found = ParResults()
                checked(dds.DealerParBin(byref(results), byref(found), dealer, vulnerable))
                contracts = found.contracts[: found.number if found.score else 0]
                named = {("EW" if c.seats % 2 else "NS") + "NSHDC"[c.denom] for c in contracts}
                fields.append(f"{found.score}:{','.join(sorted(named))}")
        print(" ".join(fields))


def asked(line):
    fields = line.split()
    hands = [[holding(suit) for suit in hand.split(".")] for hand in fields[:4]]
    return hands, "SHDCN".index(fields[4]), int(fields[5]), fields[6:]


def position_of(hands, trump, leader, trick):
    position = Position(trump=trump, first=leader)
    for seat, hand in enumerate(hands):
        position.cards[seat][:] = hand
    for place, (suit, rank) in enumerate(trick):
        position.suits[place], position.ranks[place] = suit, rank
    return position


def leads(dds, lines):
    dds.SolveBoard.argtypes = [Position, c_int, c_int, c_int, POINTER(FutureTricks), c_int]
    for line in lines:
        hands, trump, declarer, _ = asked(line)
        future = FutureTricks()
        position = position_of(hands, trump, (declarer + 1) % 4, [])
        checked(dds.SolveBoard(position, -1, 3, 1, byref(future), 0))
        fields = []
        for i in range(future.cards):
            ranks = [future.rank[i]] + [rank for rank in range(2, 15) if future.equals[i] >> rank & 1]
            fields += [f"{'SHDC'[future.suit[i]]}{RANKS[rank - 2]}:{future.score[i]}" for rank in ranks]
        print(" ".join(sorted(fields)))


def play(dds, lines):
    dds.SolveBoard.argtypes = [Position, c_int, c_int, c_int, POINTER(FutureTricks), c_int]
    for line in lines:
        hands, trump, declarer, cards = asked(line)
        leader, trick, taken, numbers = (declarer + 1) % 4, [], 0, []
        for card in [None] + cards:
            if card:
                suit, rank = "SHDC".index(card[0]), RANKS.index(card[1]) + 2
                hands[(leader + len(trick)) % 4][suit] &= ~(1 << rank)
                trick.append((suit, rank))
            if len(trick) == 4:
                led = trick[0][0]
                best = max(range(4), key=lambda i: (trick[i][0] == trump, trick[i][0] == led, trick[i][1]))
                leader, trick = (leader + best) % 4, []
                taken += leader % 2 == declarer % 2
            left = sum(bin(suit).count("1") for hand in hands for suit in hand)
            if left == 0:
                numbers.append(taken)
                continue
            future = FutureTricks()
            checked(dds.SolveBoard(position_of(hands, trump, leader, trick), -1, 1, 1, byref(future), 0))
            tricks = (left + len(trick)) // 4
            mine = (leader + len(trick)) % 2 == declarer % 2
            numbers.append(taken + (future.score[0] if mine else tricks - future.score[0]))
        print(" ".join(str(number) for number in numbers))


def main(arguments):
    lines = [line for line in sys.stdin.read().splitlines() if line]
    match arguments:
        case ["tables"]:
            tables(library(), lines, 1)
        case ["tables", "--threads", number]:
            tables(library(), lines, int(number))
        case ["par"]:
            par(library(), lines)
        case ["leads"]:
            leads(library(), lines)
        case ["play"]:
            play(library(), lines)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


code = main(sys.argv[1:])
sys.stdout.flush()
sys.stderr.flush()
# DDS frees its memory after its owner is gone, and crashes: it gets no chance to.
os._exit(code)
