"""The tables of flights as the tables' pages and services ask for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import F
from django.urls import reverse
from django.utils.http import urlencode

from engine.poker.between.stored import table_json
from eventnight.bank.services import Posting, settle_stacks
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.values.formats import chips_text, clock_text
from eventnight.events.models import Player
from tables.keepers import Beside, Dealing, Home
from tables.models import Hand, HandInPlay, Seat, Table
from tables.night_rules import follow_the_night
from tables.selectors import HandPlan
from tables.selectors.lookup import last_hand
from tables.services.floor import smallest_chip_of
from tables.stakes import stakes_columns
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightStatus, PlayedHand, PlayedTable, StackPurchase
from tournaments.refusals import FLIGHT_RULES
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.selectors.flight.hands import (
    chip_unit,
    field_of,
    level_played,
    played_table,
    sitting_at,
    smallest_in_play,
    stakes_at,
    state_with,
    without_button_of_another,
)
from tournaments.selectors.flight.standing import parting_of
from tournaments.selectors.flight.values import ordinal
from tournaments.services.flight.tournament import entries_by_code, lock_flight
from tournaments.services.hands.consequences import follow_hand, take_back_hand
from tournaments.services.hands.dealt import end_if_decided, wait_before_hand
from tournaments.services.hands.guards import require_counts
from tournaments.services.seating.next_hands import note_next_hand

MOVES = {
    "give_button": "play_hand",
    "start_hand": "play_hand",
    "settle_hand": "play_hand",
    "pay_out": "play_hand",
    "undo_hand": "undo_hand",
}
"""What a move of the card table is in its flight. All others are the floor's."""

WAIT_FOR_OTHERS = ("start_hand", "settle_hand")


