"""Deeds of hands at a flight's tables: a table is followed, hands are settled from their end, and undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from eventnight.bank.models import Entry, EntryKind
from tables.models import Hand, HandInPlay, HandSeat, Table, TableKind
from tests.simulator.deeds.booked import one_who_may
from tests.simulator.deeds.deed import Deed, Evening
from tests.simulator.deeds.flights.common import (
    Check,
    accounts,
    all_of,
    flight_row,
    flights,
    last_entry,
    moves,
    noted,
    row_is,
    stack,
    stands,
    subject_of,
)
from tests.simulator.deeds.flights.floor import nothing_moved
from tests.simulator.deeds.flights.model import Field, Standing, field_of, in_play
from tests.simulator.deeds.flights.play import after_hand, gone_out, to_play
from tests.simulator.deeds.tables.hand import DECK, End, nets_of
from tests.simulator.deeds.tables.in_play import played_to_its_end, view_of
from tests.simulator.deeds.tables.rows import RUNS_TABLES
from tournaments.models import Flight, FlightStatus, PlayedHand, PlayedTable

BY_PEOPLE = {"table__kind": TableKind.FLIGHT, "table__turn_seconds__isnull": True}
"""Tables of flights where people deal."""
STEP = 100
"""Chips that every set of a flight can pay."""


def a_hand_is_played(night: Evening) -> bool:
    """Whether one is in play at a flight's table, where it may stand in the way of others."""
    return HandInPlay.objects.filter(table__event=night.event, **BY_PEOPLE).exists()


def follow(night: Evening) -> Deed | None:
    """The hands of a flight's table are followed from now on; where nobody plays there is nothing to follow."""
    wrong = night.is_wrong()
    flight = night.one_of(flights(night) if wrong else to_play(night))
    if flight is None:
        return None
    number = night.one_of(
        sorted({one.seat[0] for one in in_play(field_of(night.event, flight)).values() if one.seat[0]})
    )
    if number is None or (not wrong and PlayedTable.objects.filter(flight=flight, number=number).exists()):
        return None
    refused = _why_no_hand(flight)
    if wrong and night.chance.random() < 0.3:
        number, refused = 9, refused or "nobody plays at table 9"
    there = PlayedTable.objects.filter(flight=flight, number=number).count()
    many = Table.objects.filter(event=night.event).count()

    def promise() -> Iterator[str]:
        made = PlayedTable.objects.filter(flight=flight, number=number).count()
        if (made, Table.objects.filter(event=night.event).count()) != (1, many + 1 - there):
            yield f"{made} card tables play table {number}"

    press = night.program("POST", f"holdem/flights/{flight.pk}/tables/{number}/hands/")
    check = all_of(promise, row_is(flight_row(flight), "the flight's"), nothing_moved(night))
    return Deed(press, refused, must_count=not refused, promise=check)


def settle(night: Evening) -> Deed | None:
    """Staff tell what each seat put in and showed: every stack is what the hand left, in the books too, and who has
    nothing left is out with the chips that the hand was begun with.
    """
    row = night.one_of(each for each in _followed(night) if each.flight in to_play(night))
    if row is None or night.house.poker:
        return None
    if night.chance.random() < 0.3:
        _count_elsewhere(night, row)
    table, field = row.table, field_of(night.event, row.flight)
    sitting = {one.seat[1] or 0: code for code, one in in_play(field).items() if one.seat[0] == row.number}
    held = {seat: field[sitting[seat]].chips for seat in sorted(sitting)}
    if len([chips for chips in held.values() if chips >= STEP]) < 2:
        return None
    ends, board = _played(night, held)
    button = night.chance.choice([end.seat for end in ends])
    last = Hand.objects.filter(table=table, undone_at=None).order_by("number").last()
    number = last.number + 1 if last else 1
    refused = _why_not_settled(row, field)
    if night.is_wrong():
        if night.chance.random() < 0.5:
            number, refused = number + 1, refused or f"hand {number + 1} is not the next"
        else:
            ends[0] = replace(ends[0], put_in=held[ends[0].seat] + STEP)
            refused = refused or f"seat {ends[0].seat} has {held[ends[0].seat]}"
    nets, cut = (nets_of(ends, board=board, button=button, fee=0, unit=unit) for unit in (STEP, 1))
    if nets != cut:
        # Into which chips a shared pot is cut depends on those that are still in play.
        return None
    nets = {} if refused else nets
    body = {"number": number, "button": button, "board": " ".join(board), "seats": list(map(_told, ends))}
    press = night.program("POST", f"tables/{table.pk}/hands/", body, who=one_who_may(night, RUNS_TABLES))
    check = _settled(night, row, field, {sitting[seat]: net for seat, net in nets.items()})
    who_pressed = noted(night, "flight.hand_settled", subject_of(row.flight), who=press.who, table=row.number)
    return Deed(press, refused, must_count=not refused, promise=all_of(check, who_pressed))


