"""Deeds at card tables."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.bank.models import Account
from eventnight.events.models import Event
from tables.models import HandInPlay, HandSeat, Seat, Table, TableKind, TableStatus
from tests.simulator.deeds.deed import Always, Deeds
from tests.simulator.deeds.tables import hands, in_play, seats
from tests.simulator.deeds.tables.rows import players_in


def seats_agree(event: Event) -> Iterator[str]:
    """A table has its seats from 1 on, its state knows who sits there, nobody sits twice, and no chip lies before an
    empty seat.
    """
    tables = {table.pk: table for table in Table.objects.filter(event=event, kind=TableKind.POKER)}
    numbers: dict[int, list[int]] = {pk: [] for pk in tables}
    taken: dict[int, set[int]] = {pk: set() for pk in tables}
    held = Account.objects.filter(event=event, commodity="chips", owner_kind="seat", balance__gt=0)
    chips, people = dict(held.values_list("code", "balance")), list[int]()
    for seat in Seat.objects.filter(table__in=tables).order_by("number"):
        numbers[seat.table_id].append(seat.number)
        if seat.player_id:
            taken[seat.table_id].add(seat.number)
            people.append(seat.player_id)
        elif chips.get(f"{tables[seat.table_id].code}-{seat.number}"):
            yield f"{tables[seat.table_id].code}-{seat.number} holds chips, and nobody sits there"
    if len(people) != len(set(people)):
        yield "somebody sits twice"
    for pk, table in tables.items():
        if numbers[pk] != list(range(1, table.seats_count + 1)):
            yield f"{table.code} has the seats {numbers[pk]}"
        if set(players_in(table.state)) != taken[pk]:
            yield f"{table.code} has {sorted(taken[pk])} seated, and its state {sorted(players_in(table.state))}"
        if taken[pk] and table.status == TableStatus.CLOSED:
            yield f"somebody sits at {table.code}, which is closed"


def hands_come_to_nothing(event: Event) -> Iterator[str]:
    """What a hand's seats win and lose comes to its fee; a table plays no hand that is settled."""
    nets: dict[int, int] = {}
    fees: dict[int, int] = {}
    for hand, fee, net in HandSeat.objects.filter(hand__table__event=event).values_list("hand", "hand__fee", "net"):
        nets[hand], fees[hand] = nets.get(hand, 0) + net, fee
    wrong = [hand for hand, net in nets.items() if -net != fees[hand]]
    yield from (f"hand {hand} comes to {nets[hand]}, with a fee of {fees[hand]}" for hand in wrong)
    playing = HandInPlay.objects.filter(table__event=event, table__hands__undone_at__isnull=True)
    settled = [row for row in playing.values_list("number", "table__hands__number") if row[0] == row[1]]
    if settled:
        yield f"hands {settled} are in play, and settled"


DEEDS: Deeds = {
    "open a table": seats.open_table,
    "sit down": seats.sit,
    "top up": seats.top_up,
    "leave": seats.leave,
    "walk": seats.walk,
    "close a table": seats.close_table,
    "settle a hand": hands.settle,
    "undo a hand": hands.undo_hand,
    "begin a hand": in_play.begin,
    "act in a hand": in_play.act,
    "take a move back": in_play.take_back,
    "play a hand on": in_play.play_on,
    "rule on a hand": in_play.rule,
    "pay a hand out": in_play.pay_out,
    "call a hand off": in_play.call_off,
}
ALWAYS: Always = (seats_agree, hands_come_to_nothing)
