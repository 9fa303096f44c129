"""One action of a hand history: its text taken apart.

    d dh p3 AhKs   d db AhKsQd   p3 f   p3 cc   p3 cbr 700   p3 pb   p3 sd Ah2c   p3 sm AhKs

``sd`` without cards stands pat, ``sm`` without cards mucks. Text after # is commentary; an action may be only that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import Enum
from typing import Final, TypeAlias

from engine.cards import JOKER, Card, card_text, full_deck
from engine.errors import RuleError
from engine.poker.phh.amounts import Number
from engine.poker.seats import MOST_SEATS

MOST_ACTIONS: Final = 2000
UNKNOWN: Final = "??"

_CARDS: Final[dict[str, Card | None]] = {card_text(card): card for card in (*full_deck(), JOKER)} | {UNKNOWN: None}
_AMOUNT: Final = re.compile(r"[0-9]{1,15}(\.[0-9]{1,8})?")
_SHOWN: Final = 60
_MOST_KNOWN: Final = 4096


class Verb(Enum):
    """What is done, as it is written."""

    HOLE = "dh"
    BOARD = "db"
    FOLD = "f"
    CHECK_OR_CALL = "cc"
    BET = "cbr"
    BRING_IN = "pb"
    DISCARD = "sd"
    SHOW = "sm"


# Looked up once: before Python 3.12 naming a member of an Enum is slow.
_HOLE: Final = Verb.HOLE
_BOARD: Final = Verb.BOARD
_BET: Final = Verb.BET


Action: TypeAlias = tuple[Verb, int, tuple[Card | None, ...] | None, Number]
"""What is done, by which player, 0 for the board, with which cards, None where the text gives none, and the total that
a bet makes, 0 otherwise. A plain tuple: hands are read by the thousand, and this one is taken apart the fastest.
"""

_NAMES: Final = {f"p{number}": number for number in range(1, MOST_SEATS + 1)}
_ALONE: Final = {verb.value: verb for verb in (Verb.FOLD, Verb.CHECK_OR_CALL, Verb.BRING_IN, Verb.DISCARD, Verb.SHOW)}
_WITH_CARDS: Final = {verb.value: verb for verb in (Verb.DISCARD, Verb.SHOW)}


class _UnreadError(ValueError):
    """An action that cannot be read: its text and why."""


def parse_actions(texts: Sequence[str], players: int) -> tuple[Action | None, ...]:
    """Every action of a hand, None for one that is commentary alone.

    Raises RuleError: "phh_action", "phh_too_many_actions".
    """
    if len(texts) > MOST_ACTIONS:
        raise RuleError(
            "phh_too_many_actions",
            f"actions: there are {len(texts)}; a hand has at most {MOST_ACTIONS}.",
            actions=len(texts),
        )
    try:
        return tuple(map(_KNOWN[players].__getitem__, texts))
    except _UnreadError as wrong:
        text, reason = wrong.args
        raise bad_action(texts.index(text) + 1, text, reason) from None


class _Known(dict[str, Action | None]):
    """Actions of hands with so many players, by their text. Many are the same from hand to hand, so the short ones are
    read and checked once.
    """

    def __init__(self, players: int) -> None:
        super().__init__()
        self._players = players

    def __missing__(self, text: str) -> Action | None:
        move = _action(text)
        if move is not None and move[1] > self._players:
            raise _UnreadError(text, f"there is no p{move[1]}; the hand has p1 to p{self._players}")
        if len(text) <= _SHOWN:
            if len(self) >= _MOST_KNOWN:
                self.clear()
            self[text] = move
        return move


_KNOWN: Final = [_Known(players) for players in range(MOST_SEATS + 1)]


def _action(text: str) -> Action | None:
    """Raises _UnreadError."""
    words = (text.partition("#")[0] if "#" in text else text).split()
    # Most that are new are these two, and a match statement is slow.
    if len(words) == 4 and words[0] == "d" and words[1] == "dh":
        return _HOLE, _player(words[2], text), _cards(words[3], text), 0
    if len(words) == 3 and words[1] == "cbr":
        return _BET, _player(words[0], text), None, _amount(words[2], text)
    match words:
        case [who, what] if what in _ALONE:
            return _ALONE[what], _player(who, text), None, 0
        case ["d", "db", cards]:
            told = _cards(cards, text)
            if None in told:
                raise _UnreadError(text, "every card of the board is seen, so none is unknown")
            return _BOARD, 0, told, 0
        case [who, what, cards] if what in _WITH_CARDS:
            return _WITH_CARDS[what], _player(who, text), _cards(cards, text), 0
        case []:
            return None
    raise _UnreadError(text, "it is none of d dh pN CARDS, d db CARDS, pN f, cc, pb, cbr AMOUNT, sd, sm")


def _player(name: str, text: str) -> int:
    player = _NAMES.get(name)
    if player is None:
        raise _UnreadError(text, f"{name[:20]} is not a player; players are p1 to p{MOST_SEATS}")
    return player


def _cards(cards: str, text: str) -> tuple[Card | None, ...]:
    try:
        return tuple([_CARDS[cards[at : at + 2]] for at in range(0, len(cards), 2)])
    except KeyError as wrong:
        raise _UnreadError(text, f"“{wrong.args[0]}” is not a card such as Ah, or ?? for an unknown one") from None


def _amount(amount: str, text: str) -> Number:
    found = _AMOUNT.fullmatch(amount)
    if found is None:
        raise _UnreadError(text, f"“{amount[:20]}” is not an amount such as 700 or 0.25")
    return int(amount) if found[1] is None else Decimal(amount)


def bad_action(number: int, text: str, reason: str) -> RuleError:
    """The refusal of an action that cannot be read."""
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return RuleError("phh_action", f"Action {number}, “{shown}”: {reason}.", action=number, text=shown)
