"""Roulette tables as their rows tell of them: bets on the mats, what guests have on them, and what may be laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from django.db.models import Sum

from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from tables.models import Bet, BetState, Spin, Table, TableKind, TableStatus
from tests.simulator.deeds.booked import held_at
from tests.simulator.deeds.deed import ORGANISER, Evening
from tests.simulator.deeds.roulette.mat import Place, places

RUNS_TABLES = (ORGANISER, ORGANISER, ORGANISER, Role.TABLES.value, Role.FLOOR.value)
A_THIRD = 12
"""Numbers of a mat."""
Row = dict[str, object]


def one_wheel(night: Evening) -> Table | None:
    """One of the night's, mostly an open one."""
    tables = Table.objects.filter(event=night.event, kind=TableKind.ROULETTE).order_by("pk")
    if night.chance.random() < 0.93:
        tables = tables.filter(status=TableStatus.OPEN)
    return night.one_of(tables)


def wheels(event: Event) -> dict[int, Row]:
    limits = ("lowest_bet", "highest_bet", "highest_spin")
    columns = ("number", "status", "wheel", "catalogue", *limits, "opened_at", "closed_at", "on_phones")
    rows = Table.objects.filter(event=event, kind=TableKind.ROULETTE).order_by("pk")
    return {int(row.pop("pk")): row for row in rows.values("pk", *columns, "bets_closed_at")}


def bets(event: Event) -> dict[int, Row]:
    columns = ("table", "player__code", "bet", "chips", "state", "spin", "returned")
    rows = Bet.objects.filter(table__event=event).order_by("pk")
    return {int(row.pop("pk")): row for row in rows.values("pk", *columns)}


def favourite(night: Evening, mat: Mapping[str, Place]) -> str:
    """Where somebody bets: half of it is on what covers a third of the numbers or more."""
    outside = [name for name, place in mat.items() if len(place.pockets) >= A_THIRD]
    return night.chance.choice(outside if night.chance.random() < 0.5 else [*mat])


def people(night: Evening, *, here: bool = True) -> list[str]:
    """Codes of guests who came through the door and hold chips, or of those who did not come."""
    guests = Player.objects.filter(event=night.event, checked_in_at__isnull=not here).order_by("pk")
    codes = guests.values_list("code", flat=True)
    playing = set(codes) - night.withdrawn
    return [
        code for code in codes if not here or (code in playing and held_at(night.event, f"chips/player/{code}") >= 5)
    ]


def staked(event: Event) -> Counter[str]:
    """What guests have on all mats of the night."""
    rows = Bet.objects.filter(table__event=event, state=BetState.PLACED).order_by()
    return Counter(dict(rows.values_list("player__code").annotate(chips=Sum("chips"))))


def staked_at(table: Table) -> Counter[str]:
    rows = Bet.objects.filter(table=table, state=BetState.PLACED).order_by()
    return Counter(dict(rows.values_list("player__code").annotate(chips=Sum("chips"))))


def last_spin(table: Table) -> int:
    """The number of the last spin that stands."""
    rows = Spin.objects.filter(table=table, undone_at__isnull=True).order_by("-number")
    return rows.values_list("number", flat=True).first() or 0


def why_closed(night: Evening, table: Table) -> str:
    """Why nothing is done at a table; empty where it is open."""
    if not table.is_open:
        return f"{table.code} is closed"
    return night.closed


def why_no_bet(night: Evening, table: Table, mat: dict[str, Place], lines: list[tuple[str, str, int]]) -> str:
    """Why these bets cannot be laid; empty where they can. That a night is closed keeps no bet off the mat."""
    if not table.is_open:
        return f"{table.code} is closed"
    away = {code for code, _, _ in lines} & {*people(night, here=False), *night.withdrawn}
    if away:
        return f"{away} did not come, or do not play on"
    off_mat = [name for _, name, _ in lines if name not in mat]
    if off_mat:
        return f"{off_mat} is not on the mat"
    on_mats = staked(night.event)
    for code, _, chips in lines:
        on_mats[code] += chips
    for code, _, _ in lines:
        if on_mats[code] > held_at(night.event, f"chips/player/{code}"):
            return f"{code} does not hold {on_mats[code]}"
    return outside_limits(table, lines)


def outside_limits(table: Table, lines: list[tuple[str, str, int]]) -> str:
    """Why what lies on the mat with these bets more is outside the table's limits; empty where it is not. A spin that
    was undone may have put bets beside newer ones.
    """
    on_bet: Counter[tuple[str, str]] = Counter()
    on_spin: Counter[str] = Counter()
    lying = Bet.objects.filter(table=table, state=BetState.PLACED).values_list("player__code", "bet", "chips")
    for code, name, chips in [*lying, *lines]:
        on_bet[code, name] += chips
        on_spin[code] += chips
    if any(chips < (table.lowest_bet or 1) for chips in on_bet.values()):
        return "a bet is below the limit"
    if table.highest_bet is not None and any(chips > table.highest_bet for chips in on_bet.values()):
        return "a bet is above the limit"
    if table.highest_spin is not None and any(chips > table.highest_spin for chips in on_spin.values()):
        return "somebody has more on the mat than the limit of a spin"
    return ""


def why_no_spin(night: Evening, table: Table) -> str:
    """Why the ball must not roll; empty where it may."""
    if table.on_phones and table.bets_closed_at is None:
        return f"phones still bet at {table.code}"
    return why_closed(night, table)


def why_unpaid(night: Evening, table: Table, nets: Counter[str]) -> str:
    """Why a spin with these nets cannot be settled; empty where it can."""
    for code in nets:
        if staked(night.event)[code] > held_at(night.event, f"chips/player/{code}"):
            return f"{code} has more on the mats than in hand"
    if held_at(night.event, f"chips/tray/{table.code}") < sum(nets.values()):
        return f"the tray of {table.code} cannot pay"
    return outside_limits(table, [])


def settled_bets_are_paid(event: Event) -> Iterator[str]:
    """What each spin returned is what its pocket pays, and its nets are of these bets."""
    spins = Spin.objects.filter(table__event=event, undone_at__isnull=True).select_related("table")
    nets: dict[int, Counter[str]] = {spin.pk: Counter() for spin in spins}
    by_key = {spin.pk: spin for spin in spins}
    mats: dict[tuple[str, str], dict[str, Place]] = {}
    columns = ("spin", "player__code", "bet", "chips", "returned")
    settled = Bet.objects.filter(table__event=event, state=BetState.SETTLED).values_list(*columns)
    for key, code, name, chips, returned in settled:
        if key not in by_key:
            yield f"a bet of {code} is settled by a spin that was undone"
            continue
        table = by_key[key].table
        mat = mats.setdefault((table.wheel, table.catalogue), places(table.wheel, table.catalogue))
        if returned != mat[name].returned(chips, by_key[key].pocket):
            yield f"{chips} on {name} returned {returned} on {by_key[key].pocket}"
        nets[key][code] += (returned or 0) - chips
    for key, net in nets.items():
        if dict(net) != by_key[key].nets:
            yield f"spin {by_key[key].number} moved {by_key[key].nets}, not {dict(net)}"
