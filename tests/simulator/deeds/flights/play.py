"""Deeds of a flight under way: it starts, players go out and come back, stacks are counted, small chips leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from eventnight.bank.models import OwnerKind, Transfer
from tests.simulator.deeds.deed import Deed, Evening, arrival
from tests.simulator.deeds.flights.common import (
    Check,
    accounts,
    all_of,
    flight_row,
    flights,
    moves,
    noted,
    row_is,
    stack,
    stands,
    subject_of,
)
from tests.simulator.deeds.flights.floor import nothing_moved
from tests.simulator.deeds.flights.model import Field, Standing, field_of, goes_on, in_play, shared_hands, with_places
from tournaments.models import BlindClock, BustHand, ChipRace, Flight, FlightStatus, FlightTable, PlayedTable, SeatHold


def start(night: Evening) -> Deed | None:
    """Seats are drawn, and play begins."""
    flight = night.one_of(flights(night, FlightStatus.SEATED))
    if flight is None or night.chance.random() < 0.5:
        return None
    press = night.program("POST", f"holdem/flights/{flight.pk}/clock/start/", {})
    field = field_of(night.event, flight)
    decided = arrival() if len(field) <= goes_on(flight, len(field)) else None
    row = row_is(flight_row(flight), "the flight's", status=FlightStatus.RUNNING, decided_at=decided)
    return Deed(press, must_count=True, promise=all_of(row, nothing_moved(night)))


def bust(night: Evening) -> Deed | None:
    """One or several go out on a hand."""
    return _bust(night, flights(night) if night.is_wrong(0.1) else to_play(night))


def bust_at_the_final(night: Evening) -> Deed | None:
    """The same at a final."""
    return _bust(night, [flight for flight in to_play(night) if flight.is_final])


def _bust(night: Evening, there: list[Flight]) -> Deed | None:
    flight, wrong = night.one_of(there), night.is_wrong()
    if flight is None:
        return None
    field = field_of(night.event, flight)
    playing = in_play(field)
    if not playing:
        return None
    many = min(night.chance.choice((1, 1, 1, 2, 2, 3)), max(len(playing) - 1, 1))
    codes = night.chance.sample(list(playing), many)
    if wrong:
        codes = _wrong_ones(night, field)
    chips = {code: max(night.chance.choice((field[code].chips, 1000, 500, 1)), 1) for code in codes}
    if night.chance.random() < 0.4:
        # Who went out with the same on one hand shares the places.
        chips = dict.fromkeys(codes, chips[codes[0]])
    chips = {code: 0 if not field[code].started else held for code, held in chips.items()}
    if wrong and night.chance.random() < 0.2:
        chips[codes[0]] = 0
    if len({field[code].player for code in codes}) < len(codes) or any(_came_back(field, code) for code in codes):
        return None
    refused = _why_not_out(flight, field, chips) or _why_no_removal(night, flight, field, chips)
    busted = {field[code].player: held for code, held in chips.items()}
    if night.chance.random() < 0.3:
        ticked: dict[str, object] = {f"out_{player}": "on" for player in busted}
        typed = {f"chips_{player}": held for player, held in busted.items()}
        press = night.form(f"floor/{flight.pk}/bust-outs/", {**ticked, **typed})
    else:
        press = night.program("POST", f"holdem/flights/{flight.pk}/bust-outs/", {"busted": busted})
    return Deed(press, refused, must_count=not refused, promise=_out(night, flight, field, chips))


def to_play(night: Evening) -> list[Flight]:
    """Flights in which somebody may go out."""
    return [flight for flight in flights(night, FlightStatus.RUNNING) if flight.decided_at is None]


def _wrong_ones(night: Evening, field: Field) -> list[str]:
    """Everybody, or somebody who is out already."""
    out = [code for code, one in field.items() if one.is_out]
    if out and night.chance.random() < 0.6:
        return [night.chance.choice(out)]
    return list(in_play(field))


def _came_back(field: Field, code: str) -> bool:
    """Whether the code of the player means a later entry."""
    return any(one.player == field[code].player and one.number > field[code].number for one in field.values())


def _why_not_out(flight: Flight, field: Field, chips: dict[str, int]) -> str:
    if flight.status != FlightStatus.RUNNING:
        return f"the flight is {flight.status}"
    if flight.decided_at is not None:
        return "the flight is decided"
    gone = [code for code in chips if field[code].is_out]
    if gone:
        return f"{gone[0]} is out already"
    if not in_play(field).keys() - chips.keys() - before_them(field, chips).keys():
        return "nobody would be left"
    if any(not held and field[code].started for code, held in chips.items()):
        return "nobody begins a hand with nothing"
    return ""


def _removed(night: Evening, flight: Flight, field: Field, codes: Iterable[str]) -> dict[str, int]:
    """The chips that leave play with those who were withdrawn, where the hands of their table are followed."""
    followed = set(PlayedTable.objects.filter(flight=flight).values_list("number", flat=True))
    gone = [code for code in codes if field[code].player in night.withdrawn and field[code].seat[0] in followed]
    return {code: field[code].chips for code in gone}


def _why_no_removal(night: Evening, flight: Flight, field: Field, chips: Mapping[str, int]) -> str:
    removed = _removed(night, flight, field, chips)
    wrong = [code for code, held in removed.items() if chips[code] != held]
    if wrong:
        return f"{wrong[0]} holds {removed[wrong[0]]}"
    in_all = sum(one.started for one in field.values()) + flight.drift
    if removed and sum(one.chips for one in in_play(field).values()) != in_all:
        return "the last counts differ from the chips in play"
    return ""


def next_hand(flight: Flight) -> int:
    """The number of the next hand on which somebody goes out."""
    return max(shared_hands(flight), default=0) + 1


def gone_out(flight: Flight, field: Field, began: Mapping[str, int]) -> Field:
    """The field after these went out on the next hand. began: the chips that each began it with."""
    first, empty = next_hand(flight), before_them(field, began)
    number = first + bool(empty)
    shared = {**shared_hands(flight), first: None, number: flight.shared_hand if flight.is_hand_for_hand else None}
    own = {code: replace(one, hand=first, began=0) if code in empty else one for code, one in field.items()}
    own = {
        code: replace(one, hand=number, began=began[code], chips=0) if code in began else one
        for code, one in own.items()
    }
    return with_places(flight, own, shared)


def before_them(field: Field, began: Mapping[str, int]) -> Field:
    """Who never had a chip there, and so is out before somebody who had one."""
    others = {code: one for code, one in in_play(field).items() if code not in began and not (one.started or one.chips)}
    return others if any(began.values()) else {}


def _out(night: Evening, flight: Flight, field: Field, chips: dict[str, int]) -> Check:
    number, at = next_hand(flight) + bool(before_them(field, chips)), arrival()
    shared = flight.shared_hand if flight.is_hand_for_hand else None
    own = gone_out(flight, field, chips)
    tables = {one.seat[0] for code, one in field.items() if code in chips}
    removed = _removed(night, flight, field, chips)
    drift = {"drift": flight.drift - sum(removed.values())} if removed else {}
    row = row_is(flight_row(flight), "the flight's", **drift, **after_hand(flight, own, tables))
    held = accounts(night.event)
    moved = {stack(code): one.chips - held.get(stack(code), 0) for code, one in own.items()} if removed else {}

    def promise() -> Iterator[str]:
        hand = BustHand.objects.filter(flight=flight).order_by("number").last()
        if hand is None or (hand.number, hand.at, hand.shared_hand, hand.undone_at) != (
            number,
            at,
            shared,
            None,
        ):
            yield f"the hand written down is {hand}"
        followed = PlayedTable.objects.filter(flight=flight).values("number")
        told = FlightTable.objects.filter(flight=flight, number__in=[table for table in tables if table])
        if told.exclude(number__in=followed).exists():
            yield "a hand was played, and the button is still where it was"
        if Flight.objects.get(pk=flight.pk).decided_at == at and BlindClock.objects.get(flight=flight).is_running:
            yield "the flight is decided, and its clock runs on"

    log = noted(night, "flight.bust_out", subject_of(flight), hand=number)
    return all_of(promise, row, stands(night.event, lambda before: {**before, **own}), moves(night.event, moved), log)


def after_hand(flight: Flight, field: Field, tables: set[int | None]) -> dict[str, object]:
    """What the flight says after a hand at these tables."""
    changed: dict[str, object] = {}
    is_between = True
    if flight.is_hand_for_hand:
        done = {*flight.tables_done, *(table for table in tables if table)}
        is_over = {one.seat[0] for one in in_play(field).values() if one.seat[0]} <= done
        changed = {"tables_done": [] if is_over else sorted(done), "shared_hand": flight.shared_hand + is_over}
        is_between = is_over
    is_decided = is_between and len(in_play(field)) <= goes_on(flight, len(field))
    return {**changed, "decided_at": arrival() if is_decided else None}


def undo_bust(night: Evening) -> Deed | None:
    """Those who went out on a hand are in again."""
    wrong = night.is_wrong()
    hands = BustHand.objects.filter(flight__in=flights(night)).order_by("id")
    hand = night.one_of(hands if wrong else hands.filter(undone_at=None, flight__status=FlightStatus.RUNNING))
    if hand is None:
        return None
    flight = Flight.objects.select_related("tournament", "clock").get(pk=hand.flight_id)
    field = field_of(night.event, flight)
    back = {code: one for code, one in field.items() if one.hand == hand.number}
    refused = "" if flight.status == FlightStatus.RUNNING else f"the flight is {flight.status}"
    refused = refused or ("that was undone before" if hand.undone_at is not None else "")
    refused = refused or ("they went out on a hand that was played" if hasattr(hand, "played_hand") else "")
    taken = {one.seat for one in in_play(field).values()}
    holds = SeatHold.objects.filter(flight=flight)
    kept = {(hold.table_number, hold.seat_number): hold.entry_id for hold in holds}
    for code, one in back.items():
        if _came_back(field, code):
            refused = refused or f"{one.player} has entered again"
        if one.seat in taken:
            refused = refused or f"somebody sits on the seat of {one.player}"
        if one.seat in kept and kept[one.seat] != one.entry:
            refused = refused or f"the floor keeps the seat of {one.player}"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/bust-outs/{hand.number}/undo/", {})
    else:
        press = night.program("DELETE", f"holdem/flights/{flight.pk}/bust-outs/{hand.number}/")
    own = {
        code: replace(one, hand=None, began=None, chips=one.began or 0) if code in back else one
        for code, one in field.items()
    }
    own = with_places(flight, own, shared_hands(flight))
    is_decided = len(in_play(own)) <= goes_on(flight, len(own))
    is_decided = is_decided and (not flight.is_hand_for_hand or not flight.tables_done)
    decided = (flight.decided_at or arrival()) if is_decided else None
    taken_out = out_by(hand)
    drift = {"drift": flight.drift + sum(taken_out.values())} if taken_out else {}
    row, at = row_is(flight_row(flight), "the flight's", decided_at=decided, **drift), arrival()

    def promise() -> Iterator[str]:
        if BustHand.objects.get(pk=hand.pk).undone_at != at:
            yield f"{hand} is not written down as undone"

    log = noted(night, "flight.bust_out_undone", subject_of(flight), hand=hand.number)
    stand = stands(night.event, lambda before: {**before, **own})
    # The chips come back to where they lay, which others may have won since.
    there = all_of(promise, row, stand, log, *(() if taken_out else (moves(night.event, {}),)))
    return Deed(press, refused, must_count=not refused and not taken_out, promise=there)


def out_by(hand: BustHand) -> dict[str, int]:
    """What left play with those who went out on a hand, by the accounts it came from."""
    if hand.removed_entry is None:
        return {}
    lines = Transfer.objects.filter(entry__event=hand.flight.tournament.event_id, entry__sequence=hand.removed_entry)
    back = lines.filter(to_account__owner_kind=OwnerKind.ISSUER)
    return {line.from_account.code: line.amount for line in back.select_related("from_account")}


def out_of_play(flight: Flight) -> dict[str, int]:
    """What left play so in a flight, and has not come back."""
    found: Counter[str] = Counter()
    for hand in flight.bust_hands.filter(undone_at=None).select_related("flight__tournament"):
        found.update(out_by(hand))
    return dict(found)


def count(night: Evening) -> Deed | None:
    """Stacks are counted; those not named keep their last count."""
    wrong = night.is_wrong()
    flight = night.one_of(flights(night) if wrong else flights(night, FlightStatus.RUNNING))
    field = field_of(night.event, flight) if flight else {}
    some = list(field if wrong else in_play(field))
    if flight is None or not some:
        return None
    codes = night.chance.sample(some, night.chance.randint(1, len(some)))
    if any(_came_back(field, code) for code in codes):
        return None
    counts = _counts(night, {code: field[code] for code in codes})
    if wrong and night.chance.random() < 0.3:
        counts[codes[0]] = 0
    refused = "" if flight.status == FlightStatus.RUNNING else f"the flight is {flight.status}"
    refused = refused or next((f"{code} is out" for code in codes if field[code].is_out), "")
    refused = refused or ("a count of nothing" if 0 in counts.values() else "")
    body = {"counts": {field[code].player: chips for code, chips in counts.items()}}
    press = night.program("PUT", f"holdem/flights/{flight.pk}/counts/", body)

    def counted(before: Field) -> Field:
        return {**before, **{code: replace(before[code], chips=chips) for code, chips in counts.items()}}

    row = row_is(flight_row(flight), "the flight's", counted_at=arrival())
    log = noted(night, "flight.counted", subject_of(flight), **body)
    check = all_of(row, stands(night.event, counted), moves(night.event, {}), log)
    return Deed(press, refused, must_count=not refused, promise=check)


def _counts(night: Evening, some: Field) -> dict[str, int]:
    """The chips of some pass from one to the other; sometimes the count is wrong."""
    held = {code: one.chips for code, one in some.items()}
    giver, taker = night.chance.choice(list(held)), night.chance.choice(list(held))
    passed = night.chance.randint(0, max(held[giver] - 1, 0))
    held[giver] -= passed
    held[taker] += passed
    if night.chance.random() < 0.2:
        held[taker] += night.chance.choice((5, 100))
    return {code: max(chips, 1) for code, chips in held.items()}


def color_up(night: Evening) -> Deed | None:
    """The small chips of a table become large ones; they come out even, so that nobody races."""
    flight = night.one_of(flights(night, FlightStatus.RUNNING))
    field = in_play(field_of(night.event, flight)) if flight else {}
    table = night.one_of(sorted({one.seat[0] or 0 for one in field.values() if one.seat[0]}))
    if flight is None or table is None:
        return None
    sitting = {code: one for code, one in field.items() if one.seat[0] == table}
    small, large = night.chance.choice(((5, 25), (25, 100), (10, 50), (25, 50)))
    pieces = {
        one.player: night.chance.randint(0, min(2, one.chips // large)) * (large // small) for one in sitting.values()
    }
    cards, refused, first = {}, "", next(iter(sitting.values()))
    if night.is_wrong():
        if night.chance.random() < 0.5:
            pieces[first.player], refused = first.chips // small + 1, "there are more chips than were counted"
        else:
            cards, refused = {first.player: "Kd"}, "there is a card too many"
    if ChipRace.objects.filter(flight=flight, table_number=table, small=small, undone_at=None).exists():
        refused = refused or f"chips of {small} left table {table} before"
    body = {"small": small, "large": large, "stacks": pieces, "cards": cards}
    press = night.program("POST", f"holdem/flights/{flight.pk}/tables/{table}/colour-up/", body)

    def promise() -> Iterator[str]:
        race = ChipRace.objects.filter(flight=flight).order_by("-id").first()
        if race is None or (race.table_number, race.small, race.large, race.drift) != (table, small, large, 0):
            yield f"the colour-up written down is {race}"
        elif race.stacks != pieces or any(race.changes.values()):
            yield f"the stacks are {race.stacks}, and changed by {race.changes}"

    log = noted(night, "flight.color_up", subject_of(flight), table=table, small=small, large=large, drift=0)
    check = all_of(promise, row_is(flight_row(flight), "the flight's"), nothing_moved(night), log)
    return Deed(press, refused, promise=check)


def undo_color_up(night: Evening) -> Deed | None:
    """A colour-up is taken back."""
    rows = ChipRace.objects.filter(flight__in=flights(night)).order_by("id")
    race = night.one_of(rows if night.is_wrong() else rows.filter(undone_at=None))
    if race is None:
        return None
    flight = Flight.objects.select_related("tournament", "clock").get(pk=race.flight_id)
    field = field_of(night.event, flight)
    stands_for = {one.player: code for code, one in field.items()}
    codes = {stands_for[player]: change for player, change in race.changes.items() if player in stands_for}
    refused = "" if flight.status == FlightStatus.RUNNING else f"the flight is {flight.status}"
    if race.undone_at is None and any(field[code].is_out for code in codes):
        refused = refused or "somebody who raced is out"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/colour-up/{race.pk}/undo/", {})
    else:
        press = night.program("DELETE", f"holdem/flights/{flight.pk}/colour-ups/{race.pk}/")
    back = {} if race.undone_at is not None else {code: -change for code, change in codes.items()}
    row = row_is(flight_row(flight), "the flight's", drift=flight.drift + sum(back.values()))

    def changed(before: Field) -> Field:
        return {**before, **{code: _with(before[code], change) for code, change in back.items()}}

    moved = moves(night.event, {stack(code): change for code, change in back.items()})
    return Deed(press, refused, promise=all_of(row, stands(night.event, changed), moved))


def _with(one: Standing, change: int) -> Standing:
    return replace(one, chips=max(one.chips + change, 1)) if change else one