def _count_elsewhere(night: Evening, row: PlayedTable) -> None:
    """On the way other tables are counted: chips have passed there since the last count, and none is missing."""
    field = field_of(night.event, row.flight)
    others = [one for one in in_play(field).values() if one.seat[0] != row.number]
    if len(others) < 2 or HandInPlay.objects.filter(**BY_PEOPLE).exists():
        return
    giver, taker = night.chance.sample(others, 2)
    found = taker.chips + STEP + _missing(row.flight, field)
    if giver.chips > STEP and found > 0:
        counts = {giver.player: giver.chips - STEP, taker.player: found}
        night.ask(night.program("PUT", f"holdem/flights/{row.flight_id}/counts/", {"counts": counts}))


def begin(night: Evening) -> Deed | None:
    """A hand begins at a followed table, to be played action by action."""
    row = night.one_of(each for each in _followed(night) if each.flight in to_play(night))
    if row is None or night.chance.random() < 0.5:
        return None
    last = Hand.objects.filter(table=row.table, undone_at=None).order_by("number").last()
    number = last.number + 1 if last else 1
    refused = _why_not_settled(row, field_of(night.event, row.flight))
    gone = [one.player for one in _at_table(row).values() if one.player in night.withdrawn]
    refused = refused or (f"{gone[0]} was withdrawn and still sits there" if gone else "")
    check = all_of(row_is(flight_row(row.flight), "the flight's"), nothing_moved(night))
    press = night.program("POST", f"tables/{row.table_id}/play/", {"number": number})
    return Deed(press, refused, promise=check)


def pay_out(night: Evening) -> Deed | None:
    """A hand that was followed to its end is paid: as one that is settled from its end."""
    hands = HandInPlay.objects.filter(table__event=night.event, **BY_PEOPLE).select_related("table").order_by("pk")
    hand = night.one_of(hands)
    if hand is None or not played_to_its_end(night, hand):
        return None
    hand.refresh_from_db()
    view = view_of(night, hand)
    if view["phase"] != "over":
        return None
    row = PlayedTable.objects.select_related("flight__tournament", "flight__clock").get(table=hand.table)
    field, board = field_of(night.event, row.flight), view["board"]
    sitting = {one.seat[1] or 0: code for code, one in in_play(field).items() if one.seat[0] == row.number}
    ends = [End(each["seat"], each["contributed"], each["is_live"], tuple(each["cards"])) for each in view["seats"]]
    live = [end for end in ends if end.is_live]
    if len(live) > 1 and (len(board) < 5 or any("??" in end.cards for end in live)):
        return None
    nets, cut = (nets_of(ends, board=board, button=view["button"], fee=0, unit=unit) for unit in (STEP, 1))
    if nets != cut or any(seat not in sitting for seat in nets):
        return None
    press = night.program("POST", f"tables/{hand.table_id}/play/pay-out/", {"version": hand.version})
    return Deed(press, promise=_settled(night, row, field, {sitting[seat]: net for seat, net in nets.items()}))


