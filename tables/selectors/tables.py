"""The card tables as pages show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from engine.roulette.wheel import WHEELS
from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import balances_by_code
from eventnight.core.values.formats import chips_text
from eventnight.events.models import Event
from tables.keepers import Home, keeper_of
from tables.models import Hand, Seat, SeatFee, Spin, Table, TableKind, TableStatus
from tables.models.seat import seat_code
from tables.selectors.between import HandToCome, hand_to_come
from tables.selectors.fees import PostedFee, last_seat_fees, limit_name, posted_schedule
from tables.selectors.lookup import last_hand
from tables.selectors.table_rules import ChangedRules, changed_rules
from tables.stakes import stakes_text

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _Counts(TypedDict):
    players: int
    hands_so_far: int | None
    spins_so_far: int | None


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat and what lies before it. player_code and name are empty on a free seat. is_withdrawn: the player, from
    the night. is_dealt: the system deals at its table.
    """

    number: int
    code: str
    player_code: str
    name: str
    public_name: str
    chips: int
    is_withdrawn: bool = False
    is_dealt: bool = False

    @property
    def is_taken(self) -> bool:
        return bool(self.player_code)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A card table: its seats in order, the hand to come and the last one that stands. game_name: the game, or the
    choice of the button. stakes: those posted; ``raised`` those of a hand under a kill. home: the page it belongs to.
    """

    table: Table
    seats: tuple[SeatLine, ...]
    last_hand: Hand | None
    to_come: HandToCome
    schedule: tuple[PostedFee, ...]
    stakes: str
    limit_name: str
    home: Home | None = None
    changed_rules: ChangedRules | None = None
    seat_fees: tuple[SeatFee, ...] = ()

    @property
    def next_number(self) -> int:
        """The number of the hand to come."""
        return self.last_hand.number + 1 if self.last_hand else 1

    @property
    def taken(self) -> tuple[SeatLine, ...]:
        return tuple(seat for seat in self.seats if seat.is_taken)

    @property
    def withdrawn(self) -> tuple[SeatLine, ...]:
        """Seats of players who do not play on. Rules: WAS-14."""
        return tuple(seat for seat in self.seats if seat.is_withdrawn)

    @property
    def free(self) -> tuple[SeatLine, ...]:
        return tuple(seat for seat in self.seats if not seat.is_taken)

    @property
    def with_chips(self) -> tuple[SeatLine, ...]:
        """The seats that can be dealt in."""
        return tuple(seat for seat in self.taken if seat.chips >= self.table.smallest_chip)

    @property
    def chips(self) -> int:
        """All chips before the seats."""
        return sum(seat.chips for seat in self.seats)

    @property
    def button(self) -> int | None:
        """The seat with the button in the hand to come, None where that is not decided."""
        return self.to_come.button

    @property
    def stacks(self) -> dict[int, int]:
        """Chips by taken seat."""
        return {seat.number: seat.chips for seat in self.taken}

    @property
    def discs(self) -> dict[str, int]:
        """What lies before which seat in the hand to come."""
        return self.to_come.discs

    @property
    def raised(self) -> str:
        """The stakes of the hand to come where a kill has raised them, else empty."""
        setup = self.to_come.setup
        return stakes_text(setup.stakes) if setup and self.to_come.is_killed else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary:
    """A table in a list. seats, players: 0 for roulette. rounds: hands or spins settled so far. schedule: the posted
    fees, of a hand or of a seat by the half-hour.
    """

    id: int
    code: str
    name: str
    kind: str
    is_open: bool
    stakes: str
    seats: int
    players: int
    rounds: int
    chips: int
    schedule: tuple[PostedFee, ...] = ()
    is_by_half_hour: bool = False

    @property
    def free_seats(self) -> int:
        return self.seats - self.players


def table_view(table: Table) -> TableView:
    """Everything a card table's page shows, in three queries."""
    keeper = keeper_of(table)
    rows = keeper.seats(table)
    chips = keeper.chips(rows)
    seats = tuple(_seat_line(table, seat, chips.get(seat.number, 0)) for seat in rows)
    return TableView(
        table=table,
        seats=seats,
        last_hand=last_hand(table),
        to_come=hand_to_come(table, {seat.number: seat.chips for seat in seats if seat.is_taken}),
        schedule=posted_schedule(table),
        stakes=played_text(table),
        limit_name=limit_name(table),
        home=keeper.home(table),
        changed_rules=changed_rules(table),
        seat_fees=tuple(last_seat_fees(table)) if table.charges_seats else (),
    )


