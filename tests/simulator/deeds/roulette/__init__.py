"""Deeds at roulette tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from django.utils import timezone

from eventnight.bank.models import EntryKind
from tables.models import Bet, BetState, Spin, Table, TableKind, TableStatus
from tests.simulator.deeds.booked import Mark, counts_colours, held_at, one_who_may
from tests.simulator.deeds.deed import Always, Deed, Deeds, Evening, differences
from tests.simulator.deeds.roulette import phones
from tests.simulator.deeds.roulette.mat import NOT_ON_MAT, WITH_ZERO, places, pockets_of
from tests.simulator.deeds.roulette.rows import (
    RUNS_TABLES,
    bets,
    favourite,
    last_spin,
    one_wheel,
    people,
    settled_bets_are_paid,
    staked,
    staked_at,
    wheels,
    why_closed,
    why_no_bet,
    why_no_spin,
    why_unpaid,
)

ENOUGH = 4


def open_wheel(night: Evening) -> Deed | None:
    """A roulette table more, often with little in its tray; limits that leave no bet must be refused."""
    numbers = Table.objects.filter(event=night.event, kind=TableKind.ROULETTE).order_by("-number")
    standing = list(numbers.values_list("number", "status"))
    if sum(status == TableStatus.OPEN for _, status in standing) >= ENOUGH:
        return None
    wheel, catalogue = night.chance.choice(("american", "european")), night.chance.choice(("house", "full"))
    on_phones = night.chance.random() < 0.5
    tray = night.chance.choice((10, 10, 50, 100, 20_000))
    lowest, highest, spin = night.chance.choice(((5, 500, None), (10, 10, None), (5, None, 200), (5, 100, 100)))
    refused = night.closed
    if night.is_wrong():
        lowest, highest, spin = night.chance.choice(((10, 9, None), (10, None, 9)))
        refused = refused or "nothing could be bet"
    number, mark, before = max((each for each, _ in standing), default=0) + 1, Mark(night.event), wheels(night.event)

    def promise() -> Iterator[str]:
        after = wheels(night.event)
        new = {"number": number, "status": "open", "wheel": wheel, "catalogue": catalogue, "lowest_bet": lowest}
        new |= {"highest_bet": highest, "highest_spin": spin, "opened_at": timezone.now(), "closed_at": None}
        new |= {"on_phones": on_phones, "bets_closed_at": None}
        made = [row for pk, row in after.items() if pk not in before]
        if made != [new] or {pk: row for pk, row in after.items() if pk in before} != before:
            yield f"tables {made} came, not {new}"
        yield from mark.booked(EntryKind.TRAY_FLOAT, moves={f"chips/tray/R{number}": tray, "chips/issuer/chips": -tray})
        yield from mark.logged("roulette.opened", f"R{number}")

    body = {"wheel": wheel, "catalogue": catalogue, "lowest_bet": lowest, "tray": tray, "on_phones": on_phones}
    body |= {"highest_bet": highest} if highest else {}
    press = night.program("POST", "tables/roulette/", body | ({"highest_spin": spin} if spin else {}))
    return Deed(press, refused, must_count=not refused and not counts_colours(night), promise=promise)


def bet(night: Evening) -> Deed | None:
    """Chips of one guest or two on the mat, anywhere on it, up to the very limits and to all that a guest has; beyond
    them, off the mat and for somebody who is not here they must be refused.
    """
    table = one_wheel(night)
    if table is None:
        return None
    mat, here = places(table.wheel, table.catalogue), people(night)
    if not here:
        return None
    some = night.chance.sample(sorted(here), min(len(here), night.chance.choice((1, 1, 2, 3))))
    lines = [(code, favourite(night, mat), night.chance.choice((5, 10, 50, 100))) for code in some]
    if len(some) == 2 and night.chance.random() < 0.6:
        chips = night.chance.choice((10, 50, 100))
        lines = [(some[0], "red", chips), (some[1], "black", chips)]
    code, name, chips = lines[0]
    left = held_at(night.event, f"chips/player/{code}") - staked(night.event)[code]
    match night.chance.choice(("", "", "highest", "added", "lowest", "all", "spin")):
        case "highest" if table.highest_bet:
            lines[0] = (code, name, table.highest_bet + night.is_wrong())
        case "added" if table.highest_bet:
            lines[0] = (
                code,
                name,
                max(1, table.highest_bet - _laid_before(night, table, code, name) + night.is_wrong()),
            )
        case "lowest":
            lines[0] = (code, name, max(1, (table.lowest_bet or 1) - night.is_wrong()))
        case "all":
            lines[0] = (code, name, max(1, left + night.is_wrong(0.5)))
        case "spin" if table.highest_spin:
            lines[0] = (code, name, max(1, table.highest_spin - staked_at(table)[code] + night.is_wrong()))
    if night.is_wrong(0.15):
        absent = people(night, here=False)
        rich = [each for each in absent if held_at(night.event, f"chips/player/{each}") >= 10]
        away = night.one_of(rich or absent)
        wrong = [(code, each, 10) for each in (*NOT_ON_MAT, *WITH_ZERO, "straight 00")]
        lines[0] = night.chance.choice([*wrong, *([(away, "red", 10)] if away else [])])
    refused = why_no_bet(night, table, mat, lines)
    before, mark = bets(night.event), Mark(night.event)

    def promise() -> Iterator[str]:
        new = [
            {"player__code": who, "bet": where, "chips": count, "state": "placed", "spin": None, "returned": None}
            for who, where, count in lines
        ]
        after = bets(night.event)
        made = [row for pk, row in after.items() if pk not in before]
        if made != [{"table": table.pk, **row} for row in new]:
            yield f"{made} lies on the mat, not {new}"
        yield from differences("bet", before, {pk: row for pk, row in after.items() if pk in before})
        yield from mark.booked(moves={})
        yield from mark.logged("bets.placed", table.code)

    address = f"tables/roulette/{table.pk}/bets/"
    if night.chance.random() < 0.3:
        told = json.dumps([{"who": who, "bet": where, "chips": count} for who, where, count in lines])
        press = night.form(f"roulette/{table.pk}/bets/", {"bets": told})
    else:
        body = {"bets": [{"player": who, "bet": where, "chips": count} for who, where, count in lines]}
        press = night.program("POST", address, body, who=one_who_may(night, RUNS_TABLES))
    return Deed(press, refused, must_count=not refused, promise=promise)


def _laid_before(night: Evening, table: Table, code: str, name: str) -> int:
    """What a guest has on that place, after a little was laid there on the way."""
    few = {"player": code, "bet": name, "chips": table.lowest_bet or 5}
    night.ask(night.program("POST", f"tables/roulette/{table.pk}/bets/", {"bets": [few]}))
    rows = Bet.objects.filter(table=table, player__code=code, bet=name, state=BetState.PLACED)
    return sum(rows.values_list("chips", flat=True))


def take_off(night: Evening) -> Deed | None:
    """A bet is taken off the mat before the ball falls; settled ones and those of another table must stay."""
    some = list(Bet.objects.filter(table__event=night.event).order_by("pk"))
    wrong = night.is_wrong(0.4)
    row = night.one_of([each for each in some if (each.state != BetState.PLACED) == wrong] or some)
    if row is None:
        return None
    tables = Table.objects.filter(event=night.event, kind=TableKind.ROULETTE).order_by("pk")
    table = row.table
    if night.is_wrong(0.15):
        table = night.one_of(tables.exclude(pk=row.table_id)) or table
    refused = f"bet {row.pk} lies on another mat" if table.pk != row.table_id else ""
    if row.state == BetState.SETTLED:
        refused = refused or f"bet {row.pk} is settled"
    before, mark = bets(night.event), Mark(night.event)

    def promise() -> Iterator[str]:
        after = {**before, row.pk: {**before[row.pk], "state": "withdrawn"}}
        yield from differences("bet", after, bets(night.event))
        yield from mark.booked(moves={})
        yield from mark.logged("bet.withdrawn", table.code, times=int(row.state == BetState.PLACED))

    if night.chance.random() < 0.3:
        press = night.form(f"roulette/{table.pk}/bets/{row.pk}/withdraw/", {})
    else:
        press = night.program("POST", f"tables/roulette/{table.pk}/bets/{row.pk}/withdraw/")
    return Deed(press, refused, must_count=not refused, promise=promise)


def spin(night: Evening) -> Deed | None:
    """The ball falls: every bet on the mat is settled, losses first, against the tray. A number that is not the next,
    a pocket that the wheel has not, and a tray that cannot pay must be refused.
    """
    table = one_wheel(night)
    if table is None:
        return None
    mat = places(table.wheel, table.catalogue)
    lying = list(Bet.objects.filter(table=table, state=BetState.PLACED).order_by("pk").select_related("player"))
    following = last_spin(table) + 1
    if table.on_phones and night.chance.random() < 0.6:
        night.ask(night.program("POST", f"tables/roulette/{table.pk}/no-more-bets/", {"number": following}))
        table.refresh_from_db()
    number, pocket = following, night.chance.choice(pockets_of(table.wheel))
    if lying and night.chance.random() < 0.6:
        covered = sorted(mat[night.chance.choice(lying).bet].pockets, key=int)
        pocket = night.chance.choice((covered[0], covered[-1], night.chance.choice(covered)))
    refused = why_no_spin(night, table)
    if night.is_wrong():
        match night.chance.choice(("before", "beyond", "pocket")):
            case "before":
                number = max(1, following - 1)
            case "beyond":
                number = following + 1
            case "pocket":
                pocket = night.chance.choice(("37", "00" if table.wheel == "european" else "-1"))
                refused = refused or f"the wheel has no {pocket}"
        refused = refused or (f"spin {following} is the next" if number != following else "")
    returned = {each.pk: mat[each.bet].returned(each.chips, pocket) for each in lying} if not refused else {}
    nets: Counter[str] = Counter()
    for each in lying:
        nets[each.player.code] += returned.get(each.pk, 0) - each.chips
    refused = refused or why_unpaid(night, table, nets)
    before, mark = bets(night.event), Mark(night.event)

    def promise() -> Iterator[str]:
        moves = {f"chips/player/{code}": net for code, net in nets.items()}
        moves[f"chips/tray/{table.code}"] = -sum(nets.values())
        yield from mark.booked(EntryKind.ROULETTE, moves=moves)
        made = Spin.objects.filter(table=table, entry__sequence=mark.sequence + 1).first()
        if made is None:
            yield f"there is no spin {number}"
            return
        told = (made.number, made.pocket, made.nets, made.settled_at, made.undone_at)
        if told != (number, pocket, dict(nets), timezone.now(), None):
            yield f"spin {number} reads {told}"
        settled = {
            pk: {**before[pk], "state": "settled", "spin": made.pk, "returned": chips} for pk, chips in returned.items()
        }
        yield from differences("bet", {**before, **settled}, bets(night.event))
        if Table.objects.get(pk=table.pk).bets_closed_at is not None:
            yield f"spin {number} is settled, and phones cannot bet on the next"
        yield from mark.logged("spin.settled", f"{table.code} spin {number}")

    if night.chance.random() < 0.3:
        press = night.form(f"roulette/{table.pk}/spin/", {"number": number, "pocket": pocket})
    else:
        body = {"number": number, "pocket": pocket}
        press = night.program("POST", f"tables/roulette/{table.pk}/spins/", body, who=one_who_may(night, RUNS_TABLES))
    return Deed(press, refused, must_count=not refused, promise=promise)


def undo_spin(night: Evening) -> Deed | None:
    """The last spin is undone: its chips are back, and its bets lie on the mat again. An earlier one must stay."""
    open_ones = Spin.objects.filter(table__event=night.event, table__status=TableStatus.OPEN)
    standing = open_ones.filter(undone_at__isnull=True).order_by("-number")
    made = night.one_of(standing.order_by("pk"))
    if made is None:
        return None
    table = made.table
    newest = standing.filter(table=table).first()
    assert newest is not None
    made = made if night.is_wrong() else newest
    refused = "" if made == newest else f"spin {newest.number} is the last"
    refused = refused or (night.closed)
    moves = {f"chips/player/{code}": -net for code, net in made.nets.items()}
    tray = sum(made.nets.values())
    for address, count in moves.items():
        if held_at(night.event, address) + count < 0:
            refused = refused or f"{address} does not hold {-count}"
    if held_at(night.event, f"chips/tray/{table.code}") + tray < 0:
        refused = refused or "the tray does not hold what was lost"
    before, mark = bets(night.event), Mark(night.event)

    def promise() -> Iterator[str]:
        yield from mark.booked(EntryKind.REVERSAL, moves={**moves, f"chips/tray/{table.code}": tray})
        undone = Spin.objects.get(pk=made.pk)
        if undone.undone_at != timezone.now() or not undone.undone_by_label:
            yield f"spin {made.number} does not say who undid it and when"
        again = {"state": "placed", "spin": None, "returned": None}
        lying = {pk: {**row, **again} if row["spin"] == made.pk else row for pk, row in before.items()}
        if table.on_phones:
            # A number is known: what was laid after it does not count for it.
            later = [pk for pk, row in before.items() if (row["table"], row["state"]) == (table.pk, "placed")]
            lying |= {pk: {**before[pk], "state": "withdrawn"} for pk in later}
            if Table.objects.get(pk=table.pk).bets_closed_at is None:
                yield f"spin {made.number} is undone, and phones bet on its number"
        yield from differences("bet", lying, bets(night.event))
        yield from mark.logged("spin.undone", f"{table.code} spin {made.number}")

    address = f"tables/roulette/{table.pk}/spins/{made.number}/undo/"
    press = night.program("POST", address, {"reason": "The wrong number"})
    return Deed(press, refused, must_count=not refused, promise=promise)


def fill_tray(night: Evening) -> Deed | None:
    """The tray of an open table is filled from the bank; what is sent to another night's table must be refused."""
    if night.chance.random() < 0.2:
        return _elsewhere(night)
    table = one_wheel(night)
    if table is None:
        return None
    chips, refused, mark = night.chance.choice((10, 100, 1000)), why_closed(night, table), Mark(night.event)

    def promise() -> Iterator[str]:
        moves = {f"chips/tray/{table.code}": chips, "chips/issuer/chips": -chips}
        yield from mark.booked(EntryKind.TRAY_FLOAT, moves=moves)

    if night.chance.random() < 0.3:
        press = night.form(f"roulette/{table.pk}/tray/", {"chips": chips})
    else:
        press = night.program("POST", f"tables/roulette/{table.pk}/tray/", {"chips": chips})
    return Deed(press, refused, must_count=not refused and not counts_colours(night), promise=promise)


