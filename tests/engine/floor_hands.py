"""Hands on the floor of two houses, what is put out in them, and what a ruling changes."""

from __future__ import annotations

from engine.cards import parse_card, parse_cards
from engine.poker.floor.exposed import exposed_on_the_deal
from engine.poker.floor.wagers import Wager, read_wager
from tests.engine.hands import FIXED_LIMIT, begin, play


def canterbury(actions="", **more):
    return play(begin(**{"house": "canterbury", "stakes": FIXED_LIMIT, **more}), actions)


def angies(actions="", **more):
    return play(begin(**{"house": "angies", "stakes": FIXED_LIMIT, **more}), actions)


def lowball(actions="", **more):
    return angies(actions, game="lowball", deck="2c 6c 4c Jk 3d 4d 7c 5d 9d", **more)


def wager(hand, *chips, **more):
    return read_wager(hand, Wager(chips=chips, **more))


def cards(text):
    return parse_cards(text)


def exposed(hand, *held):
    return exposed_on_the_deal(hand, [(seat, parse_card(text)) for seat, text in held])


def changed(ruling):
    """Its changes, those that repeat the sentence and the rules without them."""
    told = (ruling.says, list(ruling.rules))
    return tuple(change[:-2] if change[-2:] == told else change for change in ruling.changes)
