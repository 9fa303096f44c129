"""Hands as they are settled at once, and undone."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from eventnight.bank.models import EntryKind, Transfer
from eventnight.events.models import Player
from tables.models import Hand, HandSeat, SeatFee, Table, TableKind
from tests.simulator.deeds.booked import Mark, one_who_may
from tests.simulator.deeds.deed import Deed, Evening, differences
from tests.simulator.deeds.tables.hand import DECK, End, fee_of, nets_of
from tests.simulator.deeds.tables.rows import (
    RUNS_TABLES,
    card_tables,
    in_play,
    last_hand,
    one_table,
    owes_for_seats,
    players_in,
    sitting,
    stacks,
    why_closed,
    without_players,
)


def settle(night: Evening) -> Deed | None:
    """Staff tell what each seat put in and showed: pots, side pots, ties, odd chips and the fee go as the rules have
    it. More than a seat has, the number of another hand, and a hand beside one in play must be refused.
    """
    table = one_table(night, chips_before=night.chance.choice((2, 3)))
    if (
        table is None
        or owes_for_seats(table)
        or table.game != "holdem"
        or table.house != night.event.house
        or night.house.poker
    ):
        return None
    held, unit = stacks(table), table.smallest_chip
    able = [seat for seat, chips in held.items() if chips >= 4 * unit]
    last, hand = last_hand(table), in_play(table)
    if len(able) < 2 or (hand is not None and night.chance.random() < 0.7):
        return None
    some = night.chance.sample(able, night.chance.randint(2, len(able)))
    dealt = able if night.chance.random() < 0.6 else sorted(some)
    button = night.chance.choice(dealt)
    ends, board = _played(night, table, dealt, held)
    fee = fee_of(table, len(dealt))
    number = last.number + 1 if last else 1
    refused = why_closed(night, table) or ("a hand is in play" if hand is not None else "")
    if night.is_wrong():
        match night.chance.choice(("beyond", "before", "after", "odd", "fee", "short")):
            case "beyond":
                seat = ends[0].seat
                ends[0] = End(seat, held[seat] + unit, True, ends[0].cards)
                refused = refused or f"seat {seat} has {held[seat]}"
            case "before" if number > 1:
                number, refused = number - 1, refused or f"hand {number - 1} is settled"
            case "after":
                number, refused = number + 1, refused or f"hand {number + 1} is not the next"
            case "odd" if unit > 1:
                ends[0] = End(ends[0].seat, ends[0].put_in + 1, ends[0].is_live, ends[0].cards)
                refused = refused or "chips that small do not play"
            case "short" if _could_call(table, last, ends, held):
                seat = ends[1].seat
                ends[1] = End(seat, ends[0].put_in - unit, True, ends[1].cards)
                refused = refused or f"seat {seat} has chips left and did not call"
    in_pots = sum(end.put_in for end in ends) - _uncalled(ends)
    if fee > in_pots:
        refused = refused or f"the fee of {fee} is above the pot"
    players = players_in(table.state)
    may = not any(players.get(seat, {}).get(flag) for seat in dealt for flag in OWING)
    nets = nets_of(ends, board=board, button=button, fee=fee, unit=unit) if not refused else {}
    mark, state = Mark(night.event), table.state
    people = {seat: code for (pk, seat), code in sitting(night.event).items() if pk == table.pk}
    gone = Player.objects.filter(event=night.event, code__in=[people[seat] for seat in dealt])
    if last is not None and gone.filter(withdrawn_at__lt=last.settled_at).exists():
        refused = refused or "somebody was withdrawn before the last hand"

    def promise() -> Iterator[str]:
        moves = {f"chips/seat/{table.code}-{seat}": net for seat, net in nets.items()}
        yield from mark.booked(EntryKind.HAND, moves={**moves, "chips/house/fees": fee})
        made = Hand.objects.filter(table=table, entry__sequence=mark.sequence + 1).first()
        if made is None:
            yield f"there is no hand {number}"
            return
        told = (made.number, made.button, made.fee, made.state_before, made.settled_at, made.undone_at)
        if told != (number, button, fee, state, timezone.now(), None):
            yield f"the hand reads {told}"
        rows = HandSeat.objects.filter(hand=made).values_list("seat", "player__code", "contributed", "is_live", "net")
        due = [(end.seat, people[end.seat], end.put_in, end.is_live, nets[end.seat]) for end in ends]
        if sorted(rows) != sorted(due):
            yield f"the seats of the hand are {sorted(rows)}, not {sorted(due)}"
        positions = without_players(card_tables(night.event)[table.pk]["state"]).get("last")
        if not isinstance(positions, list) or positions[0] != button:
            yield f"the button was at {button}, and the table has {positions}"
        yield from mark.logged("hand.settled", f"{table.code} hand {number}")

    body = {
        "number": number,
        "button": button,
        "board": " ".join(board),
        "seats": [
            {"seat": end.seat, "contributed": end.put_in, "is_live": end.is_live, "cards": " ".join(end.cards)}
            for end in ends
        ],
    }
    if night.is_wrong(0.08):
        body["shown"], refused = "0123456789abcdef", refused or "another plan was shown"
    press = night.program("POST", f"tables/{table.pk}/hands/", body, who=one_who_may(night, RUNS_TABLES))
    return Deed(press, refused, must_count=not refused and may, promise=promise)


OWING = ("is_new", "is_away", "missed_small_blind", "missed_big_blind")


def undo_hand(night: Evening) -> Deed | None:
    """The last hand is undone: chips, button and blinds are as before it, and a played one lies on the table again."""
    settled = Hand.objects.filter(table__event=night.event, table__kind=TableKind.POKER, undone_at__isnull=True)
    settled = settled.filter(table__turn_seconds__isnull=True)
    some = night.one_of(settled.select_related("table").order_by("table", "number"))
    last = last_hand(some.table) if some else None
    if some is None or last is None or owes_for_seats(some.table):
        return None
    table = some.table
    earlier = Hand.objects.filter(table=table, undone_at__isnull=True, number__lt=last.number).order_by("number")
    hand = (night.one_of(earlier) if night.is_wrong() else None) or last
    refused = f"hand {last.number} is the last" if hand != last else ""
    refused = refused or (night.closed)
    refused = refused or ("a hand is in play" if in_play(table) else "")
    seats = dict(HandSeat.objects.filter(hand=hand).values_list("seat", "player__code"))
    there = {seat: code for (pk, seat), code in sitting(night.event).items() if pk == table.pk}
    if any(there.get(seat) != code for seat, code in seats.items()):
        refused = refused or "players of that hand left"
    if hand.played is not None and _fee_since(hand):
        refused = refused or "the seats have paid for a half-hour since"
    nets, held = dict(HandSeat.objects.filter(hand=hand).values_list("seat", "net")), stacks(table)
    if any(held.get(seat, 0) < net for seat, net in nets.items()):
        refused = refused or "what was won is gone"
    mark = Mark(night.event)

    def promise() -> Iterator[str]:
        moves = {f"chips/seat/{table.code}-{seat}": -net for seat, net in nets.items()}
        yield from mark.booked(EntryKind.REVERSAL, moves={**moves, "chips/house/fees": -hand.fee})
        now = Table.objects.get(pk=table.pk)
        if without_players(now.state) != without_players(hand.state_before):
            yield f"the table is {now.state}, not {hand.state_before}"
        was = players_in(hand.state_before)
        there = players_in(now.state)
        yield from differences("the player on", {seat: was.get(seat, who) for seat, who in there.items()}, there)
        undone = Hand.objects.get(pk=hand.pk)
        if undone.undone_at != timezone.now() or not undone.undone_by_label:
            yield f"hand {hand.number} does not say who undid it and when"
        if (in_play(now) is not None) != (hand.played is not None):
            yield f"hand {hand.number} was played here, and is not on the table again"
        yield from mark.logged("hand.undone", f"{table.code} hand {hand.number}")

    address = f"tables/{table.pk}/hands/{hand.number}/undo/"
    press = night.program("POST", address, {"reason": "Entered twice"})
    return Deed(press, refused, must_count=not refused, promise=promise)


def _fee_since(hand: Hand) -> bool:
    fees = SeatFee.objects.filter(table=hand.table_id, undone_at__isnull=True)
    return fees.filter(entry__sequence__gt=hand.entry.sequence).exists()


def _played(night: Evening, table: Table, dealt: list[int], held: dict[int, int]) -> tuple[list[End], list[str]]:
    """What seats put in and showed: some folded, some all in, and now and then the board plays for all."""
    unit, deck = table.smallest_chip, night.chance.sample(DECK, len(DECK))
    board = ["Ah", "Kh", "Qh", "Jh", "Th"] if night.chance.random() < 0.5 else deck[:5]
    deck = [card for card in deck if card not in board]
    most = night.chance.choice((2, 5, 21, 101)) * unit
    ends = []
    for place, seat in enumerate(dealt):
        cards = (deck[2 * place], deck[2 * place + 1])
        put_in = min(most, held[seat] // unit * unit)
        if place >= 2 and night.chance.random() < 0.5:
            units = night.chance.choice((1, night.chance.randint(0, put_in // unit)))
            ends.append(End(seat, min(unit * units, put_in), is_live=False))
        else:
            ends.append(End(seat, put_in, is_live=True, cards=cards))
    if night.chance.random() < 0.25:
        ends[1] = End(ends[1].seat, min(ends[0].put_in, ends[1].put_in), is_live=False)
    live = [end.put_in for end in ends if end.is_live]
    ends = [end if end.put_in <= max(live) else End(end.seat, max(live), end.is_live, end.cards) for end in ends]
    if len(live) == 1:
        board = []
        ends = [End(end.seat, end.put_in, end.is_live) for end in ends]
    return ends, board


def _could_call(table: Table, last: Hand | None, ends: list[End], held: dict[int, int]) -> bool:
    """Whether the second seat called the first, has chips left, and nobody put any before it since the last hand."""
    first, second = ends[:2]
    laid = Transfer.objects.filter(event=table.event_id, to_account__code=f"{table.code}-{second.seat}")
    if last is not None:
        laid = laid.filter(entry__gt=last.entry_id)
    called = first.is_live and second.is_live and first.put_in == second.put_in
    return called and second.put_in < held[second.seat] and not laid.filter(entry__kind=EntryKind.SIT_DOWN).exists()


def _uncalled(ends: list[End]) -> int:
    first, second = sorted((end.put_in for end in ends), reverse=True)[:2]
    return first - second