def close_wheel(night: Evening) -> Deed | None:
    """A table without bets on its mat closes, and its tray goes back to the bank; one with bets must stay open."""
    table = one_wheel(night)
    if table is None or not table.is_open:
        return None
    lying = Bet.objects.filter(table=table, state=BetState.PLACED).exists()
    if not lying and night.chance.random() < 0.6:
        return None
    refused = f"bets lie on the mat of {table.code}" if lying else ""
    refused = refused or (night.closed)
    tray, mark, before = held_at(night.event, f"chips/tray/{table.code}"), Mark(night.event), wheels(night.event)

    def promise() -> Iterator[str]:
        shut = {**before[table.pk], "status": "closed", "closed_at": timezone.now()}
        yield from differences("table", {**before, table.pk: shut}, wheels(night.event))
        yield from mark.booked(
            EntryKind.TRAY_RETURN, moves={f"chips/tray/{table.code}": -tray, "chips/issuer/chips": tray}
        )
        yield from mark.logged("table.closed", table.code)

    press = night.program("POST", f"tables/{table.pk}/close/")
    return Deed(press, refused, must_count=not refused and not counts_colours(night), promise=promise)


def _elsewhere(night: Evening) -> Deed | None:
    """What belongs to a table of another night is sent to this one."""
    theirs = Table.objects.filter(event=night.world.other.event, kind=TableKind.ROULETTE).order_by("pk").first()
    if theirs is None:
        return None
    doors = {"tray/": {"chips": 10}, "bets/": {"bets": [{"player": "P001", "bet": "red", "chips": 5}]}}
    doors["spins/"] = {"number": 1, "pocket": "7"}
    door = night.chance.choice([*doors])
    press = night.program("POST", f"tables/roulette/{theirs.pk}/{door}", doors[door])
    return Deed(press, "the table is of another night")


DEEDS: Deeds = {
    **phones.DEEDS,
    "open a table": open_wheel,
    "bet": bet,
    "take a bet off": take_off,
    "spin": spin,
    "undo a spin": undo_spin,
    "fill the tray": fill_tray,
    "close a table": close_wheel,
}
ALWAYS: Always = (settled_bets_are_paid,)