def call_off(night: Evening) -> Deed | None:
    """A hand in play at a flight's table is thrown away: everybody stands as before it."""
    hands = HandInPlay.objects.filter(table__event=night.event, **BY_PEOPLE).order_by("pk")
    hand = night.one_of(hands)
    if hand is None:
        return None
    body = {"version": hand.version, "reason": "Misdealt"}
    press = night.program("POST", f"tables/{hand.table_id}/play/call-off/", body)
    return Deed(press, must_count=True, promise=nothing_moved(night))


def count_while_it_is_played(night: Evening) -> Deed | None:
    """Who was dealt in is not counted with other chips, nor out by another door, before the hand is paid out."""
    dealt_in = {hand.table_id: hand.seats for hand in HandInPlay.objects.filter(table__event=night.event)}
    row = night.one_of(each for each in _followed(night) if each.table_id in dealt_in)
    if row is None:
        return None
    there = [(one.player, one.chips) for one in _at_table(row).values() if one.seat[1] in dealt_in[row.table_id]]
    player, chips = night.one_of(sorted(there)) or ("", 0)
    if not player:
        return None
    flight = f"holdem/flights/{row.flight_id}"
    press = night.one_of(
        [
            night.program("PUT", f"{flight}/counts/", {"counts": {player: chips + STEP}}),
            night.program("POST", f"{flight}/bust-outs/", {"busted": {player: chips}}),
        ]
    )
    assert press is not None
    return Deed(press, f"a hand is played at table {row.number}")


def _at_table(row: PlayedTable) -> Field:
    field = in_play(field_of(row.flight.tournament.event, row.flight))
    return {code: one for code, one in field.items() if one.seat[0] == row.number}


def _why_no_hand(flight: Flight) -> str:
    if flight.status != FlightStatus.RUNNING:
        return f"the flight is {flight.status}"
    return "the flight is decided" if flight.decided_at is not None else ""


def _why_not_settled(row: PlayedTable, field: Field) -> str:
    flight = row.flight
    if HandInPlay.objects.filter(table=row.table_id).exists():
        return "a hand is in play"
    if flight.is_hand_for_hand and row.number in flight.tables_done:
        return "the other tables have not finished the hand"
    return "the counts differ from what is in play" if _missing(flight, field) else _why_no_hand(flight)


def _missing(flight: Flight, field: Field) -> int:
    """Chips that are in play, and were not counted."""
    in_all = sum(one.started for one in field.values()) + flight.drift
    return in_all - sum(one.chips for one in in_play(field).values())


def _followed(night: Evening) -> list[PlayedTable]:
    people = {"flight__tournament__event": night.event, "table__turn_seconds__isnull": True}
    rows = PlayedTable.objects.filter(**people).order_by("id")
    return list(rows.select_related("flight__tournament", "flight__clock", "table"))


