"""Flights at whose tables the system deals: phones get ready and act, the host steps in, and what is the system's alone
is tried by others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.poker.hand import Hand as PokerHand
from eventnight.bank.models import Entry, EntryKind
from eventnight.events.models import Event, Player
from tables.models import Hand, HandInPlay, HandSeat, Shuffle, TableKind
from tests.simulator.deeds.booked import one_who_may, till_is_open
from tests.simulator.deeds.deed import Always, Deed, Deeds, Evening
from tests.simulator.deeds.flights.common import TILL, flights, last_entry
from tests.simulator.deeds.flights.floor import nothing_moved
from tests.simulator.deeds.flights.model import Standing, field_of, in_play
from tests.simulator.deeds.tables.dealt import HOST, OPEN_STATES, lawful, of_phone, wrong_act
from tests.simulator.deeds.tables.rows import RUNS_TABLES
from tournaments.models import BlindClock, Flight, FlightEntry, FlightKind, FlightStatus, HoldemTournament, PlayedTable

ENOUGH = 2
"""Tournaments of a night where the system deals."""
MOST = 4
"""Who enter on the way."""
ON_THE_WAY = 12
"""Acts before the one that is looked at, at most."""
BREATH = 5
"""Seconds after the first phone in which a hand begins."""


def open_dealt(night: Evening) -> Deed | None:
    """A tournament where the system deals. Turns that are too short or too long must be refused."""
    there = {row.pk for row in _tournaments(night)}
    if len(there) >= ENOUGH:
        return None
    turn, bank, refused = night.chance.choice((5, 20, 300)), night.chance.choice((0, 30)), ""
    if night.is_wrong():
        turn, refused = night.chance.choice((1, 4, 301)), "a turn lasts 5 to 300 seconds"
    name = f"Dealt {night.chance.getrandbits(40):x}"
    body = {"name": name, "turn_seconds": turn, "bank_seconds": bank}

    def promise() -> Iterator[str]:
        made = [row for row in _tournaments(night) if row.pk not in there]
        if [(row.name, row.turn_seconds, row.bank_seconds) for row in made] != [(name, turn, bank)]:
            yield f"{made} were opened for the system to deal"

    return Deed(night.program("POST", "holdem/", body), refused, promise=promise)


def get_ready(night: Evening) -> Deed | None:
    """A phone is ready for the next hand of its flight. An older pack and a number that is none must be refused."""
    pack = _one_pack(night, "promised")
    if pack is None:
        return None
    row = _row_of(pack)
    player = night.one_of(_sitting(row).values())
    if player is None:
        return None
    serial, number = pack.serial, night.phone_number()
    refused = _why_not(night, pack, player)
    if night.is_wrong():
        if night.chance.random() < 0.5:
            serial, refused = serial + 1, refused or "that pack is not promised"
        else:
            number, refused = "my birthday", refused or "that is no number of a phone"
    seat, before = _seat_of(row, player), _standings(row.flight)
    sequence = last_entry(night.event)

    def promise() -> Iterator[str]:
        now = Shuffle.objects.get(pk=pack.pk)
        if now.state == "promised" and now.ready.get(str(seat), [""])[0] != player.code:
            yield f"{pack.name} has {now.ready} ready, and {player.code} said so at seat {seat}"
        if now.state != "promised" and not now.numbers.get(str(seat)):
            yield f"{pack.name} was dealt without the number of seat {seat}"
        if not Hand.objects.filter(table=pack.table_id, number=now.hand_number or 0).exists():
            yield from _nothing_moved(night, row.flight, before, sequence)

    form = of_phone(night, pack.table, player, "ready", {"serial": serial, "number": number})
    return Deed(form, refused, must_count=not refused, promise=promise)


def act(night: Evening) -> Deed | None:
    """Whoever is to act does something lawful. Somebody else, an older page and more chips than there are must be
    refused.
    """
    pack = _one_pack(night, "dealt")
    playing = _played_on(night, pack) if pack is not None else None
    if pack is None or playing is None:
        return None
    pack.refresh_from_db()
    row, hand = _row_of(pack), PokerHand.from_json(playing.log)
    sitting = _sitting(row)
    if hand.turn is None or hand.turn not in sitting:
        return None
    player, version, fields = sitting[hand.turn], playing.version, lawful(night, hand)
    refused = _why_not(night, pack, player)
    if night.is_wrong():
        player, version, fields, why = wrong_act(night, sitting, hand.turn, version, fields)
        refused = refused or why
    number, before, sequence = playing.number, _standings(row.flight), last_entry(night.event)

    def promise() -> Iterator[str]:
        now = HandInPlay.objects.filter(table=pack.table_id, number=number).first()
        if now is None:
            yield from _is_paid(night, row, number, before, sequence)
            return
        if now.version != version + 1:
            yield f"{pack.name} is at version {now.version}"
        yield from _nothing_moved(night, row.flight, before, sequence)

    form = of_phone(night, pack.table, player, "move", {**fields, "version": version})
    return Deed(form, refused, must_count=not refused, promise=promise)


def host(night: Evening) -> Deed | None:
    """Staff pause the table, go on, give time or call the hand off."""
    pack = _one_pack(night, night.chance.choice(OPEN_STATES))
    if pack is None:
        return None
    what = "resume" if pack.paused_at and night.chance.random() < 0.7 else night.chance.choice(HOST)
    if what == "void" and night.chance.random() < 0.6:
        return None
    fields: dict[str, object] = {"number": pack.hand_number or 1} if what in ("time", "void") else {}
    fields |= {"reason": "Fire alarm"} if what == "void" else {}
    refused = "no hand is played" if what in ("time", "void") and pack.state == "promised" else ""
    row = _row_of(pack)
    before, sequence = _standings(row.flight), last_entry(night.event)

    def promise() -> Iterator[str]:
        yield from _nothing_moved(night, row.flight, before, sequence)
        now = Shuffle.objects.get(pk=pack.pk)
        if what in ("pause", "resume") and (now.paused_at is None) != (what == "resume"):
            yield f"{pack.table.code} is paused at {now.paused_at}"
        if what == "void" and (now.state, now.is_void) != ("published", True):
            yield f"{pack.name} is {now.state}, and its hand was called off"

    who = one_who_may(night, RUNS_TABLES)
    return Deed(night.form(f"tables/{pack.table_id}/host/{what}/", fields, who=who), refused, promise=promise)


def go_on_after_a_stand(night: Evening) -> Deed | None:
    """The clock of a flight goes on. While it stood every phone got ready, and no hand may have begun."""
    pack = _one_pack(night, "promised")
    if pack is None:
        return None
    row = _row_of(pack)
    clock = f"holdem/flights/{row.flight_id}/clock"
    night.ask(night.program("POST", f"{clock}/pause/", {}))
    if BlindClock.objects.get(flight=row.flight).running_since is not None:
        return None
    _say_ready(night, row)
    begun = list(HandInPlay.objects.filter(table=row.table_id).values_list("number", flat=True))

    def promise() -> Iterator[str]:
        yield from (f"hand {number} of {pack.table.code} began while the clock stood" for number in begun)

    return Deed(night.program("POST", f"{clock}/resume/", {}), promise=promise)


def what_the_system_does(night: Evening) -> Deed | None:
    """Stacks are counted, and players put out, where the hands alone tell who has what."""
    row = night.one_of(_played(night))
    if row is None:
        return _prepared(night)
    field = in_play(field_of(night.event, row.flight))
    one = night.one_of(field[code] for code in sorted(field) if field[code].chips)
    if one is None:
        return None
    flight = f"holdem/flights/{row.flight_id}"
    doors = [
        night.program("PUT", f"{flight}/counts/", {"counts": {one.player: one.chips + 100}}),
        night.program("POST", f"{flight}/bust-outs/", {"busted": {one.player: one.chips}}),
        night.program("POST", f"tables/{row.table_id}/play/", {"number": 1}),
    ]
    press = night.chance.choice(doors)
    # Whoever does not play on is put out by the floor, so that the chips leave play with them.
    refused = "" if one.player in night.withdrawn else "the system deals here, and counts"
    return Deed(press, refused, promise=nothing_moved(night) if refused else tuple)


def chips_stay_in_play(event: Event) -> Iterator[str]:
    """Nobody counts at a flight where the system deals: what its players have is what came into play."""
    playing = {"status": FlightStatus.RUNNING, "tournament__turn_seconds__isnull": False}
    for flight in Flight.objects.filter(tournament__event=event, **playing).select_related("tournament"):
        field = field_of(event, flight)
        there = sum(one.chips for one in in_play(field).values())
        came = sum(one.started for one in field.values()) + flight.drift
        if there != came:
            yield f"{flight.code}: {came} chips came into play, and {there} are there"


def packs_agree(event: Event) -> Iterator[str]:
    """A flight's table where the system deals has one pack to play with at most, dealt to the hand that is played."""
    playing = dict(HandInPlay.objects.filter(table__event=event).values_list("table", "number"))
    for row in PlayedTable.objects.filter(flight__tournament__event=event, table__turn_seconds__isnull=False):
        packs = list(Shuffle.objects.filter(table=row.table_id, state__in=OPEN_STATES))
        dealt = [pack.hand_number for pack in packs if pack.state == "dealt"]
        hands = [playing[row.table_id]] if row.table_id in playing else []
        if len(packs) > 1 or dealt != hands:
            yield f"table {row.number} plays {hands}, with the packs {packs}"