class FlightTables:
    """A ``Keeper``: who sits where with how much is known by the flight's entries, the stakes by its clock."""

    dealing = Dealing(fewest_ready=1, goes_on=True)
    """The chips of who is away are blinded off, for as long as somebody is there."""

    def home(self, table: Table) -> Home:
        """The floor, at this table."""
        row = played_table(table)
        address = reverse("tournaments:floor_flight", kwargs={"code": table.event.code, "flight_id": row.flight_id})
        return Home("Floor", f"{address}?{urlencode({'table': row.number})}")

    def refusal(self, table: Table, move: str) -> UserFacingError | None:
        """What the flight's lifecycle, or hand-for-hand play, has against it; seats are the floor's.

        Rules: STD-10, WAS-2.
        """
        row = played_table(table)
        flight = row.flight
        if move not in MOVES:
            return Conflict(
                "kept_by_the_floor",
                f"Who sits at {table}, and with how many chips, follows {flight.tournament.name}. Seat, move and count "
                "players on the floor's page.",
                table=table.code,
            )
        if move == "pay_out" and flight.is_decided:
            return _decided_meanwhile(flight, row.number)
        try:
            FLIGHT.require(MOVES[move], flight)
        except UserFacingError as refused:
            return refused
        if move in WAIT_FOR_OTHERS and flight.is_hand_for_hand and row.number in flight.tables_done:
            return Conflict(
                "waits_for_the_others",
                f"{flight.name} plays hand for hand, and table {row.number} has finished hand {flight.shared_hand}. "
                "It waits until the other tables have, too.",
                rules=("STD-10",),
                flight=flight.code,
                hand=flight.shared_hand,
            )
        return None

    def stand(self, table: Table, now: datetime | None = None) -> None:
        """Players as the flight has them, among them who came while a hand is played; button and blinds as the last
        hand left them. Stakes and the smallest chip are those of the hand in play while there is one.

        Rules: WAS-4, WAS-5, WAS-6, BIS-4, CAN-24, CAN-26.
        """
        follow_the_night(table)
        row = played_table(table)
        entries = sitting_at(row.flight, row.number)
        table.state = table_json(state_with(table.between, entries))
        if now is not None and HandInPlay.objects.filter(table=table).exists():
            return
        table.state = table_json(without_button_of_another(table, entries))
        if now is None:
            return
        stakes = stakes_at(level_played(row.flight, now).level, table.house_rules)
        for column, value in stakes_columns(stakes).items():
            setattr(table, column, value)
        chips = {seat: entry.chips for seat, entry in entries.items()}
        smallest = smallest_in_play(row.flight, row.number, smallest_chip_of(table))
        table.smallest_chip = chip_unit(smallest, stakes, chips)

    def seats(self, table: Table) -> Sequence[Seat]:
        """In order, with who is still in there."""
        row = played_table(table)
        entries = sitting_at(row.flight, row.number)
        seats = list(table.seats.order_by("number"))
        for seat in seats:
            entry = entries.get(seat.number)
            seat.table = table
            seat.player = entry.player if entry else None
            seat.sat_down_at = entry.entered_at if entry else None
            seat.stack_code = entry.stack_code if entry else ""
            seat.stack_chips = entry.chips if entry else 0
        return seats

    def chips(self, seats: Sequence[Seat]) -> Mapping[int, int]:
        """The last counts, which every hand since has changed, as they were read with the seats."""
        return {seat.number: seat.stack_chips for seat in seats if seat.is_taken}

    def bought(self, seats: Sequence[Seat]) -> Mapping[int, Sequence[int]]:
        """Re-buys and add-ons that stand: two queries."""
        last = last_hand(seats[0].table)
        numbers = {seat.stack_code: seat.number for seat in seats}
        bought = StackPurchase.objects.filter(
            entry__flight=played_table(seats[0].table).flight, entry__stack_code__in=numbers, undone_at__isnull=True
        )
        found: dict[int, list[int]] = {}
        since = last.entry.sequence if last is not None else 0
        for code, chips in bought.filter(bank_entry__gt=since).values_list("entry__stack_code", "chips"):
            found.setdefault(numbers[code], []).append(chips)
        return found

    def beside(self, table: Table, now: datetime) -> Beside:
        """The clock, and how many are left: one query."""
        flight = played_table(table).flight
        context = {"clock": clock_view(flight, now), "field": field_of(flight)}
        return Beside("tournaments/clock/_beside_hand.html", context)

    def dealt_table(self, player: Player) -> int | None:
        """Where the player is still in, the newest flight first: one query."""
        tables = PlayedTable.objects.filter(
            table__turn_seconds__isnull=False,
            flight__status=FlightStatus.RUNNING,
            flight__decided_at__isnull=True,
            flight__entries__player=player,
            flight__entries__bust_hand__isnull=True,
            flight__entries__table_number=F("number"),
        )
        return tables.order_by("-flight").values_list("table", flat=True).first()

    def parting(self, player: Player) -> str:
        """The place in the newest flight that was dealt to them, or the way to the final. Rules: STD-10, WAS-2."""
        return parting_of(player)

    def wait(self, table: Table, press: Press) -> timedelta | None:
        """As long as the clock stands or is at a break, the flight is decided, another table has to finish its hand, or
        a seat is to be changed. Rules: STD-10, WAS-3, WAS-4, WAS-6.
        """
        return wait_before_hand(played_table(table), press)

    def begin_hand(self, table: Table, press: Press) -> None:
        """Raises Conflict("clock_at_break"), UserFacingError("counts_differ"). Rules: WAS-6."""
        row = played_table(table)
        if level_played(row.flight, press.at).is_break:
            raise Conflict(
                "clock_at_break",
                f"The clock of {row.flight.name} is at a break, so that no hand begins. Wait for the next level, or "
                "skip the break on the clock.",
                rules=("WAS-6",),
                flight=row.flight.code,
            )
        require_counts(row.flight, entries_by_code(row.flight))
        row.begun_shared = row.flight.shared_hand if row.flight.is_hand_for_hand else None
        row.save(update_fields=["begun_shared"])
        self.lay_down(table, press)

    def lay_down(self, table: Table, press: Press) -> None:
        """Seats, state and the stakes of the level as the hand finds them."""
        self.stand(table, press.at)
        Seat.objects.bulk_update(self.seats(table), ["player", "sat_down_at", "stack_code"])
        table.save()
        row = played_table(table)
        if row.before_redraw is not None:
            row.before_redraw = None
            row.save(update_fields=["before_redraw"])

    def book(self, table: Table, plan: HandPlan, press: Press) -> Posting:
        """What the hand moved between stacks, and whatever the last counts had moved that the bank had not heard of.

        Raises UserFacingError("counts_differ").
        """
        row = played_table(table)
        entries = entries_by_code(lock_flight(row.flight))
        require_counts(row.flight, entries, paying=row.number)
        left = {line.seat: line.stack for line in plan.lines}
        after = {}
        for entry in entries.values():
            is_here = entry.table_number == row.number and not entry.is_out
            chips = left.get(entry.seat_number or 0) if is_here else None
            after[entry.stack_code] = entry.chips if chips is None else chips
        return settle_stacks(event=table.event, counts=after, subject=table.code, press=press)

    def left_out(self, seats: Sequence[Seat]) -> UserFacingError | None:
        """Everybody with chips is in every hand, away from the table or not. Rules: BIS-2."""
        if not seats:
            return None
        told = " and ".join(f"seat {seat.number}, {seat.sitter.person}" for seat in seats)
        return UserFacingError(
            "not_dealt_in",
            f"In a tournament everybody at the table is dealt in, and this hand leaves out {told}. Enter a fold for "
            "whoever was away.",
            rules=("BIS-2",),
            seats=[seat.number for seat in seats],
        )

    def settled(self, hand: Hand, plan: HandPlan, press: Press) -> None:
        """Stacks as the hand left them; who has none left is out. Rules: STD-10, WAS-2, WAS-11."""
        row = played_table(hand.table)
        follow_hand(row, hand, plan, press=press)
        if hand.table.is_dealt:
            end_if_decided(row.flight, press)

    def undo(self, hand: Hand, press: Press) -> None:
        """Counts, bust-outs, places and the shared hand as before it.

        Raises Conflict: "other_hands_since", "counted_since", "out_since", "shared_hand_over", and what undoing a
        bust-out raises.
        """
        take_back_hand(played_table(hand.table), hand, press=press)
        self.stand(hand.table)

    def undone(self, hand: Hand, press: Press) -> None:
        """The floor sees the button where it was."""
        row = played_table(hand.table)
        Seat.objects.bulk_update(self.seats(hand.table), ["player", "sat_down_at", "stack_code"])
        row.table = hand.table
        note_next_hand(row.flight, row, press=press)

    def leaving(self, seat: Seat) -> str:
        """By a bust-out: the chips leave play with them. Rules: WAS-13, WAS-14."""
        held = self.chips([seat])[seat.number]
        return f"record on the floor's page that they are out with {chips_text(held)} chips, which leave play"

    def outcome(self, hand: Hand) -> str:
        """Who went out, and in which place: "Out: Ada Byron (9th)."."""
        led = PlayedHand.objects.select_related("bust_hand").filter(hand=hand).first()
        if led is None or led.bust_hand is None:
            return ""
        gone = led.bust_hand.entries.select_related("player__person", "player__event").order_by("place_first", "id")
        told = [f"{entry.player.display_name} ({ordinal(entry.place_first or 0)})" for entry in gone]
        return f"Out: {', '.join(told)}." if told else ""


def _decided_meanwhile(flight: Flight, number: int) -> Conflict:
    assert flight.decided_at is not None
    at = clock_text(flight.decided_at, flight.tournament.event)
    return Conflict(
        "flight_decided",
        f"{flight.name} was decided at {at}, while this hand was played at table {number}. Call the hand off; the bags "
        "are counted as the chips lie.",
        rules=FLIGHT_RULES,
        flight=flight.code,
        decided_at=flight.decided_at.isoformat(),
    )
