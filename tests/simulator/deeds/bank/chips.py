"""The chips themselves: counted by colour, carried to tables, changed into others, and that undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone

from eventnight.bank.models import Account, Books, Entry, EntryKind
from eventnight.core.roles import Role
from eventnight.events.models import Player
from tables.models import Bet, BetState, HandInPlay, Table, TableKind, TableStatus
from tests.simulator.deeds.bank.entries import RACK, Wanted, booked, code_of, moves_of, turned
from tests.simulator.deeds.bank.undoing import not_there, reversal
from tests.simulator.deeds.booked import held_at
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Deeds, Evening
from tests.simulator.presses import Press

Pieces = dict[int, int]
AT_THE_BANK = {Role.ORGANISER, Role.DESK}
AT_TABLES = {Role.ORGANISER, Role.TABLES, Role.FLOOR}
"""Who changes chips there."""


@dataclass(frozen=True)
class Place:
    """An open table, or the bank's rack. has_own_tray: whether its colours are kept by themselves."""

    code: str
    table: Table | None

    @property
    def has_own_tray(self) -> bool:
        return self.table is not None and self.table.kind != TableKind.ROULETTE

    @property
    def stock(self) -> str:
        """Under which name its colours are kept."""
        return self.code if self.has_own_tray else "floor"


def count(night: Evening) -> Deed | None:
    """A physical count of a table, a player, the fees or the rack; nothing moves."""
    who = night.chance.choice((ORGANISER, SIGNER, "floor", "tables"))
    place = _a_table(night)
    players = list(Player.objects.filter(event=night.event).order_by("pk"))
    holder = night.chance.choice([*([place.code] * 3 if place else []), "fees", "rack", players[0].code])
    refused = night.closed or _why_uncounted(night, place, holder)
    pieces = _some(night, 3)
    if night.is_wrong(0.15):
        pieces, refused = {**pieces, 7: 1}, refused or "there is no chip of 7"
    wanted = Wanted(
        kind=EntryKind.CHIPS_COUNTED,
        subject=holder,
        reason=None,
        rates={"pieces": _kept(pieces), "books": _books_of(night, holder)},
    )
    press = (
        night.form(f"chips/{holder}/count/", _typed("pieces", pieces), who=who, beneath="staff")
        if night.chance.random() < 0.3 and 7 not in pieces
        else night.program("POST", "bank/chips/counts/", {"holder": holder, "pieces": _kept(pieces)}, who=who)
    )
    return _deed(night, who, press, refused, wanted)


def stock(night: Evening) -> Deed | None:
    """Chips from the rack to a table's tray, as many as the rack has of each colour."""
    place, who = _a_table(night), night.chance.choice((ORGANISER, "tables", "floor"))
    if place is None:
        return None
    pieces = _some(night, 40)
    chip = night.chance.choice(night.house.bank.chip_set)
    there = _in_rack(night)
    if chip.owned and night.chance.random() < 0.5:
        pieces = {chip.value: max(there[chip.value], 0) + night.chance.choice((0, 0, 1))}
    refused = night.closed or _short(night, pieces, there)
    if not _worth(pieces):
        refused = refused or "no chips are named"
    wanted = Wanted(
        kind=EntryKind.TRAY_FLOAT,
        moves=[(RACK, f"chips/tray/{place.code}", _worth(pieces))],
        subject=place.code,
        rates={"colours": {place.stock: _kept(pieces)}},
    )
    press = (
        night.form(f"chips/{place.code}/stock/", _typed("pieces", pieces), who=who)
        if night.chance.random() < 0.3
        else night.program("POST", f"bank/chips/trays/{place.code}/", {"pieces": _kept(pieces)}, who=who)
    )
    return _deed(night, who, press, refused, wanted)