def workers_have_dealt(event: Event) -> Iterator[str]:
    """Once they have looked, a table has a pack as long as its flight is played, and none afterwards; a flight of no
    more than go on is over.
    """
    for flight in _decided_at_once(event) if not event.is_closed else ():
        yield f"{flight.code} was decided when it started, and goes on"
    rows = PlayedTable.objects.filter(flight__tournament__event=event, table__turn_seconds__isnull=False)
    for row in rows.select_related("flight", "table") if not event.is_closed else ():
        is_played = row.flight.status == FlightStatus.RUNNING and row.flight.decided_at is None
        packs = Shuffle.objects.filter(table=row.table_id, state__in=OPEN_STATES).count()
        if packs != is_played:
            yield f"{row.table} is played: {is_played}, and has {packs} packs to play with"


def _decided_at_once(event: Event) -> list[Flight]:
    """First flights that are decided, and play on though nobody counted or bagged them."""
    started = {"tournament__turn_seconds__isnull": False, "status": FlightStatus.RUNNING, "kind": FlightKind.FIRST}
    untouched = {"decided_at__isnull": False, "counted_at__isnull": True, "played_tables__isnull": True}
    return list(Flight.objects.filter(tournament__event=event, **started, **untouched))


def _tournaments(night: Evening) -> list[HoldemTournament]:
    return list(HoldemTournament.objects.filter(event=night.event, turn_seconds__isnull=False).order_by("pk"))


