"""Rulings of the floor for the tests: asked for and applied as staff press them."""

from __future__ import annotations

from typing import Any

from engine.cards import parse_cards
from tables import services
from tables.models import Table
from tables.selectors import RulingFacts, RulingPlan, kinds_now, play_of, the_play
from tables.selectors.rulings import plan_ruling
from tests.factories import make_event
from tests.tables.evening import by_staff, open_table, seat_people
from tests.tables.playing import a_table, board, do, start

CARDS = ("cards", "new")


def told(kind: str, **facts: Any) -> RulingFacts:
    """Facts with cards as text."""
    read = {name: parse_cards(value) if name in CARDS else value for name, value in facts.items()}
    if "exposed" in read:
        read["exposed"] = {seat: parse_cards(cards) for seat, cards in read["exposed"].items()}
    return RulingFacts(kind=kind, **read)


def plan(table: Table, kind: str, **facts: Any) -> RulingPlan:
    """What the floor would say."""
    return plan_ruling(the_play(table).hand, told(kind, **facts), seed="seen")


def rule(table: Table, kind: str, **facts: Any):
    """The ruling, applied."""
    version = the_play(table).version
    return services.apply_ruling(table=table, version=version, facts=told(kind, **facts), **by_staff())


def log(table: Table) -> list[Any]:
    """The log of the hand in play."""
    play = play_of(table)
    assert play is not None
    return [list(entry) for entry in play.hand.log]


def at_the_flop(cards: str = "Kh 9c 4d") -> Table:
    """Three have called and the flop is told."""
    table = a_table()
    start(table)
    for verb in ("call", "call", "check"):
        do(table, verb)
    board(table, cards)
    return table


def in_house(house: str, **facts: Any) -> Table:
    """Three players under another club's rules, before anybody has acted."""
    table = open_table(make_event(), house=house, overrides={"first_button": "left_of_dealer"}, **facts)
    seat_people(table, {1: 500, 2: 500, 3: 500})
    start(table)
    return table


def a_lowball() -> Table:
    """The same in Angie's lowball."""
    return in_house("angies", game="lowball")


def to_the_draw(table: Table) -> None:
    """Everybody checks or calls until somebody draws."""
    while the_play(table).phase == "betting":
        do(table, "call" if the_play(table).legal.to_call else "check")


def offered(table: Table) -> set[str]:
    """The kinds that can be asked for now."""
    return {kind.key for kind in kinds_now(the_play(table).hand)}
