"""Card tables as their rows tell of them: who sits where with what, the state between hands, and what was settled."""

from __future__ import annotations

from eventnight.bank.models import Account
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from tables.models import Hand, HandInPlay, Seat, SeatFee, Table, TableKind, TableStatus
from tests.simulator.deeds.booked import held_at
from tests.simulator.deeds.deed import ORGANISER, Evening, arrival

RUNS_TABLES = (ORGANISER, ORGANISER, ORGANISER, Role.TABLES.value, Role.FLOOR.value)
Row = dict[str, object]


def one_table(
    night: Evening, *, share_closed: float = 0.07, chips_before: int = 0, also_dealt: bool = False
) -> Table | None:
    """One of the night's card tables, mostly an open one. chips_before: so many seats have chips. also_dealt: it may be
    one where the system deals.
    """
    tables = Table.objects.filter(event=night.event, kind=TableKind.POKER).order_by("pk")
    if not also_dealt:
        tables = tables.filter(turn_seconds__isnull=True)
    if night.chance.random() >= share_closed:
        tables = tables.filter(status=TableStatus.OPEN)
    return night.one_of(
        each for each in tables if not chips_before or sum(map(bool, stacks(each).values())) >= chips_before
    )


def card_tables(event: Event) -> dict[int, Row]:
    """Every card table."""
    columns = (
        "overrides",
        "number",
        "status",
        "opened_at",
        "closed_at",
        "seats_count",
        "small_blind",
        "big_blind",
        "state",
        "structure",
        "limit",
        "lowest_buy_in",
        "highest_buy_in",
        "fee_by",
        "seat_fee_due_at",
    )
    rows = Table.objects.filter(event=event, kind=TableKind.POKER).order_by("pk")
    return {int(row.pop("pk")): row for row in rows.values("pk", *columns)}


def sitting(event: Event) -> dict[tuple[int, int], str]:
    """Who sits on every seat of the night's cash tables, by table and seat; empty for a free one."""
    rows = Seat.objects.filter(table__event=event, table__kind=TableKind.POKER).order_by("pk")
    return {(table, number): code or "" for table, number, code in rows.values_list("table", "number", "player__code")}


def stacks(table: Table) -> dict[int, int]:
    """The chips before each taken seat."""
    seats = Seat.objects.filter(table=table, player__isnull=False).order_by("number").values_list("number", flat=True)
    held = dict(
        Account.objects.filter(event=table.event_id, commodity="chips", owner_kind="seat").values_list(
            "code", "balance"
        )
    )
    return {number: held.get(f"{table.code}-{number}") or 0 for number in seats}


def in_play(table: Table) -> HandInPlay | None:
    """The hand that is played there action by action."""
    return HandInPlay.objects.filter(table=table).first()


def last_hand(table: Table) -> Hand | None:
    """The last hand that stands."""
    return Hand.objects.filter(table=table, undone_at__isnull=True).order_by("-number").first()


def why_closed(night: Evening, table: Table) -> str:
    """Why nothing is done at a table; empty where it is open."""
    if not table.is_open:
        return f"{table.code} is closed"
    return night.closed


def with_chips(night: Evening) -> list[str]:
    """Codes of guests who came, sit nowhere and hold chips."""
    here = Player.objects.filter(event=night.event, checked_in_at__isnull=False, seats__isnull=True).order_by("pk")
    here = here.filter(withdrawn_at__isnull=True)
    return [code for code in here.values_list("code", flat=True) if held_at(night.event, f"chips/player/{code}") >= 10]


def owes_for_seats(table: Table) -> bool:
    """Whether the next press at the table books a half-hour first."""
    is_due = table.seat_fee_due_at is not None and table.seat_fee_due_at <= arrival()
    return is_due or SeatFee.objects.filter(table=table, booked_at__isnull=True).exists()


def players_in(state: object) -> dict[int, Row]:
    """The players of a table's state, by seat."""
    rows = state.get("players", []) if isinstance(state, dict) else []
    return {row["seat"]: row for row in rows}


def without_players(state: object) -> Row:
    """A table's state but for its players."""
    return {name: value for name, value in state.items() if name != "players"} if isinstance(state, dict) else {}
