"""Deeds at card tables."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from eventnight.bank.models import Account
from eventnight.events.models import Event
from tables.models import Hand, HandInPlay, HandSeat, Seat, Table, TableKind, TableStatus
from tests.simulator.deeds.deed import Always, Deeds
from tests.simulator.deeds.tables import (
    dealt,
    half_hours,
    hands,
    in_play,
    limits,
    raises,
    seats,
    showdowns,
    written,
    wrong,
)
from tests.simulator.deeds.tables.charged import half_hours_agree
from tests.simulator.deeds.tables.rows import players_in
from tests.simulator.ledger import moved_by_entries

LATEST = 3
"""So many hands are compared with the books."""


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
    """What a hand's seats win and lose comes to its fee, and the books paid just that; a table plays no hand that is
    settled.
    """
    nets: dict[int, int] = {}
    fees: dict[int, int] = {}
    for hand, fee, net in HandSeat.objects.filter(hand__table__event=event).values_list("hand", "hand__fee", "net"):
        nets[hand], fees[hand] = nets.get(hand, 0) + net, fee
    wrong = [hand for hand, net in nets.items() if -net != fees[hand]]
    yield from (f"hand {hand} comes to {nets[hand]}, with a fee of {fees[hand]}" for hand in wrong)
    for hand in (
        Hand.objects.filter(table__event=event, table__kind=TableKind.POKER)
        .select_related("table")
        .order_by("-pk")[:LATEST]
    ):
        paid = moved_by_entries(event, Q(entry=hand.entry_id))
        due = dict(HandSeat.objects.filter(hand=hand).values_list("seat", "net"))
        seats = {f"chips/seat/{hand.table.code}-{seat}": net for seat, net in due.items()}
        if {at: paid.get(at, 0) for at in seats} != seats:
            yield f"hand {hand.number} at {hand.table.code} won {due}, and was paid {paid}"
    playing = HandInPlay.objects.filter(table__event=event, table__hands__undone_at__isnull=True)
    twice = [row for row in playing.values_list("number", "table__hands__number") if row[0] == row[1]]
    if twice:
        yield f"hands {twice} are in play, and settled"


DEEDS: Deeds = {
    "open a table": seats.open_table,
    "open a table with a posted limit": limits.open_with_a_limit,
    "open a table as posted": limits.open_as_posted,
    "post a limit": limits.post_a_limit,
    "sit down": seats.sit,
    "sit down somewhere else": seats.sit,
    "sit down without being there": seats.sit_absent,
    "top up": seats.top_up,
    "leave": seats.leave,
    "walk": seats.walk,
    "close a table": seats.close_table,
    "settle a hand": hands.settle,
    "undo a hand": hands.undo_hand,
    "settle a hand that somebody hides": showdowns.settle_unseen,
    "settle a hand wrongly": wrong.settle_wrongly,
    "open a table wrongly": wrong.open_wrongly,
    "throw a hand away": showdowns.throw_away,
    "take the hands along": written.take_along,
    "begin a hand": in_play.begin,
    "act in a hand": in_play.act,
    "raise over a raise": raises.raise_again,
    "take a move back": in_play.take_back,
    "play a hand on": in_play.play_on,
    "rule on a hand": in_play.rule,
    "pay a hand out": in_play.pay_out,
    "call a hand off": in_play.call_off,
    "see a half-hour end": half_hours.see_it_end,
    "leave in the minute of a fee": half_hours.leave_in_its_minute,
    "sit down in the minute of a fee": half_hours.sit_down_in_its_minute,
    "charge seats, or no more": half_hours.stop_or_start,
    "undo the fee of a half-hour": half_hours.undo_a_fee,
    "open a table for the system to deal": dealt.open_dealt,
    "get ready on a phone": dealt.get_ready,
    "act on a phone": dealt.act_on_phone,
    "host a table": dealt.host,
}
ALWAYS: Always = (seats_agree, hands_come_to_nothing, half_hours_agree, dealt.packs_agree)
