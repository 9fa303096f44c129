"""Hands that are played action by action until they are paid out or called off, with the floor's rulings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils import timezone

from eventnight.bank.models import EntryKind
from tables.models import Hand, HandInPlay, HandSeat, TableKind
from tests.simulator.deeds.booked import Mark, one_who_may
from tests.simulator.deeds.deed import Deed, Evening, differences
from tests.simulator.deeds.tables.betting import BOARDS, Round, faults_after, is_known, round_of
from tests.simulator.deeds.tables.floor import Told, taken, what_went_wrong
from tests.simulator.deeds.tables.hand import DECK, End, fee_of, nets_of
from tests.simulator.deeds.tables.rows import (
    RUNS_TABLES,
    card_tables,
    in_play,
    last_hand,
    one_table,
    owes_for_seats,
    stacks,
)
from tests.simulator.presses import sent

OTHER_MOVES = ("fold", "call", "check", "deal", "show_down", "away", "back", "dead", "muck", "claim", "discard")
MOST_MOVES = 40
STEPS_OF_FLOOR = 2
"""Moves between two rulings, at most."""


def begin(night: Evening) -> Deed | None:
    """A hand begins; one under way, or another number than the next, must be refused."""
    table = one_table(night, chips_before=2)
    if table is None or owes_for_seats(table):
        return None
    last, hand = last_hand(table), in_play(table)
    able = [seat for seat, chips in stacks(table).items() if chips]
    if len(able) < 2 or (hand is not None and night.chance.random() < 0.7):
        return None
    number = last.number + 1 if last else 1
    refused = "" if table.is_open else f"{table.code} is closed"
    refused = refused or ("a hand is in play" if hand is not None else "")
    if night.is_wrong():
        number, refused = number + 1, refused or f"hand {number + 1} is not the next"
    mark, tables = Mark(night.event), card_tables(night.event)

    def promise() -> Iterator[str]:
        rows = HandInPlay.objects.filter(table=table).values_list("number", "version", "started_at")
        if list(rows) != [(number, table.hand_version + 1, timezone.now())]:
            yield f"in play is {list(rows)}"
        yield from mark.booked(moves={})
        yield from differences("table", tables, card_tables(night.event))

    press = night.program("POST", f"tables/{table.pk}/play/", {"number": number})
    return Deed(press, refused, promise=promise)


def act(night: Evening) -> Deed | None:
    """One thing happens in a hand. What answers to an older look at it, is not the next seat's to do, or is less or
    more than may be bet must be refused; what the next seat may do changes its chips and the turn, and nothing else.
    """
    hand = one_hand(night)
    if hand is None:
        return None
    view = view_of(night, hand)
    if view["phase"] in ("over", "void") and night.chance.random() < 0.8:
        return pay_out(night)
    version, refused, must, expected = hand.version, "", False, None
    body: Told = {"verb": night.chance.choice(OTHER_MOVES)}
    if night.chance.random() < 0.85:
        if view["phase"] == "betting":
            now = round_of(view, hand.log) if is_known(hand.log) else None
            body, refused, must, expected = _bet_or_fold(night, hand, view, now)
        else:
            body = _next_move(night, hand, view)
            must = view["phase"] in ("deal", "showdown") and len(body) > 1
    if night.is_wrong(0.1):
        version = night.chance.choice((hand.version - 1, hand.version + 1)) or hand.version + 1
        refused = refused or "the hand has gone on"
    return moved(night, hand, {**body, "version": version}, refused, must, expected)


def take_back(night: Evening) -> Deed | None:
    """What was done last is undone: everybody sees the hand as it was before."""
    hand = one_hand(night)
    if hand is None:
        return None
    before = view_of(night, hand)
    done = _rules if night.chance.random() < 0.3 else goes_on
    if before["phase"] == "void" or not done(night, hand, before):
        return None
    now = HandInPlay.objects.filter(pk=hand.pk).first()
    if now is None:
        return None
    version, refused = now.version, ""
    if night.is_wrong():
        version, refused = hand.version, "the hand has gone on"
    deed = moved(night, now, {"verb": "undo", "version": version}, refused, must=True, expected=None)

    def promise() -> Iterator[str]:
        yield from deed.promise()
        yield from differences("the", before, view_of(night, hand))

    return replace(deed, promise=promise)


def play_on(night: Evening) -> Deed | None:
    """A hand is played to its end, one move after the other, and paid out."""
    hand = one_hand(night, of_cash=True)
    if hand is None or night.chance.random() < 0.4:
        return None
    return pay_out(night) if played_to_its_end(night, hand) else None


def played_to_its_end(night: Evening, hand: HandInPlay) -> bool:
    """On the way a hand goes on, one move after the other; whether it can be paid out then."""
    for _ in range(MOST_MOVES):
        now = HandInPlay.objects.filter(pk=hand.pk).first()
        if now is None:
            return False
        view = view_of(night, now)
        if view["phase"] in ("over", "void"):
            return True
        if not goes_on(night, now, view):
            return False
    return True


def rule(night: Evening) -> Deed | None:
    """The floor rules on what went wrong, as it was shown; another ruling, or an older look, must be refused."""
    hand = one_hand(night)
    if hand is None:
        return None
    for _ in range(night.chance.randint(0, STEPS_OF_FLOOR)):
        goes_on(night, hand, view_of(night, hand))
    hand = HandInPlay.objects.select_related("table").filter(pk=hand.pk).first()
    if hand is None:
        return None
    facts = what_went_wrong(night, hand, view_of(night, hand))
    if facts is None:
        return None
    address = f"tables/{hand.table_id}/play/rulings/"
    shown = night.ask(night.program("POST", f"{address}preview/", facts))
    if shown.status_code != 200:
        return None
    plan = shown.json()
    version, digest, refused = hand.version, plan["digest"], ""
    if night.is_wrong():
        if night.chance.random() < 0.5:
            version, refused = version + 1, "the hand has gone on"
        else:
            digest, refused = "0123456789abcdef", "another ruling was shown"
    before, mark = taken(night, hand), Mark(night.event)
    body = {**facts, "version": version, "shown": digest if refused or night.chance.random() < 0.7 else ""}

    def promise() -> Iterator[str]:
        now = HandInPlay.objects.filter(pk=hand.pk).first()
        if now is None or now.version != hand.version + 1:
            yield f"hand {hand.number} does not tell of the ruling, or not once"
            return
        yield from mark.booked(moves={})
        yield from mark.logged("hand.ruling", f"{hand.table.code} hand {hand.number}")
        told = taken(night, now)
        if told[:-1] != before or told[-1:] != [plan["says"]]:
            yield f"the rulings are {told}, not {before} and {plan['says']}"

    press = night.program("POST", address, body, who=one_who_may(night, RUNS_TABLES))
    return Deed(press, refused, promise=promise)


def pay_out(night: Evening) -> Deed | None:
    """A hand in play that is over goes into the books like any other, and is not in play any more."""
    hand = one_hand(night, is_over=night.chance.random() < 0.85, of_cash=True)
    if hand is None:
        return None
    table, version, view = hand.table, hand.version, view_of(night, hand)
    is_over = view["phase"] == "over"
    refused = night.closed or ("" if is_over else "the hand is not over")
    if night.is_wrong():
        version, refused = version + 1, refused or "the hand has gone on"
    mark, held = Mark(night.event), stacks(table)
    dealt = fee_of(table, len(view["seats"]))
    owes = owes_for_seats(table)
    must = not refused and (not dealt or dealt <= min(row["contributed"] for row in view["seats"]))

    def promise() -> Iterator[str]:
        if in_play(table) is not None:
            yield f"hand {hand.number} is in play still"
        if owes:
            # Its half-hours are booked with it, and have a law of their own.
            return
        made = Hand.objects.filter(table=table, number=hand.number, undone_at__isnull=True).first()
        if made is None or made.played is None:
            yield f"hand {hand.number} is not settled with its log"
            return
        rows = list(HandSeat.objects.filter(hand=made).order_by("seat"))
        put_in = {row["seat"]: row["contributed"] for row in view["seats"]}
        yield from differences("put in by", put_in, {row.seat: row.contributed for row in rows})
        ends = [End(row.seat, row.contributed, row.is_live, _cards(row.cards)) for row in rows]
        board = _cards(made.board)
        live = [end for end in ends if end.is_live]
        if len(live) == 1 or (len(board) == 5 and all(len(end.cards) == 2 for end in live)):
            nets = nets_of(ends, board=board, button=made.button, fee=dealt, unit=table.smallest_chip)
            moves = {f"chips/seat/{table.code}-{seat}": net for seat, net in nets.items()}
            yield from mark.booked(EntryKind.HAND, moves={**moves, "chips/house/fees": dealt})
        if made.fee != dealt or sum(row.net for row in rows) != -dealt:
            yield f"the fee is {made.fee}, and the nets come to {sum(row.net for row in rows)}"
        after = stacks(table)
        yield from differences("the stack on", held | {row.seat: held[row.seat] + row.net for row in rows}, after)

    press = night.program("POST", f"tables/{table.pk}/play/pay-out/", {"version": version})
    return Deed(press, refused, must_count=must, promise=promise)


def call_off(night: Evening) -> Deed | None:
    """A hand that was begun by mistake is thrown away, rarely: every chip is back where it was."""
    hand = one_hand(night, of_cash=True)
    if hand is None or night.chance.random() < 0.8:
        return None
    version, refused, reason = hand.version, "", "Misdealt"
    if night.is_wrong():
        version, refused = version + 1, "the hand has gone on"
    elif night.is_wrong(0.1):
        reason, refused = "", "nobody says why"
    mark, before, owes = Mark(night.event), stacks(hand.table), owes_for_seats(hand.table)

    def promise() -> Iterator[str]:
        if in_play(hand.table) is not None:
            yield f"hand {hand.number} is in play still"
        if not owes:
            yield from mark.booked(moves={})
            yield from differences("the stack on", before, stacks(hand.table))
        yield from mark.logged("hand.called_off", f"{hand.table.code} hand {hand.number}")

    body = {"version": version, "reason": reason}
    press = night.program("POST", f"tables/{hand.table_id}/play/call-off/", body)
    return Deed(press, refused, must_count=not refused, promise=promise)


def one_hand(night: Evening, *, is_over: bool = False, of_cash: bool = False) -> HandInPlay | None:
    """A hand in play. Where there is none, or now and then, one is begun on the way. of_cash: not one of a flight."""
    rows = HandInPlay.objects.filter(table__event=night.event, table__turn_seconds__isnull=True)
    if of_cash:
        rows = rows.filter(table__kind=TableKind.POKER)
    rows = rows.order_by("pk").select_related("table")
    if not rows or night.chance.random() < 0.2:
        _begin_on_the_way(night)
    hands = list(rows.all())
    over = [hand for hand in hands if is_over and view_of(night, hand)["phase"] == "over"]
    return night.one_of(over if is_over else hands)


def _begin_on_the_way(night: Evening) -> None:
    table = one_table(night, chips_before=2)
    if table is not None and in_play(table) is None:
        last = last_hand(table)
        number = last.number + 1 if last else 1
        night.ask(night.program("POST", f"tables/{table.pk}/play/", {"number": number}))


def view_of(night: Evening, hand: HandInPlay) -> Told:
    """What everybody sees of a hand."""
    address = night.program("GET", f"tables/{hand.table_id}/play/")
    view: Told = sent(address, night.world).json().get("view", {"phase": "void"})
    return view


def moved(night: Evening, hand: HandInPlay, body: Told, refused: str, must: bool, expected: Round | None) -> Deed:
    """A move as a press. expected: the round after it, where that is known."""
    mark, log = Mark(night.event), hand.log

    def promise() -> Iterator[str]:
        now = HandInPlay.objects.filter(pk=hand.pk).first()
        if now is None or (now.version, now.number) != (hand.version + 1, hand.number) or now.log == log:
            yield f"hand {hand.number} does not tell of the move, or not once"
        yield from mark.booked(moves={})
        yield from mark.logged(f"hand.{body['verb']}", f"{hand.table.code} hand {hand.number}")
        if expected is not None:
            yield from faults_after(expected, view_of(night, hand))

    press = night.program("POST", f"tables/{hand.table_id}/play/moves/", body)
    return Deed(press, refused, must_count=must and not refused, promise=promise)


def _bet_or_fold(
    night: Evening, hand: HandInPlay, view: Told, now: Round | None
) -> tuple[Told, str, bool, Round | None]:
    """What the next seat does: the move, why it must be refused, whether it must count, and the round after it."""
    if now is None:
        return {"verb": night.chance.choice(("call", "check", "fold"))}, "", False, None
    verb = night.chance.choice(("call", "call", "bet", "bet", "fold") if now.owed else ("check", "bet", "bet"))
    if night.is_wrong():
        other = night.one_of(seat for seat in now.seats if seat != now.turn)
        wrong: list[tuple[Told, str]] = [
            ({"verb": verb if verb != "bet" else "fold", "seat": other}, f"it is not the turn of seat {other}"),
            ({"verb": "check" if now.owed else "call"}, "there is a bet" if now.owed else "nobody has bet"),
            ({"verb": "deal", "board": "2c3d4h"}, "the betting is not over"),
            ({"verb": "show_down"}, "the betting is not over"),
        ]
        return *night.chance.choice(wrong), False, None
    if verb != "bet":
        return {"verb": verb}, "", verb != "fold" or bool(now.owed), now.after(verb)
    bounds, unit = now.bounds(hand.table.smallest_chip), hand.table.smallest_chip
    if bounds is None:
        to = int((view["legal"] or {}).get("min_to") or 0)
        return (
            ({"verb": "bet", "to": to}, "", False, now.after("bet", to)) if to else ({"verb": "fold"}, "", False, None)
        )
    least, most = bounds
    match night.chance.choice(("least", "most", "between", "less", "more")):
        case "less" if least > unit and least < now.seats[now.turn].reach:
            return {"verb": "bet", "to": least - unit}, f"the least is {least}", False, None
        case "more":
            return {"verb": "bet", "to": most + unit}, f"the most is {most}", False, None
        case "between":
            to = least + unit * night.chance.randint(0, (most - least) // unit)
        case "most":
            to = most
        case _:
            to = least
    return {"verb": "bet", "to": to}, "", now.may_raise(), now.after("bet", to)


def _next_move(night: Evening, hand: HandInPlay, view: Told) -> Told:
    """What the hand waits for where nobody is to bet: cards on the board, or hands that are shown."""
    out = {*view["board"], *(card for row in view["seats"] for card in row["cards"])}
    deck = [card for card in DECK if card not in out]
    if view["phase"] == "deal" and (count := BOARDS.get(view["street"])) and hand.log["game"] == "holdem":
        return {"verb": "deal", "board": "".join(night.chance.sample(deck, count))}
    if view["phase"] == "showdown" and hand.log["game"] == "holdem":
        mucked = {entry[1] for entry in hand.log["log"] if entry[0] == "muck"}
        hidden = [row["seat"] for row in view["seats"] if row["is_live"] and "??" in row["cards"]]
        hidden = [seat for seat in hidden if seat not in mucked]
        seats = hidden or [row["seat"] for row in view["seats"] if row["is_live"]]
        shown = "".join(night.chance.sample(deck, 2))
        return {"verb": "show", "seat": night.chance.choice(seats), "cards": shown}
    return {"verb": night.chance.choice(("show_down", "deal"))}


def goes_on(night: Evening, hand: HandInPlay, view: Told) -> bool:
    """Somebody does, on the way, what the hand waits for; whether it was taken."""
    if view["phase"] == "betting":
        behind = bool((view["legal"] or {}).get("to_call"))
        verb = night.chance.choice(("call", "call", "call", "fold") if behind else ("check", "check", "check", "bet"))
        body: Told = {"verb": verb}
        if verb == "bet":
            body["to"] = (view["legal"] or {}).get("min_to") or 1
    else:
        body = _next_move(night, hand, view)
    press = night.program("POST", f"tables/{hand.table_id}/play/moves/", {**body, "version": hand.version})
    return night.ask(press).status_code == 200


def _rules(night: Evening, hand: HandInPlay, _: Told) -> bool:
    """The floor rules on something, on the way; whether it was taken."""
    facts = what_went_wrong(night, hand, view_of(night, hand))
    if facts is None:
        return False
    press = night.program("POST", f"tables/{hand.table_id}/play/rulings/", {**facts, "version": hand.version})
    return night.ask(press).status_code == 200


def _cards(text: str) -> tuple[str, ...]:
    joined = text.replace(" ", "")
    return tuple(joined[at : at + 2] for at in range(0, len(joined), 2))