def open_tables(event: Event) -> QuerySet[Table]:
    """Open tables, card tables first; those of flights are not among them."""
    return Table.objects.filter(event=event, status=TableStatus.OPEN).exclude(kind=TableKind.FLIGHT)


def tables_summary(event: Event) -> list[TableSummary]:
    """All tables of the night but those of flights, open ones first, for lists and the public page: three queries."""
    rows = (
        Table.objects.filter(event=event)
        .exclude(kind=TableKind.FLIGHT)
        .annotate(
            players=Count("seats", filter=Q(seats__player__isnull=False)),
            hands_so_far=Subquery(_last_number(Hand)),
            spins_so_far=Subquery(_last_number(Spin)),
        )
    )
    held = balances_by_code(event.pk, Commodity.CHIPS, OwnerKind.SEAT)
    trays = balances_by_code(event.pk, Commodity.CHIPS, OwnerKind.TRAY)
    return [_summary(row, held, trays) for row in rows.order_by("-status", "kind", "number")]


def taken_seats(event: Event) -> dict[int, SeatLine]:
    """Where everybody sits at a cash table and with what, by player id: two queries. The code of a seat names its
    table: "T1-3".
    """
    seats = Seat.objects.filter(table__event=event, table__kind=TableKind.POKER, player__isnull=False)
    seats = seats.select_related("table", "player__person")
    held = balances_by_code(event.pk, Commodity.CHIPS, OwnerKind.SEAT)
    lines: dict[int, SeatLine] = {}
    for seat in seats:
        # Every table belongs to the event: its name policy need not be read again for each.
        seat.table.event = event
        lines[seat.sitter.pk] = _seat_line(seat.table, seat, held.get(seat.code, 0))
    return lines


def recent_hands(table: Table, limit: int = 10) -> list[Hand]:
    """The last hands, undone ones too, newest first, with their seats: three queries."""
    return list(table.hands.select_related("entry").prefetch_related("seats__player__person").order_by("-id")[:limit])


def chips_before(table: Table) -> dict[int, int]:
    """The chips before every taken seat: two queries."""
    keeper = keeper_of(table)
    return dict(keeper.chips(keeper.seats(table)))


def played_text(table: Table) -> str:
    """What is played, in a few words: "Texas hold'em, 5/10 pot limit", or "American wheel, 5 to 500 a bet"."""
    if not table.is_roulette:
        kill = table.between.kill
        played = f"{table.game_name}, {stakes_text(table.stakes)}{_buy_in_text(table)}"
        return f"{played}, {kill.kind.name.lower()} kill" if kill else played
    most = f" to {chips_text(table.highest_bet)}" if table.highest_bet else " and more"
    return f"{WHEELS[table.wheel].name}, {chips_text(table.lowest_bet or 1)}{most} a bet"


def _buy_in_text(table: Table) -> str:
    """Such as ", buy-in 20 to 100"; empty for a table that takes any."""
    lowest, highest = table.lowest_buy_in, table.highest_buy_in
    if lowest and highest:
        return f", buy-in {chips_text(lowest)} to {chips_text(highest)}"
    if lowest or highest:
        return f", buy-in {chips_text(lowest or highest or 0)} or {'more' if lowest else 'less'}"
    return ""


def _last_number(rounds: type[Hand] | type[Spin]) -> QuerySet[Any]:
    standing = rounds.objects.filter(table=OuterRef("pk"), undone_at__isnull=True)
    return standing.order_by("-number").values("number")[:1]


def _seat_line(table: Table, seat: Seat, chips: int) -> SeatLine:
    code = seat_code(table, seat.number)
    if seat.player is None:
        return SeatLine(seat.number, code, "", "", "", chips)
    seat.player.event = table.event
    player = seat.player
    return SeatLine(
        seat.number,
        code,
        player.code,
        str(player.person),
        player.display_name,
        chips,
        is_withdrawn=player.is_withdrawn,
        is_dealt=table.is_dealt,
    )


def _summary(row: WithAnnotations[Table, _Counts], held: dict[str, int], trays: dict[str, int]) -> TableSummary:
    on_seats = sum(held.get(seat_code(row, number), 0) for number in range(1, row.seats_count + 1))
    return TableSummary(
        id=row.pk,
        code=row.code,
        name=row.name,
        kind=row.kind,
        is_open=row.is_open,
        stakes=played_text(row),
        seats=row.seats_count,
        players=row.players,
        rounds=(row.spins_so_far if row.is_roulette else row.hands_so_far) or 0,
        chips=trays.get(row.code, 0) if row.is_roulette else on_seats,
        schedule=posted_schedule(row),
        is_by_half_hour=row.charges_seats,
    )
