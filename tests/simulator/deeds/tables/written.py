"""Hands that are taken along as a file: those that were played and stand, each as the books have it, with no card that
nobody showed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from engine.poker.phh import read_phhs, replay_history
from tables.models import Hand, Table
from tests.simulator.deeds.deed import ORGANISER, Deed, Evening
from tests.simulator.deeds.tables.in_play import play_on
from tests.simulator.presses import Press, sent

_CARD = re.compile(r"[2-9TJQKA][cdhs]")
FOLDED = ("hole", "discard")


def take_along(night: Evening) -> Deed | None:
    """The hands of a table, or of the night, are taken along, mostly after one more was played to its end."""
    if night.chance.random() < 0.6 and (deed := play_on(night)) is not None and not deed.refused:
        night.ask(deed.press)
    table = night.one_of(Table.objects.filter(event=night.event, kind="poker").order_by("pk"))
    if table is None:
        return None
    is_of_night, is_page = night.chance.random() < 0.5, night.chance.random() < 0.4
    code, place = night.event.code, "" if is_of_night else f"tables/{table.pk}/"
    if is_page:
        front = "organise" if is_of_night else "staff"
        press = Press(ORGANISER, "GET", f"/{front}/{code}/{place}hands.phhs", is_api=False)
    else:
        press = night.program("GET", f"{place}hands/phh/")

    def promise() -> Iterator[str]:
        answer = sent(press, night.world)
        text = answer.content.decode() if is_page else answer.json()["phhs"]
        hands = Hand.objects.filter(table__event=night.event).select_related("table").order_by("settled_at", "pk")
        rows = list(hands if is_of_night else hands.filter(table=table))
        played = [row for row in rows if row.undone_at is None and row.played is not None]
        if not is_page:
            yield from _counts(answer.json(), rows, played)
        yield from _text_differs(night, text, played)

    return Deed(press, promise=promise)


def _counts(told: dict[str, Any], rows: list[Hand], played: list[Hand]) -> Iterator[str]:
    undone = sum(row.undone_at is not None for row in rows)
    due = {"written": len(played), "left_out": (len(rows) - undone - len(played), undone, [])}
    left = told["left_out"]
    found = {"written": told["written"], "left_out": (left["from_the_end"], left["undone"], left["unreadable"])}
    if found != due:
        yield f"the file tells of {found}, not of {due}"


def _text_differs(night: Evening, text: str, played: list[Hand]) -> Iterator[str]:
    written = tomllib.loads(text)
    if list(written) != [str(at) for at in range(1, len(played) + 1)]:
        yield f"the file has the hands {list(written)}, and {len(played)} were played"
        return
    histories = read_phhs(text).values() if played else ()
    for (number, told), history, hand in zip(written.items(), histories, played, strict=True):
        about = f"hand {hand.number} of {hand.table.code}, written as {number},"
        if (told["table"], told["hand"], told["event"]) != (hand.table.code, hand.number, night.event.name):
            yield f"{about} is called {told['table']}, {told['hand']} at {told['event']}"
        nets = dict(hand.seats.values_list("seat", "net"))
        again = replay_history(history)
        won = [end - begun for end, begun in zip(again.stacks, told["starting_stacks"], strict=True)]
        if sorted(won) != sorted(nets.values()):
            yield f"{about} comes to {won}, and the books have {nets}"
        if secret := _hidden(hand) & {*_CARD.findall(" ".join(told["actions"]))}:
            yield f"{about} tells of {sorted(secret)}, which nobody showed"


def _hidden(hand: Hand) -> set[str]:
    """Cards that the log knows of seats which showed none."""
    log = hand.played["log"]
    shown = {seat for (seat,) in hand.seats.exclude(cards="").values_list("seat")}
    told, open_ones = set[str](), set[str]()
    for entry in log:
        cards = set(_CARD.findall(" ".join(str(each) for each in entry[1:])))
        is_secret = entry[0] in FOLDED and entry[1] not in shown
        (told if is_secret else open_ones).update(cards)
    return told - open_ones
