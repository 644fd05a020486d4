#!/usr/bin/env python3
"""Euchre against OpenSpiel: the rules as an oracle, and its search as an opponent.

    python3 -m venv venv && venv/bin/pip install open_spiel
    cargo build --release
    venv/bin/python tests/open_spiel.py rules 300
    venv/bin/python tests/open_spiel.py match 100        as much processor time a decision on both sides
    venv/bin/python tests/open_spiel.py match 100 7 --iterations 1000     the seed of the deals, and how our bot thinks

Where the rules differ, and what the script does about it:
  - OpenSpiel's dealer cannot lay away the upcard: when our bot does, another card is laid away.
  - It asks for 'alone' after the discard, we ask with the call: our answer is kept until it asks.
  - A hand is its whole game, at no score, and the dealer is always stuck.
"""

import json
import os
import random
import subprocess
import sys
import time

try:
    import pyspiel
except ImportError:
    print("skipped: open_spiel is not installed")
    sys.exit(0)

SEATS, SUITS, RANKS = "NESW", "CDHS", "9TJQKA"
PASS, ALONE, PARTNER = 24, 29, 30
FAIRDEAL = os.environ.get("FAIRDEAL", os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "release", "fairdeal"))
GAME = pyspiel.load_game("euchre(stick_the_dealer=true)")
RULES = {"stick_the_dealer": True}