def _played(night: Evening) -> list[PlayedTable]:
    there = flights(night, FlightStatus.RUNNING, is_dealt=True)
    undecided = [flight.pk for flight in there if flight.decided_at is None]
    rows = PlayedTable.objects.filter(flight__in=undecided).select_related("flight__tournament", "table")
    return list(rows.order_by("pk"))


def _row_of(pack: Shuffle) -> PlayedTable:
    return PlayedTable.objects.select_related("flight__tournament").get(table=pack.table_id)


def _sitting(row: PlayedTable) -> dict[int, Player]:
    """Who is still in at the table, by seat."""
    there = FlightEntry.objects.filter(flight=row.flight_id, table_number=row.number, bust_hand__isnull=True)
    return {one.seat_number or 0: one.player for one in there.select_related("player").order_by("seat_number")}


def _seat_of(row: PlayedTable, player: Player) -> int:
    return next(seat for seat, one in _sitting(row).items() if one == player)


def _standings(flight: Flight) -> dict[str, Standing]:
    return field_of(flight.tournament.event, flight)


def _why_not(night: Evening, pack: Shuffle, player: Player) -> str:
    """Why a press of a phone must be refused; empty where nothing is known against it."""
    if pack.paused_at is not None:
        return "the table is paused"
    if player.code in night.withdrawn:
        return f"{player.code} was withdrawn"
    newest = _played(night)
    shown = max((each for each in newest if player in _sitting(each).values()), key=lambda each: each.flight_id)
    return "" if shown.table_id == pack.table_id else f"{player.code} sits in a newer flight"


def _nothing_moved(night: Evening, flight: Flight, before: Mapping[str, Standing], sequence: int) -> Iterator[str]:
    if last_entry(night.event) != sequence:
        yield "the books have entries more, and no hand was paid"
    if _chips(_standings(flight)) != _chips(before):
        yield f"chips moved in {flight.code}, and no hand was paid"


def _chips(field: Mapping[str, Standing]) -> dict[str, int]:
    return {code: one.chips for code, one in field.items()}


def _is_paid(
    night: Evening, row: PlayedTable, number: int, before: Mapping[str, Standing], sequence: int
) -> Iterator[str]:
    """Stacks are what the hand left, who has nothing is out, and the books paid just that."""
    hand = Hand.objects.filter(table=row.table_id, number=number, undone_at=None).first()
    if hand is None:
        yield f"hand {number} of table {row.number} is neither played nor paid"
        return
    nets = dict(HandSeat.objects.filter(hand=hand).values_list("player__code", "net"))
    after = _standings(row.flight)
    left = {code: one.chips + nets.get(one.player, 0) * (not one.is_out) for code, one in before.items()}
    if left != _chips(after):
        yield f"hand {number} paid {nets}, and the stacks are {_chips(after)}, not {left}"
    wrong = [code for code, chips in left.items() if before[code].started and (chips == 0) != after[code].is_out]
    yield from (f"{code} has {left[code]} left, and is out: {after[code].is_out}" for code in wrong)
    flight = Flight.objects.get(pk=row.flight_id)
    if flight.decided_at is not None and flight.status == FlightStatus.RUNNING:
        yield f"{flight.code} is decided by hand {number}, and goes on"
    kinds = Entry.objects.filter(event=night.event, sequence__gt=sequence).values_list("kind", flat=True)
    if list(kinds)[:1] != [EntryKind.STACK_HAND]:
        yield f"the books have {list(kinds)} more, not one hand"


