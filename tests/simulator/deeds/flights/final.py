"""Deeds of the end of a tournament: the way to the final, and its winner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.simulator.deeds.deed import Deed, Evening, arrival
from tests.simulator.deeds.flights.common import (
    Check,
    accounts,
    all_of,
    moves,
    noted,
    row_is,
    stack,
    stands,
    tournament_row,
)
from tests.simulator.deeds.flights.floor import nothing_moved
from tests.simulator.deeds.flights.model import Field, Standing, field_of, forwards, goes_on, in_play
from tournaments.models import BlindClock, Flight, FlightEntry, FlightKind, FlightStatus, HoldemTournament

LEAST_BIG_BLINDS = 20


@dataclass
class Finalist:
    """What somebody brings. bags: by stack code. forward: codes of those that go to the final, chips: in all."""

    bags: dict[str, int] = field(default_factory=dict)
    chips: int = 0
    forward: set[str] = field(default_factory=set)


def advance(night: Evening) -> Deed | None:
    """The stacks of those who are left go to the final."""
    wrong = night.is_wrong()
    tournaments = HoldemTournament.objects.filter(event=night.event).order_by("id")
    tournament = night.one_of([one for one in tournaments if wrong or _is_bagged(night, one)])
    if tournament is None:
        return None
    refused = "" if tournament.status == "flights" else f"the tournament is at {tournament.status}"
    refused = refused or ("" if _is_bagged(night, tournament) else "a flight is not bagged, or nobody played")
    finalists = _finalists(night, tournament)
    absent = [night.chance.choice(list(finalists))] if finalists and night.chance.random() < 0.4 else []
    no_shows = night.chance.choice(("blinded_off", "removed"))
    there = {p: one for p, one in finalists.items() if no_shows != "removed" or p not in absent}
    is_short = _is_short(night, tournament)
    if not is_short and (len(there) < 2 or len(absent) == len(finalists)):
        refused = refused or "one alone plays no final"
    if wrong and night.chance.random() < 0.3:
        absent, refused = [*absent, "P999"], refused or "P999 is no finalist"
    body = {"absent": absent, "no_shows": no_shows}
    if night.chance.random() < 0.3:
        press = night.form(f"holdem/{tournament.pk}/final/", body)
    else:
        press = night.program("POST", f"holdem/{tournament.pk}/final/", body)
    if refused or is_short or night.withdrawn:
        return Deed(press, refused)
    check = _advanced(night, tournament, finalists, there)
    return Deed(press, refused, must_count=not night.closed, promise=check)


def _first_flights(tournament: HoldemTournament) -> list[Flight]:
    return list(tournament.flights.filter(kind=FlightKind.FIRST).select_related("tournament").order_by("number"))


def _is_bagged(night: Evening, tournament: HoldemTournament) -> bool:
    entered = [flight for flight in _first_flights(tournament) if flight.entries.exists()]
    return bool(entered) and all(flight.status == FlightStatus.BAGGED for flight in entered)


def _is_short(night: Evening, tournament: HoldemTournament) -> bool:
    """Whether a flight has fewer left than go on: somebody who went out takes the place."""
    for flight in _first_flights(tournament):
        everybody = field_of(night.event, flight)
        if len(in_play(everybody)) < goes_on(flight, len(everybody)):
            return True
    return False


def _finalists(night: Evening, tournament: HoldemTournament) -> dict[str, Finalist]:
    """Who comes through, by player."""
    finalists: dict[str, Finalist] = defaultdict(Finalist)
    order: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for position, flight in enumerate(_first_flights(tournament)):
        for code, one in in_play(field_of(night.event, flight)).items():
            finalists[one.player].bags[code] = one.chips
            order[one.player].append((position, one.chips, code))
    for player, bags in order.items():
        going = forwards(tournament, [(position, chips) for position, chips, _ in bags])
        finalists[player].chips = sum(chips for _, chips in going)
        positions = {position for position, _ in going}
        finalists[player].forward = {code for position, _, code in bags if position in positions}
    return dict(finalists)


def _advanced(
    night: Evening, tournament: HoldemTournament, finalists: dict[str, Finalist], there: dict[str, Finalist]
) -> Check:
    final = tournament.flights.select_related("tournament").get(kind=FlightKind.FINAL)
    gone = {code for one in finalists.values() for code in one.bags}
    advanced = {code for one in there.values() for code in one.bags}
    names = {player: f"{final.code}-{player}" for player in there}
    moved = {stack(code): -chips for one in finalists.values() for code, chips in one.bags.items()}
    moved |= {stack(names[player]): one.chips for player, one in there.items()}
    average = sum(one.chips for one in there.values()) / max(len(there), 1)
    levels = list(enumerate(tournament.levels, start=1))
    deep = [
        (level["big_blind"], at)
        for at, level in levels
        if not level["is_break"] and average >= LEAST_BIG_BLINDS * level["big_blind"]
    ]
    begins = max(deep)[1] if deep else next(at for at, level in levels if not level["is_break"])

    def expected(before: Field) -> Field:
        after = {code: replace(one, has_advanced=True) if code in advanced else one for code, one in before.items()}
        rows = {row.stack_code: row for row in FlightEntry.objects.filter(flight=final)}
        for player, one in there.items():
            row = rows.get(names[player])
            seat = (row.table_number, row.seat_number) if row else (None, None)
            after[names[player]] = Standing(row.pk if row else 0, player, 1, one.chips, one.chips, seat)
        return after

    def promise() -> Iterator[str]:
        seats = [one.seat for one in field_of(night.event, final).values()]
        if len(set(seats)) < len(seats) or any(not 1 <= (seat or 0) <= tournament.final_seats for _, seat in seats):
            yield f"the seats of the final are {seats}"
        if BlindClock.objects.get(flight=final).start_position != begins:
            yield f"the final begins at {BlindClock.objects.get(flight=final).start_position}, not {begins}"
        if Flight.objects.get(pk=final.pk).status != FlightStatus.SEATED:
            yield "the final is not seated"
        rows = FlightEntry.objects.filter(flight=final).select_related("carried_from", "player")
        for row in rows:
            if row.carried_from is None or row.carried_from.stack_code not in there[row.player.code].forward:
                yield f"{row} is carried from {row.carried_from}"
        if {flight.status for flight in _first_flights(tournament)} != {FlightStatus.CLOSED}:
            yield "a flight is not over"
        if not gone <= {code for code, one in field_of(night.event).items() if not one.is_out}:
            yield "a stack that was bagged is gone"

    log = noted(night, "holdem.final_drawn", f"holdem {tournament.pk}", finalists=len(there), start=begins)
    return all_of(promise, stands(night.event, expected), moves(night.event, moved), log)


def take_back_final(night: Evening) -> Deed | None:
    """The way to the final is taken back before it starts: every stack is in its bag again."""
    tournament = _one_at(night, "final", 0.5)
    if tournament is None:
        return None
    final = tournament.flights.select_related("tournament").get(kind=FlightKind.FINAL)
    refused = "" if tournament.status == "final" else f"the tournament is at {tournament.status}"
    refused = refused or ("" if final.status in ("planned", "seated") else f"the final is {final.status}")
    if night.chance.random() < 0.3:
        press = night.form(f"holdem/{tournament.pk}/final/undo/", {})
    else:
        press = night.program("DELETE", f"holdem/{tournament.pk}/final/")
    at_final = field_of(night.event, final)
    held = accounts(night.event)
    is_whole = all(held.get(stack(code), 0) == one.started for code, one in at_final.items())

    def expected(before: Field) -> Field:
        own = {code for flight in _first_flights(tournament) for code in field_of(night.event, flight)}
        left = {code: one for code, one in before.items() if code not in at_final}
        return {code: replace(one, has_advanced=False) if code in own else one for code, one in left.items()}

    def promise() -> Iterator[str]:
        after = accounts(night.event)
        for flight in _first_flights(tournament):
            bags = field_of(night.event, flight)
            if flight.status != (FlightStatus.BAGGED if bags else FlightStatus.PLANNED):
                yield f"{flight} is {flight.status}"
            yield from (
                f"{code} holds {after.get(stack(code), 0)} in the books, and {one.chips} were bagged"
                for code, one in bags.items()
                if after.get(stack(code), 0) != one.chips
            )
        yield from (f"{code} holds chips of a final that is not" for code in at_final if after.get(stack(code)))

    is_sure = is_whole and not night.closed and bool(at_final)
    log = noted(night, "holdem.final_taken_back", f"holdem {tournament.pk}")
    check = all_of(promise, stands(night.event, expected), log)
    return Deed(press, refused, must_count=not refused and is_sure, promise=check)


def start_level(night: Evening) -> Deed | None:
    """The final begins at another level."""
    tournament = _one_at(night, "final", 0.9)
    if tournament is None:
        return None
    final = tournament.flights.select_related("tournament").get(kind=FlightKind.FINAL)
    position = night.chance.randint(0, len(tournament.levels) + 1)
    refused = "" if final.status in ("planned", "seated") else f"the final is {final.status}"
    if not 1 <= position <= len(tournament.levels) or tournament.levels[position - 1]["is_break"]:
        refused = refused or "no level is there"
    press = night.form(f"holdem/{tournament.pk}/final/level/", {"position": position})

    def promise() -> Iterator[str]:
        if BlindClock.objects.get(flight=final).start_position != position:
            yield f"the final does not begin at {position}"

    check = all_of(promise, nothing_moved(night))
    return Deed(press, refused, must_count=not refused, promise=check)


def _one_at(night: Evening, status: str, share: float) -> HoldemTournament | None:
    if night.chance.random() >= share:
        return None
    rows = HoldemTournament.objects.filter(event=night.event).order_by("id")
    return night.one_of(rows if night.is_wrong() else rows.filter(status=status))


def finish(night: Evening) -> Deed | None:
    """The winner of the final is written down, and its chips go back."""
    tournament = _one_at(night, "final", 1.0)
    if tournament is None:
        return None
    final = tournament.flights.select_related("tournament").get(kind=FlightKind.FINAL)
    everybody = field_of(night.event, final)
    playing = list(in_play(everybody).items())
    refused = "" if tournament.status == "final" else f"the tournament is at {tournament.status}"
    refused = refused or ("" if final.status == FlightStatus.RUNNING else f"the final is {final.status}")
    refused = refused or ("" if len(playing) == 1 else f"{len(playing)} are left")
    if night.chance.random() < 0.3:
        press = night.form(f"holdem/{tournament.pk}/finish/", {})
    else:
        press = night.program("POST", f"holdem/{tournament.pk}/finish/")
    if refused:
        return Deed(press, refused)
    code, winner = playing[0]
    in_all = sum(one.started for one in everybody.values()) + final.drift
    held, at = accounts(night.event), arrival()
    moved = {stack(each): -held.get(stack(each), 0) for each in everybody}
    pk = FlightEntry.objects.get(pk=winner.entry).player_id
    row = row_is(
        tournament_row(tournament, "final_entries"), "the tournament's", status="finished", winner_id=pk, finished_at=at
    )

    def expected(before: Field) -> Field:
        return {**before, code: replace(before[code], chips=in_all)}

    def promise() -> Iterator[str]:
        if Flight.objects.get(pk=final.pk).status != FlightStatus.CLOSED:
            yield "the final is not over"

    log = noted(night, "holdem.finished", f"holdem {tournament.pk}", winner=winner.player)
    check = all_of(promise, row, stands(night.event, expected), moves(night.event, moved), log)
    return Deed(press, refused, must_count=not night.closed, promise=check)


def reopen_final(night: Evening) -> Deed | None:
    """The end of a tournament is taken back: its chips are out once more."""
    tournament = _one_at(night, "finished", 0.4)
    if tournament is None:
        return None
    final = tournament.flights.select_related("tournament").get(kind=FlightKind.FINAL)
    refused = "" if tournament.status == "finished" else f"the tournament is at {tournament.status}"
    if night.chance.random() < 0.3:
        press = night.form(f"holdem/{tournament.pk}/reopen/", {})
    else:
        press = night.program("DELETE", f"holdem/{tournament.pk}/finish/")
    everybody = field_of(night.event, final)

    def promise() -> Iterator[str]:
        after, row = accounts(night.event), Flight.objects.get(pk=final.pk)
        out = sum(after.get(stack(code), 0) for code in everybody)
        if out != sum(one.started for one in everybody.values()) + row.drift:
            yield f"the stacks of the final hold {out} again"
        if row.status != FlightStatus.RUNNING:
            yield f"the final is {row.status}"

    row = row_is(
        tournament_row(tournament, "final_entries"),
        "the tournament's",
        status="final",
        winner_id=None,
        finished_at=None,
    )
    check = all_of(promise, row, stands(night.event, lambda before: before), noted(night, "holdem.reopened"))
    return Deed(press, refused, must_count=not refused and not night.closed, promise=check)