def _played(night: Evening, held: Mapping[int, int]) -> tuple[list[End], list[str]]:
    """Everybody puts in the same, as far as it goes in hundreds; one or two show, and some have folded."""
    deck = night.chance.sample(DECK, len(DECK))
    board, cards = deck[:5], iter(deck[5:])
    most = night.chance.choice((1, 2, 10, 1000)) * STEP
    able = [seat for seat, chips in held.items() if chips >= STEP]
    if any(held[seat] < most and held[seat] % STEP for seat in able):
        # Whoever is in for less than the others has to be all-in.
        most = STEP
    shows = night.chance.sample(able, night.chance.choice((1, 2, 2, min(3, len(able)))))
    put_in = {seat: min(most, held[seat] // STEP * STEP) for seat in held}
    top = max(put_in[seat] for seat in shows)
    ends = []
    for seat in held:
        if seat in shows:
            ends.append(End(seat, put_in[seat], is_live=True, cards=(next(cards), next(cards))))
        else:
            ends.append(End(seat, min(put_in[seat], top, STEP), is_live=False))
    if len(shows) == 1:
        return [replace(end, cards=()) for end in ends], []
    return ends, board


def _told(end: End) -> dict[str, object]:
    return {"seat": end.seat, "contributed": end.put_in, "is_live": end.is_live, "cards": " ".join(end.cards)}


def _settled(night: Evening, row: PlayedTable, field: Field, nets: Mapping[str, int]) -> Check:
    flight, books = row.flight, accounts(night.event)
    left = {code: field[code].chips + net for code, net in nets.items()}
    busted = {code: field[code].chips for code, chips in left.items() if not chips}
    after = {code: replace(one, chips=left[code]) if code in left else one for code, one in field.items()}
    if busted:
        after = gone_out(flight, after, busted)
    due = {stack(code): one.chips - books.get(stack(code), 0) for code, one in after.items()}
    changed = row_is(flight_row(flight), "the flight's", **after_hand(flight, after, {row.number}))
    sequence = last_entry(night.event)

    def promise() -> Iterator[str]:
        kinds = list(Entry.objects.filter(event=night.event, sequence__gt=sequence).values_list("kind", flat=True))
        if kinds != [EntryKind.STACK_HAND]:
            yield f"the books have {kinds} more, not one hand"
        led = PlayedHand.objects.filter(flight=flight).order_by("id").last()
        if led is None or (led.bust_hand is not None) != bool(busted):
            yield f"{led} led to somebody out, or not, and {list(busted)} are"

    stand = stands(night.event, lambda before: {**before, **after})
    return all_of(promise, changed, stand, moves(night.event, due))


def undo(night: Evening) -> Deed | None:
    """The last hand of a flight's table is undone: stacks, and who went out on it, are as before. An earlier one must
    stay.
    """
    rows = Hand.objects.filter(table__event=night.event, undone_at=None, **BY_PEOPLE)
    hand = night.one_of(rows.order_by("table", "number").select_related("table"))
    if hand is None:
        return None
    last = rows.filter(table=hand.table).order_by("number").last()
    hand = hand if night.is_wrong() else last
    assert hand is not None
    assert last is not None
    row = PlayedTable.objects.select_related("flight__tournament", "flight__clock").get(table=hand.table)
    refused = "" if row.flight.status == FlightStatus.RUNNING else f"the flight is {row.flight.status}"
    refused = refused or ("" if hand == last else f"hand {last.number} is the last")
    refused = refused or ("a hand is in play" if HandInPlay.objects.filter(table=hand.table).exists() else "")
    nets = dict(HandSeat.objects.filter(hand=hand).values_list("player__code", "net"))
    before = _by_player(field_of(night.event, row.flight))

    def promise() -> Iterator[str]:
        after = _by_player(field_of(night.event, row.flight))
        for player, net in nets.items():
            was, now = before[player], after[player]
            due = (was.began or 0) if was.is_out else was.chips - net
            if (now.chips, now.is_out) != (due, False):
                yield f"{player} has {now.chips}, not {due}, or is out"
        yield from (f"{player} was not in the hand, and changed" for player in _others(before, after, nets))

    press = night.program("POST", f"tables/{hand.table_id}/hands/{hand.number}/undo/", {"reason": "Entered twice"})
    return Deed(press, refused, promise=all_of(promise, noted(night, "flight.hand_undone", subject_of(row.flight))))


def _by_player(field: Field) -> dict[str, Standing]:
    """Everybody as they stand now, not as before they came back."""
    return {one.player: one for one in field.values()}


def _others(before: Mapping[str, Standing], after: Mapping[str, Standing], nets: Mapping[str, int]) -> Iterator[str]:
    for player, one in before.items():
        if player not in nets and after[player].chips != one.chips:
            yield player
