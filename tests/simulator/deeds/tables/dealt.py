"""Tables where the system deals: phones get ready and act, the host pauses, gives time and calls off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import F

from engine.poker.hand import Hand as PokerHand
from engine.poker.hand import Phase
from engine.shuffle import verify_deck
from eventnight.events.models import Event, Player
from tables.models import Hand, HandInPlay, HandSeat, Seat, Shuffle, Table, TableKind, TableStatus
from tests.simulator.deeds.booked import Mark, held_at, one_who_may
from tests.simulator.deeds.deed import Deed, Evening
from tests.simulator.deeds.tables.rows import RUNS_TABLES, in_play, last_hand, stacks, with_chips
from tests.simulator.presses import FORM, Press
from tests.simulator.world import GUEST
from tournaments.models import FlightStatus, PlayedTable

ENOUGH = 3
ON_THE_WAY = 6
"""Acts before the one that is looked at, at most."""
OPEN_STATES = ("promised", "dealt")
HOST = ("pause", "resume", "time", "void")


def open_dealt(night: Evening) -> Deed | None:
    """A table more where the system deals. Turns that are too short or too long must be refused."""
    before = set(_dealt_tables(night.event))
    if len(before) >= ENOUGH or night.closed:
        return None
    unit = night.house.bank.smallest_chip
    turn, refused = night.chance.choice((5, 20, 300)), ""
    if night.is_wrong():
        turn, refused = night.chance.choice((1, 4, 301)), "a turn lasts 5 to 300 seconds"
    body = {"small_blind": unit, "big_blind": 2 * unit, "seats_count": 6, "structure": "no_limit", "game": "holdem"}
    body |= {"turn_seconds": turn, "bank_seconds": night.chance.choice((0, 30)), "fee_schedule": ""}
    mark = Mark(night.event)

    def promise() -> Iterator[str]:
        made = set(_dealt_tables(night.event)) - before
        if len(made) != 1:
            yield f"{len(made)} tables came where the system deals"
        for table in Table.objects.filter(pk__in=made):
            packs = list(table.shuffles.values_list("serial", "state", "hand_number"))
            if table.turn_seconds != turn or packs != [(1, "promised", None)]:
                yield f"{table.code} has turns of {table.turn_seconds} seconds, and the packs {packs}"
        yield from mark.booked(moves={})

    return Deed(night.program("POST", "tables/poker/", body), refused, promise=promise)


def get_ready(night: Evening) -> Deed | None:
    """A phone is ready. An older pack, a number that is none, and a guest who does not sit there must be refused."""
    pack, seat = _one_seat(night, "promised")
    if pack is None or seat is None or seat.player is None:
        return None
    number = night.phone_number()
    serial, player = pack.serial, seat.player
    refused = "the table is paused" if pack.paused_at else ""
    refused = refused or (f"{player.code} was withdrawn" if player.code in night.withdrawn else "")
    refused = refused or (f"{player.code} plays in a flight" if _plays_in_a_flight(player) else "")
    if night.is_wrong():
        match night.chance.choice(("serial", "number", "guest")):
            case "serial":
                serial, refused = serial + 1, refused or "that pack is not promised"
            case "number":
                number, refused = "my birthday", refused or "that is no number of a phone"
            case _:
                elsewhere = Player.objects.filter(event=night.event, seats__isnull=True).order_by("pk")
                player = night.one_of(elsewhere) or player
                refused = refused or ("" if player == seat.player else f"{player.code} sits nowhere")
    before, mark = stacks(pack.table), Mark(night.event)

    def promise() -> Iterator[str]:
        now = Shuffle.objects.get(pk=pack.pk)
        told = now.ready.get(str(seat.number), ["", ""]) if now.state == "promised" else [player.code, number]
        if told[0] != player.code:
            yield f"{pack.name} has {told} for seat {seat.number}"
        if not Hand.objects.filter(table=pack.table_id, number=now.hand_number or 0).exists():
            yield from mark.booked(moves={})
            if stacks(pack.table) != before:
                yield f"chips moved before {pack.table.code}, and no hand was paid"

    form = of_phone(night, pack.table, player, "ready", {"serial": serial, "number": number})
    return Deed(form, refused, must_count=not refused, promise=promise)


def act_on_phone(night: Evening) -> Deed | None:
    """Whoever is to act does something lawful. Somebody else, an older page, and no such act must be refused."""
    pack, _ = _one_seat(night, "dealt")
    row = in_play(pack.table) if pack is not None else None
    if pack is None or row is None:
        return None
    for _ in range(night.chance.randint(0, ON_THE_WAY)):
        row = _acted(night, pack, row)
        if row is None:
            return None
    pack.refresh_from_db()
    hand = PokerHand.from_json(row.log)
    sitters = {seat.number: seat.sitter for seat in _taken(pack.table)}
    if hand.turn is None or hand.turn not in sitters:
        return None
    player, version, fields = sitters[hand.turn], row.version, lawful(night, hand)
    refused = "the table is paused" if pack.paused_at else ""
    refused = refused or (f"{player.code} plays in a flight" if _plays_in_a_flight(player) else "")
    if night.is_wrong():
        player, version, fields, why = wrong_act(night, sitters, hand.turn, version, fields)
        refused = refused or why
    before, number, serial = stacks(pack.table), row.number, pack.serial

    def promise() -> Iterator[str]:
        now = HandInPlay.objects.filter(table=pack.table_id, number=number).first()
        if now is not None:
            if now.version != version + 1 or len(now.log["log"]) <= len(row.log["log"]):
                yield f"{pack.name} is at version {now.version}"
            if stacks(pack.table) != before:
                yield f"chips moved before {pack.table.code} in the middle of a hand"
            return
        yield from _is_paid(pack, number, serial, before)

    form = of_phone(night, pack.table, player, "move", {**fields, "version": version})
    return Deed(form, refused, must_count=not refused, promise=promise)


def host(night: Evening) -> Deed | None:
    """Staff pause the table, go on, give time or call the hand off; a reason must be given, and a hand be there."""
    pack, _ = _one_seat(night, night.chance.choice(OPEN_STATES))
    if pack is None:
        return None
    what = night.chance.choice(HOST)
    if what == "void" and night.chance.random() < 0.6:
        return None
    fields: dict[str, Any] = {"number": pack.hand_number or 1} if what in ("time", "void") else {}
    fields |= {"reason": "Fire alarm"} if what == "void" else {}
    refused = "no hand is played" if what in ("time", "void") and pack.state == "promised" else ""
    if what == "void" and night.is_wrong():
        fields, refused = {**fields, "reason": ""}, refused or "no reason is given"
    before, mark = stacks(pack.table), Mark(night.event)

    def promise() -> Iterator[str]:
        yield from mark.booked(moves={})
        if stacks(pack.table) != before:
            yield f"the host pressed {what}, and chips moved"
        now = Shuffle.objects.get(pk=pack.pk)
        if what in ("pause", "resume") and (now.paused_at is None) != (what == "resume"):
            yield f"{pack.table.code} is paused at {now.paused_at}"
        if what == "void" and (now.state != "published" or not now.is_void or in_play(pack.table) is not None):
            yield f"{pack.name} is {now.state}, and its hand was called off"

    who = one_who_may(night, RUNS_TABLES)
    form = night.form(f"tables/{pack.table_id}/host/{what}/", fields, who=who)
    return Deed(form, refused, promise=promise)


def packs_agree(event: Event) -> Iterator[str]:
    """An open table where the system deals has one pack that is promised, or dealt to the hand that is played; what is
    published agrees with its promise, and holds no secret.
    """
    playing = dict(HandInPlay.objects.filter(table__event=event).values_list("table", "number"))
    for pk in _dealt_tables(event):
        table = Table.objects.get(pk=pk)
        packs = list(table.shuffles.filter(state__in=OPEN_STATES))
        if len(packs) != (1 if table.status == TableStatus.OPEN else 0):
            yield f"{table.code} is {table.status}, and has {len(packs)} packs to play with"
        dealt = [pack.hand_number for pack in packs if pack.state == "dealt"]
        if dealt != [number for table_id, number in playing.items() if table_id == pk]:
            yield f"{table.code} plays hand {playing.get(pk)}, and the pack is dealt to {dealt}"
        for pack in table.shuffles.exclude(state__in=OPEN_STATES).order_by("-serial")[:3]:
            if pack.secret:
                yield f"{pack.name} is over, and its secret is kept"
            if pack.published and pack.published.get("shown") and (wrong := verify_deck(pack.published)):
                yield f"{pack.name} does not agree with its promise: {wrong[0]}"


def _dealt_tables(event: Event) -> list[int]:
    rows = Table.objects.filter(event=event, kind=TableKind.POKER, turn_seconds__isnull=False)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _one_seat(night: Evening, state: str) -> tuple[Shuffle | None, Seat | None]:
    """A pack in that state, and somebody who sits at its table. Where there is none it is made on the way."""
    if night.closed:
        return None, None
    tables = {"table__kind": TableKind.POKER, "table__status": TableStatus.OPEN}
    packs = Shuffle.objects.filter(table__event=night.event, state=state, **tables)
    found = packs.select_related("table").order_by("pk")
    if not found or night.chance.random() < 0.2:
        _prepare(night, is_dealt=state == "dealt")
    pack = night.one_of(found.all())
    return pack, night.one_of(_taken(pack.table)) if pack else None


def _prepare(night: Evening, *, is_dealt: bool) -> None:
    """A table with two who have chips; a hand, where one is wanted."""
    tables = Table.objects.filter(pk__in=_dealt_tables(night.event), status=TableStatus.OPEN).order_by("pk")
    if not tables:
        unit = night.house.bank.smallest_chip
        body = {"small_blind": unit, "big_blind": 2 * unit, "seats_count": 6, "turn_seconds": 20, "game": "holdem"}
        night.ask(night.program("POST", "tables/poker/", body | {"fee_schedule": ""}))
    table = night.one_of(tables.all())
    if table is None:
        return
    free = [seat.number for seat in Seat.objects.filter(table=table, player__isnull=True).order_by("number")]
    for seat, player in list(zip(free, with_chips(night), strict=False))[: max(2 - len(_taken(table)), 0)]:
        chips = min(held_at(night.event, f"chips/player/{player}"), 300) // table.smallest_chip * table.smallest_chip
        night.ask(night.program("POST", f"tables/{table.pk}/seats/{seat}/", {"player": player, "chips": chips}))
    pack = table.shuffles.filter(state="promised").first()
    for each in _taken(table) if is_dealt and pack is not None else ():
        number = night.phone_number()
        night.ask(
            of_phone(night, table, each.sitter, "ready", {"serial": pack.serial if pack else 0, "number": number})
        )


def _taken(table: Table) -> list[Seat]:
    return list(Seat.objects.filter(table=table, player__isnull=False).select_related("player").order_by("number"))


def _plays_in_a_flight(player: Player) -> bool:
    """Whether the player's phone shows the seat at a flight's table, which comes before all others."""
    still_in = {"flight__entries__player": player, "flight__entries__bust_hand__isnull": True}
    tables = PlayedTable.objects.filter(flight__entries__table_number=F("number"), **still_in)
    playing = tables.filter(flight__status=FlightStatus.RUNNING, flight__decided_at__isnull=True)
    return playing.filter(table__turn_seconds__isnull=False).exists()


def of_phone(night: Evening, table: Table, player: Player, what: str, fields: Mapping[str, Any]) -> Press:
    """What a phone sends from the page of a seat. table: the one on the page."""
    form = night.form("", {"table": table.pk, **fields})
    return Press(GUEST, "POST", f"/p/{player.token}/table/{what}/", form.body, FORM, form.key, is_api=False)


def wrong_act(
    night: Evening, sitting: Mapping[int, Player], turn: int, version: int, fields: dict[str, Any]
) -> tuple[Player, int, dict[str, Any], str]:
    """Who acts, on which version, what the phone sends, and why it must be refused. sitting: by seat."""
    match night.chance.choice(("player", "version", "verb", "too much")):
        case "player" if other := night.one_of(sitting[seat] for seat in sorted(sitting) if seat != turn):
            return other, version, {"verb": "call"}, "it is not their turn"
        case "verb":
            return sitting[turn], version, {"verb": "undo"}, "no player undoes"
        case "too much":
            return sitting[turn], version, {"verb": "bet", "to": "9999999"}, "nobody has so much"
    return sitting[turn], version + 1, fields, "the hand stands otherwise"


def lawful(night: Evening, hand: PokerHand) -> dict[str, Any]:
    """What a phone sends for an act that the rules allow to whoever is to act."""
    if hand.phase is Phase.SHOWDOWN:
        return {"verb": "show"}
    legal = hand.legal
    if legal.draw_up_to is not None:
        return {"verb": "discard", "places": list(range(night.chance.randint(0, legal.draw_up_to)))}
    if legal.bring_in:
        return {"verb": "bring_in"}
    acts: list[dict[str, Any]] = [{"verb": "check"} if legal.may_check else {"verb": "call"}] * 3
    if not legal.may_check:
        acts.append({"verb": "fold"})
    if legal.may_raise:
        acts.append({"verb": "bet", "to": night.chance.choice(legal.amounts or (legal.min_to, legal.max_to))})
    return night.chance.choice(acts)


def _acted(night: Evening, pack: Shuffle, row: HandInPlay) -> HandInPlay | None:
    """The hand after one lawful act more; None where it is over."""
    hand = PokerHand.from_json(row.log)
    sitter = next((seat.sitter for seat in _taken(pack.table) if seat.number == hand.turn), None)
    if sitter is not None:
        night.ask(of_phone(night, pack.table, sitter, "move", {**lawful(night, hand), "version": row.version}))
    return in_play(pack.table)


def _is_paid(pack: Shuffle, number: int, serial: int, before: dict[int, int]) -> Iterator[str]:
    hand = last_hand(pack.table)
    if hand is None or hand.number != number:
        yield f"hand {number} at {pack.table.code} is neither played nor paid"
        return
    nets = dict(HandSeat.objects.filter(hand=hand).values_list("seat", "net"))
    if stacks(pack.table) != {seat: chips + nets.get(seat, 0) for seat, chips in before.items()}:
        yield f"hand {number} at {pack.table.code} paid {nets}, and the stacks are {stacks(pack.table)}"
    newest = pack.table.shuffles.order_by("-serial").values_list("serial", "state").first()
    if newest != (serial + 1, "promised"):
        yield f"after {pack.name} the newest pack is {newest}"
