"""Posted limits: one choice says structure, blinds and bets, and with how much somebody sits down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tables.models import Table, TableKind, TableStatus
from tests.simulator.deeds.booked import Mark
from tests.simulator.deeds.deed import Deed, Evening, differences
from tests.simulator.deeds.tables.rows import card_tables

ENOUGH = 7
NO_LIMIT, POT_LIMIT, FIXED, SPREAD = "no_limit", "pot_limit", "fixed_limit", "spread_limit"


@dataclass(frozen=True)
class Line:
    """A line of the posted table, in chips."""

    structure: str
    blinds: tuple[int, int]
    buy_in: tuple[int | None, int | None] = (None, None)

    @property
    def columns(self) -> dict[str, object]:
        """What a table that is opened with it says of itself."""
        return {
            "structure": self.structure,
            "small_blind": self.blinds[0],
            "big_blind": self.blinds[1],
            "lowest_buy_in": self.buy_in[0],
            "highest_buy_in": self.buy_in[1],
        }


BY_BUY_IN = {
    "buy-in-20-100": Line(NO_LIMIT, (1, 2), (20, 100)),
    "buy-in-20-200": Line(NO_LIMIT, (1, 2), (20, 200)),
    "buy-in-20-no-max": Line(NO_LIMIT, (1, 2), (20, None)),
    "buy-in-50-500": Line(NO_LIMIT, (2, 5), (50, 500)),
    "buy-in-100-500": Line(NO_LIMIT, (5, 10), (100, 500)),
    "buy-in-100-no-max": Line(NO_LIMIT, (5, 10), (100, None)),
    "buy-in-200-1000": Line(NO_LIMIT, (10, 20), (200, 1000)),
    "buy-in-200-no-max": Line(NO_LIMIT, (10, 20), (200, None)),
    "buy-in-500-no-max": Line(NO_LIMIT, (25, 50), (500, None)),
}
BY_BETS = {
    "limit-1-3-1-6": Line(SPREAD, (1, 2)),
    "limit-2-4": Line(FIXED, (1, 2)),
    "limit-3-6": Line(FIXED, (1, 3)),
    "limit-2-4-2-8": Line(SPREAD, (1, 2)),
    "limit-4-8": Line(FIXED, (2, 4)),
    "limit-4-10-4-20": Line(SPREAD, (2, 4)),
    "limit-5-10": Line(FIXED, (2, 5)),
    "limit-6-12": Line(FIXED, (3, 6)),
    "limit-9-18": Line(FIXED, (4, 9)),
    "limit-10-20": Line(FIXED, (5, 10)),
    "limit-20-40": Line(FIXED, (10, 20)),
    "limit-50-100": Line(FIXED, (25, 50)),
}
POSTED = {
    **BY_BETS,
    **BY_BUY_IN,
    **{f"pot-{key}": Line(POT_LIMIT, line.blinds, line.buy_in) for key, line in BY_BUY_IN.items()},
}


def a_bounded_table(night: Evening) -> Table | None:
    """An open table at which somebody sits down with no less, or no more, than so many chips."""
    tables = Table.objects.filter(
        event=night.event, status=TableStatus.OPEN, kind=TableKind.POKER, turn_seconds__isnull=True
    )
    tables = tables.order_by("pk")
    return night.one_of(each for each in tables if each.lowest_buy_in or each.highest_buy_in)


def at_its_bounds(table: Table, chip: int) -> list[int]:
    """What somebody sits down with just inside and just outside the bounds of the table; nothing where it has none."""
    lowest, highest = table.lowest_buy_in, table.highest_buy_in
    low = [lowest - chip, lowest, lowest] if lowest else []
    high = [highest, highest, highest + chip] if highest else []
    return [chips for chips in low + high if chips > 0]


def why_outside(table: Table, chips: int) -> str:
    """Why nobody sits down there with so many chips; empty where they may."""
    if table.lowest_buy_in and chips < table.lowest_buy_in:
        return f"nobody sits down with less than {table.lowest_buy_in}"
    if table.highest_buy_in and chips > table.highest_buy_in:
        return f"nobody sits down with more than {table.highest_buy_in}"
    return ""


def open_with_a_limit(night: Evening) -> Deed | None:
    """A table is opened with a posted limit alone, or with what it says anyway. Another number beside it, bets that its
    house does not play and chips that cannot pay it must be refused.
    """
    if _is_full(night):
        return None
    house = "" if night.chance.random() < 0.7 else "standard"
    lines = BY_BUY_IN if not house and night.chance.random() < 0.7 else POSTED
    payable = [key for key, line in lines.items() if not _why_unpayable(night, line)]
    key = night.one_of(sorted(payable if payable and night.chance.random() < 0.8 else lines)) or "limit-2-4"
    line, body = POSTED[key], {"limit": key, "seats_count": 6} | ({"house": house} if house else {})
    refused = _why_unpayable(night, line)
    if not house and key in BY_BETS and not night.house.poker:
        refused = refused or "the house has one size of bet"
    if key in BY_BUY_IN and night.chance.random() < 0.3:
        body, key = body | {"structure": POT_LIMIT}, f"pot-{key}"
        line = POSTED[key]
    name = night.chance.choice((*line.columns, "blinds"))
    if name == "blinds":
        body |= {"small_blind": line.blinds[0], "big_blind": line.blinds[1]}
    elif name.endswith("_buy_in"):
        body |= {name: line.columns[name] or 0}
        if night.is_wrong(0.3):
            body[name], refused = (line.columns[name] or 0) + 5, refused or f"the limit has another {name}"
    return _opened(night, body, key, refused)


def open_as_posted(night: Evening) -> Deed | None:
    """A table is opened as the night has it, where that is a posted limit."""
    house, tables = night.house, night.house.tables
    if not tables.limit or tables.kill or tables.fee_schedule or house.poker or _is_full(night):
        return None
    key = tables.limit
    if tables.structure == POT_LIMIT and key in BY_BUY_IN:
        key = f"pot-{key}"
    return _opened(night, {}, key, _why_unpayable(night, POSTED[key]), seats=tables.seats)


def post_a_limit(night: Evening) -> Deed | None:
    """The night posts a limit in place of stakes of its own; other stakes beside it must be refused."""
    payable = [key for key, line in BY_BUY_IN.items() if not _why_unpayable(night, line)]
    key = night.one_of(payable)
    if key is None:
        return None
    stakes = dict.fromkeys(("small_blind", "big_blind", "small_bet", "big_bet", "early_most", "late_most"), 0)
    tables: dict[str, object] = {"limit": key, "structure": "", **stakes}
    tables |= dict.fromkeys(("ceiling", "lowest_buy_in", "highest_buy_in"), 0)
    refused = ""
    if night.is_wrong():
        tables["lowest_buy_in"], refused = BY_BUY_IN[key].buy_in[0] + 5, "the limit has another lowest buy-in"

    def promise() -> Iterator[str]:
        said = night.read_again().house.tables
        yield from differences("the tables'", tables, {name: getattr(said, name) for name in tables})

    if night.chance.random() < 0.5:
        return Deed(night.program("PATCH", "settings/", {"tables": tables}), refused, promise=promise)
    # On the page what is not sent was not typed.
    fields = {"limit": key, "game": "holdem", "ante_by": "each", "seats": night.house.tables.seats, "fee_by": "hand"}
    fields |= {name: chips for name, chips in tables.items() if name != "limit" and chips}
    return Deed(night.form("setup/tables/", fields, beneath="organise"), refused, promise=promise)


def _opened(night: Evening, body: dict[str, object], key: str, refused: str, seats: int = 6) -> Deed:
    line, before, mark = POSTED[key], card_tables(night.event), Mark(night.event)
    number = max((int(str(row["number"])) for row in before.values()), default=0) + 1

    def promise() -> Iterator[str]:
        after = card_tables(night.event)
        made = [pk for pk in after if pk not in before]
        if len(made) != 1 or {pk: row for pk, row in after.items() if pk in before} != before:
            yield f"{len(made)} tables came, or another changed"
            return
        due = {**line.columns, "limit": key, "number": number, "seats_count": seats}
        yield from differences("the table's", due, {name: after[made[0]][name] for name in due})
        yield from mark.booked(moves={})
        yield from mark.logged("table.opened", f"T{number}")

    is_sure = not refused and not night.house.poker
    return Deed(night.program("POST", "tables/poker/", body), refused, must_count=is_sure, promise=promise)


def _is_full(night: Evening) -> bool:
    return sum(row["status"] == TableStatus.OPEN for row in card_tables(night.event).values()) >= ENOUGH


def _why_unpayable(night: Evening, line: Line) -> str:
    unit = night.house.bank.smallest_chip
    return f"chips of {unit} cannot pay {line.blinds}" if any(blind % unit for blind in line.blinds) else ""