def _one_pack(night: Evening, state: str) -> Shuffle | None:
    """A pack in that state at a table of a flight that is played. Where there is none, it is brought nearer."""
    if night.closed:
        return None
    found = _packs(night, state)
    if not found:
        _prepare(night, is_dealt=state == "dealt")
        found = _packs(night, state)
    return night.one_of(found)


def _packs(night: Evening, state: str) -> list[Shuffle]:
    tables = [row.table_id for row in _played(night)]
    rows = Shuffle.objects.filter(table__in=tables, table__kind=TableKind.FLIGHT, state=state)
    return list(rows.select_related("table").order_by("pk"))


def _prepared(night: Evening) -> None:
    """Nothing is done now but to bring such a flight nearer."""
    if not night.closed:
        _prepare(night, is_dealt=False)


def _prepare(night: Evening, *, is_dealt: bool) -> None:
    """A tournament is opened, players enter, get seats, and play begins; then phones get ready until a hand begins."""
    if not _tournaments(night):
        body = {"name": "Dealt by phone", "turn_seconds": 20, "bank_seconds": 30}
        night.ask(night.program("POST", "holdem/", body))
    # A flight of no more than go on is over when it begins; then the final is played.
    for _ in range(2):
        if not _played(night):
            _bring_to_play(night)
    if not is_dealt:
        return
    _say_ready(night, *_played(night))


def _say_ready(night: Evening, *rows: PlayedTable) -> None:
    """Every phone at these tables is ready for the next hand, and the workers look when it is due."""
    for row in rows:
        pack = Shuffle.objects.filter(table=row.table_id, state="promised").first()
        for player in _sitting(row).values() if pack is not None else ():
            sign = {"serial": pack.serial if pack else 0, "number": night.phone_number()}
            night.ask(of_phone(night, row.table, player, "ready", sign))
    night.world.pass_time(BREATH)
    night.world.tick()


def _bring_to_play(night: Evening) -> None:
    """The next flight of a tournament where the system deals is entered, or its final drawn, and started."""
    statuses = (FlightStatus.PLANNED, FlightStatus.SEATED, FlightStatus.RUNNING)
    flight = next(iter(flights(night, *statuses, is_dealt=True)), None)
    if flight is None:
        return
    if flight.is_final and flight.status == FlightStatus.PLANNED:
        night.ask(night.program("POST", f"holdem/{flight.tournament_id}/final/", {}))
    elif flight.status == FlightStatus.PLANNED:
        if flight.tournament.entry_price and not till_is_open(night.event, TILL):
            return
        here = Player.objects.filter(event=night.event, checked_in_at__isnull=False, withdrawn_at__isnull=True)
        for player in here.order_by("pk")[:MOST]:
            body = {"player": player.code, "means": "cash"}
            night.ask(night.program("POST", f"holdem/flights/{flight.pk}/entries/", body))
        night.ask(night.program("POST", f"holdem/flights/{flight.pk}/draw/", {}))
    clock = BlindClock.objects.get(flight=flight)
    if clock.running_since is None:
        night.ask(night.program("POST", f"holdem/flights/{flight.pk}/clock/start/", {}))
    night.world.tick()


def _played_on(night: Evening, pack: Shuffle) -> HandInPlay | None:
    """The hand after a few lawful acts more; None where it is over."""
    for _ in range(night.chance.randint(0, ON_THE_WAY)):
        playing = HandInPlay.objects.filter(table=pack.table_id).first()
        if playing is None:
            return None
        hand = PokerHand.from_json(playing.log)
        player = _sitting(_row_of(pack)).get(hand.turn or 0)
        if player is None:
            return None
        fields = {**lawful(night, hand), "version": playing.version}
        night.ask(of_phone(night, pack.table, player, "move", fields))
    return HandInPlay.objects.filter(table=pack.table_id).first()


DEEDS: Deeds = {
    "open a tournament": open_dealt,
    "get ready": get_ready,
    "act": act,
    "act once more": act,
    "host a table": host,
    "go on after a stand": go_on_after_a_stand,
    "do what the system does": what_the_system_does,
}
ALWAYS: Always = (chips_stay_in_play, packs_agree)