def card(action):
    return RANKS[action // 4] + SUITS[action % 4]


def action_of(text):
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


class Bot:
    """Our bot, as a child process."""

    def __init__(self, *arguments):
        command = [FAIRDEAL, "euchre", "bot", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def processor_ms(self):
        """How long it has been at work on a processor: other programs on the machine do not count."""
        with open(f"/proc/{self.process.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e6

    def ask(self, view):
        self.process.stdin.write(json.dumps(view) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, (answer, view)
        return answer


class Hand:
    """A hand in OpenSpiel, and what each seat has seen of it in our words."""

    def __init__(self, deal):
        self.state = GAME.new_initial_state()
        for action in deal:
            self.state.apply_action(action)
        holder = self.state.card_holder()
        self.cards = [[card(c) for c in range(24) if holder[c] == seat] for seat in range(4)]
        self.hands = [list(cards) for cards in self.cards]
        self.dealer, self.upcard = self.state.dealer(), card(self.state.upcard())
        dealt = {c for cards in self.cards for c in cards} | {self.upcard}
        self.kitty = [card(c) for c in range(24) if card(c) not in dealt]
        self.bids, self.tricks, self.discard = [], [], None
        self.maker = self.trump = None
        self.taken, self.wants_alone, self.alone = False, False, False

    def view(self, seat):
        view = {
            "seat": SEATS[seat], "dealer": SEATS[self.dealer], "hand": self.hands[seat], "upcard": self.upcard,
            "bids": self.said(), "tricks": self.tricks, "rules": RULES, "taken": self.taken,
            "trump": self.trump, "maker": SEATS[self.maker] if self.trump else None, "alone": self.alone,
        }
        if seat == self.dealer and self.discard:
            view["discard"] = self.discard
        return view

    def said(self):
        """The bids in our words: 'alone' stands with the call."""
        said = [list(bid) for bid in self.bids]
        if self.alone:
            said[-1].append("alone")
        elif self.taken:
            said[-1] = said[-1][:2]
        return said

    def asks_alone(self):
        return ALONE in self.state.legal_actions()

    def is_discard(self):
        return self.taken and self.discard is None

    def apply(self, action):
        """Makes a move in OpenSpiel's numbers."""
        seat = self.state.current_player()
        assert action in self.state.legal_actions(), (action, self.state.legal_actions(), str(self.state))
        if action in (ALONE, PARTNER):
            self.alone = action == ALONE
        elif action == PASS:
            self.bids.append([SEATS[seat], "pass"])
        elif action > PASS:
            self.trump, self.maker = SUITS[action - 25], seat
            self.taken = len(self.bids) < 4
            self.bids.append([SEATS[seat], "order" if self.taken else "name", self.trump])
            if self.taken:
                self.hands[self.dealer].append(self.upcard)
        elif self.is_discard():
            self.discard = card(action)
            self.hands[seat].remove(self.discard)
        else:
            players = 3 if self.alone else 4
            if not self.tricks or len(self.tricks[-1]) == players:
                self.tricks.append([])
            self.tricks[-1].append([SEATS[seat], card(action)])
            self.hands[seat].remove(card(action))
        self.state.apply_action(action)

    def by_bot(self, bot):
        """The action of our bot."""
        if self.asks_alone():
            return ALONE if self.wants_alone else PARTNER
        answer = bot.ask(self.view(self.state.current_player()))
        if answer["move"] == "pass":
            return PASS
        if answer["move"] in ("order", "name"):
            self.wants_alone = answer["alone"]
            suit = answer["suit"] or self.upcard[1]
            return 25 + SUITS.index(suit)
        if answer["move"] == "discard" and answer["card"] == self.upcard:
            others = sorted(answer["values"], key=lambda c: -answer["values"][c]["visits"])
            others = [c for c in others if c != self.upcard] or [c for c in self.hands[self.dealer] if c != self.upcard]
            return action_of(others[0])
        return action_of(answer["card"])

    def record(self):
        """The hand in our own format, to be played again by our rules."""
        moves = self.said()
        if self.taken:
            moves.append([SEATS[self.dealer], "discard", self.discard])
        moves += [[seat, "play", c] for trick in self.tricks for seat, c in trick]
        points = int(self.state.returns()[0])
        hand = {"dealer": SEATS[self.dealer], "cards": self.cards, "upcard": self.upcard, "kitty": self.kitty,
                "moves": moves, "points": points}
        score = {"NS": max(points, 0), "EW": max(-points, 0)}
        rules = {"stick_the_dealer": True}
        return {"game": "euchre", "seed": "0", "rules": rules, "score": score, "hands": [hand]}


def random_deal(rng):
    state, deal = GAME.new_initial_state(), []
    while state.is_chance_node():
        action = rng.choice([action for action, _ in state.chance_outcomes()])
        deal.append(action)
        state.apply_action(action)
    return deal


def rules(hands):
    """Random play by both programs in turn: what one plays, the other must allow, and the points must agree."""
    rng, bot = random.Random(1), Bot("--level", "random")
    for number in range(hands):
        hand = Hand(random_deal(rng))
        while not hand.state.is_terminal():
            ours = rng.random() < 0.5
            action = hand.by_bot(bot) if ours else rng.choice(hand.state.legal_actions())
            hand.apply(action)
        path = f"/tmp/fairdeal-open-spiel-{os.getpid()}.json"
        with open(path, "w") as file:
            json.dump(hand.record(), file)
        replay = subprocess.run([FAIRDEAL, "euchre", "play", "--replay", path], capture_output=True, text=True)
        os.remove(path)
        assert replay.returncode == 0, (number, replay.stderr, hand.record(), str(hand.state))
    print(f"{hands} hands of random play by both programs: every move allowed by both, the same points")


def match(deals, seed="2", *arguments):
    """Our expert against OpenSpiel's information-set search, which sees the kitty, on duplicate deals. It has as much processor
    time a decision as we had on average so far."""
    rng, bot = random.Random(int(seed)), Bot(*arguments)
    simulations, recent, spent, decisions, simulated = 100.0, None, 0.0, 0, 0.0
    ours_spent, our_decisions = 0.0, 0
    differences = []
    for number in range(deals):
        deal, difference = random_deal(rng), 0
        for ours in (0, 1):
            hand = Hand(deal)
            evaluator = pyspiel.RandomRolloutEvaluator(1, number)
            theirs = pyspiel.ISMCTSBot(number, evaluator, 5.0, max(2, int(simulations)), -1,
                                       pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)
            while not hand.state.is_terminal():
                choices = len(hand.state.legal_actions())
                if hand.state.current_player() % 2 == ours:
                    hand.apply(hand.by_bot(bot))
                    our_decisions += choices > 1
                    continue
                began = time.thread_time()
                action = theirs.step(hand.state)
                if choices > 1:
                    took = 1000 * (time.thread_time() - began)
                    spent, decisions, simulated = spent + took, decisions + 1, simulated + int(simulations)
                    # As many simulations as take the same time as ours, by the last twenty decisions or so.
                    recent = 0.95 * (recent or took) + 0.05 * took
                    ours_spent = bot.processor_ms() / max(our_decisions, 1)
                    simulations = min(max(simulations * (ours_spent / recent) ** 0.05, 10), 100_000)
                hand.apply(action)
            difference += hand.state.returns()[ours]
        differences.append(difference / 2)
        if number % 100 == 99 or number + 1 == deals:
            n = len(differences)
            mean = sum(differences) / n
            spread = (sum((d - mean) ** 2 for d in differences) / max(n - 1, 1)) ** 0.5
            print(f"{n} deals, each from both sides, {ours_spent:.1f} ms of processor time a decision (OpenSpiel: "
                  f"{spent / decisions:.1f} ms, {simulated / decisions:.0f} simulations): "
                  f"{mean:+.3f} ± {1.96 * spread / n ** 0.5:.3f} points a hand for us", flush=True)


if __name__ == "__main__":
    what, number, *arguments = sys.argv[1:] if len(sys.argv) > 2 else ["rules", "100"]
    {"rules": rules, "match": match}[what](int(number), *arguments)
