"""Wheels on which guests bet from their phones: bets laid and taken back, and when betting closes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlencode

from django.utils import timezone

from eventnight.events.models import Player
from tables.models import Bet, BetState, Spin, Table, TableKind, TableStatus
from tests.simulator.deeds.booked import Mark, held_at, one_who_may
from tests.simulator.deeds.deed import Deed, Deeds, Evening, Make, differences
from tests.simulator.deeds.roulette.mat import places
from tests.simulator.deeds.roulette.rows import (
    RUNS_TABLES,
    bets,
    favourite,
    last_spin,
    people,
    staked,
    wheels,
    why_no_bet,
)
from tests.simulator.presses import FORM, Press
from tests.simulator.world import GUEST


def bet(night: Evening) -> Deed | None:
    """A guest lays chips by the link on the card. After "no more bets", at a wheel that takes none of phones, and for
    somebody else they must be refused.
    """
    table = _wheel(night)
    if table is None:
        return None
    mat, here = places(table.wheel, table.catalogue), people(night)
    code = night.one_of(sorted(here))
    if code is None:
        return None
    left = held_at(night.event, f"chips/player/{code}") - staked(night.event)[code]
    chips = night.chance.choice((5, 10, 50, max(left, 1)))
    if night.is_wrong():
        chips = night.chance.choice((left + 1, (table.lowest_bet or 1) - 1 or 1, 10_000))
    line = (code, favourite(night, mat), chips)
    refused = _why_not(table) or why_no_bet(night, table, mat, [line])
    others = night.one_of(sorted({*here} - {code}))
    named = others if others and night.is_wrong(0.1) else code
    before, mark = bets(night.event), Mark(night.event)

    def promise() -> Iterator[str]:
        after = bets(night.event)
        made = [row for pk, row in after.items() if pk not in before]
        new = {"table": table.pk, "player__code": code, "bet": line[1], "chips": chips, "state": "placed"}
        if made != [{**new, "spin": None, "returned": None}]:
            yield f"{made} lies on the mat, not {new}"
        yield from differences("bet", before, {pk: row for pk, row in after.items() if pk in before})
        yield from mark.booked(moves={})
        yield from mark.logged("bets.placed", table.code)

    told = json.dumps([{"who": named, "bet": line[1], "chips": chips}])
    press = _of_phone(night, code, f"{table.pk}/bets/", {"bets": told})
    return Deed(press, refused, must_count=not refused, promise=promise)


def take_back(night: Evening) -> Deed | None:
    """A guest takes a bet back on the phone. Others' bets, settled ones, and any after "no more bets" must stay."""
    tables = Table.objects.filter(event=night.event, kind=TableKind.ROULETTE, on_phones=True)
    wrong = night.is_wrong(0.4)
    rows = list(Bet.objects.filter(table__in=tables).select_related("table", "player").order_by("pk"))
    row = night.one_of([each for each in rows if (each.state != BetState.PLACED) == wrong] or rows)
    if row is None:
        return _opened(night)
    code, refused = row.player.code, _why_not(row.table)
    if night.is_wrong():
        other = night.one_of(sorted({*people(night)} - {code}))
        code, refused = other or code, refused or ("it is somebody else's" if other else "")
    refused = refused or (f"bet {row.pk} is settled" if row.state == BetState.SETTLED else "")
    # What is off the mat stays off it, whoever asks.
    refused = "" if row.state == BetState.WITHDRAWN and code == row.player.code and row.table.is_open else refused
    before, mark = bets(night.event), Mark(night.event)

    def promise() -> Iterator[str]:
        after = {**before, row.pk: {**before[row.pk], "state": "withdrawn"}}
        yield from differences("bet", after, bets(night.event))
        yield from mark.booked(moves={})
        yield from mark.logged("bet.withdrawn", row.table.code, times=int(row.state == BetState.PLACED))

    press = _of_phone(night, code, f"{row.table_id}/{row.pk}/back/", {})
    return Deed(press, refused, must_count=not refused, promise=promise)


def close_or_open(*, closes: bool) -> Make:
    """The croupier says "no more bets", or lets phones bet again. Another spin than the next must be refused, and so
    must bets on a number that is known.
    """

    def make(night: Evening) -> Deed | None:
        table = _wheel(night)
        if table is None:
            return None
        following = last_spin(table) + 1
        number, refused = following, _why_not(table, also_closed=True)
        known = Spin.objects.filter(table=table, number=following, undone_at__isnull=False).exists()
        refused = refused or ("its number is known" if known and not closes else "")
        if night.is_wrong():
            number, refused = following + night.chance.choice((-1, 1)), refused or f"spin {following} is the next"
        was, before, mark = table.bets_closed_at, wheels(night.event), Mark(night.event)
        changes = (was is None) == closes

        def promise() -> Iterator[str]:
            due = (timezone.now() if closes else None) if changes else was
            yield from differences(
                "table", {**before, table.pk: {**before[table.pk], "bets_closed_at": due}}, wheels(night.event)
            )
            yield from mark.booked(moves={})
            said = ("bets.closed", f"{table.code} spin {number}") if closes else ("bets.opened", table.code)
            yield from mark.logged(*said, times=int(changes))

        door = "no-more-bets" if closes else "bets-open"
        who = one_who_may(night, RUNS_TABLES)
        if night.chance.random() < 0.3:
            press = night.form(f"roulette/{table.pk}/{door}/", {"number": number}, who=who)
        else:
            press = night.program("POST", f"tables/roulette/{table.pk}/{door}/", {"number": number}, who=who)
        return Deed(press, refused, must_count=not refused, promise=promise)

    return make


def _why_not(table: Table, *, also_closed: bool = False) -> str:
    """Why a press for bets on phones must be refused there; empty where it need not be. also_closed: it may be one
    after "no more bets".
    """
    if not table.is_open:
        return f"{table.code} is closed"
    if not table.on_phones:
        return f"{table.code} takes no bets of phones"
    return "" if also_closed or table.bets_closed_at is None else f"no more bets at {table.code}"


def _wheel(night: Evening) -> Table | None:
    """Mostly an open one that takes bets of phones; where there is none it is opened."""
    tables = Table.objects.filter(event=night.event, kind=TableKind.ROULETTE).order_by("pk")
    if night.is_wrong(0.1):
        return night.one_of(tables)
    taking = tables.filter(on_phones=True, status=TableStatus.OPEN)
    if not taking:
        _opened(night)
    return night.one_of(taking.all())


def _opened(night: Evening) -> None:
    """A wheel that takes bets of phones comes on the way."""
    if not night.closed:
        night.ask(night.program("POST", "tables/roulette/", {"tray": 1000, "on_phones": True}))


def _of_phone(night: Evening, code: str, path: str, fields: dict[str, str]) -> Press:
    token, form = Player.objects.get(event=night.event, code=code).token, night.form("", {})
    body = urlencode({**fields, "request_id": form.key}).encode()
    return Press(GUEST, "POST", f"/p/{token}/roulette/{path}", body, FORM, form.key, is_api=False)


DEEDS: Deeds = {
    "bet on a phone": bet,
    "take a bet back on a phone": take_back,
    "say no more bets": close_or_open(closes=True),
    "let phones bet again": close_or_open(closes=False),
}
