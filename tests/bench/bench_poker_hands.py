"""Whole hands played out, action by action and settled, beside PokerKit with all its automations on.

Both sides take the same actions with the same cards. Ours goes through the calls that the application uses, under a
club's own rules; hands whose actions the two would judge differently are not taken.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pokerkit
from pokerkit import Automation
from pokerkit.utilities import shuffled

from engine.cards import parse_card
from engine.poker.deck import Deck
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand, Phase
from engine.poker.house.catalogue import HOUSES
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips
from tests.bench.timing import Row, compare

PLAYERS = 6
HANDS = 60
STACK = 2000


@dataclass(frozen=True, kw_only=True, slots=True)
class Contest:
    """One game played by both."""

    name: str
    game: str
    house: str
    stakes: Stakes
    peer: Any
    peer_stakes: tuple[object, ...]


BLINDS = {"small_blind": Chips(5), "big_blind": Chips(10)}
PEER_BLINDS = (True, 0, (5, 10), 10)
"""Antes trimmed, none of them, and the same blinds as PokerKit takes them."""

CONTESTS = (
    Contest(
        name="no-limit hold'em hands",
        game="holdem",
        house="canterbury",
        stakes=Stakes(structure=Structure.NO_LIMIT, **BLINDS),
        peer=pokerkit.NoLimitTexasHoldem,
        peer_stakes=PEER_BLINDS,
    ),
    Contest(
        name="fixed-limit hold'em hands",
        game="holdem",
        house="canterbury",
        stakes=Stakes(structure=Structure.FIXED_LIMIT, **BLINDS, big_bet=Chips(20)),
        peer=pokerkit.FixedLimitTexasHoldem,
        peer_stakes=(*PEER_BLINDS, 20),
    ),
    Contest(
        name="pot-limit Omaha hands",
        game="omaha",
        house="standard",
        stakes=Stakes(structure=Structure.POT_LIMIT, **BLINDS),
        peer=pokerkit.PotLimitOmahaHoldem,
        peer_stakes=PEER_BLINDS,
    ),
    Contest(
        name="seven-card stud hands",
        game="seven_stud",
        house="standard",
        stakes=Stakes(
            structure=Structure.FIXED_LIMIT, ante=Chips(1), bring_in=Chips(3), small_bet=Chips(10), big_bet=Chips(20)
        ),
        peer=pokerkit.FixedLimitSevenCardStud,
        peer_stakes=(True, 1, 3, 10, 20),
    ),
)


@dataclass(frozen=True, slots=True)
class Script:
    """A hand to play: the deck, the peer's seed that gives the same deck, and the actions."""

    deck: Deck
    seed: int
    actions: tuple[tuple[str, int], ...]


def rows() -> Iterator[Row]:
    for contest in CONTESTS:
        scripts = _scripts(contest)
        amount = len(scripts)
        yield compare(
            contest.name,
            "hands/s",
            amount,
            lambda contest=contest, scripts=scripts: [_play(contest, script) for script in scripts],
            "PokerKit",
            lambda contest=contest, scripts=scripts: [_play_peer(contest, script) for script in scripts],
        )


def _scripts(contest: Contest) -> list[Script]:
    """Hands that both sides finish with the same stacks."""
    found = []
    seed = 0
    while len(found) < HANDS:
        seed += 1
        script = _script(contest, seed)
        try:
            theirs = _play_peer(contest, script)
        except ValueError:
            continue
        if list(_play(contest, script)) == theirs:
            found.append(script)
    return found


def _script(contest: Contest, seed: int) -> Script:
    random.seed(seed)
    deck = Deck(order=tuple(parse_card(repr(card)) for card in shuffled(pokerkit.Deck.STANDARD)))
    chance = random.Random(seed)
    hand = _start(contest, deck)
    actions: list[tuple[str, int]] = []
    while hand.phase is Phase.BETTING:
        verb, amount = _choose(hand, chance)
        actions.append((verb, amount))
        _act(hand, verb, amount)
    return Script(deck, seed, tuple(actions))


def _choose(hand: Hand, chance: random.Random) -> tuple[str, int]:
    legal = hand.legal
    if legal.bring_in:
        return "bring_in", 0
    roll = chance.random()
    if legal.to_call and roll < 0.25:
        return "fold", 0
    if legal.min_to is None or legal.max_to is None or roll < 0.75:
        return ("call" if legal.to_call else "check"), 0
    return "bet", chance.randint(legal.min_to, min(legal.max_to, 3 * legal.min_to))


def _start(contest: Contest, deck: Deck) -> Hand:
    return Hand.start(
        game=GAMES[contest.game],
        house=HOUSES[contest.house],
        stakes=contest.stakes,
        stacks=dict.fromkeys(range(1, PLAYERS + 1), Chips(STACK)),
        button=PLAYERS,
        deck=deck,
    )


def _act(hand: Hand, verb: str, amount: int) -> None:
    if verb == "call":
        hand.call()
    elif verb == "check":
        hand.check()
    elif verb == "fold":
        hand.fold()
    elif verb == "bet":
        hand.bet_to(amount)
    else:
        hand.post_bring_in()


def _play(contest: Contest, script: Script) -> list[int]:
    """Our side, to the stacks after the hand."""
    hand = _start(contest, script.deck)
    for verb, amount in script.actions:
        _act(hand, verb, amount)
    if hand.phase is Phase.SHOWDOWN:
        hand.show_down()
    net = hand.settle().net
    return [STACK + net[seat] for seat in range(1, PLAYERS + 1)]


def _play_peer(contest: Contest, script: Script) -> list[int]:
    random.seed(script.seed)
    state = contest.peer.create_state(tuple(Automation), *contest.peer_stakes, STACK, PLAYERS)
    for verb, amount in script.actions:
        if verb == "fold":
            state.fold()
        elif verb in ("call", "check"):
            state.check_or_call()
        elif verb == "bet":
            state.complete_bet_or_raise_to(amount)
        else:
            state.post_bring_in()
    return list(state.stacks)