def change(night: Evening) -> Deed | None:
    """Large chips into small ones of equal worth, at a table from its tray or at the bank from the rack."""
    place = _a_table(night) if night.chance.random() < 0.7 else Place("rack", None)
    if place is None:
        return None
    who = night.chance.choice((ORGANISER, SIGNER) if place.table is None else (ORGANISER, "tables", "floor"))
    values = sorted(chip.value for chip in night.house.bank.chip_set)
    small, large = sorted(night.chance.sample(values, 2))
    times = small if large % small else 1
    brought, handed = {large: times}, {small: times * large // small}
    if night.chance.random() < 0.4:
        brought, handed = handed, brought
    refused = night.closed
    if night.is_wrong(0.1):
        who = "tables" if place.table is None else SIGNER
        work = AT_THE_BANK if place.table is None else AT_TABLES
        is_theirs = work & night.world.roles_at(who, night.event.code)
        refused = refused or ("" if is_theirs else "that is the work of somebody else")
    if night.is_wrong(0.2):
        value = next(iter(handed))
        handed, refused = {value: handed[value] + night.chance.choice((1, -1))}, refused or "one is worth more"
        handed = {value: max(number, 0) for value, number in handed.items()}
    net = {value: handed.get(value, 0) - brought.get(value, 0) for value in values}
    refused = refused or _not_changed(night, place, brought, handed, net)
    colours: dict[str, dict[str, int]] = {}
    if place.table is None:
        colours = {"floor": _kept(net)}
    elif place.has_own_tray:
        colours = {place.code: _kept({value: -number for value, number in net.items()}), "floor": _kept(net)}
    wanted = Wanted(
        kind=EntryKind.CHANGE_MADE,
        subject=place.code,
        reason=None,
        rates={"brought": _kept(brought), "handed": _kept(handed), "colours": colours},
    )
    if night.chance.random() < 0.3:
        fields = {**_typed("brought", brought), **_typed("handed", handed)}
        # The page shows what is there beside what is owned.
        refused = refused or _why_uncounted(night, None, place.code)
        press = night.form(f"chips/{place.code}/change/", fields, who=who)
    else:
        body = {"place": place.code, "brought": _kept(brought), "handed": _kept(handed)}
        press = night.program("POST", "bank/chips/changes/", body, who=who)
    return _deed(night, who, press, refused, wanted)


def empty(night: Evening) -> Deed | None:
    """Every chip of a card table's tray back to the rack."""
    place = _a_table(night)
    if place is None or not place.has_own_tray or night.chance.random() < 0.5:
        return None
    chips, who = held_at(night.event, f"chips/tray/{place.code}"), night.chance.choice((ORGANISER, "tables", "floor"))
    wanted = Wanted(
        kind=EntryKind.TRAY_RETURN,
        moves=[(f"chips/tray/{place.code}", RACK, chips)] if chips else [],
        subject=place.code,
        rates=None,
    )
    return _deed(night, who, night.form(f"chips/{place.code}/empty/", {}, who=who), night.closed, wanted)


def undo(night: Evening) -> Deed | None:
    """A change or the filling of a tray turned round, where the chips are there still; a count is not undone."""
    kinds = (EntryKind.CHANGE_MADE, EntryKind.TRAY_FLOAT, EntryKind.CHIPS_COUNTED)
    found = Entry.objects.filter(event=night.event, kind__in=kinds).order_by("-pk")[:15]
    entry = night.one_of(found)
    if entry is None:
        return None
    who, reason = night.chance.choice((ORGANISER, ORGANISER, "tables")), "Entered at the wrong table"
    refused = night.closed or _not_undone(night, entry, who)
    moves = turned(moves_of(entry))
    refused = refused or not_there(night, moves)
    for holder, pieces in entry.rates.get("colours", {}).items():
        if holder not in ("floor", "stacks"):
            there = _out(night).get(holder, {})
            if any(there.get(value, 0) < number for value, number in pieces.items()):
                refused = refused or f"the tray {holder} has {there} and not {pieces}"
    path, body = f"chips/entries/{entry.sequence}", {"reason": reason}
    press = (
        night.form(f"{path}/undo/", body, who=who)
        if night.chance.random() < 0.3
        else night.program("POST", f"bank/{path}/reversal/", body, who=who)
    )
    return _deed(night, who, press, refused, reversal(entry, moves, reason=reason, second=""))


def _deed(night: Evening, who: str, press: Press, refused: str, wanted: Wanted) -> Deed:
    must = not refused
    return Deed(press, refused, must_count=must, promise=booked(night, who, wanted))


def _not_undone(night: Evening, entry: Entry, who: str) -> str:
    if entry.kind == EntryKind.CHIPS_COUNTED:
        return f"entry {entry.sequence} is a count"
    if Entry.objects.filter(reverses=entry).exists():
        return f"entry {entry.sequence} was undone before"
    if who == ORGANISER:
        return ""
    if entry.actor_code != code_of(night, who):
        return f"entry {entry.sequence} was made by somebody else"
    age = (timezone.now() - entry.at).total_seconds() + 1
    return f"entry {entry.sequence} is too old" if age > night.house.bank.undo_minutes * 60 else ""


def _not_changed(night: Evening, place: Place, brought: Pieces, handed: Pieces, net: Pieces) -> str:
    """Why these chips are not changed there."""
    if _worth(brought) != _worth(handed):
        return "one is worth more than the other"
    if place.table is None:
        stays = {chip.value for chip in night.house.bank.chip_set if not chip.at_bank}
        crossing = [value for value in (*brought, *handed) if value in stays]
        return f"chips of {crossing[0]} stay at the tables" if crossing else _short(night, net, _in_rack(night))
    if place.has_own_tray:
        there = _out(night).get(place.code, {})
        short = [value for value, number in net.items() if number > 0 and there.get(str(value), 0) < number]
        return f"the tray has {there} and not {net}" if short else ""
    chips = held_at(night.event, f"chips/tray/{place.code}")
    return f"the tray holds {chips} only" if chips < _worth(handed) else ""


def _why_uncounted(night: Evening, place: Place | None, holder: str) -> str:
    if holder == "rack":
        return "" if any(chip.owned for chip in night.house.bank.chip_set) else "nobody said how many chips there are"
    if place is None or holder != place.code:
        return ""
    if HandInPlay.objects.filter(table=place.table).exists():
        return "a hand is being played there"
    return "bets lie there" if Bet.objects.filter(table=place.table, state=BetState.PLACED).exists() else ""


def _books_of(night: Evening, holder: str) -> int:
    """What the books say that a holder has."""
    if holder == "rack":
        return sum(number * value for value, number in _in_rack(night).items() if _owned(night)[value])
    if holder == "fees":
        return held_at(night.event, "chips/house/fees")
    if holder.startswith("P"):
        return held_at(night.event, f"chips/player/{holder}")
    seats = Account.objects.filter(
        event=night.event, commodity="chips", owner_kind="seat", code__startswith=f"{holder}-"
    )
    return held_at(night.event, f"chips/tray/{holder}") + sum(seat.balance or 0 for seat in seats)


def _owned(night: Evening) -> Pieces:
    return {chip.value: chip.owned for chip in night.house.bank.chip_set}


def _out(night: Evening) -> Mapping[str, Mapping[str, int]]:
    kept: Mapping[str, Mapping[str, int]] = Books.objects.get(event=night.event).colours
    return kept


def _in_rack(night: Evening) -> Pieces:
    """Of each colour what is owned and not out."""
    out = _out(night).values()
    gone = {value: sum(pieces.get(str(value), 0) for pieces in out) for value in _owned(night)}
    return {value: owned - gone[value] for value, owned in _owned(night).items()}


def _short(night: Evening, pieces: Pieces, there: Pieces) -> str:
    """Of which colour the rack has too few; of one that nobody counts there are always enough."""
    for value, owned in _owned(night).items():
        if owned and pieces.get(value, 0) > 0 and pieces[value] > there[value]:
            return f"the rack has {there[value]} of {value} and not {pieces[value]}"
    return ""


def _a_table(night: Evening) -> Place | None:
    held = Table.objects.filter(event=night.event, status=TableStatus.OPEN).exclude(kind=TableKind.FLIGHT)
    table = night.one_of(held.order_by("pk"))
    return Place(table.code, table) if table else None


def _some(night: Evening, most: int) -> Pieces:
    return {chip.value: night.chance.randint(0, most) for chip in night.house.bank.chip_set}


def _worth(pieces: Pieces) -> int:
    return sum(value * number for value, number in pieces.items())


def _kept(pieces: Pieces) -> dict[str, int]:
    return {str(value): number for value, number in sorted(pieces.items()) if number}


def _typed(group: str, pieces: Pieces) -> dict[str, int]:
    return {f"{group}_{value}": number for value, number in pieces.items()}


DEEDS: Deeds = {
    "count chips": count,
    "stock a tray": stock,
    "change chips": change,
    "empty a tray": empty,
    "undo at the chips": undo,
}
